//! Small code for which it is known which temporaries get a global register at O1.

use super::cases::{Builder, store_of};
use super::random_air::{Size, random_code};
use super::simulator::simulate;
use super::target::FRAME_POINTER;
use super::{Allocator, MODES, allocate_and_check};
use crate::air::{Arg, BlockId, Code, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, Features, IntCondition, Reg, Width};
use crate::regalloc::registers::Random;
use crate::regalloc::why::{Decision, LifetimeReason};
use crate::regalloc::{AllocOptions, AllocStats, Forced, LocalAllocator, Why, allocate};

fn load(b: &mut Builder, to: Tmp) {
    b.push(Opcode::Move, &[Arg::Addr { base: FRAME_POINTER.into(), offset: 16 }, to.into()]);
}

/// Ends a block with a branch to `loops` or `on`.
fn branch(b: &mut Builder, loops: u32, on: u32) {
    let below = Arg::IntCondition(IntCondition::Below);
    let counter = b.gp();
    load(b, counter);
    b.push(Opcode::Branch64, &[below, counter.into(), Arg::Imm(10)]).end(&[loops, on]);
}

fn stats(code: &Code) -> AllocStats {
    let options = AllocOptions { global_registers: true, ..AllocOptions::default() };
    allocate(&mut LocalAllocator::new(), &mut code.clone(), &options, None, None).expect("an allocation")
}

/// Proves allocations in all modes, and simulates them.
fn is_right(code: &Code, name: &str) {
    for forced in MODES {
        let (allocated, _) = allocate_and_check(Allocator::Global, code, forced, name);
        for path in 0..4 {
            assert_eq!(
                simulate(code, path, 40),
                simulate(&allocated, path, 40),
                "{name}, {forced:?}, {path}"
            );
        }
    }
}

/// A loop with a Phi, whose next value `next` computes and copies to it.
fn phi(next: impl FnOnce(&mut Builder, Tmp)) -> Code {
    phi_in(Builder::new(), next, None)
}

/// The same after existing code; `other` is read after the loop too.
fn phi_in(mut b: Builder, next: impl FnOnce(&mut Builder, Tmp), other: Option<Tmp>) -> Code {
    let phi = b.gp();
    load(&mut b, phi);
    b.push(Opcode::Jump, &[]).end(&[1]);
    next(&mut b, phi);
    branch(&mut b, 1, 2);
    store_of(&mut b, phi);
    other.into_iter().for_each(|other| store_of(&mut b, other));
    b.trap()
}

fn add(b: &mut Builder, to: Tmp, of: Tmp) {
    b.push(Opcode::Add64, &[of.into(), Arg::Imm(1), to.into()]);
}

fn copy(b: &mut Builder, from: Tmp, to: Tmp) {
    b.push(Opcode::Move, &[from.into(), to.into()]);
}

/// An instruction whose operands may be in any register.
fn patch(b: &mut Builder, operands: &[(Role, Tmp)]) {
    let (specs, args) = operands
        .iter()
        .map(|&(role, tmp)| (OperandSpec::new(role, Bank::Gp, Width::W64), Arg::Tmp(tmp)))
        .unzip();
    let args: Vec<Arg> = args;
    b.special(Opcode::Patch, Special { operands: specs, ..Special::default() }, &args);
}

#[test]
fn the_next_value_of_a_phi_is_made_where_it_lives() {
    let joined = phi(|b, phi| {
        let next = b.gp();
        add(b, next, phi);
        copy(b, next, phi);
    });
    let found = stats(&joined);
    assert_eq!((found.global_regs, found.dropped_moves, found.moves), (1, 1, 0));
    is_right(&joined, "joined");
    let read_between = phi(|b, phi| {
        let next = b.gp();
        add(b, next, phi);
        store_of(b, phi);
        copy(b, next, phi);
    });
    assert_eq!(stats(&read_between).dropped_moves, 0);
    is_right(&read_between, "read in between");
}

