"""The search over packed states: kernel, visited set, shortest ways back."""
