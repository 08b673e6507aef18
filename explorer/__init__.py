"""How declarations are checked: search, proof, reports and the command line."""
