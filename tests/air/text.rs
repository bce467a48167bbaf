//! Printed code reads back to the same code.

use super::{CORPUS, corpus, parse_ok};
use barebones::air::{Arg, Block, Code, FormId, IndexExtend, InstFlags, Kinds, Opcode, SlotKind, Tmp};
use barebones::base::{Bank, Features, Origin, Reg, Target};
use barebones::isa::{TARGETS, target_by_name};

#[test]
fn canonical_text_is_printed_as_it_is() {
    assert_eq!(corpus().concat(), CORPUS);
    for text in corpus() {
        let printed = parse_ok(text).to_string();
        for (expected, line) in text.lines().zip(printed.lines()) {
            assert_eq!(line, expected);
        }
        assert_eq!(printed, text);
    }
}

#[test]
fn the_corpus_has_every_kind_of_operand() {
    let mut found = Kinds::empty();
    for text in corpus() {
        let code = parse_ok(text);
        for block in code.blocks.values() {
            let args = code.block_insts(block).iter().flat_map(|inst| code.buffer.args(inst));
            found |= args.fold(Kinds::empty(), |kinds, arg| kinds | arg.kinds());
        }
    }
    assert_eq!(found, Kinds::all());
}

#[test]
fn printed_code_reads_back_the_same() {
    for text in corpus() {
        let one = parse_ok(text);
        let two = parse_ok(&one.to_string());
        assert_eq!(one.target, two.target);
        assert_eq!((&one.tmps, one.call_area, one.frame_bytes), (&two.tmps, two.call_area, two.frame_bytes));
        assert_eq!(
            (one.popped_bytes, one.pinned, one.allocated, one.convention, one.saved),
            (two.popped_bytes, two.pinned, two.allocated, two.convention, two.saved)
        );
        assert!(one.blocks.values().eq(two.blocks.values()));
        assert!(one.slots.values().eq(two.slots.values()));
        assert!(one.specials.values().eq(two.specials.values()));
        assert!(one.switches.values().eq(two.switches.values()));
        assert!(one.remats.values().eq(two.remats.values()));
        assert_eq!(one.buffer.insts, two.buffer.insts);
        let args = |code: &Code| -> Vec<Arg> {
            code.buffer.insts.iter().flat_map(|inst| code.buffer.args(inst).to_vec()).collect()
        };
        assert_eq!(args(&one), args(&two));
    }
}

#[test]
fn free_form_text_is_read() {
    let code = parse_ok(
        "air 1 target=host popped=0 ; nothing
         frame = 0x10 %ft1: reference ; of another bank than below
         slot0 = spill 8 offset=-8 align=16 switch0=[0xffffffffffffffff]
         #0: Move [ %t0+8 ] , %t2 Fence 5 Fence 5, origin=0x5 Fence 5 Move 0xffffffffffffffff,%t1
         MoveDouble [%t0 + 0], %ft9, inserted, traps, no_coalesce, volatile, tested, origin=1
         Branch32 Equal, %t2, 0 -> #1 , #0
         #1 rare frequency=1: Jump->#1",
    );
    let insts = code.block_insts(&code.blocks[barebones::air::BlockId::new(0)]);
    assert_eq!(insts.len(), 7);
    assert_eq!(code.buffer.args(&insts[4])[0], Arg::Imm(-1));
    assert_eq!((insts[2].origin, insts[3].origin), (Origin(5), Origin::NONE));
    assert_eq!(insts[5].flags, InstFlags::all());
    assert_eq!((code.tmps.len(), code.tmps[1].bank, code.frame_bytes), (10, Bank::Fp, 16));
    assert_eq!(parse_ok(&code.to_string()).to_string(), code.to_string());
}

#[test]
fn the_header_has_target_and_features() {
    let header = |text: &str| parse_ok(text).target;
    let baseline = target_by_name("aarch64-linux").map(Target::baseline);
    assert_eq!(Some(header("air 1 target=aarch64-linux")), baseline);
    assert!(header("air 1 target=host").features.contains(Features::POPCNT));
    assert_eq!(header("air 1 target=host features={avx}").features, Features::AVX);
    for target in TARGETS {
        let text = format!("air 1 target={}\n", target.name);
        assert_eq!(parse_ok(&text).to_string(), text);
    }
}

#[test]
fn temporaries_are_no_registers() {
    for target in TARGETS {
        for name in target.names.gp.iter().chain(target.names.fp) {
            let number = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let letters = &name[..name.len() - number.len()];
            assert!(number.is_empty() || !["t", "ft"].contains(&letters), "{name}");
        }
    }
}

/// Code for x86-64 with one block of one instruction.
fn one_inst(opcode: Opcode, form: FormId, args: &[Arg]) -> Code {
    let mut code = Code::new(Target::baseline(target_by_name("x86_64-linux").expect("a target")));
    code.buffer.push(opcode, form, args, Origin::NONE, InstFlags::empty());
    code.blocks.push(Block { insts: 0..1, successors: Default::default(), frequency: 1.0, rare: false });
    code
}

#[test]
fn broken_code_is_printed_too() {
    let (t0, rax) = (Tmp::new(Bank::Gp, 0), Tmp::from_reg(Reg::gp(0)));
    let cases = [
        (one_inst(Opcode::Nop, FormId(3), &[]), "Nop form=?"),
        (one_inst(Opcode::Jump, FormId(60000), &[t0.into()]), "Jump %t0, form=?"),
        (one_inst(Opcode::Move, FormId::SPECIAL, &[t0.into(), rax.into()]), "Move %t0, %rax, form=?"),
        (one_inst(Opcode::Ret, FormId::SPECIAL, &[]), "Ret form=?"),
        (one_inst(Opcode::Ret, FormId::SPECIAL, &[Arg::Special(Default::default())]), "Ret special?"),
    ];
    for (code, expected) in cases {
        assert_eq!(code.to_string().lines().nth(2).map(str::trim), Some(expected));
    }
    let mut code = one_inst(Opcode::Fence, FormId(0), &[Arg::Imm(5)]);
    code.blocks[barebones::air::BlockId::new(0)].insts = std::ops::Range { start: 3, end: 2 };
    code.add_slot(8, 8, SlotKind::Spill);
    code.add_tmp(Bank::Gp);
    code.tmps[0].remat = barebones::air::RematId::new(7);
    let text = code.to_string();
    assert!(text.contains("%t0: remat=?") && text.ends_with("#0:\n"), "{text}");
    let (base, extend) = (Tmp::from_reg(Reg::gp(31)), IndexExtend::Sign32);
    let index = Arg::Index { base, index: t0, shift: 9, extend, offset: i32::MIN };
    let names = code.target.desc.names;
    assert_eq!(index.display(names).to_string(), "[%gp31 + sext32 %t0*? - 2147483648]");
}

#[test]
fn the_corpus_is_valid() {
    for text in corpus() {
        let violations = barebones::air::validate(&parse_ok(text)).err().unwrap_or_default();
        let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}
