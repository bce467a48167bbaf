//! A patchpoint generator that clobbers everything its constraints permit, as early as they permit.
//!
//! It first destroys early clobbers and early results, and then reads the early operands. Then it destroys late
//! clobbers, operands that it may clobber, and results; only then it reads the late operands. Its results are a
//! digest that distinguishes operands and the number of bits that were read.

use barebones::base::{Bank, Effects, IntCondition, Reg, Type, ValueRep, Width};
use barebones::ir::{BlockId, Outcome, Procedure, Successor, ValueId};
use barebones::isa::masm::{Gpr, MacroAssembler};
use barebones::isa::{GeneratorError, StackmapParams};
use barebones::patchpoint::Constraint;

/// Description of a patchpoint.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Operands and their constraints.
    pub inputs: Vec<(ValueId, Constraint)>,
    /// Types and constraints of results.
    pub results: Vec<(Type, Constraint)>,
    /// Early clobbers.
    pub early: Vec<Reg>,
    /// Late clobbers.
    pub late: Vec<Reg>,
    /// Additional scratch registers, besides the two general ones and the floating-point one that the generator
    /// needs.
    pub more_scratches: [u8; 2],
    /// Successors; empty if it is not a terminal.
    pub successors: Vec<Successor>,
    /// Effects; by default arbitrary.
    pub effects: Option<Effects>,
}

fn is_late(constraint: Constraint) -> bool {
    use ValueRep::{LateColdAny, LateRegister, SomeLateRegister};
    matches!(constraint, LateColdAny | SomeLateRegister | LateRegister(_))
}

/// The digest of operands, each with the bits of its type.
fn digest(inputs: &[Constraint], args: &[u64]) -> u64 {
    let ordered = |late: bool| inputs.iter().zip(args).filter(move |(c, _)| is_late(**c) == late);
    ordered(false)
        .chain(ordered(true))
        .fold(77, |acc: u64, (_, bits)| acc.wrapping_add(acc).wrapping_add(acc).wrapping_add(*bits))
}

/// The bits of result `n`, of this type.
fn result_bits(digest: u64, n: usize, ty: Type) -> u64 {
    let bits = digest.wrapping_add(n as u64 * 0x1_0000_0101);
    if ty.size() == 4 { u64::from(bits as u32) } else { bits }
}

impl Spec {
    /// Appends the patchpoint.
    pub fn append(&self, proc: &mut Procedure, block: BlockId) -> ValueId {
        let types: Vec<Type> = self.results.iter().map(|(ty, _)| *ty).collect();
        let ty = match types[..] {
            [] => Type::Void,
            [one] => one,
            _ => proc.tuple_type(&types),
        };
        let constraints: Vec<Constraint> = self.inputs.iter().map(|(_, constraint)| *constraint).collect();
        let reps: Vec<Constraint> = self.results.iter().map(|(_, constraint)| *constraint).collect();
        let (early, late) = (self.early.clone(), self.late.clone());
        let more = self.more_scratches;
        let mut b = proc.at(block);
        let mut builder = b
            .patchpoint(ty)
            .clobber_early(self.early.iter().copied())
            .clobber_late(self.late.iter().copied())
            .scratch_gprs(2 + more[0])
            .scratch_fprs(1 + more[1]);
        for (value, constraint) in &self.inputs {
            builder = builder.input(*value, *constraint);
        }
        for (_, constraint) in &self.results {
            builder = builder.result(*constraint);
        }
        if let Some(effects) = self.effects {
            builder = builder.effects(effects);
        }
        let successor_count = self.successors.len() as u64;
        if successor_count != 0 {
            builder = builder.successors(self.successors.iter().copied());
        }
        let inputs = constraints.clone();
        builder
            .meaning(move |args| {
                let digest = digest(&inputs, args);
                let results = types.iter().enumerate().map(|(n, ty)| result_bits(digest, n, *ty)).collect();
                match successor_count {
                    0 => Outcome::Results(results),
                    _ => Outcome::Successor(((digest >> 3) % 4 % successor_count) as usize, results),
                }
            })
            .generator("hostile", move |masm, params| {
                emit(
                    masm,
                    params,
                    &Generator { inputs: &constraints, results: &reps, early: &early, late: &late, more },
                )
            })
            .append()
    }
}

