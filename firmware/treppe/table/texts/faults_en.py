"""Faults in English, short enough for the display: by their codes, see protocol.toml."""

TEXTS = """
hall_open: field {field}: sensor open
hall_shorted: field {field}: sensor shorted
hall_dead: field {field}: sensor dead
magnet_lost: field {field}: magnet lost
platform_jammed: field {field}: overloaded or jammed
platform_off: field {field}: jammed, or calibrate anew
reference_wrong: multiplexer M{mux}: look at its plug
references_gone: No field is read: look at the surface's plug
references_apart: References of M{mux} drift apart
half_supply_off: Sensors' supply is off: weights may be wrong
thermistor_off: Thermistor open or shorted
converter_noisy: Converter is noisy: more fields are unsure
weights_rough: Not calibrated: weights are rough
reed_masked: field {field}: left out
reed_wrong: field {field}: reads wrongly
reed_chatters: field {field}: reed chatters
reed_stuck: field {field}: reed stuck closed
tile_silent: tile {tile}: does not answer: look at its plug
chain_silent: No reed answers: look at the first plug
chain_unloaded: No reed is read: look at GP5 and its plug
supply_weak: Weak supply: another cable or supply
lamps_dark: Look for the first dark lamp; if none is, the return line
surface_unsure: Surface not known: look at its plug
lines_joined: Select lines joined: fields are read wrongly
feed_stays: Sensors are always fed: look at GP19
feed_leaks: A sensor of M{mux} is always fed
display_silent: Display does not answer
"""
