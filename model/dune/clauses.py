"""placeholder"""
CLAUSES: dict[str,str] = {}
