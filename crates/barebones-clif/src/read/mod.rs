//! The reader: files, functions, and their preambles.

mod directive;
mod infer;
mod inst;

pub(crate) use infer::call_signature;

use crate::ast::*;
use crate::lex::{Lexer, Token};
use crate::number::{fits, parse_int};
use crate::types::Type;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// The token or entity there.
    pub found: String,
    /// What could have been there.
    pub expected: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.place, self.found, self.expected)
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ReadError {}

/// Maximum size of a stack slot and of an alignment in bytes.
const MAX_SLOT: i128 = 1 << 31;

/// Reads a file of either dialect.
///
/// # Errors
/// Describes the first token that cannot be right, or the first value without a type.
pub fn read_file(text: &str) -> Result<File, ReadError> {
    let first = Place { line: 1, column: 1 };
    Reader { lexer: Lexer::new(text, first) }.file()
}

struct Reader<'a> {
    lexer: Lexer<'a>,
}

type Result<T, E = ReadError> = std::result::Result<T, E>;

/// Splits a word such as `v12` into its prefix and its number. `v012` has none.
fn numbered(word: &str) -> Option<(&str, u32)> {
    let digits = word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = word.split_at(word.len() - digits);
    if number.len() > 1 && number.starts_with('0') {
        return None;
    }
    number.parse().ok().map(|number| (prefix, number))
}

/// Tokens.
impl<'a> Reader<'a> {
    fn error<T>(&self, expected: impl Into<String>) -> Result<T> {
        Err(ReadError { place: self.lexer.place, found: self.lexer.found(), expected: expected.into() })
    }

    fn at(&self, punct: &str) -> bool {
        self.lexer.token == Token::Punct(punct)
    }

    fn accept(&mut self, punct: &str) -> bool {
        let is_there = self.at(punct);
        if is_there {
            self.lexer.advance();
        }
        is_there
    }

    fn expect(&mut self, punct: &str) -> Result<()> {
        if self.accept(punct) { Ok(()) } else { self.error(format!("`{punct}`")) }
    }

    fn at_word(&self, word: &str) -> bool {
        self.lexer.token == Token::Word(word)
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_there = self.at_word(word);
        if is_there {
            self.lexer.advance();
        }
        is_there
    }

    fn word(&mut self, expected: &str) -> Result<&'a str> {
        match self.lexer.token {
            Token::Word(word) => {
                self.lexer.advance();
                Ok(word)
            }
            _ => self.error(expected),
        }
    }

    /// The number of the entity at the token, if it has this prefix.
    fn at_entity(&self, prefix: &str) -> Option<u32> {
        match self.lexer.token {
            Token::Word(word) => {
                numbered(word).filter(|(found, _)| *found == prefix).map(|(_, number)| number)
            }
            _ => None,
        }
    }

    fn entity(&mut self, prefix: &str, expected: &str) -> Result<u32> {
        match self.at_entity(prefix) {
            Some(number) => {
                self.lexer.advance();
                Ok(number)
            }
            None => self.error(expected),
        }
    }

    fn value(&mut self) -> Result<Value> {
        // The document also numbers some values `vx0`.
        let number =
            self.at_entity("v").or_else(|| self.at_entity("vx").and_then(|n| n.checked_add(1 << 31)));
        match number {
            Some(number) => {
                self.lexer.advance();
                Ok(Value(number))
            }
            None => self.error("a value"),
        }
    }

    fn at_block(&self) -> Option<Block> {
        self.at_entity("block").or_else(|| self.at_entity("ebb")).map(Block)
    }

    fn block(&mut self) -> Result<Block> {
        let Some(block) = self.at_block() else { return self.error("a block") };
        self.lexer.advance();
        Ok(block)
    }

    fn ty(&mut self) -> Result<Type> {
        match self.lexer.token {
            Token::Word(word) if Type::from_name(word).is_some() => {
                self.lexer.advance();
                Type::from_name(word).map_or_else(|| self.error("a type"), Ok)
            }
            _ => self.error("a type"),
        }
    }

    /// An integer that fits this many bits, signed or unsigned.
    fn int(&mut self, bits: u32) -> Result<i128> {
        match self.lexer.token {
            Token::Number(text) => match parse_int(text) {
                Some(value) if fits(value, bits, text.starts_with('-')) => {
                    self.lexer.advance();
                    Ok(value)
                }
                _ => self.error(format!("an integer of {bits} bits")),
            },
            _ => self.error("an integer"),
        }
    }

    fn unsigned(&mut self, bits: u32) -> Result<u64> {
        match self.lexer.token {
            Token::Number(text) if text.starts_with('-') => self.error("an unsigned integer"),
            _ => Ok(self.int(bits)? as u64),
        }
    }

    /// An offset with an explicit sign; 0 if there is none.
    fn offset(&mut self) -> Result<i32> {
        Ok(self.signed_offset(32)? as i32)
    }

    /// An offset of this many bits with an explicit sign; 0 if there is none.
    fn signed_offset(&mut self, bits: u32) -> Result<i128> {
        match self.lexer.token {
            Token::Number(text) if text.starts_with(['+', '-']) => match parse_int(text) {
                // An offset is signed: its magnitude has one bit less.
                Some(value) if value < 1 << (bits - 1) && fits(value, bits, value < 0) => {
                    self.lexer.advance();
                    Ok(value)
                }
                _ => self.error(format!("an offset of {bits} bits")),
            },
            _ => Ok(0),
        }
    }

    /// Items up to a closing token, separated by commas.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.accept(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}

