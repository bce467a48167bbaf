//! Each validation rule has code that breaks this rule only, and a valid twin.

use super::parse_ok;
use barebones::air::validate::{MAX_VIOLATIONS, Rule};
use barebones::air::{
    Arg, BlockId, Code, FORMS, FormId, IndexExtend, Opcode, OperandSpec, RematId, Role, SpecialId, Tmp,
    find_form, validate,
};
use barebones::base::{Arch, Bank, ConvId, Features, Reg, Width};
use std::ops::Range;

/// The rules that the code breaks, each once.
fn broken(code: &Code) -> Vec<Rule> {
    let violations = validate(code).err().unwrap_or_default();
    for violation in &violations {
        let text = violation.to_string();
        assert!(text.starts_with(&format!("A{}", violation.rule.number())) && text.contains(": "), "{text}");
    }
    let mut rules: Vec<Rule> = violations.iter().map(|violation| violation.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn code(text: &str) -> Code {
    parse_ok(&format!("air 1 target=x86_64-linux {text}"))
}

/// Pairs of texts for AArch64: the second one breaks the rule.
const TEXTS_A64: &[(Rule, &str, &str)] = &[
    (
        Rule::FlagsSet,
        "#0: CompareOnFlags64 %x29, 0 BranchOnFlags Equal -> #0, #0",
        "#0: CompareOnFlags64 %x29, 0 Fence 5 BranchOnFlags Equal -> #0, #0",
    ),
    (
        Rule::FlagsSet,
        "#0: TestOnFlags64 %x29, 1 SetOnFlags Equal, %t0 Jump -> #0",
        "#0: SetOnFlags Equal, %t0 Jump -> #0",
    ),
    (
        Rule::FlagsSet,
        "#0: CompareOnFlags64 %x29, 0 TrapIfOnFlags Equal, Unreachable Jump -> #0",
        "#0: CompareOnFlags64 %x29, 0 Jump -> #1 #1: TrapIfOnFlags Equal, Unreachable Jump -> #1",
    ),
];

/// Pairs of texts: the second one breaks the rule.
const TEXTS: &[(Rule, &str, &str)] = &[
    (Rule::Root, "#0: Jump -> #0", ""),
    (Rule::BlockEnd, "#0: Fence 5 Jump -> #0", "#0: Fence 5"),
    (Rule::BlockEnd, "#0: Jump -> #1 #1: Jump -> #1", "#0: Jump -> #1 #1:"),
    (Rule::TerminalLast, "#0: Fence 5 Jump -> #0", "#0: Jump Jump -> #0"),
    (Rule::SuccessorCount, "#0: Jump -> #0", "#0: Jump -> #0, #0"),
    (Rule::SuccessorCount, "#0: Trap Unreachable", "#0: Trap Unreachable -> #0"),
    (Rule::SuccessorCount, "special0 = [] #0: Ret special0", "special0 = [] #0: Ret special0 -> #0"),
    (Rule::SuccessorCount, "#0: Branch32 Equal, [%rbp], 0 -> #0, #0", "#0: Branch32 Equal, [%rbp], 0 -> #0"),
    (
        Rule::SuccessorCount,
        "switch0 = [5] #0: Move 5, %t0 Switch64 switch0, %t0, %t1, %t2 -> #0, #0",
        "switch0 = [5, 6] #0: Move 5, %t0 Switch64 switch0, %t0, %t1, %t2 -> #0, #0",
    ),
    (
        Rule::EntrySwitch,
        "#0: EntrySwitch -> #1, #1 #1: Jump -> #1",
        "#0: EntrySwitch -> #1, #1 #1: Jump -> #0",
    ),
    (
        Rule::Index,
        "#0: Lea64 [%rbp + %rbp*8], %t0 Jump -> #0",
        "#0: Lea64 [%rbp + zext32 %rbp*8], %t0 Jump -> #0",
    ),
    (Rule::EntrySwitch, "#0: EntrySwitch -> #1 #1: Jump -> #1", "#0: EntrySwitch"),
    (Rule::EntrySwitch, "#0: Jump -> #1 #1: Jump -> #1", "#0: Jump -> #1 #1: EntrySwitch -> #1"),
    (
        Rule::SuccessorCount,
        "switch0 = [5] %t1: remat=TableAddress(switch0) #0: Move 5, %t0 TableSwitch64 switch0, %t0, %t1, %t2 -> #0, #0",
        "switch0 = [5, 6] %t1: remat=TableAddress(switch0) #0: Move 5, %t0 TableSwitch64 switch0, %t0, %t1, %t2 -> #0, #0",
    ),
    (
        Rule::Table,
        "switch0 = [] switch1 = [] %t1: remat=TableAddress(switch0) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #0",
        "switch0 = [] switch1 = [] %t1: remat=TableAddress(switch1) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #0",
    ),
    (
        Rule::Table,
        "switch0 = [] %t1: remat=TableAddress(switch0) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #0",
        "switch0 = [] %t1: remat=Move(5) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #0",
    ),
    (
        Rule::Table,
        "switch0 = [] %t1: remat=TableAddress(switch0) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #1 #1: Jump -> #0",
        "switch0 = [] %t1: remat=TableAddress(switch0) #0: TableSwitch32 switch0, %t1, %t1, %t2 -> #1 #1: TableSwitch32 switch0, %t1, %t1, %t3 -> #0",
    ),
    (Rule::SuccessorExists, "#0: Jump -> #0", "#0: Jump -> #1"),
    (Rule::SuccessorExists, "#0: Jump -> #0", "#0: Jump -> #?"),
    (Rule::Frequency, "#0 frequency=0: Jump -> #0", "#0 frequency=-1: Jump -> #0"),
    (Rule::Frequency, "#0 frequency=1e308: Jump -> #0", "#0 frequency=inf: Jump -> #0"),
    (Rule::Frequency, "#0 frequency=1: Jump -> #0", "#0 frequency=nan:0x7ff8000000000000: Jump -> #0"),
    (
        Rule::EntryFirst,
        "special0 = [] #0: Entry special0 Fence 5 Jump -> #0",
        "special0 = [] #0: Fence 5 Entry special0 Jump -> #0",
    ),
    (Rule::Slot, "slot0 = spill 8 align=16 #0: Jump -> #0", "slot0 = spill 8 align=12 #0: Jump -> #0"),
    (Rule::Slot, "slot0 = spill 8 align=1 #0: Jump -> #0", "slot0 = spill 8 align=0 #0: Jump -> #0"),
    (
        Rule::Slot,
        "frame=8 slot0 = spill 8 offset=-8 #0: Jump -> #0",
        "frame=8 slot0 = spill 8 offset=-16 #0: Jump -> #0",
    ),
    (
        Rule::Slot,
        "frame=8 slot0 = locked 8 offset=16 #0: Jump -> #0",
        "frame=8 slot0 = locked 8 offset=8 #0: Jump -> #0",
    ),
    (
        Rule::Slot,
        "frame=8 slot0 = locked 8 offset=-8 #0: Jump -> #0",
        "frame=8 slot0 = locked 9 offset=-8 #0: Jump -> #0",
    ),
    (
        Rule::TmpInfo,
        "slot0 = spill 8 %t0: home=slot0 #0: Jump -> #0",
        "slot0 = locked 8 %t0: home=slot0 #0: Jump -> #0",
    ),
    (Rule::TmpInfo, "%t0: global #0: Jump -> #0", "%t0: home=slot0 #0: Jump -> #0"),
    (Rule::Remat, "%t0: remat=Move(%rbp) #0: Jump -> #0", "%t0: remat=Move(%rax) #0: Jump -> #0"),
    (Rule::Remat, "%t0: remat=Move(5) #0: Jump -> #0", "%t0: remat=Move(%t1) #0: Jump -> #0"),
    (Rule::Remat, "%t0: remat=Move32(5) #0: Jump -> #0", "%t0: remat=Move32([%rbp]) #0: Jump -> #0"),
    (
        Rule::Remat,
        "slot0 = locked 8 %t0: remat=Lea64([slot0]) #0: Jump -> #0",
        "slot0 = locked 8 %t0: remat=Lea64([slot1]) #0: Jump -> #0",
    ),
    (
        Rule::Remat,
        "slot0 = locked 8 %t0: remat=Lea64([slot0]) #0: Jump -> #0",
        "slot0 = locked 8 %t0: remat=Move([slot0]) #0: Jump -> #0",
    ),
    (
        Rule::Remat,
        "switch0 = [] %t0: remat=TableAddress(switch0) #0: Jump -> #0",
        "switch0 = [] %t0: remat=TableAddress(switch1) #0: Jump -> #0",
    ),
    (Rule::Remat, "%t0: remat=Move(symbol0) #0: Jump -> #0", "%t0: remat=Move(symbol?) #0: Jump -> #0"),
    (
        Rule::Remat,
        "%t0: remat=Move32(%rbp) #0: Jump -> #0",
        "%t0: remat=SignExtend8To32(%rbp) #0: Jump -> #0",
    ),
    (
        Rule::Remat,
        "%ft0: remat=MoveZeroToDouble() #0: Jump -> #0",
        "%t0: remat=MoveZeroToDouble() #0: Jump -> #0",
    ),
    (Rule::Cases, "switch0 = [1, 2, -1] #0: Jump -> #0", "switch0 = [1, 2, 1] #0: Jump -> #0"),
    (
        Rule::SpecialCount,
        "special0 = [U:G:64] #0: Ret special0, 1",
        "special0 = [U:G:64, U:G:64] #0: Ret special0, 1",
    ),
    (Rule::SpecialCount, "special0 = [U:G:64] #0: Ret special0, 1", "special0 = [] #0: Ret special0, 1"),
    (
        Rule::SpecialKind,
        "special0 = [CU:G:64] #0: Ret special0, [%rbp]",
        "special0 = [U:G:64] #0: Ret special0, [%rbp]",
    ),
    (
        Rule::SpecialKind,
        "special0 = [UA:G:64] #0: Ret special0, [%rbp]",
        "special0 = [UA:G:64] #0: Ret special0, 5",
    ),
    (
        Rule::SpecialKind,
        "special0 = [LU:G:64] #0: Ret special0, symbol1",
        "special0 = [U:%rax:64] #0: Ret special0, symbol1",
    ),
    (
        Rule::SpecialKind,
        "special0 = [D:G:64] #0: Patch special0, %t0 Jump -> #0",
        "special0 = [D:G:64] #0: Patch special0, [%rbp] Jump -> #0",
    ),
    (
        Rule::SpecialKind,
        "special0 = [X:G:8] #0: Ret special0, Equal",
        "special0 = [LCU:G:8] #0: Ret special0, Equal",
    ),
    (
        Rule::Exists,
        "slot0 = spill 8 #0: Move [slot0], %t0 Jump -> #0",
        "slot0 = spill 8 #0: Move [slot1], %t0 Jump -> #0",
    ),
    (Rule::Exists, "special0 = [] #0: Ret special0", "special0 = [] #0: Ret special1"),
    (
        Rule::Exists,
        "switch0 = [] #0: Move 5, %t0 Switch64 switch0, %t0, %t1, %t2 -> #0",
        "switch0 = [] #0: Move 5, %t0 Switch64 switch1, %t0, %t1, %t2 -> #0",
    ),
    (Rule::Exists, "#0: Move symbol0, %t0 Jump -> #0", "#0: Move symbol?, %t0 Jump -> #0"),
    (
        Rule::Tmp,
        "#0: Move 5, %t0 MoveZeroToDouble %ft1 Jump -> #0",
        "#0: Move 5, %t0 MoveZeroToDouble %ft0 Jump -> #0",
    ),
    (Rule::OperandBank, "#0: Move 5, %t0 Jump -> #0", "#0: Move 5, %ft0 Jump -> #0"),
    (
        Rule::OperandBank,
        "special0 = [D:F:64] #0: Patch special0, %ft0 Jump -> #0",
        "special0 = [D:F:64] #0: Patch special0, %t0 Jump -> #0",
    ),
    (
        Rule::AddressBank,
        "#0: Move 5, %t0 Move [%rbp + %t0*1], %t1 Jump -> #0",
        "#0: MoveZeroToDouble %ft0 Move [%rbp + %ft0*1], %t1 Jump -> #0",
    ),
    (Rule::Index, "#0: Move [%rsp + %rbp*8], %t0 Jump -> #0", "#0: Move [%rbp + %rsp*8], %t0 Jump -> #0"),
    (
        Rule::StackAccess,
        "slot0 = locked 8 #0: Move [slot0], %t0 Jump -> #0",
        "slot0 = locked 8 #0: Move [slot0 + 1], %t0 Jump -> #0",
    ),
    (
        Rule::StackAccess,
        "slot0 = locked 8 #0: Move32 1, [slot0 + 4] Lea64 [slot0 - 1], %t0 Jump -> #0",
        "slot0 = locked 8 #0: Move32 1, [slot0 - 1] Lea64 [slot0 - 1], %t0 Jump -> #0",
    ),
    (
        Rule::CallArea,
        "call_area=8 #0: Move 5, [callarg] Jump -> #0",
        "call_area=8 #0: Move 5, [callarg + 4] Jump -> #0",
    ),
    (
        Rule::Constant,
        "#0: MoveFloat const32:0xffffffff, %ft0 Jump -> #0",
        "#0: MoveFloat const32:0x100000000, %ft0 Jump -> #0",
    ),
    (
        Rule::Constant,
        "#0: MoveDouble const128:1, %ft0 Jump -> #0",
        "#0: MoveDouble const32:1, %ft0 Jump -> #0",
    ),
    (
        Rule::Constant,
        "special0 = [CU:F:8] #0: Ret special0, const32:1",
        "special0 = [CU:F:8] #0: Ret special0, const16:1",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested Move32 %t1, %t3 BranchTest32 Equal, %t2, %t2, tested -> #0, #0",
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested Neg32 %t1, %t3 BranchTest32 Equal, %t2, %t2, tested -> #0, #0",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 USubOverflow64 %t0, 1, %t1, %t2, tested TrapIfTest32 NotEqual, %t2, %t2, Unreachable, tested Jump -> #0",
        "#0: Move 1, %t0 USubOverflow64 %t0, 1, %t1, %t2, tested TrapIfTest32 NotEqual, %t1, %t1, Unreachable, tested Jump -> #0",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested BranchTest32 Equal, %t2, %t2, tested -> #0, #0",
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested BranchTest32 Equal, %t2, %t2 -> #0, #0",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2 BranchTest32 Equal, %t2, %t2 -> #0, #0",
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2 BranchTest32 Equal, %t2, %t2, tested -> #0, #0",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested BranchTest32 Equal, %t2, %t2, tested -> #0, #0",
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested BranchTest32 LessThan, %t2, %t2, tested -> #0, #0",
    ),
    (
        Rule::Tested,
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested TrapIfTest32 Equal, %t2, %t2, Unreachable, tested Move32 %t1, %t3 Jump -> #0",
        "#0: Move 1, %t0 AddOverflow32 %t0, 1, %t1, %t2, tested TrapIfTest32 Equal, %t2, %t2, Unreachable, tested Move32 %t2, %t3 Jump -> #0",
    ),
    (Rule::Flags, "#0: Move [%rbp], %t0, traps Jump -> #0", "#0: Move 5, %t0, traps Jump -> #0"),
    (Rule::Flags, "allocated #0: Fence 5, inserted Jump -> #0", "#0: Fence 5, inserted Jump -> #0"),
    (
        Rule::WrittenOnce,
        "#0: Move 1, %t0 AddCarry32 %t0, %t0, %t0, %t1, %t2 Jump -> #0",
        "#0: Move 1, %t0 AddCarry32 %t0, %t0, %t0, %t1, %t1 Jump -> #0",
    ),
    (
        Rule::WrittenOnce,
        "#0: Move 1, %t0 ConvertUInt64ToDouble %t0, %ft1, %t2, %t3 Jump -> #0",
        "#0: Move 1, %t0 ConvertUInt64ToDouble %t0, %ft1, %t0, %t3 Jump -> #0",
    ),
    (
        Rule::WrittenOnce,
        "allocated #0: ConvertUInt64ToDouble %rax, %xmm0, %rdx, %rcx Jump -> #0",
        "allocated #0: ConvertUInt64ToDouble %rax, %xmm0, %rdx, %rdx Jump -> #0",
    ),
    (
        Rule::LateUse,
        "#0: Move 1, %t0 Move 2, %t1 Sub32 %t0, %t1, %t0 Jump -> #0",
        "#0: Move 1, %t0 Move 2, %t1 Sub32 %t0, %t1, %t1 Jump -> #0",
    ),
    (
        Rule::LateUse,
        "allocated #0: Sub32 %rax, [%rcx], %rax Jump -> #0",
        "allocated #0: Sub32 %rax, [%rcx], %rcx Jump -> #0",
    ),
    (
        Rule::EarlyDef,
        "special0 = [U:G:64, D:G:64] #0: Move 1, %t0 Patch special0, %t0, %t0 Jump -> #0",
        "special0 = [U:G:64, ED:G:64] #0: Move 1, %t0 Patch special0, %t0, %t0 Jump -> #0",
    ),
    (
        Rule::EarlyDef,
        "special0 = [ED:G:64, CU:G:64] #0: Move 1, %t0 Patch special0, %t1, [%t0] Jump -> #0",
        "special0 = [ED:G:64, CU:G:64] #0: Move 1, %t0 Patch special0, %t0, [%t0] Jump -> #0",
    ),
    (
        Rule::FixedConflict,
        "special0 = [U:%rax:64, U:%rax:64] #0: Move 1, %t0 Ret special0, %t0, %t0",
        "special0 = [U:%rax:64, U:%rax:64] #0: Move 1, %t0 Move 2, %t1 Ret special0, %t0, %t1",
    ),
    (
        Rule::FixedConflict,
        "special0 = [U:%rax:64, D:%rax:64] #0: Move 1, %t0 Patch special0, %t0, %t1 Jump -> #0",
        "special0 = [LU:%rax:64, D:%rax:64] #0: Move 1, %t0 Patch special0, %t0, %t1 Jump -> #0",
    ),
    (
        Rule::FixedConflict,
        "special0 = [ED:%rax:64, U:%rcx:64] #0: Move 1, %t0 Patch special0, %t1, %t0 Jump -> #0",
        "special0 = [ED:%rax:64, U:%rax:64] #0: Move 1, %t0 Patch special0, %t1, %t0 Jump -> #0",
    ),
    (Rule::Allocatable, "#0: Move %rbp, %t0 Jump -> #0", "#0: Move %rax, %t0 Jump -> #0"),
    (Rule::Allocatable, "pinned={%r14} #0: Move [%r14], %t0 Jump -> #0", "#0: Move [%r14], %t0 Jump -> #0"),
    (
        Rule::RematDef,
        "%t0: remat=Move(5) #0: Move %t0, %t1 Jump -> #0",
        "%t0: remat=Move(5) #0: Move 5, %t0 Jump -> #0",
    ),
    (
        Rule::Reached,
        "#0: Jump -> #1 #1: Branch32 Equal, %t0, 5 -> #1, #2 #2: Move 5, %t0 Jump -> #1",
        "#0: Move 5, %t1 Jump -> #1 #1: Branch32 Equal, %t0, 5 -> #1, #2 #2: Move 5, %t1 Jump -> #1",
    ),
    (
        Rule::Reached,
        "#0: Jump -> #0 #1: Move %t0, %t1 Jump -> #1",
        "#0: Jump -> #1 #1: Move %t0, %t1 Jump -> #1",
    ),
    (
        Rule::Reached,
        "#0: Move 5, %t0 Add32 %t0, 1, %t0 Jump -> #1 #1: Jump -> #1",
        "#0: Add32 %t0, 1, %t0 Jump -> #1 #1: Jump -> #1",
    ),
    (
        Rule::Allocated,
        "allocated frame=8 slot0 = spill 8 offset=-8 #0: Jump -> #0",
        "allocated frame=8 slot0 = spill 8 #0: Jump -> #0",
    ),
    (Rule::Allocated, "allocated #0: Move 5, %rax Jump -> #0", "allocated #0: Move 5, %t0 Jump -> #0"),
    (
        Rule::FixedPlace,
        "allocated #0: Div32 %rax, %rcx, %rax Jump -> #0",
        "allocated #0: Div32 %rcx, %rsi, %rax Jump -> #0",
    ),
    (
        Rule::FixedPlace,
        "allocated special0 = [U:%rax:64] #0: Ret special0, %rax",
        "allocated special0 = [U:%rax:64] #0: Ret special0, %rcx",
    ),
    (Rule::Saved, "saved={%rbx} allocated #0: Jump -> #0", "saved={%rax} allocated #0: Jump -> #0"),
    (Rule::Saved, "saved={%rbx} allocated #0: Jump -> #0", "saved={%rbp} allocated #0: Jump -> #0"),
    (Rule::Saved, "saved={%rbx} allocated #0: Jump -> #0", "saved={%rbx} #0: Jump -> #0"),
    (
        Rule::Saved,
        "conv=windows_x64 saved={%rsi, %xmm6} allocated #0: Jump -> #0",
        "saved={%rsi, %xmm6} allocated #0: Jump -> #0",
    ),
    (
        Rule::Saved,
        "conv=internal kept={%rbx} saved={%rbx} allocated #0: Jump -> #0",
        "conv=internal saved={%rbx} allocated #0: Jump -> #0",
    ),
    (Rule::Registers, "conv=internal kept={%rbx} #0: Jump -> #0", "kept={%rbx} #0: Jump -> #0"),
    (
        Rule::Registers,
        "conv=internal kept={%rbx} pinned={%r14} #0: Jump -> #0",
        "conv=internal kept={%rbx} pinned={%rbx} #0: Jump -> #0",
    ),
    (
        Rule::Saved,
        "pinned={%rbx} saved={%rbx} #0: Jump -> #0",
        "pinned={%rbx} saved={%rbx, %r12} #0: Jump -> #0",
    ),
    (
        Rule::Kept,
        "saved={%rbx} allocated #0: Move 1, %rbx Jump -> #0",
        "allocated #0: Move 1, %rbx Jump -> #0",
    ),
    (Rule::Kept, "allocated #0: Move %rbx, %rax Jump -> #0", "allocated #0: Move %rax, %rbx Jump -> #0"),
    (Rule::Kept, "#0: Move 1, %rbp Jump -> #0", "allocated #0: Move 1, %rbp Jump -> #0"),
    (
        Rule::Kept,
        "allocated #0: MoveDouble %xmm0, %xmm6 Jump -> #0",
        "conv=windows_x64 allocated #0: MoveDouble %xmm0, %xmm6 Jump -> #0",
    ),
    (
        Rule::Kept,
        "saved={%rbx} allocated special0 = [] clobbers={%rbx} #0: Patch special0 Jump -> #0",
        "allocated special0 = [] clobbers={%rbx} #0: Patch special0 Jump -> #0",
    ),
    (
        Rule::Kept,
        "saved={%rbx} allocated special0 = [] clobbers_early={%rbx} #0: Patch special0 Jump -> #0",
        "allocated special0 = [] clobbers_early={%rbx} #0: Patch special0 Jump -> #0",
    ),
    (
        Rule::Kept,
        "allocated special0 = [D:%rbx:64] #0: Entry special0, %rbx Jump -> #0",
        "allocated special0 = [D:%rbx:64] #0: Patch special0, %rbx Jump -> #0",
    ),
    (
        Rule::Hidden,
        "special0 = [X:G:8, U:G:32, U:G:32] hidden=Branch32:0 #0: Move 5, %t0 Check special0, Equal, %t0, 1 Jump -> #0",
        "special0 = [X:G:8, U:G:32, U:G:32] #0: Move 5, %t0 Check special0, Equal, %t0, 1 Jump -> #0",
    ),
    (
        Rule::Hidden,
        "special0 = [U:G:64] #0: Move 5, %t0 Patch special0, %t0 Jump -> #0",
        "special0 = [U:G:64, LU:G:64, D:G:64] hidden=Sub64:0 #0: Move 5, %t0 Patch special0, %t0, %t0, %t1 Jump -> #0",
    ),
    (
        Rule::Hidden,
        "special0 = [U:G:64, D:G:64] hidden=Neg64:0 #0: Move 5, %t0 Check special0, %t0, %t1 Jump -> #0",
        "special0 = [U:G:64, D:G:64] hidden=Not64:0 #0: Move 5, %t0 Check special0, %t0, %t1 Jump -> #0",
    ),
    (
        Rule::Hidden,
        "special0 = [U:G:64, LU:G:64, D:G:64] hidden=Sub64:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1 Jump -> #0",
        "special0 = [U:G:64, U:G:64, D:G:64] hidden=Sub64:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1 Jump -> #0",
    ),
    (
        Rule::HiddenForm,
        "special0 = [X:G:8, U:G:32, U:G:32] hidden=Branch32:2 #0: Check special0, Equal, [%rbp], 1 Jump -> #0",
        "special0 = [X:G:8, U:G:32, U:G:32] hidden=Branch32:0 #0: Check special0, Equal, [%rbp], 1 Jump -> #0",
    ),
    (
        Rule::ReadAfter,
        "special0 = [U:G:64, U:G:64, D:G:64, CU:G:64] hidden=Add64:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1, %t0 Jump -> #0",
        "special0 = [U:G:64, U:G:64, D:G:64, CU:G:64] hidden=Mul64:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1, %t0 Jump -> #0",
    ),
    (
        Rule::ReadAfter,
        "special0 = [U:G:32, U:G:32, ZD:G:32, LCU:G:64] hidden=Add32:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1, %t0 Jump -> #0",
        "special0 = [U:G:32, U:G:32, ZD:G:32, CU:G:64] hidden=Add32:0 #0: Move 5, %t0 Check special0, %t0, %t0, %t1, %t0 Jump -> #0",
    ),
    (
        Rule::ReadAfter,
        "special0 = [U:G:64, U:G:64, D:G:64, LCU:G:64] hidden=Add64:0 #0: Move 5, %t0 Move 6, %t2 Check special0, %t0, %t0, %t1, %t2 Jump -> #0",
        "special0 = [U:G:64, U:G:64, D:G:64, CU:G:64] hidden=Add64:0 #0: Move 5, %t0 Move 6, %t2 Check special0, %t0, %t0, %t1, %t2 Jump -> #0",
    ),
    (
        Rule::HiddenForm,
        "slot0 = locked 8 special0 = [U:G:64, U:G:64, D:G:64] hidden=Add64:1 #0: Move 5, %t0 Check special0, [slot0], %t0, %t1 Jump -> #0",
        "slot0 = locked 8 special0 = [U:G:64, U:G:64, D:G:64] hidden=Add64:1 #0: Move 5, %t0 Check special0, [%rbp], %t0, %t1 Jump -> #0",
    ),
    (
        Rule::ReadAfter,
        "special0 = [U:G:64, U:G:64, D:G:64, CU:G:64] hidden=Add64:0 #0: Move 5, %t0 Move 6, %t1 Check special0, %t0, %t0, %t1, %t0 Jump -> #0",
        "special0 = [U:G:64, U:G:64, D:G:64, CU:G:64] hidden=Add64:0 #0: Move 5, %t0 Move 6, %t1 Check special0, %t0, %t0, %t1, %t1 Jump -> #0",
    ),
    (
        Rule::Pinned,
        "pinned={%r14} special0 = [] clobbers={%rbx} #0: Patch special0 Jump -> #0",
        "pinned={%r14} special0 = [] clobbers={%rbx, %r14} #0: Patch special0 Jump -> #0",
    ),
    (
        Rule::Pinned,
        "pinned={%r14} special0 = [] clobbers_early={%rbx} #0: Patch special0 Jump -> #0",
        "pinned={%r14} special0 = [] clobbers_early={%r14} #0: Patch special0 Jump -> #0",
    ),
    (
        Rule::Pinned,
        "pinned={%r14} saved={%r14} allocated #0: Move %rax, %r14 Jump -> #0",
        "pinned={%r14} saved={%r14} allocated #0: Move %rax, %r14, inserted Jump -> #0",
    ),
    (
        Rule::TerminalResult,
        "special0 = [D:%rax:64] #0: TerminalPatch special0, %t0 -> #0, #0, #0",
        "special0 = [D:G:64] #0: TerminalPatch special0, %t0 -> #0, #0, #0",
    ),
    (
        Rule::TerminalResult,
        "call_area=8 special0 = [D:G:64, UD:G:64] #0: Move 1, %t0 TerminalPatch special0, [callarg], %t0",
        "call_area=8 special0 = [D:G:64, ED:G:64] #0: Move 1, %t0 TerminalPatch special0, [callarg], %t0",
    ),
    (
        Rule::LandingFirst,
        "special0 = [D:%rax:64] #0: TerminalPatch special0, %t0 -> #1 #1: Landing special0, %t1 Fence 5 Jump -> #2          #2: Fence 5 Jump -> #2",
        "special0 = [D:%rax:64] #0: TerminalPatch special0, %t0 -> #1 #1: Fence 5 Landing special0, %t1 Jump -> #2          #2: Fence 5 Jump -> #2",
    ),
    (
        Rule::LandingFirst,
        "allocated special0 = [D:%rax:64] #0: TerminalPatch special0, %rax -> #1          #1: Move %rcx, %rdx, inserted Landing special0, %rax Jump -> #2 #2: Jump -> #2",
        "allocated special0 = [D:%rax:64] #0: TerminalPatch special0, %rax -> #1          #1: Move %rcx, %rdx Landing special0, %rax Jump -> #2 #2: Jump -> #2",
    ),
    (
        Rule::LandingFrom,
        "special0 = [D:%rax:64] #0: TerminalPatch special0, %t0 -> #1 #1: Landing special0, %t1 Jump -> #2          #2: Jump -> #2",
        "special0 = [D:%rax:64] #0: TerminalPatch special0, %t0 -> #1 #1: Landing special0, %t1 Jump -> #2          #2: Jump -> #1",
    ),
    (
        Rule::LandingFrom,
        "special0 = [D:%rax:64] special1 = [D:%rax:64, D:%rcx:64]          #0: TerminalPatch special1, %t0, %t2 -> #1 #1: Landing special0, %t1 Jump -> #2 #2: Jump -> #2",
        "special0 = [D:%rax:64] special1 = [D:%rdx:64, D:%rcx:64]          #0: TerminalPatch special1, %t0, %t2 -> #1 #1: Landing special0, %t1 Jump -> #2 #2: Jump -> #2",
    ),
    (
        Rule::LandingFrom,
        "special0 = [D:%rax:64] #0: Jump -> #1 #1: TerminalPatch special0, %t0 -> #2          #2: Landing special0, %t1 Jump -> #1",
        "special0 = [D:%rax:64] #0: Landing special0, %t1 TerminalPatch special0, %t0 -> #0",
    ),
    // A call that throws has no results.
    (
        Rule::LandingFrom,
        "special0 = [U:G:64, D:%rax:64] special1 = [D:%rax:64] #0: Invoke special0, lib:fmod, %t0 -> #1, #2 #1: Landing special1, %t1 Jump -> #2 #2: Jump -> #2",
        "special0 = [U:G:64, D:%rax:64] special1 = [D:%rax:64] #0: Invoke special0, lib:fmod, %t0 -> #2, #1 #1: Landing special1, %t1 Jump -> #2 #2: Jump -> #2",
    ),
    (
        Rule::LandingFrom,
        "special0 = [U:G:64, D:%rax:64] special1 = [D:%rax:64] #0: Invoke special0, lib:fmod, %t0 -> #1, #2 #1: Landing special1, %t1 Jump -> #2 #2: Jump -> #2",
        "special0 = [U:G:64, D:%rax:64] special1 = [D:%rax:64] #0: Invoke special0, lib:fmod, %t0 -> #1, #1 #1: Landing special1, %t1 Jump -> #2 #2: Jump -> #2",
    ),
    (
        Rule::SuccessorCount,
        "special0 = [U:G:64] #0: Invoke special0, lib:fmod -> #1, #2 #1: Jump -> #1 #2: Jump -> #1",
        "special0 = [U:G:64] #0: Invoke special0, lib:fmod -> #1 #1: Jump -> #1 #2: Jump -> #1",
    ),
    (
        Rule::TerminalResult,
        "special0 = [U:G:64, D:%rax:64] #0: Invoke special0, lib:fmod, %t0 -> #1, #1 #1: Jump -> #1",
        "special0 = [U:G:64, D:G:64] #0: Invoke special0, lib:fmod, %t0 -> #1, #1 #1: Jump -> #1",
    ),
    (
        Rule::StateOperands,
        "special0 = [U:G:64, LCU:G:64, S:G:64] state=0 state_operands=1 #0: Patch special0, 1, 2, %t0 Jump -> #0",
        "special0 = [U:G:64, CU:G:64, S:G:64] state=0 state_operands=1 #0: Patch special0, 1, 2, %t0 Jump -> #0",
    ),
    (
        Rule::StateOperands,
        "special0 = [U:G:64, LCU:G:64] state=0 state_operands=1 #0: Patch special0, 1, 2 Jump -> #0",
        "special0 = [U:G:64, LCU:G:64] state=0 state_operands=2 #0: Patch special0, 1, 2 Jump -> #0",
    ),
    (
        Rule::StateOperands,
        "special0 = [LCU:G:64] state=0 state_operands=1 #0: Patch special0, 1 Jump -> #0",
        "special0 = [LCU:G:64] state_operands=1 #0: Patch special0, 1 Jump -> #0",
    ),
    (
        Rule::SpecialKind,
        "slot0 = spill 8 special0 = [U:GS:64, LU:FS:64] #0: Patch special0, [slot0], const64:0x1 Jump -> #0",
        "slot0 = spill 8 special0 = [U:G:64, LU:FS:64] #0: Patch special0, [slot0], const64:0x1 Jump -> #0",
    ),
    (
        Rule::SpecialKind,
        "call_area=8 special0 = [D:G:64] #0: Patch special0, [callarg] Jump -> #0",
        "call_area=8 special0 = [ED:G:64] #0: Patch special0, [callarg] Jump -> #0",
    ),
];

type Mutation = fn(&mut Code);

const BLOCK: BlockId = BlockId::new(0);

/// Replaces the operands of the first instruction without looking up its form.
fn set_args(code: &mut Code, args: &[Arg]) {
    let inst = code.buffer.insts[0];
    code.buffer.args_mut(&inst).copy_from_slice(args);
}

fn tmp(number: u32) -> Tmp {
    Tmp::new(Bank::Gp, number)
}

fn special_mut(code: &mut Code) -> &mut barebones::air::Special {
    code.specials.get_mut(SpecialId::new(0)).expect("a special")
}

/// Valid code and a change that makes it break the rule, for faults that text cannot express.
const MUTATIONS: &[(Rule, &str, Mutation)] = &[
    (Rule::InstRange, "#0: Jump -> #0", |code| code.blocks[BLOCK].insts.end = 2),
    (Rule::InstRange, "#0: Fence 5 Jump -> #0", |code| code.blocks[BLOCK].insts = Range { start: 2, end: 1 }),
    (Rule::InstOnce, "#0: Fence 5 Jump -> #0 #1: Jump -> #0", |code| {
        code.blocks[BlockId::new(1)].insts = 1..2;
    }),
    (Rule::InstOnce, "#0: Fence 5 Fence 5 Jump -> #0 #1: Jump -> #0 #2: Jump -> #0", |code| {
        code.blocks[BlockId::new(1)].insts = 3..4;
        code.blocks[BlockId::new(2)].insts = 1..3;
    }),
    (Rule::TmpInfo, "%t0: remat=Move(5) #0: Jump -> #0", |code| code.tmps[0].remat = RematId::new(1)),
    (Rule::Remat, "%t0: remat=Move(5) #0: Jump -> #0", |code| {
        let remat = &mut code.remats[RematId::new(0)];
        remat.form = find_form(Opcode::Move32, Arch::X64, Features::empty(), &[Arg::Imm(5), tmp(0).into()])
            .expect("a form of another opcode");
    }),
    (Rule::Remat, "%t0: remat=Move(5) #0: Jump -> #0", |code| {
        let remat = &mut code.remats[RematId::new(0)];
        remat.form = find_form(Opcode::Move, Arch::X64, Features::empty(), &[tmp(1).into(), tmp(0).into()])
            .expect("a form for registers");
    }),
    (Rule::Registers, "#0: Jump -> #0", |code| code.pinned.insert(Reg::gp(16))),
    (Rule::Saved, "#0: Jump -> #0", |code| code.convention = ConvId::new(3)),
    (Rule::Registers, "special0 = [] #0: Ret special0", |code| {
        special_mut(code).clobbers_high.insert(Reg::fp(31));
    }),
    (Rule::Registers, "special0 = [D:%rax:64] #0: Patch special0, %t0 Jump -> #0", |code| {
        special_mut(code).operands[0] = OperandSpec::in_reg(Role::Def, Reg::gp(20), Width::W64);
    }),
    (Rule::FixedBank, "special0 = [D:%rax:64] #0: Patch special0, %t0 Jump -> #0", |code| {
        special_mut(code).operands[0].bank = Bank::Fp;
        code.tmps[0].bank = Bank::Fp;
        set_args(code, &[Arg::Special(SpecialId::new(0)), Tmp::new(Bank::Fp, 0).into()]);
    }),
    (Rule::Form, "#0: Move 5, %t0 Jump -> #0", |code| code.buffer.insts[0].form = FormId(u16::MAX - 1)),
    (Rule::Form, "#0: Move 5, %t0 Jump -> #0", |code| code.buffer.insts[0].opcode = Opcode::Move32),
    (Rule::Form, "#0: Move 5, %t0 Jump -> #0", |code| code.buffer.insts[0].form = FormId::SPECIAL),
    (Rule::Form, "#0: Move 5, %t0 Jump -> #0", |code| set_args(code, &[Arg::CallArg { offset: 0 }; 2])),
    (Rule::Form, "special0 = [] #0: Ret special0", |code| code.buffer.insts[0].form = FormId(0)),
    (Rule::FormTarget, "features={popcnt} #0: Move 5, %t0 PopCount32 %t0, %t1 Jump -> #0", |code| {
        code.target.features = Features::empty();
    }),
    (Rule::Tmp, "#0: Move 5, %t0 Jump -> #0", |code| set_args(code, &[Arg::Imm(5), tmp(1).into()])),
    (Rule::Tmp, "#0: Move 5, %t0 Jump -> #0", |code| {
        set_args(code, &[Arg::Imm(5), Tmp::from_reg(Reg::gp(16)).into()]);
    }),
    (Rule::Index, "#0: Lea64 [%rbp + %rbp*8], %t0 Jump -> #0", |code| {
        let base = Tmp::from_reg(Reg::gp(5));
        set_args(
            code,
            &[
                Arg::Index { base, index: base, shift: 4, extend: IndexExtend::Whole, offset: 0 },
                tmp(0).into(),
            ],
        );
    }),
];

#[test]
fn each_rule_is_broken_alone_and_has_a_valid_twin() {
    let mut covered = Vec::new();
    for (rule, good, bad) in TEXTS {
        assert_eq!(broken(&code(good)), [], "{good}");
        assert_eq!(broken(&code(bad)), [*rule], "{bad}");
        covered.push(*rule);
    }
    for (rule, good, bad) in TEXTS_A64 {
        let code = |text: &str| parse_ok(&format!("air 1 target=aarch64-linux {text}"));
        assert_eq!(broken(&code(good)), [], "{good}");
        assert_eq!(broken(&code(bad)), [*rule], "{bad}");
        covered.push(*rule);
    }
    for (rule, text, mutate) in MUTATIONS {
        let mut code = code(text);
        assert_eq!(broken(&code), [], "{text}");
        mutate(&mut code);
        assert_eq!(broken(&code), [*rule], "{text}: {code}");
        covered.push(*rule);
    }
    for rule in Rule::ALL {
        assert!(covered.contains(rule), "{rule} has no case");
    }
}

#[test]
fn the_list_is_the_documentation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/air/validate/mod.rs");
    let source = std::fs::read_to_string(path).expect("the source");
    let listed: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("//! - ")).collect();
    let rules: Vec<String> = Rule::ALL.iter().map(|rule| format!("{rule}: {}", rule.sentence())).collect();
    assert_eq!(listed, rules);
}

