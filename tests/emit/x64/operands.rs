//! Operands for a form: all registers, all combinations of shared registers, all shapes of addresses and classes of
//! constants.
//!
//! Which registers may be shared follows only from the roles and timings of the form table.

use barebones::air::opcode::Properties;
use barebones::air::{Arg, Form, FormId, IndexExtend, Kinds, SlotId, SwitchId, Timing, Tmp};
use barebones::base::{
    Arch, Bank, FloatCondition, IntCondition, LibCall, Reg, RegSet, SymbolId, TrapCode, Width,
};
use barebones::isa::x64::abi::SYSTEM_V;
use barebones::isa::x64::registers::*;

/// An instruction to emit.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) form: FormId,
    pub(crate) args: Vec<Arg>,
    /// Numbers of successor blocks.
    pub(crate) successors: Vec<u32>,
    /// The block that is emitted next.
    pub(crate) next: Option<u32>,
    /// True if a faulting access is a trap.
    pub(crate) traps: bool,
}

/// Offsets of the slots of the frame from the frame pointer.
pub(crate) const SLOTS: [i32; 4] = [-16, -128, -144, -0x1_2340];

/// The cases of switches: none, few, a table, a table with holes, a search over tables and single cases.
pub(crate) fn switches(width: Width) -> Vec<Vec<i64>> {
    let (min, max) =
        if width == Width::W32 { (i32::MIN.into(), i32::MAX.into()) } else { (i64::MIN, i64::MAX) };
    let mut mixed = vec![min, min + 1, -5, max, max - 2, i32::MAX.into(), i32::MIN.into(), 7];
    mixed.dedup();
    mixed.extend((100..108).chain((1000..1060).step_by(3)).chain([1 << 20, 1 << 24, 1 << 28]));
    mixed.sort_unstable();
    mixed.dedup();
    let near_min = (min..min + 6).collect();
    vec![vec![], vec![0], vec![-1, 3], (0..6).collect(), vec![-9, -7, -6, -1, 2, 3], near_min, mixed]
}

/// Number of blocks that cases may branch to.
pub(crate) const BLOCKS: u32 = 64;

const OFFSETS: [i32; 10] = [0, 1, -1, 127, -128, 128, -129, 0x1234_5678, i32::MAX, i32::MIN];

const IMMEDIATES: [i64; 12] =
    [0, 1, -1, 127, 128, -128, -129, 0x1234, 0x1234_5678, -0x1234_5678, i32::MAX as i64, i32::MIN as i64];

const LONG_IMMEDIATES: [i64; 6] =
    [u32::MAX as i64, 1 << 31, 1 << 32, 0x1234_5678_9abc_def0, i64::MIN, i64::MAX];

const CONSTANTS: [u64; 4] = [0, 0x3ff8_0000_4048_f5c3, 0x8000_0000_8000_0000, 0x7ff0_0000_7f80_0000];

pub(crate) const TRAPS: [TrapCode; 3] = [TrapCode::Unreachable, TrapCode::NullReference, TrapCode::User(513)];

/// A register of an operand: the operand itself, or a part of its address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) operand: usize,
    part: Part,
    bank: Bank,
    /// Timings of its read and write.
    reads: Option<Timing>,
    writes: Option<Timing>,
    fixed: Option<Reg>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Whole,
    Base,
    Index,
}

impl Place {
    /// True if the two may share a register.
    fn may_share(&self, other: &Place) -> bool {
        let early = Some(Timing::Early);
        let late = Some(Timing::Late);
        self.bank == other.bank
            && match (self.writes, other.writes) {
                (None, None) => true,
                (Some(_), Some(_)) => false,
                (Some(_), None) => self.reads.is_none() && self.writes == late && other.reads == early,
                (None, Some(_)) => other.reads.is_none() && other.writes == late && self.reads == early,
            }
    }

    fn may_be_clobbered(&self) -> bool {
        self.writes.is_none() && self.reads == Some(Timing::Early)
    }
}

/// Kinds of memory and constants, one by one.
pub(crate) fn single_kinds(kinds: Kinds) -> Vec<Kinds> {
    kinds.iter().collect()
}

