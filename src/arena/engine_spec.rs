//! How an engine is named on the command line: `cmd=... name=... option.Hash=64 ...`.

use super::error::ArenaError;
use super::limits::Limits;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The protocol to speak with an engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    Uci,
    Ucci,
    /// UCI, and if there is no answer, UCCI.
    #[default]
    Auto,
}

/// How an engine numbers the ranks of xiangqi over UCI.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// 0 to 9, as UCCI and Pikafish.
    FromZero,
    /// 1 to 10, as Fairy-Stockfish.
    FromOne,
    /// Found out by asking for a move in the start position.
    #[default]
    Auto,
}

/// One engine of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSpec {
    /// The name in all tables; no two engines share one.
    pub name: String,
    /// The program: a path, or a name to be found on `PATH`.
    pub command: PathBuf,
    pub args: Vec<String>,
    /// The folder in which it runs.
    pub dir: Option<PathBuf>,
    pub protocol: Protocol,
    /// Options to set, in order, as names and values.
    pub options: Vec<(String, String)>,
    pub limits: Limits,
    pub ranks: Ranks,
    /// Start the process anew for each game?
    pub restart: bool,
    /// Send UCCI `banmoves` before moves that would lose by repetition?
    pub ban_moves: bool,
    /// Where its standard error goes; `None` for nowhere.
    pub stderr: Option<PathBuf>,
}

/// The keys that an engine may be given, for the user's eyes.
const KEYS: &str = "cmd, name, proto, args, dir, tc, st, nodes, depth, margin, ranks, restart, \
                    banmoves, stderr, option.NAME";

impl EngineSpec {
    /// Reads the engines of a match. `each` applies to all of them, before what they say of
    /// themselves; `common` are the limits of those that name none.
    ///
    /// # Errors
    /// Names the engine and the key at fault.
    pub fn parse_all(
        engines: &[String],
        each: &[String],
        common: Limits,
    ) -> Result<Vec<Self>, ArenaError> {
        let mut specs: Vec<Self> = Vec::with_capacity(engines.len());
        for (i, text) in engines.iter().enumerate() {
            let at = |what: String| ArenaError::new(format!("engine {}: {what}", i + 1));
            let mut spec = Self::parse(text, each).map_err(at)?;
            spec.limits = spec.limits.or(common);
            if spec.limits.is_empty() {
                return Err(at("no limit: give --tc, --st, --nodes or --depth".into()));
            }
            if spec.name.is_empty() {
                spec.name = unused_name(&specs, &spec.command);
            } else if let Some(other) = specs.iter().position(|other| other.name == spec.name) {
                let name = &spec.name;
                return Err(at(format!("the name \"{name}\" is engine {}'s already", other + 1)));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    /// Reads one engine; its name may stay empty.
    fn parse(text: &str, each: &[String]) -> Result<Self, String> {
        let mut spec = Self::default();
        for common in each {
            spec.apply(common).map_err(|error| format!("--each: {error}"))?;
        }
        if !spec.command.as_os_str().is_empty() || !spec.name.is_empty() {
            return Err("--each: cmd and name belong to one engine".into());
        }
        let common_limits = spec.limits;
        spec.limits = Limits::default();
        spec.apply(text)?;
        spec.limits = spec.limits.or(common_limits);
        if spec.command.as_os_str().is_empty() {
            return Err(format!("no cmd=PROGRAM in \"{text}\""));
        }
        Ok(spec)
    }

    /// Takes over all keys of one quoted string.
    fn apply(&mut self, text: &str) -> Result<(), String> {
        let words =
            shlex::split(text).ok_or_else(|| format!("a quote is not closed in \"{text}\""))?;
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(format!("expected KEY=VALUE, found \"{word}\" (keys: {KEYS})"));
            };
            self.set(key, value)?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(option) = key.strip_prefix("option.") {
            if option.is_empty() {
                return Err("option. needs a name, such as option.Hash=64".into());
            }
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.to_string(), value.to_string()));
            return Ok(());
        }
        match key {
            "cmd" => self.command = PathBuf::from(value),
            "name" => self.name = value.to_string(),
            "proto" => {
                self.protocol = one_of(
                    key,
                    value,
                    &[("uci", Protocol::Uci), ("ucci", Protocol::Ucci), ("auto", Protocol::Auto)],
                )?;
            }
            "args" => {
                self.args = shlex::split(value)
                    .ok_or_else(|| format!("a quote is not closed in args={value}"))?;
            }
            "dir" => self.dir = Some(PathBuf::from(value)),
            "tc" => self.limits.clock = Some(value.parse()?),
            "st" => self.limits.move_time = Some(milliseconds(key, value)?),
            "nodes" => self.limits.nodes = Some(positive(key, value)?),
            "depth" => self.limits.depth = Some(positive(key, value)?),
            "margin" => self.limits.margin = Some(Duration::from_millis(number(key, value)?)),
            "ranks" => {
                self.ranks = one_of(
                    key,
                    value,
                    &[("0-9", Ranks::FromZero), ("1-10", Ranks::FromOne), ("auto", Ranks::Auto)],
                )?;
            }
            "restart" => self.restart = one_of(key, value, &SWITCH)?,
            "banmoves" => self.ban_moves = one_of(key, value, &SWITCH)?,
            "stderr" => self.stderr = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown key \"{key}\" (keys: {KEYS})")),
        }
        Ok(())
    }
}

const SWITCH: [(&str, bool); 4] = [("true", true), ("false", false), ("on", true), ("off", false)];

fn one_of<T: Copy>(key: &str, value: &str, choices: &[(&str, T)]) -> Result<T, String> {
    let found = choices.iter().find(|(word, _)| *word == value);
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|&(word, _)| word).collect();
        format!("bad {key}={value}: expected one of {}", words.join(", "))
    })
}

fn number(key: &str, value: &str) -> Result<u64, String> {
    let parsed = value.parse::<u64>().ok().filter(|&n| n <= i64::MAX as u64 / 1_000_000);
    parsed.ok_or_else(|| format!("bad {key}={value}: expected a whole number"))
}

fn positive<T: FromStr + Default + PartialOrd>(key: &str, value: &str) -> Result<T, String> {
    let parsed = value.parse::<T>().ok().filter(|n| *n > T::default());
    parsed.ok_or_else(|| format!("bad {key}={value}: expected a whole number above 0"))
}

fn milliseconds(key: &str, value: &str) -> Result<Duration, String> {
    match number(key, value)? {
        0 => Err(format!("bad {key}={value}: expected milliseconds above 0")),
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
        let common = Limits { nodes: Some(100), ..Limits::default() };
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
        assert_eq!(spec.protocol, Protocol::Ucci);
        assert_eq!(spec.limits.to_string(), "10+0.1");
        assert_eq!(spec.limits.margin(), Duration::from_millis(25));
        assert_eq!(spec.ranks, Ranks::FromOne);
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
        assert_eq!(specs[0].limits.to_string(), "1+1");
        assert_eq!(specs[1].limits.to_string(), "3 plies");
        assert_eq!(specs[1].limits.margin(), Duration::from_millis(3));
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
