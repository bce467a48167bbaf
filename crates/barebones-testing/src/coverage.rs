//! Coverage of the compiler by random programs: counts what happened, and reports what never did.

use crate::generate::{LoopCounts, is_reserved};
use barebones::air::{self, Arg, Code, FORMS};
use barebones::base::{Bank, ConvId, Features, RegSet, Target, TrapCode, Type};
use barebones::ir::opcode::{Class, ROWS};
use barebones::ir::{Opcode, Procedure};
use barebones::regalloc::AllocStats;
use barebones::{Observer, Progress, Stage};
use std::fmt::{self, Write};

/// Void, the four scalars, tuples.
const TYPES: usize = 7;

/// Forms that neither selection nor allocation emits, with the reason: an opcode with its operands as in
/// [`form_text`], or with `*` for all of its forms.
pub const UNSELECTED: &[(&str, &str)] = &[
    ("Move lib_call, tmp", "calls take the address of a library function themselves"),
    ("MoveFloat tmp, tmp", "all bits of a register are copied: MoveDouble"),
    ("OrDouble tmp, const, tmp", "constants of BitOr are loaded to a register"),
    ("OrDouble tmp, const, tmp [avx]", "as without avx"),
    ("VectorOr tmp, const, tmp", "constant vectors are loaded to a register"),
    ("VectorAdd tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorSub tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorMul tmp, const, shift, tmp [sse4.1]", "constant vectors are loaded to a register"),
    ("VectorDiv tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorMin tmp, const, shift, tmp [sse4.1]", "constant vectors are loaded to a register"),
    ("VectorMax tmp, const, shift, tmp [sse4.1]", "constant vectors are loaded to a register"),
    ("VectorAddSat tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorSubSat tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorAverage tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorEqual tmp, const, shift, tmp [sse4.1]", "constant vectors are loaded to a register"),
    ("VectorLessEqual tmp, const, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorPMin const, tmp, shift, tmp", "constant vectors are loaded to a register"),
    ("VectorPMax const, tmp, shift, tmp", "constant vectors are loaded to a register"),
    ("TestBit32 int_condition, tmp, shift, tmp", "a test with an immediate is faster"),
    ("BranchTestBit32 int_condition, tmp, shift", "a test with an immediate is faster"),
    ("TrapIfTestBit32 int_condition, tmp, shift, trap", "a test with an immediate is faster"),
    (
        "MoveConditionallyTestBit32 int_condition, tmp, shift, tmp, tmp, tmp",
        "a test with an immediate is faster",
    ),
    (
        "MoveDoubleConditionallyTestBit32 int_condition, tmp, shift, tmp, tmp, tmp",
        "a test with an immediate is faster",
    ),
    ("SetBit32 tmp, shift, tmp", "masks of 32 bits are immediates"),
    ("ClearBit32 tmp, shift, tmp", "masks of 32 bits are immediates"),
    ("ComplementBit32 tmp, shift, tmp", "masks of 32 bits are immediates"),
];

/// Decisions of register allocation that do not occur in random procedures, which are too small, and the tests that
/// cover them.
pub const UNALLOCATED: &[(&str, &str)] = &[
    (
        "homed at the liveness limit",
        "needs 16 facts of liveness per instruction: the library's tests of large code",
    ),
    (
        "splits at the hole limit",
        "needs 32 lifetime holes in one interval, or five inactive intervals in a register: the same",
    ),
];

/// Decisions of shrink-wrapping: none if `TargetDesc::shrink_wrapping` is false.
const SHRINK_WRAPPING: [&str; 2] = ["late frames", "without frame"];

/// True if an entry of [`UNSELECTED`] matches the text of a form.
fn matches_form(entry: &str, form: &str) -> bool {
    match entry.strip_suffix('*') {
        Some(opcode) => form.starts_with(opcode),
        None => entry == form,
    }
}

/// Events besides values, forms and traps, in the order of [`Coverage::events`].
const EVENTS: [&str; 24] = [
    "arguments on the stack",
    "parameters on the stack",
    "switches",
    "dense switches",
    "calls",
    "procedures of another convention",
    "general registers saved",
    "floating-point registers saved",
    "pinned registers saved",
    "calls that pass on pinned registers",
    "calls that preserve pinned registers",
    "addresses in pinned registers",
    "addresses in pinned registers that are copied",
    "floating-point registers pinned",
    "calls that may throw",
    "terminal patchpoints",
    "results read in landing pads",
    "several results read in a landing pad",
    "calls with exit states",
    "procedures with several entries",
    "terminals with weights",
    "cold blocks",
    "overflows tested in the flags",
    "moves between an overflow and its test",
];

