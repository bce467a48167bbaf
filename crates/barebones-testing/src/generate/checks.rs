//! Checks of random programs, which fail when a countdown in the buffer reaches zero.
//!
//! Every executed check decrements the countdown. The one that reaches zero fails, because its operands depend on the
//! countdown. Other checks may also fail, unless their operands prevent it.

use super::body::{Body, index, scalar};
use super::control::call_data;
use super::memory::{common_regions, pick};
use super::recipe::Step;
use crate::externs::INVALIDATE;
use barebones::base::{Bank, ConvId, Effects, GeneratorId, ObjectId, Reg, StateId, Type, ValueRep};
use barebones::ir::{Callee, Opcode, Stackmap, StateEntry, ValueId};

/// Offset in the buffer of the number of checks that are still to succeed: an Int64.
pub const COUNTDOWN: i32 = 16;

/// A sequence of choices, derived from the numbers of a step.
struct Choices(u64);

impl Choices {
    fn of_call(step: &Step) -> Choices {
        Choices(u64::from(step.ty) << 48 | u64::from(step.detail) << 32 | u64::from(step.operands[1]))
    }

    fn next(&mut self, below: u16) -> u16 {
        // The increment is odd, so zeros do not stay zeros; but the first choice of an all-zero step is 0.
        let word = (self.0 >> 33) as u16;
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        word % below.max(1)
    }

    fn word(&mut self) -> u16 {
        self.next(u16::MAX)
    }
}

