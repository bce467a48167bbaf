//! Reads input files, of IR, of Cranelift's intermediate language or of RTL, and adds their positions to errors.

use crate::Failure;
use barebones::base::{Origin, Target};
use barebones::error::CompileError;
use barebones::ir::{Module, ParseError, ValueId, Violation, parse_module, validate_module};
use barebones::support::lex::{Cursor, Token};
use barebones::{host_target, targets};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A module and its source text.
pub(crate) struct Input {
    /// The file, as named on the command line.
    pub(crate) path: String,
    pub(crate) text: String,
    /// True if the text is in Cranelift's intermediate language, or in RTL: origins are its lines.
    is_clif: bool,
    pub(crate) module: Module,
}

pub(crate) fn host() -> Result<Target, Failure> {
    host_target().map_err(|error| Failure::Failed(error.to_string()))
}

impl Input {
    /// Reads, parses and validates a file; `host` is the target that its text names `host`.
    pub(crate) fn read(path: &OsStr, host: Target) -> Result<Input, Failure> {
        let name = Path::new(path).display().to_string();
        let failed = |what: String| Failure::Failed(format!("{name}: {what}"));
        let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
            Failure::Failed(format!("{name}:{line}: not UTF-8"))
        })?;
        if Path::new(path).extension().is_some_and(|extension| extension == "clif" || extension == "cton") {
            let file = barebones_clif::read_file(&text);
            let file = file.map_err(|error| Failure::Failed(format!("{name}:{error}")))?;
            let module = barebones_clif::translate_file(&file, &host);
            let module = module.map_err(|error| Failure::Failed(format!("{name}:{error}")))?;
            return Input { path: name, text, is_clif: true, module }.validated();
        }
        if Path::new(path).extension().is_some_and(|extension| extension == "rtl") {
            let module = barebones_rtl::translate_text(&text, &host);
            let module = module.map_err(|error| Failure::Failed(format!("{name}:{error}")))?;
            return Input { path: name, text, is_clif: true, module }.validated();
        }
        Input::of_text(name, text, host)
    }

    /// Parses and validates the text of a module.
    pub(crate) fn of_text(name: String, text: String, host: Target) -> Result<Input, Failure> {
        let module = parse_module(&text, &targets(host)).map_err(|error| {
            let ParseError { line, column, found, expected } = error;
            Failure::Failed(format!("{name}:{line}:{column}: found {found}, expected {expected}"))
        })?;
        Input { path: name, text, is_clif: false, module }.validated()
    }

    fn validated(self) -> Result<Input, Failure> {
        match validate_module(&self.module) {
            Ok(_) => Ok(self),
            Err(violations) => Err(self.invalid(&violations)),
        }
    }

    fn invalid(&self, violations: &[Violation]) -> Failure {
        let line = |violation: &Violation| {
            let procedure = violation.procedure.as_deref().unwrap_or_default();
            format!("{}{violation}", self.place(procedure, violation.value))
        };
        Failure::Failed(violations.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Formats a compilation error of a procedure, or of the module if `None`.
    pub(crate) fn not_compiled(&self, procedure: Option<usize>, error: &CompileError) -> Failure {
        let name = procedure.map(|index| self.module.procedures[index].name.as_str());
        let place = self.place(name.or(error.procedure()).unwrap_or_default(), error.value());
        match error {
            CompileError::Invalid(violations) => self.invalid(violations),
            CompileError::Bug { text, .. } => Failure::Failed(format!("{place}{error}\n{text}")),
            error => Failure::Failed(format!("{place}{error}")),
        }
    }

    /// Returns `file:line:column: ` of a value in a procedure, or a prefix of it if the position is unknown.
    pub(crate) fn place(&self, procedure: &str, value: Option<ValueId>) -> String {
        if self.is_clif {
            let value = self.module.procedure(procedure).and_then(|proc| proc.get_value(value?));
            return match value.map(|value| value.origin).filter(|origin| *origin != Origin::NONE) {
                Some(line) => format!("{}:{line}: ", self.path),
                None => format!("{}: ", self.path),
            };
        }
        match self.find(procedure, value) {
            Some((line, column)) => format!("{}:{line}:{column}: ", self.path),
            None => format!("{}: ", self.path),
        }
    }

    /// Line and column of the definition of a procedure, or of a value in it.
    fn find(&self, procedure: &str, value: Option<ValueId>) -> Option<(usize, usize)> {
        let mut cursor = Cursor::new(&self.text);
        let mut start = None;
        let mut previous = Token::End;
        while cursor.token() != Token::End {
            let offset = cursor.offset();
            let token = cursor.advance();
            if previous == Token::Word("proc") {
                if start.is_some() {
                    break; // the next procedure
                }
                let is_it = match token {
                    Token::Word(name) => name == procedure,
                    Token::String(name) => *barebones::support::lex::unescape(name) == *procedure.as_bytes(),
                    _ => false,
                };
                start = is_it.then_some(offset);
            }
            if start.is_some()
                && let (Token::Numbered('@', number), Some(value)) = (token, value)
                && number == value.number()
                && cursor.at("=")
            {
                start = Some(offset);
                break;
            }
            previous = token;
        }
        let before = &self.text[..start?];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}

/// Requires that a command was given its file.
pub(crate) fn one_file(file: Option<OsString>) -> Result<OsString, Failure> {
    file.ok_or_else(|| Failure::Usage(String::from("no file")))
}
