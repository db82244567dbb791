use chariot::board::{Color, GameResult, GameText, Move, Variant};
use chariot::chess;
use chariot::engine::duel::{DuelEnd, FoundMove};
use chariot::referee::Reason;
use std::io::{self, ErrorKind, Read, Write};

/// No game is longer, so that a damaged length asks for no memory.
const MAX_PLIES: u16 = 4_096;

/// Where a game started.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Standard,
    /// The Chess960 array of this number.
    Chess960(u16),
}

/// Why a game of self-play ended.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum End {
    Mate,
    Stalemate,
    Repetition,
    /// Perpetual check or chase; in chess a draw.
    Perpetual,
    MoveLimit,
    /// Nobody can win any more.
    Dead,
    /// Both sides agreed that one was winning.
    Decided,
    /// Both sides saw nothing for a long time.
    Level,
    /// The game grew too long.
    Length,
}

impl End {
    const ALL: [Self; 9] = [
        Self::Mate,
        Self::Stalemate,
        Self::Repetition,
        Self::Perpetual,
        Self::MoveLimit,
        Self::Dead,
        Self::Decided,
        Self::Level,
        Self::Length,
    ];

    /// The end of a game that was played.
    pub(crate) fn of(end: &DuelEnd) -> Self {
        match end {
            DuelEnd::Won => Self::Decided,
            DuelEnd::Level => Self::Level,
            DuelEnd::Length => Self::Length,
            DuelEnd::Rules(verdict) => Self::of_reason(verdict.reason),
        }
    }

    fn of_reason(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Mate,
            Reason::Stalemate => Self::Stalemate,
            Reason::ThreefoldRepetition | Reason::FivefoldRepetition | Reason::Repetition => {
                Self::Repetition
            }
            Reason::FiftyMoves | Reason::SeventyFiveMoves | Reason::MoveLimit => Self::MoveLimit,
            Reason::DeadPosition | Reason::NoAttackers => Self::Dead,
            _ => Self::Perpetual,
        }
    }
}

/// A move with the score that the search gave it, from the mover's side in centipawns; a mate in
/// `n` plies is 32000 - `n`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ply {
    pub mv: Move,
    pub score: i16,
}

impl From<FoundMove> for Ply {
    fn from(found: FoundMove) -> Self {
        // All values of the search fit.
        Self { mv: found.mv, score: found.value as i16 }
    }
}

/// One game:
///
/// ```text
/// u8 start (0 standard, 1 Chess960 and u16 number)   u8 result (0 loss, 1 draw, 2 win of the
/// first player)   u8 end   u8 r   u16 n   r * u16 move   n * (u16 move, i16 score)
/// u32 checksum (FNV-1a of all before)
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub start: Start,
    pub result: GameResult,
    pub end: End,
    /// The random moves at the beginning, which have no score.
    pub opening: Vec<Move>,
    pub plies: Vec<Ply>,
}

impl Record {
    /// What the game gave a player: 0, 1 or 2 half points.
    pub(crate) fn half_points(&self, player: Color) -> u8 {
        match self.result.winner() {
            None => 1,
            Some(winner) => 2 * u8::from(winner == player),
        }
    }

