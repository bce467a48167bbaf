//! Every directive holds where it should, and fails where it should.

use super::check::{Check, mismatches};
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

/// A file with the procedure `add`, with lines above and directly after it.
fn add(above: &str, after: &str) -> String {
    format!("barebones 1\n{above}\n{ADD}{after}\n")
}

/// A file with the procedures `add` and `half`, with lines above and directly after each.
fn add_and_half(above: &str, after_add: &str, after_half: &str) -> String {
    const HALF: &str = "proc half(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(1)
    Int64 @2 = SShr(@0, @1)
    Void @3 = Return(@2)
}
";
    format!("{}\n{HALF}{after_half}\n", add(above, after_add))
}

#[test]
fn runs() {
    let run = |lines: &str| add(";! run", lines);
    passes(&run(";; run add(2, -3) == -1\n;; run add(3, 4) traps User(3)\n;; run add(0xffffffff, 1) == 0"));
    fails(&run(";; run add(2, 3) == 6"), "15: add(2, 3) == 6: the interpreter has 5");
    fails(&run(";; run add(2, 3) traps User(3)"), "the interpreter has 5");
    fails(&run(";; run add(3, 4) == 7"), "the interpreter has trap User(3)");
    fails(&run(";; run add(3, 4) traps Unreachable"), "the interpreter has trap User(3)");
    fails(&run(";; run add(3) == 7"), "expected 2 arguments, found 1");
    fails(&run(";; run add(3, 1.5) == 7"), "expected an Int32");
    fails(&run(";; run add(3, 1) == 7, 8"), "expected 1 results");
    fails(&run(";; run add(3, 1) == ?"), "BLESS=1 fills in 4");
    assert!(blessed(&run(";; run add(3, 1) == ?")).contains(";; run add(3, 1) == 4\n"));
    assert!(blessed(&run(";; run add(3, 4) == ?")).contains(";; run add(3, 4) traps User(3)\n"));
}

#[test]
fn directives_are_strict() {
    fails("barebones 1\n", "expected a directive");
    fails(&add(";! rum", ""), "found `;! rum`, expected one of");
    fails(&add(";! run", ""), "expected `;; run` lines");
    fails(&add("", ";; run add(1, 2) == 3"), "needs `;! run` above it");
    fails(&add(";! run", ";; run add 1"), "expected `NAME(ARGS) == RESULT`");
    fails(&add(";! run", ";; runs add(1, 2) == 3"), "expected one of");
    fails(&add(";! asm x86_64-linux -O 3", ";; check: ret"), "expected `-O 0`");
    fails(&add(";! asm z80 -O 0", ";; check: ret"), "found target `z80`");
    fails(&add(";! asm x86_64-linux -O 0", ""), "expected `;; check:`");
    fails(&add(";! asm x86_64-linux -O 0", ";; check ret"), "expected one of");
    fails(&add(";! asm x86_64-linux -O 0", ";; check:"), "expected one of");
    fails(&add(";! opt eliminate_dead_code", ""), "or `;; run` lines for it");
    fails(&add(";! run", ";; check: ret"), "need `;! asm` or `;! opt` above them");
    fails(&add("", ";; output"), "needs `;! print` above it");
}

#[test]
fn expectations_are_beside_their_procedure() {
    let message = "directly after the procedure";
    fails(
        &add(";! run\n;; run add(1, 2) == 3", ""),
        "3: expected the call directly after the procedure `add`",
    );
    fails(&add(";! run", "\n;; run add(1, 2) == 3"), message);
    fails(&add(";! run", "; A comment.\n;; run add(1, 2) == 4"), "16: add(1, 2) == 4");
    fails(&add(";! run", ";; run sub(3, 4) == 7"), "after `add`, expected after `sub`");
    fails(&add_and_half(";! run", "", ";; run add(1, 2) == 3"), "after `half`, expected after `add`");
    let asm = ";! asm x86_64-linux -O 0";
    fails(&add(&format!("{asm}\n;; check: ret"), ""), message);
    fails(&add(asm, "\n;; not: ret"), message);
    fails(&add(asm, "").replace("#0:", ";; check: ret\n#0:"), message);
    fails(&add("", asm), "expected `;! asm x86_64-linux -O 0` above the first procedure");
}

#[test]
fn errors_of_the_parser() {
    let wrong =
        "barebones 1\n;! parse-error\n;; error: found `(`\nproc (Int32) -> Void { #0: Void @0 = Return() }\n";
    fails(&wrong.replace("found `(`", "found `[`"), "the error is 4:6: found");
    fails(&add(";! parse-error\n;; error: x", ""), "read without an error");
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
    fails(&add(";! invalid\n;; error: V1", ""), "the module is valid");
}

#[test]
fn printing() {
    let text = add(";! print", "");
    fails(&text, "the output is not what is printed");
    let text = blessed(&text);
    passes(&text);
    fails(&text.replace("; #0:", "; #1:"), "the output is not what is printed");
}

