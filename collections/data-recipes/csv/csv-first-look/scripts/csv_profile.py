#!/usr/bin/env python3
"""Profile a delimited text file: csv_profile.py [--delimiter C] [--encoding E] FILE"""
import argparse
import codecs
import csv
import re
import sys
from collections import Counter

INTEGER = re.compile(r"[+-]?(0|[1-9]\d*)")
ZERO_LED = re.compile(r"0\d+")
DECIMAL = re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d*)?[eE][+-]?\d+)")
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?")
SLASH_DATE = re.compile(r"\d{1,2}[/.]\d{1,2}[/.]\d{2,4}")
KINDS = (
    ("digits-with-leading-zero", ZERO_LED),
    ("integer", INTEGER),
    ("decimal", DECIMAL),
    ("decimal-comma", DECIMAL_COMMA),
    ("iso-date", ISO_DATE),
    ("ambiguous-date", SLASH_DATE),
)


def kind_of(value):
    text = value.strip()
    for name, pattern in KINDS:
        if pattern.fullmatch(text):
            return name
    return "boolean" if text.lower() in ("true", "false") else "text"


def guess_encoding(start):
    """The codec to read with, and whether a byte order mark was seen."""
    if start.startswith(codecs.BOM_UTF8):
        return "utf-8-sig", True
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", True
    return "utf-8", False


def guess_delimiter(sample):
    try:
        return csv.Sniffer().sniff(sample, delimiters=",;\t|").delimiter
    except csv.Error:
        first = sample.split("\n", 1)[0]
        return max(",;\t|", key=first.count)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--delimiter")
    parser.add_argument("--encoding")
    options = parser.parse_args()
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))

    with open(options.file, "rb") as raw:
        encoding, bom = guess_encoding(raw.read(4))
    encoding = options.encoding or encoding
    with open(options.file, encoding=encoding, newline="") as text:
        sample = text.read(64 * 1024)
    delimiter = options.delimiter or guess_delimiter(sample)

    records = blank = broken_over_lines = 0
    ragged = []
    ragged_count = 0
    with open(options.file, encoding=encoding, newline="") as text:
        reader = csv.reader(text, delimiter=delimiter)
        header = next(reader, [])
        columns = [{"kinds": Counter(), "empty": 0, "examples": []} for _ in header]
        before = reader.line_num
        for record in reader:
            first_line, before = before + 1, reader.line_num
            if not record:
                blank += 1
                continue
            records += 1
            broken_over_lines += any("\n" in f or "\r" in f for f in record)
            if len(record) != len(header):
                ragged_count += 1
                if len(ragged) < 5:
                    ragged.append((first_line, len(record)))
            for column, value in zip(columns, record):
                if value.strip() == "":
                    column["empty"] += 1
                    continue
                column["kinds"][kind_of(value)] += 1
                if len(column["examples"]) < 3 and value not in column["examples"]:
                    column["examples"].append(value)
        lines = reader.line_num

    print(f"encoding={encoding} bom={'yes' if bom else 'no'} delimiter={delimiter!r} header_fields={len(header)}")
    print(f"lines={lines} records={records} blank={blank} records_with_line_breaks={broken_over_lines}")
    print(f"ragged={ragged_count} first_ragged={ragged}")
    print(f"{'column':16} {'filled':>7} {'empty':>6}  {'kinds':27} examples")
    for name, column in zip(header, columns):
        kinds = " ".join(f"{k}:{n}" for k, n in column["kinds"].most_common())
        examples = " ".join(repr(v[:24]) for v in column["examples"])
        print(f"{name[:16]:16} {sum(column['kinds'].values()):7} {column['empty']:6}  {kinds:27} {examples}")


if __name__ == "__main__":
    try:
        main()
    except UnicodeDecodeError as error:
        sys.exit(f"not valid {error.encoding} at byte {error.start}: pass --encoding, for example cp1252 or utf-16")
    except (csv.Error, OSError) as error:
        sys.exit(str(error))
