//! Reading and writing FEN: standard, X-FEN and Shredder-FEN.

use super::castling::home_rank;
use super::coordinates::{file_letter, parse_square, square_name};
use super::position::behind;
use super::{BISHOP, HOME_RANKS, KING, KNIGHT, LETTERS, PAWN, Position, QUEEN, ROOK, Squares};
use crate::board::{Bitboard, Color, FenError, FenField, Kind, Piece, Square};
use std::fmt::Write;
use std::ops::RangeInclusive;

const HALFMOVE_CLOCKS: RangeInclusive<u16> = 0..=32767;
const MOVE_NUMBERS: RangeInclusive<u16> = 1..=u16::MAX;

/// The rank that a colour's pawns pass over in a double step.
const PASSED_RANKS: [Squares; 2] = [Bitboard(0xFF << 16), Bitboard(0xFF << 40)];

/// The start of a piece of user's text, quoted, for a message of one line.
fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let start: String = text.chars().take(SHOWN).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    format!("{start:?}{dots}")
}

fn piece_of(letter: char) -> Option<Piece> {
    let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some(Piece::new(color, Kind::new(kind)))
}

/// The letter of a piece, upper case for White.
pub(super) fn letter(piece: Piece) -> char {
    match piece.color() {
        Color::White => LETTERS[piece.kind().index()],
        Color::Black => LETTERS[piece.kind().index()].to_ascii_lowercase(),
    }
}

