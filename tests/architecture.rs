//! The floors of the house: which room of `src` may use which, and that no files use each other in
//! a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms that it may use; every room but the lowest may use the lowest floor's
/// `board`. A room that is missing here fails the test.
const ROOMS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("stats", &[]),
    ("plot", &[]),
    ("files", &[]),
    ("chess", &["board"]),
    ("xiangqi", &["board"]),
    ("rating", &["board"]),
    ("eval", &["board", "chess", "xiangqi"]),
    ("referee", &["board", "chess", "xiangqi"]),
    ("record", &["board", "chess", "xiangqi", "files"]),
    ("search", &["board", "chess", "xiangqi", "eval"]),
    ("book", &["board", "chess", "xiangqi", "record", "referee", "files"]),
    ("tournament", &["board", "rating", "record", "files"]),
    ("engine", &["board", "chess", "xiangqi", "eval", "referee", "search", "book", "files"]),
    (
        "arena",
        &[
            "board",
            "chess",
            "xiangqi",
            "referee",
            "record",
            "book",
            "tournament",
            "stats",
            "plot",
            "files",
        ],
    ),
    ("protocol", &["board", "chess", "xiangqi", "eval", "search", "engine"]),
    (
        "cli",
        &[
            "board",
            "chess",
            "xiangqi",
            "stats",
            "plot",
            "files",
            "rating",
            "referee",
            "record",
            "book",
            "tournament",
            "engine",
            "arena",
            "protocol",
        ],
    ),
];

/// The files in which the search may name a game: they hold the games' numbers.
const SEARCH_NAMES_GAMES: [&str; 2] = ["search/chess.rs", "search/xiangqi.rs"];

/// A source file without its tests and comments.
struct Source {
    /// The path below `src`.
    path: PathBuf,
    /// What is left when `mod` lines and what is handed on to others are taken away.
    text: String,
    /// The `pub use` items.
    handed_on: Vec<String>,
}

impl Source {
    fn new(path: PathBuf, code: &str) -> Self {
        let (mut text, mut handed_on) = (String::new(), Vec::new());
        for item in code.split_inclusive(';') {
            let item = item.trim_start();
            let public = item.strip_prefix("pub").map(|rest| {
                let rest = rest.trim_start();
                rest.strip_prefix('(').and_then(|r| r.split_once(')')).map_or(rest, |(_, r)| r)
            });
            match public.and_then(|rest| rest.trim_start().strip_prefix("use ")) {
                Some(path) => handed_on.push(path.to_owned()),
                None => text += item,
            }
        }
        Self { path, text, handed_on }
    }

    fn room(&self) -> &str {
        self.path.iter().next().and_then(|room| room.to_str()).expect("a room")
    }

    /// The module path, `["xiangqi", "notation", "wxf"]` for `xiangqi/notation/wxf.rs`.
    fn module(&self) -> Vec<String> {
        let bare = self.path.with_extension("");
        let mut names: Vec<String> =
            bare.iter().map(|name| name.to_str().expect("a name").to_owned()).collect();
        if names.last().is_some_and(|name| name == "mod") {
            names.pop();
        }
        names
    }

    /// What it hands on from files below it: the path at which others name it, and its own.
    fn exports(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let module = self.module();
        let mut found = Vec::new();
        for item in &self.handed_on {
            let item = item.strip_prefix("self::").unwrap_or(item);
            if !["crate::", "super::"].iter().any(|start| item.starts_with(start)) {
                expand(item, &module, &mut found);
            }
        }
        let name = |path: &[String]| path.last().expect("a name").clone();
        found.into_iter().map(|path| ([&module[..], &[name(&path)]].concat(), path)).collect()
    }

    /// The paths that its `use` lines and expressions name from the crate's root, as far as they
    /// are names of modules or items: `crate::a::{b, c::d}` gives `[a, b]` and `[a, c, d]`.
    fn paths(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let module = self.module();
        let is_folder = self.path.ends_with("mod.rs");
        let parent = if is_folder { &module[..] } else { &module[..module.len() - 1] };
        for (start, base) in [("crate::", &[][..]), ("super::", parent), ("self::", &module[..])] {
            for (at, _) in self.text.match_indices(start) {
                let before = self.text[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':')) {
                    continue;
                }
                let mut base = base.to_vec();
                if start == "super::" && is_folder {
                    base.pop();
                }
                let mut rest = &self.text[at + start.len()..];
                while let Some(next) = rest.strip_prefix("super::") {
                    base.pop();
                    rest = next;
                }
                expand(rest, &base, &mut found);
            }
        }
        found
    }
}

