//! Atomic accesses and fences.

use super::combinations::Rule;
use super::select::{FOLDED, Lowering, Result};
use crate::air::{Arg, Opcode as Air, Tmp};
use crate::base::{Arch, Bank, MemoryOrder, Type, Width};
use crate::ir::{AtomicAccess, Opcode, ValueId};

/// The machine operations of one kind, for 8 to 64 bits.
type Family = [Air; 4];

macro_rules! families {
    ($($name:ident = $a:ident $b:ident $c:ident $d:ident;)*) => {
        $(const $name: Family = [Air::$a, Air::$b, Air::$c, Air::$d];)*
    };
}

families! {
    LOAD = AtomicLoad8 AtomicLoad16 AtomicLoad32 AtomicLoad64;
    STORE = AtomicStore8 AtomicStore16 AtomicStore32 AtomicStore64;
    XCHG = AtomicXchg8 AtomicXchg16 AtomicXchg32 AtomicXchg64;
    XCHG_ADD = AtomicXchgAdd8 AtomicXchgAdd16 AtomicXchgAdd32 AtomicXchgAdd64;
    XCHG_AND = AtomicXchgAnd8 AtomicXchgAnd16 AtomicXchgAnd32 AtomicXchgAnd64;
    XCHG_OR = AtomicXchgOr8 AtomicXchgOr16 AtomicXchgOr32 AtomicXchgOr64;
    XCHG_XOR = AtomicXchgXor8 AtomicXchgXor16 AtomicXchgXor32 AtomicXchgXor64;
    ADD = AtomicAdd8 AtomicAdd16 AtomicAdd32 AtomicAdd64;
    SUB = AtomicSub8 AtomicSub16 AtomicSub32 AtomicSub64;
    AND = AtomicAnd8 AtomicAnd16 AtomicAnd32 AtomicAnd64;
    OR = AtomicOr8 AtomicOr16 AtomicOr32 AtomicOr64;
    XOR = AtomicXor8 AtomicXor16 AtomicXor32 AtomicXor64;
    CAS = AtomicStrongCAS8 AtomicStrongCAS16 AtomicStrongCAS32 AtomicStrongCAS64;
    SET_CAS = SetAtomicCAS8 SetAtomicCAS16 SetAtomicCAS32 SetAtomicCAS64;
    BRANCH_CAS = BranchAtomicCAS8 BranchAtomicCAS16 BranchAtomicCAS32 BranchAtomicCAS64;
}

/// Maximum number of nested comparisons with zero that are looked through.
const MAX_INVERSIONS: usize = 8;

fn of_width(family: &Family, width: Width) -> Air {
    family[width as usize & 3]
}

