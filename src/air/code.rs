//! Containers of machine code before encoding: instructions, blocks, frames.

use super::form::{FormId, OperandSpec, find_form};
use super::opcode::Properties;
use super::{Arg, BlockId, Opcode, RematId, SlotId, SpecialId, SwitchId, Tmp};
use crate::base::{
    Bank, ConvId, GeneratorId, Origin, RegEnv, RegSet, StateId, Target, TrapCode, VectorId, bytes_of,
};
use crate::support::Table;

bitflags::bitflags! {
    /// Facts about one instruction that its opcode does not imply.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct InstFlags: u8 {
        /// A faulting access traps with HeapOutOfBounds.
        const TRAPS = 1;
        /// A move that allocation inserted.
        const INSERTED = 1 << 1;
        /// A move between two temporaries that are better not coalesced.
        const NO_COALESCE = 1 << 2;
        /// An access that is neither removed, moved nor joined with another.
        const VOLATILE = 1 << 3;
        /// Arithmetic whose overflow stays in the flags, or the test of that.
        const TESTED = 1 << 4;
    }
}

/// Maximum number of operands of an instruction: of a call, check or patchpoint, with the values of its exit state.
pub const MAX_ARGS: usize = u16::MAX as usize;

/// A machine instruction: 16 bytes; its operands are in the pool of its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// Its combination of operand kinds.
    pub form: FormId,
    /// The origin it is attributed to.
    pub origin: Origin,
    args: u32,
    arg_count: u16,
    /// Facts that its opcode does not imply.
    pub flags: InstFlags,
}

const _: () = assert!(size_of::<Inst>() == 16);

impl Inst {
    /// The hidden instruction of this one: same origin, flags and operands, other opcode and form.
    pub(crate) fn hidden(&self, form: FormId, opcode: Opcode) -> Inst {
        Inst { opcode, form, ..*self }
    }
}

/// A sequence of instructions and the pool of their operands.
///
/// Selection and local allocation work backward and fill buffers in reverse order; the functions that do so document
/// it.
#[derive(Clone, Debug, Default)]
pub struct InstBuffer {
    /// The instructions.
    pub insts: Vec<Inst>,
    args: Vec<Arg>,
}

impl InstBuffer {
    /// Removes everything and keeps the memory.
    pub fn clear(&mut self) {
        self.insts.clear();
        self.args.clear();
    }

    /// The bytes of the instructions and operands.
    pub(crate) fn bytes(&self) -> u64 {
        bytes_of::<Inst>(self.insts.len()) + bytes_of::<Arg>(self.args.len())
    }

    /// Reserves room for `insts` more instructions of about three operands each.
    pub(crate) fn reserve(&mut self, insts: usize) {
        self.insts.reserve(insts);
        self.args.reserve(insts * 3);
    }

    /// The operands of an instruction of this buffer.
    #[inline]
    pub fn args(&self, inst: &Inst) -> &[Arg] {
        let start = inst.args as usize;
        &self.args[start..start + inst.arg_count as usize]
    }

    /// Like [`InstBuffer::args`], for an instruction that may belong to another buffer.
    pub fn get_args(&self, inst: &Inst) -> Option<&[Arg]> {
        let start = inst.args as usize;
        self.args.get(start..start + inst.arg_count as usize)
    }

    /// The operands of an instruction of this buffer, mutable.
    #[inline]
    pub fn args_mut(&mut self, inst: &Inst) -> &mut [Arg] {
        let start = inst.args as usize;
        &mut self.args[start..start + inst.arg_count as usize]
    }

    /// Appends an instruction whose form is known, and which has at most [`MAX_ARGS`] operands.
    #[inline(always)]
    pub fn push(&mut self, opcode: Opcode, form: FormId, args: &[Arg], origin: Origin, flags: InstFlags) {
        let start = self.args.len() as u32;
        self.insts.push(Inst { opcode, form, origin, args: start, arg_count: args.len() as u16, flags });
        self.push_args(args);
    }

    /// True if an instruction with `args` operands can be appended without reallocation.
    #[inline(always)]
    pub(crate) fn has_room(&self, args: usize) -> bool {
        self.insts.len() < self.insts.capacity() && args <= self.args.capacity() - self.args.len()
    }

