//! Machine descriptions: `docs/machine` is what is printed, and what is printed is read back.
//!
//! `BLESS=1 cargo test --test air` writes the documents.

use barebones::air::opcode::{Properties, ROWS};
use barebones::base::Arch;
use barebones::machine::{Description, Operand, STANDARD_NAMES};
use std::collections::HashSet;

const DOCUMENTS: [(Arch, &str, &str); 2] =
    [(Arch::X64, "x86-64", "docs/machine/x86-64.md"), (Arch::A64, "AArch64", "docs/machine/aarch64.md")];

#[test]
fn documents_are_the_tables() {
    for (arch, name, path) in DOCUMENTS {
        let description = Description::of(arch);
        let text = format!(
            "# The machine description of {name}\n\n\
             Each instruction pattern of the form table, as `barebones machine` prints it ([how to read it](README.md)). \
             `BLESS=1 cargo test --test air` writes this page.\n\n```text\n{}{description}```\n",
            description.legend()
        );
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).expect("the folder exists");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{path} is not what is printed; BLESS=1 writes it");
    }
}

#[test]
fn descriptions_read_back() {
    for (arch, ..) in DOCUMENTS {
        let description = Description::of(arch);
        let text = format!("{}{description}", description.legend());
        let read = Description::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        for (read, own) in read.patterns.iter().zip(&description.patterns) {
            assert_eq!(read, own);
        }
        assert_eq!(read, description);
        assert_eq!(read.to_string(), description.to_string());
    }
}

/// What is read says the same as the rows, not only as the text.
#[test]
fn patterns_have_every_form() {
    for (arch, ..) in DOCUMENTS {
        let read = Description::parse(&Description::of(arch).to_string()).expect("what is printed");
        let mut forms = 0;
        for row in ROWS {
            let signatures: Vec<_> =
                row.signatures.iter().filter(|signature| signature.arch == arch).collect();
            let pattern = read.patterns.iter().find(|pattern| pattern.name == row.name);
            let Some(pattern) = pattern else {
                assert!(signatures.is_empty() && !row.signatures.is_empty(), "{}", row.name);
                continue;
            };
            assert_eq!(pattern.opcode(), Some(row.opcode));
            assert_eq!(pattern.semantics, row.semantics.to_string());
            assert_eq!(pattern.shapes.len(), signatures.len());
            for (shape, signature) in pattern.shapes.iter().zip(signatures) {
                for (number, (operand, spec)) in shape.operands.iter().zip(signature.operands).enumerate() {
                    let kinds: Vec<_> = signature.forms.iter().map(|form| form[number]).collect();
                    assert_eq!(operand.kinds, kinds, "{}", row.name);
                    let found = (operand.role, operand.bank, operand.width, operand.fixed);
                    assert_eq!(found, (spec.role, spec.bank, spec.width, spec.fixed()), "{}", row.name);
                }
                assert_eq!(
                    (shape.tied, shape.commutes),
                    (signature.tied, signature.commutes),
                    "{}",
                    row.name
                );
                assert_eq!((shape.features, &shape.clobbers[..]), (signature.features, signature.clobbers));
                forms += signature.forms.len();
            }
        }
        assert!(forms > 250, "{forms}");
    }
}

/// An example can be emitted of each form, but for those that belong to other code.
#[test]
fn forms_have_examples() {
    let alone = ["TableAddress", "TableSwitch32", "TableSwitch64", "EntrySwitch"];
    for (arch, ..) in DOCUMENTS {
        for pattern in
            Description::of(arch).patterns.iter().filter(|pattern| !alone.contains(&&*pattern.name))
        {
            for shape in &pattern.shapes {
                let empty = shape
                    .sizes
                    .iter()
                    .zip(&shape.outputs)
                    .any(|(size, output)| *size == 0 || output.is_empty());
                assert!(!empty, "{} of {arch:?}: {:?}", pattern.name, shape.outputs);
            }
        }
    }
}

/// Where two forms accept the same operands, the first one is taken, so it costs no more.
#[test]
fn the_first_form_that_fits_is_no_dearer() {
    let mut pairs = 0;
    for (arch, ..) in DOCUMENTS {
        for pattern in Description::of(arch).patterns {
            for shape in pattern.shapes {
                for second in 1..shape.costs.len() {
                    for first in 0..second {
                        let overlap =
                            |operand: &Operand| operand.kinds[first].intersects(operand.kinds[second]);
                        if shape.operands.iter().all(overlap) {
                            pairs += 1;
                            assert!(shape.costs[first] <= shape.costs[second], "{}", pattern.name);
                        }
                    }
                }
            }
        }
    }
    println!("{pairs} pairs");
}

#[test]
fn standard_names_are_known_once() {
    let names: HashSet<&str> = STANDARD_NAMES.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), STANDARD_NAMES.len());
    let x64 = Description::of(Arch::X64);
    for name in ["addsi3", "casesi", "ashrdi3", "call"] {
        assert_eq!(x64.named(name).patterns.len(), 1, "{name}");
    }
    assert!(x64.named("Add32").to_string().contains("(names addsi3)"));
    assert!(x64.named("frobnicate").patterns.is_empty());
    for (_, opcode) in STANDARD_NAMES {
        let row = opcode.row();
        assert!(
            !row.signatures.is_empty() || row.properties.contains(Properties::SPECIAL) || row.name == "Nop"
        );
    }
}

#[test]
fn damaged_descriptions_are_errors() {
    let text = Description::of(Arch::A64).named("Add64").to_string();
    for (wrong, line, message) in [
        ("", 1, "expected `(machine NAME)`"),
        ("(machine vax)", 1, "expected `(machine x86-64)` or `(machine aarch64)`"),
        ("(machine aarch64", 1, "the list has no end"),
        ("(machine aarch64))", 1, "a list ends that did not begin"),
        ("(machine aarch64)\n(insn Add64)", 2, "expected `(pattern NAME ..)`"),
        ("(machine aarch64)\n(pattern A (does (set 0 (frob 1))))", 2, "`frob` is no operator"),
        ("(machine aarch64)\n(pattern A (does (set 0 (add 1))))", 2, "`add` takes 2 arguments"),
        ("(machine aarch64)\n(pattern A (as (0 XI \"r\")))", 2, "expected a mode"),
        ("(machine aarch64)\n(pattern A (as (1 SI \"r\")))", 2, "expected operand 0"),
        ("(machine aarch64)\n(pattern A (as (0 SI \"?\")))", 2, "`?` in \"?\" has no meaning"),
        ("(machine aarch64)\n(pattern A (as (needs avx512)))", 2, "`avx512` is no feature"),
        ("(machine aarch64)\n(pattern A\n (cost x))", 3, "`cost` is no part of a pattern"),
    ] {
        let error = Description::parse(wrong).expect_err(wrong);
        assert_eq!((error.line, &*error.message), (line, message), "{wrong}");
    }
    let nested = format!("(machine aarch64) {}", "(".repeat(100_000));
    assert!(Description::parse(&nested).is_err_and(|error| error.message.contains("too deeply")));
    // Each prefix and each text without one character is a description or an error.
    for end in 0..text.len() {
        let _ = Description::parse(&text[..end]);
        let _ = Description::parse(&format!("{}{}", &text[..end], &text[end + 1..]));
    }
}
