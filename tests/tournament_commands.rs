//! The commands `pair` and `rating` from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn chariot(arguments: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chariot"))
        .args(arguments)
        .args(files)
        .output()
        .expect("the program runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The one line of a command that failed.
fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

const TOURNAMENT: &str = r#"{"name": "Open", "rounds": 3, "rules": {"numbering": "listed"},
    "players": [{"name": "甲"}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}, {"name": "戊"}]}"#;

const ROUND_1: &str = "\
Warning: 3 rounds: at least 7 are advised for a Swiss tournament
Round 1 of 3
Board  No.  First move (先手)  Points  No.  Second move (后手)  Points  Result
    1    1  甲                      0    3  丙                       0
    2    4  丁                      0    2  乙                       0
Bye (轮空): 5 戊
";

#[test]
fn pair_waits_for_results_and_ends_with_a_standing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("open.json");
    fs::write(&file, TOURNAMENT).expect("written");

    assert_eq!(text(&chariot(&["pair", "--dry-run"], &[&file])), ROUND_1);
    assert_eq!(fs::read_to_string(&file).expect("read"), TOURNAMENT);

    assert_eq!(text(&chariot(&["pair"], &[&file])), ROUND_1);
    let paired = fs::read_to_string(&file).expect("read");
    assert_eq!(text(&chariot(&["pair"], &[&file])), ROUND_1);
    assert_eq!(fs::read_to_string(&file).expect("read"), paired);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing beside it");

    // One result of two: the round is shown with it.
    let half = paired.replacen("null", "\"1-0\"", 1);
    fs::write(&file, &half).expect("written");
    let shown = text(&chariot(&["pair"], &[&file]));
    assert!(shown.contains("Round 1 of 3") && shown.ends_with("Missing results: 1\n"), "{shown}");

    for round in 2..=3 {
        let before = fs::read_to_string(&file).expect("read");
        fs::write(&file, before.replace("null", "\"1-0\"")).expect("written");
        let shown = text(&chariot(&["pair"], &[&file]));
        assert!(shown.contains(&format!("Round {round} of 3\n")), "{shown}");
    }
    let before = fs::read_to_string(&file).expect("read");
    fs::write(&file, before.replace("null", "\"0-1\"")).expect("written");
    let shown = text(&chariot(&["pair"], &[&file]));
    assert!(shown.contains("Final standing after 3 rounds\n"), "{shown}");
    assert!(!shown.contains("Board"), "{shown}");
}

#[test]
fn pair_tells_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("open.json");
    let missing = error(&chariot(&["pair"], &[&file]));
    assert!(missing.contains("open.json: tournament file: No such file"), "{missing}");
    fs::write(&file, r#"{"rounds": 7, "players": [{"name": "a"}]}"#).expect("written");
    let few = error(&chariot(&["pair"], &[&file]));
    assert!(few.ends_with("open.json: 1 players to pair: expected at least 2\n"), "{few}");
    fs::write(&file, r#"{"rounds": 7, "#).expect("written");
    let cut = error(&chariot(&["pair"], &[&file]));
    assert!(cut.contains("at line 1 column"), "{cut}");
}

/// 1950 + 32 (1 - 1/2) = 1966; b as untitled player with 0 of 20 games loses to a 1966:
///
/// ```python
/// We = lambda a, b: 1 / (1 + 10 ** ((b - a) / 400))
/// print(1400 + 32 * (0 - We(1400, 1966)) * 41 / 20)    # 1397.57
/// ```
#[test]
fn rating_goes_on_from_a_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.json");
    let games = folder.path().join("games.csv");
    let list_text = r#"{"game": "xiangqi", "players": [
        {"name": "甲", "rating": 1950, "games": 30},
        {"name": "乙", "rating": 1950, "games": 20, "granted": "grandmaster",
         "honours": ["national-grandmaster"]}]}"#;
    fs::write(&list, list_text).expect("written");
    fs::write(&games, "first,second,result\n甲,乙,1-0\nb,甲,0-1\nb,c,1-0\n").expect("written");
    let list_option = format!("--list={}", list.display());

    let shown = text(&chariot(&["rating", &list_option], &[&games]));
    assert_eq!(
        shown,
        "\
Rank  Name         Rating  Games  称号      Title
   1  甲             1966     32  一级棋士  Expert, 1st class
   2  乙·国家特大    1934     21  特级大师  Grandmaster
   3  c              1400      0  未定级    Untitled
   4  b              1398      1  未定级    Untitled
1 game between two untitled players: no rating changed
"
    );

    // The JSON is the list of the next event.
    let next = text(&chariot(&["rating", "--json", &list_option], &[&games]));
    fs::write(&list, next).expect("written");
    fs::write(&games, "甲,乙,---\n").expect("written");
    let again = text(&chariot(&["rating", &list_option], &[&games]));
    assert_eq!(
        again.lines().take(5).collect::<Vec<_>>(),
        shown.lines().take(5).collect::<Vec<_>>()
    );
    assert!(again.ends_with("1 game forfeited: no rating changed\n"), "{again}");
}

#[test]
fn rating_tells_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let csv = folder.path().join("games.csv");
    let pgn = folder.path().join("games.pgn");
    let json = folder.path().join("games.json");
    fs::write(&csv, "a,b,1-0\n").expect("written");
    let unsaid = error(&chariot(&["rating"], &[&csv]));
    assert!(unsaid.contains("expected --game chess or xiangqi"), "{unsaid}");
    fs::write(&pgn, "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n").expect("written");
    fs::write(&json, r#"{"game": "xiangqi"}"#).expect("written");
    let both = error(&chariot(&["rating"], &[&pgn, &json]));
    assert!(both.contains("games.json is of xiangqi, but "), "{both}");
    let bytes = folder.path().join("bytes.csv");
    fs::write(&bytes, b"\xff\xfe").expect("written");
    assert!(error(&chariot(&["rating"], &[&bytes])).contains("expected UTF-8 text"));
    let ladder = error(&chariot(&["rating", "--ladder"], &[&csv, &pgn]));
    assert!(ladder.contains("expected one tournament file"), "{ladder}");
}

#[test]
fn the_ladder_of_a_tournament() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("open.json");
    let thresholds: Vec<String> = (1..20).map(|level| (level * 3).to_string()).collect();
    let ladder = format!(r#"{{"ladder": {{"thresholds": [{}]}}, "#, thresholds.join(", "));
    fs::write(&file, TOURNAMENT.replacen('{', &ladder, 1)).expect("written");
    text(&chariot(&["pair"], &[&file]));
    let paired = fs::read_to_string(&file).expect("read");
    fs::write(&file, paired.replace("null", "\"1-0\"")).expect("written");
    // The winners gain 5 points, the losers lose 2.
    assert_eq!(
        text(&chariot(&["rating", "--ladder"], &[&file])),
        "\
Name  Points  Level  级别      Title
甲         5      2  二等童生  Pupil, second class
丁         5      2  二等童生  Pupil, second class
戊         0      1  三等童生  Pupil, third class
乙        -2      1  三等童生  Pupil, third class
丙        -2      1  三等童生  Pupil, third class
"
    );
}
