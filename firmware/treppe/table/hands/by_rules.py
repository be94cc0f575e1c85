"""Asks the rules what stands on fields whose weight alone leaves more than one value open.

So it is while play still teaches fields what they weigh. Loaded for that.
"""

from treppe.runtime import const
from treppe.table.hands.evidence import Evidence
from treppe.table.hands.explain import explain_image

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from treppe.table.hands.explanation import Explanation
    from treppe.table.types import Bytes, Job

_MOST_IMAGES = const(12)


def find_ways(evidence: Evidence, open_values: "dict[int, Bytes]") -> "Job":
    """Work out what may have happened, by what each of these fields may hold: a list of (values by field, Explanation).

    The position that counts is the only way if it is one. Nothing is found where hands have only begun, or too much is
    open.
    """
    position = evidence.position
    image, activity = bytearray(evidence.image), bytearray(evidence.activity)
    count = 1
    for field, values in open_values.items():
        activity[field] = 0  # QUIET
        count *= len(values)
        if position.image[field] in values:
            image[field] = position.image[field]
    if not position.differences(image, activity):
        return [({field: image[field] for field in open_values}, None)]
    ways: list[tuple[dict[int, int], Explanation | None]] = []
    for number in range(count if count <= _MOST_IMAGES else 0):
        values_now = {}
        for field, values in open_values.items():
            values_now[field] = image[field] = values[number % len(values)]
            number //= len(values)
        known = yield explain_image(position, image, activity, evidence.stamps, evidence.to_turn)
        if known and not (known.unexplained or known.choices):
            ways.append((values_now, known))
    return ways
