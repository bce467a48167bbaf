//! Reads functions from text.

use crate::code::{Class, Code, Mode};
use crate::lexer::{Lexer, Token};
use crate::read_error::ReadError;
use crate::tree::{Body, Data, Expr, Flags, Function, Insn, NoteKind, Operand, Position, RegNote};

/// Maximum nesting of expressions.
pub const MAX_DEPTH: u32 = 100;

/// Reads a function from a text that contains nothing else.
///
/// # Errors
/// The first token that cannot be right.
pub fn parse(text: &str) -> Result<Function, ReadError> {
    let mut reader = Reader { lexer: Lexer::new(text), token: Token::End, position: Position::default() };
    reader.advance()?;
    let function = reader.function()?;
    match reader.token {
        Token::End => Ok(function),
        _ => Err(reader.unexpected("the end of the text")),
    }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    token: Token,
    position: Position,
}

/// The first word of an expression: code, flags, mode.
struct Head {
    name: String,
    flags: Flags,
    mode: String,
}

/// The bits of a float of a mode, written in decimal or as bits with `0x`.
fn float_bits(word: &str, mode: Mode) -> Option<u128> {
    if let Some(digits) = word.strip_prefix("0x") {
        return u128::from_str_radix(digits, 16).ok().filter(|bits| bits & !mode.mask() == 0);
    }
    let plain = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let word = Some(word).filter(|word| plain || ["inf", "-inf"].contains(word))?;
    match mode {
        Mode::Sf => word.parse::<f32>().ok().map(|number| u128::from(number.to_bits())),
        _ => word.parse::<f64>().ok().map(|number| u128::from(number.to_bits())),
    }
}

/// A number, decimal or hexadecimal, with or without sign.
pub(crate) fn integer(word: &str) -> Option<i128> {
    let (negative, digits) = word.strip_prefix('-').map_or((false, word), |digits| (true, digits));
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) if digits.starts_with('+') => None,
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse::<i128>().ok(),
    }?;
    Some(if negative { -magnitude } else { magnitude })
}

