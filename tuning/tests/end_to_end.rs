//! From self-play to a game with the network that it taught, through the command line.

use chariot::board::{GameText, MoveList};
use chariot::eval::nnue::Network;
use chariot::referee::{Claims, Referee, Refereed};
use chariot::search::{Limits, Pool, Searchable, Signals};
use chariot::{chess, xiangqi};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

/// About fifty games.
const POSITIONS: &str = "3000";

fn tuning(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tuning"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the tool runs")
}

fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = tuning(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn datagen(folder: &Path, game: &str, threads: &str, positions: &str, out: &str) {
    let arguments = ["datagen", "--game", game, "--nodes", "25", "--positions", positions];
    let more = ["--threads", threads, "--seed", "4", "--out", out, "--resume"];
    succeed(folder, &[&arguments[..], &more[..]].concat());
}

fn cycle<G: Searchable + Refereed + GameText>(game: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    datagen(folder, game, "2", POSITIONS, "games");
    let stats = succeed(folder, &["stats", "games"]);
    assert!(stats.contains("usable positions"), "{stats}");

    // The same games again, in two parts and with another number of threads.
    datagen(folder, game, "1", "1000", "again");
    let part = fs::read(folder.join("again")).expect("games");
    fs::write(folder.join("again"), &part[..part.len() - 7]).expect("half a game is left");
    datagen(folder, game, "1", POSITIONS, "again");
    let read = |name: &str| fs::read(folder.join(name)).expect("games");
    assert!(read("games") == read("again"), "a run is not what its header says");

    let arguments =
        ["train", "--game", game, "--data", "games", "--hidden", "64", "--batch", "256"];
    let more = ["--samples", "100000", "--rounding-limit", "20", "--out", "net.nnue"];
    let said = succeed(folder, &[&arguments[..], &more[..]].concat());
    assert!(said.contains("rounded against trained net"), "{said}");
    let plot = fs::read_to_string(folder.join("net.svg")).expect("a plot");
    assert!(plot.starts_with("<svg"), "{plot:.80}");

    // Nothing that is there is written over, and that is said before the training.
    for (out, checkpoint, fault) in [
        ("games", "new", "games: exists already"),
        ("new", "net.nnue", "net.nnue: exists already"),
        ("new.svg", "new", "new.svg: is named for two files"),
        ("new", "none/checkpoint", "none/checkpoint: there is no such folder"),
    ] {
        let more = ["--samples", "100000", "--checkpoint", checkpoint, "--out", out];
        let output = tuning(folder, &[&arguments[..], &more[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(fault), "{fault}: {error}");
        assert!(output.stdout.is_empty(), "{fault}: it has begun to train");
    }
    assert!(read("games") == read("again"), "the games are as they were");

    fs::write(folder.join("again"), &read("again")[..1_000]).expect("half a game at the end");
    let stats = succeed(folder, &["stats", "again"]);
    assert!(stats.contains("half a game at the end is left out"), "{stats}");

    let network = Network::<G>::from_bytes(&read("net.nnue")).expect("a whole network");
    let mut pool = Pool::new(1, 1);
    pool.set_network(Arc::new(network));
    let mut referee = Referee::new(G::initial(), G::Rules::default(), Claims::Always);
    while referee.verdict().is_none() && referee.path().len() < 300 {
        let path = referee.path();
        let outcome = pool.search(path, &Limits::nodes(100), &Signals::default(), &mut |_| {});
        let mv = outcome.best.expect("a position without verdict has a move");
        let mut moves = MoveList::new();
        path.last().legal_moves(&mut moves);
        assert!(moves.contains(&mv), "{}", path.last().fen());
        referee.push(mv);
    }
    let plies = referee.path().len();
    assert!(plies > 3, "a game of {plies} plies");
}

#[test]
fn chess_from_self_play_to_a_game() {
    cycle::<chess::Position>("chess");
}

#[test]
fn xiangqi_from_self_play_to_a_game() {
    cycle::<xiangqi::Position>("xiangqi");
}

#[test]
fn wrong_files_and_values_get_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("text"), "not a file of games").expect("room");
    let train = ["train", "--game", "chess", "--out", "net.nnue", "--data"];
    let missing = [&train[..], &["none"]].concat();
    let wrong = [&train[..], &["text"]].concat();
    let net = ["datagen", "--game", "chess", "--positions", "10", "--out", "o", "--net", "text"];
    let cases: [(&[&str], &str); 4] = [
        (&missing, "none: No such file"),
        (&wrong, "text: not a file of training games"),
        (&["stats", "none"], "none: No such file"),
        (&net, "text: not a network file"),
    ];
    for (arguments, expected) in cases {
        let output = tuning(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
    assert!(!folder.path().join("net.nnue").exists() && !folder.path().join("o").exists());
}

#[test]
fn a_value_out_of_range_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, set, expected) in [
        ("chess", "null_move_depth_divisor=0", "null_move_depth_divisor is 0, expected 1 to 16"),
        ("chess", "value_cannon=400", "no search parameter 'value_cannon'"),
        ("xiangqi", "value_cannon=5", "value_cannon is 5, expected 10 to 3000"),
    ] {
        for side in ["--set", "--against-set"] {
            let output = tuning(folder.path(), &["compare", "--game", game, side, set]);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
