//! Tier 2: what the translator does when it speculates. Numbers stay in machine registers, and a rare case that has not occurred
//! so far leaves the code: the state of the exit has the numbers of all registers that are read later, and the interpreter goes on
//! at the operation.

use super::INEXACT;
use super::kinds::{Kind, Live, Rules, find_live, is_live};
use super::translate::Translator;
use crate::hir::Operator;
use crate::interp::bytecode::{Op, Reg};
use barebones::base::{StateId, Type};
use barebones::ir::{BlockId, StateEntry, ValueId, VariableId};

/// Maximum number of bits of the sets of live registers.
const MAX_LIVE_BITS: usize = 1 << 21;

/// State of a translation that speculates.
pub(super) struct Speculation<'a> {
    pub(super) rules: Rules<'a>,
    /// The operation at which the code is entered.
    pub(super) entry: usize,
    /// Kinds at the beginnings of blocks; before, and after the current operation.
    starts: Vec<Option<Vec<Kind>>>,
    before: Vec<Kind>,
    after: Vec<Kind>,
    live: Vec<Live>,
    /// Variables of the numbers of registers.
    ints: Vec<Option<VariableId>>,
    doubles: Vec<Option<VariableId>>,
}

impl<'a> Speculation<'a> {
    /// Finds out how registers are represented, for an entry where they have these kinds in memory.
    ///
    /// # Errors
    /// A function that is too large.
    pub(super) fn new(
        rules: Rules<'a>,
        begins: &[bool],
        entry: usize,
        first: &[Kind],
    ) -> Result<Speculation<'a>, String> {
        let registers = rules.code.registers as usize;
        if registers * rules.code.ops.len() > MAX_LIVE_BITS {
            return Err(String::from("too many registers to speculate"));
        }
        let live = find_live(rules.code);
        let kind =
            |register: usize| if is_live(&live[entry], register) { first[register] } else { Kind::Boxed };
        let first: Vec<Kind> = (0..registers).map(kind).collect();
        let starts = rules.kinds(begins, entry, &first);
        Ok(Speculation {
            rules,
            entry,
            starts,
            before: first.clone(),
            after: first,
            live,
            ints: vec![None; registers],
            doubles: vec![None; registers],
        })
    }

    /// The registers that are numbers at the entry, with their kinds.
    pub(super) fn required(&self) -> Vec<(Reg, Kind)> {
        self.numbers_at(self.entry, self.starts[self.entry].as_deref().unwrap_or_default())
    }

    /// The numbers that are read from an operation on.
    fn numbers_at(&self, at: usize, kinds: &[Kind]) -> Vec<(Reg, Kind)> {
        let live = &self.live[at];
        let numbers =
            kinds.iter().enumerate().filter(|(index, kind)| **kind != Kind::Boxed && is_live(live, *index));
        numbers.map(|(index, kind)| (index as Reg, *kind)).collect()
    }

    /// The numbers that are read after a call, or by the handler of its exceptions, which finds the result's register as it was.
    fn numbers_after_call(&self, at: usize, to: Reg) -> Vec<(Reg, Kind)> {
        let handler = self.rules.code.handler(at).map(|handler| &self.live[handler]);
        let next = self.live.get(at + 1);
        let is_read = |register: usize| {
            (register != usize::from(to) && next.is_some_and(|live| is_live(live, register)))
                || handler.is_some_and(|live| is_live(live, register))
        };
        let numbers =
            self.before.iter().enumerate().filter(|(index, kind)| **kind != Kind::Boxed && is_read(*index));
        numbers.map(|(index, kind)| (index as Reg, *kind)).collect()
    }
}

