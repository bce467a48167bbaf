//! The parser of the text format: the arguments of values, between their parentheses.
//!
//! The row of the opcode determines the arguments: its payload kind selects operands and attributes.

use super::opcode::{Payload, Row};
use super::parse::{ProcParser, constant, int64, value_id};
use super::print::{EFFECTS, FLAGS, REPS, constant_type, default_effects, default_reads};
use super::vector::lane_word;
use super::{
    AtomicAccess, BlockId, CallData, Opcode, RangePair, Stackmap, Successor, Value, ValueFlags, ValueId,
    VariableId,
};
use crate::base::text::parse_trap_code;
use crate::base::{
    ConvId, Effects, GeneratorId, HeapRange, Lane, MemoryOrder, Origin, RegSet, StackSlotId, StateId,
    SymbolId, Type, ValueRep, Width,
};
use crate::support::lex::{Cursor, ParseError, Token, list};

pub(super) struct Arguments {
    children: Vec<ValueId>,
    successors: Vec<Successor>,
    /// The weights of successors, in order.
    weights: Vec<u32>,
    cases: Vec<i64>,
    default: Option<Successor>,
    /// The operand required by the payload kind, as `aux` and `payload`.
    operand: Option<(u32, u64)>,
    /// One bit for each [`Key`] seen.
    seen: u32,
    flags: ValueFlags,
    origin: Origin,
    base: ValueId,
    offset: i32,
    range: HeapRange,
    pair: RangePair,
    width: Option<Width>,
    order: MemoryOrder,
    call: CallData,
    stackmap: Stackmap,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            children: Vec::new(),
            successors: Vec::new(),
            weights: Vec::new(),
            cases: Vec::new(),
            default: None,
            operand: None,
            seen: 0,
            flags: ValueFlags::empty(),
            origin: Origin::NONE,
            base: ValueId::INVALID,
            offset: 0,
            range: HeapRange::TOP,
            pair: RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP },
            width: None,
            order: MemoryOrder::SeqCst,
            call: CallData {
                conv: ConvId::INVALID,
                callee: SymbolId::INVALID,
                variadic_start: None,
                effects: Effects::NONE,
                exceptional: false,
                state: StateId::INVALID,
            },
            stackmap: Stackmap::default(),
        }
    }
}

impl Arguments {
    /// Resets to the defaults for an operation with this row; keeps the memory.
    fn reset(&mut self, row: &Row, conv: ConvId) {
        let old = std::mem::take(self);
        (self.children, self.successors, self.cases) = (old.children, old.successors, old.cases);
        self.weights = old.weights;
        self.children.clear();
        self.successors.clear();
        self.weights.clear();
        self.cases.clear();
        self.pair.reads = default_reads(row);
        self.call.conv = conv;
        self.call.effects = default_effects(row);
        self.stackmap.effects = self.call.effects;
    }
}

/// Attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Flag(ValueFlags),
    Derived,
    Origin,
    Offset,
    Range,
    Reads,
    Writes,
    Width,
    Order,
    Conv,
    Variadic,
    Effects,
    Exceptional,
    Result,
    Generator,
    State,
    CallState,
    ClobberEarly,
    ClobberLate,
    ScratchGp,
    ScratchFp,
}

