//! The scan: pieces get registers in the order of their beginnings.
//!
//! What holds a register gives it up where it ends, and lends it out where it has a hole. If no register is
//! free for a whole piece, the cheapest of four things is done: take one that is free for a while and go on
//! from there with another piece; take it from what occupies it, from here on; take a callee-saved register
//! that was not in use; or leave the piece in memory up to its next use. What lost its register gets a second
//! chance at its next use, or in front of the loop around it.
//!
//! Poletto and Sarkar, "Linear Scan Register Allocation" (1999); Traub, Holloway and Smith, "Quality and
//! Speed in Linear-scan Register Allocation" (1998); Wimmer and Mössenböck, "Optimized Interval Splitting in a
//! Linear Scan Register Allocator" (2005).

use super::bundle::Bundles;
use super::fixed::Fixed;
use super::intervals::{RareCall, UseKind};
use super::pieces::{NO_REG, Pieces, register};
use super::point::{Point, gap, inst_of, late};
use super::shape::{NONE, Shape};
use crate::air::{Arg, Code, Tmp};
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::registers::Random;
use crate::regalloc::{AllocError, Forced};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many registers a bank has at most.
const BANK: usize = Reg::COUNT / 2;

/// A piece with more ranges than this is cut, so that comparing two pieces takes bounded time.
const MAX_RANGES: u32 = 32;

/// A register has at most so many pieces that wait for the end of a hole.
const MAX_WAITING: usize = 4;

/// How much dearer a use in a register makes a load, compared with a use in memory.
const USE_IN_SLOT: f32 = 0.6;

/// What it costs to make a value again, compared with loading it.
const REMAT: f32 = 0.5;

/// One register during the scan.
#[derive(Clone, Debug)]
struct State {
    /// What holds it now, or [`NONE`].
    occupant: u32,
    /// The end of the occupant's range.
    until: Point,
    /// The next point at which an instruction claims it.
    fixed: Point,
    /// Pieces with a hole here, and where each hole ends.
    waiting: SmallVec<[(Point, u32); 2]>,
}

impl State {
    fn new() -> State {
        State { occupant: NONE, until: 0, fixed: 0, waiting: SmallVec::new() }
    }
}

/// The pieces that hold a register across a rare call that destroys it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) inst: u32,
    pub(super) piece: u32,
}

/// What to do with a piece that finds no register for itself alone.
#[derive(Clone, Copy, Debug)]
enum Way {
    Part(u8),
    Evict(u8),
    CalleeSaved(u8),
    Memory,
}

/// What the scan knows of the target and is asked for.
#[derive(Clone, Copy)]
pub(super) struct Registers<'a> {
    /// Which may be given out, by bank, the cheapest first.
    pub(super) allocatable: [&'a [Reg]; 2],
    pub(super) usable: RegSet,
    pub(super) callee_saved: RegSet,
}

/// The scan's memory.
#[derive(Debug)]
pub(super) struct Scan {
    states: Vec<State>,
    /// Starts and numbers of the pieces known from the beginning, packed for sorting.
    first: Vec<u64>,
    later: BinaryHeap<Reverse<(Point, u32)>>,
    order: Vec<u8>,
    /// No range or hole ends before this point.
    next_end: Point,
    /// No instruction claims a register before this point.
    next_claim: Point,
    /// Callee-saved registers that are given out.
    pub(super) saved: RegSet,
    pub(super) across_rare_calls: Vec<Saved>,
    pub(super) evictions: u32,
    pub(super) splits: u32,
    random: Random,
}

impl Default for Scan {
    fn default() -> Scan {
        Scan {
            states: vec![State::new(); BANK],
            first: Vec::new(),
            later: BinaryHeap::new(),
            order: Vec::new(),
            next_end: 0,
            next_claim: 0,
            saved: RegSet::EMPTY,
            across_rare_calls: Vec::new(),
            evictions: 0,
            splits: 0,
            random: Random::new(0),
        }
    }
}

/// One scan of one bank.
pub(super) struct Pass<'a> {
    pub(super) code: &'a Code,
    pub(super) shape: &'a Shape,
    pub(super) fixed: &'a Fixed,
    pub(super) bundles: &'a mut Bundles,
    pub(super) pieces: &'a mut Pieces,
    pub(super) rare_calls: &'a [RareCall],
    pub(super) registers: Registers<'a>,
    pub(super) bank: Bank,
    pub(super) loops: bool,
    pub(super) forced: Forced,
    pub(super) scan: &'a mut Scan,
    /// The point that the scan is at, and the block, its end and its loop.
    pub(super) point: Point,
    pub(super) block: u32,
}

