//! The command from outside: what it prints, and its exit status.

use barebones_testing::native;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Runs the command in the project's folder: status, standard output, standard error.
fn barebones(args: &[&str]) -> (i32, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = native::program(env!("CARGO_BIN_EXE_barebones"));
    let Output { status, stdout, stderr } = command.args(args).current_dir(root).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[track_caller]
fn prints(args: &[&str], expected: &str) {
    assert_eq!(barebones(args), (0, expected.to_string(), String::new()), "{args:?}");
}

#[track_caller]
fn fails(args: &[&str], status: i32, part: &str) {
    let (found, out, error) = barebones(args);
    assert!(
        found == status && error.contains(part) && !error.contains("panicked"),
        "{args:?}: {found} {out}{error}"
    );
}

/// A file with this content that is gone in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Temporary {
        let path = std::env::temp_dir().join(format!("barebones-{}-{name}.bb", std::process::id()));
        std::fs::write(&path, content).expect("the system has room for temporary files");
        Temporary(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_file(&self.0);
    }
}

const SHA256: &str = "tests/programs/sha256.bb";

#[test]
fn runs_in_all_engines() {
    let mut engines =
        vec![&["-O", "0"][..], &["-O1"], &["-O2"], &[], &["--engine", "interp"], &["--engine=jit"]];
    engines.push(&["--without", "fix_ssa", "--without=reduce_strength"]);
    if cfg!(feature = "cranelift") {
        engines.extend([&["--engine", "cranelift"][..], &["--engine", "cranelift", "-O0"]]);
    }
    for engine in engines {
        let run =
            |file: &'static str, call: &[&'static str]| [&["run"], engine, &[file, "--call"], call].concat();
        prints(&run(SHA256, &["sha256_first8", "@data:abc", "3"]), "Int64 -5010229573455851542\n");
        prints(&run("tests/programs/calendar.bb", &["weekday", "1582", "10", "15"]), "Int32 5\n");
        prints(&run("tests/files/run/float_and_double.bb", &["widen", "1.5f"]), "Double 1.5\n");
        prints(&run("tests/files/run/float_and_double.bb", &["widen", "-inf"]), "Double -inf\n");
        let nan = run("tests/files/run/purify_nan.bb", &["purify64", "nan:0xfff8000000000001"]);
        prints(&nan, "Double nan:0x7ff8000000000000\n");
        let trap = run("tests/programs/utf8.bb", &["sum_of_code_points", "@data:stray", "3"]);
        let (status, out, error) = barebones(&trap);
        assert_eq!((status, out.as_str(), error.as_str()), (1, "", "trap User(8) at @64\n"), "{trap:?}");
    }
}

#[test]
fn a_file_is_an_address_and_a_length() {
    let file = Temporary::new("abc", b"abc");
    let argument = format!("@file:{}", file.path());
    for engine in ["jit", "interp"] {
        let args = ["run", SHA256, "--engine", engine, "--call", "sha256_first8", &argument];
        prints(&args, "Int64 -5010229573455851542\n");
    }
    fails(&["run", SHA256, "--call", "sha256_first8", "@file:/no/such/file"], 1, "/no/such/file: ");
    fails(
        &["run", SHA256, "--call", "sha256_of_letters", "@file:README.md"],
        1,
        "is an Int64; the parameter is of type",
    );
}

#[test]
fn usage_errors_have_status_2() {
    fails(&[], 2, "no command");
    fails(&["ruin"], 2, "`ruin` is not a command");
    fails(&["run"], 2, "no file");
    fails(&["run", "-O", "3", SHA256], 2, "-O: found `3`");
    fails(&["run", "--engine", "steam", SHA256], 2, "expected one of jit, interp");
    fails(
        &["run", "--without", "thought", SHA256],
        2,
        "found \"thought\", expected one of estimate_frequencies, ",
    );
    fails(&["run", SHA256, "7"], 2, "arguments come after --call");
    fails(&["compile", SHA256], 2, "--emit is missing");
    fails(&["compile", "--emit", "asm", "--target", "z80", SHA256], 2, "x86_64-windows");
    fails(
        &["compile", "--emit", "asm", "--target", "host+teleport", SHA256],
        2,
        "`teleport` is not one of the features",
    );
    fails(
        &["compile", "--emit", "asm", "--after", "select", SHA256],
        2,
        "this kind of output does not exist after select",
    );
    fails(&["compile", "--emit", "air", "-O0", SHA256], 2, "-O 0");
    fails(&["fuzz", "--count", "many"], 2, "expected a number");
    fails(&["fuzz", "--count"], 2, "--count needs a value");
    fails(&["test"], 2, "no file");
    fails(&["test", "--loudly"], 2, "`--loudly` is not an option");
}

#[test]
fn branches_are_protected_where_there_is_protection() {
    let fib = ["compile", "--emit=asm", "--target=aarch64-linux", "-O1", "tests/programs/fib.bb"];
    let (status, plain, error) = barebones(&fib);
    assert!(status == 0 && !plain.contains("paciasp"), "{error}");
    let (status, pads, error) = barebones(&[&fib[..], &["--landing-pads"]].concat());
    assert!(status == 0 && pads.contains("hint #0x22") && !pads.contains("paciasp"), "{pads}{error}");
    let (status, signed, error) = barebones(&[&fib[..], &["--sign-return-address"]].concat());
    assert!(status == 0 && signed.contains("paciasp") && signed.contains("autiasp"), "{signed}{error}");
    let x64 = ["compile", "--emit=asm", "--target=x86_64-linux", "-O1", "tests/programs/fib.bb"];
    let (status, pads, error) = barebones(&[&x64[..], &["--landing-pads"]].concat());
    assert!(status == 0 && pads.contains("endbr64"), "{pads}{error}");
    fails(&[&x64[..], &["--sign-return-address"]].concat(), 1, "x86_64-linux has no such branch protection");
    fails(&["run", "--engine=interp", "--landing-pads", SHA256], 2, "the interpreter emits no code");
}

