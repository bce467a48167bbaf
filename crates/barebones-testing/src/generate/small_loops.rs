//! Small counted loops at the ends of blocks: one, or two in sequence, of which the second mostly starts from a
//! result of the first.
//!
//! Their induction variables are near the limits of their types, or wrap around. The limits may be unknown. The exit
//! test is in the header or in the latch. Loops with a bounded trip count, according to [`CountedLoop`], burn no fuel
//! and have a single exit. A loop that tests in its header may have loop-invariant work after the test, which is
//! undefined unless the first iteration reaches it.

use super::BUFFER_START;
use super::body::Body;
use super::counted_loop::{Choices, CountedLoop, LoopCounts, LoopEvent, LoopResult, MASK, Number, Source};
use super::memory::common_regions;
use super::recipe::End;
use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, Opcode, Successor, ValueId};

/// Mask and value of the flags of an end: small loops precede it.
const SMALL_LOOPS: (u16, u16) = (7 << 4, 2 << 4);

/// Flag of an end: there are two loops.
const TWO: u16 = 1 << 7;

/// Mask of another number of the end: the loops are plain.
const PLAIN: u16 = 3 << 14;

/// Offsets in the buffer of the counter in loop headers, and of the stores in loops: Int64s.
const CELLS: [i32; 2] = [BUFFER_START as i32 + 16, BUFFER_START as i32 + 8];

/// The kind of loop-invariant work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Invariant {
    Nothing,
    Load,
    Divide,
    CheckAdd,
    TrapIf,
}

/// The code before it, in the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Preceding {
    Nothing,
    Store,
    /// Exits or traps if the work would be undefined.
    ExitOrTrap,
    /// Branches around the work if it would be undefined.
    Branch,
}

/// Loop-invariant work, with operands created before the loop.
#[derive(Clone, Copy, Debug)]
struct Work {
    invariant: Invariant,
    preceding: Preceding,
    operands: [ValueId; 2],
    /// Nonzero if the work must be skipped.
    stops: ValueId,
    /// Selects the loaded address and additional operands of a check.
    word: u16,
}

/// Form of the exit test: continue condition, the same with swapped operands, exit condition, or the counter itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TestForm {
    Continue,
    Swapped,
    Inverted,
    Counter,
}

/// A loop under construction.
struct SmallLoop {
    counted_loop: CountedLoop,
    test: TestForm,
    burns_fuel: bool,
    /// Created before the loop; `None` for a constant.
    limit: Option<ValueId>,
    /// Added to the counter or its next value when it is mixed.
    base: Option<ValueId>,
    counter: ValueId,
    mixed: ValueId,
    sum: Option<ValueId>,
    exit: BlockId,
    /// Phis after the loop that the loop writes: counter, mixed value, and sum.
    exit_phis: Option<[ValueId; 3]>,
    frequency: f64,
}

impl SmallLoop {
    /// The current results: counter, mixed value, and sum if it exists already.
    fn current_results(&self) -> [ValueId; 3] {
        [self.counter, self.mixed, self.sum.unwrap_or(self.counter)]
    }
}

