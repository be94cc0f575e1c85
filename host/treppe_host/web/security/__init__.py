"""Checks between the network and the pages: allowed names, a password, headers."""
