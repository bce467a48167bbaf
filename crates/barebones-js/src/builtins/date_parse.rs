//! Calendar arithmetic, and text of dates.

/// Milliseconds of a day.
pub(super) const DAY: f64 = 86_400_000.0;

/// Fields of a time: year, month from 0, day from 1, hours, minutes, seconds, milliseconds.
pub(super) type Fields = [f64; 7];

pub(super) const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
pub(super) const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// Days from 1970 to a day of the proleptic Gregorian calendar, by eras of 400 years.
fn days_from_civil(year: f64, month: f64, day: f64) -> f64 {
    let year = if month <= 2.0 { year - 1.0 } else { year };
    let era = (year / 400.0).floor();
    let year_of_era = year - era * 400.0;
    let shifted = if month > 2.0 { month - 3.0 } else { month + 9.0 };
    let day_of_year = ((153.0 * shifted + 2.0) / 5.0).floor() + day - 1.0;
    let day_of_era =
        year_of_era * 365.0 + (year_of_era / 4.0).floor() - (year_of_era / 100.0).floor() + day_of_year;
    era * 146_097.0 + day_of_era - 719_468.0
}

/// Year, month from 0 and day from 1 of a number of days from 1970.
fn civil_from_days(days: f64) -> (f64, f64, f64) {
    let days = days + 719_468.0;
    let era = (days / 146_097.0).floor();
    let day_of_era = days - era * 146_097.0;
    let year_of_era = ((day_of_era - (day_of_era / 1460.0).floor() + (day_of_era / 36_524.0).floor()
        - (day_of_era / 146_096.0).floor())
        / 365.0)
        .floor();
    let day_of_year =
        day_of_era - (365.0 * year_of_era + (year_of_era / 4.0).floor() - (year_of_era / 100.0).floor());
    let shifted = ((5.0 * day_of_year + 2.0) / 153.0).floor();
    let day = day_of_year - ((153.0 * shifted + 2.0) / 5.0).floor() + 1.0;
    let month = if shifted < 10.0 { shifted + 2.0 } else { shifted - 10.0 };
    let year = year_of_era + era * 400.0 + if month <= 1.0 { 1.0 } else { 0.0 };
    (year, month, day)
}

/// Milliseconds of fields; NaN if one is not finite.
pub(super) fn make(fields: Fields) -> f64 {
    if !fields.iter().all(|field| field.is_finite()) {
        return f64::NAN;
    }
    let [year, month, day, hours, minutes, seconds, milliseconds] = fields.map(f64::trunc);
    let years = year + (month / 12.0).floor();
    if years.abs() > 400_000.0 {
        return f64::NAN;
    }
    let month = month - (month / 12.0).floor() * 12.0;
    let days = days_from_civil(years, month + 1.0, 1.0) + day - 1.0;
    days * DAY + (hours * 3_600_000.0 + minutes * 60_000.0 + seconds * 1000.0 + milliseconds)
}

pub(super) fn split(time: f64) -> Fields {
    let (year, month, day) = civil_from_days((time / DAY).floor());
    let rest = time - (time / DAY).floor() * DAY;
    [
        year,
        month,
        day,
        (rest / 3_600_000.0).floor(),
        (rest / 60_000.0).floor() % 60.0,
        (rest / 1000.0).floor() % 60.0,
        rest % 1000.0,
    ]
}

/// Day of the week, from Sunday.
pub(super) fn week_day(time: f64) -> f64 {
    ((time / DAY).floor() + 4.0).rem_euclid(7.0)
}

/// A time within the range of dates; else NaN.
pub(super) fn clip(time: f64) -> f64 {
    if time.is_finite() && time.abs() <= 8.64e15 { time.trunc() + 0.0 } else { f64::NAN }
}

/// Text of a year: four digits, with a sign if it is negative.
pub(super) fn year_text(year: f64) -> String {
    if year < 0.0 { format!("-{:04}", -year) } else { format!("{year:04}") }
}

/// Text of a time as ISO 8601 has it.
pub(super) fn iso(time: f64) -> String {
    let [year, month, day, hours, minutes, seconds, milliseconds] = split(time);
    let year = if (0.0..=9999.0).contains(&year) {
        format!("{year:04}")
    } else {
        format!("{}{:06}", if year < 0.0 { '-' } else { '+' }, year.abs())
    };
    format!("{year}-{:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z", month + 1.0)
}