/// Counters of all kinds.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// By opcode and type of the operation.
    values: Vec<[u64; TYPES]>,
    /// By number of the form.
    forms: Vec<u64>,
    events: [u64; EVENTS.len()],
    allocation: Allocations,
    /// Statistics of the generated small loops.
    pub loops: LoopCounts,
}

/// Number of traps by code; the client's codes are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traps([u64; TRAPS.len()]);

/// The trap codes; the client's codes are represented by one.
const TRAPS: [TrapCode; 7] = [
    TrapCode::Unreachable,
    TrapCode::HeapOutOfBounds,
    TrapCode::NullReference,
    TrapCode::IntegerDivisionByZero,
    TrapCode::IntegerOverflow,
    TrapCode::BadConversion,
    TrapCode::User(0),
];

impl Traps {
    /// Counts a trap.
    pub fn count(&mut self, code: TrapCode) {
        let code = if matches!(code, TrapCode::User(_)) { TrapCode::User(0) } else { code };
        if let Some(i) = TRAPS.iter().position(|trap| *trap == code) {
            self.0[i] += 1;
        }
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Traps) {
        self.0.iter_mut().zip(other.0).for_each(|(to, from)| *to += from);
    }

    /// Number of traps.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The codes without a trap.
    pub fn missing(&self) -> Vec<TrapCode> {
        TRAPS.iter().zip(self.0).filter(|(_, count)| *count == 0).map(|(code, _)| *code).collect()
    }
}

fn place(ty: Type) -> usize {
    if ty.is_tuple() {
        TYPES - 1
    } else {
        Type::SCALARS.iter().chain([&Type::V128]).position(|single| *single == ty).map_or(0, |i| i + 1)
    }
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            values: vec![[0; TYPES]; ROWS.len()],
            forms: vec![0; FORMS.len()],
            events: [0; EVENTS.len()],
            allocation: Allocations::default(),
            loops: LoopCounts::default(),
        }
    }
}

impl Coverage {
    /// Counts the values of a procedure.
    pub fn count_procedure(&mut self, proc: &Procedure) {
        for block in proc.block_ids() {
            self.events[20] += u64::from(!proc.weights(block).is_empty());
            self.events[21] += u64::from(proc.is_cold(block));
            for &id in proc.block_values(block) {
                let opcode = proc.value(id).opcode();
                self.values[opcode as usize][place(proc.operation_type(id))] += 1;
            }
        }
        let frame_loads = proc.signature().params.len() > 8;
        self.events[1] += u64::from(frame_loads);
    }

    fn count_code(&mut self, code: &Code) {
        self.events[5] += u64::from(code.convention != ConvId::new(0));
        self.events[6] += code.saved.in_bank(Bank::Gp).len() as u64;
        self.events[7] += code.saved.in_bank(Bank::Fp).len() as u64;
        self.events[8] += code.saved.intersection(code.pinned).len() as u64;
        self.events[13] += code.pinned.in_bank(Bank::Fp).len() as u64;
        let pairs = code.buffer.insts.windows(2);
        self.events[23] +=
            pairs.filter(|pair| pair[0].is_overflow_in_flags() && !pair[1].is_tested()).count() as u64;
        for inst in &code.buffer.insts {
            self.count_pinned(code, inst);
            if let Some(count) = self.forms.get_mut(inst.form.0 as usize) {
                *count += 1;
            }
            let args = code.buffer.args(inst);
            self.events[0] += u64::from(args.iter().any(|arg| matches!(arg, Arg::CallArg { .. })));
            self.events[4] += u64::from(inst.opcode == air::Opcode::Call);
            self.events[14] += u64::from(inst.opcode == air::Opcode::Invoke);
            self.events[15] += u64::from(inst.opcode == air::Opcode::TerminalPatch);
            self.events[16] += u64::from(inst.opcode == air::Opcode::Landing);
            self.events[17] += u64::from(inst.opcode == air::Opcode::Landing && args.len() > 2);
            self.events[19] += u64::from(inst.opcode == air::Opcode::EntrySwitch);
            self.events[22] += u64::from(inst.is_tested());
            if let (air::Opcode::Call | air::Opcode::Invoke, Some(Arg::Special(id))) =
                (inst.opcode, args.first())
            {
                let special = code.specials.get(*id);
                self.events[18] += u64::from(special.is_some_and(|special| special.state_operands > 0));
            }
            if let Some(Arg::Switch(id)) = args.first()
                && inst.opcode != air::Opcode::TableAddress
            {
                let cases = code.switches.get(*id).map_or(&[][..], |table| &table.cases);
                let dense = cases.iter().max().zip(cases.iter().min());
                let dense = dense.is_some_and(|(max, min)| max.abs_diff(*min) < 2 * cases.len() as u64);
                self.events[2] += 1;
                self.events[3] += u64::from(dense && cases.len() > 3);
            }
        }
    }

