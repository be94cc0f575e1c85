cimport cython
from treppe.games cimport state as rules

cdef double ALONE, APART, WORTH

@cython.locals(position=bytearray, left=double, columns=int, rows=int, squares=int, alone=int, cell=int, colour=int, column=int, row=int, apart=double)
cpdef list chances(rules.State state)
@cython.locals(column=int)
cdef bint _has_company(bytearray position, int cell, int colour)
