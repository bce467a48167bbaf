//! Memory of the stages, reused between compilations.

use super::lines::Lines;
use crate::air::{self, Code as Air, InstBuffer};
use crate::air_opt::{CopyForwarding, Layout, Placed, ShrinkWrap};
use crate::base::Gauge;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftBackend;
use crate::ir::Validator;
use crate::isa::{CodeBuffer, EmitState, Label};
use crate::lower::order::BlockOrder;
use crate::lower::{ExitEncoder, Selector};
use crate::opt::Optimizer;
use crate::regalloc::{AllocStats, Cleanup, LinearScan, LocalAllocator, Trace};
use crate::support::BitSet;
use std::ops::Range;

/// The blocks in progress on the path of O0.
#[derive(Default)]
pub(super) struct Batch {
    /// Positions of the blocks in the order, and their instructions in the most recently written buffer.
    pub(super) blocks: Vec<(usize, Range<usize>)>,
    /// Position in the order of the next block to select.
    pub(super) next: usize,
}

#[derive(Default)]
pub(super) struct Work {
    pub(super) gauge: Gauge,
    pub(super) validator: Validator,
    pub(super) optimizer: Optimizer,
    pub(super) order: BlockOrder,
    pub(super) selector: Selector,
    pub(super) allocator: LocalAllocator,
    pub(super) scan: LinearScan,
    pub(super) cleanup: Cleanup,
    pub(super) stats: AllocStats,
    pub(super) trace: Trace,
    /// Boxed, because it is large and moved for each procedure; so is `buffer`.
    pub(super) code: Option<Box<Air>>,
    pub(super) buffer: Option<Box<CodeBuffer>>,
    pub(super) selected: InstBuffer,
    pub(super) allocated: InstBuffer,
    pub(super) batch: Batch,
    pub(super) emission: EmitState,
    pub(super) exits: ExitEncoder,
    pub(super) labels: Vec<Label>,
    /// Label of the body of each entry, after its prologue.
    pub(super) bodies: Vec<Label>,
    /// Blocks that begin with landing pads.
    pub(super) landings: BitSet,
    pub(super) shrink_wrap: ShrinkWrap,
    pub(super) layout: Layout,
    /// Blocks in order of emission.
    pub(super) placed: Vec<Placed>,
    /// Instructions as text, for an observer that needs them.
    pub(super) lines: Lines,
    /// The offset in the buffer at which the code of this procedure starts: an assembly has more in one buffer.
    pub(super) code_start: u32,
    /// Of each block, the position in `placed` and the number of instructions placed before it.
    pub(super) positions: Vec<(u32, u32)>,
    pub(super) forwarding: CopyForwarding,
    /// Blocks whose terminator selection has split into two branches.
    pub(super) splits: Vec<(air::BlockId, air::SplitEdge)>,
    #[cfg(feature = "cranelift")]
    pub(super) cranelift: CraneliftBackend,
}