#[test]
fn code_is_hardened() {
    let compile = ["compile", "--emit=asm", "--target=x86_64-linux", "tests/programs/siphash.bb"];
    let hardened = |words: &str| {
        let (status, text, error) = barebones(&[&compile[..], &["--harden", words]].concat());
        assert_eq!(status, 0, "{error}");
        text
    };
    let (_, plain, _) = barebones(&compile);
    let (first, second) = (hardened("blind_constants,seed=1"), hardened("blind_constants,seed=2"));
    // The first constant of the state.
    assert!(plain.contains("0x736f6d6570736575"), "{plain}");
    assert!(![&first, &second].iter().any(|text| text.contains("0x736f6d6570736575")), "{first}");
    assert_ne!(first, second);
    assert_eq!(hardened("blind_constants,seed=1"), first);
    assert_eq!(hardened("random_placement,seed=1"), plain);
    for options in [&["--harden=all,seed=7"][..], &["--harden=all", "--landing-pads", "-O0"]] {
        let (status, text, error) =
            barebones(&[&["run"], options, &["tests/programs/fib.bb", "--call", "fib", "20"]].concat());
        assert_eq!((status, text.as_str()), (0, "Int64 6765\n"), "{error}");
    }
    fails(
        &["run", "--harden=everything", SHA256],
        2,
        "--harden: found `everything`, expected `none`, or `all`",
    );
    fails(&["run", "--engine=interp", "--harden=all", SHA256], 2, "the interpreter emits no code");
}

#[test]
fn errors_have_places() {
    let text = |body: &str| format!("barebones 1\n\nproc f() -> Int32 {{\n{body}\n}}\n");
    let file = Temporary::new("parse", text("#0:\n  Int32 @0 = Const32(x)").as_bytes());
    fails(&["run", file.path()], 1, &format!("{}:5:22: found", file.path()));
    let body = "#0:\n  Int32 @0 = Const32(1)\n  Int64 @1 = Const64(1)\n  Int32 @2 = Add(@0, @1)\n  Void @3 = Return(@2)";
    let file = Temporary::new("valid", text(body).as_bytes());
    fails(&["run", file.path()], 1, &format!("{}:7:9: V", file.path()));
    fails(&["compile", "--emit", "asm", file.path()], 1, ":7:9: V");
    let file = Temporary::new("bytes", b"barebones 1\n\n\xff");
    fails(&["run", file.path()], 1, &format!("{}:3: not UTF-8", file.path()));
    let file = Temporary::new("nothing", b"barebones 1\n");
    fails(&["run", file.path()], 1, "there is no procedure");
    fails(&["run", "tests"], 1, "tests: ");
    fails(&["run", SHA256, "--call", "nonsense"], 1, "there is no procedure `nonsense`");
    fails(&["run", SHA256, "--call", "sha256_first8", "@data:nothing", "3"], 1, "there is no data `nothing`");
}

#[test]
fn compiles_to_text() {
    let (status, ir, _) = barebones(&["compile", "--emit", "ir", SHA256]);
    assert_eq!(status, 0);
    let file = Temporary::new("again", ir.as_bytes());
    prints(&["compile", "--emit", "ir", file.path()], &ir);
    prints(
        &["run", file.path(), "--call", "sha256_first8", "@data:abc", "0"],
        "Int64 -2039914840885289964\n",
    );
    for target in [
        "x86_64-linux",
        "x86_64-windows",
        "x86_64-macos",
        "x86_64-pc-windows-msvc",
        "x86_64-linux+bmi2+lzcnt",
    ] {
        let (status, asm, error) =
            barebones(&["compile", "--emit=asm", "--target", target, "-O1", "tests/programs/fib.bb"]);
        assert!(
            status == 0 && asm.contains("call fib") && asm.contains("#2:") && asm.contains("; @9"),
            "{asm}{error}"
        );
    }
    for stage in ["select", "allocate"] {
        let (status, air, error) =
            barebones(&["compile", "--emit", "air", "--after", stage, "-O1", "tests/programs/fib.bb"]);
        assert!(status == 0 && air.starts_with("; fib\nair 1 ") && air.contains("Add32"), "{air}{error}");
    }
    for level in ["-O0", "-O1", "-O2"] {
        let (status, stats, error) = barebones(&["compile", "--emit", "stats", level, SHA256]);
        let stages = ["validate", "select", "allocate", "emit", "reloads", "spill stores"];
        assert!(status == 0 && stages.iter().all(|stage| stats.contains(stage)), "{stats}{error}");
    }
}

