//! The options of `run` that register code with debuggers and profilers.

use crate::Failure;
use crate::arguments::Arguments;
use crate::input::Input;
use barebones::Compiler;
use barebones::base::Origin;
use barebones::ir::set_origins_to_lines;
use barebones::jit::{CodeMemory, MappingMode, MemoryOptions, Registrations, SourceLocation, SourceMap};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The lines of a text file. Origins are numbers of values.
struct Lines {
    file: Arc<Path>,
    lines: HashMap<(String, u32), u32>,
}

impl Lines {
    fn new(input: &Input) -> Lines {
        let mut module = input.module.clone();
        set_origins_to_lines(&mut module, &input.text);
        let mut lines = HashMap::new();
        for proc in &module.procedures {
            for &id in proc.block_ids().flat_map(|block| proc.block_values(block)) {
                if let Some(Origin(line)) = proc.get_value(id).map(|value| value.origin) {
                    lines.insert((proc.name.clone(), id.number()), line);
                }
            }
        }
        let path = Path::new(&input.path);
        let file = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        Lines { file: file.into(), lines }
    }
}

impl SourceMap for Lines {
    fn location(&self, procedure: &str, Origin(value): Origin) -> Option<SourceLocation> {
        let line = *self.lines.get(&(procedure.into(), value))?;
        Some(SourceLocation { file: self.file.clone(), line })
    }
}

/// Takes an option, if it is one of these.
pub(crate) fn set(
    option: &str,
    arguments: &mut Arguments,
    registrations: &mut Registrations,
) -> Result<bool, Failure> {
    match option {
        "--gdb" => registrations.gdb = true,
        "--perf-map" => registrations.perf_map = true,
        "--jitdump" => registrations.jitdump = Some(PathBuf::from(arguments.value("--jitdump")?)),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Registers what the compiler links from now on. Its memory is mapped so that the tools can work with it.
pub(crate) fn register(
    compiler: &mut Compiler,
    mut registrations: Registrations,
    input: &Input,
) -> Result<(), Failure> {
    let Registrations { gdb, perf_map, ref jitdump, .. } = registrations;
    if !gdb && !perf_map && jitdump.is_none() {
        return Ok(());
    }
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let options = MemoryOptions {
        mode: (gdb || perf_map).then_some(MappingMode::Toggling),
        guarded: compiler.options().branch_protection.landing_pads,
        placement: compiler.options().hardening.placement(),
        ..MemoryOptions::default()
    };
    let memory = CodeMemory::with_options(options).map_err(|error| failed(&error))?;
    registrations.source = Some(Arc::new(Lines::new(input)));
    memory.register_with(registrations).map_err(|error| failed(&error))?;
    compiler.set_memory(Arc::new(memory));
    Ok(())
}
