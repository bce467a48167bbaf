//! Roles, timings and forms: which operands a machine instruction admits, and when it reads or writes them.
//!
//! An instruction has two points in time. *Early*: operands are read. *Late*: results are written. A late use is still
//! needed when results are written, so it shares a register with no result. An early definition (early clobber) is
//! written while operands are still needed. Liveness, allocation, the checker and all later passes use only these
//! timings.

use super::opcode::{OPCODE_FORMS, ROWS};
use super::{Arg, Opcode};
use crate::base::semantics::Meaning;
use crate::base::{Arch, Bank, Features, Reg, RegSet, Width};
use std::ops::Range;

/// What an instruction does with an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Role {
    /// Read early.
    Use,
    /// Like `Use`, but may be in memory at no cost.
    ColdUse,
    /// Read late: shares no register with a result.
    LateUse,
    /// Both `LateUse` and `ColdUse`.
    LateColdUse,
    /// Written late.
    Def,
    /// Written late; a register's bits above the width become zero.
    ZDef,
    /// Read early and written late.
    UseDef,
    /// Memory that is read and written late: its address shares no register with a result.
    LateUseDef,
    /// Read early and written late; a register's bits above the width become zero.
    UseZDef,
    /// Written early: shares no register with an operand.
    EarlyDef,
    /// Scratch register: clobbered from early to late, without a defined value.
    Scratch,
    /// Memory whose address is computed, without an access.
    UseAddr,
    /// Not a location: a condition, a trap code, a table.
    Fixed,
}

/// The two points in time of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Timing {
    /// Operands are read.
    Early,
    /// Results are written.
    Late,
}

impl Role {
    /// All roles, in order of their discriminants.
    pub const ALL: [Role; 13] = [
        Role::Use,
        Role::ColdUse,
        Role::LateUse,
        Role::LateColdUse,
        Role::Def,
        Role::ZDef,
        Role::UseDef,
        Role::LateUseDef,
        Role::UseZDef,
        Role::EarlyDef,
        Role::Scratch,
        Role::UseAddr,
        Role::Fixed,
    ];

    /// Until when the location of an operand that is read must hold its value; `None` if it is not read.
    pub const fn use_timing(self) -> Option<Timing> {
        match self {
            Role::Use | Role::ColdUse | Role::UseDef | Role::UseZDef => Some(Timing::Early),
            Role::LateUse | Role::LateColdUse | Role::LateUseDef => Some(Timing::Late),
            Role::Def | Role::ZDef | Role::EarlyDef | Role::Scratch | Role::UseAddr | Role::Fixed => None,
        }
    }

    /// From when the location of an operand that is written belongs to it; `None` if it is not written.
    pub const fn def_timing(self) -> Option<Timing> {
        match self {
            Role::Def | Role::ZDef | Role::UseDef | Role::LateUseDef | Role::UseZDef => Some(Timing::Late),
            Role::EarlyDef | Role::Scratch => Some(Timing::Early),
            Role::Use | Role::ColdUse | Role::LateUse | Role::LateColdUse | Role::UseAddr | Role::Fixed => {
                None
            }
        }
    }

    /// When the address of a memory operand in this role is needed.
    pub const fn address_timing(self) -> Timing {
        match self {
            Role::LateUse | Role::LateColdUse | Role::LateUseDef => Timing::Late,
            _ => Timing::Early,
        }
    }

    /// True if the operand's value is read.
    pub const fn is_use(self) -> bool {
        self.use_timing().is_some()
    }

    /// True if the operand gets a new, defined value.
    pub const fn is_def(self) -> bool {
        self.def_timing().is_some() && !matches!(self, Role::Scratch)
    }

    /// True if the operand may be in memory at no cost.
    pub const fn is_cold(self) -> bool {
        matches!(self, Role::ColdUse | Role::LateColdUse)
    }