    /// Counts the uses of pinned registers by an instruction.
    fn count_pinned(&mut self, code: &Code, inst: &air::Inst) {
        let args = code.buffer.args(inst);
        match args {
            [Arg::Special(id), ..] if inst.opcode == air::Opcode::Call && !code.pinned.is_empty() => {
                let clobbers = code.specials.get(*id).map_or(RegSet::EMPTY, |special| special.clobbers);
                // A convention that does not share the pinned registers preserves nearly all of these.
                let kept = code.target.desc.conventions[0].callee_saved.difference(code.pinned);
                self.events[if clobbers.intersection(kept).len() > 1 { 9 } else { 10 }] += 1;
            }
            [Arg::Tmp(from), Arg::Tmp(_)] if inst.opcode == air::Opcode::Move => {
                // The base is copied only if an address cannot use the register; other pinned registers hold values.
                let base = code.pinned.first();
                self.events[12] += u64::from(from.reg().is_some() && from.reg() == base);
            }
            _ => {
                for mut arg in args.iter().copied() {
                    arg.for_each_address_tmp(|tmp| {
                        self.events[11] += u64::from(tmp.reg().is_some_and(|reg| code.pinned.contains(reg)));
                    });
                }
            }
        }
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Coverage) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        for (to, from) in self.values.iter_mut().zip(&other.values) {
            add(to, from);
        }
        add(&mut self.forms, &other.forms);
        add(&mut self.events, &other.events);
        self.allocation.merge(&other.allocation);
        self.loops.merge(&other.loops);
    }

    /// Descriptions of all counters that are zero.
    pub fn missing(&self, target: &Target) -> Vec<String> {
        let mut missing = Vec::new();
        for row in ROWS.iter().filter(|row| !is_reserved(row.opcode)) {
            for ty in types_of(row.opcode) {
                if self.values[row.opcode as usize][place(ty)] == 0 {
                    missing.push(format!("opcode {} of {ty}", row.name));
                }
            }
        }
        for (form, count) in FORMS.iter().zip(&self.forms) {
            let here = form.arch == target.desc.arch && target.features.contains(form.features);
            let text = form_text(form);
            if here && *count == 0 && !UNSELECTED.iter().any(|(name, _)| matches_form(name, &text)) {
                missing.push(format!("form {text}"));
            }
        }
        for (event, count) in EVENTS.iter().zip(self.events) {
            if count == 0 {
                missing.push(format!("event: {event}"));
            }
        }
        let loops = self.loops.counts().into_iter().filter(|(_, count)| *count == 0);
        missing.extend(loops.map(|(what, _)| what));
        missing.extend(self.allocation.missing(target).map(|what| format!("allocation: {what}")));
        missing
    }

    /// Panics if a counter is zero, or if a list of exceptions is outdated.
    #[track_caller]
    pub fn assert_complete(&self, target: &Target) {
        let missing = self.missing(target);
        assert!(missing.is_empty(), "never happened:\n{}", missing.join("\n"));
        let is_wrong = |name: &str| {
            let mut forms =
                FORMS.iter().zip(&self.forms).filter(|(form, _)| matches_form(name, &form_text(form)));
            let first = forms.next().map(|(_, count)| *count);
            first.is_none_or(|first| first + forms.map(|(_, count)| count).sum::<u64>() > 0)
        };
        let wrong: Vec<&str> =
            UNSELECTED.iter().map(|(name, _)| *name).filter(|name| is_wrong(name)).collect();
        assert!(wrong.is_empty(), "listed as never emitted, but emitted or unknown:\n{}", wrong.join("\n"));
        let decisions = self.allocation.counts();
        let unknown = |name: &&str| !decisions.iter().any(|(known, _)| known == name);
        let names = UNALLOCATED.iter().map(|(name, _)| *name).chain(SHRINK_WRAPPING);
        let wrong: Vec<&str> = names.filter(unknown).collect();
        assert!(wrong.is_empty(), "listed as never decided, but unknown: {wrong:?}");
        let happened = |(name, count): &&(&str, u64)| SHRINK_WRAPPING.contains(name) && *count > 0;
        let wrong: Vec<_> = decisions.iter().filter(happened).collect();
        assert!(target.desc.shrink_wrapping || wrong.is_empty(), "the target has no such frames: {wrong:?}");
    }

    /// All counters as text.
    pub fn report(&self, target: &Target) -> String {
        let mut text = String::new();
        for row in ROWS {
            let counts = self.values[row.opcode as usize];
            let _ = writeln!(text, "{:18} {counts:?}", row.name);
        }
        for (form, count) in FORMS.iter().zip(&self.forms).filter(|(form, _)| form.arch == target.desc.arch) {
            let _ = writeln!(text, "{count:8} {}", form_text(form));
        }
        for (event, count) in EVENTS.iter().zip(self.events) {
            let _ = writeln!(text, "{count:8} {event}");
        }
        for (what, count) in self.loops.counts() {
            let _ = writeln!(text, "{count:8} {what}");
        }
        let _ = write!(text, "{}", self.allocation);
        text
    }
}

