//! Global registers for O1: assigns registers to temporaries that live across blocks, for their whole lifetime.
//!
//! One sweep over the code collects, for each global temporary, the blocks that read and write it and its weighted
//! number of mentions, and for each block the registers it needs for its own instructions. Bitsets hold the liveness.
//! Then the temporaries choose, the most frequently mentioned one first. Each gets a register that no instruction fixes
//! or clobbers, and that no other temporary has, in any block where it is live or mentioned. Nothing is split or
//! evicted: a temporary without a register is in memory between blocks. [`super::LocalAllocator`] allocates the rest
//! with the remaining registers of each block. (Usage counts: Freiburghouse, "Register Allocation via Usage Counts",
//! 1974. Whole lifetimes in units of blocks: compare Poletto and Sarkar, "Linear Scan Register Allocation", 1999.)
//!
//! Copies are coalesced if both sides can have one register: the result of a block that becomes a Phi of its successor,
//! and the shadow of a Phi.
//!
//! - Requires: the blocks' instructions are contiguous. A local temporary is written before it is read.
//! - Ensures: see [`GlobalRegisters::regs`] and [`GlobalRegisters::taken`]. `Code::saved` contains the callee-saved
//!   registers assigned.
//! - Cost: linear in the operands and in the words of the bitsets, whose number is bounded by the number of
//!   instructions.

use crate::air::{Arg, BlockId, Code, Inst, Opcode, OperandSpec, Tmp};
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::linear_scan::control_flow::ControlFlow;
use crate::regalloc::linear_scan::define_undefined;
use crate::regalloc::linear_scan::forms;
use crate::regalloc::linear_scan::live_sets::{LiveSets, each_bit};
use crate::regalloc::registers::Random;
use crate::regalloc::why::{Decision, Entry, LifetimeReason, Why};
use crate::regalloc::{AllocError, Forced};
use smallvec::SmallVec;
const NONE: u32 = u32::MAX;

/// `TmpFacts::number` of a local temporary.
const LOCAL: u32 = u32::MAX;
/// `TmpFacts::number` of a temporary that is in memory between blocks, or rematerialized.
const IN_MEMORY: u32 = u32::MAX - 1;

/// Maximum number of (block, temporary present) pairs per instruction. Above it, no temporary gets a register.
const MAX_FACTS: usize = 32;

/// `TmpFacts::partner` of a local temporary that is also written further down and cannot have a partner.
const WRITTEN: u32 = u32::MAX - 1;

/// Minimum number of registers left for a block's own instructions.
const MIN_ROOM: i32 = 3;
/// Maximum number of registers of a bank that an unconstrained instruction with three operands needs at once.
const MAX_NEEDED: i32 = 4;

/// What the sweep knows of a temporary.
#[derive(Clone, Copy, Debug)]
struct TmpFacts {
    /// Its index in `globals`, or [`LOCAL`] or [`IN_MEMORY`].
    number: u32,
    /// Local: twice its block, plus 1 if it is live at this point. Global: the last block found to write it.
    block: u32,
    /// Local: the global temporary to which it is copied, if they may share a register; or [`WRITTEN`]. Global: the
    /// local temporary that is copied to it further down, if nothing in between mentioned the global one.
    partner: u32,
    /// Global: the Phi whose shadow it is, or itself.
    leader: u32,
}

/// A candidate for a register.
#[derive(Clone, Copy, Debug)]
struct Global {
    tmp: u32,
    /// Number of mentions, weighted by block frequency.
    weight: f32,
    /// The fixed register in which the procedure's entry defines it.
    arrives_in: Option<Reg>,
    /// It must not get a register.
    is_excluded: bool,
    /// It is a Phi with a shadow.
    has_shadow: bool,
}

