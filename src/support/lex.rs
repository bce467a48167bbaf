//! The lexer of the text formats, and parse errors with line and column.
//!
//! One lexer for all formats: words, numbers, strings, punctuation, and numbered names that begin with a sigil. Tokens
//! are slices of the text; lines and columns are computed only for errors. A [`Cursor`] has one token of lookahead,
//! which suffices for all grammars.

use super::error_type;
use std::borrow::Cow;
use std::fmt;

/// A token. Its slices are of the text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Token<'a> {
    /// The end of the text.
    End,
    /// `[A-Za-z_.$][A-Za-z0-9_.$]*`, except that `..` before a digit is punctuation.
    Word(&'a str),
    /// A decimal or hexadecimal (`0x`) integer.
    Integer(Integer),
    /// A decimal number with a fraction or an exponent, as written.
    Float(&'a str),
    /// A string: the text between the quotes, with escapes as written. See [`unescape`].
    String(&'a str),
    /// `@12` or `#3`: the sigil and the number; the number of `@?` is `u32::MAX`.
    Numbered(char, u32),
    /// `%name`, without the sigil.
    Register(&'a str),
    /// One of `( ) [ ] { } , : = ^ ? - + *`, or `->`, or `..`.
    Punct(&'static str),
    /// Invalid text; describes the error.
    Bad(&'static str),
}

/// An integer between -2^64 and 2^64, exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// True if the number has a minus sign.
    pub negative: bool,
    /// The absolute value.
    pub magnitude: u64,
}

impl Integer {
    /// The number in two's complement; `None` unless it is in `min..=max`.
    pub fn in_range(self, min: i64, max: u64) -> Option<u64> {
        let Integer { negative, magnitude } = self;
        let fits = if negative { magnitude <= min.min(0).unsigned_abs() } else { magnitude <= max };
        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
        (fits && (negative || min <= 0 || magnitude >= min as u64)).then_some(bits)
    }
}

const PUNCTUATION: [&str; 15] = ["(", ")", "[", "]", "{", "}", ",", ":", "=", "^", "?", "-", "+", "*", "|"];

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'$')
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

fn is_hyphenated(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

/// True if a name needs no quotes in the text.
pub fn is_word_token(name: &str) -> bool {
    let bytes = name.as_bytes();
    let range = bytes.starts_with(b"..") && bytes.get(2).is_some_and(u8::is_ascii_digit);
    bytes.first().is_some_and(|first| is_word_start(*first)) && bytes.iter().all(|b| is_word(*b)) && !range
}

/// Splits a text into tokens.
struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.position + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.position..];
        self.position += rest.iter().position(|byte| !keep(*byte)).unwrap_or(rest.len());
    }

    fn skip_space(&mut self) {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace());
            if self.byte(0) != b';' {
                return;
            }
            self.skip_while(|byte| byte != b'\n');
        }
    }

    /// The next token and its start; moves the position past it.
    fn next(&mut self) -> (usize, Token<'a>) {
        self.skip_space();
        let start = self.position;
        let token = match self.byte(0) {
            _ if start == self.text.len() => Token::End,
            b'.' if self.byte(1) == b'.' && self.byte(2).is_ascii_digit() => self.punct(".."),
            byte if is_word_start(byte) => {
                self.skip_while(is_word);
                Token::Word(&self.text[start..self.position])
            }
            byte if byte.is_ascii_digit() => self.number(false),
            b'-' if self.byte(1).is_ascii_digit() => {
                self.position += 1;
                self.number(true)
            }
            b'-' if self.byte(1) == b'>' => self.punct("->"),
            b'"' => self.string(),
            b'@' => self.numbered('@'),
            b'#' => self.numbered('#'),
            b'%' => {
                self.position += 1;
                self.skip_while(is_word);
                match &self.text[start + 1..self.position] {
                    "" => Token::Bad("a `%` without a name"),
                    name => Token::Register(name),
                }
            }
            byte => match PUNCTUATION.iter().find(|p| p.as_bytes()[0] == byte) {
                Some(punct) => self.punct(punct),
                None => {
                    self.position += self.text[start..].chars().next().map_or(1, char::len_utf8);
                    Token::Bad("")
                }
            },
        };
        (start, token)
    }

    fn punct(&mut self, punct: &'static str) -> Token<'a> {
        self.position += punct.len();
        Token::Punct(punct)
    }

    /// A number; the position is at its first digit.
    fn number(&mut self, negative: bool) -> Token<'a> {
        let start = self.position;
        let hexadecimal = self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'X');
        let magnitude = if hexadecimal {
            self.position += 2;
            self.skip_while(|byte| byte.is_ascii_hexdigit());
            u64::from_str_radix(&self.text[start + 2..self.position], 16)
        } else {
            self.skip_while(|byte| byte.is_ascii_digit());
            self.text[start..self.position].parse()
        };
        let mut float = false;
        if !hexadecimal && self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            float = true;
            self.position += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        if !hexadecimal && matches!(self.byte(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
            if self.byte(1 + sign).is_ascii_digit() {
                float = true;
                self.position += 1 + sign;
                self.skip_while(|byte| byte.is_ascii_digit());
            }
        }
        if is_word(self.byte(0)) && self.byte(0) != b'.' {
            self.skip_while(is_word);
            return Token::Bad("a malformed number");
        }
        if float {
            return Token::Float(&self.text[start - usize::from(negative)..self.position]);
        }
        match magnitude {
            Ok(magnitude) => Token::Integer(Integer { negative, magnitude }),
            Err(_) if hexadecimal && self.position == start + 2 => Token::Bad("a malformed number"),
            Err(_) => Token::Bad("a number of more than 64 bits"),
        }
    }

    fn string(&mut self) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            match self.byte(0) {
                b'"' => {
                    self.position += 1;
                    return Token::String(&self.text[start..self.position - 1]);
                }
                b'\\' => match escape(&self.text.as_bytes()[self.position..]) {
                    Some((_, len)) => self.position += len,
                    None => return Token::Bad("a string with an unknown escape"),
                },
                _ => return Token::Bad("a string without its closing quote"),
            }
        }
    }

    fn numbered(&mut self, sigil: char) -> Token<'a> {
        self.position += 1;
        if self.byte(0) == b'?' {
            self.position += 1;
            return Token::Numbered(sigil, u32::MAX);
        }
        let start = self.position;
        self.skip_while(|byte| byte.is_ascii_digit());
        match self.text[start..self.position].parse() {
            Ok(u32::MAX) => Token::Bad("a number of more than 32 bits"),
            Ok(number) => Token::Numbered(sigil, number),
            Err(_) if start == self.position => Token::Bad("a sigil without a number"),
            Err(_) => Token::Bad("a number of more than 32 bits"),
        }
    }
}

