//! Runs test scripts in the text format (`.wast`), like those of the specification.
//!
//! A directive passes, fails, or is skipped if its module needs an unsupported proposal, which the report names.

mod spectest;
mod values;

use crate::{Config, Engine, Error, Extern, Instance, Linker, Module, Store, TrapKind, Val, WasmFeatures};
use ::wast::lexer::Lexer;
use ::wast::parser::{self, ParseBuffer};
use ::wast::token::{Id, Span};
use ::wast::{QuoteWat, Wast, WastDirective, WastExecute, WastInvoke, Wat};
use std::collections::BTreeMap;
use std::fmt;

/// Results of the directives of scripts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of directives that passed.
    pub passed: usize,
    /// Location and message of each failed directive.
    pub failures: Vec<String>,
    /// Number of skipped directives, by the proposal they need.
    pub skipped: BTreeMap<String, usize>,
}

impl Report {
    /// Adds another report.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
        for (proposal, count) in other.skipped {
            *self.skipped.entry(proposal).or_default() += count;
        }
    }

    /// Number of skipped directives.
    pub fn skipped_count(&self) -> usize {
        self.skipped.values().sum()
    }
}

/// `10 passed, 0 failed, 2 skipped`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passed, failed, skipped) = (self.passed, self.failures.len(), self.skipped_count());
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

/// Runs a script; `name` is its name in reports.
///
/// # Errors
/// No engine can be created with this configuration. Errors in the script are failures in the report.
pub fn run(config: &Config, name: &str, text: &str) -> Result<Report, Error> {
    let mut script = Script::new(config, name, text)?;
    let mut lexer = Lexer::new(text);
    lexer.allow_confusing_unicode(true);
    let parsed = ParseBuffer::new_with_lexer(lexer);
    match parsed {
        Ok(buffer) => match parser::parse::<Wast<'_>>(&buffer) {
            Ok(wast) => wast.directives.into_iter().for_each(|directive| script.directive(directive)),
            Err(error) => script.report.failures.push(format!("{name}: {error}")),
        },
        Err(error) => script.report.failures.push(format!("{name}: {error}")),
    }
    Ok(script.report)
}

/// The result of a directive.
enum Outcome {
    Passed,
    /// It needs an unsupported proposal.
    Skipped(String),
}

type Result2<T> = Result<T, Failed>;

/// Why a directive did not pass.
enum Failed {
    /// It had a wrong result.
    Wrong(String),
    /// It needs an unsupported proposal.
    Skip(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Wrong(error.to_string())
    }
}

fn wrong<T>(message: impl Into<String>) -> Result2<T> {
    Err(Failed::Wrong(message.into()))
}

/// The definition of an instance name in a script.
#[derive(Clone)]
enum Named {
    Instance(Instance),
    /// The module needs an unsupported proposal.
    Skipped(String),
}

struct Script<'a> {
    name: &'a str,
    text: &'a str,
    engine: Engine,
    store: Store,
    linker: Linker,
    current: Option<Named>,
    instances: BTreeMap<String, Named>,
    definitions: BTreeMap<String, Module>,
    last_definition: Option<Module>,
    report: Report,
}

