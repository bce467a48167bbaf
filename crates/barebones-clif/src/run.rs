//! Runs the directives of test files.

use crate::ast::{DataValue, Directive, Endian, Expectation, Extension, File, Function, Inst, Param, Place};
use crate::raw;
use crate::read::read_file;
use crate::table::Opcode;
use crate::translate::{Missing, Settings, TranslateError, Translated, leaf_types, translate};
use crate::types::Type;
use barebones::base::{Arch, Signature, Target};
use barebones::interp::{Interpreter, Outcome};
use barebones::ir::{Extern, Module};
use barebones::jit::{Bits, Code, TrapRecovery};
use barebones::{Compiler, OptLevel, Options};
use barebones_widths::helpers::Helpers;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What executes the functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Compiled code.
    Compiled(OptLevel),
    /// The interpreter of the IR.
    Interpreter,
    /// Code of Cranelift, of functions as `cranelift-reader` reads them, for comparison: at O0 its level `none`, else
    /// `speed`. A trap ends the process.
    #[cfg(feature = "cranelift")]
    Cranelift(OptLevel),
}

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

/// Runs the directives of a file's text. `name` is for failures.
///
/// The bits above narrow arguments are set to a pattern, because they are unspecified unless the signature promises
/// them.
///
/// # Errors
/// Fails if traps cannot be caught on this system. What is wrong with the file is in the report.
pub fn run(name: &str, text: &str, engine: Engine, target: &Target) -> Result<Report, String> {
    let recovery = TrapRecovery::install().map_err(|error| error.to_string())?;
    let mut report = Report::default();
    let file = match read_file(text) {
        Ok(file) => file,
        Err(error) => {
            let what = format!("found {}, expected {}", error.found, error.expected);
            report.failures.push(Failure { file: name.to_string(), place: error.place, what });
            return Ok(report);
        }
    };
    let machine = match target.desc.arch {
        Arch::X64 => "x86_64",
        Arch::A64 => "aarch64",
    };
    if !file.targets.is_empty() && !file.targets.iter().any(|line| line.name == machine) {
        report.skip("another machine", file.directives.len());
        return Ok(report);
    }
    #[cfg(feature = "cranelift")]
    if let Engine::Cranelift(level) = engine {
        crate::cranelift::run(name, text, &file, level, &mut report);
        return Ok(report);
    }
    let settings = Settings::of(&file.functions, target);
    let translated: Vec<_> =
        file.functions.iter().map(|function| translate(function, target, settings)).collect();
    let mut runner = Runner { name, file: &file, translated, engine, target, settings, recovery, report };
    let mut groups: BTreeMap<usize, Vec<&Directive>> = BTreeMap::new();
    for directive in &file.directives {
        groups.entry(file.called(directive.function, &directive.callee)).or_default().push(directive);
    }
    for (function, directives) in groups {
        runner.function(function, &directives);
    }
    Ok(runner.report)
}

/// A module in which the called procedure is the first.
enum Ready {
    Compiled(Vec<Code>),
    Interpreted(Module),
}

struct Runner<'f> {
    name: &'f str,
    file: &'f File,
    translated: Vec<Result<Translated, TranslateError>>,
    engine: Engine,
    target: &'f Target,
    settings: Settings,
    recovery: TrapRecovery,
    report: Report,
}

