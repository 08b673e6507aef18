"""What everything else stands on: errors, places in the author's source, strict JSON, a watch over rules."""
