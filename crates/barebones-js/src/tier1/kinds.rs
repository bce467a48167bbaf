//! How tier 2 has the values of registers: boxed in memory, or as a number in a machine register. A forward analysis from one entry,
//! whose rules the translator uses, too.

use super::{Flags, INEXACT};
use crate::heap::Value;
use crate::hir::Operator;
use crate::interp::Key;
use crate::interp::bytecode::{Code, Op, Reg, Role};

/// How a register's value is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Boxed, in the frame's memory.
    Boxed,
    /// An integer of 32 bits, which is not in memory.
    Int,
    /// A number, which is not in memory.
    Double,
}

impl Kind {
    /// The kind of a value that is in memory.
    pub(super) fn of(value: Value) -> Kind {
        match value.as_number() {
            Some(number) if is_int(number) => Kind::Int,
            Some(_) => Kind::Double,
            None => Kind::Boxed,
        }
    }

    /// True if a value in memory can be represented so.
    pub(super) fn admits(self, value: Value) -> bool {
        match self {
            Kind::Boxed => true,
            Kind::Int => Kind::of(value) == Kind::Int,
            Kind::Double => value.as_number().is_some(),
        }
    }

    fn join(self, other: Kind) -> Kind {
        match (self, other) {
            _ if self == other => self,
            (Kind::Boxed, _) | (_, Kind::Boxed) => Kind::Boxed,
            _ => Kind::Double,
        }
    }
}

/// True for the numbers that an Int32 can be: not for negative zero.
fn is_int(number: f64) -> bool {
    f64::from(number as i32) == number && (number != 0.0 || number.is_sign_positive())
}

/// What the representation of results depends on.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) code: &'a Code,
    pub(super) constants: &'a [Value],
    pub(super) flags: &'a Flags,
    /// The key `length`.
    pub(super) length: Key,
    /// Arguments of the call for which the function is compiled.
    pub(super) arguments: &'a [Value],
    /// Kinds of the arguments of a call that is translated in place.
    pub(super) parameters: Option<[Kind; MAX_PARAMETERS]>,
}

/// Maximum number of arguments of a call that is translated in place.
pub(super) const MAX_PARAMETERS: usize = 8;

/// Registers by number: those that are read later.
pub(super) type Live = Vec<u64>;

pub(super) fn is_live(live: &Live, register: usize) -> bool {
    live.get(register / 64).is_some_and(|word| word >> (register % 64) & 1 != 0)
}

