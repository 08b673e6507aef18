"""What must hold when something comes in between."""
