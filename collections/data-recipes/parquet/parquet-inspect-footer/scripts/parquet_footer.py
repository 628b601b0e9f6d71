#!/usr/bin/env python3
"""Print what the footer of a Parquet file says: parquet_footer.py FILE...  Standard library only; reads no data pages."""
import struct
import sys

TYPES = ("BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY")
CODECS = ("none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4_raw")
REPETITION = ("required", "optional", "repeated")
CONVERTED = {0: "string", 5: "decimal", 6: "date", 7: "time(ms)", 9: "timestamp(ms)", 10: "timestamp(us)",
             11: "uint8", 12: "uint16", 13: "uint32", 14: "uint64", 15: "int8", 16: "int16", 17: "int32", 18: "int64", 19: "json"}
LOGICAL = {1: "string", 2: "map", 3: "list", 4: "enum", 6: "date", 11: "null", 12: "json", 13: "bson", 14: "uuid", 15: "float16"}


class Compact:
    """Reads Thrift's compact protocol into dicts keyed by field number, and lists."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            part = self.byte()
            value |= (part & 0x7F) << shift
            if part < 0x80:
                return value
            shift += 7

    def zigzag(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def value(self, kind):
        if kind in (1, 2):
            return kind == 1
        if kind == 3:
            return self.byte()
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 7:
            self.at += 8
            return struct.unpack_from("<d", self.data, self.at - 8)[0]
        if kind == 8:
            size = self.varint()
            self.at += size
            return self.data[self.at - size : self.at]
        if kind in (9, 10):
            head = self.byte()
            size = head >> 4 if head >> 4 != 15 else self.varint()
            if head & 15 in (1, 2):
                return [self.byte() == 1 for _ in range(size)]
            return [self.value(head & 15) for _ in range(size)]
        if kind == 12:
            return self.struct()
        raise ValueError(f"thrift type {kind} is not expected in a Parquet footer")

    def struct(self):
        fields, number = {}, 0
        while (head := self.byte()) != 0:
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            fields[number] = self.value(head & 15)
        return fields


def read_footer(path):
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        if size < 12:
            raise ValueError(f"only {size} bytes: not a Parquet file, or the writer never closed it")
        file.seek(-8, 2)
        length, magic = struct.unpack("<I4s", file.read(8))
        if magic == b"PARE":
            raise ValueError("the footer is encrypted")
        if magic != b"PAR1" or length > size - 12:
            raise ValueError("does not end in PAR1: truncated, still being written, or not Parquet")
        file.seek(-8 - length, 2)
        return Compact(file.read(length)).struct()


def logical(element):
    kinds = element.get(10, {})
    for number, details in kinds.items():
        if number in LOGICAL:
            return LOGICAL[number]
        if number == 5:
            return f"decimal({details.get(2)},{details.get(1)})"
        if number in (7, 8):
            unit = {1: "ms", 2: "us", 3: "ns"}[next(iter(details[2]))]
            return f"{'time' if number == 7 else 'timestamp'}({unit}, {'UTC' if details[1] else 'local'})"
        if number == 10:
            return f"{'' if details.get(2) else 'u'}int{details.get(1)}"
    return CONVERTED.get(element.get(6), "")


def shown(raw, physical):
    if raw is None:
        return "-"
    if physical in (1, 2, 4, 5) and len(raw) in (4, 8):
        return str(struct.unpack("<" + {1: "i", 2: "q", 4: "f", 5: "d"}[physical], raw)[0])
    return repr(raw[:20].decode("utf-8", "replace"))


def report(path):
    footer = read_footer(path)
    writer = footer.get(6, b"?").decode("utf-8", "replace")
    groups = footer[4]
    print(f"file={path} rows={footer[3]} row_groups={len(groups)} written_by={writer!r}")
    depth = []
    for element in footer[2][1:]:
        kind = element.get(1)
        physical = "group" if kind is None else TYPES[kind]
        name = "  " * len(depth) + element[4].decode("utf-8", "replace")
        print(f"column {name:20} {REPETITION[element.get(3, 0)]:8} {physical:10} {logical(element)}".rstrip())
        if depth:
            depth[-1] -= 1
        if element.get(5):
            depth.append(element[5])
        while depth and depth[-1] == 0:
            depth.pop()
    for index, group in enumerate(groups):
        print(f"group {index} rows={group[3]} bytes={group[2]}")
        for chunk in group[1]:
            meta = chunk[3]
            stats = meta.get(12, {})
            name = ".".join(part.decode("utf-8", "replace") for part in meta[3])
            low, high = stats.get(6, stats.get(2)), stats.get(5, stats.get(1))
            print(f"  {name:20} {CODECS[meta[4]]:6} stored={meta[7]} raw={meta[6]} nulls={stats.get(3, '-')} "
                  f"min={shown(low, meta[1])} max={shown(high, meta[1])}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    failed = False
    for name in sys.argv[1:]:
        try:
            report(name)
        except (OSError, ValueError, KeyError, IndexError, struct.error) as error:
            failed = True
            print(f"{name}: {error}", file=sys.stderr)
    sys.exit(1 if failed else 0)
