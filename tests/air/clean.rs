//! Tests of copy forwarding and of the clean-up after allocation: code that must be removed, and similar code that must
//! stay.

use super::parse_ok;
use barebones::air::Code;
use barebones::air_opt::CopyForwarding;
use barebones::regalloc::{AllocStats, Cleanup};

/// Lines of the text of code, without the header.
fn lines(code: &Code) -> Vec<String> {
    let text = code.to_string();
    let body = text.lines().map(str::trim).skip_while(|line| !line.starts_with('#'));
    body.map(|line| line.replace(", inserted", "")).collect()
}

fn expect(code: &Code, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines(code), expected);
}

/// `%t0` to `%t3` live across blocks; the others are local to one block.
fn forwarded(body: &str, removed: usize, expected: &str) {
    let declared = "special0 = [U:%rax:64]\n%t0: global\n%t1: global\n%t2: global\n%t3: global\n";
    let mut code = parse_ok(&format!("air 1 target=x86_64-linux\n{declared}{body}"));
    assert_eq!(CopyForwarding::default().run(&mut code), removed, "{body}");
    expect(&code, expected);
}

fn not_forwarded(body: &str) {
    forwarded(body, 0, body);
}

#[test]
fn readers_of_a_copy_read_its_source() {
    forwarded(
        "#0:\nMove %t0, %t5\nAdd64 %t5, 1, %t6\nMove %t6, [%t5 + %t6*4]\nBranch64 LessThan, %t5, %t1 -> #1, #1\n#1:\nTrap Unreachable\n",
        1,
        "#0:\nAdd64 %t0, 1, %t6\nMove %t6, [%t0 + %t6*4]\nBranch64 LessThan, %t0, %t1 -> #1, #1\n#1:\nTrap Unreachable",
    );
    // The last reader may be the next definition of the source; chains of copies; both banks; specials.
    forwarded(
        "#0:\nMove %t0, %t5\nMove %t5, %t6\nAdd64 %t6, 1, %t0\nTrap Unreachable\n",
        2,
        "#0:\nAdd64 %t0, 1, %t0\nTrap Unreachable",
    );
    forwarded(
        "#0:\nMoveDouble %ft8, %ft9\nAddDouble %ft9, %ft8, %ft10\nMoveDouble %ft10, [%t0]\nTrap Unreachable\n",
        1,
        "#0:\nAddDouble %ft8, %ft8, %ft10\nMoveDouble %ft10, [%t0]\nTrap Unreachable",
    );
    forwarded("#0:\nMove %t0, %t5\nRet special0, %t5\n", 1, "#0:\nRet special0, %t0");
}

#[test]
fn a_copy_read_after_a_new_source_stays() {
    not_forwarded(
        "#0:\nMove %t0, %t5\nAdd64 %t5, 1, %t0\nBranch64 LessThan, %t5, %t0 -> #1, #1\n#1:\nTrap Unreachable\n",
    );
    // A late use is read when results are written.
    not_forwarded("#0:\nMove %t0, %t5\nSub64 %t1, %t5, %t0\nTrap Unreachable\n");
    // In between, the source has a second name, whose live range ends before.
    forwarded(
        "#0:\nAdd64 %t1, %t2, %t5\nMove %t5, %t6\nMove %t5, %t0\nMove %t5, [%t3]\nMove %t1, %t0\nMove %t6, [%t3 + 8]\nBranch64 LessThan, %t0, %t1 -> #1, #1\n#1:\nTrap Unreachable\n",
        0,
        "#0:\nAdd64 %t1, %t2, %t5\nMove %t5, %t6\nMove %t6, %t0\nMove %t0, [%t3]\nMove %t1, %t0\nMove %t6, [%t3 + 8]\nBranch64 LessThan, %t0, %t1 -> #1, #1\n#1:\nTrap Unreachable",
    );
    // The copy is read in another block.
    not_forwarded(
        "#0:\nMove %t0, %t1\nAdd64 %t1, 1, %t5\nMove %t5, [%t1]\nJump -> #1\n#1:\nRet special0, %t1\n",
    );
    // A copy of part of a double is not a copy of the double.
    not_forwarded(
        "#0:\nMoveFloat %ft8, %ft9\nMoveDoubleTo64 %ft8, %t5\nMove %t5, [%t0]\nMoveFloat %ft9, [%t0]\nTrap Unreachable\n",
    );
    // A move that clears bits is not a copy, and a register as source is not forwarded.
    not_forwarded("#0:\nMove32 %t0, %t5\nMove %t5, [%t0]\nTrap Unreachable\n");
    not_forwarded("#0:\nMove %rbp, %t5\nMove %t5, [%t5]\nTrap Unreachable\n");
}

