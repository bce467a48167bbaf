//! Sources and documents use the field's words: an idiom of our own would have to be learned by every reader.

use super::source::{File, root, under};

/// Words that no text of the project uses, in identifiers neither.
const WORDS: [&str; 6] = ["somebody", "nobody", "whoever", "whomever", "anybody", "everybody"];

/// Phrases that no text of the project uses.
const PHRASES: [&str; 5] =
    ["in front of the loop", "in front of a loop", "in front of loops", "in front of its loop", "so many as"];

/// What makes a noun of the `turn` that follows: an iteration.
const DETERMINERS: [&str; 15] = [
    "a", "the", "each", "every", "one", "this", "that", "first", "last", "next", "per", "no", "another",
    "many", "four",
];

/// What follows `turn` or `turns` and makes a noun of it.
const TURNS_OF: [&str; 2] = ["turns of", "turn of"];

/// Files in which a word of the lists is right, with the word and the reason.
const ALLOWED: [(&str, &str, &str); 0] = [];

/// Text as lower-case words with one space between; `_`, line ends and comment markers separate words, too.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let parts = line.split(|c: char| !c.is_ascii_alphanumeric());
        let parts = parts.filter(|part| !part.is_empty());
        found.extend(parts.map(|part| (number, part.to_ascii_lowercase())));
    }
    found
}

/// Each use of a refused word or phrase, with its line.
fn refused(file: &File) -> Vec<String> {
    let words = words(&file.text);
    let follows = |at: usize, phrase: &str| {
        let parts = phrase.split(' ');
        let mut place = at;
        parts.into_iter().all(|part| {
            let same = words.get(place).is_some_and(|(_, word)| word == part);
            place += 1;
            same
        })
    };
    let mut found = Vec::new();
    for (at, (line, word)) in words.iter().enumerate() {
        let mut report = |what: &str| {
            let allowed = ALLOWED.iter().any(|(path, allowed, _)| *path == file.path && *allowed == what);
            if !allowed {
                found.push(format!("{}:{line}: `{what}`", file.path));
            }
        };
        if WORDS.contains(&word.as_str()) {
            report(word);
        }
        for phrase in PHRASES.iter().filter(|phrase| follows(at, phrase)) {
            report(phrase);
        }
        let before = at.checked_sub(1).map_or("", |at| &words[at].1);
        let is_turn = word == "turn" || word == "turns";
        // `Turn this: ... / Into this: ...` heads a picture of a rule.
        let is_turn = is_turn && !follows(at, "turn this");
        let is_noun = DETERMINERS.contains(&before) || TURNS_OF.iter().any(|phrase| follows(at, phrase));
        if is_turn && is_noun {
            report("turn");
        }
    }
    found
}

/// The documents of the project.
fn documents() -> Vec<File> {
    let mut pending = vec![root().join("docs")];
    let mut paths: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "benches/RESULTS.md"]
            .map(|name| root().join(name))
            .into();
    while let Some(folder) = pending.pop() {
        for entry in folder.read_dir().expect("a folder of documents") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let text = |path: &std::path::Path| std::fs::read_to_string(path).expect("a document");
    let name =
        |path: &std::path::Path| path.strip_prefix(root()).expect("inside").to_string_lossy().into_owned();
    paths.iter().map(|path| File { path: name(path), text: text(path) }).collect()
}

#[test]
fn texts_use_the_words_of_the_field() {
    let sources = under(&["src", "tests", "crates", "examples", "benches"]);
    let sources = sources.into_iter().filter(|file| file.path != "tests/structure/vocabulary.rs");
    super::report(sources.chain(documents()).flat_map(|file| refused(&file)).collect());
}

#[test]
fn refused_words_are_found() {
    let found = |text: &str| refused(&File { path: String::from("src/a.rs"), text: text.to_string() }).len();
    assert_eq!(found("// Nobody reads it."), 1);
    assert_eq!(found("fn what_nobody_needs() {}"), 1);
    assert_eq!(found("/// Stays in front of\n/// the loop."), 1);
    assert_eq!(found("// In each turn of the loop."), 1);
    assert_eq!(found("// Two turns of the loop."), 1);
    assert_eq!(found("// Each in turn; it turns x into y, which turned out well."), 0);
    assert_eq!(found("// Turn this: `x + 0`\n// Into this: `x`"), 0);
}