/// The registers that operands of these kinds need.
fn places(form: &Form, shape: &[Kinds]) -> Vec<Place> {
    let mut places = Vec::new();
    for (operand, (kind, spec)) in shape.iter().zip(form.operands).enumerate() {
        let address = |part| Place {
            operand,
            part,
            bank: Bank::Gp,
            reads: Some(spec.role.address_timing()),
            writes: None,
            fixed: None,
        };
        if *kind == Kinds::TMP {
            places.push(Place {
                operand,
                part: Part::Whole,
                bank: spec.bank,
                reads: spec.role.use_timing(),
                writes: spec.role.def_timing(),
                fixed: spec.fixed(),
            });
        } else if *kind == Kinds::ADDR {
            places.push(address(Part::Base));
        } else if *kind == Kinds::INDEX {
            places.extend([address(Part::Base), address(Part::Index)]);
        }
    }
    places
}

/// Registers for places; places of one class share a register. `pins` are preferences. `None` if a class would need two
/// registers, or one that is not allowed.
fn assign(
    form: &Form,
    places: &[Place],
    classes: &[usize],
    pins: &[Option<Reg>],
    rotation: usize,
) -> Option<Vec<Reg>> {
    let mut of_class: Vec<Option<Reg>> = vec![None; places.len()];
    let mut taken = RegSet::EMPTY;
    for ((place, class), pin) in places.iter().zip(classes).zip(pins) {
        for reg in [place.fixed, *pin].into_iter().flatten() {
            if of_class[*class].is_some_and(|other| other != reg) {
                return None;
            }
            of_class[*class] = Some(reg);
        }
    }
    let allowed = |class: usize, reg: Reg| {
        let mut members = places.iter().zip(classes).filter(|(_, c)| **c == class).map(|(place, _)| place);
        !form.clobbers.contains(reg) || members.all(Place::may_be_clobbered)
    };
    for (class, reg) in of_class.iter().enumerate() {
        let Some(reg) = *reg else { continue };
        if taken.contains(reg) || !allowed(class, reg) {
            return None;
        }
        taken.insert(reg);
    }
    for (place, class) in places.iter().zip(classes) {
        if of_class[*class].is_none() {
            let pool = SYSTEM_V.env.allocatable[place.bank as usize];
            let start = rotation + 3 * class;
            let free = (0..pool.len()).map(|i| pool[(start + i) % pool.len()]);
            let mut free = free.filter(|reg| !taken.contains(*reg) && allowed(*class, *reg));
            // Early uses avoid clobbered registers as well, unless they are pinned there.
            let reg = free.find(|reg| !form.clobbers.contains(*reg))?;
            of_class[*class] = Some(reg);
            taken.insert(reg);
        }
    }
    Some(classes.iter().map(|class| of_class[*class].expect("every class has a place")).collect())
}

/// Classes with as few shared registers as possible: only places with the same fixed register share one.
fn apart(places: &[Place]) -> Vec<usize> {
    let same = |i: usize| {
        let first = places[..i].iter().position(|p| p.fixed.is_some() && p.fixed == places[i].fixed);
        first.unwrap_or(i)
    };
    (0..places.len()).map(same).collect()
}

/// All partitions of places into classes that share a register.
fn partitions(places: &[Place]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for (i, place) in places.iter().enumerate() {
        let mut longer = Vec::new();
        for classes in all {
            for class in 0..=i {
                let mut members = (0..i).filter(|j| classes[*j] == class).peekable();
                let fits = if class == i {
                    (0..i).all(|j| place.fixed.is_none() || places[j].fixed != place.fixed)
                } else {
                    let exists = members.peek().is_some();
                    exists && members.all(|j| place.may_share(&places[j]))
                };
                if fits {
                    let mut classes = classes.clone();
                    classes.push(class);
                    longer.push(classes);
                }
            }
        }
        all = longer;
    }
    all
}

/// If there are fewer partitions than this, all are tested; otherwise a part of them.
const MAX_PARTITIONS: usize = 90;

