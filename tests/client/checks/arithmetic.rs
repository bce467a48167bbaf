//! CheckAdd, CheckSub and CheckMul: operands in registers, constants, equal operands, and operations that are undone.

use super::support::*;
use barebones::base::Type;
use barebones::ir::{Opcode, Procedure, ValueId};
use barebones_testing::awkward::few;

/// Checks the sum, difference or product of two parameters; both of them and another one are stackmap operands.
fn of_two(opcode: Opcode, ty: Type) -> Procedure {
    let (mut proc, [a, b, c]) = procedure([ty, ty, I64]);
    let result = check(&mut proc, ROOT, opcode, &[a, b], &[a, b, c, a]);
    proc.at(ROOT).ret([result]);
    proc
}

/// All pairs of boundary values of a type, with one more number.
fn pairs(ty: Type) -> Vec<[u64; 3]> {
    let numbers = few(ty);
    numbers.iter().flat_map(|a| numbers.iter().map(move |b| [*a, *b, 0x1234_5678_9abc_def0])).collect()
}

fn leaving(proc: &Procedure, inputs: &[&[u64]]) -> usize {
    inputs.iter().filter(|args| matches!(interpret(proc, args), End::Left(_))).count()
}

#[test]
fn all_pairs() {
    for opcode in [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul] {
        for ty in [I32, I64] {
            let proc = of_two(opcode, ty);
            let inputs = pairs(ty);
            let inputs: Vec<&[u64]> = inputs.iter().map(|args| &args[..]).collect();
            let leave = leaving(&proc, &inputs);
            assert!(leave > 3 && leave < inputs.len() - 3, "{opcode:?}");
            agrees(&proc, &inputs, leave);
        }
    }
}

/// One operand is a constant: the first or the second.
fn with_constant(opcode: Opcode, ty: Type, constant: u64, first: bool) -> Procedure {
    let (mut proc, [x]) = procedure([ty]);
    let number = proc.at(ROOT).constant(ty, constant);
    let own = if first { [number, x] } else { [x, number] };
    let result = check(&mut proc, ROOT, opcode, &own, &[x, number]);
    proc.at(ROOT).ret([result]);
    proc
}

#[test]
fn check_add_imm() {
    agrees(
        &with_constant(Opcode::CheckAdd, I32, 42, false),
        &[&[0], &[MAX32 - 42], &[MAX32 - 41], &[MIN32]],
        1,
    );
    agrees(
        &with_constant(Opcode::CheckAdd, I64, 42, false),
        &[&[0], &[MAX64 - 42], &[MAX64 - 41], &[MAX32]],
        1,
    );
    agrees(&with_constant(Opcode::CheckAdd, I32, MIN32, false), &[&[0], &[1], &[u64::from(u32::MAX)]], 1);
    // Too wide for an immediate.
    agrees(&with_constant(Opcode::CheckAdd, I64, MAX64 - 9, false), &[&[0], &[9], &[10]], 1);
}

#[test]
fn check_add_imm_commute() {
    agrees(&with_constant(Opcode::CheckAdd, I32, 42, true), &[&[0], &[MAX32 - 42], &[MAX32 - 41]], 1);
    agrees(&with_constant(Opcode::CheckAdd, I64, 42, true), &[&[0], &[MAX64 - 42], &[MAX64 - 41]], 1);
    agrees(&with_constant(Opcode::CheckMul, I32, 42, true), &[&[0], &[MAX32], &[3], &[MIN32]], 2);
}

#[test]
fn check_sub_imm() {
    agrees(&with_constant(Opcode::CheckSub, I32, 42, false), &[&[0], &[MIN32 + 42], &[MIN32 + 41]], 1);
    agrees(&with_constant(Opcode::CheckSub, I64, 42, false), &[&[0], &[MIN64 + 42], &[MIN64 + 41]], 1);
    agrees(
        &with_constant(Opcode::CheckSub, I32, 42, true),
        &[&[0], &[MIN32], &[MIN32 + 43], &[MIN32 + 42]],
        2,
    );
}

