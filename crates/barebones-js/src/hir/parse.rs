//! Reads modules from text: the dialect of `hermesc` 0.12, and the spellings of the reference as aliases.
//!
//! Functions may refer to later ones, and names are not quoted. So a first pass reads headers, frames and labels of all
//! functions, and a second pass reads instructions. The kind of each operand follows from its position.

use super::module::{
    Block, BlockId, Function, FunctionId, FunctionKind, Hidden, Inst, InstId, Literal, Module, Named,
    Operand, Value, VariableId,
};
use super::opcode::{Kind, Opcode, Operator, Operators};
use super::types::Type;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// Why a text is not a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What the text should have there.
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}", self.line, self.column, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Reads a module.
///
/// # Errors
/// The first place where the text is no module, with what is expected there.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let lines: Vec<&str> = text.lines().collect();
    let mut reader =
        Reader { lines: &lines, module: Module::default(), names: HashMap::new(), bodies: Vec::new() };
    reader.read_headers()?;
    for index in 0..reader.bodies.len() {
        reader.read_body(FunctionId(index as u32))?;
    }
    if reader.module.functions.is_empty() {
        return Err(ParseError { line: 1, column: 1, expected: String::from("`function`") });
    }
    Ok(reader.module)
}

struct Reader<'a> {
    lines: &'a [&'a str],
    module: Module,
    names: HashMap<Rc<str>, FunctionId>,
    bodies: Vec<Body>,
}

/// Where a function's instructions are.
struct Body {
    /// Indices of the lines of instructions and labels.
    lines: std::ops::Range<usize>,
    /// Blocks by their printed number.
    blocks: HashMap<u32, BlockId>,
    /// Instructions in order of lines.
    count: u32,
}

/// A place in a line.
struct Cursor<'a> {
    text: &'a str,
    line: usize,
    at: usize,
}

type Result_<T> = Result<T, ParseError>;

