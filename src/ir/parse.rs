//! The parser of the text format: modules, headers, declarations and blocks. Values are in `parse_value`.
//!
//! One token of lookahead, one pass, no recursion. Values and blocks may be written in any order of their ids. They are
//! collected in text order; the procedure's tables are filled at its closing brace, when the ids are known to be dense
//! enough.

use super::atomic::whole;
use super::parse_value::Arguments;
use super::{
    Block, BlockId, Data, Extern, Module, Opcode, Procedure, StackSlot, StackSlotKind, StateEntry, Successor,
    Value, ValueId,
};
use super::{ObjectId, print};
use crate::base::text::{parse_features, parse_target};
use crate::base::{Bank, ConvId, Reg, Signature, StateId, Targets, Type};
use crate::support::lex::{Cursor, ParseError, Token, list, unescape};
use crate::support::{BitSet, Entity, List};
use rustc_hash::FxHashSet;

/// Parses a file in the text format described in `docs/ir.md`.
///
/// # Errors
/// The first syntax error, with its line and column. Text that is well formed but breaks a rule of the IR is no error
/// here; validation reports it.
pub fn parse_module(text: &str, targets: &Targets<'_>) -> Result<Module, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.expect_word("barebones")?;
    cursor.integer(1, 1)?;
    let mut parser = ModuleParser { cursor, targets, names: FxHashSet::default(), data_bytes: 0 };
    let mut module = Module::default();
    while parser.cursor.token() != Token::End {
        match parser.cursor.token() {
            Token::Word("extern") => module.externs.push(parser.extern_item()?),
            Token::Word("data") => module.data.push(parser.data_item()?),
            Token::Word("proc") => module.procedures.push(parser.proc_item()?),
            _ => return Err(parser.cursor.error("`extern`, `data` or `proc`")),
        }
    }
    Ok(module)
}

/// Maximum total size of a file's data in bytes, because a short text can request a large size.
const MAX_DATA: u64 = 1 << 28;

struct ModuleParser<'a> {
    cursor: Cursor<'a>,
    targets: &'a Targets<'a>,
    names: FxHashSet<String>,
    data_bytes: u64,
}

impl<'a> ModuleParser<'a> {
    /// Parses the name of a new item, after its keyword.
    fn item_name(&mut self, expected: &str) -> Result<String, ParseError> {
        self.cursor.advance();
        let offset = self.cursor.offset();
        let name = self.cursor.name(expected)?.into_owned();
        if self.names.insert(name.clone()) {
            return Ok(name);
        }
        Err(self.cursor.error_at(offset, "a name not used by an earlier item"))
    }

    fn extern_item(&mut self) -> Result<Extern, ParseError> {
        let name = self.item_name("the name of a function")?;
        Ok(Extern { name, signature: signature(&mut self.cursor)? })
    }

    fn data_item(&mut self) -> Result<Data, ParseError> {
        let name = self.item_name("the name of data")?;
        self.cursor.expect("=")?;
        let mut bytes = Vec::new();
        let mut pieces = 0;
        while self.data_piece(&mut bytes)? {
            pieces += 1;
        }
        if pieces == 0 {
            return Err(self.cursor.error("a string, a byte, `u32:`, `u64:`, `f32:`, `f64:` or `zero:`"));
        }
        self.data_bytes += bytes.len() as u64;
        Ok(Data { name, bytes })
    }

    /// Parses the next piece of a data item; false if there is none.
    fn data_piece(&mut self, bytes: &mut Vec<u8>) -> Result<bool, ParseError> {
        let cursor = &mut self.cursor;
        let word = match cursor.token() {
            Token::String(content) => {
                bytes.extend_from_slice(&unescape(content));
                cursor.advance();
                return Ok(true);
            }
            Token::Integer(_) => {
                bytes.push(cursor.integer(-128, 255)? as u8);
                return Ok(true);
            }
            Token::Word(word) if !matches!(word, "extern" | "data" | "proc") => word,
            _ => return Ok(false),
        };
        let offset = cursor.offset();
        cursor.advance();
        if !matches!(word, "u32" | "u64" | "f32" | "f64" | "zero") {
            return Err(cursor.error_at(offset, "a piece of data, `extern`, `data` or `proc`"));
        }
        cursor.expect(":")?;
        match word {
            "u32" => bytes.extend_from_slice(&(int32(cursor)? as u32).to_le_bytes()),
            "u64" => bytes.extend_from_slice(&int64(cursor)?.to_le_bytes()),
            "f32" => bytes.extend_from_slice(&cursor.f32()?.to_bits().to_le_bytes()),
            "f64" => bytes.extend_from_slice(&cursor.f64()?.to_bits().to_le_bytes()),
            _ => {
                let room = MAX_DATA.saturating_sub(self.data_bytes + bytes.len() as u64);
                let count = cursor.integer(0, room)?;
                bytes.resize(bytes.len() + count as usize, 0);
            }
        }
        Ok(true)
    }

