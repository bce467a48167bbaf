//! Tests the x86-64 assembler against an independent disassembler.
//!
//! Every method is called with all registers, all address shapes and all classes of immediates. The disassembler must
//! report the same mnemonic, operands, sizes, length and written registers. The expected text is built from the
//! arguments of the call.

use barebones::base::{Arch, Bank, IntCondition, Reg, RegSet, SymbolId, Width};
use barebones::isa::x64::registers::*;
use barebones::isa::x64::*;
use barebones::isa::{CodeBuffer, EmitError, FrameInfo, RelocKind, RelocTarget, TARGETS};
use iced_x86::{
    Decoder, DecoderOptions, Formatter, InstructionInfoFactory, IntelFormatter, MemorySizeOptions, OpAccess,
};

use Width::{W8, W16, W32, W64, W128};

const INTS: [Width; 4] = [W8, W16, W32, W64];
const NOT_BYTES: [Width; 3] = [W16, W32, W64];
const WORDS: [Width; 2] = [W32, W64];

/// The kind of an operand, as in the expected text.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Gp(Width),
    Fp,
    /// Memory of this many bytes; 0 for an address that is not accessed.
    Mem(u32),
    /// An immediate that is sign-extended to this width.
    Imm(Width),
    /// One byte, zero-extended.
    Byte,
    /// A fixed word at the end, such as `cl`.
    Text(&'static str),
}
use Kind::{Byte, Fp, Gp, Imm, Text};

#[derive(Clone, Copy, Debug)]
enum Operand {
    R(Reg),
    M(Mem),
    I(i32),
    None,
}

impl Operand {
    fn r(self) -> Reg {
        let Operand::R(reg) = self else { panic!("a register, not {self:?}") };
        reg
    }
    fn m(self) -> Mem {
        let Operand::M(mem) = self else { panic!("memory, not {self:?}") };
        mem
    }
    fn i(self) -> i32 {
        let Operand::I(imm) = self else { panic!("an immediate, not {self:?}") };
        imm
    }
    fn b(self) -> u8 {
        self.i() as u8
    }
}

fn register_name(reg: Reg, width: Width) -> String {
    const BYTES: [&str; 8] = ["al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"];
    let full = NAMES.name(reg);
    let number = reg.number() as usize;
    match (width, number) {
        (W64 | W128, _) => full.to_string(),
        (W8, 0..8) => BYTES[number].to_string(),
        (W16, 0..8) => full[1..].to_string(),
        (W32, 0..8) => format!("e{}", &full[1..]),
        (W8, _) => format!("{full}b"),
        (W16, _) => format!("{full}w"),
        (W32, _) => format!("{full}d"),
    }
}

fn signed_hex(value: i32) -> String {
    match value {
        0 => String::new(),
        1.. => format!("+0x{value:x}"),
        _ => format!("-0x{:x}", value.unsigned_abs()),
    }
}

fn memory_text(mem: Mem, bytes: u32) -> String {
    let size = match bytes {
        0 => "",
        1 => "byte ptr ",
        2 => "word ptr ",
        4 => "dword ptr ",
        8 => "qword ptr ",
        _ => "xmmword ptr ",
    };
    let name = |reg| register_name(reg, W64);
    let place = match mem {
        Mem::Base { base, disp } => name(base) + &signed_hex(disp),
        Mem::Index { base, index, scale, disp } => {
            format!("{}+{}*{}{}", name(base), name(index), scale.factor(), signed_hex(disp))
        }
        Mem::Scaled { index, scale, disp } => {
            format!("{}*{}{}", name(index), scale.factor(), signed_hex(disp))
        }
        Mem::Label { .. } => unreachable!("tested apart"),
        Mem::Absolute(address) => format!("0x{:x}", i64::from(address)),
    };
    format!("{size}[{place}]")
}

fn operand_text(kind: Kind, operand: Operand) -> String {
    match kind {
        Gp(width) => register_name(operand.r(), width),
        Fp => NAMES.name(operand.r()).to_string(),
        Kind::Mem(bytes) => memory_text(operand.m(), bytes),
        Imm(width) => {
            let mask = u64::MAX >> (64 - width.bits());
            format!("0x{:x}", i64::from(operand.i()) as u64 & mask)
        }
        Byte => format!("0x{:x}", operand.b()),
        Text(text) => text.to_string(),
    }
}

const DISPS: [i32; 10] = [0, 1, -1, 127, -128, 128, -129, 0x1234_5678, i32::MAX, i32::MIN];

/// Every base with and without displacement, every index, every scale, and addresses without a base.
fn memories() -> Vec<Operand> {
    let mut all = Vec::new();
    for number in 0..16 {
        let base = Reg::gp(number);
        all.push(Mem::base(base, 0));
        all.push(Mem::base(base, DISPS[1 + number as usize % 9]));
        let index = Reg::gp((number * 7 + 3) % 16);
        if index != RSP {
            let scale = Scale::ALL[number as usize % 4];
            all.push(Mem::index(base, index, scale, DISPS[(number as usize * 3) % 10]));
        }
    }
    all.push(Mem::Scaled { index: R12, scale: Scale::Eight, disp: 0 });
    all.push(Mem::Scaled { index: RBP, scale: Scale::Two, disp: -5 });
    all.push(Mem::Absolute(0x1234_5678));
    all.into_iter().map(Operand::M).collect()
}

/// Both sides of every boundary between immediate classes of the width.
fn immediates(width: Width) -> Vec<Operand> {
    let all = [0, 1, -1, 2, 127, -128, 128, -129, 255, 0x7fff, -0x8000, 0x1234_5678, i32::MAX, i32::MIN];
    let fits = |imm: &i32| {
        let unused = 32 - width.bits().min(32);
        *imm == *imm << unused >> unused || unused == 24 && *imm == 255
    };
    all.into_iter().filter(fits).map(Operand::I).collect()
}

