//! Methods of [`Cursor`] for opcodes with a payload.
//!
//! The methods for other opcodes are generated from the table in [`super::opcode`].

use super::opcode::Payload;
use super::procedure::constant_opcode;
use super::{
    BlockId, BranchHints, CallData, Cursor, Opcode, Procedure, RangePair, Stackmap, StackmapId, Successor,
    Value, ValueFlags, ValueId, VariableId,
};
use crate::base::{
    ArgLocation, Assignment, Bank, ConvId, Effects, HeapRange, MemoryOrder, Reg, StackSlotId, SymbolId,
    TrapCode, Type,
};
use smallvec::SmallVec;

/// The callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function at this address.
    Address(ValueId),
    /// A function with this name.
    Symbol(SymbolId),
}

impl From<ValueId> for Callee {
    fn from(address: ValueId) -> Callee {
        Callee::Address(address)
    }
}

impl From<SymbolId> for Callee {
    fn from(symbol: SymbolId) -> Callee {
        Callee::Symbol(symbol)
    }
}

/// Offset of the first stack argument from the frame pointer: the saved frame pointer and the return address come
/// first, on both x86-64 and AArch64.
pub(crate) const FIRST_STACK_ARGUMENT: i32 = 16;

impl Cursor<'_> {
    /// Appends a value of an opcode with a fixed number of children, with an `aux` word and a `payload`. Always
    /// inlined, so that the number of children is a constant.
    #[inline(always)]
    #[track_caller]
    fn append_with<const N: usize>(
        &mut self,
        opcode: Opcode,
        ty: Type,
        children: [ValueId; N],
        aux: u32,
        payload: u64,
    ) -> ValueId {
        let mut value = Value::with_children(opcode, ty, children);
        (value.aux, value.payload) = (aux, payload);
        self.append(value)
    }

    /// Appends a value of a variadic opcode, with an `aux` word.
    #[track_caller]
    fn append_list(&mut self, opcode: Opcode, ty: Type, children: &[ValueId], aux: u32) -> ValueId {
        let mut value = self.proc.make_value(opcode, ty, children);
        value.aux = aux;
        self.append(value)
    }

    // ---- Constants and the environment ----------------------------------------------------------------

    /// An Int32 constant.
    #[track_caller]
    pub fn const32(&mut self, value: i32) -> ValueId {
        self.append_with(Opcode::Const32, Type::Int32, [], 0, u64::from(value as u32))
    }

    /// An Int64 constant.
    #[track_caller]
    pub fn const64(&mut self, value: i64) -> ValueId {
        self.append_with(Opcode::Const64, Type::Int64, [], 0, value as u64)
    }

    /// A Float constant.
    #[track_caller]
    pub fn const_float(&mut self, value: f32) -> ValueId {
        self.append_with(Opcode::ConstFloat, Type::Float, [], 0, u64::from(value.to_bits()))
    }

    /// A Double constant.
    #[track_caller]
    pub fn const_double(&mut self, value: f64) -> ValueId {
        self.append_with(Opcode::ConstDouble, Type::Double, [], 0, value.to_bits())
    }

    /// A constant of a scalar type, by its bits; of a vector, the low half, whose high half is 0. For other types a Nop, which validation reports if it is used.
    #[track_caller]
    pub fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        match constant_opcode(ty) {
            Some(opcode) => {
                let mask = if ty.size() == 4 { u64::from(u32::MAX) } else { u64::MAX };
                self.append_with(opcode, ty, [], 0, bits & mask)
            }
            None if ty.is_vector() => self.const128(bits.into()),
            None => self.nop(),
        }
    }

    /// A tuple of zeros.
    #[track_caller]
    pub fn bottom_tuple(&mut self, ty: Type) -> ValueId {
        self.apply_typed(Opcode::BottomTuple, ty, &[])
    }

    /// The address of a stack slot.
    #[track_caller]
    pub fn slot_base(&mut self, slot: StackSlotId) -> ValueId {
        self.append_with(Opcode::SlotBase, Type::Int64, [], slot.number(), 0)
    }

    /// The value of a register at entry: Int64 for a general register, Double for a floating-point one.
    #[track_caller]
    pub fn argument_reg(&mut self, reg: Reg) -> ValueId {
        let ty = if reg.bank() == Bank::Gp { Type::Int64 } else { Type::Double };
        self.append_with(Opcode::ArgumentReg, ty, [], reg.index() as u32, 0)
    }

    /// The value of a pinned register: Int64 for a general register, Double for a floating-point one.
    #[track_caller]
    pub fn get_pinned(&mut self, reg: Reg) -> ValueId {
        let ty = if reg.bank() == Bank::Gp { Type::Int64 } else { Type::Double };
        self.append_with(Opcode::GetPinned, ty, [], reg.index() as u32, 0)
    }

    /// Sets a pinned register: a general one to an Int64, a floating-point one to a Double.
    #[track_caller]
    pub fn set_pinned(&mut self, value: ValueId, reg: Reg) -> ValueId {
        self.append_with(Opcode::SetPinned, Type::Void, [value], reg.index() as u32, 0)
    }

    /// The address of a symbol.
    #[track_caller]
    pub fn symbol_address(&mut self, symbol: SymbolId) -> ValueId {
        self.append_with(Opcode::SymbolAddress, Type::Int64, [], symbol.number(), 0)
    }

    /// Adds a parameter of this type to the signature and appends the value that reads it: ArgumentReg (and Trunc) for
    /// registers, Load from the caller's frame for stack arguments.
    #[track_caller]
    pub fn argument(&mut self, ty: Type) -> ValueId {
        self.proc.signature.params.push(ty);
        let params = &self.proc.signature.params;
        let assigned =
            self.proc.target().convention(self.proc.convention()).assign(params, &[], params.len());
        match assigned.and_then(|a| a.params.last().copied()) {
            Some(location) => self.read_argument(ty, location),
            None => self.nop(),
        }
    }

    /// Appends values that read all parameters of the signature, in order.
    #[track_caller]
    pub fn arguments(&mut self) -> Vec<ValueId> {
        let params = std::mem::take(&mut self.proc.signature.params);
        let memory = Assignment { params: Vec::with_capacity(params.len()), ..Assignment::default() };
        let convention = self.proc.target().convention(self.proc.convention());
        let locations = convention.assign_into(memory, &params, &[], params.len());
        let locations = locations.map(|assigned| assigned.params).unwrap_or_default();
        let arguments = params.iter().zip(locations);
        let arguments = arguments.map(|(ty, location)| self.read_argument(*ty, location)).collect();
        self.proc.signature.params = params;
        arguments
    }

    #[track_caller]
    fn read_argument(&mut self, ty: Type, location: ArgLocation) -> ValueId {
        match location {
            ArgLocation::Reg(reg) => {
                if ty.is_vector() {
                    return self.append_with(Opcode::ArgumentReg, ty, [], reg.index() as u32, 0);
                }
                let whole = self.argument_reg(reg);
                if ty.size() == 8 { whole } else { self.trunc(whole) }
            }
            ArgLocation::Stack(offset) => {
                let frame = self.frame_pointer();
                self.load(ty, frame, FIRST_STACK_ARGUMENT + offset as i32)
            }
        }
    }

    // ---- Conversions whose result type is free --------------------------------------------------------

    /// Converts a float to a signed integer of type `ty`; clamps, and NaN becomes 0.
    #[track_caller]
    pub fn ftoi_sat(&mut self, ty: Type, a: ValueId) -> ValueId {
        self.append_with(Opcode::FToISat, ty, [a], 0, 0)
    }

    /// Converts a float to an unsigned integer of type `ty`; clamps, and NaN becomes 0.
    #[track_caller]
    pub fn ftou_sat(&mut self, ty: Type, a: ValueId) -> ValueId {
        self.append_with(Opcode::FToUSat, ty, [a], 0, 0)
    }

    /// Converts a float to a signed integer of type `ty`; NaN and values out of range become the minimum.
    #[track_caller]
    pub fn ftoi_min(&mut self, ty: Type, a: ValueId) -> ValueId {
        self.append_with(Opcode::FToIMin, ty, [a], 0, 0)
    }

    /// Converts a float to a signed integer of type `ty`, if it is in range after rounding toward zero. The result for
    /// NaN and values out of range is that of the target's instruction: [`Opcode::FToIMin`] on x86-64,
    /// [`Opcode::FToISat`] on AArch64.
    #[track_caller]
    pub fn ftoi(&mut self, ty: Type, a: ValueId) -> ValueId {
        if self.proc.target().desc.saturates { self.ftoi_sat(ty, a) } else { self.ftoi_min(ty, a) }
    }

    /// Converts a Double to an Int32, and tests whether that is exact: the first result is the integer, the second is 1
    /// if converting it back gives the same bits, else 0. So -0 is not exact, nor are fractions, NaN and values out of
    /// range, for which the integer is as for [`Cursor::ftoi`].
    ///
    /// A branch or a check on the second result takes five instructions more than the conversion.
    #[track_caller]
    pub fn double_to_int32_exact(&mut self, a: ValueId) -> (ValueId, ValueId) {
        let integer = self.ftoi(Type::Int32, a);
        let back = self.itod(integer);
        let (back, bits) = (self.bitwise_cast(back), self.bitwise_cast(a));
        let exact = self.equal(back, bits);
        (integer, exact)
    }

    /// Converts a float to a signed integer of type `ty`; traps if it is NaN or out of range.
    #[track_caller]
    pub fn ftoi_trap(&mut self, ty: Type, a: ValueId) -> ValueId {
        self.append_with(Opcode::FToITrap, ty, [a], 0, 0)
    }

    /// Converts a float to an unsigned integer of type `ty`; traps if it is NaN or out of range.
    #[track_caller]
    pub fn ftou_trap(&mut self, ty: Type, a: ValueId) -> ValueId {
        self.append_with(Opcode::FToUTrap, ty, [a], 0, 0)
    }

    // ---- Memory ---------------------------------------------------------------------------------------

    #[inline(always)]
    #[track_caller]
    fn memory<const N: usize>(
        &mut self,
        opcode: Opcode,
        ty: Type,
        children: [ValueId; N],
        offset: i32,
    ) -> ValueId {
        self.append_with(opcode, ty, children, offset as u32, HeapRange::TOP.to_bits())
    }

    /// Loads a value of type `ty` from `address` + `offset`.
    #[track_caller]
    pub fn load(&mut self, ty: Type, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Load, ty, [address], offset)
    }

    /// Loads a byte, zero-extended.
    #[track_caller]
    pub fn load8z(&mut self, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Load8Z, Type::Int32, [address], offset)
    }

    /// Loads a byte, sign-extended.
    #[track_caller]
    pub fn load8s(&mut self, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Load8S, Type::Int32, [address], offset)
    }

    /// Loads 16 bits, zero-extended.
    #[track_caller]
    pub fn load16z(&mut self, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Load16Z, Type::Int32, [address], offset)
    }

    /// Loads 16 bits, sign-extended.
    #[track_caller]
    pub fn load16s(&mut self, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Load16S, Type::Int32, [address], offset)
    }

    /// Stores `value` at `address` + `offset`.
    #[track_caller]
    pub fn store(&mut self, value: ValueId, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Store, Type::Void, [value, address], offset)
    }

    /// Stores the low byte of `value`.
    #[track_caller]
    pub fn store8(&mut self, value: ValueId, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Store8, Type::Void, [value, address], offset)
    }

    /// Stores the low 16 bits of `value`.
    #[track_caller]
    pub fn store16(&mut self, value: ValueId, address: ValueId, offset: i32) -> ValueId {
        self.memory(Opcode::Store16, Type::Void, [value, address], offset)
    }

    #[track_caller]
    fn append_ranged<const N: usize>(
        &mut self,
        opcode: Opcode,
        children: [ValueId; N],
        pair: RangePair,
    ) -> ValueId {
        let ranges = self.proc.ranges.push(pair);
        self.append_with(opcode, Type::Void, children, ranges.number(), 0)
    }

    /// Copies `count` bytes between ranges that may overlap.
    #[track_caller]
    pub fn memory_copy(
        &mut self,
        destination: ValueId,
        source: ValueId,
        count: ValueId,
        ranges: RangePair,
    ) -> ValueId {
        self.append_ranged(Opcode::MemoryCopy, [destination, source, count], ranges)
    }

    /// Fills `count` bytes with the low byte of `byte`.
    #[track_caller]
    pub fn memory_fill(
        &mut self,
        destination: ValueId,
        byte: ValueId,
        count: ValueId,
        writes: HeapRange,
    ) -> ValueId {
        let pair = RangePair { reads: HeapRange::EMPTY, writes };
        self.append_ranged(Opcode::MemoryFill, [destination, byte, count], pair)
    }

    /// Orders accesses to these ranges with respect to other threads.
    #[track_caller]
    pub fn fence(&mut self, ranges: RangePair) -> ValueId {
        self.fence_with(MemoryOrder::SeqCst, ranges)
    }

    // ---- Calls, patchpoints, traps --------------------------------------------------------------------

    /// Calls a function with the procedure's convention and with unknown effects.
    #[track_caller]
    pub fn ccall(&mut self, ty: Type, callee: impl Into<Callee>, arguments: &[ValueId]) -> ValueId {
        let data = self.call_data(false);
        self.ccall_with(ty, callee, arguments, data)
    }

    /// As [`Cursor::ccall`], and ends the block: `normal` follows a normal return, `handler` an exception.
    #[track_caller]
    pub fn throwing_ccall(
        &mut self,
        ty: Type,
        callee: impl Into<Callee>,
        arguments: &[ValueId],
        normal: impl Into<Successor>,
        handler: impl Into<Successor>,
    ) -> ValueId {
        let data = self.call_data(true);
        self.throwing_ccall_with(ty, callee, arguments, data, [normal.into(), handler.into()])
    }

    /// The data of a call with the procedure's convention and unknown effects.
    fn call_data(&self, exceptional: bool) -> CallData {
        CallData {
            conv: self.proc.convention(),
            callee: SymbolId::INVALID,
            variadic_start: None,
            effects: Effects::for_call(),
            exceptional,
            state: crate::base::StateId::INVALID,
        }
    }

    /// Calls a function with the given data; its `callee` field is overwritten. [`Cursor::throwing_ccall_with`] is for
    /// calls with an exceptional successor.
    #[track_caller]
    pub fn ccall_with(
        &mut self,
        ty: Type,
        callee: impl Into<Callee>,
        arguments: &[ValueId],
        data: CallData,
    ) -> ValueId {
        self.append_call(Opcode::CCall, ty, callee.into(), arguments, data)
    }

    /// As [`Cursor::ccall_with`], and ends the block: the first successor follows a normal return, the second an
    /// exception.
    #[track_caller]
    pub fn throwing_ccall_with(
        &mut self,
        ty: Type,
        callee: impl Into<Callee>,
        arguments: &[ValueId],
        data: CallData,
        successors: [Successor; 2],
    ) -> ValueId {
        let data = CallData { exceptional: true, ..data };
        let call = self.append_call(Opcode::CCall, ty, callee.into(), arguments, data);
        self.proc.set_successors(self.block, &successors);
        call
    }

    /// Calls a function with the address of `word`, and more arguments, if the 32-bit word there is not zero: a
    /// safepoint poll. The function preserves all registers ([`poll_handler`](crate::jit::poll_handler)).
    #[track_caller]
    pub fn poll(&mut self, callee: impl Into<Callee>, word: ValueId, arguments: &[ValueId]) -> ValueId {
        let data = CallData { conv: ConvId::new(0), effects: Effects::for_poll(), ..self.call_data(false) };
        self.poll_with(callee, word, arguments, data)
    }

    /// As [`Cursor::poll`], with the given data; its `callee` field is overwritten.
    #[track_caller]
    pub fn poll_with(
        &mut self,
        callee: impl Into<Callee>,
        word: ValueId,
        arguments: &[ValueId],
        data: CallData,
    ) -> ValueId {
        let operands: SmallVec<[ValueId; 4]> =
            std::iter::once(word).chain(arguments.iter().copied()).collect();
        self.append_call(Opcode::Poll, Type::Void, callee.into(), &operands, data)
    }

    /// Tail-calls another function. Ends the block.
    #[track_caller]
    pub fn tail_call(&mut self, callee: impl Into<Callee>, arguments: &[ValueId], data: CallData) -> ValueId {
        self.append_call(Opcode::TailCall, Type::Void, callee.into(), arguments, data)
    }

    #[track_caller]
    fn append_call(
        &mut self,
        opcode: Opcode,
        ty: Type,
        callee: Callee,
        arguments: &[ValueId],
        mut data: CallData,
    ) -> ValueId {
        let mut children = SmallVec::<[ValueId; 16]>::new();
        let operands = match callee {
            Callee::Address(address) => {
                data.callee = SymbolId::INVALID;
                children.push(address);
                children.extend_from_slice(arguments);
                &children
            }
            Callee::Symbol(symbol) => {
                data.callee = symbol;
                arguments
            }
        };
        let call = self.proc.calls.push(data);
        self.append_list(opcode, ty, operands, call.number())
    }

    /// Appends a patchpoint, check or invalidation point with this stackmap. The stackmap's effects are used for
    /// patchpoints only; those of the other opcodes are fixed.
    #[track_caller]
    pub fn stackmap_value(
        &mut self,
        opcode: Opcode,
        ty: Type,
        children: &[ValueId],
        mut stackmap: Stackmap,
    ) -> ValueId {
        if opcode != Opcode::Patchpoint {
            stackmap.effects = Effects::for_check();
        }
        let id: StackmapId = self.proc.stackmaps.push(stackmap);
        self.append_list(opcode, ty, children, id.number())
    }

    /// Traps with the code if `predicate` is not zero.
    #[track_caller]
    pub fn trap_if(&mut self, predicate: ValueId, code: TrapCode) -> ValueId {
        self.append_with(Opcode::TrapIf, Type::Void, [predicate], code.to_bits(), 0)
    }

    /// Traps with the code. Ends the block.
    #[track_caller]
    pub fn trap(&mut self, code: TrapCode) -> ValueId {
        self.append_with(Opcode::Trap, Type::Void, [], code.to_bits(), 0)
    }

    // ---- Merges and variables -------------------------------------------------------------------------

    /// A Phi of this type; Upsilons write it.
    #[track_caller]
    pub fn phi(&mut self, ty: Type) -> ValueId {
        self.append_with(Opcode::Phi, ty, [], 0, 0)
    }

    /// Writes `value` to the location of `phi`.
    #[track_caller]
    pub fn upsilon(&mut self, value: ValueId, phi: ValueId) -> ValueId {
        self.append_with(Opcode::Upsilon, Type::Void, [value], phi.number(), 0)
    }

    /// The value of a variable.
    #[track_caller]
    pub fn get(&mut self, variable: VariableId) -> ValueId {
        let ty = self.proc.variables.get(variable).map_or(Type::Void, |v| v.ty);
        self.append_with(Opcode::Get, ty, [], variable.number(), 0)
    }

    /// Sets a variable.
    #[track_caller]
    pub fn set(&mut self, value: ValueId, variable: VariableId) -> ValueId {
        self.append_with(Opcode::Set, Type::Void, [value], variable.number(), 0)
    }

    /// An element of a tuple.
    #[track_caller]
    pub fn extract(&mut self, tuple: ValueId, index: u32) -> ValueId {
        let elements = self.proc.tuple_elements(self.proc.type_of(tuple));
        let ty = elements.get(index as usize).copied().unwrap_or(Type::Void);
        self.append_with(Opcode::Extract, ty, [tuple], index, 0)
    }

    // ---- Terminals ------------------------------------------------------------------------------------

    #[inline(always)]
    #[track_caller]
    fn append_terminal(&mut self, value: Value, successors: &[Successor]) -> ValueId {
        let id = self.append(value);
        self.proc.set_successors(self.block, successors);
        id
    }

    /// Branches to `target`.
    #[track_caller]
    pub fn jump(&mut self, target: impl Into<Successor>) -> ValueId {
        let value = Value::new(Opcode::Jump, Type::Void);
        self.append_terminal(value, &[target.into()])
    }

    /// Branches to `taken` if `predicate` is not zero, else to `not_taken`.
    #[track_caller]
    pub fn branch(
        &mut self,
        predicate: ValueId,
        taken: impl Into<Successor>,
        not_taken: impl Into<Successor>,
    ) -> ValueId {
        let value = Value::with_children(Opcode::Branch, Type::Void, [predicate]);
        self.append_terminal(value, &[taken.into(), not_taken.into()])
    }

    /// Branches to the block of the case that equals `selector`, else to `default`.
    #[track_caller]
    pub fn switch<S: Into<Successor> + Copy>(
        &mut self,
        selector: ValueId,
        cases: &[(i64, S)],
        default: impl Into<Successor>,
    ) -> ValueId {
        let mut value = Value::with_children(Opcode::Switch, Type::Void, [selector]);
        let numbers: Vec<i64> = cases.iter().map(|(number, _)| *number).collect();
        value.set_cases(self.proc.cases.list(&numbers));
        let mut successors: Vec<Successor> = cases.iter().map(|(_, target)| (*target).into()).collect();
        successors.push(default.into());
        self.append_terminal(value, &successors)
    }

    /// Returns with these results: an array, a list, or an `Option`. The first Return appended defines the result types
    /// of the signature, unless they are set.
    #[track_caller]
    pub fn ret(&mut self, results: impl IntoIterator<Item = ValueId>) -> ValueId {
        let results: SmallVec<[ValueId; 4]> = results.into_iter().collect();
        if !self.proc.results_known {
            self.proc.signature.results = results.iter().map(|result| self.proc.type_of(*result)).collect();
            self.proc.results_known = true;
        }
        let value = self.proc.make_value(Opcode::Return, Type::Void, &results);
        self.append_terminal(value, &[])
    }

    /// Branches to the n-th successor if the procedure was entered at its n-th entry.
    #[track_caller]
    pub fn entry_switch(&mut self, successors: &[Successor]) -> ValueId {
        let value = Value::new(Opcode::EntrySwitch, Type::Void);
        self.append_terminal(value, successors)
    }
}

