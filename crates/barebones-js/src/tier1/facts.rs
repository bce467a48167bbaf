//! Which registers hold numbers: a forward analysis of register code, whose facts follow from the meaning of operations alone, so
//! they hold in both tiers and at each entry.

use crate::heap::Value;
use crate::interp::bytecode::{Code, Op, Reg, Role};

/// Maximum number of bits that the analysis keeps.
const MAX_BITS: usize = 1 << 22;

/// Maximum number of passes over the code; a function that needs more has no facts.
const MAX_PASSES: usize = 12;

/// The registers that hold numbers at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbers(Vec<u64>);

impl Numbers {
    /// No register is known.
    pub(super) fn none(registers: u32) -> Numbers {
        Numbers(vec![0; (registers as usize).div_ceil(64)])
    }

    pub(super) fn has(&self, register: Reg) -> bool {
        let register = usize::from(register);
        self.0.get(register / 64).is_some_and(|word| word >> (register % 64) & 1 != 0)
    }

    fn set(&mut self, register: Reg, is_number: bool) {
        let register = usize::from(register);
        if let Some(word) = self.0.get_mut(register / 64) {
            *word = *word & !(1 << (register % 64)) | u64::from(is_number) << (register % 64);
        }
    }

    fn intersect(&mut self, other: &Numbers) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// The facts after an operation that does not throw.
    pub(super) fn after(&mut self, code: &Code, constants: &[Value], op: Op) {
        let result = self.result(constants, op);
        self.forget_results(code, op);
        if let Some(to) = result {
            self.set(to, true);
        }
    }

    /// The register to which an operation writes a number for certain.
    fn result(&self, constants: &[Value], op: Op) -> Option<Reg> {
        let (to, is_number) = match op {
            Op::Int(to, _) | Op::AsNumber(to, _) | Op::AsInt32(to, _) => (to, true),
            // Of BigInts it throws.
            Op::UnsignedShiftRight(to, ..) => (to, true),
            Op::Constant(to, index) => {
                (to, constants.get(index as usize).is_some_and(|value| value.as_number().is_some()))
            }
            Op::Move(to, from)
            | Op::ThrowIfEmpty(to, from)
            | Op::AsNumeric(to, from)
            | Op::Key(to, _, from)
            | Op::Increment(to, from)
            | Op::Decrement(to, from) => (to, self.has(from)),
            Op::Add(to, a, b) => (to, self.has(a) && self.has(b)),
            // With a number, another number results, since a BigInt would throw.
            Op::Subtract(to, a, b)
            | Op::Multiply(to, a, b)
            | Op::Divide(to, a, b)
            | Op::Modulo(to, a, b)
            | Op::And(to, a, b)
            | Op::Or(to, a, b)
            | Op::Xor(to, a, b)
            | Op::ShiftLeft(to, a, b)
            | Op::ShiftRight(to, a, b) => (to, self.has(a) || self.has(b)),
            _ => return None,
        };
        is_number.then_some(to)
    }

    /// Forgets the registers that an operation writes.
    fn forget_results(&mut self, code: &Code, mut op: Op) {
        op.registers(&mut |register, role| {
            if role != Role::Read {
                self.set(*register, false);
            }
        });
        if let Some((first, count, role)) = op.listed(&code.literals)
            && role != Role::Read
        {
            code.operands[first..first + count].iter().for_each(|register| self.set(*register, false));
        }
    }
}

