"""The commands, one module each: the function of the same name is the command.

- `declared`: making a model, and what one declares.
- `checking`: looking for what is wrong.
- `saved`: what comes from a file: saves and traces.
"""
