//! Reads the text form.

mod instruction;
mod lexer;

use crate::annotation::{Annotation, CLASSES, FloatClasses, KnownBit, Range};
use crate::ir::{
    Block, BlockId, Data, Function, MAX_BYTES, MAX_WIDTH, Module, Node, Operand, Parameter, Payload,
    Position, Region, RegionId, RegionKind, Target, Type, ValueData, ValueId,
};
use crate::table::FloatType;
use lexer::{Lexer, Token};
use num_bigint::BigInt;
use std::collections::HashMap;
use std::fmt;

/// Maximum nesting of regions and types.
const MAX_DEPTH: u32 = 64;

/// Maximum number of scalars of an aggregate.
const MAX_LEAVES: u64 = 4096;

/// Maximum number of digits of an integer.
const MAX_DIGITS: usize = 2000;

/// A text that cannot be read: the first token that cannot be right.
#[derive(Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Where it is.
    pub position: Position,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl ReadError {
    fn new(position: Position, expected: &str, found: &str) -> ReadError {
        ReadError { position, expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.position, self.found, self.expected)
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads a module.
///
/// # Errors
/// The text is not a module: the first token that cannot be right, with what was expected.
pub fn parse(text: &str) -> Result<Module> {
    let mut reader = Reader::new(text)?;
    let mut module = Module::default();
    let mut names: HashMap<String, Position> = HashMap::new();
    loop {
        let position = reader.position;
        let name = match &reader.token {
            Token::End => return Ok(module),
            Token::Word(word) if word == "func" => {
                let function = reader.function()?;
                let name = function.name.clone();
                module.functions.push(function);
                name
            }
            Token::Word(word) if word == "data" => {
                let data = reader.data()?;
                let name = data.name.clone();
                module.data.push(data);
                name
            }
            _ => return Err(reader.unexpected("`func` or `data`")),
        };
        if names.insert(name.clone(), position).is_some() {
            return Err(ReadError::new(position, "a name that is not yet defined", &format!("`@{name}`")));
        }
    }
}

/// What is read of a function before its names are resolved: ids are the numbers of the text.
#[derive(Default)]
struct Names {
    values: HashMap<u32, ValueId>,
    blocks: HashMap<u32, BlockId>,
    /// Used numbers and where, to report those without definition.
    used_values: Vec<(u32, Position)>,
    used_blocks: Vec<(u32, Position)>,
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    token: Token,
    position: Position,
    depth: u32,
    names: Names,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Reader<'a>> {
        let mut lexer = Lexer::new(text);
        let (token, position) = lexer.next()?;
        Ok(Reader { lexer, token, position, depth: 0, names: Names::default() })
    }

    fn advance(&mut self) -> Result<Token> {
        let (token, position) = self.lexer.next()?;
        self.position = position;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn unexpected(&self, expected: &str) -> ReadError {
        ReadError::new(self.position, expected, &self.token.describe())
    }

    fn is(&self, character: char) -> bool {
        self.token == Token::Punctuation(character)
    }

    fn accept(&mut self, character: char) -> Result<bool> {
        let found = self.is(character);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, character: char) -> Result<()> {
        if self.accept(character)? { Ok(()) } else { Err(self.unexpected(&format!("`{character}`"))) }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token, Token::Word(found) if found == word)
    }

    fn symbol(&mut self) -> Result<String> {
        match &self.token {
            Token::Symbol(name) => {
                let name = name.clone();
                self.advance()?;
                Ok(name)
            }
            _ => Err(self.unexpected("a symbol, such as `@name`")),
        }
    }

    /// A number of at most `max`.
    fn number(&mut self, max: u64, what: &str) -> Result<u64> {
        let number = match &self.token {
            Token::Number(text) => number(text).filter(|number| *number <= max),
            _ => None,
        };
        let number = number.ok_or_else(|| self.unexpected(&format!("{what}, at most {max}")))?;
        self.advance()?;
        Ok(number)
    }

    fn small(&mut self, max: u32, what: &str) -> Result<u32> {
        Ok(u32::try_from(self.number(u64::from(max), what)?).unwrap_or(max))
    }

    /// An integer of any size, with an optional sign.
    fn integer(&mut self) -> Result<BigInt> {
        let start = self.position;
        let negative = self.accept('-')?;
        let Token::Number(text) = &self.token else { return Err(self.unexpected("an integer")) };
        let (digits, radix) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (text.as_str(), 10),
        };
        let value = (digits.len() <= MAX_DIGITS).then(|| BigInt::parse_bytes(digits.as_bytes(), radix));
        let value = value.flatten().filter(|value| value.bits() <= u64::from(MAX_WIDTH));
        let Some(value) = value else {
            return Err(ReadError::new(start, "an integer of at most 4096 bits", &self.token.describe()));
        };
        self.advance()?;
        Ok(if negative { -value } else { value })
    }

    // ---- Types and annotations ------------------------------------------------------------------------

    fn starts_type(&self) -> bool {
        match &self.token {
            Token::Word(word) => {
                matches!(word.as_str(), "int" | "bool" | "ptr" | "mem" | "byte" | "struct")
                    || FloatType::named(word).is_some()
            }
            token => *token == Token::Punctuation('['),
        }
    }

    fn ty(&mut self) -> Result<Type> {
        let position = self.position;
        if self.depth >= MAX_DEPTH {
            return Err(self.unexpected("types that nest at most 64 deep"));
        }
        self.depth += 1;
        let ty = self.type_inside();
        self.depth -= 1;
        let ty = ty?;
        let too_large =
            ty.leaf_count() > MAX_LEAVES || ty.bytes(&Annotation::default()).is_some_and(|n| n > MAX_BYTES);
        if too_large {
            return Err(ReadError::new(position, "a type of at most 4096 scalars and 1 MiB", "a larger one"));
        }
        Ok(ty)
    }

    fn type_inside(&mut self) -> Result<Type> {
        let expected =
            "a type: int, bool, ptr, mem, byte(N), bf16, f16, f32, f64, f128, struct{..} or [T; N]";
        if self.accept('[')? {
            let element = self.annotated_type()?;
            self.expect(';')?;
            let count = self.small(MAX_WIDTH, "a number of elements")?;
            self.expect(']')?;
            return Ok(Type::Array(Box::new(element), count));
        }
        let Token::Word(word) = &self.token else { return Err(self.unexpected(expected)) };
        let ty = match word.as_str() {
            "int" => Type::Int,
            "bool" => Type::Bool,
            "ptr" => Type::Ptr,
            "mem" => Type::Mem,
            "byte" => Type::Bytes(1),
            "struct" => Type::Struct(Vec::new()),
            word => Type::Float(FloatType::named(word).ok_or_else(|| self.unexpected(expected))?),
        };
        self.advance()?;
        match ty {
            Type::Ptr if self.accept('(')? => {
                self.number(0, "address space 0")?;
                self.expect(')')?;
                Ok(ty)
            }
            Type::Bytes(_) if self.accept('(')? => {
                let count = self.small(MAX_WIDTH, "a number of bytes")?;
                self.expect(')')?;
                Ok(Type::Bytes(count))
            }
            Type::Struct(mut fields) => {
                self.expect('{')?;
                while !self.is('}') {
                    if !fields.is_empty() {
                        self.expect(',')?;
                    }
                    fields.push(self.annotated_type()?);
                    if fields.len() as u64 > MAX_LEAVES {
                        return Err(self.unexpected("a struct of at most 4096 fields"));
                    }
                }
                self.expect('}')?;
                Ok(Type::Struct(fields))
            }
            ty => Ok(ty),
        }
    }

    fn annotated_type(&mut self) -> Result<(Type, Annotation)> {
        let ty = self.ty()?;
        Ok((ty, self.annotations()?))
    }

    /// Any number of annotations, each after a colon.
    fn annotations(&mut self) -> Result<Annotation> {
        let mut annotation = Annotation::default();
        while self.accept(':')? {
            self.annotation(&mut annotation)?;
        }
        Ok(annotation)
    }

    /// One annotation, without its colon.
    fn annotation(&mut self, to: &mut Annotation) -> Result<()> {
        let expected = "an annotation: sN, uN, known(..) or nofpclass(..)";
        let Token::Word(word) = self.token.clone() else { return Err(self.unexpected(expected)) };
        match word.as_str() {
            "known" => {
                self.advance()?;
                let position = self.position;
                if !self.is('(') {
                    return Err(self.unexpected("`(`"));
                }
                let text = self.lexer.until_parenthesis();
                let bits: Option<Vec<KnownBit>> =
                    text.chars().filter(|c| *c != '_').map(KnownBit::of).collect();
                let bits = bits.filter(|bits| !bits.is_empty() && bits.len() <= MAX_WIDTH as usize);
                let bits = bits.ok_or_else(|| {
                    ReadError::new(position, "bits: 0, 1, ? or x, and `)`", &format!("`({text}`"))
                })?;
                to.known.push(bits);
                self.advance()?;
            }
            "nofpclass" => {
                self.advance()?;
                self.expect('(')?;
                while !self.is(')') {
                    let class = match &self.token {
                        Token::Word(word) => CLASSES.iter().find(|(name, _)| name == word),
                        _ => None,
                    };
                    let class = class.ok_or_else(|| self.unexpected("a class of floats or `)`"))?;
                    to.excluded = FloatClasses(to.excluded.0 | class.1);
                    self.advance()?;
                }
                self.expect(')')?;
            }
            word => {
                let bits = word.get(1..).and_then(number).filter(|bits| *bits <= u64::from(MAX_WIDTH));
                let signed = word.starts_with('s');
                let range = bits.filter(|_| signed || word.starts_with('u'));
                let bits = range.ok_or_else(|| self.unexpected(expected))?;
                to.ranges.push(Range { signed, bits: u32::try_from(bits).unwrap_or(MAX_WIDTH) });
                self.advance()?;
            }
        }
        if to.ranges.len() + to.known.len() > 16 {
            return Err(self.unexpected("at most 16 annotations"));
        }
        Ok(())
    }

    /// What may follow a defined value: `: TYPE`, annotations, both or nothing.
    fn definition(&mut self) -> Result<(Option<Type>, Annotation)> {
        let (mut ty, mut annotation) = (None, Annotation::default());
        let mut first = true;
        while self.accept(':')? {
            if first && self.starts_type() {
                ty = Some(self.ty()?);
            } else {
                self.annotation(&mut annotation)?;
            }
            first = false;
        }
        Ok((ty, annotation))
    }

    // ---- Values and operands --------------------------------------------------------------------------

    /// The number of a word such as `v12`.
    fn numbered(&self, prefix: &str) -> Option<u32> {
        let Token::Word(word) = &self.token else { return None };
        let digits = word.strip_prefix(prefix)?;
        number(digits).and_then(|number| u32::try_from(number).ok()).filter(|_| !digits.starts_with("0x"))
    }

    fn operand(&mut self) -> Result<Operand> {
        let number = self.numbered("v").ok_or_else(|| self.unexpected("a value, such as `v0`"))?;
        self.names.used_values.push((number, self.position));
        self.advance()?;
        Ok(Operand { value: ValueId(number), annotation: self.annotations()? })
    }

    /// Operands separated by commas; none if no value follows.
    fn operands(&mut self) -> Result<Vec<Operand>> {
        let mut operands = Vec::new();
        if self.numbered("v").is_some() {
            operands.push(self.operand()?);
            while self.accept(',')? {
                operands.push(self.operand()?);
            }
        }
        Ok(operands)
    }

    fn arguments(&mut self) -> Result<Vec<Operand>> {
        self.expect('(')?;
        let operands = self.operands()?;
        self.expect(')')?;
        Ok(operands)
    }

    fn block_name(&mut self) -> Result<BlockId> {
        let number = self.numbered("bb").ok_or_else(|| self.unexpected("a block, such as `bb0`"))?;
        self.names.used_blocks.push((number, self.position));
        self.advance()?;
        Ok(BlockId(number))
    }

    fn target(&mut self) -> Result<Target> {
        let block = self.block_name()?;
        let arguments = if self.is('(') { self.arguments()? } else { Vec::new() };
        Ok(Target { block, arguments })
    }

    fn define(
        &mut self,
        function: &mut Function,
        number: u32,
        position: Position,
        (ty, annotation): (Option<Type>, Annotation),
    ) -> Result<ValueId> {
        let id = ValueId(u32::try_from(function.values.len()).unwrap_or(u32::MAX));
        if self.names.values.insert(number, id).is_some() {
            return Err(ReadError::new(position, "a value that is not yet defined", &format!("`v{number}`")));
        }
        let declared = ty.is_some();
        function.values.push(ValueData { ty: ty.unwrap_or(Type::Int), declared, annotation, position });
        Ok(id)
    }

    // ---- Functions ------------------------------------------------------------------------------------

    fn data(&mut self) -> Result<Data> {
        self.advance()?;
        let position = self.position;
        let name = self.symbol()?;
        self.expect('=')?;
        let Token::Text(bytes) = self.token.clone() else { return Err(self.unexpected("a string")) };
        self.advance()?;
        let mut relocations = Vec::new();
        if self.is_word("relocs") {
            self.advance()?;
            self.expect('[')?;
            while !self.is(']') {
                if !relocations.is_empty() {
                    self.expect(',')?;
                }
                let max = u32::try_from(bytes.len().saturating_sub(8)).unwrap_or(0);
                let offset = self.small(max, "an offset of eight bytes in the data")?;
                self.expect(':')?;
                relocations.push((offset, self.symbol()?));
            }
            self.expect(']')?;
        }
        Ok(Data { name, bytes, relocations, position })
    }

    fn function(&mut self) -> Result<Function> {
        let position = self.position;
        self.advance()?;
        self.names = Names::default();
        let name = self.symbol()?;
        let mut function = Function {
            name,
            params: Vec::new(),
            result: None,
            values: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            position,
        };
        self.expect('(')?;
        while !self.is(')') {
            if !function.params.is_empty() {
                self.expect(',')?;
            }
            let name = match self.token.clone() {
                Token::Parameter(name) => {
                    self.advance()?;
                    self.expect(':')?;
                    Some(name)
                }
                _ => None,
            };
            if name.is_some() && function.params.iter().any(|param| param.name == name) {
                return Err(self.unexpected("parameters with different names"));
            }
            let (ty, annotation) = self.annotated_type()?;
            function.params.push(Parameter { name, ty, annotation });
        }
        self.expect(')')?;
        if self.token == Token::Arrow {
            self.advance()?;
            function.result = Some(self.annotated_type()?);
        }
        self.region(&mut function, RegionKind::Function, RegionId(0))?;
        self.resolve(&mut function)?;
        crate::types::infer(&mut function);
        Ok(function)
    }

    /// The braces of a region and its content.
    fn region(&mut self, function: &mut Function, kind: RegionKind, parent: RegionId) -> Result<RegionId> {
        if self.depth >= MAX_DEPTH {
            return Err(self.unexpected("regions that nest at most 64 deep"));
        }
        self.depth += 1;
        let id = RegionId(u32::try_from(function.regions.len()).unwrap_or(u32::MAX));
        function.regions.push(Region { kind, parent, nodes: Vec::new(), position: self.position });
        self.expect('{')?;
        while !self.is('}') {
            let node = if self.is_word("region") {
                self.advance()?;
                let kind = match &self.token {
                    Token::Word(word) if word == "loop" => RegionKind::Loop,
                    Token::Word(word) if word == "plain" => RegionKind::Plain,
                    _ => return Err(self.unexpected("`loop` or `plain`")),
                };
                self.advance()?;
                Node::Region(self.region(function, kind, id)?)
            } else {
                Node::Block(self.block(function, id)?)
            };
            function.regions[id.0 as usize].nodes.push(node);
        }
        self.expect('}')?;
        self.depth -= 1;
        Ok(id)
    }

    fn block(&mut self, function: &mut Function, region: RegionId) -> Result<BlockId> {
        let position = self.position;
        let Some(number) = self.numbered("bb") else {
            return Err(self.unexpected("a block, such as `bb0:`, `region` or `}`"));
        };
        let id = BlockId(u32::try_from(function.blocks.len()).unwrap_or(u32::MAX));
        if self.names.blocks.insert(number, id).is_some() {
            return Err(self.unexpected("a block that is not yet defined"));
        }
        self.advance()?;
        let mut params = Vec::new();
        if self.accept('(')? {
            while !self.is(')') {
                if !params.is_empty() {
                    self.expect(',')?;
                }
                let at = self.position;
                let number = self.numbered("v").ok_or_else(|| self.unexpected("a value, such as `v0`"))?;
                self.advance()?;
                let definition = self.definition()?;
                if definition.0.is_none() {
                    return Err(self.unexpected("the type of the block's parameter"));
                }
                params.push(self.define(function, number, at, definition)?);
            }
            self.expect(')')?;
        }
        self.expect(':')?;
        function.blocks.push(Block { params, insts: Vec::new(), region, position });
        while self.numbered("bb").is_none() && !self.is('}') && !self.is_word("region") {
            let inst = self.instruction(function)?;
            function.blocks[id.index()].insts.push(inst);
        }
        Ok(id)
    }

    /// Replaces the numbers of the text by ids.
    fn resolve(&self, function: &mut Function) -> Result<()> {
        for (number, position) in &self.names.used_values {
            if !self.names.values.contains_key(number) {
                return Err(ReadError::new(*position, "a value that is defined", &format!("`v{number}`")));
            }
        }
        for (number, position) in &self.names.used_blocks {
            if !self.names.blocks.contains_key(number) {
                return Err(ReadError::new(*position, "a block of the function", &format!("`bb{number}`")));
            }
        }
        let value = |operand: &mut Operand| operand.value = self.names.values[&operand.value.0];
        for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            inst.operands.iter_mut().for_each(value);
            for target in &mut inst.targets {
                target.block = self.names.blocks[&target.block.0];
                target.arguments.iter_mut().for_each(value);
            }
            if let Payload::Call(_, Some(cleanup)) = &mut inst.payload {
                *cleanup = self.names.blocks[&cleanup.0];
            }
        }
        Ok(())
    }
}

/// A decimal or hexadecimal number.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
        None if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    }
}
