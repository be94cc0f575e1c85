"""The copper that carries a part's heat away, as described; the proof of a board holds it against what is filled."""

from treppe_hardware.descriptions.boards import Board, Component

OTHER_SIDE = 0.5
"""What copper on the other side counts, which vias reach [E]."""
_MAKERS_BOARD_MM2 = 645.0
_FILLED = 0.8  # of a pour's rectangle is copper beside other tracks and pads [E]
_NEAR_MM = 3.0


def cooling_nets(component: Component) -> set[str]:
    """Return the nets whose copper carries a part's heat away: a regulator's output, both ends of a diode."""
    part = component.part
    pins = {pin for pair in part.conducts for pin in (pair if part.drop_volts else pair[1:])}
    return {component.net(pin) for pin in pins} if part.heat_k_per_w else set()


def copper_mm2(board: Board, component: Component, net: str) -> float:
    """Return the copper that cools a part: the pours of a net round its place, those of the other side by half."""
    at = component.at
    if at is None:
        return _MAKERS_BOARD_MM2  # not laid out: nobody knows
    area = 0.0
    for pour in board.pours:
        west, south, east, north = pour.area or (0.0, 0.0, *board.size_mm)
        if pour.net == net and west <= at[0] <= east and south - _NEAR_MM <= at[1] <= north + _NEAR_MM:
            sides = pour.layers
            parts = sum(1.0 if side == component.side else OTHER_SIDE for side in sides)
            area += parts * _FILLED * (east - west) * (north - south)
    return area
