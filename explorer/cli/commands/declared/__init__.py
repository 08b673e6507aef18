"""Commands that make a model, or show what one declares and how its rules are read."""
