use super::ladder::LadderError;

/// The largest number of a player; far above any field, far below what sums of numbers can hold.
pub(super) const MAX_NUMBER: u32 = 1_000_000;

/// The most ladder points a player may bring, and the most he may lack.
pub(super) const MAX_LADDER_POINTS: u64 = 1_000_000_000;

/// Why a tournament file cannot be read or written.
///
/// ```
/// use chariot::tournament::{Tournament, TournamentFileError};
///
/// let text = r#"{"rounds": 7, "players": [{"name": "甲"}, {"name": "甲"}]}"#;
/// let error = Tournament::from_json(text).unwrap_err();
/// assert!(matches!(&error, TournamentFileError::NameTwice(name) if name == "甲"));
/// assert_eq!(error.to_string(), "tournament file: players: the name \"甲\" stands twice");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum TournamentFileError {
    /// The file cannot be read or written.
    #[error("tournament file: {0}")]
    File(std::io::Error),
    /// It is no JSON, or not that of a tournament.
    #[error("tournament file: {0}")]
    Json(serde_json::Error),
    /// A player without a name.
    #[error("tournament file: players: a name is empty")]
    EmptyName,
    /// Two players of one name.
    #[error("tournament file: players: the name \"{0}\" stands twice")]
    NameTwice(String),
    /// The player of this name has a rating that is no number.
    #[error("tournament file: players: {0} has no finite rating")]
    Rating(String),
    /// A number that is out of range or another player's.
    #[error(
        "tournament file: players: number {number} of {name}: expected numbers from 1 to \
         {MAX_NUMBER}, each once"
    )]
    Number {
        /// The number.
        number: u32,
        /// Whose it is.
        name: String,
    },
    /// Points that nobody has.
    #[error(
        "tournament file: players: {points} ladder points of {name}: expected at most \
         {MAX_LADDER_POINTS}"
    )]
    LadderPoints {
        /// The points.
        points: i64,
        /// Whose they are.
        name: String,
    },
    /// More rounds were played than there are.
    #[error("tournament file: played: {played} rounds, but the tournament has {rounds}")]
    TooManyRounds {
        /// Rounds played.
        played: usize,
        /// Rounds of the tournament.
        rounds: u32,
    },
    /// A round that does not follow the one before.
    #[error("tournament file: played: round {round} where round {due} is due")]
    RoundOrder {
        /// The round.
        round: u32,
        /// The round expected.
        due: u32,
    },
    /// A player's number that nobody has.
    #[error("tournament file: round {round}: no player has number {number}")]
    NoSuchPlayer {
        /// The round.
        round: u32,
        /// The number.
        number: u32,
    },
    /// A player who plays twice in a round, or has a bye besides.
    #[error("tournament file: round {round}: player {number} is paired twice")]
    PairedTwice {
        /// The round.
        round: u32,
        /// His number.
        number: u32,
    },
    /// A board on which two games are played.
    #[error("tournament file: round {round}: board {board} stands twice")]
    BoardTwice {
        /// The round.
        round: u32,
        /// The board.
        board: u32,
    },
    /// An older round that still misses results.
    #[error(
        "tournament file: round {round}: {missing} results missing, but a later round is paired"
    )]
    ResultsMissing {
        /// The round.
        round: u32,
        /// Games without a result.
        missing: usize,
    },
    /// A ladder without sound levels.
    #[error("tournament file: {0}")]
    Ladder(#[from] LadderError),
}

/// Why the next round cannot be paired.
///
/// ```
/// use chariot::tournament::{PairingError, Player, Tournament};
///
/// let mut tournament = Tournament::new(7, 1, vec![Player::new("甲")]);
/// assert_eq!(tournament.pair_next(), Err(PairingError::TooFewPlayers(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PairingError {
    /// Some players have a number before round 1, but not all.
    #[error(
        "tournament file: {numbered} of {players} players have a number: expected all or none \
         before round 1"
    )]
    HalfNumbered {
        /// Players who have a number.
        numbered: usize,
        /// All players.
        players: usize,
    },
    /// Fewer than two players are left.
    #[error("{0} players to pair: expected at least 2")]
    TooFewPlayers(usize),
    /// The newest round still misses results.
    #[error("round {round}: {missing} results missing")]
    ResultsMissing {
        /// The newest round.
        round: u32,
        /// Games without a result.
        missing: usize,
    },
    /// All rounds, so many, are paired.
    #[error("all {0} rounds are paired")]
    Finished(u32),
    /// This round cannot be paired without a repeated game or a second bye.
    #[error(
        "round {0}: the whole round was searched, and every pairing repeats a game or gives a \
         second bye; set \"allow-repeats\" in the rules to pair it all the same"
    )]
    NoPairing(u32),
}

/// A result for a board that was not paired.
///
/// ```
/// use chariot::board::GameResult;
/// use chariot::tournament::{NoSuchBoard, Tournament};
///
/// let mut tournament = Tournament::new(7, 1, Vec::new());
/// let error = tournament.set_result(1, 3, GameResult::Draw);
/// assert_eq!(error, Err(NoSuchBoard { round: 1, board: 3 }));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("round {round} has no board {board}")]
pub struct NoSuchBoard {
    /// The round named.
    pub round: u32,
    /// The board named.
    pub board: u32,
}
