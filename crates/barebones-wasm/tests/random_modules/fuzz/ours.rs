//! Runs modules in our engine.

use super::generate::{FUEL, FUEL_EXPORT, Plan};
use super::trace::{Event, Stop, Value, hash, host};
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Config, Engine, Error, Extern, ExternRef, ExternType, Func, Global, Instance, Memory,
    Module, Pins, Store, Table, Tag, TrapKind, Val,
};
use std::sync::{Arc, Mutex, PoisonError};

/// A configuration to test.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) level: OptLevel,
    pub(crate) explicit: bool,
    /// True if code counts fuel and is interruptible.
    pub(crate) metered: bool,
    /// True if functions are interpreted; then they are not interruptible.
    pub(crate) interpreted: bool,
    /// True if functions begin with O0 code and get better code after a few calls.
    pub(crate) tiered: bool,
}

/// Number of calls and iterations after which a function gets better code.
const BUDGET: u32 = 3;

/// More fuel than any call needs.
const METERED_FUEL: u64 = 1 << 40;

/// An engine with a configuration.
pub(crate) struct Subject {
    pub(crate) setup: Setup,
    engine: Engine,
}

/// Events of host functions and calls.
type Log = Arc<Mutex<Vec<Event>>>;

fn note(log: &Log, event: Event) {
    log.lock().unwrap_or_else(PoisonError::into_inner).push(event);
}

impl Subject {
    /// One engine per configuration.
    pub(crate) fn all() -> Result<Vec<Subject>, Error> {
        let mut subjects = Vec::new();
        let levels = OptLevel::ALL.map(|level| (level, false)).into_iter().chain([(OptLevel::O2, true)]);
        for (level, tiered) in levels {
            for (explicit, metered) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut config = Config::at(level);
                config.tier_up = tiered.then_some(BUDGET);
                config.bounds_checks =
                    if explicit { BoundsChecks::Explicit } else { BoundsChecks::GuardPages };
                config.pins = match (explicit, metered) {
                    (true, false) => Pins::Nothing,
                    (true, true) => Pins::Instance,
                    (false, _) => Pins::InstanceAndMemory,
                };
                // The module's own fuel limits recursion.
                config.max_stack = super::STACK - (8 << 20);
                (config.fuel, config.interruption) = (metered, metered);
                let setup = Setup { level, explicit, metered, interpreted: false, tiered };
                subjects.push(Subject { setup, engine: Engine::new(config)? });
            }
        }
        for metered in [false, true] {
            let mut config = Config::default();
            config.max_stack = super::STACK - (8 << 20);
            (config.interpret, config.fuel) = (true, metered);
            let level = OptLevel::O0;
            let setup = Setup { level, explicit: true, metered, interpreted: true, tiered: false };
            subjects.push(Subject { setup, engine: Engine::new(config)? });
        }
        Ok(subjects)
    }

    /// Runs a module; returns the events, the fuel cost, and the number of direct calls of frequent targets.
    ///
    /// # Errors
    /// The engine refuses the module.
    pub(crate) fn run(&self, plan: &Plan) -> Result<(Vec<Event>, u64, u64), String> {
        let refused = |error: Error| format!("refused: {error}");
        let module = Module::new(&self.engine, &plan.bytes).map_err(refused)?;
        let mut store = Store::new(&self.engine);
        if self.setup.metered {
            store.set_fuel(METERED_FUEL).map_err(refused)?;
        }
        let log = Log::default();
        let mut imports = Vec::new();
        let mut functions = 0;
        for (_, _, ty) in module.imports() {
            let number = functions;
            functions += usize::from(matches!(ty, ExternType::Func(_)));
            imports.push(import(&mut store, number, ty, plan.plain_nans, &log).map_err(refused)?);
        }
        let started = Instance::new(&mut store, &module, &imports);
        note(&log, Event::Instantiated(started.as_ref().map(|_| ()).map_err(stop)));
        if let Ok(instance) = started {
            self.state(&store, instance, plan, &log).map_err(refused)?;
            for (export, args) in &plan.calls {
                self.call(&mut store, instance, export, args, plan, &log).map_err(refused)?;
                if self.setup.tiered {
                    self.engine.wait_for_tier_up();
                }
            }
        }
        let log = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
        let fuel = METERED_FUEL - store.fuel().unwrap_or(METERED_FUEL);
        Ok((log, fuel, module.speculated_calls()))
    }

    fn call(
        &self,
        store: &mut Store,
        instance: Instance,
        export: &str,
        args: &[Value],
        plan: &Plan,
        log: &Log,
    ) -> Result<(), Error> {
        if let Some(Extern::Global(fuel)) = instance.export(store, FUEL_EXPORT) {
            fuel.set(store, Val::I32(FUEL))?;
        }
        let vals: Vec<Val> = args.iter().map(val).collect();
        let result = instance.func(store, export)?.call(store, &vals);
        let result = match result {
            Ok(vals) => Ok(vals.iter().map(|val| value(store, *val).normal(plan.plain_nans)).collect()),
            Err(error) => Err(stop(&error)),
        };
        note(log, Event::Called { export: export.to_string(), args: args.to_vec(), result });
        self.state(store, instance, plan, log)
    }

    /// Records the state of all exports.
    fn state(&self, store: &Store, instance: Instance, plan: &Plan, log: &Log) -> Result<(), Error> {
        for (export, item) in instance.exports(store)? {
            let export = export.to_string();
            note(
                log,
                match item {
                    Extern::Func(_) | Extern::Tag(_) => continue,
                    Extern::Memory(memory) => {
                        let bytes = memory.data(store)?;
                        Event::Memory { export, size: bytes.len() as u64, hash: hash(bytes) }
                    }
                    Extern::Global(global) => {
                        let value = value(store, global.get(store)?).normal(plan.plain_nans);
                        Event::Global { export, value }
                    }
                    Extern::Table(table) => {
                        let len = table.ty(store)?.limits.min;
                        let element = |i| Ok(value(store, table.get(store, i)?));
                        Event::Table {
                            export,
                            elements: (0..len).map(element).collect::<Result<_, Error>>()?,
                        }
                    }
                },
            );
        }
        Ok(())
    }
}

