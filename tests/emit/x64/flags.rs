//! Comparisons with zero that are redundant because of the flags, and others that must be emitted.

use super::emitted::{decode, x64};
use barebones::air::parse_code;
use barebones::base::{Arch, Target, Targets};
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::isa::{BlockContext, CodeBuffer, EmitState, NoGenerators, TARGETS};

/// The disassembled instructions of a block, without the final trap.
fn emitted(body: &str) -> Vec<String> {
    let targets = Targets { all: &TARGETS, host: Target::baseline(&X86_64_LINUX) };
    let text = format!(
        "air 1 target=x86_64-linux frame=16 allocated\nslot0 = spill 8 offset=-8\n#0:\n{body}\nTrap Unreachable\n"
    );
    let code = parse_code(&text, &targets).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let frame = x64().frame_info(&code).expect("not too large");
    let mut buffer = CodeBuffer::new(Arch::X64);
    let context = BlockContext { labels: &[], successors: &[], next: None, entry: 0, near: [false; 2] };
    let mut state = EmitState::default();
    let insts = 0..code.buffer.insts.len();
    x64().emit_block(&mut buffer, &mut state, &code, &code.buffer, insts, false, &context, &mut NoGenerators);
    x64().emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    let code = buffer.finish(frame).expect("can be emitted");
    let lines = decode(&code.bytes, 0, code.code_size);
    lines.iter().map(ToString::to_string).take_while(|line| line != "ud2").collect()
}

/// True if the block compares, and the mnemonic of its conditional jump.
fn comparison_and_jump(body: &str) -> (bool, String) {
    let lines = emitted(body);
    let compares = lines.iter().any(|line| line.starts_with("test") || line.starts_with("cmp"));
    let jump = lines.iter().find(|line| line.starts_with('j')).expect("a jump");
    (compares, jump.split(' ').next().unwrap_or("").to_string())
}

fn needs_no_comparison(body: &str, jump: &str) {
    assert_eq!(comparison_and_jump(body), (false, jump.to_string()), "{body}");
}

fn needs_comparison(body: &str) {
    assert!(comparison_and_jump(body).0, "{body}");
}

#[test]
fn results_are_not_compared_with_zero() {
    for op in [
        "And64 %rax, %rcx, %rax",
        "Or64 %rcx, %rax, %rax",
        "Xor64 %rax, 5, %rax",
        "And64 %rax, [slot0], %rax",
    ] {
        // Every condition.
        needs_no_comparison(&format!("{op}\nTrapIfTest64 Equal, %rax, %rax, User(1)"), "je");
        needs_no_comparison(&format!("{op}\nTrapIf64 LessEqual, %rax, 0, User(1)"), "jle");
        needs_no_comparison(&format!("{op}\nTrapIf64 Above, %rax, 0, User(1)"), "ja");
    }
    for op in [
        "Add32 %rax, %rcx, %rax",
        "Sub32 %rax, 1, %rax",
        "Add32 %rcx, -1, %rcx\nSub32 %rdx, %rax, %rax\nSub32 %rax, 7, %rax",
    ] {
        needs_no_comparison(&format!("{op}\nTrapIfTest32 NotEqual, %rax, %rax, User(1)"), "jne");
        needs_no_comparison(&format!("{op}\nTrapIf32 LessThan, %rax, 0, User(1)"), "js");
        needs_no_comparison(&format!("{op}\nTrapIf32 GreaterEqual, %rax, 0, User(1)"), "jns");
    }
    // The instructions in between do not change the flags.
    let between = "Move %rax, [slot0]\nMove32 [slot0], %rcx\nMove %rcx, %rdx\nLea64 [%rax + 8], %rsi\nZeroExtend8To32 %rdx, %rdi\nMoveDouble [slot0], %xmm0";
    needs_no_comparison(
        &format!("Sub64 %rax, %rcx, %rax\n{between}\nTrapIfTest64 Equal, %rax, %rax, User(1)"),
        "je",
    );
}

#[test]
fn flags_with_another_meaning_are_not_used() {
    // Conditions whose meaning changes with an overflow or a carry.
    for condition in ["LessEqual", "GreaterThan", "Above", "Below", "AboveEqual", "BelowEqual"] {
        needs_comparison(&format!("Add32 %rax, %rcx, %rax\nTrapIf32 {condition}, %rax, 0, User(1)"));
    }
    // Another width, register or number; flags after an address computation or a product.
    needs_comparison("And64 %rax, %rcx, %rax\nTrapIfTest32 Equal, %rax, %rax, User(1)");
    needs_comparison("Add32 %rax, %rcx, %rax\nTrapIfTest64 Equal, %rax, %rax, User(1)");
    needs_comparison("Add64 %rax, %rcx, %rax\nTrapIfTest64 Equal, %rcx, %rcx, User(1)");
    needs_comparison("Add64 %rax, %rcx, %rax\nTrapIfTest64 Equal, %rax, %rcx, User(1)");
    needs_comparison("Add64 %rax, %rcx, %rax\nTrapIf64 Equal, %rax, 1, User(1)");
    needs_comparison("Add64 %rax, %rcx, %rdx\nTrapIfTest64 Equal, %rdx, %rdx, User(1)");
    needs_comparison("Mul64 %rax, %rcx, %rax\nTrapIfTest64 Equal, %rax, %rax, User(1)");
    // The flags or the register change in between.
    for between in [
        "Move [slot0], %rax",
        "Move %rcx, %rax",
        "ZeroExtend8To32 %rax, %rax",
        "Move 0, %rcx",
        "Add64 %rcx, 1, %rcx",
        "Add64 1, [slot0]",
        "Lshift64 %rcx, 3, %rcx",
        "Compare64 LessThan, %rcx, %rdx, %rsi",
        "TrapIf64 Equal, %rcx, %rdx, User(2)",
        "MoveConditionally64 Equal, %rcx, 0, %rdx, %rsi, %rdi",
        "Fence 5",
    ] {
        let lines =
            emitted(&format!("And64 %rax, %rcx, %rax\n{between}\nTrapIfTest64 Equal, %rax, %rax, User(1)"));
        assert!(lines.iter().any(|line| line == "test rax,rax"), "{between}: {lines:?}");
    }
    // The result register may be cleared before the comparison.
    needs_comparison(
        "And64 %rax, %rcx, %rax\nTest64 Equal, %rax, %rax, %rdx\nTrapIf64 Equal, %rcx, %rdx, User(1)",
    );
}
