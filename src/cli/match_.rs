use super::CommandResult;
use super::adjudication::{draw_rule, resign_rule};
use super::match_progress::Progress;
use super::match_report::{json_report, print_report};
use crate::arena::{
    EngineSpec, MatchConfig, MatchEnd, Period, ScheduleKind, TimeControl, Timeouts,
    run as run_match,
};
use crate::book::{Openings, Order};
use crate::files::write_whole;
use crate::protocol::Output;
use crate::record::Notation;
use crate::referee::{AdjudicationRules, DrawRule, Refereed, ResignRule};
use crate::stats::Sprt;
use crate::{chess, xiangqi};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum MatchGame {
    Chess,
    Xiangqi,
    Chess960,
}

#[derive(Copy, Clone, ValueEnum)]
enum OpeningOrder {
    Sequential,
    Random,
}

impl ValueEnum for ScheduleKind {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()))
    }
}

/// Play matches and tournaments between engines.
///
/// An engine is one quoted string of KEY=VALUE words, of which only cmd is needed:
///
///   cmd=PROGRAM       the program, a path or a name to be found on PATH
///   name=NAME         its name in tables and records [default: the program's]
///   args="A B"        its arguments
///   dir=FOLDER        the folder it runs in
///   proto=PROTOCOL    uci, ucci or auto [default: auto: UCI, then UCCI]
///   option.NAME=VALUE an option to set, as often as needed
///   tc= st= nodes= depth= margin=
///                     its own limits, as the options of the same names (time odds)
///   ranks=0-9|1-10    how it numbers the ranks of xiangqi over UCI [default: found out]
///   banmoves=on       tell it (UCCI) which moves would lose by repetition
///   restart=on        start it anew for each game
///   stderr=FILE       keep what it writes to standard error
///
/// An engine that cannot be started, crashes, closes its pipe, hangs, is late, or plays an illegal
/// move or none loses that game; each is counted by itself, and the match goes on. Ctrl-C prints
/// the standing so far and leaves all files whole.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(super) struct Args {
    /// An engine, "cmd=... name=... option.Hash=64 ..."; at least two
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// Keys for all engines, "option.Hash=64 tc=10+0.1 ..."; what an engine says itself comes first
    #[arg(long, value_name = "SPEC")]
    each: Vec<String>,
    /// What is played
    #[arg(long, value_enum, default_value = "chess")]
    game: MatchGame,
    /// Games of each pairing in a round
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Who plays whom: each against each, the first against all others, or Swiss
    #[arg(long, value_enum, default_value = "roundrobin")]
    schedule: ScheduleKind,
    /// How often the schedule is gone through; the rounds of a Swiss tournament
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Openings: lines of FEN or EPD, or PGN by the name *.pgn [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Play at most this many plies of each PGN opening [default: all]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// The order in which openings are used
    #[arg(long, value_enum, default_value = "sequential")]
    order: OpeningOrder,
    /// How often each opening is played by a pair of engines, colours swapped in between
    #[arg(long, value_name = "N", num_args = 0..=1, default_value_t = 2, default_missing_value = "2",
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// The seed of all that is drawn by lot
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Time control [MOVES/]TIME[+INCREMENT], in seconds or as MINUTES:SECONDS
    #[arg(long, value_name = "TC")]
    tc: Option<Period>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=604_800_000))]
    st: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies for each move
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds that an answer may be late without losing the game
    #[arg(long, value_name = "MS", default_value_t = TimeControl::DEFAULT_MARGIN.as_millis() as u64,
          value_parser = clap::value_parser!(u64).range(..=604_800_000))]
    margin: u64,
    /// Milliseconds after the end of its time and after `stop` until an engine counts as hanging
    #[arg(long, value_name = "MS", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(1..=604_800_000))]
    grace: u64,
    /// Seconds until an engine counts as hanging where a move has no limit of time
    #[arg(long, value_name = "S", default_value_t = 600,
          value_parser = clap::value_parser!(u64).range(1..=604_800))]
    patience: u64,
    /// Games played at the same time
    #[arg(long, value_name = "C", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// End a game that an engine gives up: "movecount=3 score=600 twosided=true"
    #[arg(long, value_name = "RULE", value_parser = resign_rule)]
    resign: Option<ResignRule>,
    /// Draw a game that both see level: "movenumber=40 movecount=8 score=10"
    #[arg(long, value_name = "RULE", value_parser = draw_rule)]
    draw: Option<DrawRule>,
    /// Draw a game after this many moves; 0 for never
    #[arg(long, value_name = "N", default_value_t = 0)]
    max_moves: u32,
    /// Stop when this test of the first engine against the second has decided:
    /// "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized"
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Add the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The name of the event in the games
    #[arg(long, value_name = "NAME", default_value = "Chariot match")]
    event: String,
    /// Write all that is said to and by the engines to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the running Elo into this file (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Keep the state of the match in this file; if it exists, go on from there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Fix the rating of one engine in the rating list
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// Games between interim results
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
}

