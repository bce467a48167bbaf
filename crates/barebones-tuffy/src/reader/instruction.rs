//! Reads one instruction.

use super::lexer::Token;
use super::{ReadError, Reader, Result};
use crate::annotation::{Annotation, Range};
use crate::ir::{Function, Inst, MAX_BYTES, MAX_WIDTH, Operand, Payload, Position, Type};
use crate::table::{FloatPredicate, FloatType, IntPredicate, Op, Ordering, RmwOp, Syntax};
use num_bigint::BigInt;

/// Names that the project's own printer uses for instructions of the document.
const ALIASES: [(&str, Op); 10] = [
    ("count_leading_zeros", Op::Clz),
    ("count_trailing_zeros", Op::Ctz),
    ("bit_reverse", Op::BitReverse),
    ("rotate_left", Op::RotL),
    ("rotate_right", Op::RotR),
    ("saturating_add", Op::UAddSat),
    ("saturating_sub", Op::USubSat),
    ("ssaturating_add", Op::SAddSat),
    ("ssaturating_sub", Op::SSubSat),
    ("memcopy", Op::MemCpy),
];

/// The words after the dots of a name.
struct Suffixes {
    words: std::vec::IntoIter<String>,
    position: Position,
}

impl Suffixes {
    fn next<T>(&mut self, what: &str, named: impl Fn(&str) -> Option<T>) -> Result<T> {
        let word = self.words.next();
        let found = word.as_deref().and_then(named);
        found.ok_or_else(|| {
            let word = word.map_or(String::from("no suffix"), |word| format!("`.{word}`"));
            ReadError::new(self.position, &format!("{what} after the name"), &word)
        })
    }

    fn number(&mut self) -> Result<u64> {
        let number = |word: &str| super::number(word).filter(|number| *number <= u64::from(MAX_WIDTH));
        self.next("a number of at most 4096", number)
    }
}

