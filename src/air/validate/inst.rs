//! Rules about instructions: each operand by itself, and all operands together.

use super::{At, Report, Rule, check};
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, FormId, IndexExtend, InstFlags, Kinds, Opcode, OperandSpec, Role, Timing, Tmp};
use crate::base::{Arch, Bank, Reg, RegSet, Width};
use crate::support::BitSet;

/// How an instruction accesses a temporary or register; bits.
mod access {
    pub(super) const READ_EARLY: u8 = 1;
    pub(super) const READ_LATE: u8 = 2;
    pub(super) const WRITTEN_EARLY: u8 = 4;
    pub(super) const WRITTEN_LATE: u8 = 8;
    pub(super) const SCRATCH: u8 = 16;
    pub(super) const READ: u8 = READ_EARLY | READ_LATE;
    pub(super) const WRITTEN: u8 = WRITTEN_EARLY | WRITTEN_LATE;
}

/// Checks instructions one by one, in the order of the code.
pub(super) struct InstChecker<'a> {
    code: &'a Code,
    /// Registers that only allocation may introduce.
    allocatable: RegSet,
    /// Registers that allocated code must not write.
    kept: RegSet,
    /// By register, then by temporary: the last instruction that accesses it, and how.
    accesses: Vec<(u32, u8)>,
    /// The number of the current instruction.
    current: u32,
    /// True if the flags are live from an earlier instruction of this block to the next one.
    flags_set: bool,
    /// The overflow flag that is computed in this block, marked as tested, and not yet tested.
    untested: Option<Arg>,
    /// The temporaries of all overflow flags that are marked as tested.
    tested: BitSet,
}

