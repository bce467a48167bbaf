//! Stores references in slots while the garbage collector may run, and reloads them afterwards.
//!
//! A safepoint is a call or a patchpoint in which the collector may run. Across it every live reference, and every
//! pointer derived from one, is in a slot of its own, a *root*; no copy in a register is read later. So a walk over
//! frame pointers finds and updates all references, wherever callees save registers. Each root is stored
//!
//! - before the safepoints that need it (*at safepoints*), unless it holds the value already; or
//! - after each definition of the temporary (*at definitions*), if these are executed less often.
//!
//! A safepoint redefines the temporary: it is reloaded if it may be read before it is defined again.
//!
//! - Requires: code before allocation; safepoints and derived temporaries are marked.
//! - Ensures: `Special::roots` of each safepoint; temporaries are not live in registers across safepoints that list
//!   them. The allocation checker proves both.
//! - Cost: four dataflow problems on the references only: blocks times references, divided by 64, for each level of
//!   loop nesting. Nothing without safepoints.

use crate::air::opcode::Properties;
use crate::air::{
    Arg, Block, BlockId, Code, FormId, Inst, InstBuffer, Opcode, Root, SlotKind, SpecialId, Timing, Tmp,
};
use crate::analysis::{Dominators, Loops, Order, Predecessors};
use crate::base::{Bank, Origin};
use crate::support::Entity;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Why roots cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootError {
    /// This temporary is live at a safepoint, where its base may not be written yet.
    Unlisted(Tmp),
    /// The target has no move between a register and a slot.
    NoMove,
}

/// Sets of references, one row for each block.
#[derive(Clone)]
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, len: usize, fill: u64) -> Rows {
        let words = len.div_ceil(64);
        Rows { words, bits: vec![fill; rows * words] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }
}

fn has(set: &[u64], index: usize) -> bool {
    set[index / 64] >> (index % 64) & 1 != 0
}

fn put(set: &mut [u64], index: usize, value: bool) {
    let mask = 1 << (index % 64);
    if value {
        set[index / 64] |= mask;
    } else {
        set[index / 64] &= !mask;
    }
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(n, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                n * 64 + bit
            })
        })
    })
}

/// How an instruction accesses a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Use(Timing),
    Def,
}

/// The references that are live across one safepoint.
struct Site {
    block: usize,
    inst: u32,
    special: SpecialId,
    listed: Vec<u64>,
    /// Those whose root does not hold the value yet.
    stored: Vec<u64>,
}

struct Placement<'a> {
    code: &'a Code,
    tracked: Vec<Tmp>,
    /// By number of a temporary: its index in `tracked`.
    index: Vec<u32>,
    base: Vec<Option<usize>>,
    order: Vec<usize>,
    sites: Vec<Site>,
    /// By instruction: its index in `sites`.
    site_of: BTreeMap<u32, usize>,
    at_definitions: Vec<u64>,
    /// By block: the relative number of its executions.
    weights: Vec<f64>,
}

