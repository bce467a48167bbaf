//! `;! opt`: checks the IR after passes.

use super::asm::{Check, matches};
use super::parse::RunLine;
use super::run::interpret_again;
use super::{Expectation, Settings, read};
use crate::passes::{PassSelection, optimize};
use barebones::opt::{InlineBudget, Optimizer};

pub(super) fn check(
    text: &str,
    line: usize,
    passes: &[&'static str],
    checks: &[Check],
    runs: &[RunLine],
    settings: Settings,
) -> Expectation {
    let mut module = read(text, settings)?;
    let selection = PassSelection::Named(passes.to_vec());
    optimize(&mut Optimizer::new(), &mut module, &selection, InlineBudget::default())
        .map_err(|message| (line, message))?;
    let printed = module.to_string();
    matches(&printed, checks).map_err(|(line, message)| (line, format!("{message}\n{printed}")))?;
    interpret_again(&module, runs).map_err(|(line, message)| (line, format!("{message}\n{printed}")))
}
