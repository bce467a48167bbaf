//! Runs one operation inside a procedure that loads registers from a record, and compares it with its model.

use super::a64;
use barebones::base::{Arch, Features, Origin, Reg, RegSet, Signature, Target, TrapCode, Type, Width};
use barebones::isa::masm::{Address, Fpr, Gpr, MacroAssembler, Operand, Scale};
use barebones::isa::x64::abi::{SYSTEM_V, X86_64_LINUX};
use barebones::isa::{CodeBuffer, CompiledCode, FrameInfo, Label, a64 as arm, x64};
use barebones::jit::{Bits, CodeMemory, Linkable, host_arch, host_features, link};
use barebones_testing::native::{Arena, Ended, call, in_child};
use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind};
use std::io::Write;

/// Word offsets in the record.
const FP: usize = 6;
const TAKEN: usize = 10;
const MEMORY: usize = 16;
pub(crate) const RECORD: usize = 32;
/// Bytes between the stack pointer and the frame pointer.
pub(crate) const FRAME: i32 = 64;
/// Offset of the memory register from the start of the memory.
const MIDDLE: i32 = 16;

/// Registers and memory visible to a client.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct State {
    pub(crate) gp: [u64; 6],
    pub(crate) fp: [u64; 4],
    pub(crate) taken: u64,
    pub(crate) memory: [u64; 8],
}

impl State {
    pub(crate) fn load(&self, at: usize, width: Width) -> u64 {
        let bytes: Vec<u8> = self.memory.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut value = [0; 8];
        let len = width.bytes() as usize;
        value[..len].copy_from_slice(&bytes[at..at + len]);
        u64::from_le_bytes(value)
    }

    pub(crate) fn store(&mut self, at: usize, width: Width, value: u64) {
        for (i, byte) in value.to_le_bytes().iter().take(width.bytes() as usize).enumerate() {
            let (word, shift) = ((at + i) / 8, (at + i) % 8 * 8);
            self.memory[word] = self.memory[word] & !(0xff << shift) | u64::from(*byte) << shift;
        }
    }

    fn words(&self) -> Vec<u64> {
        let mut words = vec![0; RECORD];
        words[..6].copy_from_slice(&self.gp);
        words[FP..FP + 4].copy_from_slice(&self.fp);
        words[TAKEN] = self.taken;
        words[MEMORY..MEMORY + 8].copy_from_slice(&self.memory);
        words
    }

    fn from_words(words: &[u64]) -> State {
        State {
            gp: std::array::from_fn(|i| words[i]),
            fp: std::array::from_fn(|i| words[FP + i]),
            taken: words[TAKEN],
            memory: std::array::from_fn(|i| words[MEMORY + i]),
        }
    }
}

/// The handles for an operation.
pub(crate) struct Context<'g> {
    pub(crate) r: [Gpr<'g>; 6],
    pub(crate) f: [Fpr<'g>; 4],
    memory: Gpr<'g>,
    index: Gpr<'g>,
    far: Gpr<'g>,
    record: u64,
    pub(crate) taken: Label,
    pub(crate) callee: Label,
}

/// Addressing modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Near,
    /// Misaligned.
    Odd,
    Indexed,
    Scaled,
    ScaledPlain,
    /// Offsets that need one, two and more instructions on AArch64.
    Middle,
    Far,
    FarDown,
    FarIndexed,
    Absolute,
    /// A register of the state that points to the memory.
    Pointer(usize),
}

impl Place {
    pub(crate) const ALL: [Place; 10] = {
        use Place::*;
        [Near, Odd, Indexed, Scaled, ScaledPlain, Middle, Far, FarDown, FarIndexed, Absolute]
    };

    /// The aligned ones.
    pub(crate) const ALIGNED: [Place; 4] = [Place::Near, Place::Scaled, Place::Far, Place::Absolute];

    /// Byte offset in the memory.
    pub(crate) fn at(self) -> usize {
        match self {
            Place::Odd => 13,
            Place::ScaledPlain => 40,
            Place::FarDown => 16,
            Place::Pointer(_) => 32,
            _ => 24,
        }
    }

    fn far(self) -> i32 {
        match self {
            Place::Middle => 0x5008,
            Place::FarDown => -0x0765_4321,
            _ => 0x1234_5678,
        }
    }

