//! Tokens of the text form.

use crate::read_error::ReadError;
use crate::tree::Position;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Open,
    Close,
    OpenVector,
    CloseVector,
    /// A name, a number, or a code with flags and mode.
    Word(String),
    Text(Vec<u8>),
    End,
}

impl Token {
    /// How messages name the token.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Open => String::from("`(`"),
            Token::Close => String::from("`)`"),
            Token::OpenVector => String::from("`[`"),
            Token::CloseVector => String::from("`]`"),
            Token::Word(word) => format!("`{word}`"),
            Token::Text(_) => String::from("a string"),
            Token::End => String::from("the end of the text"),
        }
    }
}

pub(crate) struct Lexer<'a> {
    rest: std::str::Chars<'a>,
    position: Position,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
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

    fn skip_while(&mut self, accept: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&accept) {
            self.bump();
        }
    }

    /// The next token and its position. A semicolon outside a string begins a comment.
    pub(crate) fn next(&mut self) -> Result<(Token, Position), ReadError> {
        loop {
            self.skip_while(char::is_whitespace);
            if self.peek() != Some(';') {
                break;
            }
            self.skip_while(|c| c != '\n');
        }
        let position = self.position;
        let token = match self.peek() {
            None => Token::End,
            Some('"') => Token::Text(self.string(position)?),
            Some(single @ ('(' | ')' | '[' | ']')) => {
                self.bump();
                match single {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    '[' => Token::OpenVector,
                    _ => Token::CloseVector,
                }
            }
            Some(_) => {
                let mut word = String::new();
                while let Some(c) = self.peek().filter(|c| !c.is_whitespace() && !"()[]\";".contains(*c)) {
                    word.push(c);
                    self.bump();
                }
                Token::Word(word)
            }
        };
        Ok((token, position))
    }

    /// A string with the escapes `\n \t \r \0 \" \\ \xNN`.
    fn string(&mut self, start: Position) -> Result<Vec<u8>, ReadError> {
        let unterminated = || ReadError::new(start, "a string without end", "a string that ends on its line");
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
                                ReadError::new(at, &format!("`\\x{digits}`"), "two hexadecimal digits")
                            })?
                        }
                        other => {
                            let expected = "one of \\n \\t \\r \\0 \\\" \\\\ \\xNN";
                            return Err(ReadError::new(at, &format!("`\\{other}`"), expected));
                        }
                    });
                }
                Some(c) => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
    }
}