    /// The abbreviation in the table and in `docs/air.md`.
    pub const fn letters(self) -> &'static str {
        match self {
            Role::Use => "U",
            Role::ColdUse => "CU",
            Role::LateUse => "LU",
            Role::LateColdUse => "LCU",
            Role::Def => "D",
            Role::ZDef => "ZD",
            Role::UseDef => "UD",
            Role::LateUseDef => "LUD",
            Role::UseZDef => "UZD",
            Role::EarlyDef => "ED",
            Role::Scratch => "S",
            Role::UseAddr => "UA",
            Role::Fixed => "X",
        }
    }

    /// The role with this abbreviation.
    pub fn from_letters(letters: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letters() == letters)
    }
}

/// Role, bank and width of an operand, and its register if it is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct OperandSpec {
    /// How the instruction accesses it.
    pub role: Role,
    /// The bank it is in, if it is in a register.
    pub bank: Bank,
    /// Number of bits that are read or written.
    pub width: Width,
    /// [`Reg::index`] of the register it must be in, or [`OperandSpec::FREE`] or [`OperandSpec::ANYWHERE`].
    fixed: u8,
}

impl OperandSpec {
    const FREE: u8 = u8::MAX;
    const ANYWHERE: u8 = u8::MAX - 1;

    /// An operand in any register of its bank, or of any kind that the form admits.
    pub const fn new(role: Role, bank: Bank, width: Width) -> OperandSpec {
        OperandSpec { role, bank, width, fixed: OperandSpec::FREE }
    }

    /// An operand of a special that is read from any register of its bank or from its slot, as cold uses always are.
    pub const fn anywhere(role: Role, bank: Bank, width: Width) -> OperandSpec {
        OperandSpec { role, bank, width, fixed: OperandSpec::ANYWHERE }
    }

    /// An operand that must be in this register.
    pub const fn in_reg(role: Role, reg: Reg, width: Width) -> OperandSpec {
        OperandSpec { role, bank: reg.bank(), width, fixed: reg.index() as u8 }
    }

    /// The register it must be in, if it is fixed.
    pub const fn fixed(self) -> Option<Reg> {
        if self.fixed >= OperandSpec::ANYWHERE { None } else { Some(Reg::from_index(self.fixed)) }
    }

    /// True if a special's operand may stay in its slot.
    pub const fn may_be_in_slot(self) -> bool {
        self.role.is_cold() || self.fixed == OperandSpec::ANYWHERE
    }

    /// True if it was made by [`OperandSpec::anywhere`].
    pub const fn is_anywhere(self) -> bool {
        self.fixed == OperandSpec::ANYWHERE
    }
}

bitflags::bitflags! {
    /// A set of operand kinds.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct Kinds: u32 {
        /// A temporary or register.
        const TMP = 1;
        /// Base and offset.
        const ADDR = 1 << 1;
        /// Base, scaled index and offset.
        const INDEX = 1 << 2;
        /// A slot of the frame.
        const STACK = 1 << 3;
        /// The area of outgoing arguments.
        const CALL_ARG = 1 << 4;
        /// Read-only memory near the code.
        const CONST = 1 << 5;
        /// Writable memory.
        const MEMORY = Self::ADDR.bits() | Self::INDEX.bits() | Self::STACK.bits() | Self::CALL_ARG.bits();
        /// The immediate 0..=63.
        const SHIFT = 1 << 6;
        /// An immediate that fits in a signed 32-bit integer.
        const IMM32 = 1 << 7;
        /// Any immediate.
        const IMM64 = 1 << 8;
        /// The address of a symbol.
        const SYMBOL = 1 << 9;
        /// The address of a library function.
        const LIB_CALL = 1 << 10;
        /// A condition on integers.
        const INT_CONDITION = 1 << 11;
        /// A condition on floats.
        const FLOAT_CONDITION = 1 << 12;
        /// A trap code.
        const TRAP = 1 << 13;
        /// The cases of a switch.
        const SWITCH = 1 << 14;
        /// Constraints of the operands that follow.
        const SPECIAL = 1 << 15;
    }
}

impl Kinds {
    /// The kinds that an immediate belongs to.
    #[inline]
    pub const fn of_immediate(value: i64) -> Kinds {
        let mut kinds = Kinds::IMM64;
        if value == value as i32 as i64 {
            kinds = kinds.union(Kinds::IMM32);
        }
        if value >= 0 && value < 64 {
            kinds = kinds.union(Kinds::SHIFT);
        }
        kinds
    }