impl Position {
    /// Reads a FEN of any of the three kinds. Missing fields take their defaults, words after the
    /// sixth are ignored, counters are clamped; castling rights without king or rook in place and
    /// an en passant square without a legal capture are dropped.
    ///
    /// # Errors
    /// The first field that cannot be read, or the board or side to move if the position is not
    /// one that play can go on from.
    pub(super) fn read_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut position = Self::empty();
        position.read_board(fields.next().unwrap_or_default())?;
        position.check_counts()?;
        position.read_side(fields.next().unwrap_or("w"))?;
        let castling = position.read_castling(fields.next().unwrap_or("-"))?;
        position.allow_castling(castling);
        position.refresh_checks();
        position.read_en_passant(fields.next().unwrap_or("-"))?;
        let clock = fields.next().unwrap_or("0");
        position.quiet_plies = read_counter(clock, FenField::HalfmoveClock, HALFMOVE_CLOCKS)?;
        let number = fields.next().unwrap_or("1");
        position.move_number = read_counter(number, FenField::MoveNumber, MOVE_NUMBERS)?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let error = |reason: String| FenError::new(FenField::Board, reason);
        if text.is_empty() {
            return Err(error("missing; expected eight ranks of pieces".into()));
        }
        let ranks = text.split('/').count();
        if ranks != 8 {
            return Err(error(format!("{ranks} ranks instead of 8 in {}", quoted(text))));
        }
        for (row, rank_text) in text.split('/').enumerate() {
            let rank = 7 - row;
            let mut file = 0;
            for letter in rank_text.chars() {
                if let '1'..='8' = letter {
                    file += letter as usize - '0' as usize;
                } else if let Some(piece) = piece_of(letter) {
                    if file < 8 {
                        self.put(piece, Square::new(8 * rank + file));
                    }
                    file += 1;
                } else {
                    return Err(error(format!(
                        "{letter:?} on rank {}; expected one of PNBRQKpnbrqk or a digit 1 to 8",
                        rank + 1
                    )));
                }
                if file > 8 {
                    break;
                }
            }
            if file != 8 {
                let found = if file > 8 { "more than 8".into() } else { file.to_string() };
                let rank_text = quoted(rank_text);
                return Err(error(format!(
                    "{found} squares instead of 8 on rank {}: {rank_text}",
                    rank + 1
                )));
            }
        }
        Ok(())
    }

    /// Could these pieces stem from a game's, as far as their numbers tell?
    fn check_counts(&self) -> Result<(), FenError> {
        let error = |reason: String| Err(FenError::new(FenField::Board, reason));
        if self.pieces(PAWN).meets(HOME_RANKS) {
            return error("a pawn on the first or last rank".into());
        }
        for color in Color::ALL {
            let count = |kind| (self.pieces(kind) & self.colored(color)).count();
            let name = format!("{color:?}");
            if count(KING) != 1 {
                return error(format!("{name} has {} kings instead of 1", count(KING)));
            }
            if count(PAWN) > 8 {
                return error(format!("{name} has {} pawns, more than 8", count(PAWN)));
            }
            let total = self.colored(color).count();
            if total > 16 {
                return error(format!("{name} has {total} pieces, more than 16"));
            }
            let promoted: usize = [(KNIGHT, 2), (BISHOP, 2), (ROOK, 2), (QUEEN, 1)]
                .map(|(kind, first)| count(kind).saturating_sub(first))
                .iter()
                .sum();
            let missing = 8 - count(PAWN);
            if promoted > missing {
                return error(format!(
                    "{name} has {promoted} promoted pieces but only {missing} missing pawns"
                ));
            }
        }
        Ok(())
    }

    fn read_side(&mut self, text: &str) -> Result<(), FenError> {
        let error = |reason| Err(FenError::new(FenField::SideToMove, reason));
        let side = match text {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return error(format!("{}; expected w or b", quoted(text))),
        };
        self.set_side(side);
        if self.is_attacked(self.king(!side), side, self.occupied()) {
            return error(format!("{side:?} is to move and could take the king"));
        }
        Ok(())
    }

    /// The rooks that may castle. Rights whose king or rook is not in place are left out.
    fn read_castling(&self, text: &str) -> Result<Squares, FenError> {
        let mut rights = Bitboard::EMPTY;
        if text == "-" {
            return Ok(rights);
        }
        for letter in text.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = home_rank(color);
            let king = self.king(color);
            let mut rooks = self.pieces(ROOK) & self.colored(color) & rank;
            let rook = match letter.to_ascii_lowercase() {
                'k' => rooks.filter(|&rook| rook > king).last(),
                'q' => rooks.find(|&rook| rook < king),
                file @ 'a'..='h' => rooks.find(|&rook| file_letter(rook) == file),
                _ => {
                    return Err(FenError::new(
                        FenField::Castling,
                        format!(
                            "{letter:?} in {}; expected -, KQkq or files A-H, a-h",
                            quoted(text)
                        ),
                    ));
                }
            };
            if let Some(rook) = rook.filter(|_| rank.has(king)) {
                rights |= Bitboard::of(rook);
            }
        }
        for color in Color::ALL {
            let king = self.king(color);
            let rooks = rights & home_rank(color);
            let king_side = rooks.filter(|&rook| rook > king).count();
            if king_side > 1 || rooks.count() - king_side > 1 {
                let reason = format!("{} names two rooks on one side of a king", quoted(text));
                return Err(FenError::new(FenField::Castling, reason));
            }
        }
        Ok(rights)
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let Some(square) = parse_square(text) else {
            let reason = format!("{}; expected - or a square", quoted(text));
            return Err(FenError::new(FenField::EnPassant, reason));
        };
        // The pawn that passed stands before the square; where it came from is free again.
        let enemy = !self.side_to_move;
        if !PASSED_RANKS[enemy.index()].has(square) {
            return Ok(());
        }
        let pawn = behind(square);
        let start = Square::new(pawn.index() ^ 16);
        let free = !self.occupied();
        let stands = (self.pieces(PAWN) & self.colored(enemy)).has(pawn);
        if stands && free.has(square) && free.has(start) {
            self.offer_en_passant(square);
        }
        Ok(())
    }

    /// Shredder-FEN: castling rights always by the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        self.write_fen(true)
    }

    /// The FEN, with castling rights by file always or just where KQkq would mean another rook.
    pub(super) fn write_fen(&self, rights_by_file: bool) -> String {
        let mut fen = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut free = 0;
            for file in 0..8 {
                let piece = self.piece_on(Square::new(8 * rank + file));
                if let Some(piece) = piece {
                    push_run(&mut fen, &mut free);
                    fen.push(letter(piece));
                } else {
                    free += 1;
                }
            }
            push_run(&mut fen, &mut free);
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = if self.side_to_move == Color::White { 'w' } else { 'b' };
        let en_passant = self.en_passant.map_or_else(|| "-".into(), square_name);
        let _ = write!(
            fen,
            " {side} {} {en_passant} {} {}",
            self.castling_field(rights_by_file),
            self.quiet_plies,
            self.move_number
        );
        fen
    }

    fn castling_field(&self, by_file: bool) -> String {
        let mut field = String::new();
        for (color, king_side) in Color::ALL.into_iter().flat_map(|c| [(c, true), (c, false)]) {
            let Some(rook) = self.castling_rook(color, king_side) else { continue };
            let mut rooks = self.pieces(ROOK) & self.colored(color) & home_rank(color);
            let is_outermost = rooks.all(|other| (other <= rook) == king_side || other == rook);
            let letter = match (by_file || !is_outermost, king_side) {
                (true, _) => file_letter(rook),
                (false, true) => 'k',
                (false, false) => 'q',
            };
            field.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
        if field.is_empty() { "-".into() } else { field }
    }
}

fn push_run(fen: &mut String, free: &mut u32) {
    if *free > 0 {
        let _ = write!(fen, "{free}");
        *free = 0;
    }
}

/// Reads a whole number with an optional sign and clamps it.
fn read_counter(text: &str, field: FenField, range: RangeInclusive<u16>) -> Result<u16, FenError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FenError::new(field, format!("{}; expected a whole number", quoted(text))));
    }
    // Digits alone can only fail to parse by being too many.
    let value = if negative { 0 } else { digits.parse().unwrap_or(u16::MAX) };
    Ok(value.clamp(*range.start(), *range.end()))
}
