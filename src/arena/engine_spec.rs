//! How an engine is named on the command line: `cmd=... name=... option.Hash=64 ...`.

use super::time_control::{PeriodError, TimeControl};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// A protocol that engines speak.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

/// How an engine numbers the ranks of xiangqi over UCI.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    /// 0 to 9, as UCCI and Pikafish.
    FromZero,
    /// 1 to 10, as Fairy-Stockfish.
    FromOne,
}

/// One engine of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct EngineSpec {
    /// The name in all tables; no two engines share one.
    pub(crate) name: String,
    /// The program: a path, or a name to be found on `PATH`.
    pub(crate) command: PathBuf,
    /// Its arguments.
    pub(crate) args: Vec<String>,
    /// The folder in which it runs.
    pub(crate) dir: Option<PathBuf>,
    /// The protocol to speak; `None` for UCI, and if there is no answer, UCCI.
    pub(crate) protocol: Option<Protocol>,
    /// Options to set, in order, as names and values.
    pub(crate) options: Vec<(String, String)>,
    /// What it may use for its moves.
    pub(crate) time_control: TimeControl,
    /// `None` if it is to be found out by asking for a move in the start position.
    pub(crate) ranks: Option<Ranks>,
    /// Start the process anew for each game?
    pub(crate) restart: bool,
    /// Send UCCI `banmoves` before moves that would lose by repetition?
    pub(crate) ban_moves: bool,
    /// Where its standard error goes; `None` for nowhere.
    pub(crate) stderr: Option<PathBuf>,
}

/// The keys that an engine may be given, for the user's eyes.
const KEYS: &str = "cmd, name, proto, args, dir, tc, st, nodes, depth, margin, ranks, restart, \
                    banmoves, stderr, option.NAME";

/// Why the text of an engine cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("engine {engine}: {fault}")]
pub(crate) struct EngineSpecError {
    /// The engine, from 1.
    engine: usize,
    fault: SpecFault,
}

/// What is wrong with the text of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum SpecFault {
    #[error("no limit: give --tc, --st, --nodes or --depth")]
    NoLimit,
    #[error("the name \"{name}\" is engine {other}'s already")]
    NameTaken { name: String, other: usize },
    #[error("--each: {0}")]
    Each(Box<SpecFault>),
    #[error("--each: cmd and name belong to one engine")]
    OwnKeyForAll,
    #[error("no cmd=PROGRAM in \"{0}\"")]
    NoCommand(String),
    #[error("a quote is not closed in {0}")]
    Quote(String),
    #[error("expected KEY=VALUE, found \"{0}\" (keys: {KEYS})")]
    NoPair(String),
    #[error("unknown key \"{0}\" (keys: {KEYS})")]
    Key(String),
    #[error("option. needs a name, such as option.Hash=64")]
    OptionName,
    #[error("bad {key}={value}: expected {expected}")]
    Value { key: String, value: String, expected: String },
    #[error("{0}")]
    Period(#[from] PeriodError),
}

