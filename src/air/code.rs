//! Instructions, blocks, frames: the containers of machine code before it is bytes.

use super::form::{FormId, OperandSpec, find_form};
use super::opcode::Properties;
use super::{Arg, BlockId, Opcode, RematId, SlotId, SpecialId, SwitchId, Tmp};
use crate::base::{Bank, ConvId, GeneratorId, Origin, RegEnv, RegSet, StateId, Target, TrapCode};
use crate::support::Table;

bitflags::bitflags! {
    /// Facts about one instruction that its opcode does not imply.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct InstFlags: u8 {
        /// A faulting access traps HeapOutOfBounds.
        const TRAPS = 1;
        /// A move that allocation inserted.
        const INSERTED = 1 << 1;
        /// A move between two temporaries that had better be in different places.
        const APART = 1 << 2;
    }
}

/// A machine instruction: 16 bytes; its operands are in the pool of its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// Which combination of operands it has.
    pub form: FormId,
    /// Whose instruction it is.
    pub origin: Origin,
    args: u32,
    arg_count: u16,
    /// Facts that the opcode does not imply.
    pub flags: InstFlags,
}

const _: () = assert!(size_of::<Inst>() == 16);

impl Inst {
    /// The hidden instruction of this one: with its origin and flags, and this form.
    pub(crate) fn hidden(&self, form: FormId, opcode: Opcode) -> Inst {
        Inst { opcode, form, ..*self }
    }
}

/// A sequence of instructions and the pool of their operands.
///
/// Selection and local allocation work backward and fill buffers backward; whoever fills a buffer says so.
#[derive(Clone, Debug, Default)]
pub struct InstBuffer {
    /// The instructions.
    pub insts: Vec<Inst>,
    args: Vec<Arg>,
}

impl InstBuffer {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.insts.clear();
        self.args.clear();
    }

    /// Makes room for so many more instructions, of about three operands.
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

    /// As [`InstBuffer::args`], for an instruction that may be of another buffer.
    pub fn get_args(&self, inst: &Inst) -> Option<&[Arg]> {
        let start = inst.args as usize;
        self.args.get(start..start + inst.arg_count as usize)
    }

    /// The operands of an instruction of this buffer, to change them.
    #[inline]
    pub fn args_mut(&mut self, inst: &Inst) -> &mut [Arg] {
        let start = inst.args as usize;
        &mut self.args[start..start + inst.arg_count as usize]
    }

    /// Appends an instruction whose form is known.
    #[inline(always)]
    pub fn push(&mut self, opcode: Opcode, form: FormId, args: &[Arg], origin: Origin, flags: InstFlags) {
        let start = self.args.len() as u32;
        self.insts.push(Inst { opcode, form, origin, args: start, arg_count: args.len() as u16, flags });
        self.push_args(args);
    }

    /// True if an instruction with so many operands can be appended without more memory.
    #[inline(always)]
    pub(crate) fn has_room(&self, args: usize) -> bool {
        self.insts.len() < self.insts.capacity() && args <= self.args.capacity() - self.args.len()
    }

    /// Appends operands for an instruction that [`InstBuffer::push_with_args`] appends later, and says where.
    #[inline]
    pub(crate) fn push_args(&mut self, args: &[Arg]) -> u32 {
        let start = self.args.len() as u32;
        match args.len() {
            // The usual numbers, without a call of memcpy.
            1 => self.args.extend_from_slice(&args[..1]),
            2 => self.args.extend_from_slice(&args[..2]),
            3 => self.args.extend_from_slice(&args[..3]),
            _ => self.args.extend_from_slice(args),
        }
        start
    }

    /// The operands at these places of the pool.
    #[inline]
    pub(crate) fn pool_mut(&mut self) -> &mut [Arg] {
        &mut self.args
    }

    /// Appends an instruction of another buffer with as many operands, which are in this pool already from
    /// `args` on.
    #[inline]
    pub(crate) fn push_moved(&mut self, inst: &Inst, form: FormId, args: u32) {
        self.insts.push(Inst { form, args, ..*inst });
    }

    /// Where the operands of an instruction are in its buffer's pool.
    #[inline]
    pub(crate) fn places(inst: &Inst) -> std::ops::Range<usize> {
        let start = inst.args as usize;
        start..start + inst.arg_count as usize
    }

    /// Exchanges the pools of two buffers: instructions of one that are appended to the other keep their operands.
    pub(crate) fn swap_pools(&mut self, other: &mut InstBuffer) {
        std::mem::swap(&mut self.args, &mut other.args);
    }

    /// Appends an instruction whose operands are in this pool already.
    #[inline]
    pub(crate) fn push_in_place(&mut self, inst: &Inst, form: FormId) {
        self.insts.push(*inst);
        // Seldom another one: the copy above is of 16 bytes at once.
        if form != inst.form
            && let Some(last) = self.insts.last_mut()
        {
            last.form = form;
        }
    }

    /// Makes the end of a block whose two ways are one a jump. False, and nothing done, if it does more than go
    /// somewhere.
    pub(crate) fn branch_to_jump(&mut self, index: usize, target: Target) -> bool {
        let Some(inst) = self.insts.get_mut(index) else { return false };
        let only_goes = inst.opcode.has(Properties::TERMINAL)
            && !inst.opcode.has(Properties::SPECIAL)
            && !inst.flags.contains(InstFlags::TRAPS);
        match find_form(Opcode::Jump, target.desc.arch, target.features, &[]) {
            Some(form) if only_goes => {
                (inst.opcode, inst.form, inst.arg_count) = (Opcode::Jump, form, 0);
                true
            }
            _ => false,
        }
    }

    /// Appends a copy of an instruction of another buffer.
    pub fn push_from(&mut self, other: &InstBuffer, inst: &Inst) {
        self.push(inst.opcode, inst.form, other.args(inst), inst.origin, inst.flags);
    }
}

