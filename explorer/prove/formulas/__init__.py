"""Terms, states, steps and paths as formulas for Z3, and the solver that is asked about them."""