    /// Appends operands for a later [`InstBuffer::push_moved`]; returns their index in the pool.
    #[inline]
    pub(crate) fn push_args(&mut self, args: &[Arg]) -> u32 {
        let start = self.args.len() as u32;
        match args.len() {
            // Avoids a call of memcpy for the usual counts.
            1 => self.args.extend_from_slice(&args[..1]),
            2 => self.args.extend_from_slice(&args[..2]),
            3 => self.args.extend_from_slice(&args[..3]),
            _ => self.args.extend_from_slice(args),
        }
        start
    }

    /// The operand pool, mutable.
    #[inline]
    pub(crate) fn pool_mut(&mut self) -> &mut [Arg] {
        &mut self.args
    }

    /// Appends an instruction of another buffer, with operands that are already in this pool, starting at index `args`.
    #[inline]
    pub(crate) fn push_moved(&mut self, inst: &Inst, form: FormId, args: u32) {
        self.insts.push(Inst { form, args, ..*inst });
    }

    /// The range of an instruction's operands in its buffer's pool.
    #[inline]
    pub(crate) fn places(inst: &Inst) -> std::ops::Range<usize> {
        let start = inst.args as usize;
        start..start + inst.arg_count as usize
    }

    /// Exchanges the pools of two buffers: instructions of one that are appended to the other keep their operands.
    pub(crate) fn swap_pools(&mut self, other: &mut InstBuffer) {
        std::mem::swap(&mut self.args, &mut other.args);
    }

    /// Appends an instruction whose operands are already in this pool.
    #[inline]
    pub(crate) fn push_in_place(&mut self, inst: &Inst, form: FormId) {
        self.insts.push(*inst);
        // Rare; the unconditional copy above is a single 16-byte move.
        if form != inst.form
            && let Some(last) = self.insts.last_mut()
        {
            last.form = form;
        }
    }

    /// Replaces a terminal whose two successors are equal by a jump. Returns false and changes nothing if the terminal
    /// does more than branch.
    pub(crate) fn branch_to_jump(&mut self, index: usize, target: Target) -> bool {
        let Some(inst) = self.insts.get_mut(index) else { return false };
        let only_goes = inst.opcode.has(Properties::TERMINAL)
            && !inst.opcode.has(Properties::SPECIAL)
            && !inst.opcode.has(Properties::EFFECTS)
            && !inst.flags.intersects(InstFlags::TRAPS | InstFlags::TESTED);
        match find_form(Opcode::Jump, target.desc.arch, target.features, &[]) {
            Some(form) if only_goes => {
                (inst.opcode, inst.form, inst.arg_count) = (Opcode::Jump, form, 0);
                true
            }
            _ => false,
        }
    }

    /// Appends a copy of an instruction of another buffer.
    #[inline]
    pub fn push_from(&mut self, other: &InstBuffer, inst: &Inst) {
        self.push(inst.opcode, inst.form, other.args(inst), inst.origin, inst.flags);
    }
}

/// Properties of a temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmpInfo {
    /// Its bank.
    pub bank: Bank,
    /// True if it is used or defined in more than one block.
    pub global: bool,
    /// True if it is a reference that the garbage collector may move.
    pub reference: bool,
    /// Its spill slot, once it has one.
    pub home: SlotId,
    /// How to rematerialize it, if that is cheaper than keeping it. Such a temporary has no defining instruction:
    /// allocation materializes the value where it is needed.
    pub remat: RematId,
}

/// An instruction `opcode arg, register` that computes a value without reading registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remat {
    /// `Move`, `Move32`, `Lea64`, `MoveFloat`, `MoveDouble`, `MoveVector`, `TableAddress`, or `MoveZeroToDouble` or
    /// `MoveZeroToVector` without operand.
    pub opcode: Opcode,
    /// The constant, slot, symbol or switch.
    pub arg: Option<Arg>,
    /// The form, with a register as the last operand.
    pub form: FormId,
}

