//! `chariot match` with engines that misbehave: each fault is counted as what it is, loses that
//! game and no other, and leaves nothing behind.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const CHARIOT: &str = env!("CARGO_BIN_EXE_chariot");

/// The test engine, which `cargo test` builds beside the binary.
fn rogue() -> PathBuf {
    let path = Path::new(CHARIOT).with_file_name("examples").join("rogue");
    assert!(path.exists(), "{} is missing: cargo build --example rogue", path.display());
    path
}

/// A match of an engine in this mode, named `bad`, against one that plays on.
fn command(dir: &Path, mode: &str, more: &[&str]) -> Command {
    let rogue = rogue();
    let engine = |name: &str, mode: &str| {
        // The folder tells the processes of this test from all others.
        format!("cmd={} name={name} args=\"{mode} 3 {}\"", rogue.display(), dir.display())
    };
    let mut command = Command::new(CHARIOT);
    command.arg("match").args([
        "--engine",
        &engine("bad", mode),
        "--engine",
        &engine("good", "good"),
    ]);
    command.args(["--max-moves", "5", "--json", "out.json", "--pgn", "out.pgn"]).args(more);
    command.current_dir(dir).stdin(Stdio::null());
    command
}

fn run(dir: &Path, mode: &str, more: &[&str]) -> Output {
    command(dir, mode, more).output().expect("chariot runs")
}