/// Assigns global registers. Keeps its memory between procedures.
#[derive(Debug, Default)]
pub(super) struct GlobalRegisters {
    control_flow: ControlFlow,
    sets: LiveSets,
    tmp_facts: Vec<TmpFacts>,
    globals: Vec<Global>,
    /// By block, the registers that its instructions fix or clobber.
    reserved: Vec<RegSet>,
    /// By block, the registers it can still give up.
    room: Vec<Room>,
    /// By bank, bitsets of the blocks that cannot give up a register without spilling, and of those that cannot at all.
    crowded: [Vec<u64>; 2],
    full: [Vec<u64>; 2],
    /// Local temporaries, and the global temporary whose register each can share.
    joined: Vec<(u32, u32)>,
    /// Shadows of Phis, and blocks that write them.
    shadow_writes: Vec<(u32, u32)>,
    /// By candidate, a bitset of the blocks in which it is live or mentioned.
    present: Vec<u64>,
    /// By register, a bitset of the blocks in which it is not available.
    busy: Vec<u64>,
    order: Vec<u32>,
    regs: Vec<Option<Reg>>,
    taken: Vec<RegSet>,
    /// Number of temporaries with a register.
    pub(super) assigned: u32,
    /// Number of steps in loops that the number of instructions does not bound directly.
    pub(super) work: u32,
}

/// By bank, the number of registers a block can give up: at all, and without spilling its own values.
#[derive(Clone, Copy, Debug)]
struct Room {
    possible: [i32; 2],
    comfortable: [i32; 2],
}

/// The backward sweep over one block.
struct Sweep<'a> {
    code: &'a Code,
    tmp_facts: &'a mut [TmpFacts],
    globals: &'a mut [Global],
    sets: &'a mut LiveSets,
    joined: &'a mut Vec<(u32, u32)>,
    shadow_writes: &'a mut Vec<(u32, u32)>,
    block: u32,
    weight: f32,
    /// By bank, the number of local temporaries live here.
    live: [i32; 2],
    /// By bank, the maximum number of registers that an instruction needs at once.
    needed: [i32; 2],
    usable: RegSet,
    reserved: RegSet,
    /// The length of `joined` before this instruction.
    joined_before: usize,
    /// The global temporaries that this instruction writes.
    written: SmallVec<[u32; 4]>,
    /// True if a temporary marked local is not.
    not_local: bool,
}

impl GlobalRegisters {
    /// By temporary, its register for its whole lifetime, if it has one. It is then never in memory.
    #[inline]
    pub(super) fn regs(&self) -> &[Option<Reg>] {
        &self.regs
    }

    /// The registers of the temporaries that are live or mentioned in a block.
    #[inline]
    pub(super) fn taken(&self, block: BlockId) -> RegSet {
        self.taken.get(block.number() as usize).copied().unwrap_or(RegSet::EMPTY)
    }

    /// Restores the blocks' instruction ranges of the time of [`GlobalRegisters::compute`].
    pub(super) fn restore_blocks(&self, code: &mut Code) {
        for (block, range) in code.blocks.ids().zip(self.control_flow.first.windows(2)) {
            code.blocks[block].insts = range[0]..range[1];
        }
    }

    /// Removes all assignments.
    pub(super) fn forget(&mut self) {
        (self.assigned, self.work) = (0, 0);
        self.regs.fill(None);
        self.taken.fill(RegSet::EMPTY);
    }

    /// Assigns registers and fills `why`, which must be empty. Returns false if a temporary marked local is not.
    pub(super) fn compute(
        &mut self,
        code: &mut Code,
        forced: Forced,
        why: Option<&mut Why>,
    ) -> Result<bool, AllocError> {
        (self.assigned, self.work) = (0, 0);
        let Some(mut solved) = self.find_liveness(code) else { return Ok(false) };
        // Defines, at the entry, temporaries that may be read before they are written.
        if solved && self.control_flow.predecessors(0).is_empty() {
            let mut undefined = Vec::new();
            each_bit(self.sets.live_in(0).iter().copied(), |number| {
                undefined.push(self.globals[number as usize].tmp);
            });
            if !undefined.is_empty() {
                define_undefined(code, &undefined)?;
                solved = self.find_liveness(code).unwrap_or(false);
            }
        }
        if solved && self.find_presence(code) {
            self.coalesce_shadows(code.blocks.len());
            self.choose(code, forced, why);
        }
        Ok(true)
    }

