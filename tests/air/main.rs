//! The machine IR: its text format, validation rules and table of forms.

mod blame;
mod clean;
mod combinations;
mod docs;
mod forms;
mod hostile;
mod interpreter;
mod layout;
mod machine;
mod programs;
mod rules;
mod semantics;
mod text;

use barebones::air::{Code, ParseError, parse_code};
use barebones::base::{Features, Target, Targets};
use barebones::isa::{TARGETS, target_by_name};

/// Canonical text with every kind of operand, special, switch and rematerialization.
const CORPUS: &str = include_str!("corpus.air");

/// All targets; the host is fixed, with more features than its baseline.
fn targets() -> Targets<'static> {
    let desc = target_by_name("x86_64-linux").expect("a target");
    Targets { all: &TARGETS, host: Target { desc, features: desc.baseline | Features::POPCNT } }
}

fn parse(text: &str) -> Result<Code, ParseError> {
    parse_code(text, &targets())
}

fn parse_ok(text: &str) -> Code {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The texts of the corpus, one for each code.
fn corpus() -> Vec<&'static str> {
    let starts: Vec<usize> = CORPUS.match_indices("air 1 ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([CORPUS.len()]);
    starts.iter().zip(ends).map(|(start, end)| &CORPUS[*start..end]).collect()
}
