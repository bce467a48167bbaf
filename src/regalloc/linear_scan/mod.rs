//! The allocator of O2: a linear scan over live intervals with lifetime holes, interval splitting and second chances.
//!
//! - Requires: valid code that names no allocatable register directly.
//! - Ensures: every operand is a register or a slot, or unchanged. `Code::saved` contains the callee-saved registers
//!   used. Blocks may be added for the moves of an edge.
//! - Cost: near linear in instructions and liveness facts; [`liveness`] bounds the facts.
//!
//! The phases, a file each:
//!
//! - [`control_flow`]: control flow, loops and block weights.
//! - [`accesses`]: the reads and writes of each instruction, decoded with the summaries of [`forms`].
//! - [`liveness`] and, as bitsets, [`live_sets`].
//! - [`intervals`]: live ranges and uses of each temporary. Like liveness, it sweeps over the accesses.
//! - [`bundle`]: coalesces move-related temporaries.
//! - [`scan`]: assigns registers, with [`queue`], [`occupancy`], [`hints`], [`price`] and [`split`]. Short-lived
//!   temporaries take the fast path of [`short_lived`].
//! - [`resolve`]: the moves between the intervals of a bundle.
//! - [`slots`] and [`rewrite`].

pub(super) mod accesses;
mod bundle;
pub(super) mod control_flow;
mod fixed;
pub(super) mod forms;
mod hints;
mod intervals;
pub(super) mod live_sets;
mod liveness;
mod occupancy;
mod point;
mod queue;
mod record;
mod resolve;
mod rewrite;
mod scan;
mod short_lived;
mod slots;
mod spill_cost;
mod split;
mod split_intervals;

use super::registers::MoveForms;
use super::{AllocError, AllocOptions, AllocStats, Forced, Trace, Why};
use crate::air::{Arg, Code, FormId, Inst, InstBuffer, Opcode, SlotId, Tmp};
use crate::base::{Bank, Gauge, MemoryOf, Origin, Reg, RegSet, Stop};
use bundle::Bundles;
use control_flow::ControlFlow;
use fixed::Fixed;
use intervals::Intervals;
use liveness::Liveness;
use resolve::{Allocation, Resolution};
use rewrite::{Rewrite, Rewriter};
use scan::{Pass, Registers, Scan};
use slots::Slots;
use smallvec::SmallVec;
use split_intervals::SplitIntervals;

/// Bytes of the tables per liveness fact, range and use, with its share of the accesses, bundles and queues.
const BYTES_PER_FACT: u64 = 48;

/// The linear scan allocator. Keeps its memory between procedures.
#[derive(Debug, Default)]
pub struct LinearScan {
    control_flow: ControlFlow,
    live: Liveness,
    intervals: Intervals,
    fixed: Fixed,
    bundles: Bundles,
    split_intervals: SplitIntervals,
    scan: Scan,
    resolution: Resolution,
    slots: Slots,
    rewriter: Rewriter,
}

impl LinearScan {
    /// A new allocator.
    pub fn new() -> LinearScan {
        LinearScan::default()
    }

    /// Allocates code. With a trace, [`super::check`] can prove the result.
    ///
    /// # Errors
    ///
    /// Fails if no allocation satisfies the code's constraints. The code is then unusable.
    pub fn allocate(
        &mut self,
        code: &mut Code,
        options: &AllocOptions,
        trace: Option<&mut Trace>,
    ) -> Result<AllocStats, AllocError> {
        self.allocate_within(code, options, trace, None, &mut Gauge::default())
    }

    /// As [`LinearScan::allocate`]. Records every decision in `why`, and counts its work and memory.
    ///
    /// # Errors
    ///
    /// As [`LinearScan::allocate`]; [`AllocError::Stopped`] if `gauge` stops it.
    pub fn allocate_within(
        &mut self,
        code: &mut Code,
        options: &AllocOptions,
        trace: Option<&mut Trace>,
        mut why: Option<&mut Why>,
        gauge: &mut Gauge,
    ) -> Result<AllocStats, AllocError> {
        let moves = MoveForms::by_bank(code)?;
        make_contiguous(code);
        let env = code.env();
        let usable = env.allocatable_set().difference(code.pinned);
        let callee_saved = code.callee_saved();
        let registers = Registers { allocatable: env.allocatable, usable, callee_saved };
        self.assign_registers(code, options, registers, why.as_deref_mut(), gauge)?;
        gauge.poll().map_err(AllocError::Stopped)?;
        self.resolve_and_assign_slots(code, why.as_deref_mut());
        self.save_registers(code, callee_saved);
        let scratch = self.find_scratch(registers);
        gauge.poll().map_err(AllocError::Stopped)?;
        Ok(self.rewrite(code, moves, scratch, trace, why))
    }

