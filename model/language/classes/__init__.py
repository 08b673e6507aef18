"""Classes with fields: how they are declared, and how they lie in slots.

Read `specs.py` first (what a field is declared to be), then `fields.py` (the specifiers that an author writes) with
`annotations.py` (whether an annotation says the same), `record_domains.py` (how records lie in slots), `records.py`
(records, states, views and events), `groups.py` (fields that are used together) and `resolver.py` (the domains of one
scenario).
"""