#[test]
fn compilation_is_limited() {
    const FIB: &str = "tests/programs/fib.bb";
    let (status, stats, error) = barebones(&["compile", "--emit", "stats", FIB]);
    assert_eq!(status, 0, "{error}");
    let run = |extra: &[&str]| barebones(&[&["run", FIB], extra, &["--call", "fib", "10"]].concat());
    let (_, result, error) = run(&[]);
    assert!(error.is_empty() && result.contains("55"), "{result}{error}");
    // The file has several procedures, each within the limits.
    let mut most: BTreeMap<&str, u64> = BTreeMap::new();
    for used in stats.lines().filter_map(|line| line.trim().strip_prefix("used: ")) {
        for (name, number) in used.split(' ').filter_map(|used| used.split_once('=')) {
            let number: u64 = number.parse().expect("a number");
            most.entry(name).and_modify(|most| *most = number.max(*most)).or_insert(number);
        }
    }
    assert_eq!(most.len(), 6, "{stats}");
    for (name, number) in most {
        let limit = &*format!("{name}={number}");
        assert_eq!(run(&["--budget", limit]).1, result, "{limit}");
        let less = format!("--budget={name}={}", number - 1);
        let (status, _, error) = run(&[&less]);
        let expected = format!("the limit is {}", number - 1);
        // Unrolling stays within the values.
        assert!(
            name == "values" && status == 0 || status == 1 && error.contains(&expected),
            "{limit}: {error}"
        );
    }
    assert_eq!(run(&["--budget", "work=600"]).0, 1);
    let (status, same, error) = run(&["--budget", "work=600", "--on-limit", "compile_at_o0"]);
    assert!(status == 0 && same == result, "{error}");
    let (status, _, error) = run(&["--budget", "pages=1"]);
    assert!(status == 2 && error.contains("expected NAME=NUMBER with one of values, blocks"), "{error}");
}

#[test]
fn allocation_is_explained() {
    const FIB: &str = "tests/programs/fib.bb";
    for (level, reason) in [("-O1", "global register %"), ("-O2", "hinted: ")] {
        let (status, text, error) = barebones(&["compile", "--emit", "air", "--why", level, FIB]);
        assert!(status == 0 && text.contains("; 0: Entry") && text.contains(reason), "{text}{error}");
        // Without its comments it is what is printed without reasons.
        let (_, plain, _) = barebones(&["compile", "--emit", "air", level, FIB]);
        let code = |text: &str| {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with(';'));
            lines.map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(code(&text), code(&plain));
    }
    fails(&["compile", "--emit", "asm", "--why", FIB], 2, "--why requires --emit air");
    let (status, text, error) = barebones(&["compile", "--emit", "air", "--after", "select", "--why", FIB]);
    assert!(status == 0 && text.contains("    ; Add @16: ImmediateInOperand Const32 @22\n"), "{text}{error}");
}

#[test]
fn tests_and_fuzzes() {
    let (status, out, _) = barebones(&["test", "tests/programs/fib.bb", "tests/programs/crc32.bb"]);
    assert!(status == 0 && out.trim_end().ends_with("passed, 0 failed"), "{out}");
    let file = Temporary::new("wrong", b"barebones 1\n;! run\nproc f() -> Int32 {\n#0:\nInt32 @0 = Const32(1)\nVoid @1 = Return(@0)\n}\n;; run f() == 2\n");
    let (status, out, error) = barebones(&["test", file.path()]);
    assert_eq!((status, out.as_str()), (1, "0 passed, 1 failed\n"));
    assert!(error.contains(":8: f() == 2: the interpreter has 1"), "{error}");
    fails(&["test", "README.md"], 1, "expected a `.bb` file");
    for options in [&[][..], &["--force", "few", "-O", "1"], &["--force", "spill", "--limit", "0"]] {
        let (status, out, error) = barebones(&[&["fuzz", "--seed", "7", "--count", "20"], options].concat());
        assert!(status == 0 && out.ends_with("20 passed, 0 failed\n"), "{out}{error}");
    }
}

#[cfg(feature = "cranelift")]
#[test]
fn the_other_backend_compiles_to_text() {
    for (target, call) in [("x86_64-linux", "call fib"), ("aarch64-macos", "bl ")] {
        let args =
            ["compile", "--emit=asm", "--backend", "cranelift", "--target", target, "tests/programs/fib.bb"];
        let (status, asm, error) = barebones(&args);
        assert!(status == 0 && asm.contains(call) && asm.contains("; @9"), "{target}: {asm}{error}");
    }
    let (status, stats, error) = barebones(&["compile", "--emit", "stats", "--backend=cranelift", SHA256]);
    assert!(status == 0 && stats.contains("select") && stats.contains("emit"), "{stats}{error}");
    let (status, out, error) = barebones(&["fuzz", "--seed", "7", "--count", "20", "--against", "cranelift"]);
    assert!(status == 0 && out.ends_with("20 passed, 0 failed\n"), "{out}{error}");
    fails(&["compile", "--emit=air", "--backend=cranelift", SHA256], 2, "does not use the machine IR");
}

#[cfg(not(feature = "cranelift"))]
#[test]
fn a_backend_that_is_not_there_is_named() {
    for args in [
        &["run", "--engine", "cranelift", SHA256][..],
        &["compile", "--backend", "cranelift", "--emit", "asm", SHA256],
        &["fuzz", "--against", "cranelift", "--count", "1"],
    ] {
        fails(args, 2, "built without cranelift; `cargo build -p barebones-cli --features cranelift`");
    }
    let (status, out, _) = barebones(&["fuzz", "--against", "interp", "--count", "2"]);
    assert!(status == 0 && out.ends_with("2 passed, 0 failed\n"), "{out}");
}

