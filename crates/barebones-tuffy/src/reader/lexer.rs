//! Tokens of the text form.

use super::ReadError;
use crate::ir::Position;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    /// Digits, decimal or hexadecimal with `0x`.
    Number(String),
    /// `@name`
    Symbol(String),
    /// `%name`
    Parameter(String),
    Text(Vec<u8>),
    Arrow,
    Punctuation(char),
    End,
}

impl Token {
    /// How messages name the token.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(word) | Token::Number(word) => format!("`{word}`"),
            Token::Symbol(name) => format!("`@{name}`"),
            Token::Parameter(name) => format!("`%{name}`"),
            Token::Text(_) => String::from("a string"),
            Token::Arrow => String::from("`->`"),
            Token::Punctuation(character) => format!("`{character}`"),
            Token::End => String::from("the end of the text"),
        }
    }
}

pub(super) struct Lexer<'a> {
    rest: std::str::Chars<'a>,
    position: Position,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_name(c: char) -> bool {
    is_word(c) || c == '.' || c == '$'
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.chars(), position: Position { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.position.line = self.position.line.saturating_add(1);
            self.position.column = 1;
        } else {
            self.position.column = self.position.column.saturating_add(1);
        }
        Some(c)
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| accept(*c)) {
            text.push(c);
            self.bump();
        }
        text
    }

    /// The next token and its position.
    pub(super) fn next(&mut self) -> Result<(Token, Position), ReadError> {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.as_str().starts_with("//") {
                break;
            }
            self.take_while(|c| c != '\n');
        }
        let position = self.position;
        let Some(first) = self.peek() else { return Ok((Token::End, position)) };
        let token = match first {
            c if c.is_ascii_digit() => Token::Number(self.take_while(is_word)),
            c if is_word(c) => Token::Word(self.take_while(is_word)),
            '@' | '%' => {
                self.bump();
                let name = match self.peek() {
                    Some('"') => String::from_utf8(self.string(position)?)
                        .map_err(|_| ReadError::new(position, "a name in UTF-8", "other bytes"))?,
                    _ => self.take_while(is_name),
                };
                if name.is_empty() {
                    return Err(ReadError::new(position, "a name", &format!("`{first}`")));
                }
                if first == '@' { Token::Symbol(name) } else { Token::Parameter(name) }
            }
            '"' => Token::Text(self.string(position)?),
            '-' if self.rest.as_str().starts_with("->") => {
                self.bump();
                self.bump();
                Token::Arrow
            }
            c => {
                self.bump();
                Token::Punctuation(c)
            }
        };
        Ok((token, position))
    }

    /// The text up to a closing parenthesis, which is consumed.
    pub(super) fn until_parenthesis(&mut self) -> String {
        let text = self.take_while(|c| c != ')' && c != '\n');
        if self.peek() == Some(')') {
            self.bump();
        }
        text
    }

    /// A string with the escapes `\n \t \r \0 \" \\ \xNN`.
    fn string(&mut self, start: Position) -> Result<Vec<u8>, ReadError> {
        let unterminated = || ReadError::new(start, "a string that ends on its line", "a string without end");
        self.bump();
        let mut bytes = Vec::new();
        loop {
            let at = self.position;
            match self.bump() {
                None | Some('\n') => return Err(unterminated()),
                Some('"') => return Ok(bytes),
                Some('\\') => {
                    let escaped = self.bump().ok_or_else(unterminated)?;
                    bytes.push(match escaped {
                        'n' => b'\n',
                        't' => b'\t',
                        'r' => b'\r',
                        '0' => 0,
                        '"' => b'"',
                        '\\' => b'\\',
                        'x' => {
                            let digits: String = [self.bump(), self.bump()].into_iter().flatten().collect();
                            let plain = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit());
                            let byte = u8::from_str_radix(&digits, 16).ok().filter(|_| plain);
                            byte.ok_or_else(|| {
                                ReadError::new(at, "two hexadecimal digits", &format!("`\\x{digits}`"))
                            })?
                        }
                        other => {
                            let expected = "one of \\n \\t \\r \\0 \\\" \\\\ \\xNN";
                            return Err(ReadError::new(at, expected, &format!("`\\{other}`")));
                        }
                    });
                }
                Some(c) => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
    }
}
