//! Parser of the text format, which `docs/air.md` describes.
//!
//! One token of lookahead, one pass, no recursion. Slots, specials and switches are declared in the order of their ids.
//! Temporaries need no declaration: their table is created at the end of the text, when the largest number is known to
//! be small enough.

use super::form::forms_of;
use super::opcode::Properties;
use super::print::{ANYWHERE, CALL_ARG, CONST_PREFIX, DEFAULT_ALIGN, FLAGS, TMP_PREFIXES};
use super::{
    Arg, Block, BlockId, Code, FORMS, FormId, IndexExtend, InstFlags, Kinds, Opcode, OperandSpec, Remat,
    RematId, Role, Root, Slot, SlotId, SlotKind, Special, SpecialId, SwitchId, SwitchTable, Tmp, TmpInfo,
    find_form,
};
use crate::base::text::{parse_features, parse_target, parse_trap_code};
use crate::base::{
    Bank, ConvId, FloatCondition, GeneratorId, IntCondition, LibCall, Origin, Reg, RegSet, StateId, SymbolId,
    Targets, TrapCode, VectorId, Width,
};
use crate::support::BitSet;
use crate::support::lex::{Cursor, ParseError, Token, list, parse_number};

/// Parses machine code in the text format that `docs/air.md` describes.
///
/// # Errors
/// The first error, with its line and column. Forms are looked up as in selection; an instruction without a form is an
/// error. Other broken rules are reported by [`mod@super::validate`] only.
pub fn parse_code(text: &str, targets: &Targets<'_>) -> Result<Code, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.expect_word("air")?;
    cursor.integer(1, 1)?;
    cursor.expect_word("target")?;
    cursor.expect("=")?;
    let target = parse_target(&mut cursor, targets)?;
    let parser = CodeParser {
        cursor,
        code: Code::new(target),
        mentions: Vec::new(),
        largest: (0, 0),
        declared: Vec::new(),
        args: Vec::new(),
    };
    parser.parse()
}

/// Maximum number of a temporary, independent of the length of the text.
const MAX_TMP: u32 = 1 << 30;

/// The attributes seen so far; each may appear once.
#[derive(Default)]
struct Seen(u32);

impl Seen {
    /// Accepts one of the words `keys` and returns its index; `None` if the next token is none of them.
    fn accept(&mut self, cursor: &mut Cursor<'_>, keys: &[&str]) -> Result<Option<usize>, ParseError> {
        let Token::Word(word) = cursor.token() else { return Ok(None) };
        let Some(index) = keys.iter().position(|key| *key == word) else { return Ok(None) };
        if self.0 & 1 << index != 0 {
            return Err(cursor.error("each attribute at most once"));
        }
        self.0 |= 1 << index;
        cursor.advance();
        Ok(Some(index))
    }
}

struct CodeParser<'a> {
    cursor: Cursor<'a>,
    code: Code,
    /// Temporaries in the order of the text.
    mentions: Vec<Tmp>,
    /// The largest number of a temporary, and its offset in the text.
    largest: (u32, usize),
    /// Declared temporaries, with the offsets of their names in the text.
    declared: Vec<(u32, usize, TmpInfo)>,
    /// Operands of the current instruction.
    args: Vec<Arg>,
}