    /// Computes accesses and liveness. `None` if a temporary marked local is not; false if liveness takes too long.
    fn find_liveness(&mut self, code: &Code) -> Option<bool> {
        self.control_flow.compute(code);
        let blocks = code.blocks.len();
        self.regs.clear();
        self.regs.resize(code.tmps.len(), None);
        self.taken.clear();
        self.taken.resize(blocks, RegSet::EMPTY);
        self.number(code);
        self.sets.begin(blocks, self.globals.len());
        self.reserved.clear();
        self.room.clear();
        self.joined.clear();
        self.shadow_writes.clear();
        code.blocks.values().for_each(|block| self.find_shadows(code, code.block_insts(block)));
        let usable = usable(code);
        for block in code.blocks.ids() {
            if !self.sweep(code, block, usable) {
                return None;
            }
        }
        Some(self.sets.solve(|block| self.control_flow.predecessors(block)))
    }

    /// Numbers the candidates, up to the limit set by the size of the bitsets.
    fn number(&mut self, code: &Code) {
        let words = (8 * code.buffer.insts.len() + 4096) / code.blocks.len().max(1);
        let most = 64 * words.max(1);
        self.tmp_facts.clear();
        self.globals.clear();
        for (info, tmp) in code.tmps.iter().zip(0..) {
            let number = if info.remat.is_valid() {
                IN_MEMORY
            } else if !info.global {
                LOCAL
            } else if self.globals.len() >= most {
                IN_MEMORY
            } else {
                self.globals.push(Global {
                    tmp,
                    weight: 0.0,
                    arrives_in: None,
                    is_excluded: false,
                    has_shadow: false,
                });
                self.globals.len() as u32 - 1
            };
            self.tmp_facts.push(TmpFacts { number, block: NONE, partner: NONE, leader: tmp });
        }
    }

    /// Finds the shadows of Phis: sources of the copies at the start of a block.
    fn find_shadows(&mut self, code: &Code, insts: &[Inst]) {
        for inst in insts {
            let [Arg::Tmp(from), Arg::Tmp(to)] = *code.buffer.args(inst) else { return };
            let (Some(from_number), Some(to_number)) = (from.number(), to.number()) else { return };
            if from.bank() != to.bank() || !forms::simple(inst.form).is_some_and(|summary| summary.copies) {
                return;
            }
            let (shadow, phi) = (self.tmp_facts[from_number as usize], self.tmp_facts[to_number as usize]);
            let both = shadow.number < IN_MEMORY && phi.number < IN_MEMORY && from_number != to_number;
            if both && shadow.leader == from_number && phi.leader == to_number {
                let [from, to] = [shadow.number, phi.number].map(|number| number as usize);
                if !self.globals[from].has_shadow && !self.globals[to].has_shadow {
                    self.globals[to].has_shadow = true;
                    self.tmp_facts[from_number as usize].leader = to_number;
                }
            }
        }
    }

    /// Sweeps backward over a block. Returns false if a temporary marked local is not.
    fn sweep(&mut self, code: &Code, id: BlockId, usable: RegSet) -> bool {
        let block = id.number();
        let mut sweep = Sweep {
            code,
            tmp_facts: &mut self.tmp_facts,
            globals: &mut self.globals,
            sets: &mut self.sets,
            joined: &mut self.joined,
            shadow_writes: &mut self.shadow_writes,
            block,
            weight: self.control_flow.weights[block as usize],
            live: [0; 2],
            needed: [MAX_NEEDED; 2],
            usable,
            reserved: RegSet::EMPTY,
            joined_before: 0,
            written: SmallVec::new(),
            not_local: false,
        };
        let mut most = [0; 2];
        for inst in code.block_insts(&code.blocks[id]).iter().rev() {
            sweep.instruction(inst, code.buffer.args(inst));
            most = [0, 1].map(|bank| sweep.live[bank].max(most[bank]));
        }
        let is_own = sweep.live == [0; 2] && !sweep.not_local;
        let all = [Bank::Gp, Bank::Fp].map(|bank| usable.in_bank(bank).len() as i32);
        let possible = [0, 1].map(|bank| all[bank] - sweep.needed[bank]);
        self.reserved.push(sweep.reserved);
        let comfortable = [0, 1].map(|bank| all[bank] - most[bank].max(MIN_ROOM));
        self.room.push(Room { possible, comfortable });
        is_own
    }

