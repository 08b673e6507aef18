"""The search over packed states: kernel, visited set, shortest traces back.

Read `table` and `kernel` (the passes, compiled), `visited` (memory), `workers` (threads), `run` (block after block),
`history` and `result` (what was seen), `sweep` (the whole), then `backward` and `stuck` (progress).
"""
