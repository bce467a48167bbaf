//! The reader beside `cranelift-reader`, the printer, and texts that are not right.

mod common;

use barebones::error::CompileError;
use barebones::{Compiler, Options, host_target};
use barebones_clif::ast::{File, Inst, Place};
use barebones_clif::table::{Dialect, ROWS, State};
use barebones_clif::{Settings, read_file, translate};
use common::{own, suite, text};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn all() -> Vec<PathBuf> {
    own().into_iter().chain(suite()).collect()
}

/// Files with today's dialect only: what `cranelift-reader` reads.
fn todays() -> Vec<PathBuf> {
    let is_todays = |path: &PathBuf| {
        let file = read_file(&text(path)).expect("a file that is right");
        let insts = file.functions.iter().flat_map(|f| &f.blocks).flat_map(|block| &block.insts);
        let mut insts = insts.map(|inst| inst.opcode.row().dialect);
        let has_heap = file.functions.iter().any(|f| !f.heaps.is_empty() || !f.jump_tables.is_empty());
        !has_heap && insts.all(|dialect| matches!(dialect, Dialect::Both | Dialect::Today))
    };
    all().into_iter().filter(is_todays).collect()
}

/// The name of a function, and the numbers of its blocks and instructions.
fn count(function: &cranelift_codegen::ir::Function) -> (String, usize, usize) {
    let layout = &function.layout;
    let insts = layout.blocks().map(|block| layout.block_insts(block).count()).sum::<usize>();
    (function.name.to_string(), layout.blocks().count(), insts)
}