#[test]
fn second_definition_prevents_coalescing() {
    let twice = phi(|b, phi| {
        let next = b.gp();
        load(b, next);
        store_of(b, next);
        store_of(b, phi);
        load(b, next);
        copy(b, next, phi);
    });
    assert_eq!(stats(&twice).dropped_moves, 0);
    is_right(&twice, "two definitions");
    let unread = phi(|b, phi| {
        let next = b.gp();
        load(b, next);
        store_of(b, phi);
        load(b, next);
        copy(b, next, phi);
    });
    is_right(&unread, "two definitions, one of them unread");
    let unread_below = phi(|b, phi| {
        let next = b.gp();
        load(b, next);
        copy(b, next, phi);
        load(b, next);
    });
    assert_eq!(stats(&unread_below).dropped_moves, 0);
    is_right(&unread_below, "two definitions, the second one unread");
    let changed_below = phi(|b, phi| {
        let next = b.gp();
        load(b, next);
        copy(b, next, phi);
        patch(b, &[(Role::UseDef, next)]);
        store_of(b, next);
    });
    assert_eq!(stats(&changed_below).dropped_moves, 0);
    is_right(&changed_below, "changed after the copy");
    // `next` is also read after the copy, but not written: it still equals the Phi.
    let read_below = phi(|b, phi| {
        let next = b.gp();
        load(b, next);
        copy(b, next, phi);
        store_of(b, next);
    });
    assert_eq!(stats(&read_below).dropped_moves, 1);
    is_right(&read_below, "read after the copy");
    // A temporary that each of two blocks uses on its own, although it is not marked global; the Phi is.
    let mut b = Builder::new();
    let (phi, next) = (b.gp(), b.gp());
    b.code.tmps[0].global = true;
    load(&mut b, phi);
    b.push(Opcode::Jump, &[]).end(&[1]);
    load(&mut b, next);
    store_of(&mut b, next);
    branch(&mut b, 1, 2);
    store_of(&mut b, phi);
    load(&mut b, next);
    copy(&mut b, next, phi);
    branch(&mut b, 1, 3);
    store_of(&mut b, phi);
    is_right(&b.trap(), "two blocks");
}

/// Two blocks use a temporary on their own. One copies it to a temporary with a global register, which the other block
/// may use freely.
#[test]
fn tmp_used_by_two_blocks_is_not_coalesced() {
    let mut b = Builder::new();
    let (first, second, own) = (b.gp(), b.gp(), b.gp());
    b.code.tmps[..2].iter_mut().for_each(|info| info.global = true);
    load(&mut b, first);
    b.push(Opcode::Jump, &[]).end(&[1]);
    add(&mut b, own, first);
    copy(&mut b, own, first);
    let others: Vec<Tmp> = (0..Reg::COUNT).map(|_| b.gp()).collect();
    others.iter().for_each(|other| load(&mut b, *other));
    others.iter().for_each(|other| store_of(&mut b, *other));
    store_of(&mut b, own);
    branch(&mut b, 1, 2);
    load(&mut b, second);
    b.push(Opcode::Jump, &[]).end(&[3]);
    add(&mut b, own, second);
    copy(&mut b, own, second);
    store_of(&mut b, own);
    branch(&mut b, 3, 4);
    store_of(&mut b, first);
    store_of(&mut b, second);
    let code = b.trap();
    // Once marked global, it is a candidate too.
    assert_eq!(stats(&code).global_regs, 3);
    is_right(&code, "each for itself");
}

/// Two results of one instruction need two registers, even if one is copied to the other right after it.
#[test]
fn results_of_one_instruction_are_not_coalesced() {
    for first in 0..2 {
        let code = phi(|b, phi| {
            let next = b.gp();
            let results = [[next, phi], [phi, next]][first];
            patch(b, &results.map(|tmp| (Role::Def, tmp)));
            copy(b, next, phi);
        });
        assert_eq!(stats(&code).dropped_moves, 0);
        is_right(&code, "two results");
    }
}