/// The purpose of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SlotKind {
    /// Memory of the procedure; its address may be taken.
    Locked,
    /// Spill slot of temporaries: read and written only in full.
    Spill,
}

impl SlotKind {
    /// Its name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            SlotKind::Locked => "locked",
            SlotKind::Spill => "spill",
        }
    }
}

/// A slot of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Its purpose.
    pub kind: SlotKind,
    /// Offset in bytes from the frame pointer, once assigned.
    pub offset: Option<i32>,
}

/// The operands of one call, return or patchpoint: roles and registers that vary for each instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// One per operand after the [`Arg::Special`] itself.
    pub operands: Vec<OperandSpec>,
    /// Registers clobbered before operands are read.
    pub clobbers_early: RegSet,
    /// Registers clobbered when results are written.
    pub clobbers: RegSet,
    /// Registers of which only the low 64 bits are preserved.
    pub clobbers_high: RegSet,
    /// Bytes of stack arguments that the callee pops.
    pub popped_bytes: u32,
    /// The generator that emits the code of a patchpoint or exit; invalid for calls and returns.
    pub generator: GeneratorId,
    /// The exit state of a patchpoint or check.
    pub state: StateId,
    /// Number of operands that are values of the exit state: the last ones before the scratches.
    pub state_operands: u32,
    /// Registers that are live across a patchpoint, except its results. Set by allocation.
    pub live_across: RegSet,
    /// The trap code of a patchpoint without generator.
    pub trap: Option<TrapCode>,
    /// The form of a check's hidden instruction, whose operands come first.
    pub hidden: Option<FormId>,
    /// True if the garbage collector may run in a call or patchpoint of a procedure with references.
    pub safepoint: bool,
    /// The roots of a safepoint, ascending: indices in [`Code::roots`].
    pub roots: Vec<u32>,
}

/// A slot that holds a temporary while the garbage collector may run: a reference, or a pointer derived from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// The slot.
    pub slot: SlotId,
    /// The temporary.
    pub tmp: Tmp,
    /// For a derived pointer the root of its base.
    pub base: Option<u32>,
}

/// The cases of one switch. Case n branches to successor n of the block, all other values to the last successor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SwitchTable {
    /// The cases.
    pub cases: Vec<i64>,
}

/// A basic block: a range of the code's instructions, the last of which is terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Indices of its instructions in the code's buffer, in forward order.
    pub insts: std::ops::Range<u32>,
    /// The successors.
    pub successors: smallvec::SmallVec<[BlockId; 2]>,
    /// Execution frequency relative to the root's, which is 1.
    pub frequency: f64,
    /// True if the block is cold and is to be emitted last.
    pub rare: bool,
}

/// How the first of the two branches that end a block continues, when the block is split between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitEdge {
    /// Taken: to the first successor of the second branch. Not taken: to the second branch.
    First,
    /// Taken: to the second branch. Not taken: to the second successor of the second branch.
    Second,
}