#[test]
fn machine_code_is_interpreted() {
    let (status, out, error) = barebones(&["fuzz", "--against", "air", "--seed", "3", "--count", "20"]);
    assert!(status == 0 && out.ends_with("20 passed, 0 failed\n"), "{out}{error}");
    assert!(out.contains("machine instructions"), "{out}");
    fails(&["fuzz", "--against", "air", "-O0"], 2, "there is no whole Air");
}

#[test]
fn machines_are_described() {
    let (status, out, error) = barebones(&["machine", "x86-64", "--opcode", "addsi3"]);
    let expected = "(machine x86-64)\n\n(pattern Add32 (names addsi3)\n  (words \"a + b, 32 bits.\")\n  (does (set 2 (add 0 1)))";
    assert!(status == 0 && out.starts_with(expected), "{out}{error}");
    let (status, all, _) = barebones(&["machine", "aarch64"]);
    assert!(status == 0 && all.contains("(pattern MulAdd64"), "{all}");
    let file = std::env::temp_dir().join(format!("barebones-machine-{}.md", std::process::id()));
    let path = file.to_str().expect("a name in UTF-8");
    std::fs::write(&file, &all).expect("a folder for temporary files");
    let (status, out, error) = barebones(&["machine", "--compare", path]);
    assert!(status == 0 && out.ends_with(" patterns, 0 differences\n"), "{out}{error}");
    std::fs::write(&file, all.replacen("(add 2 (mul 0 1))", "(sub 2 (mul 0 1))", 1)).expect("as before");
    let (status, out, _) = barebones(&["machine", "--compare", path]);
    assert!(status == 1 && out.starts_with("MulAdd32 differs\n"), "{out}");
    std::fs::write(&file, "(machine vax)").expect("as before");
    fails(&["machine", "--compare", path], 1, "line 1: expected `(machine x86-64)`");
    std::fs::remove_file(&file).expect("it was written");
    fails(&["machine", "--compare", path], 1, path);
    fails(&["machine"], 2, "no machine");
    fails(&["machine", "vax"], 2, "expected x86-64 or aarch64");
    fails(&["machine", "x86-64", "--opcode", "frob"], 1, "`frob` is no opcode");
}

#[test]
fn says_what_it_is() {
    prints(&["--version"], concat!("barebones ", env!("CARGO_PKG_VERSION"), "\n"));
    let (status, out, _) = barebones(&["help"]);
    assert!(status == 0 && ["run", "compile", "test", "fuzz"].iter().all(|name| out.contains(name)), "{out}");
}

/// Files that were cut off or changed somewhere are errors, or programs; nothing panics and nothing hangs.
#[test]
fn broken_files_are_errors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let whole = std::fs::read(root.join("tests/programs/fib.bb")).expect("a file of the project");
    for number in 0..24 {
        let mut bytes = whole.clone();
        let place = number * 997 % bytes.len();
        match number % 4 {
            0 => bytes.truncate(place),
            1 => bytes[place] = b'@',
            2 => bytes[place] = b'9',
            _ => drop(bytes.remove(place)),
        }
        let file = Temporary::new(&format!("broken{number}"), &bytes);
        for args in [&["compile", "--emit", "asm", file.path()][..], &["test", file.path()]] {
            let (status, _, error) = barebones(args);
            assert!(
                (0..=2).contains(&status) && !error.contains("panicked"),
                "{number} {args:?}: {status} {error}"
            );
        }
    }
}

/// A WebAssembly module in the text format, as a script that instantiates it.
#[cfg(feature = "wasm")]
#[test]
fn scripts_of_assertions_are_counted() {
    let script =
        br#"(module (func (export "f") (param i32) (result i32) (i32.div_s (i32.const 6) (local.get 0))))
        (assert_return (invoke "f" (i32.const 2)) (i32.const 3))
        (assert_trap (invoke "f" (i32.const 0)) "integer divide by zero")
        (module (type (struct)) (func (export "g") (result i32) (i32.const 0)))
        (assert_return (invoke "g") (i32.const 0))"#;
    let good = Temporary::new("good.wast", script);
    let (status, out, error) = barebones(&["wast", "-O", "1", good.path()]);
    assert_eq!(
        (status, out.as_str(), error.as_str()),
        (0, "2 skipped: gc\n3 passed, 0 failed, 2 skipped\n", "")
    );
    let wrong = r#"(module (func (export "f") (result f32) (f32.const 1)))
        (assert_return (invoke "f") (f32.const 2))"#;
    let bad = Temporary::new("bad.wast", wrong.as_bytes());
    let (status, out, _) = barebones(&["wast", good.path(), bad.path()]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(status, 1);
    assert!(lines[0].contains("bad.wast.bb:2:10: expected") && lines[0].contains("found"), "{out}");
    assert_eq!(lines[lines.len() - 1], "4 passed, 1 failed, 2 skipped");
    fails(&["wast"], 2, "no file");
    let (status, out, _) = barebones(&["wast", "--engine", "interp", good.path(), bad.path()]);
    assert_eq!((status, out.lines().last()), (1, Some("4 passed, 1 failed, 2 skipped")));
    fails(
        &["wast", "--engine", "none", good.path()],
        2,
        "--engine: found `none`, expected one of jit, interp",
    );
    // Only the interpreter keeps a frame for a tail call of another instance.
    let step = r#"(module $NAME (type $t (func (param i32 (ref null $t)) (result i32)))
        (func (export "get") (result (ref $t)) (ref.func $f))
        (func $f (export "f") (type $t) (if (result i32) (local.get 0)
            (then (return_call_ref $t (i32.sub (local.get 0) (i32.const 1)) (ref.func $f) (local.get 1)))
            (else (i32.const 7)))))"#;
    let script = format!(
        r#"{} {} (register "a" $a) (register "b" $b)
        (module (type $t (func (param i32 (ref null $t)) (result i32)))
            (import "a" "f" (func $a (type $t))) (import "b" "get" (func $b (result (ref $t))))
            (func (export "run") (param i32) (result i32) (call $a (local.get 0) (call $b))))
        (assert_return (invoke "run" (i32.const 4)) (i32.const 7))
        (assert_return (invoke "run" (i32.const 100000)) (i32.const 7))"#,
        step.replace("NAME", "a"),
        step.replace("NAME", "b")
    );
    let chain = Temporary::new("chain.wast", script.as_bytes());
    let (status, out, error) = barebones(&["wast", chain.path()]);
    assert_eq!((status, out.as_str(), error.as_str()), (0, "7 passed, 0 failed, 0 skipped\n", ""));
    let (status, out, _) = barebones(&["wast", "--engine", "interp", chain.path()]);
    assert!(status == 1 && out.contains("trap: call stack exhausted"), "{out}");
    assert_eq!(out.lines().last(), Some("6 passed, 1 failed, 0 skipped"));
}

