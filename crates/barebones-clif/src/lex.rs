//! Tokens. A token is classified by its first character; words are not interpreted here.

use crate::ast::Place;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A letter or `_`, then letters, digits and `_`.
    Word(&'a str),
    /// A number: a digit or a sign, then everything that numbers have. `Inf`, `NaN` and `sNaN` with a sign are numbers.
    Number(&'a str),
    /// `%name` or `%"name"`, without percent sign and quotes.
    Name(&'a str),
    /// `"text"`, without quotes.
    Text(&'a str),
    /// `@` and hexadecimal digits: a position in a source.
    SourceLoc(&'a str),
    /// `#` and hexadecimal digits.
    Hex(&'a str),
    /// Another character, or `->`.
    Punct(&'a str),
    /// The end.
    End,
}

/// A comment, without the semicolons and blanks at its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comment<'a> {
    pub(crate) text: &'a str,
    pub(crate) place: Place,
}

/// A position in a text, with the token there.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    /// The byte after the token.
    next: usize,
    /// The first byte of the token.
    start: usize,
    line: u32,
    line_start: usize,
    /// Characters before the text in its first line.
    indent: u32,
    pub(crate) token: Token<'a>,
    pub(crate) place: Place,
    /// The comments since they were last taken.
    pub(crate) comments: Vec<Comment<'a>>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, first: Place) -> Lexer<'a> {
        let mut lexer = Lexer {
            text,
            next: 0,
            start: 0,
            line: first.line,
            line_start: 0,
            indent: first.column - 1,
            token: Token::End,
            place: first,
            comments: Vec::new(),
        };
        lexer.advance();
        lexer
    }

    fn place_of(&self, offset: usize) -> Place {
        let column = self.text[self.line_start..offset].chars().count() as u32 + self.indent + 1;
        Place { line: self.line, column }
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(offset).copied().unwrap_or(0)
    }

    fn end_of(&self, from: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len())
    }

    /// The end of a number that starts at an offset.
    fn end_of_number(&self, start: usize) -> usize {
        let mut at = start + usize::from(matches!(self.byte(start), b'+' | b'-'));
        let is_hex = self.text[at..].starts_with("0x");
        loop {
            let byte = self.byte(at);
            let continues = is_word(byte)
                || byte == b'.'
                || byte == b':' && self.text[at..].starts_with(":0x")
                || matches!(byte, b'+' | b'-') && is_hex && matches!(self.byte(at - 1), b'p');
            if !continues {
                return at;
            }
            at += 1;
        }
    }

    /// Reads the next token.
    pub(crate) fn advance(&mut self) {
        loop {
            let byte = self.byte(self.next);
            if self.next < self.text.len() && matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                self.next += 1;
                if byte == b'\n' {
                    self.line += 1;
                    self.line_start = self.next;
                    self.indent = 0;
                }
            } else if byte == b';' {
                let end = self.end_of(self.next, |byte| byte != b'\n');
                let whole = &self.text[self.next..end];
                let text = whole.trim_start_matches(';').trim_start();
                let place = self.place_of(self.next + (whole.len() - text.len()));
                self.comments.push(Comment { text: text.trim_end(), place });
                self.next = end;
            } else {
                break;
            }
        }
        self.start = self.next;
        self.place = self.place_of(self.start);
        let (start, byte) = (self.start, self.byte(self.start));
        let signed = matches!(byte, b'+' | b'-');
        let after_sign = &self.text[start + usize::from(signed)..];
        let starts_float = ["Inf", "NaN", "sNaN"].iter().any(|name| after_sign.starts_with(name));
        let (end, token): (usize, fn(&'a str) -> Token<'a>) = match byte {
            _ if start >= self.text.len() => (start, |_| Token::End),
            b'-' if self.text[start..].starts_with("->") => (start + 2, Token::Punct),
            _ if starts_float && (!is_word(byte) || self.is_float_word(start)) => {
                (self.end_of_number(start), Token::Number)
            }
            b'0'..=b'9' => (self.end_of_number(start), Token::Number),
            b'+' | b'-' if self.byte(start + 1).is_ascii_digit() => {
                (self.end_of_number(start), Token::Number)
            }
            b'%' if self.byte(start + 1) == b'"' => {
                let end = self.end_of(start + 2, |byte| byte != b'"' && byte != b'\n');
                let closed = self.byte(end) == b'"';
                let name = |text: &'a str| Token::Name(&text[2..text.len() - 1]);
                if closed { (end + 1, name) } else { (start + 1, Token::Punct) }
            }
            b'%' if is_word(self.byte(start + 1)) => {
                (self.end_of(start + 1, is_word), |text| Token::Name(&text[1..]))
            }
            b'"' => {
                let end = self.end_of(start + 1, |byte| byte != b'"' && byte != b'\n');
                let text = |text: &'a str| Token::Text(&text[1..text.len() - 1]);
                if self.byte(end) == b'"' { (end + 1, text) } else { (start + 1, Token::Punct) }
            }
            b'@' if self.byte(start + 1).is_ascii_hexdigit() => {
                (self.end_of(start + 1, |byte| byte.is_ascii_hexdigit()), |text| Token::SourceLoc(&text[1..]))
            }
            b'#' if self.byte(start + 1).is_ascii_hexdigit() => {
                (self.end_of(start + 1, |byte| byte.is_ascii_hexdigit()), |text| Token::Hex(&text[1..]))
            }
            _ if is_word(byte) => (self.end_of(start, is_word), Token::Word),
            _ => {
                let width = self.text[start..].chars().next().map_or(1, char::len_utf8);
                (start + width, Token::Punct)
            }
        };
        self.next = end;
        self.token = token(&self.text[start..end]);
    }

    /// True if the word at an offset is `Inf`, `NaN` or `sNaN`.
    fn is_float_word(&self, start: usize) -> bool {
        matches!(&self.text[start..self.end_of(start, is_word)], "Inf" | "NaN" | "sNaN")
    }

    /// The rest of the line of the token, without a comment; moves to the next line.
    pub(crate) fn rest_of_line(&mut self) -> &'a str {
        let end = self.end_of(self.start, |byte| byte != b'\n' && byte != b';');
        let rest = &self.text[self.start..end];
        self.next = end;
        self.advance();
        rest.trim_end()
    }

    /// The token as text, for errors.
    pub(crate) fn found(&self) -> String {
        match self.token {
            Token::End => String::from("the end of the text"),
            _ => format!("`{}`", &self.text[self.start..self.next]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text, Place { line: 1, column: 1 });
        let mut all = Vec::new();
        while lexer.token != Token::End {
            all.push(format!("{:?}", lexer.token));
            lexer.advance();
        }
        all
    }

    #[test]
    fn tokens_of_both_dialects() {
        let expected = [
            r#"Word("v1")"#,
            r#"Punct("=")"#,
            r#"Word("load")"#,
            r#"Punct(".")"#,
            r#"Word("f32")"#,
            r#"Word("v1")"#,
            r#"Number("+16")"#,
            r#"Punct("->")"#,
            r#"Name("a")"#,
            r#"Name("b c")"#,
            r#"Number("-0x1.8p-3")"#,
            r#"Number("+NaN:0x1")"#,
            r#"Number("Inf")"#,
            r#"Word("Info")"#,
            r#"Number("-sNaN:0x2")"#,
            r#"Word("u0")"#,
            r#"Punct(":")"#,
            r#"Number("1")"#,
            r#"SourceLoc("00c7")"#,
            r#"Punct("%")"#,
            r#"Text("x")"#,
            r#"Punct("\"")"#,
            r#"Word("y")"#,
            r#"Punct("é")"#,
        ];
        let text = "v1 = load.f32 v1+16 -> %a %\"b c\" -0x1.8p-3 +NaN:0x1 Inf Info -sNaN:0x2 u0:1 @00c7 % \"x\" \"y é";
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn places_and_comments() {
        let mut lexer = Lexer::new("a ;; run: x \n  b", Place { line: 5, column: 1 });
        lexer.advance();
        assert_eq!((lexer.place, lexer.comments.len()), (Place { line: 6, column: 3 }, 1));
        assert_eq!(
            (lexer.comments[0].text, lexer.comments[0].place),
            ("run: x", Place { line: 5, column: 6 })
        );
    }
}
