"""What must hold when something comes in between.

- `nullentropy`: a search takes one card and brings back what it suspended.
- `truthtrance`: a question locks every decision until it is answered.
- `told`: what is told of both.
"""