    pub(crate) fn address<'g>(self, c: &Context<'g>) -> Address<'g> {
        match self {
            Place::Near => Address::new(c.memory, 8),
            Place::Odd => Address::new(c.memory, -3),
            Place::Indexed => Address::indexed(c.memory, c.index, Scale::One, 5),
            Place::Scaled => Address::indexed(c.memory, c.index, Scale::Eight, -16),
            Place::ScaledPlain => Address::indexed(c.memory, c.index, Scale::Eight, 0),
            Place::Middle | Place::Far | Place::FarDown => Address::new(c.far, self.far()),
            Place::FarIndexed => Address::indexed(c.far, c.index, Scale::Two, self.far() - 6),
            Place::Absolute => Address::absolute(c.record + MEMORY as u64 * 8 + self.at() as u64),
            Place::Pointer(role) => Address::new(c.r[role], MIDDLE),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Reg(usize),
    Imm(i64),
    Mem(Place),
}

impl Kind {
    pub(crate) fn operand<'g>(self, c: &Context<'g>) -> Operand<'g> {
        match self {
            Kind::Reg(role) => c.r[role].into(),
            Kind::Imm(imm) => imm.into(),
            Kind::Mem(place) => place.address(c).into(),
        }
    }

    pub(crate) fn value(self, state: &State, width: Width) -> u64 {
        low(
            match self {
                Kind::Reg(role) => state.gp[role],
                Kind::Imm(imm) => imm as u64,
                Kind::Mem(place) => state.load(place.at(), width),
            },
            width,
        )
    }
}

/// The low bits.
pub(crate) fn low(value: u64, width: Width) -> u64 {
    value & (u64::MAX >> (64 - width.bits()))
}

/// The low bits, sign-extended.
pub(crate) fn signed(value: u64, width: Width) -> i64 {
    let rest = 64 - width.bits();
    (value << rest) as i64 >> rest
}

type Model = Box<dyn Fn(&mut State)>;
type Emit = Box<dyn for<'g> Fn(&mut MacroAssembler<'g>, &Context<'g>)>;

/// An operation with its operands.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) detail: String,
    pub(crate) emit: Emit,
    pub(crate) model: Model,
    /// Roles that it may write: general, floating-point.
    pub(crate) writes: (Vec<usize>, Vec<usize>),
    /// Roles that point to memory.
    pub(crate) pointers: Vec<usize>,
    /// The addressing mode of its memory operand, which may need extra instructions.
    pub(crate) place: Option<Place>,
    /// Width of the defined bits of floating-point results.
    pub(crate) float_width: Width,
    /// Changes a state before the operation, to meet its preconditions.
    pub(crate) prepare: Option<Model>,
}

/// The registers of a target by role.
struct Roles {
    gp: [Reg; 6],
    fp: [Reg; 4],
    memory: Reg,
    index: Reg,
    far: Reg,
    record: Reg,
    scratches: Vec<Reg>,
    float_scratch: Reg,
}

/// The roles for rotation `rotation`: each role of the state gets each of six registers.
fn roles(arch: Arch, rotation: usize) -> Roles {
    let (gp, others): ([u8; 6], [u8; 8]) = match arch {
        Arch::X64 => ([0, 1, 2, 3, 6, 8], [9, 10, 11, 15, 12, 13, 14, 7]),
        Arch::A64 => ([0, 1, 2, 19, 4, 5], [9, 10, 11, 20, 16, 17, 12, 13]),
    };
    Roles {
        gp: std::array::from_fn(|i| Reg::gp(gp[(i + rotation) % 6])),
        fp: std::array::from_fn(|i| Reg::fp((i + 5 * rotation) as u8 % 14)),
        memory: Reg::gp(others[0]),
        index: Reg::gp(others[1]),
        far: Reg::gp(others[2]),
        record: Reg::gp(others[3]),
        scratches: others[4..].iter().map(|n| Reg::gp(*n)).collect(),
        float_scratch: Reg::fp(15),
    }
}