impl Procedure {
    /// Sets the heap range of a load, store or atomic access; does nothing for other values.
    #[inline]
    pub fn set_range(&mut self, id: ValueId, range: HeapRange) {
        let Some(value) = self.values.get_mut(id) else { return };
        match value.opcode.row().payload {
            Payload::Memory => value.payload = range.to_bits(),
            Payload::Atomic => {
                if let Some(pair) = self.ranges.get_mut(value.ranges()) {
                    *pair = RangePair { reads: range, writes: range };
                }
            }
            _ => {}
        }
    }

    /// Sets the offset of a load, store or atomic access, in bytes; does nothing for other values.
    pub fn set_offset(&mut self, id: ValueId, offset: i32) {
        let Some(value) = self.values.get_mut(id) else { return };
        match value.opcode.row().payload {
            Payload::Memory => value.aux = offset as u32,
            Payload::Atomic => value.payload = value.payload >> 32 << 32 | u64::from(offset as u32),
            _ => {}
        }
    }

    /// Makes a load, store or atomic access trap if it faults.
    #[inline]
    pub fn set_traps(&mut self, id: ValueId) {
        if let Some(value) = self.values.get_mut(id) {
            value.flags |= ValueFlags::TRAPS;
        }
    }

    /// Makes a load or store volatile ([`ValueFlags::VOLATILE`]); does nothing for other values.
    pub fn set_volatile(&mut self, id: ValueId) {
        if let Some(value) = self.values.get_mut(id)
            && value.opcode.row().payload == Payload::Memory
        {
            value.flags |= ValueFlags::VOLATILE;
        }
    }
}

