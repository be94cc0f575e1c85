cimport cython
from treppe.games.tor cimport rules
from treppe.games.host.shares cimport own_shares, shares
cdef double ENTERED, ENTRY, TURN, USUAL
cdef int _SUPPLY, _GATE
cdef bytes _CENTRES, _GATE_OF
@cython.locals(position=bytearray, players=int, rows=list, columns=list, cells=list, scores=list, player=int, entered=int, entries=int, score=double)
cpdef list chances(rules.State state, double regard=*)
@cython.locals(one=int, other=int, count=int, first=int, index=int, target=int, row=int, column=int, enemy=int, in_row=int, in_column=int)
cdef int _entries(bytearray position, int start, int shape, int player, int partner, int players, list rows, list columns)
@cython.locals(cells=list, rows=list, columns=list, cell=int, piece=int)
cdef tuple _lines(bytearray position)
@cython.locals(position=bytearray, partner=int, entries=int, start=int, piece=int)
cdef int _count_entries(rules.State state, int player, list cells, list rows, list columns)
