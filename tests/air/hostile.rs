//! Malformed texts: position and message of each error, and no text makes the parser panic.

use super::{CORPUS, corpus, parse, parse_ok};

/// The parser's error for a text.
fn parse_error(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn headers() {
    let cases = [
        ("", "1:1: found the end of the text, expected `air`"),
        ("air 2", "1:5: found `2`, expected an integer from 1 to 1"),
        ("air 1", "1:6: found the end of the text, expected `target`"),
        (
            "air 1 target=vax",
            "1:14: found `vax`, expected a target: host, x86_64-linux, x86_64-windows, x86_64-macos, \
             aarch64-linux, aarch64-macos, aarch64-windows",
        ),
        ("air 1 target=host features={mmx}", "1:29: found `mmx`, expected the name of a feature"),
        ("air 1 target=host frame=1 frame=1", "1:27: found `frame`, expected each attribute at most once"),
        ("air 1 target=host call_area=-1", "1:29: found `-1`, expected an integer from 0 to 4294967295"),
        ("air 1 target=host pinned={%x0}", "1:27: found `%x0`, expected a register of x86_64-linux"),
        ("air 1 target=host pinned={%t0}", "1:27: found `%t0`, expected a register of x86_64-linux"),
        ("air 1 target=host saved={%x0}", "1:26: found `%x0`, expected a register of x86_64-linux"),
        (
            "air 1 target=host conv=fastcall",
            "1:24: found `fastcall`, expected a convention of x86_64-linux: system_v, internal, windows_x64",
        ),
        ("air 1 target=host alocated", "1:19: found `alocated`, expected a declaration or a block"),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_error(text), expected, "{text}");
    }
}

#[test]
fn declarations() {
    let cases = [
        ("slot1 = spill 8", "2:1: found `slot1`, expected `slot0`: ids in order, without gaps"),
        ("slot0 = stack 8", "2:9: found `stack`, expected `locked` or `spill`"),
        ("slot0 = spill 8 align=8 align=8", "2:25: found `align`, expected each attribute at most once"),
        ("special1 = []", "2:1: found `special1`, expected `special0`: ids in order, without gaps"),
        ("special0 = [Q:G:64]", "2:13: found `Q`, expected the abbreviation of a role"),
        ("special0 = [U:H:64]", "2:15: found `H`, expected `G`, `F`, `GS`, `FS` or a register"),
        ("special0 = [U:%t0:64]", "2:15: found `%t0`, expected a register of x86_64-linux"),
        ("special0 = [U:G:48]", "2:17: found `48`, expected a width: 8, 16, 32, 64 or 128"),
        ("special0 = [] trap=Oops", "2:20: found `Oops`, expected a trap code"),
        (
            "switch0 = [1, x]",
            "2:15: found `x`, expected an integer from -9223372036854775808 to 18446744073709551615",
        ),
        ("%rax: global", "2:1: found `%rax`, expected a temporary, a block or another declaration"),
        ("%t0: remat=Frob()", "2:12: found `Frob`, expected an opcode"),
        ("%t0: remat=Move()", "2:12: found `Move`, expected operands of a form of Move on x86_64-linux"),
        ("%t0: global\n%ft0: global", "3:1: found `%ft0`, expected a temporary that is not declared yet"),
        (
            "%t1073741825: global",
            "2:1: found `%t1073741825`, expected a temporary with a number of at most 1073741824",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_error(&format!("air 1 target=host\n{text}")), expected, "{text}");
    }
}

