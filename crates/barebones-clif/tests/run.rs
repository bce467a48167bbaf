//! Files and texts that are run.

mod common;

use barebones::{OptLevel, host_target};
use barebones_clif::{Engine, Report, TranslateError, Vectors, read_file, run, translate};
use barebones_clif::{Missing, Settings};
use common::{own, suite, text};
use std::path::PathBuf;

const ENGINES: [Engine; 4] = [
    Engine::Compiled(OptLevel::O0),
    Engine::Compiled(OptLevel::O1),
    Engine::Compiled(OptLevel::O2),
    Engine::Interpreter,
];

/// What vectors of 128 bits become: lanes are the oracle of registers.
const VECTORS: [Vectors; 2] = [Vectors::Registers, Vectors::Lanes];

fn run_all(files: &[PathBuf], engine: Engine, vectors: Vectors) -> Report {
    let target = host_target().expect("this machine");
    let mut all = Report::default();
    for path in files {
        let report = run(&path.display().to_string(), &text(path), engine, &target, vectors);
        all.add(report.expect("traps can be caught"));
    }
    all
}

fn lines(report: &Report) -> Vec<String> {
    report.failures.iter().map(ToString::to_string).collect()
}

#[test]
fn our_files_pass() {
    for (engine, vectors) in ENGINES.into_iter().flat_map(|engine| VECTORS.map(|vectors| (engine, vectors))) {
        let report = run_all(&own(), engine, vectors);
        assert!(report.failures.is_empty(), "{engine:?}, {vectors:?}\n{}", lines(&report).join("\n"));
        assert!(report.passed >= 7_400 && report.skipped.is_empty(), "{report}");
    }
}

#[test]
fn the_suite_passes() {
    let files = suite();
    for (engine, vectors) in ENGINES.into_iter().flat_map(|engine| VECTORS.map(|vectors| (engine, vectors))) {
        let report = run_all(&files, engine, vectors);
        assert!(report.failures.is_empty(), "{engine:?}, {vectors:?}\n{}", lines(&report).join("\n"));
        println!("{engine:?}, {vectors:?}: {report}");
    }
}

/// The failures of a text of today's dialect.
fn failures(text: &str) -> Vec<Vec<String>> {
    let target = host_target().expect("this machine");
    let of = |engine| {
        let report = run("f", text, engine, &target, Vectors::of(&target)).expect("traps can be caught");
        assert!(report.skipped.is_empty(), "{:?}", report.skipped);
        lines(&report)
    };
    ENGINES.map(of).to_vec()
}

#[test]
fn results_are_compared() {
    let identity = "function %f(i8) -> i8 {\nblock0(v0: i8):\n    return v0\n}\n";
    for found in
        failures(&format!("{identity}; run: %f(-1) == 254\n; run: %f(255) != -1\n; run: %f(255) == -1\n"))
    {
        assert_eq!(
            found,
            ["f:5:3: run: %f(-1) == -2; found -1", "f:6:3: run: %f(-1) != -1; found -1"],
            "the first two fail"
        );
    }
}

/// A directive that names another function than the one before it.
#[test]
fn names_in_directives_count_without_test_run() {
    let text = "function %one() -> i8 {
block0:
    v0 = iconst.i8 1
    return v0
}
function %two() -> i8 {
block0:
    v0 = iconst.i8 2
    return v0
}
; print: %one()
; print: %three()
";
    let target = host_target().expect("this machine");
    for engine in ENGINES {
        for (header, expected) in [
            ("", ["%one = 1", "%three = 2"]),
            ("test interpret\n", ["%one = 1", "%three = 2"]),
            ("test run\n", ["%one = 2", "%three = 2"]),
        ] {
            let report = run("f", &format!("{header}{text}"), engine, &target, Vectors::of(&target))
                .expect("traps can be caught");
            assert_eq!(report.printed, expected, "{header}");
        }
    }
}

