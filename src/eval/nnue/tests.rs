use super::kernels::Kernels;
use super::*;
use crate::board::{Color, GameText, Geometry, Move, MoveList, Path, Piece, Square, Variant};
use crate::{chess, xiangqi};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A network of random numbers, as large as trained ones are.
fn parameters<G: Features>(hidden: usize, buckets: usize) -> Parameters {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut values =
        |count: usize, size: i16| (0..count).map(|_| rng.random_range(-size..=size)).collect();
    Parameters {
        hidden,
        buckets,
        qb: 190,
        scale: 400,
        feature_weights: values(G::FEATURES * hidden, 60),
        feature_biases: values(hidden, 60),
        output_weights: values(buckets * 2 * hidden, MAX_OUTPUT_WEIGHT),
        output_biases: vec![-3_000, 2_000][..buckets].to_vec(),
    }
}

fn network<G: Features>(hidden: usize) -> Network<G> {
    Network::new(&parameters::<G>(hidden, 2)).expect("a sound network")
}

/// A path of random moves, null moves among them; `None` when the game has ended.
fn step<G: Features>(path: &mut Path<G>, rng: &mut impl Rng) -> Option<Move> {
    if !path.last().in_check() && rng.random_range(0..10) == 0 {
        path.push_null();
        return Some(Move::NULL);
    }
    let mut moves = MoveList::new();
    path.last().legal_moves(&mut moves);
    let mv = *moves.choose(rng)?;
    path.push(mv);
    Some(mv)
}

/// Walks up and down as a search does and compares with the evaluation from scratch.
fn incremental_is_refreshed<G: Features + GameText>(starts: &[&str]) {
    let network = network::<G>(128);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut plies = 0;
    let mut accumulators = Accumulators::new(101);
    while plies < 10_000 {
        let start = starts.choose(&mut rng).expect("some starts");
        let mut path = Path::new(G::from_fen(start).expect("a sound FEN"), G::Rules::default());
        for _ in 0..rng.random_range(0..30) {
            step(&mut path, &mut rng);
        }
        accumulators.begin(&network, &path);
        let base = path.len();
        while path.len() < base + 100 {
            if path.len() > base && rng.random_range(0..3) == 0 {
                path.pop();
            } else if step(&mut path, &mut rng).is_some() {
                accumulators.forget_last(&path);
                plies += 1;
            } else {
                break;
            }
            if rng.random_range(0..2) == 0 {
                let value = accumulators.evaluate(&network, &path);
                assert_eq!(value, network.evaluate(path.last()), "{}", path.last().fen());
            }
        }
    }
}

#[test]
fn incremental_sums_are_those_of_a_refresh_in_chess() {
    incremental_is_refreshed::<chess::Position>(&[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // En passant, promotions, castling on both wings; Chess960 with king and rook changing
        // places.
        "r3k2r/1P4p1/8/2pPp2P/2pPp2p/8/1p4P1/R3K2R w KQkq c6 0 1",
        "1rk5/pppp1ppp/8/8/8/8/PPPPPPPP/5RKR w Hb - 0 1",
        // Kings that change wings all the time.
        "8/2p1k3/1p6/8/4P3/8/3K4/8 w - - 0 1",
    ]);
}

#[test]
fn incremental_sums_are_those_of_a_refresh_in_xiangqi() {
    incremental_is_refreshed::<xiangqi::Position>(&[
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ]);
}

fn kernels_agree<G: Features>(hidden: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let networks: Vec<_> = network::<G>(hidden).in_each_kernel().collect();
    assert_eq!(networks.last().map(|(name, _)| *name), Some("plain"));
    let mut path = Path::new(G::initial(), G::Rules::default());
    for _ in 0..200 {
        if step(&mut path, &mut rng).is_none() {
            path = Path::new(G::initial(), G::Rules::default());
        }
        let values: Vec<i32> = networks
            .iter()
            .map(|(_, network)| {
                let mut accumulators = Accumulators::new(4);
                accumulators.begin(network, &path);
                let mut path = path.clone();
                let mut moves = MoveList::new();
                path.last().legal_moves(&mut moves);
                // The last move: captures come late in no list, so take several.
                for &mv in &moves {
                    path.push(mv);
                    accumulators.forget_last(&path);
                    accumulators.evaluate(network, &path);
                    path.pop();
                }
                path.push(moves[moves.len() / 2]);
                accumulators.forget_last(&path);
                accumulators.evaluate(network, &path)
            })
            .collect();
        assert!(values.iter().all(|&value| value == values[0]), "{values:?}");
    }
}

