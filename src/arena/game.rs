//! One game between two engines.

use super::client::{Answer, Client, Dialect, Discovery, Setting, Stopped};
use super::engine_spec::EngineSpec;
use super::fault::{Fault, FaultKind};
use super::go::Question;
use super::info::{EngineScore, Info};
use super::limits::Clock;
use super::openings::Opening;
use super::schedule::Job;
use crate::board::{Color, Coordinates, GameResult, GameText, Move};
use crate::record::Notation;
use crate::referee::{
    Adjudication, AdjudicationRules, Adjudicator, Claims, Declared, Referee, Refereed,
};
use std::time::{Duration, SystemTime};

/// An engine's place at a board: its process lives from game to game.
#[derive(Debug)]
pub struct Seat<'m> {
    pub spec: &'m EngineSpec,
    pub known: &'m Discovery,
    pub client: Option<Client>,
    /// The name in the log.
    pub label: String,
}

/// One move of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    pub text: String,
    /// What the engine said and how long it took; `None` for moves of the opening.
    pub thought: Option<(Info, Duration)>,
}

/// What one engine did in a game.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Effort {
    pub moves: u64,
    pub depth_sum: u64,
    /// Moves for which a depth was given.
    pub depth_moves: u64,
    pub nodes: u64,
    /// The time of the moves for which nodes were given.
    pub node_time: Duration,
    pub time: Duration,
    /// The farthest that an answer came after its time, margin not counted.
    pub worst_excess: Duration,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    pub job: Job,
    /// The FEN of the start position, unless it is the game's own.
    pub fen: Option<String>,
    pub first_to_move: Color,
    pub first_move_number: u32,
    pub moves: Vec<PlayedMove>,
    pub outcome: GameResult,
    /// A phrase to count, such as `checkmate` or `time forfeit`.
    pub reason: &'static str,
    /// A sentence for the record.
    pub detail: String,
    pub fault: Option<(Color, FaultKind)>,
    pub efforts: [Effort; 2],
    pub started: SystemTime,
    pub duration: Duration,
}

/// The `position` line for one engine, kept up to date move by move.
struct PositionLine {
    dialect: Dialect,
    coordinates: Coordinates,
    text: String,
    has_moves: bool,
}

impl PositionLine {
    fn new<G: GameText>(start: &G, client: &Client) -> Self {
        let (dialect, coordinates) = (client.dialect(), client.coordinates());
        let mut line = Self { dialect, coordinates, text: String::new(), has_moves: false };
        line.set_up(start);
        line
    }

    fn set_up<G: GameText>(&mut self, position: &G) {
        self.has_moves = false;
        self.text = match self.dialect {
            Dialect::Uci if *position == G::initial() => "position startpos\n".into(),
            _ => format!("position fen {}\n", position.fen()),
        };
    }

    /// Adds a move that is being played in `before`; as UCCI has it, a capture begins a new line.
    fn push<G: GameText>(&mut self, before: &G, mv: Move, after: &G) {
        if self.dialect == Dialect::Ucci && before.captured(mv).is_some() {
            self.set_up(after);
            return;
        }
        self.text.truncate(self.text.trim_end().len());
        self.text += if self.has_moves { " " } else { " moves " };
        self.text += &before.format_move(mv, self.coordinates);
        self.text.push('\n');
        self.has_moves = true;
    }
}

/// How a game ended, before it becomes a [`PlayedGame`].
struct End {
    winner: Option<Color>,
    reason: &'static str,
    detail: String,
    fault: Option<(Color, FaultKind)>,
}

