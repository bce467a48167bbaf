//! What the middle of the compiler may know of a machine: tables.

use super::{Bank, CallConv, ConvId, Reg, RegSet, Width};
use std::fmt;

/// An instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arch {
    /// x86-64.
    X64,
    /// AArch64.
    A64,
}

bitflags::bitflags! {
    /// Optional instructions of a CPU. Those of other architectures than the target's mean nothing.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Features: u32 {
        /// x86-64: roundss, roundsd and friends.
        const SSE41 = 1;
        /// x86-64: popcnt.
        const POPCNT = 1 << 1;
        /// x86-64: lzcnt.
        const LZCNT = 1 << 2;
        /// x86-64: andn, blsr, tzcnt and friends.
        const BMI1 = 1 << 3;
        /// x86-64: shlx, sarx, shrx, rorx and friends.
        const BMI2 = 1 << 4;
        /// x86-64: three-operand forms of SSE instructions.
        const AVX = 1 << 5;
        /// x86-64: fused multiply-add.
        const FMA = 1 << 6;
        /// AArch64: atomics without loops.
        const LSE = 1 << 16;
    }
}

impl Features {
    /// The names used by the command and in text, with the bit of each.
    pub const NAMES: [(&'static str, Features); 8] = [
        ("sse4.1", Features::SSE41),
        ("popcnt", Features::POPCNT),
        ("lzcnt", Features::LZCNT),
        ("bmi1", Features::BMI1),
        ("bmi2", Features::BMI2),
        ("avx", Features::AVX),
        ("fma", Features::FMA),
        ("lse", Features::LSE),
    ];
}

/// The names of a machine's registers.
#[derive(Debug)]
pub struct Names {
    /// By number, the general bank.
    pub gp: &'static [&'static str],
    /// By number, the floating-point bank.
    pub fp: &'static [&'static str],
}

impl Names {
    /// The name of a register, without the `%` of the text format; `?` if the machine has no such register.
    pub fn name(&self, reg: Reg) -> &'static str {
        let names = if reg.is_gp() { self.gp } else { self.fp };
        names.get(reg.number() as usize).copied().unwrap_or("?")
    }

    /// The register of this name.
    pub fn reg(&self, name: &str) -> Option<Reg> {
        let find = |names: &[&str]| names.iter().position(|n| *n == name).map(|i| i as u8);
        find(self.gp).map(Reg::gp).or_else(|| find(self.fp).map(Reg::fp))
    }

    /// True if the machine has this register.
    pub fn contains(&self, reg: Reg) -> bool {
        (reg.number() as usize) < if reg.is_gp() { self.gp.len() } else { self.fp.len() }
    }
}

/// What the register allocator knows of the procedures of a convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegEnv {
    /// Registers it may give out, by bank, the cheapest first: caller-saved ones before callee-saved ones.
    pub allocatable: [&'static [Reg]; 2],
    /// Those of them that a procedure must restore before it returns, if it changes them.
    pub callee_saved: RegSet,
    /// How much of a callee-saved register must be restored, by bank, in bytes.
    pub saved_bytes: [u32; 2],
}

impl RegEnv {
    /// No register: for a convention in which nothing is compiled.
    pub const EMPTY: RegEnv =
        RegEnv { allocatable: [&[], &[]], callee_saved: RegSet::EMPTY, saved_bytes: [8, 8] };

    /// The allocatable registers as a set.
    pub fn allocatable_set(&self) -> RegSet {
        RegSet::of(self.allocatable[Bank::Gp as usize]).union(RegSet::of(self.allocatable[Bank::Fp as usize]))
    }
}

/// A machine and an operating system: tables that the instruction set's module owns.
#[derive(Debug)]
pub struct TargetDesc {
    /// The name in the text format.
    pub name: &'static str,
    /// The triple, as other tools write it.
    pub triple: &'static str,
    /// The instruction set.
    pub arch: Arch,
    /// Register names.
    pub names: &'static Names,
    /// Conventions; the first is the C convention of the system.
    pub conventions: &'static [CallConv],
    /// The frame pointer.
    pub frame_pointer: Reg,
    /// The stack pointer.
    pub stack_pointer: Reg,
    /// Registers that a procedure may pin: no instruction needs one of them for itself.
    pub pinnable: RegSet,
    /// What every CPU of this target has.
    pub baseline: Features,
    /// True if an operation of this width takes the constant, sign-extended to 64 bits, as its second operand without
    /// having to make it in a register first.
    pub holds_immediate: fn(ImmediateOf, i64, Width) -> bool,
    /// True if an access of so many bytes adds this offset to its base without another instruction: offset, bytes.
    pub reaches: fn(i64, i64) -> bool,
    /// True if one instruction adds two values and a constant.
    pub adds_constant_to_sum: bool,
    /// True if most operations have their result where their first operand was.
    pub overwrites_operands: bool,
    /// True if a procedure may return before it has made its frame. False where the system unwinds by tables that know of
    /// a prologue at the entry only.
    pub late_frames: bool,
}

/// Operations whose second operand may be a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImmediateOf {
    /// A sum or a difference.
    Sum,
    /// A comparison.
    Comparison,
    /// And, Or, Xor, or a test of bits.
    Logic,
    /// A product.
    Product,
}

/// What code is made for: a machine, an operating system and optional instructions.
#[derive(Clone, Copy)]
pub struct Target {
    /// The tables.
    pub desc: &'static TargetDesc,
    /// The optional instructions that may be used.
    pub features: Features,
}

impl Target {
    /// The target with only what every CPU of it has.
    pub const fn baseline(desc: &'static TargetDesc) -> Target {
        Target { desc, features: desc.baseline }
    }

    /// The name in the text format.
    pub const fn name(&self) -> &'static str {
        self.desc.name
    }

    /// A convention by its id; the system's C convention if there is no such id.
    pub fn convention(&self, id: ConvId) -> &'static CallConv {
        self.desc.conventions.get(id.number() as usize).unwrap_or(&self.desc.conventions[0])
    }

    /// The id of the convention of this name.
    pub fn convention_by_name(&self, name: &str) -> Option<ConvId> {
        self.desc.conventions.iter().position(|c| c.name == name).map(|i| ConvId::new(i as u32))
    }
}

/// The targets that a text may name.
#[derive(Clone, Copy)]
pub struct Targets<'a> {
    /// All of them.
    pub all: &'a [&'static TargetDesc],
    /// What `host` means: this machine, with the optional instructions it has.
    pub host: Target,
}

impl Targets<'_> {
    /// The target of this name: the host with its own features for `host`, else with those of the baseline.
    pub fn by_name(&self, name: &str) -> Option<Target> {
        if name == "host" {
            return Some(self.host);
        }
        self.all.iter().find(|desc| desc.name == name).map(|desc| Target::baseline(desc))
    }
}

impl PartialEq for Target {
    fn eq(&self, other: &Target) -> bool {
        self.desc.name == other.desc.name && self.features == other.features
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.desc.name, self.features)
    }
}