    /// Decides about registers. Retries without brief values if an instruction has too few registers.
    fn assign_registers(
        &mut self,
        code: &mut Code,
        options: &AllocOptions,
        registers: Registers<'_>,
        mut why: Option<&mut Why>,
        gauge: &mut Gauge,
    ) -> Result<(), AllocError> {
        let allow_short_lived = matches!(options.forced, Forced::None | Forced::Random(_) | Forced::Few);
        match self.decide(code, options, (registers, allow_short_lived), why.as_deref_mut(), gauge) {
            // A short-lived temporary cannot be evicted, even as a last resort. Retry without them.
            Err(AllocError::TooFewRegisters { .. }) if !self.intervals.short_lived_tmps.is_empty() => {
                self.decide(code, options, (registers, false), why, gauge)
            }
            decided => decided,
        }
    }

    /// Finds the moves between pieces, and the spill slots.
    fn resolve_and_assign_slots(&mut self, code: &mut Code, why: Option<&mut Why>) {
        self.split_intervals.sort(&mut self.bundles);
        let mut allocation = Allocation {
            code,
            control_flow: &self.control_flow,
            live: &self.live,
            split_intervals: &mut self.split_intervals,
            across_rare_calls: &self.scan.across_rare_calls,
        };
        self.resolution.resolve(&mut allocation, &mut self.bundles);
        self.slots.assign(code, &mut self.bundles, &self.resolution.moved);
        if let Some(why) = why {
            why.note_places(&self.bundles, &self.resolution);
        }
    }

    /// Adds the callee-saved registers that are written to those that the frame saves.
    fn save_registers(&self, code: &mut Code, callee_saved: RegSet) {
        let rare = self.intervals.rare_calls.iter().fold(RegSet::EMPTY, |all, call| all.union(call.clobbers));
        let fixed = self.fixed.regs.union(rare).difference(code.halved_registers());
        let taken = self.scan.saved.union(fixed.intersection(callee_saved));
        code.saved = code.saved.union(taken);
    }

    /// Finds a register in each bank that is not used, for cycles of moves.
    fn find_scratch(&self, registers: Registers<'_>) -> [Option<Reg>; 2] {
        let spare = self.spare_registers(registers.usable.difference(registers.callee_saved));
        [Bank::Gp, Bank::Fp].map(|bank| spare.in_bank(bank).first())
    }

    /// Replaces temporaries by their places, and inserts the moves.
    fn rewrite(
        &mut self,
        code: &mut Code,
        moves: [MoveForms; 2],
        scratch: [Option<Reg>; 2],
        trace: Option<&mut Trace>,
        why: Option<&mut Why>,
    ) -> AllocStats {
        let mut stats = self.stats();
        // The rewriter changes the operands in place.
        let program = trace.is_some().then(|| code.buffer.clone());
        self.rewriter.output.swap_pools(&mut code.buffer);
        let rewrite = Rewrite {
            code,
            program: program.as_ref(),
            control_flow: &self.control_flow,
            bundles: &self.bundles,
            split_intervals: &self.split_intervals,
            resolution: &self.resolution,
            forms: moves,
            scratch,
            scratch_slot: SlotId::new(code.slots.len() as u32),
            stats: &mut stats,
            work: &mut self.rewriter,
            why,
            next: 0,
            next_inst: self.resolution.bundle_moves.first().map_or(u32::MAX, |shift| shift.inst),
            traced: trace.is_some(),
        };
        code.blocks = rewrite.run(trace);
        if self.rewriter.uses_scratch_slot {
            code.add_spill_slot(Bank::Fp); // for values of both banks
        }
        std::mem::swap(&mut code.buffer, &mut self.rewriter.output);
        code.allocated = true;
        stats
    }

