//! The text of a bundle. [`super::parse`] reads it.

use super::{Bundle, Fault, InlinedCall, OptionRow, Outcome, Record, digest};
use crate::base::{Features, Origin};
use crate::opt::InlineBudget;
use crate::support::lex::write_name;
use std::fmt::{self, Display, Formatter};

/// The first line.
pub(super) const HEADER: &str = "barebones-bundle 1";

/// Bytes per line of code.
const PER_LINE: usize = 32;

/// A limit of inlining: its name, and its field.
type Limit = (&'static str, fn(&mut InlineBudget) -> &mut u32);

/// The limits of inlining.
pub(super) const BUDGET: [Limit; 10] = [
    ("callee", |budget| &mut budget.callee),
    ("callee_once", |budget| &mut budget.callee_once),
    ("callee_recursive", |budget| &mut budget.callee_recursive),
    ("growth_percent", |budget| &mut budget.growth_percent),
    ("growth", |budget| &mut budget.growth),
    ("growth_recursive", |budget| &mut budget.growth_recursive),
    ("depth", |budget| &mut budget.depth),
    ("recursion", |budget| &mut budget.recursion),
    ("frame", |budget| &mut budget.frame),
    ("calls", |budget| &mut budget.calls),
];

/// A name, quoted if necessary.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_name(f, self.0)
    }
}

/// Writes lines of text, each after the keyword.
fn write_lines(f: &mut Formatter<'_>, keyword: &str, text: &str) -> fmt::Result {
    text.split('\n').try_for_each(|line| writeln!(f, "{keyword} {line}"))
}

/// Text of a client, as part of one line: a space replaces each end of a line in it.
struct Line<'a>(&'a str);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace(['\n', '\r'], " "))
    }
}

impl Display for Bundle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nversion {}", Line(&self.version))?;
        write!(f, "target {}", self.target.name())?;
        let mut features = Features::NAMES.iter().filter(|(_, bit)| self.target.features.contains(*bit));
        features.try_for_each(|(name, _)| write!(f, " {name}"))?;
        writeln!(f, "\nunit {}", if self.is_module { "module" } else { "procedure" })?;
        for row in OptionRow::all() {
            writeln!(f, "option {} {}", row.name, row.write(&self.options))?;
        }
        if let Some(mut budget) = self.inlining {
            f.write_str("inlining")?;
            BUDGET.iter().try_for_each(|(name, field)| write!(f, " {name}={}", field(&mut budget)))?;
            f.write_str("\n")?;
        }
        for InlinedCall { callee, procedure } in &self.inlined {
            writeln!(f, "inline {} {}", Name(callee), Name(procedure))?;
        }
        self.callees.iter().try_for_each(|name| writeln!(f, "callee {}", Name(name)))?;
        self.seeds.iter().try_for_each(|(name, seed)| writeln!(f, "seed {} {seed}", Name(name)))?;
        self.calls.iter().try_for_each(|call| writeln!(f, "call {}", Line(call)))?;
        self.procedures.iter().try_for_each(|record| record.fmt(f))?;
        if let Some(fault) = &self.fault {
            fault.fmt(f)?;
        }
        write!(f, "ir\n{}", self.module)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "procedure {}", Name(&self.name))?;
        self.closures.iter().try_for_each(|name| writeln!(f, "closure {}", Name(name)))?;
        for pass in &self.passes {
            writeln!(f, "pass {} work={} rewrites={}", pass.name, pass.work, pass.rewrites)?;
        }
        match &self.outcome {
            Outcome::Failed { stage, message } => {
                writeln!(f, "error {}", stage.name())?;
                write_lines(f, "message", message)
            }
            Outcome::Compiled { bytes, code_size, stand_ins } => {
                let (size, digest) = (bytes.len(), digest(bytes));
                write!(f, "code size={size} instructions={code_size} digest={digest:#018x}")?;
                if let Some(digest) = stand_ins {
                    write!(f, " stand_ins={digest:#018x}")?;
                }
                f.write_str("\n")?;
                for (line, chunk) in bytes.chunks(PER_LINE).enumerate() {
                    write!(f, "bytes {:#06x}: ", line * PER_LINE)?;
                    chunk.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                    f.write_str("\n")?;
                }
                Ok(())
            }
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "fault {} offset={:#x}", Name(&self.procedure), self.offset)?;
        if let Some(inst) = &self.inst {
            writeln!(f, "instruction {}", Line(inst))?;
        }
        if let Some((id, text)) = &self.value {
            writeln!(f, "value {id} {}", Line(text))?;
        }
        if self.origin != Origin::NONE {
            writeln!(f, "origin {}", self.origin)?;
        }
        Ok(())
    }
}
