//! Registers as opaque numbers; their names are in the target's table.

use std::fmt;

/// A register bank (register file).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bank {
    /// General purpose: integers and pointers.
    Gp,
    /// Floating point and vectors.
    Fp,
}

impl Bank {
    /// The letter of the bank in the table of machine operations and in the text format.
    pub const fn letter(self) -> &'static str {
        match self {
            Bank::Gp => "G",
            Bank::Fp => "F",
        }
    }
}

/// The width of an operand in a register or in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits.
    W32,
    /// 64 bits.
    W64,
    /// 128 bits.
    W128,
}

impl Width {
    /// All widths, ascending.
    pub const ALL: [Width; 5] = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];

    /// The width with this many bits.
    pub fn from_bits(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() == bits)
    }

    /// The width in bytes.
    pub const fn bytes(self) -> u32 {
        1 << self as u8
    }

    /// The width in bits.
    pub const fn bits(self) -> u32 {
        8 << self as u8
    }
}

/// A machine register: a bank and a number below 32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(u8);

impl Reg {
    /// The number of distinct registers over both banks; all values of [`Reg::index`] are below it.
    pub const COUNT: usize = 64;

    /// General-purpose register `number` (0..=31).
    pub const fn gp(number: u8) -> Reg {
        Reg(number & 31)
    }

    /// Floating-point register `number` (0..=31).
    pub const fn fp(number: u8) -> Reg {
        Reg(number & 31 | 32)
    }

    /// The register with this [`Reg::index`].
    pub const fn from_index(index: u8) -> Reg {
        Reg(index & 63)
    }

    /// A number below [`Reg::COUNT`], unique over both banks.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number in its bank, as instructions encode it.
    pub const fn number(self) -> u8 {
        self.0 & 31
    }

    /// The bank of the register.
    pub const fn bank(self) -> Bank {
        if self.0 & 32 != 0 { Bank::Fp } else { Bank::Gp }
    }

    /// True for a general-purpose register.
    pub const fn is_gp(self) -> bool {
        self.0 & 32 == 0
    }
}

/// `gp3`, `fp0`; the machine's own names are in [`super::RegNames`].
impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_gp() { "gp" } else { "fp" }, self.number())
    }
}

/// A set of registers of both banks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct RegSet(u64);

impl RegSet {
    /// No register.
    pub const EMPTY: RegSet = RegSet(0);

    /// All registers of a bank.
    pub const fn all(bank: Bank) -> RegSet {
        RegSet(match bank {
            Bank::Gp => 0xffff_ffff,
            Bank::Fp => 0xffff_ffff << 32,
        })
    }

    /// A set of the listed registers.
    pub const fn of(regs: &[Reg]) -> RegSet {
        let mut bits = 0;
        let mut i = 0;
        while i < regs.len() {
            bits |= 1 << regs[i].0;
            i += 1;
        }
        RegSet(bits)
    }

    /// True if `reg` is in the set.
    pub const fn contains(self, reg: Reg) -> bool {
        self.0 >> reg.0 & 1 != 0
    }

    /// Adds a register.
    pub const fn insert(&mut self, reg: Reg) {
        self.0 |= 1 << reg.0;
    }

    /// Removes a register.
    pub const fn remove(&mut self, reg: Reg) {
        self.0 &= !(1 << reg.0);
    }

    /// The registers in either set.
    pub const fn union(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }

    /// The registers in both sets.
    pub const fn intersection(self, other: RegSet) -> RegSet {
        RegSet(self.0 & other.0)
    }

    /// The registers in this set but not in the other.
    pub const fn difference(self, other: RegSet) -> RegSet {
        RegSet(self.0 & !other.0)
    }

    /// The registers of one bank.
    pub const fn in_bank(self, bank: Bank) -> RegSet {
        self.intersection(RegSet::all(bank))
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of registers in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The register with the lowest index.
    pub const fn first(self) -> Option<Reg> {
        if self.0 == 0 { None } else { Some(Reg(self.0.trailing_zeros() as u8)) }
    }

    /// All but the register with the lowest index.
    pub const fn without_first(self) -> RegSet {
        RegSet(self.0 & self.0.wrapping_sub(1))
    }

    /// The registers, ascending by index.
    pub fn iter(self) -> impl Iterator<Item = Reg> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let reg = rest.first()?;
            rest = rest.without_first();
            Some(reg)
        })
    }
}

impl FromIterator<Reg> for RegSet {
    fn from_iter<I: IntoIterator<Item = Reg>>(regs: I) -> RegSet {
        let mut set = RegSet::EMPTY;
        regs.into_iter().for_each(|reg| set.insert(reg));
        set
    }
}

/// Ascending by index.
impl IntoIterator for RegSet {
    type Item = Reg;
    type IntoIter = RegSetIter;

    fn into_iter(self) -> RegSetIter {
        RegSetIter(self)
    }
}

/// The registers of a set, ascending by index.
#[derive(Clone, Debug)]
pub struct RegSetIter(RegSet);

impl Iterator for RegSetIter {
    type Item = Reg;

    fn next(&mut self) -> Option<Reg> {
        let reg = self.0.first()?;
        self.0 = self.0.without_first();
        Some(reg)
    }
}

impl fmt::Debug for RegSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
