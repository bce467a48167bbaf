//! The local allocator over a complete procedure: for O1, where global temporaries may have registers, and for O0 if
//! the saved registers must be known before any code is emitted.

use super::LocalAllocator;
use super::global_registers::GlobalRegisters;
use crate::air::{Arg, Code, InstBuffer, Tmp};
use crate::base::{Bank, Gauge};
use crate::regalloc::linear_scan::make_contiguous;
use crate::regalloc::registers::TmpState;
use crate::regalloc::{AllocError, AllocOptions, AllocStats, Forced, Trace, Why};

/// Allocates a complete procedure in forward order and leaves it in forward order.
///
/// Finds the temporaries that live across blocks. With [`AllocOptions::global_registers`], records the decisions about
/// them in `why`. With a trace, which must be empty, [`crate::regalloc::check`] can prove the result.
///
/// # Errors
///
/// Fails if no allocation satisfies the code's constraints. The code is then unusable.
pub fn allocate(
    allocator: &mut LocalAllocator,
    code: &mut Code,
    options: &AllocOptions,
    trace: Option<&mut Trace>,
    why: Option<&mut Why>,
) -> Result<AllocStats, AllocError> {
    allocate_within(allocator, code, options, trace, why, &mut Gauge::default())
}

/// As [`allocate`], and counts its work.
///
/// # Errors
///
/// As [`allocate`]; [`AllocError::Stopped`] if `gauge` stops it.
pub fn allocate_within(
    allocator: &mut LocalAllocator,
    code: &mut Code,
    options: &AllocOptions,
    mut trace: Option<&mut Trace>,
    mut why: Option<&mut Why>,
    gauge: &mut Gauge,
) -> Result<AllocStats, AllocError> {
    let mut globals = std::mem::take(&mut allocator.globals);
    let saved = code.saved;
    let assigned = options.global_registers && options.forced != Forced::SpillAll;
    if assigned {
        make_contiguous(code);
        if !globals.compute(code, options.forced, why.as_deref_mut())? {
            mark_global(code);
            globals.compute(code, options.forced, why.as_deref_mut())?;
        }
    } else {
        mark_global(code);
        globals.forget();
    }
    if let Some(why) = &mut why {
        (why.program, why.places) = (Some(Box::new(code.clone())), vec![0]);
    }
    let input = std::mem::take(&mut code.buffer);
    let mut result = gauge.work(globals.work.into()).map_err(AllocError::Stopped);
    if result.is_ok() {
        result = allocate_blocks(allocator, &globals, code, &input, options, (trace.as_deref_mut(), gauge));
    }
    if assigned && matches!(result, Err(AllocError::TooFewRegisters { .. })) {
        // The estimate omits the sources of copies into fixed registers. Retry without global registers.
        globals.restore_blocks(code);
        globals.forget();
        code.saved = saved;
        if let Some(trace) = &mut trace {
            trace.clear();
        }
        if let Some(why) = &mut why {
            why.entries.clear();
        }
        result = allocate_blocks(allocator, &globals, code, &input, options, (trace, gauge));
    }
    (allocator.globals, allocator.spare) = (globals, input);
    result?;
    code.allocated = true;
    let GlobalRegisters { assigned, work, .. } = allocator.globals;
    Ok(AllocStats { global_regs: assigned, work, ..allocator.stats() })
}

/// Allocates all blocks of the code, whose instructions are in `input`.
fn allocate_blocks(
    allocator: &mut LocalAllocator,
    globals: &GlobalRegisters,
    code: &mut Code,
    input: &InstBuffer,
    options: &AllocOptions,
    (mut trace, gauge): (Option<&mut Trace>, &mut Gauge),
) -> Result<(), AllocError> {
    allocator.begin(code, options)?;
    allocator.regs.tmps.extend(code.tmps.iter().map(TmpState::new));
    for (state, reg) in allocator.regs.tmps.iter_mut().zip(globals.regs()) {
        if let Some(reg) = reg {
            state.assign_global_reg(*reg);
        }
    }
    // The saved registers must be known before any code is emitted.
    allocator.regs.reserve = code.callee_saved().intersection(allocator.regs.allocatable);
    if let Forced::Random(seed) = options.forced {
        // Mixes in the code's length, since tests use few seeds.
        allocator.use_callee_saved(code, seed.wrapping_add(input.insts.len() as u64));
    }
    let saved = code.saved.intersection(allocator.regs.allocatable);
    let usable =
        [Bank::Gp, Bank::Fp].map(|bank| allocator.regs.usable[bank as usize].union(saved.in_bank(bank)));
    let mut output = std::mem::take(&mut allocator.spare);
    output.clear();
    for block in code.blocks.ids() {
        let range = code.blocks[block].insts.clone();
        let insts = &input.insts[range.start as usize..range.end as usize];
        if let Some(trace) = &mut trace {
            trace.begin_block(block);
        }
        gauge.work(insts.len() as u64).map_err(AllocError::Stopped)?;
        let start = output.insts.len();
        let taken = globals.taken(block);
        allocator.regs.homes = taken;
        allocator.regs.usable = usable.map(|set| set.difference(taken));
        allocator.allocate_block(code, insts.iter().rev(), input, &mut output, trace.as_deref_mut())?;
        output.insts[start..].reverse();
        code.blocks[block].insts = start as u32..output.insts.len() as u32;
    }
    code.buffer = output;
    Ok(())
}

/// Marks as global every temporary that several blocks mention, or that one block reads before it writes it.
fn mark_global(code: &mut Code) {
    const NOT_SEEN: u32 = u32::MAX;
    let mut seen_in = vec![NOT_SEEN; code.tmps.len()];
    let Code { buffer, blocks, tmps, specials, .. } = code;
    for (block, data) in blocks.iter() {
        for inst in &buffer.insts[data.insts.start as usize..data.insts.end as usize] {
            let args = buffer.args(inst);
            let (specs, first) = match (inst.form.get(), args.first()) {
                (Some(form), _) => (form.operands, 0),
                (None, Some(Arg::Special(id))) => {
                    (specials.get(*id).map_or(&[][..], |special| &special.operands), 1)
                }
                _ => (&[][..], 0),
            };
            let mut see = |tmp: Tmp, exposed: bool| {
                let Some(number) = tmp.number() else { return };
                let seen = &mut seen_in[number as usize];
                if *seen == NOT_SEEN {
                    *seen = block.number();
                    tmps[number as usize].global |= exposed;
                } else if *seen != block.number() {
                    tmps[number as usize].global = true;
                }
            };
            let args = || args.iter().skip(first).zip(specs);
            for (arg, spec) in args() {
                match *arg {
                    Arg::Tmp(tmp) if spec.role.is_use() => see(tmp, true),
                    Arg::Tmp(_) => {}
                    mut arg => arg.for_each_address_tmp(|tmp| see(*tmp, true)),
                }
            }
            for (arg, spec) in args() {
                if let (Arg::Tmp(tmp), false) = (arg, spec.role.is_use()) {
                    see(*tmp, false);
                }
            }
        }
    }
}
