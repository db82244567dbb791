//! The options: one table for all dialects.

use super::dialect::Dialect;
use crate::board::{Coordinates, Variant};
use crate::engine;
use crate::xiangqi::RepetitionRule;

/// Which option.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Id {
    Variant,
    Chess960,
    XiangqiRanks,
    Hash,
    Threads,
    ClearHash,
    NewGame,
    Ponder,
    MultiPv,
    MoveOverhead,
    ShowWdl,
    AnalyseMode,
    RepetitionRule,
    MoveLimit,
    /// The network of chess, in UCCI of xiangqi.
    EvalFile,
    EvalFileXiangqi,
    LogFile,
    UseMillisec,
    Batch,
    Debug,
    Resign,
    DrawScore,
}

/// The type of an option, with its default and its limits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Check(bool),
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    /// The values; the first is the default.
    Combo(&'static [&'static str]),
    Button,
    /// A text, empty by default.
    Text,
}

/// The variants, as `UCI_Variant` names them: in the order of [`Variant::ALL`].
const VARIANTS: &[&str] = &[Variant::Chess.as_str(), Variant::Xiangqi.as_str()];

/// The rules of repetition, as `RepetitionRule` names them.
const REPETITION_RULES: &[&str] = &["axf", "computer", "checkonly", "draw"];

/// The rule of an index in [`REPETITION_RULES`].
pub(super) fn repetition_rule(index: usize) -> RepetitionRule {
    match index {
        1 => RepetitionRule::Computer,
        2 => RepetitionRule::CheckOnly,
        3 => RepetitionRule::Draw,
        _ => RepetitionRule::Axf,
    }
}

/// One row of the table.
#[derive(Copy, Clone, Debug)]
pub(super) struct OptionRow {
    pub(super) id: Id,
    /// The name in UCI, `None` if it is not announced there.
    pub(super) uci: Option<&'static str>,
    /// The name in UCCI, `None` if it is not announced there.
    pub(super) ucci: Option<&'static str>,
    pub(super) kind: Kind,
}

const fn row(
    id: Id,
    uci: Option<&'static str>,
    ucci: Option<&'static str>,
    kind: Kind,
) -> OptionRow {
    OptionRow { id, uci, ucci, kind }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

/// All options, in the order in which they are announced.
pub(super) const OPTIONS: &[OptionRow] = &[
    row(Id::UseMillisec, None, Some("usemillisec"), Kind::Check(true)),
    row(Id::Batch, None, Some("batch"), Kind::Check(false)),
    row(Id::Debug, None, Some("debug"), Kind::Check(false)),
    row(Id::Variant, Some("UCI_Variant"), None, Kind::Combo(VARIANTS)),
    row(Id::Threads, Some("Threads"), Some("threads"), spin(1, 1, 1024)),
    row(Id::Hash, Some("Hash"), Some("hashsize"), spin(16, 1, 33_554_432)),
    row(Id::ClearHash, Some("Clear Hash"), Some("clearhash"), Kind::Button),
    row(Id::NewGame, None, Some("newgame"), Kind::Button),
    row(Id::Ponder, Some("Ponder"), Some("ponder"), Kind::Check(false)),
    row(Id::MultiPv, Some("MultiPV"), Some("multipv"), spin(1, 1, 256)),
    row(Id::MoveOverhead, Some("Move Overhead"), Some("moveoverhead"), spin(10, 0, 5000)),
    row(Id::Chess960, Some("UCI_Chess960"), None, Kind::Check(false)),
    row(Id::XiangqiRanks, Some("UCI_XiangqiRanks"), None, Kind::Combo(&["0-9", "1-10"])),
    row(Id::ShowWdl, Some("UCI_ShowWDL"), None, Kind::Check(false)),
    row(Id::AnalyseMode, Some("UCI_AnalyseMode"), None, Kind::Check(false)),
    row(
        Id::RepetitionRule,
        Some("RepetitionRule"),
        Some("repetitionrule"),
        Kind::Combo(REPETITION_RULES),
    ),
    row(Id::MoveLimit, Some("MoveLimit"), Some("movelimit"), spin(120, 0, 10_000)),
    row(Id::Resign, None, Some("resign"), spin(0, 0, 20_000)),
    row(Id::DrawScore, None, Some("drawscore"), spin(0, 0, 20_000)),
    row(Id::EvalFile, Some("EvalFile"), Some("evalfile"), Kind::Text),
    row(Id::EvalFileXiangqi, Some("EvalFile_xiangqi"), None, Kind::Text),
    row(Id::LogFile, Some("Debug Log File"), Some("debuglogfile"), Kind::Text),
];

impl OptionRow {
    /// The row of a name, in any case and of any dialect.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| {
            let names = [row.uci, row.ucci];
            names.into_iter().flatten().any(|known| known.eq_ignore_ascii_case(name))
        })
    }

    /// The line that announces the option, if the dialect has it.
    pub(super) fn declaration(&self, dialect: Dialect) -> Option<String> {
        let head = match dialect {
            Dialect::Ucci => format!("option {}", self.ucci?),
            Dialect::Uci | Dialect::Cyclone => format!("option name {}", self.uci?),
        };
        let kind = match self.kind {
            Kind::Check(default) => format!("check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("spin default {default} min {min} max {max}")
            }
            Kind::Button => "button".into(),
            Kind::Text => "string default <empty>".into(),
            Kind::Combo(values) => {
                // A Cyclone session begins with xiangqi.
                let xiangqi = self.id == Id::Variant && dialect == Dialect::Cyclone;
                let default = if xiangqi { values.last() } else { values.first() };
                let list: String = values.iter().map(|value| format!(" var {value}")).collect();
                format!("combo default {}{list}", default?)
            }
        };
        Some(format!("{head} type {kind}"))
    }
}

