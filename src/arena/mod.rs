//! Matches between engines, each a process of its own: clocks, openings, schedules, statistics.
//! And tournaments between engines or people: Swiss pairing, ratings and titles.

mod adjudication;
mod client;
mod engine_spec;
mod error;
mod fault;
mod files;
mod game;
mod go;
mod info;
mod limits;
mod openings;
pub mod outcome;
mod pgn;
mod plot;
mod process;
mod ranking;
pub mod rating;
mod results;
mod rules;
mod runner;
mod schedule;
mod sprt;
mod state;
mod stats;
pub mod swiss;
mod traffic;

pub use adjudication::{DrawRule, ResignRule, Rules as AdjudicationRules};
pub use client::Patience;
pub use engine_spec::{EngineSpec, Protocol, Ranks};
pub use error::ArenaError;
pub use fault::{Fault, FaultKind};
pub use files::write_whole;
pub use game::PlayedGame;
pub use limits::{Clock, Limits, TimeControl};
pub use openings::{Opening, Openings, Order};
pub use pgn::ending;
pub use ranking::{Ranking, Rated, rank};
pub use results::{EngineTotals, Results};
pub use rules::Contest;
pub use runner::{MatchConfig, MatchEnd, Observer, run};
pub use schedule::{Form, Job};
pub use sprt::{Decision, Model, Sprt};
pub use stats::{Estimate, Tally};
