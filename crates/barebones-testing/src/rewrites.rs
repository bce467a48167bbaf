//! Compares executions of a module after every prefix of the rewrites that passes make.

use crate::differential::Mismatch;
use crate::exits::{self, ExitSummary};
use crate::fuzz;
use crate::passes::{BUDGET, PassSelection, optimize};
use barebones::bundle::Bundle;
use barebones::ir::Module;
use barebones::opt::{Callees, Levels, ModuleCallees, Optimizer, PassSet};
use barebones::{OptLevel, Options};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The prefixes of a module that were compared.
#[derive(Clone, Debug, Default)]
pub struct Prefixes {
    /// Number of different prefixes.
    pub count: u64,
    /// Number of rewrites by pass, of all procedures.
    pub by_pass: BTreeMap<String, u64>,
    /// Number of executions compared.
    pub compared: u64,
}

/// Optimizes a module with each limit of rewrites from none to all, of all procedures at once, and compares its
/// executions with those of the module itself: results, traps, memory and exits. Every procedure is validated after
/// each pass.
///
/// # Errors
/// The first difference; `what` names the limit. Also if the limits 0 and infinity do not give the module itself and
/// what passes make without a limit.
pub fn compare_prefixes(
    module: &Module,
    seed: u64,
    level: OptLevel,
    passes: PassSet,
) -> Result<Prefixes, Box<Mismatch>> {
    let fail =
        |what: String| Box::new(Mismatch { module: module.to_string(), setup: None, call: None, what });
    let calls = fuzz::calls(module, seed, 2);
    let expected = exits::interpret(module, &calls, 4, &mut ExitSummary::default());
    let expected = expected.map_err(|(call, what)| Box::new(Mismatch { call, ..*fail(what) }))?;
    let mut prefixes = Prefixes::default();
    let total = count(module, level, passes, &mut prefixes);
    let levels = if level == OptLevel::O1 { Levels::O1 } else { Levels::O2 };
    let selection = PassSelection::Level(levels, passes);
    let mut optimizer = Optimizer::new();
    let mut optimized = |limit: Option<u64>| {
        let mut module = module.clone();
        optimizer.set_rewrites(limit);
        let result = optimize(&mut optimizer, &mut module, &selection, BUDGET);
        result.map(|_| module).map_err(|what| fail(format!("{level:?}, {limit:?} rewrites: {what}")))
    };
    let all = optimized(None)?.to_string();
    let mut last = String::new();
    for limit in 0..=total {
        let module = optimized(Some(limit))?;
        let text = module.to_string();
        if text == last {
            continue;
        }
        let (compared, _) = exits::compare_again(&module, &expected).map_err(|(call, what)| {
            let what = format!("{level:?}, {limit} rewrites: {what}\nafter passes:\n{module}");
            Box::new(Mismatch { call, ..*fail(what) })
        })?;
        prefixes.compared += compared;
        prefixes.count += 1;
        last = text;
    }
    if last != all {
        return Err(fail(format!("{level:?}: {total} rewrites are not all")));
    }
    if optimized(Some(0))?.to_string() != module.to_string() {
        return Err(fail(format!("{level:?}: no rewrite changes the module")));
    }
    Ok(prefixes)
}

/// Counts the rewrites of each pass. Returns the largest number of a procedure.
fn count(module: &Module, level: OptLevel, passes: PassSet, prefixes: &mut Prefixes) -> u64 {
    let Some(proc) = module.procedures.first() else { return 0 };
    let mut options = Options::at(level);
    options.passes = passes;
    let callees: Arc<dyn Callees> = Arc::new(ModuleCallees::with_budget(module, BUDGET));
    let bundle = Bundle::of_module(module, *proc.target(), &options, Some(&callees));
    let mut most = 0;
    for record in &bundle.procedures {
        let mut sum = 0;
        for pass in &record.passes {
            sum += pass.rewrites;
            *prefixes.by_pass.entry(pass.name.clone()).or_default() += pass.rewrites;
        }
        most = most.max(sum);
    }
    most
}
