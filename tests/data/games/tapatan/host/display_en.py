"""What the display says of Tapatan alone, in English."""

MENU = """
option rows: Rows
value all: all
value straight: straight
"""
