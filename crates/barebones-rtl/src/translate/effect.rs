//! Side effects of insns: first all values, then all effects, then the jump.

use super::field::Field;
use super::memory::Access;
use super::value::Value;
use super::{Result, Translator, leaf_types};
use crate::check::{Label, Rule, refuse};
use crate::code::{Code, Mode};
use crate::tree::Expr;
use barebones::base::{HeapRange, MemoryOrder, Signature, Type};
use barebones::ir::{BlockId, Callee, RangePair, Successor, ValueId};
use barebones_widths::int::Int;

const ALL_MEMORY: RangePair = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };

/// An effect whose values are computed.
enum Effect<'e> {
    Register(u32, Value),
    Part {
        subreg: &'e Expr,
        strict: bool,
        value: Int,
    },
    Memory {
        address: ValueId,
        mode: Mode,
        value: Value,
        access: Access,
    },
    Field(Field, Int),
    Condition(Option<u32>, (Mode, Value, Value)),
    Copy {
        to: ValueId,
        from: ValueId,
        count: ValueId,
    },
    Fill {
        to: ValueId,
        byte: u8,
        count: ValueId,
    },
    Call {
        callee: Callee,
        arguments: Vec<ValueId>,
        result: Option<(u32, Mode)>,
    },
    /// Memory that the compiler does not know any more.
    Barrier,
    Jump(Jump),
}

enum Jump {
    To(BlockId),
    If {
        condition: ValueId,
        label: BlockId,
        jumps_if: bool,
    },
    /// To the label whose number is the value.
    Address(ValueId),
    /// To the n-th of the labels.
    Table(ValueId, Vec<BlockId>),
    Return,
}

/// The registers and constants that an insn uses: the arguments of a call, or the size of a block.
fn uses(pattern: &Expr) -> impl Iterator<Item = &Expr> {
    pattern.vector().iter().filter(|effect| effect.code == Code::Use).filter_map(|effect| effect.sub(0))
}