#[test]
fn later_readers_of_a_source_read_the_copy() {
    forwarded(
        "#0:\nAdd64 %t1, 1, %t5\nMove %t5, [%t2]\nMove %t5, %t0\nBranch64 LessThan, %t5, %t2 -> #1, #1\n#1:\nRet special0, %t0\n",
        0,
        "#0:\nAdd64 %t1, 1, %t5\nMove %t5, [%t2]\nMove %t5, %t0\nBranch64 LessThan, %t0, %t2 -> #1, #1\n#1:\nRet special0, %t0",
    );
    // Two copies: each is read until the next.
    forwarded(
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove %t5, %t1\nMove %t5, [%t5]\nJump -> #1\n#1:\nRet special0, %t0\n",
        0,
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove %t0, %t1\nMove %t1, [%t1]\nJump -> #1\n#1:\nRet special0, %t0",
    );
    // The first copy is overwritten.
    forwarded(
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove %t5, %t1\nMove 2, %t0\nMove %t5, [%t5]\nJump -> #1\n#1:\nRet special0, %t0\n",
        0,
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove %t0, %t1\nMove 2, %t0\nMove %t1, [%t1]\nJump -> #1\n#1:\nRet special0, %t0",
    );
}

#[test]
fn a_copy_of_half_a_vector_is_not_read_as_the_vector() {
    let vectors = |body: &str, removed: usize, expected: &str| {
        let declared = "%ft1: global\n%ft2: global\n%ft3: global\n%t0: global\n";
        let mut code = parse_ok(&format!("air 1 target=aarch64-linux vectors\n{declared}{body}"));
        assert_eq!(CopyForwarding::default().run(&mut code), removed, "{body}");
        expect(&code, expected);
    };
    // The sum reads all bits of the source.
    let half = "#0:\nMoveVector [%t0], %ft5\nMoveDouble %ft5, %ft1\nVectorAdd %ft5, %ft2, 0, %ft3\nJump -> #1\n#1:\nMoveVector %ft3, [%t0]\nMoveFloat %ft1, [%t0]\nTrap Unreachable\n";
    vectors(half, 0, half);
    // The low half may be read in the vector.
    vectors(
        "#0:\nMoveDouble %ft1, %ft5\nVectorAdd %ft1, %ft2, 0, %ft3\nAddDouble %ft5, %ft5, %ft6\nMoveDouble %ft6, [%t0]\nTrap Unreachable\n",
        1,
        "#0:\nVectorAdd %ft1, %ft2, 0, %ft3\nAddDouble %ft1, %ft1, %ft6\nMoveDouble %ft6, [%t0]\nTrap Unreachable",
    );
    // A copy of all bits.
    vectors(
        "#0:\nMoveVector [%t0], %ft5\nMoveVector %ft5, %ft1\nVectorAdd %ft5, %ft2, 0, %ft3\nJump -> #1\n#1:\nMoveVector %ft3, [%t0]\nMoveFloat %ft1, [%t0]\nTrap Unreachable\n",
        0,
        "#0:\nMoveVector [%t0], %ft5\nMoveVector %ft5, %ft1\nVectorAdd %ft1, %ft2, 0, %ft3\nJump -> #1\n#1:\nMoveVector %ft3, [%t0]\nMoveFloat %ft1, [%t0]\nTrap Unreachable",
    );
}

