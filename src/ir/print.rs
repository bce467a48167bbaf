//! The printer of the text format. [`super::parse_module`] reads it; `docs/ir.md` describes it.
//!
//! The payload kind, not the opcode, determines how a payload is printed. Defaults are omitted.

use super::atomic::whole;
use super::opcode::{Payload, Properties, ResultRule, Row};
use super::{
    BlockId, CallData, Module, Opcode, Procedure, StackSlotKind, Stackmap, StateEntry, Successor, Value,
    ValueFlags, ValueId,
};
use crate::base::text::{F64Text, FeaturesText, RegSetText, RegText};
use crate::base::{
    ConvId, EffectFlags, Effects, HeapRange, MemoryOrder, Origin, RegNames, SymbolId, Type, ValueRep,
};
use crate::support::lex::{write_hyphenated_name, write_list, write_name, write_quoted};
use std::fmt::{self, Display, Formatter};

/// The value flags written as bare words. [`ValueFlags::DERIVED`] is written with its base.
pub(super) const FLAGS: [(&str, ValueFlags); 5] = [
    ("traps", ValueFlags::TRAPS),
    ("immutable", ValueFlags::IMMUTABLE),
    ("not_control_dependent", ValueFlags::NOT_CONTROL_DEPENDENT),
    ("volatile", ValueFlags::VOLATILE),
    ("reference", ValueFlags::REFERENCE),
];

/// The words in `effects={...}`.
pub(super) const EFFECTS: [(&str, EffectFlags); 10] = [
    ("exits", EffectFlags::EXITS_SIDEWAYS),
    ("control_dependent", EffectFlags::CONTROL_DEPENDENT),
    ("writes_local", EffectFlags::WRITES_LOCAL),
    ("reads_local", EffectFlags::READS_LOCAL),
    ("writes_pinned", EffectFlags::WRITES_PINNED),
    ("reads_pinned", EffectFlags::READS_PINNED),
    ("fence", EffectFlags::FENCE),
    ("safepoint", EffectFlags::SAFEPOINT),
    ("polls", EffectFlags::POLLS),
    ("terminal", EffectFlags::TERMINAL),
];

/// The constraints without parameters.
pub(super) const REPS: [(&str, ValueRep); 7] = [
    ("WarmAny", ValueRep::WarmAny),
    ("ColdAny", ValueRep::ColdAny),
    ("LateColdAny", ValueRep::LateColdAny),
    ("SomeRegister", ValueRep::SomeRegister),
    ("SomeRegisterWithClobber", ValueRep::SomeRegisterWithClobber),
    ("SomeEarlyRegister", ValueRep::SomeEarlyRegister),
    ("SomeLateRegister", ValueRep::SomeLateRegister),
];

/// The default effects of a call or stackmap in the text.
pub(super) fn default_effects(row: &Row) -> Effects {
    match row.opcode {
        Opcode::Poll => Effects::for_poll(),
        _ if row.properties.contains(Properties::EXITS) => Effects::for_check(),
        _ => Effects::for_call(),
    }
}

/// The default read range of a value with a range pair in the text.
pub(super) fn default_reads(row: &Row) -> HeapRange {
    if row.properties.contains(Properties::READS) { HeapRange::TOP } else { HeapRange::EMPTY }
}

/// The default alignment of a slot of this size in the text.
pub(super) fn default_align(size: u32) -> u32 {
    size.clamp(1, 16).next_power_of_two()
}

/// The scalar type of a constant's opcode.
pub(super) fn constant_type(row: &Row) -> Type {
    match row.result {
        ResultRule::Int32 => Type::Int32,
        ResultRule::Float => Type::Float,
        ResultRule::Double => Type::Double,
        _ => Type::Int64,
    }
}

/// A name, quoted if necessary.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_name(f, self.0)
    }
}

/// A name that may contain hyphens.
struct Hyphenated<'a>(&'a str);

impl Display for Hyphenated<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_hyphenated_name(f, self.0)
    }
}

