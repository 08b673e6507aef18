"""The language in which a model says what must hold."""