/// Plays a game. `None` if the match is being stopped; then nothing of it counts.
///
/// An engine that fails loses, and its process is given up where it cannot go on; the next game
/// starts it anew.
pub fn play<G: Refereed + Notation>(
    job: Job,
    opening: &Opening<G>,
    seats: [&mut Seat<'_>; 2],
    setting: &Setting,
    adjudication: AdjudicationRules,
    rules: G::Rules,
) -> Option<PlayedGame> {
    let started = SystemTime::now();
    let clock_start = std::time::Instant::now();
    let mut table = Table {
        referee: Referee::new(opening.start.clone(), rules, Claims::Always),
        moves: Vec::new(),
        efforts: [Effort::default(); 2],
    };
    for &mv in &opening.moves {
        table.play(mv, None);
    }
    let end = match table.contest(seats, setting, adjudication) {
        Ok(end) => end,
        Err(Halted::Interrupted) => return None,
        Err(Halted::Fault(side, fault)) => End {
            // Out of time, a side only loses to one that may still win.
            winner: match fault.kind {
                FaultKind::Time => table.referee.declared(Declared::Time(side)).result.winner(),
                _ => Some(!side),
            },
            reason: fault.kind.reason(),
            detail: fault.detail,
            fault: Some((side, fault.kind)),
        },
    };
    let start = &table.referee.path().positions()[0];
    Some(PlayedGame {
        job,
        fen: (*start != G::initial()).then(|| start.fen()),
        first_to_move: start.side_to_move(),
        first_move_number: start.move_number(),
        moves: table.moves,
        outcome: GameResult::of_winner(end.winner),
        reason: end.reason,
        detail: end.detail,
        fault: end.fault,
        efforts: table.efforts,
        started,
        duration: clock_start.elapsed(),
    })
}

/// Why a game was not played to its end.
enum Halted {
    Fault(Color, Fault),
    Interrupted,
}

impl Halted {
    fn from(side: Color, stopped: Stopped) -> Self {
        match stopped {
            Stopped::Fault(fault) => Self::Fault(side, fault),
            Stopped::Interrupted => Self::Interrupted,
        }
    }

    fn fault(side: Color, kind: FaultKind, detail: String) -> Self {
        Self::Fault(side, Fault::new(kind, detail))
    }
}

struct Table<G: Refereed + Notation> {
    referee: Referee<G>,
    moves: Vec<PlayedMove>,
    efforts: [Effort; 2],
}

impl<G: Refereed + Notation> Table<G> {
    fn play(&mut self, mv: Move, thought: Option<(Info, Duration)>) {
        let text = self.referee.position().write_move(mv, G::RECORD);
        self.moves.push(PlayedMove { text, thought });
        self.referee.push(mv);
    }

    fn contest(
        &mut self,
        mut seats: [&mut Seat<'_>; 2],
        setting: &Setting,
        adjudication: AdjudicationRules,
    ) -> Result<End, Halted> {
        for (seat, side) in seats.iter_mut().zip(Color::ALL) {
            prepare::<G>(seat, setting).map_err(|stopped| Halted::from(side, stopped))?;
        }
        let result = self.moves_in_turn(&mut seats, adjudication);
        if let Err(Halted::Fault(side, fault)) = &result
            && fault.kind.is_fatal()
        {
            seats[side.index()].client = None;
        }
        result
    }

    fn moves_in_turn(
        &mut self,
        seats: &mut [&mut Seat<'_>; 2],
        adjudication: AdjudicationRules,
    ) -> Result<End, Halted> {
        let mut clocks = [0, 1].map(|side| Clock::new(seats[side].spec.limits));
        let told_of_bans = [0, 1].map(|side| seats[side].spec.ban_moves);
        let [Some(white), Some(black)] = seats.each_mut().map(|seat| seat.client.as_mut()) else {
            return Err(Halted::Interrupted);
        };
        let clients = [white, black];
        let positions = self.referee.path().positions();
        let mut lines = clients.each_ref().map(|client| PositionLine::new(&positions[0], client));
        for (i, &mv) in self.referee.path().moves().iter().enumerate() {
            lines.iter_mut().for_each(|line| line.push(&positions[i], mv, &positions[i + 1]));
        }
        let mut adjudicator = Adjudicator::new(adjudication);
        let mut draw_offered = false;
        loop {
            if let Some(verdict) = self.referee.verdict() {
                return Ok(End {
                    winner: verdict.result.winner(),
                    reason: verdict.reason.as_str(),
                    detail: verdict.detail,
                    fault: None,
                });
            }
            let side = self.referee.position().side_to_move();
            let own = side.index();
            let bans = if told_of_bans[own] {
                banned(&mut self.referee, clients[own].coordinates())
            } else {
                String::new()
            };
            let question = Question {
                position: &lines[own].text,
                bans: &bans,
                side,
                clocks: &clocks,
                draw_offered,
            };
            let thought =
                clients[own].think(&question).map_err(|stopped| Halted::from(side, stopped))?;
            let elapsed = thought.elapsed;
            self.efforts[own].add(&thought.info, elapsed, clocks[own].due());
            if let Some(late) = clocks[own].lateness(elapsed) {
                let detail = format!("{:.1} ms late", late.as_secs_f64() * 1e3);
                return Err(Halted::fault(side, FaultKind::Time, detail));
            }
            clocks[own].spend(elapsed);
            let mv = self.read_move(side, &thought.answer, clients[own].coordinates())?;
            let Some(mv) = mv else { return Ok(won(!side, "resignation")) };
            if thought.draw && draw_offered {
                return Ok(drawn("agreement"));
            }
            draw_offered = thought.draw;
            self.play(mv, Some((thought.info, elapsed)));
            let positions = self.referee.path().positions();
            let [before, after] = [positions.len() - 2, positions.len() - 1].map(|i| &positions[i]);
            lines.iter_mut().for_each(|line| line.push(before, mv, after));
            let score = thought.info.score.map(EngineScore::centipawns);
            match adjudicator.update(side, score, after.quiet_plies() == 0) {
                None => {}
                // The rules come before what engines think of a position.
                Some(_) if self.referee.verdict().is_some() => {}
                Some(Adjudication::Loss(loser)) => return Ok(won(!loser, "adjudication")),
                Some(Adjudication::Draw) => return Ok(drawn("adjudication")),
                Some(Adjudication::MoveLimit) => return Ok(drawn("adjudication: move limit")),
            }
        }
    }

    /// Finds the move that an engine means; `None` if it resigns.
    fn read_move(
        &self,
        side: Color,
        answer: &Answer,
        coordinates: Coordinates,
    ) -> Result<Option<Move>, Halted> {
        let position = self.referee.position();
        match answer {
            Answer::Resign => Ok(None),
            Answer::NoMove => {
                let detail = "no move, though there are legal ones".into();
                Err(Halted::fault(side, FaultKind::Malformed, detail))
            }
            Answer::Move(text) => match position.parse_move(text, coordinates) {
                Some(mv) => Ok(Some(mv)),
                None => {
                    let shown: String = text.chars().take(20).collect();
                    let (kind, what) = if looks_like_a_move(text) {
                        (FaultKind::Illegal, format!("{shown}: {}", position.explain_refusal(text)))
                    } else {
                        (FaultKind::Malformed, format!("\"{shown}\" is no move"))
                    };
                    Err(Halted::fault(side, kind, what))
                }
            },
        }
    }
}

/// The UCCI line, if there is one, that bans the moves which lose by repetition.
fn banned<G: Refereed + GameText>(referee: &mut Referee<G>, coordinates: Coordinates) -> String {
    let moves = referee.losing_moves();
    if moves.is_empty() {
        return String::new();
    }
    let texts: Vec<String> =
        moves.iter().map(|&mv| referee.position().format_move(mv, coordinates)).collect();
    format!("banmoves {}\n", texts.join(" "))
}

fn won(winner: Color, reason: &'static str) -> End {
    End { winner: Some(winner), reason, detail: String::new(), fault: None }
}

fn drawn(reason: &'static str) -> End {
    End { winner: None, reason, detail: String::new(), fault: None }
}

/// Has a text the form of a move of either game?
fn looks_like_a_move(text: &str) -> bool {
    let promotion = text.strip_suffix(|c: char| "qrbnQRBN".contains(c));
    let mut rest = promotion.unwrap_or(text);
    for _ in 0..2 {
        let Some(after) = rest.strip_prefix(|c: char| ('a'..='i').contains(&c)) else {
            return false;
        };
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if !(1..=2).contains(&digits) {
            return false;
        }
        rest = &after[digits..];
    }
    rest.is_empty()
}

/// Has an engine ready for a new game, starting it if it does not run.
fn prepare<G: GameText>(seat: &mut Seat<'_>, setting: &Setting) -> Result<(), Stopped> {
    if seat.spec.restart
        && let Some(client) = seat.client.take()
    {
        client.quit();
    }
    let mut client = match seat.client.take() {
        Some(client) => client,
        None => Client::start::<G>(seat.spec, seat.known, setting, seat.label.clone())?,
    };
    client.new_game()?;
    seat.client = Some(client);
    Ok(())
}

impl Effort {
    fn add(&mut self, info: &Info, elapsed: Duration, due: Option<Duration>) {
        self.moves += 1;
        self.time += elapsed;
        if let Some(depth) = info.depth {
            self.depth_sum += u64::from(depth);
            self.depth_moves += 1;
        }
        if let Some(nodes) = info.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.node_time += elapsed;
        }
        if let Some(due) = due {
            self.worst_excess = self.worst_excess.max(elapsed.saturating_sub(due));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_move() {
        for text in ["e2e4", "e7e8q", "h2e2", "b3b10", "a10b10", "e8f9"] {
            assert!(looks_like_a_move(text), "{text}");
        }
        for text in ["", "e2", "e2e", "castle", "e2e4e5", "j1j2", "e222e4", "e2-e4", "resign"] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }
}
