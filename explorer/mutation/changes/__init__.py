"""What can be changed of a model: places in functions, and who may see what."""
