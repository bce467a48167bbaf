//! `;! asm`: checks the disassembly.

use super::{Expectation, read_for, target_by_name};
use crate::calls::number_origins;
use crate::disassembly::disassemble;
use barebones::isa::TARGETS;
use barebones::opt::PassSet;
use barebones::{Compiler, OptLevel, Options, targets};

/// An expectation on lines of text, with its line in the file.
pub(super) enum Check {
    Has(usize, String),
    HasNot(usize, String),
}

pub(super) fn check(text: &str, line: usize, target: &str, level: OptLevel, checks: &[Check]) -> Expectation {
    let target = target_by_name(target).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|desc| desc.name).collect();
        (line, format!("found target `{target}`, expected one of {}", known.join(", ")))
    })?;
    let mut module = read_for(text, &targets(target))?;
    let mut options = Options::at(level);
    options.check_allocation = true;
    options.passes = PassSet::NONE; // tests only selection and allocation
    let mut compiler = Compiler::for_target(target, options);
    let mut assembly = String::new();
    for proc in &mut module.procedures {
        number_origins(proc);
        let code = compiler.emit(proc).map_err(|error| (line, format!("{}: {error}", proc.name)))?;
        assembly += &disassemble(proc, &code);
    }
    matches(&assembly, checks).map_err(|(line, message)| (line, format!("{message}\n{assembly}")))
}

/// Collapses runs of whitespace.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn matches(assembly: &str, checks: &[Check]) -> Expectation {
    let lines: Vec<String> = assembly.lines().map(squeeze).collect();
    // Lines from `next` on are unmatched; `forbidden` texts must not occur before the next match.
    let (mut next, mut forbidden) = (0, Vec::new());
    for check in checks {
        match check {
            Check::HasNot(number, text) => forbidden.push((*number, squeeze(text))),
            Check::Has(number, text) => {
                let text = squeeze(text);
                let found = lines[next..].iter().position(|line| line.contains(&text));
                let found = next + found.ok_or_else(|| (*number, format!("no line contains `{text}`")))?;
                none_of(&lines[next..found], &forbidden)?;
                forbidden.clear();
                next = found + 1;
            }
        }
    }
    none_of(&lines[next..], &forbidden)
}

fn none_of(lines: &[String], forbidden: &[(usize, String)]) -> Expectation {
    for (number, text) in forbidden {
        if let Some(line) = lines.iter().find(|line| line.contains(text)) {
            return Err((*number, format!("a line contains it: {line}")));
        }
    }
    Ok(())
}
