"""Xiangqi's moves and repetition rules, written down plainly from the rule texts.

It shares nothing with Chariot, and is slow. Points are numbered 9 * rank + file from Red's left;
a board is a list of 90 FEN letters, upper case for Red, or None. Colours: True is Red.
"""

from itertools import combinations

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
OWN_HALF = {True: range(0, 5), False: range(5, 10)}
PALACE = {True: range(0, 3), False: range(7, 10)}

# How FSF is known to differ from the rules: the approximations of its chase detection.
PINNED_CHASES = "a pinned piece chases"
FACING_PIN = "a piece between the kings counts as pinned"
PRECEDING_MOVE = "the move that leads into the cycle counts"
SECOND_ATTACKER = "a new attacker of an attacked piece chases"
MOVED_ONLY = "discovered attacks are missed"
ANY_PROTECTOR = "a king that may not recapture protects"
CHECK_CHASES = "a check can be a chase as well"
FSF_DEVIATIONS = [
    PINNED_CHASES,
    FACING_PIN,
    PRECEDING_MOVE,
    SECOND_ATTACKER,
    MOVED_ONLY,
    ANY_PROTECTOR,
    CHECK_CHASES,
]


def uci(move):
    return "".join("abcdefghi"[point % 9] + str(point // 9) for point in move)


def parse(fen):
    """The board and the side to move of a FEN."""
    rows, side = fen.split()[:2]
    board = [None] * 90
    for rank, row in zip(range(9, -1, -1), rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[9 * rank + file] = letter
                file += 1
    return board, side == "w"


def to_fen(board, red, clock=0):
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(letter or "." for letter in board[9 * rank : 9 * rank + 9])
        for run in range(9, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {'w' if red else 'b'} - - {clock} 1"


def reaches(board, point):
    """The points to which the piece moves, whatever becomes of its king; own pieces excluded."""
    letter = board[point]
    red, kind = letter.isupper(), letter.upper()
    file, rank = point % 9, point // 9
    found = []

    def at(df, dr):
        return 9 * (rank + dr) + file + df if 0 <= file + df < 9 and 0 <= rank + dr < 10 else None

    if kind in "RC":
        for df, dr in ORTHOGONAL:
            distance, jumped = 1, False
            while (to := at(df * distance, dr * distance)) is not None:
                distance += 1
                if board[to] is None:
                    if not jumped:
                        found.append(to)
                elif kind == "R" or jumped:
                    found.append(to)
                    break
                else:
                    jumped = True
    elif kind == "N":
        for df, dr in ORTHOGONAL:
            leg = at(df, dr)
            if leg is not None and board[leg] is None:
                for side in (-1, 1):
                    found.append(at(2 * df + side * dr, 2 * dr + side * df))
    elif kind == "B":
        for df, dr in DIAGONAL:
            to = at(2 * df, 2 * dr)
            if to is not None and to // 9 in OWN_HALF[red] and board[at(df, dr)] is None:
                found.append(to)
    elif kind in "AK":
        for df, dr in DIAGONAL if kind == "A" else ORTHOGONAL:
            to = at(df, dr)
            if to is not None and to // 9 in PALACE[red] and 3 <= to % 9 <= 5:
                found.append(to)
    else:
        found.append(at(0, 1 if red else -1))
        if rank not in OWN_HALF[red]:
            found += [at(1, 0), at(-1, 0)]
    return [to for to in found if to is not None and (not board[to] or board[to].isupper() != red)]


def in_check(board, red):
    """Is the king of this side attacked, or do the kings face each other?"""
    king, other = board.index("K" if red else "k"), board.index("k" if red else "K")
    if king % 9 == other % 9:
        low, high = min(king, other), max(king, other)
        if not any(board[low + 9 : high : 9]):
            return True
    return any(
        letter and letter.isupper() != red and king in reaches(board, point)
        for point, letter in enumerate(board)
    )


def after(board, move):
    board = board[:]
    board[move[1]], board[move[0]] = board[move[0]], None
    return board


def is_safe(board, move):
    """Does this move leave its own king out of attack?"""
    return not in_check(after(board, move), board[move[0]].isupper())


def legal_moves(board, red):
    return [
        (point, to)
        for point, letter in enumerate(board)
        if letter and letter.isupper() == red
        for to in reaches(board, point)
        if is_safe(board, (point, to))
    ]


def threats(board, red, deviations=()):
    """(own piece, enemy piece) for each enemy piece that this side could win at once."""
    found = set()
    facing = board.index("K") % 9 == board.index("k") % 9
    for point, letter in enumerate(board):
        if not letter or letter.isupper() != red or letter.upper() in "KP":
            continue
        if FACING_PIN in deviations and facing and point % 9 == board.index("K") % 9:
            continue
        for to in reaches(board, point):
            victim = (board[to] or "K").upper()
            if victim == "K" or victim == "P" and to // 9 in OWN_HALF[not red]:
                continue
            if PINNED_CHASES not in deviations and not is_safe(board, (point, to)):
                continue
            if wins(board, (point, to), letter.upper(), victim, deviations):
                found.add((point, to))
    return found


def wins(board, move, attacker, victim, deviations):
    """Does this capture win something?"""
    if attacker in "NC" and victim == "R" or attacker in "AB" and victim in "RNC":
        return True
    point, to = move
    if attacker == victim and point in reaches(board, to) and is_safe(board, (to, point)):
        return False
    taken = after(board, move)
    red = board[point].isupper()
    for defender, letter in enumerate(taken):
        if letter and letter.isupper() != red and to in reaches(taken, defender):
            pseudo = ANY_PROTECTOR in deviations and letter.upper() == "K"
            if pseudo or is_safe(taken, (defender, to)):
                return False
    return True


def chases(board, move, deviations=()):
    """The points of the enemy pieces that this move newly threatens."""
    red = board[move[0]].isupper()
    then = after(board, move)
    if CHECK_CHASES not in deviations and in_check(then, not red):
        return set()
    now = threats(then, red, deviations)
    if not now:
        return set()
    old = threats(board, red, deviations)
    if MOVED_ONLY in deviations:
        now = {pair for pair in now if pair[0] == move[1]}
    if SECOND_ATTACKER in deviations:
        old = {(move[1] if by == move[0] else by, victim) for by, victim in old}
        return {victim for _, victim in now - old}
    return {victim for _, victim in now} - {victim for _, victim in old}


def verdict(boards, moves, start, rule, deviations=()):
    """(loser or None, reason) of the repetition from position `start` to the last."""
    checks = {True: [], False: []}
    for board, move in zip(boards[start:], moves[start:]):
        red = board[move[0]].isupper()
        checks[red].append(in_check(after(board, move), not red))
    always = [red for red in (True, False) if all(checks[red])]
    if len(always) == 2:
        return None, "mutual-perpetual-check"
    if always:
        return always[0], "perpetual-check"
    if rule == "checkonly" or rule == "computer" and any(checks[True] + checks[False]):
        return None, "repetition"
    if PRECEDING_MOVE in deviations:
        start = max(start - 1, 0)
    # By side: the points of the enemy pieces that all its moves so far have chased.
    quarry = {True: None, False: None}
    for board, move in zip(boards[start:], moves[start:]):
        red = board[move[0]].isupper()
        if quarry[not red]:
            quarry[not red] = {move[1] if point == move[0] else point for point in quarry[not red]}
        if quarry[red] is None or quarry[red]:
            new = chases(board, move, deviations)
            quarry[red] = new if quarry[red] is None else quarry[red] & new
    always = [red for red in (True, False) if quarry[red]]
    if len(always) == 2:
        return None, "mutual-perpetual-chase"
    if always:
        return always[0], "perpetual-chase"
    return None, "repetition"


def explanation(boards, moves, start, loser):
    """The deviations, at most two, that make the rules name this loser; None if none do."""
    for size in (1, 2):
        for deviations in combinations(FSF_DEVIATIONS, size):
            if verdict(boards, moves, start, "axf", deviations)[0] == loser:
                return deviations
    return None
