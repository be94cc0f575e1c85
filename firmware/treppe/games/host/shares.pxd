cimport cython
@cython.locals(best=double, total=double, first=double)
cpdef list shares(list scores)
@cython.locals(score=double, rest=double, usually=double, player=int, other=int)
cpdef list own_shares(list scores, double regard, double usual)
