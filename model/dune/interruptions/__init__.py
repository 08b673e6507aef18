"""What may come in between an open decision and its answer.

- `nullentropy`: a search of the discard pile, and how the decision comes back.
- `truthtrance`: a question that must be answered first.
"""
