//! Titles (称号): those that go with a rating, those granted at events, and honours.

use crate::board::Variant;
use serde::{Deserialize, Serialize};

/// A title in both languages; [`by_rating`] has an example.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Title {
    /// As players write it.
    pub chinese: &'static str,
    /// What it means.
    pub english: &'static str,
}

const fn title(chinese: &'static str, english: &'static str) -> Title {
    Title { chinese, english }
}

/// The title of those who have too few counted games for one.
pub const UNTITLED: Title = title("未定级", "Untitled");

/// The least rating of each chess title, the highest first; the last has no bound.
const CHESS: [(f64, Title); 16] = [
    (2500.0, title("特级大师", "Grandmaster")),
    (2400.0, title("一级大师", "Master, 1st class")),
    (2300.0, title("二级大师", "Master, 2nd class")),
    (2200.0, title("三级大师", "Master, 3rd class")),
    (2100.0, title("一级棋士", "Expert, 1st class")),
    (2000.0, title("二级棋士", "Expert, 2nd class")),
    (1900.0, title("三级棋士", "Expert, 3rd class")),
    (1800.0, title("四级棋士", "Expert, 4th class")),
    (1700.0, title("五级棋士", "Expert, 5th class")),
    (1600.0, title("一级棋手", "Player, 1st class")),
    (1500.0, title("二级棋手", "Player, 2nd class")),
    (1400.0, title("三级棋手", "Player, 3rd class")),
    (1300.0, title("四级棋手", "Player, 4th class")),
    (1200.0, title("五级棋手", "Player, 5th class")),
    (1100.0, title("六级棋手", "Player, 6th class")),
    (f64::NEG_INFINITY, title("七级棋手", "Player, 7th class")),
];

/// The least rating of each xiangqi title that a rating alone gives, the highest first; the last
/// has no bound.
const XIANGQI: [(f64, Title); 11] = [
    (2200.0, title("二级大师", "Master, 2nd class")),
    (2000.0, title("三级大师", "Master, 3rd class")),
    (1800.0, title("一级棋士", "Expert, 1st class")),
    (1700.0, title("二级棋士", "Expert, 2nd class")),
    (1600.0, title("三级棋士", "Expert, 3rd class")),
    (1500.0, title("四级棋士", "Expert, 4th class")),
    (1400.0, title("五级棋士", "Expert, 5th class")),
    (1300.0, title("六级棋士", "Expert, 6th class")),
    (1200.0, title("七级棋士", "Expert, 7th class")),
    (1100.0, title("八级棋士", "Expert, 8th class")),
    (f64::NEG_INFINITY, title("九级棋士", "Expert, 9th class")),
];

/// A xiangqi title granted at an event, and kept whatever the rating does.
///
/// ```
/// use chariot::rating::titles::Granted;
///
/// assert_eq!(Granted::at(2450.0), Some(Granted::FirstMaster));
/// assert_eq!(Granted::Grandmaster.title().chinese, "特级大师");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Granted {
    /// 一级大师, from 2400.
    FirstMaster,
    /// 特级大师, from 2600.
    Grandmaster,
}

impl Granted {
    /// The rating an event asks for before it grants the title.
    pub fn least_rating(self) -> f64 {
        match self {
            Self::FirstMaster => 2400.0,
            Self::Grandmaster => 2600.0,
        }
    }

    /// The highest title that an event may grant at this rating.
    pub fn at(rating: f64) -> Option<Self> {
        [Self::Grandmaster, Self::FirstMaster].into_iter().find(|it| rating >= it.least_rating())
    }

    /// Its names.
    pub fn title(self) -> Title {
        match self {
            Self::FirstMaster => title("一级大师", "Master, 1st class"),
            Self::Grandmaster => title("特级大师", "Grandmaster"),
        }
    }
}

/// An honorary title: it goes with the person, not with a rating, and stands behind his name.
///
/// ```
/// use chariot::rating::titles::Honour;
///
/// assert_eq!(Honour::NationalMaster.title().chinese, "·国家大师");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Honour {
    /// 国际特级大师.
    InternationalGrandmaster,
    /// 国家特级大师.
    NationalGrandmaster,
    /// 国际大师.
    InternationalMaster,
    /// 国家大师.
    NationalMaster,
}

impl Honour {
    /// Its names; the Chinese one with the dot that joins it to the person's name.
    pub fn title(self) -> Title {
        match self {
            Self::InternationalGrandmaster => title("·国际特大", "International Grandmaster"),
            Self::NationalGrandmaster => title("·国家特大", "National Grandmaster"),
            Self::InternationalMaster => title("·国际大师", "International Master"),
            Self::NationalMaster => title("·国家大师", "National Master"),
        }
    }
}

/// The title that a rating alone gives a player with games enough for one.
///
/// ```
/// use chariot::board::Variant;
/// use chariot::rating::titles::by_rating;
///
/// assert_eq!(by_rating(Variant::Chess, 2050.0).chinese, "二级棋士");
/// assert_eq!(by_rating(Variant::Xiangqi, 2050.0).english, "Master, 3rd class");
/// ```
pub fn by_rating(game: Variant, rating: f64) -> Title {
    let table: &[(f64, Title)] = match game {
        Variant::Chess => &CHESS,
        Variant::Xiangqi => &XIANGQI,
    };
    table.iter().find(|(least, _)| rating >= *least).map_or(UNTITLED, |&(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        use Variant::{Chess, Xiangqi};
        let table = [
            (Chess, 2500.0, "特级大师"),
            (Chess, 2499.9, "一级大师"),
            (Chess, 2399.0, "二级大师"),
            (Chess, 2200.0, "三级大师"),
            (Chess, 2100.0, "一级棋士"),
            (Chess, 1700.0, "五级棋士"),
            (Chess, 1699.0, "一级棋手"),
            (Chess, 1100.0, "六级棋手"),
            (Chess, 1099.0, "七级棋手"),
            // Rating alone never makes a 特级大师 or 一级大师 of xiangqi.
            (Xiangqi, 2900.0, "二级大师"),
            (Xiangqi, 2200.0, "二级大师"),
            (Xiangqi, 2199.0, "三级大师"),
            (Xiangqi, 1999.0, "一级棋士"),
            (Xiangqi, 1800.0, "一级棋士"),
            (Xiangqi, 1400.0, "五级棋士"),
            (Xiangqi, 1100.0, "八级棋士"),
            (Xiangqi, 1099.0, "九级棋士"),
        ];
        for (game, rating, chinese) in table {
            assert_eq!(by_rating(game, rating).chinese, chinese, "{game} {rating}");
        }
        assert_eq!(Granted::at(2599.0), Some(Granted::FirstMaster));
        assert_eq!(Granted::at(2600.0), Some(Granted::Grandmaster));
        assert_eq!(Granted::at(2399.0), None);
    }
}