impl EngineSpec {
    /// Reads the engines of a match. `each` applies to all of them, before what they say of
    /// themselves; `common` is the time control of those that name none.
    ///
    /// # Errors
    /// Names the engine and the key at fault.
    pub(crate) fn parse_all(
        engines: &[String],
        each: &[String],
        common: TimeControl,
    ) -> Result<Vec<Self>, EngineSpecError> {
        let mut specs: Vec<Self> = Vec::with_capacity(engines.len());
        for (engine, text) in (1..).zip(engines) {
            let at = |fault| EngineSpecError { engine, fault };
            let mut spec = Self::parse(text, each).map_err(at)?;
            spec.time_control = spec.time_control.or(common);
            if spec.time_control.is_empty() {
                return Err(at(SpecFault::NoLimit));
            }
            if spec.name.is_empty() {
                spec.name = unused_name(&specs, &spec.command);
            } else if let Some(other) = specs.iter().position(|other| other.name == spec.name) {
                return Err(at(SpecFault::NameTaken { name: spec.name, other: other + 1 }));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    /// Reads one engine; its name may stay empty.
    fn parse(text: &str, each: &[String]) -> Result<Self, SpecFault> {
        let mut spec = Self::default();
        for common in each {
            spec.apply(common).map_err(|fault| SpecFault::Each(fault.into()))?;
        }
        if !spec.command.as_os_str().is_empty() || !spec.name.is_empty() {
            return Err(SpecFault::OwnKeyForAll);
        }
        let common = std::mem::take(&mut spec.time_control);
        spec.apply(text)?;
        spec.time_control = spec.time_control.or(common);
        if spec.command.as_os_str().is_empty() {
            return Err(SpecFault::NoCommand(text.into()));
        }
        Ok(spec)
    }

    /// Takes over all keys of one quoted string.
    fn apply(&mut self, text: &str) -> Result<(), SpecFault> {
        let words = shlex::split(text).ok_or_else(|| SpecFault::Quote(format!("\"{text}\"")))?;
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(SpecFault::NoPair(word));
            };
            self.set(key, value)?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecFault> {
        if let Some(option) = key.strip_prefix("option.") {
            if option.is_empty() {
                return Err(SpecFault::OptionName);
            }
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.to_string(), value.to_string()));
            return Ok(());
        }
        let control = &mut self.time_control;
        match key {
            "cmd" => self.command = PathBuf::from(value),
            "name" => self.name = value.to_string(),
            "proto" => self.protocol = one_of(key, value, &PROTOCOLS)?,
            "args" => {
                self.args =
                    shlex::split(value).ok_or_else(|| SpecFault::Quote(format!("args={value}")))?;
            }
            "dir" => self.dir = Some(PathBuf::from(value)),
            "tc" => control.period = Some(value.parse()?),
            "st" => control.move_time = Some(milliseconds(key, value)?),
            "nodes" => control.nodes = Some(positive(key, value)?),
            "depth" => control.depth = Some(positive(key, value)?),
            "margin" => control.margin = Some(Duration::from_millis(number(key, value)?)),
            "ranks" => self.ranks = one_of(key, value, &RANKS)?,
            "restart" => self.restart = one_of(key, value, &SWITCH)?,
            "banmoves" => self.ban_moves = one_of(key, value, &SWITCH)?,
            "stderr" => self.stderr = Some(PathBuf::from(value)),
            _ => return Err(SpecFault::Key(key.into())),
        }
        Ok(())
    }
}

const PROTOCOLS: [(&str, Option<Protocol>); 3] =
    [("uci", Some(Protocol::Uci)), ("ucci", Some(Protocol::Ucci)), ("auto", None)];

const RANKS: [(&str, Option<Ranks>); 3] =
    [("0-9", Some(Ranks::FromZero)), ("1-10", Some(Ranks::FromOne)), ("auto", None)];

const SWITCH: [(&str, bool); 4] = [("true", true), ("false", false), ("on", true), ("off", false)];

fn bad(key: &str, value: &str, expected: impl Into<String>) -> SpecFault {
    SpecFault::Value { key: key.into(), value: value.into(), expected: expected.into() }
}

fn one_of<T: Copy>(key: &str, value: &str, choices: &[(&str, T)]) -> Result<T, SpecFault> {
    let found = choices.iter().find(|(word, _)| *word == value);
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
        bad(key, value, format!("one of {}", words.join(", ")))
    })
}

fn number(key: &str, value: &str) -> Result<u64, SpecFault> {
    let parsed = value.parse::<u64>().ok().filter(|&n| n <= i64::MAX as u64 / 1_000_000);
    parsed.ok_or_else(|| bad(key, value, "a whole number"))
}

fn positive<T: FromStr + Default + PartialOrd>(key: &str, value: &str) -> Result<T, SpecFault> {
    let parsed = value.parse::<T>().ok().filter(|n| *n > T::default());
    parsed.ok_or_else(|| bad(key, value, "a whole number above 0"))
}

fn milliseconds(key: &str, value: &str) -> Result<Duration, SpecFault> {
    match number(key, value)? {
        0 => Err(bad(key, value, "milliseconds above 0")),
        ms => Ok(Duration::from_millis(ms)),
    }
}