/// It also reads what we print.
#[test]
fn cranelift_reads_the_same() {
    let files = todays();
    assert!(files.len() >= 2, "{files:?}");
    let mut differences = Vec::new();
    for path in files {
        let text = text(&path);
        let ours = read_file(&text).expect("a file that is right");
        // It refuses settings that no target follows for which it was built.
        let header = text.lines().take_while(|line| !line.starts_with("function"));
        let start = header.map(|line| line.len() + 1).sum();
        let functions: &str = &text[start..];
        let printed: String = ours.functions.iter().map(ToString::to_string).collect();
        let counted: Vec<_> =
            ours.functions.iter().map(|f| (f.name.to_string(), f.blocks.len(), f.inst_count())).collect();
        for text in [functions, &printed] {
            match cranelift_reader::parse_functions(text) {
                Ok(theirs) => {
                    let theirs: Vec<_> = theirs.iter().map(count).collect();
                    if counted != theirs {
                        differences.push(format!("{}: {counted:?}, theirs {theirs:?}", path.display()));
                    }
                }
                Err(error) => {
                    differences.push(format!("{}: cranelift-reader: {error}\n{text}", path.display()))
                }
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Removes the places, which differ between a file and its printed text.
fn without_places(mut file: File) -> File {
    for function in &mut file.functions {
        function.place = Place::default();
        for block in &mut function.blocks {
            block.place = Place::default();
            block.insts.iter_mut().for_each(|inst: &mut Inst| inst.place = Place::default());
        }
    }
    file.directives.iter_mut().for_each(|directive| directive.place = Place::default());
    file
}

#[test]
fn printed_files_read_back() {
    for path in all() {
        let file = read_file(&text(&path)).expect("a file that is right");
        let printed = file.to_string();
        match read_file(&printed) {
            Ok(again) => assert_eq!(without_places(again), without_places(file), "{}", path.display()),
            Err(error) => panic!("{}: {error}\n{printed}", path.display()),
        }
    }
}

#[test]
fn every_translated_instruction_is_in_our_files() {
    let mut used = BTreeSet::new();
    for path in own() {
        let file = read_file(&text(&path)).expect("a file that is right");
        let insts = file.functions.iter().flat_map(|f| &f.blocks).flat_map(|block| &block.insts);
        used.extend(insts.map(|inst| inst.opcode as usize));
    }
    let missing: Vec<&str> = ROWS
        .iter()
        .filter(|row| row.state == State::Done && !used.contains(&(row.opcode as usize)))
        .map(|row| row.name)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A text with a few changes: characters removed, replaced or doubled, words exchanged for others of the text.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(4) {
        if characters.is_empty() {
            break;
        }
        let at = random.below(characters.len());
        let end = (at + 1 + random.below(12)).min(characters.len());
        match random.below(5) {
            0 => drop(characters.drain(at..end)),
            1 => {
                const NEW: [char; 20] = [
                    '0', '9', '-', '+', '(', ')', '[', ']', '{', '}', ',', ':', '.', '=', 'v', 'x', '%', ';',
                    'é', '\n',
                ];
                characters[at] = NEW[random.below(NEW.len())];
            }
            2 => {
                let copy: Vec<char> = characters[at..end].to_vec();
                let to = random.below(characters.len());
                characters.splice(to..to, copy);
            }
            _ => {
                let from = random.below(characters.len());
                let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
                let word = |start: usize| {
                    let length = characters[start..].iter().take_while(|c| is_word(c)).count();
                    start..start + length
                };
                let (from, to) = (word(from), word(at));
                let copy: Vec<char> = characters[from].to_vec();
                characters.splice(to, copy);
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn no_text_is_a_panic() {
    let target = host_target().expect("this machine");
    let mut compiler = Compiler::for_target(target, Options::default());
    let rounds =
        std::env::var("BAREBONES_CLIF_ROUNDS").map_or(60, |rounds| rounds.parse().expect("a number"));
    let mut random = Random(1);
    let (mut read, mut translated, mut refused) = (0, 0, 0);
    for path in all() {
        let text = text(&path);
        // A part of a large file: each mutation costs a reading.
        let functions: Vec<&str> = text.split_inclusive("\n}\n").collect();
        for _ in 0..rounds {
            let start = random.below(functions.len());
            let end = (start + 1 + random.below(3)).min(functions.len());
            let part = functions[start..end].concat();
            let Ok(file) = read_file(&mutated(&part, &mut random)) else {
                refused += 1;
                continue;
            };
            read += 1;
            let printed = file.to_string();
            let again = read_file(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
            assert_eq!(without_places(again), without_places(file.clone()), "{printed}");
            let settings = Settings::of(&file.functions, &target);
            for function in &file.functions {
                if let Ok(function) = translate(function, &target, settings) {
                    translated += 1;
                    // Rules that the reader leaves to the IR may be broken; nothing else may happen.
                    if let Err(error) = compiler.emit(&function.procedure) {
                        assert!(!matches!(error, CompileError::Bug { .. }), "{error}\n{printed}");
                    }
                }
            }
        }
    }
    assert!(read > 100 && translated > 50 && refused > 100, "{read} {translated} {refused}");
}

#[test]
fn errors_have_a_place_and_an_expectation() {
    let body =
        |body: &str| format!("function %f(i32) -> i32 {{\nblock0(v0: i32):\n    {body}\n    return v0\n}}\n");
    for (text, expected) in [
        (String::from("functon"), "1:1: found `functon`, expected `function`"),
        (String::from("function %f(i33)"), "1:13: found `i33`, expected a type"),
        (String::from("function %f() cdecl {"), "1:15: found `cdecl`, expected a calling convention"),
        (body("v1 = iad v0, v0"), "3:10: found `iad`, expected an instruction"),
        (body("v1 = iadd v0 v0"), "3:18: found `v0`, expected `,`"),
        (body("v1 = iadd v0, v9"), "3:5: found `v9`, expected a defined value"),
        (
            body("v1 = iadd v9, v0"),
            "3:5: found `v9`, expected a value that is defined, or whose type is written",
        ),
        (body("v0 = iadd v0, v0"), "3:5: found `v0`, expected a value that is not defined yet"),
        (body("v1 = iconst 7"), "3:17: found `7`, expected `.` and a type"),
        (body("v1 = iconst.i8 256"), "3:20: found `256`, expected an integer of 8 bits"),
        (body("v1 = f32const 0.1"), "3:19: found `0.1`, expected a hexadecimal floating-point number"),
        (body("v1 = fadd v0, v0"), "3:5: found `i32`, expected a type of the class Float, as fadd requires"),
        (body("v1 = icmp less v0, v0"), "3:15: found `less`, expected a condition on integers"),
        (body("v1, v2 = iadd v0, v0"), "3:5: found `2`, expected 1 results of iadd"),
        (body("jump block7"), "3:5: found `block7`, expected a block of the function"),
        (body("jump block0"), "3:5: found `block0`, expected arguments of the types of its parameters"),
        (
            body("v1 = stack_addr.i64 ss0"),
            "4:5: found `return`, expected a declared stack slot instead of `ss0` before this",
        ),
        (body("trap now"), "3:10: found `now`, expected a trap code"),
        (body("return"), "3:5: found `return`, expected values of the types (i32)"),
        (body("v1 = load.i32 little big v0"), "3:26: found `big`, expected one order of bytes"),
        (
            format!("{}; run\n", body("nop")),
            "6:6: found the end of the text, expected `:` and a call with arguments",
        ),
        (format!("{}; run: %f(1) = 2\n", body("nop")), "6:16: found `2`, expected `=`"),
        (format!("{}; run: %f(1) == 2, 3\n", body("nop")), "6:18: found `,`, expected the end of the line"),
    ] {
        assert_eq!(read_file(&text).expect_err(&text).to_string(), expected);
    }
}
