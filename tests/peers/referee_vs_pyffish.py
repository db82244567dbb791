#!/usr/bin/env python3
"""Compares the xiangqi verdicts of `chariot judge` with pyffish and with the written rules.

    referee_vs_pyffish.py ENGINE [--games N] [--seed S]

Random games: cycles that check or chase, shuffling and checking play, play near the move limit, from
sparse random positions and from the start; some with an illegal move put in. Each game is judged
under two repetition rules and has to get the verdict of `xiangqi_model`, a plain reading of the
rules. At its end, Fairy-Stockfish (pyffish) has to know the same legal moves and, at a third
occurrence, the same loser: without exception where somebody checks perpetually, and elsewhere unless
its known approximations of chases explain the difference. Exit status 1 if a verdict differs.
"""

import argparse
import json
import random
import subprocess
import sys

import pyffish

import xiangqi_model as model
from xiangqi_model import after, in_check, legal_moves, uci

MOVE_LIMIT = 120
COUNTED_CHECKS = 10
# FSF ends a game after so many plies without a capture, and does not look at repetitions then.
FSF_MOVE_LIMIT = 100
RULES = ("axf", "computer")
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PALACE = [9 * rank + file for rank in range(3) for file in (3, 4, 5)]
ADVISORS = [3, 5, 13, 21, 23]
ELEPHANTS = [2, 6, 18, 22, 26, 38, 42]


def judge(chariot, cases):
    """The verdicts on (game, rule, FEN, moves), all from one process."""
    lines = "".join(f"{game}\t{rule}\t{fen}\t{' '.join(moves)}\n" for game, rule, fen, moves in cases)
    command = [chariot, "judge", "--json", "--batch"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    if len(verdicts) != len(cases):
        sys.exit(f"{len(cases)} games, but {len(verdicts)} verdicts")
    return verdicts


class Tally:
    """Counts comparisons and prints the first failures."""

    SHOWN = 20

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.seen = {}
        self.explained = {}

    def note(self, what):
        """Counts an ending that occurred, so that a reader sees what was tested."""
        self.seen[what] = self.seen.get(what, 0) + 1

    def explain(self, why):
        self.explained[why] = self.explained.get(why, 0) + 1

    def check(self, good, message):
        if good:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= self.SHOWN:
            print(f"FAILED {message}", flush=True)

    def finish(self, needed):
        """Prints the result and exits. Every ending of `needed` must have occurred."""
        for what in needed:
            self.check(what in self.seen, f"no game ended by {what}: nothing was tested there")
        for title, counts in [("endings", self.seen), ("explained", self.explained)]:
            if counts:
                print(f"{title}: {', '.join(f'{n} {what}' for what, n in sorted(counts.items()))}")
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)


class Game:
    """A game that keeps its positions and says when the rules end it."""

    def __init__(self, fen):
        self.fen = fen
        board, self.red = model.parse(fen)
        self.boards, self.moves = [board], []
        self.since = 0
        self.quiet = int(fen.split()[4])
        self.checks = {True: 0, False: 0}
        self.legal = legal_moves(board, self.red)
        self.ends = dict.fromkeys(RULES)
        self.look()

    def push(self, move):
        board, us = self.boards[-1], self.red
        then = after(board, move)
        self.boards.append(then)
        self.moves.append(move)
        self.red = not us
        if board[move[1]]:
            self.since, self.quiet, self.checks = len(self.moves), 0, {True: 0, False: 0}
        else:
            counts = not (in_check(board, us) and self.checks[not us] > COUNTED_CHECKS)
            if in_check(then, not us):
                self.checks[us] += 1
                counts = counts and self.checks[us] <= COUNTED_CHECKS
            self.quiet += counts
        self.legal = legal_moves(then, self.red)
        self.look()

    def undo_moves(self):
        """The moves that take back the mover's last move."""
        if len(self.moves) < 2:
            return []
        start, to = self.moves[-2]
        return [(to, start)] if (to, start) in self.legal else []

    def third_occurrence(self):
        """The number of the position that the last one repeats for the second time, or None."""
        last = len(self.moves)
        same = [i for i in range(last - 2, self.since - 1, -2) if self.boards[i] == self.boards[last]]
        return same[1] if len(same) > 1 else None

    def look(self):
        """Notes the first ending under each rule: (result, reason, ply)."""
        ply = len(self.moves)
        for rule in RULES:
            self.ends[rule] = self.ends[rule] or self.ending(rule, ply)

    def ending(self, rule, ply):
        win = {True: "1-0", False: "0-1", None: "1/2-1/2"}
        board = self.boards[-1]
        if not self.legal:
            mate = in_check(board, self.red)
            return win[not self.red], "checkmate" if mate else "stalemate", ply
        if (first := self.third_occurrence()) is not None:
            loser, reason = model.verdict(self.boards, self.moves, first, rule)
            return win[None if loser is None else not loser], reason, ply
        if self.quiet >= MOVE_LIMIT:
            return win[None], "move-limit", ply
        if not any(letter and letter in "RNCPrncp" for letter in board):
            return win[None], "no-attackers", ply
        return None

    def over(self):
        return all(self.ends.values())