#[test]
fn kernels_give_the_same_integers() {
    for hidden in [64, 128, 320] {
        kernels_agree::<chess::Position>(hidden);
        kernels_agree::<xiangqi::Position>(hidden);
    }
}

#[test]
fn kernels_agree_at_the_extremes_of_their_inputs() {
    use super::kernels::{Block, LANES};
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let values = [i16::MIN, -1, 0, 1, QA - 1, QA, QA + 1, i16::MAX];
    let weights = [-MAX_OUTPUT_WEIGHT, -1, 0, 1, MAX_OUTPUT_WEIGHT];
    let row = |rng: &mut ChaCha8Rng, from: &[i16]| -> Vec<Block> {
        (0..6).map(|_| Block([0; LANES].map(|_| *from.choose(rng).expect("some")))).collect()
    };
    for _ in 0..100 {
        let (row, weights) = (row(&mut rng, &values), row(&mut rng, &weights));
        let outputs: Vec<i32> =
            Kernels::available().iter().map(|kernels| kernels.output(&row, &weights)).collect();
        assert!(outputs.iter().all(|&output| output == outputs[0]), "{outputs:?}");
    }
}

/// A colour-flipped position has the same value.
fn colours_are_equal<G: Features + GameText>(fen: &str, flipped: &str) {
    let network = network::<G>(64);
    let value = |fen: &str| network.evaluate(&G::from_fen(fen).expect("a sound FEN"));
    assert_eq!(value(fen), value(flipped));
    assert_ne!(value(fen), 0);
}

#[test]
fn both_colours_see_the_same() {
    colours_are_equal::<chess::Position>(
        "r3k3/1pp5/8/3N4/8/5B2/P6P/4K2R w - - 0 1",
        "4k2r/p6p/5b2/8/3n4/8/1PP5/R3K3 b - - 0 1",
    );
    colours_are_equal::<xiangqi::Position>(
        "3ak4/4a4/4b4/4C4/2p3P2/9/4P4/4B4/4A4/3AK1B2 w - - 0 1",
        "3ak1b2/4a4/4b4/4p4/9/2P3p2/4c4/4B4/4A4/3AK4 b - - 0 1",
    );
}

#[test]
fn chess_is_seen_from_the_wing_of_the_own_king() {
    let position = |fen: &str| chess::Position::from_fen(fen).expect("a sound FEN");
    let king_on_e = position("r3k3/1pp5/8/3N4/8/5B2/P6P/4K2R w - - 0 1");
    assert_eq!(Color::ALL.map(|color| king_on_e.view(color).mirrored), [true, true]);
    let mirrored = position("3k3r/5pp1/8/4N3/8/2B5/P6P/R2K4 w - - 0 1");
    assert_eq!(Color::ALL.map(|color| mirrored.view(color).mirrored), [false, false]);
    let network = network::<chess::Position>(64);
    assert_eq!(network.evaluate(&king_on_e), network.evaluate(&mirrored));
    // One king moved to the other wing: another position for a random network.
    let other = position("3k3r/5pp1/8/4N3/8/2B5/P6P/R3K3 w - - 0 1");
    assert_eq!(Color::ALL.map(|color| other.view(color).mirrored), [true, false]);
    assert_ne!(network.evaluate(&other), network.evaluate(&mirrored));
    // In xiangqi nobody does.
    let xiangqi = "4kab2/4a4/4b4/9/9/2B6/9/9/9/5K3 w - - 0 1";
    let xiangqi = xiangqi::Position::from_fen(xiangqi).expect("a sound FEN");
    assert_eq!(Color::ALL.map(|color| xiangqi.view(color).mirrored), [false, false]);
}

#[test]
fn a_feature_has_its_place_in_the_row() {
    let [white, black] = Color::ALL.map(|perspective| View { perspective, mirrored: false });
    let feature = |view, color, kind, square| {
        chess::Position::feature(view, (Piece::new(color, kind), Square::new(square)))
    };
    // 384 * (enemy) + 64 * kind + square
    assert_eq!(feature(white, Color::White, chess::KNIGHT, 1), 65);
    assert_eq!(feature(black, Color::White, chess::KNIGHT, 1), 384 + 64 + 57);
    let mirrored = View { mirrored: true, ..black };
    assert_eq!(feature(mirrored, Color::White, chess::KNIGHT, 1), 384 + 64 + 62);
    assert_eq!(chess::Position::FEATURES, 768);
    // 630 * (enemy) + 90 * kind + square
    let soldier = (Piece::new(Color::Black, xiangqi::SOLDIER), Square::new(54));
    let kind = 90 * xiangqi::SOLDIER.index();
    assert_eq!(xiangqi::Position::feature(white, soldier), 630 + kind + 54);
    assert_eq!(xiangqi::Position::feature(black, soldier), kind + 27);
    assert_eq!(xiangqi::Position::FEATURES, 1260);
    assert_eq!(xiangqi::Position::mirror(Square::new(9)).index(), 17);
}