/// The instruction without its REX prefix, or with the two-byte VEX prefix if that can express it apart from W. `None`
/// if it has no such prefix.
fn without_prefix(bytes: &[u8]) -> Option<Vec<u8>> {
    let start = bytes.iter().position(|byte| ![0x66, 0xf0, 0xf2, 0xf3].contains(byte))?;
    let mut shorter = bytes.to_vec();
    if bytes[start] & 0xf0 == 0x40 {
        shorter.remove(start);
        return Some(shorter);
    }
    // X and B (inverted) and the map; then W.
    if bytes[start] == 0xc4 && bytes[start + 1] & 0x7f == 0x61 {
        let prefix = [0xc5, bytes[start + 1] & 0x80 | bytes[start + 2] & 0x7f];
        shorter.splice(start..start + 3, prefix);
        return Some(shorter);
    }
    None
}

struct Tester {
    buffer: CodeBuffer,
    formatter: IntelFormatter,
    info: InstructionInfoFactory,
    memories: Vec<Operand>,
    forms: u32,
    instructions: u64,
}

impl Tester {
    fn new() -> Tester {
        let mut formatter = IntelFormatter::new();
        let options = formatter.options_mut();
        options.set_hex_prefix("0x");
        options.set_hex_suffix("");
        options.set_uppercase_hex(false);
        options.set_small_hex_numbers_in_decimal(false);
        options.set_add_leading_zero_to_hex_numbers(false);
        options.set_space_after_operand_separator(true);
        options.set_memory_size_options(MemorySizeOptions::Always);
        options.set_always_show_scale(true);
        options.set_branch_leading_zeros(false);
        options.set_show_branch_size(false);
        options.set_use_pseudo_ops(false); // `imul` with two equal registers
        Tester {
            buffer: CodeBuffer::new(Arch::X64),
            formatter,
            info: InstructionInfoFactory::new(),
            memories: memories(),
            forms: 0,
            instructions: 0,
        }
    }

    /// Emits one instruction and compares it with the disassembly.
    fn one(&mut self, expected: &str, emit: impl FnOnce(&mut Assembler)) {
        self.buffer.clear();
        emit(&mut Assembler::new(&mut self.buffer));
        let bytes = self.buffer.bytes();
        let mut decoder = Decoder::with_ip(64, bytes, 0x1000, DecoderOptions::NONE);
        let instruction = decoder.decode();
        let mut text = String::new();
        self.formatter.format(&instruction, &mut text);
        assert_eq!(text, expected, "bytes {bytes:02x?}");
        assert_eq!(instruction.len(), bytes.len(), "length of {expected}: {bytes:02x?}");
        if let Some(shorter) = without_prefix(bytes) {
            let instruction = Decoder::with_ip(64, &shorter, 0x1000, DecoderOptions::NONE).decode();
            let mut text = String::new();
            self.formatter.format(&instruction, &mut text);
            let same = text == expected && instruction.len() == shorter.len();
            assert!(!same, "{expected}: {bytes:02x?} could be {shorter:02x?}");
        }
        let mut written = RegSet::EMPTY;
        for used in self.info.info(&instruction).used_registers() {
            let writes = matches!(
                used.access(),
                OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite
            );
            let full = used.register().full_register();
            if writes && full.is_gpr() {
                written.insert(Reg::gp(full.number() as u8));
            } else if writes && full.is_vector_register() {
                written.insert(Reg::fp(full.number() as u8));
            }
        }
        assert_eq!(self.buffer.written(), written, "registers written by {expected}");
        self.instructions += 1;
    }

    fn values(&self, kind: Kind, wide: bool) -> Vec<Operand> {
        // With many operands, one register represents each class: with and without REX, and special as a base.
        const FEW: [u8; 6] = [0, 4, 5, 7, 8, 15];
        let registers = |bank: Bank| {
            let numbers = if wide { (0..16).collect() } else { FEW.to_vec() };
            numbers
                .into_iter()
                .map(move |n| Operand::R(if bank == Bank::Gp { Reg::gp(n) } else { Reg::fp(n) }))
        };
        match kind {
            Gp(_) => registers(Bank::Gp).collect(),
            Fp => registers(Bank::Fp).collect(),
            Kind::Mem(_) => self.memories.clone(),
            Imm(width) => immediates(width),
            Byte => [0, 1, 2, 31, 63, 127, 128, 255].map(Operand::I).to_vec(),
            Text(_) => vec![Operand::None],
        }
    }

    /// Tests one form with all its operands.
    fn form(&mut self, name: &str, kinds: &[Kind], emit: impl Fn(&mut Assembler, &[Operand])) {
        self.forms += 1;
        let registers = kinds.iter().filter(|kind| matches!(kind, Gp(_) | Fp)).count();
        let wide = registers < 2 || kinds.len() == registers;
        let values: Vec<_> = kinds.iter().map(|kind| self.values(*kind, wide)).collect();
        let total: usize = values.iter().map(Vec::len).product();
        assert!(total > 0, "{name} has no operands to test");
        for mut code in 0..total {
            let mut operands = Vec::new();
            let mut text = name.to_string();
            for (i, kind) in kinds.iter().enumerate() {
                let operand = values[i][code % values[i].len()];
                code /= values[i].len();
                text.push_str(if i == 0 { " " } else { ", " });
                text.push_str(&operand_text(*kind, operand));
                operands.push(operand);
            }
            self.one(&text, |a| emit(a, &operands));
        }
    }

    fn finish(self, what: &str) {
        println!("{what}: {} forms, {} instructions", self.forms, self.instructions);
        assert!(self.forms > 0 && self.instructions >= u64::from(self.forms));
    }
}

fn mem(width: Width) -> Kind {
    Kind::Mem(width.bytes())
}

fn lower<T: std::fmt::Debug>(name: T) -> String {
    format!("{name:?}").to_lowercase()
}

