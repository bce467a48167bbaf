//! The square root.

use crate::float::ROOT_BITS;
use crate::int::{self, Int, Relation, Shift, Sign};
use barebones::base::Type;
use barebones::ir::{BlockId, Procedure, ValueId};

/// The square root of an integer times 2^102, bit by bit from the highest: the number of its bits is [`ROOT_BITS`].
///
/// The remainder takes the next two bits of the radicand, and is reduced by `4 * root + 1` if it is at least that.
/// Source: Warren, Hacker's Delight, 11-1.
pub(super) fn square(proc: &mut Procedure, arguments: &[ValueId]) {
    let root = BlockId::new(0);
    let [head, done] = [proc.add_block(), proc.add_block()];
    let phis: [ValueId; 6] = std::array::from_fn(|_| proc.at(head).phi(Type::Int64));
    let count = proc.at(head).phi(Type::Int32);

    let mut b = proc.at(root);
    let [zero, steps] = [b.const64(0), b.const32(ROOT_BITS as i32)];
    let first = [arguments[0], arguments[1], zero, zero, zero, zero];
    for (value, phi) in first.into_iter().zip(phis) {
        b.upsilon(value, phi);
    }
    b.upsilon(steps, count);
    b.jump(head);

    let mut b = proc.at(head);
    let b = &mut b;
    let [radicand, rest, found] = [0, 2, 4].map(|at| Int::new(128, [phis[at], phis[at + 1]]));
    let shift = b.const32(62);
    let next = b.zshr(radicand.top(), shift);
    let radicand = int::shift_by(b, Shift::Left, &radicand, 2);
    let rest = int::shift_by(b, Shift::Left, &rest, 2);
    let rest = Int::new(128, [b.bit_or(rest.low(), next), rest.top()]);
    let trial = int::shift_by(b, Shift::Left, &found, 2);
    let one = b.const64(1);
    let trial = Int::new(128, [b.bit_or(trial.low(), one), trial.top()]);
    let fits = int::compare(b, Relation::GreaterEqual(Sign::Unsigned), &rest, &trial);
    let less = int::sub(b, &rest, &trial);
    let rest = int::select(b, fits, &less, &rest);
    let found = int::shift_by(b, Shift::Left, &found, 1);
    let bit = b.zext32(fits);
    let found = Int::new(128, [b.bit_or(found.low(), bit), found.top()]);
    let one = b.const32(1);
    let left = b.sub(count, one);
    let state = [&radicand, &rest, &found].into_iter().flat_map(|x| x.leaves().iter().copied());
    for (value, phi) in state.zip(phis) {
        b.upsilon(value, phi);
    }
    b.upsilon(left, count);
    b.branch(left, head, done);

    let mut b = proc.at(done);
    let inexact = b.bit_or(rest.low(), rest.top());
    b.ret([found.low(), found.top(), inexact]);
}
