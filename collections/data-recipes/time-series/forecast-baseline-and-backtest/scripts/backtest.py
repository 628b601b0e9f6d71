#!/usr/bin/env python3
"""Rolling-origin errors of simple forecasts: backtest.py [--season S] [--horizon H] [--start N] [--show] FILE"""
import argparse
import math
import statistics
import sys


def last(history, horizon, season):
    return [history[-1]] * horizon


def seasonal(history, horizon, season):
    return [history[-season + step % season] for step in range(horizon)]


def drift(history, horizon, season):
    slope = (history[-1] - history[0]) / (len(history) - 1)
    return [history[-1] + slope * (step + 1) for step in range(horizon)]


def mean(history, horizon, season):
    return [statistics.fmean(history)] * horizon


METHODS = (last, seasonal, drift, mean)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--season", type=int, default=7, help="length of the season in rows")
    parser.add_argument("--horizon", type=int, default=1, help="rows to forecast at each origin")
    parser.add_argument("--start", type=int, help="rows known at the first origin; default two seasons")
    parser.add_argument("--show", action="store_true", help="print the forecasts of each origin")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as text:
        values = [float(line) for line in text if line.strip()]
    season, horizon = options.season, options.horizon
    start = options.start or 2 * season
    if min(season, horizon) < 1 or start <= season:
        sys.exit("season and horizon must be positive, and start larger than one season")
    origins = range(start, len(values) - horizon + 1)
    if len(origins) == 0:
        sys.exit(f"{len(values)} values are too few for start={start} and horizon={horizon}")

    errors = {method.__name__: [] for method in METHODS}
    scales = []
    for origin in origins:
        history, future = values[:origin], values[origin : origin + horizon]
        scales.append(statistics.fmean(abs(a - b) for a, b in zip(history[season:], history)))
        for method in METHODS:
            forecast = method(history, horizon, season)
            if options.show:
                print(f"origin={origin} {method.__name__} " + " ".join(f"{v:.2f}" for v in forecast))
            errors[method.__name__] += [f - v for f, v in zip(forecast, future)]

    scale = statistics.fmean(scales)
    print(f"origins={len(origins)} horizon={horizon} season={season}")
    print(f"{'method':14} {'mae':>6} {'rmse':>7} {'mase':>6}")
    for name, values_of in errors.items():
        mae = statistics.fmean(map(abs, values_of))
        rmse = math.sqrt(statistics.fmean(e * e for e in values_of))
        mase = f"{mae / scale:6.2f}" if scale else "     -"
        print(f"{name:14} {mae:6.2f} {rmse:7.2f} {mase}")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(str(error))
