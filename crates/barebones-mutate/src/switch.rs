//! Builds many mutations at once (mutant schemata). The body of a function is copied for each mutation in it, and a
//! switch at its head selects one copy by an environment variable.

use crate::mutation::Change;
use proc_macro2::Span;
use std::fmt::Write;
use std::ops::Range;
use syn::{Block, ImplItem, Item, ReturnType, Signature, TraitItem, Type};

/// Environment variable with the number of the active mutation; 0 or unset selects none.
pub(crate) const VARIABLE: &str = "BAREBONES_SEEDED_FAULT";

/// Code that is appended to the root of each crate.
pub(crate) const SWITCH: &str = r#"
#[doc(hidden)]
#[inline]
pub fn seeded_fault() -> usize {
    static FAULT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *FAULT.get_or_init(|| {
        let number = std::env::var("BAREBONES_SEEDED_FAULT").unwrap_or_default();
        number.parse().unwrap_or_default()
    })
}
"#;

/// The text of a file with many mutations.
pub(crate) struct Switched {
    pub(crate) text: String,
    /// Lines of each mutated body, counted from 1, with the number of the mutation.
    pub(crate) lines: Vec<(usize, Range<usize>)>,
}

/// Adds each of these numbered changes to the text as a case of a switch. Leaves out changes outside a function body,
/// and those after which the body does not parse.
///
/// # Errors
/// Fails if the text does not parse as Rust.
pub(crate) fn switched(text: &str, changes: &[(usize, Change)]) -> syn::Result<Switched> {
    let mut bodies = Vec::new();
    collect_items(&syn::parse_file(text)?.items, &mut bodies);
    bodies.sort_by_key(|body| body.start);
    let mut out = Switched { text: String::new(), lines: Vec::new() };
    let mut done = 0;
    for body in bodies {
        let inside = |change: &Change| body.start < change.range.start && change.range.end < body.end;
        let made = |(number, change): &(usize, Change)| {
            let made = inside(change).then(|| change.made(text, body.clone()))?;
            syn::parse_str::<Block>(&made).is_ok().then_some((*number, made))
        };
        let mut faults = changes.iter().filter_map(made).peekable();
        if faults.peek().is_none() {
            continue;
        }
        out.text.push_str(&text[done..body.start]);
        out.text.push_str("{ match crate::seeded_fault() {\n");
        for (number, made) in faults {
            let first = out.text.matches('\n').count() + 1;
            let _ = writeln!(out.text, "{number} => {made}");
            out.lines.push((number, first..out.text.matches('\n').count() + 1));
        }
        let _ = write!(out.text, "_ => {} }} }}", &text[body.clone()]);
        done = body.end;
    }
    out.text.push_str(&text[done..]);
    Ok(out)
}

/// Collects the ranges of function bodies, including braces, that can have a switch.
fn collect_items(items: &[Item], bodies: &mut Vec<Range<usize>>) {
    for item in items {
        match item {
            Item::Fn(function) => collect(&function.sig, Some(&function.block), bodies),
            Item::Mod(module) => {
                collect_items(module.content.as_ref().map_or(&[], |(_, items)| items), bodies)
            }
            Item::Impl(block) => {
                for item in &block.items {
                    if let ImplItem::Fn(function) = item {
                        collect(&function.sig, Some(&function.block), bodies);
                    }
                }
            }
            Item::Trait(block) => {
                for item in &block.items {
                    if let TraitItem::Fn(function) = item {
                        collect(&function.sig, function.default.as_ref(), bodies);
                    }
                }
            }
            _ => {}
        }
    }
}

fn collect(signature: &Signature, body: Option<&Block>, bodies: &mut Vec<Range<usize>>) {
    // The cases of a switch would have different types if the function returns `impl Trait`.
    let unnamed = matches!(&signature.output, ReturnType::Type(_, returned) if matches!(**returned, Type::ImplTrait(_)));
    if let (None, false, Some(body)) = (&signature.constness, unnamed, body) {
        let place = |span: Span| span.byte_range();
        bodies.push(place(body.brace_token.span.open()).start..place(body.brace_token.span.close()).end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutation::Mutation;

    /// The text with each of these replacements, numbered from 1.
    fn with(text: &str, faults: &[(&str, &str)]) -> Switched {
        let change = |(number, (find, replace)): (usize, &(&str, &str))| {
            let file = format!("why: \nfile: \ntest: \n<<<\n{find}\n===\n{replace}\n>>>\n");
            (number, Mutation::parse("a", &file).unwrap().find_in(text).unwrap())
        };
        let changes: Vec<_> = (1..).zip(faults).map(change).collect();
        switched(text, &changes).unwrap()
    }

    #[test]
    fn the_switch_reads_the_variable() {
        assert!(SWITCH.contains(&format!("\"{VARIABLE}\"")));
    }

    #[test]
    fn bodies_are_copied_for_each_fault() {
        let text = "fn f() -> u8 { 1 }\nimpl A {\n    fn g(&self) -> u8 {\n        2 + 3\n    }\n}\n";
        let out = with(text, &[("2 +", "2 -"), ("3", "4")]);
        let expected = "fn f() -> u8 { 1 }\nimpl A {\n    fn g(&self) -> u8 { match crate::seeded_fault() {\n\
            1 => {\n        2 - 3\n    }\n2 => {\n        2 + 4\n    }\n_ => {\n        2 + 3\n    } } }\n}\n";
        assert_eq!(out.text, expected);
        assert_eq!(out.lines, [(1, 4..7), (2, 7..10)]);
    }

    #[test]
    fn only_bodies_of_functions_have_a_switch() {
        let text = "const A: u8 = 1;\nconst fn f() -> u8 { 2 }\nfn g(a: u8) { h(3); }\nfn k() -> impl Fn() { || h(6) }\ntrait T { fn i(); fn j() { h(4) } }\n";
        for (find, replace) in [
            ("A: u8 = 1", "A: u8 = 5"),
            ("{ 2 }", "{ 5 }"),
            ("g(a: u8)", "g(a: u16)"),
            ("h(3);", "}"),
            ("h(6)", "h(5)"),
        ] {
            assert_eq!(with(text, &[(find, replace)]).text, text, "{find}");
        }
        for (find, replace) in [("h(3)", "h(5)"), ("h(4)", "h(5)")] {
            let out = with(text, &[(find, replace)]);
            assert!(out.text.contains(find) && out.text.contains(replace), "{}", out.text);
        }
        assert!(switched("fn f(", &[]).is_err());
    }
}
