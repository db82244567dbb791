use super::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The point at a step from another one, if it is on the board.
fn step(square: usize, (ranks, files): (i32, i32)) -> Option<usize> {
    let (rank, file) = (square as i32 / 9 + ranks, square as i32 % 9 + files);
    ((0..10).contains(&rank) && (0..9).contains(&file)).then_some((rank * 9 + file) as usize)
}

fn walk_lines(square: usize, occupied: Squares) -> (Squares, Squares) {
    let (mut chariot, mut cannon) = (Squares::EMPTY, Squares::EMPTY);
    for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let mut met = 0;
        let mut at = square;
        while let Some(next) = step(at, direction) {
            at = next;
            match met {
                0 => chariot |= Squares::of(Square::new(at)),
                1 => cannon |= Squares::of(Square::new(at)),
                _ => break,
            }
            met += usize::from(occupied.has(Square::new(at)));
        }
    }
    (chariot, cannon)
}

fn walk_horse(square: usize, occupied: Squares) -> Squares {
    let mut targets = Squares::EMPTY;
    for (ranks, files) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let Some(leg) = step(square, (ranks, files)) else { continue };
        if occupied.has(Square::new(leg)) {
            continue;
        }
        for side in [-1, 1] {
            let (side_ranks, side_files) = (files * side, ranks * side);
            if let Some(to) = step(leg, (ranks + side_ranks, files + side_files)) {
                targets |= Squares::of(Square::new(to));
            }
        }
    }
    targets
}

fn random_sets() -> impl Iterator<Item = Squares> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..300).map(move |i| {
        let bits: u128 = match i % 3 {
            0 => rng.random(),
            1 => rng.random::<u128>() & rng.random::<u128>(),
            _ => rng.random::<u128>() & rng.random::<u128>() & rng.random::<u128>(),
        };
        Bitboard(bits) & BOARD
    })
}

#[test]
fn lines_agree_with_a_walk_point_by_point() {
    for occupied in random_sets() {
        for index in 0..SQUARES {
            let square = Square::new(index);
            let (chariot_walk, cannon_walk) = walk_lines(index, occupied);
            assert_eq!(chariot(square, occupied), chariot_walk);
            assert_eq!(cannon_captures(square, occupied), cannon_walk);
        }
    }
}

#[test]
fn horses_agree_with_a_walk_and_with_their_reverse() {
    for occupied in random_sets() {
        let mut reverse = [Squares::EMPTY; SQUARES];
        for index in 0..SQUARES {
            let square = Square::new(index);
            let targets = walk_horse(index, occupied);
            assert_eq!(horse(square, occupied), targets);
            for to in targets {
                reverse[to.index()] |= Squares::of(square);
                assert!(!occupied.has(horse_leg(square, to)));
            }
        }
        for (index, &sources) in reverse.iter().enumerate() {
            assert_eq!(horse_sources(Square::new(index), occupied), sources);
        }
    }
}

#[test]
fn elephants_stay_on_their_half_and_stop_at_the_eye() {
    for occupied in random_sets() {
        for index in 0..SQUARES {
            let mut targets = Squares::EMPTY;
            for (ranks, files) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let Some(to) = step(index, (2 * ranks, 2 * files)) else { continue };
                let eye = step(index, (ranks, files)).map(Square::new);
                if to / 45 == index / 45 && eye.is_some_and(|eye| !occupied.has(eye)) {
                    targets |= Squares::of(Square::new(to));
                }
            }
            assert_eq!(elephant(Square::new(index), occupied), targets);
        }
    }
}

#[test]
fn soldiers_and_their_sources_are_each_others_reverse() {
    for color in Color::ALL {
        for a in (0..SQUARES).map(Square::new) {
            for b in (0..SQUARES).map(Square::new) {
                assert_eq!(soldier(color, a).has(b), soldier_sources(color, b).has(a));
            }
        }
    }
    let at = |rank: usize, file: usize| Square::new(rank * 9 + file);
    assert_eq!(soldier(Color::White, at(4, 4)), Squares::of(at(5, 4)));
    assert_eq!(soldier(Color::White, at(5, 4)).count(), 3);
    assert_eq!(soldier(Color::White, at(9, 0)), Squares::of(at(9, 1)));
    assert_eq!(soldier(Color::Black, at(4, 8)).count(), 2);
    assert_eq!(soldier(Color::Black, at(5, 8)), Squares::of(at(4, 8)));
}

#[test]
fn palace_pieces_never_leave_the_palace() {
    let at = |rank: usize, file: usize| Square::new(rank * 9 + file);
    assert_eq!(king(at(0, 4)).count(), 3);
    assert_eq!(king(at(1, 4)).count(), 4);
    assert_eq!(king(at(9, 3)), Squares::of(at(8, 3)) | Squares::of(at(9, 4)));
    assert_eq!(advisor(at(8, 4)).count(), 4);
    assert_eq!(advisor(at(0, 5)), Squares::of(at(1, 4)));
    assert_eq!(king(at(4, 4)), Squares::EMPTY);
    for square in (0..SQUARES).map(Square::new) {
        let palaces = PALACE[0] | PALACE[1];
        assert!((king(square) | advisor(square)) - palaces == Squares::EMPTY);
    }
}

#[test]
fn between_and_cross_describe_lines() {
    let at = |rank: usize, file: usize| Square::new(rank * 9 + file);
    assert_eq!(between(at(0, 4), at(9, 4)).count(), 8);
    assert_eq!(between(at(2, 1), at(2, 4)), Squares::of(at(2, 2)) | Squares::of(at(2, 3)));
    assert_eq!(between(at(2, 1), at(3, 3)), Squares::EMPTY);
    assert_eq!(between(at(2, 8), at(3, 0)), Squares::EMPTY);
    assert!((0..SQUARES).all(|index| cross(Square::new(index)).count() == 17));
}