    /// Writes the game.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(16 + 2 * self.opening.len() + 4 * self.plies.len());
        match self.start {
            Start::Standard => bytes.push(0),
            Start::Chess960(number) => {
                bytes.push(1);
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes.push(self.half_points(Color::White));
        bytes.push(self.end as u8);
        bytes.push(self.opening.len() as u8);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.extend(self.opening.iter().flat_map(|mv| mv.to_bits().to_le_bytes()));
        for ply in &self.plies {
            bytes.extend(ply.mv.to_bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        to.write_all(&bytes)
    }

    /// Reads the next game; `None` at the end of the file.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEof`] for half a game, [`ErrorKind::InvalidData`] for a damaged one.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut first = [0; 1];
        if from.read(&mut first)? == 0 {
            return Ok(None);
        }
        let mut from = Summed { inner: from, bytes: first.to_vec() };
        let start = match first[0] {
            0 => Start::Standard,
            1 => Start::Chess960(from.u16()?),
            _ => return Err(damaged("an unknown start")),
        };
        let result = match from.u8()? {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            2 => GameResult::WhiteWins,
            _ => return Err(damaged("an unknown result")),
        };
        let end = from.u8()?;
        let end = *End::ALL.get(usize::from(end)).ok_or_else(|| damaged("an unknown end"))?;
        let random = from.u8()?;
        let scored = from.u16()?;
        if scored > MAX_PLIES {
            return Err(damaged("too long"));
        }
        let opening = (0..random).map(|_| from.mv()).collect::<io::Result<_>>()?;
        let plies = (0..scored)
            .map(|_| Ok(Ply { mv: from.mv()?, score: from.u16()? as i16 }))
            .collect::<io::Result<_>>()?;
        let sum = checksum(&from.bytes);
        let mut stored = [0; 4];
        from.inner.read_exact(&mut stored)?;
        if u32::from_le_bytes(stored) != sum {
            return Err(damaged("the checksum is wrong"));
        }
        Ok(Some(Self { start, result, end, opening, plies }))
    }

    /// The position from which this kind of start begins.
    ///
    /// # Errors
    /// If the game has no such start.
    pub(crate) fn start_position<G: GameText>(&self) -> io::Result<G> {
        match self.start {
            Start::Standard => Ok(G::initial()),
            Start::Chess960(number) if G::VARIANT == Variant::Chess => {
                let start = chess::Position::chess960_start(usize::from(number));
                let fen = start.map(|start| start.fen());
                fen.and_then(|fen| G::from_fen(&fen).ok())
                    .ok_or_else(|| damaged("no such Chess960 array"))
            }
            Start::Chess960(_) => Err(damaged("a Chess960 start in another game")),
        }
    }

    /// Calls `visit` with each scored position and its ply.
    ///
    /// # Errors
    /// If a move is illegal.
    pub(crate) fn replay<G: GameText>(&self, mut visit: impl FnMut(&G, Ply)) -> io::Result<()> {
        let mut position: G = self.start_position()?;
        let play = |position: &mut G, mv: Move| {
            if !position.is_legal(mv) {
                return Err(damaged("an illegal move"));
            }
            position.play(mv);
            Ok(())
        };
        for &mv in &self.opening {
            play(&mut position, mv)?;
        }
        for &ply in &self.plies {
            if !position.is_legal(ply.mv) {
                return Err(damaged("an illegal move"));
            }
            visit(&position, ply);
            position.play(ply.mv);
        }
        Ok(())
    }
}

/// Remembers the bytes that it reads.
struct Summed<'a, R> {
    inner: &'a mut R,
    bytes: Vec<u8>,
}

impl<R: Read> Summed<'_, R> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.bytes.extend(bytes);
        Ok(bytes)
    }

    fn u8(&mut self) -> io::Result<u8> {
        Ok(u8::from_le_bytes(self.take()?))
    }

    fn u16(&mut self) -> io::Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn mv(&mut self) -> io::Result<Move> {
        Ok(Move::from_bits(self.u16()?))
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chariot::board::Square;

    fn record() -> Record {
        let mv = |from, to| Move::new(Square::new(from), Square::new(to));
        Record {
            start: Start::Standard,
            result: GameResult::WhiteWins,
            end: End::Decided,
            opening: vec![mv(12, 28), mv(52, 36)],
            plies: vec![Ply { mv: mv(6, 21), score: -33 }, Ply { mv: mv(57, 42), score: 31 }],
        }
    }

    fn bytes(record: &Record) -> Vec<u8> {
        let mut bytes = Vec::new();
        record.write(&mut bytes).expect("a vector takes all");
        bytes
    }

    #[test]
    fn a_game_reads_as_it_was_written() {
        for start in [Start::Standard, Start::Chess960(959)] {
            let record = Record { start, ..record() };
            let bytes = bytes(&record);
            let mut from = bytes.as_slice();
            assert_eq!(Record::read(&mut from).expect("whole"), Some(record));
            assert_eq!(Record::read(&mut from).expect("the end"), None);
        }
    }

    #[test]
    fn damage_is_found() {
        let whole = bytes(&record());
        for index in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[index] ^= 0x10;
            assert!(Record::read(&mut bytes.as_slice()).is_err(), "byte {index}");
        }
        for length in 1..whole.len() {
            let error = Record::read(&mut &whole[..length]).expect_err("half a game");
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{length} bytes");
        }
    }

    #[test]
    fn a_replay_visits_the_scored_positions() {
        let mut seen = Vec::new();
        let position = |position: &chess::Position, ply: Ply| {
            seen.push((position.format_move(ply.mv, Default::default()), ply.score));
        };
        record().replay(position).expect("legal moves");
        assert_eq!(seen, [("g1f3".to_owned(), -33), ("b8c6".to_owned(), 31)]);
    }

    #[test]
    fn an_illegal_move_ends_a_replay() {
        let mut record = record();
        record.plies[1].mv = record.plies[0].mv;
        assert!(record.replay(|_: &chess::Position, _| {}).is_err());
    }
}
