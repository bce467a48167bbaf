//! Decodes procedures into programs.
//!
//! The input should be valid IR. Violations that could break execution (wrong ids, arities, types) are errors.
//! Violations that need the full validator, such as a use that precedes its definition, execute as unspecified values.
//! Linear in the size of the procedure.

use super::program::*;
use super::{InterpError, NameTable};
use crate::base::{ArgLocation, EffectFlags, StackSlotId, SymbolId, Type};
use crate::ir::evaluate::{Kernel, checked, evaluate_vector, kernel};
use crate::ir::opcode::{ResultRule, Row, Rule};
use crate::ir::{BlockId, CallId, Opcode, Procedure, StackSlotKind, StackmapId, Value, ValueFlags, ValueId};
use crate::support::{Entity, SideTable};

/// Why a value cannot be executed.
type Reason = String;

pub(super) fn prepare<'m>(
    procedures: &'m [Procedure],
    proc: &'m Procedure,
    names: &mut NameTable<'m>,
) -> Result<Program, InterpError> {
    let invalid = |value: Option<ValueId>, what: Reason| InterpError::Invalid {
        procedure: proc.name.clone(),
        value,
        what,
    };
    let mut decoder = Decoder {
        procedures,
        proc,
        names,
        program: Program::default(),
        starts: Vec::with_capacity(proc.block_count()),
        slot_offsets: Vec::new(),
        phi_slots: SideTable::new(NO_SLOT),
        variables: Vec::new(),
        next_slot: 0,
    };
    decoder.lay_out_frame().map_err(|what| invalid(None, what))?;
    decoder.number_slots().map_err(|(value, what)| invalid(value, what))?;
    for block in proc.block_ids() {
        for &id in proc.block_values(block) {
            decoder.decode(block, id).map_err(|what| invalid(Some(id), what))?;
        }
    }
    decoder.program.slots = decoder.next_slot;
    decoder.program.variables = decoder.variables;
    Ok(decoder.program)
}

struct Decoder<'a, 'n, 'm> {
    procedures: &'a [Procedure],
    proc: &'m Procedure,
    names: &'n mut NameTable<'m>,
    program: Program,
    /// The first instruction of each block.
    starts: Vec<u32>,
    /// The offset of each stack slot from the frame pointer.
    slot_offsets: Vec<i64>,
    /// The slot of each Phi's location.
    phi_slots: SideTable<ValueId, Slot>,
    variables: Vec<Slot>,
    next_slot: Slot,
}

/// The access size in bytes, and true if a load sign-extends to 32 bits.
fn access(opcode: Opcode, ty: Type) -> (u8, bool) {
    match opcode {
        Opcode::Load8Z | Opcode::Store8 => (1, false),
        Opcode::Load8S => (1, true),
        Opcode::Load16Z | Opcode::Store16 => (2, false),
        Opcode::Load16S => (2, true),
        _ => (ty.size() as u8, false),
    }
}

