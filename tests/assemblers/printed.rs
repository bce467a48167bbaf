//! Every printed line of compiled code assembles to the same code.

use barebones::base::{Arch, Target};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::{Compiler, OptLevel, Options, targets};
use barebones_testing::disassembly::disassemble;
use barebones_testing::{filetest, gnu};
use iced_x86::{Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter, MemorySizeOptions, OpKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Compiles the procedures of all filetests for a target at all levels. Calls `see` with each disassembly and code.
fn all_code(target: &str, mut see: impl FnMut(&str, &CompiledCode)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = ["files/run", "files/asm", "programs"].map(|folder| root.join(folder));
    let target = Target::baseline(target_by_name(target).expect("a target"));
    let mut procedures = 0;
    for path in filetest::collect(&folders).expect("folders of the project") {
        let text = std::fs::read_to_string(&path).expect("readable");
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
            let Ok(mut module) = barebones::ir::parse_module(&text, &targets(target)) else { continue };
            let mut compiler = Compiler::for_target(target, Options::at(level));
            for proc in &mut module.procedures {
                // Some procedures are for another target, and some forms do not exist.
                let Ok(code) = compiler.emit(proc) else { continue };
                see(&disassemble(proc, &code), &code);
                procedures += 1;
            }
        }
    }
    assert!(procedures > 1000, "{procedures} procedures");
}

/// The instructions of a disassembly with their offsets, without comments. Stops at the constants.
fn instructions<'a>(text: &'a str, code: &CompiledCode) -> Vec<(usize, &'a str)> {
    let lines = text.lines().filter_map(|line| {
        let (offset, text) = line.strip_prefix("  ")?.split_once("  ")?;
        Some((usize::from_str_radix(offset, 16).ok()?, text.split(" ;").next()?.trim()))
    });
    lines.filter(|(offset, _)| *offset < code.code_size as usize).collect()
}

#[test]
fn every_line_for_aarch64_assembles_to_its_word() {
    let mut words = BTreeMap::new();
    all_code("aarch64-linux", |text, code| {
        assert_eq!(code.arch, Arch::A64);
        for (offset, text) in instructions(text, code) {
            let word = *code.bytes[offset..].first_chunk::<4>().expect("a word");
            words.entry(word).or_insert_with(|| text.to_string());
        }
    });
    assert!(words.len() > 10_000, "{} words", words.len());
    gnu::compare("lines for AArch64", words.into_iter().map(|(word, text)| (text, word)));
}

/// Instructions of a program that start at these offsets, in a form that does not depend on the length of branches:
/// targets of branches are numbers of instructions.
fn decoded(bytes: &[u8]) -> Vec<(u64, String)> {
    let instructions: Vec<Instruction> =
        Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE).iter().collect();
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_memory_size_options(MemorySizeOptions::Always);
    formatter.options_mut().set_rip_relative_addresses(true);
    let text = |instruction: &Instruction| {
        let target = instruction.near_branch_target();
        if let (OpKind::NearBranch64, Ok(number)) =
            (instruction.op0_kind(), instructions.binary_search_by_key(&target, Instruction::ip))
        {
            return (instruction.ip(), format!("{:?} {number}", instruction.mnemonic()));
        }
        let mut text = String::new();
        formatter.format(instruction, &mut text);
        (instruction.ip(), text)
    };
    instructions.iter().map(text).collect()
}

/// A few instructions have several encodings, and branches several lengths: the assembled code has the same
/// instructions.
#[test]
fn every_line_for_x86_64_assembles_to_its_instruction() {
    let (mut source, mut expected, mut named) = (String::new(), Vec::new(), 0);
    let mut start = 0;
    let mut procedures = BTreeSet::new();
    all_code("x86_64-linux", |text, code| {
        if !procedures.insert(text.to_string()) {
            return;
        }
        let bytes = &code.bytes[..code.code_size as usize];
        let decoder = Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE);
        let ends: BTreeMap<u64, (u64, bool)> =
            decoder.into_iter().map(|i| (i.ip(), (i.next_ip(), i.is_ip_rel_memory_operand()))).collect();
        for line in text.lines() {
            if let Some(label) = line.strip_prefix('L') {
                source += &format!("P{start}_L{label}\n");
            }
            for (offset, line) in instructions(line, code) {
                let (end, relative) = ends[&(offset as u64)];
                let has_name =
                    code.relocations.iter().any(|found| (offset as u64..end).contains(&found.offset.into()));
                named += u32::from(has_name);
                source += &match (has_name, line.split_once(" L"), line.split_once("[0x")) {
                    (true, ..) => format!(".byte {}\n", list(&bytes[offset..end as usize])),
                    (_, Some((mnemonic, label)), _) if !line.contains('[') => {
                        format!("{mnemonic} P{start}_L{label}\n")
                    }
                    // Addresses of constants are offsets from the start of the listing.
                    (_, _, Some((before, rest))) if relative => {
                        let (address, after) = rest.split_once(']').expect("a bracket");
                        let address = i64::from_str_radix(address, 16).expect("a number");
                        format!("{before}[rip+{}]{after}\n", address - end as i64)
                    }
                    _ => format!("{line}\n"),
                };
            }
        }
        expected.extend_from_slice(bytes);
        start += 1;
    });
    let Some(assembled) = gnu::assemble_x64(&source) else {
        return println!("lines for x86-64: SKIPPED: the GNU assembler is not installed");
    };
    let (expected, found) = (decoded(&expected), decoded(&assembled));
    for ((offset, expected), (_, found)) in expected.iter().zip(&found) {
        assert_eq!(found, expected, "at {offset:#x} of all code");
    }
    assert_eq!(found.len(), expected.len());
    println!("lines for x86-64: {} match the GNU assembler, {named} with names not compared", found.len());
}

fn list(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
    bytes.join(", ")
}
