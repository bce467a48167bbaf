//! Hermes IR as text: dumps of `hermesc` 0.12.0 read and print back byte for byte, and no text panics.

use barebones_js::hir::opcode::ROWS;
use barebones_js::hir::{Module, Opcode, parse, validate};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The dumps, with their file names.
fn dumps() -> Vec<(String, String)> {
    let mut paths: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hir" || extension == "lir"));
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

fn first_difference(a: &str, b: &str) -> String {
    let lines = a.lines().zip(b.lines()).enumerate().find(|(_, (a, b))| a != b);
    lines.map_or(String::from("lengths"), |(line, (a, b))| format!("line {}:\n{a}\n{b}", line + 1))
}

#[test]
fn dumps_print_back_and_obey_the_rules() {
    let all = dumps();
    assert!(all.len() >= 468, "{}", all.len());
    let mut seen = BTreeSet::new();
    for (name, text) in &all {
        let module = parse(text).unwrap_or_else(|error| panic!("{name}:{error}"));
        let printed = module.to_dump();
        assert!(printed == *text, "{name}: {}", first_difference(&printed, text));
        let again =
            parse(&module.to_text()).unwrap_or_else(|error| panic!("{name}, with properties: {error}"));
        assert!(again.to_text() == module.to_text(), "{name}");
        let violations = validate(&module);
        assert!(violations.is_empty(), "{name}: {}", violations[0]);
        for inst in module.functions.iter().flat_map(|function| &function.insts) {
            seen.insert(inst.opcode.name());
        }
    }
    // What no optimisation of ordinary programs emits: see docs/hermes.md.
    let rare: BTreeSet<&str> = ROWS.iter().map(|row| row.name).filter(|name| !seen.contains(name)).collect();
    let expected = [
        Opcode::CallIntrinsic,
        Opcode::CheckHasInstance,
        Opcode::CoerceThisNS,
        Opcode::CreateScope,
        Opcode::CreateScopedFunction,
        Opcode::GetBuiltinClosure,
        Opcode::HbcCallDirect,
        Opcode::HbcProfilePoint,
        Opcode::HbcSpillMov,
        Opcode::ImplicitMov,
        Opcode::LoadScope,
        Opcode::Mov,
        Opcode::StoreScope,
        Opcode::ThrowIfEmpty,
        Opcode::Unreachable,
    ];
    assert_eq!(rare, expected.into_iter().map(Opcode::name).collect());
}

/// A function with one block.
fn wrap(body: &str) -> String {
    format!("function global()\nframe = [x]\n%BB0:\n{body}function_end\n\n")
}

fn one(body: &str) -> Module {
    parse(&wrap(body)).unwrap_or_else(|error| panic!("{body}: {error}"))
}

#[test]
fn instructions_that_dumps_lack_print_back() {
    let lines = [
        "  %0 = AsNumberInst 1 : number\n",
        "  %0 = CallIntrinsicInst 3 : number, 1 : number\n",
        "  %0 = CoerceThisNSInst %this\n",
        "  %0 = GetBuiltinClosureInst [HermesBuiltin.spawnAsync] : number\n",
        "  %0 = HBCCallDirectInst %global(), undefined : undefined\n",
        "  %0 = HBCProfilePointInst\n",
        "  %0 = HBCSpillMovInst 1 : number\n",
        "  %0 = ImplicitMovInst 1 : number\n",
        "  %0 = MovInst -0 : number\n",
        "  %0 = ThrowIfEmptyInst empty : empty\n",
        "  %0 = UnreachableInst\n",
        "  %0 = AllocObjectInst 1 : number, empty\n",
        "  %0 = HBCLoadConstInst 10n : bigint\n",
        "  %0 = HBCLoadConstInst \"\\\\t\\\\n\\\\\\\"\\\\\\\\\\\\x00\\\\xED\\\\xA0\\\\x80\" : string\n",
    ];
    for line in lines {
        let text = wrap(&format!("{line}  %1 = ReturnInst undefined : undefined\n"));
        assert_eq!(parse(&text).unwrap().to_dump(), text);
    }
    let text = "function global()\nframe = []\n%BB0:\n  %0 = AllocStackInst $r\n  \
                %1 = CheckHasInstanceInst %0, 1 : number, 2 : number, %BB1, %BB1\n%BB1:\n  \
                %2 = ReturnInst undefined : undefined\nfunction_end\n\n";
    assert_eq!(parse(text).unwrap().to_dump(), text);
}

#[test]
fn spellings_of_the_reference_are_read() {
    let end = "  %1 = ReturnInst undefined : undefined\n";
    for row in ROWS.iter().filter(|row| !row.aliases.is_empty()) {
        for alias in row.aliases {
            assert_eq!(Opcode::named(alias), Some(row.opcode));
        }
    }
    let aliased = one(&format!("  %0 = CreateFunction %global()\n{end}"));
    assert_eq!(aliased, one(&format!("  %0 = CreateFunctionInst %global()\n{end}")));
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(error(""), "1:1: expected `function`");
    assert_eq!(error("fun"), "1:1: expected `function`, `constructor`, `arrow` or `method`");
    assert_eq!(error("function f()\nframe = [a"), "2:10: expected a name");
    assert_eq!(
        error("function f()\nframe = []\n"),
        "3:1: expected an instruction, a block or `function_end`"
    );
    let body = |line: &str| error(&wrap(line));
    assert_eq!(body("  %1 = CatchInst\n"), "4:4: expected the number 0: instructions are numbered in order");
    assert_eq!(body("  %0 = Nothing\n"), "4:8: expected an instruction");
    assert_eq!(body("  %0 = CatchInst 1 : number\n"), "4:17: expected the end of the line");
    assert_eq!(body("  %0 = BranchInst %BB7\n"), "4:19: expected a block of the function");
    assert_eq!(
        body("  %0 = BinaryOperatorInst 'x', 1 : number, 1 : number\n"),
        "4:28: expected an operator of BinaryOperatorInst"
    );
    assert_eq!(
        body("  %0 = ReturnInst 1.0 : number\n"),
        "4:19: expected a literal, a number in its shortest form"
    );
    assert_eq!(body("  %0 = ReturnInst 1 : string\n"), "4:20: expected ` : number`");
    assert_eq!(body("  %0 = LoadFrameInst [y]\n"), "4:23: expected a variable, with the type in its frame");
    assert_eq!(
        body("  %0 = LoadFrameInst [x] : number\n"),
        "4:23: expected a variable, with the type in its frame"
    );
    assert_eq!(body("  %0 = CreateFunctionInst %g()\n"), "4:28: expected a function of the module");
    assert_eq!(body("  %0 = ReturnInst \"\\n\" : string\n"), "4:20: expected an escape of two backslashes");
    assert_eq!(
        body("  %0 = ReturnInst 0xaa4cac0 : bigint\n"),
        "4:19: expected a literal: the address of an integer of any size is none"
    );
}

/// The number of the rule that a text breaks first.
fn broken(body: &str) -> u32 {
    validate(&one(body)).first().map_or(0, |violation| violation.rule)
}

#[test]
fn rules_are_checked() {
    let end = "  %9 = ReturnInst undefined : undefined\n";
    let with = |lines: &str| {
        let count = lines.matches('\n').count() - lines.matches("%BB1:\n").count();
        format!("{lines}{}", end.replace('9', &count.to_string()))
    };
    assert_eq!(broken(&with("  %0 = CatchInst\n")), 8);
    assert_eq!(broken("  %0 = LoadFrameInst [x]\n"), 1);
    assert_eq!(broken(&with("  %0 = BranchInst %BB0\n")), 1);
    let phi = "  %0 = LoadFrameInst [x]\n  %1 = PhiInst 1 : number, %BB0\n";
    assert_eq!(broken(&with(phi)), 2);
    assert_eq!(broken(&with("  %0 = AsNumericInst %1 : number\n  %1 = AsNumberInst 1 : number\n")), 3);
    assert_eq!(broken(&with("  %0 = BranchInst %BB1\n%BB1:\n  %1 = PhiInst 1 : number, %BB1\n")), 4);
    assert_eq!(broken(&with("  %0 = AsNumberInst 1 : number\n  %1 = LoadStackInst %0 : number\n")), 5);
    assert_eq!(broken(&with("  %0 = AllocStackInst $a\n  %1 = AsNumberInst %0\n")), 6);
    assert_eq!(broken("  %0 = BranchInst %BB1\n%BB1:\n  %1 = ReturnInst %0\n"), 7);
    assert_eq!(broken("  %0 = TryStartInst %BB1, %BB1\n%BB1:\n  %1 = ReturnInst 1 : number\n"), 8);
    assert_eq!(broken("  %0 = SaveAndYieldInst 1 : number, %BB1\n%BB1:\n  %1 = ReturnInst 1 : number\n"), 9);
    assert_eq!(broken(&with("  %0 = LoadFrameInst [x]\n  %1 = StartGeneratorInst\n")), 9);
    let arrow = wrap(&with("  %0 = GetNewTargetInst\n")).replace("function global", "arrow global");
    assert_eq!(validate(&parse(&arrow).unwrap())[0].rule, 10);
    assert_eq!(
        broken(&with(
            "  %0 = HBCCallNInst 1 : number, 1 : number, 1 : number, 1 : number, 1 : number, 1 : number\n"
        )),
        11
    );
    let switch = "  %0 = SwitchInst 1 : number, %BB1, 1 : number, %BB1, 1 : number, %BB1\n%BB1:\n";
    assert_eq!(broken(&format!("{switch}  %1 = ReturnInst 1 : number\n")), 12);
    assert_eq!(broken(&with("  %0 = TryEndInst\n")), 13);
}

/// Each text with one byte replaced, removed or repeated, and with one line removed, is read without a panic.
#[test]
fn damaged_texts_do_not_panic() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |limit: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize % limit
    };
    let mut read = 0;
    for (_, text) in dumps().iter().filter(|(_, text)| text.len() < 20_000) {
        for _ in 0..40 {
            let mut damaged = text.clone().into_bytes();
            let at = next(damaged.len());
            match next(5) {
                0 => damaged[at] = b" %[](),:\"\\n0aB@$-"[next(17)],
                1 => drop(damaged.remove(at)),
                2 => damaged.insert(at, damaged[at]),
                3 => damaged.truncate(at),
                _ => {
                    let end = damaged[at..]
                        .iter()
                        .position(|byte| *byte == b'\n')
                        .map_or(damaged.len(), |n| at + n);
                    damaged.drain(at..end);
                }
            }
            let Ok(damaged) = String::from_utf8(damaged) else { continue };
            if let Ok(module) = parse(&damaged) {
                read += 1;
                let _ = validate(&module);
                let printed = module.to_dump();
                assert_eq!(parse(&printed).as_ref().map(Module::to_dump), Ok(printed));
            }
        }
    }
    assert!(read > 100, "{read}");
}
