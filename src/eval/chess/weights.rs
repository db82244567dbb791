use super::super::weights::weights;
use super::super::{Tapered, s};

/// The number of squares of half a board.
const HALF: usize = 32;

weights! {
    /// The weights of the chess evaluation. Positive is good for the side it is about.
    pub struct Weights {
        /// By kind of piece.
        pub material: [Tapered; 6],
        /// By kind of piece and square: ranks from the own side, files a to d from the edge.
        pub squares: [[Tapered; HALF]; 6],
        /// By the number of safe squares attacked.
        pub knight_mobility: [Tapered; 9],
        /// By the number of safe squares attacked.
        pub bishop_mobility: [Tapered; 14],
        /// By the number of safe squares attacked.
        pub rook_mobility: [Tapered; 15],
        /// By the number of safe squares attacked.
        pub queen_mobility: [Tapered; 28],
        /// On a square that a pawn defends and no enemy pawn can ever attack.
        pub knight_outpost: Tapered,
        /// As for the knight.
        pub bishop_outpost: Tapered,
        /// For each own pawn on squares of the bishop's shade.
        pub bishop_own_pawn: Tapered,
        /// For two bishops.
        pub bishop_pair: Tapered,
        /// On a file without own pawns: with enemy pawns, without any.
        pub rook_half_open: [Tapered; 2],
        /// For each pair of an own knight and an own pawn.
        pub knight_per_pawn: Tapered,
        /// For each pair of an own rook and an own pawn.
        pub rook_per_pawn: Tapered,
        /// A pawn without own pawns on the files beside it.
        pub isolated: Tapered,
        /// A pawn behind which another stands.
        pub doubled: Tapered,
        /// A pawn that no other can support and that cannot step on safely.
        pub backward: Tapered,
        /// An isolated or backward pawn with no enemy pawn before it.
        pub weak_exposed: Tapered,
        /// A pawn that a pawn defends, by rank.
        pub protected_pawn: [Tapered; 8],
        /// A pawn with another beside it, by rank.
        pub pawn_phalanx: [Tapered; 8],
        /// A passed pawn, by rank.
        pub passed: [Tapered; 8],
        /// For each step (up to 5) of the own king to the square before a passed pawn, by rank.
        pub passed_own_king: [Tapered; 8],
        /// For each step (up to 5) of the enemy king to the square before a passed pawn, by rank.
        pub passed_enemy_king: [Tapered; 8],
        /// A passed pawn with a piece before it, by rank.
        pub passed_blocked: [Tapered; 8],
        /// A passed pawn no square of whose way is attacked, by rank.
        pub passed_safe_path: [Tapered; 8],
        /// A passed pawn whose next square is not attacked or is defended, by rank.
        pub passed_safe_step: [Tapered; 8],
        /// A passed pawn that the enemy, who has only king and pawns, cannot stop.
        pub passed_unstoppable: Tapered,
        /// Before the king, by file from the edge and the rank of the nearest own pawn (0: none).
        pub shelter: [[Tapered; 8]; 4],
        /// Before the king, by whether an own pawn blocks it and the rank of the nearest enemy pawn.
        pub storm: [[Tapered; 8]; 2],
        /// By the danger to the own king.
        pub king_danger: [Tapered; 40],
        /// A pawn's attack, by kind of the attacked.
        pub pawn_threat: [Tapered; 5],
        /// A knight's or bishop's attack on what no pawn defends, by kind of the attacked.
        pub minor_threat: [Tapered; 5],
        /// A rook's attack on what no pawn defends, by kind of the attacked.
        pub rook_threat: [Tapered; 5],
        /// An attack on a piece without defenders, by its kind.
        pub undefended: [Tapered; 5],
        /// A piece that a pawn could attack after a safe step.
        pub pawn_push_threat: Tapered,
        /// The right to move.
        pub tempo: Tapered,
    }
}

