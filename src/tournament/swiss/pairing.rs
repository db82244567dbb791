//! Rounds 2 and later: score groups from high to low, nobody meets twice.

use super::super::error::PairingError;
use super::super::file::Tournament;
use super::super::round::{Pairing, Round};
use super::card::{Card, Turn};
use super::first_move::FirstMoveRule;
use super::graph::{Graph, Matching};
use super::standings;
use std::cmp::Reverse;

/// Pairs a later round between these players. Players are told by their index in `players`.
///
/// # Errors
/// When no pairing without a repeat exists and the rules do not allow repeats.
pub(super) fn pair(
    tournament: &Tournament,
    numbers: &[u32],
    round: u32,
) -> Result<Round, PairingError> {
    let cards = Card::all(tournament);
    let standing = standings::rank(tournament, &cards);
    let mut players: Vec<Card> =
        cards.into_iter().filter(|card| numbers.contains(&card.number)).collect();
    // Sorted as the standing, so that a larger index is a lower place.
    players.sort_by_key(|card| standing.iter().position(|line| line.number == card.number));

    let rules = &tournament.rules;
    let late = round + 3 > tournament.rounds;
    let rule = FirstMoveRule { round, late, equal_colours: rules.equal_colours };
    let limits =
        ColourLimits { balance: rules.hold_balance && !late, run: round < tournament.rounds };
    let excess = |a: usize, b: usize| limits.excess(&rule, &players[a], &players[b]);
    let mut notes = Vec::new();

    let mut meetings = Meetings::new(&players);
    let bye = match players.len() % 2 {
        1 => Some(meetings.bye(rules.allow_repeats, excess).ok_or(PairingError::NoPairing(round))?),
        _ => None,
    };
    let everyone: Vec<usize> = (0..players.len()).filter(|&index| Some(index) != bye).collect();
    let repeaters = meetings.allow_repeats_to(&everyone);
    if !repeaters.is_empty() {
        if !rules.allow_repeats {
            return Err(PairingError::NoPairing(round));
        }
        notes.push(format!(
            "every pairing of this round was tried and repeats a game: allowed to {}",
            list(repeaters.iter().map(|&index| players[index].number))
        ));
    }
    let (graph, waived) = meetings.within_colours(&everyone, excess);
    if !waived.is_empty() {
        notes.push(format!(
            "no pairing keeps everyone's first and second moves in balance: waived for {}",
            list(waived.iter().map(|&index| players[index].number))
        ));
    }

    let mut pairer = Pairer {
        players: &players,
        odd_round: round % 2 == 1,
        graph: &graph,
        rest: Matching::new(&graph, everyone.iter().copied()),
        pairs: Vec::new(),
        searched: false,
    };
    pairer.pair_all(&everyone);
    if pairer.searched {
        notes.push(
            "the plain order would have left players without an opponent: the whole round was \
             searched"
                .into(),
        );
    }
    let mut pairs = pairer.pairs;
    pairs.sort_by_key(|&(a, b)| {
        let (a, b) = (&players[a], &players[b]);
        let points = (a.points.max(b.points), a.points.min(b.points));
        (Reverse(points), a.number.min(b.number))
    });
    let pairings = (1..)
        .zip(pairs)
        .map(|(board, (a, b))| {
            let (a, b) = (&players[a], &players[b]);
            let (first, second) = match rule.turn(a, b) {
                Turn::First => (a.number, b.number),
                Turn::Second => (b.number, a.number),
            };
            Pairing { board, first, second, result: None }
        })
        .collect();
    Ok(Round { round, pairings, bye: bye.map(|index| players[index].number), notes })
}

fn list(numbers: impl Iterator<Item = u32>) -> String {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// What a pairing may do to the colours of its players.
#[derive(Copy, Clone)]
struct ColourLimits {
    /// First and second moves stay at most one apart.
    balance: bool,
    /// No third turn of a kind in a row.
    run: bool,
}

impl ColourLimits {
    /// How far a game between the two would break the limits; 0 if it keeps them.
    fn excess(self, rule: &FirstMoveRule, a: &Card, b: &Card) -> u32 {
        let turn = rule.turn(a, b);
        self.excess_of(a, turn).max(self.excess_of(b, turn.other()))
    }

    fn excess_of(self, card: &Card, turn: Turn) -> u32 {
        let (before, after) =
            (card.balance.unsigned_abs(), card.balance_after(turn).unsigned_abs());
        let apart = if self.balance && after > before { after - 1 } else { 0 };
        apart.max(u32::from(self.run && card.third_in_a_row(turn)))
    }
}

/// Who may still meet whom, apart from colours.
struct Meetings<'p> {
    players: &'p [Card],
    /// `may[a * players.len() + b]`.
    may: Vec<bool>,
}

impl<'p> Meetings<'p> {
    fn new(players: &'p [Card]) -> Self {
        let may = players
            .iter()
            .flat_map(|a| players.iter().map(move |b| !a.met.contains(&b.number)))
            .collect();
        Self { players, may }
    }