/// A type; tuples are written as their elements.
struct TypeText<'a>(&'a Procedure, Type);

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let TypeText(proc, ty) = self;
        if !ty.is_tuple() {
            return ty.fmt(f);
        }
        write_list(f, ["(", ")"], proc.tuple_elements(*ty), |f, element| element.fmt(f))
    }
}

/// The bits of a constant of a scalar type.
struct Bits(Type, u64);

impl Display for Bits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Bits(ty, bits) = *self;
        let low = bits as u32;
        match ty {
            Type::Int32 => write!(f, "{}", low as i32),
            Type::Float if f32::from_bits(low).is_nan() => write!(f, "nan:{low:#010x}"),
            Type::Float => write!(f, "{:?}", f32::from_bits(low)),
            Type::Double => F64Text(f64::from_bits(bits)).fmt(f),
            _ => write!(f, "{}", bits as i64),
        }
    }
}

struct RepText<'a>(&'a RegNames, ValueRep);

impl Display for RepText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            ValueRep::Register(reg) => write!(f, "Register({})", RegText(self.0, reg)),
            ValueRep::LateRegister(reg) => write!(f, "LateRegister({})", RegText(self.0, reg)),
            ValueRep::StackArgument(offset) => write!(f, "StackArgument({offset})"),
            ValueRep::Stack(offset) => write!(f, "Stack({offset})"),
            ValueRep::Constant { bits, width } => write!(f, "Constant({bits:#x}, {})", width.bits()),
            plain => match REPS.iter().find(|(_, rep)| *rep == plain) {
                Some((name, _)) => f.write_str(name),
                None => write!(f, "{plain:?}"),
            },
        }
    }
}

/// `{reads=.., exits, ..}`.
struct EffectsText(Effects);

impl Display for EffectsText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut list = List { f, empty: true };
        list.f.write_str("{")?;
        for (name, range) in [("reads", self.0.reads), ("writes", self.0.writes)] {
            if !range.is_empty() {
                list.item(format_args!("{name}={range}"))?;
            }
        }
        for (name, flag) in EFFECTS {
            if self.0.flags.contains(flag) {
                list.item(format_args!("{name}"))?;
            }
        }
        list.f.write_str("}")
    }
}

/// Comma-separated items.
struct List<'a, 'f> {
    f: &'a mut Formatter<'f>,
    empty: bool,
}

impl List<'_, '_> {
    fn item(&mut self, item: fmt::Arguments<'_>) -> fmt::Result {
        if !std::mem::replace(&mut self.empty, false) {
            self.f.write_str(", ")?;
        }
        self.f.write_fmt(item)
    }
}

/// A successor and its weight, if it has one.
struct Weighted(Successor, Option<u32>);

impl Display for Weighted {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Weighted(edge, weight) = self;
        match weight {
            Some(weight) => write!(f, "{edge}:{weight}"),
            None => write!(f, "{edge}"),
        }
    }
}

struct ValueText<'a> {
    proc: &'a Procedure,
    id: ValueId,
    successors: &'a [Successor],
    /// The weights of the successors; empty if there are none.
    weights: &'a [u32],
}

impl Display for ValueText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(value) = self.proc.get_value(self.id) else { return write!(f, "{}", self.id) };
        write!(f, "{} {} = {}(", TypeText(self.proc, value.ty), self.id, value.opcode().name())?;
        let mut list = List { f, empty: true };
        self.write_operands(&mut list, value)?;
        self.write_payload_attributes(&mut list, value)?;
        self.write_common_attributes(&mut list, value)?;
        f.write_str(")")
    }
}

