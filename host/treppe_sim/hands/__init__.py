"""Simulated hands: clean ones, which do what an action asks for, and people's, which err and put it right."""

from treppe_sim.hands.hands import Hands
from treppe_sim.hands.movements import Movement, carry_out, repairs, script
from treppe_sim.hands.people import People
from treppe_sim.hands.traits import CLEAN, RATES

__all__ = ("CLEAN", "RATES", "Hands", "Movement", "People", "carry_out", "repairs", "script")