/// The machine code of a procedure before encoding.
#[derive(Clone, Debug)]
pub struct Code {
    /// The target it is compiled for.
    pub target: Target,
    /// The calling convention of the procedure.
    pub convention: ConvId,
    /// The instructions of all blocks.
    pub buffer: InstBuffer,
    /// The blocks, in order of emission.
    pub blocks: Table<BlockId, Block>,
    /// Temporaries, by number.
    pub tmps: Vec<TmpInfo>,
    /// How to rematerialize temporaries.
    pub remats: Table<RematId, Remat>,
    /// The frame's slots, first the procedure's own stack slots with the same numbers.
    pub slots: Table<SlotId, Slot>,
    /// Operands of calls, returns and patchpoints.
    pub specials: Table<SpecialId, Special>,
    /// Operand vectors of specials of earlier procedures, kept for their memory.
    spare_operands: Vec<Vec<OperandSpec>>,
    /// Cases of switches.
    pub switches: Table<SwitchId, SwitchTable>,
    /// Temporaries derived from a reference, each with the temporary of its base, in order. Only those of procedures
    /// with safepoints.
    pub derived: Vec<(Tmp, Tmp)>,
    /// The slots of references at safepoints. They are adjacent, each below the one before it.
    pub roots: Vec<Root>,
    /// The 128-bit constants of [`Arg::Vector`].
    pub vectors: Table<VectorId, u128>,
    /// True if floating-point temporaries may hold vectors: their spill slots have 16 bytes, all moves that allocation
    /// inserts copy 128 bits, and a call destroys a register of which the callee preserves only the low half.
    pub has_vectors: bool,
    /// True if switches may test the bits of masks, which are made of their cases.
    pub tests_bits: bool,
    /// Size of the outgoing argument area, in bytes.
    pub call_area: u32,
    /// Bytes from the frame pointer down to the lowest slot that has an offset.
    pub frame_bytes: u32,
    /// Bytes directly below the frame pointer, included in `frame_bytes`, that no slot uses: callee-saved registers are
    /// saved there. 0 if they are saved below all slots.
    pub save_area: u32,
    /// Registers that allocation does not use. Only instructions that name them and calls that share them change them.
    pub pinned: RegSet,
    /// Registers that callers need preserved although the convention does not preserve them: callee-saved in this code.
    pub kept: RegSet,
    /// Callee-saved registers that the allocated code changes: the prologue saves them and every return restores them.
    /// Set by allocation, which may include more registers than are changed.
    pub saved: RegSet,
    /// Registers with live values at entry, which the prologue must not change.
    pub entry_regs: RegSet,
    /// Bytes of stack arguments that a return pops.
    pub popped_bytes: u32,
    /// True after allocation, when every temporary is a register or a slot.
    pub allocated: bool,
}

