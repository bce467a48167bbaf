//! Printing of machine descriptions.

use super::constraint::{self, LETTERS, MODIFIERS, REGISTERS, bank_letter, mode, names};
use super::{Description, Pattern, Shape};
use crate::base::semantics::Operator;
use crate::base::{Arch, Bank, Features, ImmediateOf, Width};
use crate::isa::TARGETS;
use std::fmt;

/// The name of an instruction set.
pub(super) const fn arch_name(arch: Arch) -> &'static str {
    match arch {
        Arch::X64 => "x86-64",
        Arch::A64 => "aarch64",
    }
}

/// The legend as comments, then the patterns.
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(machine {})", arch_name(self.arch))?;
        for pattern in &self.patterns {
            pattern.write(f, self.arch)?;
        }
        Ok(())
    }
}

impl Description {
    /// The meaning of modes, letters, modifiers and operators, and the ranges of immediates, as comments.
    pub fn legend(&self) -> String {
        let mut lines = vec![
            String::from(
                "A pattern: opcode, standard names in GCC, words, properties, what it does, and its operands.",
            ),
            String::from(
                "Operands: number, mode, constraint. Alternatives are separated by commas, better ones first.",
            ),
            String::from("cost: latency in cycles, estimated. size: bytes of the example in output."),
            String::from("Modes: QI HI SI DI are integers of 8 to 64 bits, SF and DF floats and doubles."),
            String::from("Letters:"),
        ];
        let mut letter =
            |letter: &dyn fmt::Display, meaning: &str| lines.push(format!("  {letter}  {meaning}"));
        letter(&bank_letter(self.arch, Bank::Gp), "a general register");
        letter(&bank_letter(self.arch, Bank::Fp), "a floating-point register");
        if self.arch == Arch::X64 {
            REGISTERS.iter().for_each(|(name, reg)| letter(name, &format!("the register {reg}")));
        }
        letter(&"0..9", "should be the register of this operand: saves a move");
        LETTERS.iter().for_each(|(name, _, meaning)| letter(name, meaning));
        letter(&"%", "this operand and the next one may be exchanged");
        lines.push(String::from("Modifiers, before the letters:"));
        for (text, _, meaning) in MODIFIERS {
            lines.push(format!("  {:<2} {meaning}", if text.is_empty() { "-" } else { text }));
        }
        lines.push(String::from(
            "Immediates that need no register, as far as 0 reaches; some outside have an encoding, too:",
        ));
        let groups = [
            (ImmediateOf::Sum, "sums"),
            (ImmediateOf::Comparison, "comparisons"),
            (ImmediateOf::Logic, "logic"),
            (ImmediateOf::Product, "products"),
        ];
        for (group, name) in groups {
            for width in [Width::W32, Width::W64] {
                let range = range(self.arch, group, width);
                let text = range.map_or(String::from("none"), |(low, high)| format!("{low} to {high}"));
                lines.push(format!("  {name} {}: {text}", mode(Bank::Gp, width)));
            }
        }
        lines.push(String::from("Operators:"));
        for operator in Operator::ALL {
            lines.push(format!("  {}  {}", operator.name(), operator.meaning()));
        }
        lines.iter().map(|line| format!("; {line}\n")).collect()
    }
}

/// The interval around 0 whose members are immediates of an operation; `None` if 0 is none.
fn range(arch: Arch, group: ImmediateOf, width: Width) -> Option<(i64, i64)> {
    /// Numbers that are tried one by one. A longer interval is that of an encoding, whose end is bisected.
    const SCANNED: i64 = 1 << 13;
    let target = TARGETS.into_iter().find(|target| target.arch == arch).unwrap_or(TARGETS[0]);
    let fits = |value: i64| (target.is_legal_immediate)(group, value, width);
    let last = |sign: i64| {
        if let Some(first_outside) = (1..=SCANNED).find(|number| !fits(sign * number)) {
            return sign * (first_outside - 1);
        }
        let (mut inside, mut outside) = (SCANNED, 1 << 40);
        while outside - inside > 1 {
            let middle = (inside + outside) / 2;
            *if fits(sign * middle) { &mut inside } else { &mut outside } = middle;
        }
        sign * inside
    };
    fits(0).then(|| (last(-1), last(1)))
}

impl Pattern {
    fn write(&self, f: &mut fmt::Formatter<'_>, arch: Arch) -> fmt::Result {
        write!(f, "\n(pattern {}", self.name)?;
        if !self.standard.is_empty() {
            write!(f, " (names {})", self.standard.join(" "))?;
        }
        if !self.properties.is_empty() {
            write!(f, " (properties {})", self.properties.join(" "))?;
        }
        write!(f, "\n  (words {:?})\n  (does{}{})", self.words, space(&self.semantics), self.semantics)?;
        for shape in &self.shapes {
            shape.write(f, arch)?;
        }
        f.write_str(")\n")
    }
}

fn space(text: &str) -> &'static str {
    if text.is_empty() { "" } else { " " }
}

impl Shape {
    fn write(&self, f: &mut fmt::Formatter<'_>, arch: Arch) -> fmt::Result {
        f.write_str("\n  (as")?;
        for (number, operand) in self.operands.iter().enumerate() {
            let tied = self.tied.filter(|(user, _)| usize::from(*user) == number).map(|(_, result)| result);
            let commutes = self.commutes && number == 0;
            let text = constraint::text(arch, operand, tied, commutes);
            write!(f, " ({number} {} {text:?})", mode(operand.bank, operand.width))?;
        }
        let features: Vec<&str> = Features::NAMES
            .iter()
            .filter(|(_, bit)| self.features.contains(*bit))
            .map(|(name, _)| *name)
            .collect();
        let clobbers: Vec<&str> = self.clobbers.iter().map(|reg| names(arch).name(*reg)).collect();
        for (name, list) in [("needs", features), ("clobbers", clobbers)] {
            if !list.is_empty() {
                write!(f, " ({name} {})", list.join(" "))?;
            }
        }
        if let Some(semantics) = &self.semantics {
            write!(f, " (does {semantics})")?;
        }
        for (name, list) in [("cost", &self.costs), ("size", &self.sizes)] {
            write!(f, "\n    ({name}")?;
            list.iter().try_for_each(|number| write!(f, " {number}"))?;
            f.write_str(")")?;
        }
        if self.outputs.iter().any(|output| !output.is_empty()) {
            f.write_str("\n    (output")?;
            self.outputs.iter().try_for_each(|output| write!(f, " {output:?}"))?;
            f.write_str(")")?;
        }
        f.write_str(")")
    }
}
