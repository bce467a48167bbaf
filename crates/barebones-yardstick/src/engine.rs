//! The engines that run in this process.

use crate::measure::Clock;
use barebones::OptLevel;
use barebones_wasm as ours;

/// A compiler configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    Ours(OptLevel),
    /// Cranelift in wasmtime, with or without optimization.
    Cranelift {
        optimise: bool,
    },
    /// Winch, the baseline compiler of wasmtime.
    Winch,
}

/// The baseline of all comparisons.
pub(crate) const BASE: Engine = Engine::Cranelift { optimise: true };

/// Engines whose compilation is measured.
pub(crate) const COMPILERS: [Engine; 6] = [
    Engine::Ours(OptLevel::O0),
    Engine::Ours(OptLevel::O1),
    Engine::Ours(OptLevel::O2),
    BASE,
    Engine::Cranelift { optimise: false },
    Engine::Winch,
];

/// Engines whose code is run.
pub(crate) const RUNNERS: [Engine; 4] =
    [Engine::Ours(OptLevel::O0), Engine::Ours(OptLevel::O1), Engine::Ours(OptLevel::O2), BASE];

pub(crate) enum Ready {
    Ours(ours::Engine),
    Wasmtime(wasmtime::Engine),
}

pub(crate) enum Module {
    Ours(ours::Module),
    Wasmtime(wasmtime::Module),
}

/// An instantiated kernel: its store, and its `run`.
pub(crate) enum Kernel {
    Ours(Box<ours::Store>, ours::TypedFunc<i32, i64>),
    Wasmtime(wasmtime::Store<()>, wasmtime::TypedFunc<i32, i64>),
}

fn text(error: impl std::fmt::Display) -> String {
    format!("{error:#}")
}

impl Engine {
    /// Name in tables and on the command line of child processes.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Ours(OptLevel::O0) => "O0",
            Engine::Ours(OptLevel::O1) => "O1",
            Engine::Ours(OptLevel::O2) => "O2",
            Engine::Cranelift { optimise: true } => "Cranelift speed",
            Engine::Cranelift { optimise: false } => "Cranelift none",
            Engine::Winch => "Winch",
        }
    }

    /// Initializes the engine, for one thread.
    pub(crate) fn ready(self) -> Result<Ready, String> {
        let mut config = wasmtime::Config::new();
        match self {
            Engine::Ours(level) => {
                return Ok(Ready::Ours(ours::Engine::new(ours::Config::at(level)).map_err(text)?));
            }
            Engine::Cranelift { optimise } => {
                config.strategy(wasmtime::Strategy::Cranelift);
                config.cranelift_opt_level(match optimise {
                    true => wasmtime::OptLevel::Speed,
                    false => wasmtime::OptLevel::None,
                });
            }
            Engine::Winch => {
                config.strategy(wasmtime::Strategy::Winch);
            }
        }
        Ok(Ready::Wasmtime(wasmtime::Engine::new(&config).map_err(text)?))
    }
}

impl Ready {
    /// Validates and compiles a module.
    pub(crate) fn compile(&self, bytes: &[u8]) -> Result<Module, String> {
        match self {
            Ready::Ours(engine) => ours::Module::new(engine, bytes).map(Module::Ours).map_err(text),
            Ready::Wasmtime(engine) => {
                wasmtime::Module::new(engine, bytes).map(Module::Wasmtime).map_err(text)
            }
        }
    }
}

impl Module {
    /// Bytes of machine code: only instructions for barebones, the whole text section for wasmtime.
    pub(crate) fn code_bytes(&self) -> usize {
        match self {
            Module::Ours(module) => module.codes().iter().map(|code| code.instructions().len()).sum(),
            Module::Wasmtime(module) => module.text().len(),
        }
    }

    /// Instantiates a kernel, which has no imports.
    pub(crate) fn kernel(&self) -> Result<Kernel, String> {
        match self {
            Module::Ours(module) => {
                let mut store = ours::Store::new(module.engine());
                let instance = ours::Linker::new().instantiate(&mut store, module).map_err(text)?;
                let run = instance.func(&store, "run").and_then(|run| run.typed(&store)).map_err(text)?;
                Ok(Kernel::Ours(Box::new(store), run))
            }
            Module::Wasmtime(module) => {
                let mut store = wasmtime::Store::new(module.engine(), ());
                let instance = wasmtime::Instance::new(&mut store, module, &[]).map_err(text)?;
                let run = instance.get_typed_func(&mut store, "run").map_err(text)?;
                Ok(Kernel::Wasmtime(store, run))
            }
        }
    }
}

impl Kernel {
    /// Returns the result of `run(n)`, and its time in seconds.
    pub(crate) fn run(&mut self, clock: Clock, n: i32) -> Result<(i64, f64), String> {
        let (result, time) = match self {
            Kernel::Ours(store, run) => {
                let (result, time) = clock.time(|| run.call(store, n));
                (result.map_err(text), time)
            }
            Kernel::Wasmtime(store, run) => {
                let (result, time) = clock.time(|| run.call(store, n));
                (result.map_err(text), time)
            }
        };
        Ok((result?, time))
    }
}
