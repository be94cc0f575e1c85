"""What calibrations want, what is wrong, how they ended, for the display: made from codes.toml by `make protocol`."""

TEXTS = """
calibration_saved: Calibration saved
calibration_once: Calibration saved, in one copy only: {why}
calibration_kept: The old calibration stays
calibration_unsaved: Not saved, the old one stays: {why}
reeds_work: All reeds work
reeds_unseen: Never closed: {fields}
clear_board: Clear the board
clear_field: Clear field {field}
put_piece: Put piece {number} of 7 on the light
take_tower_off: Take all 7 pieces off
put_first_tower: Put a tower of 7 on the light
take_one_off: Take one piece off: {left} left
put_towers: Put the tower of 7 on each light: {left} left
put_other_towers: 7 other pieces: a tower on each light, {left} left
check_towers: Tower of 7 on each light: {left} left; END: enough
move_magnet: Magnet over each light; END: enough, OK: dead ones are left out
receive_calibration: A calibration comes from the PC
calibration_done: All done. OK saves, END keeps the old one
calibration_done_without: Done without {fields}. OK saves, END keeps the old one
fields_left_out: Left out, see the doctor: {fields}
field_moves: {field} does not come to rest
check_passed: All fields are good. OK
saving_calibration: Saving: do not switch off
resume_calibration: {done} of {all} placements are done. OK: go on, END: begin anew
stop_and_keep: Stop? {done} of {all} placements are kept. OK: stop, END: go on
stop_and_lose: Stop? Nothing of it is kept. OK: stop, END: go on
field_not_empty: {field} reads {reads}: is it empty?
turn_screw: {field} reads {reads}: empty? Screw to {wanted}
board_restless: {fields} fields restless: supply, cables, table?
several_pieces: {field}: more than one piece
no_tower: {field}: no tower of 7
count_pieces: {field}: really 7 pieces? Count, put once more
towers_differ: {field}: the two towers differ, clear it
piece_off: Piece {number} is {off_g:+.1f} g off: all off, once more
field_off: {field} is {off_g:+.1f} g off: lift, put once more
nothing_tried: No field is tried yet
"""