impl<'a> Script<'a> {
    fn new(config: &Config, name: &'a str, text: &'a str) -> Result<Script<'a>, Error> {
        let engine = Engine::new(config.clone())?;
        let mut store = Store::new(&engine);
        let mut linker = Linker::new();
        spectest::define(&mut store, &mut linker)?;
        Ok(Script {
            name,
            text,
            engine,
            store,
            linker,
            current: None,
            instances: BTreeMap::new(),
            definitions: BTreeMap::new(),
            last_definition: None,
            report: Report::default(),
        })
    }

    fn directive(&mut self, directive: WastDirective<'_>) {
        let place = self.place(directive.span());
        match self.execute(directive) {
            Ok(Outcome::Passed) => self.report.passed += 1,
            Ok(Outcome::Skipped(proposal)) | Err(Failed::Skip(proposal)) => {
                *self.report.skipped.entry(proposal).or_default() += 1;
            }
            Err(Failed::Wrong(message)) => self.report.failures.push(format!("{place}: {message}")),
        }
        // Makes scripts deterministic: the next directive runs the code after tier-up.
        self.engine.wait_for_tier_up();
    }

    fn place(&self, span: Span) -> String {
        let (line, column) = span.linecol_in(self.text);
        format!("{}:{}:{}", self.name, line + 1, column + 1)
    }

    fn execute(&mut self, directive: WastDirective<'_>) -> Result2<Outcome> {
        match directive {
            WastDirective::Module(mut wat) => {
                let name = wat.name().map(|id| id.name().to_string());
                let named = match self.instantiate(&mut wat) {
                    Ok(instance) => Named::Instance(instance),
                    Err(Failed::Skip(proposal)) => Named::Skipped(proposal),
                    Err(other) => {
                        self.current = None;
                        return Err(other);
                    }
                };
                self.current = Some(named.clone());
                self.name_instance(name, &named);
                if let Named::Skipped(proposal) = named {
                    return Ok(Outcome::Skipped(proposal));
                }
            }
            WastDirective::ModuleDefinition(mut wat) => {
                let name = wat.name().map(|id| id.name().to_string());
                let module = self.module(&mut wat)?;
                self.last_definition = Some(module.clone());
                self.definitions.extend(name.map(|name| (name, module)));
            }
            WastDirective::ModuleInstance { instance, module, .. } => {
                let module = match module {
                    Some(id) => self.definitions.get(id.name()).cloned(),
                    None => self.last_definition.clone(),
                };
                let Some(module) = module else { return wrong("no such module") };
                let made = Named::Instance(self.linker.instantiate(&mut self.store, &module)?);
                self.current = Some(made.clone());
                self.name_instance(instance.map(|id| id.name().to_string()), &made);
            }
            WastDirective::Register { name, module, .. } => {
                let instance = self.instance(module)?;
                self.linker.define_instance(&self.store, name, instance)?;
            }
            WastDirective::Invoke(invoke) => _ = self.invoke(&invoke)??,
            WastDirective::AssertReturn { exec, results, .. } => {
                let found = self.perform(exec)??;
                if found.len() != results.len()
                    || !found.iter().zip(&results).all(|(f, e)| values::matches(*f, e))
                {
                    return wrong(format!("expected {results:?}, found {found:?}"));
                }
            }
            WastDirective::AssertTrap { exec, message, .. } => {
                let result = self.perform(exec)?;
                self.expect_trap(result, message)?;
            }
            WastDirective::AssertExhaustion { call, .. } => {
                let result = self.invoke(&call)?;
                match result {
                    Err(Error::Trap(trap)) if trap.kind == TrapKind::StackOverflow => {}
                    other => return wrong(format!("expected exhaustion, found {other:?}")),
                }
            }
            WastDirective::AssertMalformed { module, message, .. }
            | WastDirective::AssertInvalid { module, message, .. }
            | WastDirective::AssertInvalidCustom { module, message, .. }
            | WastDirective::AssertMalformedCustom { module, message, .. } => {
                self.expect_invalid(module, message)?;
            }
            WastDirective::AssertUnlinkable { module, message, .. } => {
                let result = self.instantiate_or_error(&mut QuoteWat::Wat(module))?;
                match result {
                    Err(Error::UnknownImport { .. } | Error::IncompatibleImport { .. }) => {}
                    Err(error) => return wrong(format!("expected `{message}`, found `{error}`")),
                    Ok(_) => return wrong(format!("expected `{message}`, found an instance")),
                }
            }
            WastDirective::AssertException { exec, .. } => match self.perform(exec)? {
                Err(Error::Exception(_)) => {}
                other => return wrong(format!("expected an exception, found {other:?}")),
            },
            WastDirective::AssertSuspension { .. } => return Ok(Outcome::Skipped("stack-switching".into())),
            WastDirective::Thread(_) | WastDirective::Wait { .. } => {
                return Ok(Outcome::Skipped("threads".into()));
            }
        }
        Ok(Outcome::Passed)
    }

    // ---- Modules ----------------------------------------------------------------------------------------

    fn name_instance(&mut self, name: Option<String>, named: &Named) {
        self.instances.extend(name.map(|name| (name, named.clone())));
    }

    fn instance(&self, id: Option<Id<'_>>) -> Result2<Instance> {
        let named = match id {
            Some(id) => self.instances.get(id.name()),
            None => self.current.as_ref(),
        };
        match named {
            Some(Named::Instance(instance)) => Ok(*instance),
            Some(Named::Skipped(proposal)) => Err(Failed::Skip(proposal.clone())),
            None => wrong("no such instance"),
        }
    }

    fn module(&mut self, wat: &mut QuoteWat<'_>) -> Result2<Module> {
        if let QuoteWat::QuoteComponent(..) | QuoteWat::Wat(Wat::Component(_)) = wat {
            return Err(Failed::Skip("component-model".into()));
        }
        let bytes = wat.encode().map_err(|error| Failed::Wrong(error.to_string()))?;
        Module::new(&self.engine, &bytes).map_err(|error| {
            match missing_proposal(&self.engine, &bytes, &error) {
                Some(proposal) => Failed::Skip(proposal),
                None => error.into(),
            }
        })
    }

    fn instantiate_or_error(&mut self, wat: &mut QuoteWat<'_>) -> Result2<Result<Instance, Error>> {
        let module = self.module(wat)?;
        Ok(self.linker.instantiate(&mut self.store, &module))
    }

    fn instantiate(&mut self, wat: &mut QuoteWat<'_>) -> Result2<Instance> {
        Ok(self.instantiate_or_error(wat)??)
    }

    fn expect_invalid(&mut self, mut module: QuoteWat<'_>, message: &str) -> Result2<()> {
        if let QuoteWat::QuoteComponent(..) | QuoteWat::Wat(Wat::Component(_)) = module {
            return Err(Failed::Skip("component-model".into()));
        }
        let Ok(bytes) = module.encode() else { return Ok(()) };
        if Module::validate(&self.engine, &bytes).is_err() {
            return Ok(());
        }
        // A later proposal may make a module valid that an older script expects to be invalid.
        let before = RELAXED_BY_PROPOSALS.iter().find(|(complaint, _)| *complaint == message);
        let features = before.map(|(_, proposal)| self.engine.config().features - *proposal);
        match features.map(|features| wasmparser::Validator::new_with_features(features).validate_all(&bytes))
        {
            Some(Err(_)) => Ok(()),
            _ => wrong(format!("expected `{message}`, found a valid module")),
        }
    }

    // ---- Actions ----------------------------------------------------------------------------------------

    fn perform(&mut self, exec: WastExecute<'_>) -> Result2<Result<Vec<Val>, Error>> {
        match exec {
            WastExecute::Invoke(invoke) => self.invoke(&invoke),
            WastExecute::Wat(wat) => {
                let result = self.instantiate_or_error(&mut QuoteWat::Wat(wat))?;
                Ok(result.map(|_| Vec::new()))
            }
            WastExecute::Get { module, global, .. } => {
                let instance = self.instance(module)?;
                match instance.export(&self.store, global) {
                    Some(Extern::Global(global)) => Ok(global.get(&self.store).map(|value| vec![value])),
                    _ => wrong(format!("no global `{global}`")),
                }
            }
        }
    }

    fn invoke(&mut self, invoke: &WastInvoke<'_>) -> Result2<Result<Vec<Val>, Error>> {
        let instance = self.instance(invoke.module)?;
        let func = instance.func(&self.store, invoke.name)?;
        let args: Option<Vec<Val>> = invoke.args.iter().map(values::argument).collect();
        let Some(args) = args else { return Err(Failed::Skip("an argument".into())) };
        Ok(func.call(&mut self.store, &args))
    }

    fn expect_trap(&self, result: Result<Vec<Val>, Error>, message: &str) -> Result2<()> {
        match result {
            Err(Error::Trap(trap)) => {
                let found = trap.kind.to_string();
                if message.starts_with(&found) || found.starts_with(message) {
                    return Ok(());
                }
                wrong(format!("expected the trap `{message}`, found `{found}`"))
            }
            other => wrong(format!("expected the trap `{message}`, found {other:?}")),
        }
    }
}