/// Attributes besides [`FLAGS`], with the payload kind that has them; `None` is every value.
const KEYS: [(&str, Option<Payload>, Key); 24] = [
    ("derived", None, Key::Derived),
    ("origin", None, Key::Origin),
    ("offset", Some(Payload::Memory), Key::Offset),
    ("range", Some(Payload::Memory), Key::Range),
    ("reads", Some(Payload::Ranges), Key::Reads),
    ("writes", Some(Payload::Ranges), Key::Writes),
    ("order", Some(Payload::Ranges), Key::Order),
    ("offset", Some(Payload::Atomic), Key::Offset),
    ("range", Some(Payload::Atomic), Key::Range),
    ("width", Some(Payload::Atomic), Key::Width),
    ("order", Some(Payload::Atomic), Key::Order),
    ("conv", Some(Payload::Call), Key::Conv),
    ("variadic", Some(Payload::Call), Key::Variadic),
    ("effects", Some(Payload::Call), Key::Effects),
    ("exceptional", Some(Payload::Call), Key::Exceptional),
    ("state", Some(Payload::Call), Key::CallState),
    ("result", Some(Payload::Stackmap), Key::Result),
    ("generator", Some(Payload::Stackmap), Key::Generator),
    ("state", Some(Payload::Stackmap), Key::State),
    ("clobber_early", Some(Payload::Stackmap), Key::ClobberEarly),
    ("clobber_late", Some(Payload::Stackmap), Key::ClobberLate),
    ("scratch_gp", Some(Payload::Stackmap), Key::ScratchGp),
    ("scratch_fp", Some(Payload::Stackmap), Key::ScratchFp),
    ("effects", Some(Payload::Stackmap), Key::Effects),
];

/// The attribute with this name, and its bit in `seen`.
fn key(name: &str, payload: Payload) -> Option<(Key, u32)> {
    let flag = FLAGS.iter().position(|(flag, _)| *flag == name);
    if let Some(i) = flag {
        return Some((Key::Flag(FLAGS[i].1), 1 << i));
    }
    let i = KEYS.iter().position(|(key, of, _)| *key == name && of.is_none_or(|of| of == payload))?;
    Some((KEYS[i].2, 1 << (FLAGS.len() + i)))
}

/// Describes the operand required by a payload kind, if any.
fn operand_name(payload: Payload) -> Option<&'static str> {
    match payload {
        Payload::Constant => Some("a constant"),
        Payload::Slot => Some("a stack slot"),
        Payload::Register => Some("a register"),
        Payload::Symbol => Some("a name"),
        Payload::Variable => Some("a variable"),
        Payload::Phi => Some("`^` and a Phi"),
        Payload::Index => Some("an index"),
        Payload::Trap => Some("a trap code"),
        Payload::Vector => Some("the low half of 128 bits"),
        Payload::Lane | Payload::LaneIndex => Some("lanes"),
        _ => None,
    }
}

impl ProcParser<'_, '_> {
    /// Parses `(...)` after an opcode; returns the value, and sets the successors of the current block.
    pub(super) fn operation(&mut self, id: ValueId, ty: Type, opcode: Opcode) -> Result<Value, ParseError> {
        let row = opcode.row();
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.reset(row, self.proc.convention());
        self.cursor.expect("(")?;
        let mut end = self.cursor.offset();
        if !self.cursor.accept(")") {
            loop {
                self.argument(row, &mut arguments)?;
                end = self.cursor.offset();
                if self.cursor.accept(")") {
                    break;
                }
                if !self.cursor.accept(",") {
                    return Err(self.cursor.error("`,` or `)`"));
                }
            }
        }
        if let Some(missing) = missing_operand(row, &arguments) {
            return Err(self.cursor.error_at(end, missing));
        }
        if row.payload == Payload::Switch && !arguments.successors.is_empty() && arguments.default.is_none() {
            return Err(self.cursor.error_at(end, "`default:` and a block"));
        }
        arguments.successors.extend(arguments.default);
        if !arguments.weights.is_empty() && arguments.weights.len() != arguments.successors.len() {
            return Err(self.cursor.error_at(end, "a weight for each successor, or for none"));
        }
        if !arguments.successors.is_empty() {
            self.set_current_successors(&arguments.successors, &arguments.weights);
        }
        if arguments.flags.contains(ValueFlags::DERIVED) {
            self.derived.push((id, arguments.base));
        }
        if row.payload == Payload::Atomic && arguments.width.is_none() {
            self.whole_accesses.push(id);
        }
        let value = self.make(opcode, ty, &mut arguments);
        self.arguments = arguments;
        Ok(value)
    }

