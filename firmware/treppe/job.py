"""Work that takes longer than a frame, done piece by piece, so that sensors are still read in time.

It is written as generators. One that hands out None pauses; one that hands out another generator is resumed with what
that returns. They do not resume each other with `yield from`: a Pico's stack holds about thirty calls.
"""


def step(coroutine: list) -> bool:
    """Work up to the next pause; False when all is done.

    `coroutine` is a list: a generator, then those whose results it waits for.

        >>> def add(one, other):
        ...     yield  # a pause, in which sensors are read
        ...     return one + other
        >>> def work(found):
        ...     found.append((yield add(1, 2)))
        >>> found = []
        >>> coroutine = [work(found)]
        >>> step(coroutine), found
        (True, [])
        >>> step(coroutine), found
        (False, [3])
    """
    result = None
    while coroutine:
        try:
            other = coroutine[-1].send(result)
        except StopIteration as end:
            coroutine.pop()
            result = end.value
        else:
            if other is None:
                return True
            coroutine.append(other)
            result = None
    return False