/// The negation of the least number is itself, so the subtraction cannot become an addition of the negated constant.
#[test]
fn check_sub_bad_imm() {
    agrees(&with_constant(Opcode::CheckSub, I32, MIN32, false), &[&[0], &[u64::from(u32::MAX)], &[MIN32]], 1);
    agrees(&with_constant(Opcode::CheckSub, I64, MIN64, false), &[&[0], &[u64::MAX], &[MIN64]], 1);
}

#[test]
fn check_neg() {
    agrees(&with_constant(Opcode::CheckSub, I32, 0, true), &[&[0], &[1], &[MAX32], &[MIN32]], 1);
    agrees(&with_constant(Opcode::CheckSub, I64, 0, true), &[&[0], &[1], &[MIN32], &[MIN64]], 1);
}

#[test]
fn check_mul_imm() {
    agrees(&with_constant(Opcode::CheckMul, I32, 2, false), &[&[0], &[1 << 30], &[(1 << 30) - 1]], 1);
    agrees(&with_constant(Opcode::CheckMul, I64, 2, false), &[&[0], &[1 << 62], &[1 << 30]], 1);
    agrees(&with_constant(Opcode::CheckMul, I32, u64::from(u32::MAX), false), &[&[0], &[MIN32], &[MAX32]], 1);
}

/// Both operands are constants; the check exits always or never.
#[test]
fn constants_only() {
    let cases = [
        (Opcode::CheckAdd, MAX32, 1, 1),
        (Opcode::CheckAdd, 2, 3, 0),
        (Opcode::CheckSub, 0, MIN32, 1),
        (Opcode::CheckSub, 0, 5, 0),
        (Opcode::CheckMul, MIN32, 0xffff_ffff, 1),
    ];
    for (opcode, a, b, leave) in cases {
        let (mut proc, [x]) = procedure([I32]);
        let own = [a, b].map(|bits| proc.at(ROOT).constant(I32, bits));
        let result = check(&mut proc, ROOT, opcode, &own, &[own[0], x, own[1]]);
        proc.at(ROOT).ret([result]);
        agrees(&proc, &[&[7]], leave);
    }
}

/// x + x in place loses the highest bit, which is in the carry flag.
fn self_overflow(ty: Type, also_wide: bool) -> Procedure {
    let (mut proc, [x]) = procedure([I64]);
    let y = if ty == I32 { proc.at(ROOT).trunc(x) } else { x };
    let others: &[ValueId] = if also_wide { &[y, x, y] } else { &[y] };
    let result = check(&mut proc, ROOT, Opcode::CheckAdd, &[y, y], others);
    proc.at(ROOT).ret([result]);
    proc
}

#[test]
fn check_add_self_overflow_32() {
    let inputs: [&[u64]; 5] = [&[5], &[MAX32], &[MIN32], &[0xdead_beef_4000_0000], &[0x1_c000_0000]];
    agrees(&self_overflow(I32, false), &inputs, 3);
    agrees(&self_overflow(I32, true), &inputs, 3);
}

#[test]
fn check_add_self_overflow_64() {
    let inputs: [&[u64]; 4] = [&[5], &[MAX64], &[MIN64 + 12345], &[3 << 62]];
    agrees(&self_overflow(I64, false), &inputs, 2);
    agrees(&self_overflow(I64, true), &inputs, 2);
}

/// Chains in which each result is an operand of the next check, and all are stackmap operands, in both orders.
fn aliasing(opcode: Opcode, ty: Type) -> Procedure {
    let (mut proc, [a, b, c]) = procedure([ty, ty, ty]);
    let first = check(&mut proc, ROOT, opcode, &[a, b], &[b, a]);
    let second = check(&mut proc, ROOT, opcode, &[first, c], &[first, a, c]);
    let third = check(&mut proc, ROOT, opcode, &[b, second], &[a, second, b, c, first]);
    proc.at(ROOT).ret([third]);
    proc
}

#[test]
fn check_add_argument_aliasing_32() {
    let inputs: [&[u64]; 4] = [&[1, 2, 3], &[MAX32, 1, 0], &[MAX32 - 1, 1, 1], &[MAX32 - 3, 2, 1]];
    agrees(&aliasing(Opcode::CheckAdd, I32), &inputs, 3);
}

