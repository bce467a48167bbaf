//! `barebones explore`: shows the compilation of one procedure stage by stage.

#[cfg(feature = "js")]
mod script;
#[cfg(feature = "wasm")]
mod wasm_function;

use crate::Failure;
use crate::arguments::{Arguments, PROFILES, Word, unknown};
use crate::compile::target_by_name;
use crate::fuzz::pass_name;
use crate::input::{Input, host, one_file};
use barebones::base::Target;
use barebones::ir::Procedure;
use barebones::{Compiler, OptLevel, Options};
use barebones_explorer::{record, to_dot, to_json, to_page};
use std::ffi::OsString;
use std::path::Path;

#[derive(Clone, Copy, PartialEq)]
enum Emit {
    Html,
    Json,
    Dot,
}

const EMIT: [(&str, Emit); 3] = [("html", Emit::Html), ("json", Emit::Json), ("dot", Emit::Dot)];

/// A file, and the name of a procedure in it.
struct Place {
    file: String,
    name: Option<String>,
}

pub(crate) fn explore(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut place, mut level, mut target, mut emit) = (None, None, None, None);
    let (mut output, mut after, mut set) = (None, None, Vec::new());
    let mut options = Options::default();
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if place.is_none() => place = Some(path),
            Word::Plain(word) => return Err(Failure::Usage(format!("{word:?}: only one procedure"))),
            Word::Option(option) => match option.as_str() {
                "-O" => level = Some(arguments.level()?),
                "--target" => target = Some(target_by_name(&arguments.value("--target")?)?),
                "--emit" => emit = Some(arguments.one_of("--emit", &EMIT)?),
                "--after" => after = Some(arguments.value("--after")?),
                "--profile" => options.input = arguments.one_of("--profile", &PROFILES)?,
                "--without" => {
                    options.passes = options.passes.without(pass_name(&arguments.value("--without")?)?);
                }
                "--set" => set.push(arguments.option_value()?),
                "-o" => output = Some(arguments.value("-o")?),
                other => return Err(unknown(other)),
            },
        }
    }
    let emit = emit.or_else(|| ending(output.as_deref()?)).unwrap_or(Emit::Html);
    if after.is_some() && emit != Emit::Dot {
        return Err(Failure::Usage(String::from("--after requires --emit dot")));
    }
    let target = target.map_or_else(host, Ok)?;
    let place = Place::new(one_file(place)?)?;
    let (proc, compiled_at) = place.procedure(target, level)?;
    options.opt_level = compiled_at;
    for (row, value) in set {
        // Its value was read before.
        let _ = row.read(&value, &mut options);
    }
    if options.backend != barebones::Backend::Barebones {
        return Err(Failure::Usage(String::from("--set backend: explore shows the stages of barebones")));
    }
    let failed = |message: String| Failure::Failed(format!("{}: {message}", place.file));
    let mut compiler = Compiler::for_target(target, options);
    let recording = record(&mut compiler, &proc).map_err(|error| failed(error.to_string()))?;
    let text = match emit {
        Emit::Html => to_page(&recording),
        Emit::Json => to_json(&recording),
        Emit::Dot => to_dot(&recording, after.as_deref())
            .map_err(|error| Failure::Usage(format!("--after: {error}")))?,
    };
    match output {
        None => crate::help::print(&text),
        Some(path) => {
            std::fs::write(&path, text).map_err(|error| Failure::Failed(format!("{path}: {error}")))
        }
    }
}

/// What the ending of an output selects.
fn ending(path: &str) -> Option<Emit> {
    match Path::new(path).extension()?.to_str()? {
        "json" => Some(Emit::Json),
        "dot" | "gv" => Some(Emit::Dot),
        _ => None,
    }
}

impl Place {
    /// Splits `FILE:NAME`. A file whose name has a colon is taken as it is.
    fn new(word: OsString) -> Result<Place, Failure> {
        let word = word.into_string().map_err(|word| Failure::Usage(format!("{word:?} is not UTF-8")))?;
        if Path::new(&word).exists() {
            return Ok(Place { file: word, name: None });
        }
        let mut colons = word.match_indices(':').map(|(at, _)| (&word[..at], &word[at + 1..]));
        let found = colons.rfind(|(file, _)| Path::new(file).exists());
        let (file, name) = match found.or_else(|| word.rsplit_once(':')) {
            Some((file, name)) => (file.to_string(), Some(name.to_string())),
            None => (word, None),
        };
        Ok(Place { file, name })
    }

    /// The procedure, and the level at which to compile it.
    fn procedure(&self, target: Target, level: Option<OptLevel>) -> Result<(Procedure, OptLevel), Failure> {
        let ending = Path::new(&self.file).extension().and_then(|ending| ending.to_str());
        match ending {
            #[cfg(feature = "wasm")]
            Some("wasm") => Ok((wasm_function::find(self, target)?, level.unwrap_or_default())),
            #[cfg(feature = "js")]
            Some("js") => script::find(self, target, level),
            _ => Ok((self.in_text(target)?, level.unwrap_or_default())),
        }
    }

    fn in_text(&self, target: Target) -> Result<Procedure, Failure> {
        let input = Input::read(self.file.as_ref(), target)?;
        let procedures = &input.module.procedures;
        let found = match &self.name {
            Some(name) => procedures.iter().find(|proc| proc.name == *name),
            None => procedures.iter().find(|proc| proc.name == "main").or(procedures.first()),
        };
        let names = || procedures.iter().map(|proc| proc.name.as_str()).collect::<Vec<_>>();
        found.cloned().ok_or_else(|| self.unknown(&names()))
    }

    /// The failure for a name that the file does not have.
    fn unknown(&self, known: &[&str]) -> Failure {
        /// Number of names in the message.
        const SHOWN: usize = 20;
        let shown = known[..known.len().min(SHOWN)].join(", ");
        let more = if known.len() > SHOWN { ", .." } else { "" };
        Failure::Failed(match (&self.name, known.is_empty()) {
            (None, _) => format!("{}: no procedure", self.file),
            (Some(name), true) => format!("{}: no procedure `{name}`; it has none", self.file),
            (Some(name), false) => {
                format!("{}: no procedure `{name}`, expected one of {shown}{more}", self.file)
            }
        })
    }
}
