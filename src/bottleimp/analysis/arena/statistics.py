"""Means and how sure they are.

Intervals are Student's: the mean, plus or minus the standard error times the quantile of the t
distribution with one degree of freedom less than there are values.  Values must be independent of
each other; rounds of one deal are not, so the arena averages them into one value for each deal.
Sums are exact before they are rounded (`math.fsum`), so the order of the values does not matter.

Such an interval is for a number of values that was fixed before.  Where one looks again and again
and stops at what one sees, `AnytimeEstimate` has a wider one, which holds at all looks at once: the
asymptotic confidence sequence by a Gaussian mixture of Waudby-Smith, Arbour, Sinha, Kennedy and
Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Annals of
Statistics 52 (2024), with the mixture that is narrowest at `NARROWEST_COUNT` values.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

CONFIDENCE = 0.95
MIN_ANYTIME_COUNT = 100  # of values, for which a confidence sequence is meant
NARROWEST_COUNT = 500  # of values, where a confidence sequence is narrowest for its count
BISECTIONS = 200  # more than a double can tell apart
FRACTION_TERMS = 300
FRACTION_PRECISION = 1e-15
TINY = 1e-300


@dataclass(frozen=True)
class Estimate:
    """A mean of so many independent values, with its standard error (infinite for one value).

    `fitted` is how many numbers were fitted to the values: one, where that is the mean itself.
    """

    mean: float
    standard_error: float
    count: int
    fitted: int = 1

    def half_width(self, confidence: float = CONFIDENCE) -> float:
        """Half the width of the interval that holds the true mean with this confidence."""
        if self.count <= self.fitted:  # one value says nothing about its spread
            return math.inf
        freedom = self.count - self.fitted
        return t_quantile((1 + confidence) / 2, freedom) * self.standard_error

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.half_width()

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + self.half_width()


class AnytimeEstimate(Estimate):
    """A mean whose interval holds however often one looked before, and why ever one stopped.

    Exact in the limit: it is meant for `MIN_ANYTIME_COUNT` values or more.
    """

    def half_width(self, confidence: float = CONFIDENCE) -> float:
        """Half the width of the confidence sequence at this count."""
        if self.count < 2:  # noqa: PLR2004 - one value says nothing about its spread
            return math.inf
        odds = -2 * math.log(1 - confidence)
        growth = self.count * (odds + math.log(odds + 1)) / NARROWEST_COUNT
        looks = 2 * (growth + 1) / growth * math.log(math.sqrt(growth + 1) / (1 - confidence))
        return self.standard_error * math.sqrt(looks)


def largest_share(found: Estimate) -> float:
    """The upper end of the interval of a share (0 to 1) near 0, or 0 in all that was seen.

    Student's interval is too narrow there.  This is Wilson's, for as many independent cases as have
    the standard error that was found; where none was seen, for one case for each value.  Values
    from 0 to 1 have at most the variance of `count - 1` independent cases.  A regression can
    estimate a share so small, or below 0, that the error looks larger than that; then `count - 1`
    cases are assumed.
    """
    share, z = max(found.mean, 0.0), t_quantile((1 + CONFIDENCE) / 2, max(found.count - 1, 1))
    variance, cases = found.standard_error**2, float(found.count)
    if variance and math.isfinite(variance):
        cases = max(share * (1 - share) / variance, cases - 1)
    middle = share + z * z / (2 * cases)
    width = z * math.sqrt(share * (1 - share) / cases + (z / (2 * cases)) ** 2)
    return min(1.0, (middle + width) / (1 + z * z / cases))


def smallest_share(found: Estimate) -> float:
    """The lower end of the interval of a share near 1, or 1 in all that was seen."""
    return 1 - largest_share(replace(found, mean=1 - found.mean))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of the values and its standard error; raises ValueError when there are none."""
    count = len(values)
    if not count:
        raise ValueError("There is no mean of no values.")
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, math.inf, 1)
    spread = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, math.sqrt(spread / count), count)


def anytime_estimate(values: Sequence[float]) -> AnytimeEstimate:
    """The same with an interval that holds at every look; raises ValueError as `estimate` does."""
    found = estimate(values)
    return AnytimeEstimate(found.mean, found.standard_error, found.count)


@cache  # hundreds of steps each, and a page asks for few of them hundreds of times
def t_quantile(probability: float, degrees_of_freedom: int) -> float:
    """The value that a t-distributed number stays below with this probability (0.5 to 1)."""
    if not 0.5 <= probability < 1:  # noqa: PLR2004
        raise ValueError(f"The probability must be from 0.5 to below 1, not {probability}.")
    if degrees_of_freedom < 1:
        raise ValueError(f"There must be at least one degree of freedom, not {degrees_of_freedom}.")
    low, high = 0.0, 1.0
    while t_probability(high, degrees_of_freedom) < probability:
        high *= 2
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if t_probability(middle, degrees_of_freedom) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_probability(value: float, degrees_of_freedom: int) -> float:
    """The chance that a t-distributed number stays below a value that is not negative."""
    if value == 0:
        return 0.5
    tail = incomplete_beta(
        degrees_of_freedom / (degrees_of_freedom + value * value), degrees_of_freedom / 2, 0.5
    )
    return 1 - tail / 2


def incomplete_beta(at: float, a: float, b: float) -> float:
    """The regularised incomplete beta function for 0 <= at <= 1 and positive a and b."""
    if at in (0, 1):
        return float(at)
    # The fraction converges fast below the mean; above it the mirror image does.
    if at > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - at, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logarithm + a * math.log(at) + b * math.log1p(-at)) / a
    return front * beta_fraction(at, a, b)


def beta_fraction(at: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    fraction, c, d = 1.0, 1.0, 0.0
    for term in range(FRACTION_TERMS):
        m = term // 2
        if term == 0:
            numerator = 1.0
        elif term % 2 == 0:
            numerator = m * (b - m) * at / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            numerator = -(a + m) * (a + b + m) * at / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / nonzero(1 + numerator * d)
        c = nonzero(1 + numerator / c)
        fraction *= c * d
        if abs(1 - c * d) < FRACTION_PRECISION:
            break
    return fraction - 1


def nonzero(number: float) -> float:
    """The number, or a tiny one in place of zero, so that one can divide by it."""
    return number if abs(number) > TINY else TINY
