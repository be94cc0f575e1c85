cimport cython

cpdef seed(bytearray position, int place, unsigned long value)
@cython.locals(low=int, high=int, limit=int, other=int, last=int)
cpdef shuffle(bytearray position, int place, bytearray items, int first, int count)
