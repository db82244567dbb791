use super::*;
use crate::board::{Coordinates, GameText};
use crate::xiangqi::random_positions;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// A move, its WXF and its Chinese form: written so, and read back from both.
fn check(fen: &str, rows: &[(&str, &str, &str)]) {
    let position = position(fen);
    for &(mv, wxf_text, chinese_text) in rows {
        let legal = position.parse_move(mv, Coordinates::default()).expect(mv);
        assert_eq!(wxf::format(&position, legal), wxf_text, "{mv} in {fen}");
        assert_eq!(chinese::format(&position, legal), chinese_text, "{mv} in {fen}");
        assert_eq!(wxf::parse(&position, wxf_text), Ok(legal));
        assert_eq!(chinese::parse(&position, chinese_text), Ok(legal));
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

#[test]
fn first_moves() {
    check(
        &format!("{START} w"),
        &[
            ("h2e2", "C2=5", "炮二平五"),
            ("h0g2", "H2+3", "马二进三"),
            ("i0i1", "R1+1", "车一进一"),
            ("c3c4", "P7+1", "兵七进一"),
            ("g0e2", "E3+5", "相三进五"),
            ("d0e1", "A6+5", "仕六进五"),
            ("e0e1", "K5+1", "帅五进一"),
            ("b2b9", "C8+7", "炮八进七"),
        ],
    );
    check(
        &format!("{START} b"),
        &[
            ("h9g7", "H8+7", "马８进７"),
            ("b7e7", "C2=5", "炮２平５"),
            ("a9a8", "R1+1", "车１进１"),
            ("f9e8", "A6+5", "士６进５"),
            ("g9e7", "E7+5", "象７进５"),
            ("e9e8", "K5+1", "将５进１"),
        ],
    );
}

#[test]
fn two_alike_on_a_file() {
    check(
        "5k3/9/3R5/9/3R5/9/9/4C4/4C4/4K4 w",
        &[
            ("d7d8", "R++1", "前车进一"),
            ("d5i5", "R-=1", "后车平一"),
            ("e2e4", "C++2", "前炮进二"),
            ("e1a1", "C-=9", "后炮平九"),
        ],
    );
    // Black sees front and rear the other way round.
    check(
        "5k3/9/9/4n4/9/4n4/9/9/9/3K5 b",
        &[("e4f2", "H++6", "前马进６"), ("e6c5", "H-+3", "后马进３")],
    );
    // Elephants and advisors need no such word.
    check(
        "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w",
        &[
            ("c4e2", "E7-5", "相七退五"),
            ("c0e2", "E7+5", "相七进五"),
            ("d2e1", "A6-5", "仕六退五"),
            ("d0e1", "A6+5", "仕六进五"),
        ],
    );
}

#[test]
fn pawns_in_numbers() {
    let three = "3k5/4P4/4P4/9/4P4/9/9/9/9/4K4 w";
    check(
        three,
        &[("e8d8", "P+=6", "前兵平六"), ("e7d7", "P.=6", "中兵平六"), ("e5d5", "P-=6", "后兵平六")],
    );
    let five = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/4K4 w";
    check(
        five,
        &[
            ("e8d8", "Pa=6", "一兵平六"),
            ("e7d7", "Pb=6", "二兵平六"),
            ("e6d6", "Pc=6", "三兵平六"),
            ("e5d5", "Pd=6", "四兵平六"),
        ],
    );
    // Two files with several: numbered from the right, front to back.
    let two_files = "3k5/9/2P3P2/9/2P3P2/6P2/9/9/9/4K4 w";
    check(
        two_files,
        &[
            ("g7h7", "Pa=2", "一兵平二"),
            ("g5h5", "Pb=2", "二兵平二"),
            ("c7b7", "Pd=8", "四兵平八"),
            ("c5b5", "Pe=8", "五兵平八"),
        ],
    );
    let black = "4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b";
    check(
        black,
        &[("c4b4", "Pb=2", "二卒平２"), ("c3b3", "Pa=2", "一卒平２"), ("g4h4", "Pd=8", "四卒平８")],
    );
}

#[test]
fn other_spellings_are_read() {
    let start = position(&format!("{START} w"));
    let mv = |position: &Position, text: &str| position.parse_move(text, Coordinates::default());
    let cannon = mv(&start, "h2e2").expect("legal");
    for text in ["炮2平5", "砲二平五", "包２平５", " 炮 二 平 五 "] {
        assert_eq!(chinese::parse(&start, text), Ok(cannon), "{text}");
    }
    for text in ["C2.5", "c2=5", "62.5", "62=5", " C2=5 "] {
        assert_eq!(wxf::parse(&start, text), Ok(cannon), "{text}");
    }
    let horse = mv(&start, "h0g2").expect("legal");
    for text in ["馬二進三", "傌二上三", "马2进3"] {
        assert_eq!(chinese::parse(&start, text), Ok(horse), "{text}");
    }
    assert_eq!(wxf::parse(&start, "N2+3"), Ok(horse));
    assert_eq!(wxf::parse(&start, "B3+5"), Ok(mv(&start, "g0e2").expect("legal")));

    let pawns = position("3k5/9/9/3P5/3P5/9/9/9/9/4K4 w");
    let front = mv(&pawns, "d6e6").expect("legal");
    for text in ["前兵六平五", "前六平五", "前兵平五", "一兵六平五", "一兵平五", "兵前平五"]
    {
        assert_eq!(chinese::parse(&pawns, text), Ok(front), "{text}");
    }
    for text in ["P+=5", "+P=5", "16=5", "Pa.5", "7+=5", "+P6=5", "P+6=5"] {
        assert_eq!(wxf::parse(&pawns, text), Ok(front), "{text}");
    }
}

#[test]
fn what_fits_no_move_or_several_is_refused() {
    let pawns = position("3k5/9/9/3P5/3P5/9/9/9/9/4K4 w");
    assert_eq!(wxf::parse(&pawns, "P6=5"), Err(NotationError::Ambiguous));
    assert_eq!(chinese::parse(&pawns, "兵六平五"), Err(NotationError::Ambiguous));
    assert_eq!(chinese::parse(&pawns, "中兵平五"), Err(NotationError::Illegal));
    // The front horse is pinned: the word picks it all the same.
    let horses = position("4k4/9/9/4r4/9/4N4/9/4N4/9/3K5 w");
    assert!(wxf::parse(&horses, "H++4").is_ok());
    let pinned = position("4k4/4r4/9/9/9/4N4/9/9/4N4/3K5 w");
    assert!(wxf::parse(&pinned, "H+-3").is_ok());
    assert_eq!(wxf::parse(&pinned, "H++9"), Err(NotationError::Illegal));
    let start = position(&format!("{START} w"));
    for text in ["", "C", "C2", "C2=", "C2=0", "C0=5", "X2=5", "C2*5", "h2e2", "炮二平五", "C22=5"]
    {
        assert_eq!(wxf::parse(&start, text), Err(NotationError::Unreadable), "{text}");
    }
    for text in
        ["", "炮", "炮二", "炮二平", "炮二平〇", "炮炮平五", "一二平五", "C2=5", "前后炮平五"]
    {
        assert_eq!(chinese::parse(&start, text), Err(NotationError::Unreadable), "{text}");
    }
}

#[test]
fn every_legal_move_is_read_as_written() {
    let crowded = [
        "4k4/3P1P3/3P1P3/5P3/9/9/9/9/9/3K5 w",
        "3k5/2P1P4/2P1P4/2P6/9/9/9/4C4/4C4/R4K2R w",
        "4k4/9/9/9/9/1p2p4/1p2p4/4p4/9/3K5 b",
    ];
    let crowded = crowded.into_iter().map(position);
    for position in random_positions(11, 3000).into_iter().chain(crowded) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let (wxf_text, chinese_text) =
                (wxf::format(&position, mv), chinese::format(&position, mv));
            assert_eq!(wxf::parse(&position, &wxf_text), Ok(mv), "{wxf_text} {}", position.fen());
            assert_eq!(
                chinese::parse(&position, &chinese_text),
                Ok(mv),
                "{chinese_text} {}",
                position.fen()
            );
            assert_eq!(chinese_text.chars().count(), 4);
            assert_eq!(wxf_text.len(), 4);
        }
    }
}