/// Error messages for modules that a later proposal makes valid.
const RELAXED_BY_PROPOSALS: [(&str, WasmFeatures); 7] = [
    ("integer representation too long", WasmFeatures::MEMORY64),
    ("integer too large", WasmFeatures::MEMORY64),
    ("zero byte expected", WasmFeatures::MULTI_MEMORY),
    ("zero flag expected", WasmFeatures::MULTI_MEMORY),
    ("multiple memories", WasmFeatures::MULTI_MEMORY),
    ("multiple tables", WasmFeatures::REFERENCE_TYPES),
    ("constant expression required", WasmFeatures::EXTENDED_CONST),
];

/// Proposals that scripts may need.
const PROPOSALS: [(&str, WasmFeatures); 14] = [
    ("simd", WasmFeatures::SIMD),
    ("relaxed-simd", WasmFeatures::RELAXED_SIMD),
    ("tail-call", WasmFeatures::TAIL_CALL),
    ("threads", WasmFeatures::THREADS),
    ("exceptions", WasmFeatures::EXCEPTIONS),
    ("memory64", WasmFeatures::MEMORY64),
    ("function-references", WasmFeatures::FUNCTION_REFERENCES),
    ("gc", WasmFeatures::GC),
    ("custom-page-sizes", WasmFeatures::CUSTOM_PAGE_SIZES),
    ("wide-arithmetic", WasmFeatures::WIDE_ARITHMETIC),
    ("custom-descriptors", WasmFeatures::CUSTOM_DESCRIPTORS),
    ("stack-switching", WasmFeatures::STACK_SWITCHING),
    ("multi-memory", WasmFeatures::MULTI_MEMORY),
    ("extended-const", WasmFeatures::EXTENDED_CONST),
];

/// The proposal for which a module is refused: one that is supported in part, or the first missing proposal without which
/// the module is invalid.
fn missing_proposal(engine: &Engine, bytes: &[u8], error: &Error) -> Option<String> {
    let valid = |features| wasmparser::Validator::new_with_features(features).validate_all(bytes).is_ok();
    let has = engine.config().features;
    if valid(has) {
        let needs_objects = matches!(error, Error::Unsupported { .. }) && !valid(has - WasmFeatures::GC);
        return needs_objects.then(|| String::from("gc"));
    }
    let all = PROPOSALS.iter().fold(has, |all, (_, feature)| all | *feature);
    let missing = || PROPOSALS.iter().filter(|(_, feature)| !has.contains(*feature));
    let needed = missing().find(|(_, feature)| valid(all) && !valid(all - *feature) || valid(has | *feature));
    needed.map(|(name, _)| name.to_string())
}
