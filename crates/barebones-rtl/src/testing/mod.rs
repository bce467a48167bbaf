//! Random functions, executed in all engines.

mod build;
mod generate;
mod statements;

use crate::check::{Checked, check};
use crate::code::{Class, Mode, ROWS, StoreFlag};
use crate::oracle::{Oracle, Outcome};
use crate::reader::parse;
use crate::run::{Engines, call_of, result_mode, same, show};
use crate::translate::{Options, translate};
use barebones::ir::Module;
use barebones::{OptLevel, host_target};
use barebones_testing::calls::Call;
use generate::Random;

pub use generate::function;

/// Number of functions of one module, because a child process executes each module.
const BATCH: u64 = 64;

/// Number of calls of each function.
const CALLS: u64 = 3;

/// What a run over random functions found.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Functions that were compared.
    pub functions: u64,
    /// Calls that were compared.
    pub calls: u64,
    /// Of these, calls that trapped.
    pub traps: u64,
    /// How often each code was executed, in the order of [`ROWS`].
    pub executions: Vec<u64>,
}

impl Summary {
    /// The codes that are executed and that no function contained.
    pub fn missing(&self) -> Vec<&'static str> {
        let executed = |index: usize| self.executions.get(index).is_some_and(|count| *count > 0);
        let rows = ROWS.iter().enumerate().filter(|(_, row)| row.class != Class::Refused);
        rows.filter(|(index, _)| !executed(*index)).map(|(_, row)| row.name).collect()
    }
}

/// A call of a random function, and what it means.
struct Expected {
    function: usize,
    arguments: Vec<u128>,
    outcome: Outcome,
}

/// Compares random functions of a seed in the interpreter of RTL with the library's engines at all levels. Functions
/// of odd number have -1 for relations that hold.
///
/// # Errors
/// The first difference, with the function and both outcomes; or a function that is not read back, not accepted or not
/// compiled.
pub fn fuzz(seed: u64, count: u64, levels: &[OptLevel]) -> Result<Summary, String> {
    let mut summary = Summary { executions: vec![0; ROWS.len()], ..Summary::default() };
    let mut engines = Engines::new(levels)?;
    let mut first = 0;
    while first < count {
        let last = (first + BATCH).min(count);
        batch(seed, first..last, &mut engines, &mut summary)?;
        first = last;
    }
    Ok(summary)
}

/// A random function of a seed, printed, read back and checked.
fn checked(seed: u64, number: u64) -> Result<Checked, String> {
    let function = function(&mut Random::of_case(seed, number), &format!("f{number}"));
    let text = function.to_string();
    let read = parse(&text).map_err(|error| format!("{text}{error}"))?;
    if read != function {
        return Err(format!("{text}is read back as\n{read}"));
    }
    check(read).map_err(|refusal| format!("{text}{refusal}"))
}

fn batch(
    seed: u64,
    numbers: std::ops::Range<u64>,
    engines: &mut Engines,
    summary: &mut Summary,
) -> Result<(), String> {
    let target = host_target().map_err(|error| error.to_string())?;
    for store_flag in [StoreFlag::One, StoreFlag::MinusOne] {
        let parity = u64::from(store_flag == StoreFlag::MinusOne);
        let mine = numbers.clone().filter(|number| number % 2 == parity);
        let functions: Vec<Checked> =
            mine.clone().map(|number| checked(seed, number)).collect::<Result<_, _>>()?;
        let (mut expected, mut calls): (Vec<Expected>, Vec<(Call, Mode)>) = (Vec::new(), Vec::new());
        for (index, (checked, number)) in functions.iter().zip(mine).enumerate() {
            let mut random = Random::of_case(!seed, number);
            let mut oracle = Oracle::new(checked);
            oracle.store_flag = store_flag;
            for _ in 0..CALLS {
                let arguments: Vec<u128> = checked
                    .function
                    .params
                    .iter()
                    .map(|param| generate::argument(&mut random, param.mode))
                    .collect();
                let outcome = oracle.call(&arguments);
                if let Outcome::Undefined(why) = &outcome {
                    return Err(format!("{}{why}", checked.function));
                }
                calls.push((call_of(checked, index, &arguments), result_mode(checked)));
                expected.push(Expected { function: index, arguments, outcome });
            }
            summary.executions.iter_mut().zip(oracle.executions()).for_each(|(sum, count)| *sum += count);
        }
        let options = Options { store_flag, ..Options::new(target) };
        let all: Vec<&Checked> = functions.iter().collect();
        let module: Module = translate(&all, &options).map_err(|refusal| refusal.to_string())?;
        for (engine, outcomes) in engines.outcomes(&module, &calls)? {
            for (expected, found) in expected.iter().zip(&outcomes) {
                let checked = &functions[expected.function];
                let mode = result_mode(checked);
                if !same(&expected.outcome, found, mode) {
                    let (meant, found) = (show(&expected.outcome, mode), show(found, mode));
                    let arguments: Vec<String> = checked
                        .function
                        .params
                        .iter()
                        .zip(&expected.arguments)
                        .map(|(param, bits)| crate::run::show_value(*bits, param.mode))
                        .collect();
                    return Err(format!(
                        "{}({}) is {meant}, but {engine:?} returned {found}, with {store_flag:?}",
                        checked.function,
                        arguments.join(", ")
                    ));
                }
            }
        }
        summary.functions += functions.len() as u64;
        summary.calls += expected.len() as u64;
        let traps = expected.iter().filter(|expected| matches!(expected.outcome, Outcome::Trapped(_)));
        summary.traps += traps.count() as u64;
    }
    Ok(())
}
