"""What must hold of forces that are lost.

- `tanks`: Atomics and worms take everybody where they strike, and send them to the tanks.
"""
