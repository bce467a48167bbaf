//! The printer. Its text reads back as the same file, except for places.

use crate::ast::*;
use crate::number::Format as FloatFormat;
use crate::table::{Opcode, Operand};
use crate::types::Type;
use std::fmt::{self, Display, Formatter};

/// Items separated by commas.
fn list<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    item: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, entry) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        item(f, entry)?;
    }
    Ok(())
}

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (word, lines) in [("test", &self.tests), ("set", &self.settings), ("feature", &self.features)] {
            for line in lines {
                writeln!(f, "{word} {line}")?;
            }
        }
        for target in &self.targets {
            write!(f, "target {}", target.name)?;
            for flag in &target.flags {
                write!(f, " {flag}")?;
            }
            writeln!(f)?;
        }
        for (index, function) in self.functions.iter().enumerate() {
            write!(f, "\n{function}")?;
            for directive in self.directives.iter().filter(|directive| directive.function == index) {
                writeln!(f, "{directive}")?;
            }
        }
        Ok(())
    }
}

impl Display for Directive {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = if self.expected == Expectation::Print { "print" } else { "run" };
        write!(f, "; {word}: {}(", self.callee)?;
        list(f, &self.args, |f, value| value.fmt(f))?;
        f.write_str(")")?;
        let (sign, values) = match &self.expected {
            Expectation::Equal(values) => ("==", values),
            Expectation::NotEqual(values) => ("!=", values),
            Expectation::Print | Expectation::True => return Ok(()),
        };
        write!(f, " {sign} ")?;
        match &values[..] {
            [one] => one.fmt(f),
            values => {
                f.write_str("[")?;
                list(f, values, |f, value| value.fmt(f))?;
                f.write_str("]")
            }
        }
    }
}

/// An integer is printed signed.
impl Display for DataValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.ty.is_vector() {
            return write!(f, "{:#0width$x}", self.bits, width = 2 + 2 * self.ty.bytes() as usize);
        }
        if let Some(format) = FloatFormat::of_bits(self.ty.bits).filter(|_| self.ty.is_float()) {
            return f.write_str(&format.print(self.bits));
        }
        if self.ty.is_bool() {
            return write!(f, "{}", self.bits != 0);
        }
        let unused = 128 - u32::from(self.ty.bits.clamp(1, 128));
        write!(f, "{}", (self.bits << unused) as i128 >> unused)
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.ty.fmt(f)?;
        f.write_str(match self.extension {
            Extension::None => "",
            Extension::Zero => " uext",
            Extension::Sign => " sext",
        })?;
        match self.purpose {
            Purpose::Normal => Ok(()),
            Purpose::StructReturn => f.write_str(" sret"),
            Purpose::VmContext => f.write_str(" vmctx"),
            Purpose::Machine(MachinePurpose::Link) => f.write_str(" link"),
            Purpose::Machine(MachinePurpose::FramePointer) => f.write_str(" fp"),
            Purpose::Machine(MachinePurpose::CalleeSaved) => f.write_str(" csr"),
            Purpose::StructArgument(size) => write!(f, " sarg({size})"),
        }
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        list(f, &self.params, |f, param| param.fmt(f))?;
        f.write_str(")")?;
        if !self.results.is_empty() {
            f.write_str(" -> ")?;
            list(f, &self.results, |f, result| result.fmt(f))?;
        }
        write!(f, " {}", self.conv.name())
    }
}

impl Display for MemFlags {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let words = [
            (self.notrap, "notrap "),
            (self.aligned, "aligned "),
            (self.readonly, "readonly "),
            (self.can_move, "can_move "),
            (self.endian == Some(Endian::Little), "little "),
            (self.endian == Some(Endian::Big), "big "),
        ];
        for (_, word) in words.iter().filter(|(is_set, _)| *is_set) {
            f.write_str(word)?;
        }
        if let Some(code) = self.code {
            write!(f, "{code} ")?;
        }
        match self.region {
            Some(region) => write!(f, "{region} "),
            None => Ok(()),
        }
    }
}

/// An offset with its sign; nothing for 0.
struct Offset(i64);

impl Display for Offset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, "{:+}", self.0) }
    }
}

