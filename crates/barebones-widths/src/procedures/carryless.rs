//! The carry-less product.

use barebones::base::Type;
use barebones::ir::{BlockId, Procedure, ValueId};

/// Adds the shifted first operand for each bit of the second, from the highest to the lowest.
pub(super) fn product(proc: &mut Procedure, arguments: &[ValueId]) {
    let [x, y] = [arguments[0], arguments[1]];
    let root = BlockId::new(0);
    let [head, done] = [proc.add_block(), proc.add_block()];
    let [low, high, rest] = std::array::from_fn(|_| proc.at(head).phi(Type::Int64));
    let count = proc.at(head).phi(Type::Int32);

    let mut b = proc.at(root);
    let zero = b.const64(0);
    let bits = b.const32(64);
    for (value, phi) in [(zero, low), (zero, high), (y, rest), (bits, count)] {
        b.upsilon(value, phi);
    }
    b.jump(head);

    let mut b = proc.at(head);
    let [one, last, none] = [b.const32(1), b.const32(63), b.const64(0)];
    let added = {
        let is_set = b.less_than(rest, none);
        b.select(is_set, x, none)
    };
    let next_high = b.shl(high, one);
    let carried = b.zshr(low, last);
    let next_high = b.bit_or(next_high, carried);
    let next_low = b.shl(low, one);
    let next_low = b.bit_xor(next_low, added);
    let next_rest = b.shl(rest, one);
    let left = b.sub(count, one);
    for (value, phi) in [(next_low, low), (next_high, high), (next_rest, rest), (left, count)] {
        b.upsilon(value, phi);
    }
    b.branch(left, head, done);

    proc.at(done).ret([next_low, next_high]);
}
