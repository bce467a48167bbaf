//! Blocks and instructions.

use super::{Reader, Result, duplicate};
use crate::ast::*;
use crate::lex::Token;
use crate::number::{Format as FloatFormat, fits, parse_int};
use crate::table::{Control, Format, Opcode, Operand};
use crate::types::{Kind, Type};

/// Words of registers in later stages of Cretonne.
fn unit_of(token: Token<'_>) -> Option<String> {
    match token {
        Token::Name(name) => Some(name.to_string()),
        _ => None,
    }
}

impl Reader<'_> {
    /// Reads a block with its instructions.
    pub(super) fn block_data(&mut self, function: &mut Function) -> Result<()> {
        let place = self.lexer.place;
        let block = self.block()?;
        if function.blocks.iter().any(|data| data.block == block) {
            return Err(duplicate(place, &block));
        }
        let mut params = Vec::new();
        if self.accept("(") {
            params = self.list(")", |reader| {
                let place = reader.lexer.place;
                let value = reader.value()?;
                reader.expect(":")?;
                let ty = reader.control_type(function)?;
                // Later stages of Cretonne add the register.
                if reader.accept("[") {
                    while !reader.accept("]") {
                        if reader.lexer.token == Token::End {
                            return reader.error("`]`");
                        }
                        reader.lexer.advance();
                    }
                }
                Ok((place, value, ty))
            })?;
        }
        for (place, value, ty) in &params {
            if function.types.insert(*value, *ty).is_some() || function.aliases.contains(*value) {
                return Err(duplicate(*place, value));
            }
        }
        let params = params.into_iter().map(|(_, value, ty)| (value, ty)).collect();
        let cold = self.accept_word("cold");
        self.expect(":")?;
        let mut data = BlockData { block, params, cold, insts: Vec::new(), place };
        while !self.at("}") && self.at_block().is_none() {
            if let Some(inst) = self.statement(function)? {
                data.insts.push(inst);
            }
        }
        function.blocks.push(data);
        Ok(())
    }

    /// Skips a position in a source, debug tags, and encodings of later stages of Cretonne.
    fn skip_annotations(&mut self) -> Result<()> {
        loop {
            let close = match self.lexer.token {
                Token::SourceLoc(_) => {
                    self.lexer.advance();
                    continue;
                }
                Token::Punct("[") => "]",
                Token::Punct("<") => ">",
                _ => return Ok(()),
            };
            while !self.accept(close) {
                if self.lexer.token == Token::End {
                    return self.error(format!("`{close}`"));
                }
                self.lexer.advance();
            }
        }
    }

    /// Reads an instruction, or the declaration of an alias, which is none.
    fn statement(&mut self, function: &mut Function) -> Result<Option<Inst>> {
        self.skip_annotations()?;
        let place = self.lexer.place;
        let mut results = Vec::new();
        if self.at_entity("v").is_some() || self.at_entity("vx").is_some() {
            results.push(self.value()?);
            while self.accept(",") {
                results.push(self.value()?);
            }
            if self.accept("->") {
                let target = self.value()?;
                return self.alias(function, place, &results, target);
            }
            self.expect("=")?;
        }
        for (index, value) in results.iter().enumerate() {
            if results[..index].contains(value) || function.aliases.contains(*value) {
                return Err(duplicate(place, value));
            }
        }
        self.inst(function, results, place).map(Some)
    }

    fn alias(
        &mut self,
        function: &mut Function,
        place: Place,
        results: &[Value],
        target: Value,
    ) -> Result<Option<Inst>> {
        let [alias] = *results else { return self.error("one value before `->`") };
        let is_defined = |function: &Function, value: Value| {
            let in_block = |block: &BlockData| block.insts.iter().any(|inst| inst.results.contains(&value));
            function.types.contains(value) || function.blocks.iter().any(in_block)
        };
        // An alias of an alias is resolved here, so there are no cycles.
        let target = function.resolve(target);
        if target == alias || is_defined(function, alias) {
            return Err(duplicate(place, &alias));
        }
        match function.aliases.insert(alias, target) {
            Some(old) if old != target => Err(duplicate(place, &alias)),
            _ => Ok(None),
        }
    }

    /// A type, or a dynamic type of the preamble.
    fn control_type(&mut self, function: &Function) -> Result<Type> {
        match self.at_entity("dt") {
            Some(number) => match function.dynamic_types.get(&DynamicType(number)) {
                Some((ty, _)) => {
                    self.lexer.advance();
                    Ok(Type { dynamic: true, ..*ty })
                }
                None => self.error("a declared dynamic type"),
            },
            None => self.ty(),
        }
    }

    fn inst(&mut self, function: &Function, results: Vec<Value>, place: Place) -> Result<Inst> {
        let Token::Word(name) = self.lexer.token else { return self.error("an instruction") };
        let Some(mut opcode) = Opcode::from_name(name) else { return self.error("an instruction") };
        self.lexer.advance();
        let mut ty = None;
        if self.accept(".") {
            ty = Some(self.control_type(function)?);
        }
        // The document's `brif` begins with a condition.
        if opcode == Opcode::Brif && self.at_entity("v").is_none() {
            opcode = Opcode::BrifFlags;
        }
        // Its three forms differ after the value.
        if opcode == Opcode::BrTable {
            opcode = Opcode::BrTableDeclared;
        }
        let is_typed = ty.is_some();
        if !is_typed && opcode.row().control == Control::Explicit {
            return self.error("`.` and a type");
        }
        let mut inst = Inst {
            opcode,
            ty,
            is_typed,
            results,
            args: Vec::new(),
            blocks: Vec::new(),
            int_cc: None,
            float_cc: None,
            code: None,
            flags: MemFlags::default(),
            imm: Immediate::None,
            place,
        };
        self.operands(function, &mut inst)?;
        if self.accept(",") {
            self.stack_map()?;
        }
        Ok(inst)
    }

    fn operands(&mut self, function: &Function, inst: &mut Inst) -> Result<()> {
        let operands = inst.opcode.row().format.operands();
        let mut at = 0;
        while at < operands.len() {
            let operand = operands[at];
            let comma_before = at > 0
                && !matches!(
                    operand,
                    Operand::Arguments | Operand::Offset | Operand::ToUnit | Operand::ToSlot
                )
                && !matches!(operands[at - 1], Operand::Flags | Operand::AtomicOp);
            let after_condition = at > 0 && matches!(operands[at - 1], Operand::IntCc | Operand::FloatCc);
            if after_condition {
                self.accept(",");
            } else if comma_before {
                self.expect(",")?;
            }
            if operand == Operand::JumpTable && self.at_block().is_some() {
                // A default block: with the blocks in brackets, it is today's instruction.
                let default = self.block_call()?;
                inst.blocks.push(default);
                self.expect(",")?;
                if self.at("[") {
                    inst.opcode = Opcode::BrTable;
                    self.table(inst)?;
                    return Ok(());
                }
            }
            // The document has the index of a lane before the second value.
            if inst.opcode.row().format == Format::TernaryImm8
                && at == 1
                && matches!(self.lexer.token, Token::Number(_))
            {
                inst.imm = Immediate::Int(self.unsigned(8)? as i64);
                self.expect(",")?;
                inst.args.push(self.value()?);
                return Ok(());
            }
            self.operand(function, operand, inst)?;
            at += 1;
        }
        Ok(())
    }

    fn operand(&mut self, function: &Function, operand: Operand, inst: &mut Inst) -> Result<()> {
        match operand {
            Operand::Value => inst.args.push(self.value()?),
            Operand::Values => {
                while self.at_entity("v").is_some() || !inst.args.is_empty() {
                    inst.args.push(self.value()?);
                    if !self.accept(",") {
                        break;
                    }
                }
            }
            Operand::Arguments => {
                self.expect("(")?;
                inst.args.extend(self.list(")", |reader| reader.value())?);
            }
            Operand::Imm64 => inst.imm = Immediate::Int(self.immediate(inst)?),
            Operand::Uimm8 => inst.imm = Immediate::Int(self.unsigned(8)? as i64),
            Operand::Uimm32 => {
                let size = self.unsigned(32)? as u32;
                if let Immediate::Heap(_, old) = &mut inst.imm {
                    *old = size;
                }
            }
            Operand::Float => {
                let bits = match inst.opcode {
                    Opcode::F16const => 16,
                    Opcode::F32const => 32,
                    _ => 64,
                };
                inst.imm = Immediate::Float(self.float(bits)? as u64);
            }
            Operand::Bool => {
                inst.imm = Immediate::Bool(match self.word("`true` or `false`")? {
                    "true" => true,
                    "false" => false,
                    _ => return self.error("`true` or `false` before this"),
                });
            }
            Operand::Constant => self.constant(function, inst)?,
            Operand::Mask => {
                let mask = Type { lanes: 16, ..Type::I8 };
                inst.imm = Immediate::Bytes(self.constant_bytes(Some(mask))?);
            }
            Operand::IntCc => {
                let Token::Word(word) = self.lexer.token else {
                    return self.error("a condition on integers");
                };
                inst.int_cc = IntCc::from_name(word);
                if inst.int_cc.is_none() {
                    return self.error("a condition on integers");
                }
                self.lexer.advance();
            }
            Operand::FloatCc => {
                let expected = "a condition on floating-point numbers";
                let Token::Word(word) = self.lexer.token else { return self.error(expected) };
                inst.float_cc = FloatCc::from_name(word);
                if inst.float_cc.is_none() {
                    return self.error(expected);
                }
                self.lexer.advance();
            }
            Operand::Block => {
                let call = self.block_call()?;
                inst.blocks.push(call);
            }
            Operand::Table => self.table(inst)?,
            Operand::JumpTable => {
                let table = JumpTable(self.entity("jt", "a jump table")?);
                if !function.jump_tables.contains_key(&table) {
                    return self.error(format!("a declared jump table instead of `{table}` before this"));
                }
                inst.imm = Immediate::JumpTable(table);
            }
            Operand::Func => {
                let func = Func(self.entity("fn", "a function")?);
                if !function.funcs.contains_key(&func) {
                    return self.error(format!("a declared function instead of `{func}` before this"));
                }
                inst.imm = Immediate::Func(func);
            }
            Operand::Sig => inst.imm = Immediate::Sig(self.sig(function)?),
            Operand::Slot | Operand::ToSlot => {
                if operand == Operand::ToSlot {
                    self.expect("->")?;
                }
                let slot = Slot(self.entity("ss", "a stack slot")?);
                if !function.slots.contains_key(&slot) {
                    return self.error(format!("a declared stack slot instead of `{slot}` before this"));
                }
                inst.imm = match std::mem::take(&mut inst.imm) {
                    Immediate::Units(units) => {
                        Immediate::UnitSlot(units.into_iter().next().unwrap_or_default(), slot)
                    }
                    _ => Immediate::Slot(slot, 0),
                };
            }
            Operand::DynamicSlot => {
                let slot = DynamicSlot(self.entity("dss", "a dynamic stack slot")?);
                inst.imm = Immediate::DynamicSlot(slot);
            }
            Operand::Global => {
                let global = Global(self.entity("gv", "a global value")?);
                if !function.globals.contains_key(&global) {
                    return self.error(format!("a declared global value instead of `{global}` before this"));
                }
                inst.imm = Immediate::Global(global);
            }
            Operand::Heap => {
                let heap = Heap(self.entity("heap", "a heap")?);
                if !function.heaps.contains_key(&heap) {
                    return self.error(format!("a declared heap instead of `{heap}` before this"));
                }
                inst.imm = Immediate::Heap(heap, 0);
            }
            Operand::Flags => inst.flags = self.flags()?,
            Operand::Offset => {
                // One example of the document has a comma.
                let offset = if self.accept(",") { self.int(32)? as i32 } else { self.offset()? };
                inst.imm = match &inst.imm {
                    Immediate::Slot(slot, _) => Immediate::Slot(*slot, offset),
                    _ => Immediate::Offset(offset),
                };
            }
            Operand::AtomicOp => {
                let Token::Word(word) = self.lexer.token else { return self.error("an atomic operation") };
                let Some(op) = AtomicOp::from_name(word) else { return self.error("an atomic operation") };
                self.lexer.advance();
                inst.imm = Immediate::AtomicOp(op);
            }
            Operand::Code => {
                let Token::Word(word) = self.lexer.token else { return self.error("a trap code") };
                inst.code = TrapCode::from_name(word);
                if inst.code.is_none() {
                    return self.error("a trap code");
                }
                self.lexer.advance();
            }
            Operand::Exceptions => self.exceptions(function, inst)?,
            Operand::Unit | Operand::ToUnit => {
                if operand == Operand::ToUnit {
                    self.expect("->")?;
                }
                let Some(unit) = unit_of(self.lexer.token) else { return self.error("a register") };
                self.lexer.advance();
                inst.imm = match std::mem::take(&mut inst.imm) {
                    Immediate::Units(mut units) => {
                        units.push(unit);
                        Immediate::Units(units)
                    }
                    Immediate::Slot(slot, _) => Immediate::UnitSlot(unit, slot),
                    _ => Immediate::Units(vec![unit]),
                };
            }
        }
        Ok(())
    }

    fn sig(&mut self, function: &Function) -> Result<Sig> {
        let sig = Sig(self.entity("sig", "a signature")?);
        if function.signatures.contains_key(&sig) {
            return Ok(sig);
        }
        self.error(format!("a declared signature instead of `{sig}` before this"))
    }

    /// An integer in the range of the controlling type, or of 64 bits.
    fn immediate(&mut self, inst: &Inst) -> Result<i64> {
        let bits = match inst.ty {
            Some(ty) if ty.kind == Kind::Int && ty.bits < 64 => u32::from(ty.bits),
            _ => 64,
        };
        Ok(self.int(bits)? as i64)
    }

    /// The bits of a floating-point number.
    pub(super) fn float(&mut self, bits: u16) -> Result<u128> {
        let (Some(format), Token::Number(text)) = (FloatFormat::of_bits(bits), self.lexer.token) else {
            return self.error("a floating-point number");
        };
        match format.parse(text) {
            Ok(bits) => {
                self.lexer.advance();
                Ok(bits)
            }
            Err(expected) => self.error(expected),
        }
    }

    fn constant(&mut self, function: &Function, inst: &mut Inst) -> Result<()> {
        if let Some(number) = self.at_entity("const") {
            let constant = Constant(number);
            if !function.constants.contains_key(&constant) {
                return self.error("a declared constant");
            }
            self.lexer.advance();
            inst.imm = Immediate::Constant(constant);
            return Ok(());
        }
        let ty = if inst.opcode == Opcode::F128const { Some(Type::F128) } else { inst.ty };
        inst.imm = Immediate::Bytes(self.constant_bytes(ty)?);
        Ok(())
    }

    /// The bytes of a constant: hexadecimal digits, or lanes in brackets. Without a type, the digits decide the size.
    pub(super) fn constant_bytes(&mut self, ty: Option<Type>) -> Result<Vec<u8>> {
        if let Some(ty) = ty.filter(|ty| !ty.is_vector() && ty.kind == Kind::Float) {
            let bits = self.float(ty.bits)?;
            return Ok(bits.to_le_bytes()[..ty.bytes() as usize].to_vec());
        }
        if self.at("[") {
            let Some(ty) = ty.filter(|ty| ty.is_vector()) else {
                return self.error("hexadecimal digits");
            };
            self.lexer.advance();
            let mut bytes = Vec::new();
            for _ in 0..ty.lanes {
                let lane = match ty.kind {
                    Kind::Float => self.float(ty.bits)?,
                    Kind::Bool => self.bool_lane(ty)?,
                    _ => self.int(u32::from(ty.bits))? as u128,
                };
                bytes.extend_from_slice(&lane.to_le_bytes()[..ty.lane().bytes() as usize]);
            }
            self.expect("]")?;
            return Ok(bytes);
        }
        let Token::Number(text) = self.lexer.token else { return self.error("the bits of a constant") };
        let digits = text.strip_prefix("0x").map(|digits| digits.replace('_', ""));
        let size = match (ty, &digits) {
            (Some(ty), _) => ty.bytes() as usize,
            (None, Some(digits)) => digits.len().div_ceil(2),
            (None, None) => return self.error("hexadecimal digits"),
        };
        match parse_int(text) {
            Some(value)
                if (1..=16).contains(&size) && fits(value, 8 * size as u32, value < 0 && size < 16) =>
            {
                self.lexer.advance();
                Ok(value.to_le_bytes()[..size].to_vec())
            }
            _ => self.error(format!("a constant of {size} bytes")),
        }
    }

    fn bool_lane(&mut self, ty: Type) -> Result<u128> {
        let ones = if ty.bits == 1 { 1 } else { u128::MAX };
        match self.word("`true` or `false`")? {
            "true" => Ok(ones),
            "false" => Ok(0),
            _ => self.error("`true` or `false` before this"),
        }
    }

    /// A block with arguments in parentheses, if it has some.
    fn block_call(&mut self) -> Result<BlockCall> {
        let block = self.block()?;
        let mut args = Vec::new();
        if self.accept("(") {
            args = self.list(")", |reader| {
                if let Some(number) = reader.at_entity("ret") {
                    reader.lexer.advance();
                    return Ok(BlockArg::Result(number));
                }
                if let Some(number) = reader.at_entity("exn") {
                    reader.lexer.advance();
                    return Ok(BlockArg::Exception(number));
                }
                reader.value().map(BlockArg::Value)
            })?;
        }
        Ok(BlockCall { block, args })
    }

    fn table(&mut self, inst: &mut Inst) -> Result<()> {
        self.expect("[")?;
        inst.blocks.extend(self.list("]", |reader| reader.block_call())?);
        Ok(())
    }

    fn exceptions(&mut self, function: &Function, inst: &mut Inst) -> Result<()> {
        let sig = self.sig(function)?;
        self.expect(",")?;
        let normal = self.block_call()?;
        inst.blocks.push(normal);
        self.expect(",")?;
        self.expect("[")?;
        let handlers = self.list("]", |reader| {
            if let Some(tag) = reader.at_entity("tag") {
                reader.lexer.advance();
                reader.expect(":")?;
                return reader.block_call().map(|call| Handler::Tag(tag, call));
            }
            match reader.word("`tagN`, `default` or `context`")? {
                "default" => {
                    reader.expect(":")?;
                    reader.block_call().map(Handler::Default)
                }
                "context" => reader.value().map(Handler::Context),
                _ => reader.error("`tagN`, `default` or `context` before this"),
            }
        })?;
        inst.imm = match inst.imm {
            Immediate::Func(func) => Immediate::FuncExceptions(func, sig, handlers),
            _ => Immediate::Exceptions(sig, handlers),
        };
        Ok(())
    }

    /// Flags of a memory access.
    pub(super) fn flags(&mut self) -> Result<MemFlags> {
        let mut flags = MemFlags::default();
        while let Token::Word(word) = self.lexer.token {
            match word {
                "notrap" => flags.notrap = true,
                "aligned" => flags.aligned = true,
                "readonly" => flags.readonly = true,
                "can_move" => flags.can_move = true,
                "little" | "big" => {
                    let endian = if word == "little" { Endian::Little } else { Endian::Big };
                    if flags.endian.is_some_and(|old| old != endian) {
                        return self.error("one order of bytes");
                    }
                    flags.endian = Some(endian);
                }
                // Regions of intermediate versions.
                "heap" | "table" | "vmctx" | "checked" => {}
                _ => match (TrapCode::from_name(word), self.at_entity("region")) {
                    (Some(code), _) => flags.code = Some(code),
                    (_, Some(region)) => flags.region = Some(Region(region)),
                    _ => break,
                },
            }
            self.lexer.advance();
        }
        Ok(flags)
    }

    /// Skips `stack_map=[i32 @ ss0+0, ..]` after a call: a collector's references stay in their slots.
    fn stack_map(&mut self) -> Result<()> {
        if !self.accept_word("stack_map") {
            return self.error("`stack_map`");
        }
        self.expect("=")?;
        self.expect("[")?;
        self.list("]", |reader| {
            reader.ty()?;
            reader.expect("@")?;
            reader.entity("ss", "a stack slot")?;
            reader.accept("+");
            reader.unsigned(32)
        })?;
        Ok(())
    }
}