#[test]
fn instructions() {
    let operands = |opcode: &str| format!("operands of a form of {opcode} on x86_64-linux");
    let cases = [
        ("Frob", "3:1: found `Frob`, expected an instruction, `->` or a block".to_string()),
        ("Move 5", format!("3:1: found `Move`, expected {}", operands("Move"))),
        (
            "Fence 5\n  Add32 %t0, %t1, 4294967296",
            format!("4:3: found `Add32`, expected {}", operands("Add32")),
        ),
        ("Call symbol0", format!("3:1: found `Call`, expected {}", operands("Call"))),
        ("Move special0, %t1", format!("3:1: found `Move`, expected {}", operands("Move"))),
        ("PopCount32 %ft0, [slot0]", format!("3:1: found `PopCount32`, expected {}", operands("PopCount32"))),
        ("Add32 5, %t1, %t2, form=1", format!("3:1: found `Add32`, expected {}", operands("Add32"))),
        ("Ret special0, form=0", format!("3:1: found `Ret`, expected {}", operands("Ret"))),
        ("Move 5, %t1,", "3:13: found the end of the text, expected an operand".to_string()),
        ("Move 5, origin=1, %t1", "3:19: found `%t1`, expected an attribute".to_string()),
        (
            "Fence 5, origin=1, origin=2",
            "3:20: found `origin`, expected each attribute at most once".to_string(),
        ),
        ("Move [%t0 8], %t1", "3:11: found `8`, expected `+`, `-` or `]`".to_string()),
        ("Move [%t0 -8], %t1", "3:11: found `-8`, expected `+`, `-` or `]`".to_string()),
        ("Move [%t0 + -8], %t1", "3:13: found `-8`, expected an integer from 0 to 2147483647".to_string()),
        ("Move [%t0 + %t1*3], %t1", "3:17: found `3`, expected 1, 2, 4 or 8".to_string()),
        ("Move [%t0 + %t1], %t1", "3:16: found `]`, expected `*`".to_string()),
        (
            "Move [5], %t1",
            "3:7: found `5`, expected a temporary, a register, a slot or `callarg`".to_string(),
        ),
        ("Move [frame], %t1", "3:7: found `frame`, expected `slot` and a number".to_string()),
        (
            "MoveFloat const7:0, %ft0",
            "3:11: found `const7`, expected `const` and a width in bits".to_string(),
        ),
        ("Move lib:puts, %t0", "3:10: found `puts`, expected a library function".to_string()),
        ("Move %r99, %t0", "3:6: found `%r99`, expected a register of x86_64-linux".to_string()),
        ("Trap User(65536)", "3:11: found `65536`, expected an integer from 0 to 65535".to_string()),
        ("Jump -> 5", "3:9: found `5`, expected a block".to_string()),
        ("Jump -> #0 Fence 5", "3:12: found `Fence`, expected a block".to_string()),
        ("Jump -> #0 #3:", "3:12: found `#3`, expected `#1`: blocks in order, without gaps".to_string()),
        ("Jump #1 rares:", "3:9: found `rares`, expected `:`".to_string()),
        ("Jump )", "3:6: found `)`, expected an operand".to_string()),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_error(&format!("air 1 target=host\n#0:\n{text}")), expected, "{text}");
    }
}

#[test]
fn numbers_are_bounded_before_anything_is_allocated_for_them() {
    let file = |text: &str| format!("air 1 target=host\n#0:\n{text}");
    parse_ok(&file("Move 5, %t1028"));
    let expected = "3:9: found `%t1029`, expected a temporary with a number of at most 1028";
    assert_eq!(parse_error(&file("Move 5, %t1029")), expected);
    assert!(parse_error(&file("Move 5, %t1073741824")).contains("at most 1028"));
    assert!(parse_error(&file("Move 5, %t4294967295")).contains("a register of"));
    assert!(parse_error("air 1 target=host #4000000000:").contains("`#0`: blocks in order"));
}

#[test]
fn long_texts_need_no_stack_and_little_time() {
    let file = |text: &str| format!("air 1 target=host\n#0:\n{text}");
    assert!(parse(&file(&"Move [".repeat(200_000))).is_err());
    let many: String = (0..100_000).map(|i| format!("Move %t{i}, %t{}\n", i + 1)).collect();
    assert_eq!(parse_ok(&file(&many)).tmps.len(), 100_001);
    let wide = |operands: usize| file(&format!("Ret special0{}", ", 1".repeat(operands)));
    parse_ok(&wide(65_534));
    assert!(parse_error(&wide(65_535)).contains("at most 65535 operands"));
    let blocks: String = (0..100_000).map(|i| format!("#{i}: Jump -> #{i}\n")).collect();
    assert_eq!(parse_ok(&format!("air 1 target=host {blocks}")).blocks.len(), 100_000);
}

/// A small deterministic generator of numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// True if the text parses; then its printed form must parse to the same code.
fn round_trips(text: &str) -> bool {
    let Ok(code) = parse(text) else { return false };
    let printed = code.to_string();
    assert_eq!(parse_ok(&printed).to_string(), printed);
    true
}

#[test]
fn every_prefix_is_an_error_or_code() {
    for text in corpus() {
        for end in 0..text.len() {
            round_trips(&text[..end]);
        }
    }
}

#[test]
fn mutated_texts_are_errors_or_code() {
    const BYTES: &[u8] = b"@#%^(){}[]=,:;.-+*?\"\\ 019xazT_\n\x00\xc3";
    let text = corpus()[0];
    assert!(CORPUS.starts_with(text));
    let words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ',', '=', ':']).collect();
    let mut numbers = Numbers(1);
    let mut accepted = 0;
    for round in 0..4_000 {
        let mutated = if round % 2 == 0 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..1 + numbers.below(3) {
                let at = numbers.below(bytes.len());
                bytes[at] = BYTES[numbers.below(BYTES.len())];
            }
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            let mut words = words.clone();
            let at = numbers.below(words.len());
            match numbers.below(3) {
                0 => drop(words.remove(at)),
                1 => words[at] = words[numbers.below(words.len())],
                _ => words.insert(at, words[numbers.below(words.len())]),
            }
            words.concat()
        };
        accepted += usize::from(round_trips(&mutated));
    }
    assert!(accepted > 100, "mutations must reach past the parser's first checks: {accepted}");
}
