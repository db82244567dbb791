#!/usr/bin/env python3
"""Speed beside other engines on the same machine, in one run.

    peers.py [--chariot PATH] [--runs N] [--seconds S]

Prints two tables: perft (alternating runs, medians), and nodes per second of a search of the start
position. Needs the programs stockfish and fairy-stockfish (Debian packages of these names).
"""

import argparse
import os
import statistics
import subprocess
import time

STOCKFISH = "/usr/games/stockfish"
FAIRY = "/usr/games/fairy-stockfish"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Engine:
    """An engine that answers over UCI."""

    def __init__(self, command, *options):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, bufsize=1, **pipes)
        self.send("uci")
        self.until("uciok")
        for name, value in options:
            self.send(f"setoption name {name} value {value}")
        self.send("isready")
        self.until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, start):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(start):
                return lines
        raise SystemExit(f"{self.process.args} ended before '{start}'")

    def close(self):
        self.send("quit")
        self.process.wait(timeout=10)


def perft(command, options, position, depth):
    """Seconds and nodes of `go perft`."""
    engine = Engine(command, *options)
    engine.send(f"position {position}")
    start = time.perf_counter()
    engine.send(f"go perft {depth}")
    nodes = engine.until("Nodes searched")[-1].split(":")[1]
    seconds = time.perf_counter() - start
    engine.close()
    return seconds, int(nodes)


def speed(command, options, seconds):
    """Nodes per second of a search of the start position."""
    engine = Engine(command, *options)
    engine.send("position startpos")
    engine.send(f"go movetime {int(seconds * 1000)}")
    lines = [line for line in engine.until("bestmove") if " nps " in line]
    engine.close()
    return int(lines[-1].split(" nps ")[1].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chariot", default="target/release/chariot")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    xiangqi = [("UCI_Variant", "xiangqi")]
    # The helper command `perft` otherwise uses all cores.
    os.environ["RAYON_NUM_THREADS"] = "1"

    print("| perft, 1 thread | Chariot | peer | ratio |\n|---|---|---|---|")
    for name, position, depth, peer, options in [
        ("chess start, depth 6", "startpos", 6, STOCKFISH, []),
        ("chess Kiwipete, depth 5", f"fen {KIWIPETE}", 5, STOCKFISH, []),
        ("xiangqi start, depth 5", "startpos", 5, FAIRY, xiangqi),
    ]:
        own, other = [], []
        for _ in range(args.runs):
            own.append(perft(args.chariot, options, position, depth))
            other.append(perft(peer, options, position, depth))
        assert {nodes for _, nodes in own} == {nodes for _, nodes in other}, "counts differ"
        mine, theirs = (statistics.median(t for t, _ in runs) for runs in (own, other))
        label = os.path.basename(peer)
        print(f"| {name} | {mine:.3f} s | {label} {theirs:.3f} s | {theirs / mine:.2f} |", flush=True)

    print("\n| search of the start position | threads | nodes/s |\n|---|---|---|")
    for game, options in [("chess", []), ("xiangqi", xiangqi)]:
        for label, command in [("Chariot", args.chariot), ("fairy-stockfish", FAIRY)]:
            one = None
            for threads in (1, 2):
                setting = options + [("Threads", threads), ("Hash", 64)]
                nps = speed(command, setting, args.seconds)
                one = one or nps
                ratio = f" ({nps / one:.2f} × one thread)" if threads > 1 else ""
                print(f"| {label}, {game} | {threads} | {nps / 1e6:.2f} M{ratio} |", flush=True)


if __name__ == "__main__":
    main()
