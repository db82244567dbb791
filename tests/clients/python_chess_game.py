#!/usr/bin/env python3
"""Plays and analyses through python-chess (1.11), as its users do.

    python_chess_game.py ENGINE

The exit status is 0 if nothing went wrong: python-chess itself raises an error for an illegal
move, a late answer or a dead engine, and what it merely logs counts as a failure here too.
"""

import logging
import sys

import chess
import chess.engine

LIMIT = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)


class Complaints(logging.Handler):
    """Collects what python-chess finds fault with."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def play(engine, board, plies, **options):
    """Plays on both sides for so many plies at most."""
    scored = 0
    game = object()
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, LIMIT, game=game, info=chess.engine.INFO_ALL, **options)
        assert result.move in board.legal_moves, (board.fen(), result)
        assert "score" in result.info and result.info["pv"][0] == result.move, result.info
        scored += 1
        board.push(result.move)
    assert scored > 0
    return board


def analyse(engine):
    """A single analysis, one of several lines, and an endless one that is stopped."""
    board = chess.Board("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R b KQ - 2 9")
    info = engine.analyse(board, chess.engine.Limit(depth=8))
    assert info["depth"] == 8 and info["nodes"] > 0 and info["pv"], info

    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines
    scores = [line["score"].relative.score(mate_score=100000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores

    chosen = [chess.Move.from_uci("g8h8")]
    result = engine.play(board, chess.engine.Limit(depth=3), root_moves=chosen)
    assert result.move == chosen[0], result

    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
    assert analysis.wait().move in board.legal_moves

    mate = chess.Board("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(depth=5))
    assert info["score"].relative == chess.engine.Mate(1), info

    engine.configure({"UCI_ShowWDL": True, "Hash": 8, "Threads": 2})
    info = engine.analyse(board, chess.engine.Limit(time=0.1))
    assert info["wdl"].relative.total() == 1000, info
    engine.configure({"UCI_ShowWDL": False, "Hash": 16, "Threads": 1})


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        assert engine.id["name"].startswith("Chariot"), engine.id
        analyse(engine)
        board = play(engine, chess.Board(), 60)
        print("chess:", board.fen())
        board = play(engine, chess.Board(), 20, ponder=True)
        print("pondering:", board.fen())
        board = play(engine, chess.Board.from_chess960_pos(518 - 200), 30)
        print("Chess960:", board.fen())
    assert not complaints.lines, "\n".join(complaints.lines)


if __name__ == "__main__":
    main()