impl CodeParser<'_> {
    fn parse(mut self) -> Result<Code, ParseError> {
        self.header()?;
        while !matches!(self.cursor.token(), Token::End | Token::Numbered('#', _)) {
            self.declaration()?;
        }
        while self.cursor.token() != Token::End {
            self.block()?;
        }
        self.fill_tmps()?;
        self.find_entry_registers();
        Ok(self.code)
    }

    /// Finds the registers that are live at entry: those in which Entry instructions define temporaries.
    fn find_entry_registers(&mut self) {
        let Code { buffer, specials, entry_regs, .. } = &mut self.code;
        for inst in buffer.insts.iter().filter(|inst| inst.opcode == Opcode::Entry) {
            if let Some(Arg::Special(id)) = buffer.args(inst).first()
                && let Some(special) = specials.get(*id)
            {
                let regs = special.operands.iter().filter_map(|operand| operand.fixed());
                *entry_regs = entry_regs.union(regs.collect());
            }
        }
    }

    /// Parses `=` and an unsigned integer.
    fn value_u32(&mut self) -> Result<u32, ParseError> {
        self.cursor.expect("=")?;
        self.cursor.u32()
    }

    fn header(&mut self) -> Result<(), ParseError> {
        const KEYS: [&str; 11] = [
            "features",
            "conv",
            "call_area",
            "frame",
            "save_area",
            "popped",
            "pinned",
            "kept",
            "saved",
            "vectors",
            "allocated",
        ];
        let mut seen = Seen::default();
        while let Some(key) = seen.accept(&mut self.cursor, &KEYS)? {
            match KEYS[key] {
                "features" => {
                    self.cursor.expect("=")?;
                    self.code.target.features = parse_features(&mut self.cursor)?;
                }
                "conv" => self.code.convention = self.convention()?,
                "call_area" => self.code.call_area = self.value_u32()?,
                "frame" => self.code.frame_bytes = self.value_u32()?,
                "save_area" => self.code.save_area = self.value_u32()?,
                "popped" => self.code.popped_bytes = self.value_u32()?,
                "pinned" => self.code.pinned = self.reg_set()?,
                "kept" => self.code.kept = self.reg_set()?,
                "saved" => self.code.saved = self.reg_set()?,
                "vectors" => self.code.has_vectors = true,
                _ => self.code.allocated = true,
            }
        }
        Ok(())
    }

    /// Parses `=` and the name of a convention of the target.
    fn convention(&mut self) -> Result<ConvId, ParseError> {
        self.cursor.expect("=")?;
        let offset = self.cursor.offset();
        let target = self.code.target;
        target.convention_by_name(self.cursor.word("the name of a convention")?).ok_or_else(|| {
            let names: Vec<_> = target.desc.conventions.iter().map(|conv| conv.name).collect();
            let expected = format!("a convention of {}: {}", target.name(), names.join(", "));
            self.cursor.error_at(offset, expected)
        })
    }

    // ---- Declarations ---------------------------------------------------------------------------------

    fn declaration(&mut self) -> Result<(), ParseError> {
        const EXPECTED: &str = "a declaration or a block";
        match self.cursor.token() {
            Token::Register(_) => self.tmp_declaration(),
            Token::Word(word) => match word.trim_end_matches(|c: char| c.is_ascii_digit()) {
                "slot" => self.slot(),
                "special" => self.special(),
                "switch" => self.switch(),
                "root" => self.root(),
                "vector" => self.vector(),
                _ => Err(self.cursor.error(EXPECTED)),
            },
            _ => Err(self.cursor.error(EXPECTED)),
        }
    }

    /// Parses the name of a declared item and `=`.
    fn declared_id(&mut self, prefix: &str, next: usize) -> Result<(), ParseError> {
        let offset = self.cursor.offset();
        if self.cursor.numbered_word(prefix)? as usize == next {
            return self.cursor.expect("=");
        }
        Err(self.cursor.error_at(offset, format!("`{prefix}{next}`: ids in order, without gaps")))
    }

    /// Parses the low and the high half of a 128-bit constant.
    fn vector(&mut self) -> Result<(), ParseError> {
        self.declared_id("vector", self.code.vectors.len())?;
        let [low, high] =
            [int64(&mut self.cursor)?, int64(&mut self.cursor)?].map(|half| u128::from(half as u64));
        self.code.vectors.push(low | high << 64);
        Ok(())
    }

    fn slot(&mut self) -> Result<(), ParseError> {
        self.declared_id("slot", self.code.slots.len())?;
        let kind = [SlotKind::Locked, SlotKind::Spill];
        let kind = kind.into_iter().find(|kind| self.cursor.accept_word(kind.name()));
        let kind = kind.ok_or_else(|| self.cursor.error("`locked` or `spill`"))?;
        let mut slot = Slot { size: self.cursor.u32()?, align: DEFAULT_ALIGN, kind, offset: None };
        let mut seen = Seen::default();
        while let Some(key) = seen.accept(&mut self.cursor, &["align", "offset"])? {
            self.cursor.expect("=")?;
            match key {
                0 => slot.align = self.cursor.u32()?,
                _ => slot.offset = Some(self.cursor.i32()?),
            }
        }
        self.code.slots.push(slot);
        Ok(())
    }

    fn special(&mut self) -> Result<(), ParseError> {
        const KEYS: [&str; 11] = [
            "clobbers_early",
            "clobbers",
            "clobbers_high",
            "popped",
            "generator",
            "state",
            "state_operands",
            "live_across",
            "trap",
            "hidden",
            "safepoint",
        ];
        self.declared_id("special", self.code.specials.len())?;
        let mut special = Special::default();
        let code = &self.code;
        list(&mut self.cursor, ["[", "]"], |cursor| {
            special.operands.push(spec(cursor, code)?);
            Ok(())
        })?;
        let mut seen = Seen::default();
        while let Some(key) = seen.accept(&mut self.cursor, &KEYS)? {
            match KEYS[key] {
                "clobbers_early" => special.clobbers_early = self.reg_set()?,
                "clobbers" => special.clobbers = self.reg_set()?,
                "clobbers_high" => special.clobbers_high = self.reg_set()?,
                "popped" => special.popped_bytes = self.value_u32()?,
                "generator" => special.generator = GeneratorId::new(self.value_u32()?),
                "state" => special.state = StateId::new(self.value_u32()?),
                "state_operands" => special.state_operands = self.value_u32()?,
                "live_across" => special.live_across = self.reg_set()?,
                "hidden" => special.hidden = Some(self.hidden()?),
                "safepoint" => {
                    special.safepoint = true;
                    self.cursor.expect("=")?;
                    list(&mut self.cursor, ["[", "]"], |cursor| {
                        special.roots.push(cursor.u32()?);
                        Ok(())
                    })?;
                }
                _ => {
                    self.cursor.expect("=")?;
                    special.trap = Some(parse_trap_code(&mut self.cursor)?);
                }
            }
        }
        self.code.specials.push(special);
        Ok(())
    }

    fn root(&mut self) -> Result<(), ParseError> {
        self.declared_id("root", self.code.roots.len())?;
        let slot = SlotId::new(self.cursor.numbered_word("slot")?);
        let tmp = self.tmp()?;
        let offset = self.cursor.offset();
        let base = if self.cursor.accept_word("base") { Some(self.value_u32()?) } else { None };
        if let Some(base) = base {
            let found = self.code.roots.get(base as usize).copied();
            let found = found.ok_or_else(|| self.cursor.error_at(offset, "the number of an earlier root"))?;
            self.code.derived.push((tmp, found.tmp));
            self.code.derived.sort_unstable();
        }
        self.code.roots.push(Root { slot, tmp, base });
        Ok(())
    }

    /// Parses `=`, an opcode, `:` and the number of one of its forms.
    fn hidden(&mut self) -> Result<FormId, ParseError> {
        self.cursor.expect("=")?;
        let opcode = self.opcode("the opcode of a hidden instruction")?;
        self.cursor.expect(":")?;
        let offset = self.cursor.offset();
        let form = forms_of(opcode).nth(self.cursor.u32()? as usize).map(FormId);
        form.ok_or_else(|| self.cursor.error_at(offset, format!("the number of a form of {}", opcode.name())))
    }

    fn switch(&mut self) -> Result<(), ParseError> {
        self.declared_id("switch", self.code.switches.len())?;
        let mut cases = Vec::new();
        list(&mut self.cursor, ["[", "]"], |cursor| {
            cases.push(int64(cursor)?);
            Ok(())
        })?;
        self.code.switches.push(SwitchTable { cases });
        Ok(())
    }

    fn tmp_declaration(&mut self) -> Result<(), ParseError> {
        let offset = self.cursor.offset();
        let tmp = self.tmp()?;
        let Some(number) = tmp.number() else {
            return Err(self.cursor.error_at(offset, "a temporary, a block or another declaration"));
        };
        self.cursor.expect(":")?;
        let (home, remat) = (SlotId::INVALID, RematId::INVALID);
        let mut info = TmpInfo { bank: tmp.bank(), global: false, reference: false, home, remat };
        let mut seen = Seen::default();
        while let Some(key) = seen.accept(&mut self.cursor, &["global", "reference", "home", "remat"])? {
            match key {
                0 => info.global = true,
                1 => info.reference = true,
                2 => {
                    self.cursor.expect("=")?;
                    info.home = SlotId::new(self.cursor.numbered_word("slot")?);
                }
                _ => info.remat = self.remat(tmp)?,
            }
        }
        self.declared.push((number, offset, info));
        Ok(())
    }

    /// Parses `=OPCODE(ARG)` or `=OPCODE()`.
    fn remat(&mut self, tmp: Tmp) -> Result<RematId, ParseError> {
        self.cursor.expect("=")?;
        let offset = self.cursor.offset();
        let opcode = self.opcode("an opcode")?;
        self.cursor.expect("(")?;
        self.args.clear();
        if !self.cursor.at(")") {
            let arg = self.arg()?;
            self.args.push(arg);
        }
        self.cursor.expect(")")?;
        let arg = self.args.first().copied();
        self.args.push(Arg::Tmp(tmp));
        let form = self.form(offset, opcode, None)?;
        Ok(self.code.remats.push(Remat { opcode, arg, form }))
    }

    /// Creates the table of temporaries.
    fn fill_tmps(&mut self) -> Result<(), ParseError> {
        let limit = 4 * self.mentions.len() + 1024;
        let (largest, offset) = self.largest;
        if largest as usize > limit {
            let expected = format!("a temporary with a number of at most {limit}");
            return Err(self.cursor.error_at(offset, expected));
        }
        let count = if self.mentions.is_empty() { 0 } else { largest as usize + 1 };
        let mut mentioned = BitSet::with_len(count);
        (0..count).for_each(|_| {
            self.code.add_tmp(Bank::Gp);
        });
        for tmp in &self.mentions {
            if let Some(number) = tmp.number().map(|number| number as usize)
                && mentioned.insert(number)
            {
                self.code.tmps[number].bank = tmp.bank();
            }
        }
        let mut declared = BitSet::with_len(count);
        for (number, offset, info) in &self.declared {
            if !declared.insert(*number as usize) {
                return Err(self.cursor.error_at(*offset, "a temporary that is not declared yet"));
            }
            self.code.tmps[*number as usize] = *info;
        }
        Ok(())
    }

    // ---- Blocks and instructions ----------------------------------------------------------------------

    fn block(&mut self) -> Result<(), ParseError> {
        let next = self.code.blocks.len();
        match self.cursor.token() {
            Token::Numbered('#', number) if number as usize == next => {}
            _ => return Err(self.cursor.error(format!("`#{next}`: blocks in order, without gaps"))),
        }
        self.cursor.advance();
        let start = self.code.buffer.insts.len() as u32;
        let mut block =
            Block { insts: start..start, successors: Default::default(), frequency: 1.0, rare: false };
        let mut seen = Seen::default();
        while let Some(key) = seen.accept(&mut self.cursor, &["frequency", "rare"])? {
            match key {
                0 => {
                    self.cursor.expect("=")?;
                    block.frequency = self.cursor.f64()?;
                }
                _ => block.rare = true,
            }
        }
        self.cursor.expect(":")?;
        while matches!(self.cursor.token(), Token::Word(_)) {
            self.inst()?;
        }
        if self.cursor.accept("->") {
            loop {
                let Token::Numbered('#', number) = self.cursor.token() else {
                    return Err(self.cursor.error("a block"));
                };
                self.cursor.advance();
                block.successors.push(BlockId::new(number));
                if !self.cursor.accept(",") {
                    break;
                }
            }
        }
        if !matches!(self.cursor.token(), Token::End | Token::Numbered('#', _)) {
            let expected =
                if block.successors.is_empty() { "an instruction, `->` or a block" } else { "a block" };
            return Err(self.cursor.error(expected));
        }
        block.insts.end = self.code.buffer.insts.len() as u32;
        self.code.blocks.push(block);
        Ok(())
    }

    fn opcode(&mut self, expected: &str) -> Result<Opcode, ParseError> {
        let opcode = match self.cursor.token() {
            Token::Word(word) => Opcode::from_name(word),
            _ => None,
        };
        let opcode = opcode.ok_or_else(|| self.cursor.error(expected))?;
        self.cursor.advance();
        Ok(opcode)
    }

    /// True if operands or attributes follow an opcode, rather than the next instruction.
    fn at_operand(&self) -> bool {
        match self.cursor.token() {
            Token::End | Token::Numbered('#', _) | Token::Punct("->") => false,
            Token::Word(word) => Opcode::from_name(word).is_none(),
            _ => true,
        }
    }

    fn inst(&mut self) -> Result<(), ParseError> {
        const FORM: usize = FLAGS.len() + 1;
        let keys = ["origin", FLAGS[0].0, FLAGS[1].0, FLAGS[2].0, FLAGS[3].0, FLAGS[4].0, "form"];
        let offset = self.cursor.offset();
        let opcode = self.opcode("an instruction, `->` or a block")?;
        let (mut origin, mut flags, mut form) = (Origin::NONE, InstFlags::empty(), None);
        self.args.clear();
        let mut seen = Seen::default();
        let mut more = self.at_operand();
        while more {
            match seen.accept(&mut self.cursor, &keys)? {
                Some(0) => origin = Origin(self.value_u32()?),
                Some(FORM) => form = Some(self.value_u32()?),
                Some(flag) => flags |= FLAGS[flag - 1].1,
                None if seen.0 != 0 => return Err(self.cursor.error("an attribute")),
                None => {
                    let arg = self.arg()?;
                    self.args.push(arg);
                }
            }
            more = self.cursor.accept(",");
        }
        if self.args.len() > super::MAX_ARGS {
            return Err(self.cursor.error_at(offset, "at most 65535 operands"));
        }
        let form = self.form(offset, opcode, form)?;
        self.code.buffer.push(opcode, form, &self.args, origin, flags);
        Ok(())
    }

    /// The first form that fits the current operands, or the one with the given number among the opcode's forms.
    fn form(&self, offset: usize, opcode: Opcode, number: Option<u32>) -> Result<FormId, ParseError> {
        let target = &self.code.target;
        let special = matches!(self.args.first(), Some(Arg::Special(_)));
        let form = match number {
            None if special => opcode.has(Properties::SPECIAL).then_some(FormId::SPECIAL),
            None => find_form(opcode, target.desc.arch, target.features, &self.args),
            Some(number) => {
                let kinds: Vec<Kinds> = self.args.iter().map(Arg::kinds).collect();
                let id = forms_of(opcode).nth(number as usize).map(FormId);
                id.filter(|id| FORMS[id.0 as usize].admits(target.desc.arch, target.features, &kinds))
            }
        };
        form.ok_or_else(|| {
            let expected = format!("operands of a form of {} on {}", opcode.name(), target.name());
            self.cursor.error_at(offset, expected)
        })
    }

    // ---- Operands -------------------------------------------------------------------------------------

    fn tmp(&mut self) -> Result<Tmp, ParseError> {
        let Token::Register(name) = self.cursor.token() else {
            return Err(self.cursor.error("a temporary or a register"));
        };
        for (prefix, bank) in TMP_PREFIXES {
            let Some(number) = name.strip_prefix(prefix).and_then(parse_number) else { continue };
            if number > MAX_TMP {
                return Err(self.cursor.error(format!("a temporary with a number of at most {MAX_TMP}")));
            }
            if number >= self.largest.0 {
                self.largest = (number, self.cursor.offset());
            }
            self.cursor.advance();
            let tmp = Tmp::new(bank, number);
            self.mentions.push(tmp);
            return Ok(tmp);
        }
        reg(&mut self.cursor, &self.code).map(Tmp::from_reg)
    }

    fn reg_set(&mut self) -> Result<RegSet, ParseError> {
        let mut set = RegSet::EMPTY;
        self.cursor.expect("=")?;
        list(&mut self.cursor, ["{", "}"], |cursor| {
            set.insert(reg(cursor, &self.code)?);
            Ok(())
        })?;
        Ok(set)
    }

    fn arg(&mut self) -> Result<Arg, ParseError> {
        match self.cursor.token() {
            Token::Register(_) => Ok(Arg::Tmp(self.tmp()?)),
            Token::Integer(_) => Ok(Arg::Imm(int64(&mut self.cursor)?)),
            Token::Punct("[") => self.memory(),
            Token::Word(word) => self.word_arg(word),
            _ => Err(self.cursor.error("an operand")),
        }
    }

    /// Parses an operand that begins with a word.
    fn word_arg(&mut self, word: &str) -> Result<Arg, ParseError> {
        let cursor = &mut self.cursor;
        match word.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "symbol" => return Ok(Arg::Symbol(SymbolId::new(cursor.numbered_word("symbol")?))),
            "vector" => return Ok(Arg::Vector(VectorId::new(cursor.numbered_word("vector")?))),
            "switch" => return Ok(Arg::Switch(SwitchId::new(cursor.numbered_word("switch")?))),
            "special" => return Ok(Arg::Special(SpecialId::new(cursor.numbered_word("special")?))),
            CONST_PREFIX => {
                let width = width_of_number(&word[CONST_PREFIX.len()..]);
                let width = width.ok_or_else(|| cursor.error("`const` and a width in bits"))?;
                cursor.advance();
                cursor.expect(":")?;
                return Ok(Arg::Const { bits: cursor.integer(0, u64::MAX)?, width });
            }
            "lib" if word == "lib" => {
                cursor.advance();
                cursor.expect(":")?;
                let offset = cursor.offset();
                let function = LibCall::from_name(cursor.word("a library function")?);
                let function = function.ok_or_else(|| cursor.error_at(offset, "a library function"))?;
                return Ok(Arg::LibCall(function));
            }
            "User" => return Ok(Arg::Trap(parse_trap_code(cursor)?)),
            _ => {}
        }
        let arg = IntCondition::from_name(word).map(Arg::IntCondition);
        let arg = arg.or_else(|| FloatCondition::from_name(word).map(Arg::FloatCondition));
        let arg = arg.or_else(|| TrapCode::from_name(word).map(Arg::Trap));
        let arg = arg.ok_or_else(|| cursor.error("an operand"))?;
        cursor.advance();
        Ok(arg)
    }

    /// Parses `[%t1 + %t2*4 + 8]`, `[slot1 - 8]` or `[callarg + 16]`.
    fn memory(&mut self) -> Result<Arg, ParseError> {
        self.cursor.expect("[")?;
        let arg = match self.cursor.token() {
            Token::Word(CALL_ARG) => {
                self.cursor.advance();
                Arg::CallArg { offset: self.offset(false)? }
            }
            Token::Word(_) => {
                let slot = SlotId::new(self.cursor.numbered_word("slot")?);
                Arg::Stack { slot, offset: self.offset(false)? }
            }
            Token::Register(_) => self.address()?,
            _ => return Err(self.cursor.error("a temporary, a register, a slot or `callarg`")),
        };
        self.cursor.expect("]")?;
        Ok(arg)
    }

    fn address(&mut self) -> Result<Arg, ParseError> {
        let base = self.tmp()?;
        let plus = self.cursor.accept("+");
        let extend = IndexExtend::ALL[1..].iter().find(|(_, name)| plus && self.cursor.accept_word(name));
        if !plus || extend.is_none() && !matches!(self.cursor.token(), Token::Register(_)) {
            return Ok(Arg::Addr { base, offset: self.offset(plus)? });
        }
        let extend = extend.map_or(IndexExtend::Whole, |(extend, _)| *extend);
        let index = self.tmp()?;
        self.cursor.expect("*")?;
        let shift = match self.cursor.token() {
            Token::Integer(scale) => {
                [1, 2, 4, 8].iter().position(|s| scale.in_range(*s, *s as u64).is_some())
            }
            _ => None,
        };
        let shift = shift.ok_or_else(|| self.cursor.error("1, 2, 4 or 8"))? as u8;
        self.cursor.advance();
        Ok(Arg::Index { base, index, shift, extend, offset: self.offset(false)? })
    }

    /// Parses `+ 8`, `- 8` or nothing. `plus` is true if the `+` has been consumed.
    fn offset(&mut self, plus: bool) -> Result<i32, ParseError> {
        const LARGEST: u64 = i32::MAX as u64;
        if plus || self.cursor.accept("+") {
            return Ok(self.cursor.integer(0, LARGEST)? as i32);
        }
        if self.cursor.accept("-") {
            return Ok((self.cursor.integer(0, LARGEST + 1)? as i32).wrapping_neg());
        }
        if self.cursor.at("]") { Ok(0) } else { Err(self.cursor.error("`+`, `-` or `]`")) }
    }
}

