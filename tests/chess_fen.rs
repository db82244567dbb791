//! Reading and writing chess FENs: the rows of `data/chess-invalid.tsv`, and round trips.

use chariot::board::{FenField, Game, GameText, MoveList};
use chariot::chess::Position;
use proptest::prelude::*;

struct Row {
    id: &'static str,
    expect: &'static str,
    input: String,
    effective: &'static str,
}

/// The FEN rows of the file; its `uci` rows are whole protocol lines and not for here.
fn rows() -> Vec<Row> {
    include_str!("data/chess-invalid.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.starts_with("id\t"))
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|fields| fields[1].starts_with("fen"))
        .map(|fields| Row {
            id: fields[0],
            expect: fields[3],
            input: unescape(fields[4]),
            effective: fields[5],
        })
        .collect()
}

/// Undoes `\xNN`, `\t`, `\r`, `\n` and `{REP n "text"}`; what is not UTF-8 then is read as the
/// protocol reads it, with replacement characters.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (piece, used) = if let Some(escape) = rest.strip_prefix("\\x") {
            (vec![u8::from_str_radix(&escape[..2], 16).expect("two hex digits")], 4)
        } else if let Some(byte) = [("\\t", b'\t'), ("\\r", b'\r'), ("\\n", b'\n')]
            .iter()
            .find_map(|(escape, byte)| rest.starts_with(escape).then_some(*byte))
        {
            (vec![byte], 2)
        } else if let Some(repeat) = rest.strip_prefix("{REP ") {
            let (count, tail) = repeat.split_once(" \"").expect("a count and a text");
            let (text, _) = tail.split_once("\"}").expect("the end of the repetition");
            let used = rest.len() - tail.len() + text.len() + 2;
            (text.repeat(count.parse().expect("a count")).into_bytes(), used)
        } else {
            let used = first.len_utf8();
            (rest.as_bytes()[..used].to_vec(), used)
        };
        bytes.extend(piece);
        rest = &rest[used..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_row_of_the_file() {
    let rows = rows();
    assert_eq!(rows.len(), 140);
    for Row { id, expect, input, effective } in rows {
        let result = Position::from_fen(&input);
        match (expect, &result) {
            ("reject", Err(error)) => {
                let text = error.to_string();
                assert!(!text.contains(['\n', '\r', '\0', '\x1b']), "{id}: {text:?}");
                assert!(text.len() < 200, "{id}: {text}");
            }
            ("accept" | "sanitise", Ok(position)) => {
                let same = Position::from_fen(effective).expect("the row's effective FEN");
                assert_eq!(*position, same, "{id}");
                let written = [position.fen(), position.to_shredder_fen()];
                assert!(written.iter().any(|fen| fen == effective), "{id}: {written:?}");
            }
            ("either", _) => {}
            _ => panic!("{id}: expected {expect}, found {result:?}"),
        }
        if let Ok(position) = result {
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            assert_eq!(position.count_legal(), list.len(), "{id}");
        }
    }
}

#[test]
fn refusals_name_the_field() {
    let refused = |fen: &str| Position::from_fen(fen).expect_err(fen).field;
    assert_eq!(refused(""), FenField::Board);
    assert_eq!(refused("4k3/8/8/8/8/8/8/8 w - - 0 1"), FenField::Board);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), FenField::SideToMove);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), FenField::SideToMove);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 w K? - 0 1"), FenField::Castling);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1"), FenField::Castling);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 w - e9 0 1"), FenField::EnPassant);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 w - - x 1"), FenField::HalfmoveClock);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3 w - - 0 x"), FenField::MoveNumber);
}

#[test]
fn counters_are_clamped() {
    let read = |fen: &str| Position::from_fen(fen).expect(fen).fen();
    let bare = "4k3/8/8/8/8/8/8/4K3 w - -";
    assert_eq!(read(&format!("{bare} 99999999999999999999 0")), format!("{bare} 32767 1"));
    assert_eq!(read(&format!("{bare} -7 99999999999999999999")), format!("{bare} 0 65535"));
}

#[test]
fn castling_rights_are_written_so_that_they_mean_the_same_rook() {
    for (fen, x_fen, shredder) in [
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "B", "B"),
        ("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "Q", "A"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha"),
        ("1r2k1rr/8/8/8/8/8/8/R3K2R b HAgb - 0 1", "KQgq", "HAgb"),
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let rights = |fen: String| fen.split(' ').nth(2).map(str::to_owned);
        assert_eq!(rights(position.fen()).as_deref(), Some(x_fen));
        assert_eq!(rights(position.to_shredder_fen()).as_deref(), Some(shredder));
        assert_eq!(Position::from_fen(&position.fen()), Ok(position.clone()));
    }
}

/// Plays moves chosen by the numbers, as far as the game goes.
fn play(start: usize, choices: &[u16]) -> Vec<Position> {
    let mut position = Position::chess960_start(start).expect("a number below 960");
    let mut positions = vec![position.clone()];
    for &choice in choices {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.play(list[usize::from(choice) % list.len()]);
        positions.push(position.clone());
    }
    positions
}

proptest! {
    /// Reading what was written gives the same position with the same keys, checkers and pins, so
    /// that playing moves keeps all of these as well as setting up does.
    #[test]
    fn round_trip(start in 0usize..960, choices in prop::collection::vec(any::<u16>(), 0..160)) {
        for position in play(start, &choices) {
            prop_assert_eq!(&Position::from_fen(&position.fen()).expect("own FEN"), &position);
            let shredder = position.to_shredder_fen();
            prop_assert_eq!(&Position::from_fen(&shredder).expect("own FEN"), &position);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,120}") {
        let _ = Position::from_fen(&text);
    }

    #[test]
    fn no_damaged_fen_panics(at in 0usize..56, letter in any::<char>()) {
        let fen: String = Position::initial().fen().chars().enumerate()
            .map(|(index, old)| if index == at { letter } else { old })
            .collect();
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert!(position.count_legal() <= 218);
        }
    }
}