impl Translator<'_> {
    /// Translates the side effects of the insn at an index of the chain.
    pub(super) fn insn(&mut self, index: usize, pattern: &Expr) -> Result<()> {
        let mut effects = Vec::new();
        if pattern.code == Code::Parallel {
            for element in pattern.vector() {
                self.effect(index, pattern, element, &mut effects)?;
            }
        } else {
            self.effect(index, pattern, pattern, &mut effects)?;
        }
        let mut jump = None;
        for effect in effects {
            match effect {
                Effect::Jump(found) => jump = Some(found),
                effect => self.perform(effect)?,
            }
        }
        for (reg, value) in std::mem::take(&mut self.changed) {
            self.set_leaves(reg, vec![value]);
        }
        if let Some(jump) = jump {
            self.jump(jump);
        }
        Ok(())
    }

    fn effect<'e>(
        &mut self,
        index: usize,
        pattern: &'e Expr,
        effect: &'e Expr,
        effects: &mut Vec<Effect<'e>>,
    ) -> Result<()> {
        match effect.code {
            Code::Set => {
                let (place, source) = (self.sub(effect, 0)?, self.sub(effect, 1)?);
                let effect = self.set(index, pattern, place, source)?;
                effects.push(effect);
            }
            Code::Call => {
                let effect = self.call(pattern, effect, None)?;
                effects.push(effect);
            }
            Code::Return => effects.push(Effect::Jump(Jump::Return)),
            Code::Clobber => match effect.sub(0) {
                Some(place) if place.code == Code::Reg => {
                    if place.resolved.is_scalar() {
                        let zero = self.constant_bits(place.resolved, 0);
                        effects.push(Effect::Register(place.reg().unwrap_or(0), zero));
                    }
                }
                Some(place) if place.code == Code::Scratch => {}
                place => {
                    if let Some(memory) = place {
                        self.address(memory)?;
                    }
                    effects.push(Effect::Barrier);
                }
            },
            Code::Use => {
                if let Some(reg) = effect.sub(0).and_then(Expr::reg) {
                    let value = self.register(reg);
                    for leaf in self.passed(value) {
                        self.b().opaque(leaf);
                    }
                }
            }
            Code::AsmInput => effects.push(Effect::Barrier),
            // Tables are data.
            Code::AddrVec | Code::AddrDiffVec => self.block = None,
            code => return refuse(Rule::Operand, effect.position, format!("{} as an effect", code.name())),
        }
        Ok(())
    }

    fn block_size(&mut self, pattern: &Expr) -> Result<ValueId> {
        match uses(pattern).next() {
            Some(size) => {
                let value = self.value(size)?;
                Ok(self.bits(value, Mode::POINTER).low())
            }
            None => refuse(Rule::Block, pattern.position, "no size"),
        }
    }

    fn set<'e>(
        &mut self,
        index: usize,
        pattern: &'e Expr,
        place: &'e Expr,
        source: &'e Expr,
    ) -> Result<Effect<'e>> {
        if source.code == Code::Call {
            return self.call(pattern, source, place.reg().map(|reg| (reg, place.resolved)));
        }
        Ok(match place.code {
            Code::Pc => Effect::Jump(self.target(index, source)?),
            Code::Cc0 => Effect::Condition(None, self.compared(pattern, source)?),
            Code::Reg if place.mode == Mode::Cc => {
                Effect::Condition(place.reg(), self.compared(pattern, source)?)
            }
            Code::Mem if place.mode == Mode::Blk => {
                let (count, to) = (self.block_size(pattern)?, self.address(place)?);
                match source.code {
                    Code::Mem => Effect::Copy { to, from: self.address(source)?, count },
                    _ => Effect::Fill { to, byte: source.number().unwrap_or(0) as u8, count },
                }
            }
            Code::Mem => {
                let value = self.value(source)?;
                let address = self.address(place)?;
                Effect::Memory { address, mode: place.resolved, value, access: Access::of(place) }
            }
            Code::Volatile | Code::Unchanging => {
                let place = self.sub(place, 0)?;
                return self.set(index, pattern, place, source);
            }
            Code::Subreg | Code::StrictLowPart => {
                let strict = place.code == Code::StrictLowPart;
                let subreg = if strict { self.sub(place, 0)? } else { place };
                let value = self.value(source)?;
                Effect::Part { subreg, strict, value: self.bits(value, subreg.resolved) }
            }
            Code::SignExtract | Code::ZeroExtract => {
                let value = self.value(source)?;
                let value = self.bits(value, place.resolved);
                Effect::Field(self.field(place)?, value)
            }
            _ => Effect::Register(place.reg().unwrap_or(0), self.value(source)?),
        })
    }

    fn compared(&mut self, pattern: &Expr, source: &Expr) -> Result<(Mode, Value, Value)> {
        if source.code != Code::Compare {
            let value = self.value(source)?;
            let zero = self.constant_bits(source.resolved, 0);
            return Ok((source.resolved, value, zero));
        }
        let (first, second) = (self.sub(source, 0)?, self.sub(source, 1)?);
        if first.resolved != Mode::Blk {
            return Ok((first.resolved, self.value(first)?, self.value(second)?));
        }
        let count = self.block_size(pattern)?;
        let (x, y) = (self.address(first)?, self.address(second)?);
        let signature = Signature { params: vec![Type::Int64; 3], results: vec![Type::Int32] };
        self.use_symbol("memcmp", Some(signature));
        let symbol = self.proc.symbol("memcmp");
        let order = self.b().ccall(Type::Int32, symbol, &[x, y, count]);
        let zero = self.constant_bits(Mode::Si, 0);
        Ok((Mode::Blk, Value::Int(Int::new(32, [order])), zero))
    }

    fn call<'e>(&mut self, pattern: &Expr, call: &Expr, result: Option<(u32, Mode)>) -> Result<Effect<'e>> {
        let function = self.sub(call, 0)?;
        let mut arguments = Vec::new();
        for reg in uses(pattern) {
            let value = self.value(reg)?;
            arguments.extend(self.passed(value));
        }
        let named = function.sub(0).filter(|address| address.code == Code::SymbolRef);
        let callee = match named.and_then(|symbol| symbol.operands.first()) {
            Some(crate::tree::Operand::Text(name)) => {
                let params = arguments.iter().map(|argument| self.proc.type_of(*argument)).collect();
                let results = result.map_or(Vec::new(), |(_, mode)| leaf_types(mode).to_vec());
                self.use_symbol(name, Some(Signature { params, results }));
                Callee::Symbol(self.proc.symbol(name))
            }
            _ => Callee::Address(self.address(function)?),
        };
        Ok(Effect::Call { callee, arguments, result })
    }

    /// The block of a label.
    fn label(&self, label: &Expr) -> Result<BlockId> {
        let uid = label.number().and_then(|uid| u32::try_from(uid).ok());
        match uid.and_then(|uid| self.blocks.get(&uid)) {
            Some(block) => Ok(*block),
            None => refuse(Rule::Label, label.position, format!("{label} names no code")),
        }
    }

    fn target(&mut self, index: usize, target: &Expr) -> Result<Jump> {
        Ok(match target.code {
            Code::LabelRef => Jump::To(self.label(target)?),
            Code::IfThenElse => {
                let condition = self.condition(self.sub(target, 0)?)?;
                let jumps_if = self.sub(target, 1)?.code == Code::LabelRef;
                let label = self.label(self.sub(target, if jumps_if { 1 } else { 2 })?)?;
                Jump::If { condition, label, jumps_if }
            }
            _ => {
                if let Some((entry, labels)) = self.entry_of_table(index, target)? {
                    let value = self.value(entry)?;
                    return Ok(Jump::Table(self.bits(value, Mode::POINTER).low(), labels));
                }
                if target.code != Code::Plus {
                    let value = self.value(target)?;
                    return Ok(Jump::Address(self.bits(value, Mode::POINTER).low()));
                }
                let offset = self.int_operand(target, 1)?.low();
                let base = self.checked.next_table.get(&index).copied().unwrap_or(0);
                let mut b = self.b();
                let base = b.const64(i64::from(base));
                Jump::Address(b.add(base, offset))
            }
        })
    }

    /// The index and the labels, if a jump loads an element of a table.
    fn entry_of_table<'e>(&self, index: usize, target: &'e Expr) -> Result<Option<(&'e Expr, Vec<BlockId>)>> {
        let relative = target.code == Code::Plus;
        let mut load = if relative { self.sub(target, 1)? } else { target };
        if relative && load.code == Code::SignExtend {
            load = self.sub(load, 0)?;
        }
        let address = load.sub(0).filter(|address| load.code == Code::Mem && address.code == Code::Plus);
        let Some((x, y)) = address.and_then(|address| Some((address.sub(0)?, address.sub(1)?))) else {
            return Ok(None);
        };
        let (scaled, label) = if y.code == Code::LabelRef { (x, y) } else { (y, x) };
        let uid = label.number().filter(|_| label.code == Code::LabelRef);
        let uid = uid.and_then(|uid| u32::try_from(uid).ok()).unwrap_or(0);
        let Some(Label::Table(at)) = self.checked.labels.get(&uid) else { return Ok(None) };
        let Some(table) = self.checked.function.insns.get(*at).and_then(|insn| insn.pattern()) else {
            return Ok(None);
        };
        let factor = scaled.sub(1).and_then(Expr::number).unwrap_or(0);
        let bytes = i128::from(table.mode.bytes());
        let is_scaled = match scaled.code {
            Code::Mult => factor == bytes,
            Code::Ashift | Code::Lshift => (0..8).contains(&factor) && 1 << factor == bytes,
            _ => false,
        };
        let same_kind = relative == (table.code == Code::AddrDiffVec)
            && (!relative || self.checked.next_table.get(&index) == Some(&uid));
        if !is_scaled || !same_kind || load.resolved != table.mode {
            return Ok(None);
        }
        let labels = table.vector().iter().map(|label| self.label(label)).collect::<Result<Vec<_>>>()?;
        Ok(scaled.sub(0).map(|entry| (entry, labels)))
    }

    fn perform(&mut self, effect: Effect<'_>) -> Result<()> {
        match effect {
            Effect::Register(reg, value) => self.set_register(reg, value),
            Effect::Part { subreg, strict, value } => self.set_part(subreg, strict, &value)?,
            Effect::Memory { address, mode, value, access } => self.store(value, mode, address, access),
            Effect::Field(field, value) => self.insert(&field, &value),
            Effect::Condition(key, condition) => {
                self.conditions.insert(key, condition);
            }
            Effect::Copy { to, from, count } => {
                self.b().memory_copy(to, from, count, ALL_MEMORY);
            }
            Effect::Fill { to, byte, count } => {
                let mut b = self.b();
                let byte = b.const32(i32::from(byte));
                b.memory_fill(to, byte, count, HeapRange::TOP);
            }
            Effect::Call { callee, arguments, result } => {
                let types = result.map_or(&[][..], |(_, mode)| leaf_types(mode));
                let ty = match types {
                    [] => Type::Void,
                    [ty] => *ty,
                    types => self.proc.tuple_type(types),
                };
                let call = self.b().ccall(ty, callee, &arguments);
                if let Some((reg, _)) = result {
                    let leaves = match types.len() {
                        1 => vec![call],
                        count => (0..count).map(|index| self.b().extract(call, index as u32)).collect(),
                    };
                    self.set_leaves(reg, leaves);
                }
            }
            Effect::Barrier => {
                self.b().fence_with(MemoryOrder::Compiler, ALL_MEMORY);
            }
            Effect::Jump(_) => {}
        }
        Ok(())
    }

    fn jump(&mut self, jump: Jump) {
        self.block = match jump {
            Jump::To(block) => {
                self.b().jump(block);
                None
            }
            Jump::If { condition, label, jumps_if } => {
                let next = self.proc.add_block();
                let (taken, not_taken) = if jumps_if { (label, next) } else { (next, label) };
                self.b().branch(condition, taken, not_taken);
                Some(next)
            }
            Jump::Address(address) => {
                let labels = self.checked.taken.iter();
                let cases: Vec<(i64, Successor)> = labels
                    .filter_map(|uid| Some((i64::from(*uid), Successor::from(*self.blocks.get(uid)?))))
                    .collect();
                self.switch(address, &cases);
                None
            }
            Jump::Table(index, labels) => {
                let cases: Vec<(i64, Successor)> =
                    (0..).zip(labels).map(|(case, block)| (case, Successor::from(block))).collect();
                self.switch(index, &cases);
                None
            }
            Jump::Return => return self.ret(),
        };
    }

    fn switch(&mut self, value: ValueId, cases: &[(i64, Successor)]) {
        let other = self.trap_block();
        self.b().switch(value, cases, other);
    }
}
