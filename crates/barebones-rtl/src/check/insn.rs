//! Insns and their side effects.

use super::value::{incremented, operand};
use super::{Checker, Label, Result, Rule, refuse};
use crate::code::{Code, Mode};
use crate::tree::{Body, Expr, Insn, Operand};

/// What the side effects of an insn are together.
#[derive(Default)]
struct Summary {
    jumps: bool,
    /// No jump of the insn falls through.
    ends: bool,
    calls: bool,
    blocks: bool,
    table: bool,
    /// The registers that are used beside other effects, in order.
    uses: Vec<(Mode, bool)>,
    /// The registers set, and whether a comparison sets condition codes.
    set: Vec<u32>,
    conditions: Vec<(Option<u32>, Mode)>,
    words: Option<i128>,
}

impl Checker {
    pub(super) fn insn(&mut self, index: usize, insn: &mut Insn) -> Result<()> {
        let position = insn.position;
        match &mut insn.body {
            Body::Note(_) => Ok(()),
            Body::Label(_) => {
                self.conditions.clear();
                if let Some(Label::Code(_)) = self.labels.get(&insn.uid) {
                    self.continues = true;
                } else if self.continues {
                    return refuse(Rule::Label, position, "a path reaches a table");
                }
                Ok(())
            }
            Body::Barrier if self.continues => {
                refuse(Rule::Barrier, position, "the insn before it continues")
            }
            Body::Barrier => Ok(()),
            Body::Pattern { pattern, notes, links, .. } => {
                if let Some(link) = links.iter().find(|link| **link == 0) {
                    return refuse(Rule::Chain, position, format!("a link to insn {link}"));
                }
                let code = insn.code;
                self.table = None;
                let mut summary = Summary::default();
                self.pattern(pattern, &mut summary)?;
                self.finish(code, pattern, &summary)?;
                if pattern_needs_pc(pattern) {
                    self.next_table.insert(index, self.table_after(pattern)?);
                }
                for (_, reg) in notes {
                    self.register(reg)?;
                }
                self.continues = !summary.ends;
                Ok(())
            }
        }
    }

    /// The label of the first table, which must be the only one that jumps relative to `pc` may use.
    fn table_after(&self, pattern: &Expr) -> Result<u32> {
        let mut named = Vec::new();
        pattern.each(&mut |expr| {
            if expr.code == Code::LabelRef {
                named.extend(expr.number().and_then(|uid| u32::try_from(uid).ok()));
            }
        });
        let table = named.into_iter().find(|uid| matches!(self.labels.get(uid), Some(Label::Table(_))));
        match table {
            Some(table) => Ok(table),
            None => refuse(Rule::Label, pattern.position, "a jump relative to pc that names no table"),
        }
    }

