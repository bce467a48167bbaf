//! Code as O0 selects it, and the time to allocate it.

use super::target::{CLOBBERED, GP_ARGS, target};
use crate::air::{Arg, Block, BlockId, Code, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, Features, IntCondition, Origin, Reg, SymbolId, Width};
use crate::regalloc::registers::Random;
use crate::regalloc::{AllocOptions, LocalAllocator, Trace, allocate, check};
use std::time::Instant;

/// Loads, stores, arithmetic with constants, compares and branches, and a call in every fourth block.
pub(super) fn typical_code(blocks: usize) -> Code {
    let mut code = Code::new(target(Features::empty()));
    let mut random = Random::new(1);
    let globals: Vec<Tmp> = (0..20).map(|_| code.add_tmp(Bank::Gp)).collect();
    let none = Origin::NONE;
    for block in 0..blocks {
        let start = code.buffer.insts.len() as u32;
        let mut recent = vec![globals[random.below(20)], globals[random.below(20)]];
        if block == 0 {
            for global in &globals {
                code.push(Opcode::Move, &[Arg::Imm(0), (*global).into()], none).expect("a form");
            }
        }
        for _ in 0..10 {
            let used = |random: &mut Random| match random.below(6) {
                0 => globals[random.below(20)],
                n => recent[recent.len() - 1 - n % recent.len().min(3)],
            };
            let (a, b) = (used(&mut random), used(&mut random));
            let memory = Arg::Addr { base: a, offset: 8 };
            let (a, b): (Arg, Arg) = (a.into(), b.into());
            let new = code.add_tmp(Bank::Gp);
            let n: Arg = new.into();
            let (opcode, args): (Opcode, &[Arg]) = match random.below(10) {
                0..=2 => (Opcode::Move32, &[memory, n]),
                3 => (Opcode::Move, &[b, memory]),
                4..=5 => (Opcode::Add32, &[a, b, n]),
                6 => (Opcode::Sub64, &[a, b, n]),
                7 => (Opcode::And32, &[a, Arg::Imm(255), n]),
                8 => (Opcode::Lshift32, &[a, Arg::Imm(3), n]),
                _ => (Opcode::Move, &[a, globals[random.below(20)].into()]),
            };
            code.push(opcode, args, none).expect("a form");
            if args.last() == Some(&n) {
                recent.push(new);
            }
        }
        if block % 4 == 3 {
            let mut special = Special { clobbers: CLOBBERED, ..Special::default() };
            special.operands.push(OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
            let result = code.add_tmp(Bank::Gp);
            let mut args = vec![Arg::Special(crate::air::SpecialId::INVALID), Arg::Symbol(SymbolId::new(0))];
            for (i, &reg) in GP_ARGS[..3].iter().enumerate() {
                special.operands.push(OperandSpec::in_reg(Role::Use, reg, Width::W64));
                args.push(recent[i % recent.len()].into());
            }
            special.operands.push(OperandSpec::in_reg(Role::Def, Reg::gp(0), Width::W64));
            args.push(result.into());
            args[0] = Arg::Special(code.specials.push(special));
            code.push(Opcode::Call, &args, none);
            recent.push(result);
        }
        let condition = Arg::IntCondition(IntCondition::Below);
        let last: Arg = recent[recent.len() - 1].into();
        code.push(Opcode::Branch32, &[condition, last, Arg::Imm(5)], none).expect("a form");
        code.blocks.push(Block {
            insts: start..code.buffer.insts.len() as u32,
            successors: smallvec::smallvec![
                BlockId::new(random.below(blocks) as u32),
                BlockId::new(((block + 1) % blocks) as u32),
            ],
            frequency: 1.0,
            rare: false,
        });
    }
    code
}

/// A hundred thousand instructions.
#[test]
fn large_code_is_allocated_and_checked() {
    let code = typical_code(8_800);
    let mut allocator = LocalAllocator::new();
    let (mut traced, mut trace) = (code.clone(), Trace::new());
    let options = AllocOptions::default();
    let stats =
        allocate(&mut allocator, &mut traced, &options, Some(&mut trace), None).expect("an allocation");
    let start = Instant::now();
    check(&traced, &trace).expect("a right allocation");
    let checked = start.elapsed();
    let mut plain = code.clone();
    let start = Instant::now();
    allocate(&mut allocator, &mut plain, &options, None, None).expect("an allocation");
    let allocated = start.elapsed();
    assert_eq!(plain.buffer.insts, traced.buffer.insts);
    let count = code.buffer.insts.len();
    println!("{count} instructions: {allocated:?}, checked in {checked:?}, {stats:?}");
    assert!(plain.buffer.insts.len() < 2 * count);
}