#[test]
fn traps_are_as_documented() {
    let unary = |ty: &str, result: &str, inst: &str, args: &[&str]| {
        let mut text =
            format!("function %f({ty}) -> {result} {{\nblock0(v0: {ty}):\n    {inst}\n    return v1\n}}\n");
        args.iter().for_each(|arg| text += &format!("; run: %f({arg}) == 0\n"));
        text
    };
    let binary = |ty: &str, inst: &str, args: &str| {
        format!(
            "function %f({ty}, {ty}) -> {ty} {{\nblock0(v0: {ty}, v1: {ty}):\n    v2 = {inst} v0, v1\n    return v2\n}}\n; run: %f({args}) == 0\n"
        )
    };
    let mut cases: Vec<(String, &str)> = Vec::new();
    for (ty, smallest) in [
        ("i8", "-128"),
        ("i16", "-32768"),
        ("i32", "-2147483648"),
        ("i64", "-9223372036854775808"),
        ("i128", "-170141183460469231731687303715884105728"),
    ] {
        for inst in ["udiv", "sdiv", "urem", "srem"] {
            cases.push((binary(ty, inst, "5, 0"), "IntegerDivisionByZero"));
        }
        cases.push((binary(ty, "sdiv", &format!("{smallest}, -1")), "IntegerOverflow"));
        for float in ["f32", "f64"] {
            for inst in ["fcvt_to_sint", "fcvt_to_uint"] {
                let inst = format!("v1 = {inst}.{ty} v0");
                cases.push((unary(float, ty, &inst, &["NaN"]), "BadConversion"));
                let large = if ty == "i128" { "-0x1.8p127" } else { "0x1.0p70" };
                cases.push((unary(float, ty, &inst, &["Inf", "-Inf", large]), "IntegerOverflow"));
            }
            let inst = format!("v1 = fcvt_to_uint.{ty} v0");
            cases.push((unary(float, ty, &inst, &["-0x1.0"]), "IntegerOverflow"));
        }
    }
    cases.push((unary("f32", "i8", "v1 = fcvt_to_sint.i8 v0", &["0x80.0", "-0x81.0"]), "IntegerOverflow"));
    for float in ["f16", "f128"] {
        for ty in ["i8", "i16", "i32", "i64", "i128"] {
            for inst in ["fcvt_to_sint", "fcvt_to_uint"] {
                let inst = format!("v1 = {inst}.{ty} v0");
                cases.push((unary(float, ty, &inst, &["NaN", "-NaN", "NaN:0x1"]), "BadConversion"));
                cases.push((unary(float, ty, &inst, &["Inf", "-Inf"]), "IntegerOverflow"));
            }
        }
        let ends = unary(float, "i8", "v1 = fcvt_to_sint.i8 v0", &["0x80.0", "-0x81.0"]);
        cases.push((ends, "IntegerOverflow"));
        let ends = unary(float, "i8", "v1 = fcvt_to_uint.i8 v0", &["0x100.0", "-0x1.0"]);
        cases.push((ends, "IntegerOverflow"));
    }
    let ends = unary(
        "f128",
        "i128",
        "v1 = fcvt_to_sint.i128 v0",
        &["0x1.0p127", "-0x1.0000000000000000000000000002p127"],
    );
    cases.push((ends, "IntegerOverflow"));
    let ends = unary("f64", "i128", "v1 = fcvt_to_uint.i128 v0", &["0x1.0p128", "-0x1.0"]);
    cases.push((ends, "IntegerOverflow"));
    let divide = |inst: &str, args: &str| {
        format!(
            "function %f(i64, i64, i64) -> i64, i64 native {{\nebb0(v0: i64, v1: i64, v2: i64):\n    v3, v4 = {inst} v0, v1, v2\n    return v3, v4\n}}\n; run: %f({args}) == [0, 0]\n"
        )
    };
    for inst in ["x86_udivmodx", "x86_sdivmodx"] {
        cases.push((divide(inst, "1, 2, 0"), "IntegerDivisionByZero"));
        cases.push((divide(inst, "0, 5, 5"), "IntegerOverflow"));
    }
    cases.push((divide("x86_udivmodx", "0, 1, 1"), "IntegerOverflow"));
    cases.push((divide("x86_sdivmodx", "0, -0x8000000000000000, -1"), "IntegerOverflow"));
    cases.push((divide("x86_sdivmodx", "0, 1, 2"), "IntegerOverflow"));
    cases.push((unary("f64", "i16", "v1 = fcvt_to_uint.i16 v0", &["0x10000.0"]), "IntegerOverflow"));
    for (code, core) in [
        ("stk_ovf", "StackOverflow"),
        ("heap_oob", "HeapOutOfBounds"),
        ("int_ovf", "IntegerOverflow"),
        ("int_divz", "IntegerDivisionByZero"),
        ("bad_toint", "BadConversion"),
        ("interrupt", "User(65535)"),
        ("unreachable", "Unreachable"),
        ("user17", "User(17)"),
    ] {
        for inst in ["trapnz v0,", "resumable_trapnz v0,", "resumable_trap"] {
            let inst = format!("{inst} {code}\n    v1 = iconst.i8 0");
            cases.push((unary("i8", "i8", &inst, &["128"]), core));
        }
        let inst = format!("trapz v0, {code}\n    v1 = iconst.i8 0");
        cases.push((unary("i8", "i8", &inst, &["0"]), core));
        cases.push((
            unary("i64", "i64", &format!("trap {code}\nblock1:\n    v1 = iconst.i64 0"), &["0"]),
            core,
        ));
    }
    let overflow = "v1 = uadd_overflow_trap v0, v0, user3";
    cases.push((unary("i32", "i32", overflow, &["0x80000000"]), "User(3)"));
    cases.push((unary("i64", "i64", overflow, &["-1"]), "User(3)"));
    cases.push((unary("i128", "i128", overflow, &["-1"]), "User(3)"));
    for (text, code) in cases {
        let directives = text.matches("; run").count();
        for found in failures(&text) {
            assert_eq!(found.len(), directives, "{text}");
            assert!(found.iter().all(|line| line.contains(code)), "{code}: {found:?}\n{text}");
        }
    }
}