impl Code {
    /// The bytes of everything whose number grows with the procedure.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = bytes_of::<Block>(self.blocks.len()) + bytes_of::<Slot>(self.slots.len());
        let specials = bytes_of::<Special>(self.specials.len()) + bytes_of::<Remat>(self.remats.len());
        self.buffer.bytes() + bytes_of::<TmpInfo>(self.tmps.len()) + tables + specials
    }

    /// Empty code.
    pub fn new(target: Target) -> Code {
        Code {
            target,
            convention: ConvId::new(0),
            buffer: InstBuffer::default(),
            blocks: Table::new(),
            tmps: Vec::new(),
            remats: Table::new(),
            slots: Table::new(),
            specials: Table::new(),
            spare_operands: Vec::new(),
            switches: Table::new(),
            derived: Vec::new(),
            roots: Vec::new(),
            vectors: Table::new(),
            has_vectors: false,
            tests_bits: true,
            call_area: 0,
            frame_bytes: 0,
            save_area: 0,
            pinned: RegSet::EMPTY,
            kept: RegSet::EMPTY,
            saved: RegSet::EMPTY,
            entry_regs: RegSet::EMPTY,
            popped_bytes: 0,
            allocated: false,
        }
    }

    /// Empties the code for another procedure and keeps the memory.
    pub fn reset(&mut self, target: Target) {
        (self.target, self.convention) = (target, ConvId::new(0));
        self.buffer.clear();
        self.blocks.clear();
        self.tmps.clear();
        self.remats.clear();
        self.slots.clear();
        self.spare_operands.extend(self.specials.drain().map(|special| special.operands));
        self.switches.clear();
        (self.call_area, self.frame_bytes, self.save_area, self.popped_bytes) = (0, 0, 0, 0);
        self.derived.clear();
        self.roots.clear();
        self.vectors.clear();
        (self.has_vectors, self.tests_bits) = (false, true);
        (self.pinned, self.kept) = (RegSet::EMPTY, RegSet::EMPTY);
        (self.saved, self.entry_regs) = (RegSet::EMPTY, RegSet::EMPTY);
        self.allocated = false;
    }

    /// The base of a temporary that is derived from a reference.
    pub fn base_of(&self, tmp: Tmp) -> Option<Tmp> {
        let found = self.derived.binary_search_by_key(&tmp, |derived| derived.0);
        found.ok().map(|index| self.derived[index].1)
    }

    /// The special of an instruction with these operands, if the garbage collector may run there.
    pub fn safepoint(&self, args: &[Arg]) -> Option<SpecialId> {
        let Some(Arg::Special(id)) = args.first() else { return None };
        self.specials.get(*id).is_some_and(|special| special.safepoint).then_some(*id)
    }

    /// The registers for allocation: those of the procedure's convention.
    ///
    /// They include pinned registers, and callee-saved ones, which must be added to [`Code::saved`] when they are
    /// changed.
    pub fn env(&self) -> &'static RegEnv {
        &self.target.convention(self.convention).env
    }

    /// The registers that the code must restore before it returns if it changes them.
    pub fn callee_saved(&self) -> RegSet {
        self.env().callee_saved.union(self.kept)
    }

    /// Adds a temporary that is local to one block.
    #[inline]
    pub fn add_tmp(&mut self, bank: Bank) -> Tmp {
        self.add_value_tmp(bank, false, false)
    }

    /// Adds a temporary. `global` is true if it lives in more than one block.
    #[inline]
    pub(crate) fn add_value_tmp(&mut self, bank: Bank, global: bool, reference: bool) -> Tmp {
        let tmp = Tmp::new(bank, self.tmps.len() as u32);
        self.tmps.push(TmpInfo { bank, global, reference, home: SlotId::INVALID, remat: RematId::INVALID });
        tmp
    }

    /// A special without operands, with recycled memory.
    pub(crate) fn new_special(&mut self) -> Special {
        let mut operands = self.spare_operands.pop().unwrap_or_default();
        operands.clear();
        Special { operands, ..Special::default() }
    }

    /// Adds a temporary that `opcode arg, register` rematerializes. `None` if the target has no such form.
    pub fn add_remat(&mut self, bank: Bank, opcode: Opcode, arg: Option<Arg>) -> Option<Tmp> {
        let tmp = self.add_tmp(bank);
        let args = [arg.unwrap_or(Arg::Tmp(tmp)), Arg::Tmp(tmp)];
        let args = if arg.is_some() { &args[..] } else { &args[..1] };
        let form = find_form(opcode, self.target.desc.arch, self.target.features, args)?;
        let remat = self.remats.push(Remat { opcode, arg, form });
        self.tmps.last_mut()?.remat = remat;
        Some(tmp)
    }

    /// Splits blocks that end in two branches: the second branch gets a block of its own, which directly follows. Later
    /// block ids shift. `splits` is in order of block ids.
    pub fn split_blocks(&mut self, splits: &[(BlockId, SplitEdge)]) {
        if splits.is_empty() {
            return;
        }
        let mut ids = Vec::with_capacity(self.blocks.len());
        let mut rest = splits.iter().peekable();
        let mut next = 0;
        for block in self.blocks.ids() {
            ids.push(BlockId::new(next));
            next += 1 + u32::from(rest.next_if(|(split, _)| *split == block).is_some());
        }
        let mut rest = splits.iter().peekable();
        for (id, block) in std::mem::take(&mut self.blocks).iter() {
            let mut block = block.clone();
            for to in &mut block.successors {
                *to = ids.get(to.number() as usize).copied().unwrap_or_default();
            }
            let Some((_, edge)) = rest.next_if(|(split, _)| *split == id) else {
                self.blocks.push(block);
                continue;
            };
            let mut second = block.clone();
            second.insts.start = second.insts.end.saturating_sub(1).max(block.insts.start);
            block.insts.end = second.insts.start;
            for inst in second.insts.clone() {
                let Some(inst) = self.buffer.insts.get(inst as usize) else { continue };
                for mut arg in self.buffer.args(inst).iter().copied() {
                    let mut cross = |tmp: Tmp| {
                        if let Some(info) = tmp.number().and_then(|number| self.tmps.get_mut(number as usize))
                        {
                            info.global |= !info.remat.is_valid();
                        }
                    };
                    match arg {
                        Arg::Tmp(tmp) => cross(tmp),
                        _ => arg.for_each_address_tmp(|tmp| cross(*tmp)),
                    }
                }
            }
            let on = BlockId::new(ids[id.number() as usize].number() + 1);
            if let [first, other] = &mut block.successors[..] {
                match edge {
                    SplitEdge::First => *other = on,
                    SplitEdge::Second => *first = on,
                }
            }
            self.blocks.push(block);
            self.blocks.push(second);
        }
    }

    /// Adds the spill slot of a temporary of this bank.
    pub(crate) fn add_spill_slot(&mut self, bank: Bank) -> SlotId {
        let bytes = self.spill_bytes(bank);
        self.add_slot(bytes, bytes, SlotKind::Spill)
    }

    /// The size of the spill slot of a temporary of this bank, which is also its alignment.
    pub(crate) fn spill_bytes(&self, bank: Bank) -> u32 {
        if self.has_vectors && bank == Bank::Fp { 16 } else { 8 }
    }

    /// The opcode of moves that copy all bits of temporaries of this bank.
    pub(crate) fn whole_move(&self, bank: Bank) -> Opcode {
        match bank {
            Bank::Gp => Opcode::Move,
            Bank::Fp if self.has_vectors => Opcode::MoveVector,
            Bank::Fp => Opcode::MoveDouble,
        }
    }

    /// The registers that calls destroy half of, and that nothing else writes: the frame need not save them.
    pub(crate) fn halved_registers(&self) -> RegSet {
        if !self.has_vectors {
            return RegSet::EMPTY;
        }
        let (mut halved, mut written) = (RegSet::EMPTY, RegSet::EMPTY);
        for special in self.specials.values() {
            halved = halved.union(special.clobbers_high);
            written = written.union(special.clobbers).union(special.clobbers_early);
            special.operands.iter().filter_map(|spec| spec.fixed()).for_each(|reg| written.insert(reg));
        }
        halved.difference(written)
    }

    /// The registers that an instruction with this special destroys when results are written.
    pub(crate) fn lost_registers(&self, special: &Special) -> RegSet {
        match self.has_vectors {
            true => special.clobbers.union(special.clobbers_high),
            false => special.clobbers,
        }
    }

    /// Adds a slot directly below those that have offsets.
    ///
    /// Frame sizes saturate instead of wrapping: frame layout detects a frame that is too large.
    pub fn add_slot(&mut self, size: u32, align: u32, kind: SlotKind) -> SlotId {
        let bytes = self.frame_bytes.saturating_add(size.max(1));
        self.frame_bytes = bytes.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX);
        let offset = i32::try_from(self.frame_bytes).map_or(i32::MIN, |bytes| -bytes);
        self.slots.push(Slot { size, align, kind, offset: Some(offset) })
    }

    /// Appends an instruction in forward order to the last block, which is being built, and looks up its form. Returns
    /// `None` and appends nothing if the target has no such form.
    pub fn push(&mut self, opcode: Opcode, args: &[Arg], origin: Origin) -> Option<FormId> {
        let form = match args.first() {
            Some(Arg::Special(_)) => FormId::SPECIAL,
            _ => find_form(opcode, self.target.desc.arch, self.target.features, args)?,
        };
        self.buffer.push(opcode, form, args, origin, InstFlags::empty());
        Some(form)
    }

    /// The instructions of a block in forward order; none if the block's range is not in the buffer.
    pub fn block_insts(&self, block: &Block) -> &[Inst] {
        self.buffer.insts.get(block.insts.start as usize..block.insts.end as usize).unwrap_or(&[])
    }

    /// The fixed result registers of an instruction with these operands; empty without a special.
    pub(crate) fn fixed_results(&self, args: &[Arg]) -> RegSet {
        let special = match args.first() {
            Some(Arg::Special(id)) => self.specials.get(*id),
            _ => None,
        };
        let specs = special.map_or(&[][..], |special| &special.operands);
        specs.iter().filter(|spec| spec.role.is_def()).filter_map(|spec| spec.fixed()).collect()
    }

    /// The specification of each operand of an instruction. For an instruction with a special, the first entry
    /// describes the second operand.
    #[inline]
    pub fn operands<'a>(&'a self, inst: &Inst, args: &[Arg]) -> &'a [OperandSpec] {
        match inst.form.get() {
            Some(form) => form.operands,
            None => match args.first() {
                Some(Arg::Special(id)) => self.specials.get(*id).map_or(&[], |special| &special.operands),
                _ => &[],
            },
        }
    }
}
