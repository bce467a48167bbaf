//! The text format of the IR: what is printed can be read back, and what is wrong is reported with its place.

mod targets;

use barebones::ir::{Module, ParseError, parse_module};
use targets::targets;

fn parse(text: &str) -> Result<Module, ParseError> {
    parse_module(text, &targets())
}

#[test]
fn smoke() {
    let module = parse(include_str!("corpus.bb")).unwrap_or_else(|e| panic!("{e}"));
    let text = module.to_string();
    println!("{text}");
    let again = parse(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.to_string(), text);
}
