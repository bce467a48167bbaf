//! Landing pads on x86-64: each address that an indirect branch reaches begins with `endbr64`, which executes as a no-op
//! where branches are not tracked.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))] // the test calls compiled code

use super::branch_protection::{PROCEDURES, module};
use barebones::base::{BranchProtection, Target, Type, ValueRep};
use barebones::error::CompileError;
use barebones::ir::{Procedure, Successor};
use barebones::isa::{CompiledCode, EmitError, Label, target_by_name};
use barebones::{Compiler, OptLevel, Options};
use barebones_testing::hostile::Spec;
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, Register};
use std::collections::BTreeSet;

const PAD: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
const PADS: BranchProtection = BranchProtection { landing_pads: true, sign_return_address: false };

fn x64() -> Target {
    Target::baseline(target_by_name("x86_64-linux").expect("a target"))
}

fn compiler(level: OptLevel, protection: BranchProtection) -> Compiler {
    let mut options = Options::at(level);
    (options.check_allocation, options.branch_protection) = (true, protection);
    Compiler::for_target(x64(), options)
}

fn emit(name: &str, level: OptLevel, protection: BranchProtection) -> CompiledCode {
    let module = module(PROCEDURES, x64());
    let proc = module.procedure(name).expect("one of them");
    compiler(level, protection).emit(proc).unwrap_or_else(|error| panic!("{name}, {level:?}: {error}"))
}

fn each_configuration() -> impl Iterator<Item = (OptLevel, BranchProtection)> {
    OptLevel::ALL.into_iter().flat_map(|level| [BranchProtection::NONE, PADS].map(|pads| (level, pads)))
}

fn instructions(code: &CompiledCode) -> Vec<Instruction> {
    let bytes = &code.bytes[..code.code_size as usize];
    Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE).iter().collect()
}

fn pads(code: &CompiledCode) -> usize {
    instructions(code).iter().filter(|instruction| instruction.mnemonic() == Mnemonic::Endbr64).count()
}

/// The targets of all jump tables: the data to which an address leads that a jump through a register uses.
fn table_targets(code: &CompiledCode) -> Vec<u32> {
    let addresses = instructions(code).into_iter().filter(|instruction| {
        instruction.mnemonic() == Mnemonic::Lea
            && instruction.memory_base() == Register::RIP
            && instruction.ip_rel_memory_address() >= u64::from(code.code_size)
    });
    let tables: BTreeSet<u64> = addresses.map(|lea| lea.ip_rel_memory_address()).collect();
    let mut targets = Vec::new();
    for start in tables {
        let entries = code.bytes[start as usize..].chunks_exact(4);
        let entries = entries.map(|entry| i32::from_le_bytes(entry.try_into().expect("four bytes")));
        // All targets are before the table, and nothing else is after it.
        let before = entries.take_while(|entry| *entry < 0);
        targets.extend(before.map(|entry| (start as u32).wrapping_add_signed(entry)));
    }
    targets
}

#[test]
fn every_entry_begins_with_endbr64() {
    for (level, protection) in each_configuration() {
        for name in ["entries", "switch", "digits", "turned", "by_address", "turned_much"] {
            let code = emit(name, level, protection);
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
        let code = emit("switch", level, protection);
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
    let mut proc = Procedure::new(&x64());
    let root = proc.add_block();
    let x = proc.at(root).argument(Type::Int64);
    let blocks = [proc.add_block(), proc.add_block()];
    let inputs = vec![(x, ValueRep::SomeRegister)];
    Spec { inputs, successors: blocks.map(Successor::from).to_vec(), ..Spec::default() }
        .append(&mut proc, root);
    for (block, number) in blocks.into_iter().zip([5, 6]) {
        let mut b = proc.at(block);
        let number = b.const64(number);
        let sum = b.add(x, number);
        b.ret([sum]);
    }
    for (level, protection) in each_configuration() {
        let code = compiler(level, protection).emit(&proc);
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
        let mut compiler = compiler(OptLevel::O1, PADS);
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
    use barebones::jit::{Bits, Code, CodeMemory, MemoryOptions};
    use barebones_testing::native::mapping_modes;
    use std::sync::Arc;
    let call = |code: &Code, entry: usize, args: &[u64]| {
        let args: Vec<Bits> = args.iter().map(|bits| Bits { ty: Type::Int64, bits: *bits }).collect();
        // SAFETY: the test calls the code with its own signature.
        unsafe { code.call_raw_entry(entry, &args) }.expect("these are its arguments")[0]
    };
    for level in OptLevel::ALL {
        for mode in mapping_modes() {
            let options = MemoryOptions { mode: Some(*mode), guarded: true, ..MemoryOptions::default() };
            let mut settings = Options::at(level);
            settings.branch_protection = PADS;
            let mut compiler = Compiler::with_options(settings).expect("a host");
            compiler.set_memory(Arc::new(CodeMemory::with_options(options).expect("memory")));
            let module = module(PROCEDURES, *compiler.target());
            let codes = compiler.compile_module(module, &|_| None);
            let codes = codes.unwrap_or_else(|failure| panic!("{failure}"));
            let code = |name: &str| codes.iter().find(|code| code.name() == name).expect("one of them");
            assert_eq!([0, 1].map(|entry| call(code("entries"), entry, &[5])), [15, 25]);
            let switched = [2, 3, 4, 5, 6, 7, 8].map(|n| call(code("switch"), 0, &[n]) as i64);
            assert_eq!(switched, [-1, 30, 40, 50, -1, 70, 40], "{level:?} {mode:?}");
            assert_eq!(call(code("address"), 0, &[]), 10 * 4 + 44 + 1, "{level:?} {mode:?}");
        }
    }
}
