//! Emission of AArch64 code that fuses several Air instructions: pairs, and accesses with pre- or post-index.

use barebones::air::parse_code;
use barebones::base::{Arch, Target, Targets};
use barebones::isa::{BlockContext, CodeBuffer, EmitState, NoGenerators, TARGETS, emitter, target_by_name};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::InstDecoder;

/// The disassembled instructions of a block, without the final trap.
fn emitted(body: &str) -> Vec<String> {
    emitted_with("", body)
}

/// Like [`emitted`], with additional text in the header of the code.
fn emitted_with(header: &str, body: &str) -> Vec<String> {
    let desc = target_by_name("aarch64-linux").expect("a target");
    let targets = Targets { all: &TARGETS, host: Target::baseline(desc) };
    let body = body.replace("; ", "\n");
    let text = format!(
        "air 1 target=aarch64-linux frame=32 {header} allocated\nslot0 = spill 32 offset=-32\nspecial0 = [U:G:64] clobbers={{%x0}}\n#0:\n{body}\nTrap Unreachable\n"
    );
    let code = parse_code(&text, &targets).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let emitter = emitter(Arch::A64).expect("there is one");
    let frame = emitter.frame_info(&code).expect("not too large");
    let mut buffer = CodeBuffer::new(Arch::A64);
    let context = BlockContext { labels: &[], successors: &[], next: None, entry: 0, near: [false; 2] };
    let mut state = EmitState::default();
    let insts = 0..code.buffer.insts.len();
    emitter.emit_block(
        &mut buffer,
        &mut state,
        &code,
        &code.buffer,
        insts,
        false,
        &context,
        &mut NoGenerators,
    );
    emitter.emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    let code = buffer.finish(frame).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let words = code.bytes[..code.code_size as usize].chunks_exact(4);
    let lines = words.map(|word| {
        InstDecoder::default()
            .decode(&mut U8Reader::new(word))
            .map_or_else(|_| "?".into(), |inst| inst.to_string())
    });
    lines.take_while(|line| !line.starts_with("udf")).collect()
}

#[track_caller]
fn becomes(body: &str, expected: &[&str]) {
    assert_eq!(emitted(body), expected, "{body}");
}

/// Expects that each instruction is emitted on its own, in order.
#[track_caller]
fn not_fused(body: &str) {
    let alone: Vec<String> = body.split("; ").flat_map(emitted).collect();
    assert_eq!(emitted(body), alone, "{body}");
}

#[test]
fn every_access_changes_its_base() {
    for (access, expected) in [
        ("Move [%x1], %x0", "ldr x0, [x1], #0x8"),
        ("Move32 [%x1], %x0", "ldr w0, [x1], #0x8"),
        ("MoveFloat [%x1], %v0", "ldr s0, [x1], #0x8"),
        ("MoveDouble [%x1], %v0", "ldr d0, [x1], #0x8"),
        ("ZeroExtend8To32 [%x1], %x0", "ldrb w0, [x1], #0x8"),
        ("SignExtend8To32 [%x1], %x0", "ldrsb w0, [x1], #0x8"),
        ("ZeroExtend16To32 [%x1], %x0", "ldrh w0, [x1], #0x8"),
        ("SignExtend16To32 [%x1], %x0", "ldrsh w0, [x1], #0x8"),
        ("SignExtend8To64 [%x1], %x0", "ldrsb x0, [x1], #0x8"),
        ("SignExtend16To64 [%x1], %x0", "ldrsh x0, [x1], #0x8"),
        ("SignExtend32To64 [%x1], %x0", "ldrsw x0, [x1], #0x8"),
        ("Move %x0, [%x1]", "str x0, [x1], #0x8"),
        ("Move 0, [%x1]", "str xzr, [x1], #0x8"),
        ("Move32 %x0, [%x1]", "str w0, [x1], #0x8"),
        ("MoveFloat %v0, [%x1]", "str s0, [x1], #0x8"),
        ("MoveDouble %v0, [%x1]", "str d0, [x1], #0x8"),
        ("Store8 %x0, [%x1]", "strb w0, [x1], #0x8"),
        ("Store16 %x0, [%x1]", "strh w0, [x1], #0x8"),
    ] {
        becomes(&format!("{access}; Add64 %x1, 8, %x1"), &[expected]);
        let changed = access.replace("[%x1]", "[%x1 + 8]");
        let before = expected.replace("[x1], #0x8", "[x1, #0x8]!");
        becomes(&format!("{changed}; Add64 %x1, 8, %x1"), &[&before]);
        // The addition is first.
        becomes(&format!("Add64 %x1, 8, %x1; {access}"), &[&before]);
        becomes(&format!("Add64 %x1, 8, %x1; {}", access.replace("[%x1]", "[%x1 - 8]")), &[expected]);
    }
}