/// The weights in use.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    material: [
        s(85, 105), s(330, 300), s(345, 320), s(470, 545),
        s(980, 1000), s(0, 0),
    ],
    squares: [
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-5, -4), s(-1, -4), s(3, -4), s(-3, -4),
            s(-2, -2), s(2, -2), s(8, -2), s(12, -2),
            s(0, 3), s(4, 3), s(13, 3), s(29, 3),
            s(5, 10), s(7, 10), s(17, 10), s(31, 10),
            s(7, 19), s(10, 19), s(22, 19), s(24, 19),
            s(10, 30), s(12, 30), s(27, 30), s(29, 30),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-65, -31), s(-43, -22), s(-33, -13), s(-23, -4),
            s(-34, -22), s(-12, -13), s(-2, -4), s(8, 5),
            s(-25, -13), s(-3, -4), s(7, 5), s(17, 14),
            s(-16, -4), s(6, 5), s(16, 14), s(26, 23),
            s(-7, -4), s(15, 5), s(25, 14), s(35, 23),
            s(2, -13), s(24, -4), s(34, 5), s(44, 14),
            s(2, -22), s(24, -13), s(34, -4), s(44, 5),
            s(-18, -31), s(4, -22), s(14, -13), s(24, -4),
        ],
        [
            s(-20, -9), s(-16, -6), s(-12, -3), s(-8, 0),
            s(-7, -6), s(7, -3), s(1, 0), s(5, 3),
            s(-2, -3), s(2, 0), s(6, 3), s(20, 6),
            s(3, 0), s(7, 3), s(11, 6), s(15, 9),
            s(3, 0), s(7, 3), s(11, 6), s(15, 9),
            s(-2, -3), s(2, 0), s(6, 3), s(10, 6),
            s(-7, -6), s(-3, -3), s(1, 0), s(5, 3),
            s(-12, -9), s(-8, -6), s(-4, -3), s(0, 0),
        ],
        [
            s(-8, -3), s(-2, -3), s(2, -3), s(8, -3),
            s(-10, -3), s(-6, -3), s(0, -3), s(4, -3),
            s(-10, -3), s(-6, -3), s(0, -3), s(4, -3),
            s(-8, -3), s(-2, -3), s(2, -3), s(8, -3),
            s(-2, 4), s(4, 4), s(8, 4), s(14, 4),
            s(-2, 4), s(4, 4), s(8, 4), s(14, 4),
            s(10, 10), s(16, 10), s(20, 10), s(26, 10),
            s(-2, 4), s(4, 4), s(8, 4), s(14, 4),
        ],
        [
            s(-6, -21), s(-4, -14), s(-2, -7), s(0, 0),
            s(-4, -14), s(-2, -7), s(0, 0), s(2, 7),
            s(-2, -7), s(0, 0), s(2, 7), s(4, 14),
            s(0, 0), s(2, 7), s(4, 14), s(6, 21),
            s(0, 8), s(2, 15), s(4, 22), s(6, 29),
            s(2, 1), s(4, 8), s(6, 15), s(8, 22),
            s(0, -6), s(2, 1), s(4, 8), s(6, 15),
            s(-2, -13), s(0, -6), s(2, 1), s(4, 8),
        ],
        [
            s(22, -41), s(40, -30), s(8, -19), s(-6, -8),
            s(-6, -28), s(12, -17), s(-20, -6), s(-34, 5),
            s(-29, -15), s(-18, -4), s(-37, 7), s(-46, 18),
            s(-47, -2), s(-36, 9), s(-55, 20), s(-64, 31),
            s(-65, 6), s(-54, 17), s(-73, 28), s(-82, 39),
            s(-83, -7), s(-72, 4), s(-91, 15), s(-100, 26),
            s(-101, -20), s(-90, -9), s(-109, 2), s(-118, 13),
            s(-119, -33), s(-108, -22), s(-127, -11), s(-136, 0),
        ],
    ],
    knight_mobility: [
        s(-45, -55), s(-26, -33), s(-16, -21), s(-8, -12),
        s(-1, -4), s(6, 3), s(11, 10), s(17, 16),
        s(22, 22),
    ],
    bishop_mobility: [
        s(-40, -50), s(-22, -30), s(-12, -19), s(-5, -11),
        s(2, -3), s(8, 4), s(13, 10), s(19, 16),
        s(24, 21), s(28, 26), s(33, 31), s(37, 36),
        s(41, 41), s(45, 45),
    ],
    rook_mobility: [
        s(-40, -60), s(-25, -32), s(-18, -18), s(-11, -6),
        s(-6, 4), s(-1, 13), s(3, 21), s(8, 29),
        s(11, 36), s(15, 44), s(19, 50), s(22, 57),
        s(26, 63), s(29, 69), s(32, 75),
    ],
    queen_mobility: [
        s(-30, -60), s(-20, -39), s(-14, -29), s(-10, -20),
        s(-6, -12), s(-3, -5), s(0, 1), s(3, 7),
        s(6, 12), s(9, 18), s(11, 23), s(14, 28),
        s(16, 32), s(18, 37), s(21, 41), s(23, 45),
        s(25, 50), s(27, 54), s(29, 58), s(31, 61),
        s(33, 65), s(35, 69), s(36, 73), s(38, 76),
        s(40, 80), s(42, 83), s(43, 87), s(45, 90),
    ],
    knight_outpost: s(32, 20),
    bishop_outpost: s(28, 8),
    bishop_own_pawn: s(-3, -6),
    bishop_pair: s(28, 60),
    rook_half_open: [
        s(15, 6), s(38, 12),
    ],
    knight_per_pawn: s(3, 4),
    rook_per_pawn: s(-3, -2),
    isolated: s(-9, -14),
    doubled: s(-5, -22),
    backward: s(-7, -12),
    weak_exposed: s(-10, -3),
    protected_pawn: [
        s(0, 0), s(0, 0), s(14, 8), s(12, 8),
        s(18, 18), s(45, 45), s(120, 80), s(0, 0),
    ],
    pawn_phalanx: [
        s(0, 0), s(4, 0), s(9, 4), s(14, 12),
        s(32, 32), s(70, 70), s(90, 120), s(0, 0),
    ],
    passed: [
        s(0, 0), s(0, 12), s(0, 16), s(-4, 40),
        s(25, 70), s(60, 110), s(120, 170), s(0, 0),
    ],
    passed_own_king: [
        s(0, 0), s(0, 0), s(0, -2), s(0, -5),
        s(0, -9), s(0, -14), s(0, -16), s(0, 0),
    ],
    passed_enemy_king: [
        s(0, 0), s(0, 1), s(0, 4), s(0, 9),
        s(0, 15), s(0, 23), s(0, 28), s(0, 0),
    ],
    passed_blocked: [
        s(0, 0), s(0, 0), s(0, -4), s(-2, -8),
        s(-6, -20), s(-10, -40), s(-20, -70), s(0, 0),
    ],
    passed_safe_path: [
        s(0, 0), s(0, 0), s(0, 5), s(5, 10),
        s(12, 25), s(30, 55), s(60, 90), s(0, 0),
    ],
    passed_safe_step: [
        s(0, 0), s(0, 0), s(0, 2), s(2, 5),
        s(6, 12), s(14, 25), s(25, 40), s(0, 0),
    ],
    passed_unstoppable: s(0, 350),
    shelter: [
        [
            s(-16, 0), s(19, 0), s(13, 0), s(2, 0),
            s(-2, 0), s(-4, 0), s(-5, 0), s(-5, 0),
        ],
        [
            s(-29, 0), s(35, 0), s(24, 0), s(4, 0),
            s(-4, 0), s(-7, 0), s(-9, 0), s(-9, 0),
        ],
        [
            s(-23, 0), s(29, 0), s(20, 0), s(4, 0),
            s(-4, 0), s(-5, 0), s(-7, 0), s(-7, 0),
        ],
        [
            s(-16, 0), s(19, 0), s(13, 0), s(2, 0),
            s(-2, 0), s(-4, 0), s(-5, 0), s(-5, 0),
        ],
    ],
    storm: [
        [
            s(0, 0), s(0, 0), s(-45, 0), s(-28, 0),
            s(-10, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(0, 0), s(0, 0), s(-20, 0), s(-8, 0),
            s(-3, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
    ],
    king_danger: [
        s(0, 0), s(0, 0), s(-2, -1), s(-4, -2),
        s(-7, -2), s(-11, -2), s(-16, -3), s(-22, -4),
        s(-29, -4), s(-36, -4), s(-45, -5), s(-54, -6),
        s(-65, -6), s(-76, -6), s(-88, -7), s(-101, -8),
        s(-115, -8), s(-130, -8), s(-146, -9), s(-162, -10),
        s(-180, -10), s(-198, -10), s(-218, -11), s(-238, -12),
        s(-259, -12), s(-281, -12), s(-304, -13), s(-328, -14),
        s(-353, -14), s(-378, -14), s(-405, -15), s(-432, -16),
        s(-461, -16), s(-490, -16), s(-520, -17), s(-520, -18),
        s(-520, -18), s(-520, -18), s(-520, -19), s(-520, -20),
    ],
    pawn_threat: [
        s(0, 0), s(62, 45), s(60, 55), s(85, 40),
        s(75, 40),
    ],
    minor_threat: [
        s(2, 12), s(18, 22), s(20, 26), s(55, 30),
        s(48, 30),
    ],
    rook_threat: [
        s(0, 14), s(22, 26), s(26, 24), s(4, 10),
        s(52, 30),
    ],
    undefended: [
        s(4, 14), s(18, 12), s(18, 14), s(14, 8),
        s(6, 4),
    ],
    pawn_push_threat: s(18, 14),
    tempo: s(22, 18),
};