#[test]
fn a_source_that_is_live_after_the_copy_is_read_itself() {
    // The reader is in another block, or after a new value of the destination.
    not_forwarded("#0:\nMove %t3, %t0\nBranch64 LessThan, %t3, %t2 -> #1, #1\n#1:\nRet special0, %t3\n");
    not_forwarded(
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove 2, %t0\nMove %t5, [%t0]\nJump -> #1\n#1:\nRet special0, %t0\n",
    );
    // A new value of the source does not affect the copy.
    not_forwarded(
        "#0:\nMove 1, %t5\nMove %t5, %t0\nMove 2, %t5\nMove %t5, [%t0]\nJump -> #1\n#1:\nRet special0, %t0\n",
    );
}

/// Runs the clean-up on allocated code with two homes and a slot whose address may be taken.
fn cleaned(body: &str, expected: &str) -> AllocStats {
    let head = "air 1 target=x86_64-linux frame=32 allocated\nslot0 = spill 8 offset=-8\nslot1 = spill 8 offset=-16\n\
                slot2 = locked 16 offset=-32\n\
                special0 = [U:G:64] clobbers={%rax, %rcx, %xmm0}\nspecial1 = [U:%rax:64]\nspecial2 = [CU:G:64]\n";
    let mut code = parse_ok(&format!("{head}{body}"));
    let mut stats = AllocStats { moves: 1, ..AllocStats::default() };
    Cleanup::default().run(&mut code, 0, &mut stats, None);
    expect(&code, expected);
    // Slots of the program are not homes.
    let mut code = parse_ok(&format!("{head}{body}"));
    let mut none = AllocStats { moves: 1, ..AllocStats::default() };
    let slots = code.slots.len();
    Cleanup::default().run(&mut code, slots, &mut none, None);
    assert_eq!((none.removed_reloads, none.removed_stores, none.dead_stores), (0, 0, 0));
    stats
}

fn not_cleaned(body: &str) {
    cleaned(body, &body.replace(", inserted", ""));
}

#[test]
fn a_redundant_move_is_removed() {
    let stats = cleaned(
        "#0:\nMove %rax, %rcx\nMove %rax, [%rcx]\nMove %rcx, %rax\nMove %rax, %rcx\nTrap Unreachable\n",
        "#0:\nMove %rax, %rcx\nMove %rax, [%rcx]\nTrap Unreachable",
    );
    assert_eq!(stats.removed_moves, 2);
    cleaned(
        "#0:\nMoveDouble %xmm1, %xmm0\nMoveDouble %xmm0, %xmm1\nTrap Unreachable\n",
        "#0:\nMoveDouble %xmm1, %xmm0\nTrap Unreachable",
    );
}

#[test]
fn a_move_of_something_else_stays() {
    // Another value; another value that an instruction clobbers; a copy that a call clobbers.
    not_cleaned("#0:\nMove %rax, %rcx\nAdd32 %rax, 1, %rax\nMove %rax, %rcx\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rax, %rcx\nCtz32 %rdx, %rsi, %rax\nMove %rcx, %rax\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rbx, %rcx\nCall special0, symbol0\nMove %rbx, %rcx\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rdx, %rcx\nUDiv64 %rax, %rsi, %rax\nMove %rcx, %rdx\nTrap Unreachable\n");
    // A 32-bit move clears the upper half.
    not_cleaned("#0:\nMove %rax, %rcx\nMove32 %rax, %rcx\nMove %rcx, %rax\nTrap Unreachable\n");
}