    /// The narrowest kind that an immediate belongs to, as a single bit.
    #[inline]
    pub const fn narrowest_of_immediate(value: i64) -> Kinds {
        if value >= 0 && value < 64 {
            Kinds::SHIFT
        } else if value == value as i32 as i64 {
            Kinds::IMM32
        } else {
            Kinds::IMM64
        }
    }

    /// Adds the immediate kinds whose ranges are contained in the kind of immediates that is present.
    const fn with_narrower(self) -> Kinds {
        if self.contains(Kinds::IMM64) {
            self.union(Kinds::IMM32).union(Kinds::SHIFT)
        } else if self.contains(Kinds::IMM32) {
            self.union(Kinds::SHIFT)
        } else {
            self
        }
    }
}

/// Maximum number of operands of a form. Calls, returns and patchpoints have [`super::Special`]s instead.
pub const MAX_OPERANDS: usize = 8;

/// One legal combination of operand kinds of an opcode on a target.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The opcode.
    pub opcode: Opcode,
    /// The target.
    pub arch: Arch,
    /// CPU features that it needs.
    pub features: Features,
    /// Role, bank, width and fixed register of each operand.
    pub operands: &'static [OperandSpec],
    /// The kinds that each operand admits.
    pub kinds: [Kinds; MAX_OPERANDS],
    /// Registers clobbered when results are written, besides operands.
    pub clobbers: RegSet,
    /// Tied operands: the indices of a use and a definition. No move is needed if both get the same register.
    pub tied: Option<(u8, u8)>,
    /// True if operands 0 and 1 may be swapped.
    pub commutes: bool,
    /// What it computes from these operands.
    pub semantics: Meaning,
}

impl Form {
    /// True if the target has the form and it admits operands of these kinds.
    #[inline]
    pub fn admits(&self, arch: Arch, features: Features, kinds: &[Kinds]) -> bool {
        self.operands.len() == kinds.len()
            && self.arch == arch
            && features.contains(self.features)
            && kinds.iter().zip(&self.kinds).all(|(kind, admitted)| kind.intersects(*admitted))
    }
}

/// The number of a form in [`FORMS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct FormId(pub u16);

impl FormId {
    /// The form of calls, returns and patchpoints: a [`super::Special`] describes the operands.
    pub const SPECIAL: FormId = FormId(u16::MAX);

    /// The form; `None` for [`FormId::SPECIAL`].
    #[inline]
    pub fn get(self) -> Option<&'static Form> {
        FORMS.get(self.0 as usize)
    }
}

const FORM_COUNT: usize = {
    let mut count = 0;
    let mut row = 0;
    while row < ROWS.len() {
        let mut s = 0;
        while s < ROWS[row].signatures.len() {
            count += ROWS[row].signatures[s].forms.len();
            s += 1;
        }
        row += 1;
    }
    count
};

/// All forms, in the order of the table.
pub static FORMS: [Form; FORM_COUNT] = {
    let none = Form {
        opcode: Opcode::Nop,
        arch: Arch::X64,
        features: Features::empty(),
        operands: &[],
        kinds: [Kinds::empty(); MAX_OPERANDS],
        clobbers: RegSet::EMPTY,
        tied: None,
        commutes: false,
        semantics: Meaning::Effects(&[]),
    };
    let mut forms = [none; FORM_COUNT];
    let mut next = 0;
    let mut row = 0;
    while row < ROWS.len() {
        let mut s = 0;
        while s < ROWS[row].signatures.len() {
            let signature = &ROWS[row].signatures[s];
            let mut f = 0;
            while f < signature.forms.len() {
                let kinds = signature.forms[f];
                assert!(kinds.len() == signature.operands.len() && kinds.len() <= MAX_OPERANDS);
                let form = &mut forms[next];
                form.opcode = ROWS[row].opcode;
                form.arch = signature.arch;
                form.features = signature.features;
                form.operands = signature.operands;
                form.clobbers = RegSet::of(signature.clobbers);
                form.tied = signature.tied;
                form.commutes = signature.commutes;
                form.semantics = match signature.semantics {
                    Some(own) => own,
                    None => ROWS[row].semantics,
                };
                let mut k = 0;
                while k < kinds.len() {
                    form.kinds[k] = kinds[k];
                    k += 1;
                }
                next += 1;
                f += 1;
            }
            s += 1;
        }
        row += 1;
    }
    forms
};

