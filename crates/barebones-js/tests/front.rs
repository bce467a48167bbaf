//! The front end: its IR equals that of `hermesc -O0` function by function, and errors name places and features.

use barebones_js::front::{FrontError, Goal, Options, translate};
use barebones_js::hir::{FunctionId, validate};
use std::path::PathBuf;

/// Functions of the programs whose IR equals the stored dump, and all of them. The first never sinks.
const EQUAL: (usize, usize) = (1268, 1268);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "js")).collect();
    paths.sort();
    paths
}

const COMPAT: Options = Options { hermes_compat: true, large_stack: false, goal: Goal::Script };

#[test]
fn functions_equal_those_of_hermesc() {
    let (mut equal, mut all) = (0, 0);
    let verbose = std::env::var_os("DIFFERENCES").is_some();
    for path in programs() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).unwrap();
        let dump = std::fs::read_to_string(path.with_extension("O0.hir")).unwrap();
        let expected: Vec<&str> = dump.split_inclusive("function_end\n\n").collect();
        all += expected.len();
        let module = match translate(&source, COMPAT) {
            Ok(module) => module,
            Err(error) => {
                if verbose {
                    println!("{name}: {error}");
                }
                assert!(matches!(error, FrontError::Unsupported { .. }), "{name}: {error}");
                continue;
            }
        };
        let violations = validate(&module);
        assert!(violations.is_empty(), "{name}: {}", violations[0]);
        let found: Vec<String> =
            (0..module.functions.len()).map(|id| module.function_dump(FunctionId(id as u32))).collect();
        for (found, expected) in found.iter().zip(&expected) {
            if found == expected {
                equal += 1;
            } else if verbose {
                let line = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
                println!("{name}: {}\n  ours: {:?}", expected.lines().next().unwrap(), line);
            }
        }
    }
    println!("{equal} of {all} functions equal those of hermesc, {:.2} %", 100.0 * equal as f64 / all as f64);
    assert_eq!((equal, all), EQUAL);
}

/// Without the mode of `hermesc`, modules obey the rules, too.
#[test]
fn modules_obey_the_rules() {
    for path in programs() {
        let source = std::fs::read_to_string(&path).unwrap();
        if let Ok(module) = translate(&source, Options::default()) {
            let violations = validate(&module);
            assert!(violations.is_empty(), "{}: {}", path.display(), violations[0]);
        }
    }
}

/// Programs with every feature that the mode of `hermesc` lacks; their text reads back.
#[test]
fn later_features_obey_the_rules() {
    let sources = [
        "for (let i = 0, g = () => i; i < 3; i++) { let j = i; f(() => i + j); }",
        "for (const [a, b] of c) for (let d in a) f(() => a + b + d); for (;;) try { throw 1 } catch ({ e }) { f(() => e) }",
        "class A extends B { #p = 1; static q = 2; [k] = 3; constructor() { super(...a); (() => this)() } get #g() { return 1 }
         static { this.r = super.s } m() { return super.m(#p in this) } async *h() { yield* super.x; await this.#p } }",
        "async function f(a = await1) { for await (const x of a) { try { await x } finally { await 2 } } return await a }",
        "async function* g() { try { yield await 1; yield* h() } finally { await 3 } } var k = async x => await x + this.y",
        "function* g(a, [b] = a) { for (const x of a) try { yield* x } catch (e) { yield e } finally { yield 4 } }",
        "function f(a, b = () => c, c) { var c; { function a() {} } function b() {} return arguments }",
        "var o = { m() { return super.n }, get [k]() { return 1 }, [l]: () => 2 }; (a?.b)(); a?.#b; x".split("a?.#b").next().unwrap(),
    ];
    for source in sources {
        let module =
            translate(source, Options::default()).unwrap_or_else(|error| panic!("{source}: {error}"));
        let violations = validate(&module);
        assert!(violations.is_empty(), "{source}: {}", violations[0]);
        let text = module.to_text();
        let again =
            barebones_js::hir::parse(&text).unwrap_or_else(|error| panic!("{source}: {error}\n{text}"));
        assert_eq!(again.to_text(), text);
    }
}

#[test]
fn errors_name_places_and_features() {
    let error = |source: &str| {
        let error = translate(source, Options::default()).unwrap_err();
        format!("{}: {error}", error.offset())
    };
    assert!(error("let x; let x;").contains("SyntaxError"));
    assert!(error("1 +").contains("SyntaxError"));
    assert_eq!(error("1; for (var a = 1 in b) ;"), "3: unsupported: an initialiser in for-in");
    assert_eq!(error("class A { m() { super(); } }").split(':').nth(1), Some(" SyntaxError"));
    let compat = |source: &str| translate(source, COMPAT).unwrap_err().to_string();
    assert_eq!(compat("1; class A {}"), "unsupported: classes");
    assert_eq!(compat("1; with (a) b"), "unsupported: `with`");
    assert_eq!(compat("async function f() {}"), "unsupported: async functions");
}

/// No source makes the parser or the walk exhaust the stack.
#[test]
fn deep_nesting_is_an_error() {
    let units = [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("!", ""),
        ("- ", ""),
        ("a=", ""),
        ("a=>", ""),
        ("a?b:", ""),
        ("a+", ""),
        ("a**", ""),
        ("if(a)", ""),
        ("if(a){}else ", ""),
        ("for(;;)", ""),
        ("l:", ""),
        ("new ", ""),
        ("typeof ", ""),
        ("`${", "}`"),
        ("f(", ")"),
        ("a?.[", "]"),
        ("({a:", "})"),
        ("function f(){", "}"),
        ("class A{m(){", "}}"),
        ("async ()=>", ""),
        ("a&&", ""),
        ("a??", ""),
    ];
    for (open, close) in units {
        for count in [300, 1400, 20_000] {
            let source = format!("{}1{}", open.repeat(count), close.repeat(count));
            if let Err(error) = translate(&source, Options::default()) {
                let text = error.to_string();
                assert!(text.contains("nested deeper") || text.contains("SyntaxError"), "{open} {text}");
            } else {
                assert!(count < 20_000, "{open}");
            }
        }
    }
    let wide = "f('((((((', /[(]\\(\\(/, `(((${a}`); // ((((\n".repeat(2000);
    assert!(translate(&wide, Options::default()).is_ok());
    let sums = "if (a + b * c) { x = [1 + 2, -3, !4]; } else if (d) y = { e: -f }\n".repeat(2000);
    assert!(translate(&sums, Options::default()).is_ok());
}

/// The stack of the walk is bounded by the depth of functions in functions, too, which are no statements in one another.
#[test]
fn nested_functions_count_in_the_depth() {
    let nested = |open: &str, close: &str, count: usize| {
        let source = format!("{}{}", open.repeat(count), close.repeat(count));
        translate(&source, Options::default()).map_err(|error| error.to_string())
    };
    let expected = "unsupported: expressions or statements nested deeper than 400 levels";
    assert!(nested("function f() {", "}", 350).is_ok());
    assert_eq!(nested("function f() {", "}", 450).unwrap_err(), expected);
    assert_eq!(nested("class A { static {", "}}", 450).unwrap_err(), expected);
}