/// What is known of a temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TmpInfo {
    /// Its bank.
    pub bank: Bank,
    /// True if it is used or defined in more than one block.
    pub global: bool,
    /// True if it is a reference that the garbage collector may move.
    pub reference: bool,
    /// The slot it lives in when it is not in a register, once it has one.
    pub home: SlotId,
    /// How to make its value again, if that is cheaper than keeping it. Such a temporary has no defining
    /// instruction: allocation makes the value where it is needed.
    pub remat: RematId,
}

/// An instruction `opcode arg, register` that makes a value from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remat {
    /// `Move`, `Move32`, `Lea64`, `MoveFloat`, `MoveDouble`, `TableAddress`, or `MoveZeroToDouble` without operand.
    pub opcode: Opcode,
    /// The constant, slot, symbol or switch.
    pub arg: Option<Arg>,
    /// The form, with a register as the last operand.
    pub form: FormId,
}

/// What a slot of the frame is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SlotKind {
    /// Memory of the procedure's own: its address may be taken.
    Locked,
    /// The home of temporaries: only whole reads and writes.
    Spill,
}

impl SlotKind {
    /// The name in text.
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
    /// What it is for.
    pub kind: SlotKind,
    /// Where it is, in bytes from the frame pointer, once that is decided.
    pub offset: Option<i32>,
}

/// The operands of one call, return or patchpoint: roles and registers that no table can know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// One per operand after the [`Arg::Special`] itself.
    pub operands: Vec<OperandSpec>,
    /// Registers destroyed before operands are read.
    pub clobbers_early: RegSet,
    /// Registers destroyed when results are written.
    pub clobbers: RegSet,
    /// Registers of which only the low 64 bits survive.
    pub clobbers_high: RegSet,
    /// Bytes of stack arguments that the callee of a call removes when it returns.
    pub popped_bytes: u32,
    /// Who emits the code of a patchpoint or exit; invalid for calls and returns.
    pub generator: GeneratorId,
    /// The exit state of a patchpoint or check.
    pub state: StateId,
    /// How many of the last operands but scratches are values of the exit state.
    pub state_operands: u32,
    /// Registers that hold what code behind a patchpoint needs, its results aside. Known after allocation.
    pub live_across: RegSet,
    /// Why a patchpoint without generator traps.
    pub trap: Option<TrapCode>,
    /// The form of a check's hidden instruction, whose operands come first.
    pub hidden: Option<FormId>,
}

/// The cases of one switch; case n goes to successor n of the block, everything else to the last.
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
    /// Where it goes.
    pub successors: smallvec::SmallVec<[BlockId; 2]>,
    /// How often it runs, relative to the root's 1.
    pub frequency: f64,
    /// True if it is cold code, to be emitted last.
    pub rare: bool,
}

/// Where a block goes that ends in two branches, if the first of them decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitEdge {
    /// To the first successor of the second branch, and otherwise on.
    First,
    /// On, and otherwise to the second successor of the second branch.
    Second,
}

/// The machine code of a procedure, before it is bytes.
#[derive(Clone, Debug)]
pub struct Code {
    /// What it is for.
    pub target: Target,
    /// The convention in which the procedure is called.
    pub convention: ConvId,
    /// The instructions of all blocks.
    pub buffer: InstBuffer,
    /// The blocks, in order of emission.
    pub blocks: Table<BlockId, Block>,
    /// Temporaries, by number.
    pub tmps: Vec<TmpInfo>,
    /// How to make the values of some temporaries again.
    pub remats: Table<RematId, Remat>,
    /// The frame's slots. The first are the procedure's own stack slots, with the same numbers.
    pub slots: Table<SlotId, Slot>,
    /// Operands of calls, returns and patchpoints.
    pub specials: Table<SpecialId, Special>,
    /// Memory of specials of earlier procedures.
    spare_operands: Vec<Vec<OperandSpec>>,
    /// Cases of switches.
    pub switches: Table<SwitchId, SwitchTable>,
    /// Bytes of the area of outgoing arguments.
    pub call_area: u32,
    /// Bytes from the frame pointer down to the lowest slot that has an offset.
    pub frame_bytes: u32,
    /// Registers that allocation gives nobody: only instructions of the program that name one change it, and calls
    /// that share them.
    pub pinned: RegSet,
    /// Registers that callers want back as they were although the convention does not say so: callee-saved ones here.
    pub kept: RegSet,
    /// Callee-saved registers that the allocated code changes: the prologue saves them and every return restores
    /// them. Allocation says which; it may name more than there are.
    pub saved: RegSet,
    /// Registers in which the code finds something at entry, which the prologue must not change.
    pub entry_regs: RegSet,
    /// Bytes of stack arguments that a return removes.
    pub popped_bytes: u32,
    /// True once every temporary is a register or a slot.
    pub allocated: bool,
}

