//! Forward branches are short where their targets are certainly within reach.

use super::emitted::decode;
use barebones::base::{Target, Type};
use barebones::ir::{Opcode, Procedure};
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::{Compiler, OptLevel, Options};
use iced_x86::FlowControl;

/// A branch, on an integer or a `float`, over the second number of stores and, if `looped`, a loop. The first number of
/// stores precedes it. `wide` stores have constants of 64 bits, the size of which has an exact bound.
fn procedure(
    target: &Target,
    [before, stores]: [i32; 2],
    wide: bool,
    float: bool,
    looped: bool,
) -> Procedure {
    let mut proc = Procedure::new(target);
    let [root, then, again, end] = [(); 4].map(|()| proc.add_block());
    let mut b = proc.at(root);
    let (address, x) = (b.argument(Type::Int64), b.argument(Type::Int32));
    for n in 0..before {
        let value = b.const32(n);
        b.store(value, address, 8 * n + 512);
    }
    let condition = match float {
        true => {
            let x = b.apply(Opcode::IToD, &[x]);
            b.equal(x, x)
        }
        false => x,
    };
    b.branch(condition, then, end);
    let mut b = proc.at(then);
    for n in 0..stores {
        let value = match wide {
            true => b.const64(0x1234_5678_9abc_def0 + i64::from(n) * 0x1_0000_0001),
            false => b.const32(0x1234_5678 + n),
        };
        b.store(value, address, 8 * n + if wide { 128 } else { 8 });
    }
    b.jump(if looped { again } else { end });
    let mut b = proc.at(again);
    // The store may change the count: the loop stays as it is.
    let (count, somewhere, one) =
        (b.load(Type::Int32, address, 0), b.load(Type::Int64, address, 8), b.const32(1));
    let count = b.sub(count, one);
    b.store(count, somewhere, 0);
    b.branch(count, again, end);
    proc.at(end).ret([]);
    proc
}

/// For each branch that does not fall through: the bytes of the instruction and its distance.
fn branches(target: Target, options: &Options, proc: &Procedure) -> Vec<(usize, u64)> {
    let mut compiler = Compiler::for_target(target, options.clone());
    let code = compiler.emit(proc).expect("valid");
    let lines = decode(&code.bytes, 0, code.code_size);
    let forward = lines.iter().filter(|line| {
        line.flow_control() == FlowControl::ConditionalBranch && line.near_branch_target() > line.ip()
    });
    forward.map(|line| (line.len(), line.near_branch_target() - line.next_ip())).collect()
}

#[test]
fn forward_branches_within_reach_are_short() {
    let target = Target::baseline(&X86_64_LINUX);
    let mut lengths = Vec::new();
    for stores in 1..40 {
        for [wide, float, looped] in (0..8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0)) {
            let proc = procedure(&target, [0, stores], wide, float, looped);
            for (length, distance) in branches(target, &Options::at(OptLevel::O2), &proc) {
                let certain = if looped { 45 } else { 75 };
                assert!(length == 2 || distance > certain, "{length} bytes for {distance}");
                assert!(length == 6 || distance <= 127, "{length} bytes for {distance}");
                lengths.push(length);
            }
        }
    }
    assert!(lengths.contains(&2) && lengths.contains(&6));
}

/// The address of a loop modulo its alignment decides how much padding a branch has to cross.
#[test]
fn branches_reach_over_the_padding_of_loops() {
    let target = Target::baseline(&X86_64_LINUX);
    let mut farthest = 0;
    for before in 0..32 {
        for stores in 1..10 {
            for [wide, float] in [[false, false], [false, true], [true, false], [true, true]] {
                let proc = procedure(&target, [before, stores], wide, float, true);
                for (length, distance) in branches(target, &Options::at(OptLevel::O2), &proc) {
                    assert!(length == 6 || distance <= 127, "{length} bytes for {distance}");
                    farthest = farthest.max(if length == 2 { distance } else { 0 });
                }
            }
        }
    }
    assert!(farthest > 90, "{farthest}");
}
