//! Injects faults into correct allocations. The checker must report all that change results, and some always.

use super::random_air::{Size, all_features, random_code};
use super::simulator::simulate;
use super::{Allocator, MODES, allocate_and_check};
use crate::air::{
    Arg, Block, BlockId, Code, FORMS, FormId, Inst, InstBuffer, InstFlags, Opcode, Role, SlotKind, Tmp,
    find_form,
};
use crate::base::{Bank, Features, Reg, RegSet};
use crate::regalloc::registers::Random;
use crate::regalloc::trace::{Step, TracedBlock};
use crate::regalloc::{CheckErrorKind, Trace, check};

/// One step, with its instructions and their operands.
#[derive(Clone)]
struct Item {
    step: Step,
    program: Option<(Inst, Vec<Arg>)>,
    allocated: Option<(Inst, Vec<Arg>)>,
}

/// The steps of each block, in forward order.
fn unpack(trace: &Trace) -> Vec<Vec<Item>> {
    let unpack_block = |traced: &TracedBlock| {
        let inst = |buffer: &InstBuffer, index: &mut u32| {
            let inst = buffer.insts[*index as usize];
            *index += 1;
            Some((inst, buffer.args(&inst).to_vec()))
        };
        let (mut p, mut a) = (traced.program.start, traced.allocated.start);
        let steps = &trace.steps[traced.steps.start as usize..traced.steps.end as usize];
        let item = |step: &Step| Item {
            step: *step,
            program: match step {
                Step::Program | Step::Dropped(_) => inst(&trace.program, &mut p),
                _ => None,
            },
            allocated: match step {
                Step::Dropped(_) => None,
                _ => inst(&trace.allocated, &mut a),
            },
        };
        let mut items: Vec<Item> = steps.iter().map(item).collect();
        items.reverse();
        items
    };
    trace.blocks.iter().map(unpack_block).collect()
}

/// The trace with these steps, and code whose instructions are those of the trace.
fn pack(code: &Code, blocks: &[Vec<Item>]) -> (Trace, Code) {
    let mut trace = Trace::new();
    let mut emitted = code.clone();
    emitted.allocated = false;
    emitted.buffer.clear();
    for (block, items) in code.blocks.ids().zip(blocks) {
        trace.begin_block(block);
        let (mut steps, mut output) = (Vec::new(), InstBuffer::default());
        let start = emitted.buffer.insts.len() as u32;
        for Item { step, program, allocated } in items.iter().rev() {
            steps.push(*step);
            if let Some((inst, args)) = program {
                let mut one = InstBuffer::default();
                one.push(inst.opcode, inst.form, args, inst.origin, inst.flags);
                trace.add_program(&one, &one.insts[0]);
            }
            if let Some((inst, args)) = allocated {
                output.push(inst.opcode, inst.form, args, inst.origin, inst.flags);
            }
        }
        for inst in output.insts.iter().rev() {
            emitted.buffer.push_from(&output, inst);
        }
        emitted.blocks[block].insts = start..emitted.buffer.insts.len() as u32;
        trace.end_block(&steps, &output, 0);
    }
    (trace, emitted)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    DropReload,
    DropStore,
    DropCopy,
    DropRemat,
    DropProgramMove,
    WrongReloadSlot,
    WrongStoreSlot,
    WrongSlotInPlace,
    WrongUse,
    WrongAddress,
    WrongResult,
    WrongConstant,
    WrongRematTmp,
    SwapRegisters,
    SwapMoves,
    MoveAcross,
    ScratchIsUse,
    IgnoredClobber,
    IgnoredEarlyClobber,
    LateInsteadOfEarly,
    EarlyInsteadOfLate,
    NotFixed,
    CalleeSaved,
    NotSaved,
    WrongForm,
    AfterTerminal,
    ChangedBeforeLanding,
}

use Fault::*;

/// Faults that the checker must report even if they do not change what is computed.
const ALWAYS: [Fault; 7] =
    [NotFixed, CalleeSaved, NotSaved, WrongForm, AfterTerminal, WrongConstant, ChangedBeforeLanding];

const FAULTS: [Fault; 27] = [
    DropReload,
    DropStore,
    DropCopy,
    DropRemat,
    DropProgramMove,
    WrongReloadSlot,
    WrongStoreSlot,
    WrongSlotInPlace,
    WrongUse,
    WrongAddress,
    WrongResult,
    WrongConstant,
    WrongRematTmp,
    SwapRegisters,
    SwapMoves,
    MoveAcross,
    ScratchIsUse,
    IgnoredClobber,
    IgnoredEarlyClobber,
    LateInsteadOfEarly,
    EarlyInsteadOfLate,
    NotFixed,
    CalleeSaved,
    NotSaved,
    WrongForm,
    AfterTerminal,
    ChangedBeforeLanding,
];