/// Adds a declaration; reports a second one of the same entity.
fn declare<K: Ord + fmt::Display + Copy, V>(
    map: &mut BTreeMap<K, V>,
    key: K,
    value: V,
    place: Place,
) -> Result<()> {
    match map.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            Ok(())
        }
        Entry::Occupied(_) => Err(duplicate(place, &key)),
    }
}

fn duplicate(place: Place, entity: &dyn fmt::Display) -> ReadError {
    let expected = String::from("an entity that is not declared yet");
    ReadError { place, found: format!("`{entity}`"), expected }
}

/// Files.
impl<'a> Reader<'a> {
    fn file(mut self) -> Result<File> {
        let mut file = File::default();
        while let Token::Word(word @ ("test" | "set" | "target" | "feature" | "isa")) = self.lexer.token {
            let line = self.lexer.rest_of_line();
            let rest = line[word.len()..].trim().to_string();
            match word {
                "test" => file.tests.push(rest),
                "set" => file.settings.push(rest),
                "feature" => file.features.push(rest),
                _ => {
                    let mut words = rest.split_ascii_whitespace().map(str::to_string);
                    let name = words.next().unwrap_or_default();
                    file.targets.push(TargetLine { name, flags: words.collect() });
                }
            }
        }
        self.lexer.comments.clear();
        while self.lexer.token != Token::End {
            let function = self.function()?;
            let index = file.functions.len();
            file.functions.push(function);
            for comment in std::mem::take(&mut self.lexer.comments) {
                let found = directive::read(comment.text, comment.place, index, &file)?;
                file.directives.extend(found);
            }
        }
        Ok(file)
    }

    fn function(&mut self) -> Result<Function> {
        let place = self.lexer.place;
        if !self.accept_word("function") {
            return self.error("`function`");
        }
        let name = self.name()?;
        let signature = self.signature()?;
        self.expect("{")?;
        let mut function = Function {
            name,
            signature,
            document: false,
            slots: BTreeMap::new(),
            dynamic_slots: BTreeMap::new(),
            dynamic_types: BTreeMap::new(),
            globals: BTreeMap::new(),
            heaps: BTreeMap::new(),
            signatures: BTreeMap::new(),
            funcs: BTreeMap::new(),
            jump_tables: BTreeMap::new(),
            constants: BTreeMap::new(),
            regions: BTreeMap::new(),
            stack_limit: None,
            blocks: Vec::new(),
            aliases: EntityMap::new(),
            types: EntityMap::new(),
            place,
        };
        while self.declaration(&mut function)? {}
        function.document = self.at_entity("ebb").is_some();
        self.check_preamble(&function)?;
        while !self.at("}") {
            self.block_data(&mut function)?;
        }
        infer::infer(&mut function)?;
        self.lexer.advance();
        Ok(function)
    }

