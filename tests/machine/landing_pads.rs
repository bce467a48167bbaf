//! Landing pads on x86-64: each address that an indirect branch reaches begins with `endbr64`, which executes as a no-op
//! where branches are not tracked.

use super::branch_protection::{PADS, Way, code_of, compiler, two_successors};
use barebones::OptLevel;
use barebones::base::{BranchProtection, Target};
use barebones::error::CompileError;
use barebones::isa::{CompiledCode, EmitError, Label, target_by_name};
use barebones_testing::instructions::{jump_table, x64_instructions};
use iced_x86::{Mnemonic, Register};
use std::collections::BTreeSet;

const PAD: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];

fn x64() -> Target {
    Target::baseline(target_by_name("x86_64-linux").expect("a target"))
}

fn each_configuration() -> impl Iterator<Item = Way> {
    OptLevel::ALL.into_iter().flat_map(|level| [BranchProtection::NONE, PADS].map(|pads| (level, pads)))
}

fn pads(code: &CompiledCode) -> usize {
    x64_instructions(code).iter().filter(|instruction| instruction.mnemonic() == Mnemonic::Endbr64).count()
}

/// The targets of all jump tables: the data to which an address leads that a jump through a register uses.
fn table_targets(code: &CompiledCode) -> Vec<u32> {
    let addresses = x64_instructions(code).into_iter().filter(|instruction| {
        instruction.mnemonic() == Mnemonic::Lea
            && instruction.memory_base() == Register::RIP
            && instruction.ip_rel_memory_address() >= u64::from(code.code_size)
    });
    let tables: BTreeSet<u32> = addresses.map(|lea| lea.ip_rel_memory_address() as u32).collect();
    // All targets are before the table, and nothing else is after it.
    let targets = |start| jump_table(code, start).take_while(move |target| *target < start);
    tables.into_iter().flat_map(targets).collect()
}

#[test]
fn every_entry_begins_with_endbr64() {
    for (level, protection) in each_configuration() {
        for name in ["entries", "switch", "digits", "turned", "by_address", "turned_much"] {
            let code = code_of(name, x64(), (level, protection));
            assert_eq!(code.landing_pads, protection.landing_pads);
            for entry in &code.entries {
                let start = &code.bytes[*entry as usize..][..4];
                assert_eq!(start == PAD, protection.landing_pads, "{name} {level:?} {start:x?}");
            }
            let others = if name == "switch" { 7 } else { 0 };
            let expected = if protection.landing_pads { code.entries.len() } else { 0 };
            assert!((expected..=expected + others).contains(&pads(&code)), "{name} {level:?}");
        }
    }
}

#[test]
fn jump_tables_target_endbr64() {
    for (level, protection) in each_configuration() {
        let code = code_of("switch", x64(), (level, protection));
        let targets = table_targets(&code);
        assert_eq!(targets.len(), 7, "{level:?}: cases from 3 to 9, one of which is the default");
        for target in targets {
            let start = &code.bytes[target as usize..][..4];
            assert_eq!(start == PAD, protection.landing_pads, "{level:?} {target}");
        }
    }
}

/// A generator may reach successors by an address, or by a patched jump.
#[test]
fn successors_of_patchpoints_begin_with_endbr64() {
    let proc = two_successors(x64());
    for (level, protection) in each_configuration() {
        let code = compiler(x64(), (level, protection)).emit(&proc);
        let code = code.unwrap_or_else(|error| panic!("{level:?}: {error}"));
        assert_eq!(pads(&code), if protection.landing_pads { 3 } else { 0 }, "{level:?}");
    }
}

/// What a client's assembly is checked for: entries, and the initial targets of patchable jumps and calls, to which stubs
/// jump through a cell.
#[test]
fn assemblies_need_endbr64() {
    enum Site {
        None,
        Jump,
        Near,
        Nop,
        Call,
    }
    for (site, pads, expected) in [
        (Site::None, [false, false], Some(0)),
        (Site::None, [true, false], None),
        (Site::Jump, [true, false], Some(10)),
        (Site::Jump, [true, true], None),
        (Site::Near, [true, false], Some(13)),
        (Site::Near, [true, true], None),
        (Site::Nop, [true, false], Some(13)),
        (Site::Nop, [true, true], None),
        (Site::Call, [true, false], Some(13)),
        (Site::Call, [true, true], None),
    ] {
        let mut compiler = compiler(x64(), (OptLevel::O1, PADS));
        let mut assembly = compiler.assemble();
        let [entry, target]: [Label; 2] = [(); 2].map(|()| assembly.buffer().new_label());
        assembly.add_entry(entry);
        let mut masm = assembly.masm();
        masm.bind(entry);
        if pads[0] {
            masm.landing_pad();
        }
        match site {
            Site::None => {}
            Site::Jump => _ = masm.patchable_jump(target),
            Site::Near => _ = masm.patchable_near_jump(target),
            Site::Nop => _ = masm.patchable_nop(target),
            Site::Call => _ = masm.patchable_call(target, barebones::base::RegSet::EMPTY),
        }
        masm.bind(target);
        if pads[1] {
            masm.landing_pad();
        }
        masm.ret();
        match (assembly.finish(), expected) {
            (Ok(assembled), None) => assert!(assembled.code.landing_pads),
            (
                Err(CompileError::Emission { error: EmitError::NoLandingPad { offset }, .. }),
                Some(expected),
            ) => {
                assert_eq!(offset, expected);
            }
            (result, expected) => panic!("{:?}, expected {expected:?}", result.map(|_| ())),
        }
    }
}

/// In guarded memory, in every mapping mode, with results as without pads.
#[cfg(target_arch = "x86_64")]
#[test]
fn code_with_endbr64_runs() {
    for level in OptLevel::ALL {
        for mode in barebones_testing::native::mapping_modes() {
            super::branch_protection::run_protected((level, PADS), *mode);
        }
    }
}
