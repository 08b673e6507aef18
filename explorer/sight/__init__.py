"""What a seat may know against what it is given: its view, the actions it is offered, the events it is sent."""