/// A test file in Cranelift's intermediate language, in each engine.
#[test]
fn directives_of_clif_are_counted() {
    let text = "function %f(i32) -> i32 {\nblock0(v0: i32):\n    v1 = iadd v0, v0\n    return v1\n}
; run: %f(2) == 4\n; print: %f(3)\n; run: %f(1) == 3\nfunction %g(i32) {\nblock0(v0: i32):\n    debugtrap\n    return\n}\n; run: %g(1)\n";
    let file = Temporary::new("f.clif", text.as_bytes());
    for options in [&["-O", "0"][..], &["-O", "1"], &["--engine", "ours"], &["--engine", "interp"]] {
        let (status, out, error) = barebones(&[&["clif", file.path()], options].concat());
        let expected = format!(
            "%f = 6\n{}:8:3: run: %f(1) == 3; found 2\n2 passed: integers of 32 and 64 bits\n\
             1 skipped: instruction debugtrap\n2 passed, 1 failed, 1 skipped\n",
            file.path()
        );
        assert_eq!((status, out, error), (1, expected, String::new()));
    }
    let wrong = Temporary::new("wrong.clif", b"function %f(i33) {");
    let (status, out, _) = barebones(&["clif", wrong.path()]);
    let line =
        format!("{}:1:13: found `i33`, expected a type\n0 passed, 1 failed, 0 skipped\n", wrong.path());
    assert_eq!((status, out), (1, line));
    fails(&["clif"], 2, "no file");
    fails(&["clif", "--engine", "x"], 2, "expected one of ours, interp");
}

/// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
#[cfg(feature = "wasm")]
const ADD: &[u8] =
    b"\0asm\x01\0\0\0\x01\x07\x01\x60\x02\x7f\x7f\x01\x7f\x03\x02\x01\0\x07\x07\x01\x03add\0\0\
    \x0a\x09\x01\x07\0\x20\0\x20\x01\x6a\x0b";

/// (module (func $f (export "f") (param i32) (result i32)
///   (if (result i32) (local.get 0)
///     (then (i32.add (call $f (i32.sub (local.get 0) (i32.const 1))) (i32.const 1)))
///     (else (i32.const 0)))))
#[cfg(feature = "wasm")]
const DEEP: &[u8] = b"\0asm\x01\0\0\0\x01\x06\x01\x60\x01\x7f\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\
    \x0a\x16\x01\x14\0\x20\0\x04\x7f\x20\0\x41\x01\x6b\x10\0\x41\x01\x6a\x05\x41\0\x0b\x0b";

#[cfg(feature = "wasm")]
#[test]
fn modules_have_a_long_stack() {
    let module = Temporary::new("deep.wasm", DEEP);
    for level in ["-O0", "-O2"] {
        prints(&["wasm", "run", level, module.path(), "--invoke", "f", "100000"], "100000\n");
        fails(&["wasm", "run", level, module.path(), "--invoke", "f", "-1"], 1, "call stack exhausted");
    }
}

/// The kernels' results do not depend on the engine, and the interpreter has the same traps.
#[cfg(feature = "wasm")]
#[test]
fn modules_run_in_the_interpreter() {
    for (kernel, n) in [("crc32", "20"), ("fib", "15"), ("nbody", "5"), ("sha256", "3"), ("interp", "40")] {
        let path = format!("crates/barebones-wasm/tests/kernels/{kernel}.wasm");
        let run =
            |engine: &[&str]| barebones(&[&["wasm", "run"], engine, &[&path, "--invoke", "run", n]].concat());
        let compiled = run(&["-O2"]);
        assert_eq!((compiled.0, compiled.2.as_str()), (0, ""), "{kernel}");
        assert_eq!(run(&["--engine", "interp"]), compiled, "{kernel}");
    }
    let module = Temporary::new("deep-interp.wasm", DEEP);
    let invoke = |n: &'static str| ["wasm", "run", "--engine=interp", module.path(), "--invoke", "f", n];
    prints(&invoke("10000"), "10000\n");
    fails(&invoke("-1"), 1, "call stack exhausted");
    for option in ["--lazy", "--tier-up"] {
        let name = option.trim_start_matches('-').replace('-', "_");
        let expected = format!("the interpreter does not support `{name}`");
        fails(&[&invoke("1")[..3], &[option], &invoke("1")[3..]].concat(), 1, &expected);
    }
    fails(&["wasm", "run", "--engine", "cranelift", module.path()], 2, "--engine");
}

