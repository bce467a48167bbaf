//! Forward branches are short where their targets are certainly within reach.

use super::emitted::decode;
use barebones::base::{Target, Type};
use barebones::ir::{Opcode, Procedure};
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::{Compiler, OptLevel, Options};
use iced_x86::FlowControl;

/// A branch, on an integer or a `float`, over this number of stores and, if `looped`, a loop. `wide` stores have constants of
/// 64 bits, the size of which has an exact bound.
fn procedure(target: &Target, stores: i32, wide: bool, float: bool, looped: bool) -> Procedure {
    let mut proc = Procedure::new(target);
    let [root, then, again, end] = [(); 4].map(|()| proc.add_block());
    let mut b = proc.at(root);
    let (address, x) = (b.argument(Type::Int64), b.argument(Type::Int32));
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
    let (count, one) = (b.load(Type::Int32, address, 0), b.const32(1));
    let count = b.sub(count, one);
    b.store(count, address, 0);
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
            let proc = procedure(&target, stores, wide, float, looped);
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
