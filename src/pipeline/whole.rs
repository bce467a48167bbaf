//! The path of O1 and O2: each stage works on the whole procedure. O0 also takes it if callee-saved registers must be
//! saved or landing pads emitted.

use super::Result;
use super::back_end::BackEnd;
use super::error::CompileError;
use super::observe::{Progress, Stage};
use super::work::Work;
use crate::air::{self, Code as Air};
use crate::air_opt::{self, RootError};
use crate::base::BranchProtection;
use crate::ir::ValueId;
use crate::lower::SelectError;
use crate::options::OptLevel;
use crate::regalloc::{self, AllocError, AllocStats, Why};

impl BackEnd<'_, '_> {
    /// Selects all blocks, and forwards copies.
    pub(super) fn select_procedure(&mut self, code: &mut Air) -> Result<()> {
        self.begin(Stage::Select);
        self.select_blocks(code)?;
        if let Some(combinations) = self.work.selector.take_combinations(self.proc) {
            self.end(Stage::Select, Progress::Combined(code, &combinations));
        }
        let unlisted = match self.references_move() {
            true => self.work.selector.mark_references(self.proc, code),
            false => Vec::new(),
        };
        // Forwarding would remove a copy that is only read as the base of a derived pointer.
        if self.options.opt_level > OptLevel::O0 && code.derived.is_empty() {
            self.poll(Stage::Select)?;
            self.work.forwarding.run(code);
        }
        code.split_blocks(&self.work.splits);
        self.place_roots(code, &unlisted)?;
        self.prepare_shrink_wrapping(code);
        self.end(Stage::Select, Progress::Code(code));
        Ok(())
    }

    /// Stores references around the calls in which the garbage collector may run.
    fn place_roots(&mut self, code: &mut Air, unlisted: &[(air::Tmp, ValueId)]) -> Result<()> {
        if !self.references_move() {
            return Ok(());
        }
        let tmps: Vec<air::Tmp> = unlisted.iter().map(|(tmp, _)| *tmp).collect();
        match air_opt::place_roots(code, &tmps) {
            Ok(()) => Ok(()),
            Err(RootError::Unlisted(tmp)) => {
                let found = unlisted.iter().find(|(other, _)| *other == tmp);
                let value = found.map(|(_, value)| *value).unwrap_or_default();
                let what = String::from("a safepoint between an assignment of a derived value and its use");
                Err(SelectError::Unsupported { value, what }.into())
            }
            Err(RootError::NoMove) => {
                Err(CompileError::allocation(AllocError::MissingMove { opcode: air::Opcode::Move }))
            }
        }
    }

    /// Selects all blocks. Selection is bottom-up, so the instructions of each block are reversed at the end.
    fn select_blocks(&mut self, code: &mut Air) -> Result<()> {
        self.work.splits.clear();
        for place in 0..self.work.order.len() {
            self.work.selected.clear();
            self.select_block(place, code)?;
            let start = code.buffer.insts.len() as u32;
            for inst in self.work.selected.insts.iter().rev() {
                code.buffer.push_from(&self.work.selected, inst);
            }
            let block = air::BlockId::new(place as u32);
            code.blocks[block].insts = start..code.buffer.insts.len() as u32;
            self.work.splits.extend(self.work.selector.split.map(|edge| (block, edge)));
            self.gauge_code(Stage::Select, self.work.selected.insts.len(), code.bytes())?;
        }
        Ok(())
    }

    /// Assigns registers and slots. Cleans up after the linear scan.
    pub(super) fn allocate_procedure(&mut self, code: &mut Air) -> Result<()> {
        self.begin(Stage::Allocate);
        let first_home = code.slots.len();
        let mut why = (self.observes_decisions() && self.options.opt_level != OptLevel::O0).then(Why::new);
        let mut stats = self.assign_registers(code, why.as_mut())?;
        if let Some(why) = &why {
            self.end(Stage::Allocate, Progress::Explained(code, why));
        }
        self.poll(Stage::Allocate)?;
        if self.options.opt_level == OptLevel::O2 {
            let trace = self.options.check_allocation.then_some(&mut self.work.trace);
            self.work.cleanup.run(code, first_home, &mut stats, trace);
        }
        if self.patches {
            regalloc::find_live_across(code);
        }
        self.work.stats = stats;
        self.end(Stage::Allocate, Progress::Code(code));
        Ok(())
    }

    fn assign_registers(&mut self, code: &mut Air, why: Option<&mut Why>) -> Result<AllocStats> {
        let options = self.alloc_options();
        let Work { gauge, allocator, scan, trace, .. } = &mut *self.work;
        let trace = self.options.check_allocation.then_some(trace);
        let stats = match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => {
                regalloc::allocate_within(allocator, code, &options, trace, why, gauge)
            }
            OptLevel::O2 => scan.allocate_within(code, &options, trace, why, gauge),
        };
        stats.map_err(CompileError::allocation)
    }

    /// True if the options, the target and the signature allow that blocks run before the frame is created.
    pub(super) fn may_shrink_wrap(&self) -> bool {
        self.options.opt_level > OptLevel::O0
            && self.options.shrink_wrapping
            && self.target.desc.shrink_wrapping
            && self.proc.entry_count <= 1
            && !self.proc.keeps_frame_pointer
            && self.options.branch_protection == BranchProtection::NONE
    }

    /// Decides before allocation whether blocks may run before the frame is created.
    fn prepare_shrink_wrapping(&mut self, code: &mut Air) {
        // Frames that are probed are created at the entry, and so are those with roots.
        let slots = code.slots.values().fold(0, |all: u32, slot| all.saturating_add(slot.size));
        self.shrink_wraps &= slots < self.target.desc.conventions[0].probe_interval && code.roots.is_empty();
        if self.shrink_wraps && self.options.opt_level == OptLevel::O2 {
            self.shrink_wraps = self.work.shrink_wrap.prepare(code);
        }
    }

    /// Finds the blocks of allocated code that run before the frame is created.
    pub(super) fn shrink_wrap(&mut self, code: &mut Air) -> Result<()> {
        self.work.shrink_wrap.clear();
        if !self.shrink_wraps || !self.work.shrink_wrap.find(code) {
            return Ok(());
        }
        // Probing takes registers that are free at the entry.
        let probed = self.target.desc.conventions[0].probe_interval;
        let frame = self.emitter.frame_info(code).map_err(CompileError::emission)?;
        if frame.size >= probed {
            self.work.shrink_wrap.clear();
            return Ok(());
        }
        let is_frameless = self.work.shrink_wrap.is_frameless();
        let stats = &mut self.work.stats;
        *(if is_frameless { &mut stats.without_frame } else { &mut stats.shrink_wrapping }) += 1;
        Ok(())
    }

    /// Computes the order of emission, and the blocks at which loops begin.
    pub(super) fn place_blocks(&mut self, code: &mut Air) {
        let Work { layout, placed, shrink_wrap, .. } = &mut *self.work;
        match self.options.opt_level {
            OptLevel::O0 => layout.keep(code),
            OptLevel::O1 | OptLevel::O2 => layout.compute(code, shrink_wrap),
        }
        let aligns = self.options.opt_level == OptLevel::O2;
        placed.clear();
        placed.extend(layout.placed(code, aligns));
    }
}