#[cfg(feature = "wasm")]
#[test]
fn modules_run_and_are_compiled() {
    let module = Temporary::new("add.wasm", ADD);
    prints(&["wasm", "run", "-O0", module.path(), "--invoke", "add", "-3", "4294967295"], "-4\n");
    let (status, out, _) =
        barebones(&["wasm", "run", "--time", "--repeat", "2", module.path(), "--invoke", "add", "40", "2"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len(), lines[2]), (0, 3, "42"), "{out}");
    assert!(lines[..2].iter().all(|line| line.starts_with("time: ") && line.ends_with(" ms")), "{out}");
    for options in [&["--lazy"][..], &["--tier-up"], &["--lazy", "--tier-up", "-O1"]] {
        let mut all = vec!["wasm", "run"];
        all.extend(options);
        all.extend(["--repeat", "2000", module.path(), "--invoke", "add", "40", "2"]);
        prints(&all, "42\n");
    }
    fails(&["wasm", "run", module.path()], 1, "no such export: `_start`");
    fails(&["wasm", "run", module.path(), "--invoke", "add", "1"], 2, "expected 2");
    fails(&["wasm", "run", module.path(), "--invoke", "add", "1", "x"], 2, "expected i32");
    fails(&["wasm", "run", "Cargo.toml"], 1, "Cargo.toml: magic header not detected");
    let (status, out, errors) =
        barebones(&["wasm", "compile", "-O1", "--threads", "2", "--json", module.path()]);
    assert_eq!((status, out.lines().count(), errors.as_str()), (0, 1, ""));
    let phases = ["translate", "validate", "select", "allocate", "check", "emit", "link"];
    let parts = ["median_s", "min_s", "phases_s", "values", "code_bytes", "spills", "peak_memory_bytes"];
    let named = phases.iter().chain(&parts).map(|name| format!("\"{name}\": "));
    for part in named.chain([String::from("\"functions\": 1, \"operators\": 4, ")]) {
        assert!(out.contains(&part), "{part} in {out}");
    }
    let (status, out, errors) = barebones(&["wasm", "compile", "-O2", "--repeat", "3", module.path()]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(out.starts_with("1 functions, 4 operators, "), "{out}");
    assert!(!cfg!(target_os = "linux") || out.contains("peak memory of the process: "), "{out}");
    fails(&["wasm"], 2, "`run`, `compile` or `code`");
}

#[cfg(feature = "wasm")]
#[test]
fn code_of_modules_is_shown_for_any_machine() {
    let module = Temporary::new("code.wasm", ADD);
    let (status, out, errors) = barebones(&["wasm", "code", "--target", "aarch64-linux", module.path()]);
    assert_eq!((status, errors.as_str()), (0, ""));
    let total = out.lines().nth(1).expect("a line below the header");
    let numbers: Vec<usize> = total.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(total.starts_with("all "), "{out}");
    assert_eq!(numbers[..2], [8, 2], "an addition and a return: {out}");
    // The other backend's bytes and instructions stand beside them, if it is built.
    assert_eq!(numbers.len(), if cfg!(feature = "cranelift") { 4 } else { 2 }, "{out}");
    let shown = ["wasm", "code", "-O1", "--target", "aarch64-linux", "--function", "0", module.path()];
    let (status, out, errors) = barebones(&shown);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(out.starts_with("f0:\n") && out.contains("  add w"), "{out}");
    // Its IR is a file that can be compiled.
    let shown = [
        "wasm",
        "code",
        "-O0",
        "--target",
        "aarch64-linux",
        "--function",
        "0",
        "--emit",
        "ir",
        module.path(),
    ];
    let (status, out, errors) = barebones(&shown);
    assert_eq!((status, errors.as_str()), (0, ""));
    let text = Temporary::new("code", out.as_bytes());
    let (status, out, errors) =
        barebones(&["compile", "--target", "aarch64-linux", "--emit", "asm", text.path()]);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(out.contains("  add w"), "{out}");
    fails(&["wasm", "code", "--emit", "ir", module.path()], 2, "--emit requires --function");
    let missing = ["wasm", "code", "--function", "1", module.path()];
    fails(&missing, 2, "the module has no function 1");
    fails(&["wasm", "code", "Cargo.toml"], 1, "Cargo.toml: magic header not detected");
    fails(&["wasm", "code", "--target", "vax", module.path()], 2, "vax");
}

/// A patchpoint that needs more registers than the machine has.
fn too_many_registers() -> String {
    let operands: String = (0..40).map(|n| format!(", @{n}: SomeRegister")).collect();
    let constants: String = (0..40).map(|n| format!("  Int64 @{n} = Const64({n})\n")).collect();
    let operands = operands.trim_start_matches(", ");
    let patch = format!("  Void @40 = Patchpoint({operands})\n  Void @41 = Return()\n");
    format!("barebones 1\n\nproc f() -> Void {{\n#0:\n{constants}{patch}}}\n")
}

#[test]
fn bundles_are_replayed() {
    let (status, text, error) = barebones(&["compile", "--emit", "bundle", "tests/programs/fib.bb"]);
    assert_eq!((status, error.as_str()), (0, ""));
    let file = Temporary::new("fib", text.as_bytes());
    let (status, out, error) = barebones(&["replay", file.path()]);
    assert!(status == 0 && out.ends_with("\nreproduced\n"), "{out}{error}");
    assert!(out.contains(": pass reduce_strength, work ") && out.contains(" bytes, digest 0x"), "{out}");
    // Other options give other code, with which nothing is compared.
    let (status, out, _) = barebones(&["replay", "-O0", file.path()]);
    assert!(status == 1 && out.ends_with("\nnot reproduced\n") && !out.contains("pass "), "{out}");
    let changed = text.replace("option opt_level O2", "option opt_level O0");
    let changed = Temporary::new("changed", changed.as_bytes());
    let (status, out, _) = barebones(&["replay", changed.path()]);
    assert!(status == 1 && out.contains("differs: `") && out.contains("the code "), "{out}");
    // A fault, as a client's handler of crashes adds it.
    let at = text.find("ir\nbarebones").expect("IR");
    let name = text.lines().find_map(|line| line.strip_prefix("procedure ")).expect("a procedure");
    let fault = format!("{}fault {name} offset=0x4\n{}", &text[..at], &text[at..]);
    let fault = Temporary::new("fault", fault.as_bytes());
    let (status, out, _) = barebones(&["replay", fault.path()]);
    assert!(status == 1 && out.contains(&format!("fault: {name}+0x4\n    ")), "{out}");
    // Errors.
    let failing = Temporary::new("failing", too_many_registers().as_bytes());
    let (status, out, _) = barebones(&["replay", failing.path()]);
    assert!(status == 0 && out.contains("f: failed in stage allocate: `f`: Patch"), "{out}");
    let (_, text, _) = barebones(&["compile", "--emit=bundle", failing.path()]);
    let bundle = Temporary::new("error", text.as_bytes());
    let (status, out, _) = barebones(&["replay", bundle.path()]);
    assert!(status == 0 && out.contains("more Gp registers"), "{out}");
    let end = text.find("\nir\n").expect("IR");
    let cut = Temporary::new("cut", &text.as_bytes()[..=end]);
    fails(&["replay", cut.path()], 1, "a line `ir` is missing");
    fails(&["replay", "/no/such/file"], 1, "/no/such/file: ");
    fails(&["replay"], 2, "no file");
    fails(&["replay", "--set", "speed=1", file.path()], 2, "expected one of opt_level, backend");
    fails(&["replay", "--set", "opt_level=9", file.path()], 2, "expected `O0`, `O1` or `O2`");
    fails(&["replay", "--run", file.path()], 2, "the file has no call");
}

#[test]
fn calls_of_a_bundle_are_compared() {
    let (_, text, _) = barebones(&["compile", "--emit", "bundle", "tests/programs/calendar.bb"]);
    let text = text.replacen("\nprocedure ", "\ncall weekday 1582 10 15\nprocedure ", 1);
    let file = Temporary::new("calendar", text.as_bytes());
    let (status, out, error) = barebones(&["replay", "--run", file.path()]);
    assert!(status == 1 && error.is_empty(), "{error}");
    assert!(out.ends_with("call weekday 1582 10 15: interpreted 5, compiled 5\nnot reproduced\n"), "{out}");
    let other = ["replay", "tests/programs/calendar.bb", "--call", "weekday", "2000", "1", "1"];
    let (status, out, _) = barebones(&other);
    assert!(status == 1 && out.contains("call weekday 2000 1 1: interpreted 6, compiled 6"), "{out}");
    fails(&["replay", file.path(), "--call", "weekday", "1"], 1, "expected 3 arguments, found 1");
}

#[test]
fn inputs_are_reduced() {
    let text = too_many_registers().replace("Const64(3)\n", "Const64(3)\n  Int64 @50 = Mul(@3, @3)\n");
    let file = Temporary::new("reduce", text.as_bytes());
    let output = Temporary::new("reduced", b"");
    let reduce = |options: &[&str], file: &Temporary| {
        let args = [&["reduce", "-o", output.path()], options, &[file.path()]].concat();
        let (status, out, error) = barebones(&args);
        assert_eq!((status, error.as_str()), (0, ""), "{options:?}");
        assert!(out.contains(" values became ") && out.ends_with(&format!("\n{}\n", output.path())), "{out}");
        std::fs::read_to_string(&output.0).expect("it was written")
    };
    let small = reduce(&["--judge-error", "-O1"], &file);
    assert!(
        small.starts_with("barebones 1\n") && !small.contains("Mul") && small.contains("Patchpoint"),
        "{small}"
    );
    fails(&["replay", "-O1", output.path()], 0, "");
    let (_, text, _) = barebones(&["compile", "--emit=bundle", file.path()]);
    // A call of a procedure that the reduced module does not have is removed.
    let text = text.replacen("\nprocedure ", "\ncall gone 1\nprocedure ", 1);
    let bundle = Temporary::new("reduce-bundle", text.as_bytes());
    let small = reduce(&["--judge-error"], &bundle);
    assert!(text.contains("\ncall gone") && !small.contains("\ncall "), "{small}");
    assert!(small.starts_with("barebones-bundle 1\n") && small.contains("\nerror allocate\n"), "{small}");
    fails(&["replay", output.path()], 0, "");
    if cfg!(unix) {
        let small = reduce(&["--judge", "grep -q Mul("], &file);
        assert!(small.lines().count() <= 8 && small.contains("Mul("), "{small}");
        assert!(!Path::new(&format!("{}.candidate", output.path())).exists());
        let small = reduce(&["--judge", "grep -q ^option", "--tries", "5"], &bundle);
        assert!(small.starts_with("barebones-bundle 1\n"), "{small}");
    }
    let after =
        |limit: &str| barebones(&["compile", "--emit=ir", "--after=all", limit, "tests/programs/fib.bb"]).1;
    assert_ne!(after("--set=rewrites=0"), after("--set=rewrites=all"));
    fails(&["reduce", "--judge-error", "tests/programs/fib.bb"], 1, "the compilation does not fail");
    fails(
        &["reduce", "--judge", "/no/such/judge", file.path()],
        1,
        "does not find the input itself interesting",
    );
    fails(&["reduce", file.path()], 2, "no judge");
    fails(&["reduce", "--judge-difference", file.path()], 2, "the file has no call");
}

#[test]
fn saved_code_runs_without_its_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for level in ["-O0", "-O2"] {
        let mut command = native::program(env!("CARGO_BIN_EXE_barebones"));
        let saving = command.args(["compile", level, "--emit", "saved", "tests/programs/utf8.bb"]);
        let saved = saving.current_dir(&root).output().expect("it starts");
        assert!(saved.status.success(), "{}", String::from_utf8_lossy(&saved.stderr));
        let file = Temporary::new("saved", &saved.stdout);
        let (status, out, error) =
            barebones(&["run", file.path(), "--call", "sum_of_code_points", "@data:stray", "3"]);
        assert_eq!((status, out.as_str(), error.as_str()), (1, "", "trap User(8) at @64\n"), "{level}");
        fails(&["run", "--engine", "interp", file.path()], 2, "the interpreter does not run saved code");
        let mut damaged = saved.stdout.clone();
        *damaged.last_mut().expect("it is not empty") ^= 1;
        let file = Temporary::new("damaged", &damaged);
        fails(&["run", file.path()], 1, "saved code is damaged");
        let file = Temporary::new("truncated", &saved.stdout[..100]);
        fails(&["run", file.path()], 1, "100 bytes of saved code; expected");
    }
    let mut command = native::program(env!("CARGO_BIN_EXE_barebones"));
    let other = if cfg!(target_arch = "x86_64") { "aarch64-linux" } else { "x86_64-linux" };
    let saving = command.args(["compile", "--target", other, "--emit", "saved", SHA256]);
    let saved = saving.current_dir(&root).output().expect("it starts");
    let file = Temporary::new("foreign", &saved.stdout);
    fails(&["run", file.path()], 1, &format!("saved code for \"{other}\"; expected "));
}

