//! Attacks along one line of points, for any line length up to 16: the seed of every sliding-piece
//! table of both games. A line is a row of bits, point 0 lowest.

/// The points that a rook on `from` attacks on a line of `length` points with these `occupied`
/// points: up to and including the first occupied one on either side.
pub(crate) const fn rook_line(length: u32, from: u32, occupied: u16) -> u16 {
    let mut attacks = 0;
    let mut point = from;
    while point + 1 < length {
        point += 1;
        attacks |= 1 << point;
        if occupied >> point & 1 != 0 {
            break;
        }
    }
    let mut point = from;
    while point > 0 {
        point -= 1;
        attacks |= 1 << point;
        if occupied >> point & 1 != 0 {
            break;
        }
    }
    attacks
}

/// The points that a cannon on `from` attacks on a line of `length` points: those behind the first
/// occupied point (the screen) on either side, up to and including the next occupied one.
pub(crate) const fn cannon_line(length: u32, from: u32, occupied: u16) -> u16 {
    let mut attacks = 0;
    let mut screens = 0;
    let mut point = from;
    while point + 1 < length && screens < 2 {
        point += 1;
        if screens == 1 {
            attacks |= 1 << point;
        }
        screens += (occupied >> point & 1) as u32;
    }
    let mut screens = 0;
    let mut point = from;
    while point > 0 && screens < 2 {
        point -= 1;
        if screens == 1 {
            attacks |= 1 << point;
        }
        screens += (occupied >> point & 1) as u32;
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rook_stops_at_the_first_piece() {
        assert_eq!(rook_line(8, 3, 0b0100_1001), 0b0111_0111);
        assert_eq!(rook_line(8, 3, 0b0110_1010), 0b0011_0110);
        assert_eq!(rook_line(10, 0, 0), 0b11_1111_1110);
    }

    #[test]
    fn cannon_jumps_exactly_one_screen() {
        assert_eq!(cannon_line(9, 4, 0b1_0101_0101), 0b1_1000_0011);
        assert_eq!(cannon_line(9, 4, 0b0_0001_0000), 0);
        assert_eq!(cannon_line(10, 0, 0b10_0100_0010), 0b00_0111_1100);
    }
}