impl Cursor<'_> {
    /// Sets how often each successor of the block is taken: see [`Procedure::set_weights`]. Called after the terminal
    /// was appended, in the order of its successors.
    ///
    /// ```
    /// # use barebones::base::Type;
    /// # use barebones::{Compiler, host_target};
    /// # use barebones::ir::Procedure;
    /// # let mut proc = Procedure::new(&host_target()?);
    /// # let [root, likely, unlikely] = std::array::from_fn(|_| proc.add_block());
    /// let mut b = proc.at(root);
    /// let x = b.argument(Type::Int64);
    /// b.branch(x, likely, unlikely);
    /// b.weights([90, 10]);
    /// # proc.at(likely).ret([x]);
    /// # let mut b = proc.at(unlikely);
    /// # let one = b.const64(1);
    /// # b.ret([one]);
    /// # Compiler::host()?.compile(proc)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights(&mut self, weights: impl AsRef<[u32]>) {
        self.proc.set_weights(self.block, weights.as_ref());
    }
}

impl Procedure {
    /// Sets how often each successor of a block is taken relative to the others: `[90, 10]` for a Branch taken in nine
    /// of ten cases. A successor with the weight 0 is rarely taken. No weights: nothing is known.
    ///
    /// Unless the client gives frequencies of blocks ([`Procedure::set_frequency`]), the frequencies of all blocks are
    /// computed from the weights. They determine the layout of blocks, which values stay in registers, which cases of a
    /// Switch are tested first, what is inlined and unrolled, and whether a Branch becomes a Select. Weights never
    /// change what a procedure computes. [`Procedure::set_successors`] removes the weights of the block.
    pub fn set_weights(&mut self, block: BlockId, weights: &[u32]) {
        if !weights.is_empty() {
            self.hints.get_or_insert_default().weights.insert(block, weights.into());
        } else if let Some(hints) = &mut self.hints {
            hints.weights.remove(&block);
        }
    }

