//! Memory, pointers, symbols and calls.

use super::{CoreValue, Translator, core_int, signature};
use crate::annotation::Annotation;
use crate::ir::{BlockId, Inst, MAX_WIDTH, Payload, Type, ValueId, int_bytes};
use crate::refusal::{Feature, Refusal};
use crate::table::{FloatType, Op};
use crate::validate::access;
use crate::widths::{Interval, register};
use barebones::base::{HeapRange, Signature, Type as CoreType};
use barebones::ir::{Callee, Opcode, RangePair, StackSlotKind, Successor};
use barebones_widths::int::{Int, leaf_count};

/// True if the instruction is translated here.
pub(super) fn is_memory(op: Op) -> bool {
    use Op::*;
    let pointers =
        matches!(op, PtrAdd | PtrDiff | PtrToInt | PtrToAddr | IntToPtr | SymbolAddr | TlsSymbolAddr);
    let memory = matches!(op, Load | Store | StackSlot | MemCpy | MemMove | MemSet | Call | CallRet2);
    pointers || memory || matches!(op, LoadAtomic | StoreAtomic | Rmw | CmpXchg | Fence)
}

const EVERYTHING: RangePair = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };

/// The sizes of loads and stores that make up a number of bytes, with their offsets.
fn pieces(bytes: u32) -> Vec<(u32, u32)> {
    let (mut found, mut offset) = (Vec::new(), 0);
    for size in [8, 4, 2, 1] {
        while bytes - offset >= size {
            found.push((offset, size));
            offset += size;
        }
    }
    found
}