    fn pattern(&mut self, pattern: &mut Expr, summary: &mut Summary) -> Result<()> {
        if pattern.code != Code::Parallel {
            return self.effect(pattern, summary);
        }
        for operand in &mut pattern.operands {
            let Operand::Vector(elements) = operand else { continue };
            for element in elements {
                match element.code {
                    Code::Set | Code::Call | Code::Return | Code::Clobber | Code::Use => {
                        self.effect(element, summary)?;
                    }
                    code => {
                        return refuse(
                            Rule::Operand,
                            element.position,
                            format!("{} in parallel", code.name()),
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn effect(&mut self, effect: &mut Expr, summary: &mut Summary) -> Result<()> {
        match effect.code {
            Code::Set => self.set(effect, summary),
            Code::Return => {
                (summary.jumps, summary.ends) = (true, true);
                Ok(())
            }
            Code::Call => self.call(effect, summary),
            Code::Clobber => match effect.sub_mut(0) {
                None => Ok(()),
                Some(place) => match place.code {
                    Code::Reg => {
                        place.resolved = self.register(place)?;
                        summary.set.extend(place.reg());
                        Ok(())
                    }
                    Code::Mem => {
                        place.resolved = place.mode;
                        self.memory(place)
                    }
                    Code::Scratch => Ok(()),
                    code => refuse(Rule::Operand, place.position, format!("{} in clobber", code.name())),
                },
            },
            Code::Use => {
                let value = operand(effect, 0)?;
                match value.code {
                    Code::Reg => {
                        let mode = self.value(value, Mode::Void)?;
                        summary.uses.push((mode, false));
                    }
                    Code::ConstInt => {
                        value.resolved = Mode::POINTER;
                        summary.uses.push((Mode::POINTER, true));
                    }
                    code => return refuse(Rule::Operand, value.position, format!("{} in use", code.name())),
                }
                Ok(())
            }
            Code::AsmInput => match effect.operands.first() {
                Some(Operand::Text(text)) if text.is_empty() => Ok(()),
                _ => refuse(
                    Rule::Unsupported,
                    effect.position,
                    "assembler code; a patchpoint emits machine code",
                ),
            },
            Code::AddrVec | Code::AddrDiffVec => self.labels_of_table(effect, summary),
            code => refuse(Rule::Operand, effect.position, format!("{} as an effect", code.name())),
        }
    }

    fn labels_of_table(&mut self, effect: &mut Expr, summary: &mut Summary) -> Result<()> {
        (summary.table, summary.ends) = (true, true);
        if !effect.mode.is_int() || effect.mode == Mode::Ti {
            return refuse(Rule::Mode, effect.position, format!("a table of mode {}", effect.mode));
        }
        let base = effect.sub(0).and_then(Expr::number).unwrap_or(0);
        if let Some(label) = effect.sub(0) {
            let Label::Table(_) = self.label(label)? else {
                return refuse(Rule::Label, label.position, "a base that is not the label of the table");
            };
        }
        for label in effect.vector() {
            self.code_label(label)?;
            let uid = label.number().unwrap_or(0);
            let limit = 1i128 << (effect.mode.bits() - 1);
            if !(-limit..limit).contains(&(uid - base)) {
                return refuse(Rule::Label, label.position, format!("{} beyond {}", uid - base, effect.mode));
            }
            self.taken.insert(u32::try_from(uid).unwrap_or(0));
        }
        Ok(())
    }

    fn call(&mut self, call: &mut Expr, summary: &mut Summary) -> Result<()> {
        let function = operand(call, 0)?;
        if function.code != Code::Mem || function.mode != Mode::Qi {
            return refuse(Rule::Operand, function.position, "a function that is no memory of mode QI");
        }
        function.resolved = Mode::Qi;
        self.memory(function)?;
        let words = operand(call, 1)?;
        let number = words.number().filter(|_| words.code == Code::ConstInt);
        let Some(number) = number else {
            return refuse(Rule::Call, words.position, "a number of words that is no const_int");
        };
        if summary.words.replace(number).is_some() {
            return refuse(Rule::Call, call.position, "two calls in an insn");
        }
        summary.calls = true;
        Ok(())
    }

    fn set(&mut self, set: &mut Expr, summary: &mut Summary) -> Result<()> {
        let position = set.position;
        let (place, source) = match set.operands.as_mut_slice() {
            [Operand::Expr(place), Operand::Expr(source)] => (place, source),
            _ => return refuse(Rule::Operand, position, "(nil) in set"),
        };
        match place.code {
            Code::Pc => return self.jump(source, summary),
            Code::Cc0 => {
                let mode = self.compared(source)?;
                summary.blocks |= mode == Mode::Blk;
                summary.conditions.push((None, mode));
                return Ok(());
            }
            Code::Reg if place.mode == Mode::Cc => {
                self.register(place)?;
                let mode = self.compared(source)?;
                summary.blocks |= mode == Mode::Blk;
                summary.conditions.push((place.reg(), mode));
                return Ok(());
            }
            Code::Mem if place.mode == Mode::Blk => {
                self.block(place)?;
                summary.blocks = true;
                if source.code == Code::ConstInt {
                    source.resolved = Mode::Qi;
                    return Ok(());
                }
                return self.block(source);
            }
            _ => {}
        }
        let mode = self.place(place, summary)?;
        if source.code == Code::Call {
            if place.code != Code::Reg {
                return refuse(Rule::Operand, position, "a result of a call that no register gets");
            }
            source.resolved = mode;
            return self.call(source, summary);
        }
        self.value(source, mode).map(drop)
    }

    /// A place that is set, and the mode of values that it takes.
    fn place(&mut self, place: &mut Expr, summary: &mut Summary) -> Result<Mode> {
        let position = place.position;
        match place.code {
            Code::Unchanging | Code::Reg => {
                let mode = self.value(place, Mode::Void)?;
                let reg = if place.code == Code::Reg { Some(&*place) } else { place.sub(0) };
                summary.set.extend(reg.and_then(Expr::reg));
                Ok(mode)
            }
            Code::Volatile | Code::Mem => {
                let mode = self.value(place, Mode::Void)?;
                if place.code == Code::Mem && place.flags.unchanging {
                    return refuse(Rule::Unchanging, position, "memory that is set");
                }
                Ok(mode)
            }
            Code::Subreg => {
                let mode = place.mode;
                self.value(place, mode)?;
                let whole = place.sub(0).map_or(Mode::Void, |reg| reg.mode);
                if mode.bits() > whole.bits() {
                    return refuse(Rule::Subreg, position, format!("{mode} of a register in {whole} is set"));
                }
                summary.set.extend(place.sub(0).and_then(Expr::reg));
                Ok(mode)
            }
            Code::StrictLowPart => {
                let part = operand(place, 0)?;
                if part.code != Code::Subreg || part.number() != Some(0) {
                    return refuse(Rule::Operand, part.position, "strict_low_part of no low subreg");
                }
                let mode = self.place(part, summary)?;
                place.resolved = mode;
                Ok(mode)
            }
            Code::SignExtract | Code::ZeroExtract => {
                let mode = place.mode;
                let mode = if mode == Mode::Void { Mode::Si } else { mode };
                self.value(place, mode)?;
                summary.set.extend(place.sub(0).and_then(Expr::reg));
                Ok(mode)
            }
            code => refuse(Rule::Operand, position, format!("{} is set", code.name())),
        }
    }

    fn jump(&mut self, target: &mut Expr, summary: &mut Summary) -> Result<()> {
        if std::mem::replace(&mut summary.jumps, true) {
            return refuse(Rule::Destination, target.position, "two jumps in an insn");
        }
        summary.ends = true;
        match target.code {
            Code::LabelRef => self.code_label(target),
            Code::IfThenElse => {
                self.condition(operand(target, 0)?)?;
                let codes = [1, 2].map(|index| target.sub(index).map(|side| side.code));
                let label = match codes {
                    [Some(Code::LabelRef), Some(Code::Pc)] => 1,
                    [Some(Code::Pc), Some(Code::LabelRef)] => 2,
                    _ => {
                        let found = "a conditional jump whose sides are not pc and a label_ref";
                        return refuse(Rule::Operand, target.position, found);
                    }
                };
                summary.ends = false;
                self.code_label(operand(target, label)?)
            }
            Code::Plus if target.sub(0).is_some_and(|first| first.code == Code::Pc) => {
                if !matches!(target.mode, Mode::Void | Mode::POINTER) {
                    return refuse(Rule::Mode, target.position, format!("a jump in mode {}", target.mode));
                }
                target.resolved = Mode::POINTER;
                operand(target, 0)?.resolved = Mode::POINTER;
                self.value(operand(target, 1)?, Mode::POINTER).map(drop)
            }
            Code::Mem | Code::Reg => self.value(target, Mode::POINTER).map(drop),
            code => refuse(Rule::Operand, target.position, format!("a jump to {}", code.name())),
        }
    }

    /// What holds for all effects of an insn together.
    fn finish(&mut self, code: Code, pattern: &Expr, summary: &Summary) -> Result<()> {
        let position = pattern.position;
        let allowed = match code {
            Code::Insn => !summary.jumps && !summary.calls && !summary.table,
            Code::JumpInsn => (summary.jumps || summary.table) && !summary.calls,
            _ => summary.calls && !summary.jumps,
        };
        if !allowed {
            return refuse(Rule::Operand, position, format!("this pattern in {}", code.name()));
        }
        let mut set = summary.set.clone();
        let changed = incremented(pattern);
        for reg in &changed {
            let mut count = 0;
            pattern.each(&mut |expr| count += u32::from(expr.reg() == Some(*reg)));
            if count != 1 {
                return refuse(Rule::Increment, position, format!("register {reg} is named {count} times"));
            }
        }
        set.sort_unstable();
        if let Some(pair) = set.windows(2).find(|pair| pair[0] == pair[1]) {
            return refuse(Rule::Destination, position, format!("register {} is set twice", pair[0]));
        }
        if summary.blocks {
            let count = summary.uses.first().filter(|(mode, _)| *mode == Mode::POINTER);
            if count.is_none() || summary.calls {
                return refuse(
                    Rule::Block,
                    position,
                    "no (use ..) of a register in DI, or of a const_int, first",
                );
            }
        } else if let Some(words) = summary.words {
            if summary.uses.iter().any(|(_, constant)| *constant) {
                return refuse(Rule::Call, position, "an argument that is no register");
            }
            let found: u32 = summary.uses.iter().map(|(mode, _)| mode.words()).sum();
            if words != i128::from(found) {
                return refuse(Rule::Call, position, format!("{words} words, but registers of {found}"));
            }
        }
        for reg in set {
            self.conditions.remove(&Some(reg));
            *self.sets.entry(reg).or_insert(0) += 1;
        }
        if summary.calls {
            self.conditions.clear();
        }
        for (key, mode) in &summary.conditions {
            self.conditions.insert(*key, *mode);
        }
        Ok(())
    }
}

/// True if an insn jumps relative to `pc`.
fn pattern_needs_pc(pattern: &Expr) -> bool {
    let mut found = false;
    pattern.each(&mut |expr| {
        found |= expr.code == Code::Plus && expr.sub(0).is_some_and(|first| first.code == Code::Pc);
    });
    found
}
