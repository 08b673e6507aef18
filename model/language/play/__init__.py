"""A game in play: rules, actions, scenarios, running, and what a seat may know."""
