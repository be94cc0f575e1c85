"""Estimates of a few numbers, made better by each measurement: a Kalman filter."""

from collections.abc import Sequence
from math import sqrt


class Belief:
    """Numbers with their covariance. A measurement is a weighted sum of them, and a row holds its weights."""

    __slots__ = ("covariance", "means")

    def __init__(self, means: Sequence[float], variances: Sequence[float]) -> None:
        self.means = list(means)
        self.covariance = [[0.0] * len(means) for _ in means]
        for number, variance in enumerate(variances):
            self.covariance[number][number] = variance

    def copy(self) -> "Belief":
        other = Belief(self.means, ())
        other.covariance = [list(line) for line in self.covariance]
        return other

    def mean(self, row: Sequence[float]) -> float:
        """Return what a measurement is expected to be."""
        return sum(weight * mean for weight, mean in zip(row, self.means, strict=True))

    def variance(self, row: Sequence[float]) -> float:
        """Return the variance of what is expected."""
        return sum(weight * share for weight, share in zip(row, self._shares(row), strict=True))

    def sigmas(self, row: Sequence[float], value: float, variance: float) -> float:
        """Return by how many standard deviations a measurement is off."""
        return (value - self.mean(row)) / sqrt(self.variance(row) + variance)

    def measure(self, row: Sequence[float], value: float, variance: float) -> None:
        """Learn from a measurement, itself off by a variance."""
        shares = self._shares(row)
        total = variance + sum(weight * share for weight, share in zip(row, shares, strict=True))
        part = (value - self.mean(row)) / total
        self.means = [mean + share * part for mean, share in zip(self.means, shares, strict=True)]
        for line, share in zip(self.covariance, shares, strict=True):
            for number, other in enumerate(shares):
                line[number] -= share * other / total

    def change(self, number: int, part: float, variance: float) -> None:
        """Multiply one of the numbers by `part`, and add a variance to its own; part 0 draws it anew."""
        self.means[number] *= part
        for line in self.covariance:
            line[number] *= part
        self.covariance[number] = [part * each for each in self.covariance[number]]
        self.covariance[number][number] += variance

    def _shares(self, row: Sequence[float]) -> list[float]:
        return [sum(weight * each for weight, each in zip(row, line, strict=True)) for line in self.covariance]