    fn proc_item(&mut self) -> Result<Procedure, ParseError> {
        let name = self.item_name("the name of a procedure")?;
        let signature = signature(&mut self.cursor)?;
        let mut proc = self.header()?;
        proc.name = name;
        proc.set_signature(signature);
        ProcParser {
            cursor: &mut self.cursor,
            proc,
            values: Vec::new(),
            derived: Vec::new(),
            whole_accesses: Vec::new(),
            blocks: Vec::new(),
            arguments: Arguments::default(),
            types: Vec::new(),
        }
        .body()
    }

    /// Parses `target=x86_64-linux conv=system_v features={popcnt} {`, and returns an empty procedure.
    fn header(&mut self) -> Result<Procedure, ParseError> {
        let cursor = &mut self.cursor;
        let (mut target, mut conv, mut features) = (None, None, None);
        while !cursor.at("{") {
            match cursor.token() {
                Token::Word("target") if target.is_none() => {
                    attribute(cursor)?;
                    target = Some(parse_target(cursor, self.targets)?);
                }
                Token::Word("conv") if conv.is_none() => {
                    attribute(cursor)?;
                    conv = Some((cursor.offset(), cursor.hyphenated_name("the name of a convention")?));
                }
                Token::Word("features") if features.is_none() => {
                    attribute(cursor)?;
                    features = Some(parse_features(cursor)?);
                }
                _ => {
                    let expected = "`target=`, `conv=` and `features=`, each at most once, or `{`";
                    return Err(cursor.error(expected));
                }
            }
        }
        cursor.advance();
        let mut target = target.unwrap_or(self.targets.host);
        target.features = features.unwrap_or(target.features);
        let conv = match conv {
            None => ConvId::new(0),
            Some((offset, name)) => target.convention_by_name(&name).ok_or_else(|| {
                let names: Vec<_> = target.desc.conventions.iter().map(|conv| conv.name).collect();
                cursor.error_at(offset, format!("a convention of {}: {}", target.name(), names.join(", ")))
            })?,
        };
        Ok(Procedure::with_convention(&target, conv))
    }
}

/// Parses `key=`.
fn attribute(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    cursor.advance();
    cursor.expect("=")
}

/// Parses an Int32, signed or unsigned.
pub(super) fn int32(cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    Ok(cursor.integer(i64::from(i32::MIN), u64::from(u32::MAX))? & u64::from(u32::MAX))
}

/// Parses an Int64, signed or unsigned.
pub(super) fn int64(cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    cursor.integer(i64::MIN, u64::MAX)
}

/// Parses a constant of this type, which was written at `offset`.
pub(super) fn constant(cursor: &mut Cursor<'_>, ty: Type, offset: usize) -> Result<u64, ParseError> {
    match ty {
        Type::Int32 => int32(cursor),
        Type::Int64 => int64(cursor),
        Type::Float => cursor.f32().map(|float| u64::from(float.to_bits())),
        Type::Double => cursor.f64().map(f64::to_bits),
        _ => Err(cursor.error_at(offset, "a scalar type")),
    }
}

/// Parses the name of a type; `Void` only if `void` is set.
fn simple_type(cursor: &mut Cursor<'_>, void: bool) -> Result<Type, ParseError> {
    if let Token::Word(word) = cursor.token()
        && let Some(ty) = Type::from_name(word)
        && (void || ty != Type::Void)
    {
        cursor.advance();
        return Ok(ty);
    }
    Err(cursor.error(if void { "a type" } else { "a type other than `Void` and tuples" }))
}

/// Parses `(TYPES) -> RESULTS`.
fn signature(cursor: &mut Cursor<'_>) -> Result<Signature, ParseError> {
    let mut signature = Signature::default();
    list(cursor, ["(", ")"], |cursor| {
        signature.params.push(simple_type(cursor, false)?);
        Ok(())
    })?;
    cursor.expect("->")?;
    if cursor.at("(") {
        list(cursor, ["(", ")"], |cursor| {
            signature.results.push(simple_type(cursor, false)?);
            Ok(())
        })?;
    } else {
        let result = simple_type(cursor, true)?;
        signature.results.extend((result != Type::Void).then_some(result));
    }
    Ok(signature)
}

