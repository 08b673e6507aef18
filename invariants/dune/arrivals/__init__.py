"""What must hold of what an arrival sets off.

- `ambassadors`: entries that wait for Ecaz, and that an arrival asks one owner at most.
- `intrusion`: what the Bene Gesserit answer, and that Ecaz may leave an Ambassador where it is.
- `no_field`: a marker moves with a new event, keeps its secret, and flies once.
"""