impl Body<'_> {
    pub(super) fn check_step(&mut self, step: &Step) {
        let [a, b, c] = step.operands;
        let words =
            [a, b, c, step.detail].into_iter().fold(u64::from(step.ty), |all, w| all << 13 ^ u64::from(w));
        let mut choices = Choices(words);
        let due = self.count_down();
        match step.detail % 8 {
            0..=3 => self.check_arithmetic(due, &mut choices),
            7 if step.detail & 8 == 0 => self.invalidation_point(due, &mut choices),
            kind => self.check_condition(kind, due, &mut choices),
        }
    }

    /// Decrements the countdown; the result is nonzero if the check must fail.
    fn count_down(&mut self) -> ValueId {
        let block = self.block;
        let [region, ..] = common_regions();
        let old = self.proc.at(block).load(Type::Int64, self.buffer, COUNTDOWN);
        self.proc.set_range(old, region.range);
        let minus_one = self.proc.at(block).const64(-1);
        let new = self.proc.at(block).add(old, minus_one);
        let store = self.proc.at(block).store(new, self.buffer, COUNTDOWN);
        self.proc.set_range(store, region.range);
        let zero = self.proc.at(block).const64(0);
        self.proc.at(block).equal(new, zero)
    }

    /// Selects `fails` if the check must fail, and otherwise `succeeds`.
    fn select_if_due(&mut self, due: ValueId, ty: Type, fails: u64, succeeds: ValueId) -> ValueId {
        let fails = self.proc.at(self.block).constant(ty, fails);
        self.proc.at(self.block).select(due, fails, succeeds)
    }

    /// CheckAdd, CheckSub, CheckMul.
    fn check_arithmetic(&mut self, due: ValueId, choices: &mut Choices) {
        let block = self.block;
        let ty = scalar(choices.next(2));
        let bits = ty.size() * 8;
        let (min, max) = (1_u64 << (bits - 1), (1_u64 << (bits - 1)) - 1);
        let minus_one = max << 1 | 1;
        let opcode = [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul][choices.next(3) as usize];
        // Operands are small enough not to overflow, or arbitrary if `wild`.
        let wild = choices.next(4) == 1;
        let small = |this: &mut Self, choices: &mut Choices| {
            let value = this.operand(ty, choices.word());
            if wild {
                return value;
            }
            let shift =
                if opcode == Opcode::CheckMul { bits / 2 + 1 } else { 1 + u32::from(choices.next(3)) };
            let amount = this.proc.at(block).const32(shift as i32);
            this.proc.at(block).sshr(value, amount)
        };
        let constant = |this: &mut Self, bits: u64| this.proc.at(block).constant(ty, bits);
        let (a, b) = match (opcode, choices.next(6)) {
            // x op x
            (Opcode::CheckAdd, 0) => {
                let x = small(self, choices);
                let x = self.select_if_due(due, ty, [max, min, max / 2 + 1][choices.next(3) as usize], x);
                (x, x)
            }
            (Opcode::CheckMul, 0) => {
                let x = small(self, choices);
                let x = self.select_if_due(due, ty, min, x);
                (x, x)
            }
            // A negation.
            (Opcode::CheckSub, 0) => {
                let x = small(self, choices);
                let x = self.select_if_due(due, ty, min, x);
                (constant(self, 0), x)
            }
            // A constant on either side.
            (_, kind @ 1..=2) => {
                let x = small(self, choices);
                let (fails, number) = match opcode {
                    Opcode::CheckAdd => {
                        [(max, 1), (min, minus_one), (max, max), (min, min)][choices.next(4) as usize]
                    }
                    Opcode::CheckSub if kind == 1 => {
                        [(min, 1), (max, minus_one), (max, min)][choices.next(3) as usize]
                    }
                    Opcode::CheckSub => [(max, min), (min, 1), (min, max)][choices.next(3) as usize],
                    _ => [(max, 3), (min, minus_one), (min, 100)][choices.next(3) as usize],
                };
                let x = self.select_if_due(due, ty, fails, x);
                let number = constant(self, number);
                if kind == 1 { (x, number) } else { (number, x) }
            }
            _ => {
                let (x, y) = (small(self, choices), small(self, choices));
                let (left, right) = match opcode {
                    Opcode::CheckAdd => (max, max),
                    Opcode::CheckSub => (min, max),
                    _ => (min, max),
                };
                (self.select_if_due(due, ty, left, x), self.select_if_due(due, ty, right, y))
            }
        };
        let own = [a, b];
        let id = self.stackmap_value(opcode, ty, &own, choices);
        self.push(id, true);
    }

    /// Check.
    fn check_condition(&mut self, kind: u16, due: ValueId, choices: &mut Choices) {
        let block = self.block;
        let predicate = match kind {
            // The countdown itself, perhaps reloaded from memory.
            4 => due,
            5 if choices.next(2) == 0 => {
                let [region, ..] = common_regions();
                let left = self.proc.at(block).load(Type::Int64, self.buffer, COUNTDOWN);
                self.proc.set_range(left, region.range);
                let zero = self.proc.at(block).const64(0);
                self.proc.at(block).equal(left, zero)
            }
            // An arbitrary predicate, or one that is never true.
            5 => {
                let [a, b, c] = [choices.word(), choices.word(), choices.word()];
                let other =
                    if choices.next(3) == 0 { self.predicate(a, b, c) } else { self.never_true(a, b) };
                if choices.next(2) == 0 || self.proc.type_of(other) == Type::Int64 {
                    other
                } else {
                    self.proc.at(block).bit_or(other, due)
                }
            }
            _ => self.forced_comparison(due, choices),
        };
        self.stackmap_value(Opcode::Check, Type::Void, &[predicate], choices);
    }

    /// InvalidationPoint. If it must fail, the preceding call invalidates all code; sometimes the point itself is
    /// omitted.
    fn invalidation_point(&mut self, due: ValueId, choices: &mut Choices) {
        if !self.pins.only_shared {
            let symbol = self.proc.symbol(INVALIDATE.name);
            let callee = Callee::Symbol(symbol);
            let data = call_data(ConvId::new(0), Effects::for_call());
            self.proc.at(self.block).ccall_with(Type::Void, callee, &[due], data);
        }
        if choices.next(4) != 1 {
            self.stackmap_value(Opcode::InvalidationPoint, Type::Void, &[due], choices);
        }
    }

    /// A comparison that is true if the check must fail.
    fn forced_comparison(&mut self, due: ValueId, choices: &mut Choices) -> ValueId {
        let block = self.block;
        let ty = scalar(choices.next(4));
        let (low, high, nan) = match ty {
            Type::Int32 => (0x8000_0001_u64, 0x7fff_fffe, None),
            Type::Int64 => (1 << 63 | 1, (1 << 63) - 2, None),
            Type::Float => (0xc040_0000, 0x4040_0000, Some(0x7fc0_0000_u64)),
            _ => (0xc008_0000_0000_0000, 0x4008_0000_0000_0000, Some(0x7ff8_0000_0000_0000)),
        };
        // Operands for which it is true, and for which it is false.
        let (opcode, yes, no) = match choices.next(6) {
            0 => (Opcode::LessThan, (low, high), (high, low)),
            1 => (Opcode::GreaterThan, (high, low), (low, low)),
            2 => (Opcode::LessEqual, (low, low), (high, low)),
            3 => (Opcode::GreaterEqual, (high, low), (low, high)),
            4 => (Opcode::Equal, (low, low), (low, high)),
            _ => (Opcode::NotEqual, (low, high), (high, high)),
        };
        let inverted = choices.next(2) == 0;
        let (mut yes, no) = if inverted { (no, yes) } else { (yes, no) };
        // With a NaN only "not equal" is true.
        if let Some(nan) = nan.filter(|_| choices.next(2) == 0 && (opcode == Opcode::NotEqual) != inverted) {
            yes = if choices.next(2) == 0 { (nan, yes.1) } else { (yes.0, nan) };
        }
        let constant = |this: &mut Self, bits: u64| this.proc.at(block).constant(ty, bits);
        let (a, b) = (constant(self, no.0), constant(self, no.1));
        let (mut a, b) = (self.select_if_due(due, ty, yes.0, a), self.select_if_due(due, ty, yes.1, b));
        if choices.next(3) == 0 && yes.0 == no.0 {
            a = constant(self, yes.0);
        }
        let compared = self.proc.at(block).apply_typed(opcode, Type::Int32, &[a, b]);
        if !inverted {
            return compared;
        }
        let (zero, one) = (self.proc.at(block).const32(0), self.proc.at(block).const32(1));
        if choices.next(2) == 0 {
            self.proc.at(block).equal(compared, zero)
        } else {
            self.proc.at(block).bit_xor(compared, one)
        }
    }

    /// A check of these operands that is not counted.
    pub(super) fn check_of(&mut self, opcode: Opcode, ty: Type, own: &[ValueId], choices: u64) -> ValueId {
        self.stackmap_value(opcode, ty, own, &mut Choices(choices))
    }

    /// Builds a check with operands for its generator, a generator of its own, and perhaps an exit state.
    fn stackmap_value(
        &mut self,
        opcode: Opcode,
        ty: Type,
        own: &[ValueId],
        choices: &mut Choices,
    ) -> ValueId {
        let is_point = opcode == Opcode::InvalidationPoint;
        let mut children = if is_point { Vec::new() } else { own.to_vec() };
        let mut map = Stackmap::default();
        let mut taken: Vec<(Reg, ValueId)> = Vec::new();
        let mut stack = 0;
        for _ in 0..choices.next(if choices.0.is_multiple_of(11) { 24 } else { 7 }) {
            let value = self.exit_operand(own, choices);
            let rep = match choices.next(16) {
                0 => ValueRep::WarmAny,
                1 => ValueRep::LateColdAny,
                2 if taken.len() < 3 => ValueRep::SomeRegister,
                3 | 4 if taken.len() < 3 => {
                    let reg = self.register(self.proc.type_of(value).bank(), choices);
                    match reg.filter(|reg| taken.iter().all(|(other, _)| other != reg)) {
                        Some(reg) if choices.next(2) == 0 => ValueRep::Register(reg),
                        Some(reg) => ValueRep::LateRegister(reg),
                        None => ValueRep::ColdAny,
                    }
                }
                5 => {
                    stack += 8;
                    ValueRep::StackArgument(stack - 8)
                }
                _ => ValueRep::ColdAny,
            };
            if let ValueRep::Register(reg) | ValueRep::LateRegister(reg) = rep {
                taken.push((reg, value));
            }
            children.push(value);
            map.reps.push(rep);
        }
        let number = self.proc.generators().len();
        map.generator = self.proc.add_generator(&format!("exit{number}"));
        if choices.next(2) == 0 {
            map.state = self.exit_state(own, choices);
            if choices.next(2) == 0 {
                map.generator = GeneratorId::INVALID; // the exit's handler sees the state
            }
        }
        self.proc.at(self.block).stackmap_value(opcode, ty, &children, map)
    }

    /// An operand for a generator or exit state: one of the check's own, or any visible value.
    fn exit_operand(&mut self, own: &[ValueId], choices: &mut Choices) -> ValueId {
        match choices.next(5) {
            0 => *pick(own, choices.word()).unwrap_or(&own[0]),
            _ => {
                let ty = scalar(choices.next(4));
                let recent = self.pools.scalars[index(ty)].last().copied();
                match recent.filter(|_| choices.next(4) == 0) {
                    Some(entry) => self.exact(entry),
                    None => self.exact_operand(ty, choices.word()),
                }
            }
        }
    }

    /// A random allocatable register.
    fn register(&self, bank: Bank, choices: &mut Choices) -> Option<Reg> {
        let target = self.proc.target();
        let regs = target.convention(self.proc.convention()).env.allocatable[bank as usize];
        pick(regs, choices.word()).copied().filter(|reg| !self.proc.pinned.contains(*reg))
    }

    /// The exit state of a call. Its values are not observed, but must be kept available.
    pub(super) fn call_state(&mut self, step: &Step) -> StateId {
        let own = [self.exact_operand(Type::Int64, step.operands[2])];
        let mut choices = Choices::of_call(step);
        self.exit_state(&own, &mut choices)
    }

    /// Builds a chain of inlined frames.
    fn exit_state(&mut self, own: &[ValueId], choices: &mut Choices) -> StateId {
        let mut state = StateId::INVALID;
        let mut objects: Vec<ObjectId> = Vec::new();
        for depth in 0..1 + choices.next(3) {
            let mut entries = Vec::new();
            for _ in 0..choices.next(6) {
                entries.push(match choices.next(9) {
                    0 => StateEntry::Dead,
                    1 => StateEntry::Constant(Type::Int32, u64::from(choices.word())),
                    2 => {
                        let count = choices.next(4);
                        let fields = (0..count).map(|_| StateEntry::Value(self.exit_operand(own, choices)));
                        let mut fields: Vec<StateEntry> = fields.collect();
                        // Objects of one exit may contain each other.
                        let other = pick(&objects, choices.word()).copied();
                        fields.extend(other.filter(|_| choices.next(2) == 0).map(StateEntry::Object));
                        let object = self.proc.add_object(u32::from(choices.word()), &fields);
                        objects.push(object);
                        StateEntry::Object(object)
                    }
                    _ => StateEntry::Value(self.exit_operand(own, choices)),
                });
            }
            let pc = u32::from(choices.word());
            let locals = usize::from(choices.next(6)).min(entries.len());
            let (locals, stack) = entries.split_at(locals);
            let frame = self.proc.exit_state(u32::from(depth), pc);
            state = frame.locals(locals).stack(stack).inlined_in(state).add();
        }
        state
    }
}
