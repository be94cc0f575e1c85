"""English words for the board's codes and their values; the codes' own stand beside them, in `codes.toml`."""

from treppe_host.words import doctor_en, failures_en


class CodeTexts:
    """Words for codes and their values; another language's are an object with its own tables."""

    LANGUAGE = "en"
    CODES: dict[str, str]
    ADVICE = doctor_en.ADVICE
    FAILURES = failures_en.FAILURES
    FINDINGS = doctor_en.FINDINGS
    PARTS = doctor_en.PARTS
    SURFACES = {
        "reed12": "the reed surface",
        "square7": "the tower surface",
        "hex49": "the hexagonal surface",
        "start4": "the small surface",
    }
    MATERIALS = {"steel": "steel", "fr4": "circuit board (FR4)", "petg": "PETG"}
    PIECES = {
        "O": "ball",
        "B": "brick",
        "D": "disc",
        "S": "square",
        "T": "triangle",
        "C": "cylinder",
        "P": "piece",
        "W": "white",
        "N": "stone",
    }
