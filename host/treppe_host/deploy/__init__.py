"""Brings the firmware onto a Pico, and finds out how a board is."""
