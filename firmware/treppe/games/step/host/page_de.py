"""What the page says of STEP BY STEP alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Baue Treppen, die jeder nutzen darf; sei zuerst auf dem Turm."
OPTIONS = {
    "size": "Brett",
    "bricks": "Steine im Vorrat",
    "edition": "Ausgabe",
    "blocked": "Blockiert, nicht ausgeschieden, wenn",
    "last_brick": "Nach dem letzten Stein",
}
CHOICES = {
    ("size", 5): "5 × 5",
    ("size", 7): "7 × 7",
    ("edition", "de"): "deutsch",
    ("edition", "fr"): "französisch",
    ("blocked", "beside"): "eine Kugel daneben liegt",
    ("blocked", "way"): "eine Kugel im Weg liegt",
    ("last_brick", "ends"): "unentschieden",
    ("last_brick", "reach"): "dürfen die anderen noch hinauf",
}
REASONS = {
    "top": "hat die Spitze des Turms erreicht",
    "bricks": "der letzte Stein ist verbaut",
    "last": "sonst kann niemand mehr ziehen",
}