/// JavaScript runs or prints its IR; errors have a line, a column and a caret.
#[cfg(feature = "js")]
#[test]
fn javascript_runs() {
    let file = Temporary::new("hello", b"print(1 + 2);");
    prints(&["js", file.path()], "3\n");
    prints(&["js", "--gc-stress", file.path()], "3\n");
    let (status, out, _) = barebones(&["js", "--dump-ir", "--hermes-compat", file.path()]);
    assert!(status == 0 && out.contains("  %4 = CallInst %2, undefined : undefined, %3\n"), "{out}");
    let file = Temporary::new("thrown", b"var a = 1;\n  null.x;");
    fails(
        &["js", file.path()],
        1,
        ":2:8: Uncaught TypeError: Cannot read properties of null (reading 'x')\n  null.x;\n       ^\n    at global (",
    );
    let file = Temporary::new("syntax", b"let x;\nlet x;");
    fails(&["js", file.path()], 1, "SyntaxError");
    fails(&["js", "--dump-ir"], 2, "no file");
    let file = Temporary::new("memory", b"var a = []; for (;;) a.push({});");
    fails(&["js", "--heap-limit", "20000000", file.path()], 1, "Uncaught RangeError: out of memory\n");
    let file = Temporary::new("statistics", b"print([1, 2].map(x => x * 2))");
    let (status, out, error) = barebones(&["js", "--stats", file.path()]);
    assert_eq!((status, out.as_str()), (0, "2,4\n"));
    let names: Vec<_> = error.lines().filter_map(|line| line.split(':').next()).collect();
    let phases = [
        "front end seconds",
        "optimisation seconds",
        "register code seconds",
        "sites of properties",
        "cache hits",
    ];
    assert_eq!(names[..4], ["heap bytes", "collections", "functions", "seconds"]);
    assert_eq!(names[4..], phases);
    assert!(error.contains("sites of properties: 2, with a cache "), "{error}");
    fails(&["js", "--hermes-compat", file.path()], 2, "--hermes-compat needs --dump-ir");
}

/// Without a file, the program comes from the standard input, if that is no terminal.
#[cfg(feature = "js")]
#[test]
fn javascript_comes_from_the_standard_input() {
    use std::io::Write;
    let mut command = native::program(env!("CARGO_BIN_EXE_barebones"));
    let pipe = std::process::Stdio::piped;
    let mut child = command.arg("js").stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(b"print(6 * 7);\nlet x = y;").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("<stdin>:2:9: Uncaught ReferenceError: y is not defined"), "{error}");
    assert_eq!(output.status.code(), Some(1));
}