impl Translator<'_> {
    /// How the value of a register is represented.
    pub(super) fn kind(&self, register: Reg) -> Kind {
        self.speculation.as_ref().map_or(Kind::Boxed, |state| state.before[usize::from(register)])
    }

    /// True if the current operation leaves the code in its rare cases.
    pub(super) fn exits(&self) -> bool {
        self.speculation.as_ref().is_some_and(|state| !state.rules.flags.is_rare(self.at))
    }

    /// Begins an operation. False if nothing reaches it.
    pub(super) fn begin_kinds(&mut self, at: usize, is_start: bool) -> bool {
        let op = self.code.ops[at];
        let Some(state) = &mut self.speculation else { return true };
        if is_start {
            match &state.starts[at] {
                Some(kinds) => state.before.clone_from(kinds),
                None => return false,
            }
        } else {
            state.before.clone_from(&state.after);
        }
        state.after.clone_from(&state.before);
        state.rules.after(at, op, &mut state.after);
        true
    }

    fn variable_of(&mut self, register: Reg, kind: Kind) -> VariableId {
        let index = usize::from(register);
        let known = self.speculation.as_ref().and_then(|state| match kind {
            Kind::Int => state.ints[index],
            _ => state.doubles[index],
        });
        if let Some(variable) = known {
            return variable;
        }
        let ty = if kind == Kind::Int { Type::Int32 } else { Type::Double };
        let variable = self.add_variable(ty);
        if let Some(state) = &mut self.speculation {
            let variables = if kind == Kind::Int { &mut state.ints } else { &mut state.doubles };
            variables[index] = Some(variable);
        }
        variable
    }

    /// The number of a register that is in a machine register.
    fn unboxed(&mut self, register: Reg, kind: Kind) -> ValueId {
        let variable = self.variable_of(register, kind);
        self.cursor().get(variable)
    }

    fn set_number(&mut self, register: Reg, kind: Kind, value: ValueId) {
        self.forget(register);
        let variable = self.variable_of(register, kind);
        self.cursor().set(value, variable);
    }

    /// The number of a register as a Double, if it is in a machine register.
    pub(super) fn unboxed_double(&mut self, register: Reg) -> Option<ValueId> {
        match self.kind(register) {
            Kind::Boxed => None,
            Kind::Int => {
                let int = self.unboxed(register, Kind::Int);
                Some(self.cursor().itod(int))
            }
            Kind::Double => Some(self.unboxed(register, Kind::Double)),
        }
    }

    /// The Int32 of a register, if that is how it is represented.
    pub(super) fn unboxed_int(&mut self, register: Reg) -> Option<ValueId> {
        (self.kind(register) == Kind::Int).then(|| self.unboxed(register, Kind::Int))
    }

    fn boxed_number(&mut self, register: Reg, kind: Kind) -> ValueId {
        let value = self.unboxed(register, kind);
        self.boxed_value(kind, value)
    }

    /// A number boxed. There is one NaN only.
    pub(super) fn boxed_value(&mut self, kind: Kind, value: ValueId) -> ValueId {
        let mut b = self.cursor();
        let number = if kind == Kind::Int { b.itod(value) } else { b.purify_nan(value) };
        b.bitwise_cast(number)
    }

    /// The bits of a register whose number is in a machine register.
    pub(super) fn boxed(&mut self, register: Reg) -> Option<ValueId> {
        let kind = self.kind(register);
        (kind != Kind::Boxed).then(|| self.boxed_number(register, kind))
    }

    /// Writes the numbers that are read from here on to memory, for the virtual machine.
    pub(super) fn write_back(&mut self) {
        let Some(state) = &self.speculation else { return };
        for (register, kind) in state.numbers_at(self.at, &state.before) {
            let bits = self.boxed_number(register, kind);
            self.store(register, bits);
        }
        self.write_back_callers();
    }

    /// The exit state of the current operation: the context, and registers with their numbers.
    fn state(&mut self, reason: u32) -> StateId {
        let numbers = self.speculation.as_ref().map(|state| state.numbers_at(self.at, &state.before));
        let numbers = numbers.unwrap_or_default();
        let numbers = self.values_of(&numbers);
        self.frame_state(reason, self.at, &numbers)
    }

    /// A state of the current function at an operation, with numbers of registers, in those of its callers if it is translated in place.
    fn frame_state(&mut self, reason: u32, at: usize, numbers: &[(Reg, Kind, ValueId)]) -> StateId {
        let call = self.calls.last().map(|call| (call.words(), call.outer));
        let mut entries: Vec<StateEntry> = match call {
            Some((words, _)) => words.map(StateEntry::from).to_vec(),
            None => vec![self.context_address().into()],
        };
        for (register, _, value) in numbers {
            entries.extend([StateEntry::from(i32::from(*register)), StateEntry::from(*value)]);
        }
        let state = self.cursor().proc.exit_state(reason, at as u32).locals(entries);
        match call {
            Some((_, outer)) => state.inlined_in(outer).add(),
            None => state.add(),
        }
    }

    /// Registers with their numbers.
    fn values_of(&mut self, numbers: &[(Reg, Kind)]) -> Vec<(Reg, Kind, ValueId)> {
        numbers.iter().map(|(register, kind)| (*register, *kind, self.unboxed(*register, *kind))).collect()
    }

    /// The state after a call that is translated in place, whose result goes to a register in memory, and its numbers.
    pub(super) fn state_after_call(&mut self, to: Reg) -> (StateId, Vec<(Reg, Kind, ValueId)>) {
        let next = self.at + 1;
        let numbers = self.speculation.as_ref().map(|state| state.numbers_after_call(self.at, to));
        let numbers = self.values_of(&numbers.unwrap_or_default());
        (self.frame_state(0, next, &numbers), numbers)
    }

    /// The number of a register that is in a machine register.
    pub(super) fn number_of_register(&mut self, register: Reg) -> Option<ValueId> {
        let kind = self.kind(register);
        (kind != Kind::Boxed).then(|| self.unboxed(register, kind))
    }

    /// Leaves the code if a condition is not zero: the interpreter goes on at the operation.
    pub(super) fn exit_if(&mut self, condition: ValueId, reason: u32) {
        let exit = self.state(reason);
        self.cursor().check(condition).exit_state(exit).append();
    }

    /// The block of an operation, behind what makes its kinds of those after the current operation.
    pub(super) fn converted(&mut self, to: usize, start: BlockId) -> BlockId {
        let Some(state) = &self.speculation else { return start };
        let Some(wanted) = &state.starts[to] else { return start };
        let changes: Vec<(Reg, Kind, Kind)> = state
            .numbers_at(to, &state.after)
            .into_iter()
            .map(|(register, kind)| (register, kind, wanted[usize::from(register)]))
            .filter(|(_, from, to)| from != to)
            .collect();
        if changes.is_empty() {
            return start;
        }
        let between = self.new_block();
        let outside = self.replace_block(Some(between));
        for (register, from, to) in changes {
            if to == Kind::Double {
                let int = self.unboxed(register, from);
                let double = self.cursor().itod(int);
                let variable = self.variable_of(register, Kind::Double);
                self.cursor().set(double, variable);
            } else {
                let bits = self.boxed_number(register, from);
                self.store(register, bits);
            }
        }
        self.cursor().jump(start);
        self.replace_block(outside);
        between
    }

    /// Reads the numbers that the code expects at its entry.
    pub(super) fn read_required(&mut self) {
        let required = self.speculation.as_ref().map(Speculation::required).unwrap_or_default();
        for (register, kind) in required {
            let number = self.load(register, Type::Double);
            let value = if kind == Kind::Int { self.cursor().double_to_int32(number) } else { number };
            let variable = self.variable_of(register, kind);
            self.cursor().set(value, variable);
        }
    }

    /// An operation on numbers that are in machine registers, or whose result is. False if it is another one.
    pub(super) fn speculated(&mut self, op: Op) -> bool {
        let Some(state) = &self.speculation else { return false };
        let result = state.rules.result(self.at, op, &state.before);
        let Some((to, kind)) = result else { return self.speculated_branch(op) };
        let value = match op {
            Op::Int(_, value) => self.cursor().const32(value),
            Op::Constant(_, index) => {
                let number = self.constants[index as usize].as_number().unwrap_or(f64::NAN);
                match kind {
                    Kind::Int => self.cursor().const32(number as i32),
                    _ => self.cursor().const_double(number),
                }
            }
            Op::Param(_, index) => self.number_parameter(index, kind),
            Op::Move(_, from) | Op::ThrowIfEmpty(_, from) => self.unboxed(from, kind),
            Op::AsNumber(_, from) | Op::AsNumeric(_, from) | Op::Key(_, _, from) => match self.kind(from) {
                Kind::Boxed => self.number_in(from),
                _ => self.unboxed(from, kind),
            },
            Op::Add(_, a, b) | Op::Subtract(_, a, b) | Op::Multiply(_, a, b) => self.sum(op, a, b, kind),
            Op::Divide(_, a, b) => {
                let (x, y) = self.pair(a, b);
                self.cursor().div(x, y)
            }
            Op::Modulo(_, a, b) => self.remainder(a, b, kind),
            Op::Increment(_, a) | Op::Decrement(_, a) => self.stepped(op, a, kind),
            Op::Unary(_, _, a) => {
                let number = self.number_in(a);
                self.cursor().neg(number)
            }
            Op::AsInt32(_, a) => self.int_in(a),
            Op::UnsignedShiftRight(_, a, b) => {
                let (x, y) = (self.int_in(a), self.int_in(b));
                let bits = self.cursor().zshr(x, y);
                if kind == Kind::Int {
                    self.exit_if_negative(bits);
                    bits
                } else {
                    self.cursor().utod(bits)
                }
            }
            Op::And(_, a, b)
            | Op::Or(_, a, b)
            | Op::Xor(_, a, b)
            | Op::ShiftLeft(_, a, b)
            | Op::ShiftRight(_, a, b) => {
                let (x, y) = (self.int_in(a), self.int_in(b));
                let mut c = self.cursor();
                match op {
                    Op::And(..) => c.bit_and(x, y),
                    Op::Or(..) => c.bit_or(x, y),
                    Op::Xor(..) => c.bit_xor(x, y),
                    Op::ShiftLeft(..) => c.shl(x, y),
                    _ => c.sshr(x, y),
                }
            }
            Op::GetName(_, object, _) => {
                let object = self.read(object);
                let length = self.array_length(object);
                self.exit_if_negative(length);
                length
            }
            _ => return false,
        };
        self.set_number(to, kind, value);
        true
    }

    /// The Int32 of a number, as bitwise operations have it.
    fn int_in(&mut self, register: Reg) -> ValueId {
        match self.unboxed_int(register) {
            Some(int) => int,
            None => {
                let number = self.number_in(register);
                self.cursor().double_to_int32(number)
            }
        }
    }

    /// Leaves the code if an Int32 is negative, since the result is no Int32.
    fn exit_if_negative(&mut self, value: ValueId) {
        let mut b = self.cursor();
        let zero = b.const32(0);
        let negative = b.less_than(value, zero);
        self.exit_if(negative, u32::from(INEXACT));
    }

    fn number_parameter(&mut self, index: u16, kind: Kind) -> ValueId {
        if let Some(number) = self.calls.last().and_then(|call| call.number(index)) {
            return number;
        }
        let bits = self.parameter_bits(index);
        self.check_number(bits);
        let number = self.cursor().bitwise_cast(bits);
        if kind == Kind::Double {
            return number;
        }
        let (int, exact) = self.cursor().double_to_int32_exact(number);
        let inexact = self.is_zero(exact);
        self.exit_if(inexact, u32::from(INEXACT));
        int
    }

    fn sum(&mut self, op: Op, a: Reg, b: Reg, kind: Kind) -> ValueId {
        if kind == Kind::Double {
            let (x, y) = self.pair(a, b);
            let mut c = self.cursor();
            return match op {
                Op::Add(..) => c.add(x, y),
                Op::Subtract(..) => c.sub(x, y),
                _ => c.mul(x, y),
            };
        }
        let (x, y) = (self.unboxed(a, Kind::Int), self.unboxed(b, Kind::Int));
        let result = self.checked(op, x, y);
        if matches!(op, Op::Multiply(..)) {
            // A negative zero is no Int32.
            let mut c = self.cursor();
            let zero = c.const32(0);
            let is_zero = c.equal(result, zero);
            let either = c.bit_or(x, y);
            let negative = c.less_than(either, zero);
            let rare = c.bit_and(is_zero, negative);
            self.exit_if(rare, u32::from(INEXACT));
        }
        result
    }

    /// Adds, subtracts or multiplies; leaves the code if the result does not fit.
    fn checked(&mut self, op: Op, x: ValueId, y: ValueId) -> ValueId {
        let exit = self.state(u32::from(INEXACT));
        let mut b = self.cursor();
        match op {
            Op::Subtract(..) => b.check_sub(x, y).exit_state(exit).append(),
            Op::Multiply(..) => b.check_mul(x, y).exit_state(exit).append(),
            _ => b.check_add(x, y).exit_state(exit).append(),
        }
    }

    fn stepped(&mut self, op: Op, a: Reg, kind: Kind) -> ValueId {
        let by = if matches!(op, Op::Increment(..)) { 1 } else { -1 };
        if kind == Kind::Int {
            let (x, y) = (self.unboxed(a, Kind::Int), self.cursor().const32(by));
            return self.checked(op, x, y);
        }
        let x = self.number_in(a);
        let mut c = self.cursor();
        let y = c.const_double(f64::from(by));
        c.add(x, y)
    }

    fn remainder(&mut self, a: Reg, b: Reg, kind: Kind) -> ValueId {
        if kind == Kind::Double {
            let (x, y) = self.pair(a, b);
            let function = self.layout.remainder;
            let mut c = self.cursor();
            let function = c.const64(function);
            return c.ccall(Type::Double, function, &[x, y]);
        }
        let (x, y) = (self.unboxed(a, Kind::Int), self.unboxed(b, Kind::Int));
        // Of a negative dividend the result may be a negative zero.
        let mut c = self.cursor();
        let zero = c.const32(0);
        let negative = c.less_than(x, zero);
        let not_positive = c.less_equal(y, zero);
        let rare = c.bit_or(negative, not_positive);
        self.exit_if(rare, u32::from(INEXACT));
        self.cursor().umod(x, y)
    }

    /// A branch on numbers of which one is in a machine register at least. False if it is another operation.
    fn speculated_branch(&mut self, op: Op) -> bool {
        let (operator, sense, a, b, to) = match op {
            Op::If(value, to) | Op::Unless(value, to) if self.kind(value) != Kind::Boxed => {
                let number = self.number_in(value);
                let mut c = self.cursor();
                let zero = c.const_double(0.0);
                let (below, above) = (c.less_than(number, zero), c.greater_than(number, zero));
                let truth = c.bit_or(below, above);
                self.branch(truth, to, matches!(op, Op::If(..)));
                return true;
            }
            Op::Compare(operator, sense, a, b, to) => (operator, sense, a, b, to),
            Op::Less(a, b, to) => (Operator::Less, true, a, b, to),
            Op::NotLess(a, b, to) => (Operator::Less, false, a, b, to),
            Op::LessEqual(a, b, to) => (Operator::LessEqual, true, a, b, to),
            Op::NotLessEqual(a, b, to) => (Operator::LessEqual, false, a, b, to),
            Op::Same(a, b, to) => (Operator::StrictlyEqual, true, a, b, to),
            Op::NotSame(a, b, to) => (Operator::StrictlyEqual, false, a, b, to),
            _ => return false,
        };
        if self.kind(a) != Kind::Int || self.kind(b) != Kind::Int {
            return false;
        }
        let Some(comparison) = super::numbers::comparison(operator) else { return false };
        let (x, y) = (self.unboxed(a, Kind::Int), self.unboxed(b, Kind::Int));
        let holds = comparison(&mut self.cursor(), x, y);
        self.branch(holds, to, sense);
        true
    }
}
