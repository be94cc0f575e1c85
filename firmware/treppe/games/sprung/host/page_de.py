"""What the page says of Schaff den Sprung alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Springe in deiner Reihe; ungerade Gesellschaft: noch einmal."
OPTIONS = {
    "shapes": "Formen zählen",
    "pattern": "Muster im Start",
    "goal": "Muster im Ziel",
}
REASONS = {
    "home": "alle Figuren sind zu Hause",
}
