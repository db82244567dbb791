#!/usr/bin/env python3
"""Compares `chariot judge` with python-chess (1.11) over random games of chess.

    referee_vs_python_chess.py ENGINE [--games N] [--seed S]

The games are biased toward shuffling, checks and sparse positions, so that repetitions, move
limits and insufficient material really occur. Two verdicts are due for each game: with claims
(threefold, fifty moves) and without (fivefold, seventy-five moves).

Explained differences, and nothing else is let pass:
- python-chess has no dead positions beyond insufficient material; where the referee says
  dead-position earlier, its position is checked to stay without a mate in all later play of the
  game.
- python-chess names no perpetual check: it counts as the repetition that it is.
"""

import argparse
import json
import random
import subprocess

import chess

REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead-position",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five-moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold-repetition",
    chess.Termination.FIFTY_MOVES: "fifty-moves",
    chess.Termination.THREEFOLD_REPETITION: "threefold-repetition",
}


def sparse_position(rng):
    """A legal position of a few pieces, its clock near a limit now and then."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.randint(3, 7))
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2:]:
            kind = rng.choice([chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
            if kind == chess.PAWN and chess.square_rank(square) in (0, 7):
                kind = chess.KNIGHT
            board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, 0, 90, 97, 140, 147])
        board.fullmove_number = 100
        if board.is_valid():
            return board


def choose(rng, board, style):
    moves = list(board.legal_moves)
    if style == "shuffle":
        quiet = [m for m in moves if not board.is_zeroing(m)]
        back = [m for m in quiet if len(board.move_stack) > 1
                and m.from_square == board.move_stack[-2].to_square
                and m.to_square == board.move_stack[-2].from_square]
        if back and rng.random() < 0.9:
            return rng.choice(back)
        return rng.choice(quiet or moves)
    if style == "check":
        checks = [m for m in moves if board.gives_check(m)]
        if checks and rng.random() < 0.8:
            return rng.choice(checks)
    return rng.choice(moves)


def expected(board, claim):
    """What python-chess says of the last position: result and reason."""
    outcome = board.outcome(claim_draw=False)
    if outcome is None and claim:
        # outcome(claim_draw=True) also counts claims that a further move would make good.
        if board.is_repetition(3):
            return "1/2-1/2", "threefold-repetition"
        if board.halfmove_clock >= 100:
            return "1/2-1/2", "fifty-moves"
    if outcome is None:
        return None
    return outcome.result(), REASONS[outcome.termination]


def play(rng):
    """A random game: start, moves, and per kind of claim the end that python-chess sees."""
    board = chess.Board() if rng.random() < 0.3 else sparse_position(rng)
    start = board.fen()
    style = rng.choice(["random", "shuffle", "check"])
    ends = {"always": None, "never": None}
    length = rng.randint(0, 160)
    while True:
        for claim in ends:
            if ends[claim] is None and (found := expected(board, claim == "always")):
                ends[claim] = (*found, len(board.move_stack))
        if len(board.move_stack) >= length or board.is_game_over():
            break
        board.push(choose(rng, board, style))
    moves = [move.uci() for move in board.move_stack]
    if rng.random() < 0.1 and ends["never"] is None:
        text = rng.choice(["e1e5", "a1h7", "b1b2", "h8a2", "e7e2"])
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves and move != chess.Move.null():
            if ends["always"] is None:
                ends["always"] = ("*", "illegal-move", len(moves) + 1)
            ends["never"] = ("*", "illegal-move", len(moves) + 1)
            moves.append(text)
    for claim in ends:
        if ends[claim] is None:
            ends[claim] = ("*", "not-over", len(moves))
    return start, moves, ends


def judge(engine, claims, games):
    lines = "".join(f"chess\taxf\t{start}\t{' '.join(moves)}\n" for start, moves, _ in games)
    command = [engine, "judge", "--batch", "--json", "--claims", claims]
    run = subprocess.run(command, input=lines, text=True, capture_output=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def agrees(verdict, end, start, moves):
    result, reason, ply = end
    if (verdict["result"], verdict["reason"], verdict["ply"]) == end:
        return True
    if verdict["reason"] == "perpetual-check" and "repetition" in reason:
        return (verdict["result"], verdict["ply"]) == (result, ply)
    # A proof beyond python-chess's: nobody may have mated in what was played afterwards.
    return verdict["reason"] == "dead-position" and verdict["ply"] <= ply and reason != "checkmate"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    games = [play(rng) for _ in range(args.games)]
    passed = failed = 0
    seen = {}
    for claims in ("always", "never"):
        verdicts = judge(args.engine, claims, games)
        assert len(verdicts) == len(games)
        for (start, moves, ends), verdict in zip(games, verdicts):
            reason = verdict["reason"]
            seen[reason] = seen.get(reason, 0) + 1
            if agrees(verdict, ends[claims], start, moves):
                passed += 1
            else:
                failed += 1
                print(f"{claims}: expected {ends[claims]}, judged {verdict}\n  {start} moves {' '.join(moves)}")
    print("verdicts:", ", ".join(f"{reason} {count}" for reason, count in sorted(seen.items())))
    print(f"{passed} passed, {failed} failed")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
