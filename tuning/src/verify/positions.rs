//! Fixed positions: to print evaluations of, and endings that anyone can judge.

use chariot::board::Variant;

/// Positions of all stages of the game, the start first.
pub(super) fn fixed(game: Variant) -> &'static [&'static str] {
    match game {
        Variant::Chess => &CHESS,
        Variant::Xiangqi => &XIANGQI,
    }
}

/// Won endings of a rook or chariot, the strong side to move.
pub(super) fn won_endings(game: Variant) -> &'static [&'static str] {
    match game {
        Variant::Chess => &[
            "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            "3k4/8/8/8/8/6R1/2K5/8 w - - 0 1",
            "8/5r2/8/1K6/8/8/3k4/8 b - - 0 1",
        ],
        // Advisors and elephants are rarely all gone.
        Variant::Xiangqi => &[
            "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1",
            "3k5/9/9/9/9/9/4R4/9/4A4/3AK4 w - - 0 1",
            "4k4/4a4/9/9/9/2R6/9/4B4/4A4/2BK1A3 w - - 0 1",
            "3ak1b2/4a4/9/9/1r7/9/9/9/9/3K1A3 b - - 0 1",
        ],
    }
}

const CHESS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/p5pp/1ppp4/4pp2/3P4/2N1P2N/PPPQ1PPP/R1B1KB1R w KQkq - 0 6",
    "rnbqkb1r/ppp1pp1p/3n4/3p4/P4Bp1/2PP2PP/1P1NPP2/R2QKBNR w KQkq - 3 9",
    "rnbqk2r/5ppp/2p1p3/p1Pp4/1p1PnP2/Q7/P1PNP1PP/R1B1KB1R w KQkq - 0 12",
    "rn2k2r/ppp1bpp1/8/3pPq1p/3P1PbP/1PP3P1/P2Q4/RNB2RK1 w - - 2 16",
    "1N5r/p6p/3bknp1/2pn4/1p3P2/8/PPP3PP/R1B2RK1 w - - 1 21",
    "5k1r/ppp5/3pb3/4p1P1/3PP1pp/P2Q4/1PP1B1P1/2K4R w - - 0 27",
    "r7/1bk5/2p2pp1/P2pN2p/3P4/3B2P1/3K3P/8 w - - 0 33",
    "R7/5r2/2k1b1p1/3pP3/p5PP/P1b2NK1/2P5/8 w - - 5 41",
    "8/2p5/2P5/6k1/3Pbb2/1p6/6Kp/3B4 w - - 2 51",
    "8/8/8/1pk5/p7/8/2K5/8 w - - 2 66",
    "r1bqkb1r/pppp1ppn/2n1p3/7p/2B1PP1P/P1N5/1PPP2P1/R1BQK1NR b KQkq - 2 6",
    "2r1kb1r/p2npppp/Bq1pbn2/8/Q3P3/2N5/PPPP1PPP/R1B1K1NR b KQk - 6 9",
    "r2qkb2/1pp1pp2/p1n2B2/5b2/3Pp1p1/P1P2P2/1P1N3P/R2QKB1R b KQq - 0 12",
    "r1b2rk1/1ppn1p2/2n2Bp1/p5Pp/Pq1pN3/2PP2P1/1P2PP1R/R2QKB2 b Q - 0 16",
    "r4rk1/p1p3pp/2Nbp3/3p4/PP1Pn3/1P4P1/5Q2/RN2R1K1 b - - 0 21",
    "2r5/p4k2/5n2/q1B3Q1/2P5/3PPP2/5P2/5K2 b - - 1 27",
    "5r2/2k2bR1/1np5/p1Bn1P2/2p5/1P3B2/P4P1P/3R1K2 b - - 1 33",
    "r6k/7p/n1R3n1/p3pN2/1p6/B6R/PP3P2/6K1 b - - 7 41",
    "8/RP2P1p1/2p5/6P1/5p2/4r2P/3K1k2/8 b - - 12 51",
];

const XIANGQI: [&str; 20] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1n1akabnr/r8/4b2c1/p1p1p1p1p/9/1C2P4/P1P3P1P/R6CB/5N3/1cBAKA2R w - - 0 6",
    "r2akabnr/7R1/bc3n3/p1p1p1p1p/9/9/PCP1P1P1P/2N6/6C1c/R1BAKABN1 w - - 16 9",
    "2baka3/r8/2nnb1c2/2p1p1p1p/p8/9/PcP1P1P1P/1CN2C3/3R2R2/2BAKABr1 w - - 12 12",
    "2b1kabnr/4a4/9/p3N1pCp/2pn5/9/P1P1P3P/4B4/R8/1r1AKAR2 w - - 1 16",
    "r2ak1br1/4a2C1/4b1n2/p1P5p/3Cp4/1R2ccB2/P5P1P/2N5B/5N3/3AKA1R1 w - - 1 21",
    "2bakab2/3r5/2n1c4/8p/pCp1P1p2/2P6/P1N3n1P/2R1B1Nr1/6R2/3AKAB2 w - - 1 27",
    "3k1ab2/4a1C2/3N5/9/p1p6/9/P3rR3/2n1C4/3cA4/1nBAK4 w - - 10 33",
    "5k3/9/6C2/9/R5p1p/2P6/P3r1P1P/9/9/3K5 w - - 2 41",
    "3akaR2/9/9/4p4/3r3Pp/p8/9/3AB4/9/2B1KA3 w - - 1 51",
    "3k5/4R4/9/8p/9/8P/9/3A1A2c/3p5/4K4 w - - 5 66",
    "rnbakab1r/9/1c6n/p1p1p1pCp/c8/9/P1P1P1P1P/BCN5B/9/R2AKA1NR b - - 11 6",
    "rnbR3nr/4k4/9/p1p1p1p1p/9/9/P1P1P1P1P/1CC6/7c1/RNBAKABc1 b - - 0 9",
    "1nbakab2/3r5/6nc1/p1p1p1p1p/6c2/P8/2P1P1P1P/N1C1C1N2/9/1RB1KAB2 b - - 3 12",
    "r1ba5/4k4/2R6/2p1p1p2/p6np/1c7/P1P1P1P1P/BCN6/8N/3A1KB2 b - - 0 16",
    "2bak1b1r/4n4/9/p1pNn1p1p/1r7/9/P1P3P1P/4C1N2/1R6R/2BAKAB2 b - - 0 21",
    "3akab2/2R6/1rn5n/p1p3p1p/9/P1P1C1PNP/4P4/3NB4/4A4/2BAK3c b - - 12 27",
    "C1Pak4/4a4/3c4b/4p4/6p1p/9/P4n3/2N1B4/3K5/3A1A3 b - - 0 33",
    "C2k5/4aR3/4b4/6N2/2pnp4/P8/2P1P3P/Nr7/4A4/2BAK2c1 b - - 16 41",
    "4k1b2/3Ra3N/5a3/p5p2/2P2n3/P6p1/9/4B4/4A4/3A1KB2 b - - 10 51",
];
