//! Chariot: one engine for chess and xiangqi.
//!
//! The modules are floors; a floor uses only those below it. From the ground up:
//!
//! - [`board`]: what both games are made of: colours, squares, bitboards, moves, keys, line attacks,
//!   the trait [`board::Game`] and the [`board::Path`] of positions that a game or a search has
//!   walked.
//! - [`files`], [`stats`], [`plot`]: whole files and text files; the statistics of matches; SVG plots.
//! - [`chess`], [`xiangqi`]: the games: positions, moves, rules, notations.
//! - [`rating`]: Elo ratings and titles.
//! - [`eval`]: the value of a position.
//! - [`referee`]: is this game over, who won, and why.
//! - [`record`]: moves in named notations, PGN.
//! - [`book`]: opening lists.
//! - [`search`]: alpha-beta over any game.
//! - [`tournament`]: Swiss pairing, the points ladder, files of players and results.
//! - `arena`: matches between engine processes.
//! - [`engine`]: an engine for a game, and games between two settings of it.
//! - `protocol`: one engine session over standard input and output, spoken as UCI or UCCI.
//! - [`cli`]: the command line.

mod arena;
pub mod board;
pub mod book;
pub mod chess;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod files;
pub mod plot;
mod protocol;
pub mod rating;
pub mod record;
pub mod referee;
pub mod search;
pub mod stats;
pub mod tournament;
pub mod xiangqi;