const EMPTY_BLOCK: Block =
    Block { values: List::from_words(0, 0), successors: List::from_words(0, 0), frequency: 1.0 };

/// Parses the part of a procedure between its braces.
pub(super) struct ProcParser<'c, 'a> {
    pub(super) cursor: &'c mut Cursor<'a>,
    pub(super) proc: Procedure,
    /// Values in text order, with the offsets of their ids.
    values: Vec<(ValueId, usize, Value)>,
    /// Derived values and their bases.
    pub(super) derived: Vec<(ValueId, ValueId)>,
    /// Atomic accesses whose width is that of their type.
    pub(super) whole_accesses: Vec<ValueId>,
    /// Blocks in text order, with the offsets of their ids.
    blocks: Vec<(BlockId, usize, Block)>,
    /// Arguments of the current value; keeps its memory from one value to the next.
    pub(super) arguments: Arguments,
    types: Vec<Type>,
}

impl ProcParser<'_, '_> {
    fn body(mut self) -> Result<Procedure, ParseError> {
        let mut in_block = Vec::new();
        loop {
            let offset = self.cursor.offset();
            match self.cursor.token() {
                Token::Punct("}") => break,
                Token::Numbered('#', number) => {
                    self.end_block(&mut in_block);
                    self.block_header(offset, BlockId::new(number))?;
                }
                _ if self.blocks.is_empty() => self.declaration()?,
                _ => in_block.push(self.value()?),
            }
        }
        self.end_block(&mut in_block);
        self.cursor.advance();
        self.fill_values()?;
        self.fill_blocks()?;
        Ok(self.proc)
    }

    fn block_header(&mut self, offset: usize, id: BlockId) -> Result<(), ParseError> {
        self.cursor.advance();
        let mut frequency = 1.0;
        if self.cursor.accept_word("frequency") {
            self.cursor.expect("=")?;
            frequency = self.cursor.f64()?;
        }
        if self.cursor.accept_word("cold") {
            self.proc.set_cold(id, true);
        }
        self.cursor.expect(":")?;
        self.blocks.push((id, offset, Block { frequency, ..EMPTY_BLOCK }));
        Ok(())
    }

    fn end_block(&mut self, values: &mut Vec<ValueId>) {
        if let Some((_, _, block)) = self.blocks.last_mut() {
            block.values = self.proc.ids.list(values);
            values.clear();
        }
    }

    /// Parses `TYPE @ID = Opcode(...)`.
    fn value(&mut self) -> Result<ValueId, ParseError> {
        let ty = self.ty("a value, a block or `}`")?;
        let offset = self.cursor.offset();
        let id = match self.cursor.token() {
            Token::Numbered('@', number) if number != u32::MAX => ValueId::new(number),
            _ => return Err(self.cursor.error("`@` and the number of the value")),
        };
        self.cursor.advance();
        self.cursor.expect("=")?;
        let opcode_offset = self.cursor.offset();
        let opcode = Opcode::from_name(self.cursor.word("an opcode")?)
            .ok_or_else(|| self.cursor.error_at(opcode_offset, "an opcode"))?;
        let value = self.operation(id, ty, opcode)?;
        self.values.push((id, offset, value));
        Ok(id)
    }

    pub(super) fn set_current_successors(&mut self, successors: &[Successor], weights: &[u32]) {
        if let Some((id, _, block)) = self.blocks.last_mut() {
            self.proc.edges.assign(&mut block.successors, successors);
            self.proc.set_weights(*id, weights);
        }
    }

    /// Fills the table of values by id; unused ids become Nops.
    fn fill_values(&mut self) -> Result<(), ParseError> {
        let limit = 4 * self.values.len() + 1024;
        if let Some((_, offset, _)) = self.values.iter().find(|(id, ..)| id.index() > limit) {
            return Err(self.cursor.error_at(*offset, format!("a value id of at most @{limit}")));
        }
        let count = self.values.iter().map(|(id, ..)| id.index() + 1).max().unwrap_or(0);
        for _ in 0..count {
            self.proc.values.push(Value::new(Opcode::Nop, Type::Void));
        }
        let mut defined = BitSet::with_len(count);
        for (id, offset, value) in &self.values {
            if !defined.insert(id.index()) {
                return Err(self.cursor.error_at(*offset, "a value id not defined before"));
            }
            self.proc.values[*id] = *value;
        }
        for (id, base) in &self.derived {
            self.proc.set_derived(*id, *base);
        }
        for id in &self.whole_accesses {
            let value = self.proc.value(*id);
            if let Some(access) = value.atomic() {
                let width = whole(self.proc.atomic_type(value));
                self.proc.set_atomic(*id, access.with_width(width));
            }
        }
        Ok(())
    }

