"""Shipment and movement: what is legal, who is fast, and how a declared movement is completed."""
