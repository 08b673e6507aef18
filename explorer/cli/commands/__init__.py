"""The commands, one module each: the function of the same name is the command."""