/// The code of a case, and the registers that the operation was recorded to write.
fn compile(case: &Case, target: Target, record: u64, rotation: usize) -> (CompiledCode, RegSet) {
    let arch = target.desc.arch;
    let roles = roles(arch, rotation);
    let mut buffer = CodeBuffer::new(arch);
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    let mut m = MacroAssembler::new(&mut buffer, target);
    let gpr = |m: &MacroAssembler<'_>, reg: Reg| m.gpr(reg).expect("a general register").reg();
    assert_eq!(gpr(&m, roles.record), roles.record);
    // Callee-saved registers of the C convention.
    let kept = [3, 12, 13, 14, 15].map(Reg::gp);
    if let Some(mut a) = m.x64() {
        kept.iter().for_each(|reg| a.push_r(*reg));
        a.push_r(x64::registers::RBP);
        a.mov_rr(Width::W64, x64::registers::RBP, x64::registers::RSP);
        a.alu_ri(x64::Alu::Sub, Width::W64, x64::registers::RSP, FRAME);
    }
    if let Some(mut a) = m.a64() {
        a.mov_rr(Width::W64, Reg::gp(21), arm::registers::LR);
        a.mov_sp(arm::registers::FP, arm::registers::SP);
        a.arith_rri(arm::Arith::Sub, Width::W64, arm::registers::SP, arm::registers::SP, FRAME as u64);
    }
    let written = emit_operation(&mut m, case, &roles, record);
    if let Some(mut a) = m.x64() {
        a.leave();
        kept.iter().rev().for_each(|reg| a.pop_r(*reg));
    }
    if let Some(mut a) = m.a64() {
        a.mov_sp(arm::registers::SP, arm::registers::FP);
        a.mov_rr(Width::W64, arm::registers::LR, Reg::gp(21));
    }
    m.ret();
    let code = buffer.finish(FrameInfo::default());
    let code = code.unwrap_or_else(|error| panic!("{} {}: {error}", case.name, case.detail));
    check_trap_sites(case, &code);
    (code, written)
}

/// The origin of the operation's instructions.
const OPERATION: Origin = Origin(1);

/// True for cases that consist of several operations, of which only the first has the trap site.
fn is_several(case: &Case) -> bool {
    case.name == "store_vector"
        || case.name == "store64" && case.detail.contains("frame")
        || case.name == "call" && case.detail.contains("memory")
}

/// The trap site before the operation must be attached to each of its memory accesses.
fn check_trap_sites(case: &Case, code: &CompiledCode) {
    let Some(place) = code.origins.iter().position(|origin| origin.origin == OPERATION) else { return };
    let (start, end) = (code.origins[place].offset, code.origins[place + 1].offset);
    let bytes = &code.bytes[start as usize..end as usize];
    let mut expected: Vec<u32> = match code.arch {
        Arch::X64 => {
            let decoder = Decoder::with_ip(64, bytes, u64::from(start), DecoderOptions::NONE);
            let touches = |inst: &Instruction| {
                let in_memory = (0..inst.op_count()).any(|n| inst.op_kind(n) == OpKind::Memory);
                let is_address = matches!(inst.mnemonic(), Mnemonic::Lea | Mnemonic::Nop);
                in_memory && !is_address && !inst.is_ip_rel_memory_operand()
            };
            decoder.into_iter().filter(touches).map(|inst| inst.ip() as u32).collect()
        }
        Arch::A64 => {
            let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four")));
            let touches = |w: u32| w & 0x3f00_0000 == 0x0800_0000 || w & 0x3a00_0000 == 0x3800_0000;
            (start..).step_by(4).zip(words).filter(|(_, word)| touches(*word)).map(|(at, _)| at).collect()
        }
    };
    if expected.is_empty() || case.name.starts_with("lea") || case.name == "call" {
        expected = vec![start];
    }
    if is_several(case) {
        expected.truncate(1);
    }
    let found: Vec<u32> = code.trap_sites.iter().map(|site| site.offset).collect();
    assert_eq!(found, expected, "{:?} {} {}: {bytes:x?}", code.arch, case.name, case.detail);
}

