"""Contracts: what each action does, as its rules say, in a file that is kept beside a model and held against them."""