impl Runner<'_> {
    fn fail(&mut self, place: Place, what: String) {
        self.report.failures.push(failure(self.name, place, what));
    }

    fn function(&mut self, index: usize, directives: &[&Directive]) {
        let ready = match self.module(index) {
            Ok(module) => self.prepare(module),
            Err(TranslateError::Unsupported { what, .. }) => {
                let reason = match what {
                    Missing::Instruction(name) => format!("instruction {name}"),
                    what => what.to_string(),
                };
                self.report.skip(reason, directives.len());
                return;
            }
            Err(TranslateError::Invalid { what, place }) => Err((place, what)),
        };
        let ready = match ready {
            Ok(ready) => ready,
            Err((place, what)) => {
                directives.iter().for_each(|_| self.fail(place, what.clone()));
                return;
            }
        };
        let interpreter = match &ready {
            Ready::Interpreted(module) => match Interpreter::new(module) {
                Ok(interpreter) => Some(interpreter),
                Err(error) => {
                    let what = error.to_string();
                    directives.iter().for_each(|directive| self.fail(directive.place, what.clone()));
                    return;
                }
            },
            Ready::Compiled(_) => None,
        };
        for directive in directives {
            match self.directive(index, directive, &ready, interpreter.as_ref()) {
                Ok(()) => self.report.pass(&self.file.functions[index]),
                Err(what) => self.fail(directive.place, what),
            }
        }
    }

    /// The module of a function: all that it names, directly or not.
    fn module(&self, index: usize) -> Result<Module, TranslateError> {
        let mut module = Module::default();
        let mut helpers = Helpers::default();
        let mut names = BTreeSet::new();
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            let Translated { procedure, externs, symbols, helpers: own } = match &self.translated[index] {
                Ok(translated) => translated,
                Err(error) => return Err(error.clone()),
            };
            if !names.insert(procedure.name.clone()) {
                continue;
            }
            module.procedures.push(procedure.clone());
            helpers.extend(own);
            let named =
                symbols.iter().map(|name| Extern { name: name.clone(), signature: Signature::default() });
            let unknown = |name: &str| !externs.iter().any(|callee| callee.name == name);
            let named: Vec<Extern> = named.filter(|symbol| unknown(&symbol.name)).collect();
            for callee in externs.iter().chain(&named) {
                let is_it = |function: &Function| function.name.symbol() == callee.name;
                match self.file.functions.iter().position(is_it) {
                    Some(found) => pending.push(found),
                    None if module.externs.contains(callee) => {}
                    None => module.externs.push(callee.clone()),
                }
            }
        }
        module.procedures.extend(helpers.procedures(self.target, self.settings.pinned.as_slice()));
        Ok(module)
    }

    fn prepare(&self, module: Module) -> Result<Ready, (Place, String)> {
        let Engine::Compiled(opt_level) = self.engine else { return Ok(Ready::Interpreted(module)) };
        let place = module.procedures.first().and_then(|proc| {
            let function = self.file.functions.iter().find(|function| function.name.symbol() == proc.name);
            function.map(|function| function.place)
        });
        let mut options = Options::default();
        options.opt_level = opt_level;
        let mut compiler = Compiler::for_target(*self.target, options);
        match compiler.compile_module(module, &raw::host_function) {
            Ok(codes) => Ok(Ready::Compiled(codes)),
            Err(failure) => Err((place.unwrap_or_default(), failure.to_string())),
        }
    }

    fn directive(
        &mut self,
        index: usize,
        directive: &Directive,
        ready: &Ready,
        interpreter: Option<&Interpreter<'_>>,
    ) -> Result<(), String> {
        let function = &self.file.functions[index];
        let name = function.name.symbol();
        let mut args = Vec::with_capacity(directive.args.len());
        for (value, param) in directive.args.iter().zip(&function.signature.params) {
            let types = leaf_types(value.ty).map_err(|what| what.to_string())?;
            let bits = leaf_width(value.ty);
            for (index, ty) in types.into_iter().enumerate() {
                let piece = value.bits.checked_shr(index as u32 * bits).unwrap_or(0);
                args.push(Bits { ty, bits: argument_bits(piece as u64, bits, param) });
            }
        }
        let bits = match (ready, interpreter) {
            (Ready::Compiled(codes), _) => {
                let code = codes.iter().find(|code| code.name() == name).ok_or("it was not compiled")?;
                raw::call(code, &args, self.recovery)?
            }
            (_, Some(interpreter)) => {
                let args: Vec<_> = args.iter().map(|arg| (arg.ty, arg.bits)).collect();
                match raw::interpret(interpreter, &name, &args, self.recovery)?.outcome {
                    Outcome::Returned(results) => results.into_iter().map(|(_, bits)| bits).collect(),
                    Outcome::Trap { code, .. } => return Err(format!("it trapped: {code}")),
                    other => return Err(format!("it did not return: {other:?}")),
                }
            }
            _ => return Err(String::from("there is no interpreter")),
        };
        let mut bits = bits.into_iter();
        let results = function.signature.results.iter();
        let found: Vec<DataValue> = results.map(|param| result_value(param.ty, &mut bits)).collect();
        compare(&mut self.report, directive, &found)
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

/// The bits of a value's leaf in a register. Those above it are a pattern, unless the signature promises them.
fn argument_bits(piece: u64, width: u32, param: &Param) -> u64 {
    const PATTERN: u64 = 0xA5A5_5A5A;
    if width >= 32 {
        return piece;
    }
    let bits = piece & ((1 << width) - 1);
    let above = match param.extension {
        Extension::None => PATTERN,
        Extension::Zero => 0,
        Extension::Sign => u64::from((bits >> (width - 1) & 1) as u32 * u32::MAX),
    };
    bits | above << width & u64::from(u32::MAX)
}

/// The number of a value's bits in each of its leaves.
fn leaf_width(ty: Type) -> u32 {
    u32::from(ty.bits.min(64))
}

/// A result of the leaves that a procedure returned. Takes those of the result.
fn result_value(ty: Type, leaves: &mut impl Iterator<Item = u64>) -> DataValue {
    let width = leaf_width(ty);
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let count = leaf_types(ty).map_or(0, |types| types.len());
    let mut bits = 0_u128;
    for (index, leaf) in leaves.take(count).enumerate() {
        bits |= u128::from(leaf & mask).checked_shl(index as u32 * width).unwrap_or(0);
    }
    DataValue { ty, bits }
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