const ESCAPES: [(u8, u8); 6] =
    [(b'n', b'\n'), (b't', b'\t'), (b'r', b'\r'), (b'0', 0), (b'"', b'"'), (b'\\', b'\\')];

/// The byte that an escape denotes, and the length of the escape; `None` if it is invalid.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    if text.get(1) == Some(&b'x') {
        let digit = |i: usize| text.get(i).and_then(|byte| char::from(*byte).to_digit(16));
        return Some(((digit(2)? * 16 + digit(3)?) as u8, 4));
    }
    ESCAPES.iter().find(|(name, _)| Some(name) == text.get(1)).map(|(_, byte)| (*byte, 2))
}

/// Decodes the content of a [`Token::String`].
pub fn unescape(content: &str) -> Cow<'_, [u8]> {
    if !content.contains('\\') {
        return Cow::Borrowed(content.as_bytes());
    }
    let mut rest = content.as_bytes();
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some(first) = rest.first() {
        let (byte, len) = escape(rest).filter(|_| *first == b'\\').unwrap_or((*first, 1));
        bytes.push(byte);
        rest = &rest[len..];
    }
    Cow::Owned(bytes)
}

/// Writes bytes as a quoted ASCII string that [`unescape`] decodes.
pub fn write_quoted(f: &mut impl fmt::Write, bytes: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for byte in bytes {
        match ESCAPES.iter().find(|(_, meant)| meant == byte) {
            // Zero is written as `\x00`: `\0` before a digit looks like an octal escape of C.
            Some((name, meant)) if *meant != 0 => write!(f, "\\{}", char::from(*name))?,
            _ if matches!(byte, b' '..=b'~') => f.write_char(char::from(*byte))?,
            _ => write!(f, "\\x{byte:02x}")?,
        }
    }
    f.write_char('"')
}

/// Writes a name as the text formats do: unquoted if it is a word, else in quotes.
pub fn write_name(f: &mut impl fmt::Write, name: &str) -> fmt::Result {
    if is_word_token(name) { f.write_str(name) } else { write_quoted(f, name.as_bytes()) }
}

