//! Code that would be slow to allocate if anything were quadratic. The work per instruction is counted, not timed.

use super::cases::{Builder, store_of};
use super::measure::typical_code;
use super::scan_cases::call;
use super::target::FRAME_POINTER;
use crate::air::{Arg, Code, Opcode, Special, Tmp};
use crate::base::{IntCondition, Reg, TrapCode};
use crate::regalloc::registers::Random;
use crate::regalloc::{AllocOptions, AllocStats, LinearScan, LocalAllocator, allocate, find_live_across};

/// Maximum number of steps per instruction; see [`AllocStats::work`].
const MOST_WORK: usize = 128;

/// Allocates at O1 and O2. Fails if the work is out of proportion to the code's length.
fn bounded(name: &str, code: &Code) -> [AllocStats; 2] {
    let insts = code.buffer.insts.len();
    [true, false].map(|global_registers| {
        let mut allocated = code.clone();
        let options = AllocOptions { global_registers, ..AllocOptions::default() };
        let stats = if global_registers {
            allocate(&mut LocalAllocator::new(), &mut allocated, &options, None, None).expect(name)
        } else {
            LinearScan::new().allocate(&mut allocated, &options, None).expect(name)
        };
        let (work, after) = (stats.work as usize, allocated.buffer.insts.len());
        println!("{name}, global {global_registers}: {insts} instructions, {after} after, work {work}");
        let all = global_registers || work >= insts / 4;
        assert!(all, "{name}: {work} steps for {insts} instructions are not all");
        assert!(work <= MOST_WORK * insts, "{name}: {work} steps for {insts} instructions");
        assert!(after <= 5 * insts, "{name}: {after} instructions of {insts}");
        stats
    })
}

fn load(b: &mut Builder, to: Tmp) {
    b.push(Opcode::Move, &[Arg::Addr { base: FRAME_POINTER.into(), offset: 16 }, to.into()]);
}

/// Values that are all live across all blocks.
fn values_across_blocks(values: usize, blocks: u32, with_calls: bool) -> Code {
    let mut b = Builder::new();
    let tmps: Vec<Tmp> = (0..values).map(|_| b.gp()).collect();
    tmps.iter().for_each(|tmp| load(&mut b, *tmp));
    for block in 0..blocks {
        if with_calls && block % 8 == 0 {
            call(&mut b);
        }
        b.push(Opcode::Jump, &[]).end(&[block + 1]);
    }
    tmps.iter().for_each(|tmp| store_of(&mut b, *tmp));
    b.trap()
}

#[test]
fn ten_thousand_values_across_ten_thousand_blocks() {
    let [_, o2] = bounded("values", &values_across_blocks(10_000, 10_000, false));
    assert!(o2.homed_at_limit > 9_000);
    bounded("values across calls", &values_across_blocks(3_000, 3_000, true));
    // Few values and many blocks, or many values and few blocks: the liveness limit is not reached.
    let [o1, o2] = bounded("few values", &values_across_blocks(6, 20_000, false));
    assert_eq!((o1.global_regs, o2.homed_at_limit), (6, 0));
    bounded("few blocks", &values_across_blocks(20_000, 12, false));
}

/// A ring of loops, each of which permutes all values.
fn phi_web(values: usize, blocks: u32) -> Code {
    let mut b = Builder::new();
    let [tmps, shadows]: [Vec<Tmp>; 2] = [(); 2].map(|()| (0..values).map(|_| b.gp()).collect());
    tmps.iter().for_each(|tmp| load(&mut b, *tmp));
    b.push(Opcode::Jump, &[]).end(&[1]);
    for block in 1..=blocks {
        for (tmp, shadow) in tmps.iter().zip(&shadows) {
            b.push(Opcode::Move, &[(*tmp).into(), (*shadow).into()]);
        }
        for (i, shadow) in shadows.iter().enumerate() {
            b.push(Opcode::Move, &[(*shadow).into(), tmps[(i + 7) % values].into()]);
        }
        let condition = Arg::IntCondition(IntCondition::Below);
        let back = 1 + block / 2;
        b.push(Opcode::Branch64, &[condition, tmps[0].into(), Arg::Imm(10)]).end(&[back, block + 1]);
    }
    tmps.iter().for_each(|tmp| store_of(&mut b, *tmp));
    b.trap()
}

#[test]
fn webs_of_phis() {
    bounded("long web", &phi_web(10, 4_000));
    bounded("square web", &phi_web(200, 200));
    bounded("wide web", &phi_web(1_000, 20));
    bounded("wide web", &phi_web(1_000, 40));
    bounded("wide web", &phi_web(2_000, 20));
}

#[test]
fn one_block_of_a_million_instructions() {
    let mut b = Builder::new();
    let mut random = Random::new(1);
    let mut live: Vec<Tmp> = (0..40).map(|_| b.gp()).collect();
    live.iter().for_each(|tmp| load(&mut b, *tmp));
    for i in 0..1_000_000 {
        let (x, y) = (live[random.below(40)], live[random.below(40)]);
        let result = b.gp();
        b.push(Opcode::Add64, &[x.into(), y.into(), result.into()]);
        live[random.below(40)] = result;
        if i % 100 == 0 {
            call(&mut b);
        }
    }
    live.iter().for_each(|tmp| store_of(&mut b, *tmp));
    bounded("one block", &b.trap());
}

#[test]
fn one_value_with_many_uses_and_many_holes() {
    let mut b = Builder::new();
    let [kept, often]: [Tmp; 2] = [(); 2].map(|()| b.gp());
    load(&mut b, kept);
    for i in 0..100_000 {
        load(&mut b, often);
        store_of(&mut b, often);
        if i % 3 == 0 {
            store_of(&mut b, kept);
            call(&mut b);
        }
    }
    store_of(&mut b, kept);
    let [_, o2] = bounded("holes", &b.trap());
    assert!(o2.splits_at_hole_limit > 100);
}

#[test]
fn typical_code_of_all_sizes() {
    let work = [100, 1_000, 10_000].map(|blocks| {
        let code = typical_code(blocks);
        bounded("typical", &code).map(|stats| f64::from(stats.work) / code.buffer.insts.len() as f64)
    });
    for (small, large) in work[0].iter().zip(work[2]) {
        // Only the comparison of ranges for coalescing may take more, up to 16 steps.
        assert!(large < 2.0 * small + 16.0, "{work:?}: work per instruction grows with the code");
    }
}

/// A chain of blocks created in reverse order, each with a patchpoint that a value lives across.
#[test]
fn live_across_patchpoints_in_reverse_block_order() {
    const BLOCKS: u32 = 50_000;
    let reg = Reg::gp(0);
    let mut b = Builder::new();
    load(&mut b, reg.into());
    b.push(Opcode::Jump, &[]).end(&[BLOCKS - 1]);
    store_of(&mut b, reg.into());
    b.push(Opcode::Trap, &[Arg::Trap(TrapCode::Unreachable)]).end(&[]);
    for block in 2..BLOCKS {
        b.special(Opcode::Patch, Special::default(), &[]).push(Opcode::Jump, &[]).end(&[block - 1]);
    }
    let walked = find_live_across(&mut b.code);
    assert_eq!(walked, BLOCKS as usize);
    assert!(b.code.specials.values().all(|special| special.live_across.contains(reg)));
}
