//! Random code, allocated in every forced mode, is proved right by the checker and run by the simulator, which
//! knows nothing of the checker; and allocations with faults are not.

mod cases;
mod faults;
mod measure;
mod random_air;
mod simulator;
mod target;

use super::{AllocOptions, Forced, LocalAllocator, Trace, allocate, check};
use crate::air::{Arg, BlockId, Code, FORMS, FormId, Inst};
use crate::base::{ConvId, Features, RegSet};
use random_air::{Size, all_features, random_code};
use simulator::simulate;
use target::{CALLEE_SAVED, target};

const MODES: [Forced; 5] = [Forced::None, Forced::Random(3), Forced::SpillAll, Forced::Split(5), Forced::Few];

/// Allocates, and panics with the code's seed if the result cannot be proved.
fn allocate_and_check(code: &Code, forced: Forced, name: &str) -> (Code, Trace) {
    let mut trace = Trace::new();
    let mut allocated = code.clone();
    let options = AllocOptions { forced };
    let result = allocate(&mut LocalAllocator::new(), &mut allocated, &options, Some(&mut trace));
    result.unwrap_or_else(|error| panic!("{name}, {forced:?}: {error}"));
    if let Err(errors) = check(&allocated, &trace) {
        let list: Vec<String> = errors.iter().take(5).map(ToString::to_string).collect();
        let block = errors[0].block;
        panic!(
            "{name}, {forced:?}:\n{}\n{}\n{}",
            list.join("\n"),
            dump(code, block),
            dump(&allocated, block)
        );
    }
    (allocated, trace)
}

fn dump(code: &Code, block: BlockId) -> String {
    let Some(data) = code.blocks.get(block) else { return String::new() };
    let insts = &code.buffer.insts[data.insts.start as usize..data.insts.end as usize];
    let line = |inst: &Inst| {
        let args = code.buffer.args(inst);
        let special = match args.first() {
            Some(Arg::Special(id)) => format!(" {:?}", code.specials[*id]),
            _ => String::new(),
        };
        format!("{:?} {} {:?}{special}\n", inst.flags, inst.opcode.name(), args)
    };
    insts.iter().map(line).collect()
}

const SIZES: [Size; 3] = [
    Size { blocks: 1, insts: 25, globals: 1 },
    Size { blocks: 6, insts: 12, globals: 4 },
    Size { blocks: 12, insts: 40, globals: 12 },
];

#[test]
fn random_code_is_allocated_right_in_every_mode() {
    let mut saved = [RegSet::EMPTY; MODES.len()];
    for seed in 0..60 {
        let features = if seed % 2 == 0 { Features::empty() } else { all_features() };
        let code = random_code(seed, features, SIZES[seed as usize % 3]);
        for (forced, saved) in MODES.into_iter().zip(&mut saved) {
            let name = format!("seed {seed}");
            let (allocated, _) = allocate_and_check(&code, forced, &name);
            *saved = saved.union(allocated.saved);
            for path in 0..4 {
                let (before, after) = (simulate(&code, path, 40), simulate(&allocated, path, 40));
                assert_eq!(before, after, "{name}, {forced:?}, path {path}");
            }
        }
    }
    // What instructions fix or destroy; in random order, everything.
    let fixed = RegSet::of(&[CALLEE_SAVED]);
    let all = target(Features::empty()).convention(ConvId::new(0)).env.callee_saved;
    assert_eq!(saved, MODES.map(|forced| if forced == Forced::Random(3) { all } else { fixed }));
}

#[test]
fn random_code_has_every_form() {
    let mut seen = vec![false; FORMS.len()];
    for seed in 0..12 {
        let features = if seed % 2 == 0 { Features::empty() } else { all_features() };
        let code = random_code(seed, features, Size { blocks: 20, insts: 200, globals: 3 });
        for inst in code.buffer.insts.iter().filter(|inst| inst.form != FormId::SPECIAL) {
            seen[inst.form.0 as usize] = true;
        }
    }
    for (form, seen) in FORMS.iter().zip(seen) {
        assert!(seen, "{form:?}");
    }
}