impl<'a> InstChecker<'a> {
    pub(super) fn new(code: &'a Code) -> InstChecker<'a> {
        let allocatable = code.env().allocatable_set().difference(code.pinned);
        let callee_saved = code.target.convention(code.convention).callee_saved.union(code.kept);
        let kept = if code.allocated { callee_saved.difference(code.saved) } else { RegSet::EMPTY };
        let accesses = vec![(0, 0); Reg::COUNT + code.tmps.len()];
        let mut tested = BitSet::default();
        tested.reset(code.tmps.len());
        let (current, flags_set, untested) = (0, false, None);
        InstChecker { code, allocatable, kept, accesses, current, flags_set, untested, tested }
    }

    pub(super) fn check(&mut self, at: At<'_>, report: &mut Report<'_>) {
        self.current += 1;
        if at.inst.opcode == Opcode::Entry && at.index != 0 {
            report.inst(Rule::EntryFirst, at, String::from("instructions precede it"));
        }
        self.check_flags(at, report);
        self.check_tested(at, report);
        let memory = at.args.iter().any(Arg::is_memory);
        if at.inst.flags.contains(InstFlags::TRAPS) && !memory {
            report.inst(Rule::Flags, at, String::from("it has the trap flag but accesses no memory"));
        }
        if at.inst.flags.contains(InstFlags::INSERTED) && !self.code.allocated {
            report.inst(Rule::Flags, at, String::from("it is inserted before allocation"));
        }
        for (n, arg) in at.args.iter().enumerate() {
            self.check_arg(at, n, arg, report);
        }
        let Some((specs, first)) = self.check_form(at, report) else { return };
        let hidden = self.check_hidden(at, report);
        for (n, (arg, spec)) in at.args.iter().skip(first).zip(specs).enumerate() {
            self.check_operand(at, n + first, arg, spec, report);
            if at.inst.form == FormId::SPECIAL && n >= hidden && !matches_role(arg, spec) {
                let message = format!("operand {} does not suit the role {:?}", n + first, spec.role);
                report.inst(Rule::SpecialKind, at, message);
            }
            self.check_accesses(at, n + first, arg, spec, report);
        }
        if !self.kept.is_empty() || !self.code.pinned.is_empty() {
            self.check_kept(at, &at.args[first..], specs, report);
        }
        if first == 1 {
            self.check_special(at, specs, report);
        }
        if specs.iter().any(|spec| spec.fixed().is_some()) {
            self.check_fixed(at, &at.args[first..], specs, report);
        }
    }

    /// Checks that an instruction that reads flags follows one that sets them.
    fn check_flags(&mut self, at: At<'_>, report: &mut Report<'_>) {
        let hidden = self.code.hidden(at.args).and_then(|(form, _)| form.get());
        let opcode = hidden.map_or(at.inst.opcode, |form| form.opcode);
        if opcode.has(Properties::READS_FLAGS) && (at.index == 0 || !self.flags_set) {
            report.inst(Rule::FlagsSet, at, String::from("no instruction sets the flags for it"));
        }
        let is_between = at.inst.flags.contains(InstFlags::INSERTED) && at.index != 0 && self.flags_set;
        self.flags_set = at.inst.opcode.has(Properties::SETS_FLAGS) || is_between;
    }

    /// Checks that overflow that is not computed as a number has a single reader, which tests the flags of the machine.
    fn check_tested(&mut self, at: At<'_>, report: &mut Report<'_>) {
        let mut broken = |message: &str| report.inst(Rule::Tested, at, String::from(message));
        let (inst, number) = (at.inst, |arg: &Arg| arg.as_tmp()?.number());
        let untested = self.untested.take().filter(|_| at.index != 0);
        let is_free = inst.flags.contains(InstFlags::INSERTED) || inst.opcode.keeps_flags();
        match (inst.is_tested(), untested) {
            (true, None) if inst.is_overflow_in_flags() => {
                self.untested = at.args.last().copied();
                if let Some(flag) = self.untested.as_ref().and_then(number) {
                    self.tested.insert(flag as usize);
                }
                return;
            }
            (true, Some(flag)) => match self.code.tested_flag(inst, at.args) {
                Some(tested) if tested == flag || self.code.allocated => return,
                _ => broken("it does not test the overflow that is computed before it"),
            },
            (true, None) => broken("no overflow is computed before it"),
            (false, Some(flag)) if is_free => self.untested = Some(flag),
            (false, Some(_)) => broken("it comes before the test of an overflow"),
            (false, None) => {}
        }
        if at.args.iter().filter_map(number).any(|tmp| self.tested.contains(tmp as usize)) {
            broken("it mentions an overflow that is only tested");
        }
    }

    /// Checks the hidden instruction, and returns the number of its operands, which do not depend on their roles.
    fn check_hidden(&self, at: At<'_>, report: &mut Report<'_>) -> usize {
        let Some((Arg::Special(id), args)) = at.args.split_first() else { return 0 };
        let Some(special) = self.code.specials.get(*id) else { return 0 };
        check::check(self.code, at, special, args, report);
        special.hidden_operands()
    }

    /// The operand specifications, and the index of the first operand described. Reports an error if there are none.
    fn check_form(&self, at: At<'_>, report: &mut Report<'_>) -> Option<(&'a [OperandSpec], usize)> {
        let inst = at.inst;
        let special = match at.args.first() {
            Some(Arg::Special(id)) => Some(*id),
            _ => None,
        };
        if inst.opcode.has(Properties::SPECIAL) != (inst.form == FormId::SPECIAL)
            || inst.opcode.has(Properties::SPECIAL) != special.is_some()
        {
            report.inst(
                Rule::Form,
                at,
                String::from("a special belongs to an opcode that requires one, and only there"),
            );
            return None;
        }
        if let Some(id) = special {
            let special = self.code.specials.get(id)?;
            let (found, expected) = (at.args.len() - 1, special.operands.len());
            if found != expected {
                let message = format!("{found} operands follow {id}, which describes {expected}");
                report.inst(Rule::SpecialCount, at, message);
            }
            return Some((&special.operands, 1));
        }
        let Some(form) = inst.form.get().filter(|form| form.opcode == inst.opcode) else {
            report.inst(Rule::Form, at, String::from("its form is of another opcode"));
            return None;
        };
        let fits = form.operands.len() == at.args.len()
            && at.args.iter().zip(form.kinds).all(|(arg, kinds)| arg.kinds().intersects(kinds));
        if !fits {
            report.inst(Rule::Form, at, String::from("its form does not admit the operands"));
            return None;
        }
        let target = &self.code.target;
        if form.arch != target.desc.arch || !target.features.contains(form.features) {
            let message = format!("its form needs {:?} with {:?}", form.arch, form.features);
            report.inst(Rule::FormTarget, at, message);
        }
        Some((form.operands, 0))
    }

    /// Checks an operand by itself.
    fn check_arg(&self, at: At<'_>, n: usize, arg: &Arg, report: &mut Report<'_>) {
        let exists = match *arg {
            Arg::Stack { slot, .. } => self.code.slots.contains(slot),
            Arg::Special(special) => self.code.specials.contains(special),
            Arg::Switch(switch) => self.code.switches.contains(switch),
            Arg::Symbol(symbol) => symbol.is_valid(),
            _ => true,
        };
        if !exists {
            report.inst(Rule::Exists, at, format!("operand {n} names an id that does not exist"));
        }
        if let Arg::Tmp(tmp) = *arg {
            self.check_tmp(at, n, tmp, report);
        }
        let mut address = *arg;
        address.for_each_address_tmp(|tmp| {
            self.check_tmp(at, n, *tmp, report);
            if tmp.bank() != Bank::Gp {
                report.inst(Rule::AddressBank, at, format!("operand {n} computes with {tmp:?}"));
            }
        });
        if let Arg::Index { index, shift, extend, .. } = *arg {
            let stack_pointer = self.code.target.desc.stack_pointer;
            if extend != IndexExtend::Whole && self.code.target.desc.arch != Arch::A64 {
                report.inst(Rule::Index, at, format!("operand {n} has an extended index"));
            }
            if shift > 3 || index.reg() == Some(stack_pointer) {
                report.inst(Rule::Index, at, format!("operand {n} has {index:?} << {shift} as index"));
            }
        }
    }

    fn check_tmp(&self, at: At<'_>, n: usize, tmp: Tmp, report: &mut Report<'_>) {
        let known = match (tmp.reg(), tmp.number()) {
            (Some(reg), _) => {
                if !self.code.allocated && self.allocatable.contains(reg) {
                    report.inst(Rule::Allocatable, at, format!("operand {n} names a register"));
                }
                self.code.target.desc.names.contains(reg)
            }
            (None, number) => {
                if self.code.allocated {
                    report.inst(Rule::Allocated, at, format!("operand {n} names {tmp:?}"));
                }
                let info = number.and_then(|number| self.code.tmps.get(number as usize));
                info.is_some_and(|info| info.bank == tmp.bank())
            }
        };
        if !known {
            report.inst(Rule::Tmp, at, format!("operand {n}: there is no {tmp:?}"));
        }
    }

    /// Checks an operand against its bank and width, and against writes to rematerialized temporaries.
    fn check_operand(&self, at: At<'_>, n: usize, arg: &Arg, spec: &OperandSpec, report: &mut Report<'_>) {
        let bytes = if spec.role == Role::UseAddr { 0 } else { i64::from(spec.width.bytes()) };
        let is_inside = |offset: i32, size: u32| {
            let start = i64::from(offset);
            spec.role == Role::UseAddr || start >= 0 && start + bytes <= i64::from(size)
        };
        match *arg {
            Arg::Tmp(tmp) => {
                if tmp.bank() != spec.bank {
                    report.inst(Rule::OperandBank, at, format!("operand {n}: expected {:?}", spec.bank));
                }
                let remat = tmp.number().and_then(|number| self.code.tmps.get(number as usize));
                if spec.role.def_timing().is_some() && remat.is_some_and(|info| info.remat.is_valid()) {
                    report.inst(Rule::RematDef, at, format!("operand {n} writes {tmp:?}"));
                }
            }
            Arg::Stack { slot, offset } => {
                if let Some(slot) = self.code.slots.get(slot)
                    && !is_inside(offset, slot.size)
                {
                    let message = format!("operand {n}: {bytes} bytes at {offset} of {}", slot.size);
                    report.inst(Rule::StackAccess, at, message);
                }
            }
            Arg::CallArg { offset } if !is_inside(offset, self.code.call_area) => {
                let message = format!("operand {n}: {bytes} bytes at {offset} of {}", self.code.call_area);
                report.inst(Rule::CallArea, at, message);
            }
            Arg::Vector(vector) if !self.code.vectors.contains(vector) => {
                report.inst(Rule::Constant, at, format!("operand {n}: there is no {vector}"));
            }
            Arg::Const { bits, width } => {
                let whole = width != Width::W32 || bits <= u64::from(u32::MAX);
                if width < Width::W32 || width < spec.width || !whole {
                    let message = format!("operand {n}: {bits:#x} with {} bits", width.bits());
                    report.inst(Rule::Constant, at, message);
                }
            }
            _ => {}
        }
    }

    /// Checks that the accesses of an instruction to the same temporary or register are compatible.
    fn check_accesses(
        &mut self,
        at: At<'_>,
        n: usize,
        arg: &Arg,
        spec: &OperandSpec,
        report: &mut Report<'_>,
    ) {
        let early_or_late = |timing, early, late| if timing == Timing::Early { early } else { late };
        match *arg {
            Arg::Tmp(tmp) if spec.role == Role::Scratch => self.access(at, n, tmp, access::SCRATCH, report),
            Arg::Tmp(tmp) => {
                let read = spec.role.use_timing();
                let read = read.map_or(0, |t| early_or_late(t, access::READ_EARLY, access::READ_LATE));
                let written = spec.role.def_timing();
                let written =
                    written.map_or(0, |t| early_or_late(t, access::WRITTEN_EARLY, access::WRITTEN_LATE));
                self.access(at, n, tmp, read | written, report);
            }
            mut arg => {
                let timing = spec.role.address_timing();
                let read = early_or_late(timing, access::READ_EARLY, access::READ_LATE);
                arg.for_each_address_tmp(|tmp| self.access(at, n, *tmp, read, report));
            }
        }
    }

    fn access(&mut self, at: At<'_>, n: usize, tmp: Tmp, new: u8, report: &mut Report<'_>) {
        use access::*;
        let index = match (tmp.reg(), tmp.number()) {
            (Some(reg), _) => reg.index(),
            (None, number) => Reg::COUNT + number.unwrap_or(0) as usize,
        };
        let Some((stamp, old)) = self.accesses.get_mut(index) else { return };
        if *stamp != self.current {
            (*stamp, *old) = (self.current, 0);
        }
        let both =
            |one: u8, other: u8| new & one != 0 && *old & other != 0 || new & other != 0 && *old & one != 0;
        let broken = [
            (Rule::WrittenOnce, both(WRITTEN, WRITTEN) || both(SCRATCH, u8::MAX)),
            (Rule::LateUse, both(READ_LATE, WRITTEN_LATE)),
            (Rule::EarlyDef, both(WRITTEN_EARLY, READ)),
        ];
        *old |= new;
        for (rule, broken) in broken {
            if broken {
                report.inst(rule, at, format!("operand {n} is another operand too"));
            }
        }
    }

    /// Checks that no preserved register is written, and that pinned registers are written only where the program names
    /// them. Skips Entry, whose definitions hold their values already.
    fn check_kept(&self, at: At<'_>, args: &[Arg], specs: &[OperandSpec], report: &mut Report<'_>) {
        if at.inst.opcode == Opcode::Entry {
            return;
        }
        let special = at.args.first().and_then(|arg| match arg {
            Arg::Special(id) => self.code.specials.get(*id),
            _ => None,
        });
        let mut written = match (at.inst.form.get(), special) {
            (Some(form), _) => form.clobbers,
            (None, Some(special)) => special.clobbers.union(special.clobbers_early),
            (None, None) => RegSet::EMPTY,
        };
        let mut wrong = written.intersection(self.code.pinned);
        for (arg, spec) in args.iter().zip(specs) {
            let reg = arg.as_tmp().and_then(Tmp::reg);
            if let Some(reg) = reg.filter(|_| spec.role.def_timing().is_some()) {
                written.insert(reg);
                if at.inst.flags.contains(InstFlags::INSERTED) && self.code.pinned.contains(reg) {
                    wrong.insert(reg);
                }
            }
        }
        for reg in wrong.iter() {
            let name = self.code.target.desc.names.name(reg);
            report.inst(Rule::Pinned, at, format!("%{name} is pinned"));
        }
        for reg in written.intersection(self.kept).iter() {
            let name = self.code.target.desc.names.name(reg);
            report.inst(Rule::Kept, at, format!("%{name} is written and not saved"));
        }
    }

    /// Checks the results of terminals and the values of exit states.
    fn check_special(&self, at: At<'_>, specs: &[OperandSpec], report: &mut Report<'_>) {
        if at.inst.opcode.has(Properties::TERMINAL) {
            let is_free = |(arg, spec): &(&Arg, &OperandSpec)| {
                let result = spec.role.is_def() && !spec.role.is_use();
                result && spec.fixed().is_none() && matches!(arg, Arg::Tmp(_))
            };
            if at.args[1..].iter().zip(specs).any(|operand| is_free(&operand)) {
                report.inst(Rule::TerminalResult, at, String::from("a result may be in any register"));
            }
        }
        let Some(Arg::Special(id)) = at.args.first() else { return };
        let Some(special) = self.code.specials.get(*id).filter(|special| special.state_operands != 0) else {
            return;
        };
        let is_scratch = |spec: &&OperandSpec| spec.role == Role::Scratch;
        let scratches = specs.iter().rev().take_while(is_scratch).count();
        let count = special.state_operands as usize;
        let values = specs[..specs.len() - scratches].iter().rev().take(count);
        let late = matches!(at.inst.opcode, Opcode::Patch | Opcode::TerminalPatch);
        let matches_role =
            |spec: &OperandSpec| spec.role == Role::LateColdUse || !late && spec.role.is_cold();
        let found = values.filter(|spec| matches_role(spec)).count();
        if found != count || !special.state.is_valid() {
            let message = format!("{found} of {count} operands are such uses of {}", special.state);
            report.inst(Rule::StateOperands, at, message);
        }
    }

    /// Checks operands with fixed registers.
    fn check_fixed(&self, at: At<'_>, args: &[Arg], specs: &[OperandSpec], report: &mut Report<'_>) {
        let mut early: [Option<Arg>; Reg::COUNT] = [None; Reg::COUNT];
        let mut late = early;
        for (arg, spec) in args.iter().zip(specs) {
            let Some(reg) = spec.fixed() else { continue };
            let name = self.code.target.desc.names.name(reg);
            if self.code.allocated && *arg != Arg::Tmp(Tmp::from_reg(reg)) {
                report.inst(Rule::FixedPlace, at, format!("an operand must be in %{name}"));
            }
            let late_use = spec.role.use_timing() == Some(Timing::Late);
            let (read, written) = (spec.role.is_use(), spec.role.def_timing());
            let needed_early = read || written == Some(Timing::Early);
            let needed_late = late_use || written.is_some();
            let taken = |at: Option<Arg>| at.is_some_and(|other| !read || written.is_some() || other != *arg);
            let conflict =
                needed_early && taken(early[reg.index()]) || needed_late && taken(late[reg.index()]);
            // A value needed in two registers is copied before, but one register cannot hold two values.
            if conflict {
                report.inst(Rule::FixedConflict, at, format!("two operands must be in %{name}"));
            }
            if needed_early {
                early[reg.index()] = Some(*arg);
            }
            if needed_late {
                late[reg.index()] = Some(*arg);
            }
        }
    }
}

/// True if an operand described by a special may have this kind.
fn matches_role(arg: &Arg, spec: &OperandSpec) -> bool {
    const ADDRESSES: Kinds = Kinds::SYMBOL.union(Kinds::LIB_CALL);
    const CONSTANTS: Kinds = Kinds::IMM64.union(Kinds::CONST).union(ADDRESSES);
    let admitted = match spec.role {
        _ if spec.fixed().is_some() => Kinds::TMP,
        Role::UseAddr => Kinds::MEMORY,
        Role::Use | Role::LateUse if spec.may_be_in_slot() => {
            Kinds::TMP.union(CONSTANTS).union(Kinds::STACK).union(Kinds::CALL_ARG)
        }
        Role::Use | Role::LateUse => Kinds::TMP.union(CONSTANTS),
        Role::Def => Kinds::TMP.union(Kinds::CALL_ARG),
        Role::ColdUse | Role::LateColdUse => Kinds::TMP.union(CONSTANTS).union(Kinds::MEMORY),
        Role::Fixed => Kinds::all().difference(Kinds::TMP.union(Kinds::MEMORY)),
        _ => Kinds::TMP,
    };
    arg.kinds().intersects(admitted)
}
