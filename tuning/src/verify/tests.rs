use super::*;
use crate::data::{Appender, Header};
use crate::nets;
use chariot::board::Move;
use chariot::board::{GameResult, GameText};
use clap::Parser;

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: VerifyArgs,
}

fn random<G: Features>() -> Net<G> {
    let parameters = nets::random::<G>();
    Net { network: Network::new(&parameters).expect("a sound net"), parameters }
}

fn arithmetic_is_exact<G: Features>() {
    let mut net = random::<G>();
    for check in arithmetic::check(&net) {
        assert!(check.passed, "{check}");
    }
    // A net of other numbers than the formula's.
    net.parameters.output_biases[0] += 1_000;
    let [kernels, incremental] = arithmetic::check(&net);
    assert!(!kernels.passed && incremental.passed, "{kernels}");
}

fn header() -> Header {
    let (game, revision) = (Variant::Chess, String::new());
    Header { game, net: 0, nodes: 9, seed: 1, chess960: 0, revision }
}

#[test]
fn arithmetic_is_exact_in_both_games() {
    arithmetic_is_exact::<chess::Position>();
    arithmetic_is_exact::<xiangqi::Position>();
}

fn built_in_positions_are_legal<G: Features + GameText>() {
    let net = random::<G>();
    let checks = sanity::check(&net.network).expect("legal positions");
    // The colours are the same to any net.
    assert!(checks[3].passed, "{}", checks[3]);
    for fen in positions::fixed(G::VARIANT) {
        assert_eq!(G::from_fen(fen).expect(fen).fen(), *fen);
    }
}

#[test]
fn built_in_positions_are_legal_in_both_games() {
    built_in_positions_are_legal::<chess::Position>();
    built_in_positions_are_legal::<xiangqi::Position>();
}

fn message(words: &[&str]) -> String {
    let cli = Cli::try_parse_from([&["verify"], words].concat()).expect("a command line");
    run(&cli.args).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("room");
        path.display().to_string()
    };
    let bytes = random::<xiangqi::Position>().parameters.to_bytes::<xiangqi::Position>();
    let net = file("net", &bytes);
    // The random net knows nothing.
    assert!(message(&[&net]).ends_with("of the checks failed"));
    let short = file("short", &bytes[..5_000]);
    assert_eq!(message(&[&short]), format!("{short}: the network file ends too early"));
    let text = file("text", b"no net, just words");
    assert_eq!(message(&[&text]), format!("{text}: not a network file of this engine"));
    let found = message(&[&net, "--positions", &text]);
    assert!(found.starts_with(&format!("{text}: line 1: no net, just words: ")), "{found}");

    let games = folder.path().join("games");
    drop(Appender::create(&games, &header()).expect("room"));
    let games = games.display().to_string();
    let expected = format!("{games}: games of chess, expected xiangqi");
    assert_eq!(message(&[&net, "--data", &games]), expected);
}

#[test]
fn the_last_games_are_compared() {
    use crate::data::{End, Ply, Record, Start};
    use chariot::board::Square;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut file = Appender::create(&path, &header()).expect("room");
    let mv = Move::new(Square::new(12), Square::new(28));
    for number in 0..101 {
        // The last three of them are compared.
        let score = if number < 98 { 900 } else { 10 };
        let record = Record {
            start: Start::Standard,
            result: GameResult::Draw,
            end: End::Length,
            opening: Vec::new(),
            plies: vec![Ply { mv, score }],
        };
        file.push(&record).expect("room");
    }
    drop(file);
    let mut parameters = nets::random::<chess::Position>();
    parameters.output_weights.fill(0);
    parameters.output_biases = vec![255 * 400 / 40 + 1];
    let network = Network::<chess::Position>::new(&parameters).expect("a sound net");
    let [mean, slope] = games::check(&network, &[path]).expect("games");
    assert_eq!(mean.numbers, "+10.0 cp for the mover on 3 positions, allowed ±30");
    assert!(slope.passed && slope.numbers.starts_with("1.000, "), "{slope}");
}
