//! The functions of `tests/programs`: the manual's examples and our own.

use barebones::OptLevel;
use barebones_rtl::run::{Engine, Engines, File, run, show};
use barebones_rtl::{Class, Mode, ROWS, StoreFlag};

const LEVELS: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

#[test]
fn all_engines_run_the_programs() {
    let mut engines = Engines::new(&LEVELS).expect("engines");
    let mut executed = vec![0; ROWS.len()];
    let (mut calls, mut own, mut manual) = (0, 0, 0);
    let mut failures = Vec::new();
    for (name, text) in super::programs() {
        let counts = if name.starts_with("manual_") { &mut manual } else { &mut own };
        *counts += 1;
        let result = File::parse(&text).and_then(|file| {
            if file.checked.function.name != name || file.runs.is_empty() {
                return Err(String::from("another name, or no run"));
            }
            file.run(&mut engines, &mut executed)
        });
        match result {
            Ok(count) => calls += count,
            Err(error) => failures.push(format!("{name}.rtl:{error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{own} programs, {manual} examples of the manual, {calls} calls");
    assert!(own >= 60 && manual >= 12 && calls > 150, "{own} programs, {manual} examples, {calls} calls");
    let missing =
        ROWS.iter().zip(&executed).filter(|(row, count)| row.class != Class::Refused && **count == 0);
    let missing: Vec<&str> = missing.map(|(row, _)| row.name).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn an_unexpected_result_is_reported_with_its_line() {
    let text = "; first line\n;! run 1 = 3\n(function \"f\" [(reg:SI 1)] (reg:SI 1))\n";
    let file = File::parse(text).expect("a file");
    let mut engines = Engines::new(&[]).expect("engines");
    let error = file.run(&mut engines, &mut []).expect_err("another result");
    assert_eq!(error, "2:1: Oracle: found `1`, expected `3`");
    for (directive, expected) in [
        ("run 1 2 = 3", "2:1: f takes 1 arguments, found 2"),
        ("run 1.5 = 3", "2:1: found `1.5`, expected a value of mode SI"),
        ("walk", "2:1: found `walk`, expected `run ARGS.. = RESULT` or `store_flag -1`"),
    ] {
        let text = text.replace("run 1 = 3", directive);
        assert_eq!(File::parse(&text).expect_err("no directive"), expected);
    }
}

#[test]
fn a_relation_is_what_the_option_says() {
    let text = "(function \"f\" [(reg:SI 1)] (reg:DI 2) (insn 1 0 0 (set (reg:DI 2) (lt:DI (reg:SI 1) (const_int 0)))))";
    let file = File::parse(text).expect("a file");
    for engine in Engine::ALL {
        for (flag, expected) in [(StoreFlag::One, "1"), (StoreFlag::MinusOne, "-1")] {
            let outcome = run(&file.checked, &[0xffff_ffff], engine, flag).expect("an outcome");
            assert_eq!(show(&outcome, Mode::Di), expected, "{engine:?}");
        }
    }
}

#[test]
fn what_has_no_meaning_is_named() {
    let outcome = |items: &str| {
        let text = format!("(function \"f\" [(reg:SI 1)] (reg:SI 1) (data \"d\" \"abcd\") {items})");
        let file = File::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let outcome = run(&file.checked, &[5], Engine::Oracle, StoreFlag::One).expect("an outcome");
        show(&outcome, Mode::Si)
    };
    let dead = "(insn 1 0 2 (set (reg:SI 2) (reg:SI 1)) -1 (nil) (expr_list:REG_DEAD (reg:SI 1) (nil)))
                (insn 2 1 0 (set (reg:SI 3) (reg:SI 1)))";
    assert_eq!(outcome(dead), "undefined: register 1 is read after REG_DEAD");
    let not_zero =
        "(insn 1 0 0 (set (reg:SI 1) (const_int 2)) -1 (nil) (expr_list:REG_WAS_0 (reg:SI 1) (nil)))";
    assert_eq!(outcome(not_zero), "undefined: REG_WAS_0 of register 1, which is not zero");
    let outside = "(insn 1 0 0 (set (reg:SI 1) (mem:SI (plus:DI (symbol_ref:DI \"d\") (const_int 1)))))";
    assert_eq!(outcome(outside), "undefined: 4 bytes of memory at 0x10000001");
    let unknown = "(call_insn 1 0 0 (call (mem:QI (symbol_ref:DI \"none\")) (const_int 0)))";
    assert_eq!(outcome(unknown), "undefined: a call of \"none\"");
}

#[test]
fn notes_are_origins() {
    let text = include_str!("../programs/notes.rtl");
    let file = File::parse(text).expect("a file");
    let target = barebones::host_target().expect("a target");
    let options = barebones_rtl::Options::new(target);
    let module = barebones_rtl::translate(&[&file.checked], &options).expect("a module");
    let lines = |module: &barebones::ir::Module| {
        let proc = &module.procedures[0];
        let mut lines: Vec<u32> = proc.value_ids().map(|id| proc.value(id).origin.0).collect();
        lines.retain(|line| *line < 1000);
        lines.sort_unstable();
        lines.dedup();
        lines
    };
    assert_eq!(lines(&module), [3, 4]);
    let module = barebones_rtl::translate_text(text, &target).expect("a module");
    assert_eq!(lines(&module), [7, 9]);
}
