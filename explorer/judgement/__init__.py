"""Whether a rule may be believed: a white list of what it says and of what it refers to, for every way of using it."""
