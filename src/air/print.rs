//! Printer of the text format. [`super::parse_code`] reads it back; `docs/air.md` describes it.
//!
//! Defaults are omitted. Invalid code is printed too, but may not be readable by the parser.

use super::form::forms_of;
use super::{
    Arg, Code, FormId, IndexExtend, Inst, InstFlags, OperandSpec, Special, SwitchTable, Tmp, find_form,
};
use crate::base::text::{F64Text, FeaturesText, RegSetText, RegText};
use crate::base::{Bank, ConvId, Origin, RegNames, Target};
use crate::support::lex::write_list;
use std::fmt::{self, Display, Formatter};

/// The names of instruction flags.
pub(super) const FLAGS: [(&str, InstFlags); 5] = [
    ("traps", InstFlags::TRAPS),
    ("inserted", InstFlags::INSERTED),
    ("no_coalesce", InstFlags::NO_COALESCE),
    ("volatile", InstFlags::VOLATILE),
    ("tested", InstFlags::TESTED),
];

/// The name prefix of temporaries of each bank; a number follows.
pub(super) const TMP_PREFIXES: [(&str, Bank); 2] = [("t", Bank::Gp), ("ft", Bank::Fp)];

/// The prefix of a constant in memory; its width in bits follows.
pub(super) const CONST_PREFIX: &str = "const";

/// The suffix of the bank letter of an operand that may stay in its slot.
pub(super) const ANYWHERE: &str = "S";

/// The name of the outgoing argument area, in the position of an address base.
pub(super) const CALL_ARG: &str = "callarg";

impl Tmp {
    /// The temporary as text, with the target's register names.
    pub fn display(self, names: &RegNames) -> impl Display + '_ {
        TmpText(names, self)
    }
}

impl Arg {
    /// The operand as text, with the target's register names.
    pub fn display<'a>(&'a self, names: &'a RegNames) -> impl Display + 'a {
        ArgText(names, self)
    }
}

impl Inst {
    /// The instruction as a line of text, without successors. `args` are its operands.
    pub fn display<'a>(&'a self, target: &'a Target, args: &'a [Arg]) -> impl Display + 'a {
        InstText { target, inst: self, args }
    }
}

struct TmpText<'a>(&'a RegNames, Tmp);

impl Display for TmpText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1.reg() {
            Some(reg) => RegText(self.0, reg).fmt(f),
            None => write!(f, "{:?}", self.1),
        }
    }
}

/// The offset of an address: ` + 8`, ` - 8`, or nothing.
struct Offset(i32);

impl Display for Offset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            offset => {
                let sign = if offset < 0 { '-' } else { '+' };
                write!(f, " {sign} {}", offset.unsigned_abs())
            }
        }
    }
}

struct ArgText<'a>(&'a RegNames, &'a Arg);

impl Display for ArgText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = self.0;
        match *self.1 {
            Arg::Tmp(tmp) => TmpText(names, tmp).fmt(f),
            Arg::Imm(value) => value.fmt(f),
            Arg::Addr { base, offset } => write!(f, "[{}{}]", TmpText(names, base), Offset(offset)),
            Arg::Index { base, index, shift, extend, offset } => {
                let (base, index) = (TmpText(names, base), TmpText(names, index));
                let name = IndexExtend::ALL[extend as usize].1;
                let space = if name.is_empty() { "" } else { " " };
                match 1_u8.checked_shl(shift.into()) {
                    Some(scale) => write!(f, "[{base} + {name}{space}{index}*{scale}{}]", Offset(offset)),
                    None => write!(f, "[{base} + {name}{space}{index}*?{}]", Offset(offset)),
                }
            }
            Arg::Stack { slot, offset } => write!(f, "[{slot}{}]", Offset(offset)),
            Arg::CallArg { offset } => write!(f, "[{CALL_ARG}{}]", Offset(offset)),
            Arg::Const { bits, width } => write!(f, "{CONST_PREFIX}{}:{bits:#x}", width.bits()),
            Arg::Vector(vector) => vector.fmt(f),
            Arg::Symbol(symbol) => symbol.fmt(f),
            Arg::LibCall(function) => write!(f, "lib:{}", function.name()),
            Arg::IntCondition(condition) => f.write_str(condition.name()),
            Arg::FloatCondition(condition) => f.write_str(condition.name()),
            Arg::Trap(code) => code.fmt(f),
            Arg::Switch(switch) => switch.fmt(f),
            Arg::Special(special) => special.fmt(f),
        }
    }
}