#[test]
fn every_addition_form_is_fused() {
    for (sum, by) in [
        ("Add64 %x1, 8, %x1", "#0x8"),
        ("Add64 %x1, 255, %x1", "#0xff"),
        ("Add64 %x1, -256, %x1", "#-0x100"),
        ("Sub64 %x1, 8, %x1", "#-0x8"),
        ("Sub64 %x1, 256, %x1", "#-0x100"),
        ("Lea64 [%x1 + 3], %x1", "#0x3"),
    ] {
        becomes(&format!("Move [%x1], %x0; {sum}"), &[&format!("ldr x0, [x1], {by}")]);
    }
    for sum in [
        "Add64 %x1, 256, %x1",
        "Sub64 %x1, 257, %x1",
        "Add64 %x1, 8, %x2",
        "Add64 %x2, 8, %x1",
        "Add64 %x1, %x2, %x1",
        "Add32 %x1, 8, %x1",
        "Lea32 [%x1 + 8], %x1",
        "Lea64 [%x1 + %x2*1], %x1",
        "Lea64 [%x2 + 8], %x1",
    ] {
        not_fused(&format!("Move [%x1], %x0; {sum}"));
    }
    // Registers that allocation does not give out.
    not_fused("Move [%x29 - 8], %x0; Add64 %x29, 8, %x29");
    let body = "Move [%x21], %x0; Add64 %x21, 8, %x21";
    assert_eq!(emitted(body), ["ldr x0, [x21], #0x8"]);
    assert_eq!(emitted_with("pinned={%x21}", body), ["ldr x0, [x21]", "add x21, x21, #0x8"]);
}

#[test]
fn instructions_in_between_do_not_use_the_base() {
    let around = |between: &str| format!("Move [%x1], %x0; {between}; Add64 %x1, 8, %x1");
    for between in [
        "Add64 %x2, %x0, %x2",
        "Move %x0, [%x3]",
        "Move %x0, [slot0]",
        "Fence 5",
        "Compare64 Equal, %x2, %x3, %x4",
        "Add64 %x0, 1, %x0",
        "Call special0, %x9",
    ] {
        let lines = emitted(&around(between));
        assert_eq!(lines[0], "ldr x0, [x1], #0x8", "{between}");
        assert_eq!(lines[1..], emitted(between), "{between}");
        // The addition is first.
        let lines = emitted(&format!("Add64 %x1, 8, %x1; {between}; Move %x4, [%x1]"));
        assert_eq!(lines.last().map(String::as_str), Some("str x4, [x1, #0x8]!"), "{between}");
        assert_eq!(lines[..lines.len() - 1], emitted(between), "{between}");
    }
    for between in [
        "Move %x1, %x2",
        "Add64 %x1, %x2, %x2",
        "Move %x2, %x1",
        "Move %x1, [%x3]",
        "Move [%x3 + %x1*1], %x2",
        "Move [%x1 + %x3*1], %x2",
        "Lea64 [%x1 + 24], %x2",
        "Move [%x1 + 16], %x1",
        "Call special0, %x1",
        "Compare64 Equal, %x1, %x3, %x4",
        "Move [%x1 + 16], %x2; Add64 %x2, %x1, %x2",
    ] {
        not_fused(&around(between));
    }
    // The access reads or writes its own base.
    not_fused("Move %x1, [%x1]; Add64 %x1, 8, %x1");
    not_fused("Move [%x1], %x1; Add64 %x1, 8, %x1");
    not_fused("Add64 %x1, 8, %x1; Move %x1, [%x1]");
    not_fused("Add64 %x1, 8, %x1; Move [%x1], %x1");
    not_fused("Move [%x1 + 16], %x0; Add64 %x1, 8, %x1");
    not_fused("Add64 %x1, 8, %x1; Move [%x1 + 8], %x0");
    not_fused("Move [%x1 + %x2*1], %x0; Add64 %x1, 8, %x1");
    not_fused("Add64 %x1, 8, %x1; Move [%x2 + %x1*1], %x0");
    // Past the limit of the search.
    let far = "Add64 %x2, %x0, %x2; ".repeat(40);
    not_fused(&format!("Move [%x1], %x0; {far}Add64 %x1, 8, %x1"));
    not_fused(&format!("Add64 %x1, 8, %x1; {far}Move [%x1], %x0"));
}

