use super::super::weights::weights;
use super::super::{Tapered, s};
use crate::xiangqi::KINDS;

/// The number of points of half a board, the middle file included.
const HALF: usize = 50;

weights! {
    /// The weights of the xiangqi evaluation. Positive is good for the side it is about.
    pub struct Weights {
        /// By kind of piece.
        pub material: [Tapered; KINDS],
        /// By kind of piece and point: ranks from the own side, files a to e from the edge.
        pub points: [[Tapered; HALF]; KINDS],
        /// By the number of points that a horse attacks and no enemy soldier does; a blocked leg
        /// costs two of them.
        pub horse_mobility: [Tapered; 9],
        /// By the number of points that a chariot reaches and no enemy soldier attacks.
        pub chariot_mobility: [Tapered; 18],
        /// By the number of empty points that a cannon reaches and no enemy soldier attacks.
        pub cannon_mobility: [Tapered; 18],
        /// A chariot on the enemy king's file, and on its rank, by the number of pieces between
        /// (3: or more).
        pub chariot_aim: [[Tapered; 4]; 2],
        /// A cannon on the enemy king's file, and on its rank, by the number of pieces between. None
        /// is the hollow cannon, two pin each other.
        pub cannon_aim: [[Tapered; 4]; 2],
        /// A chariot on a file without own soldiers.
        pub chariot_open_file: Tapered,
        /// A soldier across the river with another beside it.
        pub linked_soldier: Tapered,
        /// A soldier across the river that a horse or chariot defends.
        pub backed_soldier: Tapered,
        /// An elephant that the other defends.
        pub linked_elephant: Tapered,
        /// For each missing advisor and each enemy horse, chariot and cannon.
        pub missing_advisor: [Tapered; 3],
        /// For each missing elephant and each enemy horse, chariot and cannon.
        pub missing_elephant: [Tapered; 3],
        /// By the danger to the own king.
        pub king_danger: [Tapered; 40],
        /// By the number of steps that the king can make in safety.
        pub king_mobility: [Tapered; 5],
        /// An attack on a piece without defenders, by its kind.
        pub undefended: [Tapered; KINDS],
        /// A soldier's attack, by kind of the attacked.
        pub soldier_threat: [Tapered; KINDS],
        /// A horse's attack, by kind of the attacked.
        pub horse_threat: [Tapered; KINDS],
        /// A cannon's attack, by kind of the attacked.
        pub cannon_threat: [Tapered; KINDS],
        /// The right to move.
        pub tempo: Tapered,
    }
}