impl ValueText<'_> {
    fn names(&self) -> &'static RegNames {
        self.proc.target().desc.names
    }

    /// Callee, children, payload, successors.
    fn write_operands(&self, list: &mut List<'_, '_>, value: &Value) -> fmt::Result {
        let proc = self.proc;
        let row = value.opcode().row();
        let children = proc.children_of(value);
        let mut reps: &[ValueRep] = &[];
        if row.payload == Payload::Call {
            match proc.calls().get(value.call()) {
                Some(call) if call.callee.is_valid() => self.write_symbol(list, call.callee)?,
                _ if children.is_empty() => list.item(format_args!("{}", ValueId::INVALID))?,
                _ => {}
            }
        } else if row.payload == Payload::Stackmap {
            reps = proc.stackmaps().get(value.stackmap()).map_or(&[], |map| &map.reps);
        }
        for (i, child) in children.iter().enumerate() {
            match i.checked_sub(row.operands.len()).and_then(|i| reps.get(i)) {
                Some(rep) if *rep != ValueRep::ColdAny => {
                    list.item(format_args!("{child}: {}", RepText(self.names(), *rep)))?;
                }
                _ => list.item(format_args!("{child}"))?,
            }
        }
        match row.payload {
            Payload::Constant => list.item(format_args!("{}", Bits(constant_type(row), value.bits())))?,
            Payload::Slot => list.item(format_args!("{}", value.slot()))?,
            Payload::Register => list.item(format_args!("{}", RegText(self.names(), value.reg())))?,
            Payload::Symbol => self.write_symbol(list, value.symbol())?,
            Payload::Variable => list.item(format_args!("{}", value.variable()))?,
            Payload::Phi => list.item(format_args!("^{}", value.phi()))?,
            Payload::Index => list.item(format_args!("{}", value.index()))?,
            Payload::Trap => match value.trap_code() {
                Some(code) => list.item(format_args!("{code}"))?,
                None => list.item(format_args!("?"))?,
            },
            Payload::Vector => {
                let bits = proc.vector_bits(value);
                list.item(format_args!("{:#x}, {:#x}", bits as u64, (bits >> 64) as u64))?;
            }
            Payload::Lane | Payload::LaneIndex => {
                match value.lane() {
                    Some(lane) => list.item(format_args!("{lane}"))?,
                    None => list.item(format_args!("?"))?,
                }
                if row.payload == Payload::LaneIndex {
                    list.item(format_args!("{}", value.lane_index()))?;
                }
            }
            Payload::Switch => return self.write_cases(list, proc.switch_cases(value)),
            Payload::None
            | Payload::Memory
            | Payload::Ranges
            | Payload::Atomic
            | Payload::Call
            | Payload::Stackmap => {}
        }
        let successors = 0..self.successors.len();
        successors.into_iter().try_for_each(|n| list.item(format_args!("{}", self.successor(n))))
    }

    /// A successor with its weight.
    fn successor(&self, n: usize) -> impl Display {
        Weighted(self.successors[n], self.weights.get(n).copied())
    }

    fn write_symbol(&self, list: &mut List<'_, '_>, symbol: SymbolId) -> fmt::Result {
        match self.proc.symbols().get(symbol) {
            Some(symbol) => list.item(format_args!("{}", Name(&symbol.name))),
            None => list.item(format_args!("?")),
        }
    }

    /// Cases with their successors. A Switch that does not end its block has none; an invalid one may have too few.
    fn write_cases(&self, list: &mut List<'_, '_>, cases: &[i64]) -> fmt::Result {
        let targets = self.successors.len().saturating_sub(1);
        for (i, case) in cases.iter().enumerate() {
            match i < targets {
                true => list.item(format_args!("{case}: {}", self.successor(i)))?,
                false => list.item(format_args!("{case}"))?,
            }
        }
        for i in cases.len()..targets {
            list.item(format_args!("{}", self.successor(i)))?;
        }
        match self.successors.is_empty() {
            true => Ok(()),
            false => list.item(format_args!("default: {}", self.successor(targets))),
        }
    }

    fn write_payload_attributes(&self, list: &mut List<'_, '_>, value: &Value) -> fmt::Result {
        let row = value.opcode().row();
        match row.payload {
            Payload::Memory => {
                if value.offset() != 0 {
                    list.item(format_args!("offset={}", value.offset()))?;
                }
                write_range(list, "range", value.range(), HeapRange::TOP)
            }
            Payload::Ranges => match self.proc.range_pairs().get(value.ranges()) {
                Some(pair) => {
                    write_range(list, "reads", pair.reads, default_reads(row))?;
                    write_range(list, "writes", pair.writes, HeapRange::TOP)?;
                    match value.opcode() {
                        Opcode::Fence => write_order(list, value.fence_order()),
                        _ => Ok(()),
                    }
                }
                None => Ok(()),
            },
            Payload::Atomic => self.write_atomic(list, value),
            Payload::Call => match self.proc.calls().get(value.call()) {
                Some(call) => self.write_call(list, row, call),
                None => Ok(()),
            },
            Payload::Stackmap => match self.proc.stackmaps().get(value.stackmap()) {
                Some(stackmap) => self.write_stackmap(list, row, stackmap),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn write_atomic(&self, list: &mut List<'_, '_>, value: &Value) -> fmt::Result {
        let Some(access) = value.atomic() else { return list.item(format_args!("order=?")) };
        if access.offset != 0 {
            list.item(format_args!("offset={}", access.offset))?;
        }
        if let Some(pair) = self.proc.range_pairs().get(value.ranges()) {
            write_range(list, "range", pair.writes, HeapRange::TOP)?;
        }
        if access.width != whole(self.proc.atomic_type(value)) {
            list.item(format_args!("width={}", access.width.bits()))?;
        }
        write_order(list, Some(access.order))
    }

    fn write_call(&self, list: &mut List<'_, '_>, row: &Row, call: &CallData) -> fmt::Result {
        if call.conv != self.proc.convention() {
            list.item(format_args!("conv={}", Hyphenated(conv_name(self.proc, call.conv))))?;
        }
        if let Some(fixed) = call.variadic_start {
            list.item(format_args!("variadic={fixed}"))?;
        }
        if call.effects != default_effects(row) {
            list.item(format_args!("effects={}", EffectsText(call.effects)))?;
        }
        if call.exceptional {
            list.item(format_args!("exceptional"))?;
        }
        if call.state.is_valid() {
            list.item(format_args!("state={}", call.state))?;
        }
        Ok(())
    }

    fn write_stackmap(&self, list: &mut List<'_, '_>, row: &Row, stackmap: &Stackmap) -> fmt::Result {
        match &stackmap.results[..] {
            [] => {}
            [rep] => list.item(format_args!("result={}", RepText(self.names(), *rep)))?,
            reps => {
                list.item(format_args!("result="))?;
                write_list(list.f, ["[", "]"], reps, |f, rep| RepText(self.names(), *rep).fmt(f))?;
            }
        }
        if stackmap.generator.is_valid() {
            list.item(format_args!("generator={}", stackmap.generator))?;
        }
        if stackmap.state.is_valid() {
            list.item(format_args!("state={}", stackmap.state))?;
        }
        for (name, set) in [("early", stackmap.clobber_early), ("late", stackmap.clobber_late)] {
            if !set.is_empty() {
                list.item(format_args!("clobber_{name}={}", RegSetText(self.names(), set)))?;
            }
        }
        for (name, count) in [("gp", stackmap.scratch_gp), ("fp", stackmap.scratch_fp)] {
            if count != 0 {
                list.item(format_args!("scratch_{name}={count}"))?;
            }
        }
        if stackmap.effects != default_effects(row) {
            list.item(format_args!("effects={}", EffectsText(stackmap.effects)))?;
        }
        Ok(())
    }

    fn write_common_attributes(&self, list: &mut List<'_, '_>, value: &Value) -> fmt::Result {
        for (name, flag) in FLAGS {
            if value.flags.contains(flag) {
                list.item(format_args!("{name}"))?;
            }
        }
        if value.flags.contains(ValueFlags::DERIVED) {
            list.item(format_args!("derived={}", self.proc.base(self.id).unwrap_or_default()))?;
        }
        if value.origin != Origin::NONE {
            list.item(format_args!("origin={}", value.origin))?;
        }
        Ok(())
    }
}

/// An order other than the default; `?` if it is none.
fn write_order(list: &mut List<'_, '_>, order: Option<MemoryOrder>) -> fmt::Result {
    match order {
        Some(MemoryOrder::SeqCst) => Ok(()),
        Some(order) => list.item(format_args!("order={order}")),
        None => list.item(format_args!("order=?")),
    }
}

fn write_range(list: &mut List<'_, '_>, name: &str, range: HeapRange, default: HeapRange) -> fmt::Result {
    if range == default { Ok(()) } else { list.item(format_args!("{name}={range}")) }
}

fn conv_name(proc: &Procedure, conv: ConvId) -> &'static str {
    proc.target().desc.conventions.get(conv.number() as usize).map_or("?", |conv| conv.name)
}

fn write_state_entry(f: &mut Formatter<'_>, entry: &StateEntry) -> fmt::Result {
    match *entry {
        StateEntry::Dead => f.write_str("dead"),
        StateEntry::Value(value) => write!(f, "{value}"),
        StateEntry::Reference(value) => write!(f, "ref {value}"),
        StateEntry::Constant(ty, bits) => write!(f, "{ty} {}", Bits(ty, bits)),
        StateEntry::Object(object) => write!(f, "{object}"),
    }
}

fn write_state_entries(f: &mut Formatter<'_>, entries: &[StateEntry]) -> fmt::Result {
    write_list(f, ["[", "]"], entries, write_state_entry)
}

/// Writes the entries of a frame; `|` separates locals and stack.
fn write_frame_entries(
    f: &mut Formatter<'_>,
    local_count: Option<u32>,
    entries: &[StateEntry],
) -> fmt::Result {
    let split = local_count.map(|count| count as usize);
    f.write_str("[")?;
    for (i, entry) in entries.iter().enumerate() {
        match i {
            0 if split == Some(0) => f.write_str("| ")?,
            0 => {}
            _ => f.write_str(if split == Some(i) { " | " } else { ", " })?,
        }
        write_state_entry(f, entry)?;
    }
    match split {
        Some(0) if entries.is_empty() => f.write_str("|]"),
        Some(count) if count == entries.len() => f.write_str(" |]"),
        _ => f.write_str("]"),
    }
}

impl Procedure {
    /// One value in the text format, on one line. If it ends `block`, with its successors.
    pub fn display_value(&self, id: ValueId, block: Option<BlockId>) -> impl Display + '_ {
        let ends = block.filter(|block| self.terminal(*block) == Some(id));
        self.value_text(id, ends)
    }

    /// The text of a value. If it ends `block`, with its successors.
    fn value_text(&self, id: ValueId, block: Option<BlockId>) -> ValueText<'_> {
        let (successors, weights) =
            block.map_or((&[][..], &[][..]), |block| (self.successors(block), self.weights(block)));
        ValueText { proc: self, id, successors, weights }
    }

    fn write_header(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let target = self.target();
        write!(f, "proc {}{} ", Name(&self.name), self.signature())?;
        write!(
            f,
            "target={} conv={}",
            Hyphenated(target.name()),
            Hyphenated(conv_name(self, self.convention()))
        )?;
        writeln!(f, "{} {{", FeaturesText(*target))
    }

    fn write_declarations(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, slot) in self.stack_slots().iter() {
            let kind = if slot.kind == StackSlotKind::Locked { "locked" } else { "anonymous" };
            write!(f, "    {id} = stack {} {kind}", slot.size)?;
            if slot.align != default_align(slot.size) {
                write!(f, " align={}", slot.align)?;
            }
            if let Some(offset) = slot.forced_offset {
                write!(f, " offset={offset}")?;
            }
            f.write_str("\n")?;
        }
        for (id, variable) in self.variables().iter() {
            writeln!(f, "    {id}: {}", TypeText(self, variable.ty))?;
        }
        for (id, generator) in self.generators().iter() {
            write!(f, "    {id} = ")?;
            write_quoted(f, generator.name.as_bytes())?;
            f.write_str("\n")?;
        }
        for (id, state) in self.states().iter() {
            write!(f, "    {id} = frame function={} pc={} ", state.function, state.pc)?;
            if state.parent.is_valid() {
                write!(f, "parent={} ", state.parent)?;
            }
            write_frame_entries(f, state.local_count, self.state_entries(id))?;
            f.write_str("\n")?;
        }
        for (id, object) in self.objects().iter() {
            write!(f, "    {id} = object shape={} ", object.shape)?;
            write_state_entries(f, self.object_fields(id))?;
            f.write_str("\n")?;
        }
        if !self.pinned.is_empty() {
            let names = self.target().desc.names;
            write_list(f, ["    pinned ", "\n"], self.pinned.iter(), |f, reg| RegText(names, reg).fmt(f))?;
        }
        if self.entry_count != 1 {
            writeln!(f, "    entries {}", self.entry_count)?;
        }
        for osr in self.osr_entries() {
            writeln!(f, "    osr_entry {} {}", osr.entry, osr.state)?;
        }
        if self.keeps_frame_pointer {
            writeln!(f, "    frame_pointer")?;
        }
        Ok(())
    }
}

