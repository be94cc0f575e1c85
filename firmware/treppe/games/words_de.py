"""What displays say of each game alone, in `de`; made by `make games` of the games' `words_en.toml`."""

WORDS = """
= aufstellen TEXTS
ended line: Vier in einer Linie
ended stuck: Kein Zug mehr

= aufstellen MENU
option diagonals: Schraeg zaehlt
option board: Brett
value large: gross
value small: klein

= aufstellen REFUSALS
due S: Ein Quadrat ist dran
due T: Ein Dreieck ist dran
due C: Ein Zylinder ist dran
centre: Figuren stehen auf Mitten
beside: Ein Schritt, nicht schraeg
around: Ein Schritt zur Mitte daneben

= blockade TEXTS
ended exit: Koenig ist draussen
leave: Nimm deinen Koenig vom Brett: er ist draussen

= blockade REFUSALS
king: Der Koenig zieht nur, um hinauszugehen
court: Keine Wache in den Block eines Koenigs
first: Die erste Wache: auf keine Mitte
straight: Wachen ziehen gerade
between: Wachen ziehen nicht ueber Figuren

= cubes TEXTS
ended five: Fuenf aktive Steine
note points: Punkte:
note depends: Haengt ab von
card F: vor
card B: zurueck
card L: links
card R: rechts
card <: Abh. links
card >: Abh. rechts
card *: zwei tauschen
word <: Abhaengigk. links
word >: Abhaengigk. rechts
word x: Karten tauschen {cards}
word *: {0} und {2} tauschen Abhaengigk.

= cubes MENU
option seed: Austeilen
option depends: Abhaengig
option sides: Sitze
value facing: gegenueber
value adjacent: nebeneinander
option begins: Beginnt
value first: Erster
value next: Naechster
option own_card: Eigene Farbe
value shuffled: mischen
value chosen: tauschen
option third_point: 3. Punkt
value kept: bleibt
value while: solange 10

= cubes REFUSALS
shift: Weisse: ein oder zwei Felder geradeaus
between: Etwas ist im Weg
card: Diese Karte hast du nicht
off: Steine gehen zurueck an den Rand
count: Seine Zahl muss die der Nachbarn sein

= seven TEXTS
note bag: Im Beutel:
word ?A: Bauhilfe ziehen
word ?V: Siegpunkte ziehen
word =: altes behalten
word ~: neues behalten
word $: Siegpunkte einsetzen
word $0: Plaettchen: Farben
word $1: Plaettch.: eine Farbe
word $2: Plaettch.: geradeaus
word $3: Plaettch.: eine Ebene
word $4: Plaettch.: aufwaerts
word $5: Plaettch.: hoechste
word x: Scheiben {discs} zurueck
word !2: Bauhilfe: Start beliebig
word !3: Bauhilfe: zwei hinauf
word !4: Bauhilfe: neue Hand
word !0: Bauhilfe: Scheiben weg {fields}
word !1: Bauhilfe: umsetzen {fields}

= seven MENU
option side: Seite
value plain: einfarbig
value mixed: gemischt
option tiles: Plaettchen
option extra_round: Zusatzrunde

= seven REFUSALS
stays: Scheiben bleiben liegen
colour: Diese Farbe hast du nicht
lowest: Beginne auf dem niedrigsten Turm der Farbe
again: Da warst du schon
beside: Weiter neben der letzten Scheibe
down: Eben oder hinauf, nie hinab
up: Hoechstens eine Ebene hinauf
up 2: Hoechstens zwei Ebenen hinauf
most: Hoechstens fuenf Scheiben

= sprung TEXTS
ended home: Alle sind im Ziel

= sprung MENU
option shapes: Formen zaehlen

= sprung REFUSALS
extra: Nur die eben gezogene Figur zieht weiter
row: Sie bleibt in ihrer Reihe
right: Nur nach rechts
first: Nur auf das erste freie Feld

= step TEXTS
ended top: Oben auf dem Turm
ended bricks: Kein Stein mehr da
ended last: Andere ausgeschieden

= step MENU
option size: Brett
value 5: 5x5
value 7: 7x7
option edition: Ausgabe
value de: deutsch
value fr: franz.
option blocked: Gesperrt
value beside: durch jede
value way: nur im Weg
option last_brick: Steine aus
value ends: remis
value reach: weiter

= step REFUSALS
up: Zu hoch: eine Kugel steigt eine Stufe
down: Zu tief: nur eine Stufe auf einmal hinab
way: Kein Weg: eben oder hinab, am Ende eine Stufe hinauf
place: Kein Platz fuer einen Stein
top: Nur der Turm bleibt als Ziel
bricks: Steine bleiben liegen
beside: Ein Stein kommt neben deine Kugel
full: Hoechstens fuenf Steine

= tor TEXTS
ended gates: Alle acht im Spiel
word T+: Dreieck auf {fields}
word S+: Quadrat auf {fields}
word .: keine neue Figur

= tor MENU
option empty: Leer
value se: Suedosten
value sw: Suedwesten
value nw: Nordwesten
value ne: Nordosten
option crowd: Gegner
value all: beliebige
value one: eine Farbe
option partner_forbids: Partner sperrt

= tor REFUSALS
gate: Die neue Figur kommt auf das Tor in diesem Block
clear: Erst dein Tor raeumen
centre: Auf ein Tor kommen nur neue Figuren
straight: Nur gerade

= weltreich TEXTS
ended commander: Feldherr geschlagen
ended thrones: Haelt die Throne
ended crown: Feldherr gekroent

= weltreich MENU
option captures: Schlagen
value leap: im Sprung
value clear: Weg frei

= weltreich REFUSALS
straight: Nur gerade
partner: Das ist die Figur deines Partners
reach T: Ein Reiter schlaegt 3 Felder weit
reach S: Ein Bogenschuetze schlaegt 4 Felder weit
reach C: Ein Feldherr schlaegt 2 oder 5 Felder weit
between: Nicht ueber Figuren schlagen

= wetteifern TEXTS
rating excellent: hervorragend
rating good: gut
rating satisfactory: befriedigend
rating keep practising: weiter ueben
word .: Ende des Spiels

= wetteifern MENU
option area: Flaeche
value 12: 12x12
value 8: 8x8

= wetteifern REFUSALS
straight: Spruenge sind gerade
jump: Spring ueber eine Figur oder mehr
gap: Spring ueber eine Reihe ohne Luecke
colour: Nicht ueber die eigene Farbe
area: Nicht aus der Flaeche hinaus

=
"""