    fn may(&self, a: usize, b: usize) -> bool {
        self.may[a * self.players.len() + b]
    }

    fn graph(&self) -> Graph {
        Graph::new(self.players.len(), |a, b| self.may(a, b))
    }

    /// Who has the bye: the lowest in the standing who had none yet and without whom the others
    /// can be paired; among the lowest points, one with whom colours can be kept. With repeats
    /// allowed somebody always has it.
    fn bye(&self, repeats: bool, excess: impl Fn(usize, usize) -> u32) -> Option<usize> {
        let all = || 0..self.players.len();
        let graph = self.graph();
        let matching = Matching::new(&graph, all());
        let open = |index: &usize| self.players[*index].byes == 0;
        let possible: Vec<usize> = if matching.unmatched() == 1 {
            all().rev().filter(open).filter(|&index| matching.can_spare(index)).collect()
        } else {
            Vec::new()
        };
        let Some(&lowest) = possible.first() else {
            let fewest = || all().rev().min_by_key(|&index| self.players[index].byes);
            return if repeats { fewest() } else { None };
        };
        let coloured = Graph::new(self.players.len(), |a, b| self.may(a, b) && excess(a, b) == 0);
        let matching = Matching::new(&coloured, all());
        let points = self.players[lowest].points;
        possible
            .into_iter()
            .take_while(|&index| self.players[index].points == points)
            .find(|&index| matching.unmatched() == 1 && matching.can_spare(index))
            .or(Some(lowest))
    }

    /// Lets players meet again, the lowest first, until everyone can be paired; returns them.
    fn allow_repeats_to(&mut self, everyone: &[usize]) -> Vec<usize> {
        let mut repeaters = Vec::new();
        loop {
            let graph = self.graph();
            let matching = Matching::new(&graph, everyone.iter().copied());
            if matching.unmatched() == 0 {
                return repeaters;
            }
            let lowest = everyone
                .iter()
                .rev()
                .find(|&&index| !repeaters.contains(&index) && matching.can_spare(index));
            let Some(&lowest) = lowest else { return repeaters };
            for other in 0..self.players.len() {
                self.may[lowest * self.players.len() + other] = true;
                self.may[other * self.players.len() + lowest] = true;
            }
            repeaters.push(lowest);
        }
    }

    /// The graph of games that keep the colour limits. Where they leave somebody without an
    /// opponent, they are waived step by step for the lowest player who can be the one, until
    /// everyone can be paired; these players are returned too.
    ///
    /// Players who can be left out of a maximum matching are joined to the same few others only
    /// (the Gallai-Edmonds structure), so once all of them are free nothing else can help.
    fn within_colours(
        &self,
        everyone: &[usize],
        excess: impl Fn(usize, usize) -> u32,
    ) -> (Graph, Vec<usize>) {
        let count = self.players.len();
        let mut excesses = vec![0; count * count];
        for a in 0..count {
            for b in a + 1..count {
                excesses[a * count + b] = excess(a, b);
            }
        }
        let worst = excesses.iter().copied().max().unwrap_or(0);
        let mut slack = vec![0; count];
        loop {
            let graph = Graph::new(count, |a, b| {
                self.may(a, b) && excesses[a * count + b] <= slack[a].max(slack[b])
            });
            let matching = Matching::new(&graph, everyone.iter().copied());
            let lowest = || {
                let mut waivable = everyone.iter().rev().filter(|&&index| slack[index] < worst);
                waivable.find(|&&index| matching.can_spare(index))
            };
            let next = if matching.unmatched() > 0 { lowest().copied() } else { None };
            let Some(next) = next else {
                let waived = (0..count).filter(|&index| slack[index] > 0).collect();
                return (graph, waived);
            };
            slack[next] += 1;
        }
    }
}

/// Pairs one round, score group by score group, never fixing a pair that leaves somebody else
/// without an opponent.
struct Pairer<'a> {
    players: &'a [Card],
    odd_round: bool,
    /// Who may play whom.
    graph: &'a Graph,
    /// A perfect matching of those not yet paired.
    rest: Matching<'a>,
    pairs: Vec<(usize, usize)>,
    /// Whether a pair was refused for the sake of the rest.
    searched: bool,
}

