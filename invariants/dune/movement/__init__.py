"""What must hold of declared movements, and of who may answer them.

- `legality`: which declarations are accepted.
- `speed`: a speed is answered before anybody moves. `worthless`: a worthless card used as a Karama.
- `choam`: what CHOAM lets happen, and what it forbids.
- `shipment`: a shipment is made once and paid for.
- `arrival`: whom an arrival asks, and about what. `told`: what is told of all that.
"""