#[test]
fn arithmetic() {
    use Alu::*;
    let mut t = Tester::new();
    for op in [Add, Or, Adc, Sbb, And, Sub, Xor, Cmp] {
        let name = lower(op);
        for w in INTS {
            t.form(&name, &[Gp(w), Gp(w)], |a, v| a.alu_rr(op, w, v[0].r(), v[1].r()));
            t.form(&name, &[Gp(w), mem(w)], |a, v| a.alu_rm(op, w, v[0].r(), v[1].m()));
            t.form(&name, &[mem(w), Gp(w)], |a, v| a.alu_mr(op, w, v[0].m(), v[1].r()));
            t.form(&name, &[Gp(w), Imm(w)], |a, v| a.alu_ri(op, w, v[0].r(), v[1].i()));
            t.form(&name, &[mem(w), Imm(w)], |a, v| a.alu_mi(op, w, v[0].m(), v[1].i()));
            if op != Cmp {
                let name = format!("lock {name}");
                t.form(&name, &[mem(w), Gp(w)], |a, v| a.lock_alu_mr(op, w, v[0].m(), v[1].r()));
                t.form(&name, &[mem(w), Imm(w)], |a, v| a.lock_alu_mi(op, w, v[0].m(), v[1].i()));
            }
        }
    }
    for w in INTS {
        t.form("test", &[Gp(w), Gp(w)], |a, v| a.test_rr(w, v[0].r(), v[1].r()));
        t.form("test", &[mem(w), Gp(w)], |a, v| a.test_mr(w, v[0].m(), v[1].r()));
        t.form("test", &[Gp(w), Imm(w)], |a, v| a.test_ri(w, v[0].r(), v[1].i()));
        t.form("test", &[mem(w), Imm(w)], |a, v| a.test_mi(w, v[0].m(), v[1].i()));
        t.form("xchg", &[mem(w), Gp(w)], |a, v| a.xchg_mr(w, v[0].m(), v[1].r()));
        t.form("lock cmpxchg", &[mem(w), Gp(w)], |a, v| a.lock_cmpxchg_mr(w, v[0].m(), v[1].r()));
        t.form("lock xadd", &[mem(w), Gp(w)], |a, v| a.lock_xadd_mr(w, v[0].m(), v[1].r()));
        t.form("xchg", &[Gp(w), Gp(w)], |a, v| a.xchg_rr(w, v[0].r(), v[1].r()));
    }
    for op in [Unary::Not, Unary::Neg, Unary::Mul, Unary::Imul, Unary::Div, Unary::Idiv] {
        for w in INTS {
            t.form(&lower(op), &[Gp(w)], |a, v| a.unary_r(op, w, v[0].r()));
            t.form(&lower(op), &[mem(w)], |a, v| a.unary_m(op, w, v[0].m()));
        }
    }
    for w in NOT_BYTES {
        t.form("imul", &[Gp(w), Gp(w)], |a, v| a.imul_rr(w, v[0].r(), v[1].r()));
        t.form("imul", &[Gp(w), mem(w)], |a, v| a.imul_rm(w, v[0].r(), v[1].m()));
        t.form("imul", &[Gp(w), Gp(w), Imm(w)], |a, v| a.imul_rri(w, v[0].r(), v[1].r(), v[2].i()));
        t.form("imul", &[Gp(w), mem(w), Imm(w)], |a, v| a.imul_rmi(w, v[0].r(), v[1].m(), v[2].i()));
    }
    t.form("cwd", &[], |a, _| a.sign_to_rdx(W16));
    t.form("cdq", &[], |a, _| a.sign_to_rdx(W32));
    t.form("cqo", &[], |a, _| a.sign_to_rdx(W64));
    t.finish("arithmetic");
}

#[test]
fn shifts_and_bits() {
    let mut t = Tester::new();
    for op in [Shift::Rol, Shift::Ror, Shift::Shl, Shift::Shr, Shift::Sar] {
        let name = lower(op);
        for w in INTS {
            t.form(&name, &[Gp(w), Byte], |a, v| a.shift_ri(op, w, v[0].r(), v[1].b()));
            t.form(&name, &[mem(w), Byte], |a, v| a.shift_mi(op, w, v[0].m(), v[1].b()));
            t.form(&name, &[Gp(w), Text("cl")], |a, v| a.shift_rcl(op, w, v[0].r()));
            t.form(&name, &[mem(w), Text("cl")], |a, v| a.shift_mcl(op, w, v[0].m()));
        }
    }
    for w in WORDS {
        for op in [ShiftX::Shlx, ShiftX::Sarx, ShiftX::Shrx] {
            let name = lower(op);
            let emit = |a: &mut Assembler, v: &[Operand]| a.shiftx_rr(op, w, v[0].r(), v[1].r(), v[2].r());
            t.form(&name, &[Gp(w), Gp(w), Gp(w)], emit);
            let emit = |a: &mut Assembler, v: &[Operand]| a.shiftx_rm(op, w, v[0].r(), v[1].m(), v[2].r());
            t.form(&name, &[Gp(w), mem(w), Gp(w)], emit);
        }
        t.form("rorx", &[Gp(w), Gp(w), Byte], |a, v| a.rorx_rr(w, v[0].r(), v[1].r(), v[2].b()));
        t.form("rorx", &[Gp(w), mem(w), Byte], |a, v| a.rorx_rm(w, v[0].r(), v[1].m(), v[2].b()));
        t.form("mulx", &[Gp(w), Gp(w), Gp(w)], |a, v| a.mulx_rr(w, v[0].r(), v[1].r(), v[2].r()));
        t.form("mulx", &[Gp(w), Gp(w), mem(w)], |a, v| a.mulx_rm(w, v[0].r(), v[1].r(), v[2].m()));
        t.form("shld", &[Gp(w), Gp(w), Byte], |a, v| a.shld_rri(w, v[0].r(), v[1].r(), v[2].b()));
        t.form("andn", &[Gp(w), Gp(w), Gp(w)], |a, v| a.andn_rr(w, v[0].r(), v[1].r(), v[2].r()));
        t.form("andn", &[Gp(w), Gp(w), mem(w)], |a, v| a.andn_rm(w, v[0].r(), v[1].r(), v[2].m()));
        for op in [LowestBit::Blsr, LowestBit::Blsmsk, LowestBit::Blsi] {
            t.form(&lower(op), &[Gp(w), Gp(w)], |a, v| a.lowest_bit_rr(op, w, v[0].r(), v[1].r()));
            t.form(&lower(op), &[Gp(w), mem(w)], |a, v| a.lowest_bit_rm(op, w, v[0].r(), v[1].m()));
        }
        for op in [Scan::Bsf, Scan::Bsr, Scan::Lzcnt, Scan::Tzcnt, Scan::Popcnt] {
            t.form(&lower(op), &[Gp(w), Gp(w)], |a, v| a.scan_rr(op, w, v[0].r(), v[1].r()));
            t.form(&lower(op), &[Gp(w), mem(w)], |a, v| a.scan_rm(op, w, v[0].r(), v[1].m()));
        }
        t.form("bswap", &[Gp(w)], |a, v| a.bswap(w, v[0].r()));
    }
    for op in [Bit::Bt, Bit::Bts, Bit::Btr, Bit::Btc] {
        for w in NOT_BYTES {
            t.form(&lower(op), &[Gp(w), Gp(w)], |a, v| a.bit_rr(op, w, v[0].r(), v[1].r()));
            t.form(&lower(op), &[Gp(w), Byte], |a, v| a.bit_ri(op, w, v[0].r(), v[1].b()));
            t.form(&lower(op), &[mem(w), Byte], |a, v| a.bit_mi(op, w, v[0].m(), v[1].b()));
        }
    }
    t.finish("shifts and bits");
}

