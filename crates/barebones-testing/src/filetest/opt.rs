//! `;! opt`: the IR of each procedure after some passes.

use super::check::{Checks, Output, Repair};
use super::parse::RunLine;
use super::run::interpret_again;
use super::{Expectation, Settings, read};
use crate::passes::{PassSelection, optimize};
use barebones::ir::Module;
use barebones::opt::{InlineBudget, Optimizer};

pub(super) fn check(
    text: &str,
    line: usize,
    passes: &[&'static str],
    (checks, runs): (&Checks, &[RunLine]),
    settings: Settings,
    repair: Option<&mut Repair<'_>>,
) -> Vec<Expectation> {
    let module = match optimized(text, line, passes, settings) {
        Ok(module) => module,
        Err(error) => return vec![Err(error)],
    };
    let procedures = module.procedures.iter();
    let outputs: Vec<Output> = procedures.map(|proc| Output::new(&proc.name, proc.to_string())).collect();
    let mut results = checks.compare(&outputs, repair);
    let again = interpret_again(&module, runs);
    if again.is_empty() && !runs.is_empty() {
        results.push(Ok(()));
    }
    results.extend(again.into_iter().map(Err));
    results
}

fn optimized(
    text: &str,
    line: usize,
    passes: &[&'static str],
    settings: Settings,
) -> Result<Module, (usize, String)> {
    let mut module = read(text, settings)?;
    let selection = PassSelection::Named(passes.to_vec());
    optimize(&mut Optimizer::new(), &mut module, &selection, InlineBudget::default())
        .map_err(|message| (line, message))?;
    Ok(module)
}
