//! Which stage of compilation a wrong answer comes from.

use super::{Place, check};
use crate::differential::{Call, Report, Setup, Tester, interpret};
use barebones::base::Target;
use barebones::ir::Module;
use barebones::{Compiler, OptLevel, Options, Stage};

/// The first stage after which an execution of a module's `main` differs from that of its IR, and what differs. `None`
/// if all agree. The machine code itself is executed only if the target is this machine.
///
/// # Errors
///
/// The module is invalid or does not compile, or no code can be executed: the message.
pub fn blame(
    module: &Module,
    calls: &[Call],
    target: Target,
    level: OptLevel,
) -> Result<Option<(Stage, String)>, String> {
    if let Some(what) = optimized_differs(module, calls, target, level)? {
        return Ok(Some((Stage::Optimize, what)));
    }
    if let Err(difference) = check(module, calls, target, level) {
        let stage = match difference.place {
            Some(Place::Selected) => Stage::Select,
            Some(Place::Allocated) => Stage::Allocate,
            None => return Err(difference.what),
        };
        return Ok(Some((stage, difference.to_string())));
    }
    let is_host = barebones::host_target().is_ok_and(|host| host.desc.name == target.desc.name);
    if !is_host {
        return Ok(None);
    }
    let mut tester = Tester::new(&[Setup::new(level, barebones::regalloc::Forced::None)])
        .map_err(|error| error.to_string())?;
    let difference = tester.run(module, calls).err();
    Ok(difference.map(|difference| (Stage::Emit, difference.what)))
}

/// What differs between executions of the IR before and after the passes.
fn optimized_differs(
    module: &Module,
    calls: &[Call],
    target: Target,
    level: OptLevel,
) -> Result<Option<String>, String> {
    let mut optimized = module.clone();
    let mut options = Options::at(level);
    options.check_allocation = false;
    let mut compiler = Compiler::for_target(target, options);
    for proc in &mut optimized.procedures {
        compiler.emit_in_place(proc).map_err(|error| error.to_string())?;
    }
    let run = |module: &Module| {
        let results = interpret(module, calls, &mut Report::default());
        results.map(|(_, expected)| expected).map_err(|(_, what)| what)
    };
    let before = run(module)?;
    Ok(match run(&optimized) {
        Err(what) => Some(what),
        Ok(after) => {
            before.iter().zip(&after).find(|(before, after)| before != after).map(|(before, after)| {
                format!("before passes: {:x?}\nafter passes: {:x?}", before.effect, after.effect)
            })
        }
    })
}