#[test]
fn moves() {
    let mut t = Tester::new();
    for w in INTS {
        t.form("mov", &[Gp(w), Gp(w)], |a, v| a.mov_rr(w, v[0].r(), v[1].r()));
        t.form("mov", &[Gp(w), mem(w)], |a, v| a.mov_rm(w, v[0].r(), v[1].m()));
        t.form("mov", &[mem(w), Gp(w)], |a, v| a.mov_mr(w, v[0].m(), v[1].r()));
        t.form("mov", &[mem(w), Imm(w)], |a, v| a.mov_mi(w, v[0].m(), v[1].i()));
    }
    let extends = [
        (Extend::Zero8, "movzx", W8),
        (Extend::Zero16, "movzx", W16),
        (Extend::Sign8, "movsx", W8),
        (Extend::Sign16, "movsx", W16),
        (Extend::Sign32, "movsxd", W32),
    ];
    for (op, name, from) in extends {
        for w in WORDS.into_iter().filter(|w| *w > from) {
            t.form(name, &[Gp(w), Gp(from)], |a, v| a.extend_rr(op, w, v[0].r(), v[1].r()));
            t.form(name, &[Gp(w), mem(from)], |a, v| a.extend_rm(op, w, v[0].r(), v[1].m()));
        }
    }
    for w in WORDS {
        t.form("lea", &[Gp(w), Kind::Mem(0)], |a, v| a.lea(w, v[0].r(), v[1].m()));
    }
    for cond in Cond::ALL {
        let name = format!("set{}", cond.name());
        t.form(&name, &[Gp(W8)], |a, v| a.setcc_r(cond, v[0].r()));
        t.form(&name, &[mem(W8)], |a, v| a.setcc_m(cond, v[0].m()));
        let name = format!("cmov{}", cond.name());
        for w in NOT_BYTES {
            t.form(&name, &[Gp(w), Gp(w)], |a, v| a.cmov_rr(cond, w, v[0].r(), v[1].r()));
            t.form(&name, &[Gp(w), mem(w)], |a, v| a.cmov_rm(cond, w, v[0].r(), v[1].m()));
        }
    }
    t.finish("moves");
}

#[test]
fn every_base_index_scale_and_displacement() {
    let mut t = Tester::new();
    t.memories.clear();
    for base in (0..16).map(Reg::gp) {
        t.memories.extend(DISPS.map(|disp| Operand::M(Mem::base(base, disp))));
        for index in (0..16).map(Reg::gp).filter(|index| *index != RSP) {
            for scale in Scale::ALL {
                t.memories.extend(DISPS.map(|disp| Operand::M(Mem::index(base, index, scale, disp))));
            }
        }
    }
    for index in (0..16).map(Reg::gp).filter(|index| *index != RSP) {
        for scale in Scale::ALL {
            // Without a base, the disassembler prints an index with factor one as the base.
            if scale != Scale::One {
                t.memories.extend(DISPS.map(|disp| Operand::M(Mem::Scaled { index, scale, disp })));
            }
        }
    }
    t.memories.extend([0, 1, i32::MAX].map(|address| Operand::M(Mem::Absolute(address))));
    t.form("push", &[mem(W64)], |a, v| a.push_m(v[0].m()));
    t.form("mov", &[mem(W64), Text("rdx")], |a, v| a.mov_mr(W64, v[0].m(), RDX));
    t.form("mov", &[mem(W8), Text("r9b")], |a, v| a.mov_mr(W8, v[0].m(), R9));
    t.form("add", &[mem(W32), Text("0x12345678")], |a, v| a.alu_mi(Alu::Add, W32, v[0].m(), 0x1234_5678));
    t.form("vmovsd", &[mem(W64), Text("xmm9")], |a, v| a.avx_store(W64, v[0].m(), XMM9));
    t.form("vaddsd", &[Text("xmm1"), Text("xmm2"), mem(W64)], |a, v| {
        a.avx_rrm(FloatOp::Addsd, XMM1, XMM2, v[2].m());
    });
    t.finish("addresses");
}

