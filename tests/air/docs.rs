//! Checks `docs/air.md` against the code: its tables are the rows and rules, and its examples parse.
//!
//! `BLESS=1 cargo test --test air` writes the tables.

use super::{parse, parse_ok};
use barebones::air::opcode::{Properties, ROWS, Row, Signature};
use barebones::air::validate::{Rule, validate};
use barebones::air::{Kinds, OperandSpec, Role};
use barebones::base::RegNames;
use barebones::isa::TARGETS;
use std::fmt::Write;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/air.md");

/// Sets of kinds that have letters of their own, larger sets first.
const LETTERS: [(&str, Kinds); 16] = [
    ("MC", Kinds::MEMORY.union(Kinds::CONST)),
    ("M", Kinds::MEMORY),
    ("C", Kinds::CONST),
    ("TI", Kinds::TMP.union(Kinds::IMM32)),
    ("TS", Kinds::TMP.union(Kinds::SHIFT)),
    ("T", Kinds::TMP),
    ("I64", Kinds::IMM64),
    ("I32", Kinds::IMM32),
    ("SH", Kinds::SHIFT),
    ("SYM", Kinds::SYMBOL),
    ("LIB", Kinds::LIB_CALL),
    ("IFC", Kinds::INT_CONDITION.union(Kinds::FLOAT_CONDITION)),
    ("IC", Kinds::INT_CONDITION),
    ("FC", Kinds::FLOAT_CONDITION),
    ("TR", Kinds::TRAP),
    ("SW", Kinds::SWITCH),
];

fn letters(kinds: Kinds) -> String {
    let found = LETTERS.iter().find(|(_, set)| *set == kinds);
    found.map_or_else(|| format!("{kinds:?}"), |(letters, _)| letters.to_string())
}

fn names(signature: &Signature) -> &'static RegNames {
    let target = TARGETS.into_iter().find(|target| target.arch == signature.arch);
    target.expect("a target of each instruction set").names
}

fn operand(spec: &OperandSpec, names: &RegNames) -> String {
    let (role, bits) = (spec.role.letters(), spec.width.bits());
    match spec.fixed() {
        _ if spec.role == Role::Fixed => role.to_string(),
        Some(reg) => format!("{role}:%{}:{bits}", names.name(reg)),
        None => format!("{role}:{}:{bits}", spec.bank.letter()),
    }
}

/// Attributes of a signature besides its operands.
fn attributes(signature: &Signature) -> String {
    let mut attributes = Vec::new();
    if !signature.features.is_empty() {
        let named =
            barebones::base::Features::NAMES.iter().filter(|(_, bit)| signature.features.contains(*bit));
        attributes.push(format!("needs {}", named.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")));
    }
    if let Some((user, definition)) = signature.tied {
        attributes.push(format!("ties {user} to {definition}"));
    }
    if signature.commutes {
        attributes.push(String::from("commutes"));
    }
    for reg in signature.clobbers {
        attributes.push(format!("clobbers %{}", names(signature).name(*reg)));
    }
    attributes.join("; ")
}

/// One line of the table for each signature of an opcode.
fn lines(row: &Row) -> String {
    let properties: Vec<String> = row.properties.iter_names().map(|(name, _)| name.to_lowercase()).collect();
    let head = |first: bool| match first {
        true => format!("| `{}` | {} | {} |", row.name, row.meaning, properties.join(", ")),
        false => String::from("| | | |"),
    };
    if row.signatures.is_empty() {
        return head(true) + " | | | |\n";
    }
    let mut text = String::new();
    for (index, signature) in row.signatures.iter().enumerate() {
        let operands: Vec<String> =
            signature.operands.iter().map(|spec| operand(spec, names(signature))).collect();
        let forms: Vec<String> = signature
            .forms
            .iter()
            .map(|form| form.iter().map(|kinds| letters(*kinds)).collect::<Vec<_>>().join(" "))
            .map(|form| if form.is_empty() { String::from("none") } else { form })
            .collect();
        let (operands, forms) = (operands.join(", "), forms.join("; "));
        let cells = format!("{:?} | ({operands}) | {forms} | {}", signature.arch, attributes(signature));
        writeln!(text, "{} {cells} |", head(index == 0)).expect("strings take everything");
    }
    text
}

fn opcode_table() -> String {
    let head = "| opcode | meaning | properties | machine | operands | forms | attributes |\n\
                |---|---|---|---|---|---|---|\n";
    head.to_string() + &ROWS.iter().map(lines).collect::<String>()
}

fn rule_table() -> String {
    let rules = Rule::ALL.iter().map(|rule| format!("| {rule} | {} |\n", rule.sentence()));
    String::from("| rule | |\n|---|---|\n") + &rules.collect::<String>()
}

#[test]
fn tables_are_the_rows_and_rules() {
    let mut document = std::fs::read_to_string(PATH).expect("docs/air.md");
    let bless = std::env::var_os("BLESS").is_some();
    for (name, expected) in [("opcodes", opcode_table()), ("rules", rule_table())] {
        let begin = format!("<!-- {name}: written by BLESS=1 cargo test --test air -->\n");
        let end = format!("<!-- end of {name} -->\n");
        let (before, rest) = document.split_once(&begin).expect("the mark before the table");
        let (table, after) = rest.split_once(&end).expect("the mark after the table");
        if bless {
            document = [before, &begin, &expected, &end, after].concat();
            continue;
        }
        for (found, expected) in table.lines().zip(expected.lines()) {
            assert_eq!(found, expected);
        }
        assert_eq!(table, expected);
    }
    if bless {
        std::fs::write(PATH, document).expect("docs/air.md is writable");
    }
}

#[test]
fn every_role_is_described() {
    let document = std::fs::read_to_string(PATH).expect("docs/air.md");
    for role in Role::ALL {
        assert!(document.contains(&format!("| `{}` | ", role.letters())), "{role:?}");
        assert_eq!(Role::from_letters(role.letters()), Some(role));
    }
    for (name, kinds) in LETTERS {
        assert!(document.contains(&format!("| `{name}` | ")), "{kinds:?}");
    }
    for property in Properties::all().iter_names() {
        assert!(document.contains(&format!("`{}`", property.0.to_lowercase())), "{}", property.0);
    }
}

#[test]
fn examples_are_valid_and_printed_as_they_are() {
    let document = std::fs::read_to_string(PATH).expect("docs/air.md");
    let (mut good, mut bad) = (0, 0);
    for block in document.split("```text\n").skip(1) {
        let (text, after) = block.split_once("```").expect("the end of an example");
        if !text.starts_with("air 1") {
            continue;
        }
        if let Some(expected) = after.trim_start().strip_prefix("gives `") {
            let error = parse(text).expect_err(text).to_string();
            assert!(expected.starts_with(&error.replace('`', "'")), "{error}");
            bad += 1;
        } else {
            let code = parse_ok(text);
            assert_eq!(validate(&code), Ok(()));
            let plain: Vec<&str> =
                text.lines().map(|line| line.split(';').next().unwrap_or("").trim_end()).collect();
            assert_eq!(code.to_string().lines().collect::<Vec<_>>(), plain);
            good += 1;
        }
    }
    assert!(good >= 2 && bad >= 1, "{good} good and {bad} bad examples");
}
