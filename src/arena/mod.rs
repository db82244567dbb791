//! Matches between engines, each a process of its own: clocks, schedules, results.

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

pub(crate) use client::Timeouts;
pub(crate) use engine_spec::EngineSpec;
pub(crate) use fault::FaultKind;
pub(crate) use game::PlayedGame;
pub(crate) use pgn::ending;
pub(crate) use results::MatchResults;
pub(crate) use runner::{MatchConfig, MatchEnd, MatchObserver, run};
pub(crate) use schedule::ScheduleKind;
pub(crate) use time_control::{Period, TimeControl};
