"""A club's server: PCs send the events of their boards, PostgreSQL keeps the games, and one page shows all tables."""

from pathlib import Path

TEXTS = Path(__file__).with_name("texts_en.toml")
"""English texts, for `make words`, too."""