/// The values in force.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Chess castling is written as the king taking its own rook.
    pub(super) chess960: bool,
    /// Xiangqi ranks are written 1 to 10, and read so where a list of moves does not tell.
    pub(super) ranks_from_one: bool,
    /// What the engine works with.
    pub(super) engine: engine::Settings,
    pub(super) multi_pv: usize,
    /// In milliseconds.
    pub(super) move_overhead: i64,
    pub(super) show_wdl: bool,
    /// UCCI times are in milliseconds, not seconds.
    pub(super) use_millisec: bool,
    /// UCCI: `quit` too waits for the end of a running search.
    pub(super) batch: bool,
    /// Report bounds and current moves as early as they come.
    pub(super) debug: bool,
    /// UCCI: resign when so many centipawns behind; 0 for never.
    pub(super) resign: i32,
    /// UCCI: accept a draw when so many centipawns behind; 0 for never.
    pub(super) draw_score: i32,
}

impl Settings {
    /// How moves are written.
    pub(super) fn coordinates(&self) -> Coordinates {
        Coordinates { king_takes_rook: self.chess960, ranks_from_one: self.ranks_from_one }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chess960: false,
            ranks_from_one: false,
            engine: engine::Settings::default(),
            multi_pv: 1,
            move_overhead: 10,
            show_wdl: false,
            use_millisec: true,
            batch: false,
            debug: false,
            resign: 0,
            draw_score: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_in_any_case() {
        let names: Vec<String> = OPTIONS
            .iter()
            .flat_map(|row| {
                // One option may have the same name in both dialects but for its case.
                let same = row.uci.zip(row.ucci).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
                [row.uci, if same { None } else { row.ucci }].into_iter().flatten()
            })
            .map(str::to_ascii_lowercase)
            .collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name} twice");
        }
    }

    #[test]
    fn declarations() {
        let declare = |name, dialect| OptionRow::find(name).unwrap().declaration(dialect);
        assert_eq!(
            declare("hashsize", Dialect::Uci).unwrap(),
            "option name Hash type spin default 16 min 1 max 33554432"
        );
        assert_eq!(
            declare("HASH", Dialect::Ucci).unwrap(),
            "option hashsize type spin default 16 min 1 max 33554432"
        );
        assert_eq!(
            declare("uci_variant", Dialect::Cyclone).unwrap(),
            "option name UCI_Variant type combo default xiangqi var chess var xiangqi"
        );
        assert_eq!(declare("newgame", Dialect::Uci), None);
        assert_eq!(declare("UCI_Chess960", Dialect::Ucci), None);
    }
}
