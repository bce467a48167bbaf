//! Runs the directives of test files.

use crate::ast::{DataValue, Directive, Extension, File, Function, Param, Place};
use crate::raw;
use crate::read::read_file;
use crate::report::{Failure, Report, compare, failure};
use crate::translate::{
    Missing, Settings, TranslateError, Translated, Vectors, is_whole, leaf_types, translate,
};
use crate::types::Type;
use barebones::base::{Arch, Signature, Target};
use barebones::interp::{Interpreter, Outcome};
use barebones::ir::{Extern, Module};
use barebones::jit::{Bits, Code, TrapRecovery};
use barebones::{Compiler, OptLevel, Options};
use barebones_widths::helpers::Helpers;
use std::collections::{BTreeMap, BTreeSet};

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

/// Runs the directives of a file's text. `name` is for failures.
///
/// The bits above narrow arguments are set to a pattern, because they are unspecified unless the signature promises
/// them.
///
/// # Errors
/// Fails if traps cannot be caught on this system. What is wrong with the file is in the report.
pub fn run(
    name: &str,
    text: &str,
    engine: Engine,
    target: &Target,
    vectors: Vectors,
) -> Result<Report, String> {
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
    let settings = Settings { vectors, ..Settings::of(&file.functions, target) };
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
            let types = leaf_types(value.ty, self.settings.vectors).map_err(|what| what.to_string())?;
            let (bits, words) = words(value.ty, self.settings.vectors);
            let types = types.into_iter().flat_map(|ty| std::iter::repeat_n(ty, words));
            for (index, ty) in types.enumerate() {
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
        let vectors = self.settings.vectors;
        let found: Vec<DataValue> = results.map(|param| result_value(param.ty, vectors, &mut bits)).collect();
        compare(&mut self.report, directive, &found)
    }
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

/// The number of a value's bits in each of the words that pass it, and the words of each leaf.
fn words(ty: Type, vectors: Vectors) -> (u32, usize) {
    if is_whole(ty, vectors) { (64, 2) } else { (u32::from(ty.bits.min(64)), 1) }
}

/// A result of the words that a procedure returned. Takes those of the result.
fn result_value(ty: Type, vectors: Vectors, returned: &mut impl Iterator<Item = u64>) -> DataValue {
    let (width, words) = words(ty, vectors);
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let count = leaf_types(ty, vectors).map_or(0, |types| types.len()) * words;
    let mut bits = 0_u128;
    for (index, word) in returned.take(count).enumerate() {
        bits |= u128::from(word & mask).checked_shl(index as u32 * width).unwrap_or(0);
    }
    DataValue { ty, bits }
}