    /// The weights of a block's successors; empty if none are known.
    pub fn weights(&self, block: BlockId) -> &[u32] {
        self.hints.as_ref().and_then(|hints| hints.weights.get(&block)).map_or(&[], |weights| weights)
    }

    /// Sets whether a block is rarely executed, as if each edge to it were [rare](Successor::rare): its code is laid
    /// out after all other code, and does not slow down other code. The root stays where it is.
    pub fn set_cold(&mut self, block: BlockId, is_cold: bool) {
        if is_cold {
            self.hints.get_or_insert_default().cold.insert(block);
        } else if let Some(hints) = &mut self.hints {
            hints.cold.remove(&block);
        }
    }

    /// True if the block was marked by [`Procedure::set_cold`].
    pub fn is_cold(&self, block: BlockId) -> bool {
        self.hints.as_ref().is_some_and(|hints| hints.cold.contains(&block))
    }

    /// True if the procedure has weights or cold blocks.
    pub fn has_hints(&self) -> bool {
        self.hints.is_some()
    }

    /// The hints, if any.
    pub(crate) fn hints(&self) -> Option<&BranchHints> {
        self.hints.as_deref()
    }

    /// Removes the hints, and returns them.
    pub(crate) fn take_hints(&mut self) -> Option<Box<BranchHints>> {
        self.hints.take()
    }

    /// Adds the hints of another procedure whose blocks were copied, `by` blocks further.
    pub(super) fn add_hints_of(&mut self, from: &Procedure, by: u32) {
        if let Some(hints) = &from.hints {
            let copies = hints.renumbered(|block| BlockId::new(block.number().saturating_add(by)));
            let own = self.hints.get_or_insert_default();
            own.weights.extend(copies.weights);
            own.cold.extend(copies.cold);
        }
    }

    /// Removes the weights of a block, whose edges change.
    #[cold]
    #[inline(never)]
    pub(super) fn forget_weights(&mut self, block: BlockId) {
        self.set_weights(block, &[]);
    }
}
