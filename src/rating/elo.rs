//! Elo ratings, game by game, with the rules for players not yet titled.
//!
//! The expected score is `We = 1 / (1 + 10^((r2 - r1) / 400))` and the new rating
//! `Rn = Ro + K (W - We)` (A. Elo, "The Rating of Chessplayers, Past and Present", 1978). A player
//! is untitled until he has counted `N` games, 10 in chess and 20 in xiangqi. When an untitled
//! player with `n` counted games before this one meets a titled player, and `Rd = K (W - We)` is
//! each one's own, the titled one gets `Ro + Rd (n / N) (2 / 3)` and the untitled one
//! `Ro + Rd (2N + 1 - n) / N`. A game between two untitled players changes nothing.

use super::system::{games_to_title, initial_rating, k_factor};
use super::titles::{self, Granted, Honour, Title};
use crate::board::{Color, GameResult, Variant};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The expected score of a player against another.
///
/// ```
/// assert_eq!(chariot::rating::expected_score(1800.0, 1800.0), 0.5);
/// ```
pub fn expected_score(own: f64, other: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((other - own) / 400.0))
}

/// A player of a rating list.
///
/// ```
/// use chariot::board::Variant;
/// use chariot::rating::RatedPlayer;
///
/// let player = RatedPlayer { games: 20, ..RatedPlayer::new("甲", Variant::Xiangqi) };
/// assert!(player.is_titled(Variant::Xiangqi));
/// assert_eq!(player.title(Variant::Xiangqi).chinese, "五级棋士");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The name, which is his alone in the list.
    pub name: String,
    /// The Elo rating.
    pub rating: f64,
    /// Games counted, of all time.
    #[serde(default)]
    pub games: u32,
    /// A title granted at an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted: Option<Granted>,
    /// His honorary titles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub honours: Vec<Honour>,
}

impl RatedPlayer {
    /// A new player, with the rating that the game starts from.
    pub fn new(name: impl Into<String>, game: Variant) -> Self {
        Self {
            name: name.into(),
            rating: initial_rating(game),
            games: 0,
            granted: None,
            honours: Vec::new(),
        }
    }

    /// Whether he has counted games enough, or was granted a title.
    pub fn is_titled(&self, game: Variant) -> bool {
        self.games >= games_to_title(game) || self.granted.is_some()
    }

    /// His title.
    pub fn title(&self, game: Variant) -> Title {
        match self.granted {
            Some(granted) => granted.title(),
            None if self.is_titled(game) => titles::by_rating(game, self.rating),
            None => titles::UNTITLED,
        }
    }
}

/// Why a game changed no rating; [`RatingList`] has an example.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unrated {
    /// Neither player is titled.
    #[error("between two untitled players")]
    BothUntitled,
    /// It was forfeited.
    #[error("forfeited")]
    Forfeit,
    /// A player was given himself as opponent.
    #[error("of a player with himself")]
    OnePlayer,
}

/// Players and their ratings, in the order they came in.
///
/// ```
/// use chariot::board::{GameResult, Variant};
/// use chariot::rating::{RatedPlayer, RatingList, Unrated};
///
/// let mut list = RatingList::new(Variant::Chess);
/// for (name, rating) in [("甲", 1600.0), ("乙", 1800.0)] {
///     list.enter(RatedPlayer { rating, games: 10, ..RatedPlayer::new(name, Variant::Chess) });
/// }
/// list.play("甲", "乙", GameResult::WhiteWins).unwrap();
/// assert_eq!(list.player("甲").unwrap().rating.round(), 1624.0);
/// assert_eq!(list.play("丙", "丁", GameResult::Draw), Err(Unrated::BothUntitled));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RatingList {
    game: Variant,
    players: Vec<RatedPlayer>,
    by_name: HashMap<String, usize>,
}

impl RatingList {
    /// An empty list.
    pub fn new(game: Variant) -> Self {
        Self { game, players: Vec::new(), by_name: HashMap::new() }
    }

    /// The game that is rated.
    pub fn game(&self) -> Variant {
        self.game
    }