fn stop(error: &Error) -> Stop {
    match error {
        // The interpreter does not distinguish these traps.
        Error::Trap(trap) if trap.kind == TrapKind::UndefinedElement => {
            Stop::Trap(TrapKind::TableOutOfBounds)
        }
        Error::Trap(trap) => Stop::Trap(trap.kind),
        Error::Host(_) => Stop::Host,
        other => Stop::Refused(other.to_string()),
    }
}

fn val(value: &Value) -> Val {
    match *value {
        Value::I32(bits) => Val::I32(bits as i32),
        Value::I64(bits) => Val::I64(bits as i64),
        Value::F32(bits) => Val::F32(bits),
        Value::F64(bits) => Val::F64(bits),
        Value::V128(bits) => Val::V128(bits),
        Value::Func(_) => Val::FuncRef(None),
        Value::Extern(number) => Val::ExternRef(number.map(ExternRef)),
        Value::Exn(_) => Val::ExnRef(None),
    }
}

fn value(store: &Store, val: Val) -> Value {
    match val {
        Val::I32(value) => Value::I32(value as u32),
        Val::I64(value) => Value::I64(value as u64),
        Val::F32(bits) => Value::F32(bits),
        Val::F64(bits) => Value::F64(bits),
        Val::V128(bits) => Value::V128(bits),
        Val::FuncRef(func) => Value::Func(func.map(|func| match func.ty(store) {
            Ok(ty) => ty.to_string(),
            Err(error) => error.to_string(),
        })),
        Val::ExternRef(reference) => Value::Extern(reference.map(|ExternRef(number)| number)),
        Val::ExnRef(reference) => Value::Exn(reference.is_some()),
    }
}

/// Creates an import. A function has its number among the imported functions.
fn import(
    store: &mut Store,
    number: usize,
    ty: &ExternType,
    plain: bool,
    log: &Log,
) -> Result<Extern, Error> {
    Ok(match ty {
        ExternType::Func(ty) => {
            let (log, results) = (log.clone(), ty.results.clone());
            let function = Func::new(store, ty.clone(), move |caller, args| {
                let args: Vec<Value> = args.iter().map(|arg| value(caller, *arg).normal(plain)).collect();
                let given = host(number, &args, &results);
                note(&log, Event::Host { import: number, args });
                Ok(given.ok_or("the host fails")?.iter().map(val).collect())
            })?;
            Extern::Func(function)
        }
        ExternType::Memory(ty) => Extern::Memory(Memory::new(store, *ty)?),
        ExternType::Table(ty) => {
            Extern::Table(Table::new(store, *ty, Val::default_of(ty.element).expect("a nullable type"))?)
        }
        ExternType::Tag(ty) => Extern::Tag(Tag::new(store, ty.clone())?),
        ExternType::Global(ty) => Extern::Global(Global::new(store, *ty, val(&Value::of(ty.content, 5)))?),
    })
}