impl Scan {
    /// Prepares for a procedure.
    pub(super) fn begin(&mut self, forced: Forced) {
        self.saved = RegSet::EMPTY;
        self.across_rare_calls.clear();
        (self.evictions, self.splits) = (0, 0);
        self.random = match forced {
            Forced::Random(seed) | Forced::Split(seed) => Random::new(seed),
            _ => Random::new(0),
        };
    }
}

impl Pass<'_> {
    /// Gives registers to all pieces of the bank.
    pub(super) fn run(mut self) -> Result<(), AllocError> {
        self.scan.states.iter_mut().for_each(|state| {
            state.occupant = NONE;
            state.waiting.clear();
        });
        self.scan.order.clear();
        let order = self.registers.allocatable[self.bank as usize].iter();
        let usable = self.registers.usable;
        self.scan.order.extend(order.filter(|reg| usable.contains(**reg)).map(|reg| reg.number()));
        (self.scan.next_end, self.scan.next_claim) = (Point::MAX, 0);
        for i in 0..self.scan.order.len() {
            let number = self.scan.order[i];
            self.scan.states[number as usize].fixed = self.fixed.next(register(self.bank, number), 0);
        }
        self.scan.first.clear();
        self.scan.later.clear();
        for bundle in 0..self.bundles.all.len() as u32 {
            if self.bundles.all[bundle as usize].bank == self.bank {
                self.add_bundle(bundle);
            }
        }
        self.scan.first.sort_unstable();
        let mut rare_calls = self.rare_calls.iter().rev().peekable();
        let mut next = 0;
        loop {
            let later = self.scan.later.peek().map(|item| item.0);
            let piece = match (self.scan.first.get(next), later) {
                (Some(first), Some(later)) if (*first >> 32) as Point > later.0 => self.pop_later(),
                (Some(first), _) => {
                    next += 1;
                    *first as u32
                }
                (None, Some(_)) => self.pop_later(),
                (None, None) => break,
            };
            let start = self.pieces.all[piece as usize].start;
            while let Some(call) = rare_calls.next_if(|call| late(call.inst) < start) {
                self.pass_rare_call(call);
            }
            self.advance(start);
            self.place(piece)?;
        }
        rare_calls.for_each(|call| self.pass_rare_call(call));
        Ok(())
    }

    fn pop_later(&mut self) -> u32 {
        self.scan.later.pop().map_or(NONE, |item| item.0.1)
    }

    /// Queues a bundle: as one piece, or range by range if it is in memory between them.
    fn add_bundle(&mut self, bundle: u32) {
        let (first, end) = self.bundles.all[bundle as usize].ranges;
        let whole = !self.bundles.all[bundle as usize].homed;
        let mut from = first;
        while from < end {
            let to = if whole { end.min(from + MAX_RANGES) } else { from + 1 };
            let (start, last) =
                (self.bundles.ranges[from as usize].start, self.bundles.ranges[to as usize - 1].end);
            let piece = self.pieces.add(self.bundles, bundle, start, last);
            self.scan.first.push(u64::from(start) << 32 | u64::from(piece));
            from = to;
        }
    }

    /// Notes what lives across a rare call in registers that it destroys.
    fn pass_rare_call(&mut self, call: &RareCall) {
        self.advance(late(call.inst));
        for reg in call.clobbers.in_bank(self.bank).iter() {
            let occupant = self.scan.states[reg.number() as usize].occupant;
            let Some(piece) = self.pieces.all.get(occupant as usize) else { continue };
            // The piece may end right behind the call, and its value go on.
            if self.bundles.ranges[piece.range as usize].end > gap(call.inst + 1) {
                self.scan.across_rare_calls.push(Saved { inst: call.inst, piece: occupant });
            }
        }
    }

    /// Lets time pass: ranges end, holes end.
    fn advance(&mut self, point: Point) {
        self.point = point;
        while self.shape.end(self.block) <= point && self.block as usize + 1 < self.shape.len() {
            self.block += 1;
        }
        if self.scan.next_end <= point {
            self.end_ranges();
        }
        if self.scan.next_claim < point {
            self.find_claims();
        }
    }

    /// Ends what is over at the scan's point.
    fn end_ranges(&mut self) {
        self.scan.next_end = Point::MAX;
        for i in 0..self.scan.order.len() {
            let number = self.scan.order[i];
            let state = &mut self.scan.states[number as usize];
            if state.occupant != NONE {
                if state.until <= self.point {
                    let piece = std::mem::replace(&mut state.occupant, NONE);
                    self.settle(number, piece);
                } else {
                    self.scan.next_end = self.scan.next_end.min(state.until);
                }
            }
            if self.scan.states[number as usize].waiting.is_empty() {
                continue;
            }
            while let Some(index) = self.resumed(number) {
                let (_, piece) = self.scan.states[number as usize].waiting.swap_remove(index);
                self.settle(number, piece);
            }
            for &(resume, _) in &self.scan.states[number as usize].waiting {
                self.scan.next_end = self.scan.next_end.min(resume);
            }
        }
    }

    /// Finds the next claim of each register.
    fn find_claims(&mut self) {
        self.scan.next_claim = Point::MAX;
        for i in 0..self.scan.order.len() {
            let number = self.scan.order[i];
            let state = &mut self.scan.states[number as usize];
            if state.fixed < self.point {
                state.fixed = self.fixed.next(register(self.bank, number), self.point);
            }
            self.scan.next_claim = self.scan.next_claim.min(state.fixed);
        }
    }

    /// A piece whose hole in the register is over.
    #[inline]
    fn resumed(&self, number: u8) -> Option<usize> {
        self.scan.states[number as usize].waiting.iter().position(|waiting| waiting.0 <= self.point)
    }

    /// Finds the range of a piece that the scan is at: the piece holds the register, waits, or is over.
    fn settle(&mut self, number: u8, piece_number: u32) {
        let point = self.point;
        let state = &mut self.scan.states[number as usize];
        let piece = &mut self.pieces.all[piece_number as usize];
        let end = self.bundles.all[piece.bundle as usize].ranges.1;
        let mut range = self.bundles.ranges[piece.range as usize];
        while range.end <= point {
            piece.range += 1;
            if piece.range >= end {
                return;
            }
            range = self.bundles.ranges[piece.range as usize];
        }
        if range.start.max(point) >= piece.end {
            return;
        }
        if range.start <= point {
            state.until = range.end.min(piece.end);
            state.occupant = piece_number;
            self.scan.next_end = self.scan.next_end.min(state.until);
            return;
        }
        if state.waiting.len() < MAX_WAITING {
            state.waiting.push((range.start, piece_number));
            self.scan.next_end = self.scan.next_end.min(range.start);
            return;
        }
        let (bundle, last) = (piece.bundle, piece.end);
        piece.end = point;
        self.add_later(bundle, range.start, last);
    }

    fn add_later(&mut self, bundle: u32, start: Point, end: Point) {
        let piece = self.pieces.add(self.bundles, bundle, start, end);
        self.scan.later.push(Reverse((start, piece)));
    }

    /// From where on a register is not free for a piece that begins now: at once if it is occupied.
    fn free_until(&self, number: u8, piece: u32) -> Point {
        let state = &self.scan.states[number as usize];
        if state.occupant != NONE { self.point } else { self.conflict(number, piece) }
    }

    /// As [`Pass::free_until`], if the occupant were gone.
    fn conflict(&self, number: u8, piece: u32) -> Point {
        let state = &self.scan.states[number as usize];
        let data = &self.pieces.all[piece as usize];
        let mut conflict = Point::MAX;
        if state.fixed < data.end {
            conflict = self.fixed_conflict(number, piece);
        }
        for &(resume, other) in &state.waiting {
            if resume < data.end.min(conflict) {
                conflict = conflict.min(self.meeting(piece, other));
            }
        }
        conflict
    }

    /// The first point of the piece's ranges at which an instruction claims the register.
    fn fixed_conflict(&self, number: u8, piece: u32) -> Point {
        let data = &self.pieces.all[piece as usize];
        let reg = register(self.bank, number);
        let mut from = data.start;
        let end = self.bundles.all[data.bundle as usize].ranges.1;
        let first = self.scan.states[number as usize].fixed;
        if first < self.bundles.ranges[data.range as usize].end.min(data.end) {
            return first;
        }
        for range in &self.bundles.ranges[data.range as usize..end as usize] {
            if range.start >= data.end {
                break;
            }
            from = from.max(range.start);
            if from >= range.end {
                continue;
            }
            let next = self.fixed.next(reg, from);
            if next < range.end.min(data.end) {
                return next;
            }
            if next >= data.end {
                break;
            }
        }
        Point::MAX
    }

    /// The first point at which two pieces are both live.
    fn meeting(&self, a: u32, b: u32) -> Point {
        let (a, b) = (&self.pieces.all[a as usize], &self.pieces.all[b as usize]);
        let end = a.end.min(b.end);
        let start = a.start.max(b.start).max(self.point);
        let (mut i, mut j) = (a.range, b.range);
        let last = |bundle: u32| self.bundles.all[bundle as usize].ranges.1;
        let (i_end, j_end) = (last(a.bundle), last(b.bundle));
        while i < i_end && j < j_end {
            let (p, q) = (self.bundles.ranges[i as usize], self.bundles.ranges[j as usize]);
            let meet = p.start.max(q.start).max(start);
            if meet >= end {
                break;
            }
            if meet < p.end.min(q.end) {
                return meet;
            }
            if p.end <= q.end {
                i += 1;
            } else {
                j += 1;
            }
        }
        Point::MAX
    }

    /// Gives a piece a register, or leaves it in memory.
    fn place(&mut self, piece: u32) -> Result<(), AllocError> {
        let data = self.pieces.all[piece as usize];
        if data.start >= data.end {
            return Ok(());
        }
        self.cut_by_force(piece);
        let end = self.pieces.all[piece as usize].end;
        let hints = self.hints(piece);
        for &hint in &hints {
            if self.may_hold(hint) && self.free_until(hint, piece) >= end && self.is_cheap(hint) {
                self.assign(piece, hint);
                return Ok(());
            }
        }
        let mut part = (self.point, NO_REG);
        let mut new_saved = NO_REG;
        for i in 0..self.scan.order.len() {
            let number = self.scan.order[i];
            if !self.may_hold(number) {
                continue;
            }
            let free = self.free_until(number, piece);
            if free >= end {
                if self.is_cheap(number) {
                    self.assign(piece, number);
                    return Ok(());
                }
                if new_saved == NO_REG {
                    new_saved = number;
                }
            } else if free > part.0 && self.is_cheap(number) {
                part = (free, number);
            }
        }
        self.place_at_a_price(piece, part, new_saved)
    }

    /// True if forced modes let this register be given out without need.
    fn may_hold(&self, number: u8) -> bool {
        self.forced != Forced::Few || self.scan.order.iter().take(2).any(|few| *few == number)
    }

    /// True if the register costs nothing by itself.
    fn is_cheap(&self, number: u8) -> bool {
        let reg = register(self.bank, number);
        !self.registers.callee_saved.contains(reg)
            || self.scan.saved.contains(reg)
            || matches!(self.forced, Forced::Random(_))
    }

    fn assign(&mut self, piece: u32, number: u8) {
        let reg = register(self.bank, number);
        if self.registers.callee_saved.contains(reg) {
            self.scan.saved.insert(reg);
        }
        let data = &mut self.pieces.all[piece as usize];
        data.reg = number;
        self.bundles.all[data.bundle as usize].reg = number;
        self.settle(number, piece);
    }

    /// Registers in which the piece would save a move, the best first.
    fn hints(&mut self, piece: u32) -> SmallVec<[u8; 8]> {
        let data = self.pieces.all[piece as usize];
        let bundle = self.bundles.all[data.bundle as usize];
        let mut hints = SmallVec::new();
        if let Forced::Random(_) = self.forced {
            let count = self.scan.order.len();
            let first = self.scan.random.below(count);
            hints.extend((0..count.min(8)).map(|i| self.scan.order[(first + i) % count]));
            return hints;
        }
        if bundle.reg != NO_REG {
            hints.push(bundle.reg);
        }
        let uses = &self.bundles.uses[data.use_ as usize..bundle.uses.1 as usize];
        let mut last = None;
        for (i, item) in uses.iter().take(6).enumerate() {
            if item.point >= data.end {
                break;
            }
            match item.kind {
                UseKind::Fixed(reg) | UseKind::FixedDef(reg) if reg.bank() == self.bank => {
                    hints.push(reg.number());
                }
                UseKind::Def | UseKind::MoveDef if i == 0 => self.hint_from_operands(item.point, &mut hints),
                _ => last = Some(item.point),
            }
        }
        if let Some(point) = last {
            self.hint_from_result(point, data.bundle, &mut hints);
        }
        hints
    }

    /// The result of an instruction would rather be in the register of an operand that ends there.
    fn hint_from_operands(&self, point: Point, hints: &mut SmallVec<[u8; 8]>) {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let Some(form) = inst.form.get() else { return };
        let args = self.code.buffer.args(inst);
        let is_move = inst.opcode.has(crate::air::opcode::Properties::MOVE);
        let users = match form.tied {
            Some((user, _)) if form.commutes && user < 2 => [user as usize, 1 - user as usize],
            Some((user, _)) => [user as usize; 2],
            None if is_move => [0; 2],
            None => return,
        };
        for user in users {
            if let Some(reg) = args.get(user).and_then(|arg| self.last_reg(arg)) {
                hints.push(reg);
            }
        }
    }

    /// An operand that ends in an instruction would rather be in the register of the result.
    fn hint_from_result(&self, point: Point, bundle: u32, hints: &mut SmallVec<[u8; 8]>) {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let Some(form) = inst.form.get() else { return };
        let args = self.code.buffer.args(inst);
        let is_move = inst.opcode.has(crate::air::opcode::Properties::MOVE);
        let result = match form.tied {
            Some((user, result)) => {
                let is_user = |at: usize| {
                    args.get(at).and_then(Arg::as_tmp).and_then(|tmp| self.bundles.of(tmp)) == Some(bundle)
                };
                let tied = is_user(user as usize) || form.commutes && (is_user(0) || is_user(1));
                if !tied {
                    return;
                }
                result as usize
            }
            None if is_move => 1,
            None => return,
        };
        if let Some(reg) = args.get(result).and_then(|arg| self.last_reg(arg)) {
            hints.push(reg);
        }
    }

    fn last_reg(&self, arg: &Arg) -> Option<u8> {
        let tmp: Tmp = arg.as_tmp()?;
        let bundle = &self.bundles.all[self.bundles.of(tmp)? as usize];
        (bundle.bank == self.bank && bundle.reg != NO_REG).then_some(bundle.reg)
    }

    /// No register is free for the whole piece.
    fn place_at_a_price(&mut self, piece: u32, part: (Point, u8), new_saved: u8) -> Result<(), AllocError> {
        let data = self.pieces.all[piece as usize];
        let (inst, needed) = self.first_need(piece);
        let must = needed && inst == inst_of(self.point);
        // How far a register must reach to be of use.
        let least = if needed { late(inst).min(data.end - 1) } else { self.point };
        let (mut best, mut price) = (None, f32::INFINITY);
        if !must {
            (best, price) =
                (Some(Way::Memory), self.price(data.bundle, data.use_, self.point, data.end, None));
            if !needed {
                // Nothing asks for a register: one for a while costs nothing.
                price = price.max(0.0);
            }
        }
        if part.1 != NO_REG && (part.0 > least || must && part.0 > self.end_of_need(piece)) {
            let cost = self.price_at(data.bundle, data.use_, part.0, data.end);
            if cost < price || must {
                (best, price) = (Some(Way::Part(part.1)), cost);
            }
        }
        if new_saved != NO_REG {
            let cost = 2.0 * self.shape.weights[0];
            if cost < price {
                (best, price) = (Some(Way::CalleeSaved(new_saved)), cost);
            }
        }
        if needed {
            for i in 0..self.scan.order.len() {
                let number = self.scan.order[i];
                let Some(cost) = self.price_of_eviction(number, piece, must) else { continue };
                if cost < price && (self.may_hold(number) || must && best.is_none()) && self.is_cheap(number)
                {
                    (best, price) = (Some(Way::Evict(number)), cost);
                }
            }
        }
        if best.is_none() {
            best = self.last_resort(piece);
        }
        match best {
            Some(Way::Memory) => {
                self.pieces.all[piece as usize].end = self.point;
                self.requeue(data.bundle, self.point, data.end, true);
            }
            Some(Way::Part(number)) => {
                self.split_before(piece, part.0);
                self.assign(piece, number);
            }
            Some(Way::CalleeSaved(number)) => self.assign(piece, number),
            Some(Way::Evict(number)) => {
                self.evict(number);
                let conflict = self.conflict(number, piece);
                if conflict < data.end {
                    self.split_before(piece, conflict);
                }
                self.assign(piece, number);
            }
            None => {
                let data = &self.code.buffer.insts[inst_of(self.point) as usize];
                let (opcode, origin, bank) = (data.opcode, data.origin, self.bank);
                return Err(AllocError::TooFewRegisters { opcode, origin, bank });
            }
        }
        Ok(())
    }

    /// The first instruction that wants the piece in a register, and whether there is one.
    fn first_need(&self, piece: u32) -> (u32, bool) {
        let data = &self.pieces.all[piece as usize];
        let end = self.bundles.all[data.bundle as usize].uses.1;
        for item in &self.bundles.uses[data.use_ as usize..end as usize] {
            if item.point >= data.end {
                break;
            }
            if matches!(item.kind, UseKind::Reg | UseKind::Def) {
                return (inst_of(item.point), true);
            }
        }
        (0, false)
    }

    /// The last point of the instruction here at which the piece must be in its register.
    fn end_of_need(&self, piece: u32) -> Point {
        let data = &self.pieces.all[piece as usize];
        let end = self.bundles.all[data.bundle as usize].uses.1;
        let inst = inst_of(self.point);
        let mut need = self.point;
        for item in &self.bundles.uses[data.use_ as usize..end as usize] {
            if inst_of(item.point) != inst || item.point >= data.end {
                break;
            }
            // Early results and scratches are kept to the end.
            need = need.max(if item.kind == UseKind::Def { late(inst) } else { item.point });
        }
        need
    }

    /// A register that is free or can be made so, whatever it costs.
    fn last_resort(&mut self, piece: u32) -> Option<Way> {
        let need = self.end_of_need(piece);
        let free = self.scan.order.iter().copied().filter(|number| self.free_until(*number, piece) > need);
        // Those without a conflict within the piece come first.
        let best = free.max_by_key(|number| self.free_until(*number, piece));
        if let Some(number) = best {
            let free = self.free_until(number, piece);
            if free >= self.pieces.all[piece as usize].end {
                return Some(Way::CalleeSaved(number));
            }
            return Some(Way::Evict(number)); // nothing to evict: splits at the conflict
        }
        let order = self.scan.order.clone();
        let number =
            order.into_iter().find(|number| self.price_of_eviction(*number, piece, true).is_some())?;
        Some(Way::Evict(number))
    }

    /// What it costs to have a bundle in memory from a point of its life on: the load at its next use, and
    /// the store. `used`: when it was used last.
    fn price(&self, bundle: u32, mut use_: u32, from: Point, end: Point, used: Option<Point>) -> f32 {
        let data = &self.bundles.all[bundle as usize];
        while use_ < data.uses.1 && self.bundles.uses[use_ as usize].point < from {
            use_ += 1;
        }
        let uses = &self.bundles.uses[use_ as usize..data.uses.1 as usize];
        let next =
            uses.iter().take(8).find(|item| matches!(item.kind, UseKind::Reg | UseKind::Slot | UseKind::Def));
        let next = next.filter(|item| item.point < end);
        let here = self.shape.end(self.block);
        let mut cost = 0.0;
        let mut distance = 1000.0;
        let mut next_point = end;
        if let Some(item) = next {
            next_point = item.point;
            cost = item.weight;
            if item.point >= here && self.loops {
                let region = self.shape.outermost_without(self.shape.block_of(item.point), from);
                if region != NONE {
                    cost = cost.min(self.shape.loops[region as usize].entry_weight);
                }
            }
            if item.kind == UseKind::Slot {
                cost *= USE_IN_SLOT;
            }
            distance = (item.point - from.min(item.point)) as f32;
        }
        // What was used in a loop is used there again, next time round.
        let mut region = self.shape.innermost[self.block as usize];
        while let (true, Some(data), Some(used)) = (self.loops, self.shape.loops.get(region as usize), used) {
            if data.start <= used && data.end <= end && next_point >= data.end {
                cost = cost.max(self.shape.weights[data.first_block as usize]);
                distance = distance.min((data.end - from.min(data.end)) as f32);
                break;
            }
            region = data.parent;
        }
        if data.remat.is_some() {
            return cost * REMAT;
        }
        if cost > 0.0 && !data.spilled && !data.homed {
            cost += data.def_weight.min(self.shape.weights[self.block as usize]);
        }
        // Of two that cost the same, the one that is needed later.
        cost * (1.0 + 0.5 * (64.0 / (64.0 + distance)))
    }

    fn price_at(&self, bundle: u32, use_: u32, at: Point, end: Point) -> f32 {
        let data = &self.bundles.all[bundle as usize];
        let mut next = use_;
        let mut used = None;
        while next < data.uses.1 && next < use_ + 16 && self.bundles.uses[next as usize].point < at {
            used = Some(self.bundles.uses[next as usize].point);
            next += 1;
        }
        self.price(bundle, next, at, end, used)
    }

    /// What it costs to take the register from its occupant; `None` if that cannot be, or is of no use.
    fn price_of_eviction(&mut self, number: u8, piece: u32, must: bool) -> Option<f32> {
        let state = &self.scan.states[number as usize];
        let occupant = *self.pieces.all.get(state.occupant as usize)?;
        let need = if must { self.end_of_need(piece) } else { late(self.first_need(piece).0) };
        if state.fixed <= need || state.waiting.iter().any(|waiting| waiting.0 <= need) {
            return None;
        }
        let bundle = &self.bundles.all[occupant.bundle as usize];
        let uses = bundle.uses;
        let (next, used) = self.uses_around(occupant.use_, uses, occupant.start);
        let here = inst_of(self.point);
        if let Some(last) = self.bundles.uses[uses.0 as usize..next as usize].last()
            && last.kind.is_def()
            && inst_of(last.point) == here
        {
            return None; // early results and scratches are kept to the end
        }
        for item in &self.bundles.uses[next as usize..uses.1 as usize] {
            if inst_of(item.point) > here || item.point >= occupant.end {
                break;
            }
            // What the instruction here works with stays where it is.
            let read_in_gap = item.point == self.point && self.arrives_in_gap(state.occupant, here);
            if !matches!(item.kind, UseKind::Fixed(_) | UseKind::Any) || read_in_gap {
                return None;
            }
        }
        self.pieces.all[self.scan.states[number as usize].occupant as usize].use_ = next;
        let data = &self.pieces.all[piece as usize];
        let mut cost = self.price(occupant.bundle, next, self.point, occupant.end, used);
        let conflict = self.conflict(number, piece);
        if conflict < data.end {
            cost += self.price_at(data.bundle, data.use_, conflict, data.end);
        }
        Some(cost)
    }

    /// The first use at the scan's point or behind it, and the last one before.
    fn uses_around(&self, mut next: u32, uses: (u32, u32), start: Point) -> (u32, Option<Point>) {
        while next < uses.1 && self.bundles.uses[next as usize].point < self.point {
            next += 1;
        }
        let used = if next > uses.0 { Some(self.bundles.uses[next as usize - 1].point) } else { None };
        (next, used.filter(|used| *used >= start))
    }

    /// Takes a register from its occupant, if it has one, from here on, or from the beginning of a loop in which
    /// it was not used.
    fn evict(&mut self, number: u8) {
        let state = &mut self.scan.states[number as usize];
        let piece = std::mem::replace(&mut state.occupant, NONE);
        if piece == NONE {
            return;
        }
        self.scan.evictions += 1;
        let data = self.pieces.all[piece as usize];
        let uses = self.bundles.all[data.bundle as usize].uses;
        let (next, used) = self.uses_around(data.use_, uses, data.start);
        let mut from = self.point;
        if self.loops {
            let region = self.shape.outermost_without(self.block, used.unwrap_or(data.start));
            if region != NONE {
                from = self.shape.loops[region as usize].start.max(data.start).min(from);
            }
        }
        if from > gap(inst_of(from)) && self.arrives_in_gap(piece, inst_of(from)) {
            // The register is not yet the value's where a store would be.
            self.bundles.all[data.bundle as usize].stored_at_defs = true;
        }
        self.pieces.all[piece as usize].end = from;
        self.pieces.all[piece as usize].use_ = next;
        self.requeue(data.bundle, self.point, data.end, false);
    }

    /// True if the piece's value comes to its register in the gap in front of the instruction.
    fn arrives_in_gap(&self, piece: u32, inst: u32) -> bool {
        let data = self.pieces.all[piece as usize];
        let (first, end) = self.bundles.all[data.bundle as usize].uses;
        let uses = &self.bundles.uses[first as usize..end as usize];
        let there = &uses[uses.partition_point(|item| item.point < gap(inst))..];
        let mut there = there.iter().take_while(|item| item.point == gap(inst));
        data.start >= gap(inst) || there.any(|item| item.kind.is_def())
    }

    /// Ends a piece before a point at which it must leave its register, and queues the rest.
    fn split_before(&mut self, piece: u32, conflict: Point) {
        let data = self.pieces.all[piece as usize];
        self.scan.splits += 1;
        let (mut used, mut used_there) = (data.start, false);
        let uses = self.bundles.all[data.bundle as usize].uses.1;
        for item in &self.bundles.uses[data.use_ as usize..uses as usize] {
            if item.point >= conflict {
                break;
            }
            if inst_of(item.point) == inst_of(conflict) && item.point > gap(inst_of(conflict)) {
                // What is only read there before may lose its register there; a result may not.
                let rest = self.bundles.uses[data.use_ as usize..uses as usize].iter();
                let mut there = rest
                    .skip_while(|other| other.point < item.point)
                    .take_while(|other| inst_of(other.point) == inst_of(conflict));
                used_there = !there.any(|other| {
                    other.point >= conflict || matches!(other.kind, UseKind::Def | UseKind::MoveDef)
                });
                break;
            }
            used = item.point;
        }
        let mut at = if used_there { conflict } else { gap(inst_of(conflict)) };
        if self.loops && !used_there {
            let region = self.shape.outermost_without(self.shape.block_of(at), used);
            if region != NONE {
                at = self.shape.loops[region as usize].start;
            }
        }
        if at <= data.start {
            at = conflict;
        }
        if at > gap(inst_of(at)) && self.arrives_in_gap(piece, inst_of(at)) {
            self.bundles.all[data.bundle as usize].stored_at_defs = true;
        }
        self.pieces.all[piece as usize].end = at;
        if at == gap(inst_of(at)) {
            self.add_later(data.bundle, at, data.end);
        } else {
            self.requeue(data.bundle, conflict, data.end, false);
        }
    }

    /// Queues the rest of a bundle's piece, which is in memory from a point on: it begins anew at its next use,
    /// or in front of the loop around it. `refused`: it just found no register worth its price.
    fn requeue(&mut self, bundle: u32, from: Point, end: Point, refused: bool) {
        self.bundles.all[bundle as usize].spilled = true;
        let data = self.bundles.all[bundle as usize];
        let uses = &self.bundles.uses[data.uses.0 as usize..data.uses.1 as usize];
        let first = uses.partition_point(|item| item.point < from);
        let mut wanted = None;
        for (i, item) in uses.iter().enumerate().skip(first) {
            if item.point >= end {
                break;
            }
            let soft = match item.kind {
                UseKind::Reg | UseKind::Def => false,
                UseKind::Slot => refused || !self.pays(&uses[i..], end),
                UseKind::MoveDef | UseKind::FixedDef(_) => item.point <= from,
                UseKind::Any | UseKind::Fixed(_) | UseKind::Nothing => true,
            };
            if !soft {
                wanted = Some(*item);
                break;
            }
        }
        let Some(item) = wanted else { return };
        let mut start = if item.kind.is_def() { item.point } else { gap(inst_of(item.point)) };
        if !item.kind.is_def() && self.loops && item.point >= self.shape.end(self.block) {
            let region = self.shape.outermost_without(self.shape.block_of(item.point), from);
            if region != NONE {
                start = self.shape.loops[region as usize].start;
            }
        }
        let ranges = &self.bundles.ranges[data.ranges.0 as usize..data.ranges.1 as usize];
        let range = ranges.partition_point(|range| range.end <= item.point);
        start = start.max(ranges.get(range).map_or(0, |range| range.start)).max(from);
        self.add_later(bundle, start, end);
    }

    /// True if a use that could read the slot is better served by a register: there is another one soon.
    fn pays(&self, uses: &[super::intervals::Use], end: Point) -> bool {
        let [here, next, ..] = uses else { return false };
        next.point < end && !next.kind.is_def() && next.point - here.point < 64 && next.weight >= here.weight
    }

    /// What tests ask for: shorter pieces.
    fn cut_by_force(&mut self, piece: u32) {
        let data = self.pieces.all[piece as usize];
        let next = gap(inst_of(data.start) + 1);
        let cut = match self.forced {
            Forced::SpillAll => true,
            Forced::Split(_) => self.scan.random.below(3) == 0,
            _ => false,
        };
        if !cut || next >= data.end {
            return;
        }
        let at = match self.forced {
            Forced::Split(_) => {
                let insts = (data.end - next) / 4;
                next + 4 * self.scan.random.below(insts.min(20) as usize + 1) as u32
            }
            _ => next,
        };
        if at >= data.end {
            return;
        }
        self.pieces.all[piece as usize].end = at;
        match self.forced {
            Forced::Split(_) if self.scan.random.below(2) == 0 => {
                let covered = self.bundles.ranges(data.bundle).iter().any(|r| r.start <= at && at < r.end);
                if covered {
                    self.add_later(data.bundle, at, data.end);
                } else {
                    self.requeue(data.bundle, at, data.end, false);
                }
            }
            _ => self.requeue(data.bundle, at, data.end, false),
        }
    }
}
