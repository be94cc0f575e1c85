"""MQTT: publishes boards, and joins two boards to one game, over a broker."""

from pathlib import Path

TEXTS = Path(__file__).with_name("texts_en.toml")
"""English texts, for `make words`, too."""
