"""Installs the firmware on a Pico, and examines boards."""
