"""What displays say of each game alone, in `de`; made by `make games` of the games' `display_XX.py`."""

WORDS = """
= aufstellen MENU
option diagonals: Schraeg zaehlt
option board: Brett
value large: gross
value small: klein

= blockade TEXTS
leave: Nimm deinen Koenig vom Brett: er ist frei

= cubes TEXTS
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

= cubes MENU
option seed: Austeilen
option depends: Abh.
option third_point: 3. Punkt
value kept: bleibt
value while: solange

= seven TEXTS
word ?A: Hilfe ziehen
word ?V: Siegplaettchen ziehen
word =: altes behalten
word ~: neues behalten
word $: Siegplaettchen legen
word $0: sieben Farben
word $1: eine Farbe
word $2: gerade Reihe
word $3: eine Ebene
word $4: Aufstiege
word $5: hoechste Scheibe
word x: Scheiben {discs} zurueck
word !2: Hilfe: Start beliebig
word !3: Hilfe: zwei hinauf
word !4: Hilfe: neue Hand
word !0: Hilfe: Scheiben weg {fields}
word !1: Hilfe: Stapel {fields}

= seven MENU
option side: Seite
value plain: einfarbig
value mixed: gemischt
option tiles: Plaettchen
option extra_round: Extrarunde

= sprung MENU
option shapes: Formen zaehlen

= step MENU
option size: Brett
value 5: 5x5
value 7: 7x7
option edition: Ausgabe
value de: deutsch
value fr: franz.
option blocked: Es sperrt
value beside: jede
value way: im Weg
option last_brick: Letzter St.
value ends: remis
value reach: hoch

= tor TEXTS
word T+: Dreieck auf {fields}
word S+: Quadrat auf {fields}
word .: keine neue Figur

= tor MENU
option crowd: Raeumen
value all: alle
value one: einer
option partner_forbids: Partner sperrt

= weltreich MENU
option captures: Schlagen
value leap: springt
value clear: frei

= wetteifern TEXTS
rating excellent: ausgezeichnet
rating good: gut
rating satisfactory: befriedigend
rating keep practising: weiter ueben
word .: Ende des Spiels

= wetteifern MENU
option area: Flaeche
value 12: 12x12
value 8: 8x8

=
"""
