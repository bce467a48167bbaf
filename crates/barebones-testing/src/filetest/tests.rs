//! Every directive accepts and rejects what it should.

use super::asm::{Check, matches};
use super::*;

const SETTINGS: Settings = Settings { bless: false, seconds: 10, host: None, backend: Backend::Barebones };

/// The failures of a text, as `line: message`.
fn failures(text: &str) -> Vec<String> {
    let (results, _) = run_text(text, SETTINGS);
    assert!(!results.is_empty());
    let wrong = results.into_iter().filter_map(Result::err);
    wrong.map(|(line, message)| format!("{line}: {message}")).collect()
}

#[track_caller]
fn fails(text: &str, part: &str) {
    let found = failures(text);
    assert!(found.len() == 1 && found[0].contains(part), "{found:?}");
}

#[track_caller]
fn passes(text: &str) {
    assert_eq!(failures(text), Vec::<String>::new());
}

fn blessed(text: &str) -> String {
    let (results, edits) = run_text(text, Settings { bless: true, ..SETTINGS });
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    apply(text, edits)
}

const ADD: &str = "proc add(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@0)
    Int32 @3 = Trunc(@1)
    Int32 @4 = Add(@2, @3)
    Int32 @5 = Const32(7)
    Int32 @6 = Equal(@4, @5)
    Void @7 = TrapIf(@6, User(3))
    Void @8 = Return(@4)
}
";

fn add(lines: &str) -> String {
    format!("barebones 1\n{lines}\n{ADD}")
}

#[test]
fn runs() {
    passes(&add(
        ";! run\n;; run add(2, -3) == -1\n;; run add(3, 4) traps User(3)\n;; run add(0xffffffff, 1) == 0",
    ));
    fails(&add(";! run\n;; run add(2, 3) == 6"), "3: add(2, 3) == 6: the interpreter has 5");
    fails(&add(";! run\n;; run add(2, 3) traps User(3)"), "the interpreter has 5");
    fails(&add(";! run\n;; run add(3, 4) == 7"), "the interpreter has trap User(3)");
    fails(&add(";! run\n;; run add(3, 4) traps Unreachable"), "the interpreter has trap User(3)");
    fails(&add(";! run\n;; run sub(3, 4) == 7"), "there is no procedure `sub`");
    fails(&add(";! run\n;; run add(3) == 7"), "expected 2 arguments, found 1");
    fails(&add(";! run\n;; run add(3, 1.5) == 7"), "expected an Int32");
    fails(&add(";! run\n;; run add(3, 1) == 7, 8"), "expected 1 results");
    fails(&add(";! run\n;; run add(3, 1) == ?"), "BLESS=1 fills in 4");
    assert!(blessed(&add(";! run\n;; run add(3, 1) == ?")).contains(";; run add(3, 1) == 4\n"));
    assert!(blessed(&add(";! run\n;; run add(3, 4) == ?")).contains(";; run add(3, 4) traps User(3)\n"));
}

#[test]
fn directives_are_strict() {
    fails("barebones 1\n", "expected a directive");
    fails(&add(";! rum"), "found `;! rum`, expected one of");
    fails(&add(";! run"), "expected `;; run` lines");
    fails(&add(";; run add(1, 2) == 3"), "needs `;! run` above it");
    fails(&add(";! run\n;; run add 1"), "expected `NAME(ARGS) == RESULT`");
    fails(&add(";! run\n;; runs add(1, 2) == 3"), "expected one of");
    fails(&add(";! asm x86_64-linux -O 3\n;; check: ret"), "expected `-O 0`");
    fails(&add(";! asm z80 -O 0\n;; check: ret"), "found target `z80`");
    fails(&add(";! asm x86_64-linux -O 0"), "expected `;; check:`");
    fails(&add(";! run\n;; check: ret"), "below its directive");
    fails(&add(";; output"), "needs `;! print` above it");
}

#[test]
fn errors_of_the_parser() {
    let wrong =
        "barebones 1\n;! parse-error\n;; error: found `(`\nproc (Int32) -> Void { #0: Void @0 = Return() }\n";
    fails(&wrong.replace("found `(`", "found `[`"), "the error is 4:6: found");
    fails(&add(";! parse-error\n;; error: x"), "parses without an error");
    let text = blessed(&wrong.replace(";; error: found `(`\n", ""));
    passes(&text);
}

#[test]
fn violations() {
    let wrong = "barebones 1\n;! invalid\nproc f() -> Void {\n#0:\n    Int32 @0 = Const32(1)\n    Int64 @1 = Const64(1)\n    Int32 @2 = Add(@0, @1)\n    Void @3 = Return()\n}\n";
    fails(wrong, "not expected: V");
    let text = blessed(wrong);
    passes(&text);
    fails(&text.replace(";; error: V", ";; error: V9"), "no violation begins with");
    fails(&add(";! invalid\n;; error: V1"), "the module is valid");
}

#[test]
fn printing() {
    let text = add(";! print");
    fails(&text, "the output differs");
    let text = blessed(&text);
    passes(&text);
    fails(&text.replace("; #0:", "; #1:"), "the output differs");
}

#[test]
fn assembly() {
    passes(&add(";! asm x86_64-linux -O 0\n;; not: imul\n;; check: add:\n;; check: ud2\n;; not: ud2"));
    fails(&add(";! asm x86_64-linux -O 0\n;; check: imul"), "no line contains `imul`");
    fails(&add(";! asm x86_64-linux+bmi3 -O 0\n;; check: imul"), "found target");
}

#[test]
fn checks_are_in_order() {
    let has = |text: &str| Check::Has(1, text.to_string());
    let not = |text: &str| Check::HasNot(2, text.to_string());
    let text = "mov  eax, 1\nadd eax, 2\nret\n";
    for checks in
        [vec![has("mov eax"), has("ret")], vec![has("mov"), not("mov"), has("ret")], vec![not("imul")]]
    {
        assert_eq!(matches(text, &checks), Ok(()));
    }
    for checks in [
        vec![has("ret"), has("mov")],
        vec![has("mov"), has("mov")],
        vec![has("mov"), not("add"), has("ret")],
        vec![not("mov"), has("ret")],
        vec![has("add"), not("ret")],
    ] {
        assert!(matches(text, &checks).is_err());
    }
}

#[test]
fn unsupported_directives() {
    fails(&add(";! unsupported anything"), "compiles it");
}
