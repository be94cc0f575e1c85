cimport cython
from treppe.games.aufstellen cimport rules
from treppe.games.host.shares cimport shares
cdef tuple HOPES, BARRED
@cython.locals(position=bytearray, scores=list, line=tuple, first=int, second=int, centre=int, piece=int)
cpdef list chances(rules.State state)
