"""What may come in between an open decision and its answer: a Nullentropy Box, a Truthtrance."""
