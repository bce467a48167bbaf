//! The path of O0: some blocks are selected, allocated and emitted before the next ones are selected.

use super::Result;
use super::back_end::BackEnd;
use super::emit::BlockCode;
use super::error::{CompileError, bug};
use super::observe::{Progress, Stage};
use crate::air::{self, Code as Air};
use crate::isa::CodeBuffer;
use crate::regalloc;

/// Number of selected instructions that ends a batch.
///
/// The code of each stage is large. It stays in the first-level cache while a stage runs, and is evicted while the
/// others run: with single blocks, O0 takes 5 % longer. The buffers of a batch have to stay in a cache, too.
const ENOUGH: usize = 512;

impl BackEnd<'_, '_> {
    pub(super) fn begin_batches(&mut self, code: &mut Air, buffer: &mut CodeBuffer) -> Result<()> {
        let options = self.alloc_options();
        self.work.batch.next = 0;
        self.work.shrink_wrap.clear();
        self.begin_emission(code, buffer);
        self.work.allocator.begin(code, &options).map_err(CompileError::allocation)
    }

    /// Selects the next blocks. Returns false if there are none.
    pub(super) fn select_batch(&mut self, code: &mut Air) -> Result<bool> {
        if self.work.batch.next >= self.work.order.len() {
            return Ok(false);
        }
        self.begin(Stage::Select);
        self.work.batch.blocks.clear();
        self.work.selected.clear();
        let mut end = 0;
        while self.work.batch.next < self.work.order.len() && end <= ENOUGH {
            let place = self.work.batch.next;
            self.select_block(place, code)?;
            let start = std::mem::replace(&mut end, self.work.selected.insts.len());
            self.work.batch.blocks.push((place, start..end));
            self.work.batch.next += 1;
        }
        self.gauge_code(Stage::Select, end, code.bytes() + self.work.selected.bytes())?;
        self.end(Stage::Select, Progress::Code(code));
        Ok(true)
    }

    /// Allocates the selected blocks.
    pub(super) fn allocate_batch(&mut self, code: &mut Air) -> Result<()> {
        self.begin(Stage::Allocate);
        self.gauge_work(Stage::Allocate, self.work.selected.insts.len())?;
        let work = &mut *self.work;
        let (selected, allocated) = (&work.selected, &mut work.allocated);
        allocated.clear();
        allocated.reserve(selected.insts.len());
        for (place, insts) in &mut work.batch.blocks {
            let trace = self.options.check_allocation.then(|| {
                work.trace.begin_block(air::BlockId::new(*place as u32));
                &mut work.trace
            });
            let start = allocated.insts.len();
            let block = selected.insts[insts.clone()].iter();
            let result = work.allocator.allocate_block(code, block, selected, allocated, trace);
            result.map_err(CompileError::allocation)?;
            *insts = start..allocated.insts.len();
            if self.patches {
                regalloc::find_live_across_in_block(code, allocated, insts.clone());
            }
        }
        self.end(Stage::Allocate, Progress::Code(code));
        Ok(())
    }

    /// Emits the allocated blocks.
    pub(super) fn emit_batch(&mut self, code: &Air, buffer: &mut CodeBuffer) -> Result<()> {
        self.begin(Stage::Emit);
        if self.observes_lines() {
            self.work.lines.number(&mut self.work.allocated, &self.target, buffer);
        }
        let batch = std::mem::take(&mut self.work.batch);
        for (place, insts) in &batch.blocks {
            let ids = [*place, *place + 1].map(|place| air::BlockId::new(place as u32));
            self.emit_block(ids, [false; 2], code, buffer, BlockCode::Batch(insts.clone()));
        }
        self.work.batch = batch;
        self.end(Stage::Emit, Progress::Code(code));
        self.gauge_bytes(self.work.allocated.insts.len(), buffer)
    }

    /// Fails if registers must be saved after all.
    pub(super) fn end_batches(&mut self, code: &Air) -> Result<()> {
        self.work.stats = self.work.allocator.stats();
        if !code.saved.is_empty() {
            let message =
                String::from("registers must be saved, and returns were emitted before that was known");
            return Err(bug(Stage::Allocate, message, self.proc));
        }
        Ok(())
    }
}