/// The search key of a form: the kinds of all operands at once, 16 bits each.
#[derive(Clone, Copy)]
struct Shape {
    /// The kinds that each operand must not have. Operands that the form does not have admit no kind.
    rejected: [u64; 2],
    /// The features that the target must have.
    features: Features,
    /// The target and the number of operands; see [`Shape::key`].
    key: u16,
}

impl Shape {
    const fn key(arch: Arch, operands: usize) -> u16 {
        (arch as u16) << 8 | operands as u16
    }
}

static SHAPES: [Shape; FORM_COUNT] = {
    let none = Shape { rejected: [u64::MAX; 2], features: Features::empty(), key: 0 };
    let mut shapes = [none; FORM_COUNT];
    let mut form = 0;
    while form < FORM_COUNT {
        let Form { arch, features, operands, kinds, .. } = &FORMS[form];
        let mut admitted = [0; 2];
        let mut operand = 0;
        while operand < operands.len() {
            admitted[operand / 4] |= (kinds[operand].with_narrower().bits() as u64) << (operand % 4 * 16);
            operand += 1;
        }
        let rejected = [!admitted[0], !admitted[1]];
        shapes[form] = Shape { rejected, features: *features, key: Shape::key(*arch, operands.len()) };
        form += 1;
    }
    shapes
};

const _: () = assert!(MAX_OPERANDS == 8 && Kinds::all().bits() < 1 << 16);

/// The first form of an opcode on a target that admits these operands.
#[inline(always)]
pub fn find_form(opcode: Opcode, arch: Arch, features: Features, args: &[Arg]) -> Option<FormId> {
    if args.len() > MAX_OPERANDS {
        return None;
    }
    let mut kinds = [0; 2];
    for (operand, arg) in args.iter().enumerate() {
        kinds[operand / 4] |= u64::from(arg.narrowest_kind().bits()) << (operand % 4 * 16);
    }
    find_shape(opcode, arch, features, kinds, args.len())
}

/// Direct-mapped cache of form searches for one target: most searches repeat.
pub(crate) struct FormCache {
    arch: Arch,
    features: Features,
    /// The key of a search, see [`cache_key`], and its result. A new entry overwrites an older one at the same index.
    entries: Box<[(u64, FormId); 256]>,
}

impl Default for FormCache {
    fn default() -> FormCache {
        let (arch, features) = (Arch::X64, Features::empty());
        FormCache { arch, features, entries: Box::new([(0, FormId::SPECIAL); 256]) }
    }
}

impl FormCache {
    /// Sets the target of the following searches.
    pub(crate) fn set_target(&mut self, arch: Arch, features: Features) {
        if (self.arch, self.features) != (arch, features) {
            self.entries.fill((0, FormId::SPECIAL));
            (self.arch, self.features) = (arch, features);
        }
    }

    /// Like [`find_form`], for up to three operands, but returns only a cached result.
    #[inline(always)]
    pub(crate) fn known<const N: usize>(&self, opcode: Opcode, args: &[Arg; N]) -> Option<FormId> {
        let key = cache_key(opcode, args);
        let (known, form) = self.entries[cache_index(key)];
        (known == key).then_some(form)
    }

    /// Like [`find_form`], for up to three operands.
    pub(crate) fn find<const N: usize>(&mut self, opcode: Opcode, args: &[Arg; N]) -> Option<FormId> {
        let form = find_form(opcode, self.arch, self.features, args)?;
        let key = cache_key(opcode, args);
        self.entries[cache_index(key)] = (key, form);
        Some(form)
    }
}