fn emit_operation<'g>(m: &mut MacroAssembler<'g>, case: &Case, roles: &Roles, record: u64) -> RegSet {
    let h = |m: &MacroAssembler<'g>, reg: Reg| m.gpr(reg).expect("a general register");
    let p = h(m, roles.record);
    let argument = if m.target().desc.arch == Arch::X64 { x64::registers::RDI } else { arm::registers::X0 };
    let argument = h(m, argument);
    for scratch in &roles.scratches {
        let scratch = h(m, *scratch);
        m.give_scratch(scratch);
    }
    let float_scratch = m.fpr(roles.float_scratch).expect("a floating-point register");
    m.give_float_scratch(float_scratch);
    let c = Context {
        r: roles.gp.map(|reg| h(m, reg)),
        f: roles.fp.map(|reg| m.fpr(reg).expect("a floating-point register")),
        memory: h(m, roles.memory),
        index: h(m, roles.index),
        far: h(m, roles.far),
        record,
        taken: m.new_label(),
        callee: m.new_label(),
    };
    m.mov(p, argument);
    for (i, reg) in c.f.into_iter().enumerate() {
        m.load_double(reg, Address::new(p, 8 * (FP + i) as i32));
    }
    for (i, reg) in c.r.into_iter().enumerate() {
        m.load64(reg, Address::new(p, 8 * i as i32));
    }
    m.lea(c.memory, Address::new(p, 8 * MEMORY as i32 + MIDDLE));
    m.mov(c.index, 3);
    let place = case.place.unwrap_or(Place::Near);
    m.lea(c.far, Address::new(p, (8 * MEMORY + place.at()) as i32 - place.far()));
    let end = m.new_label();
    m.buffer().take_written();
    m.buffer().set_origin(OPERATION);
    m.buffer().add_trap_site(TrapCode::NullReference);
    (case.emit)(m, &c);
    let written = m.buffer().take_written();
    m.buffer().set_origin(Origin::NONE);
    m.store64(Address::new(p, 8 * TAKEN as i32), 0);
    m.jump(end);
    m.bind(c.callee);
    m.add64(c.r[0], c.r[0], 1);
    m.ret();
    m.bind(c.taken);
    m.store64(Address::new(p, 8 * TAKEN as i32), 1);
    m.bind(end);
    for (i, reg) in c.f.into_iter().enumerate() {
        m.store_double(Address::new(p, 8 * (FP + i) as i32), reg);
    }
    for (i, reg) in c.r.into_iter().enumerate() {
        m.store64(Address::new(p, 8 * i as i32), reg);
    }
    let mut rest = written;
    let (gp, fp) = &case.writes;
    let allowed = gp.iter().map(|i| roles.gp[*i]).chain(fp.iter().map(|i| roles.fp[*i]));
    let scratches = roles.scratches.iter().copied().chain([roles.float_scratch, arm::registers::LR]);
    allowed.chain(scratches).for_each(|reg| rest.remove(reg));
    assert!(rest.is_empty(), "{} {}: writes {rest:?} unasked", case.name, case.detail);
    written
}

/// A deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 1 ^ mixed << 40
    }

    fn integer(&mut self) -> u64 {
        const AWKWARD: [u64; 10] =
            [0, 1, u64::MAX, 0x8000_0000, 1 << 63, 0x7fff_ffff, 0xffff_ffff, 63, 0x80, i64::MAX as u64];
        let any = self.next();
        match any % 4 {
            0 | 1 => AWKWARD[(any >> 8) as usize % AWKWARD.len()],
            2 => (any >> 8) % 40,
            _ => self.next(),
        }
    }

    fn float(&mut self) -> u64 {
        const AWKWARD: [f64; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -2.5,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            2147483647.0,
            -2147483648.0,
            2147483648.0,
            4294967295.0,
            9.3e18,
            1e-310,
            1.8e19,
        ];
        let any = self.next();
        match any % 5 {
            // As 32-bit floats too.
            0 | 1 => u64::from((AWKWARD[(any >> 8) as usize % 16] as f32).to_bits()) | any << 40 & !0 << 32,
            4 => self.next(),
            _ => AWKWARD[(any >> 8) as usize % 16].to_bits(),
        }
    }

    fn state(&mut self, case: &Case, record: u64) -> State {
        let mut state = State {
            gp: std::array::from_fn(|_| self.integer()),
            fp: std::array::from_fn(|_| self.float()),
            taken: 0,
            memory: std::array::from_fn(|_| self.integer()),
        };
        for role in &case.pointers {
            // An address that leads to the right byte with the displacement of `Place::Pointer`.
            let at = Place::Pointer(0).at() as u64;
            state.gp[*role] = record + MEMORY as u64 * 8 + at - MIDDLE as u64;
        }
        // Sometimes equal operands, for comparisons.
        if self.next().is_multiple_of(3) {
            state.gp[1] = if case.pointers.is_empty() { state.gp[2] } else { state.gp[1] };
            state.fp[1] = state.fp[2];
            state.memory[3] = state.gp[2];
        }
        if let Some(prepare) = &case.prepare {
            prepare(&mut state);
        }
        state
    }
}

