//! A game between two players within the program: for self-play, training data and the comparison
//! of two settings of the search. [`play`] is the one loop for all of them, and has an example.

use crate::board::{Color, GameResult, Move, Path};
use crate::eval::nnue::Network;
use crate::referee::{Claims, Referee, Refereed, Verdict};
use crate::search::{Limits, Params, Pool, Score, Searchable};
use std::sync::Arc;
use std::time::Instant;

/// The value of a mate on the board: a mate in `n` plies is `MATE - n`, beyond all evaluations.
pub const MATE: i32 = 32_000;

/// A player: its search, with one thread, and how long it may think about a move.
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::engine::duel::Player;
/// use chariot::eval::Evaluate;
/// use chariot::search::Limits;
/// use chariot::xiangqi::{Position, Rules};
///
/// let mut player = Player::new(1, Position::built_in(), Limits::nodes(500));
/// let start = Path::new(Position::initial(), Rules::default());
/// let found = player.find_move(&start).expect("the first player has moves");
/// assert!(found.nodes <= 500 && found.value.abs() < 200);
/// ```
pub struct Player<G: Searchable> {
    pool: Pool<G>,
    /// What bounds each search: nodes that are exact ([`Limits::nodes`]) or passed in the last
    /// iteration ([`Limits::soft_nodes`]), for games that can be played again.
    pub limits: Limits,
}

/// A move with what its search found: the answer of [`Player::find_move`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// The value for the mover, in the units of the search; a mate in `n` plies is
    /// [`MATE`] - `n`.
    pub value: i32,
    /// The nodes that the search visited.
    pub nodes: u64,
}

impl<G: Searchable> Player<G> {
    /// A player with the game's own search parameters and a table of `hash` MiB.
    pub fn new(hash: usize, network: Arc<Network<G>>, limits: Limits) -> Self {
        let mut pool = Pool::new(1, hash);
        pool.set_network(network);
        Self { pool, limits }
    }

    /// Searches with these parameters from now on.
    pub fn set_params(&mut self, params: Params) {
        self.pool.set_params(params);
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.pool.clear();
    }

    /// The player's move at the end of a game; `None` if there is no legal move.
    ///
    /// The search runs in the calling thread, which needs [`STACK_SIZE`](crate::search::STACK_SIZE)
    /// bytes of stack.
    pub fn find_move(&mut self, game: &Path<G>) -> Option<FoundMove> {
        let limits = Limits { start: Instant::now(), ..self.limits.clone() };
        let result = self.pool.search_here(game, &limits);
        let value = match result.report.score {
            Score::Centipawns(value) => value.clamp(-MATE, MATE),
            Score::Mate(plies) if plies > 0 => MATE - plies,
            Score::Mate(plies) => -MATE - plies,
        };
        result.best.map(|mv| FoundMove { mv, value, nodes: result.report.nodes })
    }
}

/// Who plays in [`play`].
pub enum Players<'a, G: Searchable> {
    /// One player on both sides, with one table.
    Same(&'a mut Player<G>),
    /// A player for each side.
    Two {
        /// Has the first move from the start position.
        white: &'a mut Player<G>,
        /// The opponent.
        black: &'a mut Player<G>,
    },
}

impl<G: Searchable> Players<'_, G> {
    fn of_side(&mut self, side: Color) -> &mut Player<G> {
        match (self, side) {
            (Self::Same(player), _) => player,
            (Self::Two { white, .. }, Color::White) => white,
            (Self::Two { black, .. }, Color::Black) => black,
        }
    }
}

/// When a game ends that the rules let go on.
///
/// ```
/// use chariot::engine::duel::EarlyEnd;
///
/// // Three moves in a row, of one player and the other, see one of them ahead by 700.
/// let early_end = EarlyEnd { won_plies: 3, won_value: 700, ..EarlyEnd::NEVER };
/// assert_eq!(early_end.max_plies, usize::MAX);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EarlyEnd {
    /// A win when the values of so many plies in a row agree on it ...
    pub won_plies: usize,
    /// ... by at least this.
    pub won_value: i32,
    /// A draw when no value of so many plies in a row ...
    pub level_plies: usize,
    /// ... is further from 0 than this ...
    pub level_value: i32,
    /// ... and the players have made so many moves together. [`usize::MAX`] for never.
    pub level_from: usize,
    /// A draw when the game, the moves before the players' own included, has so many plies.
    pub max_plies: usize,
}

