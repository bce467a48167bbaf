//! The text form: errors with their places, rules, and no panic from any input.

use barebones::host_target;
use barebones::ir::validate_module;
use barebones_tuffy::translate::{Options, translate};
use barebones_tuffy::{Limits, Module, Oracle, RULES, Value, parse, validate};

#[test]
fn errors_have_a_place_and_an_expectation() {
    let cases = [
        ("func", "1:5: found the end of the text, expected a symbol, such as `@name`"),
        ("func @f() -> int {\n  bb0:\n    v0 = frob v1\n}", "3:10: found `frob`, expected an instruction"),
        ("func @f() { bb0: ret v7 }", "1:22: found `v7`, expected a value that is defined"),
        ("func @f() { bb0: br bb3 }", "1:21: found `bb3`, expected a block of the function"),
        (
            "func @f() { bb0: v0 = iconst 1 v0 = iconst 2 }",
            "1:32: found `v0`, expected a value that is not yet defined",
        ),
        (
            "func @f() { bb0: v0 = clz v1 }",
            "1:23: found no suffix, expected a number of at most 4096 after the name",
        ),
        (
            "func @f() { bb0: v0 = icmp.less v1, v2 }",
            "1:23: found `.less`, expected a predicate of integers after the name",
        ),
        (
            "func @f(int:q8) { }",
            "1:13: found `q8`, expected an annotation: sN, uN, known(..) or nofpclass(..)",
        ),
        ("func @f(int:known(012)) { }", "1:18: found `(012`, expected bits: 0, 1, ? or x, and `)`"),
        ("func @f(ptr(1)) { }", "1:13: found `1`, expected address space 0, at most 0"),
        (
            "func @f(word) { }",
            "1:9: found `word`, expected a type: int, bool, ptr, mem, byte(N), bf16, f16, f32, f64, f128, struct{..} or [T; N]",
        ),
        (
            "func @f() { bb0: v0 = add.8 v1, v2 }",
            "1:23: found `.8`, expected the operands of the instruction",
        ),
        (
            "func @f() { bb0: v0 = fconst f16 0x10000 }",
            "1:34: found another number, expected the bits of an f16",
        ),
        ("func @f() { bb0: v0 = param %x }", "1:29: found `%x`, expected a parameter of the function"),
        ("data @d = \"a", "1:11: found a string without end, expected a string that ends on its line"),
        ("func @f() {} func @f() {}", "1:14: found `@f`, expected a name that is not yet defined"),
    ];
    for (text, expected) in cases {
        let error = parse(text).map(|module| module.to_string()).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

/// For each rule, texts that violate it and no other.
const VIOLATIONS: &[(usize, &str)] = &[
    (1, "func @f() { bb0: v0 = iconst 1 }"),
    (1, "func @f() { bb0: ret ret }"),
    (2, "func @f() -> int { bb0: v0 = bconst true brif v0, bb1, bb2 bb1: v1 = iconst 1 br bb2 bb2: ret v1 }"),
    // Not defined if the call throws: used in the cleanup block, and where both paths meet.
    (
        2,
        "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2 = call v1(), v0 cleanup bb1 v3 = iconst 1 ret v2 bb1: v4 = add v3, v3 ret v0 }",
    ),
    (
        2,
        "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2 = call v1(), v0 cleanup bb1 v3 = iconst 1 br bb2 bb1: br bb2 bb2: v4 = add v3, v3 ret v0 }",
    ),
    (3, "func @f() { bb0: v0 = bconst true v1 = add v0, v0 ret }"),
    (3, "func @f() { bb0: v0 = iconst 1 v1 = add v0 ret }"),
    (4, "func @f() { bb0: v0 = iconst 1 v1 = split.8 v0 ret }"),
    (4, "func @f() { bb0: v0: bool = iconst 1 ret }"),
    (5, "func @f() { bb0: br bb1 bb1(v0: int): ret }"),
    (6, "func @f() { bb0: continue }"),
    (6, "func @f() { bb0: br bb1 region plain { bb1: region_yield } }"),
    (7, "func @f() { bb0: br bb2 region plain { bb1: ret bb2: ret } }"),
    (8, "func @f() { bb0(v0: int): ret }"),
    (8, "func @f() { bb0: br bb0 }"),
    (8, "func @f() { }"),
    (9, "func @f() { bb0: v0 = param 0 ret }"),
    (10, "func @f(bool:s8) { bb0: ret }"),
    (11, "func @f() { bb0(v0: mem): v1 = fence.seqcst v0 v2 = fence.seqcst v0 ret v2 }"),
    (11, "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2 = fence.seqcst v0 v3 = load v1, v0 -> bool ret v2 }"),
    (12, "func @f() -> int { bb0: ret }"),
    (12, "func @f() { bb0: v0 = iconst 1 ret v0 }"),
    (13, "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2, v3:u8 = load.atomic.release v1, v0 ret v2 }"),
    (14, "func @f() { bb0(v0: mem): v1 = call_ret2 v0 ret v0 }"),
    (15, "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2 = load v1, v0 -> int ret v0 }"),
    (16, "func @f([bool; 2]) { bb0: v0 = param 0 v1 = extractvalue v0, 2 ret }"),
    (17, "func @f() { bb0: v0 = landing_pad ret }"),
    (18, "func @f() { bb0: ret region plain { } }"),
    (19, "data @d = \"01234567890\" relocs [0: @d, 2: @d]"),
    (
        20,
        "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2 = call v1(), v0 cleanup bb1 ret v2 bb1(v3: int): trap }",
    ),
];

#[test]
fn each_rule_has_a_text_that_violates_it() {
    for (rule, text) in VIOLATIONS {
        let module = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let violations = validate(&module);
        assert!(
            !violations.is_empty() && violations.iter().all(|v| v.rule == *rule),
            "T{rule} {text}: {violations:?}"
        );
    }
    for rule in 1..=RULES.len() {
        assert!(VIOLATIONS.iter().any(|(found, _)| *found == rule), "T{rule}");
    }
}

const PROGRAMS: &[&str] = &[
    include_str!("programs/factorial.tuffy"),
    include_str!("programs/memory.tuffy"),
    include_str!("programs/regions.tuffy"),
    include_str!("programs/calls.tuffy"),
];

#[test]
fn printed_programs_are_read_again() {
    for text in PROGRAMS {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(validate(&module), []);
        let printed = module.to_string();
        let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}{error}"));
        assert_eq!(again.to_string(), printed);
    }
}

/// Translates a valid module, with and without checks: what is not refused is valid IR of the library.
fn translated(module: &Module) -> u32 {
    let mut count = 0;
    for check_annotations in [false, true] {
        let options = Options { check_annotations, ..Options::new(host_target().expect("a target")) };
        let Ok(core) = translate(module, &options) else { continue };
        count += 1;
        if let Err(violations) = validate_module(&core) {
            panic!("{module}{core}\n{violations:?}");
        }
    }
    count
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Texts with words removed, repeated, replaced and exchanged never panic: they are errors, violations or outcomes.
#[test]
fn mutated_texts_do_not_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let words = [
        "v0", "v1", "bb1", "int", "mem", "ptr", ":s8", ":u64", "}", "{", "(", ")", ",", "=", "->", "@f", "0",
        "-1", "4096", "region", "loop", "call", "store", "memcpy", "split.9", "struct{", "[int; 3]", ".",
        "é", "\"",
    ];
    let (mut valid, mut invalid, mut unread, mut compiled) = (0, 0, 0, 0);
    for round in 0..6000 {
        let text = PROGRAMS[round % PROGRAMS.len()];
        let mut parts: Vec<&str> = text.split_inclusive([' ', '\n', ',', ':']).collect();
        for _ in 0..1 + random.below(3) {
            let (at, other) = (random.below(parts.len()), random.below(parts.len()));
            // Half of the mutations exchange values, so that many texts can be read.
            let values: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].starts_with('v')).collect();
            match random.below(8) {
                4.. if !values.is_empty() => {
                    let to = values[random.below(values.len())];
                    parts[to] = parts[values[random.below(values.len())]];
                }
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, parts[other]),
                2 => parts.swap(at, other),
                _ => parts[at] = words[random.below(words.len())],
            }
        }
        let mut text = parts.concat();
        if random.below(8) == 0 {
            let end = (0..=random.below(text.len())).rev().find(|end| text.is_char_boundary(*end));
            text.truncate(end.unwrap_or(0));
        }
        let Ok(module) = parse(&text) else {
            unread += 1;
            continue;
        };
        let printed = module.to_string();
        let again = parse(&printed).unwrap_or_else(|error| panic!("{text}\n{printed}\n{error}"));
        assert_eq!(again.to_string(), printed);
        if !validate(&module).is_empty() {
            invalid += 1;
            continue;
        }
        valid += 1;
        compiled += translated(&module);
        for function in &module.functions {
            let mut oracle = Oracle::new(&module);
            oracle.limits = Limits { steps: 200, depth: 20 };
            let args: Vec<Value> = function.params.iter().map(|_| Value::int(3)).collect();
            let _ = oracle.call(&function.name, &args).to_string();
        }
    }
    assert!(compiled > 300, "{compiled} translated");
    assert!(
        valid > 300 && invalid > 100 && unread > 300,
        "{valid} valid, {invalid} invalid, {unread} unread"
    );
}
