//! Networks from files, through the protocols.

mod common;

use chariot::board::GameText;
use chariot::eval::Evaluate;
use chariot::eval::nnue::{Features, Network, Parameters};
use chariot::{chess, xiangqi};
use common::{Engine, number_after};
use std::fs;
use std::path::{Path, PathBuf};

/// A network whose value is always `centipawns` but for the pieces' squares.
fn parameters<G: Features>(centipawns: i32) -> Parameters {
    const HIDDEN: usize = 64;
    let mut parameters = Parameters {
        hidden: HIDDEN,
        buckets: 1,
        qb: 64,
        scale: 400,
        feature_weights: vec![0; G::FEATURES * HIDDEN],
        feature_biases: vec![0; HIDDEN],
        output_weights: vec![0; 2 * HIDDEN],
        output_biases: vec![centipawns * 255 * 64 / 400],
    };
    // Own pieces count a little more the further they stand from the first square.
    for (feature, row) in parameters.feature_weights.chunks_mut(HIDDEN).enumerate() {
        row[0] = (feature % G::SQUARES) as i16 / 4;
    }
    parameters.output_weights[0] = 1;
    parameters
}

fn write<G: Features>(folder: &Path, name: &str, centipawns: i32) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, parameters::<G>(centipawns).to_bytes::<G>()).expect("room for a network");
    path
}

fn value<G: Evaluate>(centipawns: i32) -> String {
    let network = Network::<G>::new(&parameters::<G>(centipawns)).expect("a sound network");
    let value = G::WIN_MODEL.centipawns(network.evaluate(&G::initial()));
    format!("Static value: {value} cp, side to move")
}

fn evaluation(engine: &mut Engine) -> String {
    engine.send("eval");
    engine.expect("Static value:")
}

/// The built-in network gives the stored values, in every kernel of this processor.
fn check_values<G: Evaluate + GameText>(table: &str) {
    let rows: Vec<(&str, &str)> = table.lines().filter_map(|row| row.split_once('\t')).collect();
    assert_eq!(rows.len(), 20);
    for (name, network) in G::built_in().in_each_kernel() {
        for (fen, value) in &rows {
            let position = G::from_fen(fen).expect("a sound FEN");
            assert_eq!(network.evaluate(&position).to_string(), *value, "{name}: {fen}");
        }
    }
}

#[test]
fn built_in_networks_give_the_stored_values() {
    check_values::<chess::Position>(include_str!("data/network-chess.tsv"));
    check_values::<xiangqi::Position>(include_str!("data/network-xiangqi.tsv"));
}

#[test]
fn a_network_is_loaded_and_the_built_in_one_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write::<chess::Position>(folder.path(), "a net.nnue", 700);
    let mut engine = Engine::uci();
    let own = evaluation(&mut engine);
    engine.send(&format!("setoption name EvalFile value {}", path.display()));
    assert_eq!(evaluation(&mut engine), value::<chess::Position>(700));
    engine.send("go nodes 2000");
    assert!(
        engine
            .until("bestmove")
            .iter()
            .any(|line| number_after(line, "cp").is_some_and(|score| score > 300))
    );
    engine.send("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut engine), own);
}

#[test]
fn each_game_has_its_own_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write::<xiangqi::Position>(folder.path(), "x.nnue", -300);
    let mut engine = Engine::uci();
    let chess = evaluation(&mut engine);
    engine.send(&format!("setoption name EvalFile_xiangqi value {}", path.display()));
    assert_eq!(evaluation(&mut engine), chess);
    engine.send("setoption name UCI_Variant value xiangqi");
    assert_eq!(evaluation(&mut engine), value::<xiangqi::Position>(-300));

    let mut engine = Engine::ucci();
    engine.send(&format!("setoption evalfile {}", path.display()));
    assert_eq!(evaluation(&mut engine), value::<xiangqi::Position>(-300));
}

#[test]
fn a_file_that_is_no_network_is_named_and_the_one_in_use_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = write::<chess::Position>(folder.path(), "good.nnue", 700);
    let bytes = fs::read(&good).expect("just written");
    let broken = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("room for a network");
        path
    };
    let mut damaged = bytes.clone();
    damaged[900] ^= 4;
    let mut rescaled = bytes.clone();
    rescaled[26] ^= 1;
    let cases = [
        (folder.path().join("none.nnue"), "No such file"),
        (folder.path().to_owned(), "not a regular file"),
        (PathBuf::from("/dev/zero"), "not a regular file"),
        (broken("empty.nnue", b""), "ends too early"),
        (broken("text.nnue", b"not a network at all"), "not a network file"),
        (broken("short.nnue", &bytes[..bytes.len() / 2]), "ends too early"),
        (broken("damaged.nnue", &damaged), "checksum"),
        (broken("rescaled.nnue", &rescaled), "checksum"),
        (write::<xiangqi::Position>(folder.path(), "x.nnue", 0), "network for xiangqi"),
    ];
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name EvalFile value {}", good.display()));
    assert_eq!(engine.line(), format!("info string network '{}' is in use", good.display()));
    for (path, reason) in cases {
        engine.send(&format!("setoption name EvalFile value {}", path.display()));
        let line = engine.line();
        assert!(line.starts_with("info string network '"), "{line}");
        assert!(line.contains(reason) && line.ends_with("; the one in use stays"), "{line}");
        assert_eq!(evaluation(&mut engine), value::<chess::Position>(700));
    }
    engine.send("go nodes 2000");
    engine.expect("bestmove");
}