/// Why a game of [`play`] ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DuelEnd {
    /// By the rules; draws that can be claimed are claimed at once.
    Rules(Verdict),
    /// Both players saw that one was winning.
    Won,
    /// Both players saw nothing for long.
    Level,
    /// The game grew too long.
    Length,
}

/// A game that [`play`] has played.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Searchable> {
    /// The whole game, with the moves before the players' own.
    pub game: Path<G>,
    /// The players' moves.
    pub moves: Vec<FoundMove>,
    /// Who has won.
    pub result: GameResult,
    /// Why it ended.
    pub end: DuelEnd,
}

impl<G: Searchable> PlayedGame<G> {
    /// How many moves a side has made, and the nodes of all its searches.
    pub fn moves_and_nodes(&self, side: Color) -> (u64, u64) {
        let first = self.game.len() - self.moves.len();
        let made = self.game.positions()[first..].iter().zip(&self.moves);
        made.filter(|(position, _)| position.side_to_move() == side)
            .fold((0, 0), |(moves, nodes), (_, found)| (moves + 1, nodes + found.nodes))
    }
}

/// Plays on from the end of a game that is not over, until the rules or `early_end` end it. The
/// first move is `first` if it is known already. Players begin with what they know: see
/// [`Player::new_game`].
///
/// ```
/// use chariot::board::{Color, GameResult, GameText, Path};
/// use chariot::chess::Position;
/// use chariot::engine::duel::{EarlyEnd, Player, Players, play};
/// use chariot::eval::Evaluate;
/// use chariot::search::Limits;
///
/// let start = Position::from_fen("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")?;
/// let mut white = Player::new(1, Position::built_in(), Limits::nodes(2_000));
/// let mut black = Player::new(1, Position::built_in(), Limits::nodes(100));
/// let players = Players::Two { white: &mut white, black: &mut black };
/// let played = play(Path::new(start, ()), None, players, &EarlyEnd::NEVER);
/// assert_eq!(played.result, GameResult::WhiteWins);
/// let (moves, nodes) = played.moves_and_nodes(Color::White);
/// assert!(nodes <= 2_000 * moves);
/// # Ok::<(), chariot::board::FenError>(())
/// ```
pub fn play<G: Searchable + Refereed>(
    game: Path<G>,
    first: Option<FoundMove>,
    mut players: Players<'_, G>,
    early_end: &EarlyEnd,
) -> PlayedGame<G> {
    let mut referee = Referee::from_path(game, Claims::Always);
    let mut moves = Vec::new();
    let mut next = first;
    let (result, end) = loop {
        if let Some(verdict) = referee.verdict() {
            break (verdict.result, DuelEnd::Rules(verdict));
        }
        let mover = referee.position().side_to_move();
        let found = next.take().or_else(|| players.of_side(mover).find_move(referee.path()));
        // A position without a legal move has its verdict already.
        let Some(found) = found else { break (GameResult::Draw, DuelEnd::Length) };
        moves.push(found);
        referee.push(found.mv);
        if let Some(end) = early_end.after(&moves, mover, referee.path().len()) {
            break end;
        }
    };
    PlayedGame { game: referee.into_path(), moves, result, end }
}

impl EarlyEnd {
    /// The rules alone end a game.
    pub const NEVER: Self = Self {
        won_plies: usize::MAX,
        won_value: MATE,
        level_plies: usize::MAX,
        level_value: 0,
        level_from: usize::MAX,
        max_plies: usize::MAX,
    };

