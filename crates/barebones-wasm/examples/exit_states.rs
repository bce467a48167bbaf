//! Bytes of exit states per check, where each operation of a module that may trap has a check with all that execution
//! needs to resume there: `cargo run --release -p barebones-wasm --example exit_states -- FILE..`

use barebones::base::StateId;
use barebones::ir::{LiveValues, Point, Procedure, ValueFlags};
use barebones::{Compiler, OptLevel, Options, host_target};
use barebones_testing::exits::with_checks;
use barebones_wasm::{Config, Module};
use std::error::Error;

/// The checks of some procedures: their number, and the bytes and entries of their states.
#[derive(Clone, Copy, Default)]
struct Sum {
    checks: usize,
    bytes: usize,
    entries: usize,
}

impl Sum {
    fn print(self, name: &str) {
        let per_check = |number: usize| number as f64 / self.checks.max(1) as f64;
        let (bytes, entries) = (per_check(self.bytes), per_check(self.entries));
        println!("{name:>40} {:>7} checks {bytes:>6.2} bytes {entries:>6.2} entries", self.checks);
    }
}

/// The procedure with a check before each operation that may trap.
fn guarded(proc: &Procedure) -> Procedure {
    let may_trap = |id: &_| proc.get_value(*id).is_some_and(|value| value.flags.contains(ValueFlags::TRAPS));
    let values = proc.block_ids().flat_map(|block| proc.block_values(block)).copied();
    let points: Vec<Point> = values.filter(may_trap).map(Point::Before).collect();
    let found: Vec<_> = LiveValues::compute(proc).all(&points).into_iter().flatten().collect();
    with_checks(proc, 0, &found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return Err("usage: exit_states FILE..".into());
    }
    for level in OptLevel::ALL {
        let mut all = Sum::default();
        for file in &files {
            let (mut sum, mut error) = (Sum::default(), None);
            let mut compiler = Compiler::with_options(Options::at(level))?;
            let front = Compiler::for_target(host_target()?, Options::at(OptLevel::O0));
            let bytes = std::fs::read(file)?;
            Module::emit_with(front, &Config::default(), &bytes, &mut |_, proc, _| {
                let checked = guarded(proc);
                match compiler.emit(&checked) {
                    Ok(code) => {
                        let count = code.exits.len().unwrap_or(0);
                        sum.checks += count as usize;
                        sum.bytes += code.exits.bytes().len();
                        let states = (0..count).map(StateId::new);
                        sum.entries += states.map(|state| checked.state_entries(state).len()).sum::<usize>();
                    }
                    Err(found) => error = error.take().or(Some(found)),
                }
            })?;
            if let Some(error) = error {
                return Err(error.into());
            }
            sum.print(&format!("{level:?} {file}"));
            all.checks += sum.checks;
            all.bytes += sum.bytes;
            all.entries += sum.entries;
        }
        all.print(&format!("{level:?} all"));
    }
    Ok(())
}