impl Display for GlobalData {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            GlobalData::VmContext(offset) => write!(f, "vmctx{}", Offset(*offset)),
            GlobalData::Load { base, offset, ty, flags } => {
                write!(f, "load.{ty} {flags}{base}{}", Offset(i64::from(*offset)))
            }
            GlobalData::Add { base, offset, ty } => write!(f, "iadd_imm.{ty} {base}, {offset}"),
            GlobalData::Symbol { name, offset, colocated, tls } => {
                let colocated = if *colocated { "colocated " } else { "" };
                let tls = if *tls { "tls " } else { "" };
                write!(f, "symbol {colocated}{tls}{name}{}", Offset(*offset))
            }
            GlobalData::Deref { base, offset } => write!(f, "deref({base}){}", Offset(*offset)),
            GlobalData::DynamicScale(ty) => write!(f, "dyn_scale_target_const.{ty}"),
        }
    }
}

impl Display for HeapData {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self.bound, HeapBound::Static(_)) { "static " } else { "dynamic " })?;
        match self.base {
            HeapBase::Reserved => f.write_str("reserved_reg")?,
            HeapBase::Global(global) => global.fmt(f)?,
        }
        write!(f, ", min {:#x}, bound ", self.min)?;
        match self.bound {
            HeapBound::Static(bound) => write!(f, "{bound:#x}")?,
            HeapBound::Dynamic(bound) => bound.fmt(f)?,
        }
        write!(f, ", guard {:#x}", self.guard)?;
        match self.index {
            Some(ty) => write!(f, ", index_type {ty}"),
            None => Ok(()),
        }
    }
}

impl Display for SlotData {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_spill { "spill_slot " } else { "explicit_slot " })?;
        write!(f, "{}", self.size)?;
        if let Some(align) = self.align {
            write!(f, ", align = {align}")?;
        }
        match self.key {
            Some(key) => write!(f, ", key = {key}"),
            None => Ok(()),
        }
    }
}

impl Display for FuncData {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let colocated = if self.colocated { "colocated " } else { "" };
        let patchable = if self.patchable { "patchable " } else { "" };
        write!(f, "{colocated}{patchable}{} {}", self.name, self.signature)
    }
}