/// The key of a search in [`FormCache`].
#[inline(always)]
fn cache_key<const N: usize>(opcode: Opcode, args: &[Arg; N]) -> u64 {
    const { assert!(N <= 3) };
    let mut kinds = 0;
    for (operand, arg) in args.iter().enumerate() {
        kinds |= u64::from(arg.narrowest_kind().bits()) << (operand * 16);
    }
    // Every operand has a kind, so the key determines the number of operands. It is never 0.
    kinds | (opcode as u64 + 1) << 48
}

/// The index of a key in [`FormCache`].
fn cache_index(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// The first form that admits operands of these kinds; each operand has one bit.
fn find_shape(
    opcode: Opcode,
    arch: Arch,
    features: Features,
    kinds: [u64; 2],
    operands: usize,
) -> Option<FormId> {
    let (first, end) = OPCODE_FORMS[opcode as usize][arch as usize];
    let key = Shape::key(arch, operands);
    let found = SHAPES[first as usize..end as usize].iter().position(|shape| {
        let rejected = kinds[0] & shape.rejected[0] | kinds[1] & shape.rejected[1];
        rejected == 0 && shape.key == key && features.contains(shape.features)
    });
    found.map(|place| FormId(first + place as u16))
}

/// The first form of an opcode on a target that admits operands of these kinds.
pub fn find_form_of_kinds(opcode: Opcode, arch: Arch, features: Features, kinds: &[Kinds]) -> Option<FormId> {
    forms_of(opcode).map(FormId).find(|id| FORMS[id.0 as usize].admits(arch, features, kinds))
}

/// The forms of an opcode on all targets, as indices into [`FORMS`].
pub fn forms_of(opcode: Opcode) -> Range<u16> {
    let [first, last] = OPCODE_FORMS[opcode as usize];
    first.0..last.1
}

/// The first form of an opcode on a target that admits these operands, followed by scratch registers only.
pub fn find_form_with_scratches(
    opcode: Opcode,
    arch: Arch,
    features: Features,
    args: &[Arg],
) -> Option<&'static Form> {
    let (first, end) = OPCODE_FORMS[opcode as usize][arch as usize];
    FORMS[first as usize..end as usize].iter().find(|form| {
        features.contains(form.features)
            && form.operands.len() >= args.len()
            && form.operands[args.len()..].iter().all(|spec| spec.role == Role::Scratch)
            && args.iter().zip(&form.kinds).all(|(arg, admitted)| arg.kinds().intersects(*admitted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediate_kinds_are_nested() {
        let (i32_min, i32_max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let all = Kinds::IMM64.union(Kinds::IMM32).union(Kinds::SHIFT);
        for (value, kinds) in [
            (0, all),
            (63, all),
            (64, all.difference(Kinds::SHIFT)),
            (-1, all.difference(Kinds::SHIFT)),
            (i32_max, all.difference(Kinds::SHIFT)),
            (i32_max + 1, Kinds::IMM64),
            (i32_min, all.difference(Kinds::SHIFT)),
            (i32_min - 1, Kinds::IMM64),
            (i64::from(u32::MAX), Kinds::IMM64),
            (i64::MIN, Kinds::IMM64),
        ] {
            assert_eq!(Kinds::of_immediate(value), kinds, "{value}");
            let narrowest = Kinds::narrowest_of_immediate(value);
            assert_eq!(narrowest.bits(), kinds.bits() & kinds.bits().wrapping_neg(), "{value}");
        }
    }

    /// The search compares all operands at once; [`find_form_of_kinds`] is its specification.
    #[test]
    fn find_form_returns_the_first_matching_form() {
        use crate::air::{SlotId, Tmp};
        use crate::base::{IntCondition, TrapCode};
        let tmp = Arg::Tmp(Tmp::new(Bank::Gp, 0));
        let stack = Arg::Stack { slot: SlotId::new(0), offset: 0 };
        let others = [Arg::IntCondition(IntCondition::Equal), Arg::Trap(TrapCode::Unreachable)];
        let args = [tmp, stack, Arg::Imm(3), Arg::Imm(-70), Arg::Imm(i64::MAX), others[0], others[1]];
        let (mut found, mut missed) = (0, 0);
        for opcode in Opcode::all() {
            for features in [Features::empty(), Features::all()] {
                for number in 0..args.len().pow(3) * 4 {
                    let place = |n: u32| number / 4 / args.len().pow(n) % args.len();
                    let three = [args[place(0)], args[place(1)], args[place(2)]];
                    let operands = &three[..number % 4];
                    let kinds: Vec<Kinds> = operands.iter().map(Arg::kinds).collect();
                    for arch in [Arch::X64, Arch::A64] {
                        let form = find_form(opcode, arch, features, operands);
                        assert_eq!(
                            form,
                            find_form_of_kinds(opcode, arch, features, &kinds),
                            "{opcode:?} {operands:?}"
                        );
                        *if form.is_some() { &mut found } else { &mut missed } += 1;
                    }
                }
            }
        }
        assert!(found > 1000 && missed > 1000);
    }

    #[test]
    fn form_cache_matches_search() {
        use crate::air::{SlotId, Tmp};
        use crate::base::IntCondition;
        let tmp = Arg::Tmp(Tmp::new(Bank::Gp, 0));
        let stack = Arg::Stack { slot: SlotId::new(0), offset: 0 };
        let args = [tmp, stack, Arg::Imm(3), Arg::Imm(-70), Arg::IntCondition(IntCondition::Equal)];
        let mut memo = FormCache::default();
        let mut found = 0;
        for round in 0..3 {
            for arch in [Arch::X64, Arch::A64, Arch::X64] {
                let features = if round == 1 { Features::all() } else { Features::empty() };
                memo.set_target(arch, features);
                for opcode in Opcode::all() {
                    for number in 0..args.len().pow(3) {
                        let [a, b, c] = [0, 1, 2].map(|n| args[number / args.len().pow(n) % args.len()]);
                        let form = find_form(opcode, arch, features, &[a, b, c]);
                        let known = memo.known(opcode, &[a, b, c]);
                        assert!(known.is_none() || known == form, "{opcode:?}");
                        assert_eq!(memo.find(opcode, &[a, b, c]), form, "{opcode:?}");
                        assert_eq!(memo.known(opcode, &[a, b, c]), form, "{opcode:?}");
                        found += usize::from(form.is_some());
                        let form = find_form(opcode, arch, features, &[a, b]);
                        let known = memo.known(opcode, &[a, b]);
                        assert!(known.is_none() || known == form, "{opcode:?}");
                        assert_eq!(memo.find(opcode, &[a, b]), form, "{opcode:?}");
                    }
                    let form = find_form(opcode, arch, features, &[]);
                    let known = memo.known(opcode, &[]);
                    assert!(known.is_none() || known == form, "{opcode:?}");
                    assert_eq!(memo.find(opcode, &[]), form, "{opcode:?}");
                }
            }
        }
        assert!(found > 1000);
    }

    /// Includes forms of more than four operands.
    #[test]
    fn the_search_finds_every_form_or_one_before_it() {
        for (number, form) in FORMS.iter().enumerate() {
            let mut kinds = [0; 2];
            for (operand, admitted) in form.kinds[..form.operands.len()].iter().enumerate() {
                let one = admitted.bits() & admitted.bits().wrapping_neg();
                kinds[operand / 4] |= u64::from(one) << (operand % 4 * 16);
            }
            let count = form.operands.len();
            let found = find_shape(form.opcode, form.arch, form.features, kinds, count).expect("a form");
            assert!(usize::from(found.0) <= number && FORMS[usize::from(found.0)].opcode == form.opcode);
            let Some(last) = count.checked_sub(1) else { continue };
            assert_eq!(find_shape(form.opcode, form.arch, form.features, kinds, last), None);
            kinds[last / 4] &= !(0xffff << (last % 4 * 16));
            kinds[last / 4] |= u64::from(Kinds::SPECIAL.bits()) << (last % 4 * 16);
            assert_eq!(find_shape(form.opcode, form.arch, form.features, kinds, count), None);
        }
    }
}