struct Generator<'a> {
    inputs: &'a [Constraint],
    results: &'a [Constraint],
    early: &'a [Reg],
    late: &'a [Reg],
    more: [u8; 2],
}

fn emit<'g>(
    masm: &mut MacroAssembler<'g>,
    params: &StackmapParams<'g>,
    generator: &Generator<'_>,
) -> Result<(), GeneratorError> {
    let Generator { inputs, results, early, late, more } = generator;
    let (acc, tmp) = (params.gp_scratch(0)?, params.gp_scratch(1)?);
    let count = params.result_count();
    if count != results.len() || params.len() != count + inputs.len() {
        return Err(GeneratorError::new(format!("{params:?} does not match the patchpoint")));
    }
    check_places(params, generator)?;
    // Early part.
    let fixed = |reg: &Reg| inputs.contains(&ValueRep::Register(*reg));
    for reg in early.iter().filter(|reg| !fixed(reg)) {
        spoil(masm, *reg, acc)?;
    }
    for n in 0..usize::from(more[0]) {
        spoil(masm, params.gp_scratch(2 + n)?.reg(), acc)?;
    }
    for n in 0..1 + usize::from(more[1]) {
        spoil(masm, params.fp_scratch(n)?.reg(), acc)?;
    }
    for (n, constraint) in results.iter().enumerate() {
        if *constraint == ValueRep::SomeEarlyRegister {
            spoil_place(masm, params.rep(n)?, acc)?;
        }
    }
    masm.mov(acc, 77);
    for (n, _) in inputs.iter().enumerate().filter(|(_, c)| !is_late(**c)) {
        add_to_digest(masm, params, count + n, acc, tmp)?;
    }
    // Late part.
    for reg in late.iter().chain(early.iter().filter(|reg| fixed(reg))) {
        spoil(masm, *reg, tmp)?;
    }
    for (n, constraint) in inputs.iter().enumerate() {
        if *constraint == ValueRep::SomeRegisterWithClobber {
            spoil_place(masm, params.rep(count + n)?, tmp)?;
        }
    }
    for n in 0..count {
        spoil_place(masm, params.rep(n)?, tmp)?;
    }
    for (n, _) in inputs.iter().enumerate().filter(|(_, c)| is_late(**c)) {
        add_to_digest(masm, params, count + n, acc, tmp)?;
    }
    for n in 0..count {
        masm.mov(tmp, n as i64 * 0x1_0000_0101);
        masm.add64(tmp, tmp, acc);
        match params.rep(n)? {
            ValueRep::Register(reg) if reg.is_gp() => masm.mov(params.gpr(n)?, tmp),
            ValueRep::Register(_) if params.width(n)? == Width::W32 => {
                masm.move32_to_float(params.fpr(n)?, tmp)
            }
            ValueRep::Register(_) => masm.move64_to_double(params.fpr(n)?, tmp),
            _ => masm.store64(params.address(n)?, tmp),
        }
    }
    branch_to_successor(masm, params, acc)
}

/// Branches to a successor, if it is a terminal.
fn branch_to_successor<'g>(
    masm: &mut MacroAssembler<'g>,
    params: &StackmapParams<'g>,
    acc: Gpr<'g>,
) -> Result<(), GeneratorError> {
    let successor_count = params.successor_count();
    if successor_count == 0 {
        return Ok(());
    }
    // Selected by bits 3 and 4 of the digest, modulo the number of successors.
    masm.urshift64(acc, acc, 3);
    masm.and64(acc, acc, 3);
    for choice in 0..3 {
        let to = params.successor(choice % successor_count)?;
        if choice % 2 == 0 {
            masm.branch64(IntCondition::Equal, acc, choice as i64, to);
            continue;
        }
        // Through a late path.
        let late = masm.new_label();
        masm.branch64(IntCondition::Equal, acc, choice as i64, late);
        params.add_late_path(move |masm, params| {
            masm.bind(late);
            masm.jump(params.successor(choice % params.successor_count())?);
            Ok(())
        });
    }
    if !params.falls_through_to(3 % successor_count) {
        masm.jump(params.successor(3 % successor_count)?);
    }
    Ok(())
}

