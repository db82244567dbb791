//! Matches between engines, each a process of its own: clocks, openings, schedules, statistics.

mod client;
mod engine_spec;
mod error;
mod fault;
mod game;
mod go;
mod info;
mod limits;
mod openings;
mod pgn;
mod plot;
mod process;
mod results;
mod runner;
mod schedule;
mod state;
mod traffic;

pub use client::Patience;
pub use engine_spec::{EngineSpec, Protocol, Ranks};
pub use error::ArenaError;
pub use fault::{Fault, FaultKind};
pub use game::PlayedGame;
pub use limits::{Clock, Limits, TimeControl};
pub use openings::{Opening, Openings, Order};
pub use pgn::ending;
pub use results::{EngineTotals, Results};
pub use runner::{MatchConfig, MatchEnd, Observer, run};
pub use schedule::{Form, Job};
