//! Chariot: one engine for chess and xiangqi.
//!
//! - [`arena`]: matches between engine processes; Swiss pairing, ratings and titles.
//! - [`board`]: what both games are made of: colours, squares, bitboards, moves, keys, line attacks,
//!   the trait [`board::Game`] and the [`board::Path`] of positions that a game or a search has
//!   walked.
//! - [`chess`]: chess, Chess960 included.
//! - [`eval`]: the value of a position.
//! - [`record`]: game records.
//! - [`referee`]: is this game over, who won, and why.
//! - [`search`]: alpha-beta over any game.
//! - [`protocol`]: one engine session over standard input and output, spoken as UCI or UCCI.
//! - [`cli`]: the command line.
//! - [`xiangqi`]: the xiangqi position: moves, rules, notations.

pub mod arena;
pub mod board;
pub mod chess;
pub mod cli;
pub mod eval;
pub mod protocol;
pub mod record;
pub mod referee;
pub mod search;
pub mod xiangqi;
