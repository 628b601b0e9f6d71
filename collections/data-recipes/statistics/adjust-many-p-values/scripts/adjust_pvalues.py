#!/usr/bin/env python3
"""Holm and Benjamini-Hochberg adjusted p-values: adjust_pvalues.py [FILE]   (lines "label p")"""
import sys


def holm(p):
    """Adjusted so that the chance of any false positive is controlled."""
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[index]))
        adjusted[index] = highest
    return adjusted


def benjamini_hochberg(p):
    """Adjusted so that the expected share of false positives is controlled."""
    order = sorted(range(len(p)), key=p.__getitem__, reverse=True)
    adjusted, lowest = [0.0] * len(p), 1.0
    for step, index in enumerate(order):
        lowest = min(lowest, len(p) / (len(p) - step) * p[index])
        adjusted[index] = lowest
    return adjusted


def main():
    with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as text:
        rows = [line.rsplit(None, 1) for line in text if line.strip()]
    labels, p = [row[0] for row in rows], [float(row[-1]) for row in rows]
    if any(not 0 <= value <= 1 for value in p):
        sys.exit("a p-value lies between 0 and 1")
    table = sorted(zip(p, labels, holm(p), benjamini_hochberg(p)))
    width = max([5, *map(len, labels)])
    print(f"{'label':{width}} {'p':>10} {'holm':>10} {'bh':>7}")
    for value, label, by_holm, by_bh in table:
        print(f"{label:{width}} {value:10.4f} {by_holm:10.4f} {by_bh:7.4f}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, IndexError) as error:
        sys.exit(str(error))