/// The program's own name, with a number if another engine has it.
fn unused_name(specs: &[EngineSpec], command: &Path) -> String {
    let stem = command.file_stem().unwrap_or(command.as_os_str()).to_string_lossy().into_owned();
    let mut name = stem.clone();
    let mut number = 2;
    while specs.iter().any(|spec| spec.name == name) {
        name = format!("{stem}-{number}");
        number += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(engines: &[&str], each: &[&str]) -> Result<Vec<EngineSpec>, String> {
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let common = TimeControl { nodes: Some(100), ..TimeControl::default() };
        EngineSpec::parse_all(&owned(engines), &owned(each), common).map_err(|e| e.to_string())
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"cmd=/bin/engine name="An Engine" proto=ucci args="-a 'b c'" dir=/tmp
                      tc=10+0.1 margin=25 ranks=1-10 restart=on banmoves=true stderr=e.log
                      option.Hash=64 option.Path="/a b" option.hash=128"#;
        let spec = parse(&[text], &[]).unwrap().remove(0);
        assert_eq!(spec.name, "An Engine");
        assert_eq!(spec.command, Path::new("/bin/engine"));
        assert_eq!(spec.args, ["-a", "b c"]);
        assert_eq!(spec.dir.as_deref(), Some(Path::new("/tmp")));
        assert_eq!(spec.protocol, Some(Protocol::Ucci));
        assert_eq!(spec.time_control.to_string(), "10+0.1");
        assert_eq!(spec.time_control.margin(), Duration::from_millis(25));
        assert_eq!(spec.ranks, Some(Ranks::FromOne));
        assert!(spec.restart && spec.ban_moves);
        assert_eq!(spec.stderr.as_deref(), Some(Path::new("e.log")));
        let options = [("Path", "/a b"), ("hash", "128")];
        assert_eq!(spec.options, options.map(|(n, v)| (n.to_string(), v.to_string())));
    }

    #[test]
    fn each_comes_before_what_an_engine_says_of_itself() {
        let specs = parse(
            &["cmd=a option.Hash=1", "cmd=x/a depth=3"],
            &["option.Hash=64 tc=1+1", "option.Threads=2 margin=3"],
        )
        .unwrap();
        assert_eq!(specs[0].name, "a");
        assert_eq!(specs[1].name, "a-2");
        assert_eq!(specs[0].time_control.to_string(), "1+1");
        assert_eq!(specs[1].time_control.to_string(), "3 plies");
        assert_eq!(specs[1].time_control.margin(), Duration::from_millis(3));
        let hash = |spec: &EngineSpec| {
            spec.options.iter().find(|(name, _)| name == "Hash").map(|(_, value)| value.clone())
        };
        assert_eq!(hash(&specs[0]).as_deref(), Some("1"));
        assert_eq!(hash(&specs[1]).as_deref(), Some("64"));
    }

    #[test]
    fn errors_name_the_engine_and_the_key() {
        let error = |engines: &[&str], each: &[&str]| parse(engines, each).unwrap_err();
        assert_eq!(
            error(&["cmd=a", "cmd=b colour=red"], &[]),
            format!("engine 2: unknown key \"colour\" (keys: {KEYS})")
        );
        assert_eq!(
            error(&["cmd=a proto=xboard"], &[]),
            "engine 1: bad proto=xboard: expected one of uci, ucci, auto"
        );
        assert_eq!(error(&["name=b"], &[]), "engine 1: no cmd=PROGRAM in \"name=b\"");
        assert_eq!(
            error(&["cmd=a name=n", "cmd=b name=n"], &[]),
            "engine 2: the name \"n\" is engine 1's already"
        );
        assert_eq!(
            error(&["cmd=a"], &["name=n"]),
            "engine 1: --each: cmd and name belong to one engine"
        );
        assert_eq!(error(&["cmd=\"a"], &[]), "engine 1: a quote is not closed in \"cmd=\"a\"");
        assert_eq!(
            error(&["cmd=a nodes=0"], &[]),
            "engine 1: bad nodes=0: expected a whole number above 0"
        );
        assert!(error(&["cmd=a words"], &[]).starts_with("engine 1: expected KEY=VALUE"));
    }
}
