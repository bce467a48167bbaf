//! Parsing of command lines.

use crate::Failure;
use barebones::base::{BranchProtection, Hardening};
use barebones::bundle::OptionRow;
use barebones::{Backend, Budget, InputProfile, Limits, OnLimit, OptLevel, Options};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::str::FromStr;

/// The words after a subcommand, consumed from the front.
pub(crate) struct Arguments {
    words: VecDeque<OsString>,
}

/// An option, including its dashes, or any other word.
pub(crate) enum Word {
    Option(String),
    Plain(OsString),
}

impl Arguments {
    pub(crate) fn new(words: impl Iterator<Item = OsString>) -> Arguments {
        Arguments { words: words.collect() }
    }

    /// Returns the next word. Splits `--option=value` and `-O2` in two.
    pub(crate) fn next(&mut self) -> Option<Word> {
        let word = self.words.pop_front()?;
        let Some(text) = word.to_str().filter(|text| text.len() > 1 && text.starts_with('-')) else {
            return Some(Word::Plain(word));
        };
        let split = match text.strip_prefix("-O") {
            Some(level) if !level.is_empty() => Some(("-O", level)),
            _ => text.split_once('=').filter(|_| text.starts_with("--")),
        };
        Some(Word::Option(match split {
            None => text.to_string(),
            Some((option, value)) => {
                self.words.push_front(value.into());
                option.to_string()
            }
        }))
    }

    pub(crate) fn value(&mut self, option: &str) -> Result<String, Failure> {
        let word = self.words.pop_front().ok_or_else(|| Failure::Usage(format!("{option} needs a value")))?;
        word.into_string().map_err(|word| Failure::Usage(format!("{option}: {word:?} is not UTF-8")))
    }

    /// Returns the value of a numeric option.
    pub(crate) fn number<T: FromStr>(&mut self, option: &str) -> Result<T, Failure> {
        let value = self.value(option)?;
        value.parse().map_err(|_| Failure::Usage(format!("{option}: found `{value}`, expected a number")))
    }

    pub(crate) fn level(&mut self) -> Result<OptLevel, Failure> {
        match self.value("-O")?.as_str() {
            "0" => Ok(OptLevel::O0),
            "1" => Ok(OptLevel::O1),
            "2" => Ok(OptLevel::O2),
            other => Err(Failure::Usage(format!("-O: found `{other}`, expected 0, 1 or 2"))),
        }
    }

    /// Returns the value of an option that accepts a few names.
    pub(crate) fn one_of<T: Copy>(&mut self, option: &str, known: &[(&str, T)]) -> Result<T, Failure> {
        let value = self.value(option)?;
        known.iter().find(|(name, _)| *name == value).map(|(_, meaning)| *meaning).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            Failure::Usage(format!("{option}: found `{value}`, expected one of {}", names.join(", ")))
        })
    }

    /// Reads the value of `--set`: an option by its name in bundles, and its new value.
    pub(crate) fn option_value(&mut self) -> Result<(&'static OptionRow, String), Failure> {
        let text = self.value("--set")?;
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        let row = OptionRow::all().iter().find(|row| row.name == name).ok_or_else(|| {
            let names: Vec<&str> = OptionRow::all().iter().map(|row| row.name).collect();
            Failure::Usage(format!("--set: found `{name}`, expected one of {}", names.join(", ")))
        })?;
        row.read(value, &mut Options::default()).ok_or_else(|| {
            Failure::Usage(format!("--set {name}: found `{value}`, expected {}", row.expected))
        })?;
        Ok((row, value.into()))
    }

    /// Sets an option of branch protection; false for any other option.
    pub(crate) fn set_protection(option: &str, protection: &mut BranchProtection) -> bool {
        match option {
            "--landing-pads" => protection.landing_pads = true,
            "--sign-return-address" => protection.sign_return_address = true,
            _ => return false,
        }
        true
    }

    /// Sets the option of hardening; false for any other option. Its value is that of bundles, with commas.
    pub(crate) fn set_hardening(&mut self, option: &str, hardening: &mut Hardening) -> Result<bool, Failure> {
        if option != "--harden" {
            return Ok(false);
        }
        let (text, mut options) = (self.value(option)?, Options::default());
        let row = OptionRow::all().iter().find(|row| row.name == "hardening");
        let read = row.map(|row| (row.read(&text.replace(',', " "), &mut options), row.expected));
        match read {
            Some((Some(()), _)) => *hardening = options.hardening,
            Some((None, expected)) => {
                return Err(Failure::Usage(format!("--harden: found `{text}`, expected {expected}")));
            }
            None => return Err(Failure::Usage(String::from("--harden: this build has no such option"))),
        }
        Ok(true)
    }

    /// Sets an option that limits compilations; false for any other option.
    pub(crate) fn set_limit(
        &mut self,
        option: &str,
        limits: &mut Limits,
        on_limit: &mut OnLimit,
    ) -> Result<bool, Failure> {
        match option {
            "--budget" => {
                let value = self.value(option)?;
                limits.set(&value).ok_or_else(|| {
                    let names = Budget::ALL.iter().map(|budget| budget.name()).collect::<Vec<_>>().join(", ");
                    Failure::Usage(format!(
                        "--budget: found `{value}`, expected NAME=NUMBER with one of {names}"
                    ))
                })?;
            }
            "--on-limit" => {
                *on_limit = self.one_of(option, &OnLimit::NAMES)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the words up to the next one that begins with two dashes; a negative number is not an option.
    #[cfg(feature = "wasm")]
    pub(crate) fn plain_until_option(&mut self) -> Result<Vec<String>, Failure> {
        let ends = |word: &OsString| word.to_str().is_some_and(|text| text.starts_with("--"));
        let count = self.words.iter().position(ends).unwrap_or(self.words.len());
        let words = self.words.drain(..count);
        words
            .map(|word| word.into_string().map_err(|word| Failure::Usage(format!("{word:?} is not UTF-8"))))
            .collect()
    }

    pub(crate) fn rest(&mut self) -> Result<Vec<String>, Failure> {
        let words = std::mem::take(&mut self.words).into_iter();
        words
            .map(|word| word.into_string().map_err(|word| Failure::Usage(format!("{word:?} is not UTF-8"))))
            .collect()
    }
}

/// The failure for an option the command does not have.
pub(crate) fn unknown(option: &str) -> Failure {
    Failure::Usage(format!("`{option}` is not an option of this command"))
}

/// The names of the profiles of input.
pub(crate) const PROFILES: [(&str, InputProfile); 2] =
    [("raw", InputProfile::Raw), ("producer-optimized", InputProfile::ProducerOptimized)];

pub(crate) const BACKENDS: [(&str, Backend); 2] =
    [(Backend::Barebones.name(), Backend::Barebones), (Backend::Cranelift.name(), Backend::Cranelift)];

/// Fails if the command was built without a backend.
pub(crate) fn built(backend: Backend) -> Result<(), Failure> {
    if backend.is_built() {
        return Ok(());
    }
    let name = backend.name();
    Err(Failure::Usage(format!(
        "this command was built without {name}; `cargo build -p barebones-cli --features {name}` builds it in"
    )))
}
