//! A reader of JSON for tests.

use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads a complete text.
    #[track_caller]
    pub(crate) fn read(text: &str) -> Json {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
        let value = reader.value();
        reader.space();
        assert_eq!(reader.at, text.len(), "text after the end");
        value
    }

    #[track_caller]
    pub(crate) fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.get(name).unwrap_or_else(|| panic!("no field {name}")),
            other => panic!("{name} of {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn list(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            other => panic!("{other:?} is no list"),
        }
    }

    #[track_caller]
    pub(crate) fn number(&self) -> i64 {
        match self {
            Json::Number(number) if number.fract() == 0.0 => *number as i64,
            other => panic!("{other:?} is no whole number"),
        }
    }

    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("{other:?} is no text"),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> u8 {
        self.space();
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) {
        assert!(
            self.take(byte),
            "found {:?} at {}, expected {:?}",
            self.peek() as char,
            self.at,
            byte as char
        );
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => {
                let mut fields = BTreeMap::new();
                self.expect(b'{');
                if self.take(b'}') {
                    return Json::Object(fields);
                }
                loop {
                    self.space();
                    let name = self.string();
                    self.expect(b':');
                    let value = self.value();
                    assert!(fields.insert(name.clone(), value).is_none(), "{name} twice");
                    if !self.take(b',') {
                        self.expect(b'}');
                        return Json::Object(fields);
                    }
                }
            }
            b'[' => {
                let mut items = Vec::new();
                self.expect(b'[');
                if self.take(b']') {
                    return Json::List(items);
                }
                loop {
                    items.push(self.value());
                    if !self.take(b',') {
                        self.expect(b']');
                        return Json::List(items);
                    }
                }
            }
            b'"' => Json::Text(self.string()),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => {
                let rest = &self.bytes[self.at..];
                let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let length = rest.iter().take_while(|byte| is_part(byte)).count();
                let text = std::str::from_utf8(&rest[..length]).expect("digits");
                self.at += length;
                Json::Number(text.parse().unwrap_or_else(|_| panic!("{text:?} at {}", self.at)))
            }
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Json {
        assert!(self.bytes[self.at..].starts_with(word.as_bytes()), "expected {word} at {}", self.at);
        self.at += word.len();
        value
    }

    fn string(&mut self) -> String {
        self.expect(b'"');
        let mut bytes = Vec::new();
        loop {
            let byte = *self.bytes.get(self.at).expect("the string ends");
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).expect("UTF-8"),
                b'\\' => {
                    let escape = self.bytes[self.at];
                    self.at += 1;
                    match escape {
                        b'n' => bytes.push(b'\n'),
                        b't' => bytes.push(b'\t'),
                        b'r' => bytes.push(b'\r'),
                        b'b' => bytes.push(8),
                        b'f' => bytes.push(12),
                        b'u' => {
                            let digits =
                                std::str::from_utf8(&self.bytes[self.at..self.at + 4]).expect("digits");
                            let number = u32::from_str_radix(digits, 16).expect("digits");
                            self.at += 4;
                            let c = char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
                            bytes.extend(c.to_string().as_bytes());
                        }
                        other => bytes.push(other),
                    }
                }
                byte => {
                    assert!(byte >= b' ', "a control character in a string");
                    bytes.push(byte);
                }
            }
        }
    }
}
