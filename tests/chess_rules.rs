//! What every chess position must hold to, checked against plain and slow definitions.

use chariot::board::{
    Color, Coordinates, Game, GameText, Kind, Move, MoveList, NodeEnd, Path, PieceValues, Square,
};
use chariot::chess::notation::{NotationError, san};
use chariot::chess::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares};
use proptest::prelude::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn legal(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.to_vec()
}

fn read(position: &Position, text: &str) -> Option<Move> {
    position.parse_move(text, Coordinates::default())
}

fn chess960() -> Coordinates {
    Coordinates { king_takes_rook: true, ..Coordinates::default() }
}

/// Positions full of castling, promotion, en passant, pins and checks; and some Chess960 ones.
const CORPUS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/3K1Q2 b - d3 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1",
    "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w FAfa - 0 1",
    "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/QNNBBRKR w HFca - 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
    "8/1B6/8/3pP3/8/8/6k1/K7 w - d6 0 1",
    "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1",
];

/// A corpus position after some moves chosen by the numbers, and all positions on the way.
fn walk(start: usize, choices: &[u16]) -> Vec<Position> {
    let mut position = position(CORPUS[start % CORPUS.len()]);
    let mut positions = vec![position.clone()];
    for &choice in choices {
        let moves = legal(&position);
        if moves.is_empty() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
        positions.push(position.clone());
    }
    positions
}

fn walks() -> impl Strategy<Value = Vec<Position>> {
    (0..CORPUS.len(), prop::collection::vec(any::<u16>(), 0..60))
        .prop_map(|(start, choices)| walk(start, &choices))
}

const VALUES: PieceValues = PieceValues::new(&[100, 300, 320, 500, 950, 0]);

