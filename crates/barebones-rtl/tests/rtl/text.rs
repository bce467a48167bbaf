//! Reading and printing.

use barebones_rtl::testing::function;
use barebones_rtl::{Oracle, check, parse};
use barebones_testing::generate::Random;

#[test]
fn what_is_printed_is_read_back() {
    for (name, text) in super::programs() {
        let function = parse(&text).unwrap_or_else(|error| panic!("{name}.rtl:{error}"));
        let printed = function.to_string();
        assert_eq!(parse(&printed).unwrap_or_else(|error| panic!("{printed}{error}")), function);
    }
    for number in 0..500 {
        let function = function(&mut Random::of_case(7, number), "f");
        let printed = function.to_string();
        assert_eq!(parse(&printed).unwrap_or_else(|error| panic!("{printed}{error}")), function);
    }
}

#[test]
fn strings_and_constants_are_exact() {
    let text = "(function \"\\\"\\\\\\n\\xc3\\xa9\" [] (nil)
        (data \"d\" \"\\0\\xff\\x7f\" :HI [-1 0x1234] :QI [] \"ab\")
        (insn 1 0 2 (set (reg:DF 1) (const_double:DF 0x7ff8000000000001)))
        (insn 2 1 3 (set (reg:SF 2) (const_double:SF -0.0)))
        (insn 3 2 4 (set (reg:DF 1) (const_double:DF 1e300)))
        (insn 4 3 0 (set (reg:TI 3) (const_double:TI -1 0xffffffffffffffff))))";
    let function = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(function.name, "\"\\\n\u{e9}");
    assert_eq!(function.data[0].bytes, b"\0\xff\x7f\xff\xff\x34\x12ab");
    let printed = function.to_string();
    assert!(printed.contains("0x7ff8000000000001") && printed.contains("-0.0"), "{printed}");
    assert_eq!(parse(&printed), Ok(function));
}

#[test]
fn errors_have_a_place_and_an_expectation() {
    let body = |body: &str| format!("(function \"f\" [] (nil)\n(insn 1 0 0 {body}))");
    for (text, expected) in [
        (String::new(), "1:1: found the end of the text, expected `(`"),
        (String::from("(func"), "1:2: found `func`, expected `function`"),
        (String::from("(function f"), "1:11: found `f`, expected the name of the function, a string"),
        (String::from("(function \"f\" [] (nil)) x"), "1:25: found `x`, expected the end of the text"),
        (
            String::from("(function \"f"),
            "1:11: found a string without end, expected a string that ends on its line",
        ),
        (
            String::from("(function \"\\q\""),
            "1:12: found `\\q`, expected one of \\n \\t \\r \\0 \\\" \\\\ \\xNN",
        ),
        (body("(set (reg:SI 1)"), "2:28: found `)`, expected `(`"),
        (body("(frob)"), "2:14: found `frob`, expected the code of an expression"),
        (body("(use (reg:XI 1))"), "2:19: found `reg:XI`, expected a mode: VOID QI HI SI DI TI SF DF CC BLK"),
        (body("(use (reg/q:SI 1))"), "2:19: found `reg/q:SI`, expected a code with flags of /u, /v and /s"),
        (body("(use (reg/v/v:SI 1))"), "2:19: found `reg/v/v:SI`, expected each flag once"),
        (body("(use (reg:SI x))"), "2:26: found `x`, expected a number"),
        (
            body("(use (const_int 0x10000000000000000))"),
            "2:29: found `0x10000000000000000`, expected an integer of 64 bits",
        ),
        (
            body("(use (const_double:SI 1))"),
            "2:35: found `1`, expected a float of mode SF or DF, or two words of mode TI",
        ),
        (
            body("(use (const_double:DF nan))"),
            "2:35: found `nan`, expected a float of mode SF or DF, or two words of mode TI",
        ),
        (
            body("(use (asm_operands \"nop\" [] []))"),
            "2:19: found `asm_operands`, expected a code that functions contain and that is executed",
        ),
        (
            body("(use (match_operand:SI 0 \"\" \"\"))"),
            "2:19: found `match_operand:SI`, expected a code that functions contain and that is executed",
        ),
        (body("(parallel [(nil)])"), "2:29: found `]`, expected expressions in a vector, not (nil)"),
        (body("(return) x"), "2:22: found `x`, expected the number of a pattern, or -1"),
        (body("(return) 3 (expr_list)"), "2:25: found `expr_list`, expected insn_list or nil"),
        (
            body("(return) 3 (nil) (expr_list:REG_X (reg:SI 1) (nil))"),
            "2:31: found `expr_list:REG_X`, expected expr_list with REG_DEAD, REG_INC, REG_CONST or REG_WAS_0, or nil",
        ),
        (
            String::from("(function \"f\" [] (nil) (note 1 0 0 NOTE_X))"),
            "1:36: found `NOTE_X`, expected a file and a line, or NOTE_INSN_..",
        ),
        (
            String::from("(function \"f\" [] (nil) (insn:SI 1 0 0 (return)))"),
            "1:25: found `insn:SI`, expected insn, jump_insn, call_insn, code_label, barrier, note, data or frame",
        ),
        (
            String::from("(function \"f\" [] (nil) (frame (reg:DI 1) 65537))"),
            "1:42: found `65537`, expected the size of the frame, at most 65536",
        ),
        (
            String::from("(function \"f\" [] (const_int 1))"),
            "1:18: found const_int, expected the register of the result or (nil)",
        ),
    ] {
        match parse(&text) {
            Ok(function) => panic!("{function}"),
            Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        }
    }
}

#[test]
fn nesting_is_limited() {
    let nested = format!("(function \"f\" [] (nil) (insn 1 0 0 {}", "(use ".repeat(100_000));
    let error = parse(&nested).expect_err("too deep");
    assert!(error.expected.contains("at most 100 nested"), "{error}");
}

/// Texts with a token removed, doubled or replaced are read, checked and executed, or refused, without a panic.
#[test]
fn changed_texts_cause_no_panic() {
    let mut random = Random::new(3);
    let programs = super::programs();
    let words: Vec<&str> = programs.iter().flat_map(|(_, text)| text.split(' ')).collect();
    let (mut read, mut accepted) = (0, 0);
    for _ in 0..20_000 {
        let (_, text) = &programs[random.below(programs.len() as u64) as usize];
        let mut parts: Vec<&str> = text.split(' ').collect();
        let at = random.below(parts.len() as u64) as usize;
        match random.below(4) {
            0 => {
                parts.remove(at);
            }
            1 => parts.insert(at, words[random.below(words.len() as u64) as usize]),
            2 => parts.swap(at, (at + 1) % text.split(' ').count()),
            _ => parts[at] = words[random.below(words.len() as u64) as usize],
        }
        let text = parts.join(" ");
        let Ok(function) = parse(&text) else { continue };
        read += 1;
        let Ok(checked) = check(function) else { continue };
        accepted += 1;
        let mut oracle = Oracle::new(&checked);
        oracle.limit = 2000;
        oracle.call(&[1, 2, 3]);
        let target = barebones::host_target().expect("a target");
        let module = barebones_rtl::translate(&[&checked], &barebones_rtl::Options::new(target));
        let module = module.unwrap_or_else(|refusal| panic!("{text}\n{refusal}"));
        if let Err(violations) = barebones::ir::validate_module(&module) {
            panic!("{text}\n{module}\n{violations:?}");
        }
    }
    println!("{read} read, {accepted} accepted");
    assert!(read > 1000 && accepted > 300, "{read} read, {accepted} accepted");
}
