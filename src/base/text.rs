//! Text of registers, targets, features, trap codes and floats, shared by the formats of both IRs.

use super::{Features, Reg, RegNames, RegSet, Target, Targets, TrapCode};
use crate::support::lex::{Cursor, ParseError, list, write_list};
use std::fmt::{self, Display, Formatter};

/// A register by the machine's name. `%gp31` if it has no name there; the parser does not accept that.
pub(crate) struct RegText<'a>(pub(crate) &'a RegNames, pub(crate) Reg);

impl Display for RegText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let RegText(names, reg) = *self;
        if names.contains(reg) { write!(f, "%{}", names.name(reg)) } else { write!(f, "%{reg:?}") }
    }
}

/// A set of registers in braces.
pub(crate) struct RegSetText<'a>(pub(crate) &'a RegNames, pub(crate) RegSet);

impl Display for RegSetText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_list(f, ["{", "}"], self.1.iter(), |f, reg| RegText(self.0, reg).fmt(f))
    }
}

/// ` features={...}`, or nothing if the target has only its baseline features.
pub(crate) struct FeaturesText(pub(crate) Target);

impl Display for FeaturesText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let FeaturesText(target) = self;
        if target.features == target.desc.baseline {
            return Ok(());
        }
        let named = Features::NAMES.iter().filter(|(_, bit)| target.features.contains(*bit));
        write_list(f, [" features={", "}"], named, |f, (name, _)| f.write_str(name))
    }
}

/// A 64-bit float; [`Cursor::f64`] reads the same bits back.
pub(crate) struct F64Text(pub(crate) f64);

impl Display for F64Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() { write!(f, "nan:{:#018x}", self.0.to_bits()) } else { write!(f, "{:?}", self.0) }
    }
}

pub(crate) fn parse_target(cursor: &mut Cursor<'_>, targets: &Targets<'_>) -> Result<Target, ParseError> {
    let offset = cursor.offset();
    let name = cursor.hyphenated_name("the name of a target")?;
    targets.by_name(&name).ok_or_else(|| {
        let names: Vec<_> = targets.all.iter().map(|desc| desc.name).collect();
        cursor.error_at(offset, format!("a target: host, {}", names.join(", ")))
    })
}

/// Parses names of features in braces.
pub(crate) fn parse_features(cursor: &mut Cursor<'_>) -> Result<Features, ParseError> {
    let mut features = Features::empty();
    list(cursor, ["{", "}"], |cursor| {
        let offset = cursor.offset();
        let name = cursor.word("the name of a feature")?;
        let named = Features::NAMES.iter().find(|(known, _)| *known == name);
        let (_, bit) = named.ok_or_else(|| cursor.error_at(offset, "the name of a feature"))?;
        features |= *bit;
        Ok(())
    })?;
    Ok(features)
}

pub(crate) fn parse_trap_code(cursor: &mut Cursor<'_>) -> Result<TrapCode, ParseError> {
    let offset = cursor.offset();
    let name = cursor.word("a trap code")?;
    if name == "User" {
        cursor.expect("(")?;
        let number = cursor.integer(0, u64::from(u16::MAX))?;
        cursor.expect(")")?;
        return Ok(TrapCode::User(number as u16));
    }
    TrapCode::from_name(name).ok_or_else(|| cursor.error_at(offset, "a trap code"))
}