#[test]
fn check_add_argument_aliasing_64() {
    let inputs: [&[u64]; 4] = [&[1, 2, 3], &[MAX64, 1, 0], &[MAX64 - 1, 1, 1], &[MAX64 - 3, 2, 1]];
    agrees(&aliasing(Opcode::CheckAdd, I64), &inputs, 3);
}

#[test]
fn check_sub_argument_aliasing() {
    let inputs: [&[u64]; 4] = [&[9, 2, 3], &[MIN32, 1, 0], &[MIN32 + 1, 1, 1], &[MIN32 + 3, 2, 1]];
    agrees(&aliasing(Opcode::CheckSub, I32), &inputs, 3);
    let inputs: [&[u64]; 4] = [&[9, 2, 3], &[MIN64, 1, 0], &[MIN64 + 1, 1, 1], &[MIN64 + 3, 2, 1]];
    agrees(&aliasing(Opcode::CheckSub, I64), &inputs, 3);
}

#[test]
fn check_mul_argument_aliasing() {
    let inputs: [&[u64]; 4] = [&[9, 2, 3], &[MAX32, 2, 0], &[1 << 29, 2, 4], &[1 << 16, 1 << 8, 3]];
    agrees(&aliasing(Opcode::CheckMul, I32), &inputs, 3);
    let inputs: [&[u64]; 4] = [&[9, 2, 3], &[MAX64, 2, 0], &[1 << 61, 2, 4], &[1 << 32, 1 << 20, 3]];
    agrees(&aliasing(Opcode::CheckMul, I64), &inputs, 3);
}

/// The addend is live afterwards, so that it cannot share the result's register; or it is not.
#[test]
fn the_operand_may_be_needed_later() {
    for opcode in [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul] {
        let (mut proc, [a, b]) = procedure([I32, I32]);
        let result = check(&mut proc, ROOT, opcode, &[a, b], &[a, b]);
        let sum = proc.at(ROOT).bit_xor(result, a);
        proc.at(ROOT).ret([sum]);
        let inputs = pairs(I32);
        let inputs: Vec<&[u64]> = inputs.iter().map(|args| &args[..2]).collect();
        let leave = leaving(&proc, &inputs);
        agrees(&proc, &inputs, leave);
    }
}

/// The operation is 32 bits wide and the stackmap operand 64: undoing it in place would clear the upper half.
#[test]
fn wide_operands_outlast_a_narrow_result() {
    for opcode in [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul] {
        let (mut proc, [a, b]) = procedure([I64, I64]);
        let narrow = [proc.at(ROOT).trunc(a), proc.at(ROOT).trunc(b)];
        let result = check(&mut proc, ROOT, opcode, &narrow, &[a, narrow[0], b]);
        proc.at(ROOT).ret([result]);
        let high = 0x1111_2222_0000_0000;
        let inputs: [&[u64]; 4] = [
            &[high | 1, high | 2],
            &[high | MAX32, high | MAX32],
            &[high | MAX32, high | MIN32 | 1],
            &[high | MIN32, 9],
        ];
        let leave = leaving(&proc, &inputs);
        assert!(leave > 0);
        agrees(&proc, &inputs, leave);
    }
}

/// A loop with a checked counter: sums the numbers below n, from a start.
#[test]
fn in_a_loop() {
    let (mut proc, [start, n]) = procedure([I32, I32]);
    let (head, body, end) = (proc.add_block(), proc.add_block(), proc.add_block());
    let [i, sum] = [0; 2].map(|_| proc.at(head).phi(I32));
    let mut b = proc.at(ROOT);
    let zero = b.const32(0);
    b.upsilon(zero, i);
    b.upsilon(start, sum);
    b.jump(head);
    let more = proc.at(head).less_than(i, n);
    proc.at(head).branch(more, body, end);
    let next_sum = check(&mut proc, body, Opcode::CheckAdd, &[sum, i], &[i, sum, n, start]);
    let one = proc.at(body).const32(1);
    let next = check(&mut proc, body, Opcode::CheckAdd, &[i, one], &[next_sum, i]);
    let mut b = proc.at(body);
    b.upsilon(next, i);
    b.upsilon(next_sum, sum);
    b.jump(head);
    proc.at(end).ret([sum]);
    agrees(&proc, &[&[0, 100], &[MAX32 - 100, 5], &[MAX32 - 100, 50], &[MAX32, 2]], 2);
}