/// Heaps of the document: offsets outside trap before anything is accessed.
#[test]
fn heaps_trap_outside() {
    let document =
        own().into_iter().find(|path| path.ends_with("document.cton")).expect("the document's examples");
    let text = text(&document);
    let (functions, directives) =
        text.split_once("; run: %members(16, 64)").expect("directives of the heaps");
    let rest = &directives[directives.find("\n").expect("a line")..];
    for arguments in ["24, 40", "17, 40"] {
        let changed = format!("{functions}; run: %members({arguments}) == [0.0, 0.0]{rest}");
        for (found, engine) in failures(&changed).iter().zip(ENGINES) {
            assert!(found.len() == 1 && found[0].contains("HeapOutOfBounds"), "{engine:?}: {found:?}");
        }
    }
    let start = text.find("function %add_members_small").expect("the small heap");
    let small = &text[start..start + text[start..].find("\n}\n").expect("its end") + 3];
    let small =
        small.replace("(i32) -> f32", "(i32, i64 vmctx) -> f32").replace("(v0: i32)", "(v0: i32, v9: i64)");
    let caller = "function %f(i32) -> f32 {
    ss0 = explicit_slot 80
    fn0 = %add_members_small(i32, i64 vmctx) -> f32 spiderwasm
ebb0(v0: i32):
    v1 = stack_addr.i64 ss0
    stack_store v1, ss0+64
    v2 = call fn0(v0, v1)
    return v2
}
; run: %f(0x100000) == 0.0
; run: %f(-1) == 0.0
";
    for found in failures(&format!("{small}{caller}")) {
        assert!(found.len() == 2 && found.iter().all(|line| line.contains("HeapOutOfBounds")), "{found:?}");
    }
}

/// Exceptions: their words, tags, and what no handler takes.
#[test]
fn handlers_take_exceptions() {
    let text = "function %thrower(i64, i64) -> i64 tail {
    fn0 = %\"barebones.throw\"(i64, i64) system_v
block0(v0: i64, v1: i64):
    brif v0, block1, block2
block1:
    call fn0(v0, v1)
    trap unreachable
block2:
    return v1
}
function %inner(i64, i64) -> i64 tail {
    sig0 = (i64, i64) -> i64 tail
    fn0 = %thrower sig0
block0(v0: i64, v1: i64):
    v9 = iconst.i64 1000
    try_call fn0(v0, v1), sig0, block1(ret0), [ tag1: block2(exn0, exn1), tag2: block3(v9, exn1) ]
block1(v2: i64):
    return v2
block2(v3: i64, v4: i64):
    v5 = iadd v3, v4
    return v5
block3(v6: i64, v7: i64):
    v8 = iadd v6, v7
    return v8
}
function %outer(i64, i64) -> i64 {
    sig0 = (i64, i64) -> i64 tail
    fn0 = %inner sig0
block0(v0: i64, v1: i64):
    try_call fn0(v0, v1), sig0, block1(ret0), [ default: block2(exn0) ]
block1(v2: i64):
    return v2
block2(v3: i64):
    v4 = ineg v3
    return v4
}
; run: %outer(0, 7) == 7
; run: %outer(1, 7) == 8
; run: %outer(2, 7) == 1007
; run: %outer(3, 7) == -3
";
    let target = host_target().expect("this machine");
    for engine in ENGINES {
        let report = run("f", text, engine, &target, Vectors::of(&target)).expect("traps can be caught");
        assert!(report.passed == 4, "{engine:?}: {:?}", lines(&report));
    }
}

