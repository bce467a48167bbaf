//! Hardened indirect branches: no other indirect branch is in the code, and indices of jump tables are bounded.

use super::{emit, machines, options, random_modules};
use barebones::OptLevel;
use barebones::base::{Arch, Hardening, Target};
use barebones::ir::{Procedure, parse_module};
use barebones::isa::CompiledCode;
use barebones_testing::instructions::{a64_words, x64_instructions};
use iced_x86::{Code, FlowControl, Mnemonic, Register};

const HARDENED: Hardening = Hardening { indirect_branches: true, ..Hardening::NONE };

/// An indirect call, a call and tail calls of constant addresses and by address, a switch with a table in a loop.
const PROCEDURES: &str = "barebones 1
proc calls(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(@0, @0)
    Int64 @2 = Const64(0x123456789ab)
    Int64 @3 = CCall(@2, @1)
    Void @4 = Return(@3)
}
proc tail(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = TailCall(@0, @0, conv=internal)
}
proc tail_constant(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(0x123456789ab)
    Void @2 = TailCall(@1, @0, conv=internal)
}
proc switch(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@3)
    Void @2 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Void @4 = Switch(@3, 0: #2, 1: #3, 2: #4, 3: #5, 4: #6, 5: #1, default: #7)
#2:
    Int64 @5 = Const64(30)
    Void @6 = Return(@5)
#3:
    Int64 @7 = Const64(40)
    Void @8 = Return(@7)
#4:
    Int64 @9 = Const64(50)
    Void @10 = Return(@9)
#5:
    Int64 @11 = Const64(70)
    Void @12 = Return(@11)
#6:
    Int64 @13 = Const64(3)
    Void @14 = Upsilon(@13, ^@3)
    Void @15 = Jump(#1)
#7:
    Int64 @16 = Const64(-1)
    Void @17 = Return(@16)
}
";

fn procedures(target: Target) -> Vec<Procedure> {
    let module = parse_module(PROCEDURES, &barebones::targets(target));
    module.unwrap_or_else(|error| panic!("{error}")).procedures
}

/// What the code has instead of indirect branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// Sequences.
    branches: usize,
    /// Bounded indices.
    indices: usize,
}

/// Checks that the code has no indirect branches, and that each return that follows a dropped word ends the whole
/// sequence.
fn check_x64(code: &CompiledCode, name: &str) -> Counts {
    let instructions = x64_instructions(code);
    let mut counts = Counts::default();
    for (at, instruction) in instructions.iter().enumerate() {
        let flow = instruction.flow_control();
        let is_indirect = matches!(flow, FlowControl::IndirectBranch | FlowControl::IndirectCall);
        assert!(!is_indirect, "{name}: {instruction}");
        let before = |n: usize| &instructions[at - n];
        let drops =
            at > 0 && before(1).code() == Code::Lea_r64_m && before(1).op0_register() == Register::RSP;
        if instruction.mnemonic() == Mnemonic::Ret && drops && before(1).memory_base() == Register::RSP {
            // push, call, pause, lfence, jmp, lea, ret
            assert_eq!(before(1).memory_displacement64(), 8, "{name}");
            let mnemonics = [6, 5, 4, 3, 2].map(|n| before(n).mnemonic());
            let expected = [Mnemonic::Push, Mnemonic::Call, Mnemonic::Pause, Mnemonic::Lfence, Mnemonic::Jmp];
            assert_eq!(mnemonics, expected, "{name}");
            assert_eq!(before(5).near_branch_target(), before(1).ip(), "{name}: the call skips the loop");
            assert_eq!(before(2).near_branch_target(), before(4).ip(), "{name}: the loop");
            counts.branches += 1;
        }
        // The load of an entry of a table, by an index that was bounded before.
        if instruction.mnemonic() == Mnemonic::Movsxd && instruction.memory_index_scale() == 4 {
            let bound = (1..4).find(|n| before(*n).mnemonic() == Mnemonic::Cmova).map(before);
            let bound = bound.unwrap_or_else(|| panic!("{name}: {instruction}"));
            assert_eq!(bound.op0_register(), instruction.memory_index(), "{name}");
            let zero = bound.ip_rel_memory_address() as usize;
            assert_eq!(code.bytes[zero..zero + 8], [0; 8], "{name}");
            counts.indices += 1;
        }
    }
    counts
}

