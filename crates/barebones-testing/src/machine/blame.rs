//! Which stage of compilation a wrong answer comes from.

use super::{Difference, Place, check, check_exits};
use crate::differential::{Call, Report, Setup, Tester, interpret};
use crate::exits::{self, ExitSummary};
use barebones::base::Target;
use barebones::ir::Module;
use barebones::regalloc::Forced;
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
        return blamed(&difference);
    }
    if !is_host(target) {
        return Ok(None);
    }
    let mut tester = Tester::new(&[Setup::new(level, Forced::None)]).map_err(|error| error.to_string())?;
    let difference = tester.run(module, calls).err();
    Ok(difference.map(|difference| (Stage::Emit, difference.what)))
}

/// Like [`blame`], with each check made to fail at each of its executions, up to `exits` of a call. What the exits
/// describe is compared too. Passes are not distinguished from selection.
///
/// # Errors
///
/// Those of [`blame`].
pub fn blame_exits(
    module: &Module,
    calls: &[Call],
    exits: u64,
    target: Target,
    level: OptLevel,
) -> Result<Option<(Stage, String)>, String> {
    if let Err(difference) = check_exits(module, calls, exits, target, level) {
        return blamed(&difference);
    }
    if !is_host(target) {
        return Ok(None);
    }
    let setup = Setup::new(level, Forced::None);
    let mut tester = exits::Tester::new(&[setup]).map_err(|error| error.to_string())?;
    let difference = tester.run(module, calls, &[0], exits, &mut ExitSummary::default()).err();
    Ok(difference.map(|difference| (Stage::Emit, difference.what)))
}

/// The stage after which the interpreter of Air found a difference.
fn blamed(difference: &Difference) -> Result<Option<(Stage, String)>, String> {
    let stage = match difference.place {
        Some(Place::Selected) => Stage::Select,
        Some(Place::Allocated) => Stage::Allocate,
        None => return Err(difference.what.clone()),
    };
    Ok(Some((stage, difference.to_string())))
}

/// True if code of the target runs on this machine.
fn is_host(target: Target) -> bool {
    barebones::host_target().is_ok_and(|host| host.desc.name == target.desc.name)
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