/// Copies between local and global temporaries that are written repeatedly.
#[test]
fn random_copies_share_a_register_only_where_they_are_the_same() {
    let (mut copies, mut shared) = (0, 0);
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let mut b = Builder::new();
        let globals = [b.gp(), b.gp()];
        globals.iter().for_each(|tmp| load(&mut b, *tmp));
        b.push(Opcode::Jump, &[]).end(&[1]);
        let locals = [b.gp(), b.gp()];
        let mut written = globals.to_vec();
        for _ in 0..4 + random.below(8) {
            let all = [globals, locals].concat();
            let (from, to) = (written[random.below(written.len())], all[random.below(4)]);
            let other = *all.iter().filter(|tmp| **tmp != to).nth(random.below(3)).unwrap_or(&to);
            let mut written_here = vec![to];
            match random.below(7) {
                0 => load(&mut b, to),
                1 => add(&mut b, to, from),
                2 => {
                    patch(&mut b, &[(Role::Def, to), (Role::Def, other)]);
                    written_here.push(other);
                }
                3 => {
                    patch(&mut b, &[(Role::UseDef, from)]);
                    written_here.clear();
                }
                4 => {
                    store_of(&mut b, from);
                    written_here.clear();
                }
                _ if from == to => load(&mut b, to),
                _ => {
                    copy(&mut b, from, to);
                    copies += 1;
                }
            }
            written.append(&mut written_here);
        }
        branch(&mut b, 1, 2);
        globals.iter().for_each(|tmp| store_of(&mut b, *tmp));
        let code = b.trap();
        shared += stats(&code).dropped_moves;
        is_right(&code, &format!("copies {seed}"));
    }
    println!("{copies} copies, {shared} shared");
    assert!(copies > 0 && shared > 0);
}

/// A temporary with two definitions, each copied to another temporary. The target of the first copy lives across the
/// second definition.
#[test]
fn two_copies_are_not_coalesced_with_the_first() {
    let second: [fn(&mut Builder, Tmp, Tmp); 2] = [
        |b, next, _| {
            store_of(b, next);
            load(b, next);
        },
        |b, next, phi| patch(b, &[(Role::Def, next), (Role::Def, phi)]),
    ];
    for define in second {
        let mut b = Builder::new();
        let (other, next) = (b.gp(), b.gp());
        load(&mut b, other);
        let code = phi_in(
            b,
            |b, phi| {
                load(b, next);
                copy(b, next, other);
                define(b, next, phi);
                copy(b, next, phi);
            },
            Some(other),
        );
        is_right(&code, "two copies");
    }
}

/// A block with a back edge reads what it wrote in the previous iteration; the temporary is not marked global.
#[test]
fn value_carried_around_a_self_loop_is_global() {
    let mut b = Builder::new();
    let own = b.gp();
    b.push(Opcode::Jump, &[]).end(&[1]);
    store_of(&mut b, own);
    load(&mut b, own);
    branch(&mut b, 1, 2);
    let code = b.trap();
    assert_eq!(stats(&code).global_regs, 1);
    let (allocated, _) = allocate_and_check(Allocator::Global, &code, Forced::None, "its own");
    assert!(allocated.blocks.contains(BlockId::new(1)));
}

/// A loop that needs all registers for itself, and more values than registers.
fn crowd(b: &mut Builder) {
    let own: Vec<Tmp> = (0..20).map(|_| b.gp()).collect();
    own.iter().for_each(|tmp| load(b, *tmp));
    own.iter().for_each(|tmp| store_of(b, *tmp));
}

fn crowded_loop() -> Code {
    let mut b = Builder::new();
    let across = b.gp();
    load(&mut b, across);
    b.push(Opcode::Jump, &[]).end(&[1]);
    crowd(&mut b);
    branch(&mut b, 1, 2);
    store_of(&mut b, across);
    b.trap()
}

/// A Phi and its shadow have one slot, and one value where both are live: their copy needs no store.
#[test]
fn a_copy_between_two_in_one_slot_stores_nothing() {
    let mut b = Builder::new();
    let (shadow, phi) = (b.gp(), b.gp());
    load(&mut b, shadow);
    b.push(Opcode::Jump, &[]).end(&[1]);
    copy(&mut b, shadow, phi);
    store_of(&mut b, phi);
    store_of(&mut b, shadow);
    for next in 2..5 {
        crowd(&mut b);
        branch(&mut b, next, 5);
    }
    crowd(&mut b);
    store_of(&mut b, phi);
    load(&mut b, shadow);
    branch(&mut b, 1, 5);
    let code = b.trap();
    let found = stats(&code);
    assert_eq!((found.global_regs, found.dropped_moves), (0, 1));
    is_right(&code, "one slot");
}

