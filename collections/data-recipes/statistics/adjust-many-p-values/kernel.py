"""Adjusted p-values for a table that is already in memory: `holm`, `benjamini_hochberg`, `adjusted`."""


def _checked(p):
    values = [float(value) for value in p]
    # A missing p (NaN) compares as false with everything and would slip through a plain test of the bounds.
    if any(not 0 <= value <= 1 for value in values):
        raise ValueError("a p-value lies between 0 and 1; leave out the tests that have none")
    return values


def holm(p):
    """Adjusted so that the chance of any false positive is controlled. In the order given."""
    values = _checked(p)
    adjusted, highest = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[index]))
        adjusted[index] = highest
    return adjusted


def benjamini_hochberg(p):
    """Adjusted so that the expected share of false positives is controlled. In the order given."""
    values = _checked(p)
    adjusted, lowest = [0.0] * len(values), 1.0
    for step, index in enumerate(sorted(range(len(values)), key=values.__getitem__, reverse=True)):
        lowest = min(lowest, len(values) / (len(values) - step) * values[index])
        adjusted[index] = lowest
    return adjusted


def adjusted(tests, level=0.05):
    """`tests` maps a label to its p. One row a test, smallest p first: label, p, holm, bh, and which survive `level`."""
    labels = sorted(tests, key=tests.__getitem__)
    p = [tests[label] for label in labels]
    rows = zip(labels, p, holm(p), benjamini_hochberg(p))
    return [
        {"label": label, "p": raw, "holm": by_holm, "bh": by_bh, "holm_survives": by_holm <= level, "bh_survives": by_bh <= level}
        for label, raw, by_holm, by_bh in rows
    ]