#[test]
fn violations_give_their_place_and_reason() {
    let code = code("slot0 = locked 8 #0: Jump -> #1 #1: Fence 5 Move [slot0 + 4], %t0, origin=7 Jump -> #0");
    let violations = validate(&code).expect_err("an access outside");
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let expected = "A25 at #1, instruction 1 (Move [slot0 + 4], %t0, origin=7): operand 0: 8 bytes at 4 of 8";
    assert_eq!(texts, [expected]);
}

#[test]
fn hostile_code_is_reported_and_nothing_more() {
    // Validation and printing return for any broken code.
    let text = super::corpus()[0];
    for round in 0..FORMS.len() * 2 {
        let mut code = parse_ok(text);
        let count = code.buffer.insts.len();
        code.buffer.insts[round % count].form = FormId((round / 2) as u16);
        code.tmps.truncate(round % 40);
        code.slots.clear();
        code.blocks[BlockId::new((round % 7) as u32)].insts = (round as u32 % 50)..(round as u32 % 60);
        code.allocated = round % 3 == 0;
        assert!(validate(&code).is_err());
        assert!(!code.to_string().is_empty());
    }
    let many = format!("air 1 target=host #0: {}", "Jump ".repeat(2 * MAX_VIOLATIONS));
    assert_eq!(validate(&parse_ok(&many)).expect_err("terminals").len(), MAX_VIOLATIONS);
}

#[test]
fn many_temporaries_and_blocks_are_validated() {
    // Each block but the last reads what the first one wrote, so the live sets have many words.
    let count = 1000;
    let definitions: String = (0..count - 1).map(|i| format!("Move {i}, %t{i} ")).collect();
    let blocks: String =
        (1..=count).map(|i| format!("#{i}: Move %t{}, [%rbp] Jump -> #{}\n", i - 1, i % count + 1)).collect();
    let code = code(&format!("#0: {definitions} Jump -> #1\n{blocks}"));
    let violations = validate(&code).expect_err("one temporary is never written");
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        ["A35 at #1000, instruction 0 (Move %t999, [%rbp]): no definition of %t999 reaches it"]
    );
}
