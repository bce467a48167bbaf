//! `;! asm`: the disassembly of each procedure.

use super::check::{Checks, Output, Repair};
use super::{Expectation, read_for, target_by_name};
use crate::calls::number_origins;
use crate::disassembly::disassemble;
use barebones::isa::TARGETS;
use barebones::opt::PassSet;
use barebones::{Compiler, OptLevel, Options, targets};

pub(super) fn check(
    text: &str,
    line: usize,
    (target, level): (&str, OptLevel),
    checks: &Checks,
    repair: Option<&mut Repair<'_>>,
) -> Vec<Expectation> {
    match outputs(text, line, target, level) {
        Ok(outputs) => checks.compare(&outputs, repair),
        Err(error) => vec![Err(error)],
    }
}

fn outputs(text: &str, line: usize, target: &str, level: OptLevel) -> Result<Vec<Output>, (usize, String)> {
    let target = target_by_name(target).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|desc| desc.name).collect();
        (line, format!("found target `{target}`, expected one of {}", known.join(", ")))
    })?;
    let mut module = read_for(text, &targets(target))?;
    let mut options = Options::at(level);
    options.check_allocation = true;
    // The file is about what selection and allocation make of it. They use weights as frequencies.
    options.passes = PassSet::only("estimate_frequencies").unwrap_or(PassSet::NONE);
    let mut compiler = Compiler::for_target(target, options);
    let output = |proc: &mut barebones::ir::Procedure| {
        number_origins(proc);
        let code = compiler.emit(proc).map_err(|error| (line, format!("{}: {error}", proc.name)))?;
        Ok(Output::new(&proc.name, disassemble(proc, &code)))
    };
    module.procedures.iter_mut().map(output).collect()
}
