//! Swiss pairing as the xiangqi world does it (积分编排制).
//!
//! [`Tournament::pair_next`] pairs the next round of a [`Tournament`] and adds it to it; the same
//! tournament gives the same pairing. Rules with more than one reading are read so:
//!
//! 1. **Numbers** (序号). The players are split into an upper and a lower half (上下半区), the upper
//!    one larger by one if they are odd in number: by rating, by the summed ratings of their unit,
//!    by lot, or as listed. Inside a half the order is that same rank, or drawn by lot
//!    ([`HalfOrder`]); equal ratings are ordered by lot.
//! 2. **Round 1.** The bye of an odd field goes to the last number. When members of one unit are to
//!    avoid each other, the larger number of their pair changes places with the larger number of
//!    the nearest pair (the next before the previous) where both pairs are then mixed.
//! 3. **Wishes.** A player wants the first move (要先) if he had fewer first than second moves, or
//!    as many and the second last time; likewise the second move (要后). Byes leave no trace in
//!    colours. Before his first game a player has no wish and joins the smaller side.
//! 4. **Inside a score group** the smaller side draws from the larger: each player, in order, gets
//!    the first player of the other list whom he may meet, so one who was passed over comes first
//!    for the next. Leftovers of one side meet each other, the stronger wishes against the weaker.
//!    Floaters down are paired first in the next group. Who floats is chosen from the larger side:
//!    whoever floated down least (net of his floats up), the last in order among equals; and a
//!    floater meets whoever floated up least among those whose wish fits.
//! 5. **First move** ([`EqualColours`]). "Fewer first moves" is read as first less second moves,
//!    which with byes and absences is the fair form of the same thing.
//! 6. **Colours.** Before the last three rounds nobody's first and second moves come more than one
//!    apart, and before the last round nobody has the same move a third time in a row, where a
//!    pairing without repeats allows it; leftovers who would break this cross the group's border
//!    instead. Where it cannot be, it is waived for as few and as low players as it takes, and a
//!    note says so. [`PairingRules::hold_balance`] off keeps leftovers in their group. In the last three
//!    rounds points come first, and the balance of the player with more points decides between
//!    unequal points; if it is level, the ordinary order does.
//! 7. **Byes** (轮空) score 1 and go to the lowest in the standing who had none and without whom
//!    the others can be paired; among those of equal points to one that lets colours be kept.
//!    **Nobody meets twice** while a legal pairing of the whole round exists: a pair is fixed only
//!    if a perfect matching of all the rest remains (a maximum matching), which is
//!    backtracking over the whole round without ever entering a dead branch. If none exists, the
//!    round is refused, or with [`PairingRules::allow_repeats`] paired with repeats and a note.
//!
//! A forfeited game counts as met and its colours count; it scores as its result says.
//!
//! [`HalfOrder`]: super::HalfOrder
//! [`EqualColours`]: super::EqualColours
//! [`PairingRules::hold_balance`]: super::PairingRules::hold_balance
//! [`PairingRules::allow_repeats`]: super::PairingRules::allow_repeats

mod card;
mod first_move;
mod first_round;
mod graph;
mod numbers;
mod pairing;
mod standings;

pub use standings::{Standing, standings};

use super::error::PairingError;
use super::file::Tournament;
use super::player::Player;
use super::round::Round;

/// The number of rounds below which chance weighs too much.
const ADVISED_ROUNDS: u32 = 7;

impl Tournament {
    /// Pairs the next round and adds it to the rounds played. Gives numbers to players who have
    /// none.
    ///
    /// # Errors
    /// When results are missing, all rounds are paired, fewer than two players are left, or no
    /// legal pairing exists; the tournament is then as it was.
    pub fn pair_next(&mut self) -> Result<&Round, PairingError> {
        let number = self.played.len() as u32 + 1;
        if let Some(newest) = self.played.last()
            && newest.missing() > 0
        {
            return Err(PairingError::ResultsMissing {
                round: newest.round,
                missing: newest.missing(),
            });
        }
        if number > self.rounds {
            return Err(PairingError::Finished(self.rounds));
        }
        let plays = |player: &Player| player.withdrawn_from.is_none_or(|from| number < from);
        let count = self.players.iter().filter(|player| plays(player)).count();
        if count < 2 {
            return Err(PairingError::TooFewPlayers(count));
        }
        let mut numbered = self.clone();
        numbers::assign(&mut numbered)?;
        let players = numbered.players.iter().filter(|player| plays(player));
        let active: Vec<u32> = players.filter_map(|player| player.number).collect();
        let round = if number == 1 {
            first_round::pair(&numbered, active)
        } else {
            pairing::pair(&numbered, &active, number)?
        };
        *self = numbered;
        self.played.push(round);
        Ok(&self.played[number as usize - 1])
    }

    /// What the organiser should know before starting.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.rounds < ADVISED_ROUNDS {
            warnings.push(format!(
                "{} rounds: at least {ADVISED_ROUNDS} are advised for a Swiss tournament",
                self.rounds
            ));
        }
        // With an even field everybody can meet everybody once in one round fewer.
        let players = self.players.len();
        let possible = if players % 2 == 1 { players } else { players.saturating_sub(1) };
        if self.rounds as usize > possible {
            warnings.push(format!(
                "{players} players can play {possible} rounds without meeting twice, not {}",
                self.rounds
            ));
        }
        warnings
    }
}