    /// The end of a game after these moves, the last of them by `mover`, with so many plies in all.
    fn after(
        &self,
        moves: &[FoundMove],
        mover: Color,
        plies: usize,
    ) -> Option<(GameResult, DuelEnd)> {
        // The values of the last plies, the newest first, all seen by the mover.
        let seen_by_mover =
            moves.iter().rev().enumerate().map(|(back, found)| {
                if back.is_multiple_of(2) { found.value } else { -found.value }
            });
        let agree = |count: usize, holds: &dyn Fn(i32) -> bool| {
            moves.len() >= count && seen_by_mover.clone().take(count).all(holds)
        };
        if agree(self.won_plies, &|value| value >= self.won_value) {
            Some((GameResult::win(mover), DuelEnd::Won))
        } else if agree(self.won_plies, &|value| value <= -self.won_value) {
            Some((GameResult::win(!mover), DuelEnd::Won))
        } else if moves.len() >= self.level_from
            && agree(self.level_plies, &|value| value.abs() <= self.level_value)
        {
            Some((GameResult::Draw, DuelEnd::Level))
        } else if plies >= self.max_plies {
            Some((GameResult::Draw, DuelEnd::Length))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, GameText};
    use crate::referee::Reason;
    use crate::{chess, xiangqi};

    const EARLY: EarlyEnd = EarlyEnd {
        won_plies: 3,
        won_value: 500,
        level_plies: 2,
        level_value: 8,
        level_from: 4,
        max_plies: 20,
    };

    /// The end after values of plies in turn, Black's the last.
    fn end(values: &[i32]) -> Option<(GameResult, DuelEnd)> {
        let found = |&value: &i32| FoundMove { mv: Move::NULL, value, nodes: 1 };
        let moves: Vec<FoundMove> = values.iter().map(found).collect();
        EARLY.after(&moves, Color::Black, values.len())
    }

    #[test]
    fn values_of_both_players_must_agree() {
        assert_eq!(end(&[-500, 500, -500]), Some((GameResult::WhiteWins, DuelEnd::Won)));
        assert_eq!(end(&[-90, 500, -500, 500]), Some((GameResult::BlackWins, DuelEnd::Won)));
        assert_eq!(end(&[500, 500, 500]), None);
        assert_eq!(end(&[499, -500, 500]), None);
        assert_eq!(end(&[-500, 500]), None);
    }

    #[test]
    fn level_games_and_long_ones_are_drawn() {
        assert_eq!(end(&[90, 90, -8, 8]), Some((GameResult::Draw, DuelEnd::Level)));
        assert_eq!(end(&[90, -8, 8]), None);
        assert_eq!(end(&[90, 90, -9, 8]), None);
        assert_eq!(end(&[90; 20]), Some((GameResult::Draw, DuelEnd::Length)));
        assert_eq!(end(&[90; 19]), None);
    }

    fn player<G: Searchable>(nodes: u64) -> Player<G> {
        Player::new(1, G::built_in(), Limits::nodes(nodes))
    }

    #[test]
    fn the_rules_end_a_game() {
        let dead = chess::Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").expect("sound");
        let game = Path::new(dead, ());
        let played = play(game, None, Players::Same(&mut player(100)), &EarlyEnd::NEVER);
        assert_eq!(played.result, GameResult::Draw);
        assert!(
            matches!(played.end, DuelEnd::Rules(verdict) if verdict.reason == Reason::DeadPosition)
        );
        assert!(played.moves.is_empty());
    }

    #[test]
    fn a_known_move_is_not_searched_for() {
        let start = Path::new(xiangqi::Position::initial(), xiangqi::Rules::default());
        let (mut white, mut black) = (player(300), player(50));
        let first = white.find_move(&start).expect("there are moves");
        let players = Players::Two { white: &mut white, black: &mut black };
        let early_end = EarlyEnd { max_plies: 4, ..EarlyEnd::NEVER };
        let known = FoundMove { nodes: 0, ..first };
        let played = play(start, Some(known), players, &early_end);
        assert_eq!((played.end.clone(), played.moves.len()), (DuelEnd::Length, 4));
        assert_eq!(played.moves[0], known);
        let (moves, nodes) = played.moves_and_nodes(Color::White);
        assert!(moves == 2 && (1..=300).contains(&nodes), "{nodes}");
        let (moves, nodes) = played.moves_and_nodes(Color::Black);
        assert!(moves == 2 && (2..=100).contains(&nodes), "{nodes}");
    }
}