/// All cases of a form for one choice of kinds.
pub(crate) fn cases(id: FormId, shape: &[Kinds]) -> Vec<Case> {
    let form = id.get().expect("a form of the table");
    let places = places(form, shape);
    let mut maker = Maker { id, form, shape, places: &places, cases: Vec::new() };
    let classes = apart(&places);
    let unpinned = vec![None; places.len()];
    for round in 0..16 {
        maker.push(&classes, &unpinned, round, None);
    }
    let all = partitions(&places);
    let step = all.len().div_ceil(MAX_PARTITIONS);
    for (round, classes) in all.iter().enumerate() {
        // Partitions in which two places share a register are always kept.
        let shared = classes.iter().enumerate().filter(|(i, class)| i != *class).count();
        if shared <= 1 || round % step == 0 {
            maker.push(classes, &unpinned, round, None);
            maker.push(classes, &unpinned, round + 7, None);
        }
    }
    for (i, _) in places.iter().enumerate() {
        let registers = form.clobbers.iter().chain(form.operands.iter().filter_map(|spec| spec.fixed()));
        for reg in registers {
            let mut pins = unpinned.clone();
            pins[i] = Some(reg);
            let together = classes.iter().enumerate().map(|(j, class)| {
                let fixed_there = places.iter().position(|place| place.fixed == Some(reg));
                if i == j { fixed_there.unwrap_or(*class) } else { *class }
            });
            maker.push_legal(&together.collect::<Vec<_>>(), &pins);
        }
    }
    for (operand, kind) in shape.iter().enumerate() {
        for (round, (arg, base, index)) in variants(form, operand, *kind).into_iter().enumerate() {
            let mut pins = unpinned.clone();
            let mut classes = classes.clone();
            for (i, place) in places.iter().enumerate().filter(|(_, place)| place.operand == operand) {
                match place.part {
                    Part::Base => pins[i] = base,
                    Part::Index => {
                        pins[i] = index;
                        if base == index {
                            classes[i] = classes[i - 1];
                        }
                    }
                    Part::Whole => {}
                }
            }
            maker.push(&classes, &pins, round, Some((operand, arg)));
        }
    }
    maker.cases
}

struct Maker<'a> {
    id: FormId,
    form: &'a Form,
    shape: &'a [Kinds],
    places: &'a [Place],
    cases: Vec<Case>,
}