    /// Builds the value and fills its tables.
    fn make(&mut self, opcode: Opcode, ty: Type, arguments: &mut Arguments) -> Value {
        let proc = &mut self.proc;
        let mut value = proc.make_value(opcode, ty, &arguments.children);
        value.flags = arguments.flags;
        value.origin = arguments.origin;
        (value.aux, value.payload) = arguments.operand.unwrap_or_default();
        match opcode.row().payload {
            Payload::Memory => {
                (value.aux, value.payload) = (arguments.offset as u32, arguments.range.to_bits());
            }
            Payload::Ranges => {
                value.aux = proc.ranges.push(arguments.pair).number();
                if opcode == Opcode::Fence {
                    value.payload = arguments.order as u64;
                }
            }
            Payload::Atomic => {
                let (reads, writes) = (arguments.range, arguments.range);
                value.aux = proc.ranges.push(RangePair { reads, writes }).number();
                // The types of the operands may not be known yet.
                let width = arguments.width.unwrap_or(Width::W32);
                let access = AtomicAccess { offset: arguments.offset, width, order: arguments.order };
                value.payload = access.to_bits();
            }
            Payload::Call => value.aux = proc.calls.push(arguments.call).number(),
            Payload::Stackmap => {
                value.aux = proc.stackmaps.push(std::mem::take(&mut arguments.stackmap)).number();
            }
            Payload::Switch => value.set_cases(proc.cases.list(&arguments.cases)),
            _ => {}
        }
        value
    }

    fn argument(&mut self, row: &Row, arguments: &mut Arguments) -> Result<(), ParseError> {
        let room = row.opcode.arity().is_none_or(|arity| arguments.children.len() < arity);
        match self.cursor.token() {
            Token::Numbered('#', _) if row.payload != Payload::Switch => {
                let successor = self.successor(arguments)?;
                arguments.successors.push(successor);
                Ok(())
            }
            Token::Numbered('@', _)
                if room
                    && arguments.operand.is_none()
                    && arguments.seen == 0
                    && arguments.successors.is_empty() =>
            {
                self.child(row, arguments)
            }
            _ if room && row.opcode.arity().is_some() => {
                let missing = missing_operand(row, arguments).unwrap_or_default();
                Err(self.cursor.error(missing))
            }
            Token::Word(_) | Token::String(_)
                if row.payload == Payload::Call
                    && arguments.children.is_empty()
                    && !arguments.call.callee.is_valid() =>
            {
                arguments.call.callee = self.symbol()?;
                Ok(())
            }
            _ if operand_name(row.payload).is_some() && arguments.operand.is_none() => {
                arguments.operand = Some(self.payload_operand(row)?);
                Ok(())
            }
            Token::Integer(_) | Token::Word("default") | Token::Numbered('#', _)
                if row.payload == Payload::Switch =>
            {
                self.case(arguments)
            }
            Token::Word(name) => self.attribute(name, row, arguments),
            _ => Err(self.cursor.error(format!("an attribute of {} or `)`", row.name))),
        }
    }

    /// Parses a child, with an optional constraint.
    fn child(&mut self, row: &Row, arguments: &mut Arguments) -> Result<(), ParseError> {
        arguments.children.push(value_id(self.cursor)?);
        if row.payload != Payload::Stackmap || arguments.children.len() <= row.operands.len() {
            return Ok(());
        }
        if self.cursor.accept(":") {
            let index = arguments.children.len() - row.operands.len() - 1;
            arguments.stackmap.reps.resize(index, ValueRep::ColdAny);
            let rep = self.rep()?;
            arguments.stackmap.reps.push(rep);
        }
        Ok(())
    }

    /// Parses a block, then `:rare`, then `:` and a weight.
    fn successor(&mut self, arguments: &mut Arguments) -> Result<Successor, ParseError> {
        let block = match self.cursor.token() {
            Token::Numbered('#', number) if number < 1 << 31 => BlockId::new(number),
            _ => return Err(self.cursor.error("a block")),
        };
        self.cursor.advance();
        let mut edge = Successor::new(block);
        if !self.cursor.accept(":") {
            return Ok(edge);
        }
        if !matches!(self.cursor.token(), Token::Integer(_)) {
            self.cursor.expect_word("rare")?;
            edge = Successor::rare(block);
            if !self.cursor.accept(":") {
                return Ok(edge);
            }
        }
        arguments.weights.push(self.cursor.u32()?);
        Ok(edge)
    }

