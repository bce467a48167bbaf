//! `barebones machine`: the description of an instruction set, printed or compared with a file.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use barebones::base::Arch;
use barebones::machine::Description;

pub(crate) const MACHINES: [(&str, Arch); 2] = [("x86-64", Arch::X64), ("aarch64", Arch::A64)];

pub(crate) fn machine(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut arch, mut opcode, mut file) = (None, None, None);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(name) => {
                let Some((_, known)) = MACHINES.iter().find(|(known, _)| *known == name) else {
                    return Err(Failure::Usage(format!("{name:?}: expected x86-64 or aarch64")));
                };
                arch = Some(*known);
            }
            Word::Option(option) => match option.as_str() {
                "--opcode" => opcode = Some(arguments.value("--opcode")?),
                "--compare" => file = Some(arguments.value("--compare")?),
                other => return Err(unknown(other)),
            },
        }
    }
    if let Some(file) = file {
        return compare(&file);
    }
    let Some(arch) = arch else { return Err(Failure::Usage(String::from("no machine: x86-64 or aarch64"))) };
    let description = Description::of(arch);
    let Some(name) = opcode else {
        return crate::help::print(&format!("{}{description}", description.legend()));
    };
    let found = description.named(&name);
    if found.patterns.is_empty() {
        return Err(Failure::Failed(format!(
            "barebones: `{name}` is no opcode of this machine, and no standard name"
        )));
    }
    crate::help::print(&found.to_string())
}

/// Reads a description and compares it with the tables.
fn compare(file: &str) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::Failed(format!("{file}: {error}")))?;
    let read = Description::parse(&text).map_err(|error| Failure::Failed(format!("{file}: {error}")))?;
    let own = Description::of(read.arch);
    let mut differences = String::new();
    for pattern in &own.patterns {
        match read.patterns.iter().find(|found| found.name == pattern.name) {
            None => differences += &format!("{} is missing\n", pattern.name),
            Some(found) if found != pattern => differences += &format!("{} differs\n", pattern.name),
            Some(_) => {}
        }
    }
    for pattern in read.patterns.iter().filter(|found| !own.patterns.iter().any(|own| own.name == found.name))
    {
        differences += &format!("{} is not in the tables\n", pattern.name);
    }
    let count = differences.lines().count();
    crate::help::print(&format!("{differences}{} patterns, {count} differences\n", read.patterns.len()))?;
    if count == 0 { Ok(()) } else { Err(Failure::Reported) }
}