#[test]
fn assembly() {
    let asm = ";! asm x86_64-linux -O 0";
    passes(&add(asm, ";; not: imul\n;; check: add e\n;; check: ud2\n;; not: ud2"));
    fails(&add(asm, ";; check: imul"), "15: in `add`: no line contains `imul`");
    fails(&add(";! asm x86_64-linux+bmi3 -O 0", ";; check: imul"), "found target");
    fails(&add(&format!("{asm}\n;; not: ud2"), ""), "3: in `add`: a line contains `ud2`");
}

#[test]
fn checks_are_about_one_procedure() {
    let asm = ";! asm x86_64-linux -O 0";
    passes(&add_and_half(asm, ";; check: ud2\n;; not: sar", ";; check: sar\n;; not: ud2"));
    fails(&add_and_half(asm, ";; check: sar", ";; check: sar"), "15: in `add`: no line contains `sar`");
    let all = failures(&add_and_half(asm, ";; check: sar\n;; check: ud2\n;; check: imul", ";; not: sar"));
    let begins = |(found, part): (&String, &str)| assert!(found.starts_with(part), "{found}");
    all.iter().zip(["15: in `add`: ", "17: in `add`: ", "26: in `half`: "]).for_each(begins);
    assert_eq!(all.len(), 3);
}

#[test]
fn several_directives_have_names() {
    let two = ";! asm x86_64-linux -O 0 as x64\n;! asm aarch64-linux -O 0 as a64";
    passes(&add(two, ";; check x64: ud2\n;; check a64: udf\n;; not x64: udf"));
    fails(&add(two, ";; check x64: udf\n;; check a64: udf"), "no line contains `udf`");
    fails(
        &add(two, ";; check: ud2"),
        "expected the name of a directive before the colon, one of `x64`, `a64`",
    );
    fails(&add(two, ";; check x86: ud2"), "no `asm` or `opt` directive above has the name `x86`");
    fails(&add(two, ";; check x64: ud2"), "3: expected `;; check:`");
    let both = ";; check x64: ud2\n;; check a64: udf";
    fails(
        &add(&two.replace("as a64", "as x64"), ";; check x64: ud2"),
        "another directive has the name `x64`",
    );
    fails(&add(&two.replace(" as a64", ""), ";; check x64: ud2"), "each needs a name");
    fails(&add(&two.replace("as a64", "as a:64"), both), "found the name `a:64`");
    fails(&add(&two.replace(" as x64", "").replace(" as a64", ""), ";; not: ret"), "expected the name");
}

#[test]
fn blessing_repairs_checks() {
    let asm = ";! asm x86_64-linux -O 0";
    let text = add_and_half(asm, ";; check: xdd ecx\n;; not: imul\n;; check: ud2", ";; check: sar r");
    fails(&text, "no line contains `xdd ecx`");
    let repaired = blessed(&text);
    passes(&repaired);
    let changed: Vec<(&str, &str)> = text.lines().zip(repaired.lines()).filter(|(a, b)| a != b).collect();
    assert!(changed.len() == 1 && changed[0].1.starts_with(";; check: add e"), "{changed:?}");
    // What is nowhere similar, what must not be there, and known answers are not changed.
    for (directive, wrong) in [
        (asm, ";; check: vfmadd231pd zmm0, zmm9"),
        (asm, ";; not: ud2"),
        (";! run", ";; run add(1, 2) == 4"),
        (";! run", ";; run add(1, 2) traps User(3)"),
    ] {
        let (results, edits) = run_text(&add(directive, wrong), Settings { bless: true, ..SETTINGS });
        assert!(results.iter().any(Result::is_err) && edits.is_empty(), "{wrong}");
    }
    let labelled =
        add(";! opt eliminate_dead_code as x", ";; check x: Int64 @4 = Add(@2, @3)\n;; check x: Return(@5)");
    let repaired = blessed(&labelled);
    assert!(repaired.contains(";; check x: Int32 @4 = Add(@2, @3)\n;; check x: Return(@4)\n"), "{repaired}");
}

#[test]
fn checks_are_in_order() {
    let has = |text: &str| Check::Has(1, text.to_string());
    let not = |text: &str| Check::HasNot(2, text.to_string());
    let lines = ["mov eax, 1", "add eax, 2", "ret"].map(String::from);
    for checks in
        [vec![has("mov eax"), has("ret")], vec![has("mov"), not("mov"), has("ret")], vec![not("imul")]]
    {
        assert_eq!(mismatches(&lines, &checks), []);
    }
    for checks in [
        vec![has("ret"), has("mov")],
        vec![has("mov"), has("mov")],
        vec![has("mov"), not("add"), has("ret")],
        vec![not("mov"), has("ret")],
        vec![has("add"), not("ret")],
    ] {
        assert_eq!(mismatches(&lines, &checks).len(), 1);
    }
}

#[test]
fn unsupported_directives() {
    fails(&add(";! unsupported anything", ""), "makes code");
}