    fn name(&mut self) -> Result<Name> {
        match self.lexer.token {
            Token::Name(name) => {
                self.lexer.advance();
                Ok(Name::Text(name.to_string()))
            }
            _ => {
                let space = self.entity("u", "a name")?;
                self.expect(":")?;
                Ok(Name::User(space, self.unsigned(32)? as u32))
            }
        }
    }

    fn signature(&mut self) -> Result<Signature> {
        self.expect("(")?;
        let params = self.list(")", |reader| reader.param())?;
        let mut results = Vec::new();
        // `>` is what is left of the arrow in the document's stored text.
        if self.accept("->") || self.accept(">") {
            results.push(self.param()?);
            while self.accept(",") {
                results.push(self.param()?);
            }
        }
        let conv = match self.lexer.token {
            Token::Word(word) => match CallConv::from_name(word) {
                Some(conv) => {
                    self.lexer.advance();
                    conv
                }
                // The next declaration.
                None if numbered(word).is_some() || word == "stack_limit" => CallConv::default(),
                None => return self.error("a calling convention"),
            },
            _ => CallConv::default(),
        };
        Ok(Signature { params, results, conv })
    }

    fn param(&mut self) -> Result<Param> {
        let ty = self.ty()?;
        if ty.is_flags() {
            return self.error("a type other than flags before this");
        }
        let mut param = Param { ty, extension: Extension::None, purpose: Purpose::Normal };
        while let Token::Word(word) = self.lexer.token {
            match word {
                "uext" => param.extension = Extension::Zero,
                "sext" => param.extension = Extension::Sign,
                "sret" => param.purpose = Purpose::StructReturn,
                "vmctx" => param.purpose = Purpose::VmContext,
                "link" => param.purpose = Purpose::Machine(MachinePurpose::Link),
                "fp" => param.purpose = Purpose::Machine(MachinePurpose::FramePointer),
                "csr" => param.purpose = Purpose::Machine(MachinePurpose::CalleeSaved),
                "sarg" => {
                    self.lexer.advance();
                    self.expect("(")?;
                    param.purpose = Purpose::StructArgument(self.unsigned(32)? as u32);
                    if !self.at(")") {
                        return self.error("`)`");
                    }
                }
                _ => break,
            }
            self.lexer.advance();
        }
        Ok(param)
    }
}

/// The preamble.
impl<'a> Reader<'a> {
    /// Reads a declaration; false if there is none.
    fn declaration(&mut self, function: &mut Function) -> Result<bool> {
        let place = self.lexer.place;
        let Token::Word(word) = self.lexer.token else { return Ok(false) };
        if word == "stack_limit" {
            self.lexer.advance();
            self.expect("=")?;
            let limit = Global(self.entity("gv", "a global value")?);
            if function.stack_limit.replace(limit).is_some() {
                return Err(duplicate(place, &word));
            }
            return Ok(true);
        }
        let Some((prefix, number)) = numbered(word) else { return Ok(false) };
        if !matches!(prefix, "ss" | "dss" | "dt" | "gv" | "heap" | "sig" | "fn" | "jt" | "const" | "region") {
            return Ok(false);
        }
        self.lexer.advance();
        self.expect("=")?;
        match prefix {
            "ss" => {
                let data = self.slot()?;
                declare(&mut function.slots, Slot(number), data, place)?;
            }
            "dss" => {
                if !self.accept_word("explicit_dynamic_slot") {
                    return self.error("`explicit_dynamic_slot`");
                }
                let ty = DynamicType(self.entity("dt", "a dynamic type")?);
                declare(&mut function.dynamic_slots, DynamicSlot(number), ty, place)?;
            }
            "dt" => {
                let ty = self.ty()?;
                if !ty.is_vector() {
                    return self.error("a vector type before this");
                }
                self.expect("*")?;
                let scale = Global(self.entity("gv", "a global value")?);
                declare(&mut function.dynamic_types, DynamicType(number), (ty, scale), place)?;
            }
            "gv" => {
                let data = self.global()?;
                declare(&mut function.globals, Global(number), data, place)?;
            }
            "heap" => {
                let data = self.heap()?;
                declare(&mut function.heaps, Heap(number), data, place)?;
            }
            "sig" => {
                let signature = self.signature()?;
                declare(&mut function.signatures, Sig(number), signature, place)?;
            }
            "fn" => {
                let data = self.func(function)?;
                declare(&mut function.funcs, Func(number), data, place)?;
            }
            "jt" => {
                let table = self.jump_table()?;
                declare(&mut function.jump_tables, JumpTable(number), table, place)?;
            }
            "const" => {
                let ty = match self.lexer.token {
                    Token::Word(_) => Some(self.ty()?),
                    _ => None,
                };
                let bytes = self.constant_bytes(ty)?;
                declare(&mut function.constants, Constant(number), ConstantData { ty, bytes }, place)?;
            }
            _ => {
                let id = self.unsigned(32)? as u32;
                let Token::Text(text) = self.lexer.token else {
                    return self.error("a description in quotes");
                };
                self.lexer.advance();
                declare(&mut function.regions, Region(number), (id, text.to_string()), place)?;
            }
        }
        Ok(true)
    }

