cimport cython
ctypedef unsigned long long Bits
cdef Bits _MIX, _ALL
cdef int _BITS, _BEYOND
cdef class Prover:
    cdef public long long nodes, most
    cdef unsigned short[::1] reaches, gaps
    cdef Bits[::1] keys, results
    @cython.locals(mine=Bits, theirs=Bits, free=Bits, origins=Bits, can_move=bint, centre=int, ends=Bits, odd=Bits, even=Bits, key=Bits, slot=Bits, kept=Bits, first=Bits, no_win=Bits, no_loss=Bits, best=int, chosen=Bits, bars=Bits, part=int, end=Bits, flip=Bits, after=Bits, found=int)
    cpdef int search(self, Bits own, Bits other, Bits due, int depth, int low, int high)
