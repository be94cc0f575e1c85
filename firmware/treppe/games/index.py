"""Which games there are: name, surface and title of each; written by `make games` from their rules."""

GAMES = """
aufstellen reed12,start4 Aufstellen
blockade reed12 Blockade
cubes reed12 Cubes
seven hex49 7 Steps
sprung reed12 Schaff den Sprung
step square7 STEP BY STEP
tor reed12 Das Tor
weltreich reed12 Weltreich
wetteifern reed12 Allein Wetteifern
"""
