"""Simulated hands that play whole games."""