/// Places the roots of all safepoints. `unlisted`: temporaries that must not be live at one, sorted.
///
/// # Errors
/// [`RootError::Unlisted`] if such a temporary is live at a safepoint.
pub fn place_roots(code: &mut Code, unlisted: &[Tmp]) -> Result<(), RootError> {
    let has_safepoints = code.specials.values().any(|special| special.safepoint);
    let mut tracked: Vec<Tmp> = (0..)
        .zip(&code.tmps)
        .map(|(number, info)| (Tmp::new(info.bank, number), info))
        .filter(|(tmp, info)| {
            let moves = info.reference || code.base_of(*tmp).is_some() || unlisted.binary_search(tmp).is_ok();
            moves && !info.remat.is_valid() && info.bank == Bank::Gp
        })
        .map(|(tmp, _)| tmp)
        .collect();
    if !has_safepoints || tracked.is_empty() {
        return Ok(());
    }
    // Bases before what is derived from them.
    tracked.sort_by_key(|tmp| (code.base_of(*tmp).is_some(), *tmp));
    let mut index = vec![u32::MAX; code.tmps.len()];
    for (n, tmp) in (0..).zip(&tracked) {
        index[tmp.number().unwrap_or(0) as usize] = n;
    }
    let place = |tmp: Tmp| tmp.number().map(|number| index[number as usize]).filter(|n| *n != u32::MAX);
    let base = tracked.iter().map(|tmp| Some(place(code.base_of(*tmp)?)? as usize)).collect();
    let mut order = Order::new();
    order.compute(code);
    let mut placement = Placement {
        code,
        base,
        order: order.nodes().collect(),
        sites: Vec::new(),
        site_of: BTreeMap::new(),
        at_definitions: vec![0; tracked.len().div_ceil(64)],
        weights: weights(code, &order),
        tracked,
        index,
    };
    let live_in = placement.find_live();
    for site in &placement.sites {
        let wrong = members(&site.listed).find(|n| unlisted.binary_search(&placement.tracked[*n]).is_ok());
        if let Some(wrong) = wrong {
            return Err(RootError::Unlisted(placement.tracked[wrong]));
        }
    }
    placement.choose_stores();
    placement.find_stores();
    let read_in = placement.find_reads();
    let plan = placement.plan(&live_in, &read_in);
    let Placement { tracked, index, base, .. } = placement;
    let roots = add_roots(code, &tracked, &base, &plan);
    let at_definitions = &plan.at_definitions;
    let rewrite = Rewrite { code, tracked: &tracked, index: &index, roots, at_definitions };
    rewrite.run(&plan).ok_or(RootError::NoMove)
}

/// By block: the relative number of its executions, which are few in rare blocks. If the client gave no frequencies, a
/// loop is assumed to run eight iterations.
fn weights(code: &Code, order: &Order) -> Vec<f64> {
    let has_frequencies = code.blocks.values().any(|block| block.frequency != 1.0);
    let mut loops = Loops::new();
    if !has_frequencies {
        let (mut predecessors, mut dominators) = (Predecessors::new(), Dominators::new());
        predecessors.compute(code);
        dominators.compute(code, &predecessors);
        loops.compute(code, order, &predecessors, &dominators);
    }
    let weight = |(id, block): (BlockId, &Block)| {
        let depth = if loops.is_empty() { 0 } else { loops.node_depth(id.index()).min(8) };
        let weight = block.frequency * 8f64.powi(depth as i32);
        if block.rare { weight.min(1.0) / 64.0 } else { weight }
    };
    code.blocks.iter().map(weight).collect()
}