#[test]
fn every_reason_is_given() {
    let mut seen = Vec::new();
    let random = (0..60).map(|seed| {
        let size =
            Size { blocks: 6, insts: 12, globals: 4 + 8 * (seed as usize % 2), coincidences: seed % 3 == 0 };
        random_code(seed, Features::empty(), size)
    });
    for code in random.chain([crowded_loop()]) {
        for forced in MODES {
            let (mut why, mut allocated) = (Why::new(), code.clone());
            let options = AllocOptions { forced, global_registers: true };
            let mut allocator = LocalAllocator::new();
            let stats = allocate(&mut allocator, &mut allocated, &options, None, Some(&mut why));
            let mut lives = 0;
            for entry in why.entries() {
                let Decision::GlobalReg { reg, because, .. } = entry.decision else { panic!("{entry:?}") };
                lives += u32::from(reg.is_some());
                let because = format!("{because:?}").split(' ').next().unwrap_or_default().to_string();
                seen.push((reg.is_some(), because));
            }
            assert_eq!(lives, stats.expect("an allocation").global_regs);
            assert!(!why.comments(&allocated).is_empty());
        }
    }
    seen.sort();
    seen.dedup();
    let reasons = [
        (false, LifetimeReason::Crowded { price: 0.0 }),
        (false, LifetimeReason::Force),
        (false, LifetimeReason::NoRoom),
        (false, LifetimeReason::NoneFree),
        (true, LifetimeReason::CalleeSaved { price: 0.0 }),
        (true, LifetimeReason::Force),
        (true, LifetimeReason::Free),
    ];
    for (in_register, reason) in reasons {
        let name = format!("{reason:?}").split(' ').next().unwrap_or_default().to_string();
        assert!(seen.contains(&(in_register, name)), "never {reason:?}: {seen:?}");
    }
}

/// A fixed use that lives on needs two registers, of which only one is counted.
#[test]
fn too_few_registers_drop_all_global_registers() {
    const FIXED: [u8; 7] = [0, 1, 2, 6, 7, 8, 9];
    let mut again = 0;
    for (free, fixed) in (0..8).flat_map(|free| (1..8).map(move |fixed| (free, fixed))) {
        let mut b = Builder::new();
        let across: Vec<Tmp> = (0..12).map(|_| b.gp()).collect();
        across.iter().for_each(|tmp| load(&mut b, *tmp));
        b.push(Opcode::Jump, &[]).end(&[1]);
        let own: Vec<Tmp> = (0..free + fixed).map(|_| b.gp()).collect();
        own.iter().for_each(|tmp| load(&mut b, *tmp));
        let args: Vec<Arg> = own.iter().map(|tmp| Arg::Tmp(*tmp)).collect();
        // The next instruction needs them in the other registers, where they are already.
        for next in 0..2 {
            let spec = |n: usize| match n < fixed {
                true => OperandSpec::in_reg(Role::Use, Reg::gp(FIXED[(n + next) % FIXED.len()]), Width::W64),
                false => OperandSpec::new(Role::Use, Bank::Gp, Width::W64),
            };
            let special = Special { operands: (0..own.len()).map(spec).collect(), ..Special::default() };
            b.special(Opcode::Patch, special, &args);
        }
        own.iter().for_each(|tmp| store_of(&mut b, *tmp));
        branch(&mut b, 1, 2);
        across.iter().for_each(|tmp| store_of(&mut b, *tmp));
        let code = b.trap();
        let (mut why, mut allocated) = (Why::new(), code.clone());
        let options = AllocOptions { global_registers: true, ..AllocOptions::default() };
        let mut allocator = LocalAllocator::new();
        let result = allocate(&mut allocator, &mut allocated, &options, None, Some(&mut why));
        let Ok(stats) = result else {
            let alone = Allocator::Local.allocate(&mut code.clone(), Forced::None, None);
            assert_eq!(result, alone, "what the block itself needs is there");
            continue;
        };
        if why.entries().is_empty() {
            assert_eq!(stats.global_regs, 0);
            again += 1;
        }
        allocate_and_check(Allocator::Global, &code, Forced::None, "few registers");
    }
    assert!(again > 0);
}