const EXAMPLES: &str = "\
Examples:
  chariot match --engine \"cmd=./new\" --engine \"cmd=./old\" --tc 10+0.1 --games 1000 \\
      --openings book.epd --order random --concurrency 4 --sprt \"elo0=0 elo1=5\" --pgn games.pgn
  chariot match --game xiangqi --engine \"cmd=chariot\" --engine \"cmd=eleeye proto=ucci\" \\
      --tc 5+0.05 --games 100 --openings xiangqi.txt";

pub(super) fn run(args: &Args) -> CommandResult {
    match args.game {
        MatchGame::Xiangqi => play::<xiangqi::Position>(args),
        MatchGame::Chess | MatchGame::Chess960 => play::<chess::Position>(args),
    }
}

fn play<G: Refereed + Notation>(args: &Args) -> CommandResult {
    let config = args.config()?;
    let anchor = args.anchor(&config.engines)?;
    let order = match args.order {
        OpeningOrder::Sequential => Order::Sequential,
        OpeningOrder::Random => Order::Random,
    };
    let openings = match &args.openings {
        Some(path) => Openings::read(path, order, args.seed, args.plies.unwrap_or(usize::MAX))
            .map_err(|error| error.to_string())?,
        None => Openings::<G>::initial(),
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = interrupt.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot watch for Ctrl-C: {error}"))?;
    let output = Output::stdout();
    let mut progress = Progress::new(config.sprt, args.interval);
    let played = run_match::<G>(&config, &openings, G::Rules::default(), &interrupt, &mut progress);
    progress.finish();
    let (results, end) = played.map_err(|error| error.to_string())?;
    print_report(&output, &results, &config, anchor);
    if let Some(path) = &args.json {
        let text = json_report(&results, &config, end, anchor);
        write_whole(path, text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    output.line(match end {
        MatchEnd::Complete => "Match finished",
        MatchEnd::Decided(_) => "Match finished: the SPRT has decided",
        MatchEnd::Interrupted => "Match interrupted",
    });
    Ok(())
}

impl Args {
    fn config(&self) -> Result<MatchConfig, String> {
        let control = TimeControl {
            period: self.tc,
            move_time: self.st.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            margin: Some(Duration::from_millis(self.margin)),
        };
        let engines = EngineSpec::parse_all(&self.engines, &self.each, control)
            .map_err(|error| error.to_string())?;
        if engines.len() < 2 {
            return Err("a match needs two engines: give --engine twice or more".into());
        }
        if self.sprt.is_some() && engines.len() != 2 {
            return Err(format!("--sprt tests two engines, not {}", engines.len()));
        }
        Ok(MatchConfig {
            event: self.event.clone(),
            engines,
            chess960: self.game == MatchGame::Chess960,
            schedule: self.schedule,
            rounds: self.rounds as usize,
            games: self.games as usize,
            repeat: self.repeat as usize,
            seed: self.seed,
            concurrency: self.concurrency as usize,
            adjudication: AdjudicationRules {
                resign: self.resign,
                draw: self.draw,
                max_moves: self.max_moves,
            },
            sprt: self.sprt,
            timeouts: Timeouts {
                grace: Duration::from_millis(self.grace),
                untimed: Duration::from_secs(self.patience),
                ..Timeouts::default()
            },
            pgn: self.pgn.clone(),
            log: self.log.clone(),
            plot: self.plot.clone(),
            state: self.resume.clone(),
        })
    }

    /// The engine whose rating is fixed, and its rating.
    fn anchor(&self, engines: &[EngineSpec]) -> Result<Option<(usize, f64)>, String> {
        let Some(text) = &self.anchor else { return Ok(None) };
        let parsed = text.rsplit_once('=').and_then(|(name, elo)| {
            let elo = elo.parse::<f64>().ok().filter(|elo| elo.is_finite())?;
            Some((name, elo))
        });
        let Some((name, elo)) = parsed else {
            return Err(format!("bad --anchor {text}: expected NAME=ELO"));
        };
        let index = engines.iter().position(|spec| spec.name == name);
        let index = index.ok_or_else(|| format!("bad --anchor {text}: no engine has this name"))?;
        Ok(Some((index, elo)))
    }
}