    /// Fills the table of blocks in order of their ids.
    fn fill_blocks(&mut self) -> Result<(), ParseError> {
        let count = self.blocks.len();
        let mut sorted = vec![EMPTY_BLOCK; count];
        let mut defined = BitSet::with_len(count);
        for (id, offset, block) in &self.blocks {
            if id.index() >= count {
                let expected = format!("a block id below #{count}, the number of blocks");
                return Err(self.cursor.error_at(*offset, expected));
            }
            if !defined.insert(id.index()) {
                return Err(self.cursor.error_at(*offset, "a block id not defined before"));
            }
            sorted[id.index()] = *block;
        }
        for block in sorted {
            self.proc.blocks.push(block);
        }
        Ok(())
    }

    /// Parses any type; `expected` describes the other possibilities.
    fn ty(&mut self, expected: &str) -> Result<Type, ParseError> {
        let offset = self.cursor.offset();
        if !self.cursor.at("(") {
            return simple_type(self.cursor, true).map_err(|_| self.cursor.error(expected));
        }
        self.types.clear();
        list(self.cursor, ["(", ")"], |cursor| {
            self.types.push(simple_type(cursor, false)?);
            Ok(())
        })?;
        match self.proc.tuple_type(&self.types) {
            Type::Void => Err(self.cursor.error_at(offset, "at most 32,768 different tuple types")),
            ty => Ok(ty),
        }
    }

    // ---- Declarations ---------------------------------------------------------------------------------

