"""What the display says of Cubes alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
note points: Punkte:
note depends: Haengt ab von
card F: vor
card B: zurueck
card L: links
card R: rechts
card <: Abh. links
card >: Abh. rechts
card *: zwei tauschen
word <: Karten nach links
word >: Karten nach rechts
word x: Karten tauschen {cards}
word *: Karten von {0} und {2} tauschen
"""

MENU = """
option seed: Austeilen
option depends: Abh.
option sides: Sitze
value facing: gegenueber
value adjacent: nebeneinander
option begins: Beginnt
value first: Erster
value next: Naechster
option own_card: Farbe
value shuffled: neu
value chosen: tauschen
option third_point: 3. Punkt
value kept: bleibt
value while: solange
"""

REFUSALS = """
shift: Weiss: ein, zwei Felder geradeaus
between: Etwas ist im Weg
card: Diese Karte hast du nicht
off: Steine gehen zurueck an den Rand
count: Seine Zahl muss die der Nachbarn sein
"""
