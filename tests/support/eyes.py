"""How far apart two colours are to the eye, also with the common colour-vision deficiencies."""

import math

# Machado, Oliveira, Fernandes 2009, severity 1: linear red, green, blue as somebody with the deficiency sees them.
DEFICIENCIES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
JUST_DISTINCT = 20  # CIE76; 2.3 is the least that anybody sees


def lab(colour, deficiency="none"):
    """Return a colour's lightness and chroma as somebody with the deficiency sees it, CIE L*a*b*."""
    linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    red, green, blue = (max(0, sum(w * p for w, p in zip(row, linear))) for row in DEFICIENCIES[deficiency])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other, deficiency="none"):
    """Return how far apart two colours are, CIE76."""
    return math.dist(lab(one, deficiency), lab(other, deficiency))


def contrast(one, other):
    """Return the contrast of a text and its ground, 1 to 21, as WCAG 2 has it."""
    lightness = []
    for colour in (one, other):
        linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
        lightness.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lightness) / min(lightness)
