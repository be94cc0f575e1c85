"""What the page says of 7 Steps alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Lege Farbe um Farbe einen Pfad aus Scheiben, der ansteigt."
OPTIONS = {
    "side": "Seite des Bretts",
    "tiles": "Bonusplättchen",
    "extra_round": "Zusatzrunde",
}
CHOICES = {
    ("side", "plain"): "einfarbig",
    ("side", "mixed"): "gemischt",
}
REASONS = {
    "points": "die höchste Summe",
}
MEANINGS = {
    "!0": "Hilfe: Scheiben von {fields} nehmen",
    "!1": "Hilfe: eine Scheibe {fields}",
    "x": "zurücklegen: {discs}",
    "$0": "Plättchen: eins je Farbe, wenn alle sieben Scheiben liegen",
    "$1": "Plättchen: eins je Scheibe der häufigsten Farbe",
    "$2": "Plättchen: eins je Scheibe geradeaus",
    "$3": "Plättchen: eins je Scheibe der häufigsten Stufe",
    "$4": "Plättchen: zwei je Stufe aufwärts",
    "$5": "Plättchen: die höchste Stufe",
}
