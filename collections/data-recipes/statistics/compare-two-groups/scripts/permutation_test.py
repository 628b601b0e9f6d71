#!/usr/bin/env python3
"""Permutation test for a difference of means: permutation_test.py [--paired] [--rounds N] [--seed S] A B   (one number per line)"""
import argparse
import itertools
import math
import random
import statistics
import sys

MAX_EXACT = 50_000


def read(path):
    with open(path, encoding="utf-8") as text:
        return [float(line) for line in text if line.strip()]


def mean(values):
    return math.fsum(values) / len(values)


def share(observed, splits):
    """Share of splits at least as extreme, with slack for rounding."""
    count = total = 0
    for value in splits:
        total += 1
        count += abs(value) >= abs(observed) - 1e-12 * max(1.0, abs(observed))
    return count, total


def unpaired(a, b, rounds, rng):
    pool, n = a + b, len(b)
    whole = math.fsum(pool)

    def difference(sum_b):
        return sum_b / n - (whole - sum_b) / len(a)

    observed = mean(b) - mean(a)
    if math.comb(len(pool), n) <= MAX_EXACT:
        count, total = share(observed, (difference(math.fsum(pick)) for pick in itertools.combinations(pool, n)))
        return observed, count / total, f"exact splits={total}"
    count, total = share(observed, (difference(math.fsum(rng.sample(pool, n))) for _ in range(rounds)))
    return observed, (count + 1) / (total + 1), f"sampled splits={total}"


def paired(differences, rounds, rng):
    n, observed = len(differences), mean(differences)
    if 2**n <= MAX_EXACT:
        signs = itertools.product((1, -1), repeat=n)
        count, total = share(observed, (mean([s * d for s, d in zip(row, differences)]) for row in signs))
        return observed, count / total, f"exact splits={total}"
    flips = (mean([d if rng.random() < 0.5 else -d for d in differences]) for _ in range(rounds))
    count, total = share(observed, flips)
    return observed, (count + 1) / (total + 1), f"sampled splits={total}"


def interval(statistic, rounds):
    values = sorted(statistic() for _ in range(rounds))
    cuts = statistics.quantiles(values, n=40, method="inclusive")
    return f"ci95=[{cuts[0]:.3f}, {cuts[-1]:.3f}]"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--paired", action="store_true")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    a, b, rng = read(options.a), read(options.b), random.Random(options.seed)
    if len(a) < 2 or len(b) < 2:
        sys.exit("each group needs at least two numbers")
    if options.paired:
        if len(a) != len(b):
            sys.exit(f"paired groups must be of equal length, not {len(a)} and {len(b)}")
        d = [y - x for x, y in zip(a, b)]
        observed, p, how = paired(d, options.rounds, rng)
        ci = interval(lambda: mean(rng.choices(d, k=len(d))), options.rounds)
        print(f"paired n={len(d)} mean_difference={observed:.3f} {ci} p={p:.4f} {how}")
    else:
        observed, p, how = unpaired(a, b, options.rounds, rng)
        ci = interval(lambda: mean(rng.choices(b, k=len(b))) - mean(rng.choices(a, k=len(a))), options.rounds)
        print(f"unpaired n={len(a)},{len(b)} mean_a={mean(a):.3f} mean_b={mean(b):.3f} difference={observed:.3f} {ci} p={p:.4f} {how}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(str(error))
