//! Runs modules in wasmi, an independent interpreter.

use super::generate::{FUEL, FUEL_EXPORT, Plan};
use super::trace::{Event, Stop, Value, hash, host};
use barebones_wasm::{TrapKind, ValType};
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{
    AsContext, Engine, Extern, ExternRef, ExternType, Func, Global, Instance, Memory, Module, Ref, Store,
    Table, TrapCode, Val,
};

/// Runs a module.
///
/// # Errors
/// The interpreter refuses the module.
pub(crate) fn run(plan: &Plan) -> Result<Vec<Event>, String> {
    let mut config = wasmi::Config::default();
    // The module's own fuel limits recursion.
    config.set_max_recursion_depth(1 << 20).set_max_stack_height(64 << 20);
    let engine = Engine::new(&config);
    let refused = |error: wasmi::Error| format!("the interpreter refuses: {error}");
    let module = Module::new(&engine, &plan.bytes).map_err(refused)?;
    let mut store = Store::new(&engine, Vec::new());
    let mut imports = Vec::new();
    let mut functions = 0;
    for ty in module.imports() {
        let number = functions;
        functions += usize::from(matches!(ty.ty(), ExternType::Func(_)));
        imports.push(import(&mut store, number, ty.ty(), plan.plain_nans).map_err(refused)?);
    }
    let started = Instance::new(&mut store, &module, &imports);
    store.data_mut().push(Event::Instantiated(started.as_ref().map(|_| ()).map_err(stop)));
    if let Ok(instance) = started {
        state(&mut store, instance, plan);
        for (export, args) in &plan.calls {
            if let Some(fuel) = instance.get_global(&store, FUEL_EXPORT) {
                fuel.set(&mut store, Val::I32(FUEL)).map_err(|error| error.to_string())?;
            }
            let function = instance.get_func(&store, export).ok_or("no such export")?;
            let vals: Vec<Val> = args.iter().map(|arg| val(&mut store, arg)).collect();
            let mut results: Vec<Val> =
                function.ty(&store).results().iter().map(|ty| Val::default(*ty)).collect();
            let result = match function.call(&mut store, &vals, &mut results) {
                Ok(()) => Ok(results.iter().map(|val| value(&store, val).normal(plan.plain_nans)).collect()),
                Err(error) => Err(stop(&error)),
            };
            store.data_mut().push(Event::Called { export: export.clone(), args: args.clone(), result });
            state(&mut store, instance, plan);
        }
    }
    Ok(store.into_data())
}

/// Records the state of all exports.
fn state(store: &mut Store<Vec<Event>>, instance: Instance, plan: &Plan) {
    let mut events = Vec::new();
    // In the order of the module; the interpreter sorts exports by name.
    for export in &plan.state {
        let Some(item) = instance.get_export(&*store, export) else { continue };
        let export = export.clone();
        events.push(match item {
            Extern::Func(_) => continue,
            Extern::Memory(memory) => {
                let bytes = memory.data(&*store);
                Event::Memory { export, size: bytes.len() as u64, hash: hash(bytes) }
            }
            Extern::Global(global) => {
                Event::Global { export, value: value(&*store, &global.get(&*store)).normal(plan.plain_nans) }
            }
            Extern::Table(table) => {
                let element = |i| match table.get(&*store, i) {
                    Some(element) => value(&*store, &element),
                    None => Value::I32(0),
                };
                Event::Table { export, elements: (0..table.size(&*store)).map(element).collect() }
            }
        });
    }
    store.data_mut().extend(events);
}

fn stop(error: &wasmi::Error) -> Stop {
    let Some(code) = error.as_trap_code() else {
        return match error.kind() {
            ErrorKind::Message(_) => Stop::Host,
            ErrorKind::Table(_)
            | ErrorKind::Instantiation(InstantiationError::ElementSegmentDoesNotFit { .. }) => {
                Stop::Trap(TrapKind::TableOutOfBounds)
            }
            _ => Stop::Refused(error.to_string()),
        };
    };
    Stop::Trap(match code {
        TrapCode::UnreachableCodeReached => TrapKind::Unreachable,
        TrapCode::MemoryOutOfBounds => TrapKind::MemoryOutOfBounds,
        TrapCode::TableOutOfBounds => TrapKind::TableOutOfBounds,
        TrapCode::IndirectCallToNull => TrapKind::UninitializedElement,
        TrapCode::IntegerDivisionByZero => TrapKind::IntegerDivideByZero,
        TrapCode::IntegerOverflow => TrapKind::IntegerOverflow,
        TrapCode::BadConversionToInteger => TrapKind::InvalidConversion,
        TrapCode::StackOverflow => TrapKind::StackOverflow,
        TrapCode::BadSignature => TrapKind::IndirectCallTypeMismatch,
        other => return Stop::Refused(format!("{other:?}")),
    })
}

