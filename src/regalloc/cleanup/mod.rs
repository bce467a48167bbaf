//! Cleanup after allocation: removes inserted code that is redundant because of other allocation decisions.
//!
//! - *Redundant copies*: a move, reload or spill store whose destination already holds the value.
//! - *Reloads of a value in a register* become moves.
//! - *Redundant constants* that the register already holds.
//! - *Redundant extensions*: a 32-bit move of a register to itself whose upper half is zero.
//! - *Dead spill stores*: see [`stores`].
//!
//! One forward walk numbers the values in registers and spill slots. A block whose only predecessor is the previous
//! block starts with the facts at that block's end; any other starts with none.
//!
//! - Requires: allocated code whose blocks are contiguous in the buffer.
//! - Ensures: the guarantees of the allocation. The trace records the edits, and the checker can prove them.
//! - Cost: linear; zero if allocation inserted nothing.

mod contents;
mod stores;

use super::registers::{MoveForms, Place};
use super::trace::{Edit, Location};
use super::{AllocStats, Trace};
use crate::air::{
    Arg, BlockId, Code, Effects, FormId, Inst, InstFlags, Opcode, OperandSpec, Role, SlotKind, Tmp,
};
use crate::base::{Bank, Reg, RegSet, Width};
use crate::support::Entity;
use contents::Contents;
use stores::Stores;

/// The cleanup pass. Keeps its memory between procedures.
#[derive(Debug, Default)]
pub struct Cleanup {
    contents: Contents,
    stores: Stores,
    /// Number of edges to each block.
    incoming_edges: Vec<u32>,
    /// The edited instructions of the buffer.
    edits: Vec<(u32, Edit)>,
}

impl Cleanup {
    /// Cleans up after an allocation with these counters, and adds to them what it removed. Only spill slots from
    /// `first_home` on were created by allocation; earlier ones belong to the program.
    pub fn run(
        &mut self,
        code: &mut Code,
        first_home: usize,
        stats: &mut AllocStats,
        trace: Option<&mut Trace>,
    ) {
        if stats.moves + stats.stores + stats.reloads + stats.remats + stats.in_place == 0 {
            return;
        }
        let Ok(forms) = MoveForms::by_bank(code) else { return };
        let whole = forms.map(|forms| forms.opcode);
        self.count_incoming_edges(code);
        self.contents.begin(code.slots.len());
        self.stores.begin(code, first_home);
        self.edits.clear();
        let mut walk = Walk { cleanup: self, first_home, forms, whole, stats };
        for block in code.blocks.ids() {
            walk.block(code, block);
        }
        let before = self.edits.len();
        self.stores.find_dead(code, |inst| self.edits.push((inst, Edit::Remove(None))));
        stats.dead_stores += (self.edits.len() - before) as u32;
        if !self.edits.is_empty() {
            self.edits.sort_unstable_by_key(|edit| edit.0);
            self.apply(code, trace);
        }
    }

    fn count_incoming_edges(&mut self, code: &Code) {
        self.incoming_edges.clear();
        self.incoming_edges.resize(code.blocks.len(), 0);
        for successor in code.blocks.values().flat_map(|block| &block.successors) {
            if let Some(count) = self.incoming_edges.get_mut(successor.number() as usize) {
                *count += 1;
            }
        }
    }

    /// Removes the edited instructions from the code and updates the trace.
    fn apply(&mut self, code: &mut Code, trace: Option<&mut Trace>) {
        if let Some(trace) = trace {
            let edits = &self.edits;
            trace.clean_up(code, |inst| {
                let found = edits.binary_search_by_key(&inst, |edit| edit.0);
                found.ok().map(|at| edits[at].1)
            });
        }
        let mut edits =
            self.edits.iter().filter(|edit| edit.1 != Edit::Replace).map(|edit| edit.0).peekable();
        let mut output = 0;
        for block in code.blocks.ids() {
            let range = code.blocks[block].insts.clone();
            let start = output;
            let mut next = range.start;
            while next < range.end {
                // Copies up to the next removed instruction and skips it.
                let gone = edits.next_if(|at| *at < range.end);
                let end = gone.unwrap_or(range.end);
                code.buffer.insts.copy_within(next as usize..end as usize, output as usize);
                output += end - next;
                next = end + 1;
            }
            code.blocks[block].insts = start..output;
        }
        code.buffer.insts.truncate(output as usize);
    }
}