/// Decisions of register allocation, summed over procedures: the counters of [`AllocStats`].
#[derive(Clone, Debug, Default)]
pub struct Allocations(Vec<(&'static str, u64)>);

impl Allocations {
    /// Adds the counters of a procedure.
    pub fn count(&mut self, stats: &AllocStats) {
        if self.0.is_empty() {
            self.0 = stats.list().map(|(name, _)| (name, 0)).collect();
        }
        self.0.iter_mut().zip(stats.list()).for_each(|(to, (_, count))| to.1 += u64::from(count));
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Allocations) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
        } else {
            self.0.iter_mut().zip(&other.0).for_each(|(to, from)| to.1 += from.1);
        }
    }

    /// Decisions that never occurred, except for [`UNALLOCATED`] and those that the target does not have. Reports
    /// `anything` if nothing was counted.
    pub fn missing(&self, target: &Target) -> impl Iterator<Item = &'static str> + '_ {
        let has_shrink_wrapping = target.desc.shrink_wrapping;
        let expected = move |name: &str| {
            !UNALLOCATED.iter().any(|(known, _)| *known == name)
                && (has_shrink_wrapping || !SHRINK_WRAPPING.contains(&name))
        };
        let missing = self.0.iter().filter(move |(name, count)| *count == 0 && expected(name));
        let nothing = self.0.is_empty().then_some("anything");
        nothing.into_iter().chain(missing.map(|(name, _)| *name))
    }

    /// Name and count of each decision.
    pub fn counts(&self) -> &[(&'static str, u64)] {
        &self.0
    }
}

/// A line for each decision.
impl fmt::Display for Allocations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, count)| writeln!(f, "{count:12} {name}"))
    }
}

impl Observer for Allocations {
    fn after(&mut self, _stage: Stage, progress: Progress<'_>) {
        if let Progress::Allocated(stats) = progress {
            self.count(stats);
        }
    }
}

impl Observer for Coverage {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        match progress {
            Progress::Code(code) if stage == Stage::Allocate && code.allocated => self.count_code(code),
            Progress::Allocated(stats) => self.allocation.count(stats),
            _ => {}
        }
    }
}

/// The types with which programs can use an opcode.
fn types_of(opcode: Opcode) -> Vec<Type> {
    let row = opcode.row();
    let mut types = Vec::new();
    let takes_type = row.operands.contains(&barebones::ir::opcode::Rule::T);
    if takes_type && row.class != Class::Any {
        let all = Type::SCALARS.into_iter().chain([Type::V128]);
        types.extend(all.filter(|ty| row.class.contains(*ty)));
    } else if takes_type {
        types.extend(Type::SCALARS.into_iter().chain([Type::V128, Type::tuple(0)]));
    }
    types
}

/// `Add32 tmp, imm, tmp`; followed by the required features in brackets.
pub fn form_text(form: &air::Form) -> String {
    let kinds = form.kinds[..form.operands.len()].iter().map(|kinds| {
        let names: Vec<String> = kinds.iter_names().map(|(name, _)| name.to_lowercase()).collect();
        names.join("|")
    });
    let features = if form.features == Features::empty() {
        String::new()
    } else {
        let names = Features::NAMES.iter().filter(|(_, bit)| form.features.contains(*bit));
        format!(" [{}]", names.map(|(name, _)| *name).collect::<Vec<_>>().join(" "))
    };
    format!("{} {}{features}", form.opcode.name(), kinds.collect::<Vec<_>>().join(", "))
}