/// As [`write_name`], for names read by [`Cursor::hyphenated_name`].
pub fn write_hyphenated_name(f: &mut impl fmt::Write, name: &str) -> fmt::Result {
    let bytes = name.as_bytes();
    let plain =
        bytes.first().is_some_and(|first| is_word_start(*first)) && bytes.iter().all(|b| is_hyphenated(*b));
    if plain && !name.starts_with('.') { f.write_str(name) } else { write_quoted(f, bytes) }
}

/// A syntax error: its position, the text found there, and the text expected.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The text found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: found {}, expected {}", self.line, self.column, self.found, self.expected)
    }
}

error_type!(ParseError);

/// A position in a text: the current token, and everything after it.
pub struct Cursor<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    start: usize,
}

/// Maximum number of characters of a token that an error shows.
const SHOWN: usize = 40;

impl<'a> Cursor<'a> {
    /// A cursor at the first token of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        let mut lexer = Lexer { text, position: 0 };
        let (start, token) = lexer.next();
        Cursor { lexer, token, start }
    }

    /// The current token.
    pub fn token(&self) -> Token<'a> {
        self.token
    }

    /// The byte offset of the current token, for [`Cursor::error_at`].
    pub fn offset(&self) -> usize {
        self.start
    }

    /// Moves to the next token and returns the old one.
    pub fn advance(&mut self) -> Token<'a> {
        let token = self.token;
        (self.start, self.token) = self.lexer.next();
        token
    }

    /// True if the current token is this punctuation.
    pub fn at(&self, punct: &str) -> bool {
        matches!(self.token, Token::Punct(p) if p == punct)
    }

    /// Skips this punctuation if it is the current token; returns whether it was.
    pub fn accept(&mut self, punct: &str) -> bool {
        let here = self.at(punct);
        if here {
            self.advance();
        }
        here
    }

    /// Skips this word if it is the current token; returns whether it was.
    pub fn accept_word(&mut self, word: &str) -> bool {
        let here = self.token == Token::Word(word);
        if here {
            self.advance();
        }
        here
    }

    /// Parses this punctuation.
    pub fn expect(&mut self, punct: &str) -> Result<(), ParseError> {
        if self.accept(punct) { Ok(()) } else { Err(self.error(format!("`{punct}`"))) }
    }

    /// Parses this word.
    pub fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept_word(word) { Ok(()) } else { Err(self.error(format!("`{word}`"))) }
    }

    /// Parses a word.
    pub fn word(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        match self.token {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => Err(self.error(expected)),
        }
    }

    /// Parses a name: a word, or a UTF-8 string.
    pub fn name(&mut self, expected: &str) -> Result<Cow<'a, str>, ParseError> {
        let name = match self.token {
            Token::Word(word) => Cow::Borrowed(word),
            Token::String(content) => match unescape(content) {
                Cow::Borrowed(_) => Cow::Borrowed(content),
                Cow::Owned(bytes) => match String::from_utf8(bytes) {
                    Ok(name) => Cow::Owned(name),
                    Err(_) => return Err(self.error(format!("{expected} in UTF-8"))),
                },
            },
            _ => return Err(self.error(expected)),
        };
        self.advance();
        Ok(name)
    }

    /// Parses a name that may contain hyphens (`x86_64-linux`); the text formats have no subtraction.
    pub fn hyphenated_name(&mut self, expected: &str) -> Result<Cow<'a, str>, ParseError> {
        if matches!(self.token, Token::Word(_)) {
            self.lexer.skip_while(is_hyphenated);
            self.token = Token::Word(&self.lexer.text[self.start..self.lexer.position]);
        }
        self.name(expected)
    }

    /// Parses an integer in `min..=max`; returns its bits in two's complement.
    pub fn integer(&mut self, min: i64, max: u64) -> Result<u64, ParseError> {
        let bits = match self.token {
            Token::Integer(integer) => integer.in_range(min, max),
            _ => None,
        };
        let bits = bits.ok_or_else(|| self.error(format!("an integer from {min} to {max}")))?;
        self.advance();
        Ok(bits)
    }

    /// Parses an unsigned 32-bit integer.
    pub fn u32(&mut self) -> Result<u32, ParseError> {
        self.integer(0, u64::from(u32::MAX)).map(|bits| bits as u32)
    }

    /// Parses a signed 32-bit integer.
    pub fn i32(&mut self) -> Result<i32, ParseError> {
        self.integer(i64::from(i32::MIN), i32::MAX as u64).map(|bits| bits as i32)
    }

    /// Parses a 64-bit float: a number, `inf`, `-inf`, or `nan:` and its bits.
    pub fn f64(&mut self) -> Result<f64, ParseError> {
        let nan = |bits| Some(f64::from_bits(bits)).filter(|float| float.is_nan());
        self.float(f64::INFINITY, "the bits of a 64-bit NaN", nan)
    }

    /// Parses a 32-bit float: a number, `inf`, `-inf`, or `nan:` and its bits.
    pub fn f32(&mut self) -> Result<f32, ParseError> {
        let nan = |bits| u32::try_from(bits).ok().map(f32::from_bits).filter(|float| float.is_nan());
        self.float(f32::INFINITY, "the bits of a 32-bit NaN", nan)
    }

    fn float<F: std::str::FromStr + std::ops::Neg<Output = F>>(
        &mut self,
        infinity: F,
        expected_nan: &str,
        nan: impl Fn(u64) -> Option<F>,
    ) -> Result<F, ParseError> {
        const EXPECTED: &str = "a number, `inf`, `-inf` or `nan:BITS`";
        let written = match self.token {
            Token::Word("nan") => {
                self.advance();
                self.expect(":")?;
                let bits = match self.token {
                    Token::Integer(Integer { negative: false, magnitude }) => nan(magnitude),
                    _ => None,
                };
                let float = bits.ok_or_else(|| self.error(expected_nan))?;
                self.advance();
                return Ok(float);
            }
            Token::Word("inf") => {
                self.advance();
                return Ok(infinity);
            }
            Token::Punct("-") => {
                self.advance();
                self.expect_word("inf")?;
                return Ok(-infinity);
            }
            Token::Float(written) => written,
            Token::Integer(_) => &self.lexer.text[self.start..self.lexer.position],
            _ => return Err(self.error(EXPECTED)),
        };
        let float = written.parse().map_err(|_| self.error(EXPECTED))?;
        self.advance();
        Ok(float)
    }

    /// Parses a word of `prefix` and a number, or `prefix?`, whose number is `u32::MAX`.
    pub fn numbered_word(&mut self, prefix: &str) -> Result<u32, ParseError> {
        let start = self.start;
        if let Token::Word(word) = self.token
            && let Some(digits) = word.strip_prefix(prefix)
        {
            if digits.is_empty() {
                self.advance();
                if self.accept("?") {
                    return Ok(u32::MAX);
                }
            } else if let Some(number) = parse_number(digits) {
                self.advance();
                return Ok(number);
            }
        }
        Err(self.error_at(start, format!("`{prefix}` and a number")))
    }

    /// The error that the current token is not what was expected.
    pub fn error(&self, expected: impl Into<String>) -> ParseError {
        self.error_at(self.start, expected)
    }

    /// As [`Cursor::error`], at an earlier [`Cursor::offset`].
    pub fn error_at(&self, offset: usize, expected: impl Into<String>) -> ParseError {
        let text = self.lexer.text;
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let mut lexer = Lexer { text, position: before.len() };
        let found = match lexer.next() {
            (_, Token::End) => String::from("the end of the text"),
            (_, Token::Bad(what)) if !what.is_empty() => String::from(what),
            (start, _) => {
                let token = &text[start..lexer.position];
                let cut = token.char_indices().nth(SHOWN).map(|(i, _)| i);
                format!(
                    "`{}{}`",
                    &token[..cut.unwrap_or(token.len())],
                    if cut.is_some() { "..." } else { "" }
                )
            }
        };
        ParseError {
            line: before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
            found,
            expected: expected.into(),
        }
    }
}