#[test]
fn accesses_between_find_the_base_changed() {
    becomes(
        "ZeroExtend8To32 [%x1], %x0; ZeroExtend8To32 [%x1 + 1], %x2; Store8 %x2, [%x1 + 2]; Add64 %x1, 4, %x1",
        &["ldrb w0, [x1], #0x4", "ldurb w2, [x1, #-0x3]", "sturb w2, [x1, #-0x2]"],
    );
    // The nearest access that can is fused, and earlier ones stay.
    becomes(
        "Move [%x1], %x0; Add64 %x3, 1, %x3; Move %x0, [%x1]; Add64 %x1, 8, %x1",
        &["ldr x0, [x1]", "add x3, x3, #0x1", "str x0, [x1], #0x8"],
    );
    // Out of reach of the changed base.
    not_fused("Move [%x1], %x0; Move [%x1 + 32760], %x2; Sub64 %x1, 8, %x1");
    not_fused("Move [%x1], %x0; Move %x2, [%x1 - 256]; Add64 %x1, 8, %x1");
    // The offset from the changed base is not a multiple of the size.
    not_fused("Move [%x1], %x0; Move [%x1 + 24], %x2; Add64 %x1, 4, %x1");
}

#[test]
fn an_access_is_fused_with_one_addition() {
    becomes(
        "Add64 %x1, 8, %x1; Move [%x1], %x0; Add64 %x1, 8, %x1",
        &["ldr x0, [x1, #0x8]!", "add x1, x1, #0x8"],
    );
    becomes(
        "Move [%x1], %x0; Add64 %x1, 8, %x1; Move [%x1], %x2; Sub64 %x1, 16, %x1",
        &["ldr x0, [x1], #0x8", "ldr x2, [x1], #-0x10"],
    );
    // Several bases at once.
    becomes(
        "Move [%x1], %x0; Move %x0, [%x2]; Add64 %x1, 8, %x1; Add64 %x2, -8, %x2",
        &["ldr x0, [x1], #0x8", "str x0, [x2], #-0x8"],
    );
}

#[test]
fn pairs_of_all_sizes() {
    becomes("Move [%x1], %x0; Move [%x1 + 8], %x2", &["ldp x0, x2, [x1]"]);
    becomes("Move32 [%x1 + 252], %x0; Move32 [%x1 + 248], %x2", &["ldp w2, w0, [x1, #0xf8]"]);
    becomes("Move32 0, [%x1 - 256]; Move32 %x2, [%x1 - 252]", &["stp wzr, w2, [x1, #-0x100]"]);
    becomes("MoveFloat %v0, [%x1]; MoveFloat %v2, [%x1 + 4]", &["stp s0, s2, [x1]"]);
    becomes("MoveDouble [%x1], %v0; MoveDouble [%x1 + 8], %v2", &["ldp d0, d2, [x1]"]);
    not_fused("Move32 [%x1], %x0; Move32 [%x1 + 8], %x2");
    not_fused("Move32 [%x1 + 256], %x0; Move32 [%x1 + 260], %x2");
    not_fused("Move32 [%x1], %x0; Move [%x1 + 4], %x2");
    not_fused("Move [%x1], %x0; Move [%x1 + 4], %x2");
    not_fused("Move32 [%x1], %x0; Move32 [%x1 + 4], %x0");
    not_fused("Move32 [%x1], %x1; Move32 [%x1 + 4], %x0");
    not_fused("MoveFloat [%x1], %v0; Move32 [%x1 + 4], %x2");
}

#[test]
fn pairs_change_their_base() {
    // The pair changes the base, whichever access would have done so.
    becomes("Move [%x1], %x0; Move [%x1 + 8], %x2; Add64 %x1, 16, %x1", &["ldp x0, x2, [x1], #0x10"]);
    becomes("Move [%x1], %x0; Move [%x1 + 8], %x2; Add64 %x1, 8, %x1", &["ldp x0, x2, [x1], #0x8"]);
    becomes("Move %x0, [%x1 + 8]; Move %x2, [%x1]; Add64 %x1, 16, %x1", &["stp x2, x0, [x1], #0x10"]);
    becomes("Move32 [%x1 - 8], %x0; Move32 [%x1 - 4], %x2; Sub64 %x1, 8, %x1", &["ldp w0, w2, [x1, #-0x8]!"]);
    becomes("Add64 %x1, 16, %x1; Move [%x1], %x0; Move [%x1 + 8], %x2", &["ldp x0, x2, [x1, #0x10]!"]);
    becomes("Add64 %x1, 16, %x1; Move [%x1 - 16], %x0; Move [%x1 - 8], %x2", &["ldp x0, x2, [x1], #0x10"]);
    // Accesses in between use the changed base.
    becomes(
        "Move [%x1], %x0; Move [%x1 + 8], %x2; Move [%x1 + 16], %x3; Move [%x1 + 24], %x4; Add64 %x1, 32, %x1",
        &["ldp x0, x2, [x1], #0x20", "ldp x3, x4, [x1, #-0x10]"],
    );
    // The lower address is not that of the base, before or after the change.
    becomes(
        "Move [%x1], %x0; Move [%x1 - 8], %x2; Add64 %x1, 8, %x1",
        &["ldr x0, [x1], #0x8", "ldur x2, [x1, #-0x10]"],
    );
    // A single access can change the base by this amount, but a pair cannot.
    becomes(
        "Move [%x1 + 8], %x2; Move [%x1], %x0; Add64 %x1, 12, %x1",
        &["ldr x2, [x1, #0x8]", "ldr x0, [x1], #0xc"],
    );
    becomes("Move32 [%x1 + 4], %x2; Move32 [%x1], %x0; Sub64 %x1, 256, %x1", &["ldp w0, w2, [x1], #-0x100"]);
    // The base is stored.
    becomes(
        "Move %x1, [%x1 + 8]; Move %x2, [%x1]; Add64 %x1, 16, %x1",
        &["str x1, [x1, #0x8]", "str x2, [x1], #0x10"],
    );
}

