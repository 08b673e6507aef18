"""Terms: what stands for a number when a rule is read instead of run."""
