//! Emission of allocated Air: what every target does.

use super::patch::{ColdCheck, LateSite};
use super::switch::{Cluster, Decision, cluster};
use super::{CodeBuffer, EmitError, FrameInfo, Generators, Label};
use crate::air::{Arg, BlockId, Code, InstBuffer, Opcode, SwitchId};
use crate::base::{Arch, Bank, Origin, Reg, RegSet, TrapCode};
use crate::support::{BitSet, Entity};
use std::ops::Range;

/// Where the block that is being emitted stands.
#[derive(Clone, Copy, Debug)]
pub struct BlockContext<'a> {
    /// The labels of all blocks.
    pub labels: &'a [Label],
    /// Where the block goes.
    pub successors: &'a [BlockId],
    /// The block that is emitted next.
    pub next: Option<BlockId>,
    /// Which entry this copy of the block is for, if it ends with an EntrySwitch.
    pub entry: usize,
}

impl BlockContext<'_> {
    /// The label of the n-th successor. A missing one gives an unbound label, which `finish` reports.
    pub(super) fn successor(&self, n: usize) -> Label {
        let label = self.successors.get(n).and_then(|block| self.labels.get(block.number() as usize));
        label.copied().unwrap_or(Label::INVALID)
    }

    /// True if control falls through to the n-th successor.
    pub(super) fn is_next(&self, n: usize) -> bool {
        self.next.is_some() && self.successors.get(n).copied() == self.next
    }
}

/// A trap out of line.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColdTrap {
    pub(super) label: Label,
    pub(super) code: TrapCode,
    pub(super) origin: Origin,
    pub(super) has_frame: bool,
}

/// A jump table that has an address for all who go through it.
#[derive(Clone, Copy, Debug)]
struct SharedTable {
    label: Label,
    /// What it decides, once the first goes through it, and where that one's successors are: a copy has the same.
    decided: Option<(usize, Cluster)>,
}

/// What waits for the end of the procedure's code. Its memory is reused.
#[derive(Default)]
pub struct EmitState {
    pub(super) traps: Vec<ColdTrap>,
    pub(super) checks: Vec<ColdCheck>,
    pub(super) late: Vec<LateSite>,
    /// Of each switch, its jump table, if somebody asked for it.
    tables: Vec<SharedTable>,
    /// True if registers that a generator writes and did not declare are to be an error.
    pub check_writes: bool,
}

impl EmitState {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.traps.clear();
        self.checks.clear();
        self.late.clear();
        self.tables.clear();
    }

    /// The label of a switch's jump table. That of a switch that does not exist, or that nothing gives a table, is
    /// unbound, which `finish` reports.
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

    /// What a table decides that [`table_of`](Self::table_of) has given a label: what the first one says who goes
    /// through it, and copies of that. Another block that goes through it says it again, which `finish` reports.
    pub(super) fn decided_by(
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

/// The blocks of allocated code at which indirect branches arrive, by number: those of jump tables, and the successors
/// of terminal patchpoints, whose generators may go there as they like.
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
                // As emission groups them; a label is the number of a block here.
                let label = |n: usize| Label::new(number(n));
                let mut cases: Vec<(i64, Label)> =
                    cases.iter().enumerate().map(|(n, case)| (*case, label(n))).collect();
                let default = label(cases.len());
                cases.sort_unstable_by_key(|(case, _)| *case);
                for table in cluster(&cases).iter().filter(|cluster| cluster.decision == Decision::Table) {
                    let targets = table.targets(&cases[table.first..=table.last], default);
                    targets.iter().for_each(|target| arrives(target.number()));
                }
            }
            _ => {}
        }
    }
    landings
}

/// Makes bytes of allocated Air.
///
/// What cannot be emitted is remembered in the buffer and returned by [`CodeBuffer::finish`].
pub trait Emitter: Sync {
    /// Emits the instructions `range` of a buffer, which is in backward order if `backward`.
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

    /// Goes to a place where the fetching of a loop of so many instructions begins well, by instructions that do nothing.
    fn align_loop(&self, buffer: &mut CodeBuffer, loop_len: usize);

    /// Emits what waits out of line.
    fn emit_cold(
        &self,
        buffer: &mut CodeBuffer,
        state: &mut EmitState,
        code: &Code,
        generators: &mut dyn Generators,
    );

    /// Emits a prologue for each entry, of which each continues at one of `bodies`: the first at what comes next, or
    /// where [`CodeBuffer::start_prologue`] has put the code so far. Gives the entries, in order.
    fn emit_prologues(
        &self,
        buffer: &mut CodeBuffer,
        code: &Code,
        frame: &FrameInfo,
        bodies: &[Label],
    ) -> Vec<Label>;

    /// Emits the prologue of a procedure with one entry where the frame is made, which is not at the entry. The frame is
    /// too small to be probed, and nothing is protected.
    fn emit_late_prologue(&self, buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo);

    /// Emits a landing pad for the indirect branches of procedures, if the machine has such.
    fn emit_landing_pad(&self, buffer: &mut CodeBuffer);

    /// Lays out the frame below the frame pointer: slots, then callee-saved registers, then the area of outgoing
    /// arguments. Whether it has a signed return address is the buffer's to say.
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

/// Bytes from the frame pointer down to where the stack pointer is, once the whole procedure is allocated.
pub(super) fn frame_bytes(code: &Code) -> u64 {
    let saves_end = callee_saves_of(code).last().map_or(u64::from(code.frame_bytes), |save| save.depth);
    (saves_end + u64::from(code.call_area)).next_multiple_of(16)
}

/// The callee-saved registers that the code neither saves nor, therefore, may change.
pub(super) fn callee_saved_but_not_saved(code: &Code) -> RegSet {
    code.target.convention(code.convention).callee_saved.difference(code.saved)
}

/// A callee-saved register and its place in the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct CalleeSave {
    pub(super) reg: Reg,
    /// Bytes from the frame pointer down to the place.
    depth: u64,
}

impl CalleeSave {
    /// Bytes from the frame pointer to the place; meaningless in a frame that is too large.
    pub(super) fn offset(&self) -> i32 {
        i32::try_from(self.depth).map_or(i32::MIN, |depth| -depth)
    }
}

/// Where the code's callee-saved registers are kept: below all slots, whose places are chosen before anybody knows
/// which registers are saved; so no slot, forced or not, can collide with them. The larger ones come first, so that
/// little is lost to alignment.
///
/// They are stored when the stack pointer has its final place. Unwind codes, those of Windows too, can describe
/// that: a register at a distance from a stack pointer that no longer changes.
pub(super) fn callee_saves_of(code: &Code) -> impl Iterator<Item = CalleeSave> {
    let [gp, fp] = [code.saved.in_bank(Bank::Gp), code.saved.in_bank(Bank::Fp)];
    let bytes = code.env().saved_bytes;
    let mut depth = u64::from(code.frame_bytes);
    fp.iter().chain(gp.iter()).map(move |reg| {
        let bytes = u64::from(bytes[reg.bank() as usize].max(1));
        depth = (depth + bytes).next_multiple_of(bytes);
        CalleeSave { reg, depth }
    })
}

/// The emitter of an instruction set; `None` if there is none yet.
pub fn emitter(arch: Arch) -> Option<&'static dyn Emitter> {
    match arch {
        Arch::X64 => Some(&super::x64::X64Emitter),
        Arch::A64 => Some(&super::a64::A64Emitter),
    }
}