impl Pairer<'_> {
    fn pair_all(&mut self, everyone: &[usize]) {
        let mut floating = Vec::new();
        for group in everyone.chunk_by(|&a, &b| self.players[a].points == self.players[b].points) {
            floating = self.pair_group(floating, group.to_vec());
        }
        // Who floated out of the last group still has an opponent among the others who did.
        let mut all = Matching::new(self.graph, floating.iter().copied());
        self.pair_leftovers(&mut all, &floating);
    }

    /// Pairs a score group after those who float into it; returns those who float out of it.
    fn pair_group(&mut self, mut floating: Vec<usize>, mut members: Vec<usize>) -> Vec<usize> {
        members.sort_by_key(|&index| self.order(index));
        floating.sort_by_key(|&index| (Reverse(self.players[index].points), self.order(index)));
        self.pair_floaters(&floating, &members);
        members.retain(|&index| self.is_open(index));

        let (mut wants_first, mut wants_second) = self.sides(&members);
        let mut group = Matching::new(self.graph, members.iter().copied());
        while group.unmatched() > 0
            && self.set_aside(&mut group, &mut wants_first, &mut wants_second)
        {}
        let (fewer, more) = if wants_first.len() <= wants_second.len() {
            (&wants_first, &wants_second)
        } else {
            (&wants_second, &wants_first)
        };
        for &player in fewer {
            self.pair_with_first_of(&mut group, player, more);
        }
        self.pair_leftovers(&mut group, fewer);
        self.pair_leftovers(&mut group, more);
        floating.extend(members);
        floating.retain(|&index| self.is_open(index));
        floating
    }

    /// Floaters choose first, from the side whose wish fits theirs, those who floated up least
    /// before; then from their own side the weakest wish; at last one another.
    fn pair_floaters(&mut self, floating: &[usize], members: &[usize]) {
        let mut group = Matching::new(self.graph, floating.iter().chain(members).copied());
        for (at, &floater) in floating.iter().enumerate() {
            let wish = self.players[floater].wish();
            let (mut same, mut other): (Vec<usize>, Vec<usize>) = members
                .iter()
                .partition(|&&member| wish.is_some() && self.players[member].wish() == wish);
            same.reverse();
            for side in [&mut same, &mut other] {
                side.sort_by_key(|&member| Reverse(self.players[member].net_down()));
            }
            other.extend(same);
            other.extend(&floating[at + 1..]);
            self.pair_with_first_of(&mut group, floater, &other);
        }
    }

    /// The members who want the first move and those who want the second, in order. Who has no
    /// wish yet joins the smaller side.
    fn sides(&self, members: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let with =
            |wish| members.iter().copied().filter(move |&index| self.players[index].wish() == wish);
        let mut first: Vec<usize> = with(Some(Turn::First)).collect();
        let mut second: Vec<usize> = with(Some(Turn::Second)).collect();
        for index in with(None) {
            if first.len() <= second.len() { first.push(index) } else { second.push(index) }
        }
        (first, second)
    }

    /// Sets one player aside to float down, if the group loses no pair by it: from the larger side
    /// if it can be, who floated down least before, the last in order among equals.
    fn set_aside(
        &self,
        group: &mut Matching,
        wants_first: &mut Vec<usize>,
        wants_second: &mut Vec<usize>,
    ) -> bool {
        let (fewer, more) = if wants_first.len() <= wants_second.len() {
            (wants_first, wants_second)
        } else {
            (wants_second, wants_first)
        };
        for side in [more, fewer] {
            let mut candidates: Vec<usize> = side.iter().rev().copied().collect();
            candidates.sort_by_key(|&index| self.players[index].net_down());
            let floater = candidates.into_iter().find(|&index| group.spare(index));
            if let Some(floater) = floater {
                side.retain(|&index| index != floater);
                return true;
            }
        }
        false
    }

    /// Pairs leftovers of one side with each other: the first half, whose wishes are stronger,
    /// with the second half, position by position.
    fn pair_leftovers(&mut self, group: &mut Matching, side: &[usize]) {
        let left: Vec<usize> = side.iter().copied().filter(|&index| self.is_open(index)).collect();
        let half = left.len().div_ceil(2);
        for (at, &player) in left.iter().enumerate() {
            let mut candidates = left[half.max(at + 1)..].to_vec();
            candidates.extend(&left[(at + 1).min(half)..half]);
            self.pair_with_first_of(group, player, &candidates);
        }
    }

    /// Pairs a player with the first of the candidates whom he may play such that the group loses
    /// no pair and everyone else keeps an opponent.
    fn pair_with_first_of(&mut self, group: &mut Matching, player: usize, candidates: &[usize]) {
        if !self.is_open(player) {
            return;
        }
        for &candidate in candidates {
            if !self.is_open(candidate) || !group.allows(player, candidate) {
                continue;
            }
            if self.rest.take(player, candidate) {
                group.take(player, candidate);
                self.pairs.push((player, candidate));
                return;
            }
            self.searched = true;
        }
    }

    fn is_open(&self, index: usize) -> bool {
        self.rest.contains(index)
    }

    /// The order inside one side: greater imbalance, then the longer run of the turn he has had
    /// too much, then the number: the smaller first in odd rounds, the larger in even ones.
    fn order(&self, index: usize) -> impl Ord + use<> {
        let card = &self.players[index];
        let run = match card.wish() {
            Some(Turn::First) => card.run.max(0),
            Some(Turn::Second) => (-card.run).max(0),
            None => 0,
        };
        let number = i64::from(card.number);
        let by_parity = if self.odd_round { number } else { -number };
        (Reverse(card.balance.abs()), Reverse(run), by_parity)
    }
}