/// The bits of a constant with all its digits.
fn bytes(f: &mut Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("0x")?;
    bytes.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl Function {
    /// Writes a block's name as the dialect has it.
    fn block(&self, f: &mut Formatter<'_>, block: Block) -> fmt::Result {
        write!(f, "{}{}", if self.document { "ebb" } else { "block" }, block.0)
    }

    fn block_call(&self, f: &mut Formatter<'_>, call: &BlockCall) -> fmt::Result {
        self.block(f, call.block)?;
        if call.args.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        list(f, &call.args, |f, arg| match arg {
            BlockArg::Value(value) => value_name(f, *value),
            BlockArg::Result(index) => write!(f, "ret{index}"),
            BlockArg::Exception(index) => write!(f, "exn{index}"),
        })?;
        f.write_str(")")
    }

    fn handlers(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let (sig, handlers) = match &inst.imm {
            Immediate::FuncExceptions(_, sig, handlers) | Immediate::Exceptions(sig, handlers) => {
                (sig, handlers)
            }
            _ => return Ok(()),
        };
        write!(f, "{sig}, ")?;
        if let Some(normal) = inst.blocks.first() {
            self.block_call(f, normal)?;
        }
        f.write_str(", [")?;
        list(f, handlers, |f, handler| match handler {
            Handler::Tag(tag, call) => {
                write!(f, "tag{tag}: ")?;
                self.block_call(f, call)
            }
            Handler::Default(call) => {
                f.write_str("default: ")?;
                self.block_call(f, call)
            }
            Handler::Context(value) => {
                f.write_str("context ")?;
                value_name(f, *value)
            }
        })?;
        f.write_str("]")
    }

    fn inst(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        list(f, &inst.results, |f, value| value_name(f, *value))?;
        if !inst.results.is_empty() {
            f.write_str(" = ")?;
        }
        let row = inst.opcode.row();
        f.write_str(row.name)?;
        if let Some(ty) = inst.ty.filter(|_| inst.is_typed) {
            write!(f, ".{}", self.type_name(ty))?;
        }
        let operands = row.format.operands();
        let (mut args, mut blocks) = (inst.args.iter(), inst.blocks.iter());
        for (index, operand) in operands.iter().enumerate() {
            let previous = index.checked_sub(1).map(|index| operands[index]);
            match (previous, operand) {
                (_, Operand::Arguments | Operand::Offset) | (Some(Operand::Flags), _) => {}
                (None, _) | (Some(Operand::IntCc | Operand::FloatCc | Operand::AtomicOp), _) => {
                    f.write_str(" ")?
                }
                (_, Operand::ToUnit | Operand::ToSlot) => f.write_str(" -> ")?,
                _ => f.write_str(", ")?,
            }
            match operand {
                Operand::Value => args.next().map_or(Ok(()), |value| value_name(f, *value))?,
                Operand::Values => list(f, &inst.args, |f, value| value_name(f, *value))?,
                Operand::Arguments => {
                    f.write_str("(")?;
                    list(f, args.as_slice(), |f, value| value_name(f, *value))?;
                    f.write_str(")")?;
                }
                Operand::Block => blocks.next().map_or(Ok(()), |call| self.block_call(f, call))?,
                Operand::Table => {
                    f.write_str("[")?;
                    list(f, blocks.as_slice(), |f, call| self.block_call(f, call))?;
                    f.write_str("]")?;
                }
                Operand::JumpTable => {
                    if let Some(default) = blocks.next() {
                        self.block_call(f, default)?;
                        f.write_str(", ")?;
                    }
                    immediate(f, inst, *operand)?;
                }
                Operand::IntCc => f.write_str(inst.int_cc.map_or("", IntCc::name))?,
                Operand::FloatCc => f.write_str(inst.float_cc.map_or("", FloatCc::name))?,
                Operand::Code => inst.code.map_or(Ok(()), |code| code.fmt(f))?,
                Operand::Flags => inst.flags.fmt(f)?,
                Operand::Exceptions => self.handlers(f, inst)?,
                _ => immediate(f, inst, *operand)?,
            }
        }
        Ok(())
    }

    /// A type, or the dynamic type of the preamble.
    fn type_name(&self, ty: Type) -> String {
        let of = |(_, (known, _)): &(&DynamicType, &(Type, Global))| {
            ty.dynamic && Type { dynamic: true, ..*known } == ty
        };
        match self.dynamic_types.iter().find(of) {
            Some((name, _)) => name.to_string(),
            None => ty.to_string(),
        }
    }
}

/// Values above 2^31 are the document's `vx` ones.
fn value_name(f: &mut Formatter<'_>, value: Value) -> fmt::Result {
    match value.0.checked_sub(1 << 31) {
        Some(number) => write!(f, "vx{number}"),
        None => value.fmt(f),
    }
}

fn immediate(f: &mut Formatter<'_>, inst: &Inst, operand: Operand) -> fmt::Result {
    match (&inst.imm, operand) {
        (Immediate::Int(value), _) => write!(f, "{value}"),
        (Immediate::Float(bits), _) => {
            let width = match inst.opcode {
                Opcode::F16const => 16,
                Opcode::F32const => 32,
                _ => 64,
            };
            let format = FloatFormat::of_bits(width);
            f.write_str(&format.map(|format| format.print(u128::from(*bits))).unwrap_or_default())
        }
        (Immediate::Bool(value), _) => write!(f, "{value}"),
        (Immediate::Constant(constant), _) => constant.fmt(f),
        (Immediate::Bytes(found), _) if inst.opcode == Opcode::F128const => {
            let mut bits = [0; 16];
            bits.iter_mut().zip(found).for_each(|(to, from)| *to = *from);
            let format = FloatFormat::of_bits(128);
            let text = format.map(|format| format.print(u128::from_le_bytes(bits)));
            f.write_str(&text.unwrap_or_default())
        }
        (Immediate::Bytes(found), _) => bytes(f, found),
        (Immediate::Func(func) | Immediate::FuncExceptions(func, ..), _) => func.fmt(f),
        (Immediate::Sig(sig), _) => sig.fmt(f),
        (Immediate::Slot(slot, _), Operand::Slot) => slot.fmt(f),
        (Immediate::Slot(_, offset) | Immediate::Offset(offset), Operand::Offset) => {
            Offset(i64::from(*offset)).fmt(f)
        }
        (Immediate::DynamicSlot(slot), _) => slot.fmt(f),
        (Immediate::Global(global), _) => global.fmt(f),
        (Immediate::Heap(heap, _), Operand::Heap) => heap.fmt(f),
        (Immediate::Heap(_, size), _) => write!(f, "{size}"),
        (Immediate::JumpTable(table), _) => table.fmt(f),
        (Immediate::AtomicOp(op), _) => f.write_str(op.name()),
        (Immediate::Units(units), Operand::Unit) => unit(f, units.first()),
        (Immediate::Units(units), Operand::ToUnit) => unit(f, units.last()),
        (Immediate::UnitSlot(name, _), Operand::Unit | Operand::ToUnit) => unit(f, Some(name)),
        (Immediate::UnitSlot(_, slot), _) => slot.fmt(f),
        _ => Ok(()),
    }
}

fn unit(f: &mut Formatter<'_>, name: Option<&String>) -> fmt::Result {
    name.map_or(Ok(()), |name| write!(f, "%{name}"))
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "function {}{} {{", self.name, self.signature)?;
        for (region, (id, text)) in &self.regions {
            writeln!(f, "    {region} = {id} \"{text}\"")?;
        }
        for (slot, data) in &self.slots {
            writeln!(f, "    {slot} = {data}")?;
        }
        for (global, data) in &self.globals {
            writeln!(f, "    {global} = {data}")?;
        }
        for (ty, (base, scale)) in &self.dynamic_types {
            writeln!(f, "    {ty} = {base}*{scale}")?;
        }
        for (slot, ty) in &self.dynamic_slots {
            writeln!(f, "    {slot} = explicit_dynamic_slot {ty}")?;
        }
        for (heap, data) in &self.heaps {
            writeln!(f, "    {heap} = {data}")?;
        }
        for (sig, signature) in &self.signatures {
            writeln!(f, "    {sig} = {signature}")?;
        }
        for (func, data) in &self.funcs {
            writeln!(f, "    {func} = {data}")?;
        }
        for (table, blocks) in &self.jump_tables {
            write!(f, "    {table} = jump_table [")?;
            list(f, blocks, |f, block| match block {
                Some(block) => self.block(f, *block),
                None => f.write_str("0"),
            })?;
            writeln!(f, "]")?;
        }
        for (constant, ConstantData { ty, bytes: found }) in &self.constants {
            write!(f, "    {constant} = ")?;
            if let Some(ty) = ty {
                write!(f, "{ty} ")?;
            }
            bytes(f, found)?;
            writeln!(f)?;
        }
        if let Some(limit) = self.stack_limit {
            writeln!(f, "    stack_limit = {limit}")?;
        }
        for block in &self.blocks {
            writeln!(f)?;
            self.block(f, block.block)?;
            if !block.params.is_empty() {
                f.write_str("(")?;
                list(f, &block.params, |f, (value, ty)| {
                    value_name(f, *value)?;
                    write!(f, ": {}", self.type_name(*ty))
                })?;
                f.write_str(")")?;
            }
            writeln!(f, "{}:", if block.cold { " cold" } else { "" })?;
            // Aliases of the block's parameters and of results follow their targets.
            for (value, _) in &block.params {
                self.aliases_of(f, *value)?;
            }
            for inst in &block.insts {
                f.write_str("    ")?;
                self.inst(f, inst)?;
                writeln!(f)?;
                for value in &inst.results {
                    self.aliases_of(f, *value)?;
                }
            }
        }
        f.write_str("}\n")
    }
}

impl Function {
    fn aliases_of(&self, f: &mut Formatter<'_>, target: Value) -> fmt::Result {
        for (alias, _) in self.aliases.iter().filter(|(_, value)| **value == target) {
            f.write_str("    ")?;
            value_name(f, alias)?;
            f.write_str(" -> ")?;
            value_name(f, target)?;
            writeln!(f)?;
        }
        Ok(())
    }
}
