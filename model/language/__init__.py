"""The modelling language: finite domains, states over slots, rules, views and saves."""
