//! Source files, with comments and strings out of the way.

use std::path::{Path, PathBuf};

/// A file of the project.
pub(crate) struct File {
    /// Its path from the project's folder, with `/`.
    pub(crate) path: String,
    /// What is in it.
    pub(crate) text: String,
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The library's files.
pub(crate) fn library() -> Vec<File> {
    let files = under(&["src"]);
    assert!(files.len() > 50, "the library has more than {} files", files.len());
    files
}

/// All Rust files in these folders, sorted, without those that were generated.
pub(crate) fn under(folders: &[&str]) -> Vec<File> {
    let mut pending: Vec<PathBuf> =
        folders.iter().map(|folder| root().join(folder)).filter(|path| path.exists()).collect();
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in folder.read_dir().expect("a folder of the project") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                // What is built beside a package of its own is none of ours.
                pending.extend((!path.ends_with("target")).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(File {
                    path: relative(&path),
                    text: std::fs::read_to_string(&path).expect("text"),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn relative(path: &Path) -> String {
    let path = path.strip_prefix(root()).expect("inside the project");
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// True if the word is in the text, and not only as a part of another.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    occurrences(text, word).any(|end| !text.as_bytes().get(end).copied().is_some_and(is_word))
}

/// True if the macro, written with its `!`, is in the text.
pub(crate) fn has_macro(text: &str, name: &str) -> bool {
    occurrences(text, name).next().is_some()
}

/// The ends of all occurrences before which no word's letter is.
fn occurrences(text: &str, word: &str) -> impl Iterator<Item = usize> {
    let starts = text.match_indices(word).map(|(start, _)| start);
    let first = |start: &usize| *start == 0 || !is_word(text.as_bytes()[start - 1]);
    starts.filter(first).map(|start| start + word.len()).collect::<Vec<_>>().into_iter()
}

impl File {
    /// Its folder in `src`, or the module of a file directly in `src`; `None` for the root of the crate.
    pub(crate) fn folder(&self) -> Option<&str> {
        let path = self.path.strip_prefix("src/").filter(|path| *path != "lib.rs")?;
        let folder = path.split_once('/').map(|(folder, _)| folder);
        folder.or_else(|| path.strip_suffix(".rs"))
    }

    /// True for a file of tests inside the library.
    pub(crate) fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }

    /// Its lines without comments and strings, with their numbers.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = (usize, String)> {
        let code = code_only(&self.text);
        let lines: Vec<(usize, String)> = (1..).zip(code.lines().map(String::from)).collect();
        lines.into_iter()
    }

    /// Its text without comments, strings and the module of tests at its end.
    pub(crate) fn code_without_tests(&self) -> String {
        let code = code_only(&self.text);
        match code.find("#[cfg(test)]\nmod tests {") {
            Some(end) => code[..end].to_string(),
            None => code,
        }
    }

    /// What it names in the crate's root, with the lines: `crate::NAME`, and folders behind `super::` often enough.
    /// In a module inside a file, the same `super::` is the file's own folder.
    pub(crate) fn imports(&self, is_folder: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
        let code = code_only(&self.text);
        let mut found = Vec::new();
        for end in occurrences(&code, "crate::") {
            names_at(&code, end, &mut found);
        }
        let mut relative = Vec::new();
        for end in occurrences(&code, &"super::".repeat(self.depth())) {
            names_at(&code, end, &mut relative);
        }
        found.extend(relative.into_iter().filter(|(_, name)| is_folder(name)));
        found.sort();
        found.dedup();
        found
    }

    /// How many modules it is below the root.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count() - 1; // without `src`
        if self.path.ends_with("/mod.rs") { parts - 1 } else { parts }
    }
}

/// The name at a place in code, or the first names of all paths in the braces there.
fn names_at(code: &str, at: usize, found: &mut Vec<(usize, String)>) {
    let bytes = code.as_bytes();
    let mut take = |start: usize| {
        let end = (start..bytes.len()).find(|&i| !is_word(bytes[i])).unwrap_or(bytes.len());
        if end > start {
            let line = 1 + bytes[..start].iter().filter(|byte| **byte == b'\n').count();
            found.push((line, code[start..end].to_string()));
        }
    };
    if bytes.get(at) != Some(&b'{') {
        return take(at);
    }
    let (mut depth, mut first) = (0, false);
    for (i, byte) in bytes.iter().enumerate().skip(at) {
        match byte {
            b'{' => {
                depth += 1;
                first = depth == 1;
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
            b',' => first = depth == 1,
            byte if first && is_word(*byte) => {
                take(i);
                first = false;
            }
            _ => {}
        }
    }
}

/// True if a path begins at this place, and not in the middle of another one or of a word.
pub(crate) fn begins_path(code: &str, at: usize) -> bool {
    let before = code.as_bytes()[..at].last();
    !before.is_some_and(|byte| is_word(*byte) || *byte == b':')
}

/// What is behind the `use` of each declaration, up to its end.
pub(crate) fn uses(code: &str) -> impl Iterator<Item = &str> {
    occurrences(code, "use").filter_map(|start| {
        let declaration = code[start..].strip_prefix(' ')?;
        Some(&declaration[..declaration.find(';')?])
    })
}

/// Collects the paths of the tree that a text begins with, and the name that each has in a `use` declaration. Returns
/// what follows the tree.
pub(crate) fn paths_at<'a>(text: &'a str, found: &mut Vec<(Vec<String>, String)>) -> &'a str {
    let mut path: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(inside) = rest.strip_prefix('{') {
            rest = inside;
            loop {
                rest = rest.trim_start();
                if let Some(after) = rest.strip_prefix('}') {
                    return after;
                }
                let mut tails = Vec::new();
                let after = paths_at(rest, &mut tails);
                found.extend(tails.into_iter().map(|(tail, name)| {
                    let tail = tail.into_iter().filter(|segment| segment != "self");
                    let path: Vec<String> = path.iter().cloned().chain(tail).collect();
                    let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
                    (path, name)
                }));
                let after = after.trim_start();
                rest = after.strip_prefix(',').unwrap_or(after);
                if rest.len() == text.len() || after.is_empty() || !after.starts_with([',', '}']) {
                    return after; // no declaration
                }
            }
        }
        let end = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
        if end == 0 {
            // A glob, or the arguments of a type.
            found.push((path, String::from("*")));
            return rest.strip_prefix('*').unwrap_or(rest);
        }
        path.push(rest[..end].to_string());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if let Some(renamed) = rest.strip_prefix(" as ") {
        let end = renamed.bytes().position(|byte| !is_word(byte)).unwrap_or(renamed.len());
        (name, rest) = (renamed[..end].to_string(), &renamed[end..]);
    }
    found.push((path, name));
    rest
}

/// The text with comments and the contents of strings replaced by spaces; lines stay where they are.
fn code_only(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let end = skipped(bytes, i);
        if end == i {
            out.push(bytes[i]);
            i += 1;
        } else {
            out.extend(bytes[i..end].iter().map(|byte| if *byte == b'\n' { b'\n' } else { b' ' }));
            i = end;
        }
    }
    String::from_utf8(out).expect("only whole comments and strings are replaced")
}