    /// Parses `7: #2` or `default: #3`; a case has no block if the Switch does not end its block.
    fn case(&mut self, arguments: &mut Arguments) -> Result<(), ParseError> {
        if arguments.default.is_some() {
            return Err(self.cursor.error("an attribute of Switch or `)` after the default"));
        }
        if self.cursor.accept_word("default") {
            self.cursor.expect(":")?;
            arguments.default = Some(self.successor(arguments)?);
            return Ok(());
        }
        if let Token::Integer(_) = self.cursor.token() {
            arguments.cases.push(int64(self.cursor)? as i64);
            if !self.cursor.accept(":") {
                return Ok(());
            }
        }
        let successor = self.successor(arguments)?;
        arguments.successors.push(successor);
        Ok(())
    }

    /// Parses the name of a symbol, or `?` for none.
    fn symbol(&mut self) -> Result<SymbolId, ParseError> {
        if self.cursor.accept("?") {
            return Ok(SymbolId::INVALID);
        }
        let name = self.cursor.name("a name")?;
        Ok(self.proc.symbol(&name))
    }

    /// Parses the operand required by the payload kind, as `aux` and `payload`.
    fn payload_operand(&mut self, row: &Row) -> Result<(u32, u64), ParseError> {
        let offset = self.cursor.offset();
        let aux = match row.payload {
            Payload::Constant => return Ok((0, constant(self.cursor, constant_type(row), offset)?)),
            Payload::Slot => StackSlotId::new(self.cursor.numbered_word("slot")?).number(),
            Payload::Register => self.reg()?.index() as u32,
            Payload::Symbol => self.symbol()?.number(),
            Payload::Variable => VariableId::new(self.cursor.numbered_word("var")?).number(),
            Payload::Phi => {
                self.cursor.expect("^")?;
                value_id(self.cursor)?.number()
            }
            Payload::Trap => parse_trap_code(self.cursor)?.to_bits(),
            Payload::Vector => {
                let low = int64(self.cursor)?;
                self.cursor.expect(",")?;
                let high = int64(self.cursor)?;
                self.proc.vector(u128::from(low) | u128::from(high) << 64).number()
            }
            Payload::Lane => lane_word(self.lane()?, 0),
            Payload::LaneIndex => {
                let lane = self.lane()?;
                self.cursor.expect(",")?;
                let count = u64::from(lane.count());
                lane_word(lane, self.cursor.integer(0, count - 1)? as u32)
            }
            _ => self.cursor.u32()?,
        };
        Ok((aux, 0))
    }

