"""What hands did, as stories: complete accounts of what the sensors told, each with its cost (see stories.py)."""
