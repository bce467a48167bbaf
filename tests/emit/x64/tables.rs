//! Jump tables whose address is computed by an instruction of its own.

use super::emitted::{decode, x64};
use barebones::air::{Opcode, parse_code};
use barebones::base::{Arch, Target, Targets};
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::isa::{
    BlockContext, CodeBuffer, CompiledCode, EmitError, EmitState, Label, NoGenerators, TARGETS,
};
use barebones_testing::instructions::jump_table;

/// The opcodes under test.
pub(crate) const OPCODES: [Opcode; 3] = [Opcode::TableAddress, Opcode::TableSwitch32, Opcode::TableSwitch64];

/// Blocks with switches of these cases, and the offset of each block.
fn emit(switches: &[&str], blocks: &[&str]) -> Result<(CompiledCode, Vec<u32>), EmitError> {
    let targets = Targets { all: &TARGETS, host: Target::baseline(&X86_64_LINUX) };
    let mut text = String::from("air 1 target=x86_64-linux allocated\n");
    switches.iter().enumerate().for_each(|(n, cases)| text += &format!("switch{n} = [{cases}]\n"));
    blocks.iter().enumerate().for_each(|(n, block)| text += &format!("#{n}:\n{block}\n"));
    let code = parse_code(&text, &targets).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let frame = x64().frame_info(&code)?;
    let mut buffer = CodeBuffer::new(Arch::X64);
    let mut state = EmitState::default();
    let labels: Vec<Label> = blocks.iter().map(|_| buffer.new_label()).collect();
    for (block, label) in code.blocks.values().zip(&labels) {
        buffer.bind(*label);
        let context = BlockContext {
            labels: &labels,
            successors: &block.successors,
            next: None,
            entry: 0,
            near: [false; 2],
        };
        let insts = block.insts.start as usize..block.insts.end as usize;
        x64().emit_block(
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
    x64().emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    let code = buffer.finish(frame)?;
    let starts = labels.iter().map(|label| buffer.label_offset(*label).expect("bound")).collect();
    Ok((code, starts))
}

fn lines(code: &CompiledCode) -> Vec<String> {
    decode(&code.bytes, 0, code.code_size).iter().map(ToString::to_string).collect()
}

/// The targets of the entries of a table.
fn entries(code: &CompiledCode, table: usize, count: usize) -> Vec<u32> {
    jump_table(code, table as u32).take(count).collect()
}

const TRAP: &str = "Trap Unreachable";

#[test]
fn the_range_is_checked_and_the_index_extended() {
    let line = |opcode: &str, cases: &str, count: usize| {
        let successors: Vec<String> = (0..=count).map(|n| format!("#{}", n % 2 + 1)).collect();
        let block = format!("{opcode} switch0, %rax, %rdx, %rcx -> {}", successors.join(", "));
        let (code, starts) = emit(&[cases], &[&block, TRAP, TRAP]).expect("can be emitted");
        let lines = lines(&code);
        // A value outside of the table branches to the default at once.
        let default = format!("ja {:016X}h", starts[count % 2 + 1]);
        assert!(lines.contains(&default), "{lines:?}: {default}");
        lines.into_iter().filter(|line| !line.starts_with("ja") && line != "ud2").collect::<Vec<_>>()
    };
    let end = ["movsxd rcx,[rdx+rcx*4]", "add rcx,rdx", "jmp rcx"];
    let with_end = |start: [&'static str; 2]| [&start[..], &end[..]].concat();
    assert_eq!(line("TableSwitch32", "0, 1, 2", 3), with_end(["lea ecx,[rax]", "cmp ecx,2"]));
    assert_eq!(line("TableSwitch32", "-3, -1", 2), with_end(["lea ecx,[rax+3]", "cmp ecx,2"]));
    assert_eq!(line("TableSwitch64", "9, 8, 5", 3), with_end(["lea rcx,[rax-5]", "cmp rcx,4"]));
    let whole = ["cmp rax,3", "movsxd rcx,[rdx+rax*4]", "add rcx,rdx", "jmp rcx"];
    assert_eq!(line("TableSwitch64", "3, 1, 0", 3), whole);
}

#[test]
fn table_addresses_before_and_after_the_switch_are_equal() {
    let blocks = [
        "TableAddress switch1, %rsi\nTableAddress switch0, %r9\nTableSwitch32 switch0, %rax, %r9, %rcx -> #2, #3, #1",
        "TableAddress switch0, %rdi\nTableSwitch64 switch1, %rax, %rsi, %rcx -> #3, #2",
        TRAP,
        TRAP,
    ];
    let (code, starts) = emit(&["6, 4", "0"], &blocks).expect("can be emitted");
    let lines = decode(&code.bytes, 0, code.code_size);
    let tables: Vec<usize> = lines
        .iter()
        .filter(|line| line.is_ip_rel_memory_operand())
        .map(|line| line.memory_displacement64() as usize)
        .collect();
    let [other, first, again] = tables[..] else { panic!("{tables:?}") };
    assert_eq!(first, again);
    // 4 leads to the second successor, 5 is a hole, 6 leads to the first.
    assert_eq!(entries(&code, first, 3), [starts[3], starts[1], starts[2]]);
    assert_eq!(entries(&code, other, 1), [starts[3]]);
    assert_eq!(code.bytes.len() - first.min(other), 16);
}

#[test]
fn invalid_tables_are_errors() {
    let switch = "TableSwitch64 switch0, %rax, %rdx, %rcx -> ";
    let error = |switches: &[&str], blocks: &[&str]| emit(switches, blocks).expect_err("no table");
    let unexpected = EmitError::UnexpectedOperands { opcode: "TableSwitch64" };
    assert_eq!(error(&[""], &[&format!("{switch}#1"), TRAP]), unexpected);
    // Two cases are dense enough for eight table entries, but not for nine.
    assert!(emit(&["0, 7"], &[&format!("{switch}#1, #1, #1"), TRAP]).is_ok());
    assert_eq!(error(&["0, 8"], &[&format!("{switch}#1, #1, #1"), TRAP]), unexpected);
    let far = "-9223372036854775808, 9223372036854775807";
    assert_eq!(error(&[far], &[&format!("{switch}#1, #1, #1"), TRAP]), unexpected);
    // An address without a table, and a table used twice.
    assert!(matches!(
        error(&["5"], &["TableAddress switch0, %rax\nTrap Unreachable"]),
        EmitError::UnboundLabel { .. }
    ));
    let twice = format!("{switch}#1, #1");
    assert!(matches!(error(&["5"], &[&twice, &twice]), EmitError::InvalidBinding { .. }));
}