impl Reader<'_> {
    /// The name of an instruction with its suffixes.
    fn operation(&mut self) -> Result<(Op, Suffixes)> {
        let position = self.position;
        let unknown = |name: &str| ReadError::new(position, "an instruction", &format!("`{name}`"));
        let Token::Word(name) = self.token.clone() else { return Err(self.unexpected("an instruction")) };
        self.advance()?;
        let mut words = Vec::new();
        while self.accept('.')? {
            match self.token.clone() {
                Token::Word(word) | Token::Number(word) => words.push(word),
                _ => return Err(self.unexpected("a suffix of the instruction")),
            }
            self.advance()?;
            if words.len() > 3 {
                return Err(self.unexpected("at most three suffixes"));
            }
        }
        let atomic = words.first().is_some_and(|word| word == "atomic");
        let op = if atomic {
            let op = Op::named(&format!("{name}.atomic"));
            words.remove(0);
            op
        } else {
            Op::named(&name).or_else(|| ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, op)| *op))
        };
        let op = op.ok_or_else(|| unknown(&name))?;
        Ok((op, Suffixes { words: words.into_iter(), position }))
    }

    pub(super) fn instruction(&mut self, function: &mut Function) -> Result<Inst> {
        let position = self.position;
        let mut definitions = Vec::new();
        if self.numbered("v").is_some() {
            loop {
                let at = self.position;
                let number = self.numbered("v").ok_or_else(|| self.unexpected("a value, such as `v0`"))?;
                self.advance()?;
                definitions.push((number, at, self.definition()?));
                if !self.accept(',')? {
                    break;
                }
            }
            self.expect('=')?;
        }
        let (op, mut suffixes) = self.operation()?;
        let mut inst = Inst {
            op,
            position,
            results: Vec::new(),
            operands: Vec::new(),
            targets: Vec::new(),
            payload: Payload::None,
        };
        self.rest(&mut inst, &mut suffixes, function)?;
        if let Some(word) = suffixes.words.next() {
            let at = suffixes.position;
            return Err(ReadError::new(at, "the operands of the instruction", &format!("`.{word}`")));
        }
        for (index, (number, at, mut definition)) in definitions.into_iter().enumerate() {
            let typed = match &inst.payload {
                Payload::Type(ty, annotation) => Some((ty, annotation)),
                Payload::Call(Some((ty, annotation)), _) if index == 1 => Some((ty, annotation)),
                _ => None,
            };
            if let (Some((ty, annotation)), None) = (typed, &definition.0) {
                definition.0 = Some(ty.clone());
                if definition.1.is_empty() {
                    definition.1 = annotation.clone();
                }
            }
            inst.results.push(self.define(function, number, at, definition)?);
        }
        // The project's printer writes the type with the result, and the size after the name.
        if let (Op::Load, Payload::Width(bytes)) = (op, &inst.payload) {
            let result = inst.results.first().map(|value| &function.values[value.index()]);
            let (ty, mut annotation) =
                result.map_or((Type::Int, Annotation::default()), |v| (v.ty.clone(), v.annotation.clone()));
            if annotation.bits().is_none() && ty == Type::Int {
                let bits = u32::try_from(*bytes * 8).unwrap_or(MAX_WIDTH).clamp(8, MAX_WIDTH);
                annotation.ranges.push(Range { signed: false, bits });
            }
            inst.payload = Payload::Type(ty, annotation);
        }
        Ok(inst)
    }

    /// Everything after the name.
    fn rest(&mut self, inst: &mut Inst, suffixes: &mut Suffixes, function: &Function) -> Result<()> {
        let syntax = inst.op.row().syntax;
        inst.payload = match syntax {
            Syntax::Width => Payload::Width(suffixes.number()?),
            Syntax::IntPredicate => {
                Payload::Int(suffixes.next("a predicate of integers", IntPredicate::named)?)
            }
            Syntax::FloatPredicate => {
                Payload::FloatPredicate(suffixes.next("a predicate of floats", FloatPredicate::named)?)
            }
            Syntax::Order => Payload::Order(suffixes.next("an ordering", Ordering::named)?),
            Syntax::Rmw => {
                let op = suffixes.next("an operation", RmwOp::named)?;
                Payload::Rmw(op, suffixes.next("an ordering", Ordering::named)?)
            }
            Syntax::CmpXchg => {
                let success = suffixes.next("an ordering", Ordering::named)?;
                Payload::CmpXchg(success, suffixes.next("an ordering", Ordering::named)?)
            }
            Syntax::Flags => {
                let (mut reassoc, mut contract) = (false, false);
                while let Token::Word(word) = &self.token {
                    match word.as_str() {
                        "reassoc" => reassoc = true,
                        "contract" => contract = true,
                        _ => break,
                    }
                    self.advance()?;
                }
                Payload::Flags { reassoc, contract }
            }
            _ => Payload::None,
        };
        match syntax {
            Syntax::Plain if inst.op == Op::Store => {
                // The size that the project's printer writes; the stored type has it.
                if suffixes.words.len() > 0 {
                    suffixes.number()?;
                }
                inst.operands = self.operands()?;
            }
            Syntax::Plain if inst.op.row().operands.is_empty() => {}
            Syntax::Plain
            | Syntax::Width
            | Syntax::Flags
            | Syntax::IntPredicate
            | Syntax::FloatPredicate
            | Syntax::Order
            | Syntax::Rmw
            | Syntax::CmpXchg
            | Syntax::List => inst.operands = self.operands()?,
            Syntax::Integer => inst.payload = Payload::Integer(self.integer()?),
            Syntax::Bool => {
                inst.payload = Payload::Bool(self.is_word("true"));
                if !self.is_word("true") && !self.is_word("false") {
                    return Err(self.unexpected("`true` or `false`"));
                }
                self.advance()?;
            }
            Syntax::Float => {
                let ty = if suffixes.words.len() > 0 {
                    suffixes.next("a float type", FloatType::named)?
                } else {
                    let found = match &self.token {
                        Token::Word(word) => FloatType::named(word),
                        _ => None,
                    };
                    let ty = found.ok_or_else(|| self.unexpected("a float type"))?;
                    self.advance()?;
                    ty
                };
                let at = self.position;
                let bits = u128::try_from(self.integer()?).ok();
                let bits = bits.filter(|bits| ty.bytes() == 16 || bits >> (8 * ty.bytes()) == 0);
                let expected = format!("the bits of an {}", ty.name());
                let bits = bits.ok_or_else(|| ReadError::new(at, &expected, "another number"))?;
                inst.payload = Payload::Float(ty, bits);
            }
            Syntax::Param => {
                let index = match &self.token {
                    Token::Parameter(name) => {
                        let named = |param: &crate::ir::Parameter| param.name.as_ref() == Some(name);
                        let index = function.params.iter().position(named);
                        let index = index.and_then(|index| u32::try_from(index).ok());
                        let index = index.ok_or_else(|| self.unexpected("a parameter of the function"))?;
                        self.advance()?;
                        index
                    }
                    _ => self.small(u32::MAX, "the index or the `%name` of a parameter")?,
                };
                inst.payload = Payload::Param(index);
            }
            Syntax::Load => {
                let sized = suffixes.words.len() > 0;
                let bytes = if sized { suffixes.number()? } else { 0 };
                inst.operands = self.operands()?;
                inst.payload =
                    if sized && self.token != Token::Arrow { Payload::Width(bytes) } else { self.arrow()? };
            }
            Syntax::ToFloat => {
                inst.operands.push(self.operand()?);
                if self.accept(',')? {
                    let found = match &self.token {
                        Token::Word(word) => FloatType::named(&word.to_ascii_lowercase()),
                        _ => None,
                    };
                    let ty = found.ok_or_else(|| self.unexpected("a float type"))?;
                    self.advance()?;
                    inst.payload = Payload::Type(Type::Float(ty), Annotation::default());
                } else {
                    inst.payload = self.arrow()?;
                }
            }
            Syntax::Slot => {
                inst.payload = Payload::Width(self.number(MAX_BYTES, "a number of bytes")?);
                if self.is_word("align") {
                    self.advance()?;
                    self.number(16, "an alignment")?;
                }
            }
            Syntax::Align => self.aligned(inst)?,
            Syntax::Bits => {
                inst.operands.push(self.operand()?);
                self.expect(',')?;
                inst.payload = Payload::Width(self.number(u64::from(MAX_WIDTH), "a number of bits")?);
            }
            Syntax::Indices => {
                inst.operands.push(self.operand()?);
                if inst.op == Op::InsertValue {
                    self.expect(',')?;
                    inst.operands.push(self.operand()?);
                }
                self.expect(',')?;
                let bracket = self.accept('[')?;
                let mut path = vec![self.small(MAX_WIDTH, "an index")?];
                while self.accept(',')? {
                    path.push(self.small(MAX_WIDTH, "an index")?);
                }
                if bracket {
                    self.expect(']')?;
                }
                inst.payload = Payload::Indices(path);
            }
            Syntax::Symbol => inst.payload = Payload::Symbol(self.symbol()?),
            Syntax::Call => {
                inst.operands.push(self.operand()?);
                let arguments = self.arguments()?;
                inst.operands.extend(arguments);
                self.expect(',')?;
                inst.operands.push(self.operand()?);
                let mut result = None;
                if self.token == Token::Arrow {
                    self.advance()?;
                    result = Some(self.annotated_type()?);
                }
                let mut cleanup = None;
                if self.is_word("cleanup") {
                    self.advance()?;
                    cleanup = Some(self.block_name()?);
                }
                inst.payload = Payload::Call(result, cleanup);
            }
            Syntax::Jump => inst.targets.push(self.target()?),
            Syntax::Branch => {
                inst.operands.push(self.operand()?);
                self.expect(',')?;
                inst.targets.push(self.target()?);
                self.expect(',')?;
                inst.targets.push(self.target()?);
            }
        }
        Ok(())
    }

    /// `-> TYPE`
    fn arrow(&mut self) -> Result<Payload> {
        if self.token != Token::Arrow {
            return Err(self.unexpected("`->`"));
        }
        self.advance()?;
        let (ty, annotation) = self.annotated_type()?;
        Ok(Payload::Type(ty, annotation))
    }

    /// Three operands, `align=N`, and the token.
    fn aligned(&mut self, inst: &mut Inst) -> Result<()> {
        let mut align = 1;
        loop {
            if self.is_word("align") {
                self.advance()?;
                self.expect('=')?;
                align = self.number(MAX_BYTES, "an alignment")?;
            } else {
                let operand: Operand = self.operand()?;
                inst.operands.push(operand);
            }
            if inst.operands.len() == 4 {
                break;
            }
            self.expect(',')?;
        }
        if !align.is_power_of_two() {
            let found = BigInt::from(align).to_string();
            return Err(ReadError::new(inst.position, "an alignment that is a power of two", &found));
        }
        inst.payload = Payload::Width(align);
        Ok(())
    }
}