/// The time that a text denotes; NaN if none.
pub(super) fn parse(text: &str) -> f64 {
    let mut iso = Reader { rest: text };
    if let Some(time) = iso.iso() {
        return clip(time);
    }
    let mut words = Reader { rest: text };
    clip(words.words().unwrap_or(f64::NAN))
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// A number of exactly so many digits.
    fn digits(&mut self, count: usize) -> Option<f64> {
        let digits = self.rest.get(..count)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.rest = &self.rest[count..];
        digits.parse().ok()
    }

    /// A number of at least one digit.
    fn number(&mut self) -> Option<f64> {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 { None } else { self.digits(count) }
    }

    fn iso(&mut self) -> Option<f64> {
        let mut fields = [1970.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        fields[0] = if self.eat("+") {
            self.digits(6)?
        } else if self.eat("-") {
            let year = self.digits(6)?;
            if year == 0.0 {
                return None;
            }
            -year
        } else {
            self.digits(4)?
        };
        if self.eat("-") {
            let month = self.digits(2)?;
            fields[1] = month - 1.0;
            if !(1.0..=12.0).contains(&month) {
                return None;
            }
            if self.eat("-") {
                fields[2] = self.digits(2)?;
                if !(1.0..=31.0).contains(&fields[2]) {
                    return None;
                }
            }
        }
        let mut offset = 0.0;
        if self.eat("T") {
            fields[3] = self.digits(2)?;
            if !self.eat(":") {
                return None;
            }
            fields[4] = self.digits(2)?;
            if self.eat(":") {
                fields[5] = self.digits(2)?;
                if self.eat(".") {
                    let before = self.rest.len();
                    let fraction = self.number()?;
                    let count = before - self.rest.len();
                    fields[6] = (fraction / 10f64.powi(count as i32) * 1000.0 + 1e-6).floor();
                }
            }
            let midnight = fields[3] == 24.0 && fields[4..] == [0.0; 3];
            if (fields[3] > 23.0 && !midnight) || fields[4] > 59.0 || fields[5] > 59.0 {
                return None;
            }
            if !self.eat("Z") && !self.rest.is_empty() {
                let sign = if self.eat("+") {
                    1.0
                } else if self.eat("-") {
                    -1.0
                } else {
                    return None;
                };
                let hours = self.digits(2)?;
                if !self.eat(":") {
                    return None;
                }
                let minutes = self.digits(2)?;
                if hours > 23.0 || minutes > 59.0 {
                    return None;
                }
                offset = sign * (hours * 60.0 + minutes) * 60_000.0;
            }
        }
        self.rest.is_empty().then(|| make(fields) - offset)
    }

    /// A date as words in any order: `Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)`, `1 Jan 1970`, `1/2/1970 3:04 PM`.
    fn words(&mut self) -> Option<f64> {
        let mut numbers: Vec<f64> = Vec::new();
        let mut month = None;
        let mut clock = [0.0; 4];
        let mut offset = 0.0;
        loop {
            self.rest = self.rest.trim_start_matches([' ', ',', '\t']);
            if self.rest.is_empty() {
                break;
            }
            if self.eat("(") {
                let end = self.rest.find(')')?;
                self.rest = &self.rest[end + 1..];
                continue;
            }
            if self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                let count = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                let word = self.rest[..count].to_ascii_lowercase();
                self.rest = &self.rest[count..];
                if let Some(found) =
                    MONTHS.iter().position(|name| word.starts_with(&name.to_ascii_lowercase()))
                {
                    month = Some(found as f64);
                } else if word == "pm" && clock[0] < 12.0 {
                    clock[0] += 12.0;
                } else if word == "am" && clock[0] == 12.0 {
                    clock[0] = 0.0;
                } else {
                    let day = DAYS.iter().any(|name| word.starts_with(&name.to_ascii_lowercase()));
                    if !day && !matches!(&*word, "am" | "pm" | "gmt" | "utc" | "z") {
                        return None;
                    }
                }
                continue;
            }
            let sign = if self.eat("+") {
                1.0
            } else if self.eat("-") {
                -1.0
            } else {
                0.0
            };
            let before = self.rest.len();
            let number = self.number()?;
            let count = before - self.rest.len();
            if sign != 0.0 && (numbers.len() >= 3 || month.is_some() && numbers.len() >= 2) {
                let minutes = if count == 4 {
                    (number / 100.0).floor() * 60.0 + number % 100.0
                } else if self.eat(":") {
                    number * 60.0 + self.digits(2)?
                } else {
                    number * 60.0
                };
                offset = sign * minutes * 60_000.0;
            } else if self.eat(":") {
                clock[0] = number;
                clock[1] = self.number()?;
                if self.eat(":") {
                    clock[2] = self.number()?;
                    if self.eat(".") {
                        clock[3] = self.number()?;
                    }
                }
            } else {
                numbers.push(if sign < 0.0 && count == 6 { -number } else { number });
                self.eat("/");
            }
        }
        let (year, month, day) = match (month, &numbers[..]) {
            (Some(month), [a, b]) if *a > 31.0 => (*a, month, *b),
            (Some(month), [day, year]) => (*year, month, *day),
            (None, [year, month, day]) if *year > 31.0 => (*year, month - 1.0, *day),
            (None, [month, day, year]) => (*year, month - 1.0, *day),
            _ => return None,
        };
        if !(0.0..12.0).contains(&month) || !(1.0..=31.0).contains(&day) {
            return None;
        }
        Some(make([year, month, day, clock[0], clock[1], clock[2], clock[3]]) - offset)
    }
}

#[cfg(test)]
mod tests {
    use super::{iso, make, parse, split};

    #[test]
    fn times_and_texts_agree() {
        assert_eq!(make([1970.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]), 0.0);
        assert_eq!(parse("2000-02-29T12:34:56.789Z"), 951_827_696_789.0);
        assert_eq!(iso(951_827_696_789.0), "2000-02-29T12:34:56.789Z");
        assert_eq!(split(-1.0), [1969.0, 11.0, 31.0, 23.0, 59.0, 59.0, 999.0]);
        for text in
            ["Tue Feb 29 2000 12:34:56 GMT+0000 (UTC)", "Tue, 29 Feb 2000 12:34:56 GMT", "2/29/2000 12:34:56"]
        {
            assert_eq!(parse(text), 951_827_696_000.0, "{text}");
        }
        assert_eq!(parse("2000-02-29T12:34+01:30"), 951_822_240_000.0);
        for text in ["", "2000-13-01", "-000000-01-01T00:00:00Z", "nonsense", "2000-01-01T25:00Z"] {
            assert!(parse(text).is_nan(), "{text}");
        }
    }
}
