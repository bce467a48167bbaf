//! The machine instructions of atomic accesses and fences: for each opcode and order, on x86-64, and on AArch64 with
//! and without LSE.

use barebones::air::parse_code;
use barebones::base::{MemoryOrder, Target, Targets};
use barebones::isa::{
    BlockContext, CodeBuffer, CompiledCode, EmitState, NoGenerators, TARGETS, emitter, target_by_name,
};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::InstDecoder;

/// The code of one instruction of Air; a terminal has two successors behind it.
fn emit(target: &str, features: &str, line: &str) -> CompiledCode {
    let desc = target_by_name(target).expect("a target");
    let targets = Targets { all: &TARGETS, host: Target::baseline(desc) };
    let is_branch = line.starts_with("Branch");
    let end = if is_branch { " -> #1, #2\n#1:\nTrap Unreachable\n#2:\n" } else { "\n" };
    let text = format!(
        "air 1 target={target} features={{{features}}} frame=32 allocated\nslot0 = spill 32 offset=-32\n#0:\n{line}{end}Trap Unreachable\n"
    );
    let code = parse_code(&text, &targets).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let emitter = emitter(desc.arch).expect("there is one");
    let frame = emitter.frame_info(&code).expect("not too large");
    let mut buffer = CodeBuffer::new(desc.arch);
    let mut state = EmitState::default();
    let labels: Vec<_> = code.blocks.values().map(|_| buffer.new_label()).collect();
    for (number, (block, label)) in code.blocks.values().zip(&labels).enumerate() {
        buffer.bind(*label);
        let next = code.blocks.ids().nth(number + 1);
        let context =
            BlockContext { labels: &labels, successors: &block.successors, next, entry: 0, near: [false; 2] };
        let insts = block.insts.start as usize..block.insts.end as usize;
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
    }
    emitter.emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    buffer.finish(frame).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The instructions, up to the trap; branches without their targets.
fn on_aarch64(features: &str, line: &str) -> Vec<String> {
    let code = emit("aarch64-linux", features, line);
    let words = code.bytes[..code.code_size as usize].chunks_exact(4);
    let lines = words.map(|word| {
        let text = InstDecoder::default().decode(&mut U8Reader::new(word));
        let text = text.map_or_else(|_| "?".to_string(), |inst| inst.to_string());
        match text.find("$") {
            Some(end) => text[..end].trim_end_matches([' ', ',']).to_string(),
            None => text,
        }
    });
    lines.take_while(|line| !line.starts_with("udf")).collect()
}

fn on_x86_64(line: &str) -> Vec<String> {
    let code = emit("x86_64-linux", "", line);
    let decoded = super::x64::emitted::decode(&code.bytes, 0, code.code_size);
    let lines = decoded.iter().map(|inst| {
        let text = inst.to_string();
        if text.starts_with('j') { text[..text.find(' ').unwrap_or(text.len())].to_string() } else { text }
    });
    lines.take_while(|line| line != "ud2").collect()
}

/// The orders that an opcode of the IR allows.
fn orders(opcode: barebones::ir::Opcode) -> Vec<MemoryOrder> {
    MemoryOrder::ALL.into_iter().filter(|order| opcode.allows_order(*order)).collect()
}

const WIDTHS: [(&str, &str, &str); 4] = [("8", "b", "w"), ("16", "h", "w"), ("32", "", "w"), ("64", "", "x")];

#[track_caller]
fn becomes(features: &str, line: &str, expected: &[String]) {
    assert_eq!(on_aarch64(features, line), expected, "{features}: {line}");
}

#[test]
fn aarch64_loads_and_stores() {
    use barebones::ir::Opcode;
    for features in ["", "lse"] {
        for (width, suffix, reg) in WIDTHS {
            for order in orders(Opcode::AtomicLoad) {
                let name = if order == MemoryOrder::Relaxed { "ldr" } else { "ldar" };
                let line = format!("AtomicLoad{width} {}, [%x1], %x0", order as u8);
                becomes(features, &line, &[format!("{name}{suffix} {reg}0, [x1]")]);
            }
            for order in orders(Opcode::AtomicStore) {
                let name = if order == MemoryOrder::Relaxed { "str" } else { "stlr" };
                let line = format!("AtomicStore{width} {}, %x0, [%x1]", order as u8);
                becomes(features, &line, &[format!("{name}{suffix} {reg}0, [x1]")]);
            }
        }
    }
}

#[test]
fn aarch64_fences() {
    for (order, expected) in [
        (MemoryOrder::Compiler, None),
        (MemoryOrder::Acquire, Some("dmb ishld")),
        (MemoryOrder::Release, Some("dmb ish")),
        (MemoryOrder::AcqRel, Some("dmb ish")),
        (MemoryOrder::SeqCst, Some("dmb ish")),
    ] {
        let expected: Vec<String> = expected.into_iter().map(String::from).collect();
        becomes("", &format!("Fence {}", order as u8), &expected);
        becomes("lse", &format!("Fence {}", order as u8), &expected);
    }
}

#[test]
fn aarch64_updates_with_lse() {
    for (width, suffix, reg) in WIDTHS {
        for order in orders(barebones::ir::Opcode::AtomicXchg) {
            let (n, acquires) = (order as u8, order.acquires());
            let of = format!(
                "{}{}{suffix}",
                if acquires { "a" } else { "" },
                if order.releases() { "l" } else { "" }
            );
            for (op, name) in [("", "swp"), ("Add", "ldadd"), ("Or", "ldset"), ("Xor", "ldeor")] {
                let line = format!("AtomicXchg{op}{width} {n}, %x2, [%x1], %x0");
                becomes("lse", &line, &[format!("{name}{of} {reg}2, {reg}0, [x1]")]);
            }
            let inverted = "mvn x17, x2".to_string();
            let line = format!("AtomicXchgAnd{width} {n}, %x2, [%x1], %x0");
            becomes("lse", &line, &[inverted.clone(), format!("ldclr{of} {reg}17, {reg}0, [x1]")]);
            // Without a use of the old value. It acquires only with a destination.
            let store = |name: &str, from: &str| match acquires {
                true => format!("ld{name}{of} {reg}{from}, {reg}17, [x1]"),
                false => format!("st{name}{of} {reg}{from}, [x1]"),
            };
            for (op, name) in [("Add", "add"), ("Or", "set"), ("Xor", "eor")] {
                let line = format!("Atomic{op}{width} {n}, %x2, [%x1]");
                becomes("lse", &line, &[store(name, "2")]);
            }
            becomes("lse", &format!("AtomicAnd{width} {n}, %x2, [%x1]"), &[inverted, store("clr", "17")]);
        }
    }
}

#[test]
fn aarch64_updates_without_lse() {
    for (width, suffix, reg) in WIDTHS {
        for order in orders(barebones::ir::Opcode::AtomicXchg) {
            let n = order as u8;
            let load = if order.acquires() { "ldaxr" } else { "ldxr" };
            let store = if order.releases() { "stlxr" } else { "stxr" };
            let line = format!("AtomicXchg{width} {n}, %x2, [%x1], %x0");
            let expected = [
                format!("{load}{suffix} {reg}0, [x1]"),
                format!("{store}{suffix} w17, {reg}2, [x1]"),
                "cbnz w17".to_string(),
            ];
            becomes("", &line, &expected);
            for (op, name) in [("Add", "add"), ("And", "and"), ("Or", "orr"), ("Xor", "eor")] {
                let expected = [
                    format!("{load}{suffix} {reg}0, [x1]"),
                    format!("{name} x17, x0, x2"),
                    format!("{store}{suffix} w3, {reg}17, [x1]"),
                    "cbnz w3".to_string(),
                ];
                becomes("", &format!("AtomicXchg{op}{width} {n}, %x2, [%x1], %x0, %x3"), &expected);
                let expected = [
                    format!("{load}{suffix} {reg}17, [x1]"),
                    format!("{name} x17, x17, x2"),
                    format!("{store}{suffix} w3, {reg}17, [x1]"),
                    "cbnz w3".to_string(),
                ];
                becomes("", &format!("Atomic{op}{width} {n}, %x2, [%x1], %x3"), &expected);
            }
        }
    }
}

#[test]
fn aarch64_compare_and_swap() {
    for (width, suffix, reg) in WIDTHS {
        // The old value is zero-extended: only the low bits of the expected one are compared.
        let compare = |old: &str| match width {
            "8" => format!("cmp w{old}, w4, uxtb"),
            "16" => format!("cmp w{old}, w4, uxth"),
            _ => format!("cmp {reg}{old}, {reg}4"),
        };
        for order in orders(barebones::ir::Opcode::AtomicStrongCAS) {
            let n = order as u8;
            let (a, l) = (order.acquires(), order.releases());
            let cas = format!("cas{}{}{suffix}", if a { "a" } else { "" }, if l { "l" } else { "" });
            let strong = format!("AtomicStrongCAS{width} {n}, %x4, %x2, [%x1], %x0");
            becomes("lse", &strong, &["mov x0, x4".into(), format!("{cas} {reg}0, {reg}2, [x1]")]);
            let tied = format!("AtomicStrongCAS{width} {n}, %x0, %x2, [%x1], %x0");
            becomes("lse", &tied, &[format!("{cas} {reg}0, {reg}2, [x1]")]);
            let with_flags =
                ["mov x17, x4".to_string(), format!("{cas} {reg}17, {reg}2, [x1]"), compare("17")];
            let set = format!("SetAtomicCAS{width} {n}, %x4, %x2, [%x1], %x0");
            becomes("lse", &set, &[&with_flags[..], &["cset w0, eq".into()]].concat());
            let [on_success, on_failure] =
                [0, 1].map(|inverted| format!("BranchAtomicCAS{width} {n}, {inverted}, %x4, %x2, [%x1]"));
            becomes("lse", &on_success, &[&with_flags[..], &["b.ne".into()]].concat());
            becomes("lse", &on_failure, &[&with_flags[..], &["b.eq".into()]].concat());

            let (load, store) = (if a { "ldaxr" } else { "ldxr" }, if l { "stlxr" } else { "stxr" });
            let try_once = |old: &str| {
                vec![
                    format!("{load}{suffix} {reg}{old}, [x1]"),
                    compare(old),
                    "b.ne".to_string(),
                    format!("{store}{suffix} w17, {reg}2, [x1]"),
                    "cbnz w17".to_string(),
                ]
            };
            becomes("", &strong, &try_once("0"));
            becomes("", &set, &[try_once("17"), vec!["cset w0, eq".into()]].concat());
            becomes("", &on_success, &[try_once("17"), vec!["b.ne".into()]].concat());
            becomes("", &on_failure, &[try_once("17"), vec!["b.eq".into()]].concat());
        }
    }
}

#[test]
fn aarch64_addresses_are_computed_before_the_loop() {
    for (address, computed) in [
        ("[%x1 + 8]", vec!["add x16, x1, #0x8"]),
        ("[slot0 + 4]", vec!["sub x16, x29, #0x1c"]),
        ("[%x1 + %x5*8]", vec!["add x16, x1, x5, lsl #3"]),
        ("[%x1 + %x5*8 + 16]", vec!["add x17, x1, x5, lsl #3", "add x16, x17, #0x10"]),
    ] {
        let swap = ["ldaxr w0, [x16]", "stlxr w17, w2, [x16]", "cbnz w17"];
        let expected: Vec<String> = computed.iter().chain(&swap).map(ToString::to_string).collect();
        becomes("", &format!("AtomicXchg32 5, %x2, {address}, %x0"), &expected);
        let swap = ["swpal w2, w0, [x16]"];
        let expected: Vec<String> = computed.iter().chain(&swap).map(ToString::to_string).collect();
        becomes("lse", &format!("AtomicXchg32 5, %x2, {address}, %x0"), &expected);
    }
    // Plain accesses have all addresses.
    becomes("", "AtomicLoad32 1, [%x1 + 8], %x0", &["ldr w0, [x1, #0x8]".into()]);
}

#[test]
fn x86_64_loads_stores_and_fences() {
    let rows: [(&str, &[&str]); 17] = [
        ("AtomicLoad8 5, [%rdi], %rax", &["movzx eax,byte ptr [rdi]"]),
        ("AtomicLoad16 2, [%rdi], %rax", &["movzx eax,word ptr [rdi]"]),
        ("AtomicLoad32 1, [%rdi + 4], %rax", &["mov eax,[rdi+4]"]),
        ("AtomicLoad64 5, [%rdi], %rax", &["mov rax,[rdi]"]),
        ("AtomicStore8 1, %rsi, [%rdi]", &["mov [rdi],sil"]),
        ("AtomicStore16 3, -1, [%rdi]", &["mov word ptr [rdi],0FFFFh"]),
        ("AtomicStore32 3, %rsi, [%rdi]", &["mov [rdi],esi"]),
        ("AtomicStore64 3, 7, [%rdi]", &["mov qword ptr [rdi],7"]),
        ("AtomicStore64 5, %rsi, [%rdi]", &["mov [rdi],rsi", "mfence"]),
        ("AtomicStore8 5, 300, [%rdi]", &["mov byte ptr [rdi],2Ch", "mfence"]),
        ("Fence 0", &[]),
        ("Fence 2", &[]),
        ("Fence 3", &[]),
        ("Fence 4", &[]),
        ("Fence 5", &["mfence"]),
        ("AtomicStore32 1, 7, [%rdi]", &["mov dword ptr [rdi],7"]),
        ("AtomicStore64 1, %rsi, [%rdi + %rax*8 + 1]", &["mov [rdi+rax*8+1],rsi"]),
    ];
    for (line, expected) in rows {
        assert_eq!(on_x86_64(line), expected, "{line}");
    }
}

#[test]
fn x86_64_updates() {
    const REGS: [(&str, &str, &str, &str); 4] = [
        ("8", "byte ptr ", "sil", "movzx esi,sil"),
        ("16", "word ptr ", "si", "movzx esi,si"),
        ("32", "dword ptr ", "esi", ""),
        ("64", "qword ptr ", "rsi", ""),
    ];
    for order in 1..6 {
        for (width, ptr, reg, extend) in REGS {
            let with_extend = |first: String| {
                let extend = (!extend.is_empty()).then(|| extend.to_string());
                [first].into_iter().chain(extend).collect::<Vec<_>>()
            };
            let swap = format!("AtomicXchg{width} {order}, %rsi, [%rdi], %rsi");
            assert_eq!(on_x86_64(&swap), with_extend(format!("xchg [rdi],{reg}")), "{swap}");
            let add = format!("AtomicXchgAdd{width} {order}, %rsi, [%rdi], %rsi");
            assert_eq!(on_x86_64(&add), with_extend(format!("lock xadd [rdi],{reg}")), "{add}");
            let moved = format!("AtomicXchgAdd{width} {order}, %rdx, [%rdi], %rsi");
            let expected =
                [vec!["mov rsi,rdx".to_string()], with_extend(format!("lock xadd [rdi],{reg}"))].concat();
            assert_eq!(on_x86_64(&moved), expected, "{moved}");
            for name in ["Add", "Sub", "And", "Or", "Xor"] {
                let lower = name.to_lowercase();
                let line = format!("Atomic{name}{width} {order}, %rsi, [%rdi]");
                assert_eq!(on_x86_64(&line), [format!("lock {lower} [rdi],{reg}")], "{line}");
                let line = format!("Atomic{name}{width} {order}, 7, [%rdi]");
                assert_eq!(on_x86_64(&line), [format!("lock {lower} {ptr}[rdi],7")], "{line}");
            }
        }
    }
    // An immediate is truncated to the width.
    assert_eq!(on_x86_64("AtomicOr8 5, -1, [%rdi]"), ["lock or byte ptr [rdi],0FFh"]);
    assert_eq!(on_x86_64("AtomicAdd8 5, 257, [%rdi]"), ["lock add byte ptr [rdi],1"]);
}

#[test]
fn x86_64_loops() {
    let rows: [(&str, &[&str]); 4] = [
        (
            "AtomicXchgAnd8 5, %rsi, [%rdi], %rax, %rcx",
            &["movzx eax,byte ptr [rdi]", "mov ecx,eax", "and ecx,esi", "lock cmpxchg [rdi],cl", "jne"],
        ),
        (
            "AtomicXchgOr16 1, -1, [%rdi], %rax, %rcx",
            &["movzx eax,word ptr [rdi]", "mov ecx,eax", "or ecx,0FFFFFFFFh", "lock cmpxchg [rdi],cx", "jne"],
        ),
        (
            "AtomicXchgXor32 2, %rsi, [%rdi], %rax, %rcx",
            &["mov eax,[rdi]", "mov ecx,eax", "xor ecx,esi", "lock cmpxchg [rdi],ecx", "jne"],
        ),
        (
            "AtomicXchgAnd64 5, %rsi, [%rdi], %rax, %rcx",
            &["mov rax,[rdi]", "mov rcx,rax", "and rcx,rsi", "lock cmpxchg [rdi],rcx", "jne"],
        ),
    ];
    for (line, expected) in rows {
        assert_eq!(on_x86_64(line), expected, "{line}");
    }
}

#[test]
fn x86_64_compare_and_swap() {
    for (width, reg, extend) in [
        ("8", "sil", "movzx eax,al"),
        ("16", "si", "movzx eax,ax"),
        ("32", "esi", "mov eax,eax"),
        ("64", "rsi", ""),
    ] {
        let swap = format!("lock cmpxchg [rdi],{reg}");
        let mut strong = vec![swap.clone()];
        strong.extend((!extend.is_empty()).then(|| extend.to_string()));
        let operands = "%rax, %rsi, [%rdi]";
        assert_eq!(on_x86_64(&format!("AtomicStrongCAS{width} 5, {operands}, %rax")), strong);
        let set = [swap.clone(), "sete cl".into(), "movzx ecx,cl".into()];
        assert_eq!(on_x86_64(&format!("SetAtomicCAS{width} 1, {operands}, %rcx")), set);
        let on_success = [swap.clone(), "jne".into()];
        assert_eq!(on_x86_64(&format!("BranchAtomicCAS{width} 5, 0, {operands}")), on_success);
        assert_eq!(on_x86_64(&format!("BranchAtomicCAS{width} 5, 1, {operands}")), [swap, "je".into()]);
    }
}

/// Each access of an instruction that may trap has a trap site.
#[test]
fn accesses_of_a_loop_have_trap_sites() {
    for (target, features, line, sites) in [
        ("x86_64-linux", "", "AtomicXchgAnd8 5, %rsi, [%rdi], %rax, %rcx, traps", 2),
        ("x86_64-linux", "", "AtomicXchg8 5, %rsi, [%rdi], %rsi, traps", 1),
        ("x86_64-linux", "", "AtomicStore8 5, %rsi, [%rdi], traps", 1),
        ("x86_64-linux", "", "AtomicAdd8 5, %rsi, [%rdi], traps", 1),
        ("x86_64-linux", "", "AtomicStrongCAS8 5, %rax, %rsi, [%rdi], %rax, traps", 1),
        ("aarch64-linux", "", "AtomicXchg8 5, %x2, [%x1], %x0, traps", 2),
        ("aarch64-linux", "", "AtomicAdd8 5, %x2, [%x1], %x0, traps", 2),
        ("aarch64-linux", "", "AtomicStrongCAS8 5, %x4, %x2, [%x1], %x0, traps", 2),
        ("aarch64-linux", "lse", "AtomicStrongCAS8 5, %x4, %x2, [%x1], %x0, traps", 1),
        ("aarch64-linux", "lse", "AtomicAdd8 5, %x2, [%x1], traps", 1),
        ("aarch64-linux", "lse", "AtomicXchg8 5, %x2, [%x1], %x0, traps", 1),
        ("aarch64-linux", "", "AtomicLoad8 5, [%x1], %x0, traps", 1),
        ("aarch64-linux", "", "AtomicLoad8 1, [%x1], %x0, traps", 1),
        ("aarch64-linux", "", "AtomicStore8 5, %x0, [%x1], traps", 1),
    ] {
        let code = emit(target, features, line);
        let traps =
            code.trap_sites.iter().filter(|site| site.code == barebones::base::TrapCode::HeapOutOfBounds);
        assert_eq!(traps.count(), sites, "{target} {features}: {line}");
    }
}