fn is_nan(bits: u64, width: Width) -> bool {
    if width == Width::W32 { f32::from_bits(bits as u32).is_nan() } else { f64::from_bits(bits).is_nan() }
}

/// The difference between the expected state and the state after the operation, if any.
fn difference(case: &Case, before: &State, after: &State) -> Option<String> {
    let mut expected = before.clone();
    (case.model)(&mut expected);
    let mut found = after.clone();
    for role in &case.writes.1 {
        let (width, e, f) = (case.float_width, &mut expected.fp[*role], &mut found.fp[*role]);
        if width == Width::W32 {
            (*e, *f) = (u64::from(*e as u32), u64::from(*f as u32));
        }
        if is_nan(*e, width) && is_nan(*f, width) {
            *e = *f;
        }
    }
    (expected != found).then(|| {
        format!(
            "{} {}\n  before {before:x?}\n  expected {expected:x?}\n  found {found:x?}",
            case.name, case.detail
        )
    })
}

/// Number of states that each case is executed with.
const STATES: usize = 24;

/// Executes all cases on this machine.
pub(crate) fn run_x64(cases: &[Case], features: Features) {
    if host_arch() != Some(Arch::X64) {
        println!("no x86-64 here: nothing executed");
        return;
    }
    let target = Target { desc: &X86_64_LINUX, features: host_features() & features };
    let arena = Arena::new(RECORD).expect("memory");
    let memory = CodeMemory::new().expect("memory for code");
    let signature = Signature { params: vec![Type::Int64], results: vec![] };
    let compiled: Vec<CompiledCode> =
        cases.iter().enumerate().map(|(i, case)| compile(case, target, arena.address(0), i % 6).0).collect();
    let linkables: Vec<Linkable<'_>> = cases
        .iter()
        .zip(&compiled)
        .map(|(case, code)| Linkable { name: case.name, code, signature: &signature, convention: &SYSTEM_V })
        .collect();
    let codes = link(&memory, &linkables, &[], &|_, _| None).expect("links");
    let ended = in_child(|| {
        let mut random = Random(1);
        for (case, code) in cases.iter().zip(&codes) {
            for _ in 0..STATES {
                let before = random.state(case, arena.address(0));
                arena.write(0, &before.words());
                let result = call(code, &[Bits { ty: Type::Int64, bits: arena.address(0) }]);
                let after = State::from_words(&arena.read(0, RECORD));
                if let Some(wrong) = difference(case, &before, &after) {
                    let _ = writeln!(std::io::stderr(), "{wrong}\n  {:02x?} {result:?}", code.instructions());
                    std::process::abort();
                }
            }
        }
    });
    assert_eq!(ended.expect("a child"), Ended::Finished);
    println!("{} cases executed {STATES} times each", cases.len());
}

/// Executes all cases in the model of AArch64.
pub(crate) fn run_a64(cases: &[Case], features: Features) {
    let desc = &arm::abi::AARCH64_LINUX;
    let target = Target { desc, features };
    let mut random = Random(1);
    for (i, case) in cases.iter().enumerate() {
        let (code, _) = compile(case, target, a64::RECORD, i % 6);
        for _ in 0..STATES {
            let before = random.state(case, a64::RECORD);
            let words = a64::run(&code, &before.words());
            let after = words.map(|words| State::from_words(&words));
            let after = after.unwrap_or_else(|error| panic!("{} {}: {error}", case.name, case.detail));
            if let Some(wrong) = difference(case, &before, &after) {
                panic!("{wrong}");
            }
        }
    }
    println!("{} cases executed {STATES} times each", cases.len());
}