    fn slot(&mut self) -> Result<SlotData> {
        let is_spill = match self.word("`explicit_slot`")? {
            "explicit_slot" => false,
            "spill_slot" | "incoming_arg" | "outgoing_arg" | "emergency_slot" => true,
            _ => return self.error("`explicit_slot` before this"),
        };
        let size = self.unsigned(32)? as u32;
        let mut slot = SlotData { is_spill, size, align: None, key: None };
        if i128::from(size) > MAX_SLOT {
            return self.error("a size of at most 2 GiB before this");
        }
        while self.accept(",") {
            match self.word("`align`, `key` or `offset`")? {
                "align" => {
                    let parenthesis = self.accept("(");
                    if !parenthesis {
                        self.expect("=")?;
                    }
                    let align = self.unsigned(32)?;
                    if parenthesis {
                        self.expect(")")?;
                    }
                    if !align.is_power_of_two() || i128::from(align) > MAX_SLOT {
                        return self.error("a power of two before this");
                    }
                    slot.align = Some(align as u32);
                }
                "key" => {
                    self.expect("=")?;
                    slot.key = Some(self.unsigned(64)?);
                }
                // The place in the frame, which later stages of Cretonne add.
                "offset" => {
                    self.int(32)?;
                }
                _ => return self.error("`align` or `key` before this"),
            }
        }
        Ok(slot)
    }

    fn global(&mut self) -> Result<GlobalData> {
        let kind = self.word("a kind of global value")?;
        match kind {
            "vmctx" => Ok(GlobalData::VmContext(self.signed_offset(64)? as i64)),
            "load" => {
                self.expect(".")?;
                let ty = self.ty()?;
                let flags = self.flags()?;
                let base = Global(self.entity("gv", "a global value")?);
                Ok(GlobalData::Load { base, offset: self.offset()?, ty, flags })
            }
            "iadd_imm" => {
                self.expect(".")?;
                let ty = self.ty()?;
                let base = Global(self.entity("gv", "a global value")?);
                self.expect(",")?;
                Ok(GlobalData::Add { base, offset: self.int(64)? as i64, ty })
            }
            "symbol" | "globalsym" => {
                let colocated = self.accept_word("colocated");
                let tls = self.accept_word("tls");
                let name = self.name()?;
                Ok(GlobalData::Symbol { name, offset: self.signed_offset(64)? as i64, colocated, tls })
            }
            "deref" => {
                self.expect("(")?;
                let base = Global(self.entity("gv", "a global value")?);
                self.expect(")")?;
                Ok(GlobalData::Deref { base, offset: self.signed_offset(64)? as i64 })
            }
            "dyn_scale_target_const" => {
                self.expect(".")?;
                Ok(GlobalData::DynamicScale(self.ty()?))
            }
            _ => self.error("a kind of global value before this"),
        }
    }

