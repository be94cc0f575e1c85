"""The page without server or installation: a board simulated in the browser, or a real one at Web Serial."""

from pathlib import Path

TEXTS = Path(__file__).with_name("texts_en.toml")
"""English texts, for `make words`, too."""