/// The exchange value by trying out both sides' best play, cheapest piece first.
fn exchange(position: &Position, mv: Move) -> i32 {
    if position.is_castling(mv) {
        return 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let value = |kind: Kind| VALUES[kind];
    let mut occupied = position.occupied() - Squares::of(from);
    let mut gain = position.captured(mv).map_or(0, value);
    if position.is_en_passant(mv) {
        occupied = occupied - Squares::of(Square::new(to.index() ^ 8));
    }
    let mut standing = position.piece_on(from).expect("a piece").kind();
    if let Some(kind) = position.promotion(mv) {
        gain += value(kind) - value(PAWN);
        standing = kind;
    }
    gain - best_reply(position, to, occupied, standing, !position.side_to_move())
}

fn best_reply(
    position: &Position,
    to: Square,
    occupied: Squares,
    standing: Kind,
    side: Color,
) -> i32 {
    let attackers = position.attackers_to(to, occupied) & occupied;
    for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] {
        let own = attackers & position.colored(side) & position.pieces(kind);
        let Some(from) = own.first() else { continue };
        if kind == KING && attackers.meets(position.colored(!side)) {
            return 0;
        }
        let mut gain = VALUES[standing];
        let mut now = kind;
        if kind == PAWN && (to.index() < 8 || to.index() >= 56) {
            gain += VALUES[QUEEN] - VALUES[PAWN];
            now = QUEEN;
        }
        let rest = best_reply(position, to, occupied - Squares::of(from), now, !side);
        return (gain - rest).max(0);
    }
    0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_parts_of_generation_agree(positions in walks()) {
        for position in positions {
            let moves = legal(&position);
            prop_assert_eq!(position.count_legal(), moves.len());
            prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
            let (mut tactical, mut quiet) = (MoveList::new(), MoveList::new());
            position.tactical_moves(&mut tactical);
            position.quiet_moves(&mut quiet);
            prop_assert!(tactical.iter().all(|&mv| position.is_tactical(mv)));
            prop_assert!(!quiet.iter().any(|&mv| position.is_tactical(mv)));
            let mut parts: Vec<u16> = tactical.iter().chain(&quiet).map(|mv| mv.to_bits()).collect();
            let mut whole: Vec<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
            parts.sort_unstable();
            whole.sort_unstable();
            prop_assert_eq!(parts, whole, "{:?}", position);
        }
    }

    #[test]
    fn moves_are_foretold(positions in walks()) {
        for position in positions {
            for mv in legal(&position) {
                let mut next = position.clone();
                next.play(mv);
                prop_assert_eq!(position.gives_check(mv), next.in_check(), "{:?} {:?}", position, mv);
                let lost = position.colored(!position.side_to_move()).count()
                    - next.colored(next.side_to_move()).count();
                prop_assert_eq!(position.captured(mv).is_some(), lost == 1);
                let plain = !position.is_castling(mv)
                    && !position.is_en_passant(mv)
                    && position.promotion(mv).is_none()
                    && next.en_passant().is_none()
                    && next.castling_rooks() == position.castling_rooks();
                prop_assert!(!plain || position.key_after(mv) == next.key());
            }
        }
    }

    #[test]
    fn exchanges_agree_with_plain_recursion(positions in walks()) {
        for position in positions {
            for mv in legal(&position) {
                let value = exchange(&position, mv);
                for (threshold, wins) in [(value, true), (value + 1, false), (value - 90, true)] {
                    let found = position.see_at_least(mv, threshold, &VALUES);
                    prop_assert_eq!(found, wins, "{:?} {:?} {}", position, mv, threshold);
                }
                prop_assert_eq!(position.see_at_least(mv, 0, &VALUES), value >= 0);
            }
        }
    }

    #[test]
    fn moves_survive_being_written_and_read(positions in walks()) {
        for position in positions {
            for mv in legal(&position) {
                for coordinates in [Coordinates::default(), chess960()] {
                    let text = position.format_move(mv, coordinates);
                    prop_assert_eq!(position.parse_move(&text, coordinates), Some(mv), "{}", text);
                }
                let text = san::format(&position, mv);
                prop_assert_eq!(san::parse(&position, &text), Ok(mv), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_is_a_panic(text in ".{0,12}") {
        let position = position(CORPUS[0]);
        let _ = read(&position, &text);
        let _ = san::parse(&position, &text);
    }

    /// A different placement, turn, right or legal en passant capture is a different key.
    #[test]
    fn keys_tell_positions_apart(positions in walks()) {
        for pair in positions.windows(3) {
            prop_assert_ne!(pair[0].key(), pair[1].key());
            let same = pair[0].fen().split(' ').take(4).eq(pair[2].fen().split(' ').take(4));
            prop_assert_eq!(pair[0].key() == pair[2].key(), same);
        }
    }
}

/// Of all 65536 values, exactly the generated moves are legal.
#[test]
fn legality_of_any_bits() {
    for (start, fen) in CORPUS.iter().enumerate() {
        for position in walk(start, &[7, 11, 3, 20, 5, 2, 17]) {
            let mut moves: Vec<u16> = legal(&position).iter().map(|mv| mv.to_bits()).collect();
            moves.sort_unstable();
            let allowed: Vec<u16> =
                (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits))).collect();
            assert_eq!(allowed, moves, "{fen} {position:?}");
        }
    }
}

#[test]
fn castling_in_coordinates() {
    let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = read(&standard, "e1g1");
    assert!(short.is_some_and(|mv| standard.is_castling(mv)));
    assert_eq!(short, read(&standard, "e1h1"));
    assert_eq!(read(&standard, "e1c1"), read(&standard, "e1a1"));
    assert_eq!(standard.parse_move("e1g1", chess960()), None);
    assert_eq!(standard.parse_move("e1h1", chess960()), short);
    // The king's step to g1 and castling are two moves here.
    let shuffled = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = shuffled.parse_move("f1g1", chess960()).expect("a king's step");
    assert!(!shuffled.is_castling(step));
    assert_eq!(read(&shuffled, "f1g1"), Some(step));
    assert!(read(&shuffled, "f1h1").is_some_and(|mv| shuffled.is_castling(mv)));
}

#[test]
fn promotion_letters() {
    let position = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(read(&position, "a7a8"), None);
    assert_eq!(read(&position, "a7a8k"), None);
    assert_eq!(read(&position, "a7a8q"), read(&position, "a7a8Q"));
    let rook = read(&position, "a7a8r").expect("a promotion");
    assert_eq!(position.promotion(rook), Some(ROOK));
    assert_eq!(read(&position, "a1a2q"), None);
}

#[test]
fn algebraic_notation() {
    for (fen, coordinates, text) in [
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"),
        ("4k3/8/8/8/8/2N5/8/N3K1N1 w - - 0 1", "c3e2", "Nce2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("8/6k1/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        // The other knight is pinned: there is nothing to tell apart.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
    ] {
        let position = position(fen);
        let mv = read(&position, coordinates).expect(text);
        assert_eq!(san::format(&position, mv).as_str(), text, "{fen}");
    }
}

#[test]
fn algebraic_notation_is_read_with_tolerance() {
    let middle = position("r3k2r/1P6/8/3pP3/8/2N5/8/R3K1N1 w Qkq d6 0 1");
    for (coordinates, texts) in [
        ("e1c1", &["O-O-O", "0-0-0", "o-o-o", "OOO", "e1c1"][..]),
        ("e5d6", &["exd6", "ed6", "exd6e.p.", "exd6 e.p.", "e5xd6", "e5-d6"]),
        ("b7a8q", &["bxa8=Q+", "bxa8Q", "bxa8(Q)", "b7xa8/q", "b7a8q"]),
        ("b7b8b", &["b8=B", "b8B", "b8b"]),
        ("c3e2", &["Nce2!?", "nce2", "Nc3-e2", "Nc3e2"]),
        ("c3d5", &["Nxd5", "Nd5", "N:d5", "nxd5"]),
    ] {
        let mv = read(&middle, coordinates).expect(coordinates);
        for text in texts {
            assert_eq!(san::parse(&middle, text), Ok(mv), "{text}");
        }
    }
    for (text, error) in [
        ("Ne2", NotationError::Ambiguous),
        ("Ke5", NotationError::Illegal),
        ("O-O", NotationError::Illegal),
        ("b8", NotationError::Illegal),
        ("hello", NotationError::Unreadable),
        ("", NotationError::Unreadable),
        ("--", NotationError::Unreadable),
    ] {
        assert_eq!(san::parse(&middle, text), Err(error), "{text}");
    }
}

#[test]
fn insufficient_material() {
    for (board, dead) in [
        ("8/8/4k3/8/8/8/8/K7", true),
        ("8/8/4k3/8/8/8/8/KN6", true),
        ("8/8/4k3/8/8/8/8/KB6", true),
        ("8/8/4k3/8/8/8/8/KNN5", false),
        ("7n/8/4k3/8/8/8/8/KN6", false),
        ("8/8/4k3/b7/8/8/8/K1B5", true),
        ("8/8/4k3/1b6/8/8/8/K1B5", false),
        ("8/8/4k3/8/8/8/8/KB1B4", true),
        ("8/8/4k3/8/8/8/P7/K7", false),
        ("8/8/4k3/8/8/8/8/KR6", false),
        ("8/8/4k3/8/8/8/8/KBN5", false),
    ] {
        let position = position(&format!("{board} b - - 0 1"));
        assert_eq!(position.has_insufficient_material(), dead, "{board}");
    }
}

fn path(fen: &str, moves: &str) -> Path<Position> {
    let mut path = Path::new(position(fen), ());
    for text in moves.split_whitespace() {
        match text {
            "pass" => path.push_null(),
            _ => path.push(read(path.last(), text).expect(text)),
        }
    }
    path
}

fn is_draw(path: &Path<Position>, ply: usize) -> bool {
    Position::node_end(path, ply) == Some(NodeEnd::Draw)
}

#[test]
fn repetition_counts_once_in_the_tree_and_twice_before_it() {
    let start = Position::initial().fen();
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    let once = path(&start, round);
    assert!(is_draw(&once, 5));
    assert!(!is_draw(&once, 4));
    assert!(!is_draw(&once, 0));
    let twice = path(&start, &round.repeat(2));
    assert!(is_draw(&twice, 1));
    assert!(!is_draw(&path(&start, &format!("{round} e2e4 e7e5 {round}")), 1));
    // A pawn move between: nothing before it can recur.
    assert!(!is_draw(&path(&start, &format!("{round} e2e4")), 9));
    // Passing breaks the row, although the same position stands there.
    let passed = path(&start, "g1f3 pass f3g1 pass");
    assert_eq!(passed.last().key(), passed.keys()[0]);
    assert!(!is_draw(&passed, 9));
}

#[test]
fn fifty_moves_end_the_game_but_for_a_mate() {
    let quiet = "7k/8/8/8/8/8/R7/K7 w - - 99 80";
    assert!(!is_draw(&path(quiet, ""), 1));
    assert!(is_draw(&path(quiet, "a2b2"), 1));
    let mate = path("7k/8/6K1/8/8/8/R7/8 w - - 99 80", "a2a8");
    assert!(!mate.last().has_legal_move());
    assert_eq!(Position::node_end(&mate, 1), None);
}

#[test]
fn passing_is_unsound_with_pawns_alone() {
    assert!(!position("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").may_pass());
    assert!(!position("4k2r/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").may_pass());
    assert!(position("4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1").may_pass());
}

/// Only a capture that can be made is part of the key.
#[test]
fn en_passant_in_the_key() {
    let key = |fen| position(fen).key();
    assert_eq!(key("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"), key("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"));
    assert_ne!(key("8/8/8/k7/3Pp2Q/8/8/3K4 b - d3 0 1"), key("8/8/8/k7/3Pp2Q/8/8/3K4 b - - 0 1"));
}

#[test]
fn passing_turns_the_view_round() {
    let before = position("4k3/4r3/8/3pP3/8/8/4R3/4K3 w - d6 7 9");
    let mut after = before.clone();
    after.pass();
    assert_eq!(after, position("4k3/4r3/8/3pP3/8/8/4R3/4K3 b - - 8 9"));
    after.pass();
    assert_eq!(after.key(), position("4k3/4r3/8/3pP3/8/8/4R3/4K3 w - - 0 1").key());
    assert_ne!(after.key(), before.key());
}
