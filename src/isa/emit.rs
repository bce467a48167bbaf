//! Emission of allocated Air: the part common to all targets.

use super::patch::{ColdCheck, LateSite};
use super::switch::{Cluster, ClusterKind, cluster};
use super::{CodeBuffer, EmitError, FrameInfo, Generators, Label};
use crate::air::{Arg, Block, BlockId, Code, InstBuffer, Opcode, SwitchId};
use crate::base::{Arch, Bank, Origin, Reg, RegSet, TrapCode};
use crate::support::{BitSet, Entity};
use std::ops::Range;

/// The surroundings of the block being emitted.
#[derive(Clone, Copy, Debug)]
pub struct BlockContext<'a> {
    /// The labels of all blocks.
    pub labels: &'a [Label],
    /// The successors of the block.
    pub successors: &'a [BlockId],
    /// The block that is emitted next.
    pub next: Option<BlockId>,
    /// The entry to which this copy of the block belongs, if it ends with an EntrySwitch.
    pub entry: usize,
    /// The successors (of two) to which a short branch certainly reaches: see [`Emitter::max_block_size`].
    pub near: [bool; 2],
}

impl BlockContext<'_> {
    /// The label of the n-th successor. If there is none, the result is an unbound label, which `finish` reports.
    pub(super) fn successor(&self, n: usize) -> Label {
        let label = self.successors.get(n).and_then(|block| self.labels.get(block.number() as usize));
        label.copied().unwrap_or(Label::INVALID)
    }

    /// True if a short branch reaches the n-th successor.
    pub(super) fn is_near(&self, n: usize) -> bool {
        self.near.get(n) == Some(&true)
    }

    /// True if control falls through to the n-th successor.
    pub(super) fn is_next(&self, n: usize) -> bool {
        self.next.is_some() && self.successors.get(n).copied() == self.next
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ColdTrap {
    pub(super) label: Label,
    pub(super) code: TrapCode,
    pub(super) origin: Origin,
    pub(super) has_frame: bool,
}

/// A jump table whose address is an operand of the blocks that branch through it.
#[derive(Clone, Copy, Debug)]
struct SharedTable {
    label: Label,
    /// The cases that it covers, set by the first block that branches through it, and the address of that block's
    /// successor list. A copy of that block has the same list.
    decided: Option<(usize, Cluster)>,
}

/// Code that waits for the end of the procedure. The memory is reused.
#[derive(Default)]
pub struct EmitState {
    pub(super) traps: Vec<ColdTrap>,
    pub(super) checks: Vec<ColdCheck>,
    pub(super) late: Vec<LateSite>,
    /// The jump table of each switch; its label is invalid unless an instruction uses its address.
    tables: Vec<SharedTable>,
    /// True if it is an error when a generator writes a register that it does not declare.
    pub check_writes: bool,
}

impl EmitState {
    /// Clears everything but keeps the memory.
    pub fn clear(&mut self) {
        self.traps.clear();
        self.checks.clear();
        self.late.clear();
        self.tables.clear();
    }

    /// The label of a switch's jump table; unbound if the switch does not exist or gets no table, which `finish`
    /// reports.
    pub(super) fn table_of(&mut self, buffer: &mut CodeBuffer, code: &Code, id: SwitchId) -> Label {
        self.tables.resize(code.switches.len(), SharedTable { label: Label::INVALID, decided: None });
        match self.tables.get_mut(id.index()) {
            Some(table) if table.label.is_valid() => table.label,
            Some(table) => {
                table.label = buffer.new_label();
                table.label
            }
            None => Label::INVALID,
        }
    }

    /// The cases that a table with a label from [`table_of`](Self::table_of) covers. The first block that branches
    /// through it computes them with `first`; copies of the block reuse them. A different block computes them again
    /// and so binds the label twice, which `finish` reports.
    pub(super) fn shared_cluster(
        &mut self,
        id: SwitchId,
        successors: &[BlockId],
        first: impl FnOnce() -> Option<Cluster>,
    ) -> Option<Cluster> {
        let (table, by) = (self.tables.get_mut(id.index())?, successors.as_ptr().addr());
        if table.decided.is_none_or(|(decided, _)| decided != by) {
            table.decided = first().map(|cluster| (by, cluster));
        }
        table.decided.map(|(_, cluster)| cluster)
    }
}

/// The blocks of allocated code that indirect branches may reach, by number: targets of jump tables, and successors
/// of terminal patchpoints, whose generators may branch indirectly.
pub(crate) fn landing_blocks(code: &Code) -> BitSet {
    let mut landings = BitSet::with_len(code.blocks.len());
    for block in code.blocks.values() {
        let range = block.insts.start as usize..block.insts.end as usize;
        let Some(last) = code.buffer.insts.get(range).and_then(<[_]>::last) else { continue };
        let number = |n: usize| block.successors.get(n).map_or(u32::MAX, |to| to.number());
        let mut arrives = |number: u32| {
            if (number as usize) < code.blocks.len() {
                landings.insert(number as usize);
            }
        };
        match (last.opcode, code.buffer.args(last).first()) {
            (Opcode::TerminalPatch, _) => (0..block.successors.len()).map(number).for_each(arrives),
            (Opcode::Switch32 | Opcode::Switch64, Some(Arg::Switch(id))) => {
                let cases = code.switches.get(*id).map_or(&[][..], |table| &table.cases);
                // Use the clustering of emission, with block numbers as labels.
                let label = |n: usize| Label::new(number(n));
                let mut cases: Vec<(i64, Label)> =
                    cases.iter().enumerate().map(|(n, case)| (*case, label(n))).collect();
                let default = label(cases.len());
                cases.sort_unstable_by_key(|(case, _)| *case);
                for table in cluster(&cases, code.tests_bits)
                    .iter()
                    .filter(|cluster| cluster.kind == ClusterKind::Table)
                {
                    let targets = table.targets(&cases[table.first..=table.last], default);
                    targets.iter().for_each(|target| arrives(target.number()));
                }
            }
            (Opcode::TableSwitch32 | Opcode::TableSwitch64, Some(Arg::Switch(id))) => {
                // One table with all cases. The default is the target of holes.
                let cases = code.switches.get(*id).map_or(&[][..], |table| &table.cases);
                let (low, high) = (cases.iter().min().unwrap_or(&0), cases.iter().max().unwrap_or(&0));
                let has_holes = high.wrapping_sub(*low) as u64 >= cases.len() as u64;
                (0..cases.len() + usize::from(has_holes)).map(number).for_each(arrives);
            }
            _ => {}
        }
    }
    landings
}

/// Emits machine code for allocated Air.
///
/// Errors are recorded in the buffer and returned by [`CodeBuffer::finish`].
pub trait Emitter: Sync {
    /// Emits the instructions `range` of `insts`, which are in reverse order if `backward`.
    #[allow(clippy::too_many_arguments)] // the state of the driver, in one call per block
    fn emit_block(
        &self,
        buffer: &mut CodeBuffer,
        state: &mut EmitState,
        code: &Code,
        insts: &InstBuffer,
        range: Range<usize>,
        backward: bool,
        context: &BlockContext<'_>,
        generators: &mut dyn Generators,
    );

    /// Returns an upper bound of the bytes of a block, or `None` if it is unknown or exceeds `limit`. `next` is the
    /// block that is emitted after it. Targets whose branches all have one length have no bounds.
    fn max_block_size(&self, _code: &Code, _block: &Block, _next: BlockId, _limit: u32) -> Option<u32> {
        None
    }

    /// Pads with no-ops to an offset that suits the instruction fetch of a loop of `loop_len` bytes.
    fn align_loop(&self, buffer: &mut CodeBuffer, loop_len: usize);

    /// Emits the pending out-of-line code.
    fn emit_cold(
        &self,
        buffer: &mut CodeBuffer,
        state: &mut EmitState,
        code: &Code,
        generators: &mut dyn Generators,
    );

    /// Emits a prologue for each entry, which continues at the corresponding label of `bodies`. The first falls
    /// through to the following code, or to the body if [`CodeBuffer::start_prologue`] was called. Returns the
    /// entries in order.
    fn emit_prologues(
        &self,
        buffer: &mut CodeBuffer,
        code: &Code,
        frame: &FrameInfo,
        bodies: &[Label],
    ) -> Vec<Label>;

    /// Emits the prologue of a shrink-wrapped procedure: one entry, no stack probes, no branch protection.
    fn emit_shrink_wrapped_prologue(&self, buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo);

    /// Emits a landing pad for indirect branches within a procedure, if the target uses them.
    fn emit_landing_pad(&self, buffer: &mut CodeBuffer);

    /// Lays out the frame, downwards from the frame pointer: slots, callee-saved registers, outgoing arguments. The
    /// buffer sets `signs_return_address`.
    ///
    /// # Errors
    /// [`EmitError::FrameTooLarge`] above 1 GiB.
    fn frame_info(&self, code: &Code) -> Result<FrameInfo, EmitError> {
        const LIMIT: u64 = 1 << 30;
        let bytes = frame_bytes(code);
        let callee_saves = callee_saves_of(code).map(|save| (save.reg, save.offset())).collect();
        if bytes > LIMIT {
            return Err(EmitError::FrameTooLarge { bytes });
        }
        let slots = code.slots.values().map(|slot| slot.offset).collect();
        Ok(FrameInfo { size: bytes as u32, slots, callee_saves, signs_return_address: false })
    }
}

/// Declares the roots of a procedure, if it has any.
pub(crate) fn begin_roots(code: &Code, buffer: &mut CodeBuffer) {
    let Some(first) = code.roots.first().and_then(|root| code.slots.get(root.slot)?.offset) else { return };
    let bases = code.roots.iter().filter_map(|root| root.base).collect();
    buffer.begin_roots(first, code.roots.len() as u32, bases);
}

/// Bytes from the frame pointer down to the stack pointer. Valid once the whole procedure is allocated.
pub(super) fn frame_bytes(code: &Code) -> u64 {
    let slots_end = if code.frame_bytes > code.save_area { code.frame_bytes } else { 0 };
    let saves_end = callee_saves_of(code).last().map_or(0, |save| save.depth);
    (saves_end.max(slots_end.into()) + u64::from(code.call_area)).next_multiple_of(16)
}

/// The callee-saved registers that the code does not save and so must not change.
pub(super) fn callee_saved_but_not_saved(code: &Code) -> RegSet {
    code.target.convention(code.convention).callee_saved.difference(code.saved)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CalleeSave {
    pub(super) reg: Reg,
    /// Distance in bytes from the frame pointer down to the register's place.
    depth: u64,
}

impl CalleeSave {
    /// Offset of the place from the frame pointer; meaningless in a frame that is too large.
    pub(super) fn offset(&self) -> i32 {
        i32::try_from(self.depth).map_or(i32::MIN, |depth| -depth)
    }
}

/// The places of callee-saved registers: in the area reserved for them if there is one. Otherwise below all slots,
/// because slots are placed before the set of saved registers is known; so no slot, fixed or not, can collide with
/// them. Larger registers come first to reduce padding.
///
/// Registers are stored after the stack pointer has its final value. All unwind formats, including those of Windows,
/// can describe this: a register at an offset from a stack pointer that no longer changes. Windows on AArch64 describes
/// pairs whose first register is at the lower address.
pub(super) fn callee_saves_of(code: &Code) -> impl Iterator<Item = CalleeSave> {
    let [gp, fp] = [code.saved.in_bank(Bank::Gp), code.saved.in_bank(Bank::Fp)];
    let bytes = code.env().saved_bytes;
    let mut depth = if code.save_area != 0 { 0 } else { u64::from(code.frame_bytes) };
    let descends = code.save_area != 0 && code.target.desc.arch == Arch::A64;
    let in_order = move |mut bank: RegSet| {
        std::iter::from_fn(move || {
            let reg = if descends { bank.iter().last() } else { bank.first() }?;
            bank.remove(reg);
            Some(reg)
        })
    };
    in_order(fp).chain(in_order(gp)).map(move |reg| {
        let bytes = u64::from(bytes[reg.bank() as usize].max(1));
        depth = (depth + bytes).next_multiple_of(bytes);
        CalleeSave { reg, depth }
    })
}

/// The emitter of an instruction set, or `None` if it has none.
pub fn emitter(arch: Arch) -> Option<&'static dyn Emitter> {
    match arch {
        Arch::X64 => Some(&super::x64::X64Emitter),
        Arch::A64 => Some(&super::a64::A64Emitter),
    }
}