#[test]
fn constants_take_the_fewest_bytes() {
    let mut t = Tester::new();
    let bits = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 32, u64::MAX, !0x7fff_ffff, !0x8000_0000];
    for reg in (0..16).map(Reg::gp) {
        let rex = usize::from(reg.number() >= 8);
        for bits in bits {
            let (width, len) = if bits <= 0xffff_ffff {
                (W32, 5 + rex)
            } else if bits as i64 == i64::from(bits as i32) {
                (W64, 7)
            } else {
                (W64, 10)
            };
            t.one(&format!("mov {}, 0x{bits:x}", register_name(reg, width)), |a| a.mov_ri(reg, bits));
            assert_eq!(t.buffer.bytes().len(), len);
        }
        let name = register_name(reg, W32);
        t.one(&format!("xor {name}, {name}"), |a| a.zero(reg));
    }
    t.forms = 1;
    t.finish("constants");
}

#[test]
fn control_and_stack() {
    let mut t = Tester::new();
    t.form("push", &[Gp(W64)], |a, v| a.push_r(v[0].r()));
    t.form("push", &[mem(W64)], |a, v| a.push_m(v[0].m()));
    t.form("push", &[Imm(W64)], |a, v| a.push_i(v[0].i()));
    t.form("pop", &[Gp(W64)], |a, v| a.pop_r(v[0].r()));
    t.form("pop", &[mem(W64)], |a, v| a.pop_m(v[0].m()));
    t.form("jmp", &[Gp(W64)], |a, v| a.jmp_r(v[0].r()));
    t.form("jmp", &[mem(W64)], |a, v| a.jmp_m(v[0].m()));
    t.form("call", &[Gp(W64)], |a, v| a.call_r(v[0].r()));
    t.form("call", &[mem(W64)], |a, v| a.call_m(v[0].m()));
    t.form("leave", &[], |a, _| a.leave());
    t.form("ret", &[], |a, _| a.ret());
    t.form("ret 0x10", &[], |a, _| a.ret_pop(16));
    t.form("ret 0xfff0", &[], |a, _| a.ret_pop(0xfff0));
    t.form("ud2", &[], |a, _| a.ud2());
    t.form("int3", &[], |a, _| a.int3());
    t.form("endbr64", &[], |a, _| a.endbr64());
    t.form("mfence", &[], |a, _| a.mfence());
    t.form("pause", &[], |a, _| a.pause());
    t.finish("control and stack");
}

#[test]
fn floating_point() {
    let mut t = Tester::new();
    for &op in FloatOp::ALL {
        let (name, vex) = (op.name(), format!("v{}", op.name()));
        let kind = |bank| match bank {
            Bank::Fp => Fp,
            Bank::Gp => Gp(if op.is_wide() { W64 } else { W32 }),
        };
        let [dst, src] = op.banks().map(kind);
        let memory = Kind::Mem(op.mem_bytes());
        let has_memory = op.mem_bytes() != 0;
        match op.shape() {
            Shape::Merge => {
                t.form(name, &[dst, src], |a, v| a.float_rr(op, v[0].r(), v[1].r()));
                t.form(&vex, &[dst, dst, src], |a, v| a.avx_rrr(op, v[0].r(), v[1].r(), v[2].r()));
                t.form(name, &[dst, memory], |a, v| a.float_rm(op, v[0].r(), v[1].m()));
                t.form(&vex, &[dst, dst, memory], |a, v| a.avx_rrm(op, v[0].r(), v[1].r(), v[2].m()));
            }
            Shape::MergeImm => {
                t.form(name, &[dst, src, Byte], |a, v| a.float_rri(op, v[0].r(), v[1].r(), v[2].b()));
                t.form(name, &[dst, memory, Byte], |a, v| a.float_rmi(op, v[0].r(), v[1].m(), v[2].b()));
                t.form(&vex, &[dst, dst, src, Byte], |a, v| {
                    a.avx_rrri(op, v[0].r(), v[1].r(), v[2].r(), v[3].b());
                });
                t.form(&vex, &[dst, dst, memory, Byte], |a, v| {
                    a.avx_rrmi(op, v[0].r(), v[1].r(), v[2].m(), v[3].b());
                });
            }
            Shape::PlainImm => {
                t.form(name, &[dst, src, Byte], |a, v| a.float_rri(op, v[0].r(), v[1].r(), v[2].b()));
                t.form(&vex, &[dst, src, Byte], |a, v| a.avx_rri(op, v[0].r(), v[1].r(), v[2].b()));
                if has_memory {
                    t.form(name, &[dst, memory, Byte], |a, v| {
                        a.float_rmi(op, v[0].r(), v[1].m(), v[2].b());
                    });
                }
            }
            Shape::Plain | Shape::Compare => {
                t.form(name, &[dst, src], |a, v| a.float_rr(op, v[0].r(), v[1].r()));
                t.form(&vex, &[dst, src], |a, v| a.avx_rr(op, v[0].r(), v[1].r()));
                if has_memory {
                    t.form(name, &[dst, memory], |a, v| a.float_rm(op, v[0].r(), v[1].m()));
                    t.form(&vex, &[dst, memory], |a, v| a.avx_rm(op, v[0].r(), v[1].m()));
                }
            }
        }
    }
    for (w, name) in [(W32, "movss"), (W64, "movsd"), (W128, "movups")] {
        let vex = format!("v{name}");
        t.form(name, &[Fp, mem(w)], |a, v| a.float_load(w, v[0].r(), v[1].m()));
        t.form(name, &[mem(w), Fp], |a, v| a.float_store(w, v[0].m(), v[1].r()));
        t.form(&vex, &[Fp, mem(w)], |a, v| a.avx_load(w, v[0].r(), v[1].m()));
        t.form(&vex, &[mem(w), Fp], |a, v| a.avx_store(w, v[0].m(), v[1].r()));
    }
    for (w, name) in [(W32, "movd"), (W64, "movq")] {
        let vex = format!("v{name}");
        t.form(name, &[Fp, Gp(w)], |a, v| a.gp_to_float(w, v[0].r(), v[1].r()));
        t.form(name, &[Gp(w), Fp], |a, v| a.float_to_gp(w, v[0].r(), v[1].r()));
        t.form(&vex, &[Fp, Gp(w)], |a, v| a.avx_gp_to_float(w, v[0].r(), v[1].r()));
        t.form(&vex, &[Gp(w), Fp], |a, v| a.avx_float_to_gp(w, v[0].r(), v[1].r()));
    }
    for (w, name) in [(W8, "pextrb"), (W16, "pextrw"), (W32, "pextrd"), (W64, "pextrq")] {
        let to = Gp(if w == W64 { W64 } else { W32 });
        t.form(name, &[to, Fp, Byte], |a, v| a.extract_lane(w, v[0].r(), v[1].r(), v[2].b()));
    }
    use VectorShift::*;
    for op in [Psrlw, Psraw, Psllw, Psrld, Psrad, Pslld, Psrlq, Psllq] {
        let (name, vex) = (lower(op), format!("v{}", lower(op)));
        t.form(&name, &[Fp, Byte], |a, v| a.vector_shift_ri(op, v[0].r(), v[1].b()));
        t.form(&vex, &[Fp, Fp, Byte], |a, v| a.avx_vector_shift_rri(op, v[0].r(), v[1].r(), v[2].b()));
    }
    t.finish("floating point");
}

