"""`make bench-cell`: ten simulated cells of each material go through `treppe hardware cell`; is what it finds true?

Exit status not 0 if a parameter is further off than it may be.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "support"), str(Path(__file__).parents[1] / "hardware")]

# ruff: noqa: E402
from test_cell import run_trial
from treppe_hardware.cell.run import fit
from treppe_sim.parameters import PARAMETERS

CELLS = 10
# What may be off at most: parts of the true value, or (gap) millimetres. Creep of steel is too little to be timed.
MOST = {"spring": 0.03, "gap": 0.2, "friction": 0.5, "zeta": 0.05, "creep": 0.1, "tau": 0.15}


def errors_of(variant: str, seed: int) -> dict[str, float]:
    """Return by how much each parameter of one cell is found wrong."""
    monitor, steps = run_trial(variant, seed, creep_s=600.0)
    found, true = fit(steps), PARAMETERS["variants"][variant]
    errors = {
        "spring": found.spring_g_per_mm / monitor.cell.spring_g_per_mm - 1,
        "gap": found.gap_mm - monitor.cell.gap_mm,
        "friction": found.friction_g / true["hysteresis_g"] - 1,
        "zeta": found.zeta / PARAMETERS["cell"]["zeta_at_full_load"] - 1,
    }
    if variant != "steel":
        errors["creep"] = found.creep_fraction / true["creep_fraction"] - 1
        errors["tau"] = found.creep_tau_s / PARAMETERS["creep_tau_s"] - 1
    return errors


def main() -> int:
    is_missed = False
    for variant in ("steel", "fr4", "petg"):
        all_errors = [errors_of(variant, seed) for seed in range(CELLS)]
        for name in all_errors[0]:
            off = sorted((errors[name] for errors in all_errors), key=abs)
            is_far = abs(off[-1]) > MOST[name]
            is_missed |= is_far
            mark = "  MISSED" if is_far else ""
            print(f"{variant:6} {name:9} half within {abs(off[CELLS // 2]):6.3f}, worst {off[-1]:+6.3f}, "
                  f"may be {MOST[name]}{mark}")  # fmt: skip
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
