"""Classes with fields: specifiers, records, and how records lie in slots."""
