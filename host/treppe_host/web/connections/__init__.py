"""Boards that the page talks to, real and simulated."""