#[test]
fn fused() {
    let mut t = Tester::new();
    let names = [(Fma::Madd, "madd"), (Fma::Msub, "msub"), (Fma::Nmadd, "nmadd"), (Fma::Nmsub, "nmsub")];
    let orders = [(FmaOrder::F132, "132"), (FmaOrder::F213, "213"), (FmaOrder::F231, "231")];
    for (op, operation) in names {
        for (order, digits) in orders {
            for (w, suffix) in [(W32, "ps"), (W64, "pd")] {
                let name = format!("vf{operation}{digits}{suffix}");
                t.form(&name, &[Fp, Fp, Fp], |a, v| {
                    a.fma_packed_rrr(op, order, w, v[0].r(), v[1].r(), v[2].r());
                });
            }
            for (w, suffix) in [(W32, "ss"), (W64, "sd")] {
                let name = format!("vf{operation}{digits}{suffix}");
                t.form(&name, &[Fp, Fp, Fp], |a, v| a.fma_rrr(op, order, w, v[0].r(), v[1].r(), v[2].r()));
                t.form(&name, &[Fp, Fp, mem(w)], |a, v| {
                    a.fma_rrm(op, order, w, v[0].r(), v[1].r(), v[2].m());
                });
            }
        }
    }
    t.finish("fused");
}

/// The shortest encodings are chosen, byte for byte.
#[test]
fn short_forms_are_chosen() {
    type Emit = fn(&mut Assembler);
    let cases: &[(&[u8], Emit)] = &[
        (&[0x01, 0xc8], |a| a.alu_rr(Alu::Add, W32, RAX, RCX)),
        (&[0x00, 0xc8], |a| a.alu_rr(Alu::Add, W8, RAX, RCX)),
        (&[0x40, 0x00, 0xf0], |a| a.alu_rr(Alu::Add, W8, RAX, RSI)),
        (&[0x83, 0xc0, 0x7f], |a| a.alu_ri(Alu::Add, W32, RAX, 127)),
        (&[0x05, 0x80, 0, 0, 0], |a| a.alu_ri(Alu::Add, W32, RAX, 128)),
        (&[0x81, 0xc1, 0x80, 0, 0, 0], |a| a.alu_ri(Alu::Add, W32, RCX, 128)),
        (&[0x66, 0x83, 0xc1, 0xff], |a| a.alu_ri(Alu::Add, W16, RCX, 0xffff)),
        (&[0x04, 0xff], |a| a.alu_ri(Alu::Add, W8, RAX, 255)),
        (&[0xa8, 0x01], |a| a.test_ri(W8, RAX, 1)),
        (&[0xd1, 0xe1], |a| a.shift_ri(Shift::Shl, W32, RCX, 1)),
        (&[0x6b, 0xc1, 0x07], |a| a.imul_rri(W32, RAX, RCX, 7)),
        (&[0x6a, 0x80], |a| a.push_i(-128)),
        (&[0x8b, 0x00], |a| a.mov_rm(W32, RAX, Mem::base(RAX, 0))),
        (&[0x8b, 0x45, 0x00], |a| a.mov_rm(W32, RAX, Mem::base(RBP, 0))),
        (&[0x8b, 0x04, 0x24], |a| a.mov_rm(W32, RAX, Mem::base(RSP, 0))),
        (&[0x8b, 0x40, 0x80], |a| a.mov_rm(W32, RAX, Mem::base(RAX, -128))),
        (&[0xc5, 0xf3, 0x58, 0xc2], |a| a.avx_rrr(FloatOp::Addsd, XMM0, XMM1, XMM2)),
        (&[0xc4, 0xc1, 0x73, 0x58, 0xc0], |a| a.avx_rrr(FloatOp::Addsd, XMM0, XMM1, XMM8)),
        (&[0x0f, 0x28, 0xc1], |a| a.float_rr(FloatOp::Movaps, XMM0, XMM1)),
    ];
    let mut buffer = CodeBuffer::new(Arch::X64);
    for (bytes, emit) in cases {
        buffer.clear();
        emit(&mut Assembler::new(&mut buffer));
        assert_eq!(buffer.bytes(), *bytes);
    }
}

#[test]
fn nops_and_alignment() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    for bytes in 0..40u32 {
        buffer.clear();
        Assembler::new(&mut buffer).nop(bytes);
        assert_eq!(buffer.bytes().len(), bytes as usize);
        let decoded: Vec<_> = Decoder::new(64, buffer.bytes(), DecoderOptions::NONE).into_iter().collect();
        assert!(decoded.iter().all(|i| i.mnemonic() == iced_x86::Mnemonic::Nop), "{bytes}");
        assert_eq!(decoded.len(), bytes.div_ceil(9) as usize);
        Assembler::new(&mut buffer).align(32);
        assert_eq!(buffer.offset() % 32, 0);
        assert_eq!(buffer.finish(FrameInfo::default()).map(|code| code.alignment), Ok(32));
    }
}

