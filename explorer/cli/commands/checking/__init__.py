"""Commands that look for what is wrong with a model, or with what is declared about it."""