/// The end of the comment, string or character that begins here; the same place if none does.
fn skipped(bytes: &[u8], start: usize) -> usize {
    let find = |from: usize, what: &[u8]| {
        let found = (from..bytes.len()).find(|&i| bytes[i..].starts_with(what));
        found.map_or(bytes.len(), |i| i + what.len())
    };
    let rest = &bytes[start..];
    let after_word = start > 0 && is_word(bytes[start - 1]);
    if rest.starts_with(b"//") {
        return start + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }
    if rest.starts_with(b"/*") {
        return find(start + 2, b"*/");
    }
    if rest.starts_with(b"r") && !after_word {
        let hashes = rest[1..].iter().take_while(|byte| **byte == b'#').count();
        if rest.get(1 + hashes) == Some(&b'"') {
            let mut close = vec![b'"'];
            close.extend(std::iter::repeat_n(b'#', hashes));
            return find(start + hashes + 2, &close);
        }
    }
    if rest[0] == b'"' {
        return closing(bytes, start, b'"');
    }
    // A character, and not a lifetime.
    if rest[0] == b'\'' && (rest.get(1) == Some(&b'\\') || rest.get(2) == Some(&b'\'')) {
        return closing(bytes, start, b'\'');
    }
    start
}

/// The end of a string or character whose quote is at `start`.
fn closing(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut i = start + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 2,
            byte if byte == quote => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}