#[test]
fn accesses_that_trap_change_their_base_and_are_no_pairs() {
    becomes("Move [%x1], %x0, traps; Add64 %x1, 8, %x1", &["ldr x0, [x1], #0x8"]);
    becomes("Add64 %x1, 8, %x1; Move %x0, [%x1], traps", &["str x0, [x1, #0x8]!"]);
    not_fused("Move [%x1], %x0, traps; Move [%x1 + 8], %x2");
    not_fused("Move [%x1], %x0; Move [%x1 + 8], %x2, traps");
}

#[test]
fn sums_stay_in_x16() {
    let first = ["add x16, x1, x2, lsl #3", "ldr x0, [x16, #0x8]"];
    let with = |rest: &[&'static str]| [&first[..], rest].concat();
    // Accesses of any size, with simple instructions between them.
    becomes("Move [%x1 + %x2*8 + 8], %x0; Move32 [%x1 + %x2*8 + 20], %x3", &with(&["ldr w3, [x16, #0x14]"]));
    becomes("Move [%x1 + %x2*8 + 8], %x0; Move %x0, [%x1 + %x2*8 + 32]", &with(&["str x0, [x16, #0x20]"]));
    becomes(
        "Move [%x1 + %x2*8 + 8], %x0; Add64 %x0, %x3, %x0; Move [%x1 + %x2*8 + 24], %x4",
        &with(&["add x0, x0, x3", "ldr x4, [x16, #0x18]"]),
    );
    // Neighbours are one access, also if the first of them needs no sum on its own.
    becomes(
        "Move [%x1 + %x2*8 + 8], %x0; Move [%x1 + %x2*8 + 16], %x3",
        &[first[0], "ldp x0, x3, [x16, #0x8]"],
    );
    becomes("Move [%x1 + %x2*8], %x0; Move [%x1 + %x2*8 + 8], %x3", &[first[0], "ldp x0, x3, [x16]"]);
    becomes(
        "Move %x0, [%x1 + %x2*8 + 8]; Move %x3, [%x1 + %x2*8 + 16]; Move [%x1 + %x2*8 + 32], %x4",
        &[first[0], "stp x0, x3, [x16, #0x8]", "ldr x4, [x16, #0x20]"],
    );
    // Another base, index or shift is another sum.
    for other in ["[%x2 + %x1*8 + 24]", "[%x1 + %x3*8 + 24]", "[%x1 + %x2*4 + 24]", "[%x1 + %x2*1 + 24]"] {
        not_fused(&format!("Move [%x1 + %x2*8 + 8], %x0; Move {other}, %x4"));
    }
    // What writes the base or the index, or may use x16.
    for between in [
        "Move [%x1 + %x2*8 + 8], %x1; Move [%x1 + %x2*8 + 24], %x4",
        "Move [%x1 + %x2*8 + 8], %x2; Move [%x1 + %x2*8 + 24], %x4",
        "Move [%x1 + %x2*8 + 8], %x0; Add64 %x0, 1, %x2; Move [%x1 + %x2*8 + 24], %x4",
        "Move [%x1 + %x2*8 + 8], %x0; Add64 %x0, 1193046, %x3; Move [%x1 + %x2*8 + 24], %x4",
    ] {
        not_fused(between);
    }
    // A pair that writes the index; an access that changes the base.
    becomes(
        "Move [%x1 + %x2*8 + 8], %x2; Move [%x1 + %x2*8 + 16], %x3",
        &[first[0], "ldr x2, [x16, #0x8]", first[0], "ldr x3, [x16, #0x10]"],
    );
    becomes(
        "Move [%x1 + %x2*8 + 8], %x0; Move [%x1], %x3; Add64 %x1, 8, %x1; Move [%x1 + %x2*8 + 24], %x4",
        &with(&["ldr x3, [x1], #0x8", first[0], "ldr x4, [x16, #0x18]"]),
    );
}
