"""What becomes of a changed model: read again, swept, compared with what was written, proved."""