    fn lane(&mut self) -> Result<Lane, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.word("lanes")?;
        Lane::from_name(name).ok_or_else(|| self.cursor.error_at(offset, "lanes such as i8x16"))
    }

    // ---- Attributes -----------------------------------------------------------------------------------

    /// Parses `key=value`, or a bare word.
    fn attribute(&mut self, name: &str, row: &Row, arguments: &mut Arguments) -> Result<(), ParseError> {
        let offset = self.cursor.offset();
        let Some((key, bit)) = key(name, row.payload) else {
            return Err(self.cursor.error(format!("an attribute of {} or `)`", row.name)));
        };
        self.cursor.advance();
        if arguments.seen & bit != 0 {
            return Err(self.cursor.error_at(offset, "each attribute at most once"));
        }
        arguments.seen |= bit;
        match key {
            Key::Flag(flag) => {
                arguments.flags |= flag;
                return Ok(());
            }
            Key::Exceptional => {
                arguments.call.exceptional = true;
                return Ok(());
            }
            _ => self.cursor.expect("=")?,
        }
        let stackmap = &mut arguments.stackmap;
        match key {
            Key::Flag(_) | Key::Exceptional => {}
            Key::Derived => {
                arguments.flags |= ValueFlags::DERIVED;
                arguments.base = value_id(self.cursor)?;
            }
            Key::Origin => arguments.origin = Origin(self.cursor.u32()?),
            Key::Offset => arguments.offset = self.cursor.i32()?,
            Key::Range => arguments.range = range(self.cursor)?,
            Key::Reads => arguments.pair.reads = range(self.cursor)?,
            Key::Writes => arguments.pair.writes = range(self.cursor)?,
            Key::Width => arguments.width = Some(self.width()?),
            Key::Order => arguments.order = self.order()?,
            Key::Conv => arguments.call.conv = self.conv()?,
            Key::Variadic => arguments.call.variadic_start = Some(self.cursor.u32()?),
            Key::Effects => {
                arguments.call.effects = effects(self.cursor)?;
                stackmap.effects = arguments.call.effects;
            }
            Key::Result => stackmap.results = self.result_reps()?,
            Key::Generator => {
                stackmap.generator = GeneratorId::new(self.cursor.numbered_word("generator")?);
            }
            Key::State => stackmap.state = StateId::new(self.cursor.numbered_word("state")?),
            Key::CallState => arguments.call.state = StateId::new(self.cursor.numbered_word("state")?),
            Key::ClobberEarly => stackmap.clobber_early = self.reg_set()?,
            Key::ClobberLate => stackmap.clobber_late = self.reg_set()?,
            Key::ScratchGp => stackmap.scratch_gp = self.cursor.integer(0, 255)? as u8,
            Key::ScratchFp => stackmap.scratch_fp = self.cursor.integer(0, 255)? as u8,
        }
        Ok(())
    }

    fn conv(&mut self) -> Result<ConvId, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.hyphenated_name("the name of a convention")?;
        let target = self.proc.target();
        let conv = target.convention_by_name(&name);
        conv.ok_or_else(|| self.cursor.error_at(offset, format!("a convention of {}", target.name())))
    }

    fn reg_set(&mut self) -> Result<RegSet, ParseError> {
        let mut set = RegSet::EMPTY;
        self.cursor.expect("{")?;
        if self.cursor.accept("}") {
            return Ok(set);
        }
        loop {
            set.insert(self.reg()?);
            if self.cursor.accept("}") {
                return Ok(set);
            }
            self.cursor.expect(",")?;
        }
    }

    fn result_reps(&mut self) -> Result<Vec<ValueRep>, ParseError> {
        if !self.cursor.accept("[") {
            return Ok(vec![self.rep()?]);
        }
        let mut reps = Vec::new();
        loop {
            reps.push(self.rep()?);
            if self.cursor.accept("]") {
                return Ok(reps);
            }
            self.cursor.expect(",")?;
        }
    }

    /// Parses a constraint.
    fn rep(&mut self) -> Result<ValueRep, ParseError> {
        let offset = self.cursor.offset();
        let name = self.cursor.word("a constraint")?;
        if let Some((_, rep)) = REPS.iter().find(|(rep, _)| *rep == name) {
            return Ok(*rep);
        }
        if !matches!(name, "Register" | "LateRegister" | "StackArgument" | "Stack" | "Constant") {
            return Err(self.cursor.error_at(offset, "a constraint"));
        }
        self.cursor.expect("(")?;
        let rep = match name {
            "Register" => ValueRep::Register(self.reg()?),
            "LateRegister" => ValueRep::LateRegister(self.reg()?),
            "StackArgument" => ValueRep::StackArgument(self.cursor.i32()?),
            "Stack" => ValueRep::Stack(self.cursor.i32()?),
            _ => {
                let bits = int64(self.cursor)?;
                self.cursor.expect(",")?;
                ValueRep::Constant { bits, width: self.width()? }
            }
        };
        self.cursor.expect(")")?;
        Ok(rep)
    }

    fn order(&mut self) -> Result<MemoryOrder, ParseError> {
        let offset = self.cursor.offset();
        let order = MemoryOrder::from_name(self.cursor.word("a memory order")?);
        order.ok_or_else(|| self.cursor.error_at(offset, "a memory order"))
    }

    fn width(&mut self) -> Result<Width, ParseError> {
        const WIDTHS: [Width; 5] = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];
        let offset = self.cursor.offset();
        let bits = self.cursor.u32()?;
        let width = WIDTHS.into_iter().find(|width| width.bits() == bits);
        width.ok_or_else(|| self.cursor.error_at(offset, "8, 16, 32, 64 or 128"))
    }
}