def sparse(rng, clock):
    """A position with few pieces in which the side to move cannot take the king."""
    while True:
        board = [None] * 90
        for kind in ["K", "k"] + rng.sample("RRNNCCPPABrrnnccppab", rng.randint(1, 8)):
            points = {"K": PALACE, "A": ADVISORS, "B": ELEPHANTS}.get(kind.upper(), range(90))
            if kind.upper() == "P":
                points = [p for p in range(27, 90) if p >= 45 or p % 9 % 2 == 0]
            point = rng.choice(points)
            board[point if kind.isupper() else 89 - point] = kind
        red = rng.random() < 0.5
        if "K" in board and "k" in board and not in_check(board, not red):
            fen = model.to_fen(board, red, clock)
            if legal_moves(board, red):
                return fen


def pick_cycle(rng, game):
    """A pair of moves that can be taken back, by choice one that checks or chases."""
    board = game.boards[-1]
    best, best_score = None, -1
    for _ in range(12):
        there = rng.choice(game.legal)
        middle = after(board, there)
        replies = legal_moves(middle, not game.red)
        if board[there[1]] or board[there[0]].upper() == "P" or not replies:
            continue
        reply = rng.choice(replies)
        if middle[reply[1]] or middle[reply[0]].upper() == "P":
            continue
        moves = [there, reply, there[::-1], reply[::-1]]
        score, here, red = rng.random(), board, game.red
        deeds = {True: set(), False: set()}
        for move in moves:
            if move not in legal_moves(here, red):
                break
            then = after(here, move)
            deed = "check" if in_check(then, not red) else "chase" if model.chases(here, move) else ""
            deeds[red].add(deed)
            here, red = then, not red
        else:
            score += sum("" not in side for side in deeds.values())
            if score > best_score:
                best, best_score = moves, score
    return best


def play_cycles(rng, game):
    """Plays cycles until a position stands for the third time, now and then a different one."""
    for _ in range(rng.randint(0, 3)):
        if game.over() or not game.legal:
            return
        game.push(rng.choice(game.legal))
    if not game.legal:
        return
    cycles = [cycle for cycle in (pick_cycle(rng, game) for _ in range(2)) if cycle]
    if not cycles:
        return
    mixed = rng.random() < 0.3
    while not game.over() and len(game.moves) < 40:
        for move in rng.choice(cycles) if mixed else cycles[0]:
            if move not in game.legal:
                return
            game.push(move)


def play_on(rng, game, plies):
    """Plays moves that go back, check or are quiet more often than chance would have it."""
    back, check = rng.choice([(0, 0), (0.5, 0), (0.9, 0), (0.3, 0.7), (0.6, 0.9), (0.2, 0.2)])
    quiet = rng.choice([0, 0.9, 1])
    extra = rng.randint(0, 3)
    while len(game.moves) < plies and game.legal and extra >= 0:
        extra -= game.over()
        board, choice = game.boards[-1], game.legal
        undo = game.undo_moves()
        if undo and rng.random() < back:
            choice = undo
        elif rng.random() < check:
            choice = [m for m in choice if in_check(after(board, m), not game.red)] or choice
        elif rng.random() < quiet:
            choice = [m for m in choice if not board[m[1]]] or choice
        game.push(rng.choice(choice))