    /// Computes the blocks in which each candidate is live or mentioned. Returns false if there are too many facts.
    fn find_presence(&mut self, code: &Code) -> bool {
        let blocks = code.blocks.len();
        let words = blocks.div_ceil(64);
        let most = MAX_FACTS * code.buffer.insts.len() + 4096;
        self.present.clear();
        self.present.resize(words * self.globals.len(), 0);
        let mut facts = 0;
        for block in 0..blocks {
            let (word, bit) = (block / 64, 1 << (block % 64));
            each_bit(self.sets.touched(block as u32), |number| {
                self.present[number as usize * words + word] |= bit;
                facts += 1;
            });
            if facts > most {
                break;
            }
        }
        self.work = (blocks * self.globals.len().div_ceil(64) + 3 * facts) as u32;
        facts <= most
    }

    /// Coalesces a Phi with its shadow, if the Phi is dead wherever the shadow is written.
    fn coalesce_shadows(&mut self, blocks: usize) {
        let words = blocks.div_ceil(64);
        for &(shadow, block) in &self.shadow_writes {
            let leader = self.tmp_facts[shadow as usize].leader;
            if self.sets.is_live_out(block, self.tmp_facts[leader as usize].number) {
                self.tmp_facts[shadow as usize].leader = shadow;
            }
        }
        for shadow in 0..self.globals.len() {
            let tmp = self.globals[shadow].tmp;
            let leader = self.tmp_facts[tmp as usize].leader;
            if leader == tmp {
                continue;
            }
            let phi = self.tmp_facts[leader as usize].number as usize;
            if !self.globals[phi].has_shadow {
                self.tmp_facts[tmp as usize].leader = tmp;
                continue;
            }
            self.globals[phi].weight += self.globals[shadow].weight;
            self.globals[phi].is_excluded |= self.globals[shadow].is_excluded;
            self.globals[shadow].weight = 0.0;
            for word in 0..words {
                self.present[phi * words + word] |= self.present[shadow * words + word];
            }
        }
    }

    /// Initializes the blocks in which registers are unavailable: fixed, clobbered, or needed by the block.
    fn mark_busy(&mut self, words: usize) {
        self.busy.clear();
        self.busy.resize(words * Reg::COUNT, 0);
        for (block, reserved) in self.reserved.iter().enumerate() {
            for reg in reserved.iter() {
                self.busy[reg.index() * words + block / 64] |= 1 << (block % 64);
            }
        }
        for bank in [0, 1] {
            for blocks in [&mut self.full, &mut self.crowded] {
                blocks[bank].clear();
                blocks[bank].resize(words, 0);
            }
            for (block, room) in self.room.iter().enumerate() {
                let (word, bit) = (block / 64, 1 << (block % 64));
                self.full[bank][word] |= if room.possible[bank] <= 0 { bit } else { 0 };
                self.crowded[bank][word] |= if room.comfortable[bank] <= 0 { bit } else { 0 };
            }
        }
    }