impl Placement<'_> {
    fn len(&self) -> usize {
        self.tracked.len()
    }

    /// Visits the accesses of an instruction to references.
    fn accesses(&self, inst: &Inst, mut visit: impl FnMut(usize, Access)) {
        let args = self.code.buffer.args(inst);
        let specs = self.code.operands(inst, args);
        let first = usize::from(inst.form == FormId::SPECIAL);
        let place = |tmp: Tmp| {
            let index = self.index.get(tmp.number()? as usize)?;
            (*index != u32::MAX).then_some(*index as usize)
        };
        for (arg, spec) in args.iter().skip(first).zip(specs) {
            match *arg {
                Arg::Tmp(tmp) => {
                    let Some(n) = place(tmp) else { continue };
                    if let Some(timing) = spec.role.use_timing() {
                        visit(n, Access::Use(timing));
                    }
                    if spec.role.def_timing().is_some() {
                        visit(n, Access::Def);
                    }
                }
                mut other => other.for_each_address_tmp(|tmp| {
                    if let Some(n) = place(*tmp) {
                        visit(n, Access::Use(spec.role.address_timing()));
                    }
                }),
            }
        }
    }

    fn insts(&self, block: usize) -> (std::ops::Range<u32>, &[Inst]) {
        let block = &self.code.blocks[BlockId::from_index(block)];
        (block.insts.clone(), self.code.block_insts(block))
    }

    fn successors(&self, block: usize) -> &[BlockId] {
        &self.code.blocks[BlockId::from_index(block)].successors
    }

    /// The union of the rows of a block's successors.
    fn join(&self, rows: &Rows, block: usize) -> Vec<u64> {
        let mut joined = vec![0; rows.words];
        for to in self.successors(block) {
            joined.iter_mut().zip(rows.row(to.index())).for_each(|(joined, word)| *joined |= word);
        }
        joined
    }

    fn define(&self, set: &mut [u64], inst: &Inst) {
        self.accesses(inst, |n, access| {
            if access == Access::Def {
                put(set, n, false);
            }
        });
    }

    /// Moves liveness from after an instruction to before it. A derived pointer keeps its base alive.
    fn live_before(&self, live: &mut [u64], inst: &Inst) {
        self.define(live, inst);
        self.accesses(inst, |n, access| {
            if access != Access::Def {
                put(live, n, true);
                if let Some(base) = self.base[n] {
                    put(live, base, true);
                }
            }
        });
    }

    /// Finds the references live at the entry of each block, and the sites.
    fn find_live(&mut self) -> Rows {
        let mut live_in = Rows::new(self.code.blocks.len(), self.len(), 0);
        self.solve_backward(&mut live_in, |placement, live, _, inst| placement.live_before(live, inst));
        let mut sites = Vec::new();
        for block in 0..self.code.blocks.len() {
            let mut live = self.join(&live_in, block);
            let (numbers, insts) = self.insts(block);
            for (number, inst) in numbers.zip(insts).rev() {
                if let Some(special) = self.code.safepoint(self.code.buffer.args(inst)) {
                    let mut listed = live.clone();
                    self.define(&mut listed, inst);
                    self.accesses(inst, |n, access| {
                        if access == Access::Use(Timing::Late) {
                            put(&mut listed, n, true);
                            self.base[n].iter().for_each(|base| put(&mut listed, *base, true));
                        }
                    });
                    let stored = listed.clone();
                    sites.push(Site { block, inst: number, special, listed, stored });
                }
                self.live_before(&mut live, inst);
            }
        }
        sites.sort_unstable_by_key(|site| site.inst);
        self.site_of = sites.iter().enumerate().map(|(n, site)| (site.inst, n)).collect();
        self.sites = sites;
        live_in
    }

    /// Repeats a backward walk over the blocks until nothing changes.
    fn solve_backward(&self, rows: &mut Rows, step: impl Fn(&Self, &mut [u64], u32, &Inst)) {
        loop {
            let mut changed = false;
            for &block in self.order.iter().rev() {
                let mut set = self.join(rows, block);
                let (numbers, insts) = self.insts(block);
                for (number, inst) in numbers.zip(insts).rev() {
                    step(self, &mut set, number, inst);
                }
                if rows.row(block) != set {
                    rows.row_mut(block).copy_from_slice(&set);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Decides where each root is stored.
    fn choose_stores(&mut self) {
        let (mut definitions, mut safepoints) = (vec![0.0; self.len()], vec![0.0; self.len()]);
        for (block, &weight) in self.weights.iter().enumerate() {
            for inst in self.insts(block).1 {
                let terminal = inst.opcode.has(Properties::TERMINAL);
                let cost = if terminal { f64::INFINITY } else { weight };
                self.accesses(inst, |n, access| {
                    definitions[n] += if access == Access::Def { cost } else { 0.0 };
                });
            }
        }
        for site in &self.sites {
            members(&site.listed).for_each(|n| safepoints[n] += self.weights[site.block]);
        }
        for n in 0..self.len() {
            put(&mut self.at_definitions, n, definitions[n] <= safepoints[n] && safepoints[n] > 0.0);
        }
    }

    /// Moves the set of roots that hold their value past an instruction.
    fn valid_after(&self, valid: &mut [u64], number: u32, inst: &Inst) {
        if let Some(site) = self.site_of.get(&number) {
            valid.copy_from_slice(&self.sites[*site].listed);
        }
        self.accesses(inst, |n, access| {
            if access == Access::Def {
                put(valid, n, has(&self.at_definitions, n));
            }
        });
    }

    /// Finds the roots that each site must store.
    fn find_stores(&mut self) {
        let blocks = self.code.blocks.len();
        let mut valid_in = Rows::new(blocks, self.len(), u64::MAX);
        let is_entry = |block: usize| {
            block == 0 || self.insts(block).1.first().is_some_and(|inst| inst.opcode == Opcode::Entry)
        };
        (0..blocks).filter(|block| is_entry(*block)).for_each(|block| valid_in.row_mut(block).fill(0));
        loop {
            let mut changed = false;
            for &block in &self.order {
                let mut valid = valid_in.row(block).to_vec();
                let (numbers, insts) = self.insts(block);
                numbers.zip(insts).for_each(|(number, inst)| self.valid_after(&mut valid, number, inst));
                for to in self.successors(block) {
                    for (known, word) in valid_in.row_mut(to.index()).iter_mut().zip(&valid) {
                        changed |= *known & !word != 0;
                        *known &= word;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut stored: Vec<Vec<u64>> = Vec::with_capacity(self.sites.len());
        stored.resize(self.sites.len(), Vec::new());
        for block in 0..blocks {
            let mut valid = valid_in.row(block).to_vec();
            let (numbers, insts) = self.insts(block);
            for (number, inst) in numbers.zip(insts) {
                if let Some(&site) = self.site_of.get(&number) {
                    let listed = &self.sites[site].listed;
                    stored[site] = listed.iter().zip(&valid).map(|(listed, valid)| listed & !valid).collect();
                }
                self.valid_after(&mut valid, number, inst);
            }
        }
        self.sites.iter_mut().zip(stored).for_each(|(site, stored)| site.stored = stored);
    }

    /// Moves the set of temporaries that are read later, by the program or by a store, from after an instruction to
    /// before it.
    fn read_before(&self, read: &mut [u64], number: u32, inst: &Inst) {
        self.define(read, inst);
        let site = self.site_of.get(&number).map(|site| &self.sites[*site]);
        if let Some(site) = site {
            read.copy_from_slice(&site.stored);
        }
        self.accesses(inst, |n, access| {
            if access == Access::Use(Timing::Early) || access != Access::Def && site.is_none() {
                put(read, n, true);
            }
        });
    }

    /// Finds the temporaries that are read after the entry of each block before they are defined or reloaded.
    fn find_reads(&self) -> Rows {
        let mut read_in = Rows::new(self.code.blocks.len(), self.len(), 0);
        self.solve_backward(&mut read_in, Self::read_before);
        read_in
    }

    /// Lists the stores and reloads.
    fn plan(&self, live_in: &Rows, read_in: &Rows) -> Plan {
        let mut plan = Plan { at_definitions: self.at_definitions.clone(), ..Plan::default() };
        let mut edges = vec![0; self.code.blocks.len()];
        for block in self.code.blocks.values() {
            block.successors.iter().for_each(|to| edges[to.index()] += 1);
        }
        for block in 0..self.code.blocks.len() {
            let (numbers, insts) = self.insts(block);
            if block == 0 || insts.first().is_some_and(|inst| inst.opcode == Opcode::Entry) {
                let undefined = live_in.row(block).to_vec();
                if undefined.iter().any(|word| *word != 0) {
                    plan.undefined.insert(block, members(&undefined).collect());
                }
            }
            let mut read = self.join(read_in, block);
            for (number, inst) in numbers.zip(insts).rev() {
                if let Some(&site) = self.site_of.get(&number) {
                    let site = &self.sites[site];
                    let reloads = |read: &[u64]| -> Vec<usize> {
                        let mut reloaded: Vec<u64> =
                            read.iter().zip(&site.listed).map(|(a, b)| a & b).collect();
                        self.define(&mut reloaded, inst);
                        members(&reloaded).collect()
                    };
                    let mut planned = PlannedSite {
                        special: site.special,
                        listed: members(&site.listed).collect(),
                        stored: members(&site.stored).collect(),
                        reloaded: Vec::new(),
                    };
                    if inst.opcode.has(Properties::TERMINAL) {
                        for (n, to) in self.successors(block).iter().enumerate() {
                            let reloaded = reloads(read_in.row(to.index()));
                            if reloaded.is_empty() {
                                continue;
                            }
                            match edges[to.index()] {
                                1 => _ = plan.at_start.insert(to.index(), reloaded),
                                _ => plan.on_edges.push((block, n, reloaded)),
                            }
                        }
                    } else {
                        planned.reloaded = reloads(&read);
                    }
                    plan.sites.insert(number, planned);
                }
                self.read_before(&mut read, number, inst);
            }
        }
        plan.on_edges.sort_unstable();
        plan
    }
}

/// A safepoint with the moves around it; all by index of the reference.
struct PlannedSite {
    special: SpecialId,
    listed: Vec<usize>,
    stored: Vec<usize>,
    reloaded: Vec<usize>,
}

/// All moves to be inserted.
#[derive(Default)]
struct Plan {
    /// By instruction.
    sites: BTreeMap<u32, PlannedSite>,
    /// References that may be read before they are written, by entry block.
    undefined: BTreeMap<usize, Vec<usize>>,
    /// Reloads at the start of a block.
    at_start: BTreeMap<usize, Vec<usize>>,
    /// Reloads on the edge to the n-th successor of a block.
    on_edges: Vec<(usize, usize, Vec<usize>)>,
    at_definitions: Vec<u64>,
}

/// Adds the slots of all references that a safepoint lists. Returns the root of each reference.
fn add_roots(code: &mut Code, tracked: &[Tmp], base: &[Option<usize>], plan: &Plan) -> Vec<u32> {
    let mut roots = vec![u32::MAX; tracked.len()];
    let mut listed = vec![false; tracked.len()];
    plan.sites.values().flat_map(|site| &site.listed).for_each(|n| listed[*n] = true);
    for (n, &tmp) in tracked.iter().enumerate().filter(|(n, _)| listed[*n]) {
        roots[n] = code.roots.len() as u32;
        let slot = code.add_slot(8, 8, SlotKind::Locked);
        let base = base[n].map(|base| roots[base]);
        code.roots.push(Root { slot, tmp, base });
    }
    for site in plan.sites.values() {
        if let Some(special) = code.specials.get_mut(site.special) {
            special.roots = site.listed.iter().map(|n| roots[*n]).collect();
        }
    }
    roots
}

/// Inserts the moves.
struct Rewrite<'a> {
    code: &'a mut Code,
    tracked: &'a [Tmp],
    /// By number of a temporary: its index in `tracked`.
    index: &'a [u32],
    /// The root of each reference.
    roots: Vec<u32>,
    at_definitions: &'a [u64],
}

impl Rewrite<'_> {
    fn slot(&self, n: usize) -> Arg {
        let root = self.code.roots.get(self.roots[n] as usize);
        Arg::Stack { slot: root.map(|root| root.slot).unwrap_or_default(), offset: 0 }
    }

    fn store(&mut self, n: usize, origin: Origin) -> Option<FormId> {
        let slot = self.slot(n);
        self.code.push(Opcode::Move, &[self.tracked[n].into(), slot], origin)
    }

    fn load(&mut self, n: usize, origin: Origin) -> Option<FormId> {
        let slot = self.slot(n);
        self.code.push(Opcode::Move, &[slot, self.tracked[n].into()], origin)
    }

    fn number_of(&self, arg: &Arg) -> Option<usize> {
        let index = self.index.get(arg.as_tmp()?.number()? as usize)?;
        (*index != u32::MAX).then_some(*index as usize)
    }

    /// Writes all blocks again, with the moves and with blocks for edges. `None` if the target has no move.
    fn run(mut self, plan: &Plan) -> Option<()> {
        let old = std::mem::take(&mut self.code.buffer);
        let blocks = std::mem::take(&mut self.code.blocks);
        // The new id of each block: those of its edges follow.
        let mut ids = Vec::with_capacity(blocks.len());
        let (mut next, mut edges) = (0, plan.on_edges.iter().peekable());
        for block in 0..blocks.len() {
            ids.push(BlockId::from_index(next));
            next += 1;
            while edges.next_if(|edge| edge.0 == block).is_some() {
                next += 1;
            }
        }
        let mut edges = plan.on_edges.iter().peekable();
        for (id, data) in blocks.iter() {
            let mut block = data.clone();
            block.successors.iter_mut().for_each(|to| *to = ids[to.index()]);
            let start = self.code.buffer.insts.len() as u32;
            self.block(id.index(), &old, data, plan)?;
            block.insts = start..self.code.buffer.insts.len() as u32;
            let mut added: SmallVec<[Block; 2]> = SmallVec::new();
            while let Some((_, n, reloads)) = edges.next_if(|edge| edge.0 == id.index()) {
                let edge = BlockId::from_index(ids[id.index()].index() + 1 + added.len());
                let to = std::mem::replace(block.successors.get_mut(*n)?, edge);
                let start = self.code.buffer.insts.len() as u32;
                reloads.iter().try_for_each(|n| self.load(*n, Origin::NONE).map(drop))?;
                self.code.push(Opcode::Jump, &[], Origin::NONE)?;
                added.push(Block {
                    insts: start..self.code.buffer.insts.len() as u32,
                    successors: smallvec::smallvec![to],
                    ..block.clone()
                });
            }
            self.code.blocks.push(block);
            added.into_iter().for_each(|edge| _ = self.code.blocks.push(edge));
        }
        Some(())
    }

    fn block(&mut self, block: usize, old: &InstBuffer, data: &Block, plan: &Plan) -> Option<()> {
        let mut begun = false;
        for (number, inst) in data.insts.clone().zip(old.insts.get(range_of(data))?) {
            let leads = matches!(inst.opcode, Opcode::Entry | Opcode::Landing);
            if !leads && !std::mem::replace(&mut begun, true) {
                self.begin(block, plan, inst.origin)?;
            }
            let mut args: SmallVec<[Arg; 8]> = SmallVec::from_slice(old.args(inst));
            let site = plan.sites.get(&number);
            if let Some(site) = site {
                site.stored.iter().try_for_each(|n| self.store(*n, inst.origin).map(drop))?;
                self.read_late_uses_from_roots(site.special, &mut args);
            }
            self.code.buffer.push(inst.opcode, inst.form, &args, inst.origin, inst.flags);
            if let Some(site) = site {
                site.reloaded.iter().try_for_each(|n| self.load(*n, inst.origin).map(drop))?;
            }
            if !inst.opcode.has(Properties::TERMINAL) {
                self.store_definitions(inst, &args)?;
            }
        }
        Some(())
    }

    /// Defines what may be undefined at an entry, and reloads what the predecessor's terminal redefined.
    fn begin(&mut self, block: usize, plan: &Plan, origin: Origin) -> Option<()> {
        for &n in plan.undefined.get(&block).map_or(&[][..], |undefined| undefined) {
            self.code.push(Opcode::Move, &[Arg::Imm(0), self.tracked[n].into()], origin)?;
            if has(self.at_definitions, n) {
                self.store(n, origin)?;
            }
        }
        for &n in plan.at_start.get(&block).map_or(&[][..], |reloads| reloads) {
            self.load(n, origin)?;
        }
        Some(())
    }

    /// Late uses of a safepoint, which are those of its exit state, read the roots.
    fn read_late_uses_from_roots(&self, special: SpecialId, args: &mut [Arg]) {
        let specs = self.code.specials.get(special).map_or(&[][..], |special| &special.operands);
        for (arg, spec) in args.iter_mut().skip(1).zip(specs) {
            let late = spec.role.use_timing() == Some(Timing::Late) && spec.role.def_timing().is_none();
            if let Some(n) = self.number_of(arg).filter(|_| late) {
                *arg = self.slot(n);
            }
        }
    }

    fn store_definitions(&mut self, inst: &Inst, args: &[Arg]) -> Option<()> {
        let first = usize::from(inst.form == FormId::SPECIAL);
        let specs = self.code.operands(inst, args);
        let defined: SmallVec<[usize; 2]> = args
            .iter()
            .skip(first)
            .zip(specs)
            .filter(|(_, spec)| spec.role.def_timing().is_some())
            .filter_map(|(arg, _)| self.number_of(arg))
            .filter(|n| has(self.at_definitions, *n))
            .collect();
        defined.iter().try_for_each(|n| self.store(*n, inst.origin).map(drop))
    }
}

fn range_of(block: &Block) -> std::ops::Range<usize> {
    block.insts.start as usize..block.insts.end as usize
}
