//! Zobrist keys: random numbers made at compile time, the same in every build.

/// The next number of the SplitMix64 sequence (Steele, Lea and Flood, 2014), and the new state.
///
/// ```
/// use chariot::board::zobrist::split_mix;
///
/// let (first, state) = split_mix(0);
/// assert_eq!(first, 0xE220_A839_7B1D_CDAF);
/// assert_ne!(split_mix(state).0, first);
/// ```
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31), state)
}

/// `N` keys from a seed.
///
/// ```
/// use chariot::board::zobrist::keys;
///
/// let [a, b] = keys(1);
/// assert_ne!(a, b);
/// ```
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (keys[i], state) = split_mix(state);
        i += 1;
    }
    keys
}

/// One row of `SQUARES` keys for each of `PIECES` coloured pieces.
pub(crate) const fn piece_keys<const PIECES: usize, const SQUARES: usize>(
    seed: u64,
) -> [[u64; SQUARES]; PIECES] {
    let mut table = [[0; SQUARES]; PIECES];
    let mut state = seed;
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < SQUARES {
            (table[piece][square], state) = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    table
}