fn val(store: &mut Store<Vec<Event>>, value: &Value) -> Val {
    match *value {
        Value::I32(bits) => Val::I32(bits as i32),
        Value::I64(bits) => Val::I64(bits as i64),
        Value::F32(bits) => Val::F32(wasmi::F32::from_bits(bits)),
        Value::F64(bits) => Val::F64(wasmi::F64::from_bits(bits)),
        Value::V128(bits) => Val::V128(bits.into()),
        Value::Func(_) => Val::FuncRef(Ref::Null),
        Value::Exn(_) => panic!("wasmi has no exceptions"),
        Value::Extern(None) => Val::ExternRef(Ref::Null),
        Value::Extern(Some(number)) => Val::ExternRef(Ref::Val(ExternRef::new(store, number))),
    }
}

fn value(store: impl AsContext, val: &Val) -> Value {
    let store = store.as_context();
    match val {
        Val::I32(value) => Value::I32(*value as u32),
        Val::I64(value) => Value::I64(*value as u64),
        Val::F32(value) => Value::F32(value.to_bits()),
        Val::F64(value) => Value::F64(value.to_bits()),
        Val::V128(value) => Value::V128(value.as_u128()),
        Val::FuncRef(func) => Value::Func(func.val().map(|func| {
            let ty = func.ty(store);
            barebones_wasm::FuncType::new(&types(ty.params()), &types(ty.results())).to_string()
        })),
        Val::ExternRef(reference) => Value::Extern(
            reference.val().map(|reference| *reference.data(store).downcast_ref().unwrap_or(&0)),
        ),
    }
}

fn types(types: &[wasmi::ValType]) -> Vec<ValType> {
    let one = |ty: &wasmi::ValType| match ty {
        wasmi::ValType::I32 => ValType::I32,
        wasmi::ValType::V128 => ValType::V128,
        wasmi::ValType::I64 => ValType::I64,
        wasmi::ValType::F32 => ValType::F32,
        wasmi::ValType::F64 => ValType::F64,
        wasmi::ValType::FuncRef => ValType::FUNCREF,
        wasmi::ValType::ExternRef => ValType::EXTERNREF,
    };
    types.iter().map(one).collect()
}

/// Creates an import. A function has its number among the imported functions.
fn import(
    store: &mut Store<Vec<Event>>,
    number: usize,
    ty: &ExternType,
    plain: bool,
) -> Result<Extern, wasmi::Error> {
    Ok(match ty {
        ExternType::Func(ty) => {
            let given = types(ty.results());
            Extern::Func(Func::new(&mut *store, ty.clone(), move |mut caller, args, results| {
                let args: Vec<Value> = args.iter().map(|arg| value(&caller, arg).normal(plain)).collect();
                let given = host(number, &args, &given);
                caller.data_mut().push(Event::Host { import: number, args });
                let given = given.ok_or_else(|| wasmi::Error::new("the host fails"))?;
                for (result, value) in results.iter_mut().zip(given) {
                    *result = match value {
                        Value::I32(bits) => Val::I32(bits as i32),
                        Value::I64(bits) => Val::I64(bits as i64),
                        Value::F32(bits) => Val::F32(wasmi::F32::from_bits(bits)),
                        Value::F64(bits) => Val::F64(wasmi::F64::from_bits(bits)),
                        Value::V128(bits) => Val::V128(bits.into()),
                        Value::Func(_) => Val::FuncRef(Ref::Null),
                        Value::Exn(_) => panic!("wasmi has no exceptions"),
                        Value::Extern(number) => Val::ExternRef(match number {
                            None => Ref::Null,
                            Some(number) => Ref::Val(ExternRef::new(&mut caller, number)),
                        }),
                    };
                }
                Ok(())
            }))
        }
        ExternType::Memory(ty) => Extern::Memory(Memory::new(store, *ty)?),
        ExternType::Table(ty) => {
            let null = Val::default(ty.element());
            Extern::Table(Table::new(store, *ty, null)?)
        }
        ExternType::Global(ty) => {
            let value = Value::of(types(&[ty.content()])[0], 5);
            let value = val(store, &value);
            Extern::Global(Global::new(store, value, ty.mutability()))
        }
    })
}