impl Decoder<'_, '_, '_> {
    // ---- The frame ------------------------------------------------------------------------------------

    /// Assigns offsets to parameters and stack slots.
    fn lay_out_frame(&mut self) -> Result<(), Reason> {
        let proc = self.proc;
        let params = &proc.signature().params;
        if let Some(ty) = params.iter().chain(&proc.signature().results).find(|ty| !ty.is_single()) {
            return Err(format!("the signature has a {ty}; expected scalars and V128"));
        }
        let conv = proc.target().convention(proc.convention());
        let assigned =
            conv.assign(params, &[], params.len()).ok_or("the parameters do not fit the convention")?;
        for (ty, location) in params.iter().zip(assigned.params) {
            for word in 0..ty.words() as u32 {
                let location = match location {
                    ArgLocation::Stack(offset) => ArgLocation::Stack(offset + 8 * word),
                    reg @ ArgLocation::Reg(_) => reg,
                };
                self.program.params.push((location, ty.size().min(8)));
            }
        }
        self.program.incoming_bytes = assigned.stack_bytes.next_multiple_of(16);
        self.program.pinned = proc.pinned.iter().collect();
        self.program.shares_pinned = conv.shares_pinned;
        self.next_slot = self.program.params.len() as Slot;

        let mut bottom: i64 = 0;
        for (slot, data) in proc.stack_slots().iter() {
            let Some(offset) = data.forced_offset.map(i64::from) else { continue };
            if offset < LINK_BYTES as i64 && offset + i64::from(data.size) > 0 {
                return Err(format!("{slot} at {offset} is over the saved frame pointer and return address"));
            }
            bottom = bottom.min(offset);
        }
        for data in proc.stack_slots().values() {
            let offset = data.forced_offset.map(i64::from).unwrap_or_else(|| {
                bottom -= i64::from(data.size);
                bottom -= bottom.rem_euclid(i64::from(data.align.clamp(1, 16).next_power_of_two()));
                bottom
            });
            self.slot_offsets.push(offset);
            if data.kind == StackSlotKind::Anonymous {
                self.program.anonymous.push(Anonymous { offset, size: data.size });
            }
        }
        self.program.anonymous.sort_by_key(|slot| slot.offset);
        self.program.frame_bytes = bottom.unsigned_abs().next_multiple_of(16);
        Ok(())
    }

    /// Assigns slots to values and variables, and start positions to blocks.
    fn number_slots(&mut self) -> Result<(), (Option<ValueId>, Reason)> {
        let proc = self.proc;
        if proc.block_count() == 0 {
            return Err((None, "no block".to_string()));
        }
        self.program.slot_of = vec![NO_SLOT; proc.value_count()];
        let mut place = 0;
        for block in proc.block_ids() {
            self.starts.push(place);
            let values = proc.block_values(block);
            for (i, &id) in values.iter().enumerate() {
                let value = proc.get_value(id).ok_or((Some(id), format!("{block} has an unknown value")))?;
                let terminal = proc.effects(id).flags.contains(EffectFlags::TERMINAL);
                if terminal != (i + 1 == values.len()) {
                    return Err((
                        Some(id),
                        format!("the last value of {block}, and no other, must be terminal"),
                    ));
                }
                place += u32::from(value.opcode() != Opcode::Nop);
                let width = self.width(value.ty).map_err(|what| (Some(id), what))?;
                if width != 0 {
                    if self.program.slot_of[id.index()] != NO_SLOT {
                        return Err((Some(id), "is listed twice".to_string()));
                    }
                    self.program.slot_of[id.index()] =
                        self.take_slots(width).map_err(|what| (Some(id), what))?;
                    if value.opcode() == Opcode::Phi {
                        let shadow = self.take_slots(width).map_err(|what| (Some(id), what))?;
                        self.phi_slots.set(id, shadow);
                        if width == 1 {
                            self.program.phis.insert(id.index());
                        }
                    }
                }
            }
            if values.is_empty() {
                return Err((None, format!("{block} is empty")));
            }
        }
        for (variable, data) in proc.variables().iter() {
            let slot = self.width(data.ty).and_then(|width| self.take_slots(width));
            let slot = slot.map_err(|what| (None, format!("{variable} {what}")))?;
            self.variables.push(slot);
        }
        Ok(())
    }

    fn take_slots(&mut self, width: u32) -> Result<Slot, Reason> {
        let slot = self.next_slot;
        self.next_slot = slot.checked_add(width).ok_or("has too many scalars for a frame")?;
        Ok(slot)
    }

    /// The number of slots of a type.
    fn width(&self, ty: Type) -> Result<u32, Reason> {
        if ty == Type::Void {
            return Ok(0);
        }
        if ty.is_single() {
            return Ok(ty.words() as u32);
        }
        let elements = self.proc.tuple_elements(ty);
        if elements.is_empty() || !elements.iter().all(|ty| ty.is_single()) {
            return Err(format!("has type {ty}; expected a scalar, V128 or a tuple of them"));
        }
        Ok(elements.iter().map(|ty| ty.words() as u32).sum())
    }

    // ---- Operands -------------------------------------------------------------------------------------

    /// The first slot of an operand.
    fn slot(&self, id: ValueId) -> Result<Slot, Reason> {
        match self.program.slot_of.get(id.index()) {
            Some(&slot) if slot != NO_SLOT => Ok(slot),
            _ => Err(format!("operand {id} has no result or is in no block")),
        }
    }

    /// Checks the types of operands and result against the row.
    fn check_types(&self, id: ValueId, value: &Value, row: &Row) -> Result<(), Reason> {
        let children = self.proc.children(id);
        if children.len() < row.operands.len() {
            return Err(format!("has {} operands; expected {}", children.len(), row.operands.len()));
        }
        let mut t = None;
        for (&rule, &child) in row.operands.iter().zip(children) {
            let ty = self.proc.type_of(child);
            let fits = match rule {
                Rule::T => row.class.contains(ty) && *t.get_or_insert(ty) == ty,
                Rule::Int32 => ty == Type::Int32,
                Rule::Int64 => ty == Type::Int64,
                Rule::Float => ty == Type::Float,
                Rule::Double => ty == Type::Double,
                Rule::AnyInt => ty.is_int(),
                Rule::AnyFloat => ty.is_float(),
                Rule::AnyTuple => ty.is_tuple(),
                Rule::V128 => ty.is_vector(),
            };
            if !fits {
                return Err(format!("operand {child} has type {ty}; expected {rule:?}"));
            }
        }
        let (ty, t) = (value.ty, t.unwrap_or(Type::Void));
        let fits = match row.result {
            ResultRule::Void => ty == Type::Void,
            ResultRule::T => ty == t,
            ResultRule::Int32 => ty == Type::Int32,
            ResultRule::Int64 => ty == Type::Int64,
            ResultRule::Float => ty == Type::Float,
            ResultRule::Double => ty == Type::Double,
            ResultRule::V128 => ty == Type::V128,
            ResultRule::Opposite => ty.is_scalar() && ty.size() == t.size() && ty.bank() != t.bank(),
            ResultRule::Half => ty.is_scalar() && ty.size() == 4 && ty.bank() == t.bank(),
            ResultRule::WithCarry => self.proc.tuple_elements(ty) == [t, Type::Int32],
            ResultRule::Own => row.class.contains(ty),
            ResultRule::OwnOrVoid => ty == Type::Void || row.class.contains(ty),
        };
        if fits { Ok(()) } else { Err(format!("has type {ty}; expected {:?}", row.result)) }
    }

    /// Appends operands to the pools of slots and of types.
    fn operands(&mut self, ids: &[ValueId]) -> Result<[PoolRange; 2], Reason> {
        let start = self.program.operands.len() as u32;
        let first_type = self.program.operand_types.len() as u32;
        for &id in ids {
            let ty = self.proc.type_of(id);
            if !ty.is_single() {
                return Err(format!("operand {id} has type {ty}; expected a scalar or V128"));
            }
            let slot = self.slot(id)?;
            self.program.operands.extend(slot..slot + ty.words() as Slot);
            self.program.operand_types.push(ty);
        }
        let len = self.program.operands.len() as u32 - start;
        Ok([PoolRange { start, len }, PoolRange { start: first_type, len: ids.len() as u32 }])
    }

    /// The first instruction of a successor.
    fn target(&self, block: BlockId, n: usize) -> Result<u32, Reason> {
        let successor = self.proc.successors(block).get(n).ok_or(format!("no successor {n}"))?;
        let start = self.starts.get(successor.block().index());
        start.copied().ok_or(format!("{} is no block", successor.block()))
    }

    fn targets(&mut self, block: BlockId) -> Result<PoolRange, Reason> {
        let (start, len) = (self.program.targets.len() as u32, self.proc.successors(block).len());
        for n in 0..len {
            let target = self.target(block, n)?;
            self.program.targets.push(target);
        }
        Ok(PoolRange { start, len: len as u32 })
    }

    /// The index of the pinned register of a GetPinned or SetPinned.
    fn pin(&self, value: &Value, ty: Type) -> Result<u8, Reason> {
        let pin = self.program.pinned.iter().position(|reg| *reg == value.reg() && reg.bank() == ty.bank());
        pin.map(|pin| pin as u8).ok_or_else(|| format!("names no pinned register of type {ty}"))
    }

    // ---- Values ---------------------------------------------------------------------------------------

    fn decode(&mut self, block: BlockId, id: ValueId) -> Result<(), Reason> {
        let proc = self.proc;
        let value = proc.value(id);
        if value.opcode() == Opcode::Nop {
            return Ok(());
        }
        self.check_types(id, value, value.opcode().row())?;
        let inst = match self.computation(id, value)? {
            Some(inst) => inst,
            None => match self.memory(id, value)? {
                Some(inst) => inst,
                None => match self.point_or_call(block, id, value)? {
                    Some(inst) => inst,
                    None => self.terminal(block, id, value)?,
                },
            },
        };
        self.program.code.push(inst);
        self.program.places.push(id);
        Ok(())
    }

    fn copy(&self, to: Slot, from: Slot, ty: Type) -> Result<Inst, Reason> {
        Ok(match self.width(ty)? {
            1 => Inst::Copy { to, from },
            len => Inst::CopyTuple { to, from, len },
        })
    }

    /// Decodes opcodes that compute a result from their operands and the frame.
    fn computation(&mut self, id: ValueId, value: &Value) -> Result<Option<Inst>, Reason> {
        let proc = self.proc;
        let to = self.program.slot_of[id.index()];
        let child = |i: usize| self.slot(proc.children(id)[i]);
        Ok(Some(match value.opcode() {
            Opcode::Const32 | Opcode::Const64 | Opcode::ConstFloat | Opcode::ConstDouble => {
                Inst::Constant { to, bits: truncate_bits(value.ty, value.bits()) }
            }
            Opcode::BottomTuple => Inst::ZeroTuple { to, len: self.width(value.ty)? },
            Opcode::Identity | Opcode::Opaque => self.copy(to, child(0)?, value.ty)?,
            Opcode::Phi => self.copy(to, self.phi_slots[id], value.ty)?,
            Opcode::Upsilon => {
                let phi = value.phi();
                let ty = proc.type_of(proc.children(id)[0]);
                if self.phi_slots[phi] == NO_SLOT || proc.type_of(phi) != ty {
                    return Err(format!("{phi} is no Phi of type {ty}"));
                }
                self.copy(self.phi_slots[phi], child(0)?, ty)?
            }
            Opcode::Get => self.copy(to, self.variable(value, value.ty)?, value.ty)?,
            Opcode::Set => {
                let ty = proc.type_of(proc.children(id)[0]);
                self.copy(self.variable(value, ty)?, child(0)?, ty)?
            }
            Opcode::Extract => {
                let tuple = proc.children(id)[0];
                let elements = proc.tuple_elements(proc.type_of(tuple));
                if elements.get(value.index()) != Some(&value.ty) {
                    return Err(format!("{tuple} has no element {} of type {}", value.index(), value.ty));
                }
                let before: usize = elements[..value.index()].iter().map(|ty| ty.words()).sum();
                self.copy(to, child(0)? + before as Slot, value.ty)?
            }
            Opcode::Select if value.ty.is_vector() => {
                Inst::SelectVector { to, predicate: child(0)?, then: child(1)?, otherwise: child(2)? }
            }
            Opcode::Select => {
                Inst::Select { to, predicate: child(0)?, then: child(1)?, otherwise: child(2)? }
            }
            Opcode::FramePointer => Inst::FrameAddress { to, offset: 0 },
            Opcode::StackPointer => Inst::StackAddress { to },
            Opcode::SlotBase => Inst::FrameAddress { to, offset: self.slot_offset(value.slot())? },
            Opcode::ArgumentReg => {
                let (reg, params) = (value.reg(), &self.program.params);
                let here = ArgLocation::Reg(reg);
                let param = params.iter().position(|(location, _)| *location == here);
                let is_vector = |param: usize| params.get(param + 1).is_some_and(|next| next.0 == here);
                match (param, value.ty.is_vector()) {
                    (Some(param), true) if is_vector(param) => {
                        Inst::CopyTuple { to, from: param as Slot, len: 2 }
                    }
                    (param, true) => {
                        Inst::VectorRegister { to, param: param.map(|param| param as Slot), reg }
                    }
                    (Some(param), false) => Inst::Copy { to, from: param as Slot },
                    (None, false) => Inst::Register { to, reg },
                }
            }
            Opcode::GetPinned => Inst::GetPinned { to, pin: self.pin(value, value.ty)? },
            Opcode::SetPinned => {
                let ty = proc.type_of(proc.children(id)[0]);
                Inst::SetPinned { from: child(0)?, pin: self.pin(value, ty)? }
            }
            Opcode::SymbolAddress => Inst::SymbolAddress { to, symbol: self.name(value.symbol())? },
            Opcode::Const128 => {
                let bits = proc.vector_bits(value);
                Inst::ConstantVector { to, low: bits as u64, high: (bits >> 64) as u64 }
            }
            opcode if opcode.is_vector() => self.vector(to, id, value)?,
            opcode => match kernel(opcode, proc.operation_type(id), value.ty) {
                Some(Kernel::Unary(run)) => Inst::Unary { to, a: child(0)?, run },
                Some(Kernel::Binary(run)) => Inst::Binary { to, a: child(0)?, b: child(1)?, run },
                Some(Kernel::Ternary(run)) => {
                    Inst::Ternary { to, a: child(0)?, b: child(1)?, c: child(2)?, run }
                }
                Some(Kernel::PartialUnary(run)) => Inst::PartialUnary { to, a: child(0)?, run },
                Some(Kernel::PartialBinary(run)) => {
                    Inst::PartialBinary { to, a: child(0)?, b: child(1)?, run }
                }
                Some(Kernel::Pair(run)) => Inst::Pair { to, a: child(0)?, b: child(1)?, run },
                Some(Kernel::Carry(run)) => Inst::Carry { to, a: child(0)?, b: child(1)?, c: child(2)?, run },
                None => return Ok(None),
            },
        }))
    }

    fn vector(&mut self, to: Slot, id: ValueId, value: &Value) -> Result<Inst, Reason> {
        let (proc, opcode) = (self.proc, value.opcode());
        let children = proc.children(id);
        let payload =
            proc.vector_payload(value).ok_or_else(|| format!("{} has no such lanes", opcode.name()))?;
        let mut args = [(NO_SLOT, false); 3];
        for (arg, child) in args.iter_mut().zip(children) {
            *arg = (self.slot(*child)?, proc.type_of(*child).is_vector());
        }
        let zeros = [0; 3];
        if evaluate_vector(opcode, payload, &zeros[..children.len().min(3)]).is_none() {
            return Err(format!("{} cannot be evaluated with this payload", opcode.name()));
        }
        let is_wide = value.ty.is_vector();
        let arg_count = children.len() as u8;
        self.program.vectors.push(VectorSite { opcode, payload, args, arg_count, is_wide });
        Ok(Inst::Vector { to, site: self.program.vectors.len() as u32 - 1 })
    }

    fn variable(&self, value: &Value, ty: Type) -> Result<Slot, Reason> {
        let variable = value.variable();
        match self.proc.variables().get(variable) {
            Some(data) if data.ty == ty => Ok(self.variables[variable.index()]),
            _ => Err(format!("{variable} is no variable of type {ty}")),
        }
    }

    fn slot_offset(&self, slot: StackSlotId) -> Result<i64, Reason> {
        self.slot_offsets.get(slot.index()).copied().ok_or(format!("{slot} is no stack slot"))
    }

    /// The interpreter's number for a symbol's name.
    fn name(&mut self, symbol: SymbolId) -> Result<u32, Reason> {
        let proc = self.proc;
        let symbol = proc.symbols().get(symbol).ok_or(format!("{symbol} is no symbol"))?;
        Ok(self.names.number(&symbol.name))
    }

    fn memory(&mut self, id: ValueId, value: &Value) -> Result<Option<Inst>, Reason> {
        let children = self.proc.children(id);
        if value.opcode().is_atomic() {
            return self.atomic(id, value).map(Some);
        }
        let child = |i: usize| self.slot(children[i]);
        let traps = value.flags.contains(ValueFlags::TRAPS);
        let (opcode, offset) = (value.opcode(), value.offset());
        let is_volatile = value.flags.contains(ValueFlags::VOLATILE);
        Ok(Some(match opcode {
            Opcode::Load if value.ty.is_vector() => {
                let (to, address) = (self.program.slot_of[id.index()], child(0)?);
                Inst::LoadVector { to, address, offset, traps, is_volatile }
            }
            Opcode::Store if self.proc.type_of(children[0]).is_vector() => {
                let (value, address) = (child(0)?, child(1)?);
                Inst::StoreVector { value, address, offset, traps, is_volatile }
            }
            Opcode::Load8Z | Opcode::Load8S | Opcode::Load16Z | Opcode::Load16S | Opcode::Load => {
                let (bytes, signed) = access(opcode, value.ty);
                let (to, address) = (self.program.slot_of[id.index()], child(0)?);
                match is_volatile {
                    false => Inst::Load { to, address, offset, bytes, signed, traps },
                    true => Inst::VolatileLoad { to, address, offset, bytes, signed, traps },
                }
            }
            Opcode::Store8 | Opcode::Store16 | Opcode::Store => {
                let (bytes, _) = access(opcode, self.proc.type_of(children[0]));
                let (value, address) = (child(0)?, child(1)?);
                match is_volatile {
                    false => Inst::Store { value, address, offset, bytes, traps },
                    true => Inst::VolatileStore { value, address, offset, bytes, traps },
                }
            }
            Opcode::MemoryCopy => {
                Inst::MemoryCopy { destination: child(0)?, source: child(1)?, count: child(2)?, traps }
            }
            Opcode::MemoryFill => {
                Inst::MemoryFill { destination: child(0)?, byte: child(1)?, count: child(2)?, traps }
            }
            Opcode::Fence => Inst::Nothing,
            Opcode::StackLimitCheck => Inst::StackLimitCheck { limit: child(0)? },
            Opcode::TrapIf => {
                let code = value.trap_code().ok_or("has no trap code")?;
                Inst::TrapIf { predicate: child(0)?, code }
            }
            _ => return Ok(None),
        }))
    }

    fn atomic(&mut self, id: ValueId, value: &Value) -> Result<Inst, Reason> {
        let access = value.atomic().ok_or("has no width and order")?;
        let children = self.proc.children(id);
        let child = |i: usize| self.slot(children[i]);
        let update = |run| Ok::<_, Reason>(AtomicChange::Update { operand: child(0)?, run });
        let change = match value.opcode() {
            Opcode::AtomicLoad => AtomicChange::Load,
            Opcode::AtomicStore => AtomicChange::Store { value: child(0)? },
            Opcode::AtomicXchg => update(|_, new| new)?,
            Opcode::AtomicXchgAdd => update(u64::wrapping_add)?,
            Opcode::AtomicXchgSub => update(u64::wrapping_sub)?,
            Opcode::AtomicXchgAnd => update(|old, mask| old & mask)?,
            Opcode::AtomicXchgOr => update(|old, bits| old | bits)?,
            Opcode::AtomicXchgXor => update(|old, bits| old ^ bits)?,
            opcode => {
                let weak = opcode == Opcode::AtomicWeakCAS;
                AtomicChange::CompareAndSwap { expected: child(0)?, new: child(1)?, weak }
            }
        };
        let address = child(children.len() - 1)?;
        let traps = value.flags.contains(ValueFlags::TRAPS);
        let bytes = access.width.bytes() as u8;
        self.program.atomics.push(AtomicSite { change, address, offset: access.offset, bytes, traps });
        let to = self.program.slot_of[id.index()];
        Ok(Inst::Atomic { to, access: self.program.atomics.len() as u32 - 1 })
    }

    fn point_or_call(&mut self, block: BlockId, id: ValueId, value: &Value) -> Result<Option<Inst>, Reason> {
        let children = self.proc.children(id);
        let to = self.program.slot_of[id.index()];
        Ok(Some(match value.opcode() {
            Opcode::Check => {
                let predicate = self.slot(children[0])?;
                Inst::Check {
                    predicate,
                    point: self.point(value, &children[1..], PoolRange::default(), false)?,
                }
            }
            Opcode::InvalidationPoint => {
                Inst::InvalidationPoint { point: self.point(value, children, PoolRange::default(), false)? }
            }
            Opcode::CheckAdd | Opcode::CheckSub | Opcode::CheckMul => {
                let (a, b) = (self.slot(children[0])?, self.slot(children[1])?);
                let point = self.point(value, &children[2..], PoolRange::default(), false)?;
                let run = checked(value.opcode(), value.ty).ok_or("has no checked operation")?;
                Inst::CheckArithmetic { to, a, b, point, run }
            }
            Opcode::Patchpoint => {
                let terminal = self.proc.effects(id).flags.contains(EffectFlags::TERMINAL);
                let targets = if terminal { self.targets(block)? } else { PoolRange::default() };
                Inst::Patchpoint { to, point: self.point(value, children, targets, terminal)? }
            }
            Opcode::CCall => Inst::Call { call: self.call(block, value, children, to)? },
            Opcode::Poll => {
                let by_address =
                    !self.proc.calls().get(value.call()).is_some_and(|call| call.callee.is_valid());
                let word = children.get(usize::from(by_address)).ok_or("has no word to test")?;
                Inst::Poll { word: self.slot(*word)?, call: self.call(block, value, children, to)? }
            }
            Opcode::TailCall => Inst::TailCall { call: self.call(block, value, children, to)? },
            _ => return Ok(None),
        }))
    }

    fn point(
        &mut self,
        value: &Value,
        operands: &[ValueId],
        targets: PoolRange,
        terminal: bool,
    ) -> Result<u32, Reason> {
        let proc = self.proc;
        let id: StackmapId = value.stackmap();
        let stackmap = proc.stackmaps().get(id).ok_or(format!("{id} is no stackmap"))?;
        let generator = match proc.generators().get(stackmap.generator) {
            Some(generator) => {
                Some(Generator { name: generator.name.clone(), meaning: generator.meaning.clone() })
            }
            None if stackmap.generator.is_valid() => {
                return Err(format!("{} is no generator", stackmap.generator));
            }
            None => None,
        };
        let [operands, types] = self.operands(operands)?;
        let results = proc.scalars(value.ty).to_vec();
        let has_state = stackmap.state.is_valid();
        let point =
            StackmapSite { stackmap: id, operands, types, generator, has_state, results, terminal, targets };
        self.program.points.push(point);
        Ok(self.program.points.len() as u32 - 1)
    }

    fn call(&mut self, block: BlockId, value: &Value, children: &[ValueId], to: Slot) -> Result<u32, Reason> {
        let proc = self.proc;
        let id: CallId = value.call();
        let data = *proc.calls().get(id).ok_or(format!("{id} is no call"))?;
        let tail = value.opcode() == Opcode::TailCall;
        if data.effects.flags.contains(EffectFlags::TERMINAL) && !tail && !data.exceptional {
            return Err("is a terminal call without successors".to_string());
        }
        let by_address = !data.callee.is_valid();
        if by_address && children.first().is_none_or(|child| proc.type_of(*child) != Type::Int64) {
            return Err("has no address of type Int64".to_string());
        }
        let [operands, types] = self.operands(&children[usize::from(by_address)..])?;
        let results = if tail { proc.signature().results.clone() } else { proc.scalars(value.ty).to_vec() };
        let target = if by_address {
            Target::Address(self.slot(children[0])?)
        } else {
            let name = self.name(data.callee)?;
            match self.names.procedure(name) {
                Some(index) => {
                    let callee = &self.procedures[index as usize];
                    let params = &self.program.operand_types[types.range()];
                    if callee.signature().params != params || callee.signature().results != results {
                        let expected = callee.signature();
                        return Err(format!(
                            "calls {:?} of type {expected} with different types",
                            callee.name
                        ));
                    }
                    Target::Procedure(index)
                }
                None => Target::Name(name),
            }
        };
        let successors = match data.exceptional && !tail {
            true => Some([self.target(block, 0)?, self.target(block, 1)?]),
            false => None,
        };
        self.program.calls.push(Call {
            target,
            operands,
            types,
            conv: proc.target().convention(data.conv),
            variadic_start: data.variadic_start,
            results,
            to,
            successors,
        });
        Ok(self.program.calls.len() as u32 - 1)
    }

    fn terminal(&mut self, block: BlockId, id: ValueId, value: &Value) -> Result<Inst, Reason> {
        let proc = self.proc;
        let children = proc.children(id);
        Ok(match value.opcode() {
            Opcode::Jump => Inst::Jump { target: self.target(block, 0)? },
            Opcode::Branch => Inst::Branch {
                predicate: self.slot(children[0])?,
                taken: self.target(block, 0)?,
                not_taken: self.target(block, 1)?,
            },
            Opcode::Switch => self.switch(block, children[0], value)?,
            Opcode::EntrySwitch => {
                let targets = self.targets(block)?;
                if targets.len < proc.entry_count {
                    return Err(format!("has {} successors for {} entries", targets.len, proc.entry_count));
                }
                Inst::EntrySwitch { targets }
            }
            Opcode::Return => {
                let [operands, types] = self.operands(children)?;
                let results = &proc.signature().results;
                if self.program.operand_types[types.range()] != results[..] {
                    return Err(format!("does not return the results of {}", proc.signature()));
                }
                Inst::Return { operands }
            }
            Opcode::Trap => Inst::Trap { code: value.trap_code().ok_or("has no trap code")? },
            Opcode::Oops => Inst::Oops,
            opcode => return Err(format!("{} cannot be executed", opcode.name())),
        })
    }

    fn switch(&mut self, block: BlockId, selector: ValueId, value: &Value) -> Result<Inst, Reason> {
        let (proc, ty) = (self.proc, self.proc.type_of(selector));
        let numbers = proc.switch_cases(value);
        let mut cases = Vec::with_capacity(numbers.len());
        for (n, number) in numbers.iter().enumerate() {
            cases.push((truncate_bits(ty, *number as u64), self.target(block, n)?));
        }
        // A stable sort, so that the first of equal cases wins.
        cases.sort_by_key(|(number, _)| *number);
        cases.dedup_by_key(|(number, _)| *number);
        let table = SwitchTable { cases, default: self.target(block, numbers.len())? };
        self.program.tables.push(table);
        Ok(Inst::Switch { selector: self.slot(selector)?, table: self.program.tables.len() as u32 - 1 })
    }
}

/// The low bits of a scalar of this type, zero-extended.
pub(super) fn truncate_bits(ty: Type, bits: u64) -> u64 {
    if ty.size() == 4 { bits & 0xffff_ffff } else { bits }
}
