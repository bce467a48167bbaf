//! Random programs.

use super::engines::Engines;
use super::generate::{Random, program};
use super::{Failure, Invocation, Plan, Tally, compare_calls, translated};
use crate::ir::Module;
use crate::oracle::Value;
use crate::table::ROWS;
use crate::translate::Refusal;
use barebones::ir::Module as CoreModule;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Arguments of a range: small numbers, the ends, and any.
fn argument(random: &mut Random, range: &str) -> Value {
    let bits: u32 = range[1..].parse().unwrap_or(8);
    let (low, high) = crate::Range { signed: range.starts_with('s'), bits }.bounds();
    Value::Int(match random.below(5) {
        0 => low,
        1 => high,
        2 => BigInt::from(random.below(10)),
        _ => {
            let size = &high - &low + 1i32;
            let limbs = (0..bits.div_ceil(64)).map(|_| random.next());
            let any = limbs.fold(BigInt::ZERO, |sum, limb| (sum << 64) + limb);
            // As many bits as a shorter integer has, often.
            let any = any >> if random.chance(30) { random.below(bits as usize) } else { 0 };
            low + any % size
        }
    })
}

/// Results of a run over random programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programs that were compared.
    pub programs: u64,
    /// Programs that were compared in code with checks.
    pub checked_programs: u64,
    /// Programs that were not translated, by reason.
    pub refused: BTreeMap<String, u64>,
    /// Calls.
    pub calls: Tally,
    /// Calls of code with checks.
    pub checked: Tally,
    /// Number of executions of each instruction in compared modules, in the order of [`ROWS`].
    pub executions: Vec<u64>,
}

impl Summary {
    /// The instructions that no program executed.
    pub fn missing(&self) -> Vec<&'static str> {
        let executed = |index: usize| self.executions.get(index).is_some_and(|count| *count > 0);
        ROWS.iter().enumerate().filter(|(index, _)| !executed(*index)).map(|(_, row)| row.name).collect()
    }
}

/// Number of programs that one module has, because a child process executes each module.
const BATCH: usize = 256;

/// Number of calls of each program.
const CALLS: usize = 6;

/// A program with its calls, translated.
struct Program {
    seed: u64,
    module: Module,
    calls: Vec<Invocation>,
    core: CoreModule,
}

/// Reads a random program, and makes calls of it.
fn read(seed: u64) -> Result<(Module, Vec<Invocation>), String> {
    let (text, params) = program(seed);
    let module = crate::parse(&text).map_err(|error| format!("seed {seed}: {text}\n{error}"))?;
    if let Some(violation) = crate::validate(&module).first() {
        return Err(format!("seed {seed}: {text}\n{violation}"));
    }
    let name = format!("f{seed}");
    let mut random = Random::new(!seed);
    let call = |_| Invocation {
        function: name.clone(),
        arguments: params.iter().map(|range| argument(&mut random, range)).collect(),
    };
    Ok((module, (0..CALLS).map(call).collect()))
}

/// Programs of one plan that are compared in one module.
struct Batch {
    plan: Plan,
    programs: Vec<Program>,
    engines: Engines,
}

impl Batch {
    fn new(plan: Plan) -> Result<Batch, String> {
        let engines = Engines::new(&plan.levels)?;
        Ok(Batch { plan, programs: Vec::new(), engines })
    }

    /// Adds a program; `Err` is why it is not translated.
    fn add(&mut self, seed: u64, module: &Module, calls: &[Invocation]) -> Result<(), Refusal> {
        let core = translated(module, &self.plan)?;
        self.programs.push(Program { seed, module: module.clone(), calls: calls.to_vec(), core });
        Ok(())
    }

    /// Compares the programs in one module, and again one by one if there is a difference.
    fn compare(&mut self, summary: &mut Summary) -> Result<(), String> {
        let (mut whole, mut core, mut calls) = (Module::default(), CoreModule::default(), Vec::new());
        let programs = std::mem::take(&mut self.programs);
        let count = programs.len() as u64;
        let mut shared = BTreeSet::new();
        for program in &programs {
            whole.functions.extend(program.module.functions.iter().cloned());
            whole.data.extend(program.module.data.iter().cloned());
            calls.extend(program.calls.iter().cloned());
            for found in &program.core.procedures {
                // Programs share the procedures of long operations.
                if program.module.function(&found.name).is_some() || shared.insert(&found.name) {
                    core.procedures.push(found.clone());
                }
            }
            core.data.extend(program.core.data.iter().cloned());
            for found in &program.core.externs {
                if !core.externs.iter().any(|known| known.name == found.name) {
                    core.externs.push(found.clone());
                }
            }
        }
        let compared = self.engines.compare(&whole, core, &calls, &self.plan);
        let compared = compared.map_err(|failure| self.culprit(&programs, failure))?;
        if self.plan.check_annotations {
            summary.checked.add(compared.tally);
            summary.checked_programs += count;
        } else {
            summary.calls.add(compared.tally);
            summary.programs += count;
        }
        summary.executions.resize(ROWS.len(), 0);
        summary.executions.iter_mut().zip(compared.executions).for_each(|(sum, more)| *sum += more);
        Ok(())
    }

    /// The program that differs, as text.
    fn culprit(&self, programs: &[Program], failure: Failure) -> String {
        let text = |failure| match failure {
            Failure::Different(text) => text,
            Failure::Refused(refusal) => refusal.to_string(),
        };
        for Program { seed, module, calls, .. } in programs {
            if let Err(failure) = compare_calls(module, calls, &self.plan) {
                return format!("seed {seed}:\n{}", text(failure));
            }
        }
        text(failure)
    }
}

/// Compares random programs, each with several calls, and again in code with checks.
///
/// # Errors
/// The first difference, with its seed, as text.
pub fn fuzz(seed: u64, count: u64, plan: &Plan) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let batch = |check_annotations| Batch::new(Plan { check_annotations, shares_data: true, ..plan.clone() });
    let mut batches = [batch(false)?, batch(true)?];
    for seed in (0..count).map(|number| seed.wrapping_add(number)) {
        let (module, calls) = read(seed)?;
        for batch in &mut batches {
            if let Err(refusal) = batch.add(seed, &module, &calls) {
                let reason = match &refusal {
                    Refusal::Unsupported { feature, .. } => feature.to_string(),
                    Refusal::Unbounded { .. } => String::from("an unbounded integer"),
                    Refusal::TooWide { .. } => String::from("an integer of too many bits"),
                    Refusal::Library(message) => message.clone(),
                };
                let checked = if batch.plan.check_annotations { ", with checks" } else { "" };
                *summary.refused.entry(format!("{reason}{checked}")).or_default() += 1;
            }
            if batch.programs.len() == BATCH {
                batch.compare(&mut summary)?;
            }
        }
    }
    for batch in &mut batches {
        batch.compare(&mut summary)?;
    }
    Ok(summary)
}