/// Applies a fault at step `at`. Returns false if it does not apply there.
fn apply(fault: Fault, code: &mut Code, items: &mut Vec<Item>, at: usize, random: &mut Random) -> bool {
    let spills: Vec<_> = code.slots.iter().filter(|(_, s)| s.kind == SlotKind::Spill).map(|s| s.0).collect();
    let other_reg = |bank: Bank, random: &mut Random| {
        let n = [0, 1, 2, 6, 7, 8, 9, 10, 11][random.below(9)];
        Tmp::from_reg(if bank == Bank::Gp { Reg::gp(n) } else { Reg::fp(n) })
    };
    let inserted = match &items[at] {
        Item { step: Step::Inserted, allocated: Some((_, args)), .. } => args.clone(),
        _ => Vec::new(),
    };
    let load = matches!(inserted[..], [Arg::Stack { .. }, _]);
    let store = matches!(inserted[..], [_, Arg::Stack { .. }]);
    let copy = matches!(inserted[..], [Arg::Tmp(_), Arg::Tmp(_)]);
    let item = &mut items[at];
    let Some((inst, args)) = &mut item.allocated else { return false };
    let specs = code.operands(inst, args).to_vec();
    let first = usize::from(inst.form == FormId::SPECIAL);
    let wanted = |wanted: fn(Role) -> bool, random: &mut Random| {
        let fits = |i: &usize| wanted(specs[*i].role) && matches!(args[first + i], Arg::Tmp(_));
        let found: Vec<usize> = (0..specs.len()).filter(fits).collect();
        if found.is_empty() { None } else { Some(first + found[random.below(found.len())]) }
    };
    let program = item.step == Step::Program;
    match fault {
        DropReload if load => drop(items.remove(at)),
        DropStore if store => drop(items.remove(at)),
        DropCopy if copy => drop(items.remove(at)),
        DropRemat if matches!(item.step, Step::Remat(_)) => drop(items.remove(at)),
        DropProgramMove if program && matches!(args[..], [Arg::Tmp(_), Arg::Tmp(_)]) => {
            let Some(reg) = args[1].as_tmp().and_then(Tmp::reg) else { return false };
            if !matches!(inst.opcode, Opcode::Move | Opcode::MoveDouble) {
                return false;
            }
            (item.step, item.allocated) = (Step::Dropped(Some(reg.index() as u32)), None);
        }
        WrongReloadSlot | WrongStoreSlot | WrongSlotInPlace => {
            let fits = match fault {
                WrongReloadSlot => load,
                WrongStoreSlot => store,
                _ => program,
            };
            if !fits || spills.is_empty() {
                return false;
            }
            let Some((_, args)) = &mut items[at].allocated else { return false };
            let in_spill = |arg: &&mut Arg| matches!(arg, Arg::Stack { slot, .. } if spills.contains(slot));
            let Some(arg) = args.iter_mut().find(in_spill) else { return false };
            *arg = Arg::Stack { slot: spills[random.below(spills.len())], offset: 0 };
        }
        WrongUse if program => {
            let Some(i) = wanted(Role::is_use, random) else { return false };
            args[i] = other_reg(specs[i - first].bank, random).into();
        }
        WrongAddress if program => {
            let Some(arg) = args.iter_mut().find(|a| matches!(a, Arg::Addr { .. } | Arg::Index { .. }))
            else {
                return false;
            };
            let mut done = false;
            arg.for_each_address_tmp(|tmp| {
                if !done {
                    (*tmp, done) = (other_reg(Bank::Gp, random), true);
                }
            });
        }
        WrongResult if program => {
            let Some(i) = wanted(Role::is_def, random) else { return false };
            args[i] = other_reg(specs[i - first].bank, random).into();
        }
        WrongConstant => {
            let Some(arg) = args.iter_mut().find(|a| matches!(a, Arg::Imm(n) if *n != 12)) else {
                return false;
            };
            *arg = Arg::Imm(12);
        }
        WrongRematTmp => {
            let Step::Remat(tmp) = item.step else { return false };
            let number = tmp.number().expect("virtual") as usize;
            let other = (0..code.tmps.len())
                .rev()
                .find(|i| *i != number && code.tmps[*i].remat.is_valid() && code.tmps[*i].bank == tmp.bank());
            let remat = code.remats[code.tmps[other.expect("another")].remat];
            let reg = args[args.len() - 1];
            (inst.opcode, inst.form) = (remat.opcode, remat.form);
            *args = remat.arg.into_iter().chain([reg]).collect();
        }
        SwapRegisters if program => {
            let (a, b) = (wanted(Role::is_use, random), wanted(Role::is_use, random));
            let (Some(a), Some(b)) = (a, b) else { return false };
            if specs[a - first].bank != specs[b - first].bank || args[a] == args[b] {
                return false;
            }
            args.swap(a, b);
        }
        SwapMoves => {
            if at + 1 >= items.len()
                || items[at].step != Step::Inserted
                || items[at + 1].step != Step::Inserted
            {
                return false;
            }
            items.swap(at, at + 1);
        }
        MoveAcross => {
            if at + 2 >= items.len() || (items[at].program.is_some() == items[at + 1].program.is_some()) {
                return false;
            }
            items.swap(at, at + 1);
        }
        ScratchIsUse if program => {
            let (Some(a), Some(b)) = (wanted(|r| r == Role::Scratch, random), wanted(Role::is_use, random))
            else {
                return false;
            };
            if specs[a - first].bank != specs[b - first].bank {
                return false;
            }
            args[a] = args[b];
        }
        IgnoredClobber | IgnoredEarlyClobber | LateInsteadOfEarly | EarlyInsteadOfLate => {
            let Some(Arg::Special(id)) = args.first().filter(|_| program) else { return false };
            let special = &mut code.specials[*id];
            let reg = other_reg(if random.below(2) == 0 { Bank::Gp } else { Bank::Fp }, random);
            let operand = random.below(special.operands.len().max(1));
            let role = special.operands.get(operand).map(|spec| spec.role);
            match (fault, role) {
                (IgnoredClobber, _) => special.clobbers.insert(reg.reg().expect("a register")),
                (IgnoredEarlyClobber, _) => special.clobbers_early.insert(reg.reg().expect("a register")),
                (LateInsteadOfEarly, Some(Role::Use)) => special.operands[operand].role = Role::LateUse,
                (EarlyInsteadOfLate, Some(Role::Def)) => special.operands[operand].role = Role::EarlyDef,
                _ => return false,
            }
        }
        NotFixed if program => {
            let fixed = |i: &usize| specs[*i].fixed().is_some() && matches!(args[first + i], Arg::Tmp(_));
            let Some(i) = (0..specs.len()).find(fixed) else { return false };
            let reg = other_reg(specs[i].bank, random);
            if args[first + i] == reg.into() {
                return false;
            }
            args[first + i] = reg.into();
        }
        CalleeSaved if program => {
            let Some(i) = wanted(Role::is_def, random) else { return false };
            if specs[i - first].bank == Bank::Fp {
                return false;
            }
            let Some(reg) = code.env().callee_saved.difference(code.saved).first() else { return false };
            if inst.opcode == Opcode::Entry {
                return false; // an entry's results are already in place
            }
            args[i] = Tmp::from_reg(reg).into();
        }
        NotSaved => {
            let written = match args.first() {
                _ if inst.opcode == Opcode::Entry => RegSet::EMPTY,
                Some(Arg::Special(id)) => {
                    code.specials[*id].clobbers.union(code.specials[*id].clobbers_early)
                }
                _ => {
                    let defined = args.iter().zip(&specs).filter(|(_, spec)| spec.role.is_def());
                    defined.filter_map(|(arg, _)| arg.as_tmp()?.reg()).collect()
                }
            };
            let Some(reg) = written.intersection(code.saved).first() else { return false };
            code.saved.remove(reg);
        }
        WrongForm if inst.form != FormId::SPECIAL => {
            let same = |f: &usize| {
                FORMS[*f].opcode == inst.opcode
                    && (FORMS[*f].operands.len() != args.len()
                        || !FORMS[*f].kinds.iter().zip(&*args).all(|(k, a)| a.kinds().intersects(*k)))
            };
            let Some(form) = (0..FORMS.len()).find(same) else { return false };
            inst.form = FormId(form as u16);
        }
        AfterTerminal => {
            let last = items.len() - 1;
            if items[at].step != Step::Inserted || at + 1 == items.len() {
                return false;
            }
            let moved = items.remove(at);
            items.insert(last, moved);
        }
        ChangedBeforeLanding if inst.opcode == Opcode::Landing && args.len() > 1 => {
            let [from, to] = [other_reg(specs[0].bank, random).into(), args[1]];
            if from == to {
                return false;
            }
            let opcode = if specs[0].bank == Bank::Gp { Opcode::Move } else { Opcode::MoveDouble };
            let form = find_form(opcode, code.target.desc.arch, code.target.features, &[from, to]);
            let mut moved = *inst;
            (moved.opcode, moved.form) = (opcode, form.expect("a form"));
            moved.flags = InstFlags::INSERTED;
            let allocated = Some((moved, vec![from, to]));
            items.insert(at, Item { step: Step::Inserted, program: None, allocated });
        }
        _ => return false,
    }
    true
}

