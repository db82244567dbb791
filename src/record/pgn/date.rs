use std::time::{SystemTime, UNIX_EPOCH};

/// The date and the time of day of a moment, in universal time: the values of `UTCDate` and
/// `UTCTime`.
///
/// ```
/// use chariot::record::pgn::date_and_time;
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let (date, time) = date_and_time(UNIX_EPOCH + Duration::from_secs(86_399));
/// assert_eq!((&date[..], &time[..]), ("1970.01.01", "23:59:59"));
/// ```
pub fn date_and_time(at: SystemTime) -> (String, String) {
    let seconds = at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil_date(day);
    let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
    (format!("{year:04}.{month:02}.{day:02}"), time)
}

/// Year, month and day of a day counted from 1970-01-01. Counts from March, so that the leap day
/// is the last of its year: there every 400 years have 146,097 days and months follow one formula.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(11_017), (2000, 3, 1));
        assert_eq!(civil_date(20_453), (2025, 12, 31));
    }
}
