"""What everything else stands on.

`errors.py` (what may go wrong), `source.py` (where a declaration stands in the author's source), `strict_json.py` (JSON
without second meanings) and `termination.py` (a watch over rules that do not end); none needs another to be read.
"""
