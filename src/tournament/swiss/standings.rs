//! The standing: points, then opponents' points (小分), wins, and wins with the second move.

use super::super::file::Tournament;
use super::super::points::Points;
use super::card::Card;
use serde::Serialize;
use std::cmp::Reverse;

/// One line of the standing, as [`standings`] gives it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// 1 and up; players equal in every criterion share it.
    pub rank: u32,
    /// Whether another player shares the rank.
    pub tied: bool,
    /// The player's number.
    pub number: u32,
    /// The player's name.
    pub name: String,
    /// One for a win or a bye, a half for a draw.
    pub points: Points,
    /// The summed points of all opponents (小分, 对手分).
    pub opponents: Points,
    /// Games won, forfeits counted.
    pub wins: u32,
    /// Wins with the second move (后手胜局).
    pub second_wins: u32,
}

impl Standing {
    fn key(&self) -> impl Ord + use<> {
        Reverse((self.points, self.opponents, self.wins, self.second_wins))
    }
}

/// The standing of all numbered players after the results known so far, the leader first; players
/// who tie stand in the order of their numbers.
///
/// ```
/// use chariot::tournament::{Player, Tournament, standings};
///
/// let mut tournament = Tournament::new(7, 1, vec![Player::new("甲"), Player::new("乙")]);
/// tournament.pair_next().unwrap();
/// tournament.set_result(1, 1, "0-1".parse().unwrap()).unwrap();
/// let leader = &standings(&tournament)[0];
/// assert_eq!((leader.rank, leader.second_wins), (1, 1));
/// ```
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    rank(tournament, &Card::all(tournament))
}

pub(super) fn rank(tournament: &Tournament, cards: &[Card]) -> Vec<Standing> {
    let points = |number: &u32| {
        let index = cards.binary_search_by_key(number, |card| card.number);
        index.map_or(Points::default(), |index| cards[index].points)
    };
    let mut lines: Vec<Standing> = cards
        .iter()
        .map(|card| {
            let mut opponents = Points::default();
            for number in &card.met {
                opponents += points(number);
            }
            let name = tournament.player(card.number).map(|player| player.name.clone());
            Standing {
                rank: 0,
                tied: false,
                number: card.number,
                name: name.unwrap_or_default(),
                points: card.points,
                opponents,
                wins: card.wins,
                second_wins: card.second_wins,
            }
        })
        .collect();
    lines.sort_by_key(Standing::key);
    let mut at = 0;
    let mut rank = 1;
    for tie in lines.chunk_by_mut(|a, b| a.key() == b.key()) {
        let tied = tie.len() > 1;
        for line in tie.iter_mut() {
            line.rank = rank;
            line.tied = tied;
        }
        at += tie.len();
        rank = at as u32 + 1;
    }
    lines
}
