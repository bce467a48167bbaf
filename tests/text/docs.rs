//! Checks `docs/ir.md` against the code: its opcode tables are the rows, and its examples parse.
//!
//! `BLESS=1 cargo test --test text` writes the tables.

use super::{parse_ok, targets};
use barebones::base::Type;
use barebones::ir::opcode::{Class, Payload, Properties, ROWS, ResultRule, Row, Rule};
use barebones::ir::parse_module;
use std::fmt::Write;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ir.md");

type Takes = fn(&Row) -> bool;

/// The sections of the document: title and filter; a row is in the first section that takes it.
const SECTIONS: [(&str, Takes); 7] = [
    ("Ends of blocks", |row| row.properties.contains(Properties::TERMINAL)),
    ("Constants and the environment", |row| {
        let pure = row.properties.contains(Properties::PURE);
        pure && row.operands.is_empty()
    }),
    ("Arithmetic, comparisons, conversions", |row| {
        row.properties.contains(Properties::PURE) && row.payload == Payload::None
    }),
    ("Memory", |row| matches!(row.payload, Payload::Memory | Payload::Ranges | Payload::Atomic)),
    ("Calls, patchpoints, checks, traps", |row| {
        matches!(row.payload, Payload::Call | Payload::Stackmap) || row.properties.contains(Properties::EXITS)
    }),
    ("Merges, variables, tuples", |row| {
        let local = Properties::READS_LOCAL.union(Properties::WRITES_LOCAL);
        row.properties.intersects(local) || row.payload == Payload::Index
    }),
    ("Others", |_| true),
];

fn rule(rule: &Rule) -> &'static str {
    match rule {
        Rule::T => "T",
        Rule::Int32 => "Int32",
        Rule::Int64 => "Int64",
        Rule::Float => "Float",
        Rule::Double => "Double",
        Rule::AnyInt => "integer",
        Rule::AnyFloat => "float",
        Rule::AnyTuple => "tuple",
        Rule::V128 => "V128",
    }
}

fn result(row: &Row) -> &'static str {
    match row.result {
        ResultRule::Void => "Void",
        ResultRule::T => "T",
        ResultRule::Int32 => "Int32",
        ResultRule::Int64 => "Int64",
        ResultRule::Float => "Float",
        ResultRule::Double => "Double",
        ResultRule::V128 => "V128",
        ResultRule::Opposite => "T's size in the other bank",
        ResultRule::Half => "half of T",
        ResultRule::WithCarry => "(T, Int32)",
        ResultRule::Own => "U",
        ResultRule::OwnOrVoid => "U or Void",
    }
}

fn class(row: &Row) -> String {
    let own = matches!(row.result, ResultRule::Own | ResultRule::OwnOrVoid);
    match row.class {
        Class::Any if own || row.operands.contains(&Rule::T) => String::from("any"),
        Class::Any => String::new(),
        Class::Tuple => String::from("tuples"),
        _ => {
            let all = Type::SCALARS.iter().chain([&Type::V128]);
            let types = all.filter(|ty| row.class.contains(**ty));
            types.map(Type::to_string).collect::<Vec<_>>().join(", ")
        }
    }
}

/// A row of a table: opcode, types, types allowed for T or U, payload, effects, meaning.
fn line(row: &Row) -> String {
    let mut operands: Vec<&str> = row.operands.iter().map(rule).collect();
    operands.extend(row.properties.contains(Properties::VARIADIC).then_some("..."));
    let payload = if row.payload == Payload::None { String::new() } else { format!("{:?}", row.payload) };
    let shown = row.properties - Properties::VARIADIC;
    let effects: Vec<String> =
        shown.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect();
    let cells = [
        format!("`{}`", row.name),
        format!("({}) -> {}", operands.join(", "), result(row)),
        class(row),
        payload.to_lowercase(),
        effects.join(", "),
        row.meaning.to_string(),
    ];
    let mut line = String::from("|");
    for cell in cells {
        write!(line, " {cell} |").expect("strings take everything");
    }
    line + "\n"
}

fn table(title: &str) -> String {
    let section = |row: &Row| SECTIONS.iter().position(|(_, takes)| takes(row));
    let rows = ROWS.iter().filter(|row| section(row).is_some_and(|i| SECTIONS[i].0 == title));
    let mut table = format!("### {title}\n\n");
    table += "| opcode | types | T, U | carries | properties | meaning |\n|---|---|---|---|---|---|\n";
    rows.for_each(|row| table += &line(row));
    table
}

#[test]
fn opcode_tables_are_the_rows() {
    const BEGIN: &str = "<!-- opcodes: written by BLESS=1 cargo test --test text -->\n";
    const END: &str = "<!-- end of opcodes -->\n";
    let document = std::fs::read_to_string(PATH).expect("docs/ir.md");
    let (before, rest) = document.split_once(BEGIN).expect("the mark before the tables");
    let (tables, after) = rest.split_once(END).expect("the mark after the tables");
    let expected = SECTIONS.map(|(title, _)| table(title)).join("\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PATH, [before, BEGIN, &expected, END, after].concat())
            .expect("docs/ir.md is writable");
        return;
    }
    for row in ROWS {
        let found = tables.lines().filter(|written| written.starts_with(&format!("| `{}` |", row.name)));
        assert_eq!(found.collect::<Vec<_>>(), [line(row).trim_end()]);
    }
    assert_eq!(tables, expected);
}

#[test]
fn examples_parse_and_errors_match() {
    let document = std::fs::read_to_string(PATH).expect("docs/ir.md");
    let (mut good, mut bad) = (0, 0);
    for block in document.split("```text\n").skip(1) {
        let (text, after) = block.split_once("```").expect("the end of an example");
        if !text.starts_with("barebones 1") {
            continue;
        }
        if let Some(expected) = after.trim_start().strip_prefix("gives `") {
            let error = parse_module(text, &targets()).expect_err(text).to_string();
            assert!(expected.starts_with(&error.replace('`', "'")), "{error}");
            bad += 1;
        } else {
            let printed = parse_ok(text).to_string();
            assert_eq!(parse_ok(&printed).to_string(), printed);
            good += 1;
        }
    }
    assert!(good >= 3 && bad >= 1, "{good} good and {bad} bad examples");
}
