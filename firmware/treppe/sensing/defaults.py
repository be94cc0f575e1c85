"""Settings of all kinds of sensors, by the kind's name: a settings file holds those of every surface.

SETTINGS with their defaults, LIMITS: least and greatest of those that are numbers.
"""

SETTINGS: dict = {
    "reed": {"reed_lift_scans": 3, "reed_place_scans": 15, "reed_masked": []},
    "cell": {"cell_sure_percent": 60, "cell_touch_cg": 400, "cell_lift_cg": 500, "cell_automatic": True},
}
LIMITS: dict = {
    "reed": {"reed_lift_scans": (1, 15), "reed_place_scans": (1, 15)},
    "cell": {"cell_sure_percent": (10, 100), "cell_touch_cg": (150, 550), "cell_lift_cg": (200, 900)},
}