/// Adds an operand to the digest, wherever the operand is.
fn add_to_digest<'g>(
    masm: &mut MacroAssembler<'g>,
    params: &StackmapParams<'g>,
    n: usize,
    acc: Gpr<'g>,
    tmp: Gpr<'g>,
) -> Result<(), GeneratorError> {
    let narrow = params.width(n)? == Width::W32;
    match params.rep(n)? {
        ValueRep::Register(reg) if !reg.is_gp() => match narrow {
            true => masm.move_float_to_32(tmp, params.fpr(n)?),
            false => masm.move_double_to_64(tmp, params.fpr(n)?),
        },
        ValueRep::Constant { bits, width } => {
            if (width == Width::W32) != narrow || narrow && bits > u64::from(u32::MAX) {
                return Err(GeneratorError::new(format!("constant {bits:#x} of {width:?}")));
            }
            masm.mov(tmp, bits as i64);
        }
        _ if narrow => masm.mov32(tmp, params.operand(n)?),
        _ => masm.mov(tmp, params.operand(n)?),
    }
    masm.add64(tmp, tmp, acc);
    masm.add64(tmp, tmp, acc);
    masm.add64(acc, acc, tmp);
    Ok(())
}

/// Destroys a register, with another one as scratch.
fn spoil<'g>(masm: &mut MacroAssembler<'g>, reg: Reg, by: Gpr<'g>) -> Result<(), GeneratorError> {
    const GARBAGE: i64 = 0x5bad_5bad_5bad_5bad;
    match (masm.gpr(reg), masm.fpr(reg)) {
        (Ok(reg), _) => masm.mov(reg, GARBAGE),
        (Err(_), Ok(reg)) => {
            masm.mov(by, GARBAGE);
            masm.move64_to_double(reg, by);
        }
        _ => return Err(GeneratorError::new(format!("{reg:?} is not a register"))),
    }
    Ok(())
}

fn spoil_place<'g>(masm: &mut MacroAssembler<'g>, rep: ValueRep, by: Gpr<'g>) -> Result<(), GeneratorError> {
    match rep {
        ValueRep::Register(reg) => spoil(masm, reg, by),
        _ => Ok(()),
    }
}

/// Checks that operands and results satisfy their constraints.
fn check_places(params: &StackmapParams<'_>, generator: &Generator<'_>) -> Result<(), GeneratorError> {
    let Generator { inputs, results, early, late, .. } = generator;
    let wrong = |what: &str, n: usize| Err(GeneratorError::new(format!("{what} {n} of {params:?}")));
    let used = params.used_registers();
    if !used.difference(params.unavailable_registers()).is_empty() {
        return wrong("used and available", 0);
    }
    for reg in early.iter().chain(*late) {
        if used.contains(*reg) && !inputs.contains(&ValueRep::Register(*reg)) {
            return wrong("clobber that is used", reg.index());
        }
    }
    for (n, constraint) in results.iter().chain(*inputs).enumerate() {
        let rep = params.rep(n)?;
        let in_reg = matches!(rep, ValueRep::Register(_));
        let suits = match *constraint {
            ValueRep::Register(reg) | ValueRep::LateRegister(reg) => rep == ValueRep::Register(reg),
            ValueRep::StackArgument(_) => rep == *constraint,
            ValueRep::WarmAny | ValueRep::ColdAny | ValueRep::LateColdAny => {
                in_reg || matches!(rep, ValueRep::Stack(_) | ValueRep::Constant { .. })
            }
            _ => in_reg,
        };
        if !suits {
            return wrong("place", n);
        }
        if let ValueRep::Register(reg) = rep
            && ((reg.bank() == Bank::Gp) != (params.bank(n)? == Bank::Gp)
                || n < results.len() && used.contains(reg))
        {
            return wrong("register", n);
        }
        // No result is in a register that is destroyed when results are written, unless its constraint names it.
        let destroyed = match *constraint {
            ValueRep::SomeRegister => late,
            ValueRep::SomeEarlyRegister => early,
            _ => &[][..],
        };
        if n < results.len() && destroyed.iter().any(|reg| rep == ValueRep::Register(*reg)) {
            return wrong("register that is destroyed", n);
        }
    }
    Ok(())
}