impl Rules<'_> {
    /// The kinds after an operation.
    pub(super) fn after(&self, at: usize, op: Op, kinds: &mut [Kind]) {
        let result = self.result(at, op, kinds);
        for_written(self.code, op, &mut |register| kinds[usize::from(register)] = Kind::Boxed);
        if let Some((to, kind)) = result {
            kinds[usize::from(to)] = kind;
        }
    }

    /// The register to which an operation writes an unboxed number, and its kind.
    pub(super) fn result(&self, at: usize, op: Op, kinds: &[Kind]) -> Option<(Reg, Kind)> {
        let kind = |register: Reg| kinds[usize::from(register)];
        let fits = !self.flags.is_inexact(at);
        // Unless other values occurred, operands are numbers.
        let numbers = |operands: &[Reg]| {
            !self.flags.is_rare(at) || operands.iter().all(|register| kind(*register) != Kind::Boxed)
        };
        let ints = |operands: &[Reg]| operands.iter().all(|register| kind(*register) == Kind::Int);
        let int_if = |fits| if fits { Kind::Int } else { Kind::Double };
        Some(match op {
            Op::Int(to, _) => (to, Kind::Int),
            Op::Constant(to, index) => (to, Kind::of(*self.constants.get(index as usize)?)),
            Op::Param(to, index) if let Some(kinds) = self.parameters => {
                (to, kinds.get(usize::from(index)).copied().unwrap_or(Kind::Boxed))
            }
            Op::Param(to, index) if !self.flags.is_rare(at) => {
                match Kind::of(*self.arguments.get(usize::from(index))?) {
                    Kind::Int => (to, int_if(fits)),
                    other => (to, other),
                }
            }
            Op::Move(to, from) | Op::ThrowIfEmpty(to, from) => (to, kind(from)),
            Op::AsNumber(to, from) | Op::AsNumeric(to, from) | Op::Key(to, _, from) => match kind(from) {
                Kind::Boxed if numbers(&[from]) => (to, Kind::Double),
                other => (to, other),
            },
            Op::Add(to, a, b) | Op::Subtract(to, a, b) | Op::Multiply(to, a, b) | Op::Modulo(to, a, b)
                if numbers(&[a, b]) =>
            {
                (to, int_if(fits && ints(&[a, b])))
            }
            Op::Divide(to, a, b) if numbers(&[a, b]) => (to, Kind::Double),
            Op::And(to, a, b)
            | Op::Or(to, a, b)
            | Op::Xor(to, a, b)
            | Op::ShiftLeft(to, a, b)
            | Op::ShiftRight(to, a, b)
                if numbers(&[a, b]) =>
            {
                (to, Kind::Int)
            }
            Op::UnsignedShiftRight(to, a, b) if numbers(&[a, b]) => (to, int_if(fits)),
            Op::Increment(to, a) | Op::Decrement(to, a) if numbers(&[a]) => (to, int_if(fits && ints(&[a]))),
            Op::Unary(Operator::Minus, to, a) if numbers(&[a]) => (to, Kind::Double),
            Op::AsInt32(to, a) if numbers(&[a]) => (to, Kind::Int),
            Op::GetName(to, _, site)
                if self.code.sites[site as usize].key == self.length && !self.flags.is_rare(at) =>
            {
                (to, Kind::Int)
            }
            _ => return None,
        })
        .filter(|(_, kind)| *kind != Kind::Boxed)
    }

    /// The kinds before each operation that begins a block, as far as an entry reaches them.
    ///
    /// Takes time linear in the product of operations and registers: a register's kind changes twice at most.
    pub(super) fn kinds(&self, begins: &[bool], entry: usize, first: &[Kind]) -> Vec<Option<Vec<Kind>>> {
        let ops = &self.code.ops;
        let mut known: Vec<Option<Vec<Kind>>> = vec![None; ops.len()];
        known[entry] = Some(first.to_vec());
        let mut work = vec![entry];
        while let Some(start) = work.pop() {
            let Some(mut kinds) = known[start].clone() else { continue };
            let mut join = |to: usize, kinds: &[Kind]| match &mut known[to] {
                Some(before) => {
                    let mut changed = false;
                    for (before, kind) in before.iter_mut().zip(kinds) {
                        let joined = before.join(*kind);
                        changed |= joined != *before;
                        *before = joined;
                    }
                    if changed {
                        work.push(to);
                    }
                }
                none => {
                    *none = Some(kinds.to_vec());
                    work.push(to);
                }
            };
            for at in start..ops.len() {
                if at > start && begins[at] {
                    join(at, &kinds);
                    break;
                }
                self.after(at, ops[at], &mut kinds);
                match ops[at] {
                    // A generator goes on in the code of the entry.
                    Op::Yield(_, next, _) => {
                        let resumed = self.code.resumed_at(next);
                        if resumed == entry {
                            (next as usize..resumed).for_each(|at| self.after(at, ops[at], &mut kinds));
                            join(entry, &kinds);
                        }
                    }
                    op => for_targets(self.code, op, &mut |to| join(to as usize, &kinds)),
                }
                if ends(ops[at]) {
                    break;
                }
            }
        }
        known
    }
}

/// Calls a function with each register that an operation writes.
fn for_written(code: &Code, mut op: Op, f: &mut dyn FnMut(Reg)) {
    op.registers(&mut |register, role| {
        if role != Role::Read {
            f(*register);
        }
    });
    if let Some((first, count, role)) = op.listed(&code.literals)
        && role != Role::Read
    {
        code.operands[first..first + count].iter().for_each(|register| f(*register));
    }
}

/// Calls a function with each target of a branch.
fn for_targets(code: &Code, mut op: Op, f: &mut dyn FnMut(u32)) {
    if let Op::Switch(_, table) = op {
        let table = &code.switches[table as usize];
        let dense = table.dense.iter().copied().filter(|to| *to != u32::MAX);
        table.cases.iter().map(|(_, to)| *to).chain(dense).chain([table.default]).for_each(f);
    } else if let Some(to) = op.target() {
        f(*to);
    }
}

/// True if the next operation does not follow.
fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jump(_) | Op::Switch(..) | Op::Return(_) | Op::Throw(_) | Op::Unreachable | Op::Yield(..)
    )
}

