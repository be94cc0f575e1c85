"""What calibrations want, what is wrong, how they ended, for the display: made from codes.toml by `make protocol`."""

TEXTS = """
calibration_saved: Kalibrierung gesichert
calibration_once: Kalibrierung nur einmal gesichert: {why}
calibration_kept: Die alte Kalibrierung bleibt
calibration_unsaved: Nicht gesichert, die alte bleibt: {why}
reeds_work: Alle Reeds gehen
reeds_unseen: Nie geschlossen: {fields}
clear_board: Brett leeren
clear_field: Feld {field} leeren
put_piece: Stein {number} von 7 aufs Licht setzen
take_tower_off: Alle 7 Steine weg
put_first_tower: 7er-Turm aufs Licht setzen
take_one_off: Einen Stein weg: noch {left}
put_towers: 7er-Turm auf jedes Licht: noch {left}
put_other_towers: 7 andere Steine: ein Turm auf jedes Licht, noch {left}
check_towers: 7er-Turm auf jedes Licht: noch {left}; END: genug
move_magnet: Magnet ueber jedes Licht; END: genug, OK: tote weglassen
receive_calibration: Eine Kalibrierung kommt vom PC
calibration_done: Fertig. OK sichert, END behaelt die alte
calibration_done_without: Fertig ohne {fields}. OK sichert, END behaelt die alte
fields_left_out: Ausgelassen, siehe Diagnose: {fields}
field_moves: {field} kommt nicht zur Ruhe
check_passed: Alle Felder sind gut. OK
saving_calibration: Sichern: nicht ausschalten
resume_calibration: {done} von {all} sind gesetzt. OK: weiter, END: von vorn
stop_and_keep: Aufhoeren? {done} von {all} bleiben. OK: aufhoeren, END: weiter
stop_and_lose: Aufhoeren? Nichts davon bleibt. OK: aufhoeren, END: weiter
field_not_empty: {field} liest {reads}: leer?
turn_screw: {field} liest {reads}: leer? Schraube auf {wanted}
board_restless: {fields} Felder unruhig: Netzteil, Kabel, Tisch?
several_pieces: {field}: mehr als ein Stein
no_tower: {field}: kein 7er-Turm
count_pieces: {field}: wirklich 7 Steine? Zaehlen, nochmal setzen
towers_differ: {field}: die Tuerme sind verschieden, leeren
piece_off: Stein {number} weicht {off_g:+.1f} g ab: alle weg, nochmal
field_off: {field} weicht {off_g:+.1f} g ab: heben, nochmal setzen
nothing_tried: Noch kein Feld geprueft
"""
