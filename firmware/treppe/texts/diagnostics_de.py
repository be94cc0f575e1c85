"""What is refused or broken, for the display: made from codes.toml by `make protocol`."""

TEXTS = """
failed: {text}
command_failed: Fehler der Firmware, es geht weiter
no_command: Diesen Befehl gibt es nicht
field_missing: {field} fehlt
field_wrong: {field}: geht nicht
calibrating: Erst die Kalibrierung beenden: END
busy: Das Brett hat noch zu tun
no_choice: Das ist jetzt nicht zu waehlen
other_turn: Das kommt nach dem Zug
too_many_back: So viele Aktionen gibt es nicht
no_host: Rat gibt es mit einem PC am USB
hands_open: Rat nur, wenn das Brett austeilt
hands_on: Zaehlt nicht: erst loslassen, hinstellen
turn_over: Der Zug ist schon vorbei
nothing_back: Nichts zum Zuruecknehmen
nothing_forward: Nichts wieder vor zu spielen
no_player: Diesen Spieler gibt es nicht
no_starter: Diesen Spieler gibt es nicht
no_level: Diese Hinweise gibt es nicht
no_button: Diese Taste gibt es nicht
nothing_played: Es laeuft kein Spiel
game_played: Ein Spiel laeuft: erst Pause
not_yours: Gehoert jemand anderem
not_staying: Eine Figur muss weg
not_choosing: Erst waehlen: MENU
not_built: erst noch {piece}
not_ended: erst END
not_move: Jetzt wird gezogen
not_put: Jetzt kommt eine neue Figur
not_board: Neben dem Brett
not_free: Da steht schon etwas
filled_at_once: Alle zugleich: liegt ein Magnet auf dem Brett?
not_this: Diese Figur kann nicht ziehen
not_here: Dahin geht es nicht
not_allowed: {rule}
no_unfinished: Dieses Spiel kann nicht weitergehen
none_unfinished: Kein Spiel zum Fortsetzen
other_surface: {title} braucht {surface}
no_surface: {title} geht so gross nur ohne Brett
game_broken: Das Spiel kann nicht weitergehen: {why}
journal_damaged: ein Eintrag ist beschaedigt
flash_full: Speicher voll: PC anschliessen
games_full: Zu viele offene Spiele: erst eins beenden
journal_full: Speicher voll: PC anschliessen
settings_unread: Einstellungen unlesbar
no_setting: Diese Einstellung gibt es nicht
setting_value: Dieser Wert geht nicht
no_field: Dieses Feld gibt es nicht
discs_only: Diese Federn taugen nur fuer Scheiben
reeds_need_none: Reeds brauchen keine Kalibrierung
not_calibrated: Erst das ganze Brett kalibrieren
no_material: Dieses Material gibt es nicht
calibration_size: Diese Kalibrierung passt nicht
calibration_piece: Diese Kalibrierung passt nicht
no_calibration: Diese Kalibrierung passt nicht
calibration_version: Diese Kalibrierung passt nicht
calibration_surface: Diese Kalibrierung passt nicht
calibration_form: Diese Kalibrierung passt nicht
calibration_length: Diese Kalibrierung passt nicht
calibration_sum: Diese Kalibrierung passt nicht
calibration_material: Diese Kalibrierung passt nicht
calibration_code: Diese Kalibrierung passt nicht
calibration_falls: Diese Kalibrierung passt nicht
memory_silent: Speicher der Platte antwortet nicht
memory_forgets: Speicher der Platte behaelt nichts
no_game: Dieses Spiel gibt es nicht
no_option: Das Spiel hat diese Option nicht
option_value: Dieser Wert geht nicht
option_needs: Diese Option braucht eine andere
goal_unreachable: Das Ziel ist nicht zu erreichen
depends_wrong: Nur ohne Startzahl, jeder Spieler einmal
no_word: ein Eintrag ist beschaedigt
illegal: ein Eintrag ist beschaedigt
hall_open: Feld {field}: Sensor offen
hall_restless: Feld {field}: nie ruhig
hall_drifts: Feld {field}: Wert laeuft weg
hall_loose: Feld {field}: Wackelkontakt
by_hand: Feld {field}: ihr antwortet dafuer
stack_leans: {field} lehnt an {on}
hall_shorted: Feld {field}: Sensor kurzgeschlossen
hall_dead: Feld {field}: Sensor tot
magnet_lost: Feld {field}: Magnet fehlt
platform_jammed: Feld {field}: ueberlastet oder klemmt
platform_off: Feld {field}: klemmt, oder neu kalibrieren
ground_jumps: Mux {mux}: Lampen heben Masse
reference_wrong: Multiplexer M{mux}: Stecker pruefen
references_gone: Kein Feld lesbar: Stecker der Platte pruefen
references_apart: Referenzen von M{mux} driften
half_supply_off: Sensorspannung falsch: Gewichte unsicher
thermistor_off: Thermistor offen oder kurzgeschlossen
converter_noisy: Wandler rauscht: mehr Felder unsicher
weights_rough: Nicht kalibriert: Gewichte ungenau
reed_masked: Feld {field}: ausgelassen
reed_wrong: Feld {field}: liest falsch
reed_chatters: Feld {field}: Reed prellt
reed_stuck: Feld {field}: Reed bleibt zu
tile_silent: Kachel {tile}: antwortet nicht: Stecker pruefen
chain_silent: Kein Reed antwortet: ersten Stecker pruefen
chain_grounded: Kein Reed lesbar: GP4 liegt auf Masse
chip_silent: Chip {chip} antwortet nicht
chain_unloaded: Kein Reed lesbar: GP5 und Stecker pruefen
supply_weak: Strom schwach: anderes Kabel oder Netzteil
lamps_dark: Erste dunkle Lampe suchen, sonst die Rueckleitung
surface_unsure: Platte unbekannt: Stecker pruefen
lines_joined: Adressleitungen verbunden: Felder lesen falsch
feed_stays: Sensoren immer unter Strom: GP19 pruefen
feed_leaks: Ein Sensor von M{mux} immer unter Strom
display_silent: Anzeige antwortet nicht
overlay_left_out: Das Image laeuft ohne Aenderungen: sie hielten das Brett zweimal an
settings_left_out: Einstellungen hielten das Brett zweimal an und gelten nicht: neu setzen
calibration_left_out: Kalibrierung hielt das Brett zweimal an: bitte kalibrieren
game_left_out: {title} hielt das Brett zweimal an. OK: nochmal, MENU: andere
"""
