//! Constraints of operands in letters: those of GCC where it has one.

use super::Operand;
use crate::air::{Kinds, Role};
use crate::base::{Arch, Bank, Reg, RegNames, Width};
use crate::isa::TARGETS;

/// Letters of kinds that are no registers: letter, kinds, meaning. Longer sets come first.
pub(super) const LETTERS: [(char, Kinds, &str); 11] = [
    ('m', Kinds::MEMORY, "memory: base and offset, scaled index, slot of the frame, outgoing argument"),
    ('C', Kinds::CONST, "a constant in read-only memory near the code"),
    ('i', Kinds::IMM64, "an immediate"),
    ('e', Kinds::IMM32, "an immediate of 32 bits, sign-extended"),
    ('J', Kinds::SHIFT, "an immediate from 0 to 63"),
    ('s', Kinds::SYMBOL, "the address of a symbol"),
    ('l', Kinds::LIB_CALL, "the address of a library function"),
    ('Q', Kinds::INT_CONDITION, "a condition on integers"),
    ('P', Kinds::FLOAT_CONDITION, "a condition on floating-point numbers"),
    ('T', Kinds::TRAP, "a trap code"),
    ('S', Kinds::SWITCH, "the cases of a switch"),
];

/// Modifiers, in front of the letters: text, role, meaning. A modifier that begins with another one comes first.
pub(super) const MODIFIERS: [(&str, Role, &str); 13] = [
    ("=&", Role::EarlyDef, "written early: shares no register with an operand"),
    ("=z", Role::ZDef, "written; the bits of the register above the mode become zero"),
    ("=", Role::Def, "written; the bits of the register above the mode are unspecified"),
    ("+z", Role::UseZDef, "read and written; the bits of the register above the mode become zero"),
    (
        "+L",
        Role::LateUseDef,
        "memory that is read and written late: its address shares no register with a result",
    ),
    ("+", Role::UseDef, "read and written"),
    ("&", Role::Scratch, "a scratch register"),
    ("Lk", Role::LateColdUse, "read late, in memory at no cost"),
    ("L", Role::LateUse, "read late: shares no register with a result"),
    ("k", Role::ColdUse, "read, in memory at no cost"),
    ("p", Role::UseAddr, "an address that is computed and not accessed"),
    ("!", Role::Fixed, "no location"),
    ("", Role::Use, "read"),
];

/// The letter of any register of a bank.
pub(super) fn bank_letter(arch: Arch, bank: Bank) -> char {
    match (bank, arch) {
        (Bank::Gp, _) => 'r',
        (Bank::Fp, Arch::X64) => 'x',
        (Bank::Fp, Arch::A64) => 'w',
    }
}

/// Registers that have letters of their own on x86-64.
pub(super) const REGISTERS: [(char, &str); 3] = [('a', "rax"), ('c', "rcx"), ('d', "rdx")];

/// The names of the registers of an instruction set.
pub(super) fn names(arch: Arch) -> &'static RegNames {
    let target = TARGETS.into_iter().find(|target| target.arch == arch);
    target.unwrap_or(TARGETS[0]).names
}

/// The name of a mode: bank and width.
pub(super) fn mode(bank: Bank, width: Width) -> &'static str {
    match (bank, width) {
        (Bank::Gp, Width::W8) => "QI",
        (Bank::Gp, Width::W16) => "HI",
        (Bank::Gp, Width::W32) => "SI",
        (Bank::Gp, Width::W64) => "DI",
        (Bank::Gp, Width::W128) => "TI",
        (Bank::Fp, Width::W8) => "QF",
        (Bank::Fp, Width::W16) => "HF",
        (Bank::Fp, Width::W32) => "SF",
        (Bank::Fp, Width::W64) => "DF",
        (Bank::Fp, Width::W128) => "TF",
    }
}

/// The bank and width of a mode.
pub(super) fn mode_of(name: &str) -> Option<(Bank, Width)> {
    let all = [Bank::Gp, Bank::Fp].into_iter().flat_map(|bank| Width::ALL.map(|width| (bank, width)));
    all.into_iter().find(|(bank, width)| mode(*bank, *width) == name)
}

/// The constraint of an operand. `tied` is the result that it should share its register with.
pub(super) fn text(arch: Arch, operand: &Operand, tied: Option<u8>, commutes: bool) -> String {
    let modifier = MODIFIERS.iter().find(|(_, role, _)| *role == operand.role);
    let mut text = modifier.map_or_else(String::new, |(modifier, ..)| modifier.to_string());
    if commutes {
        text.push('%');
    }
    for (number, kinds) in operand.kinds.iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        if kinds.contains(Kinds::TMP) {
            text += &register(arch, operand.bank, operand.fixed);
            if let Some(result) = tied {
                text += &result.to_string();
            }
        }
        let mut rest = kinds.difference(Kinds::TMP);
        for (letter, set, _) in LETTERS {
            if rest.contains(set) {
                text.push(letter);
                rest = rest.difference(set);
            }
        }
    }
    text
}

fn register(arch: Arch, bank: Bank, fixed: Option<Reg>) -> String {
    let Some(reg) = fixed else { return bank_letter(arch, bank).to_string() };
    let name = names(arch).name(reg);
    let letter = REGISTERS.iter().find(|(_, known)| arch == Arch::X64 && *known == name);
    letter.map_or_else(|| format!("{{{name}}}"), |(letter, _)| letter.to_string())
}

/// What a constraint says: the inverse of [`text`].
pub(super) struct Constraint {
    pub(super) role: Role,
    pub(super) commutes: bool,
    pub(super) fixed: Option<Reg>,
    pub(super) tied: Option<u8>,
    pub(super) kinds: Vec<Kinds>,
}

/// Reads a constraint; an error is the first character that has no meaning.
pub(super) fn read(arch: Arch, text: &str) -> Result<Constraint, String> {
    let (modifier, role) = MODIFIERS
        .iter()
        .find(|(modifier, ..)| text.starts_with(modifier))
        .map_or(("", Role::Use), |(modifier, role, _)| (*modifier, *role));
    let rest = &text[modifier.len()..];
    let (commutes, rest) = rest.strip_prefix('%').map_or((false, rest), |rest| (true, rest));
    let mut constraint = Constraint { role, commutes, fixed: None, tied: None, kinds: Vec::new() };
    for alternative in rest.split(',') {
        let (mut kinds, mut characters) = (Kinds::empty(), alternative.chars());
        while let Some(letter) = characters.next() {
            let known = REGISTERS.iter().find(|(known, _)| *known == letter && arch == Arch::X64);
            if letter == '{' {
                let name: String = characters.by_ref().take_while(|letter| *letter != '}').collect();
                constraint.fixed = Some(names(arch).reg(&name).ok_or_else(|| name.clone())?);
                kinds |= Kinds::TMP;
            } else if let Some((_, name)) = known {
                constraint.fixed = names(arch).reg(name);
                kinds |= Kinds::TMP;
            } else if [Bank::Gp, Bank::Fp].iter().any(|bank| bank_letter(arch, *bank) == letter) {
                kinds |= Kinds::TMP;
            } else if let Some(digit) = letter.to_digit(10) {
                constraint.tied = Some(digit as u8);
            } else {
                let set = LETTERS.iter().find(|(known, ..)| *known == letter);
                kinds |= set.map(|(_, set, _)| *set).ok_or_else(|| letter.to_string())?;
            }
        }
        constraint.kinds.push(kinds);
    }
    Ok(constraint)
}