    /// The players in the order they came in.
    pub fn players(&self) -> &[RatedPlayer] {
        &self.players
    }

    /// The player of this name.
    pub fn player(&self, name: &str) -> Option<&RatedPlayer> {
        self.by_name.get(name).map(|&index| &self.players[index])
    }

    /// Enters a player as he is, in place of one of the same name.
    pub fn enter(&mut self, player: RatedPlayer) {
        match self.by_name.get(&player.name) {
            Some(&index) => self.players[index] = player,
            None => {
                self.by_name.insert(player.name.clone(), self.players.len());
                self.players.push(player);
            }
        }
    }

    /// Counts a game; players not in the list yet come in as new ones.
    ///
    /// # Errors
    /// Why the game changes no rating, if it does not.
    pub fn play(&mut self, first: &str, second: &str, result: GameResult) -> Result<(), Unrated> {
        let [a, b] = [first, second].map(|name| self.index(name));
        if a == b {
            return Err(Unrated::OnePlayer);
        }
        if !result.is_played() {
            return Err(Unrated::Forfeit);
        }
        let score = f64::from(result.half_points(Color::White)) / 2.0;
        let [one, two] = [&self.players[a], &self.players[b]];
        let change = |player: &RatedPlayer, other: &RatedPlayer, score: f64| {
            k_factor(self.game, player.rating)
                * (score - expected_score(player.rating, other.rating))
        };
        let mut changes = [change(one, two, score), change(two, one, 1.0 - score)];
        let needed = f64::from(games_to_title(self.game));
        match [one.is_titled(self.game), two.is_titled(self.game)] {
            [true, true] => {}
            [false, false] => return Err(Unrated::BothUntitled),
            [one_titled, _] => {
                let (untitled, games) =
                    if one_titled { (1, f64::from(two.games)) } else { (0, f64::from(one.games)) };
                changes[untitled] *= (2.0 * needed + 1.0 - games) / needed;
                changes[1 - untitled] *= games / needed * (2.0 / 3.0);
            }
        }
        for (index, change) in [a, b].into_iter().zip(changes) {
            self.players[index].rating += change;
            let games = &mut self.players[index].games;
            *games = games.saturating_add(1);
        }
        Ok(())
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        self.enter(RatedPlayer::new(name, self.game));
        self.players.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(game: Variant, players: &[(&str, f64, u32)]) -> RatingList {
        let mut list = RatingList::new(game);
        for &(name, rating, games) in players {
            list.enter(RatedPlayer { rating, games, ..RatedPlayer::new(name, game) });
        }
        list
    }

    fn after(list: &RatingList) -> Vec<(String, u32)> {
        let line = |player: &RatedPlayer| (format!("{:.6}", player.rating), player.games);
        list.players().iter().map(line).collect()
    }

    /// The expected values are from this Python, and its like with other numbers:
    ///
    /// ```python
    /// We = lambda a, b: 1 / (1 + 10 ** ((b - a) / 400))
    /// print(1600 + 32 * (1 - We(1600, 1800)))   # 1624.311902
    /// ```
    #[test]
    fn titled_against_titled() {
        let mut chess = list(Variant::Chess, &[("a", 1600.0, 10), ("b", 1800.0, 50)]);
        chess.play("a", "b", GameResult::WhiteWins).expect("rated");
        assert_eq!(after(&chess), [("1624.311902".into(), 11), ("1775.688098".into(), 51)]);
        // K is each one's own: 32 below 2000, 24 from there, 16 from 2400, 8 from 2800.
        let mut xiangqi = list(Variant::Xiangqi, &[("a", 1990.0, 20), ("b", 2010.0, 20)]);
        xiangqi.play("a", "b", GameResult::Draw).expect("rated");
        assert_eq!(after(&xiangqi), [("1990.920018".into(), 21), ("2009.309986".into(), 21)]);
        let mut top = list(Variant::Xiangqi, &[("a", 2399.0, 20), ("b", 2800.0, 20)]);
        top.play("b", "a", GameResult::BlackWins).expect("rated");
        assert_eq!(after(&top), [("2420.829573".into(), 21), ("2792.723476".into(), 21)]);
        assert_eq!(k_factor(Variant::Xiangqi, 2400.0), 16.0);
        assert_eq!(k_factor(Variant::Xiangqi, 2799.0), 16.0);
        assert_eq!(k_factor(Variant::Xiangqi, 2000.0), 24.0);
    }

    /// An untitled player with n counted games, N needed:
    ///
    /// ```python
    /// print(1500 + 32 * (1 - We(1500, 1700)) * (21 - 5) / 10)     # chess, n = 5
    /// print(1700 + 32 * (0 - We(1700, 1500)) * (5 / 10) * (2 / 3))
    /// print(2100 + 24 * (1 - We(2100, 1400)) * (19 / 20) * (2 / 3))  # xiangqi, n = 19
    /// print(1400 + 32 * (0 - We(1400, 2100)) * (41 - 19) / 20)
    /// ```
    #[test]
    fn untitled_against_titled() {
        let mut chess = list(Variant::Chess, &[("new", 1500.0, 5), ("old", 1700.0, 10)]);
        chess.play("new", "old", GameResult::WhiteWins).expect("rated");
        assert_eq!(after(&chess), [("1538.899043".into(), 6), ("1691.896033".into(), 11)]);
        let mut xiangqi = list(Variant::Xiangqi, &[("old", 2100.0, 20), ("new", 1400.0, 19)]);
        xiangqi.play("old", "new", GameResult::WhiteWins).expect("rated");
        assert_eq!(after(&xiangqi), [("2100.265576".into(), 21), ("1399.384982".into(), 20)]);
        assert!(xiangqi.player("new").expect("in the list").is_titled(Variant::Xiangqi));
        // The first game of all leaves the titled player as he was.
        let mut first = list(Variant::Chess, &[("old", 1500.0, 10)]);
        first.play("new", "old", GameResult::Draw).expect("rated");
        assert_eq!(after(&first), [("1500.000000".into(), 11), ("1500.000000".into(), 1)]);
        first.play("old", "newer", GameResult::BlackWins).expect("rated");
        assert_eq!(after(&first)[0], ("1500.000000".into(), 12));
        assert_eq!(after(&first)[2], ("1533.600000".into(), 1));
    }

    #[test]
    fn games_that_do_not_count() {
        let mut list = list(Variant::Chess, &[("a", 1500.0, 9), ("b", 1700.0, 10)]);
        assert_eq!(list.play("a", "c", GameResult::WhiteWins), Err(Unrated::BothUntitled));
        assert_eq!(list.play("a", "b", GameResult::BlackForfeits), Err(Unrated::Forfeit));
        assert_eq!(list.play("b", "b", GameResult::Draw), Err(Unrated::OnePlayer));
        assert_eq!(
            after(&list),
            [("1500.000000".into(), 9), ("1700.000000".into(), 10), ("1500.000000".into(), 0)]
        );
    }

    #[test]
    fn granted_titles_stay() {
        let mut player = RatedPlayer::new("a", Variant::Xiangqi);
        assert_eq!(player.title(Variant::Xiangqi), titles::UNTITLED);
        player.games = 20;
        assert_eq!(player.title(Variant::Xiangqi).chinese, "五级棋士");
        player.granted = Some(Granted::Grandmaster);
        player.rating = 1000.0;
        assert_eq!(player.title(Variant::Xiangqi).chinese, "特级大师");
    }

    proptest! {
        /// Expected scores sum to 1, and a chess game between titled players moves points from
        /// one to the other without loss.
        #[test]
        fn points_are_conserved(a in 500f64..3000.0, b in 500f64..3000.0, end in 0usize..3) {
            prop_assert!((expected_score(a, b) + expected_score(b, a) - 1.0).abs() < 1e-12);
            let outcome = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][end];
            let mut list = list(Variant::Chess, &[("a", a, 10), ("b", b, 10)]);
            list.play("a", "b", outcome).expect("rated");
            let sum: f64 = list.players().iter().map(|player| player.rating).sum();
            prop_assert!((sum - a - b).abs() < 1e-9);
        }
    }
}