/// The registers that are read from each operation on, or by the handler of its exceptions.
///
/// Takes time linear in the product of operations and registers for each level of nested loops.
pub(super) fn find_live(code: &Code) -> Vec<Live> {
    let words = (code.registers as usize).div_ceil(64);
    let mut live: Vec<Live> = vec![vec![0; words]; code.ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in code.ops.iter().copied().enumerate().rev() {
            let mut now: Live = match live.get(at + 1) {
                Some(next) if !ends(op) => next.clone(),
                _ => vec![0; words],
            };
            for_targets(code, op, &mut |to| {
                now.iter_mut().zip(&live[to as usize]).for_each(|(now, target)| *now |= target);
            });
            let mut set = |register: Reg, is_live: bool| {
                let (word, bit) = (usize::from(register) / 64, register % 64);
                now[word] = now[word] & !(1 << bit) | u64::from(is_live) << bit;
            };
            for_written(code, op, &mut |register| set(register, false));
            let mut read = op;
            read.registers(&mut |register, role| {
                if role != Role::Write {
                    set(*register, true);
                }
            });
            if let Some((first, count, role)) = op.listed(&code.literals)
                && role != Role::Write
            {
                code.operands[first..first + count].iter().for_each(|register| set(*register, true));
            }
            if let Some(handler) = code.handler(at) {
                now.iter_mut().zip(&live[handler]).for_each(|(now, handler)| *now |= handler);
            }
            if now != live[at] {
                live[at] = now;
                changed = true;
            }
        }
    }
    live
}

impl Flags {
    /// True if numbers did not fit the representation of the result.
    pub(super) fn is_inexact(&self, at: usize) -> bool {
        self.get(at) & INEXACT != 0
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Rules, find_live, is_live};
    use crate::heap::{Atom, Value};
    use crate::interp::Key;
    use crate::interp::bytecode::{Code, Op};
    use crate::tier1::{Flags, INEXACT, RARE};

    /// A loop: register 0 counts to register 1, register 2 is a sum.
    fn code(handlers: Vec<(u32, u32, u32)>) -> Code {
        let ops = vec![
            Op::Int(0, 0),
            Op::Int(2, 0),
            Op::Add(2, 2, 3),
            Op::Increment(0, 0),
            Op::Less(0, 1, 2),
            Op::Return(2),
            Op::Catch(4),
            Op::Return(0),
        ];
        Code { ops, handlers, registers: 5, ..Code::default() }
    }

    /// The kinds at the head of the loop, with flags at an operation.
    fn at_head(at: usize, flag: u8) -> Vec<Kind> {
        let (code, flags) = (code(Vec::new()), Flags::new(8, 0));
        flags.0[at].set(flag);
        let rules = Rules {
            code: &code,
            constants: &[],
            flags: &flags,
            length: Key::Name(Atom(0)),
            arguments: &[],
            parameters: None,
        };
        let begins: Vec<bool> = (0..8).map(|at| [0, 2, 5].contains(&at)).collect();
        let known = rules.kinds(&begins, 0, &[Kind::Boxed; 5]);
        assert!(known[6].is_none());
        known[2].clone().unwrap()
    }

    #[test]
    fn the_profile_determines_kinds() {
        let (boxed, int, double) = (Kind::Boxed, Kind::Int, Kind::Double);
        assert_eq!(at_head(0, 0), [int, boxed, double, boxed, boxed]);
        assert_eq!(at_head(3, INEXACT), [double, boxed, double, boxed, boxed]);
        assert_eq!(at_head(2, RARE), [int, boxed, boxed, boxed, boxed]);
        assert_eq!(at_head(2, RARE - 1), [int, boxed, double, boxed, boxed]);
    }

    #[test]
    fn values_in_memory_have_kinds() {
        for (number, kind) in
            [(1.0, Kind::Int), (-0.0, Kind::Double), (f64::NAN, Kind::Double), (2e9, Kind::Int)]
        {
            let value = Value::number(number);
            assert_eq!(Kind::of(value), kind, "{number}");
            assert!(kind.admits(value) && Kind::Double.admits(value) && Kind::Boxed.admits(value));
        }
        assert_eq!(Kind::of(Value::number(3e9)), Kind::Double);
        assert!(!Kind::Int.admits(Value::number(-0.0)) && !Kind::Double.admits(Value::TRUE));
    }

    #[test]
    fn handlers_read_registers_from_their_region_on() {
        let live = |handlers, at: usize| {
            let live = find_live(&code(handlers));
            (0..5).filter(|register| is_live(&live[at], *register)).collect::<Vec<_>>()
        };
        assert_eq!(live(Vec::new(), 0), [1, 3]);
        assert_eq!(live(Vec::new(), 2), [0, 1, 2, 3]);
        assert_eq!(live(Vec::new(), 5), [2]);
        assert_eq!(live(vec![(5, 6, 6)], 5), [0, 2]);
    }
}