    /// Sorts the candidates by weight, the heaviest first.
    fn queue(&mut self) {
        let wanted = |global: &Global| global.weight > 0.0 && !global.is_excluded;
        self.order.clear();
        self.order.extend((0..self.globals.len() as u32).filter(|n| wanted(&self.globals[*n as usize])));
        let globals = &self.globals;
        self.order.sort_by(|a, b| globals[*b as usize].weight.total_cmp(&globals[*a as usize].weight));
    }
    fn choose(&mut self, code: &mut Code, forced: Forced, mut why: Option<&mut Why>) {
        let (words, usable) = (code.blocks.len().div_ceil(64), usable(code));
        self.mark_busy(words);
        self.queue();
        let (callee_saved, mut saved) = (code.callee_saved(), code.saved);
        // Leaves some caller-saved registers to the blocks. Those that instructions fix come first.
        let kept = |bank| usable.in_bank(bank).difference(callee_saved).iter().take(MIN_ROOM as usize);
        let kept: RegSet = kept(Bank::Gp).chain(kept(Bank::Fp)).collect();
        let candidates = usable.difference(kept);
        let mut random = match forced {
            Forced::Random(seed) | Forced::Split(seed) => Some(Random::new(seed)),
            _ => None,
        };
        // The cost of saving and restoring a register.
        let price = 2.0 * self.control_flow.weights.first().copied().unwrap_or(1.0);
        let mut note = |tmp: u32, reg, weight, because| {
            if let Some(why) = why.as_deref_mut() {
                let tmp = Some(Tmp::new(code.tmps[tmp as usize].bank, tmp));
                why.entries.push(Entry {
                    inst: 0,
                    tmp,
                    decision: Decision::GlobalReg { reg, weight, because },
                });
            }
        };
        for &number in &self.order {
            let Global { tmp, weight, arrives_in, .. } = self.globals[number as usize];
            let by_force =
                matches!(forced, Forced::Split(_)) && random.as_mut().is_some_and(|r| r.below(2) == 0);
            let bank = code.tmps[tmp as usize].bank;
            let row = &self.present[number as usize * words..][..words];
            let possible =
                self.full[bank as usize].iter().zip(row).all(|(full, present)| full & present == 0);
            let crowded =
                self.crowded[bank as usize].iter().zip(row).map(|(crowded, present)| crowded & present);
            let mut price_for_others = 0.0;
            each_bit(crowded, |block| price_for_others += 2.0 * self.control_flow.weights[block as usize]);
            if by_force || !possible || price_for_others >= weight {
                let because = match possible {
                    _ if by_force => LifetimeReason::Force,
                    true => LifetimeReason::Crowded { price: price_for_others },
                    false => LifetimeReason::NoRoom,
                };
                note(tmp, None, weight, because);
                continue;
            }
            let is_free = |reg: &Reg| {
                let busy = &self.busy[reg.index() * words..][..words];
                busy.iter().zip(row).all(|(a, b)| a & b == 0)
            };
            let mine = candidates.in_bank(bank);
            let dear = mine.intersection(callee_saved).difference(saved);
            let cheap = mine.difference(dear);
            let found = if let Some(random) = &mut random {
                let free: RegSet = mine.iter().filter(is_free).collect();
                free.iter().nth(random.below(free.len())).map(|reg| (reg, LifetimeReason::Force))
            } else if let Some(reg) = arrives_in.filter(|reg| cheap.contains(*reg) && is_free(reg)) {
                Some((reg, LifetimeReason::Arrives))
            } else if let Some(reg) = cheap.iter().find(is_free) {
                Some((reg, LifetimeReason::Free))
            } else {
                let worth = |_: &Reg| weight > price;
                dear.iter()
                    .find(is_free)
                    .filter(worth)
                    .map(|reg| (reg, LifetimeReason::CalleeSaved { price }))
            };
            let Some((reg, because)) = found else {
                note(tmp, None, weight, LifetimeReason::NoneFree);
                continue;
            };
            note(tmp, Some(reg), weight, because);
            saved = saved.union(RegSet::of(&[reg]).intersection(callee_saved));
            self.regs[tmp as usize] = Some(reg);
            self.assigned += 1;
            for (busy, present) in self.busy[reg.index() * words..][..words].iter_mut().zip(row) {
                *busy |= present;
            }
            each_bit(row.iter().copied(), |block| {
                self.taken[block as usize].insert(reg);
                let room = &mut self.room[block as usize];
                let (word, bit) = (block as usize / 64, 1 << (block % 64));
                for (room, blocks) in
                    [(&mut room.possible, &mut self.full), (&mut room.comfortable, &mut self.crowded)]
                {
                    let left = &mut room[bank as usize];
                    *left -= 1;
                    if *left == 0 {
                        blocks[bank as usize][word] |= bit;
                    }
                }
            });
        }
        code.saved = saved;
        self.share(code);
    }

