//! The `barebones` command. Exit status: 0 for success, 1 for a failure or a mismatch, 2 for a usage error.

mod arguments;
mod bundle_input;
mod clif;
mod combine;
mod compile;
mod explore;
mod fuzz;
mod help;
mod input;
#[cfg(feature = "js")]
mod js;
mod machine;
#[cfg(feature = "wasm")]
mod progress;
mod reduce;
mod registrations;
mod replay;
mod rtl;
mod run;
mod saved;
mod stats;
mod test;
#[cfg(feature = "tuffy")]
mod tuffy;
#[cfg(feature = "wasm")]
mod wasm;
#[cfg(feature = "wasm")]
mod wast;

use arguments::Arguments;
use std::process::ExitCode;

/// Why a command failed.
enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// The command could not be carried out.
    Failed(String),
    /// The failure was already reported.
    Reported,
    /// The program that was run exits with this status.
    #[cfg(feature = "wasm")]
    Exit(u8),
}

/// A subcommand: its name, and its function.
type Subcommand = (&'static str, fn(Arguments) -> Result<(), Failure>);

const SUBCOMMANDS: &[Subcommand] = &[
    ("run", run::run),
    ("compile", compile::compile),
    ("explore", explore::explore),
    ("test", test::test),
    ("fuzz", fuzz::fuzz),
    ("replay", replay::replay),
    ("reduce", reduce::reduce),
    ("clif", clif::clif),
    ("machine", machine::machine),
    ("rtl", rtl::rtl),
    ("combine", combine::combine),
    #[cfg(feature = "wasm")]
    ("wasm", wasm::wasm),
    #[cfg(feature = "wasm")]
    ("wast", wast::wast),
    #[cfg(feature = "tuffy")]
    ("tuffy", tuffy::tuffy),
    #[cfg(feature = "js")]
    ("js", js::js),
    ("help", help::help),
];

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let result = match name.as_str() {
        "--version" | "-V" => help::version(),
        "--help" | "-h" => help::help(Arguments::new(words)),
        name => match SUBCOMMANDS.iter().find(|(known, _)| *known == name) {
            Some((_, subcommand)) => subcommand(Arguments::new(words)),
            None if name.is_empty() => Err(Failure::Usage(String::from("no command"))),
            None => Err(Failure::Usage(format!("`{name}` is not a command"))),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("barebones: {message}; see `barebones help`");
            ExitCode::from(2)
        }
        Err(Failure::Failed(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Err(Failure::Reported) => ExitCode::FAILURE,
        #[cfg(feature = "wasm")]
        Err(Failure::Exit(status)) => ExitCode::from(status),
    }
}