/// The texts of all instructions of finished code at address 0x1000.
fn disassemble(bytes: &[u8]) -> Vec<String> {
    let mut t = Tester::new();
    t.formatter.options_mut().set_rip_relative_addresses(false);
    let decoder = Decoder::with_ip(64, bytes, 0x1000, DecoderOptions::NONE);
    decoder
        .into_iter()
        .map(|instruction| {
            let mut text = String::new();
            t.formatter.format(&instruction, &mut text);
            text
        })
        .collect()
}

#[test]
fn branches_are_short_backward_and_long_forward() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    for filler in [0, 100, 123, 124, 125, 126, 127, 200] {
        for cond in [None, Some(Cond::L)] {
            buffer.clear();
            let mut a = Assembler::new(&mut buffer);
            let (back, forward) = (a.buffer().bind_new_label(), a.buffer().new_label());
            let branch = |a: &mut Assembler, label| match cond {
                Some(cond) => a.jcc(cond, label),
                None => a.jmp(label),
            };
            for _ in 0..filler {
                a.int3();
            }
            branch(&mut a, back);
            let backward_len = a.buffer().offset() - filler;
            branch(&mut a, forward);
            let forward_len = a.buffer().offset() - filler - backward_len;
            a.ud2();
            a.buffer().bind(forward);
            a.ret();
            let end = buffer.offset() - 1;
            let code = buffer.finish(FrameInfo::default()).unwrap();
            let text = disassemble(&code.bytes);
            let name = if cond.is_some() { "jl" } else { "jmp" };
            assert_eq!(text[filler as usize], format!("{name} 0x1000"));
            assert_eq!(text[filler as usize + 1], format!("{name} 0x{:x}", 0x1000 + end));
            let long = if cond.is_some() { 6 } else { 5 };
            assert_eq!(backward_len, if filler <= 126 { 2 } else { long }, "{filler}");
            assert_eq!(forward_len, long);
        }
    }
}

#[test]
fn short_forward_branches_reach_127_bytes_and_no_more() {
    for (filler, fits) in [(0, true), (127, true), (128, false)] {
        for cond in [None, Some(Cond::Ne)] {
            let mut buffer = CodeBuffer::new(Arch::X64);
            let mut a = Assembler::new(&mut buffer);
            let label = a.buffer().new_label();
            match cond {
                Some(cond) => a.jcc_short(cond, label),
                None => a.jmp_short(label),
            }
            for _ in 0..filler {
                a.int3();
            }
            a.buffer().bind(label);
            a.ret();
            match buffer.finish(FrameInfo::default()) {
                Ok(code) => {
                    assert!(fits);
                    let name = if cond.is_some() { "jne" } else { "jmp" };
                    assert_eq!(disassemble(&code.bytes)[0], format!("{name} 0x{:x}", 0x1002 + filler));
                }
                Err(error) => {
                    assert!(!fits);
                    assert!(matches!(error, EmitError::BranchOutOfRange { distance: 129, .. }), "{error}");
                }
            }
        }
    }
}

#[test]
fn constants_and_tables_are_relative_to_rip() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    let mut a = Assembler::new(&mut buffer);
    let eight = a.buffer().constant8(0x4000_0000_0000_0000);
    let four = a.buffer().constant4(0x3f80_0000);
    let sixteen = a.buffer().constant16(u128::MAX >> 1);
    assert_eq!(
        (a.buffer().constant8(0x4000_0000_0000_0000), a.buffer().constant4(0x3f80_0000)),
        (eight, four)
    );
    assert_ne!(a.buffer().constant8(0x3f80_0000), four);
    let (here, there) = (a.buffer().bind_new_label(), a.buffer().new_label());
    let table = a.buffer().jump_table([there, here]);
    a.float_load(W64, XMM1, Mem::label(eight));
    a.float_rm(FloatOp::Xorps, XMM8, Mem::label(sixteen));
    a.avx_rrm(FloatOp::Addss, XMM1, XMM2, Mem::label(four));
    a.alu_mi(Alu::Cmp, W32, Mem::Label { label: four, disp: 2 }, 0x1234_5678);
    a.alu_mi(Alu::Cmp, W8, Mem::label(four), 1);
    a.lea(W64, RAX, Mem::label(table));
    a.buffer().bind(there);
    a.ret();
    let code = buffer.finish(FrameInfo::default()).unwrap();
    let place = |label| 0x1000 + buffer.label_offset(label).unwrap();
    assert_eq!(
        disassemble(&code.bytes[..code.code_size as usize]),
        [
            format!("movsd xmm1, qword ptr [0x{:x}]", place(eight)),
            format!("xorps xmm8, xmmword ptr [0x{:x}]", place(sixteen)),
            format!("vaddss xmm1, xmm2, dword ptr [0x{:x}]", place(four)),
            format!("cmp dword ptr [0x{:x}], 0x12345678", place(four) + 2),
            format!("cmp byte ptr [0x{:x}], 0x1", place(four)),
            format!("lea rax, [0x{:x}]", place(table)),
            "ret".to_string(),
        ]
    );
    let bytes = |label, len| &code.bytes[buffer.label_offset(label).unwrap() as usize..][..len];
    assert_eq!(bytes(eight, 8), 0x4000_0000_0000_0000u64.to_le_bytes());
    assert_eq!(bytes(four, 4), 0x3f80_0000u32.to_le_bytes());
    assert_eq!(bytes(sixteen, 16), (u128::MAX >> 1).to_le_bytes());
    for (label, alignment) in [(sixteen, 16), (eight, 8), (four, 4), (table, 4)] {
        assert_eq!(buffer.label_offset(label).unwrap() % alignment, 0);
    }
    let entry = |i: usize| i32::from_le_bytes(*bytes(table, 8)[4 * i..].first_chunk().unwrap());
    let distance = |label| place(label) as i32 - place(table) as i32;
    assert_eq!([entry(0), entry(1)], [distance(there), distance(here)]);
}

