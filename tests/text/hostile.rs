//! Malformed texts: position and message of each error, and no text makes the parser panic.

use super::{CORPUS, file, parse, parse_ok};

/// The parser's error for a text.
fn parse_error(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn files_and_headers() {
    let cases = [
        ("", "1:1: found the end of the text, expected `barebones`"),
        ("barebones 2", "1:11: found `2`, expected an integer from 1 to 1"),
        ("barebones 1 x", "1:13: found `x`, expected `extern`, `data` or `proc`"),
        ("barebones 1\nextern f", "2:9: found the end of the text, expected `(`"),
        (
            "barebones 1 extern f(Void) -> Void",
            "1:22: found `Void`, expected a type other than `Void` and tuples",
        ),
        (
            "barebones 1 extern f() -> Void data f = 1",
            "1:37: found `f`, expected a name not used by an earlier item",
        ),
        ("barebones 1 data d = 256", "1:22: found `256`, expected an integer from -128 to 255"),
        (
            "barebones 1 data d = 1 u8:1",
            "1:24: found `u8`, expected a piece of data, `extern`, `data` or `proc`",
        ),
        ("barebones 1 data d = zero:268435456 zero:1", "1:42: found `1`, expected an integer from 0 to 0"),
        (
            "barebones 1 data d = zero:99999999999",
            "1:27: found `99999999999`, expected an integer from 0 to 268435456",
        ),
        (
            "barebones 1 proc f() -> Void target=vax {}",
            "1:37: found `vax`, expected a target: host, x86_64-linux, other, 7 up",
        ),
        (
            "barebones 1 proc f() -> Void conv=fast target=other {}",
            "1:35: found `fast`, expected a convention of other: system_v, internal, -",
        ),
        (
            "barebones 1 proc f() -> Void target=host target=host {}",
            "1:42: found `target`, expected `target=`, `conv=` and `features=`, each at most once, or `{`",
        ),
        (
            "barebones 1 proc f() -> Void features={mmx} {}",
            "1:40: found `mmx`, expected the name of a feature",
        ),
        (
            "barebones 1 proc f() -> Void {",
            "1:31: found the end of the text, expected a declaration, a block or `}`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_error(text), expected, "{text}");
    }
}

#[test]
fn declarations() {
    let cases = [
        ("slot1 = stack 8 locked", "2:1: found `slot1`, expected `slot0`: ids in order, without gaps"),
        ("slot0 = stack 8", "3:1: found `}`, expected `locked` or `anonymous`"),
        ("slot0 = stack -8 locked", "2:15: found `-8`, expected an integer from 0 to 4294967295"),
        ("var0: Int16", "2:7: found `Int16`, expected a type"),
        ("generator0 = 5", "2:14: found `5`, expected the name of a generator"),
        ("state0 = frame function=1 [", "2:27: found `[`, expected `pc`"),
        (
            "state0 = frame function=1 pc=2 [5]",
            "2:33: found `5`, expected a value, `ref`, a constant with its type, `dead` or an object",
        ),
        ("object0 = object shape=1 [V128 5]", "2:27: found `V128`, expected a scalar type"),
        ("pinned %r99", "2:8: found `%r99`, expected a register of other, `%a0` or `%fa0`"),
        ("pinned %a3", "2:8: found `%a3`, expected a register of other, `%a0` or `%fa0`"),
        ("entrances 2", "2:1: found `entrances`, expected a declaration, a block or `}`"),
        ("#0: #2:", "2:5: found `#2`, expected a block id below #2, the number of blocks"),
        ("#0: #0:", "2:5: found `#0`, expected a block id not defined before"),
        ("#0 frequency=often:", "2:14: found `often`, expected a number, `inf`, `-inf` or `nan:BITS`"),
    ];
    for (text, expected) in cases {
        let text = format!("barebones 1 proc f() -> Void target=other {{\n{text}\n}}");
        assert_eq!(parse_error(&text), expected, "{text}");
    }
}

#[test]
fn values() {
    let cases = [
        ("Int32 = Add(@0)", "4:7: found `=`, expected `@` and the number of the value"),
        ("Int32 @1 = Frob(@0)", "4:12: found `Frob`, expected an opcode"),
        ("@1 = Add(@0, @0)", "4:1: found `@1`, expected a value, a block or `}`"),
        ("Int32 @1 = Add(@0)", "4:18: found `)`, expected a value: operand 2 of 2 of Add"),
        ("Int32 @1 = Add(@0, reference)", "4:20: found `reference`, expected a value: operand 2 of 2 of Add"),
        ("Int32 @1 = Add(@0, @0, @0)", "4:24: found `@0`, expected an attribute of Add or `)`"),
        ("Int32 @1 = Add(@0, @0, offset=4)", "4:24: found `offset`, expected an attribute of Add or `)`"),
        ("Int32 @1 = Add(@0: WarmAny, @0)", "4:18: found `:`, expected `,` or `)`"),
        ("Int32 @1 = CheckAdd(@0: WarmAny, @0)", "4:23: found `:`, expected `,` or `)`"),
        ("Int32 @1 = Const32()", "4:20: found `)`, expected a constant for Const32"),
        (
            "Int32 @1 = Const32(4294967296)",
            "4:20: found `4294967296`, expected an integer from -2147483648 to 4294967295",
        ),
        ("Int32 @1 = Const32(5, 6)", "4:23: found `6`, expected an attribute of Const32 or `)`"),
        (
            "Float @1 = ConstFloat(nan:0x7ff8000000000000)",
            "4:27: found `0x7ff8000000000000`, expected the bits of a 32-bit NaN",
        ),
        ("Int64 @1 = SlotBase(var0)", "4:21: found `var0`, expected `slot` and a number"),
        (
            "Int32 @1 = Load(@0, offset=4, offset=4)",
            "4:31: found `offset`, expected each attribute at most once",
        ),
        ("Int32 @1 = Load(@0, traps=1)", "4:26: found `=`, expected `,` or `)`"),
        ("Int32 @1 = Load(@0, range=3)", "4:28: found `)`, expected `..`"),
        (
            "Int32 @1 = Load(@0, offset=2147483648)",
            "4:28: found `2147483648`, expected an integer from -2147483648 to 2147483647",
        ),
        (
            "Void @1 = CCall()",
            "4:17: found `)`, expected the callee of CCall: a name, or a value that is its address",
        ),
        ("Void @1 = CCall(f, effects={flies})", "4:29: found `flies`, expected an effect"),
        ("Void @1 = CCall(f, conv=fast)", "4:25: found `fast`, expected a convention of other"),
        ("Void @1 = Patchpoint(@0: Somewhere)", "4:26: found `Somewhere`, expected a constraint"),
        ("Void @1 = Patchpoint(scratch_gp=256)", "4:33: found `256`, expected an integer from 0 to 255"),
        ("Void @1 = Trap(Oops)", "4:16: found `Oops`, expected a trap code"),
        ("Void @1 = Trap(User(65536))", "4:21: found `65536`, expected an integer from 0 to 65535"),
        ("Void @1 = Upsilon(@0, @0)", "4:23: found `@0`, expected `^`"),
        ("Void @1 = Jump(#2147483648)", "4:16: found `#2147483648`, expected a block"),
        ("Void @1 = Switch(@0, 1: #0)", "4:27: found `)`, expected `default:` and a block"),
        (
            "Void @1 = Switch(@0, default: #0, 1: #0)",
            "4:35: found `1`, expected an attribute of Switch or `)` after the default",
        ),
        ("Void @1 = Branch(@0, #0:often)", "4:25: found `often`, expected `rare`"),
        ("Int32 @1 = Phi() Int32 @1 = Phi()", "4:24: found `@1`, expected a value id not defined before"),
        (
            "Void @1 = Nop() \"abc",
            "4:17: found a string without its closing quote, expected a value, a block or `}`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_error(&file(text)), expected, "{text}");
    }
}

#[test]
fn ids_are_bounded_before_anything_is_allocated_for_them() {
    parse_ok(&file("Int32 @1032 = Phi() Int32 @0 = Phi()"));
    assert_eq!(
        parse_error(&file("Int32 @1033 = Phi() Int32 @0 = Phi()")),
        "4:7: found `@1033`, expected a value id of at most @1032"
    );
    assert!(parse_error(&file("Int32 @4294967294 = Phi(derived=@4294967294)")).contains("at most @1028"));
    assert!(parse_error(&file("Int32 @4294967295 = Phi()")).contains("more than 32 bits"));
    assert!(parse_error(&file("#4000000000:")).contains("below #2"));
}

#[test]
fn long_texts_need_no_stack_and_little_time() {
    let deep = format!("{}{}", file("").trim_end_matches('}'), "(".repeat(1_000_000));
    assert!(parse(&deep).is_err());
    let values: String =
        (0..100_000).map(|i| format!("({}) @{i} = BottomTuple()\n", types(i % 32_768))).collect();
    assert_eq!(parse_ok(&file(&values)).procedures[0].value_count(), 100_000);
    let values: String = (0..40_000).map(|i| format!("({}) @{i} = BottomTuple()\n", types(i))).collect();
    assert!(parse_error(&file(&values)).contains("at most 32,768 different tuple types"));
}

/// A list of types that is different for each number.
fn types(mut number: usize) -> String {
    let mut types = vec!["Int32"];
    while number != 0 {
        types.push(["Int32", "Int64", "Float", "Double"][number % 4]);
        number /= 4;
    }
    types.push("V128");
    types.join(", ")
}

/// A small deterministic generator of numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// If the text parses, its printed form must parse to the same module.
fn round_trips(text: &str) {
    if let Ok(module) = parse(text) {
        let printed = module.to_string();
        assert_eq!(parse_ok(&printed).to_string(), printed);
    }
}

#[test]
fn every_prefix_is_an_error_or_a_module() {
    for end in 0..CORPUS.len() {
        round_trips(&CORPUS[..end]);
    }
}

#[test]
fn mutated_texts_are_errors_or_modules() {
    const BYTES: &[u8] = b"@#%^(){}[]=,:;.-?\"\\ 019xazT_\n\x00\xc3";
    let words: Vec<&str> = CORPUS.split_inclusive([' ', '\n', '(', ')', ',', '=', ':']).collect();
    let mut numbers = Numbers(1);
    let mut accepted = 0;
    for round in 0..4_000 {
        let text = if round % 2 == 0 {
            let mut bytes = CORPUS.as_bytes().to_vec();
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
        accepted += usize::from(parse(&text).is_ok());
        round_trips(&text);
    }
    assert!(accepted > 100, "mutations must reach past the parser's first checks: {accepted}");
}