/// The error of translating the only function of a text.
fn refused(text: &str) -> String {
    let target = host_target().expect("this machine");
    let file = read_file(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let settings = Settings::of(&file.functions, &target);
    match translate(&file.functions[0], &target, settings) {
        Ok(_) => panic!("it is translated: {text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_missing_is_named() {
    let function = |params: &str, body: &str| format!("function %f({params}) {{\n{body}    return\n}}\n");
    for (params, body, expected) in [
        (
            "i128",
            "block0(v0: i128):\n    v1 = splat.i128x2 v0\n",
            "3:5: unsupported: operations on lanes of 128 bits",
        ),
        (
            "i16x4",
            "block0(v0: i16x4):\n    v1 = swizzle v0, v0\n    v2 = bitcast.i64x2 little v1\n",
            "4:5: no bit cast from i16x4 to i64x2",
        ),
        ("i16x4", "block0(v0: i16x4):\n    v1 = extractlane v0, 4\n", "3:5: no lane 4 in i16x4"),
        (
            "f64x4",
            "block0(v0: f64x4):\n    v1 = fvdemote v0\n",
            "3:5: an operand of another type is required; the result is f32x8",
        ),
        (
            "i16x4",
            "block0(v0: i16x4):\n    v1 = shuffle v0, v0, 0\n",
            "3:5: a mask with a byte for each lane is required",
        ),
        (
            "i16x4",
            "block0(v0: i16x4):\n    v1 = x86_pshufb v0, v0\n",
            "3:5: no operation ShuffleBytes for i16x4",
        ),
        (
            "i16x4",
            "block0(v0: i16x4):\n    v1 = icmp of v0, v0\n",
            "3:5: unsupported: conditions on overflow",
        ),
        (
            "i64",
            "block0(v0: i64):\n    v1 = atomic_load.i128 v0\n",
            "3:5: unsupported: atomic accesses of 128 bits",
        ),
        ("i64 sarg(12)", "block0(v0: i64):\n", "1:1: unsupported: structures of this size passed by value"),
        ("i64 sarg(1032)", "block0(v0: i64):\n", "1:1: unsupported: structures of this size passed by value"),
        ("i32 sarg(32)", "block0(v0: i32):\n", "1:1: unsupported: structures of this size passed by value"),
        (
            "",
            "    gv0 = dyn_scale_target_const.i32x4\n    dt0 = i32x4*gv0\nblock0:\n    v0 = iconst.i32 1\n    v1 = splat.dt0 v0\n",
            "6:5: unsupported: dynamic vectors",
        ),
        ("", "block0:\n    debugtrap\n", "3:5: unsupported: debugtrap"),
        ("i64", "block0(v0: i64):\n    v1 = stack_switch v0, v0, v0\n", "3:5: unsupported: stack_switch"),
        ("", "ebb0:\n    adjust_sp_imm 8\n", "3:5: unsupported: adjust_sp_imm"),
        ("", "ebb0:\n    copy_special %rsp -> %rbp\n", "3:5: unsupported: copy_special"),
        ("i64", "ebb0(v0: i64):\n    x86_push v0\n", "3:5: unsupported: x86_push"),
        ("", "ebb0:\n    v0 = x86_pop.i64\n", "3:5: unsupported: x86_pop"),
        (
            "",
            "block0:\n    v0 = get_exception_handler_address.i64 block0, 0\n",
            "3:5: unsupported: get_exception_handler_address",
        ),
        (
            "",
            "    gv0 = iadd_imm.i64 gv1, 1\n    gv1 = iadd_imm.i64 gv0, 1\nblock0:\n    v0 = global_value.i64 gv0\n",
            "5:5: gv0 is defined by itself",
        ),
        (
            "",
            "block0:\n    nop\n    jump block1\nblock1:\n    nop\n    jump block2\nblock2:\n    nop\n}\nfunction %g() {\nblock0:\n",
            "8:1: block2 does not end with a terminator",
        ),
        (
            "i32",
            "block0(v0: i32):\n    brif v0, block1, block2\nblock1:\n    v1 = iconst.i32 1\n    jump block2\nblock2:\n    v2 = iadd v1, v1\n",
            "",
        ),
    ] {
        let text = function(params, body);
        if expected.is_empty() {
            // A value that does not dominate its use breaks a rule of the IR.
            let target = host_target().expect("this machine");
            let file = read_file(&text).expect("a text");
            let settings = Settings::of(&file.functions, &target);
            let translated = translate(&file.functions[0], &target, settings);
            let invalid = match &translated {
                Ok(translated) => barebones::ir::validate(&translated.procedure).is_err(),
                Err(error) => matches!(error, TranslateError::Invalid { .. }),
            };
            assert!(invalid, "{text}");
            continue;
        }
        assert_eq!(refused(&text), expected, "{text}");
    }
    let tail = "function %f() {\n    fn0 = %g()\nblock0:\n    return_call fn0()\n}\n";
    assert_eq!(refused(tail), "4:5: unsupported: tail calls outside the convention `tail`");
    assert_eq!(Missing::Instruction("debugtrap").to_string(), "debugtrap");
}

/// A call of a function that cannot be translated is skipped for that function's reason.
#[test]
fn skips_have_reasons() {
    let text = "test run
target x86_64
target aarch64
function %stops(i64) -> i64 {
block0(v0: i64):
    debugtrap
    return v0
}
; run: %stops(1) == 1
function %f(i64) -> i64 {
    fn0 = %caller(i64) -> i64
block0(v0: i64):
    v1 = call fn0(v0)
    return v1
}
; run: %f(1) == 1
function %caller(i64) -> i64 {
    fn0 = %atomic(i64) -> i64
block0(v0: i64):
    v1 = call fn0(v0)
    return v1
}
function %atomic(i64) -> i64 {
block0(v0: i64):
    v1 = stack_switch.i64 v0, v0, v0
    return v1
}
; print: %caller(1)
";
    let target = host_target().expect("this machine");
    let report = run("f", text, ENGINES[0], &target, Vectors::of(&target)).expect("traps can be caught");
    let skipped: Vec<_> = report.skipped.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(skipped, [("instruction debugtrap", 1), ("instruction stack_switch", 2)]);
    assert_eq!(report.to_string(), "0 passed, 0 failed, 3 skipped");
    let elsewhere = text.replace("x86_64", "s390x").replace("aarch64", "riscv64");
    let report =
        run("f", &elsewhere, ENGINES[0], &target, Vectors::of(&target)).expect("traps can be caught");
    assert_eq!(report.skipped.get("another machine"), Some(&3));
}

/// What a signature promises about the bits above a narrow value is made by the sender.
#[test]
fn promises_are_kept() {
    let target = host_target().expect("this machine");
    let text = "function %f(i8) -> i8 sext {
    fn0 = %g(i8 uext)
block0(v0: i8):
    call fn0(v0)
    return v0
}
function %plain(i8) -> i8 {
    fn0 = %g(i8)
block0(v0: i8):
    call fn0(v0)
    return v0
}
";
    let file = read_file(text).expect("a text");
    let module = barebones_clif::translate_file(&file, &target);
    let module = module.expect("both functions have a translation");
    let [promised, plain] = [0, 1].map(|index| module.procedures[index].to_string());
    assert!(promised.contains("SExt8(") && promised.contains("Const32(255"), "{promised}");
    assert!(!plain.contains("SExt8(") && !plain.contains("Const32(255"), "{plain}");
}

#[test]
fn prints_are_printed() {
    let text = "function %f(i8, f32) -> i8, f32 {\nblock0(v0: i8, v1: f32):\n    return v0, v1\n}\n; print: %f(200, 0x1.8)\n";
    let target = host_target().expect("this machine");
    for engine in ENGINES {
        let report = run("f", text, engine, &target, Vectors::of(&target)).expect("traps can be caught");
        assert_eq!(report.printed, ["%f = -56, 0x1.800000p0"]);
    }
}