#[test]
fn addresses_outside_are_relocations() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    let mut a = Assembler::new(&mut buffer);
    let symbol = RelocTarget::Symbol(SymbolId::new(7));
    a.call_address(symbol, 0);
    a.jmp_address(symbol, 3);
    a.lea_address(R9, symbol, 16);
    a.mov_address(R10, symbol, -8);
    let pooled = a.buffer().address_constant(symbol, 5);
    assert_eq!(a.buffer().address_constant(symbol, 5), pooled);
    a.call_m(Mem::label(pooled));
    assert_eq!(a.buffer().written(), RegSet::of(&[RSP, R9, R10]));
    let code = buffer.finish(FrameInfo::default()).unwrap();
    let text = disassemble(&code.bytes[..code.code_size as usize]);
    assert_eq!(text[..4], ["call 0x1005", "jmp 0x100a", "lea r9, [0x1011]", "mov r10, 0x0"]);
    let pool = buffer.label_offset(pooled).unwrap();
    let found: Vec<_> = code.relocations.iter().map(|r| (r.offset, r.kind, r.target, r.addend)).collect();
    assert_eq!(
        found,
        [
            (1, RelocKind::X64Rel32, symbol, -4),
            (6, RelocKind::X64Rel32, symbol, -1),
            (13, RelocKind::X64Rel32, symbol, 12),
            (19, RelocKind::Abs64, symbol, -8),
            (pool, RelocKind::Abs64, symbol, 5),
        ]
    );
}

/// Operands that cannot be encoded are errors, not panics and not wrong code.
#[test]
fn impossible_operands_are_errors() {
    type Emit = fn(&mut Assembler);
    let cases: &[Emit] = &[
        |a| a.mov_rm(W32, RAX, Mem::index(RAX, RSP, Scale::One, 0)),
        |a| a.lea(W32, RAX, Mem::Scaled { index: RSP, scale: Scale::Two, disp: 0 }),
        |a| a.float_rm(FloatOp::Movmskpd, RAX, Mem::base(RAX, 0)),
        |a| a.lock_alu_mr(Alu::Cmp, W32, Mem::base(RAX, 0), RAX),
        |a| a.lock_alu_mi(Alu::Cmp, W32, Mem::base(RAX, 0), 1),
        |a| a.align(3),
        |a| a.align(8192),
    ];
    for emit in cases {
        let mut buffer = CodeBuffer::new(Arch::X64);
        let mut a = Assembler::new(&mut buffer);
        a.ret();
        emit(&mut a);
        let error = buffer.finish(FrameInfo::default()).unwrap_err();
        assert!(matches!(error, EmitError::InvalidOperand { offset: 1, .. }), "{error}");
    }
    let mut buffer = CodeBuffer::new(Arch::X64);
    Assembler::new(&mut buffer).mov_rm(W32, RAX, Mem::index(RSP, R12, Scale::One, 0));
    assert!(buffer.finish(FrameInfo::default()).is_ok());
}

/// Operations of the table in methods for other shapes.
#[test]
fn operations_of_another_shape_are_errors() {
    type Emit = fn(&mut Assembler, Reg);
    let wrong_shape: &[Emit] = &[
        |a, x| a.float_rr(FloatOp::Roundsd, x, x),
        |a, x| a.float_rri(FloatOp::Addsd, x, x, 1),
        |a, x| a.avx_rr(FloatOp::Addsd, x, x),
    ];
    for emit in wrong_shape {
        let mut buffer = CodeBuffer::new(Arch::X64);
        let mut a = Assembler::new(&mut buffer);
        a.ret();
        emit(&mut a, XMM1);
        let error = buffer.finish(FrameInfo::default()).err();
        assert!(matches!(error, Some(EmitError::InvalidOperand { offset: 1, .. })));
    }
}

/// After `cmp a, b`, each integer condition holds exactly if its condition of the flags does.
#[test]
fn integer_conditions_are_conditions_of_the_flags() {
    let samples = [0u32, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    for (a, b) in samples.into_iter().flat_map(|a| samples.map(|b| (a, b))) {
        let (cf, zf) = (a < b, a == b);
        let sf = (a.wrapping_sub(b) as i32) < 0;
        let of = (a as i32).checked_sub(b as i32).is_none();
        // Volume 1, appendix B of the manual: the conditions in terms of the flags.
        let flags = |cond| match cond {
            Cond::B => cf,
            Cond::Be => cf || zf,
            Cond::E => zf,
            Cond::L => sf != of,
            Cond::Le => zf || sf != of,
            other => panic!("{other:?}"),
        };
        for condition in IntCondition::ALL {
            let holds = match condition {
                IntCondition::Equal => a == b,
                IntCondition::NotEqual => a != b,
                IntCondition::LessThan => (a as i32) < b as i32,
                IntCondition::GreaterEqual => a as i32 >= b as i32,
                IntCondition::GreaterThan => a as i32 > b as i32,
                IntCondition::LessEqual => a as i32 <= b as i32,
                IntCondition::Below => a < b,
                IntCondition::AboveEqual => a >= b,
                IntCondition::Above => a > b,
                IntCondition::BelowEqual => a <= b,
            };
            let cond = Cond::from(condition);
            let negative = cond as u8 & 1 != 0;
            let positive = if negative { cond.inverted() } else { cond };
            assert_eq!(flags(positive) != negative, holds, "{condition:?} {a} {b}");
        }
    }
    assert!(Scale::ALL.into_iter().all(|scale| Scale::from_factor(scale.factor()) == Some(scale)));
    assert_eq!((Scale::from_factor(3), Scale::from_factor(0)), (None, None));
    assert!(TARGETS.iter().any(|target| target.arch == Arch::X64));
}
