//! The procedure of a function of a JavaScript program, as tier 1 or tier 2 compiles it.

use super::Place;
use crate::Failure;
use crate::js::in_thread;
use barebones::base::Target;
use barebones::ir::Procedure;
use barebones::{OptLevel, host_target};
use barebones_js::{RunOptions, Tier, run};
use std::sync::Mutex;

/// What the program had compiled, with the levels. The hook of the engine is a function without state.
static COMPILED: Mutex<Vec<(Procedure, OptLevel)>> = Mutex::new(Vec::new());

fn keep(proc: &Procedure, level: OptLevel) {
    if let Ok(mut compiled) = COMPILED.lock() {
        compiled.push((proc.clone(), level));
    }
}

/// Runs the program, and finds the last procedure of the function: at O0 of tier 1, else of tier 2 if it speculates. What
/// the program prints is not shown.
pub(super) fn find(
    place: &Place,
    target: Target,
    level: Option<OptLevel>,
) -> Result<(Procedure, OptLevel), Failure> {
    let failed = |message: String| Failure::Failed(format!("{}: {message}", place.file));
    if !host_target().is_ok_and(|host| host.desc.name == target.desc.name) {
        return Err(Failure::Usage(String::from("--target: JavaScript is compiled for this machine only")));
    }
    let source = std::fs::read_to_string(&place.file).map_err(|error| failed(error.to_string()))?;
    let tier = if level == Some(OptLevel::O0) { Tier::Compiled } else { Tier::Speculating };
    let options = RunOptions { tier, on_procedure: Some(keep), ..RunOptions::default() };
    let mut error = None;
    in_thread(|| {
        error = run(&source, options).error;
        Ok(())
    })?;
    let compiled = COMPILED.lock().map(|mut compiled| std::mem::take(&mut *compiled)).unwrap_or_default();
    let is_it = |proc: &Procedure| place.name.as_ref().is_none_or(|name| proc.name == *name);
    let of = |wanted| compiled.iter().rev().find(|(proc, level)| *level == wanted && is_it(proc));
    let found = of(OptLevel::O2).or_else(|| of(OptLevel::O0));
    if let Some((proc, compiled_at)) = found {
        return Ok((proc.clone(), level.unwrap_or(*compiled_at)));
    }
    match error {
        Some(error) => Err(failed(error.to_string())),
        None => {
            let mut names: Vec<&str> = compiled.iter().map(|(proc, _)| proc.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            Err(place.unknown(&names))
        }
    }
}
