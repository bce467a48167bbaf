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
use super::intervals::RareCall;
use super::pieces::{NO_REG, Pieces, register};
use super::point::{Point, gap, inst_of, late};
use super::shape::{NONE, Shape};
use crate::air::Code;
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

/// One register during the scan.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// What holds it now, or [`NONE`].
    pub(super) occupant: u32,
    /// The end of the occupant's range.
    until: Point,
    /// The next point at which an instruction claims it.
    pub(super) fixed: Point,
    /// Pieces with a hole here, and where each hole ends.
    pub(super) waiting: SmallVec<[(Point, u32); 2]>,
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
    pub(super) states: Vec<State>,
    /// Starts and numbers of the pieces known from the beginning, packed for sorting.
    first: Vec<u64>,
    later: BinaryHeap<Reverse<(Point, u32)>>,
    pub(super) order: Vec<u8>,
    /// No range or hole ends before this point.
    next_end: Point,
    /// No instruction claims a register before this point.
    next_claim: Point,
    /// Callee-saved registers that are given out.
    pub(super) saved: RegSet,
    pub(super) across_rare_calls: Vec<Saved>,
    pub(super) evictions: u32,
    pub(super) splits: u32,
    pub(super) random: Random,
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

    pub(super) fn add_later(&mut self, bundle: u32, start: Point, end: Point) {
        let piece = self.pieces.add(self.bundles, bundle, start, end);
        self.scan.later.push(Reverse((start, piece)));
    }

    /// From where on a register is not free for a piece that begins now: at once if it is occupied.
    pub(super) fn free_until(&self, number: u8, piece: u32) -> Point {
        let state = &self.scan.states[number as usize];
        if state.occupant != NONE { self.point } else { self.conflict(number, piece) }
    }

    /// As [`Pass::free_until`], if the occupant were gone.
    pub(super) fn conflict(&self, number: u8, piece: u32) -> Point {
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
    pub(super) fn fixed_conflict(&self, number: u8, piece: u32) -> Point {
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
}
