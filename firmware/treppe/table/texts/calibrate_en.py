"""The texts of calibration in English, see texts/__init__.py: what is wanted, what is wrong, how it ended."""

TEXTS = """
clear: Clear the board
clear field: Clear field {0}
piece: Put piece {1} of 7 on the light
take off: Take all 7 pieces off
first tower: Put a tower of 7 on the light
one off: Take one piece off: {1} left
tower: Put the tower of 7 on each light: {1} left
again: 7 other pieces: a tower on each light, {1} left
check: Tower of 7 on each light: {1} left; END: enough
resume: {1} of {2} puts are done. OK: go on, END: begin anew
stop: Stop? {1} of {2} puts are kept. OK: stop, END: go on
lose: Stop? Nothing of it is kept. OK: stop, END: go on
taking: A calibration comes from the PC
done: All done. OK saves, END keeps the old one
good: All fields are good. OK
saving: Saving: do not switch off
not empty: {0} reads {2}: is it empty?
more: {0}: more than one piece
no tower: {0}: no tower of 7
count: {0}: really 7 pieces? Count, put once more
differs: {0}: the two towers differ, clear it
wrong piece: Piece {1} is {2:+.1f} g off: all off, once more
off: {0} is {2:+.1f} g off: lift, put once more
sweep: Magnet over each light; END: enough, OK: dead ones are left out
nothing tried: No field is tried yet
reeds_work: All reeds work
reeds_unseen: Never closed: {fields}
calibration_saved: Calibration saved
calibration_kept: The old calibration stays
calibration_once: Calibration saved, in one copy only: {why}
calibration_unsaved: Not saved, the old one stays: {why}
"""