    fn heap(&mut self) -> Result<HeapData> {
        let is_static = match self.word("`static` or `dynamic`")? {
            "static" => true,
            "dynamic" => false,
            _ => return self.error("`static` or `dynamic` before this"),
        };
        let base = if self.accept_word("reserved_reg") {
            HeapBase::Reserved
        } else {
            HeapBase::Global(Global(self.entity("gv", "`reserved_reg` or a global value")?))
        };
        let (mut min, mut guard, mut bound, mut index) = (0, 0, None, None);
        while self.accept(",") {
            match self.word("`min`, `bound`, `guard` or `index_type`")? {
                "min" => min = self.unsigned(64)?,
                "guard" | "offset_guard" => guard = self.unsigned(64)?,
                "index_type" => index = Some(self.ty()?),
                "bound" if is_static => bound = Some(HeapBound::Static(self.unsigned(64)?)),
                "bound" => {
                    bound = Some(HeapBound::Dynamic(Global(self.entity("gv", "a global value")?)));
                }
                _ => return self.error("`min`, `bound`, `guard` or `index_type` before this"),
            }
        }
        let Some(bound) = bound else { return self.error("`, bound`") };
        Ok(HeapData { base, min, bound, guard, index })
    }

    fn func(&mut self, function: &mut Function) -> Result<FuncData> {
        // The document has the word `function`.
        self.accept_word("function");
        let colocated = self.accept_word("colocated");
        let patchable = self.accept_word("patchable");
        let name = self.name()?;
        let signature = match self.at_entity("sig") {
            Some(number) => {
                self.lexer.advance();
                Sig(number)
            }
            None => {
                let Some(number) =
                    function.signatures.keys().last().map_or(Some(0), |sig| sig.0.checked_add(1))
                else {
                    return self.error("a declared signature");
                };
                let signature = self.signature()?;
                function.signatures.insert(Sig(number), signature);
                Sig(number)
            }
        };
        Ok(FuncData { name, signature, colocated, patchable })
    }

    fn jump_table(&mut self) -> Result<Vec<Option<Block>>> {
        if !self.accept_word("jump_table") {
            return self.error("`jump_table`");
        }
        let bracket = self.accept("[");
        let entry = |reader: &mut Self| match reader.lexer.token {
            Token::Number("0") => {
                reader.lexer.advance();
                Ok(None)
            }
            _ => reader.block().map(Some),
        };
        if bracket {
            return self.list("]", entry);
        }
        let mut entries = vec![entry(self)?];
        while self.accept(",") {
            entries.push(entry(self)?);
        }
        Ok(entries)
    }

    /// Checks that entities which declarations name are declared.
    fn check_preamble(&self, function: &Function) -> Result<()> {
        let missing = |entity: &dyn fmt::Display| {
            let found = format!("`{entity}`");
            Err(ReadError { place: function.place, found, expected: String::from("a declared entity") })
        };
        let mut globals: Vec<Global> = function.stack_limit.into_iter().collect();
        for data in function.globals.values() {
            match data {
                GlobalData::Load { base, .. }
                | GlobalData::Add { base, .. }
                | GlobalData::Deref { base, .. } => globals.push(*base),
                GlobalData::VmContext(_) | GlobalData::Symbol { .. } | GlobalData::DynamicScale(_) => {}
            }
        }
        for heap in function.heaps.values() {
            if let HeapBase::Global(base) = heap.base {
                globals.push(base);
            }
            if let HeapBound::Dynamic(bound) = heap.bound {
                globals.push(bound);
            }
        }
        globals.extend(function.dynamic_types.values().map(|(_, scale)| *scale));
        if let Some(global) = globals.iter().find(|global| !function.globals.contains_key(global)) {
            return missing(global);
        }
        for data in function.funcs.values() {
            if !function.signatures.contains_key(&data.signature) {
                return missing(&data.signature);
            }
        }
        let mut types = function.dynamic_slots.values();
        match types.find(|ty| !function.dynamic_types.contains_key(ty)) {
            Some(ty) => missing(ty),
            None => Ok(()),
        }
    }
}