#[test]
fn landing_needs_results_of_its_predecessors() {
    let mut found = 0;
    for seed in 0..30 {
        let program =
            random_code(seed, all_features(), Size { blocks: 6, insts: 5, globals: 3, coincidences: false });
        let (allocated, trace) = allocate_and_check(Allocator::Local, &program, MODES[0], "landings");
        let insts = |block: &Block| allocated.block_insts(block).to_vec();
        let lands = |(_, block): &(BlockId, &Block)| {
            let first = insts(block)[0];
            first.opcode == Opcode::Landing && allocated.buffer.args(&first).len() > 1
        };
        let jumps = |(id, block): &(BlockId, &Block)| {
            id.number() > 0 && insts(block).last().is_some_and(|inst| inst.opcode == Opcode::Jump)
        };
        let (Some((landing, _)), Some((from, _))) =
            (allocated.blocks.iter().find(lands), allocated.blocks.iter().find(jumps))
        else {
            continue;
        };
        let mut wrong = allocated.clone();
        wrong.blocks[from].successors[0] = landing;
        let errors = check(&wrong, &trace).expect_err("a jump leaves no results");
        assert!(errors.iter().any(|error| error.kind == CheckErrorKind::NoResult), "{errors:?}");
        found += 1;
    }
    assert!(found > 5, "{found}");
}