impl Maker<'_> {
    /// Like [`Maker::push`], if the members of each class may share a register.
    fn push_legal(&mut self, classes: &[usize], pins: &[Option<Reg>]) {
        let legal = |i: usize, j: usize| {
            let both_fixed = self.places[i].fixed.is_some() && self.places[i].fixed == self.places[j].fixed;
            i == j || classes[i] != classes[j] || both_fixed || self.places[i].may_share(&self.places[j])
        };
        if (0..classes.len()).all(|i| (0..i).all(|j| legal(i, j))) {
            self.push(classes, pins, 0, None);
        }
    }

    /// Appends a case with these registers; `special` replaces an operand.
    fn push(&mut self, classes: &[usize], pins: &[Option<Reg>], round: usize, special: Option<(usize, Arg)>) {
        let Some(regs) = assign(self.form, self.places, classes, pins, round) else { return };
        let mut args: Vec<Arg> = (0..self.shape.len()).map(|operand| self.plain(operand, round)).collect();
        if let Some((operand, arg)) = special {
            args[operand] = arg;
        }
        for (place, reg) in self.places.iter().zip(regs) {
            let tmp = Tmp::from_reg(reg);
            match (&mut args[place.operand], place.part) {
                (Arg::Tmp(whole), Part::Whole) => *whole = tmp,
                (Arg::Addr { base, .. } | Arg::Index { base, .. }, Part::Base) => *base = tmp,
                (Arg::Index { index, .. }, Part::Index) => *index = tmp,
                (arg, part) => panic!("{part:?} of {arg:?}"),
            }
        }
        let is_terminal = self.form.opcode.has(Properties::TERMINAL);
        let successors = self.successors(&args);
        let next = match round % 3 {
            _ if !is_terminal => None,
            turn => successors.get(turn).copied(),
        };
        let is_access = self.form.operands.len() == 2 && args.iter().any(Arg::is_memory);
        let traps = is_access && is_plain_access(self.form) && round % 2 == 1;
        self.cases.push(Case { form: self.id, args, successors, next, traps });
    }

    fn successors(&self, args: &[Arg]) -> Vec<u32> {
        match args.first() {
            _ if !self.form.opcode.has(Properties::TERMINAL) || args.is_empty() => vec![3],
            Some(Arg::Switch(id)) => {
                let width = self.form.operands[1].width;
                let count = switches(width)[id.number() as usize % switches(width).len()].len() as u32;
                (0..=count).map(|n| (n * 5 + 1) % BLOCKS).collect()
            }
            Some(Arg::Trap(_)) => vec![],
            _ => vec![9, 4],
        }
    }

    /// An operand of the kind; its registers are set later.
    fn plain(&self, operand: usize, round: usize) -> Arg {
        let spec = self.form.operands[operand];
        let none = Tmp::from_reg(RAX);
        match self.shape[operand] {
            Kinds::TMP => Arg::Tmp(none),
            Kinds::ADDR => Arg::Addr { base: none, offset: [0, 16, -256][round % 3] },
            Kinds::INDEX => {
                let (shift, extend) = ((round % 4) as u8, IndexExtend::Whole);
                Arg::Index { base: none, index: none, shift, extend, offset: 8 }
            }
            Kinds::STACK => Arg::Stack { slot: SlotId::new(round as u32 % 4), offset: 0 },
            Kinds::CALL_ARG => Arg::CallArg { offset: 8 * (round % 5) as i32 },
            Kinds::CONST => {
                Arg::Const { bits: CONSTANTS[round % 4], width: constant_width(self.form, operand) }
            }
            Kinds::SHIFT => Arg::Imm((round as i64 * 7 + 1) & 63),
            Kinds::IMM32 => Arg::Imm(IMMEDIATES[round % IMMEDIATES.len()]),
            Kinds::IMM64 => Arg::Imm(LONG_IMMEDIATES[round % LONG_IMMEDIATES.len()]),
            Kinds::SYMBOL => Arg::Symbol(SymbolId::new(round as u32)),
            Kinds::LIB_CALL => Arg::LibCall(LibCall::ALL[round % LibCall::ALL.len()]),
            Kinds::INT_CONDITION => Arg::IntCondition(IntCondition::ALL[round % 10]),
            Kinds::FLOAT_CONDITION => {
                Arg::FloatCondition(FloatCondition::ALL[round % FloatCondition::ALL.len()])
            }
            Kinds::TRAP => Arg::Trap(TRAPS[round % TRAPS.len()]),
            Kinds::SWITCH => {
                let count = switches(Width::W32).len();
                let wide = self.form.operands[1].width == Width::W64;
                Arg::Switch(SwitchId::new((round % count + usize::from(wide) * count) as u32))
            }
            kind => panic!("no operand of kind {kind:?} for {spec:?}"),
        }
    }
}

/// Loads and stores that lowering marks: one machine instruction each.
pub(crate) fn is_plain_access(form: &Form) -> bool {
    use barebones::air::Opcode::*;
    matches!(
        form.opcode,
        Move | Move32
            | MoveFloat
            | MoveDouble
            | MoveVector
            | ZeroExtend8To32
            | SignExtend8To32
            | ZeroExtend16To32
    ) || matches!(form.opcode, SignExtend16To32 | Store8 | Store16)
}

/// Bitwise operations read 16 bytes and need constants of 128 bits.
pub(crate) fn constant_width(form: &Form, operand: usize) -> Width {
    use barebones::air::Opcode::*;
    match form.opcode {
        AndDouble | OrDouble | XorDouble => Width::W128,
        _ => form.operands[operand].width,
    }
}