#[test]
fn a_redundant_reload_becomes_a_move_or_nothing() {
    let stats = cleaned(
        "#0:\nMove %rax, [slot0]\nMove [slot0], %rax\nMove [slot0], %rcx\nMove %rax, [%rcx]\nMove [slot0], %rdx\nRet special1, %rax\n",
        "#0:\nMove %rax, %rcx\nMove %rax, [%rcx]\nMove %rcx, %rdx\nRet special1, %rax",
    );
    assert_eq!((stats.removed_reloads, stats.dead_stores), (3, 1));
    cleaned(
        "#0:\nMove [slot0], %rax\nMove [slot0], %rcx\nTrap Unreachable\n",
        "#0:\nMove [slot0], %rax\nMove %rax, %rcx\nTrap Unreachable",
    );
}

#[test]
fn a_reload_of_something_else_stays() {
    not_cleaned("#0:\nMove %rax, [slot0]\nAdd64 %rax, 1, %rax\nMove [slot0], %rax\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rax, [slot0]\nCall special0, symbol0\nMove [slot0], %rax\nTrap Unreachable\n");
    // The slot was written since: entirely, in part, or by an arithmetic instruction.
    not_cleaned(
        "#0:\nMove [slot0], %rax\nMove %rcx, [slot0]\nMove [slot0], %rax\nTrap Unreachable\n"
            .replace("Move [slot0], %rax\nTrap", "Add64 %rax, [slot0], %rax\nTrap")
            .as_str(),
    );
    not_cleaned("#0:\nMove %rax, [slot0]\nMove32 %rcx, [slot0]\nMove [slot0], %rdx\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rax, [slot0]\nAdd64 1, [slot0]\nMove [slot0], %rax\nTrap Unreachable\n");
    // A store through an unknown address may write the slot.
    not_cleaned("#0:\nMove %rax, [slot2]\nMove %rcx, [%rdx]\nMove [slot2], %rax\nTrap Unreachable\n");
    // The other bank.
    not_cleaned("#0:\nMove %rax, [slot0]\nMoveDouble [slot0], %xmm0\nTrap Unreachable\n");
}

#[test]
fn known_contents_pass_to_a_block_with_one_predecessor() {
    cleaned(
        "#0:\nMove %rax, %rcx\nBranchTest64 Equal, %rax, %rax -> #1, #2\n#1:\nMove %rcx, %rax\nTrap Unreachable\n#2:\nMove %rcx, %rax\nTrap Unreachable\n",
        "#0:\nMove %rax, %rcx\nBranchTest64 Equal, %rax, %rax -> #1, #2\n#1:\nTrap Unreachable\n#2:\nMove %rcx, %rax\nTrap Unreachable",
    );
    // Two predecessors, two edges, and an edge from elsewhere.
    not_cleaned(
        "#0:\nMove %rax, %rcx\nBranchTest64 Equal, %rax, %rax -> #1, #2\n#1:\nMove 1, %rcx\nJump -> #2\n#2:\nMove %rcx, %rax\nTrap Unreachable\n",
    );
    not_cleaned(
        "#0:\nMove %rax, %rcx\nJump -> #1\n#1:\nMove %rax, %rcx\nMove 2, %rcx\nBranchTest64 Equal, %rax, %rax -> #1, #2\n#2:\nTrap Unreachable\n",
    );
    not_cleaned(
        "#0:\nJump -> #2\n#1:\nMove %rax, %rcx\nTrap Unreachable\n#2:\nMove %rcx, %rax\nTrap Unreachable\n",
    );
}

#[test]
fn a_redundant_or_dead_store_is_removed() {
    let stats = cleaned(
        "#0:\nMove [slot0], %rax\nMove %rax, [slot0]\nMove %rcx, [slot1]\nMove %rdx, [slot1]\nAdd64 %rax, [slot1], %rax\nAdd64 %rax, [slot0], %rax\nMove %rax, [slot1]\nRet special1, %rax\n",
        "#0:\nMove [slot0], %rax\nMove %rdx, [slot1]\nAdd64 %rax, [slot1], %rax\nAdd64 %rax, [slot0], %rax\nRet special1, %rax",
    );
    assert_eq!((stats.removed_stores, stats.dead_stores), (1, 2));
}