/// Describes the first missing operand, if any.
fn missing_operand(row: &Row, arguments: &Arguments) -> Option<String> {
    let count = arguments.children.len();
    match row.opcode.arity() {
        Some(arity) if count < arity => {
            return Some(format!("a value: operand {} of {arity} of {}", count + 1, row.name));
        }
        _ => {}
    }
    if row.payload == Payload::Call && count == 0 && !arguments.call.callee.is_valid() {
        return Some(format!("the callee of {}: a name, or a value that is its address", row.name));
    }
    let missing = operand_name(row.payload).filter(|_| arguments.operand.is_none())?;
    Some(format!("{missing} for {}", row.name))
}

/// Parses `top`, `none` or `3..7`.
fn range(cursor: &mut Cursor<'_>) -> Result<HeapRange, ParseError> {
    match cursor.token() {
        Token::Word("top") => {
            cursor.advance();
            Ok(HeapRange::TOP)
        }
        Token::Word("none") => {
            cursor.advance();
            Ok(HeapRange::EMPTY)
        }
        Token::Integer(_) => {
            let begin = cursor.u32()?;
            cursor.expect("..")?;
            Ok(HeapRange::new(begin, cursor.u32()?))
        }
        _ => Err(cursor.error("`top`, `none` or a range like `3..7`")),
    }
}

/// Parses `{reads=top, writes=3..7, exits, ...}`; effects not listed are absent.
fn effects(cursor: &mut Cursor<'_>) -> Result<Effects, ParseError> {
    let mut effects = Effects::NONE;
    list(cursor, ["{", "}"], |cursor| {
        let offset = cursor.offset();
        let name = cursor.word("an effect")?;
        if let Some((_, flag)) = EFFECTS.iter().find(|(effect, _)| *effect == name) {
            effects.flags |= *flag;
            return Ok(());
        }
        let into = match name {
            "reads" => &mut effects.reads,
            "writes" => &mut effects.writes,
            _ => return Err(cursor.error_at(offset, "an effect")),
        };
        cursor.expect("=")?;
        *into = range(cursor)?;
        Ok(())
    })?;
    Ok(effects)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::opcode::ROWS;

    /// The corpus of the round-trip test must contain every word of the tables, in its right position.
    #[test]
    fn the_corpus_covers_every_keyword() {
        let corpus = include_str!("../../tests/text/corpus.bb");
        let has = |word: String| assert!(corpus.contains(&word), "{word}");
        FLAGS.iter().for_each(|(name, _)| has(format!(", {name}")));
        EFFECTS.iter().for_each(|(name, _)| has(format!(", {name}")));
        // `ColdAny` is the default of operands, but not of results.
        REPS.iter().for_each(|(name, _)| has(format!("{name},").replace("ColdAny,", "ColdAny")));
        for (name, payload, key) in KEYS {
            let of = |row: &&Row| payload.is_none_or(|payload| row.payload == payload);
            let mut rows = ROWS.iter().filter(of);
            let written = if key == Key::Exceptional { format!(", {name})") } else { format!("{name}=") };
            let line = |row: &Row| corpus.lines().find(|l| l.contains(row.name) && l.contains(&written));
            assert!(rows.any(|row| line(row).is_some()), "{name}");
        }
    }

    #[test]
    fn attributes_belong_to_payload_kinds() {
        assert!(FLAGS.len() + KEYS.len() <= u32::BITS as usize, "each has a bit");
        assert!(key("offset", Payload::Memory).is_some() && key("offset", Payload::Call).is_none());
        assert!(key("effects", Payload::Call).is_some() && key("effects", Payload::Stackmap).is_some());
        assert_ne!(key("effects", Payload::Call), key("conv", Payload::Call));
        assert_eq!(key("origin", Payload::Call), key("origin", Payload::None));
        assert!(key("reads", Payload::Memory).is_none());
    }
}
