"""Small models: a card table, two-phase commit, and the games Love Letter and Coup."""
