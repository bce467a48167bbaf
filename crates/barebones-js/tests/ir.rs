//! Dumps of `hermesc` run: each stage of each program prints what `hermes` prints, also with a collection at each safepoint.

use barebones_js::{RunError, RunOptions, run_ir};
use std::path::PathBuf;

/// Dumps that run to their end; the number never sinks.
const RUN: usize = 468;

#[test]
fn dumps_print_the_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    // Collections at each safepoint take long: one thread per quarter of the programs.
    let (ran, wrong) = std::thread::scope(|scope| {
        let quarters = paths.chunks(paths.len().div_ceil(4));
        let threads: Vec<_> = quarters.map(|quarter| scope.spawn(|| run_dumps(quarter))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .fold((0, String::new()), |sum, part| (sum.0 + part.0, sum.1 + &part.1))
    });
    assert!(wrong.is_empty(), "{wrong}");
    assert!(ran >= RUN, "{ran}");
    println!("{ran} dumps ran");
}

/// Runs the dumps of programs; returns how many print the answer, and what the others print.
fn run_dumps(paths: &[PathBuf]) -> (usize, String) {
    let (mut ran, mut wrong) = (0, String::new());
    for path in paths {
        let source = std::fs::read_to_string(path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        for stage in ["O0.hir", "O.hir", "lir"] {
            let text = std::fs::read_to_string(path.with_extension(stage)).unwrap();
            for gc_stress in [false, true] {
                let outcome = run_ir(&text, Some(&source), RunOptions { gc_stress, ..RunOptions::default() });
                match outcome.error {
                    None if outcome.output == expected => ran += usize::from(gc_stress),
                    Some(RunError::Unsupported(_)) if expected.starts_with(&outcome.output) => {}
                    error => {
                        let name = format!("{} {stage} {gc_stress}", path.display());
                        wrong += &format!("{name}: {error:?}\n{}\n", outcome.output);
                    }
                }
            }
        }
    }
    (ran, wrong)
}

/// Runs a function body as a program; `%0` is `print`.
fn body(lines: &str) -> (String, Option<RunError>) {
    let text = format!(
        "function global()\nframe = []\n%BB0:\n  \
         %0 = TryLoadGlobalPropertyInst globalObject : object, \"print\" : string\n{lines}function_end\n\n\
         function f(a)\nframe = []\n%BB0:\n  %0 = HBCLoadParamInst 1 : number\n  \
         %1 = BinaryOperatorInst '+', %0, 1 : number\n  %2 = ReturnInst %1\nfunction_end\n\n"
    );
    let outcome = run_ir(&text, None, RunOptions::default());
    assert!(
        !matches!(outcome.error, Some(RunError::Parse(_) | RunError::Rule(_))),
        "{:?}\n{text}",
        outcome.error
    );
    (outcome.output, outcome.error)
}

/// What a value is that an instruction computes.
fn value(instruction: &str, ty: &str) -> String {
    let (output, error) = body(&format!(
        "  %1 = {instruction}\n  %2 = CallInst %0, undefined : undefined, %1{ty}\n  %3 = ReturnInst %1{ty}\n"
    ));
    assert_eq!(error, None, "{instruction}");
    output.trim_end().to_string()
}

#[test]
fn instructions_that_dumps_lack_run() {
    assert_eq!(value("MovInst 5 : number", ""), "5");
    assert_eq!(value("ImplicitMovInst \"a\" : string", ""), "a");
    assert_eq!(value("HBCSpillMovInst null : null", ""), "null");
    assert_eq!(value("CallIntrinsicInst 0 : number, 2147483647 : number, 1 : number", ""), "-2147483648");
    assert_eq!(value("CallIntrinsicInst 2 : number, 65536 : number, 65536 : number", ""), "0");
    assert_eq!(value("CallIntrinsicInst 3 : number, -7 : number, 2 : number", ""), "-3");
    assert_eq!(value("CallIntrinsicInst 4 : number, -2 : number, 0 : number", ""), "0");
    assert_eq!(value("HBCCallDirectInst %f(), undefined : undefined, 4 : number", ""), "5");
    assert_eq!(value("ThrowIfEmptyInst 7 : number", ""), "7");
    assert_eq!(value("AsInt32Inst 4294967298.5 : number", ""), "2");
    assert_eq!(value("DirectEvalInst \"1 + 2\" : string", ""), "3");
    assert_eq!(value("DirectEvalInst 9 : number", ""), "9");
    assert_eq!(
        value("CallBuiltinInst [Math.max] : number, undefined : undefined, 3 : number, 8 : number", ""),
        "8"
    );
    let typed = "  %1 = CoerceThisNSInst 5 : number\n  %2 = UnaryOperatorInst 'typeof', %1\n  \
                 %3 = CoerceThisNSInst null : null\n  %4 = BinaryOperatorInst '===', %3, globalObject : object\n  \
                 %5 = CallInst %0, undefined : undefined, %2 : string, %4 : boolean\n  %6 = HBCProfilePointInst\n  \
                 %7 = DebuggerInst\n  %8 = ReturnInst undefined : undefined\n";
    assert_eq!(body(typed), (String::from("object true\n"), None));
    let closure = "  %1 = GetBuiltinClosureInst [Math.min] : number\n  \
                   %2 = CallInst %1 : closure, undefined : undefined, 4 : number, 2 : number\n  \
                   %3 = CallInst %0, undefined : undefined, %2\n  %4 = ReturnInst undefined : undefined\n";
    assert_eq!(body(closure), (String::from("2\n"), None));
    let instance = "  %1 = AllocStackInst $r\n  %2 = TryLoadGlobalPropertyInst globalObject : object, \"Array\" : string\n  \
                    %3 = AllocArrayInst 0 : number\n  %4 = CheckHasInstanceInst %1, %3 : object, %2, %BB1, %BB2\n\
                    %BB1:\n  %5 = CallInst %0, undefined : undefined, \"yes\" : string\n  \
                    %6 = ReturnInst undefined : undefined\n%BB2:\n  %7 = ReturnInst undefined : undefined\n";
    assert_eq!(body(instance), (String::from("yes\n"), None));
    // Both paths of a branch copy the value of a Phi.
    let same = "  %1 = CondBranchInst %0, %BB1, %BB1\n%BB1:\n  %2 = PhiInst 5 : number, %BB0\n  \
                %3 = CallInst %0, undefined : undefined, %2\n  %4 = ReturnInst undefined : undefined\n";
    assert_eq!(body(same), (String::from("5\n"), None));
    let unreachable = "  %1 = UnreachableInst\n  %2 = ReturnInst undefined : undefined\n";
    assert!(matches!(body(unreachable).1, Some(RunError::Unsupported(_))));
    let empty = "  %1 = ThrowIfEmptyInst empty : empty\n  %2 = ReturnInst undefined : undefined\n";
    assert!(matches!(body(empty).1, Some(RunError::Uncaught { .. })));
}

/// Dumps with a damaged line are refused, or run to an end, without a panic.
#[test]
fn damaged_dumps_do_not_panic() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hir" || extension == "lir"));
    paths.sort();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % limit
    };
    let mut ran = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..6 {
            let at = next(lines.len());
            let operands: Vec<&str> = lines[at].split(", ").collect();
            if operands.len() < 2 {
                continue;
            }
            // Operands of a line change places, so types and numbers stay those of the function.
            let mut damaged = operands.clone();
            let (a, b) = (next(operands.len()), next(operands.len()));
            damaged.swap(a, b);
            let line = damaged.join(", ");
            let mut all = lines.clone();
            all[at] = &line;
            let damaged = all.join("\n") + "\n";
            let outcome =
                run_ir(&damaged, None, RunOptions { max_steps: Some(20_000), ..RunOptions::default() });
            let internal =
                matches!(&outcome.error, Some(RunError::Unsupported(what)) if what.contains("internal"));
            assert!(!internal, "{}: {line}", path.display());
            ran += usize::from(!matches!(outcome.error, Some(RunError::Parse(_) | RunError::Rule(_))));
        }
    }
    assert!(ran > 50, "{ran}");
}