/// Parses an immediate, signed or unsigned; returns its bits.
fn int64(cursor: &mut Cursor<'_>) -> Result<i64, ParseError> {
    Ok(cursor.integer(i64::MIN, u64::MAX)? as i64)
}

fn width_of_number(digits: &str) -> Option<Width> {
    parse_number(digits).and_then(Width::from_bits)
}

/// Parses the name of a machine register.
fn reg(cursor: &mut Cursor<'_>, code: &Code) -> Result<Reg, ParseError> {
    let reg = match cursor.token() {
        Token::Register(name) => code.target.desc.names.reg(name),
        _ => None,
    };
    let reg = reg.ok_or_else(|| cursor.error(format!("a register of {}", code.target.name())))?;
    cursor.advance();
    Ok(reg)
}

/// Parses `U:G:64` or `U:%rax:64`.
fn spec(cursor: &mut Cursor<'_>, code: &Code) -> Result<OperandSpec, ParseError> {
    let role = match cursor.token() {
        Token::Word(letters) => Role::from_letters(letters),
        _ => None,
    };
    let role = role.ok_or_else(|| cursor.error("the abbreviation of a role"))?;
    cursor.advance();
    cursor.expect(":")?;
    let mut anywhere = false;
    let (bank, fixed) = match cursor.token() {
        Token::Word(word) if letter_of(word).is_some() => {
            anywhere = word.ends_with(ANYWHERE);
            (letter_of(word).unwrap_or(Bank::Gp), None)
        }
        Token::Register(_) => {
            let reg = reg(cursor, code)?;
            (reg.bank(), Some(reg))
        }
        _ => return Err(cursor.error("`G`, `F`, `GS`, `FS` or a register")),
    };
    if fixed.is_none() {
        cursor.advance();
    }
    cursor.expect(":")?;
    let offset = cursor.offset();
    let width = Width::from_bits(cursor.u32()?);
    let width = width.ok_or_else(|| cursor.error_at(offset, "a width: 8, 16, 32, 64 or 128"))?;
    Ok(match fixed {
        Some(reg) => OperandSpec::in_reg(role, reg, width),
        None if anywhere => OperandSpec::anywhere(role, bank, width),
        None => OperandSpec::new(role, bank, width),
    })
}

/// The bank of an operand in any register, with or without the suffix for its slot.
fn letter_of(word: &str) -> Option<Bank> {
    let letter = word.strip_suffix(ANYWHERE).unwrap_or(word);
    [Bank::Gp, Bank::Fp].into_iter().find(|bank| bank.letter() == letter)
}
