cimport cython
from treppe.games.seven cimport supply

cdef int _CELLS, _PHASE, _EFFECT, _DRAWN, _COUNT, _PATH, _LAYS, _COUNTS, _CHOOSES, _KEEPS_AID, _KEEPS_VICTORY, _PUTS_BACK
cdef int _STOP, _KEEP, _CHANGE, _DRAW_AID, _DRAW_VICTORY, _PLAY, _PLAY_KIND, _AID_KIND, TAKE, _MOVE, PUT, ALONE
cdef bytes _AROUND

cdef class State(supply.Supply):
    cdef public bytes colours
    cdef public tuple cells_of

    @cython.locals(position=bytearray, phase=int, actions=list, aids=list)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, player=int, count=int, effect=int, cells=list, hand=int, last=int, top=int, low=int, path=bytes, cell=int, seven=bytes, lowest=int)
    cpdef list _next_cells(self)
    @cython.locals(position=bytearray, player=int, phase=int, points=int, sort=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray)
    cpdef _lay(self, int player, int cell)
    @cython.locals(position=bytearray, cell=int)
    cpdef _score(self, int player, int points)
    @cython.locals(position=bytearray, cell=int, other=int)
    cpdef _collapse(self)
