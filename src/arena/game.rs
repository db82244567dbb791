//! One game between two engines.

use super::client::{Answer, Client, ClientError, ClientSettings, Discovery};
use super::clock::GameClock;
use super::engine_spec::{EngineSpec, Protocol};
use super::fault::{Fault, FaultKind};
use super::go::SearchRequest;
use super::info::{EngineScore, Info};
use super::schedule::Job;
use crate::board::{Color, Coordinates, Game, GameResult, GameText, Move, Path};
use crate::book::Opening;
use crate::record::Notation;
use crate::referee::{
    Adjudication, AdjudicationRules, Adjudicator, Claims, Declared, Referee, Refereed,
};
use std::time::{Duration, SystemTime};

/// An engine in one worker: its process lives from game to game.
#[derive(Debug)]
pub(crate) struct EngineInstance<'m> {
    /// What the user said of it.
    pub(crate) spec: &'m EngineSpec,
    /// What all instances of the engine have found out about it.
    pub(crate) discovery: &'m Discovery,
    /// `None` before the first game and after a failure.
    pub(crate) client: Option<Client>,
    /// The name in the log.
    pub(crate) label: String,
}

/// What an engine said of its move and how long it took; `None` for moves of the opening.
pub(super) type MoveInfo = Option<(Info, Duration)>;

/// The moves of a finished game.
#[derive(Clone, Debug)]
pub(super) struct GameMoves<G: Game> {
    /// All positions and moves, those of the opening first.
    pub path: Path<G>,
    /// What was said of each move.
    pub infos: Vec<MoveInfo>,
}

/// What one engine did in a game.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct GameTotals {
    /// Moves made, those of the opening not counted.
    pub(crate) moves: u64,
    /// The sum of the depths of its last lines of analysis.
    pub(crate) depth_sum: u64,
    /// Moves for which a depth was given.
    pub(crate) depth_moves: u64,
    /// The sum of the nodes given.
    pub(crate) nodes: u64,
    /// The time of the moves for which nodes were given.
    pub(crate) node_time: Duration,
    /// The time of all moves.
    pub(crate) time: Duration,
    /// The farthest that an answer came after its time, margin not counted.
    pub(crate) worst_excess: Duration,
}

/// A finished game, without its moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlayedGame {
    /// Which game of the schedule it was.
    pub(crate) job: Job,
    /// Who won.
    pub(crate) result: GameResult,
    /// A phrase to count, such as `checkmate` or `time forfeit`.
    pub(crate) reason: &'static str,
    /// A sentence for the record.
    pub(crate) detail: String,
    /// What an engine did wrong, and which, if that ended the game.
    pub(crate) fault: Option<(Color, FaultKind)>,
    /// What the engines did, the first player's before the second's.
    pub(crate) totals: [GameTotals; 2],
    /// When it began.
    pub(crate) started: SystemTime,
    /// How long it took.
    pub(crate) duration: Duration,
}

/// The `position` line for one engine, kept up to date move by move.
struct PositionLine {
    protocol: Protocol,
    coordinates: Coordinates,
    text: String,
    has_moves: bool,
}

impl PositionLine {
    fn new<G: GameText>(start: &G, client: &Client) -> Self {
        let (protocol, coordinates) = (client.protocol(), client.coordinates());
        let mut line = Self { protocol, coordinates, text: String::new(), has_moves: false };
        line.set_up(start);
        line
    }

    fn set_up<G: GameText>(&mut self, position: &G) {
        self.has_moves = false;
        self.text = match self.protocol {
            Protocol::Uci if *position == G::initial() => "position startpos\n".into(),
            _ => format!("position fen {}\n", position.fen()),
        };
    }