struct InstText<'a> {
    target: &'a Target,
    inst: &'a Inst,
    args: &'a [Arg],
}

impl InstText<'_> {
    /// The form that the text omits.
    fn expected_form(&self) -> Option<FormId> {
        match self.args.first() {
            Some(Arg::Special(_)) => Some(FormId::SPECIAL),
            _ => find_form(self.inst.opcode, self.target.desc.arch, self.target.features, self.args),
        }
    }

    fn attributes(&self, mut attribute: impl FnMut(&dyn Display) -> fmt::Result) -> fmt::Result {
        let Inst { opcode, form, origin, flags, .. } = *self.inst;
        if origin != Origin::NONE {
            attribute(&format_args!("origin={origin}"))?;
        }
        for (name, flag) in FLAGS {
            if flags.contains(flag) {
                attribute(&name)?;
            }
        }
        if self.expected_form() != Some(form) {
            // Not the first form that fits. A form of another opcode cannot be read back.
            let forms = forms_of(opcode);
            match forms.contains(&form.0) {
                true => attribute(&format_args!("form={}", form.0 - forms.start))?,
                false => attribute(&"form=?")?,
            }
        }
        Ok(())
    }
}

impl Display for InstText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.inst.opcode.name())?;
        let mut separator = " ";
        for arg in self.args {
            write!(f, "{separator}{}", ArgText(self.target.desc.names, arg))?;
            separator = ", ";
        }
        self.attributes(|attribute| {
            write!(f, "{separator}{attribute}")?;
            separator = ", ";
            Ok(())
        })
    }
}

/// `U:G:64`, or `U:%rax:64` for an operand in a fixed register.
struct SpecText<'a>(&'a RegNames, OperandSpec);

impl Display for SpecText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SpecText(names, spec) = *self;
        let (role, bits) = (spec.role.letters(), spec.width.bits());
        match spec.fixed() {
            Some(reg) => write!(f, "{role}:{}:{bits}", RegText(names, reg)),
            None if spec.is_anywhere() => write!(f, "{role}:{}{ANYWHERE}:{bits}", spec.bank.letter()),
            None => write!(f, "{role}:{}:{bits}", spec.bank.letter()),
        }
    }
}

struct SpecialText<'a>(&'a RegNames, &'a Special);

impl Display for SpecialText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SpecialText(names, special) = *self;
        write_list(f, ["[", "]"], &special.operands, |f, spec| SpecText(names, *spec).fmt(f))?;
        let sets = [
            ("clobbers_early", special.clobbers_early),
            ("clobbers", special.clobbers),
            ("clobbers_high", special.clobbers_high),
        ];
        for (name, set) in sets {
            if !set.is_empty() {
                write!(f, " {name}={}", RegSetText(names, set))?;
            }
        }
        if special.popped_bytes != 0 {
            write!(f, " popped={}", special.popped_bytes)?;
        }
        if special.generator.is_valid() {
            write!(f, " generator={}", special.generator.number())?;
        }
        if special.state.is_valid() {
            write!(f, " state={}", special.state.number())?;
        }
        if special.state_operands != 0 {
            write!(f, " state_operands={}", special.state_operands)?;
        }
        if !special.live_across.is_empty() {
            write!(f, " live_across={}", RegSetText(names, special.live_across))?;
        }
        if let Some(code) = special.trap {
            write!(f, " trap={code}")?;
        }
        if special.safepoint {
            write_list(f, [" safepoint=[", "]"], &special.roots, |f, root| root.fmt(f))?;
        }
        match (special.hidden, special.hidden_form()) {
            (Some(id), Some(form)) => {
                write!(f, " hidden={}:{}", form.opcode.name(), id.0 - forms_of(form.opcode).start)
            }
            (Some(_), None) => f.write_str(" hidden=?"), // invalid; cannot be read back
            (None, _) => Ok(()),
        }
    }
}

/// The text of the whole procedure. Instructions outside blocks are not printed.
impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, &[])
    }
}

/// The text of a procedure with comments.
struct Commented<'a>(&'a Code, &'a [(u32, String)]);

impl Display for Commented<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(f, self.1)
    }
}

impl Code {
    /// The text of the whole procedure with comments, each before the instruction with its index in the buffer. They
    /// are in ascending order, one line each. A comment after the last instruction of a block appears before the next
    /// instruction.
    pub fn with_comments<'a>(&'a self, comments: &'a [(u32, String)]) -> impl Display + 'a {
        Commented(self, comments)
    }