    /// Propagates registers and slots from Phis to shadows, and from global to coalesced local temporaries.
    fn share(&mut self, code: &mut Code) {
        for global in &self.globals {
            let leader = self.tmp_facts[global.tmp as usize].leader;
            self.regs[global.tmp as usize] = self.regs[leader as usize];
        }
        for shadow in &self.globals {
            let leader = self.tmp_facts[shadow.tmp as usize].leader;
            if leader != shadow.tmp && self.regs[leader as usize].is_none() && !shadow.is_excluded {
                share_home(code, leader, shadow.tmp);
            }
        }
        for &(local, global) in &self.joined {
            if self.tmp_facts[local as usize].partner == global {
                self.regs[local as usize] = self.regs[global as usize];
            }
        }
    }
}

fn usable(code: &Code) -> RegSet {
    code.env().allocatable_set().difference(code.pinned)
}

/// Gives a Phi and its shadow one home slot.
fn share_home(code: &mut Code, phi: u32, shadow: u32) {
    if !code.tmps[phi as usize].home.is_valid() {
        let bank = code.tmps[phi as usize].bank;
        code.tmps[phi as usize].home = code.add_spill_slot(bank);
    }
    code.tmps[shadow as usize].home = code.tmps[phi as usize].home;
}

impl Sweep<'_> {
    fn instruction(&mut self, inst: &Inst, args: &[Arg]) {
        self.joined_before = self.joined.len();
        self.written.clear();
        let Some(summary) = forms::simple(inst.form) else {
            return self.constrained_instruction(inst, args);
        };
        if args.len() > 3 {
            self.count_needs(args.iter().zip(self.code.operands(inst, args)), RegSet::EMPTY);
        }
        let copy = if summary.copies { self.copy(args) } else { None };
        if summary.writes != 0 {
            for (i, arg) in args.iter().enumerate() {
                if let Arg::Tmp(tmp) = *arg
                    && summary.writes >> i & 1 != 0
                {
                    self.write(tmp);
                }
            }
        }
        for (i, arg) in args.iter().enumerate() {
            let late = summary.late >> i & 1 != 0;
            match *arg {
                Arg::Tmp(tmp) if summary.writes >> i & 1 == 0 => self.read(tmp, late),
                Arg::Addr { base, .. } => self.read(base, late),
                Arg::Index { base, index, .. } => {
                    self.read(base, late);
                    self.read(index, late);
                }
                _ => {}
            }
        }
        if let Some((from, to)) = copy {
            self.tmp_facts[from as usize].partner = to;
            let leader = self.tmp_facts[to as usize].leader;
            self.tmp_facts[leader as usize].partner = from;
        }
    }

    /// Finds a copy of a local temporary to a global one that may share a register: nothing further down in the block
    /// mentions the global one. Returns both.
    fn copy(&mut self, args: &[Arg]) -> Option<(u32, u32)> {
        let [Arg::Tmp(from), Arg::Tmp(to)] = *args else { return None };
        let (from_number, to_number) = (from.number()?, to.number()?);
        let (source, result) = (self.tmp_facts[from_number as usize], self.tmp_facts[to_number as usize]);
        if from.bank() != to.bank() || result.number >= IN_MEMORY {
            return None;
        }
        let again = result.block == self.block || self.tmp_facts[result.leader as usize].block == self.block;
        (source.number == LOCAL && source.partner == NONE && !again).then_some((from_number, to_number))
    }

    /// Visits an instruction with constraints.
    #[inline(never)]
    fn constrained_instruction(&mut self, inst: &Inst, args: &[Arg]) {
        let mut destroyed = RegSet::EMPTY;
        let (specs, first) = match inst.form.get() {
            Some(form) => {
                destroyed = form.clobbers;
                (form.operands, 0)
            }
            None => {
                if let Some(Arg::Special(id)) = args.first()
                    && let Some(special) = self.code.specials.get(*id)
                {
                    destroyed = special.clobbers_early.union(self.code.lost_registers(special));
                }
                (self.code.operands(inst, args), 1)
            }
        };
        let operands = || args.get(first..).unwrap_or(&[]).iter().zip(specs);
        self.count_needs(operands(), destroyed);
        self.reserved = self.reserved.union(destroyed);
        for (arg, spec) in operands() {
            // At an entry, the fixed registers of arguments are still free.
            if let Some(reg) = spec.fixed().filter(|_| inst.opcode != Opcode::Entry) {
                self.reserved.insert(reg);
            }
            if let Arg::Tmp(tmp) = *arg
                && spec.role.def_timing().is_some()
            {
                self.write_constrained(tmp, spec, inst.opcode == Opcode::Entry);
            }
        }
        let results = operands().filter(|(_, spec)| spec.role.def_timing().is_some());
        let results = results.filter_map(|(arg, _)| if let Arg::Tmp(tmp) = arg { Some(*tmp) } else { None });
        let mut results: SmallVec<[Tmp; 4]> = results.collect();
        results.sort_unstable(); // of thousands of operands, each may be compared with thousands of results
        for (arg, spec) in operands() {
            match *arg {
                Arg::Tmp(tmp) if spec.role.is_use() => {
                    if results.binary_search(&tmp).is_ok() {
                        self.refuse(tmp);
                    }
                    // Operands of an exit can be in memory.
                    let weight = self.weight;
                    self.weight = if spec.role.is_cold() { 0.0 } else { weight };
                    self.read(tmp, true);
                    self.weight = weight;
                }
                Arg::Addr { base, .. } => self.read(base, true),
                Arg::Index { base, index, .. } => {
                    self.read(base, true);
                    self.read(index, true);
                }
                _ => {}
            }
        }
    }

    /// Counts the registers that an instruction needs at once, including fixed and clobbered ones. An upper bound.
    fn count_needs<'b>(
        &mut self,
        operands: impl Iterator<Item = (&'b Arg, &'b OperandSpec)>,
        destroyed: RegSet,
    ) {
        let mut fixed = destroyed;
        let mut needed = [0; 2];
        for (arg, spec) in operands {
            match *arg {
                Arg::Tmp(tmp) => match spec.fixed() {
                    Some(reg) => fixed.insert(reg),
                    None if spec.may_be_in_slot() && !self.is_remat(tmp) => {}
                    None => needed[tmp.bank() as usize] += 1,
                },
                Arg::Addr { .. } => needed[Bank::Gp as usize] += 1,
                Arg::Index { .. } => needed[Bank::Gp as usize] += 2,
                _ => {}
            }
        }
        for bank in [Bank::Gp, Bank::Fp] {
            let usable = fixed.intersection(self.usable).in_bank(bank).len() as i32;
            let most = &mut self.needed[bank as usize];
            *most = (*most).max(needed[bank as usize] + usable);
        }
    }

    fn is_remat(&self, tmp: Tmp) -> bool {
        tmp.number().is_some_and(|number| self.code.tmps[number as usize].remat.is_valid())
    }

    fn write_constrained(&mut self, tmp: Tmp, spec: &OperandSpec, arrives: bool) {
        let Some(number) = tmp.number() else { return };
        if spec.role.is_use() && self.tmp_facts[number as usize].number == LOCAL {
            // An operand that is also read: its lifetime continues upward.
            let partner = std::mem::replace(&mut self.tmp_facts[number as usize].partner, WRITTEN);
            if partner < WRITTEN {
                let leader = self.tmp_facts[partner as usize].leader;
                self.tmp_facts[leader as usize].partner = NONE;
            }
            return;
        }
        self.write(tmp);
        let shared = self.joined.last().filter(|pair| pair.0 == number).map_or(number, |pair| pair.1);
        let global = self.tmp_facts[shared as usize].number;
        if arrives && global < IN_MEMORY {
            self.globals[global as usize].arrives_in = spec.fixed();
        }
    }

    /// Excludes a temporary that is read late, or read and written: it cannot share the register of a result.
    fn refuse(&mut self, tmp: Tmp) {
        let Some(number) = tmp.number() else { return };
        let global = self.tmp_facts[number as usize].number;
        if global < IN_MEMORY {
            self.globals[global as usize].is_excluded = true;
        }
    }

    #[inline]
    fn write(&mut self, tmp: Tmp) {
        let Some(number) = tmp.number() else { return };
        let look = self.tmp_facts[number as usize];
        match look.number {
            IN_MEMORY => {}
            LOCAL => {
                if look.partner < WRITTEN {
                    self.define_partner(number, look.partner);
                } else {
                    self.tmp_facts[number as usize].partner = WRITTEN;
                }
                if look.block == 2 * self.block + 1 {
                    self.live[tmp.bank() as usize] -= 1;
                } else {
                    self.not_local |= look.block != NONE && look.block / 2 != self.block;
                }
                self.tmp_facts[number as usize].block = 2 * self.block;
            }
            global => {
                self.globals[global as usize].weight += self.weight;
                self.write_shadow(number, look);
                self.sets.write_before(self.block, global);
                self.tmp_facts[number as usize].block = self.block;
                self.tmp_facts[look.leader as usize].partner = NONE;
                self.part(look.leader);
                self.written.push(number);
            }
        }
    }

    /// Handles a write of a Phi or shadow. A Phi must be dead where its shadow is written, and have one write.
    #[inline]
    fn write_shadow(&mut self, number: u32, look: TmpFacts) {
        if look.leader != number {
            if self.sets.is_read_before(self.block, self.tmp_facts[look.leader as usize].number) {
                self.tmp_facts[number as usize].leader = number;
            } else {
                self.shadow_writes.push((number, self.block));
            }
        } else if look.block != NONE {
            self.globals[look.number as usize].has_shadow = false;
        }
    }

    /// Handles the definition of a local temporary that is copied to a global one further down.
    #[inline(never)]
    fn define_partner(&mut self, number: u32, to: u32) {
        let leader = self.tmp_facts[to as usize].leader;
        let waiting = &mut self.tmp_facts[leader as usize].partner;
        if *waiting == number {
            *waiting = NONE;
            self.joined.push((number, to));
        } else {
            self.tmp_facts[number as usize].partner = WRITTEN; // has another definition, or both are live together
        }
    }

    #[inline]
    fn read(&mut self, tmp: Tmp, late: bool) {
        let Some(number) = tmp.number() else { return };
        let look = self.tmp_facts[number as usize];
        match look.number {
            IN_MEMORY => {}
            LOCAL => {
                if look.block != 2 * self.block + 1 {
                    self.not_local |= look.block != NONE && look.block / 2 != self.block;
                    self.tmp_facts[number as usize].block = 2 * self.block + 1;
                    self.live[tmp.bank() as usize] += 1;
                }
                if look.partner < WRITTEN {
                    self.read_partner(number, look);
                }
            }
            global => {
                self.globals[global as usize].weight += self.weight;
                self.sets.read_before(self.block, global);
                self.tmp_facts[look.leader as usize].partner = NONE;
                if late {
                    self.read_late(number, look.leader);
                }
            }
        }
    }

    /// A read above the definition implies another definition.
    #[inline(never)]
    fn read_partner(&mut self, number: u32, look: TmpFacts) {
        let leader = self.tmp_facts[look.partner as usize].leader;
        if self.tmp_facts[leader as usize].partner != number {
            let is_defined = look.block == 2 * self.block;
            self.tmp_facts[number as usize].partner = if is_defined { WRITTEN } else { NONE };
        }
    }

    /// A late read must not share the register of a result of the same instruction.
    fn read_late(&mut self, number: u32, leader: u32) {
        self.part(leader);
        if self.written.iter().any(|written| self.tmp_facts[*written as usize].leader == leader) {
            let global = self.tmp_facts[number as usize].number;
            self.globals[global as usize].is_excluded = true;
        }
    }

    /// Undoes sharing between this global temporary and a result of the same instruction: both are live there.
    #[inline]
    fn part(&mut self, leader: u32) {
        for index in self.joined_before..self.joined.len() {
            let (local, global) = self.joined[index];
            if self.tmp_facts[global as usize].leader == leader {
                self.tmp_facts[local as usize].partner = WRITTEN;
            }
        }
    }
}
