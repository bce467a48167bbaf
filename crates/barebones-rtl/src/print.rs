//! Prints functions as text that reads back equal.

use crate::code::{Code, Mode};
use crate::tree::{Body, Data, Expr, Function, Insn, NoteKind, Operand, RegNote};
use std::fmt::{self, Formatter, Write};

/// Writes a string in quotes. Other bytes than printable ASCII are escaped, unless they are UTF-8.
fn quoted(f: &mut Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\0' => f.write_str("\\0")?,
                c if c.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
    }
    f.write_char('"')
}

/// Writes the bits of a `const_double`.
fn constant(f: &mut Formatter<'_>, mode: Mode, bits: u128) -> fmt::Result {
    match mode {
        Mode::Sf => match f32::from_bits(bits as u32) {
            number if number.is_nan() => write!(f, "{bits:#x}"),
            number => write!(f, "{number:?}"),
        },
        Mode::Df => match f64::from_bits(bits as u64) {
            number if number.is_nan() => write!(f, "{bits:#x}"),
            number => write!(f, "{number:?}"),
        },
        _ => write!(f, "{} {}", bits as u64, (bits >> 64) as u64),
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.code.name())?;
        for (flag, letter) in
            [(self.flags.unchanging, 'u'), (self.flags.volatile, 'v'), (self.flags.in_struct, 's')]
        {
            if flag {
                write!(f, "/{letter}")?;
            }
        }
        if self.mode != Mode::Void {
            write!(f, ":{}", self.mode)?;
        }
        for operand in &self.operands {
            f.write_char(' ')?;
            match operand {
                Operand::Expr(expr) => write!(f, "{expr}")?,
                Operand::Null => f.write_str("(nil)")?,
                Operand::Vector(elements) => {
                    f.write_char('[')?;
                    for (index, element) in elements.iter().enumerate() {
                        write!(f, "{}{element}", if index == 0 { "" } else { " " })?;
                    }
                    f.write_char(']')?;
                }
                Operand::Number(number) => write!(f, "{number}")?,
                Operand::Bits(bits) => constant(f, self.mode, *bits)?,
                Operand::Text(text) => quoted(f, text.as_bytes())?,
            }
        }
        f.write_char(')')
    }
}

impl fmt::Display for Insn {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({} {} {} {}", self.code.name(), self.uid, self.previous, self.next)?;
        match &self.body {
            Body::Pattern { pattern, insn_code, links, notes } => {
                write!(f, " {pattern}")?;
                if *insn_code == -1 && links.is_empty() && notes.is_empty() {
                    return f.write_char(')');
                }
                write!(f, " {insn_code} ")?;
                links.iter().try_for_each(|link| write!(f, "({} {link} ", Code::InsnList.name()))?;
                write!(f, "(nil){} ", ")".repeat(links.len()))?;
                for (kind, reg) in notes {
                    let name =
                        RegNote::ALL.iter().find(|(known, _)| known == kind).map_or("", |(_, name)| name);
                    write!(f, "({}:{name} {reg} ", Code::ExprList.name())?;
                }
                write!(f, "(nil){}", ")".repeat(notes.len()))?;
            }
            Body::Label(number) => write!(f, " {number}")?,
            Body::Barrier => {}
            Body::Note(NoteKind::Line(file, line)) => {
                f.write_char(' ')?;
                quoted(f, file.as_bytes())?;
                write!(f, " {line}")?;
            }
            Body::Note(kind) => {
                let name =
                    NoteKind::MARKS.iter().find(|(known, _)| known == kind).map_or("", |(_, name)| name);
                write!(f, " {name}")?;
            }
        }
        f.write_char(')')
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(function ")?;
        quoted(f, self.name.as_bytes())?;
        f.write_str(" [")?;
        for (index, param) in self.params.iter().enumerate() {
            write!(f, "{}{param}", if index == 0 { "" } else { " " })?;
        }
        match &self.result {
            Some(result) => write!(f, "] {result}")?,
            None => f.write_str("] (nil)")?,
        }
        for Data { name, bytes } in &self.data {
            f.write_str("\n  (data ")?;
            quoted(f, name.as_bytes())?;
            f.write_char(' ')?;
            quoted(f, bytes)?;
            f.write_char(')')?;
        }
        if let Some((reg, size)) = &self.frame {
            write!(f, "\n  (frame {reg} {size})")?;
        }
        self.insns.iter().try_for_each(|insn| write!(f, "\n  {insn}"))?;
        f.write_str(")\n")
    }
}
