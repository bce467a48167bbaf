//! WebAssembly: any bytes are refused or compiled, and generated modules do the same at all levels.

use arbitrary::Unstructured;
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Config, Engine, Error, Extern, ExternType, Instance, Module, Store, TrapKind, Val, ValType,
};
use std::cell::RefCell;

/// Fuel of each call.
const FUEL: u64 = 10_000;

/// Number of calls of a module.
const CALLS: usize = 12;

/// Number of modules after which engines are replaced, because they keep adapters for each signature.
const MODULES_PER_ENGINE: u32 = 500;

/// Largest memory of a module that is run, in bytes.
const MAX_MEMORY: u64 = 16 << 16;

thread_local! {
    static ENGINES: RefCell<(u32, Vec<Engine>)> = const { RefCell::new((0, Vec::new())) };
}

/// O0 with explicit checks, O2 with guard pages, interpreted.
fn engines() -> Vec<Engine> {
    let configs =
        [(OptLevel::O0, false), (OptLevel::O2, false), (OptLevel::O0, true)].map(|(level, interpret)| {
            let mut config = Config::at(level);
            config.check_allocation = true;
            (config.fuel, config.interpret, config.max_memory) = (true, interpret, MAX_MEMORY);
            if level == OptLevel::O0 {
                config.bounds_checks = BoundsChecks::Explicit;
            }
            config
        });
    configs.map(|config| Engine::new(config).expect("an engine")).into_iter().collect()
}

/// The first byte chooses: the others are a module, or what a module is generated from.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    ENGINES.with_borrow_mut(|(used, engines)| {
        if *used % MODULES_PER_ENGINE == 0 {
            *engines = self::engines();
        }
        *used += 1;
        if kind % 4 == 0 {
            compile(engines, bytes);
        } else if let Some(bytes) = generate(bytes) {
            compare(engines, &bytes);
        }
    });
}

/// Compiles bytes that may be no module. Engines agree whether they are one.
fn compile(engines: &[Engine], bytes: &[u8]) {
    let valid = Module::validate(&engines[0], bytes).is_ok();
    for engine in &engines[..2] {
        match Module::new(engine, bytes) {
            Ok(_) => assert!(valid, "an invalid module is compiled"),
            Err(Error::Invalid { .. }) => assert!(!valid, "a valid module is invalid"),
            Err(error) => assert!(!error.to_string().contains("bug"), "{error}"),
        }
    }
}

/// A module that exports all it has, with canonical NaNs and no imports.
fn generate(bytes: &[u8]) -> Option<Vec<u8>> {
    let config = wasm_smith::Config {
        canonicalize_nans: true,
        exceptions_enabled: false,
        gc_enabled: false,
        compact_imports_enabled: false,
        memory64_enabled: false,
        relaxed_simd_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        custom_page_sizes_enabled: false,
        export_everything: true,
        max_imports: 0,
        min_funcs: 1,
        max_memory32_bytes: MAX_MEMORY,
        memory_max_size_required: true,
        max_table_elements: 40,
        table_max_size_required: true,
        max_instructions: 100,
        ..wasm_smith::Config::default()
    };
    let module = wasm_smith::Module::new(config, &mut Unstructured::new(bytes)).ok()?;
    Some(module.to_bytes())
}

/// What a call did, as text: its results or its trap, and the fuel that is left.
fn describe(result: Result<Vec<Val>, Error>, fuel: u64) -> String {
    match result {
        Ok(values) => {
            let value = |value: &Val| match value {
                Val::FuncRef(reference) => format!("a function: {}", reference.is_some()),
                Val::ExternRef(reference) => format!("an object: {}", reference.is_some()),
                value => format!("{value:x?}"),
            };
            format!("{:?}, {fuel} left", values.iter().map(value).collect::<Vec<_>>())
        }
        Err(Error::Trap(trap)) => format!("{:?}, {fuel} left", trap.kind),
        Err(error) => format!("an error: {error}"),
    }
}

fn zero(ty: &ValType) -> Option<Val> {
    Some(match *ty {
        ValType::I32 => Val::I32(7),
        ValType::I64 => Val::I64(-7),
        ValType::F32 => Val::F32(1.5_f32.to_bits()),
        ValType::F64 => Val::F64((-0.0_f64).to_bits()),
        ValType::V128 => Val::V128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10),
        ValType::FUNCREF => Val::FuncRef(None),
        ValType::EXTERNREF => Val::ExternRef(None),
        _ => return None,
    })
}

/// What a module does in an engine, event by event; `None` if it reaches a limit that engines have at different places.
fn events(engine: &Engine, bytes: &[u8]) -> Option<Vec<String>> {
    let module = match Module::new(engine, bytes) {
        Ok(module) => module,
        Err(error) => panic!("a valid module is refused: {error}"),
    };
    let mut store = Store::new(engine);
    store.set_fuel(FUEL).expect("an engine with fuel");
    let instance = match Instance::new(&mut store, &module, &[]) {
        Ok(instance) => instance,
        Err(error) => return Some(vec![describe(Err(error), store.fuel().unwrap_or(0))]),
    };
    let mut events = Vec::new();
    let functions: Vec<String> = module
        .exports()
        .filter(|(_, ty)| matches!(ty, ExternType::Func(_)))
        .map(|(name, _)| name.to_string())
        .collect();
    for name in functions.iter().take(CALLS) {
        let Some(Extern::Func(function)) = instance.export(&store, name) else { continue };
        let ty = function.ty(&store).expect("its store");
        let Some(arguments) = ty.params.iter().map(zero).collect::<Option<Vec<_>>>() else { continue };
        store.set_fuel(FUEL).expect("an engine with fuel");
        let result = function.call(&mut store, &arguments);
        // How deep calls may nest depends on the sizes of frames.
        if let Err(Error::Trap(trap)) = &result
            && trap.kind == TrapKind::StackOverflow
        {
            return None;
        }
        let fuel = store.fuel().unwrap_or(0);
        events.push(format!("{name}: {}", describe(result, fuel)));
    }
    Some(events)
}

fn compare(engines: &[Engine], bytes: &[u8]) {
    let Some(expected) = events(&engines[0], bytes) else { return };
    for engine in &engines[1..] {
        if let Some(found) = events(engine, bytes) {
            assert_eq!(
                found,
                expected,
                "at {:?}, interpreted: {}",
                engine.config().opt_level,
                engine.config().interpret
            );
        }
    }
}
