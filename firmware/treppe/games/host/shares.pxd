cimport cython
@cython.locals(best=double, total=double, first=double)
cpdef list shares(list scores)