    fn declaration(&mut self) -> Result<(), ParseError> {
        const EXPECTED: &str = "a declaration, a block or `}`";
        let Token::Word(word) = self.cursor.token() else { return Err(self.cursor.error(EXPECTED)) };
        match word.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "slot" => self.slot(),
            "var" => self.variable(),
            "generator" => self.generator(),
            "state" => self.state(),
            "object" => self.object(),
            "pinned" if word == "pinned" => self.pinned(),
            "entries" if word == "entries" => {
                self.cursor.advance();
                self.proc.entry_count = self.cursor.u32()?;
                Ok(())
            }
            "osr_entry" => {
                self.cursor.advance();
                let entry = self.cursor.u32()?;
                let state = StateId::new(self.cursor.numbered_word("state")?);
                self.proc.add_osr_entry(entry, state);
                Ok(())
            }
            "frame_pointer" => {
                self.cursor.advance();
                self.proc.keeps_frame_pointer = true;
                Ok(())
            }
            _ => Err(self.cursor.error(EXPECTED)),
        }
    }

    /// Parses the name of a declared entity; ids of each kind must be declared in order.
    fn declared(&mut self, prefix: &str, next: usize) -> Result<(), ParseError> {
        let offset = self.cursor.offset();
        if self.cursor.numbered_word(prefix)? as usize == next {
            return Ok(());
        }
        Err(self.cursor.error_at(offset, format!("`{prefix}{next}`: ids in order, without gaps")))
    }

    /// Parses `key=` and a number.
    fn keyed_u32(&mut self, key: &str) -> Result<u32, ParseError> {
        self.cursor.expect_word(key)?;
        self.cursor.expect("=")?;
        self.cursor.u32()
    }

    fn slot(&mut self) -> Result<(), ParseError> {
        self.declared("slot", self.proc.slots.len())?;
        self.cursor.expect("=")?;
        self.cursor.expect_word("stack")?;
        let size = self.cursor.u32()?;
        let kind = if self.cursor.accept_word("locked") {
            StackSlotKind::Locked
        } else if self.cursor.accept_word("anonymous") {
            StackSlotKind::Anonymous
        } else {
            return Err(self.cursor.error("`locked` or `anonymous`"));
        };
        let mut slot = StackSlot { size, align: print::default_align(size), kind, forced_offset: None };
        if self.cursor.accept_word("align") {
            self.cursor.expect("=")?;
            slot.align = self.cursor.u32()?;
        }
        if self.cursor.accept_word("offset") {
            self.cursor.expect("=")?;
            slot.forced_offset = Some(self.cursor.i32()?);
        }
        self.proc.slots.push(slot);
        Ok(())
    }

    fn variable(&mut self) -> Result<(), ParseError> {
        self.declared("var", self.proc.variables.len())?;
        self.cursor.expect(":")?;
        let ty = self.ty("a type")?;
        self.proc.add_variable(ty);
        Ok(())
    }

    fn generator(&mut self) -> Result<(), ParseError> {
        self.declared("generator", self.proc.generators.len())?;
        self.cursor.expect("=")?;
        let name = self.cursor.name("the name of a generator")?;
        self.proc.add_generator(&name);
        Ok(())
    }

    fn state(&mut self) -> Result<(), ParseError> {
        self.declared("state", self.proc.states.len())?;
        self.cursor.expect("=")?;
        self.cursor.expect_word("frame")?;
        let function = self.keyed_u32("function")?;
        let pc = self.keyed_u32("pc")?;
        let mut parent = StateId::INVALID;
        if self.cursor.accept_word("parent") {
            self.cursor.expect("=")?;
            parent = StateId::new(self.cursor.numbered_word("state")?);
        }
        let (mut entries, mut local_count) = (Vec::new(), None);
        self.cursor.expect("[")?;
        // True after `[` and `|`, where an entry needs no comma.
        let mut begins = true;
        while !self.cursor.accept("]") {
            if local_count.is_none() && self.cursor.accept("|") {
                (local_count, begins) = (Some(entries.len() as u32), true);
                continue;
            }
            if !begins && !self.cursor.accept(",") {
                return Err(self.cursor.error("`,` or `]`"));
            }
            entries.push(state_entry(self.cursor)?);
            begins = false;
        }
        self.proc.push_state(parent, [function, pc], local_count, &entries);
        Ok(())
    }

    fn object(&mut self) -> Result<(), ParseError> {
        self.declared("object", self.proc.objects.len())?;
        self.cursor.expect("=")?;
        self.cursor.expect_word("object")?;
        let shape = self.keyed_u32("shape")?;
        let fields = self.state_entries()?;
        self.proc.add_object(shape, &fields);
        Ok(())
    }

    fn state_entries(&mut self) -> Result<Vec<StateEntry>, ParseError> {
        let mut entries = Vec::new();
        list(self.cursor, ["[", "]"], |cursor| {
            entries.push(state_entry(cursor)?);
            Ok(())
        })?;
        Ok(entries)
    }

    fn pinned(&mut self) -> Result<(), ParseError> {
        self.cursor.advance();
        loop {
            let reg = self.reg()?;
            self.proc.pinned.insert(reg);
            if !self.cursor.accept(",") {
                return Ok(());
            }
        }
    }

    /// Parses a register: the machine's name, or `%a1` or `%fa0` for an argument register of the convention.
    pub(super) fn reg(&mut self) -> Result<Reg, ParseError> {
        if let Token::Register(name) = self.cursor.token()
            && let Some(reg) = self.named_reg(name)
        {
            self.cursor.advance();
            return Ok(reg);
        }
        let target = self.proc.target().name();
        Err(self.cursor.error(format!("a register of {target}, `%a0` or `%fa0`")))
    }

    fn named_reg(&self, name: &str) -> Option<Reg> {
        let target = self.proc.target();
        if let Some(reg) = target.desc.names.reg(name) {
            return Some(reg);
        }
        let (bank, number) = match name.strip_prefix("fa") {
            Some(number) => (Bank::Fp, number),
            None => (Bank::Gp, name.strip_prefix('a')?),
        };
        let conv = target.convention(self.proc.convention());
        let regs = if bank == Bank::Gp { conv.args_gp } else { conv.args_fp };
        let number = crate::support::lex::parse_number(number)?;
        regs.get(number as usize).copied()
    }
}

fn state_entry(cursor: &mut Cursor<'_>) -> Result<StateEntry, ParseError> {
    let offset = cursor.offset();
    match cursor.token() {
        Token::Numbered('@', _) => Ok(StateEntry::Value(value_id(cursor)?)),
        Token::Word("ref") => {
            cursor.advance();
            Ok(StateEntry::Reference(value_id(cursor)?))
        }
        Token::Word("dead") => {
            cursor.advance();
            Ok(StateEntry::Dead)
        }
        Token::Word(word) if word.starts_with("object") => {
            Ok(StateEntry::Object(ObjectId::new(cursor.numbered_word("object")?)))
        }
        Token::Word(word) if Type::from_name(word).is_some() => {
            let ty = simple_type(cursor, true)?;
            Ok(StateEntry::Constant(ty, constant(cursor, ty, offset)?))
        }
        _ => Err(cursor.error("a value, `ref`, a constant with its type, `dead` or an object")),
    }
}

/// Parses the id of a used value. Validation checks that it exists.
pub(super) fn value_id(cursor: &mut Cursor<'_>) -> Result<ValueId, ParseError> {
    match cursor.token() {
        Token::Numbered('@', number) => {
            cursor.advance();
            Ok(ValueId::new(number))
        }
        _ => Err(cursor.error("a value")),
    }
}
