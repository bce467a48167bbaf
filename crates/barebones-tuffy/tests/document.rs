//! docs/tuffy.md says what the tables say.

use barebones_tuffy::RULES;
use barebones_tuffy::table::{ROWS, Row};
use barebones_tuffy::translate::Feature;

const DOCUMENT: &str = include_str!("../../../docs/tuffy.md");

/// The rows of the table in a section, without its heading.
fn rows(heading: &str) -> Vec<&'static str> {
    let lines = DOCUMENT.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('#'));
    lines.filter(|line| line.starts_with('|')).skip(2).collect()
}

/// The types of a list of letters.
fn types(letters: &str) -> String {
    let name = |letter: char| match letter {
        'i' => "int",
        'b' => "bool",
        'f' => "float",
        'p' => "ptr",
        'm' => "mem",
        't' => "T",
        'a' => "any",
        'd' => "declared",
        _ => "..",
    };
    letters.chars().map(name).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_instruction_is_documented() {
    let row = |row: &Row| {
        format!("| `{}` | {} | {} | {} |", row.name, types(row.operands), types(row.results), row.becomes)
    };
    let expected: Vec<String> = ROWS.iter().map(row).collect();
    let found = rows("## Instructions");
    assert_eq!(found, expected, "\n{}\n", expected.join("\n"));
}

#[test]
fn every_rule_is_documented() {
    let expected: Vec<String> =
        (1..).zip(RULES).map(|(number, rule)| format!("| T{number} | {rule} |")).collect();
    assert_eq!(rows("## Rules"), expected, "\n{}\n", expected.join("\n"));
}

#[test]
fn every_refused_feature_is_documented() {
    let expected: Vec<String> =
        Feature::ALL.iter().map(|feature| format!("| `{feature:?}` | {feature} |")).collect();
    assert_eq!(rows("## What is refused"), expected, "\n{}\n", expected.join("\n"));
}
