use super::*;
use crate::data::{End, Ply, Record, Start};
use chariot::board::GameResult;
use chariot::board::{Move, Square};

const MODEL: WinModel = WinModel { a: [260.0, -70.0, 12.0], b: [60.0, 25.0, -4.0] };

#[test]
fn a_known_model_is_found_again() {
    let counts = Counts::of_model(&MODEL, 1_000.0);
    let model = model::fit(&counts).expect("plenty of counts");
    for (found, expected) in model.a.iter().chain(&model.b).zip(MODEL.a.iter().chain(&MODEL.b)) {
        assert!((found - expected).abs() < 0.01, "{model:?}");
    }
    assert!(
        model::log_likelihood(&model, &counts)
            > model::log_likelihood(&WinModel { b: [61.0, 25.0, -4.0], ..MODEL }, &counts)
    );
}

#[test]
fn too_few_games_are_refused() {
    let fit = |counts: &Counts| model::fit(counts);
    assert_eq!(fit(&Counts::new()), Err("too few games to fit a model".into()));
    let mut counts = Counts::new();
    counts.add_game(&record(GameResult::Draw, &[0]));
    assert_eq!(fit(&counts), Err("too few games to fit a model".into()));
}

fn record(result: GameResult, scores: &[i16]) -> Record {
    let mv = Move::new(Square::new(12), Square::new(28));
    Record {
        start: Start::Standard,
        result,
        end: End::Mate,
        opening: vec![mv; 3],
        plies: scores.iter().map(|&score| Ply { mv, score }).collect(),
    }
}

#[test]
fn plies_are_counted_for_their_movers() {
    let mut counts = Counts::new();
    // Black to move at move 2; then White at move 3; the last score is too large.
    counts.add_game(&record(GameResult::WhiteWins, &[-44, 46, -2_001]));
    counts.add_game(&record(GameResult::Draw, &[-2_000]));
    let mut bins = counts.bins().map(|bin| (bin.mv, bin.score, bin.results)).collect::<Vec<_>>();
    bins.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    assert_eq!(
        bins,
        [
            (1.5, -2_000.0, [0.0, 1.0, 0.0]),
            (1.5, -40.0, [0.0, 0.0, 1.0]),
            (3.5, 50.0, [1.0, 0.0, 0.0]),
        ]
    );
}

#[test]
fn the_table_compares_what_is_predicted_with_what_was_found() {
    let model = WinModel { a: [100.0, 0.0, 0.0], b: [100.0 / 3_f64.ln(), 0.0, 0.0] };
    let mut counts = Counts::new();
    // At a score of 0 wins and losses have a quarter each.
    counts.add_game(&record(GameResult::WhiteWins, &[0, 0]));
    let table = table::table(&model, &counts);
    let rows: Vec<&str> = table.lines().skip(1).map(str::trim).collect();
    assert_eq!(rows, ["1           -50          2    25.0  50.0  25.0    50.0   0.0  50.0"]);
    // A model predicts what was drawn from it.
    let table = table::table(&MODEL, &Counts::of_model(&MODEL, 10.0));
    assert_eq!(table.lines().count(), 37);
    for row in table.lines().skip(1) {
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words[3..6], words[6..9], "{row}");
    }
}

#[test]
fn the_model_is_printed_as_source() {
    let expected = "WinModel { a: [260.000, -70.000, 12.000], b: [60.000, 25.000, -4.000] }";
    assert_eq!(paste(&MODEL), expected);
}