impl<'a> Cursor<'a> {
    fn new(lines: &[&'a str], line: usize) -> Cursor<'a> {
        Cursor { text: lines.get(line).copied().unwrap_or(""), line, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error<T>(&self, expected: impl Into<String>) -> Result_<T> {
        Err(ParseError { line: self.line + 1, column: self.at + 1, expected: expected.into() })
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn need(&mut self, token: &str) -> Result_<()> {
        if self.eat(token) { Ok(()) } else { self.error(format!("`{token}`")) }
    }

    fn end(&self) -> Result_<()> {
        if self.rest().is_empty() { Ok(()) } else { self.error("the end of the line") }
    }

    fn number(&mut self) -> Result_<u32> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        match self.rest()[..digits].parse() {
            Ok(number) => {
                self.at += digits;
                Ok(number)
            }
            Err(_) => self.error("a number of 32 bits"),
        }
    }

    /// True where an operand ends: at its type, at a comma or at the end of the line.
    fn ends_at(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        rest.is_empty() || rest.starts_with(", ") || rest.starts_with(" : ")
    }

    /// Type that follows a value.
    fn ty(&mut self) -> Result_<Type> {
        if !self.eat(" : ") {
            return Ok(Type::ANY);
        }
        let mut all: Option<Type> = None;
        loop {
            let length = self.rest().bytes().take_while(u8::is_ascii_lowercase).count();
            let Some(ty) = Type::named(&self.rest()[..length]) else { return self.error("a type") };
            self.at += length;
            all = Some(all.map_or(ty, |all| all.union(ty)));
            if !self.eat("|") {
                return Ok(all.unwrap_or(Type::ANY));
            }
        }
    }

    /// A list of names with types, up to a closing text.
    fn named(&mut self, close: &str) -> Result_<Vec<Named>> {
        let mut all = Vec::new();
        if self.eat(close) {
            return Ok(all);
        }
        loop {
            let ends = [", ", " : ", close];
            let length = ends.iter().filter_map(|end| self.rest().find(end)).min();
            let Some(length) = length.filter(|length| *length > 0) else { return self.error("a name") };
            let name = Rc::from(&self.rest()[..length]);
            self.at += length;
            all.push(Named { name, ty: self.ty()? });
            if self.eat(close) {
                return Ok(all);
            }
            self.need(", ")?;
        }
    }
}

impl<'a> Reader<'a> {
    fn read_headers(&mut self) -> Result_<()> {
        let mut line = 0;
        while line < self.lines.len() {
            if self.lines[line].trim().is_empty() {
                line += 1;
                continue;
            }
            line = self.read_header(line)?;
        }
        Ok(())
    }

    /// Reads a function's header, frame and labels, and returns the line past its end.
    fn read_header(&mut self, mut line: usize) -> Result_<usize> {
        let mut cursor = Cursor::new(self.lines, line);
        let kinds =
            [FunctionKind::Function, FunctionKind::Constructor, FunctionKind::Arrow, FunctionKind::Method];
        let found =
            kinds.into_iter().find(|kind| cursor.eat(&format!("{} ", super::print::kind_text(*kind))));
        let Some(kind) = found else { return cursor.error("`function`, `constructor`, `arrow` or `method`") };
        // Names may have parentheses, but parameters and types have none.
        let Some(open) = cursor.text.rfind('(').filter(|open| *open >= cursor.at) else {
            return cursor.error("`(`");
        };
        let start = cursor.at;
        let mut name = &cursor.text[start..open];
        if let Some(inner) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'))
            && (inner.is_empty() || inner.contains(' '))
        {
            name = inner;
        }
        cursor.at = open + 1;
        let params = cursor.named(")")?;
        let result = cursor.ty()?;
        cursor.end()?;
        line += 1;
        let mut cursor = Cursor::new(self.lines, line);
        cursor.need("frame = [")?;
        let variables = cursor.named("]")?;
        if cursor.eat(", globals = [") {
            if !self.module.functions.is_empty() {
                return cursor.error("the end of the line: only the first function has globals");
            }
            self.module.globals = cursor.named("]")?.into_iter().map(|named| named.name).collect();
        }
        cursor.end()?;
        line += 1;
        let mut hidden = Hidden::default();
        if self.lines.get(line).is_some_and(|text| text.starts_with("; barebones")) {
            hidden = read_hidden(&mut Cursor::new(self.lines, line))?;
            line += 1;
        }
        let id = FunctionId(self.module.functions.len() as u32);
        let name: Rc<str> = Rc::from(name);
        if self.names.insert(name.clone(), id).is_some() {
            let cursor = Cursor { text: "", line: line.saturating_sub(2), at: start };
            return cursor.error(format!("another name: `{name}` is defined twice"));
        }
        let first = line;
        let mut blocks = HashMap::new();
        let mut count = 0;
        let mut all = Vec::new();
        loop {
            let mut cursor = Cursor::new(self.lines, line);
            if cursor.text == "function_end" {
                break;
            }
            if cursor.eat("  %") {
                if all.is_empty() {
                    return cursor.error("a block before the first instruction");
                }
                count += 1;
            } else if cursor.eat("%BB") {
                let number = cursor.number()?;
                cursor.need(":")?;
                cursor.end()?;
                if blocks.insert(number, BlockId(all.len() as u32)).is_some() {
                    return cursor.error("a block that is defined once");
                }
                all.push(Block::default());
            } else {
                return cursor.error("an instruction, a block or `function_end`");
            }
            line += 1;
        }
        if all.is_empty() {
            return Cursor::new(self.lines, line).error("a block");
        }
        self.bodies.push(Body { lines: first..line, blocks, count });
        let insts = Vec::new();
        self.module.functions.push(Function {
            kind,
            name,
            params,
            result,
            variables,
            blocks: all,
            insts,
            hidden,
            inlined: Vec::new(),
        });
        Ok(line + 1)
    }

    fn read_body(&mut self, id: FunctionId) -> Result_<()> {
        let lines = self.bodies[id.0 as usize].lines.clone();
        let count = self.bodies[id.0 as usize].count;
        let mut types: Vec<Option<Type>> = vec![None; count as usize];
        let mut insts: Vec<Inst> = Vec::with_capacity(count as usize);
        let mut block = 0;
        let mut starts = true;
        for line in lines {
            let mut cursor = Cursor::new(self.lines, line);
            if cursor.text.starts_with("%BB") {
                block += usize::from(!starts);
                starts = false;
                continue;
            }
            let inst = self.read_inst(id, &mut cursor, insts.len() as u32, &mut types)?;
            self.module.functions[id.0 as usize].blocks[block].insts.push(InstId(insts.len() as u32));
            insts.push(inst);
        }
        for (inst, ty) in insts.iter_mut().zip(types) {
            inst.ty = ty.unwrap_or(Type::ANY);
        }
        self.module.functions[id.0 as usize].insts = insts;
        Ok(())
    }

    fn read_inst(
        &self,
        id: FunctionId,
        cursor: &mut Cursor<'a>,
        number: u32,
        types: &mut [Option<Type>],
    ) -> Result_<Inst> {
        cursor.need("  %")?;
        let start = cursor.at;
        if cursor.number()? != number {
            cursor.at = start;
            return cursor.error(format!("the number {number}: instructions are numbered in order"));
        }
        cursor.need(" = ")?;
        let length = cursor.rest().find(' ').unwrap_or(cursor.rest().len());
        let Some(opcode) = Opcode::named(&cursor.rest()[..length]) else {
            return cursor.error("an instruction");
        };
        cursor.at += length;
        let row = opcode.row();
        let mut separator = " ";
        let mut operator = None;
        if row.operators != Operators::No {
            cursor.need(" '")?;
            let length = cursor.rest().find('\'').unwrap_or(0);
            operator = Operator::named(&cursor.rest()[..length], row.operators);
            if operator.is_none() {
                return cursor.error(format!("an operator of {}", row.name));
            }
            cursor.at += length + 1;
            separator = ", ";
        }
        let mut operands = Vec::new();
        loop {
            let past = operands.len().saturating_sub(row.operands.len());
            let complete = operands.len() >= row.operands.len()
                && (row.group.is_empty() || past.is_multiple_of(row.group.len()));
            if complete && cursor.rest().is_empty() {
                break;
            }
            let Some(kind) = row.kind(operands.len()) else { return cursor.error("the end of the line") };
            cursor.need(separator)?;
            separator = ", ";
            operands.push(self.read_operand(id, kind, cursor, types)?);
        }
        Ok(Inst { opcode, operator, operands, ty: Type::ANY, offset: 0 })
    }

    fn read_operand(
        &self,
        id: FunctionId,
        kind: Kind,
        cursor: &mut Cursor<'a>,
        types: &mut [Option<Type>],
    ) -> Result_<Operand> {
        match kind {
            Kind::Block => {
                let start = cursor.at;
                cursor.need("%BB")?;
                let number = cursor.number()?;
                match self.bodies[id.0 as usize].blocks.get(&number) {
                    Some(block) => Ok(Operand::Block(*block)),
                    None => {
                        cursor.at = start;
                        cursor.error("a block of the function")
                    }
                }
            }
            Kind::Label => {
                cursor.need("$")?;
                let label = Rc::from(cursor.rest());
                cursor.at = cursor.text.len();
                Ok(Operand::Label(label))
            }
            Kind::Builtin => {
                cursor.need("[")?;
                let Some(length) = cursor.rest().find(']') else { return cursor.error("`]`") };
                let name = Rc::from(&cursor.rest()[..length]);
                cursor.at += length + 1;
                cursor.need(" : number")?;
                Ok(Operand::Builtin(name))
            }
            Kind::Variable => self.read_variable(id, cursor),
            Kind::Function | Kind::Scope => {
                cursor.need("%")?;
                let ends = cursor.rest().match_indices("()").map(|(end, _)| end);
                for end in ends {
                    let name = unquoted(&cursor.rest()[..end]);
                    let past = cursor.at + end + 2;
                    let known = self.names.get(name).copied().filter(|_| cursor.ends_at(past));
                    let Some(callee) = known else { continue };
                    let start = cursor.at;
                    cursor.at = past;
                    if kind == Kind::Scope {
                        return Ok(Operand::Scope(callee));
                    }
                    let ty = cursor.ty()?;
                    if ty != self.module.function(callee).result {
                        cursor.at = start;
                        return cursor.error("the type in the function's header");
                    }
                    return Ok(Operand::Function(callee));
                }
                cursor.error("a function of the module")
            }
            Kind::Value
            | Kind::Literal
            | Kind::Number
            | Kind::StringLiteral
            | Kind::Boolean
            | Kind::Stack => self.read_value(id, cursor, types).map(Operand::Value),
        }
    }

    fn read_variable(&self, id: FunctionId, cursor: &mut Cursor<'a>) -> Result_<Operand> {
        cursor.need("[")?;
        let rest = cursor.rest();
        for (end, _) in rest.match_indices(']') {
            let past = cursor.at + end + 1;
            if !cursor.ends_at(past) {
                continue;
            }
            let inner = &rest[..end];
            let own = std::iter::once((inner, id));
            let outer = inner.match_indices('@').filter_map(|(at, _)| {
                self.names.get(unquoted(&inner[at + 1..])).map(|owner| (&inner[..at], *owner))
            });
            for (name, owner) in own.chain(outer) {
                let mut after = Cursor { text: cursor.text, line: cursor.line, at: past };
                let ty = after.ty()?;
                let variables = &self.module.function(owner).variables;
                let found =
                    variables.iter().rposition(|variable| *variable.name == *name && variable.ty == ty);
                let Some(index) = found else { continue };
                cursor.at = after.at;
                return Ok(Operand::Variable(VariableId { function: owner, index: index as u32 }));
            }
        }
        cursor.error("a variable, with the type in its frame")
    }

    fn read_value(
        &self,
        id: FunctionId,
        cursor: &mut Cursor<'a>,
        types: &mut [Option<Type>],
    ) -> Result_<Value> {
        let start = cursor.at;
        if cursor.eat("%") {
            if cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
                let number = cursor.number()?;
                let Some(known) = types.get_mut(number as usize) else {
                    cursor.at = start;
                    return cursor.error("an instruction of the function");
                };
                let at = cursor.at;
                let ty = cursor.ty()?;
                if *known.get_or_insert(ty) != ty {
                    cursor.at = at;
                    return cursor.error("the type of the instruction's first use");
                }
                return Ok(Value::Inst(InstId(number)));
            }
            let length = cursor.rest().find([' ', ',']).unwrap_or(cursor.rest().len());
            let name = &cursor.rest()[..length];
            cursor.at += length;
            let ty = cursor.ty()?;
            let params = &self.module.function(id).params;
            if let Some(index) = params.iter().rposition(|param| *param.name == *name && param.ty == ty) {
                return Ok(Value::Param(index as u32));
            }
            if name == "this" && ty == Type::ANY {
                return Ok(Value::This);
            }
            cursor.at = start;
            return cursor.error("a value of the function, with its type");
        }
        if cursor.eat("globalObject") {
            cursor.need(" : object")?;
            return Ok(Value::GlobalObject);
        }
        let literal = read_literal(cursor)?;
        let at = cursor.at;
        let ty = cursor.ty()?;
        if matches!(literal, Literal::Empty) && ty == Type::ANY {
            return Ok(Value::Literal(Literal::DefaultParent));
        }
        if ty != literal.ty() {
            cursor.at = at;
            return cursor.error(format!("`{}`", literal.ty()));
        }
        Ok(Value::Literal(literal))
    }
}

fn unquoted(name: &str) -> &str {
    match name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
        Some(inner) if inner.is_empty() || inner.contains(' ') => inner,
        _ => name,
    }
}

fn read_hidden(cursor: &mut Cursor<'_>) -> Result_<Hidden> {
    cursor.need("; barebones length=")?;
    let mut hidden = Hidden { length: cursor.number()?, ..Hidden::default() };
    hidden.strict = cursor.eat(" strict");
    hidden.generator = cursor.eat(" generator");
    hidden.is_async = cursor.eat(" async");
    if cursor.eat(" name=") {
        hidden.source_name = Some(Rc::from(cursor.rest()));
        cursor.at = cursor.text.len();
    }
    cursor.end()?;
    Ok(hidden)
}

fn read_literal(cursor: &mut Cursor<'_>) -> Result_<Literal> {
    let words = [
        ("undefined", Literal::Undefined),
        ("null", Literal::Null),
        ("true", Literal::Boolean(true)),
        ("false", Literal::Boolean(false)),
        ("empty", Literal::Empty),
        ("NaN", Literal::Number(f64::NAN)),
        ("Infinity", Literal::Number(f64::INFINITY)),
        ("-Infinity", Literal::Number(f64::NEG_INFINITY)),
    ];
    if let Some((_, literal)) = words.into_iter().find(|(word, _)| cursor.eat(word)) {
        return Ok(literal);
    }
    if cursor.eat("\"") {
        return read_string(cursor);
    }
    if cursor.rest().starts_with("0x") {
        return cursor.error("a literal: the address of an integer of any size is none");
    }
    let length = cursor.rest().find([' ', ',']).unwrap_or(cursor.rest().len());
    let word = &cursor.rest()[..length];
    if let Some(digits) = word.strip_suffix('n')
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        cursor.at += length;
        return Ok(Literal::BigInt(Rc::from(digits)));
    }
    let numeric = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match word.parse::<f64>().ok().filter(|value| numeric && super::number_text(*value) == word) {
        Some(value) => {
            cursor.at += length;
            Ok(Literal::Number(value))
        }
        None => cursor.error("a literal, a number in its shortest form"),
    }
}

/// Reads a string past its opening quote: escaped twice, bytes of UTF-8 with a form of its own for each surrogate.
fn read_string(cursor: &mut Cursor<'_>) -> Result_<Literal> {
    let mut bytes = Vec::new();
    loop {
        let rest = cursor.rest();
        let Some(first) = rest.bytes().next() else { return cursor.error("`\"`") };
        match first {
            b'"' => {
                cursor.at += 1;
                break;
            }
            b'\\' => {
                let hex = rest.strip_prefix("\\\\x").and_then(|rest| rest.get(..2));
                let hex = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
                let fixed = [
                    ("\\\\t", b'\t'),
                    ("\\\\n", b'\n'),
                    ("\\\\r", b'\r'),
                    ("\\\\\\\"", b'"'),
                    ("\\\\\\\\", b'\\'),
                ];
                if let Some(byte) = hex {
                    bytes.push(byte);
                    cursor.at += 5;
                } else if let Some((_, byte)) = fixed.into_iter().find(|(text, _)| cursor.eat(text)) {
                    bytes.push(byte);
                } else {
                    return cursor.error("an escape of two backslashes");
                }
            }
            0x20..0x7f => {
                bytes.push(first);
                cursor.at += 1;
            }
            _ => return cursor.error("an escape: strings are printable ASCII"),
        }
    }
    match decode(&bytes) {
        Some(units) => Ok(Literal::String(units.into())),
        None => cursor.error("a string whose bytes are UTF-8 of up to three bytes per unit"),
    }
}

fn decode(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let more = |byte: &u8| (*byte & 0xc0 == 0x80).then_some(u16::from(*byte & 0x3f));
        let (unit, length) = match rest {
            [] => return Some(units),
            [a @ 0..0x80, ..] => (u16::from(*a), 1),
            [a @ 0xc2..0xe0, b, ..] => (u16::from(*a & 0x1f) << 6 | more(b)?, 2),
            [a @ 0xe0..0xf0, b, c, ..] => (u16::from(*a & 0xf) << 12 | more(b)? << 6 | more(c)?, 3),
            _ => return None,
        };
        units.push(unit);
        rest = &rest[length..];
    }
}