struct Walk<'a> {
    cleanup: &'a mut Cleanup,
    first_home: usize,
    /// By bank.
    forms: [MoveForms; 2],
    /// The opcodes of moves that copy all that a spill slot preserves.
    whole: [Opcode; 2],
    stats: &'a mut AllocStats,
}

impl Walk<'_> {
    fn block(&mut self, code: &mut Code, block: BlockId) {
        let range = code.blocks[block].insts.clone();
        if self.follows(code, block) {
            self.cleanup.contents.enter_block();
        } else {
            self.cleanup.contents.forget();
        }
        self.cleanup.stores.enter_block();
        for number in range {
            let inst = code.buffer.insts[number as usize];
            if let Some(edit) = self.inst(code, number, &inst) {
                self.cleanup.edits.push((number, edit));
            }
        }
        self.cleanup.stores.leave_block(block);
    }

    /// True if the only predecessor of a block is the previous one.
    fn follows(&self, code: &Code, block: BlockId) -> bool {
        let Some(previous) = block.number().checked_sub(1) else { return false };
        let first = code.block_insts(&code.blocks[block]).first();
        self.cleanup.incoming_edges[block.number() as usize] == 1
            && code.blocks[BlockId::new(previous)].successors.contains(&block)
            && first.is_some_and(|inst| inst.opcode != Opcode::Entry)
    }

    fn inst(&mut self, code: &mut Code, number: u32, inst: &Inst) -> Option<Edit> {
        match (inst.opcode, code.buffer.args(inst)) {
            (opcode, &[from, to]) if self.whole.contains(&opcode) => {
                match (self.place(code, &from), self.place(code, &to)) {
                    (Some(from), Some(to)) => return self.copy(code, number, from, to),
                    _ if is_constant(inst, &from) => return self.constant(inst, from, to),
                    _ => {}
                }
            }
            (
                Opcode::Lea64
                | Opcode::Move32
                | Opcode::MoveFloat
                | Opcode::MoveDouble
                | Opcode::TableAddress,
                &[from, to],
            ) if is_constant(inst, &from) => {
                return self.constant(inst, from, to);
            }
            (Opcode::Move32, &[Arg::Tmp(from), Arg::Tmp(to)])
                if from == to && from.reg().is_some_and(|reg| self.cleanup.contents.is_zeroed(reg)) =>
            {
                self.stats.removed_extensions += 1;
                return Some(Edit::Remove(to.reg().map(|reg| reg.index() as Location)));
            }
            _ => {}
        }
        self.other(code, inst);
        None
    }

    /// The location of an operand that holds a complete value: a register or a spill slot. Excludes pinned registers,
    /// which calls may write without naming them.
    #[inline]
    fn place(&self, code: &Code, arg: &Arg) -> Option<Place> {
        match *arg {
            Arg::Tmp(tmp) => tmp.reg().filter(|reg| !code.pinned.contains(*reg)).map(Place::Reg),
            Arg::Stack { slot, offset: 0 } => {
                let is_home =
                    slot.index() >= self.first_home && code.slots.get(slot)?.kind == SlotKind::Spill;
                is_home.then_some(Place::Slot(slot))
            }
            _ => None,
        }
    }

    /// Visits a 64-bit move between registers and spill slots.
    fn copy(&mut self, code: &mut Code, number: u32, from: Place, to: Place) -> Option<Edit> {
        let contents = &mut self.cleanup.contents;
        if contents.are_equal(from, to) {
            let count = match (from, to) {
                (_, Place::Slot(_)) => &mut self.stats.removed_stores,
                (Place::Slot(_), _) => &mut self.stats.removed_reloads,
                _ => &mut self.stats.removed_moves,
            };
            *count += 1;
            return Some(Edit::Remove(Some(location(to))));
        }
        let mut edit = None;
        match (from, to) {
            (Place::Slot(slot), Place::Reg(reg)) => match contents.reg_of(slot) {
                Some(holder) if holder.bank() == reg.bank() => {
                    self.stats.removed_reloads += 1;
                    replace(code, number, &self.forms[reg.bank() as usize], holder);
                    edit = Some(Edit::Replace);
                }
                _ => self.cleanup.stores.read(slot),
            },
            (_, Place::Slot(slot)) => self.cleanup.stores.write(slot, number),
            _ => {}
        }
        self.cleanup.contents.copy(from, to);
        edit
    }

    /// Visits a rematerialization.
    fn constant(&mut self, inst: &Inst, from: Arg, to: Arg) -> Option<Edit> {
        let (contents, Arg::Tmp(to)) = (&mut self.cleanup.contents, to) else { return None };
        let reg = to.reg()?;
        if let Arg::Stack { slot, .. } = from {
            self.cleanup.stores.escape(slot);
        }
        if contents.made(inst.form, from, reg) {
            self.stats.removed_remats += 1;
            return Some(Edit::Remove(Some(location(Place::Reg(reg)))));
        }
        contents.make(inst.form, from, reg);
        None
    }

    /// Visits any other instruction: its reads of spill slots, and what it writes or clobbers.
    fn other(&mut self, code: &Code, inst: &Inst) {
        let args = code.buffer.args(inst);
        let specs = code.operands(inst, args);
        let Cleanup { contents, stores, .. } = &mut *self.cleanup;
        if let Some(effects) = Effects::simple(inst.form).filter(|effects| !effects.slots) {
            let mut writes = effects.writes;
            while writes != 0 {
                let operand = writes.trailing_zeros() as usize;
                writes &= writes - 1;
                if let (Some(Arg::Tmp(tmp)), Some(spec)) = (args.get(operand), specs.get(operand)) {
                    define(contents, *tmp, *spec);
                }
            }
            return;
        }
        let first = usize::from(inst.form == FormId::SPECIAL);
        for (arg, spec) in args.iter().skip(first).zip(specs) {
            match arg {
                Arg::Tmp(tmp) if spec.role.def_timing().is_some() => define(contents, *tmp, *spec),
                Arg::Stack { slot, .. } => {
                    if spec.role == Role::UseAddr {
                        stores.escape(*slot);
                    }
                    if spec.role.is_use() {
                        stores.read(*slot);
                    }
                    if spec.role.def_timing().is_some() {
                        contents.write_slot(*slot);
                    }
                }
                _ => {}
            }
        }
        let clobbers = match (inst.form.get(), args.first()) {
            (Some(form), _) => form.clobbers,
            (None, Some(Arg::Special(id))) => {
                let special = code.specials.get(*id);
                special.map_or(RegSet::EMPTY, |s| code.lost_registers(s).union(s.clobbers_early))
            }
            _ => RegSet::EMPTY,
        };
        // A result may be in a clobbered register; its value is then unknown too.
        contents.clobber(clobbers);
    }
}

