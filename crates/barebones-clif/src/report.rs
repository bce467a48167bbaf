//! The result of running the directives of test files.

use crate::ast::{DataValue, Directive, Endian, Expectation, Function, Inst, Place};
use crate::table::Opcode;
use crate::types::Type;
use std::collections::BTreeMap;
use std::fmt;

/// A directive, function or file that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The file.
    pub file: String,
    /// The line and column.
    pub place: Place,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.place, self.what)
    }
}

/// The result of running files.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of directives that passed.
    pub passed: usize,
    /// Those that failed, and files that could not be read.
    pub failures: Vec<Failure>,
    /// The number of directives skipped for each reason.
    pub skipped: BTreeMap<String, usize>,
    /// The number of directives that passed for each class of functions.
    pub classes: BTreeMap<&'static str, usize>,
    /// Lines of `print` directives.
    pub printed: Vec<String>,
}

/// Its last line: `N passed, N failed, N skipped`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped: usize = self.skipped.values().sum();
        write!(f, "{} passed, {} failed, {skipped} skipped", self.passed, self.failures.len())
    }
}

impl Report {
    /// Adds the results of other files.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
        for (class, count) in other.classes {
            *self.classes.entry(class).or_default() += count;
        }
        self.printed.extend(other.printed);
    }

    /// Counts a directive that passed.
    pub(crate) fn pass(&mut self, function: &Function) {
        self.passed += 1;
        *self.classes.entry(class_of(function)).or_default() += 1;
    }

    pub(crate) fn skip(&mut self, reason: impl Into<String>, count: usize) {
        *self.skipped.entry(reason.into()).or_default() += count;
    }
}

/// Compares the results of a directive with what it expects, or prints them.
pub(crate) fn compare(report: &mut Report, directive: &Directive, found: &[DataValue]) -> Result<(), String> {
    let values = || found.iter().map(DataValue::to_string).collect::<Vec<_>>().join(", ");
    let as_expected = match &directive.expected {
        Expectation::Equal(expected) => found == expected,
        Expectation::NotEqual(expected) => found != expected,
        Expectation::True => found.first().is_none_or(|value| value.bits != 0),
        Expectation::Print => {
            report.printed.push(format!("{} = {}", directive.callee, values()));
            true
        }
    };
    if as_expected {
        return Ok(());
    }
    let text = directive.to_string();
    Err(format!("{}; found {}", text.trim_start_matches("; "), values()))
}

/// A failure in a file.
pub(crate) fn failure(file: &str, place: Place, what: String) -> Failure {
    Failure { file: file.to_string(), place, what }
}

/// The class of a function in reports: the first that applies.
fn class_of(function: &Function) -> &'static str {
    use Opcode as O;
    let has = |test: &dyn Fn(&Inst) -> bool| function.blocks.iter().any(|block| block.insts.iter().any(test));
    let is = |opcodes: &'static [Opcode]| has(&|inst| opcodes.contains(&inst.opcode));
    let has_type = |test: &dyn Fn(Type) -> bool| function.types.values().any(|ty| test(*ty));
    if is(&[O::TryCall, O::TryCallIndirect]) {
        "exceptions"
    } else if function.document {
        "the document's dialect"
    } else if has_type(&Type::is_vector) {
        "vectors"
    } else if has_type(&|ty| ty == Type::F16) {
        "16-bit floating-point numbers"
    } else if has(&|inst| inst.flags.endian == Some(Endian::Big)) {
        "big-endian memory"
    } else if is(&[O::AtomicLoad, O::AtomicStore, O::AtomicRmw, O::AtomicCas]) {
        "atomic accesses"
    } else if is(&[O::GetPinnedReg, O::SetPinnedReg]) {
        "pinned register"
    } else if is(&[O::ReturnCall, O::ReturnCallIndirect]) {
        "tail calls"
    } else if is(&[O::Trapz, O::Trapnz, O::UaddOverflowTrap]) {
        "traps"
    } else if is(&[O::Call, O::CallIndirect]) {
        "calls"
    } else if is(&[O::Load, O::Store, O::StackAddr, O::StackLoad, O::StackStore, O::Fence]) {
        "memory"
    } else if is(&[O::Brif, O::BrTable, O::Jump]) {
        "control flow"
    } else if has_type(&Type::is_float) {
        "floating-point numbers"
    } else if has_type(&|ty| ty.is_int() && ty.bits < 32) {
        "integers, some of 8 or 16 bits"
    } else {
        "integers of 32 and 64 bits"
    }
}