impl Translator<'_> {
    pub(super) fn memory(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        match inst.op {
            Op::Load => self.load(inst),
            Op::Store => self.store(inst),
            Op::StackSlot => {
                let home = self.definitions.get(&inst.results[0]).map(|inst| std::ptr::from_ref(*inst));
                let in_block = |index: &usize| {
                    let insts = &self.function.blocks[*index].insts;
                    insts.iter().any(|found| Some(std::ptr::from_ref(found)) == home)
                };
                let block = (0..self.function.blocks.len()).find(in_block).unwrap_or(0);
                if self.is_in_cycle(BlockId(u32::try_from(block).unwrap_or(0))) {
                    return self.unsupported(Feature::SlotInLoop, inst);
                }
                let bytes = match inst.payload {
                    Payload::Width(bytes) => u32::try_from(bytes).unwrap_or(u32::MAX).max(1),
                    _ => 1,
                };
                let slot = self.proc.add_stack_slot(bytes, StackSlotKind::Locked);
                if let Some(slot) = self.proc.stack_slot_mut(slot) {
                    slot.align = 16;
                }
                let address = self.b().slot_base(slot);
                self.define_scalar(inst, 0, address);
                Ok(())
            }
            Op::MemCpy | Op::MemMove => {
                let (to, from) = (self.scalar(&of[0]), self.scalar(&of[1]));
                let count = self.int(&of[2], 64);
                self.b().memory_copy(to, from, count, EVERYTHING);
                Ok(())
            }
            Op::MemSet => {
                let to = self.scalar(&of[0]);
                let (byte, count) = (self.int(&of[1], 32), self.int(&of[2], 64));
                self.b().memory_fill(to, byte, count, HeapRange::TOP);
                Ok(())
            }
            Op::Fence => {
                self.fence(inst);
                Ok(())
            }
            Op::PtrAdd => {
                let pointer = self.scalar(&of[0]);
                let offset = self.int(&of[1], 64);
                let address = self.b().add(pointer, offset);
                self.define_scalar(inst, 0, address);
                Ok(())
            }
            Op::PtrDiff => {
                let (a, b) = (self.scalar(&of[0]), self.scalar(&of[1]));
                let difference = self.b().sub(a, b);
                self.define(inst, 0, difference, 64)
            }
            Op::PtrToInt | Op::PtrToAddr => {
                let address = self.scalar(&of[0]);
                self.define(inst, 0, address, 64)
            }
            Op::IntToPtr => {
                let address = self.int(&of[0], 64);
                self.define_scalar(inst, 0, address);
                Ok(())
            }
            Op::SymbolAddr => {
                let Payload::Symbol(name) = &inst.payload else { return Ok(()) };
                let symbol = self.proc.symbol(name);
                if !self.is_defined(name) {
                    self.externs.entry(name.clone()).or_default();
                }
                let address = self.b().symbol_address(symbol);
                self.define_scalar(inst, 0, address);
                Ok(())
            }
            Op::TlsSymbolAddr => {
                // The host's function gets the address of the initial content.
                let Payload::Symbol(name) = &inst.payload else { return Ok(()) };
                let symbol = self.proc.symbol(name);
                let address = self.b().symbol_address(symbol);
                let signature = Signature { params: vec![CoreType::Int64], results: vec![CoreType::Int64] };
                self.declare(inst, "tls_address", signature)?;
                let function = self.proc.symbol("tls_address");
                let address = self.b().ccall(CoreType::Int64, function, &[address]);
                self.define_scalar(inst, 0, address);
                Ok(())
            }
            Op::Call => self.call(inst),
            Op::CallRet2 => {
                let Some(second) = self.seconds.get(&of[0].value).copied() else {
                    return self.unsupported(Feature::SecondResult, inst);
                };
                if *self.function.type_of(inst.results[0]) == Type::Int {
                    let bits = if self.proc.type_of(second) == CoreType::Int64 { 64 } else { 32 };
                    return self.define(inst, 0, second, bits);
                }
                self.define_scalar(inst, 0, second);
                self.check_class(inst)
            }
            _ => self.atomic(inst),
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.module.function(name).is_some() || self.module.data.iter().any(|data| data.name == name)
    }

    /// The first word of what was thrown, which the host's function gives.
    pub(super) fn landing_pad(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let signature = Signature { params: vec![CoreType::Int64], results: vec![CoreType::Int64] };
        self.declare(inst, "thrown", signature)?;
        let function = self.proc.symbol("thrown");
        let first = self.constant(64, 0);
        let word = self.b().ccall(CoreType::Int64, function, &[first]);
        self.define_scalar(inst, 0, word);
        Ok(())
    }

    /// The address of a load or store. The library refuses an access outside a slot at the slot's own address. Here it
    /// is undefined only if executed, so the address becomes a sum.
    pub(super) fn accessed(&mut self, inst: &Inst, place: usize) -> CoreValue {
        let address = self.scalar(&inst.operands[place]);
        let access = access(self.function, inst);
        let bytes = access.and_then(|(ty, annotation)| ty.bytes(&annotation)).unwrap_or(u64::MAX);
        let value = self.proc.value(address);
        let is_slot = value.opcode() == Opcode::SlotBase;
        let slot = self.proc.stack_slots().get(value.slot()).filter(|_| is_slot);
        if slot.is_none_or(|slot| bytes <= u64::from(slot.size)) {
            return address;
        }
        let zero = self.constant(64, 0);
        self.b().add(address, zero)
    }

    /// True if control can come back to a block.
    fn is_in_cycle(&self, block: BlockId) -> bool {
        let mut seen = vec![false; self.function.blocks.len()];
        let mut pending = self.function.successors(block);
        while let Some(next) = pending.pop() {
            if next == block {
                return true;
            }
            if !std::mem::replace(&mut seen[next.index()], true) {
                pending.extend(self.function.successors(next));
            }
        }
        false
    }

    /// The scalars of a type in memory, each with its offset.
    fn layout(&self, inst: &Inst) -> Result<Vec<(u32, Type, Annotation)>, Refusal> {
        let (ty, annotation) = access(self.function, inst).unwrap_or((Type::Int, Annotation::default()));
        signature::scalars(&ty, &annotation, inst.position)?; // refuses what has no scalars
        let (mut found, mut offset) = (Vec::new(), 0u32);
        for (ty, annotation) in ty.leaves(&annotation) {
            let bytes = u32::try_from(ty.bytes(&annotation).unwrap_or(0)).unwrap_or(0);
            found.push((offset, ty, annotation));
            offset += bytes;
        }
        Ok(found)
    }

    fn load(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let address = self.accessed(inst, 0);
        let layout = self.layout(inst)?;
        let result = inst.results[0];
        if *self.function.type_of(result) == Type::Int {
            let Some((_, _, annotation)) = layout.first() else { return Ok(()) };
            let value = self.load_int(address, 0, annotation);
            return self.define_int(inst, 0, &value);
        }
        let mut leaves = Vec::new();
        for (offset, ty, annotation) in layout {
            let at = offset as i32;
            match ty {
                Type::Int => leaves.extend(self.load_int(address, at, &annotation).into_leaves()),
                Type::Float(FloatType::F32) => leaves.push(self.b().load(CoreType::Float, address, at)),
                Type::Float(FloatType::F64) => leaves.push(self.b().load(CoreType::Double, address, at)),
                Type::Float(_) => leaves.push(self.b().load16z(address, at)),
                Type::Ptr => leaves.push(self.b().load(CoreType::Int64, address, at)),
                Type::Bytes(count) => {
                    let bytes = (0..count as i32).map(|index| self.b().load8z(address, at + index));
                    leaves.extend(bytes.collect::<Vec<_>>());
                }
                _ => leaves.push(self.b().load8z(address, at)),
            }
        }
        self.leaves[result.index()] = leaves;
        self.check_class(inst)
    }

    /// An integer of an annotated width, in the register of its bytes.
    fn load_int(&mut self, address: CoreValue, offset: i32, annotation: &Annotation) -> Int {
        let bytes = int_bytes(annotation.bits().unwrap_or(64));
        let signed = annotation.range().is_some_and(|range| range.signed);
        let (limbs, rest) = (bytes / 8, bytes % 8);
        if limbs == 0 {
            let (value, bits) = self.load_limb(address, offset, bytes, signed);
            return Int::new(bits, [value]);
        }
        let mut leaves = Vec::new();
        for limb in 0..limbs as i32 {
            leaves.push(self.b().load(CoreType::Int64, address, offset + 8 * limb));
        }
        if rest > 0 {
            let (value, bits) = self.load_limb(address, offset + 8 * limbs as i32, rest, signed);
            let interval = Interval::width(signed, bits);
            leaves.push(self.resize(value, bits, 64, &interval));
        }
        Int::new(64 * leaves.len() as u32, leaves)
    }

    /// An integer of at most eight bytes, and its register.
    fn load_limb(&mut self, address: CoreValue, offset: i32, bytes: u32, signed: bool) -> (CoreValue, u32) {
        let bits = if bytes > 4 { 64 } else { 32 };
        let mut b = self.b();
        let value = match (bytes, signed) {
            (1, true) => b.load8s(address, offset),
            (1, false) => b.load8z(address, offset),
            (2, true) => b.load16s(address, offset),
            (2, false) => b.load16z(address, offset),
            (4 | 8, _) => b.load(core_int(bits), address, offset),
            _ => {
                let mut value = self.constant(bits, 0);
                for (at, size) in pieces(bytes) {
                    let at_address = offset + at as i32;
                    let mut b = self.b();
                    let piece = match size {
                        4 => b.load(CoreType::Int32, address, at_address),
                        2 => b.load16z(address, at_address),
                        _ => b.load8z(address, at_address),
                    };
                    let mut b = self.b();
                    let piece = if bits == 64 { b.zext32(piece) } else { piece };
                    let amount = b.const32(8 * at as i32);
                    let piece = b.shl(piece, amount);
                    value = b.bit_or(value, piece);
                }
                self.extend(value, bits, 8 * bytes, signed)
            }
        };
        (value, bits)
    }

    fn store(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let address = self.accessed(inst, 1);
        let layout = self.layout(inst)?;
        if *self.type_of(&of[0]) == Type::Int {
            let Some((_, _, annotation)) = layout.first() else { return Ok(()) };
            let bits = register(8 * int_bytes(annotation.bits().unwrap_or(64)));
            let value = self.wide_int(&of[0], bits);
            self.store_int(value.leaves(), address, 0, annotation);
            return Ok(());
        }
        let mut leaves = self.leaves[of[0].value.index()].clone().into_iter();
        for (offset, ty, annotation) in layout {
            let at = offset as i32;
            let count = match ty {
                Type::Bytes(count) => count as usize,
                Type::Int => leaf_count(annotation.bits().unwrap_or(64)),
                _ => 1,
            };
            let values: Vec<CoreValue> = leaves.by_ref().take(count).collect();
            match (ty, values.first()) {
                (Type::Int, _) => self.store_int(&values, address, at, &annotation),
                (Type::Float(FloatType::F16 | FloatType::BF16), Some(value)) => {
                    self.b().store16(*value, address, at);
                }
                (Type::Float(_) | Type::Ptr, Some(value)) => {
                    self.b().store(*value, address, at);
                }
                _ => {
                    for (value, index) in values.into_iter().zip(0..) {
                        self.b().store8(value, address, at + index);
                    }
                }
            }
        }
        Ok(())
    }

    /// Stores the bytes of an integer that its limbs hold.
    fn store_int(&mut self, leaves: &[CoreValue], address: CoreValue, offset: i32, annotation: &Annotation) {
        let bytes = int_bytes(annotation.bits().unwrap_or(64));
        for (leaf, limb) in leaves.iter().zip(0..) {
            let is_wide = self.proc.type_of(*leaf) == CoreType::Int64;
            let size = if is_wide { 8 } else { 4 };
            let rest = bytes.saturating_sub(8 * limb as u32).min(size);
            self.store_limb(*leaf, is_wide, address, offset + 8 * limb, rest);
        }
    }

    fn store_limb(&mut self, value: CoreValue, is_wide: bool, address: CoreValue, offset: i32, bytes: u32) {
        for (at, size) in pieces(bytes) {
            let mut b = self.b();
            let piece = if at == 0 {
                value
            } else {
                let amount = b.const32(8 * at as i32);
                b.apply(Opcode::ZShr, &[value, amount])
            };
            let piece = if is_wide && size < 8 { b.trunc(piece) } else { piece };
            let to = offset + at as i32;
            match size {
                1 => b.store8(piece, address, to),
                2 => b.store16(piece, address, to),
                _ => b.store(piece, address, to),
            };
        }
    }

    /// Records the signature of a function outside the module.
    fn declare(&mut self, inst: &Inst, name: &str, signature: Signature) -> Result<(), Refusal> {
        let known = self.externs.entry(name.into()).or_default();
        if known.get_or_insert_with(|| signature.clone()) != &signature {
            return self.unsupported(Feature::Extern, inst);
        }
        Ok(())
    }

    fn call(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let Payload::Call(wanted, cleanup) = &inst.payload else { return Ok(()) };
        let of = &inst.operands;
        let callee = crate::widths::callee(self.module, &self.definitions, inst);
        let mut arguments = Vec::new();
        for (index, operand) in of[1..of.len() - 1].iter().enumerate() {
            let param = callee.and_then(|callee| callee.params.get(index));
            let bits = match param {
                Some(param) => {
                    self.check_promise(inst, operand, &param.annotation)?;
                    crate::widths::abi_register(&param.annotation)
                }
                None => Some(crate::widths::abi_of_use(self.function, operand)),
            };
            let bits = bits.filter(|bits| *bits <= MAX_WIDTH).unwrap_or(64);
            arguments.extend(self.as_scalars(operand, bits));
        }
        let token = inst.results[0];
        let second = self.second_type(token, inst)?;
        let results = match callee {
            Some(callee) => super::signature(callee)?.results,
            None => {
                let mut results = match wanted {
                    Some((ty, annotation)) => signature::scalars(ty, annotation, inst.position)?,
                    None => Vec::new(),
                };
                results.extend(second);
                results
            }
        };
        let params = arguments.iter().map(|argument| self.proc.type_of(*argument)).collect();
        let found = Signature { params, results: results.clone() };
        let conv = super::convention(&self.options.target, &results);
        let callee_of = match self.definitions.get(&of[0].value).map(|inst| &inst.payload) {
            Some(Payload::Symbol(name)) => {
                if !self.is_defined(name) {
                    self.declare(inst, name, found)?;
                }
                Callee::Symbol(self.proc.symbol(name))
            }
            _ => Callee::Address(self.scalar(&of[0])),
        };
        let ty = match results[..] {
            [] => CoreType::Void,
            [one] => one,
            _ => self.proc.tuple_type(&results),
        };
        let data = super::call_data(conv);
        let call = match cleanup {
            None => self.b().ccall_with(ty, callee_of, &arguments, data),
            Some(cleanup) => {
                let (normal, handler) = (self.proc.add_block(), self.core_block(*cleanup));
                let successors = [Successor::from(normal), Successor::rare(handler)];
                let call = self.b().throwing_ccall_with(ty, callee_of, &arguments, data, successors);
                self.block = normal;
                call
            }
        };
        let mut values: Vec<CoreValue> = match results.len() {
            0 => Vec::new(),
            1 => vec![call],
            count => (0..count as u32).map(|index| self.b().extract(call, index)).collect(),
        };
        if let Some((ty, wanted)) = wanted {
            // The annotation that gives the callee's result its width is the callee's own, if it is known.
            let annotation = callee.and_then(|callee| callee.result.as_ref()).map_or(wanted, |(_, a)| a);
            let count = signature::scalars(ty, annotation, inst.position)?.len().min(values.len());
            let rest = values.split_off(count);
            if *ty == Type::Int {
                let bits = crate::widths::abi_register(annotation).unwrap_or(64);
                if !values.is_empty() {
                    let value = Int::new(bits, values);
                    let natural = annotation.range().is_some_and(|range| !range.signed);
                    let whole = Interval::width(!natural, bits);
                    self.check_range(self.code(inst), &value, &whole, wanted)?;
                    self.define_int(inst, 1, &value)?;
                }
            } else {
                if let (Type::Float(ty), Some(value)) = (ty, values.first().copied()) {
                    self.check_float(self.code(inst), value, *ty, wanted);
                }
                self.leaves[inst.results[1].index()] = values;
                self.check_class(inst)?;
            }
            values = rest;
        }
        if let (Some(value), true) = (values.first(), second.is_some()) {
            self.seconds.insert(token, *value);
        }
        Ok(())
    }

    /// The type of the second result of the call with this token, if `call_ret2` reads it.
    fn second_type(&self, token: ValueId, inst: &Inst) -> Result<Option<CoreType>, Refusal> {
        let Some(read) = self.second_reads.get(&token) else { return Ok(None) };
        let data = &self.function.values[read.index()];
        Ok(signature::scalars(&data.ty, &data.annotation, inst.position)?.first().copied())
    }
}
