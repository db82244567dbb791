//! The neural evaluation, one small network for each game.
//!
//! The network is `(features -> hidden) x 2 -> 1`: both players see the pieces with the same
//! weights, each from his own side of the board, and the output joins the views of the side to
//! move and of its opponent. The hidden layer is squared clipped ReLU; everything is integer. It
//! is an "efficiently updatable" network after Yu Nasu (2018): a move changes the sums of the
//! hidden layer by the few features it takes away and adds ([`Accumulators`]). In chess a player
//! whose king stands on the right wing sees the board in the mirror.
//!
//! [`Parameters`] are its numbers and `file` their file, [`Network`] is the function, `kernels` the
//! arithmetic in several instruction sets.

mod accumulators;
mod chess;
mod features;
mod file;
mod kernels;
mod network;
mod parameters;
mod refresh;
#[cfg(test)]
mod tests;
mod xiangqi;

pub use accumulators::Accumulators;
pub use features::{Changes, Features, View};
pub use file::{checksum, game_of};
pub use kernels::kernel_name;
pub use network::{LIMIT, Network, bucket};
pub use parameters::{MAX_HIDDEN, MAX_OUTPUT_WEIGHT, NetworkError, Parameters, QA};