fn report(dir: &Path) -> Value {
    let text = std::fs::read_to_string(dir.join("out.json")).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// The processes that were started for the tests in this folder.
fn survivors(dir: &Path) -> Vec<String> {
    let marker = dir.to_str().expect("a plain path");
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    processes
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "))
        .filter(|line| line.contains(marker))
        .collect()
}

/// Plays four games and expects this fault of `bad` in each, and no other.
fn each_game_ends_with(mode: &str, fault: &str, reason: &str, more: &[&str]) {
    let dir = tempfile::tempdir().expect("a folder");
    let output = run(dir.path(), mode, &[&["--games", "4"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = report(dir.path());
    for engine in report["engines"].as_array().expect("engines") {
        for (kind, count) in engine["faults"].as_object().expect("faults") {
            let expected = if engine["name"] == "bad" && kind == fault { 4 } else { 0 };
            assert_eq!(*count, expected, "{mode}: {kind} of {}", engine["name"]);
        }
    }
    assert_eq!(report["engines"][0]["losses"], 4, "{mode}");
    assert_eq!(report["endings"][reason], 4, "{mode}");
    assert_eq!(survivors(dir.path()), Vec::<String>::new(), "{mode}");
    let pgn = std::fs::read_to_string(dir.path().join("out.pgn")).expect("games");
    assert_eq!(pgn.matches("[Result \"1-0\"]").count(), 2, "{mode}");
    assert_eq!(pgn.matches("[Result \"0-1\"]").count(), 2, "{mode}");
}

#[test]
fn options_that_an_engine_does_not_take_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let uci = format!("cmd={CHARIOT} name=uci option.EvalFile=none.nnue option.EvalFil=x");
    let ucci = format!("cmd={CHARIOT} name=ucci proto=ucci option.evalfile=none");
    let mut command = Command::new(CHARIOT);
    command.arg("match").args(["--game", "xiangqi", "--games", "2", "--nodes", "10"]);
    command.args(["--engine", &uci, "--engine", &ucci]).current_dir(dir.path());
    let output = command.stdin(Stdio::null()).output().expect("chariot runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let warnings: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("Warning: ")).collect();
    let missing = "No such file or directory (os error 2); the one in use stays";
    assert_eq!(
        warnings,
        [
            "uci: it announces no option EvalFil",
            &format!("uci: network 'none.nnue': {missing}"),
            "uci: no option 'EvalFil'",
            &format!("ucci: network 'none': {missing}"),
        ]
    );
}

#[test]
fn crashes() {
    each_game_ends_with("crash", "crash", "engine crash", &["--nodes", "1"]);
    each_game_ends_with("abort", "crash", "engine crash", &["--nodes", "1"]);
}

#[test]
fn hanging() {
    let limits = ["--st", "50", "--grace", "100"];
    each_game_ends_with("hang", "hang", "engine hang", &limits);
    each_game_ends_with("flood", "hang", "engine hang", &limits);
}

#[test]
fn late_answers() {
    each_game_ends_with("late", "time", "time forfeit", &["--tc", "0.2", "--grace", "2000"]);
}

#[test]
fn time_is_only_lost_to_someone_who_may_win() {
    let dir = tempfile::tempdir().expect("a folder");
    // White has a bare king, Black the pawn: as Black the late engine draws, as White it loses.
    std::fs::write(dir.path().join("one.epd"), "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\n")
        .expect("written");
    let more = ["--tc", "0.2", "--grace", "2000", "--games", "4", "--openings", "one.epd"];
    let output = run(dir.path(), "late", &more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bad = &report(dir.path())["engines"][0];
    assert_eq!((&bad["losses"], &bad["draws"]), (&2.into(), &2.into()), "{bad}");
    assert_eq!(bad["faults"]["time"], 4);
}

#[test]
fn wrong_answers() {
    each_game_ends_with("illegal", "illegal", "illegal move", &["--nodes", "1"]);
    each_game_ends_with("malformed", "malformed", "malformed answer", &["--nodes", "1"]);
    each_game_ends_with("nomove", "malformed", "malformed answer", &["--nodes", "1"]);
}

#[test]
fn closed_output() {
    each_game_ends_with("disconnect", "disconnect", "engine disconnected", &["--nodes", "1"]);
}

#[test]
fn much_output_is_no_fault() {
    let dir = tempfile::tempdir().expect("a folder");
    let output = run(dir.path(), "noisy", &["--games", "2", "--nodes", "1"]);
    assert!(output.status.success());
    let report = report(dir.path());
    assert_eq!(report["engines"][0]["draws"], 2);
    assert_eq!(report["endings"]["adjudication: move limit"], 2);
}

#[test]
fn a_missing_command_loses_each_game() {
    let dir = tempfile::tempdir().expect("a folder");
    let good = format!("cmd={} name=good", rogue().display());
    let status = Command::new(CHARIOT)
        .args(["match", "--engine", "cmd=./no-such-engine", "--engine", &good])
        .args(["--games", "4", "--nodes", "1", "--json", "out.json"])
        .current_dir(dir.path())
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("chariot runs").success());
    let report = report(dir.path());
    assert_eq!(report["engines"][0]["faults"]["start"], 4);
    assert_eq!(report["engines"][1]["wins"], 4);
}

/// Reads a figure in kB from /proc/PID/status.
fn status_figure(pid: u32, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The children of a process that have ended but were not waited for, and its open files.
fn zombies_and_files(pid: u32) -> (usize, usize) {
    let children =
        std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten().flat_map(
            |task| {
                let list = std::fs::read_to_string(task.path().join("children"));
                let list = list.unwrap_or_default();
                list.split_whitespace().map(str::to_string).collect::<Vec<_>>()
            },
        );
    let state = |child: &String| {
        let text = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z'))
    };
    let zombies = children.filter(state).count();
    let files = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().count();
    (zombies, files)
}

/// Sends a signal as a user's shell would.
fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Waits until something is so, and fails after ten seconds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn engines_that_flood_and_crash_leave_nothing_in_the_runner() {
    let dir = tempfile::tempdir().expect("a folder");
    let engine = |mode: &str| {
        format!("cmd={} name={mode} args=\"{mode} 1 {}\"", rogue().display(), dir.path().display())
    };
    let mut runner = Command::new(CHARIOT)
        .args(["match", "--engine", &engine("crash"), "--engine", &engine("flood")])
        .args(["--games", "1000000", "--st", "20", "--margin", "0", "--grace", "10"])
        .args(["--max-moves", "2", "--concurrency", "2", "--pgn", "out.pgn"])
        .current_dir(dir.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("chariot runs");
    let pid = runner.id();
    let games = || {
        let text = std::fs::read_to_string(dir.path().join("out.pgn")).unwrap_or_default();
        text.matches("[Event ").count()
    };
    wait_until("40 games", || games() >= 40);
    let early = status_figure(pid, "VmRSS").expect("the runner's memory");
    wait_until("200 games", || games() >= 200);
    let late = status_figure(pid, "VmRSS").expect("the runner's memory");
    assert!(late < early + 4096, "memory grew from {early} to {late} kB");
    // Two games at a time: four engines at most, two pipes each, and a few of the runner's own.
    let (zombies, files) = zombies_and_files(pid);
    assert!(zombies <= 2, "{zombies} zombies");
    assert!(files <= 20, "{files} open files");
    signal(pid, "INT");
    assert!(runner.wait().expect("the runner ends").success());
    assert_eq!(survivors(dir.path()), Vec::<String>::new());
}

#[test]
fn an_interrupted_match_is_whole_and_goes_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let arguments = ["--games", "40", "--nodes", "1", "--resume", "state.json"];
    // One game hangs for good, so that the match cannot end before it is interrupted.
    let mut runner = command(dir.path(), "hang", &arguments);
    let mut runner = runner.stdout(Stdio::piped()).spawn().expect("chariot runs");
    // The runner names the folder too, and may not be ready for the signal yet.
    wait_until("the engines", || survivors(dir.path()).len() > 1);
    signal(runner.id(), "INT");
    let output = {
        use std::io::Read;
        let mut text = String::new();
        let mut pipe = runner.stdout.take().expect("a pipe");
        pipe.read_to_string(&mut text).expect("text");
        text
    };
    assert!(runner.wait().expect("the runner ends").success());
    assert!(output.contains("Match interrupted"), "{output}");
    assert_eq!(survivors(dir.path()), Vec::<String>::new());
    assert_eq!(report(dir.path())["games"], 0);
    // The same match again, with an engine that plays on.
    let output = run(dir.path(), "good", &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(report(dir.path())["games"], 40);
    // And once more: nothing is left to play.
    let output = run(dir.path(), "good", &arguments);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Going on after 40 of 40 games"));
    let pgn = std::fs::read_to_string(dir.path().join("out.pgn")).expect("games");
    assert_eq!(pgn.matches("[Event ").count(), 40);
    // Another match does not go on from there.
    let output =
        run(dir.path(), "good", &["--games", "42", "--nodes", "1", "--resume", "state.json"]);
    assert!(!output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "the state is of another match: games was 40, now 42\n"
    );
}

#[test]
fn errors_are_one_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = |arguments: &[&str]| {
        let mut command = Command::new(CHARIOT);
        command.arg("match").args(arguments).current_dir(dir.path());
        let output = command.output().expect("chariot runs");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let two = ["--engine", "cmd=a", "--engine", "cmd=b"];
    assert_eq!(error(&two), "engine 1: no limit: give --tc, --st, --nodes or --depth\n");
    assert_eq!(
        error(&["--engine", "cmd=a", "--nodes", "1"]),
        "a match needs two engines: give --engine twice or more\n"
    );
    assert_eq!(
        error(&[&two[..], &["--nodes", "1", "--openings", "none.epd"]].concat()),
        "cannot read none.epd: No such file or directory (os error 2)\n"
    );
    std::fs::write(dir.path().join("bad.epd"), "# comment\n8/8/8/8 w - -\n").expect("a file");
    let bad = error(&[&two[..], &["--nodes", "1", "--openings", "bad.epd"]].concat());
    assert!(bad.starts_with("bad.epd: line 2: FEN board field"), "{bad}");
    assert_eq!(bad.lines().count(), 1);
    let anchor = [&two[..], &["--nodes", "1", "--anchor", "c=2000"]].concat();
    assert_eq!(error(&anchor), "bad --anchor c=2000: no engine has this name\n");
}