    /// Total steps of all loops that the number of instructions does not bound directly.
    fn work(&self) -> u32 {
        let lists = self.live.facts() + self.bundles.ranges.len() + self.bundles.uses.len();
        let found = lists + self.split_intervals.all.len() + self.resolution.bundle_moves.len();
        let counted = [self.bundles.compared, self.scan.work.get(), self.resolution.facts];
        counted.into_iter().fold(found.min(u32::MAX as usize) as u32, u32::saturating_add)
    }

    /// The counters known before the code is rewritten.
    fn stats(&self) -> AllocStats {
        AllocStats {
            coalesced_moves: self.bundles.joined,
            bundles: self.bundles.united,
            refused_coalescings: self.bundles.refused,
            saved_around_calls: self.resolution.clobbered_by_rare_calls.len() as u32,
            edge_blocks: self.resolution.edges.len() as u32,
            homed_at_limit: self.live.homed_at_limit,
            shared_slots: self.slots.shared,
            split_intervals: self.split_intervals.all.len() as u32,
            work: self.work(),
            ..self.scan.stats
        }
    }

    /// Computes liveness, live ranges and uses.
    fn find_intervals(
        &mut self,
        code: &mut Code,
        options: &AllocOptions,
        usable: RegSet,
        allow_short_lived: bool,
        gauge: &Gauge,
    ) -> Result<(), AllocError> {
        self.control_flow.compute(code);
        let everything_homed = options.forced == Forced::SpillAll;
        let hoist = !everything_homed;
        self.live.compute(code, &self.control_flow, hoist, everything_homed, allow_short_lived);
        gauge.poll().map_err(AllocError::Stopped)?;
        if !self.live.undefined.is_empty() {
            define_undefined(code, &self.live.undefined)?;
            self.control_flow.compute(code);
            self.live.accesses.compute(code);
        }
        self.intervals.build(code, &self.control_flow, &self.live, &mut self.fixed, usable)
    }