#[test]
fn a_store_that_is_read_stays() {
    // The home is read in another block, around a loop, as an operand that may be in memory, or by its address; memory
    // that is not a home.
    not_cleaned(
        "#0:\nMove %rax, [slot0]\nJump -> #1\n#1:\nJump -> #2\n#2:\nAdd64 %rax, [slot0], %rax\nTrap Unreachable\n",
    );
    not_cleaned(
        "#0:\nJump -> #1\n#1:\nAdd64 %rax, [slot0], %rcx\nMove %rcx, [slot0]\nBranchTest64 Equal, %rcx, %rcx -> #1, #2\n#2:\nTrap Unreachable\n",
    );
    not_cleaned("#0:\nMove %rax, [slot0]\nPatch special2, [slot0]\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rax, [slot0]\nLea64 [slot0], %rcx\nCall special0, %rcx\nTrap Unreachable\n");
    not_cleaned("#0:\nMove %rax, [slot2]\nTrap Unreachable\n");
    // The later store overwrites only half of the slot.
    not_cleaned(
        "#0:\nMove %rax, [slot0]\nMove32 %rcx, [slot0]\nAdd64 %rax, [slot0], %rax\nTrap Unreachable\n",
    );
}

#[test]
fn a_constant_in_a_register_is_not_materialized_again() {
    let stats = cleaned(
        "#0:\nMove symbol0, %rax, inserted\nMove symbol0, %rax, inserted\nMove 7, %rcx, inserted\nMove 8, %rcx, inserted\nMove 7, %rcx, inserted\nTrap Unreachable\n",
        "#0:\nMove symbol0, %rax\nMove 7, %rcx\nMove 8, %rcx\nMove 7, %rcx\nTrap Unreachable",
    );
    assert_eq!(stats.removed_remats, 1);
    not_cleaned(
        "#0:\nMove symbol0, %rax, inserted\nCall special0, symbol0\nMove symbol0, %rax, inserted\nTrap Unreachable\n",
    );
    // The block has another predecessor; a 32-bit value is not the 64-bit one.
    not_cleaned(
        "#0:\nMove32 7, %rax, inserted\nMove 7, %rax, inserted\nJump -> #1\n#1:\nMove 7, %rax, inserted\nTrap Unreachable\n",
    );
}

#[test]
fn a_redundant_extension_is_removed_and_others_stay() {
    let stats = cleaned(
        "#0:\nAdd32 %rax, 1, %rax\nMove32 %rax, %rax\nMove %rax, %rcx\nMove32 %rcx, %rcx\nTrap Unreachable\n",
        "#0:\nAdd32 %rax, 1, %rax\nMove %rax, %rcx\nTrap Unreachable",
    );
    assert_eq!(stats.removed_extensions, 2);
    not_cleaned("#0:\nAdd64 %rax, 1, %rax\nMove32 %rax, %rax\nTrap Unreachable\n");
    not_cleaned(
        "#0:\nAdd32 %rax, 1, %rax\nSignExtend32To64 %rax, %rax\nMove32 %rax, %rax\nTrap Unreachable\n",
    );
    not_cleaned("#0:\nAdd32 %rax, 1, %rax\nCall special0, symbol0\nMove32 %rax, %rax\nTrap Unreachable\n");
    not_cleaned("#0:\nAdd32 %rax, 1, %rax\nMove32 %rax, %rcx\nTrap Unreachable\n");
}

#[test]
fn code_without_inserted_instructions_is_not_examined() {
    let mut code = parse_ok(
        "air 1 target=x86_64-linux allocated\n#0:\nMove %rax, %rcx\nMove %rcx, %rax\nTrap Unreachable\n",
    );
    let before = code.to_string();
    Cleanup::default().run(&mut code, 0, &mut AllocStats::default(), None);
    assert_eq!(code.to_string(), before);
}