/// The procedure in the text format, without the header line of a file. Symbols, calls, stackmaps and tuple types are
/// written where they are used, so their ids are not part of the text.
impl Display for Procedure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_header(f)?;
        self.write_declarations(f)?;
        for block in self.block_ids() {
            let frequency = self.frequency(block);
            write!(f, "{block}")?;
            if frequency != 1.0 {
                write!(f, " frequency={}", F64Text(frequency))?;
            }
            f.write_str(if self.is_cold(block) { " cold:\n" } else { ":\n" })?;
            let values = self.block_values(block);
            for (i, id) in values.iter().enumerate() {
                let last = i + 1 == values.len();
                writeln!(f, "    {}", self.value_text(*id, last.then_some(block)))?;
            }
        }
        f.write_str("}\n")
    }
}

/// Minimum length of a run of zero bytes that is written as `zero:N`.
const ZEROS: usize = 16;

/// Maximum number of bytes of data per line.
const DATA_LINE: usize = 64;

/// Writes bytes as pieces of a data item: strings, and `zero:N`.
fn write_data(f: &mut Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    let zeros = |bytes: &[u8]| bytes.iter().take_while(|byte| **byte == 0).count();
    if bytes.is_empty() {
        f.write_str(" \"\"")?;
    }
    let mut rest = bytes;
    while !rest.is_empty() {
        f.write_str(if rest.len() == bytes.len() { " " } else { "\n    " })?;
        let count = zeros(rest);
        if count >= ZEROS {
            write!(f, "zero:{count}")?;
            rest = &rest[count..];
            continue;
        }
        let line = &rest[..rest.len().min(DATA_LINE)];
        let run = line.windows(ZEROS).position(|window| zeros(window) == ZEROS);
        let (now, later) = rest.split_at(run.unwrap_or(line.len()));
        write_quoted(f, now)?;
        rest = later;
    }
    Ok(())
}

/// The complete file.
impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("barebones 1\n")?;
        for (i, function) in self.externs.iter().enumerate() {
            f.write_str(if i == 0 { "\n" } else { "" })?;
            writeln!(f, "extern {}{}", Name(&function.name), function.signature)?;
        }
        for (i, data) in self.data.iter().enumerate() {
            f.write_str(if i == 0 { "\n" } else { "" })?;
            write!(f, "data {} =", Name(&data.name))?;
            write_data(f, &data.bytes)?;
            f.write_str("\n")?;
        }
        self.procedures.iter().try_for_each(|proc| write!(f, "\n{proc}"))
    }
}