/// Adds the paths of a use tree to `found` and returns how much of the text it took.
fn expand(text: &str, base: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = base.to_vec();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with('{') {
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start().len();
                match text[at..].chars().next() {
                    Some('}') | None => return at + 1,
                    Some(',') => at += 1,
                    Some(_) => {
                        let taken = expand(&text[at..], &path, found);
                        if taken == 0 {
                            return at;
                        }
                        at += taken;
                    }
                }
            }
        }
        let name = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count();
        if name == 0 {
            return at;
        }
        path.push(rest[..name].to_owned());
        at += name;
        if let Some(after) = text[at..].strip_prefix("::") {
            at = text.len() - after.len();
            if after.starts_with('<') {
                found.push(path);
                return at;
            }
        } else {
            found.push(path);
            return at;
        }
    }
}

/// All files of `src` but the two roots of crates.
fn sources() -> Vec<Source> {
    fn walk(folder: &Path, root: &Path, list: &mut Vec<Source>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            if path.is_dir() {
                walk(&path, root, list);
            } else if name.ends_with(".rs") && !["tests.rs", "main.rs", "lib.rs"].contains(&name) {
                let text = fs::read_to_string(&path).expect("text");
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let code: Vec<&str> =
                    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
                let path = path.strip_prefix(root).expect("below src").to_owned();
                list.push(Source::new(path, &code.join("\n")));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut list = Vec::new();
    walk(&root, &root, &mut list);
    list.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(list.len() > 100, "{} files", list.len());
    list
}

#[test]
fn no_room_uses_one_above_it() {
    let allowed: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let mut faults = BTreeSet::new();
    for source in sources() {
        let room = source.room();
        let Some(may_use) = allowed.get(room) else {
            panic!("{} is in a room that is not in the table", source.path.display());
        };
        for path in source.paths() {
            let other = path[0].as_str();
            let file = source.path.to_str().expect("a name");
            let names_game = ["chess", "xiangqi"].contains(&other);
            if room == "search" && names_game && !SEARCH_NAMES_GAMES.contains(&file) {
                faults.insert(format!("{file} names the game {other}"));
            }
            if other != room && !may_use.contains(&other) && allowed.contains_key(other) {
                faults.insert(format!("{file} uses {other}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The table itself has no circle: rooms stand in its order.
#[test]
fn rooms_are_listed_from_the_ground_up() {
    for (index, (room, may_use)) in ROOMS.iter().enumerate() {
        for other in *may_use {
            let position = ROOMS.iter().position(|(name, _)| name == other);
            assert!(position.is_some_and(|position| position < index), "{room} uses {other}");
        }
    }
}

/// Within a room no two files use each other, directly or round a corner. What a folder's `mod.rs`
/// hands on from a file below it is that file's.
#[test]
fn files_of_a_room_make_no_circle() {
    let sources = sources();
    let modules: BTreeMap<Vec<String>, &Source> =
        sources.iter().map(|source| (source.module(), source)).collect();
    let exports: BTreeMap<Vec<String>, Vec<String>> =
        sources.iter().flat_map(Source::exports).collect();
    let file_of = |path: &[String]| {
        let mut path = path.to_vec();
        // An item may have the name of its file, as in `pub use perft::perft`: each step once.
        let mut steps = BTreeSet::new();
        while let Some(origin) = (1..=path.len()).rev().find_map(|end| exports.get(&path[..end])) {
            if !steps.insert(path.clone()) {
                break;
            }
            path = origin.clone();
        }
        (1..=path.len()).rev().map(|end| path[..end].to_vec()).find(|it| modules.contains_key(it))
    };
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, source) in &modules {
        for target in source.paths().iter().filter_map(|path| file_of(path)) {
            if target != *module && target[0] == module[0] {
                uses.entry(module.join("::")).or_default().insert(target.join("::"));
            }
        }
    }
    // Take away files that use none that is left, or that none uses, until only circles remain.
    loop {
        let before = uses.len();
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|file, _| used.contains(file));
        let using: BTreeSet<String> = uses.keys().cloned().collect();
        uses.values_mut().for_each(|targets| targets.retain(|target| using.contains(target)));
        uses.retain(|_, targets| !targets.is_empty());
        if uses.len() == before {
            break;
        }
    }
    assert!(uses.is_empty(), "circles: {uses:#?}");
}