impl Reader<'_> {
    fn advance(&mut self) -> Result<(Token, Position), ReadError> {
        let (token, position) = self.lexer.next()?;
        let old = std::mem::replace(&mut self.token, token);
        Ok((old, std::mem::replace(&mut self.position, position)))
    }

    fn unexpected(&self, expected: &str) -> ReadError {
        ReadError::new(self.position, &self.token.describe(), expected)
    }

    fn expect(&mut self, token: &Token) -> Result<Position, ReadError> {
        if self.token != *token {
            return Err(self.unexpected(&token.describe()));
        }
        Ok(self.advance()?.1)
    }

    fn text(&mut self, what: &str) -> Result<String, ReadError> {
        let Token::Text(bytes) = &self.token else { return Err(self.unexpected(what)) };
        let text = String::from_utf8(bytes.clone());
        let text = text.map_err(|_| ReadError::new(self.position, "other bytes", "a string in UTF-8"))?;
        self.advance()?;
        Ok(text)
    }

    fn number(&mut self, what: &str, low: i128, high: i128) -> Result<i128, ReadError> {
        let number = match &self.token {
            Token::Word(word) => integer(word).filter(|number| (low..=high).contains(number)),
            _ => None,
        };
        let number = number.ok_or_else(|| self.unexpected(what))?;
        self.advance()?;
        Ok(number)
    }

    fn uid(&mut self, what: &str) -> Result<u32, ReadError> {
        let number = self.number(what, 0, i128::from(i32::MAX))?;
        Ok(u32::try_from(number).unwrap_or(0))
    }

    /// The word after an opening parenthesis, which is read already.
    fn head(&mut self, what: &str) -> Result<Head, ReadError> {
        let Token::Word(word) = &self.token else { return Err(self.unexpected(what)) };
        let (codes, mode) = word.split_once(':').unwrap_or((word, ""));
        let mut parts = codes.split('/');
        let name = parts.next().unwrap_or_default().to_string();
        let mut flags = Flags::default();
        for part in parts {
            let flag = match part {
                "u" => &mut flags.unchanging,
                "v" => &mut flags.volatile,
                "s" => &mut flags.in_struct,
                _ => return Err(self.unexpected("a code with flags of /u, /v and /s")),
            };
            if std::mem::replace(flag, true) {
                return Err(self.unexpected("each flag once"));
            }
        }
        let head = Head { name, flags, mode: mode.to_string() };
        Ok(head)
    }

    /// The head of one of our own forms, which has neither flags nor mode.
    fn is_form(&self, form: &str) -> bool {
        matches!(&self.token, Token::Word(word) if word == form)
    }

    fn function(&mut self) -> Result<Function, ReadError> {
        self.expect(&Token::Open)?;
        if !self.is_form("function") {
            return Err(self.unexpected("`function`"));
        }
        self.advance()?;
        let name = self.text("the name of the function, a string")?;
        self.expect(&Token::OpenVector)?;
        let mut params = Vec::new();
        while self.token != Token::CloseVector {
            params.push(self.register("a register of an argument, or `]`")?);
        }
        self.advance()?;
        let result = self.operand_expr(0)?;
        let result = match result {
            Operand::Expr(expr) if expr.code == Code::Reg => Some(expr),
            Operand::Expr(expr) => {
                return Err(ReadError::new(
                    expr.position,
                    expr.code.name(),
                    "the register of the result or (nil)",
                ));
            }
            _ => None,
        };
        let mut function =
            Function { name, params, result, data: Vec::new(), frame: None, insns: Vec::new() };
        while self.token == Token::Open {
            let (_, position) = self.advance()?;
            if self.is_form("data") {
                self.advance()?;
                let name = self.text("the name of data, a string")?;
                let data = Data { name, bytes: self.bytes()? };
                function.data.push(data);
                self.expect(&Token::Close)?;
            } else if self.is_form("frame") {
                if function.frame.is_some() {
                    return Err(self.unexpected("one frame"));
                }
                self.advance()?;
                let reg = self.register("the register of the frame's address")?;
                let size = self.number("the size of the frame, at most 65536", 0, 65536)?;
                function.frame = Some((reg, u32::try_from(size).unwrap_or(0)));
                self.expect(&Token::Close)?;
            } else {
                let insn = self.insn(position)?;
                function.insns.push(insn);
            }
        }
        self.expect(&Token::Close)?;
        Ok(function)
    }

    fn register(&mut self, what: &str) -> Result<Expr, ReadError> {
        let error = self.unexpected(what);
        match self.operand_expr(0)? {
            Operand::Expr(expr) if expr.code == Code::Reg => Ok(expr),
            _ => Err(error),
        }
    }

    /// Strings, and vectors of numbers after their mode: `"abc" :SI [1 2]`.
    fn bytes(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        loop {
            match &self.token {
                Token::Text(found) => {
                    bytes.extend(found);
                    self.advance()?;
                }
                Token::Word(word) => {
                    let mode = word.strip_prefix(':').and_then(Mode::named).filter(|mode| mode.is_int());
                    let mode = mode.ok_or_else(|| self.unexpected("a string, or `:` and an integer mode"))?;
                    self.advance()?;
                    self.expect(&Token::OpenVector)?;
                    while self.token != Token::CloseVector {
                        let number = self.number("a number or `]`", i128::MIN, i128::MAX)?;
                        bytes.extend(&number.to_le_bytes()[..mode.bytes() as usize]);
                    }
                    self.advance()?;
                }
                _ => return Ok(bytes),
            }
        }
    }

    /// The rest of an element of the chain, after its parenthesis.
    fn insn(&mut self, position: Position) -> Result<Insn, ReadError> {
        let what = "insn, jump_insn, call_insn, code_label, barrier, note, data or frame";
        let head = self.head(what)?;
        let code = Code::named(&head.name).filter(|code| code.row().class == Class::Insn);
        let code = code.filter(|_| head.mode.is_empty() && head.flags == Flags::default());
        let code = code.ok_or_else(|| self.unexpected(what))?;
        self.advance()?;
        let uid = self.uid("the number of the insn")?;
        let previous = self.uid("the number of the previous insn, or 0")?;
        let next = self.uid("the number of the next insn, or 0")?;
        let body = match code {
            Code::Barrier => Body::Barrier,
            Code::CodeLabel => Body::Label(self.uid("the number of the label")?),
            Code::Note => Body::Note(self.note()?),
            _ => self.pattern()?,
        };
        self.expect(&Token::Close)?;
        Ok(Insn { code, uid, previous, next, body, position })
    }

    fn note(&mut self) -> Result<NoteKind, ReadError> {
        if let Token::Text(_) = &self.token {
            let file = self.text("a file")?;
            let line = self.number("a line", 1, i128::from(i32::MAX))?;
            return Ok(NoteKind::Line(file, u32::try_from(line).unwrap_or(0)));
        }
        let mark = match &self.token {
            Token::Word(word) => NoteKind::MARKS.into_iter().find(|(_, name)| name == word),
            _ => None,
        };
        let (mark, _) = mark.ok_or_else(|| self.unexpected("a file and a line, or NOTE_INSN_.."))?;
        self.advance()?;
        Ok(mark)
    }

    fn pattern(&mut self) -> Result<Body, ReadError> {
        let Operand::Expr(pattern) = self.operand_expr(0)? else {
            return Err(self.unexpected("a side effect"));
        };
        let (mut insn_code, mut links, mut notes) = (-1, Vec::new(), Vec::new());
        if let Token::Word(_) = self.token {
            let number = self.number("the number of a pattern, or -1", -1, i128::from(i32::MAX))?;
            insn_code = i32::try_from(number).unwrap_or(-1);
            links = self.links()?;
            notes = self.notes()?;
        }
        Ok(Body::Pattern { pattern, insn_code, links, notes })
    }

    /// True if `(nil)` follows, which is consumed then.
    fn nil(&mut self) -> Result<bool, ReadError> {
        let is_nil = self.is_form("nil") || self.is_form("null");
        if is_nil {
            self.advance()?;
            self.expect(&Token::Close)?;
        }
        Ok(is_nil)
    }

    fn links(&mut self) -> Result<Vec<u32>, ReadError> {
        let mut links = Vec::new();
        loop {
            self.expect(&Token::Open)?;
            if self.nil()? {
                break;
            }
            if !self.is_form(Code::InsnList.name()) {
                return Err(self.unexpected("insn_list or nil"));
            }
            self.advance()?;
            links.push(self.uid("the number of an insn")?);
        }
        links.iter().try_for_each(|_| self.expect(&Token::Close).map(drop))?;
        Ok(links)
    }

    fn notes(&mut self) -> Result<Vec<(RegNote, Expr)>, ReadError> {
        let mut notes = Vec::new();
        loop {
            self.expect(&Token::Open)?;
            if self.nil()? {
                break;
            }
            let what = "expr_list with REG_DEAD, REG_INC, REG_CONST or REG_WAS_0, or nil";
            let head = self.head(what)?;
            let kind = RegNote::ALL.into_iter().find(|(_, name)| *name == head.mode);
            let kind = kind.filter(|_| head.name == Code::ExprList.name() && head.flags == Flags::default());
            let (kind, _) = kind.ok_or_else(|| self.unexpected(what))?;
            self.advance()?;
            notes.push((kind, self.register("a register")?));
        }
        notes.iter().try_for_each(|_| self.expect(&Token::Close).map(drop))?;
        Ok(notes)
    }

    /// An expression or `(nil)`.
    fn operand_expr(&mut self, depth: u32) -> Result<Operand, ReadError> {
        if depth > MAX_DEPTH {
            return Err(self.unexpected(&format!("at most {MAX_DEPTH} nested expressions")));
        }
        let position = self.expect(&Token::Open)?;
        if self.nil()? {
            return Ok(Operand::Null);
        }
        let head = self.head("the code of an expression")?;
        let code = Code::named(&head.name);
        let code = code.filter(|code| !matches!(code.row().class, Class::Insn | Class::List));
        let code = code.ok_or_else(|| self.unexpected("the code of an expression"))?;
        if code.row().class == Class::Refused {
            return Err(self.unexpected("a code that functions contain and that is executed"));
        }
        let mode = if head.mode.is_empty() { Some(Mode::Void) } else { Mode::named(&head.mode) };
        let mode = mode.ok_or_else(|| self.unexpected("a mode: VOID QI HI SI DI TI SF DF CC BLK"))?;
        self.advance()?;
        let mut operands = Vec::new();
        for format in code.row().format.bytes() {
            operands.push(self.operand(format, mode, depth + 1)?);
        }
        self.expect(&Token::Close)?;
        let flags = head.flags;
        Ok(Operand::Expr(Expr { code, mode, flags, operands, resolved: Mode::Void, position }))
    }

    fn operand(&mut self, format: u8, mode: Mode, depth: u32) -> Result<Operand, ReadError> {
        Ok(match format {
            b'e' => self.operand_expr(depth)?,
            b'E' => {
                self.expect(&Token::OpenVector)?;
                let mut elements = Vec::new();
                while self.token != Token::CloseVector {
                    match self.operand_expr(depth)? {
                        Operand::Expr(expr) => elements.push(expr),
                        _ => return Err(self.unexpected("expressions in a vector, not (nil)")),
                    }
                }
                self.advance()?;
                Operand::Vector(elements)
            }
            b'i' => Operand::Number(i128::from(self.uid("a number")?)),
            b'w' => Operand::Number(self.number(
                "an integer of 64 bits",
                i128::from(i64::MIN),
                i128::from(u64::MAX),
            )?),
            b's' => Operand::Text(self.text("a string")?),
            _ => Operand::Bits(self.constant(mode)?),
        })
    }

    /// The value of a `const_double`.
    fn constant(&mut self, mode: Mode) -> Result<u128, ReadError> {
        if mode == Mode::Ti {
            let (low, high) = (i128::from(i64::MIN), i128::from(u64::MAX));
            let what = "two integers of 64 bits, the low one first";
            let words = [self.number(what, low, high)?, self.number(what, low, high)?];
            return Ok(words[0] as u128 & u128::from(u64::MAX) | (words[1] as u128) << 64);
        }
        let word = match &self.token {
            Token::Word(word) if mode.is_float() => float_bits(word, mode),
            _ => None,
        };
        let bits =
            word.ok_or_else(|| self.unexpected("a float of mode SF or DF, or two words of mode TI"))?;
        self.advance()?;
        Ok(bits)
    }
}