    /// Adds a move that is being played in `before`; as UCCI has it, a capture begins a new line.
    fn push<G: GameText>(&mut self, before: &G, mv: Move, after: &G) {
        if self.protocol == Protocol::Ucci && before.captured(mv).is_some() {
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
struct GameEnd {
    winner: Option<Color>,
    reason: &'static str,
    detail: String,
    fault: Option<(Color, FaultKind)>,
}

/// Plays a game. `None` if the match is being stopped; then nothing of it counts.
///
/// An engine that fails loses, and its process is given up where it cannot go on; the next game
/// starts it anew.
pub(crate) fn play<G: Refereed + Notation>(
    job: Job,
    opening: &Opening<G>,
    instances: [&mut EngineInstance<'_>; 2],
    settings: &ClientSettings,
    adjudication: AdjudicationRules,
    rules: G::Rules,
) -> Option<(PlayedGame, GameMoves<G>)> {
    let started = SystemTime::now();
    let clock_start = std::time::Instant::now();
    let mut game = OngoingGame {
        referee: Referee::new(opening.start.clone(), rules, Claims::Always),
        infos: Vec::new(),
        totals: [GameTotals::default(); 2],
    };
    for &mv in &opening.moves {
        game.push(mv, None);
    }
    let end = match game.play_out(instances, settings, adjudication) {
        Ok(end) => end,
        Err(GameError::Interrupted) => return None,
        Err(GameError::Fault(side, fault)) => GameEnd {
            // Out of time, a side only loses to one that may still win.
            winner: match fault.kind {
                FaultKind::Time => game.referee.declared(Declared::Time(side)).result.winner(),
                _ => Some(!side),
            },
            reason: fault.kind.reason(),
            detail: fault.detail,
            fault: Some((side, fault.kind)),
        },
    };
    let played = PlayedGame {
        job,
        result: GameResult::of_winner(end.winner),
        reason: end.reason,
        detail: end.detail,
        fault: end.fault,
        totals: game.totals,
        started,
        duration: clock_start.elapsed(),
    };
    Some((played, GameMoves { path: game.referee.into_path(), infos: game.infos }))
}

/// Why a game was not played to its end.
enum GameError {
    Fault(Color, Fault),
    Interrupted,
}

impl GameError {
    fn from(side: Color, error: ClientError) -> Self {
        match error {
            ClientError::Fault(fault) => Self::Fault(side, fault),
            ClientError::Interrupted => Self::Interrupted,
        }
    }

    fn fault(side: Color, kind: FaultKind, detail: String) -> Self {
        Self::Fault(side, Fault::new(kind, detail))
    }
}

struct OngoingGame<G: Refereed + Notation> {
    referee: Referee<G>,
    infos: Vec<MoveInfo>,
    totals: [GameTotals; 2],
}

impl<G: Refereed + Notation> OngoingGame<G> {
    fn push(&mut self, mv: Move, info: MoveInfo) {
        self.infos.push(info);
        self.referee.push(mv);
    }

    fn play_out(
        &mut self,
        mut instances: [&mut EngineInstance<'_>; 2],
        settings: &ClientSettings,
        adjudication: AdjudicationRules,
    ) -> Result<GameEnd, GameError> {
        for (instance, side) in instances.iter_mut().zip(Color::ALL) {
            prepare::<G>(instance, settings).map_err(|error| GameError::from(side, error))?;
        }
        let result = self.moves_in_turn(&mut instances, adjudication);
        if let Err(GameError::Fault(side, fault)) = &result
            && fault.kind.is_fatal()
        {
            instances[side.index()].client = None;
        }
        result
    }

    fn moves_in_turn(
        &mut self,
        instances: &mut [&mut EngineInstance<'_>; 2],
        adjudication: AdjudicationRules,
    ) -> Result<GameEnd, GameError> {
        let mut clocks = [0, 1].map(|side| GameClock::new(instances[side].spec.time_control));
        let told_of_bans = [0, 1].map(|side| instances[side].spec.ban_moves);
        let [Some(white), Some(black)] =
            instances.each_mut().map(|instance| instance.client.as_mut())
        else {
            return Err(GameError::Interrupted);
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
                return Ok(GameEnd {
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
            let request = SearchRequest {
                position: &lines[own].text,
                bans: &bans,
                side,
                clocks: &clocks,
                draw_offered,
            };
            let reply =
                clients[own].search(&request).map_err(|error| GameError::from(side, error))?;
            let elapsed = reply.elapsed;
            self.totals[own].add(&reply.info, elapsed, clocks[own].due());
            if let Some(late) = clocks[own].lateness(elapsed) {
                let detail = format!("{:.1} ms late", late.as_secs_f64() * 1e3);
                return Err(GameError::fault(side, FaultKind::Time, detail));
            }
            clocks[own].spend(elapsed);
            let mv = self.read_move(side, &reply.answer, clients[own].coordinates())?;
            let Some(mv) = mv else { return Ok(won(!side, "resignation")) };
            if reply.draw && draw_offered {
                return Ok(drawn("agreement"));
            }
            draw_offered = reply.draw;
            self.push(mv, Some((reply.info, elapsed)));
            let positions = self.referee.path().positions();
            let [before, after] = [positions.len() - 2, positions.len() - 1].map(|i| &positions[i]);
            lines.iter_mut().for_each(|line| line.push(before, mv, after));
            let score = reply.info.score.map(EngineScore::centipawns);
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
    ) -> Result<Option<Move>, GameError> {
        let position = self.referee.position();
        match answer {
            Answer::Resign => Ok(None),
            Answer::NoMove => {
                let detail = "no move, though there are legal ones".into();
                Err(GameError::fault(side, FaultKind::Malformed, detail))
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
                    Err(GameError::fault(side, kind, what))
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

fn won(winner: Color, reason: &'static str) -> GameEnd {
    GameEnd { winner: Some(winner), reason, detail: String::new(), fault: None }
}

fn drawn(reason: &'static str) -> GameEnd {
    GameEnd { winner: None, reason, detail: String::new(), fault: None }
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
fn prepare<G: GameText>(
    instance: &mut EngineInstance<'_>,
    settings: &ClientSettings,
) -> Result<(), ClientError> {
    if instance.spec.restart
        && let Some(client) = instance.client.take()
    {
        client.quit();
    }
    let mut client = match instance.client.take() {
        Some(client) => client,
        None => {
            Client::start::<G>(instance.spec, instance.discovery, settings, instance.label.clone())?
        }
    };
    client.new_game()?;
    instance.client = Some(client);
    Ok(())
}

impl GameTotals {
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
