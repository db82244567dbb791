//! Matches between engines, each a process of its own: clocks, openings, schedules, statistics.

mod client;
mod clock;
mod engine_log;
mod engine_spec;
mod error;
mod fault;
mod game;
mod go;
mod info;
mod pgn;
mod plot;
mod process;
mod results;
mod runner;
mod schedule;
mod state;
mod time_control;

pub use client::Timeouts;
pub use engine_spec::EngineSpec;
pub use fault::FaultKind;
pub use game::PlayedGame;
pub use pgn::ending;
pub use results::MatchResults;
pub use runner::{MatchConfig, MatchEnd, MatchObserver, run};
pub use schedule::ScheduleKind;
pub use time_control::{Period, TimeControl};
