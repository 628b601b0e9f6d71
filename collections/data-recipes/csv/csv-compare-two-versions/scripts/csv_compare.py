#!/usr/bin/env python3
"""Compare two CSV files by key: csv_compare.py --key COL[,COL] [--numeric COLS] [--tolerance T] [--ignore COLS] OLD NEW"""
import argparse
import csv
import sys


def names(text):
    return [name for name in (text or "").split(",") if name]


def fail(message):
    print(message, file=sys.stderr)
    raise SystemExit(2)


def load(path, key):
    with open(path, encoding="utf-8-sig", newline="") as text:
        reader = csv.DictReader(text)
        columns = reader.fieldnames or []
        missing = [name for name in key if name not in columns]
        if missing:
            fail(f"{path}: no column {', '.join(missing)}; it has {', '.join(columns)}")
        rows = {}
        for row in reader:
            if None in row or None in row.values():
                fail(f"{path}: line {reader.line_num} has another number of fields than the header")
            value = tuple(row[name] for name in key)
            if value in rows:
                fail(f"{path}: key {value} is not unique (line {reader.line_num}); choose a larger key")
            rows[value] = row
    return columns, rows


def same(column, old, new, options):
    if old == new:
        return True
    if column not in options.numeric:
        return False
    try:
        return abs(float(old) - float(new)) <= options.tolerance
    except ValueError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--key", type=names, required=True)
    parser.add_argument("--numeric", type=names, default=[])
    parser.add_argument("--ignore", type=names, default=[])
    parser.add_argument("--tolerance", type=float, default=0.0)
    options = parser.parse_args()
    old_columns, old = load(options.old, options.key)
    new_columns, new = load(options.new, options.key)
    for word, here, there in (("dropped", old_columns, new_columns), ("new", new_columns, old_columns)):
        for column in here:
            if column not in there:
                print(f"{word} column {column}")
    shared = [c for c in old_columns if c in new_columns and c not in options.key and c not in options.ignore]

    def label(value):
        return " ".join(f"{name}={part}" for name, part in zip(options.key, value))

    changed = unchanged = 0
    for value in sorted(old.keys() - new.keys()):
        print(f"removed  {label(value)}")
    for value in sorted(old.keys() & new.keys()):
        before, after = old[value], new[value]
        differing = [c for c in shared if not same(c, before[c], after[c], options)]
        if differing:
            changed += 1
            print(f"changed  {label(value)}  " + "; ".join(f"{c}: {before[c]!r} -> {after[c]!r}" for c in differing))
        else:
            unchanged += 1
    added = sorted(new.keys() - old.keys())
    for value in added:
        print(f"added    {label(value)}")
    removed = len(old.keys() - new.keys())
    print(f"summary: added={len(added)} removed={removed} changed={changed} unchanged={unchanged}")
    different = added or removed or changed or set(old_columns) != set(new_columns)
    raise SystemExit(1 if different else 0)


if __name__ == "__main__":
    try:
        main()
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        fail(str(error))
