//! Mutation files.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A mutation, as described by its file.
pub(crate) struct Mutation {
    /// Name of its file, without extension.
    pub(crate) name: String,
    pub(crate) why: String,
    /// The file to change, relative to the root of the workspace.
    pub(crate) file: String,
    find: String,
    replace: String,
    /// Options of `cargo test` that run the tests which caught it when it was recorded, after the variables to set.
    pub(crate) tests: String,
}

/// Reads the mutations of a folder, sorted by name.
pub(crate) fn read_all(folder: &Path) -> io::Result<Vec<Mutation>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mutation"));
    paths.sort();
    paths.iter().map(|path| Mutation::read(path)).collect()
}

impl Mutation {
    fn read(path: &Path) -> io::Result<Mutation> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Mutation::parse(&name, &fs::read_to_string(path)?)
            .ok_or_else(|| io::Error::other(format!("{}: not a mutation", path.display())))
    }

    pub(crate) fn parse(name: &str, text: &str) -> Option<Mutation> {
        let field =
            |key: &str| Some(text.lines().find_map(|line| line.strip_prefix(key))?.trim().to_string());
        let (_, rest) = text.split_once("<<<\n")?;
        let (find, rest) = rest.split_once("===\n")?;
        let (replace, _) = rest.split_once(">>>")?;
        Some(Mutation {
            name: name.to_string(),
            why: field("why:")?,
            file: field("file:")?,
            tests: field("test:")?,
            find: find.trim_end_matches('\n').to_string(),
            replace: replace.trim_end_matches('\n').to_string(),
        })
    }

    /// Returns the text of its file in this tree, and the change to make.
    ///
    /// # Errors
    /// Fails with the reason if it does not apply.
    pub(crate) fn apply(&self, tree: &Path) -> Result<(String, Change), String> {
        let text = fs::read_to_string(tree.join(&self.file)).map_err(|_| format!("no file {}", self.file))?;
        let change = self.find_in(&text)?;
        Ok((text, change))
    }

    /// Finds the change in the text of its file.
    ///
    /// # Errors
    /// Fails with the reason if it does not apply.
    pub(crate) fn find_in(&self, text: &str) -> Result<Change, String> {
        let mut places = text.match_indices(&self.find);
        match (places.next(), places.count()) {
            (Some((start, _)), 0) => Ok(Change::between(start, &self.find, &self.replace)),
            (None, _) => Err(String::from("the text was not found")),
            (Some(_), more) => Err(format!("the text occurs {} times", more + 1)),
        }
    }

    /// Updates its file with the options of the tests that caught it.
    pub(crate) fn record(&self, folder: &Path, tests: &str) -> io::Result<()> {
        let path = folder.join(format!("{}.mutation", self.name));
        let (old, new) = (format!("\ntest: {}\n", self.tests), format!("\ntest: {tests}\n"));
        fs::write(&path, fs::read_to_string(&path)?.replacen(&old, &new, 1))
    }
}

/// A minimal replacement of a byte range.
#[derive(Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) range: Range<usize>,
    pub(crate) replace: String,
}

impl Change {
    /// Reduces the replacement of `old`, which begins at `start`, by `new` to the part that differs.
    fn between(start: usize, old: &str, new: &str) -> Change {
        let same = |(a, b): &(char, char)| a == b;
        let front: usize = old.chars().zip(new.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
        let (old_rest, new_rest) = (&old[front..], &new[front..]);
        let back = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(same);
        let back: usize = back.map(|(c, _)| c.len_utf8()).sum();
        Change {
            range: start + front..start + old.len() - back,
            replace: new_rest[..new_rest.len() - back].to_string(),
        }
    }

    /// The text at `within`, with the change made; the change must be inside.
    pub(crate) fn made(&self, text: &str, within: Range<usize>) -> String {
        let (before, after) = (&text[within.start..self.range.start], &text[self.range.end..within.end]);
        format!("{before}{}{after}", self.replace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutation(find: &str, replace: &str) -> Mutation {
        let text = format!("why: a reason\nfile: a.rs\ntest: -p a --lib\n<<<\n{find}\n===\n{replace}\n>>>\n");
        Mutation::parse("a", &text).expect("it is well-formed")
    }

    #[test]
    fn files_are_read() {
        let read = mutation("if a {", "if b {");
        assert_eq!((&*read.why, &*read.file, &*read.tests), ("a reason", "a.rs", "-p a --lib"));
        assert_eq!((&*read.find, &*read.replace), ("if a {", "if b {"));
        assert!(Mutation::parse("a", "why: a\nfile: b\ntest: c\n<<<\na\n>>>\n").is_none());
        assert!(Mutation::parse("a", "why: a\nfile: b\n<<<\na\n===\nb\n>>>\n").is_none());
    }

    #[test]
    fn changes_are_minimal() {
        let text = "f(); if a && b {} g();";
        let change = mutation("if a && b {}", "if a {}").find_in(text).unwrap();
        assert_eq!(change, Change { range: 10..15, replace: String::new() });
        assert_eq!(change.made(text, 5..17), "if a {}");
        let longer = mutation("aa", "aaa").find_in("aa").unwrap();
        assert_eq!(longer.made("aa", 0..2), "aaa");
    }

    #[test]
    fn find_text_must_be_unique() {
        let fault = mutation("a();", "b();");
        assert!(fault.find_in("c(); a();").is_ok());
        assert_eq!(fault.find_in("c();"), Err(String::from("the text was not found")));
        assert_eq!(fault.find_in("a(); a();"), Err(String::from("the text occurs 2 times")));
    }
}