/// The output of a network small enough to follow by hand.
#[test]
fn the_output_is_the_formula() {
    let mut parameters = parameters::<chess::Position>(64, 1);
    for values in [
        &mut parameters.feature_weights,
        &mut parameters.feature_biases,
        &mut parameters.output_weights,
    ] {
        values.fill(0);
    }
    parameters.qb = 64;
    parameters.output_biases = vec![-1_000];
    parameters.feature_biases[5] = 100;
    // The own king on d1 adds 55 to the sixth sum of its own side; so does one on e1, whose owner
    // sees it on d1 in the mirror.
    let king = (Piece::new(Color::White, chess::KING), Square::new(3));
    let view = View { perspective: Color::White, mirrored: false };
    parameters.feature_weights[chess::Position::feature(view, king) * 64 + 5] = 55;
    parameters.output_weights[5] = 100;
    parameters.output_weights[64 + 5] = -20;
    let network = Network::<chess::Position>::new(&parameters).expect("a sound network");
    // (155² * 100 - 100² * 20) / 255 = 8637; (8637 - 1000) * 400 / (255 * 64) = 187.
    for fen in ["8/8/8/3k4/8/8/8/3K4 w - - 0 1", "8/8/8/3k4/8/8/8/4K3 w - - 0 1"] {
        let position = chess::Position::from_fen(fen).expect("kings");
        assert_eq!(network.evaluate(&position), 187, "{fen}");
    }
}

#[test]
fn a_network_file_reads_as_it_was_written() {
    let parameters = parameters::<chess::Position>(64, 2);
    let bytes = parameters.to_bytes::<chess::Position>();
    assert_eq!(Parameters::from_bytes::<chess::Position>(&bytes), Ok(parameters.clone()));
    assert_eq!(game_of(&bytes), Ok(Variant::Chess));
    let message = |bytes: &[u8]| {
        let network = Network::<chess::Position>::from_bytes(bytes);
        network.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(message(&bytes), "");
    assert_eq!(message(&bytes[..bytes.len() - 1]), "the network file ends too early");
    assert_eq!(message(b"MZ"), "the network file ends too early");
    assert_eq!(message(b"[Event \"?\"]"), "not a network file of this engine");
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(message(&longer), "the network file is too long by 1 bytes");
    // QB, the scale, the checksum itself, the numbers.
    for index in [23, 26, 30, 5_000, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1;
        assert_eq!(message(&damaged), "the checksum of the network file is wrong", "{index}");
    }
    let mut plain = bytes.clone();
    plain[20] = 1;
    assert_eq!(message(&plain), "a network of plain inputs, expected mirrored ones");
    plain[20] = 9;
    assert_eq!(message(&plain), "a network of unknown inputs 9");
    let xiangqi = self::parameters::<xiangqi::Position>(64, 2).to_bytes::<xiangqi::Position>();
    assert_eq!(message(&xiangqi), "a network for xiangqi, expected chess");
    assert_eq!(game_of(&xiangqi), Ok(Variant::Xiangqi));
    let mut unknown = xiangqi;
    unknown[10] = 9;
    let message = game_of(&unknown).err().map(|error| error.to_string());
    assert_eq!(message, Some("a network for unknown game 9".into()));
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let message = |parameters: &Parameters| {
        Network::<chess::Position>::new(parameters).err().map(|error| error.to_string())
    };
    let mut large = parameters::<chess::Position>(64, 2);
    large.output_weights[3] = 128;
    assert_eq!(message(&large), Some("output weight 128 is beyond ±127".into()));
    let mut wide = parameters::<chess::Position>(320, 2);
    wide.output_weights.fill(MAX_OUTPUT_WEIGHT);
    let expected = "the output weights of the network are too large together";
    assert_eq!(message(&wide), Some(expected.into()));
    let short = Parameters { hidden: 100, ..parameters::<chess::Position>(64, 2) };
    let expected = "hidden size 100, expected a multiple of 64 up to 2048";
    assert_eq!(message(&short), Some(expected.into()));
}
