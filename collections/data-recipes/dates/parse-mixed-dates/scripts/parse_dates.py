#!/usr/bin/env python3
"""ISO dates from a column of date texts: parse_dates.py [--order day|month] [--epoch 1900|1904] [FILE]"""
import argparse
import re
import sys
from datetime import date, datetime, timedelta

NUMERIC = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})")
ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?")
SERIAL = re.compile(r"\d{4,5}(?:\.\d+)?")
NAMED = ("%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%d-%b-%Y")
EPOCHS = {"1900": date(1899, 12, 30), "1904": date(1904, 1, 1)}


def exists(year, month, day):
    try:
        return date(year, month, day)
    except ValueError:
        return None


def readings(text):
    """The dates a numeric text may mean, as (day first, month first)."""
    found = NUMERIC.fullmatch(text)
    if not found:
        return None
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    return exists(year, second, first), exists(year, first, second)


def parse(text, order, epoch):
    both = readings(text)
    if both:
        return both[0 if order == "day" else 1], "numeric"
    iso = ISO.fullmatch(text)
    if iso:
        return exists(int(iso[1]), int(iso[2]), int(iso[3])), "iso"
    if SERIAL.fullmatch(text):
        return EPOCHS[epoch] + timedelta(days=int(float(text))), "serial"
    for form in NAMED:
        try:
            return datetime.strptime(text, form).date(), "named"
        except ValueError:
            continue
    return None, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--order", choices=("day", "month"))
    parser.add_argument("--epoch", choices=EPOCHS, default="1900")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8-sig") if options.file else sys.stdin as lines:
        values = [line.strip() for line in lines if line.strip()]

    day_only = month_only = either = 0
    for both in filter(None, map(readings, values)):
        if both[0] and both[1]:
            either += 1
        elif both[0]:
            day_only += 1
        elif both[1]:
            month_only += 1
    order = options.order or ("day" if day_only else "month" if month_only else None)
    print(f"# day_first_only={day_only} month_first_only={month_only} either={either} order={order or 'undecided'}")
    if not options.order and day_only and month_only:
        print("the column mixes day-first and month-first values; split it by source or pass --order", file=sys.stderr)
        return 2
    if order is None and either:
        print("no value tells day from month; pass --order day or --order month", file=sys.stderr)
        return 2
    for text in values:
        when, how = parse(text, order, options.epoch)
        print(f"{when.isoformat()} {how} {text}" if when else f"- unparsed {text}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(str(error))
