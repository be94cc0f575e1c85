"""Faults in English, short enough for the display: by a phrase of the full text, see complaints.py."""

TEXTS = """
part field: field
part tile: tile
part multiplexer: multiplexer
Hall output open: sensor open
Hall output shorted: sensor shorted
the Hall is dead: sensor dead
the magnet is lost: magnet lost
overloaded or jammed: overloaded or jammed
the empty platform reads: jammed, or calibrate anew
reed masked: left out
reads wrongly: reads wrongly
the reed is stuck closed: reed stuck closed
the reed chatters: reed chatters
of the reed chain: does not answer: look at its plug
/PL never loads: No reed is read: look at GP5 and its plug
MISO, /PL: No reed answers: look at the first plug
channel: reads its reference wrongly: look at its plug
no multiplexer reads: No field is read: look at the surface's plug
weights are rough: Not calibrated: weights are rough
half of it reads: Sensors' supply is off: weights may be wrong
the correction of heat: Thermistor open or shorted
references are noisy: Converter is noisy: more fields are unsure
 mV: Weak supply: another cable or supply
comes back on GP1: Look for the first dark lamp; if none is, the return line
GP28 reads as: Surface not known: look at its plug
are joined: Select lines joined: fields are read wrongly
its calibration cannot be read: Surface's memory does not answer
lamps and buttons do without: Display does not answer
the journal is full: Memory is full: connect a PC that fetches the games
of the journal is damaged: a record is damaged
no action of: a record is damaged
not legal here: a record is damaged
nothing to undo: a record is damaged
"""
