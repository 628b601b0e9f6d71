#!/usr/bin/env python3
"""Undo text that was decoded with the wrong code page: fix_mojibake.py [--legacy CODEPAGE] [FILE] > FIXED"""
import argparse
import sys

MAX_ROUNDS = 3


def as_bytes(text):
    """Encode as Windows does: CP1252, and the five bytes it leaves undefined as themselves."""
    out = bytearray()
    for character in text:
        try:
            out += character.encode("cp1252")
        except UnicodeEncodeError:
            out += character.encode("latin-1")
    return bytes(out)


def undo(text):
    """One wrong decoding less, or None when the text cannot have come from one."""
    try:
        earlier = as_bytes(text).decode("utf-8")
    except UnicodeError:
        return None
    return earlier if earlier != text else None


def repair(text):
    for _ in range(MAX_ROUNDS):
        earlier = undo(text)
        if earlier is None:
            break
        text = earlier
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--legacy", help="code page of lines that are not UTF-8, such as cp1252")
    options = parser.parse_args()
    source = open(options.file, "rb") if options.file else sys.stdin.buffer
    lines = changed = 0
    with source:
        for raw in source:
            lines += 1
            try:
                text = raw.decode("utf-8")
            except UnicodeDecodeError as error:
                if not options.legacy:
                    sys.exit(f"line {lines} is not UTF-8 (byte {error.start}); pass --legacy, for example cp1252")
                text = raw.decode(options.legacy)
            fixed = repair(text).encode("utf-8")
            changed += fixed != raw
            sys.stdout.buffer.write(fixed)
    print(f"changed={changed} lines={lines}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (OSError, LookupError, UnicodeDecodeError) as error:
        sys.exit(str(error))