def make(rng, number):
    """A game, and the text of an illegal move that follows it, if any."""
    kind = number % 10
    if kind == 9:
        game = Game(START)
        play_on(rng, game, rng.randint(1, 40))
    elif kind >= 7:
        game = Game(sparse(rng, rng.randint(80, 119)))
        play_on(rng, game, rng.randint(1, 50))
    elif kind >= 5:
        game = Game(sparse(rng, 0))
        play_on(rng, game, rng.randint(1, 40))
    else:
        game = Game(sparse(rng, 0))
        play_cycles(rng, game)
    if rng.random() < 0.2 and not any(game.ends.values()):
        board = game.boards[-1]
        own = [p for p in range(90) if board[p] and board[p].isupper() == game.red]
        unsafe = [(p, to) for p in own for to in model.reaches(board, p)]
        moves = [m for m in unsafe if m not in game.legal]
        if not moves or rng.random() < 0.5:
            moves = [(rng.randrange(90), rng.randrange(90)) for _ in range(50)]
        moves = [m for m in moves if m not in game.legal and m[0] != m[1]]
        if moves:
            return game, rng.choice(moves)
    return game, None


def fsf(moves):
    """Moves as FSF writes them: ranks from 1."""
    return ["".join("abcdefghi"[p % 9] + str(p // 9 + 1) for p in move) for move in moves]


def compare_with_pyffish(tally, game, wrong):
    """The legal moves of the last position, and the loser of its repetition."""
    moves = fsf(game.moves)
    line = f"{game.fen} | {' '.join(map(uci, game.moves))}"
    legal = sorted(pyffish.legal_moves("xiangqi", game.fen, moves))
    tally.check(legal == sorted(fsf(game.legal)), f"{line}: pyffish has the legal moves {legal}")
    if wrong:
        tally.check(fsf([wrong])[0] not in legal, f"{line}: {uci(wrong)} is legal for pyffish")
    if not legal:
        value = pyffish.game_result("xiangqi", game.fen, moves)
        tally.check(value < 0, f"{line}: pyffish says {value} of a side without moves")
        return
    end = game.ends["axf"]
    ply = end[2] if end else None
    first = game.third_occurrence()
    if ply != len(moves) or first is None:
        return
    clock = int(pyffish.get_fen("xiangqi", game.fen, moves).split()[4])
    if clock >= FSF_MOVE_LIMIT:
        tally.explain("beyond FSF's move limit")
        return
    over, value = pyffish.is_optional_game_end("xiangqi", game.fen, moves)
    loser = None if value == 0 else game.red if value < 0 else not game.red
    named = {"1-0": False, "0-1": True, "1/2-1/2": None}[end[0]]
    if over and loser != named and "check" not in end[1]:
        why = model.explanation(game.boards, game.moves, first, loser)
        if why:
            tally.explain(" and ".join(why))
            loser = named
    tally.check(over and loser == named, f"{line}: FSF {over, value}, the rules {end}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tally = Tally()
    # Each game has a source of randomness of its own, the same whatever the other games are.
    sources = (random.Random(f"{args.seed}/{number}") for number in range(args.games))
    games = [make(rng, number) for number, rng in enumerate(sources)]
    for game, wrong in games:
        compare_with_pyffish(tally, game, wrong)
    for rule in RULES:
        texts = [[uci(move) for move in game.moves + [wrong] if move] for game, wrong in games]
        cases = [("xiangqi", rule, game.fen, text) for (game, _), text in zip(games, texts)]
        for (game, wrong), text, verdict in zip(games, texts, judge(args.engine, cases)):
            open_end = ("*", "illegal-move" if wrong else "not-over", len(text))
            due = game.ends[rule] or open_end
            found = (verdict["result"], verdict["reason"], verdict["ply"])
            tally.note(due[1])
            line = f"{game.fen} | {' '.join(text)} | {rule}: the rules {due}, Chariot {verdict}"
            tally.check(found == due, line)
    tally.finish(
        [
            "checkmate",
            "stalemate",
            "perpetual-check",
            "perpetual-chase",
            "repetition",
            "move-limit",
            "no-attackers",
            "illegal-move",
            "not-over",
        ]
    )


if __name__ == "__main__":
    main()