/// The operand that gives an order.
fn order(order: MemoryOrder) -> Arg {
    Arg::Imm(order as i64)
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn fence(&mut self, id: ValueId) -> Result {
        let of = self.proc.value(id).fence_order().unwrap_or_default();
        self.emit(Air::Fence, &[order(of)])
    }

    /// Selects StackPointer. Its frame is never omitted, so it has one value.
    pub(super) fn stack_pointer(&mut self, id: ValueId) -> Result {
        let base = Tmp::from_reg(self.target.desc.stack_pointer);
        let to = self.tmp(id)?;
        self.emit(Air::Lea64, &[Arg::Addr { base, offset: 0 }, to.into()])
    }

    /// Selects an atomic access.
    pub(super) fn atomic(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let Some(access) = value.atomic() else { return self.unsupported(value.opcode().name()) };
        let is_unused = self.facts.value(id).uses() == 0;
        match value.opcode() {
            Opcode::AtomicLoad => {
                let address = self.address(id, value.child(0), access.offset)?;
                let to = self.tmp(id)?;
                self.access(&LOAD, access, id, &[address, to.into()])
            }
            Opcode::AtomicStore => self.atomic_store(id, access),
            Opcode::AtomicXchgSub => self.atomic_sub(id, access, is_unused),
            Opcode::AtomicWeakCAS | Opcode::AtomicStrongCAS => {
                let [expected, new, address] = self.cas_operands(id, access)?;
                let to = self.tmp(id)?;
                let family = if value.opcode() == Opcode::AtomicWeakCAS { &SET_CAS } else { &CAS };
                self.access(family, access, id, &[expected, new, address, to.into()])
            }
            opcode => {
                let (with_result, in_place) = match opcode {
                    Opcode::AtomicXchg => (&XCHG, None),
                    Opcode::AtomicXchgAdd => (&XCHG_ADD, Some(&ADD)),
                    Opcode::AtomicXchgAnd => (&XCHG_AND, Some(&AND)),
                    Opcode::AtomicXchgOr => (&XCHG_OR, Some(&OR)),
                    _ => (&XCHG_XOR, Some(&XOR)),
                };
                let address = self.address(id, value.child(1), access.offset)?;
                let operand = value.child(0);
                match in_place.filter(|_| is_unused) {
                    Some(family) => {
                        let operand = self.operand_for(family, access, operand, &[address])?;
                        self.access(family, access, id, &[operand, address])
                    }
                    None => {
                        let to = Arg::Tmp(self.tmp(id)?);
                        let operand = self.operand_for(with_result, access, operand, &[address, to])?;
                        self.access(with_result, access, id, &[operand, address, to])
                    }
                }
            }
        }
    }

    /// Emits an instruction of a family with its order, its operands, and the scratch registers of its form.
    fn access(&mut self, family: &Family, access: AtomicAccess, id: ValueId, operands: &[Arg]) -> Result {
        let mut args: smallvec::SmallVec<[Arg; 8]> = smallvec::smallvec![order(access.order)];
        args.extend_from_slice(operands);
        self.emit_with_scratches(of_width(family, access.width), &args, self.access_flags(id))
    }

    /// The first operand: an immediate if the form admits it.
    fn operand_for(
        &mut self,
        family: &Family,
        access: AtomicAccess,
        operand: ValueId,
        rest: &[Arg],
    ) -> Result<Arg> {
        if let Some(constant) = self.small_constant(operand) {
            let mut args: smallvec::SmallVec<[Arg; 8]> =
                smallvec::smallvec![order(access.order), Arg::Imm(constant)];
            args.extend_from_slice(rest);
            if self.has_form_with_scratches(of_width(family, access.width), &args) {
                return Ok(Arg::Imm(constant));
            }
        }
        Ok(self.tmp(operand)?.into())
    }

    fn atomic_store(&mut self, id: ValueId, access: AtomicAccess) -> Result {
        let value = self.proc.value(id);
        let address = self.address(id, value.child(1), access.offset)?;
        // On x86-64 an exchange is cheaper than a store and a fence.
        if self.arch == Arch::X64 && access.order == MemoryOrder::SeqCst {
            let from = self.tmp(value.child(0))?;
            let old = self.scratch(Bank::Gp);
            return self.access(&XCHG, access, id, &[from.into(), address, old.into()]);
        }
        let from = self.operand_for(&STORE, access, value.child(0), &[address])?;
        self.access(&STORE, access, id, &[from, address])
    }

    /// Selects a subtraction: of the operand in place, or an addition of the negated operand.
    fn atomic_sub(&mut self, id: ValueId, access: AtomicAccess, is_unused: bool) -> Result {
        let value = self.proc.value(id);
        let address = self.address(id, value.child(1), access.offset)?;
        let operand = value.child(0);
        let any = Arg::Tmp(Tmp::new(Bank::Gp, 0));
        let sub = of_width(&SUB, access.width);
        if is_unused && self.has_form(sub, &[order(access.order), any, address]) {
            let operand = self.operand_for(&SUB, access, operand, &[address])?;
            return self.access(&SUB, access, id, &[operand, address]);
        }
        let from = self.tmp(operand)?;
        let negated = Arg::Tmp(self.scratch(Bank::Gp));
        let is_wide = self.proc.type_of(operand) == Type::Int64;
        self.emit(if is_wide { Air::Neg64 } else { Air::Neg32 }, &[from.into(), negated])?;
        if is_unused {
            return self.access(&ADD, access, id, &[negated, address]);
        }
        let to = self.tmp(id)?;
        self.access(&XCHG_ADD, access, id, &[negated, address, to.into()])
    }

    /// The expected value, the new one and the memory of a compare-and-swap.
    fn cas_operands(&mut self, id: ValueId, access: AtomicAccess) -> Result<[Arg; 3]> {
        let value = self.proc.value(id);
        let [expected, new, pointer] = [value.child(0), value.child(1), value.child(2)];
        let address = self.address(id, pointer, access.offset)?;
        Ok([self.tmp(expected)?.into(), self.tmp(new)?.into(), address])
    }

    /// Emits a compare-and-swap and a branch on its success, if that is the predicate.
    pub(super) fn branch_on_cas(&mut self, predicate: ValueId) -> Result<bool> {
        let Some((cas, access, succeeds)) = self.cas_success(predicate) else { return Ok(false) };
        let [expected, new, address] = self.cas_operands(cas, access)?;
        self.took(Rule::SwapInBranch, &[predicate, cas]);
        let opcode = of_width(&BRANCH_CAS, access.width);
        let args = [order(access.order), Arg::Imm(i64::from(!succeeds)), expected, new, address];
        let flags = self.fold_cas(cas);
        self.emit_flagged(opcode, &args, flags)?;
        Ok(true)
    }

    /// Emits a compare-and-swap whose result is its success, if that is what `id` computes.
    pub(super) fn set_on_cas(&mut self, id: ValueId) -> Result<bool> {
        let Some((cas, access, true)) = self.cas_success(id) else { return Ok(false) };
        let [expected, new, address] = self.cas_operands(cas, access)?;
        let to = self.tmp(id)?;
        self.took(Rule::SwapInComparison, &[cas]);
        let opcode = of_width(&SET_CAS, access.width);
        let args = [order(access.order), expected, new, address, to.into()];
        let flags = self.fold_cas(cas);
        self.emit_flagged(opcode, &args, flags)?;
        Ok(true)
    }

    /// Marks a compare-and-swap as selected with its user. Returns its flags; a trap is attributed to it.
    fn fold_cas(&mut self, cas: ValueId) -> crate::air::InstFlags {
        self.state.tmps[cas.number() as usize] = FOLDED;
        self.origin = self.proc.value(cas).origin;
        self.access_flags(cas)
    }

    /// A compare-and-swap on whose success alone `predicate` depends, and that may be selected with it; and whether the
    /// predicate is that it succeeds.
    fn cas_success(&mut self, predicate: ValueId) -> Option<(ValueId, AtomicAccess, bool)> {
        if !self.patterns {
            return None;
        }
        let (mut id, mut succeeds) = (predicate, true);
        for _ in 0..MAX_INVERSIONS {
            let value = self.proc.value(id);
            let is_free = id == self.current || self.is_used_once(id) && self.is_in_block(id);
            if !is_free {
                return None;
            }
            match value.opcode() {
                Opcode::AtomicWeakCAS => {
                    let access = value.atomic()?;
                    return self.may_fuse_cas(id).then_some((id, access, succeeds));
                }
                opcode @ (Opcode::Equal | Opcode::NotEqual) => {
                    let [a, b] = [value.child(0), value.child(1)];
                    let inverts = opcode == Opcode::NotEqual;
                    for (cas, other) in [(a, b), (b, a)] {
                        if let Some(access) = self.compares_cas(cas, other) {
                            return self.may_fuse_cas(cas).then_some((cas, access, succeeds != inverts));
                        }
                    }
                    if self.immediate(b) != Some(Arg::Imm(0)) {
                        return None;
                    }
                    // `x != 0` is x, and `x == 0` its opposite.
                    (id, succeeds) = (a, succeeds == inverts);
                }
                Opcode::BitXor if self.immediate(value.child(1)) == Some(Arg::Imm(1)) => {
                    (id, succeeds) = (value.child(0), !succeeds);
                }
                _ => return None,
            }
        }
        None
    }

    /// The access of `cas`, if it is a strong compare-and-swap whose result equals `other` exactly if it succeeded.
    fn compares_cas(&self, cas: ValueId, other: ValueId) -> Option<AtomicAccess> {
        let value = self.proc.value(cas);
        if value.opcode() != Opcode::AtomicStrongCAS {
            return None;
        }
        let access = value.atomic()?;
        let expected = self.through_copies(value.child(0));
        let is_same = expected == self.through_copies(other)
            || self.immediate(expected).is_some() && self.immediate(expected) == self.immediate(other);
        (is_same && self.fits_width(expected, access.width)).then_some(access)
    }

    /// True if a value is its own zero extension from this width, so that an old value may equal it.
    fn fits_width(&self, id: ValueId, width: Width) -> bool {
        let limit = match width {
            Width::W8 => 0xff,
            Width::W16 => 0xffff,
            _ => return true,
        };
        let fits =
            |id: ValueId| matches!(self.immediate(id), Some(Arg::Imm(bits)) if (0..=limit).contains(&bits));
        let value = self.proc.value(id);
        match value.opcode() {
            Opcode::BitAnd => fits(value.child(0)) || fits(value.child(1)),
            Opcode::Load8Z => true,
            Opcode::Load16Z => width == Width::W16,
            opcode if opcode.is_atomic() && opcode != Opcode::AtomicWeakCAS => {
                value.atomic().is_some_and(|access| access.width <= width)
            }
            _ => fits(id),
        }
    }

    fn may_fuse_cas(&mut self, cas: ValueId) -> bool {
        cas != self.current && self.is_used_once(cas) && self.is_in_block(cas) && self.may_sink(cas)
    }
}