impl Body<'_> {
    /// Sometimes emits one or two small loops, and continues after them.
    pub(super) fn small_loops(&mut self, end: &End) {
        if end.detail & SMALL_LOOPS.0 != SMALL_LOOPS.1 {
            return;
        }
        let ([a, b, c], [_, _, d, e]) = (end.operands, end.targets);
        let is_plain = e & PLAIN == PLAIN;
        let previous_result = self.small_loop([a, b, c, d], None, is_plain);
        if end.detail & TWO != 0 {
            self.small_loop([b, e, a.rotate_left(3), c ^ d], Some(previous_result), is_plain);
        }
    }

    fn small_loop(
        &mut self,
        words: [u16; 4],
        before: Option<(LoopResult, ValueId)>,
        is_plain: bool,
    ) -> (LoopResult, ValueId) {
        let mut choices = Choices::new(words);
        let (before, previous_result) = before.unzip();
        let counted_loop = CountedLoop::new(&mut choices, before, is_plain);
        let mut loop_result = counted_loop.loop_result();
        let burns_fuel = choices.one_in(8) || loop_result.values.is_none();
        loop_result.values = loop_result.values.filter(|_| !burns_fuel);
        let test =
            [TestForm::Continue, TestForm::Swapped, TestForm::Inverted, TestForm::Counter][choices.next(4)];
        let used = if is_plain { choices.next(2) } else { choices.next(4) };
        let has_exit_phis = !is_plain && (choices.one_in(4) || burns_fuel && choices.one_in(2));
        let frequency = [1.0, 4.0, 16.0][choices.next(3)] * self.proc.frequency(self.block);
        let sum_before = choices.next(2) == 1 && !is_plain;
        let extends = choices.next(4);
        let [keeps_old, is_visible, has_base] = [2, 4, 3].map(|count| choices.one_in(count));

        let (ty, entry, seen, last) = (counted_loop.ty, self.block, self.pools.mark(), self.last);
        let [first, limit] = [&counted_loop.first, &counted_loop.limit].map(|number| {
            self.number(
                ty,
                number,
                previous_result,
                words[usize::from(number.source == counted_loop.limit.source)],
            )
        });
        let begin = self.operand(Type::Int64, words[2]);
        let base = has_base.then(|| self.operand(Type::Int64, words[1]));
        let limit_before_loop = (counted_loop.limit.source != Source::Constant).then_some(limit);
        let head = self.proc.add_block_with_frequency(frequency);
        let exit = self.another_block(entry);
        let mut b = self.proc.at(head);
        let counter = b.phi(ty);
        let mixed = b.phi(Type::Int64);
        let old = keeps_old.then(|| b.phi(Type::Int64));
        let mut small = SmallLoop {
            counted_loop,
            test,
            burns_fuel,
            limit: limit_before_loop,
            base,
            counter,
            mixed,
            sum: None,
            exit,
            exit_phis: has_exit_phis.then(|| [ty, Type::Int64, ty].map(|ty| self.proc.at(exit).phi(ty))),
            frequency,
        };
        let work = self.invariant_work(&mut choices, &small, first, words);
        let is_counted_at_head = choices.one_in(8);
        for (value, phi) in [(first, Some(counter)), (begin, Some(mixed)), (begin, old)] {
            phi.map(|phi| self.proc.at(entry).upsilon(value, phi));
        }
        self.proc.at(entry).jump(head);
        self.count_loop(&small, &work, used, is_plain);
        if is_counted_at_head && small.counted_loop.tests_in_header && work.invariant != Invariant::Nothing {
            self.loops.count(LoopEvent::CountsInHeader);
        }

        self.block = head;
        if is_visible && base.is_none() {
            [counter, mixed].into_iter().for_each(|id| self.push(id, true));
        }
        if is_counted_at_head {
            self.count_in_memory();
        }
        if small.counted_loop.sum_first {
            self.make_sum(&mut small);
        }
        if small.counted_loop.tests_in_header {
            let on = self.proc.add_block_with_frequency(frequency);
            self.exit_or_continue(&small, on);
        }
        if burns_fuel {
            let more = self.burn_fuel();
            let on = self.proc.add_block_with_frequency(frequency);
            self.write_exit_phis(&small);
            self.proc.at(self.block).branch(more, on, exit);
            self.block = on;
        }
        let made = self.emit_invariant_work(&small, &work);
        if sum_before && small.sum.is_none() {
            self.make_sum(&mut small);
        }
        let next = self.mix_iteration(&small, made, extends);
        if small.sum.is_none() {
            self.make_sum(&mut small);
        }
        let block = self.block;
        let sum = small.sum.unwrap_or(counter);
        for (value, phi) in [(sum, Some(counter)), (next, Some(mixed)), (mixed, old)] {
            phi.map(|phi| self.proc.at(block).upsilon(value, phi));
        }
        if small.counted_loop.tests_in_header {
            self.proc.at(block).jump(head);
            small.sum = small.sum.filter(|_| small.counted_loop.has_sum_at_exit());
        } else {
            // With two exits, the values used after the loop must be available at both.
            let is_of_both = burns_fuel && small.exit_phis.is_none();
            small.mixed = if is_of_both { mixed } else { next };
            self.exit_or_continue(&small, head);
            small.sum = small.sum.filter(|_| small.counted_loop.sum_first || !is_of_both);
        }

        self.pools.truncate(seen);
        (self.block, self.last) = (exit, last);
        let [counter, mixed, sum] = small.exit_phis.unwrap_or_else(|| small.current_results());
        let is_used = [used & 1 != 0, true, used & 2 != 0];
        let shown: Vec<ValueId> = [counter, mixed, sum]
            .into_iter()
            .zip(is_used)
            .filter(|(_, is_used)| *is_used)
            .map(|(id, _)| id)
            .collect();
        shown.iter().for_each(|id| self.push(*id, true));
        self.mix(&shown);
        (loop_result, if small.counted_loop.result_is_sum { sum } else { counter })
    }

    /// Creates the initial value or limit of a loop.
    fn number(&mut self, ty: Type, number: &Number, previous_result: Option<ValueId>, word: u16) -> ValueId {
        let block = self.block;
        let masked = match number.source {
            Source::Previous => return previous_result.unwrap_or_else(|| self.operand(ty, word)),
            Source::Any => return self.operand(ty, word),
            Source::Masked(factor) | Source::HiddenMasked(factor) => {
                let any = self.operand(ty, word);
                let mut b = self.proc.at(block);
                let mask = b.constant(ty, MASK);
                let masked = b.bit_and(any, mask);
                let factor = b.constant(ty, factor as u64);
                Some(self.proc.at(block).mul(masked, factor))
            }
            Source::Constant | Source::Hidden => None,
        };
        let mut b = self.proc.at(block);
        let mut id = b.constant(ty, number.least() as u64);
        if let Some(masked) = masked {
            id = b.add(masked, id);
        }
        match number.source {
            Source::Hidden | Source::HiddenMasked(_) => b.apply_typed(Opcode::Opaque, ty, &[id]),
            _ => id,
        }
    }

    /// Chooses the loop-invariant work, and creates its operands before the loop.
    fn invariant_work(
        &mut self,
        choices: &mut Choices,
        small: &SmallLoop,
        first: ValueId,
        [a, b, c, word]: [u16; 4],
    ) -> Work {
        const INVARIANTS: [Invariant; 8] = [
            Invariant::Nothing,
            Invariant::Load,
            Invariant::Divide,
            Invariant::CheckAdd,
            Invariant::TrapIf,
            Invariant::Load,
            Invariant::CheckAdd,
            Invariant::Nothing,
        ];
        const PRECEDINGS: [Preceding; 6] = [
            Preceding::Nothing,
            Preceding::Store,
            Preceding::ExitOrTrap,
            Preceding::Branch,
            Preceding::ExitOrTrap,
            Preceding::Store,
        ];
        let mut invariant = INVARIANTS[choices.next(8)];
        let mut preceding = PRECEDINGS[choices.next(6)];
        if invariant == Invariant::CheckAdd && !self.checks {
            invariant = Invariant::Divide;
        }
        if preceding == Preceding::ExitOrTrap && !self.checks && !self.traps {
            preceding = Preceding::Branch;
        }
        let block = self.block;
        let mut work =
            Work { invariant, preceding, operands: [small.counter; 2], stops: small.counter, word };
        // An iteration without the test would reach the work, too.
        if invariant == Invariant::Nothing || small.counted_loop.tests_if_odd {
            return Work { invariant: Invariant::Nothing, preceding: Preceding::Nothing, ..work };
        }
        let one = self.proc.at(block).const32(1);
        let any = self.operand(Type::Int32, c);
        work.stops = self.proc.at(block).bit_and(any, one);
        let (ty, undefined) = match invariant {
            Invariant::Load => (Type::Int64, 0),
            Invariant::CheckAdd => (Type::Int32, i32::MAX as u64),
            Invariant::TrapIf => (Type::Int32, 1),
            Invariant::Divide | Invariant::Nothing => (Type::Int32, 0),
        };
        let undefined = self.proc.at(block).constant(ty, undefined);
        work.operands = match invariant {
            Invariant::Load => {
                let region = common_regions()[usize::from(word & 2)];
                [self.base(region.base); 2]
            }
            Invariant::CheckAdd => [a, b].map(|word| self.operand(ty, word)),
            Invariant::TrapIf => [self.proc.at(block).const32(0); 2],
            Invariant::Divide | Invariant::Nothing => {
                let mask = self.proc.at(block).const32(0xff);
                let divisor = self.operand(ty, b);
                let divisor = self.proc.at(block).bit_and(divisor, mask);
                [self.operand(ty, a), self.proc.at(block).bit_or(divisor, one)]
            }
        };
        let last = &mut work.operands[1];
        let may_leave = invariant == Invariant::CheckAdd || self.traps && invariant == Invariant::TrapIf;
        if matches!(preceding, Preceding::ExitOrTrap | Preceding::Branch)
            || preceding == Preceding::Store && may_leave
        {
            *last = self.proc.at(block).select(work.stops, undefined, *last);
        }
        if small.counted_loop.tests_in_header {
            let sum = self.sum_of(small, first);
            let continues = self.exit_test(small, [first, sum], TestForm::Continue);
            *last = self.proc.at(block).select(continues, *last, undefined);
        }
        work
    }

    /// Emits the loop-invariant work; returns its result.
    fn emit_invariant_work(&mut self, small: &SmallLoop, work: &Work) -> Option<ValueId> {
        let [region, ..] = common_regions();
        let ty = if work.invariant == Invariant::Load { Type::Int64 } else { Type::Int32 };
        match work.preceding {
            Preceding::Nothing => return self.invariant(work),
            Preceding::Store => {
                let store = self.proc.at(self.block).store(small.counter, self.buffer, CELLS[1]);
                self.proc.set_range(store, region.range);
                return self.invariant(work);
            }
            Preceding::ExitOrTrap if self.checks => {
                self.check_of(Opcode::Check, Type::Void, &[work.stops], u64::from(work.word));
                return self.invariant(work);
            }
            Preceding::ExitOrTrap => {
                self.proc.at(self.block).trap_if(work.stops, TrapCode::Unreachable);
                return self.invariant(work);
            }
            Preceding::Branch => {}
        }
        let [some, on] = [0; 2].map(|_| self.proc.add_block_with_frequency(small.frequency));
        let made = self.proc.at(on).phi(ty);
        let mut b = self.proc.at(self.block);
        let nothing = b.constant(ty, 0);
        b.upsilon(nothing, made);
        b.branch(work.stops, on, some);
        self.block = some;
        if let Some(id) = self.invariant(work) {
            self.proc.at(some).upsilon(id, made);
        }
        self.proc.at(some).jump(on);
        self.block = on;
        Some(made)
    }

    fn invariant(&mut self, work: &Work) -> Option<ValueId> {
        let (block, [a, b]) = (self.block, work.operands);
        match work.invariant {
            Invariant::Nothing => None,
            Invariant::Load => {
                let region = common_regions()[usize::from(work.word & 2)];
                let load = self.proc.at(block).load(
                    Type::Int64,
                    b,
                    region.start + i32::from(work.word >> 2 & 7) * 8,
                );
                self.proc.set_range(load, region.range);
                Some(load)
            }
            Invariant::Divide => {
                let opcode =
                    [Opcode::Div, Opcode::Mod, Opcode::UDiv, Opcode::UMod][usize::from(work.word & 3)];
                Some(self.proc.at(block).apply_typed(opcode, Type::Int32, &[a, b]))
            }
            Invariant::CheckAdd => {
                Some(self.check_of(Opcode::CheckAdd, Type::Int32, &[a, b], u64::from(work.word)))
            }
            Invariant::TrapIf => {
                self.proc.at(block).trap_if(b, TrapCode::Unreachable);
                None
            }
        }
    }

    /// Computes the mixed value of an iteration from the previous one, the counter, and the result of the work.
    fn mix_iteration(&mut self, small: &SmallLoop, made: Option<ValueId>, extends: usize) -> ValueId {
        let block = self.block;
        let wide = |this: &mut Self, id: ValueId| match (this.proc.type_of(id), extends & 1) {
            (Type::Int64, _) => id,
            (_, 0) => this.proc.at(block).zext32(id),
            _ => this.proc.at(block).sext32(id),
        };
        let counted = small.sum.filter(|_| extends & 2 != 0).unwrap_or(small.counter);
        let mut counted = wide(self, counted);
        if let Some(base) = small.base {
            counted = self.proc.at(block).add(base, counted);
        }
        let mut b = self.proc.at(block);
        let factor = b.const64(31);
        let product = b.mul(small.mixed, factor);
        let mut mixed = b.add(product, counted);
        if let Some(made) = made {
            // The square is loop-invariant, too; both values are used.
            let square = self.proc.at(block).mul(made, made);
            for id in [made, square] {
                let wide = wide(self, id);
                mixed = self.proc.at(block).bit_xor(mixed, wide);
            }
        }
        mixed
    }

    fn make_sum(&mut self, small: &mut SmallLoop) {
        small.sum = Some(self.sum_of(small, small.counter));
    }

    fn sum_of(&mut self, small: &SmallLoop, counter: ValueId) -> ValueId {
        let step = self.proc.at(self.block).constant(small.counted_loop.ty, small.counted_loop.step as u64);
        self.proc.at(self.block).add(counter, step)
    }

    /// Counts in memory how often the header is executed.
    fn count_in_memory(&mut self) {
        let (block, [region, ..]) = (self.block, common_regions());
        let old = self.proc.at(block).load(Type::Int64, self.buffer, CELLS[0]);
        let one = self.proc.at(block).const64(1);
        let new = self.proc.at(block).add(old, one);
        let store = self.proc.at(block).store(new, self.buffer, CELLS[0]);
        [old, store].into_iter().for_each(|id| self.proc.set_range(id, region.range));
    }

    /// Ends a block of a loop with the exit test.
    fn exit_or_continue(&mut self, small: &SmallLoop, mut on: BlockId) {
        let goes_to = on;
        if small.counted_loop.tests_if_odd {
            let one = self.proc.at(self.block).constant(small.counted_loop.ty, 1);
            let bit = self.proc.at(self.block).bit_and(small.counter, one);
            let test = self.proc.add_block_with_frequency(small.frequency);
            if !small.counted_loop.tests_in_header {
                // Keeps a single back edge.
                on = self.proc.add_block_with_frequency(small.frequency);
                self.proc.at(on).jump(goes_to);
            }
            self.proc.at(self.block).branch(bit, test, on);
            self.block = test;
        }
        self.write_exit_phis(small);
        let [counter, _, sum] = small.current_results();
        let exit_test = self.exit_test(small, [counter, sum], small.test);
        let edges = [on, small.exit].map(Successor::new);
        let [taken, other] = if small.test == TestForm::Inverted { [edges[1], edges[0]] } else { edges };
        self.proc.at(self.block).branch(exit_test, taken, other);
        self.block = goes_to;
    }

    /// Writes the Phis after the loop, before an exit.
    fn write_exit_phis(&mut self, small: &SmallLoop) {
        for (phi, value) in small.exit_phis.into_iter().flatten().zip(small.current_results()) {
            self.proc.at(self.block).upsilon(value, phi);
        }
    }

    fn exit_test(&mut self, small: &SmallLoop, [counter, sum]: [ValueId; 2], test: TestForm) -> ValueId {
        let (block, counted_loop) = (self.block, &small.counted_loop);
        let constant =
            |this: &mut Self, value: i64| this.proc.at(block).constant(counted_loop.ty, value as u64);
        let side = if counted_loop.tests_sum { sum } else { counter };
        let is_zero = small.limit.is_none() && counted_loop.limit.least() == 0 && !counted_loop.limit_changes;
        if test == TestForm::Counter && is_zero && counted_loop.relations[0] == Opcode::NotEqual {
            return side;
        }
        let mut limit = small.limit.unwrap_or_else(|| constant(self, counted_loop.limit.least()));
        if counted_loop.limit_changes {
            let one = constant(self, 1);
            let bit = self.proc.at(block).bit_and(counter, one);
            limit = self.proc.at(block).bit_xor(limit, bit);
        }
        let [plain, swapped, inverse] = counted_loop.relations;
        let (relation, sides) = match test {
            TestForm::Continue | TestForm::Counter => (plain, [side, limit]),
            TestForm::Swapped => (swapped, [limit, side]),
            TestForm::Inverted => (inverse, [side, limit]),
        };
        self.proc.at(block).apply_typed(relation, Type::Int32, &sides)
    }

    fn count_loop(&mut self, small: &SmallLoop, work: &Work, used: usize, is_plain: bool) {
        let counted_loop = &small.counted_loop;
        let counts: &mut LoopCounts = &mut self.loops;
        counts.count_relation(counted_loop);
        let work_of = |invariant: Invariant| {
            counted_loop.tests_in_header
                && work.preceding == Preceding::Nothing
                && work.invariant == invariant
        };
        let events = [
            (LoopEvent::StartsFromPrevious, counted_loop.first.source == Source::Previous),
            (LoopEvent::Plain, is_plain && counted_loop.first.source == Source::Previous),
            (LoopEvent::TestsIfOdd, counted_loop.tests_if_odd),
            (LoopEvent::TestsInHeader, counted_loop.tests_in_header),
            (LoopEvent::Unknown, matches!(counted_loop.limit.source, Source::HiddenMasked(_) | Source::Any)),
            (LoopEvent::BurnsFuel, small.burns_fuel),
            (LoopEvent::BothUsed, used == 3 && counted_loop.has_sum_at_exit() && small.exit_phis.is_none()),
            (LoopEvent::TestsCounter, small.test == TestForm::Counter),
            (LoopEvent::Based, small.base.is_some()),
            (LoopEvent::Load, work_of(Invariant::Load)),
            (LoopEvent::Divide, work_of(Invariant::Divide)),
            (LoopEvent::CheckAdd, work_of(Invariant::CheckAdd)),
            (LoopEvent::TrapIf, work_of(Invariant::TrapIf)),
            (LoopEvent::AfterStore, counted_loop.tests_in_header && work.preceding == Preceding::Store),
            (LoopEvent::AfterExit, counted_loop.tests_in_header && work.preceding == Preceding::ExitOrTrap),
            (LoopEvent::SomeIterations, counted_loop.tests_in_header && work.preceding == Preceding::Branch),
        ];
        for (event, _) in events.into_iter().filter(|(_, happened)| *happened) {
            counts.count(event);
        }
    }
}
