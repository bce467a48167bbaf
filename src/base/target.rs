//! Descriptions of targets: all that the target-independent parts of the compiler know about a machine.

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
    /// Optional instruction set extensions of a CPU. Those of other architectures than the target's have no effect.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Features: u32 {
        /// x86-64: roundss, roundsd and others.
        const SSE41 = 1;
        /// x86-64: popcnt.
        const POPCNT = 1 << 1;
        /// x86-64: lzcnt.
        const LZCNT = 1 << 2;
        /// x86-64: andn, blsr, tzcnt and others.
        const BMI1 = 1 << 3;
        /// x86-64: shlx, sarx, shrx, rorx and others.
        const BMI2 = 1 << 4;
        /// x86-64: three-operand forms of SSE instructions.
        const AVX = 1 << 5;
        /// x86-64: fused multiply-add.
        const FMA = 1 << 6;
        /// AArch64: single-instruction atomics (Large System Extensions).
        const LSE = 1 << 16;
        /// AArch64: fjcvtzs, the conversion of a double to an integer as JavaScript specifies it.
        const JSCVT = 1 << 17;
    }
}

impl Features {
    /// The names of the features in command lines and in the text format.
    pub const NAMES: [(&'static str, Features); 9] = [
        ("sse4.1", Features::SSE41),
        ("popcnt", Features::POPCNT),
        ("lzcnt", Features::LZCNT),
        ("bmi1", Features::BMI1),
        ("bmi2", Features::BMI2),
        ("avx", Features::AVX),
        ("fma", Features::FMA),
        ("lse", Features::LSE),
        ("jscvt", Features::JSCVT),
    ];
}

/// The names of a machine's registers.
#[derive(Debug)]
pub struct RegNames {
    /// The names of the general registers, by number.
    pub gp: &'static [&'static str],
    /// The names of the floating-point registers, by number.
    pub fp: &'static [&'static str],
}

impl RegNames {
    /// The name of a register, without the `%` of the text format; `?` if the machine has no such register.
    pub fn name(&self, reg: Reg) -> &'static str {
        let names = if reg.is_gp() { self.gp } else { self.fp };
        names.get(reg.number() as usize).copied().unwrap_or("?")
    }

    /// The register with this name.
    pub fn reg(&self, name: &str) -> Option<Reg> {
        let find = |names: &[&str]| names.iter().position(|n| *n == name).map(|i| i as u8);
        find(self.gp).map(Reg::gp).or_else(|| find(self.fp).map(Reg::fp))
    }

    /// True if the machine has this register.
    pub fn contains(&self, reg: Reg) -> bool {
        (reg.number() as usize) < if reg.is_gp() { self.gp.len() } else { self.fp.len() }
    }
}

/// The registers that the allocator may use in procedures with a convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegEnv {
    /// Allocatable registers by bank, the cheapest first: caller-saved before callee-saved.
    pub allocatable: [&'static [Reg]; 2],
    /// Allocatable registers that a procedure must save and restore if it changes them.
    pub callee_saved: RegSet,
    /// The number of bytes of a callee-saved register that must be restored, by bank.
    pub saved_bytes: [u32; 2],
}

impl RegEnv {
    /// No registers: for a convention in which no procedure is compiled.
    pub const EMPTY: RegEnv =
        RegEnv { allocatable: [&[], &[]], callee_saved: RegSet::EMPTY, saved_bytes: [8, 8] };

    /// The allocatable registers as a set.
    pub fn allocatable_set(&self) -> RegSet {
        RegSet::of(self.allocatable[Bank::Gp as usize]).union(RegSet::of(self.allocatable[Bank::Fp as usize]))
    }
}

/// A machine and an operating system: tables owned by the module of the instruction set.
#[derive(Debug)]
pub struct TargetDesc {
    /// The name in the text format.
    pub name: &'static str,
    /// The target triple, as other tools write it.
    pub triple: &'static str,
    /// The instruction set.
    pub arch: Arch,
    /// Register names.
    pub names: &'static RegNames,
    /// Calling conventions; the first is the C convention of the system.
    pub conventions: &'static [CallConv],
    /// The frame pointer.
    pub frame_pointer: Reg,
    /// The stack pointer.
    pub stack_pointer: Reg,
    /// Registers that a procedure may pin: no instruction needs any of them implicitly.
    pub pinnable: RegSet,
    /// Features that every CPU of this target has.
    pub baseline: Features,
    /// True if an operation of this width can encode the constant, sign-extended to 64 bits, as its second operand, so
    /// that no register is needed for it.
    pub is_legal_immediate: fn(ImmediateOf, i64, Width) -> bool,
    /// True if an access can encode this offset from its base: (offset, size of the access in bytes).
    pub reaches: fn(i64, i64) -> bool,
    /// True if one instruction computes the sum of two values and a constant (x86-64's `lea`).
    pub has_lea: bool,
    /// True if the conversion of a float to a signed integer saturates. Otherwise the result for NaN and values out of
    /// range is the minimum.
    pub saturates: bool,
    /// True if most operations are two-address: the result overwrites the first operand.
    pub is_two_address: bool,
    /// True if shrink-wrapping is possible: a procedure may return before it has set up its frame. False where the
    /// system's unwind tables describe only prologues at the entry.
    pub shrink_wrapping: bool,
}

/// Groups of operations by the constants they accept as second operand.
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

/// What code is compiled for: a machine, an operating system and optional features.
#[derive(Clone, Copy)]
pub struct Target {
    /// The description of the target.
    pub desc: &'static TargetDesc,
    /// Features that the code may use.
    pub features: Features,
}

impl Target {
    /// The target with only its baseline features.
    pub const fn baseline(desc: &'static TargetDesc) -> Target {
        Target { desc, features: desc.baseline }
    }

    /// The name in the text format.
    pub const fn name(&self) -> &'static str {
        self.desc.name
    }

    /// The convention with this id, or the system's C convention if the id is invalid.
    pub fn convention(&self, id: ConvId) -> &'static CallConv {
        self.desc.conventions.get(id.number() as usize).unwrap_or(&self.desc.conventions[0])
    }

    /// The id of the convention with this name.
    pub fn convention_by_name(&self, name: &str) -> Option<ConvId> {
        self.desc.conventions.iter().position(|c| c.name == name).map(|i| ConvId::new(i as u32))
    }
}

/// The targets that the text format can name.
#[derive(Clone, Copy)]
pub struct Targets<'a> {
    /// All targets.
    pub all: &'a [&'static TargetDesc],
    /// The meaning of `host`: this machine with the features it has.
    pub host: Target,
}

impl Targets<'_> {
    /// The target with this name: `host` has the features of this machine, all others their baseline.
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