/// Checks that barriers are before each indirect branch and, unless it is a call, after it.
fn check_a64(code: &CompiledCode, name: &str) -> Counts {
    const BARRIER: [u32; 2] = [0xd503_3f9f, 0xd503_3fdf];
    const CSDB: u32 = 0xd503_229f;
    let words = a64_words(code);
    let mut counts = Counts::default();
    for (at, word) in words.iter().enumerate() {
        let (is_jump, is_call) = (word & 0xffff_fc1f == 0xd61f_0000, word & 0xffff_fc1f == 0xd63f_0000);
        if is_jump || is_call {
            assert_eq!(words[at - 2..at], BARRIER, "{name}");
            assert!(is_call || words[at + 1..at + 3] == BARRIER, "{name}");
            counts.branches += 1;
        }
        // `ldrsw x17, [x16, index, lsl #2]`
        if word & 0xffe0_fc00 == 0xb8a0_7800 && word & 0x3ff == 0x211 {
            assert_eq!((word >> 16 & 31, words[at - 2]), (17, CSDB), "{name}");
            // `csel x17, index, xzr, ls`
            assert_eq!(words[at - 3] & 0xffff_fc1f, 0x9a9f_9011, "{name}");
            counts.indices += 1;
        }
    }
    counts
}

fn check(code: &CompiledCode, name: &str) -> Counts {
    let counts = match code.arch {
        Arch::X64 => check_x64(code, name),
        Arch::A64 => check_a64(code, name),
    };
    assert_eq!(code.retpolines, code.arch == Arch::X64 && counts.branches > 0, "{name}");
    counts
}

#[test]
fn each_kind_of_indirect_branch_is_a_sequence() {
    for target in machines() {
        for proc in procedures(target) {
            for level in OptLevel::ALL {
                let counts = check(&emit(&proc, level, HARDENED), &proc.name);
                let expected = match proc.name.as_str() {
                    "calls" => Counts { branches: 2, indices: 0 },
                    "switch" => Counts { branches: 1, indices: 1 },
                    _ => Counts { branches: 1, indices: 0 },
                };
                // Copies of a jump through a table may replace jumps to it.
                let is_copied =
                    proc.name == "switch" && counts.branches == counts.indices && counts.branches > 1;
                assert!(counts == expected || is_copied, "{} {level:?} {counts:?}", proc.name);
            }
        }
    }
}

/// The sequence of a call pushes the return address before the target: a target in the stack has another distance then.
#[test]
fn targets_in_the_stack_are_found() {
    use barebones::isa::x64::{Mem, registers::RSP};
    let options = options(OptLevel::default(), HARDENED);
    let mut compiler = barebones::Compiler::for_target(machines()[0], options);
    let mut assembly = compiler.assemble();
    let entry = assembly.buffer().new_label();
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(entry);
    let mut asm = masm.x64().expect("its target");
    asm.call_m(Mem::base(RSP, 16));
    asm.jmp_m(Mem::base(RSP, 16));
    let code = assembly.finish().expect("code").code;
    assert_eq!(check(&code, "assembly"), Counts { branches: 2, indices: 0 });
    let instructions = x64_instructions(&code);
    let pushes = instructions.iter().filter(|instruction| instruction.mnemonic() == Mnemonic::Push);
    assert_eq!(pushes.map(|push| push.memory_displacement64()).collect::<Vec<_>>(), [24, 16]);
}

#[test]
fn random_procedures_have_no_other_indirect_branches() {
    for target in machines() {
        let (mut branches, mut indices) = (0, 0);
        for module in random_modules(target, 60) {
            for proc in &module.procedures {
                for level in OptLevel::ALL {
                    let counts = check(&emit(proc, level, HARDENED), &proc.name);
                    branches += counts.branches;
                    indices += counts.indices;
                }
            }
        }
        println!("{}: {branches} branches, {indices} indices", target.name());
        assert!(branches > 100 && indices > 20, "{}: {branches} {indices}", target.name());
    }
}