/// Parses comma-separated items between brackets.
pub(crate) fn list<'a>(
    cursor: &mut Cursor<'a>,
    [open, close]: [&str; 2],
    mut item: impl FnMut(&mut Cursor<'a>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    cursor.expect(open)?;
    if cursor.accept(close) {
        return Ok(());
    }
    loop {
        item(cursor)?;
        if cursor.accept(close) {
            return Ok(());
        }
        if !cursor.accept(",") {
            return Err(cursor.error(format!("`,` or `{close}`")));
        }
    }
}

pub(crate) fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [&str; 2],
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_str(open)?;
    for (i, item) in items.into_iter().enumerate() {
        f.write_str(if i == 0 { "" } else { ", " })?;
        write(f, item)?;
    }
    f.write_str(close)
}

/// Parses a 32-bit number below `u32::MAX` that consists of decimal digits only.
pub fn parse_number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| plain && *number != u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut cursor = Cursor::new(text);
        let mut tokens = Vec::new();
        while cursor.token() != Token::End {
            tokens.push(cursor.advance());
        }
        tokens
    }

    #[test]
    fn every_kind_of_token() {
        use Token::*;
        let int = |negative, magnitude| Integer(super::Integer { negative, magnitude });
        assert_eq!(
            tokens("a.b$ -5 0xff 1.5 -2e-3 \"x\\n\" @12 #3:@? %xmm0 -> 3..7 ^-( ; rest\n.x"),
            [
                Word("a.b$"),
                int(true, 5),
                int(false, 255),
                Float("1.5"),
                Float("-2e-3"),
                String("x\\n"),
                Numbered('@', 12),
                Numbered('#', 3),
                Punct(":"),
                Numbered('@', u32::MAX),
                Register("xmm0"),
                Punct("->"),
                int(false, 3),
                Punct(".."),
                int(false, 7),
                Punct("^"),
                Punct("-"),
                Punct("("),
                Word(".x"),
            ]
        );
    }

    #[test]
    fn invalid_text_is_bad() {
        for text in ["@", "@4294967295", "%", "\"abc", "\"\\q\"", "\"\\x9\"", "0x", "12ab", "é", "!", "0x1g"]
        {
            assert!(matches!(tokens(text)[0], Token::Bad(_)), "{text}");
        }
        assert!(matches!(tokens("99999999999999999999")[..], [Token::Bad("a number of more than 64 bits")]));
    }

    #[test]
    fn names_and_strings_round_trip() {
        for name in ["a", "..", "..x", "..7", "", "a b", "7", "é\u{1}\"\\", "\n\t\r\0", "$"] {
            let mut text = std::string::String::new();
            write_name(&mut text, name).unwrap();
            let mut cursor = Cursor::new(&text);
            assert_eq!(cursor.name("a name").unwrap(), name, "{text}");
            assert_eq!(cursor.token(), Token::End);
        }
        let all: Vec<u8> = (0..=255).collect();
        let mut text = std::string::String::new();
        write_quoted(&mut text, &all).unwrap();
        assert_eq!(unescape(&text[1..text.len() - 1]), all);
        assert!(Cursor::new(r#""\xff""#).name("a name").is_err());
    }

    #[test]
    fn integer_ranges_are_checked() {
        let range = |text, min, max| Cursor::new(text).integer(min, max).ok();
        assert_eq!(range("-128", -128, 255), Some(0u64.wrapping_sub(128)));
        assert_eq!((range("-129", -128, 255), range("255", -128, 255)), (None, Some(255)));
        assert_eq!((range("256", -128, 255), range("-0", 0, 1), range("0", 1, 2)), (None, Some(0), None));
        assert_eq!(range("-9223372036854775808", i64::MIN, u64::MAX), Some(1 << 63));
        assert_eq!(range("-9223372036854775809", i64::MIN, u64::MAX), None);
        assert_eq!(range("0xffffffffffffffff", i64::MIN, u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn floats_are_exact() {
        let double = |text| Cursor::new(text).f64().map(f64::to_bits).ok();
        assert_eq!(double("-0.0"), Some(1 << 63));
        assert_eq!(double("-0"), Some(1 << 63));
        assert_eq!(double("-inf"), Some(f64::NEG_INFINITY.to_bits()));
        assert_eq!(double("nan:0xfff0000000000001"), Some(0xfff0_0000_0000_0001));
        assert_eq!((double("nan:0x1"), double("-nan"), double("x")), (None, None, None));
        assert_eq!(Cursor::new("nan:0x7f800001").f32().map(f32::to_bits), Ok(0x7f80_0001));
        assert!(Cursor::new("nan:0x7ff8000000000000").f32().is_err());
    }

    #[test]
    fn errors_have_positions() {
        let mut cursor = Cursor::new("a ; é\n \"é\" + b");
        cursor.advance();
        let place = cursor.offset();
        cursor.advance();
        let error = cursor.error("a comma");
        assert_eq!(error.to_string(), "2:6: found `+`, expected a comma");
        assert_eq!(cursor.error_at(place, "x").to_string(), "2:2: found `\"é\"`, expected x");
        assert_eq!(Cursor::new("").error("x").found, "the end of the text");
    }
}