#[test]
fn faults_are_seen() {
    const PATHS: u64 = 6;
    // Some faults do harm in few programs: after the first programs, only those that did none are applied.
    const PROGRAMS: u64 = 16;
    const MAX_PROGRAMS: u64 = 400;
    let (mut applied, mut harmful) = ([0; FAULTS.len()], [0; FAULTS.len()]);
    let mut random = Random::new(9);
    for seed in 0..MAX_PROGRAMS {
        if seed >= PROGRAMS && harmful.iter().all(|count| *count > 0) {
            break;
        }
        let features = if seed % 2 == 0 { Features::empty() } else { all_features() };
        let program =
            random_code(100 + seed, features, Size { blocks: 4, insts: 40, globals: 5, coincidences: false });
        let (allocated, trace) =
            allocate_and_check(Allocator::Local, &program, MODES[seed as usize % 5], "faults");
        let right = unpack(&trace);
        assert_eq!(check(&allocated, &pack(&allocated, &right).0), Ok(()));
        let mut code = allocated.clone();
        code.allocated = false;
        for (kind, fault) in FAULTS.into_iter().enumerate() {
            if seed >= PROGRAMS && harmful[kind] > 0 {
                continue;
            }
            let mut left = 12;
            for _ in 0..250 {
                code.specials.clone_from(&allocated.specials);
                code.saved = allocated.saved;
                let block = random.below(right.len());
                let mut items = right[block].clone();
                let at = random.below(items.len());
                if left == 0 || !apply(fault, &mut code, &mut items, at, &mut random) {
                    continue;
                }
                left -= 1;
                let mut blocks = right.clone();
                blocks[block] = items;
                applied[kind] += 1;
                let (faulty, emitted) = pack(&code, &blocks);
                let seen = check(&code, &faulty).is_err();
                let always = ALWAYS.contains(&fault);
                if seen && harmful[kind] > 5 {
                    continue; // reported faults need no run
                }
                let mut before = program.clone();
                before.specials = code.specials.clone();
                let harm = always
                    || (0..PATHS).any(|path| simulate(&before, path, 30) != simulate(&emitted, path, 30));
                harmful[kind] += usize::from(harm);
                assert!(seen || !harm, "seed {seed}: {fault:?} at {at} of block {block} is not seen");
            }
        }
    }
    for (kind, fault) in FAULTS.iter().enumerate() {
        println!("{fault:?}: {} of {} did harm", harmful[kind], applied[kind]);
        assert!(harmful[kind] > 0, "{fault:?} was applied {} times without harm", applied[kind]);
    }
}
