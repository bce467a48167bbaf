//! Lines of a client's source, and names of its variables.

use super::Linked;
use crate::base::{Origin, StackSlotId};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Converts origins to lines. Called while code is linked, for each part of it.
pub trait SourceMap: Send + Sync {
    /// Returns the line of an origin in a procedure, if it has one.
    fn location(&self, procedure: &str, origin: Origin) -> Option<SourceLocation>;

    /// Returns the name and type of the variable in a stack slot, for debuggers. The default names no slot; a slot
    /// without a name is listed by its number.
    fn variable(&self, _procedure: &str, _slot: StackSlotId) -> Option<Variable> {
        None
    }

    /// Returns the name and type of a local in the frames of exit states: the number of the function, and the index of
    /// the local in its frame. The default names none; a local without a name is `local` with its index.
    fn local(&self, _procedure: &str, _function: u32, _index: u32) -> Option<Variable> {
        None
    }
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// The file. Debuggers need an absolute path, or one relative to their own folder.
    pub file: Arc<Path>,
    /// The line, from 1.
    pub line: u32,
}

/// A variable, in a stack slot or in the places of exit states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: VariableType,
}

/// The type of a variable as a debugger prints it. Sizes are bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VariableType {
    /// A signed integer.
    Signed(u8),
    /// An unsigned integer.
    Unsigned(u8),
    /// A floating-point number of four or eight bytes.
    Float(u8),
    /// An address.
    Address,
    /// An array of bytes.
    Bytes(u32),
}

/// A source map for procedures whose origins are line numbers of one file.
#[derive(Clone, Debug)]
pub struct LineMap {
    file: Arc<Path>,
}

impl LineMap {
    /// Creates a map to this file.
    pub fn new(file: impl Into<PathBuf>) -> LineMap {
        LineMap { file: file.into().into() }
    }
}

impl SourceMap for LineMap {
    fn location(&self, _procedure: &str, Origin(line): Origin) -> Option<SourceLocation> {
        Some(SourceLocation { file: self.file.clone(), line })
    }
}

/// The files of a group, without repetition.
#[derive(Default)]
pub(super) struct Files {
    pub(super) all: Vec<Arc<Path>>,
}

impl Files {
    fn index(&mut self, file: Arc<Path>) -> usize {
        match self.all.iter().rposition(|known| *known == file) {
            Some(index) => index,
            None => {
                self.all.push(file);
                self.all.len() - 1
            }
        }
    }

    /// The lines of a procedure: see [`super::DescribedProcedure::lines`].
    pub(super) fn lines(&mut self, source: &dyn SourceMap, linked: &Linked<'_>) -> Vec<(u32, usize, u32)> {
        let mut lines: Vec<(u32, usize, u32)> = Vec::new();
        for part in linked.code.origins.iter().filter(|part| part.offset < linked.code.code_size) {
            let found =
                (part.origin != Origin::NONE).then(|| source.location(linked.name, part.origin)).flatten();
            let (file, line) = match found {
                Some(SourceLocation { file, line }) => (self.index(file), line),
                None => (lines.last().map_or(0, |(_, file, _)| *file), 0),
            };
            lines.pop_if(|last| last.0 == part.offset);
            if lines.last().is_none_or(|last| (last.1, last.2) != (file, line)) {
                lines.push((part.offset, file, line));
            }
        }
        // Entry and prologue belong to the first line.
        if let Some(&(_, file, line)) = lines.iter().find(|(_, _, line)| *line != 0) {
            let first = lines.iter().position(|(_, _, line)| *line != 0).unwrap_or(0);
            lines.drain(..first);
            lines.insert(0, (0, file, line));
            if lines.get(1).is_some_and(|next| next.0 == 0) {
                lines.remove(0);
            }
        } else {
            lines.clear();
        }
        lines
    }
}
