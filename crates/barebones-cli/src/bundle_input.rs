//! The input of `replay` and `reduce`: a bundle, or a text with the options of the command line.

use crate::Failure;
use crate::arguments::{Arguments, built};
use crate::compile::target_by_name;
use crate::fuzz::pass_name;
use crate::input::{Input, host};
use barebones::base::Target;
use barebones::bundle::{Bundle, OptionRow};
use barebones::{OptLevel, Options};
use std::ffi::OsStr;
use std::io::Read;

/// The first word of a bundle.
const FIRST_WORD: &[u8] = b"barebones-bundle";

/// Options of a compilation that the command line sets, in order.
#[derive(Default)]
pub(crate) struct Overrides {
    target: Option<Target>,
    level: Option<OptLevel>,
    without: Vec<&'static str>,
    set: Vec<(&'static OptionRow, String)>,
}

impl Overrides {
    /// Reads an option with its value; false if it is none of these.
    pub(crate) fn set(&mut self, option: &str, arguments: &mut Arguments) -> Result<bool, Failure> {
        match option {
            "-O" => self.level = Some(arguments.level()?),
            "--target" => self.target = Some(target_by_name(&arguments.value("--target")?)?),
            "--without" => self.without.push(pass_name(&arguments.value("--without")?)?),
            "--set" => self.set.push(arguments.option_value()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        let Overrides { target, level, without, set } = self;
        target.is_none() && level.is_none() && without.is_empty() && set.is_empty()
    }

    fn apply(&self, options: &mut Options) -> Result<(), Failure> {
        if let Some(level) = self.level {
            options.opt_level = level;
        }
        for name in &self.without {
            options.passes = options.passes.without(name);
        }
        for (row, value) in &self.set {
            // Its value was read before.
            let _ = row.read(value, options);
        }
        built(options.backend)
    }
}

/// A bundle, and whether its records are those of a file.
pub(crate) struct Recorded {
    pub(crate) bundle: Bundle,
    /// False if it was compiled just now: from a text, or with other options than those of the file.
    pub(crate) is_recorded: bool,
}

/// True if a file is a bundle, and no text of IR.
pub(crate) fn is_bundle(path: &OsStr) -> Result<bool, Failure> {
    let mut first = Vec::new();
    let file = std::fs::File::open(path);
    let read = file.and_then(|file| file.take(FIRST_WORD.len() as u64).read_to_end(&mut first));
    read.map_err(|error| Failure::Failed(format!("{}: {error}", std::path::Path::new(path).display())))?;
    Ok(first == FIRST_WORD)
}

fn bytes_of(path: &OsStr) -> Result<Vec<u8>, Failure> {
    let name = std::path::Path::new(path).display();
    std::fs::read(path).map_err(|error| Failure::Failed(format!("{name}: {error}")))
}

/// Reads a bundle, or a file of IR, which is then compiled as a module.
pub(crate) fn read(path: &OsStr, overrides: &Overrides) -> Result<Recorded, Failure> {
    let name = std::path::Path::new(path).display().to_string();
    let bytes = bytes_of(path)?;
    if !bytes.starts_with(FIRST_WORD) {
        let target = overrides.target.map_or_else(host, Ok)?;
        let input = Input::read(path, target)?;
        // The header of a procedure may name a target of its own.
        let target = match input.module.procedures.first() {
            Some(proc) if overrides.target.is_none() => *proc.target(),
            _ => target,
        };
        let mut options = Options::default();
        overrides.apply(&mut options)?;
        let bundle = Bundle::of_module(&input.module, target, &options, None);
        return Ok(Recorded { bundle, is_recorded: false });
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut bundle = Bundle::parse(&text).map_err(|error| Failure::Failed(format!("{name}: {error}")))?;
    built(bundle.options.backend)?;
    if overrides.is_empty() {
        return Ok(Recorded { bundle, is_recorded: true });
    }
    overrides.apply(&mut bundle.options)?;
    if let Some(target) = overrides.target {
        // The IR names registers and conventions of its own target.
        if target.name() != bundle.target.name() {
            let own = bundle.target.name();
            return Err(Failure::Failed(format!("{name}: the bundle is for {own}, not {}", target.name())));
        }
        bundle.target = target;
    }
    Ok(Recorded { bundle: bundle.replay().bundle, is_recorded: false })
}
