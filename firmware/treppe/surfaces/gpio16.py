"""Starter at the Pico's own pins: generated from hardware/variants/gpio16.toml by `treppe hardware build`."""

from array import array

from treppe.surfaces import Names

# fmt: off
NAME = "start4"
TITLE = "Starter at the Pico's own pins"
SENSOR = "reed"
PIECES = "stones"
READER = "PICO"
COLUMNS = 4
ROWS = 4
FIELDS = 16
PITCH_MM10 = 400
WIDTH_MM = 160
HEIGHT_MM = 160
LIGHT_MA = 209
NAMES = Names(4, (
    "b2  e2  h2  k2  b5  e5  h5  k5  b8  e8  h8  k8  b11 e11 h11 k11 "
))
CHANNELS = (
    b"\x07\x06\x05\x04\x03\x02\x01\x00\x0f\x0e\x0d\x0c\x0b\x0a\x09\x08"
)
LAMPS = (
    b"\x00\x01\x02\x03\x07\x06\x05\x04\x08\x09\x0a\x0b\x0f\x0e\x0d\x0c"
)
X_MM10 = array("H", (
    b"\xc8\x00\x58\x02\xe8\x03\x78\x05\xc8\x00\x58\x02\xe8\x03\x78\x05\xc8\x00\x58\x02\xe8\x03\x78\x05"
    b"\xc8\x00\x58\x02\xe8\x03\x78\x05"
))
Y_MM10 = array("H", (
    b"\xc8\x00\xc8\x00\xc8\x00\xc8\x00\x58\x02\x58\x02\x58\x02\x58\x02\xe8\x03\xe8\x03\xe8\x03\xe8\x03"
    b"\x78\x05\x78\x05\x78\x05\x78\x05"
))