    fn write(&self, f: &mut Formatter<'_>, comments: &[(u32, String)]) -> fmt::Result {
        self.write_header(f)?;
        self.write_tables(f)?;
        self.write_tmps(f)?;
        for (id, block) in self.blocks.iter() {
            write!(f, "{id}")?;
            if block.frequency != 1.0 {
                write!(f, " frequency={}", F64Text(block.frequency))?;
            }
            f.write_str(if block.rare { " rare:" } else { ":" })?;
            for (number, inst) in (block.insts.start..).zip(self.block_insts(block)) {
                let first = comments.partition_point(|comment| comment.0 < number);
                for (_, text) in comments[first..].iter().take_while(|comment| comment.0 == number) {
                    write!(f, "\n    ; {text}")?;
                }
                let args = self.buffer.get_args(inst).unwrap_or(&[]);
                write!(f, "\n    {}", InstText { target: &self.target, inst, args })?;
            }
            if !block.successors.is_empty() {
                write_list(f, [" -> ", ""], &block.successors, |f, successor| successor.fmt(f))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }

    fn write_header(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "air 1 target={}{}", self.target.name(), FeaturesText(self.target))?;
        if self.convention != ConvId::new(0) {
            let known = self.target.desc.conventions.get(self.convention.number() as usize);
            write!(f, " conv={}", known.map_or("?", |convention| convention.name))?;
        }
        let numbers = [
            ("call_area", self.call_area),
            ("frame", self.frame_bytes),
            ("save_area", self.save_area),
            ("popped", self.popped_bytes),
        ];
        for (name, number) in numbers {
            if number != 0 {
                write!(f, " {name}={number}")?;
            }
        }
        for (name, set) in [("pinned", self.pinned), ("kept", self.kept), ("saved", self.saved)] {
            if !set.is_empty() {
                write!(f, " {name}={}", RegSetText(self.target.desc.names, set))?;
            }
        }
        if self.has_vectors {
            f.write_str(" vectors")?;
        }
        f.write_str(if self.allocated { " allocated\n" } else { "\n" })
    }

    fn write_tables(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, slot) in self.slots.iter() {
            write!(f, "{id} = {} {}", slot.kind.name(), slot.size)?;
            if slot.align != DEFAULT_ALIGN {
                write!(f, " align={}", slot.align)?;
            }
            match slot.offset {
                Some(offset) => writeln!(f, " offset={offset}")?,
                None => f.write_str("\n")?,
            }
        }
        for (id, special) in self.specials.iter() {
            writeln!(f, "{id} = {}", SpecialText(self.target.desc.names, special))?;
        }
        for (n, root) in self.roots.iter().enumerate() {
            write!(f, "root{n} = {} {:?}", root.slot, root.tmp)?;
            match root.base {
                Some(base) => writeln!(f, " base={base}")?,
                None => f.write_str("\n")?,
            }
        }
        for (id, bits) in self.vectors.iter() {
            writeln!(f, "{id} = {:#x} {:#x}", *bits as u64, (bits >> 64) as u64)?;
        }
        for (id, SwitchTable { cases }) in self.switches.iter() {
            write!(f, "{id} = ")?;
            write_list(f, ["[", "]\n"], cases, |f, case| case.fmt(f))?;
        }
        Ok(())
    }

    fn write_tmps(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, info) in (0..).zip(&self.tmps) {
            if !info.global && !info.reference && !info.home.is_valid() && !info.remat.is_valid() {
                continue;
            }
            write!(f, "{:?}:", Tmp::new(info.bank, number))?;
            if info.global {
                f.write_str(" global")?;
            }
            if info.reference {
                f.write_str(" reference")?;
            }
            if info.home.is_valid() {
                write!(f, " home={}", info.home)?;
            }
            if let Some(remat) = self.remats.get(info.remat) {
                write!(f, " remat={}(", remat.opcode.name())?;
                if let Some(arg) = &remat.arg {
                    ArgText(self.target.desc.names, arg).fmt(f)?;
                }
                f.write_str(")")?;
            } else if info.remat.is_valid() {
                f.write_str(" remat=?")?; // invalid; cannot be read back
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The default alignment of a slot in the text.
pub(super) const DEFAULT_ALIGN: u32 = 8;
