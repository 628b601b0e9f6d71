#!/usr/bin/env python3
"""Best approximate match for each name: match_names.py LEFT.csv RIGHT.csv --column NAME [--accept A] [--review R]"""
import argparse
import csv
import re
import sys
import unicodedata
from collections import defaultdict
from difflib import SequenceMatcher

DROP = {"inc", "ltd", "gmbh", "ag", "llc", "co", "the"}


def normal(text):
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(sorted(w for w in re.findall(r"\w+", text) if w not in DROP))


def blocks(text):
    """Keys under which two names are compared: the first two letters of each word."""
    return {word[:2] for word in text.split()}


def score(a, b):
    if re.findall(r"\d+", a) != re.findall(r"\d+", b):
        return 0.0
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def read(path, column):
    with open(path, encoding="utf-8-sig", newline="") as text:
        reader = csv.DictReader(text)
        if column not in (reader.fieldnames or []):
            sys.exit(f"{path}: no column {column!r}")
        return [row[column] for row in reader if row[column]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("left")
    parser.add_argument("right")
    parser.add_argument("--column", required=True)
    parser.add_argument("--accept", type=float, default=0.92)
    parser.add_argument("--review", type=float, default=0.75)
    options = parser.parse_args()

    candidates = defaultdict(set)
    right = [(name, normal(name)) for name in read(options.right, options.column)]
    for index, (_, text) in enumerate(right):
        for block in blocks(text):
            candidates[block].add(index)

    found = []
    for name in read(options.left, options.column):
        text = normal(name)
        near = set().union(*(candidates[block] for block in blocks(text) if block in candidates))
        best = max(((score(text, right[i][1]), -i) for i in near), default=None)
        if best and best[0] >= options.review:
            verdict = "accept" if best[0] >= options.accept else "review"
            found.append((best[0], verdict, name, right[-best[1]][0]))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("score", "verdict", "left", "right"))
    for value, verdict, left, match in sorted(found, key=lambda row: (-row[0], row[2])):
        out.writerow((f"{value:.3f}", verdict, left, match))


if __name__ == "__main__":
    main()