/// The weights in use.
#[rustfmt::skip]
pub static WEIGHTS: Weights = Weights {
    material: [
        s(0, 0), s(150, 150), s(145, 150), s(400, 440), s(920, 980),
        s(450, 440), s(75, 95),
    ],
    points: [
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(8, 14),
            s(0, 0), s(0, 0), s(0, 0), s(-30, -8), s(-22, 6),
            s(0, 0), s(0, 0), s(0, 0), s(-60, -16), s(-52, -2),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(6, 4),
            s(-6, -3), s(-6, -3), s(-6, -3), s(-6, -3), s(-6, -3),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(14, 8),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(-12, -6), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
        ],
        [
            s(-78, -55), s(-55, -38), s(-48, -34), s(-41, -29), s(-34, -24),
            s(-39, -27), s(-16, -11), s(-9, -6), s(-2, -1), s(-20, -14),
            s(-30, -21), s(-7, -5), s(0, 0), s(7, 5), s(14, 10),
            s(-21, -15), s(2, 1), s(9, 6), s(16, 11), s(23, 16),
            s(-12, -8), s(11, 8), s(18, 13), s(25, 18), s(32, 22),
            s(-3, -2), s(20, 14), s(27, 19), s(34, 24), s(41, 29),
            s(6, 4), s(29, 20), s(50, 35), s(57, 40), s(50, 35),
            s(6, 4), s(29, 20), s(60, 42), s(61, 43), s(50, 35),
            s(-2, -1), s(21, 15), s(28, 20), s(47, 33), s(42, 29),
            s(-8, -6), s(15, 10), s(22, 15), s(29, 20), s(36, 25),
        ],
        [
            s(-22, -13), s(-11, -7), s(-14, -8), s(-8, -5), s(-8, -5),
            s(0, 0), s(3, 2), s(0, 0), s(6, 4), s(6, 4),
            s(0, 0), s(3, 2), s(0, 0), s(6, 4), s(6, 4),
            s(0, 0), s(3, 2), s(0, 0), s(6, 4), s(6, 4),
            s(0, 0), s(3, 2), s(0, 0), s(6, 4), s(6, 4),
            s(10, 6), s(13, 8), s(10, 6), s(16, 10), s(16, 10),
            s(10, 6), s(13, 8), s(10, 6), s(16, 10), s(16, 10),
            s(18, 11), s(21, 13), s(18, 11), s(24, 14), s(24, 14),
            s(18, 11), s(21, 13), s(18, 11), s(24, 14), s(24, 14),
            s(10, 6), s(13, 8), s(10, 6), s(16, 10), s(16, 10),
        ],
        [
            s(-6, 4), s(-4, 5), s(-4, 5), s(-4, 5), s(10, 9),
            s(-2, 5), s(0, 6), s(0, 6), s(0, 6), s(14, 10),
            s(2, 7), s(4, 7), s(4, 7), s(4, 7), s(18, 11),
            s(-2, -1), s(0, 0), s(0, 0), s(0, 0), s(14, 4),
            s(-2, -1), s(0, 0), s(0, 0), s(0, 0), s(14, 4),
            s(-2, -1), s(0, 0), s(0, 0), s(0, 0), s(14, 4),
            s(-6, -2), s(-4, -1), s(-4, -1), s(-4, -1), s(14, 4),
            s(-6, -2), s(-4, -1), s(-4, -1), s(-4, -1), s(14, 4),
            s(4, 1), s(6, 2), s(0, 0), s(0, 0), s(14, 4),
            s(10, 3), s(12, 4), s(12, 4), s(12, 4), s(26, 8),
        ],
        [
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0),
            s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(8, 0),
            s(8, 12), s(8, 12), s(8, 12), s(8, 12), s(12, 12),
            s(40, 66), s(46, 73), s(52, 79), s(58, 85), s(64, 92),
            s(52, 79), s(63, 91), s(74, 102), s(85, 114), s(96, 125),
            s(60, 87), s(76, 104), s(92, 121), s(108, 138), s(124, 155),
            s(59, 86), s(77, 105), s(95, 124), s(113, 143), s(131, 162),
            s(10, 10), s(14, 16), s(18, 22), s(22, 28), s(26, 34),
        ],
    ],
    horse_mobility: [
        s(-50, -50), s(-28, -28), s(-16, -16), s(-7, -7), s(1, 1),
        s(9, 9), s(16, 16), s(22, 22), s(28, 28),
    ],
    chariot_mobility: [
        s(-60, -40), s(-43, -26), s(-35, -19), s(-28, -13), s(-21, -8),
        s(-16, -4), s(-11, 1), s(-6, 5), s(-1, 8), s(3, 12),
        s(7, 15), s(11, 19), s(15, 22), s(18, 25), s(22, 28),
        s(25, 31), s(29, 33), s(32, 36),
    ],
    cannon_mobility: [
        s(-14, -14), s(-9, -9), s(-7, -6), s(-5, -4), s(-3, -2),
        s(-2, -1), s(0, 1), s(1, 2), s(3, 4), s(4, 5),
        s(5, 6), s(6, 8), s(7, 9), s(8, 10), s(9, 11),
        s(10, 12), s(11, 13), s(12, 14),
    ],
    chariot_aim: [
        [
            s(25, 15), s(22, 10), s(8, 3), s(0, 0),
        ],
        [
            s(20, 10), s(10, 6), s(4, 2), s(0, 0),
        ],
    ],
    cannon_aim: [
        [
            s(110, 60), s(20, 10), s(36, 14), s(12, 4),
        ],
        [
            s(70, 40), s(20, 10), s(22, 8), s(2, 0),
        ],
    ],
    chariot_open_file: s(14, 8),
    linked_soldier: s(14, 22),
    backed_soldier: s(8, 12),
    linked_elephant: s(10, 8),
    missing_advisor: [
        s(-12, -10), s(-32, -24), s(-14, -8),
    ],
    missing_elephant: [
        s(-8, -8), s(-14, -16), s(-26, -16),
    ],
    king_danger: [
        s(0, 0), s(0, 0), s(-2, -1), s(-4, -3), s(-8, -6),
        s(-12, -9), s(-18, -13), s(-24, -17), s(-32, -22), s(-40, -28),
        s(-50, -35), s(-60, -42), s(-72, -50), s(-84, -59), s(-98, -69),
        s(-112, -79), s(-128, -90), s(-144, -101), s(-162, -113), s(-180, -126),
        s(-200, -140), s(-220, -154), s(-242, -169), s(-264, -185), s(-288, -202),
        s(-312, -219), s(-338, -237), s(-364, -255), s(-392, -274), s(-420, -294),
        s(-450, -315), s(-480, -330), s(-480, -330), s(-480, -330), s(-480, -330),
        s(-480, -330), s(-480, -330), s(-480, -330), s(-480, -330), s(-480, -330),
    ],
    king_mobility: [
        s(-14, -22), s(-2, -4), s(2, 4), s(2, 4), s(0, 4),
    ],
    undefended: [
        s(0, 0), s(16, 14), s(16, 14), s(30, 26), s(40, 30),
        s(30, 26), s(14, 16),
    ],
    soldier_threat: [
        s(0, 0), s(20, 20), s(20, 20), s(40, 40), s(50, 50),
        s(40, 40), s(8, 8),
    ],
    horse_threat: [
        s(0, 0), s(6, 6), s(6, 6), s(10, 10), s(50, 40),
        s(16, 14), s(4, 6),
    ],
    cannon_threat: [
        s(0, 0), s(4, 4), s(4, 4), s(12, 8), s(44, 34),
        s(6, 4), s(0, 2),
    ],
    tempo: s(24, 14),
};