impl Code {
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
            call_area: 0,
            frame_bytes: 0,
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
        (self.call_area, self.frame_bytes, self.popped_bytes) = (0, 0, 0);
        (self.pinned, self.kept) = (RegSet::EMPTY, RegSet::EMPTY);
        (self.saved, self.entry_regs) = (RegSet::EMPTY, RegSet::EMPTY);
        self.allocated = false;
    }

    /// The registers for allocation: those of the procedure's convention.
    ///
    /// Pinned ones are among them; so are callee-saved ones, and who changes one adds it to [`Code::saved`].
    pub fn env(&self) -> &'static RegEnv {
        &self.target.convention(self.convention).env
    }

    /// Those of them that the code must restore before it returns, if it changes them.
    pub fn callee_saved(&self) -> RegSet {
        self.env().callee_saved.union(self.kept)
    }

    /// A new temporary that lives in one block.
    #[inline]
    pub fn add_tmp(&mut self, bank: Bank) -> Tmp {
        self.add_value_tmp(bank, false, false)
    }

    /// A new temporary; whether it lives in more than one block, and whether it is a reference.
    #[inline]
    pub(crate) fn add_value_tmp(&mut self, bank: Bank, global: bool, reference: bool) -> Tmp {
        let tmp = Tmp::new(bank, self.tmps.len() as u32);
        self.tmps.push(TmpInfo { bank, global, reference, home: SlotId::INVALID, remat: RematId::INVALID });
        tmp
    }

    /// A special without operands, with memory for some.
    pub(crate) fn new_special(&mut self) -> Special {
        let mut operands = self.spare_operands.pop().unwrap_or_default();
        operands.clear();
        Special { operands, ..Special::default() }
    }

    /// A temporary whose value `opcode arg, register` makes. `None` if the target has no such form.
    pub fn add_remat(&mut self, bank: Bank, opcode: Opcode, arg: Option<Arg>) -> Option<Tmp> {
        let tmp = self.add_tmp(bank);
        let args = [arg.unwrap_or(Arg::Tmp(tmp)), Arg::Tmp(tmp)];
        let args = if arg.is_some() { &args[..] } else { &args[..1] };
        let form = find_form(opcode, self.target.desc.arch, self.target.features, args)?;
        let remat = self.remats.push(Remat { opcode, arg, form });
        self.tmps.last_mut()?.remat = remat;
        Some(tmp)
    }

    /// Gives blocks that end in two branches, in order of their ids, a block of its own for the second one. It comes
    /// right behind, so that the blocks after it have other ids than before.
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

    /// A new slot directly below those that have offsets.
    ///
    /// Frame sizes saturate instead of wrapping: a frame that is too large is found when it is laid out.
    pub fn add_slot(&mut self, size: u32, align: u32, kind: SlotKind) -> SlotId {
        let bytes = self.frame_bytes.saturating_add(size.max(1));
        self.frame_bytes = bytes.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX);
        let offset = i32::try_from(self.frame_bytes).map_or(i32::MIN, |bytes| -bytes);
        self.slots.push(Slot { size, align, kind, offset: Some(offset) })
    }

    /// Appends an instruction in forward order to the block that is being built, the last one; its form is
    /// looked up. `None`, and nothing appended, if the target has no such form.
    pub fn push(&mut self, opcode: Opcode, args: &[Arg], origin: Origin) -> Option<FormId> {
        let form = match args.first() {
            Some(Arg::Special(_)) => FormId::SPECIAL,
            _ => find_form(opcode, self.target.desc.arch, self.target.features, args)?,
        };
        self.buffer.push(opcode, form, args, origin, InstFlags::empty());
        Some(form)
    }

    /// The instructions of a block, in forward order; none if its range is not in the buffer.
    pub fn block_insts(&self, block: &Block) -> &[Inst] {
        self.buffer.insts.get(block.insts.start as usize..block.insts.end as usize).unwrap_or(&[])
    }

    /// The fixed registers of the results of an instruction with these operands, if it has a special.
    pub(crate) fn fixed_results(&self, args: &[Arg]) -> RegSet {
        let special = match args.first() {
            Some(Arg::Special(id)) => self.specials.get(*id),
            _ => None,
        };
        let specs = special.map_or(&[][..], |special| &special.operands);
        specs.iter().filter(|spec| spec.role.is_def()).filter_map(|spec| spec.fixed()).collect()
    }

    /// Role, bank, width and register of each operand of an instruction; the first entry of a special
    /// instruction describes its second operand.
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
