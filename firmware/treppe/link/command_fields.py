"""Commands and the types of their fields: made from protocol.toml by `make protocol`.

Types: f flag, c count, t text, h hex, l list of text, n list of text or null, o object, a any; `?`: may be missing.
"""

COMMANDS = """\
lease streams:l
ping
status
figures
frame
settings change:o? save:f?
set name:t value:a
button name:t is_long:f?
new game:t options:o? seats:n? starter:ct? clock:o?
unfinished
resume game:c?
choose word:t
play words:l laid:f?
want words:l
advise word:t kind:t why:o?
warn field:t? fields:l
undo count:c? turn:f? laid:f?
redo laid:f?
resign player:c? ask:f?
draw ask:f?
pause
discard game:c?
hints player:c? level:t
calibrate material:t? few:f?
check
field name:t?
load size:c at:c hex:h learned:f?
self_test empty:f?"""