/// Operands of this kind that need a case each, with the registers of their address.
fn variants(form: &Form, operand: usize, kind: Kinds) -> Vec<(Arg, Option<Reg>, Option<Reg>)> {
    let none = Tmp::from_reg(RAX);
    let alone = |arg| (arg, None, None);
    match kind {
        Kinds::ADDR => {
            let every = (0..16).map(|n| (Reg::gp(n), OFFSETS[n as usize % 10]));
            let awkward = [RSP, RBP, R12, R13, RAX, R8].into_iter();
            let awkward = awkward.flat_map(|base| OFFSETS.map(|offset| (base, offset)));
            let all = every.chain(awkward);
            all.map(|(base, offset)| (Arg::Addr { base: none, offset }, Some(base), None)).collect()
        }
        Kinds::INDEX => {
            let address = |base, index, shift, offset| {
                (
                    Arg::Index { base: none, index: none, shift, extend: IndexExtend::Whole, offset },
                    Some(base),
                    Some(index),
                )
            };
            let mut all = Vec::new();
            for n in (0..16).filter(|n| *n != RSP.number()) {
                let base = Reg::gp((n * 5 + 2) % 16);
                all.push(address(base, Reg::gp(n), n % 4, OFFSETS[n as usize % 10]));
                all.push(address(Reg::gp(n), Reg::gp(n), (n + 1) % 4, 8 * i32::from(n)));
            }
            for base in [RSP, RBP, R12, R13] {
                for shift in 0..4 {
                    all.extend([0, 8, 1000].map(|offset| address(base, RDI, shift, offset)));
                }
            }
            all
        }
        Kinds::STACK => {
            let slots = (0..4).flat_map(|slot| [0, 4, 8].map(|offset| (slot, offset)));
            slots.map(|(slot, offset)| alone(Arg::Stack { slot: SlotId::new(slot), offset })).collect()
        }
        Kinds::CALL_ARG => {
            [0, 8, 120, 128, 4096].map(|offset| alone(Arg::CallArg { offset })).into_iter().collect()
        }
        Kinds::CONST => {
            let width = constant_width(form, operand);
            CONSTANTS.map(|bits| alone(Arg::Const { bits, width })).into_iter().collect()
        }
        Kinds::SHIFT => (0..64).map(|amount| alone(Arg::Imm(amount))).collect(),
        Kinds::IMM32 => IMMEDIATES.iter().map(|value| alone(Arg::Imm(*value))).collect(),
        Kinds::IMM64 => {
            let all = IMMEDIATES.iter().chain(&LONG_IMMEDIATES);
            all.map(|value| alone(Arg::Imm(*value))).collect()
        }
        Kinds::INT_CONDITION => {
            IntCondition::ALL.into_iter().flat_map(|c| [alone(Arg::IntCondition(c)); 3]).collect()
        }
        Kinds::FLOAT_CONDITION => {
            FloatCondition::ALL.into_iter().flat_map(|c| [alone(Arg::FloatCondition(c)); 3]).collect()
        }
        Kinds::LIB_CALL => LibCall::ALL.into_iter().map(|call| alone(Arg::LibCall(call))).collect(),
        Kinds::TRAP => TRAPS.into_iter().map(|trap| alone(Arg::Trap(trap))).collect(),
        Kinds::SWITCH => {
            let count = switches(Width::W32).len() as u32;
            let first = if form.operands[1].width == Width::W64 { count } else { 0 };
            (first..first + count).flat_map(|id| [alone(Arg::Switch(SwitchId::new(id))); 3]).collect()
        }
        _ => Vec::new(),
    }
}

/// All combinations of operand kinds that a form admits.
pub(crate) fn shapes(form: &Form) -> Vec<Vec<Kinds>> {
    let mut all: Vec<Vec<Kinds>> = vec![Vec::new()];
    for kinds in &form.kinds[..form.operands.len()] {
        let single = single_kinds(*kinds);
        all = all.iter().flat_map(|shape| single.iter().map(|k| [&shape[..], &[*k]].concat())).collect();
    }
    all
}

/// The forms of this machine, except those that cannot be emitted alone: see [`super::tables`].
pub(crate) fn forms() -> impl Iterator<Item = (FormId, &'static Form)> {
    let all = barebones::air::FORMS.iter().enumerate().map(|(i, form)| (FormId(i as u16), form));
    let is_alone = |opcode: barebones::air::Opcode| {
        // `tests/emit/atomics.rs` has atomic accesses and fences.
        let is_atomic = opcode.name().contains("Atomic") || opcode == barebones::air::Opcode::Fence;
        !is_atomic && !super::tables::OPCODES.contains(&opcode)
    };
    all.filter(move |(_, form)| form.arch == Arch::X64 && is_alone(form.opcode))
}
