"""What each seat is shown.

- `table`: the table, with the seat's own hand, the size of the others', and what lies open.
- `standings`: what everybody has towards victory, the same for all.
- `panel`: that as a text for people.
"""