    /// Assigns registers. `allow_short_lived`: short-lived temporaries may take the fast path of [`short_lived`].
    fn decide(
        &mut self,
        code: &mut Code,
        options: &AllocOptions,
        (registers, allow_short_lived): (Registers<'_>, bool),
        mut why: Option<&mut Why>,
        gauge: &mut Gauge,
    ) -> Result<(), AllocError> {
        gauge.work(code.buffer.insts.len() as u64).map_err(AllocError::Stopped)?;
        self.find_intervals(code, options, registers.usable, allow_short_lived, gauge)?;
        if !self.intervals.overlaps.is_empty() {
            copy_overlaps(code, &mut self.intervals.overlaps)?;
            self.find_intervals(code, options, registers.usable, allow_short_lived, gauge)?;
        }
        self.count(gauge).map_err(AllocError::Stopped)?;
        if let Some(why) = why.as_deref_mut() {
            why.begin(code);
        }
        gauge.poll().map_err(AllocError::Stopped)?;
        self.bundles.build(code, &self.live, &mut self.intervals, why.as_deref_mut());
        gauge.poll().map_err(AllocError::Stopped)?;
        if let Some(why) = why.as_deref_mut() {
            why.note_bundles(code, &self.live, &self.bundles, options.forced);
        }
        self.split_intervals.clear();
        let pass = Pass {
            code,
            control_flow: &self.control_flow,
            fixed: &self.fixed,
            bundles: &mut self.bundles,
            split_intervals: &mut self.split_intervals,
            rare_calls: &self.intervals.rare_calls,
            short_lived_tmps: &self.intervals.short_lived_tmps,
            registers,
            loops: !self.control_flow.loops.is_empty(),
            forced: options.forced,
            scan: &mut self.scan,
            why,
            gauge,
            point: 0,
            block: 0,
            block_end: 0,
            weight: 1.0,
            zone: 0,
        };
        pass.run()
    }

    /// Counts the facts that were found about the code.
    fn count(&self, gauge: &mut Gauge) -> Result<(), Stop> {
        let facts = (self.live.facts() + self.intervals.facts()) as u64;
        gauge.memory(MemoryOf::Allocation, facts * BYTES_PER_FACT)?;
        gauge.work(facts)
    }

    /// The registers of a set that nothing uses.
    fn spare_registers(&self, spare: RegSet) -> RegSet {
        spare.difference(self.scan.assigned).difference(self.fixed.regs)
    }
}

/// Makes the blocks' instructions contiguous in the buffer and in block order.
pub(super) fn make_contiguous(code: &mut Code) {
    let mut end = 0;
    let mut follows = |range: &std::ops::Range<u32>| range.start == std::mem::replace(&mut end, range.end);
    if code.blocks.values().all(|block| follows(&block.insts)) && end as usize == code.buffer.insts.len() {
        return;
    }
    rebuild(code, |code, old, inst, _| {
        code.buffer.push_from(old, inst);
        Ok(())
    })
    .unwrap_or_default();
}

/// Copies all instructions into a new buffer, in order. `copy` gets the old buffer, an instruction and its number.
fn rebuild(
    code: &mut Code,
    mut copy: impl FnMut(&mut Code, &InstBuffer, &Inst, u32) -> Result<(), AllocError>,
) -> Result<(), AllocError> {
    let old = std::mem::take(&mut code.buffer);
    for block in code.blocks.ids() {
        let range = code.blocks[block].insts.clone();
        let start = code.buffer.insts.len() as u32;
        let insts = old.insts.get(range.start as usize..range.end as usize).unwrap_or(&[]);
        for (inst, number) in insts.iter().zip(range.start..) {
            copy(code, &old, inst, number)?;
        }
        code.blocks[block].insts = start..code.buffer.insts.len() as u32;
    }
    Ok(())
}

/// Copies a temporary before an instruction that still reads it after writing it, and lets it read the copy.
fn copy_overlaps(code: &mut Code, overlaps: &mut Vec<(u32, u32)>) -> Result<(), AllocError> {
    overlaps.sort_unstable();
    overlaps.dedup();
    let mut next = overlaps.iter().peekable();
    rebuild(code, |code, old, inst, number| {
        let mut args: SmallVec<[Arg; 8]> = SmallVec::from_slice(old.args(inst));
        while let Some((_, tmp)) = next.next_if(|overlap| overlap.0 == number) {
            let bank = code.tmps[*tmp as usize].bank;
            let (tmp, copy) = (Tmp::new(bank, *tmp), code.add_tmp(bank));
            let opcode = code.whole_move(bank);
            if code.push(opcode, &[tmp.into(), copy.into()], inst.origin).is_none() {
                return Err(AllocError::MissingMove { opcode });
            }
            let specs: SmallVec<[_; 8]> = SmallVec::from_slice(code.operands(inst, &args));
            let first = usize::from(inst.form == FormId::SPECIAL);
            for (arg, spec) in args.iter_mut().skip(first).zip(specs) {
                match arg {
                    Arg::Tmp(used) if spec.role.is_use() && spec.role.def_timing().is_none() => {
                        *used = if *used == tmp { copy } else { *used };
                    }
                    Arg::Tmp(_) => {}
                    _ => arg.for_each_address_tmp(|used| *used = if *used == tmp { copy } else { *used }),
                }
            }
        }
        code.buffer.push(inst.opcode, inst.form, &args, inst.origin, inst.flags);
        Ok(())
    })
}

/// Defines, at the entry, temporaries that may be read before they are written.
pub(super) fn define_undefined(code: &mut Code, tmps: &[u32]) -> Result<(), AllocError> {
    let define = |code: &mut Code, entry: &[Arg]| {
        for &number in tmps {
            let is_tmp = |arg: &Arg| arg.as_tmp().and_then(Tmp::number) == Some(number);
            if entry.iter().any(is_tmp) {
                continue;
            }
            let bank = code.tmps[number as usize].bank;
            let to = Arg::Tmp(Tmp::new(bank, number));
            let (opcode, args) = match bank {
                Bank::Gp => (Opcode::Move, &[Arg::Imm(0), to][..]),
                Bank::Fp if code.has_vectors => (Opcode::MoveZeroToVector, &[to][..]),
                Bank::Fp => (Opcode::MoveZeroToDouble, &[to][..]),
            };
            if code.push(opcode, args, Origin::NONE).is_none() {
                return Err(AllocError::MissingMove { opcode });
            }
        }
        Ok(())
    };
    rebuild(code, |code, old, inst, number| {
        if number == 0 && inst.opcode != Opcode::Entry {
            define(code, &[])?;
        }
        code.buffer.push_from(old, inst);
        if number == 0 && inst.opcode == Opcode::Entry {
            define(code, old.args(inst))?;
        }
        Ok(())
    })
}