#[inline]
fn define(contents: &mut Contents, tmp: Tmp, spec: OperandSpec) {
    if let Some(reg) = tmp.reg() {
        let zeroing = matches!(spec.role, Role::ZDef | Role::UseZDef);
        contents.define(reg, zeroing && spec.width == Width::W32 && reg.bank() == Bank::Gp);
    }
}

/// True if the instruction is an inserted rematerialization.
fn is_constant(inst: &Inst, from: &Arg) -> bool {
    let value = matches!(
        from,
        Arg::Imm(_) | Arg::Symbol(_) | Arg::LibCall(_) | Arg::Const { .. } | Arg::Vector(_) | Arg::Switch(_)
    );
    inst.flags.contains(InstFlags::INSERTED) && (value || inst.opcode == Opcode::Lea64)
}

fn location(place: Place) -> Location {
    match place {
        Place::Reg(reg) => reg.index() as Location,
        Place::Slot(slot) => Reg::COUNT as Location + slot.number(),
    }
}

/// Replaces a reload by a move from this register.
fn replace(code: &mut Code, number: u32, forms: &MoveForms, from: Reg) {
    let inst = &mut code.buffer.insts[number as usize];
    inst.form = forms.copy;
    let inst = *inst;
    if let Some(first) = code.buffer.args_mut(&inst).first_mut() {
        *first = Arg::Tmp(from.into());
    }
}