/// The facts before each operation that begins a block; none for others, and for code that is not reached.
///
/// Takes time linear in the code, and in the product of blocks and registers.
pub(super) fn find_numbers(code: &Code, constants: &[Value], begins: &[bool]) -> Vec<Option<Numbers>> {
    let mut known: Vec<Option<Numbers>> = vec![None; code.ops.len()];
    let blocks = begins.iter().filter(|begins| **begins).count();
    if blocks * code.registers as usize > MAX_BITS {
        return known;
    }
    let mut changed = false;
    for _ in 0..MAX_PASSES {
        changed = false;
        let mut join = |known: &mut Vec<Option<Numbers>>, place: u32, state: &Numbers| match known
            .get_mut(place as usize)
        {
            Some(Some(before)) => {
                let old = before.clone();
                before.intersect(state);
                changed |= *before != old;
            }
            Some(none) => {
                *none = Some(state.clone());
                changed = true;
            }
            None => {}
        };
        join(&mut known, 0, &Numbers::none(code.registers));
        let mut state: Option<Numbers> = None;
        for (at, op) in code.ops.iter().copied().enumerate() {
            if begins[at] {
                if let Some(state) = &state {
                    join(&mut known, at as u32, state);
                }
                state.clone_from(&known[at]);
            }
            let Some(current) = &mut state else { continue };
            if let Some(handler) = code.handler(at) {
                let mut thrown = current.clone();
                thrown.forget_results(code, op);
                join(&mut known, handler as u32, &thrown);
            }
            current.after(code, constants, op);
            let mut branch = op;
            if let Op::Switch(_, table) = op {
                let table = &code.switches[table as usize];
                for to in table.cases.iter().map(|(_, to)| *to).chain([table.default]) {
                    join(&mut known, to, current);
                }
            } else if let Some(to) = branch.target() {
                join(&mut known, *to, current);
            }
            // A generator goes on at the target of a yield.
            let ends = matches!(
                op,
                Op::Jump(_) | Op::Switch(..) | Op::Return(_) | Op::Throw(_) | Op::Unreachable | Op::Yield(..)
            );
            if ends {
                state = None;
            }
        }
        if !changed {
            break;
        }
    }
    if changed { vec![None; code.ops.len()] } else { known }
}

#[cfg(test)]
mod tests {
    use super::find_numbers;
    use crate::interp::bytecode::{Code, Op};

    /// Registers that are known to hold numbers before an operation.
    fn known(ops: Vec<Op>, handlers: Vec<(u32, u32, u32)>, at: usize) -> Vec<u16> {
        let code = Code { ops, handlers, registers: 8, ..Code::default() };
        let begins = vec![true; code.ops.len()];
        let facts = find_numbers(&code, &[], &begins);
        let Some(numbers) = &facts[at] else { return Vec::new() };
        (0..8).filter(|register| numbers.has(*register)).collect()
    }

    #[test]
    fn loops_keep_what_each_iteration_keeps() {
        let ops = |step| {
            vec![
                Op::Int(0, 0),
                Op::Int(1, 9),
                Op::Int(2, 1),
                step,
                Op::Increment(0, 0),
                Op::Less(0, 1, 3),
                Op::Return(0),
            ]
        };
        assert_eq!(known(ops(Op::Add(2, 2, 0)), Vec::new(), 3), [0, 1, 2]);
        // The sum with an unknown value may be text, in the second iteration, too.
        assert_eq!(known(ops(Op::Add(2, 2, 5)), Vec::new(), 3), [0, 1]);
        assert_eq!(known(ops(Op::Subtract(3, 5, 2)), Vec::new(), 6), [0, 1, 2, 3]);
        assert_eq!(known(ops(Op::Subtract(3, 5, 6)), Vec::new(), 6), [0, 1, 2]);
        assert_eq!(known(ops(Op::Global(1)), Vec::new(), 3), [0, 2]);
    }

    #[test]
    fn handlers_know_what_all_operations_of_the_region_keep() {
        let ops = vec![
            Op::Int(0, 0),
            Op::Int(1, 0),
            Op::GetValue(1, 2, 0),
            Op::Int(1, 1),
            Op::GetValue(3, 2, 0),
            Op::Return(1),
            Op::Catch(4),
            Op::Return(4),
        ];
        assert_eq!(known(ops.clone(), vec![(2, 5, 6)], 6), [0]);
        assert_eq!(known(ops.clone(), vec![(4, 5, 6)], 6), [0, 1]);
        // Code that nothing reaches knows nothing.
        assert_eq!(known(ops, Vec::new(), 6), []);
    }
}
