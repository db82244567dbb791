#!/usr/bin/env python3
"""The match runner's own share of the processor: `chariot match --nodes 1`, two games at a time.

    overhead.py [--chariot PATH] [--seconds S]

Chariot plays itself, so that both the engines and the runner cost as little as they can. Prints, for
both games, the share of the runner in the time on the processor of the runner and its engines
together. Linux only: the times are the scheduler's own, from /proc.
"""

import argparse
import os
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPENINGS = {"chess": "chess-openings.epd", "xiangqi": "xiangqi-openings.txt"}
# Until all engines run and the first games are over.
WARM_UP = 2


def children(pid):
    """The processes that this one has started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def on_processor(pid):
    """Seconds on the processor of all threads of a process, those that have ended included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(chariot, game, seconds):
    """Seconds on the processor of the runner and of its engines."""
    command = [chariot, "match", "--game", game, "--nodes", "1", "--concurrency", "2"]
    command += ["--games", "1000000", "--openings", ROOT / "tests/data" / OPENINGS[game]]
    command += ["--engine", f"cmd={chariot} name=first", "--engine", f"cmd={chariot} name=second"]
    runner = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        time.sleep(WARM_UP)
        engines = children(runner.pid)
        if len(engines) != 4:
            raise SystemExit(f"{len(engines)} engines run: expected 4")
        before = [on_processor(pid) for pid in [runner.pid, *engines]]
        time.sleep(seconds)
        after = [on_processor(pid) for pid in [runner.pid, *engines]]
    finally:
        runner.send_signal(signal.SIGINT)
        runner.wait()
    spent = [end - start for start, end in zip(before, after)]
    return spent[0], sum(spent[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chariot", default=ROOT / "target/release/chariot")
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    print("| game | runner | four engines | runner's share |")
    print("|---|---|---|---|")
    for game in OPENINGS:
        own, engines = measure(args.chariot, game, args.seconds)
        share = 100 * own / (own + engines)
        print(f"| {game} | {own:.2f} s | {engines:.2f} s | {share:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
