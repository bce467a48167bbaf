//! Unwind information of Windows: a reader that undoes it at each instruction, compared with the frame states of the
//! code, which DWARF tables are made of.

use barebones::base::{Bank, Reg, Target};
use barebones::ir::parse_module;
use barebones::isa::unwind::windows::unwind_entries;
use barebones::isa::unwind::{CallerPlace, FrameState, UnwindEntry};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::{Compiler, OptLevel, Options, targets};
use barebones_testing::filetest::collect;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The stack pointer of the caller.
const CFA: u64 = 0x7000_0000;
const LR: Reg = Reg::gp(30);
const RBP: Reg = Reg::gp(5);
const FP: Reg = Reg::gp(29);

/// The content of memory.
fn read(address: u64) -> u64 {
    address ^ 0x5555_0000_0000
}

/// Registers while a frame is unwound.
#[derive(Clone, Debug)]
struct Machine {
    stack: u64,
    registers: BTreeMap<Reg, u64>,
}

impl Machine {
    /// The machine at an instruction: registers have values of their own.
    fn at(code: &CompiledCode, state: &FrameState, names: &[Reg], frame_pointer: Reg, below: u64) -> Machine {
        let mut registers: BTreeMap<Reg, u64> = names.iter().map(|reg| (*reg, own(*reg))).collect();
        let base = CFA.wrapping_add_signed(-i64::from(state.offset));
        let mut stack = base;
        if state.base == frame_pointer {
            registers.insert(frame_pointer, base);
            stack = base - u64::from(code.frame.size) - below;
        }
        Machine { stack, registers }
    }

    fn load(&mut self, reg: Reg, offset: u64) {
        self.registers.insert(reg, read(self.stack + offset));
    }
}

fn own(reg: Reg) -> u64 {
    0x1000 + reg.index() as u64
}

/// Compares the registers of the caller that the reader found. A register may come from its place although the state
/// does not record that, if it `is_stored` there: both have its value.
fn compare(
    code: &CompiledCode,
    state: &FrameState,
    is_stored: &dyn Fn(Reg) -> bool,
    [before, after]: [&Machine; 2],
    what: &str,
) {
    let place = |place: CallerPlace, reg: Reg| match place {
        CallerPlace::Entry => Some(before.registers[&reg]),
        CallerPlace::Frame(offset) => Some(read(CFA.wrapping_add_signed(offset.into()))),
        _ => None,
    };
    let saves = code.frame_states.saves_of(state);
    for (reg, found) in &after.registers {
        let expected = match *reg {
            FP if code.arch == barebones::base::Arch::A64 => place(state.frame_pointer, FP),
            LR if code.arch == barebones::base::Arch::A64 => place(state.return_address, LR),
            RBP if code.arch == barebones::base::Arch::X64 => place(state.frame_pointer, RBP),
            reg => match saves.iter().find(|(saved, _)| *saved == reg) {
                Some((_, at)) => place(*at, reg),
                None => {
                    let slot = code.frame.callee_saves.iter().find(|(saved, _)| *saved == reg);
                    let slot = slot.map(|(_, offset)| read((CFA - 16).wrapping_add_signed((*offset).into())));
                    if slot == Some(*found) && is_stored(reg) { slot } else { Some(before.registers[&reg]) }
                }
            },
        };
        assert_eq!(Some(*found), expected, "{what}: {reg:?}");
    }
}

fn files(target: &str, mut visit: impl FnMut(&str, &CompiledCode)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/programs", "tests/files/run", "tests/files/random", "tests/files/asm"];
    let paths = collect(&folders.map(|folder| root.join(folder))).expect("part of the repository");
    let target = Target::baseline(target_by_name(target).expect("a target"));
    for level in OptLevel::ALL {
        let mut compiler = Compiler::for_target(target, Options::at(level));
        for path in &paths {
            let text = fs::read_to_string(path).expect("readable");
            let Ok(module) = parse_module(&text, &targets(target)) else { continue };
            for proc in module.procedures.iter().filter(|proc| proc.target().name() == target.name()) {
                let Ok(code) = compiler.emit(proc) else { continue };
                visit(&format!("{} {} {level:?}", path.display(), proc.name), &code);
            }
        }
    }
}

/// A reader of `.xdata` records of AArch64.
struct Record<'a> {
    /// Start (in instructions) and index of the first code of each epilogue.
    epilogues: Vec<(u32, usize)>,
    codes: &'a [u8],
    len: u32,
}

const END: u8 = 0xe4;
const SET_FP: u8 = 0xe1;
const END_OF_PARENT: u8 = 0xe5;

impl Record<'_> {
    fn read(info: &[u8]) -> Record<'_> {
        let word = |n: usize| u32::from_le_bytes(info[4 * n..4 * n + 4].try_into().expect("four"));
        let header = word(0);
        assert_eq!(header >> 18 & 15, 0, "version 0, no handler, a list of epilogues");
        let (mut count, mut words, mut at) = (header >> 22 & 31, header >> 27, 1);
        if (count, words) == (0, 0) {
            (count, words, at) = (word(1) & 0xffff, word(1) >> 16 & 0xff, 2);
            assert!(count > 31 || words > 31, "the short header suffices");
        }
        let epilogues = (at..at + count as usize).map(|n| (word(n) & 0x3_ffff, (word(n) >> 22) as usize));
        let epilogues: Vec<(u32, usize)> = epilogues.collect();
        assert!(epilogues.is_sorted());
        let start = 4 * (at + epilogues.len());
        assert_eq!(info.len(), start + 4 * words as usize);
        Record { epilogues, codes: &info[start..], len: header & 0x3_ffff }
    }

    /// The codes from an index up to the end of their list.
    fn list(&self, mut at: usize) -> Vec<&[u8]> {
        let mut list = Vec::new();
        loop {
            let len = match self.codes[at] {
                0xe0 => 4,
                0xe2 => 2,
                0xe1 | 0xe3..=0xe5 | 0xfc => 1,
                code if code >= 0xe0 => panic!("code {code:#x}"),
                code if code >= 0xc0 => 2,
                _ => 1,
            };
            list.push(&self.codes[at..at + len]);
            if self.codes[at] == END {
                return list;
            }
            at += len;
        }
    }

    /// The codes to undo at an instruction; and whether it is in an epilogue.
    fn codes_at(&self, number: u32) -> (Vec<&[u8]>, bool) {
        for (start, index) in &self.epilogues {
            let list = self.list(*index);
            if (*start..*start + list.len() as u32).contains(&number) {
                return (list[(number - start) as usize..].to_vec(), true);
            }
        }
        let list = self.list(0);
        let prologue = if list[0] == [END_OF_PARENT] { 0 } else { list.len() - 1 };
        (list[prologue.saturating_sub(number as usize)..].to_vec(), false)
    }

    fn undo(codes: &[&[u8]], machine: &mut Machine) {
        for code in codes {
            let number = code.iter().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
            let low = number & 63;
            let reg = |first: u64, mask: u64, above: u64| first + (number >> 6 & mask) + above;
            let gp = |above| Reg::gp(reg(19, 15, above) as u8);
            let fp = |above| Reg::fp(reg(8, 7, above) as u8);
            match code[0] {
                bytes @ 0..0x20 => machine.stack += 16 * u64::from(bytes),
                push @ 0x80..0xc0 => {
                    machine.load(FP, 0);
                    machine.load(LR, 8);
                    machine.stack += 8 * (u64::from(push & 63) + 1);
                }
                0xc0..0xc8 => machine.stack += 16 * (number & 0x7ff),
                0xc8..0xcc => (0..2).for_each(|n| machine.load(gp(n), 8 * (low + n))),
                0xd0..0xd4 => machine.load(gp(0), 8 * low),
                0xd8..0xda => (0..2).for_each(|n| machine.load(fp(n), 8 * (low + n))),
                0xdc..0xde => machine.load(fp(0), 8 * low),
                0xe0 => machine.stack += 16 * (number & 0xff_ffff),
                SET_FP => machine.stack = machine.registers[&FP],
                0xe2 => machine.stack = machine.registers[&FP] - 8 * (number & 0xff),
                0xe3 | END_OF_PARENT | 0xfc => {}
                END => return,
                code => panic!("code {code:#x}"),
            }
        }
    }
}

/// Registers in the order in which the prologue stores them, one list for each instruction.
fn a64_stores(code: &CompiledCode) -> Vec<Vec<Reg>> {
    let mut stores: Vec<Vec<Reg>> = Vec::new();
    let mut last: Option<(Reg, i32)> = None;
    for &(reg, offset) in &code.frame.callee_saves {
        let is_second = last.is_some_and(|(other, at)| {
            other.bank() == reg.bank() && reg.number() + 1 == other.number() && offset == at - 8
        });
        match stores.last_mut() {
            Some(store) if is_second && store.len() == 1 => store.push(reg),
            _ => stores.push(vec![reg]),
        }
        last = Some((reg, offset));
    }
    stores
}

fn a64_registers() -> Vec<Reg> {
    (19..=30).map(Reg::gp).chain((8..16).map(Reg::fp)).collect()
}

/// Compares at each instruction. Returns the numbers of instructions compared, and of others.
fn compare_a64(what: &str, code: &CompiledCode, entries: &[UnwindEntry]) -> [u32; 2] {
    let names = a64_registers();
    let body = code.frame_states.rows.iter().find(|row| row.state.is_some_and(|state| state.saves.is_some()));
    let body = body.map_or(0, |row| row.offset);
    let stores = a64_stores(code);
    let first_store = body.saturating_sub(4 * stores.len() as u32);
    let mut numbers = [0; 2];
    let mut end = 0;
    for entry in entries {
        let record = Record::read(&entry.info);
        assert_eq!((entry.range.start, entry.range.len() as u32), (end, 4 * record.len), "{what}");
        end = entry.range.end;
        for offset in entry.range.clone().step_by(4) {
            let what = format!("{what} at {offset:#x}");
            let Some(state) = code.frame_states.at(offset) else { continue };
            let (codes, is_epilogue) = record.codes_at((offset - entry.range.start) / 4);
            let by_stack = state.base != FP;
            // Prologues of other entries, and moves of arguments over the frame.
            let moves = !matches!(state.frame_pointer, CallerPlace::Entry | CallerPlace::Frame(_));
            if moves || by_stack && !is_epilogue && offset >= body {
                numbers[1] += 1;
                continue;
            }
            // In the body the stack pointer may be lower than that of the frame.
            let below = if offset > body { 48 } else { 0 };
            let mut before = Machine::at(code, state, &names, FP, below);
            if is_epilogue && !by_stack && codes[0] != [SET_FP] {
                before.stack = before.registers[&FP];
            }
            let mut after = before.clone();
            Record::undo(&codes, &mut after);
            let popped = after.stack.wrapping_sub(CFA);
            assert!(popped == 0 || is_epilogue && popped < 1 << 24, "{what}: {:#x}", after.stack);
            // There the stack pointer is that of the frame, which may be too far from the saved registers.
            if offset <= body && offset > first_store && code.frame.size > 480 {
                after.registers.retain(|reg, _| matches!(*reg, FP | LR));
            }
            let executed = offset.saturating_sub(first_store) as usize / 4;
            let is_stored = |reg: Reg| stores.iter().take(executed).any(|store| store.contains(&reg));
            compare(code, state, &is_stored, [&before, &after], &what);
            numbers[0] += 1;
        }
    }
    assert_eq!(end, code.code_size, "{what}");
    numbers
}

#[test]
fn aarch64_is_unwound_at_each_instruction() {
    let (mut procedures, mut numbers) = (0, [0; 2]);
    files("aarch64-windows", |what, code| {
        let Some(entries) = unwind_entries(code) else {
            assert!(code.pieces.is_some() || !code.frame.slots.is_empty(), "{what}");
            return;
        };
        let compared = compare_a64(what, code, &entries);
        numbers = [numbers[0] + compared[0], numbers[1] + compared[1]];
        procedures += 1;
    });
    println!("{procedures} procedures, {} instructions compared, {} not", numbers[0], numbers[1]);
    assert!(procedures > 1000 && numbers[1] < numbers[0] / 50, "{procedures} {numbers:?}");
}

/// Undoes `UNWIND_INFO` of x86-64 after the prologue. Returns the machine where the stack pointer is that of the return
/// address.
fn undo_x64(info: &[u8], machine: &mut Machine) {
    assert_eq!((info[0], info[3] & 15), (1, 5));
    let base = machine.registers[&RBP] - u64::from(info[3] >> 4) * 16;
    let words: Vec<u16> = info[4..].chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    let mut at = 0;
    while at < usize::from(info[2]) {
        let operation = (words[at] >> 8) as u8;
        let (own, next) = (operation >> 4, u64::from(*words.get(at + 1).unwrap_or(&0)));
        at += 1;
        match operation & 15 {
            0 => {
                machine.load(Reg::gp(own), 0);
                machine.stack += 8;
            }
            1 => (machine.stack, at) = (machine.stack + 8 * next, at + 1),
            2 => machine.stack += 8 * u64::from(own) + 8,
            3 => machine.stack = base,
            4 => {
                machine.registers.insert(Reg::gp(own), read(base + 8 * next));
                at += 1;
            }
            8 => {
                machine.registers.insert(Reg::fp(own), read(base + 16 * next));
                at += 1;
            }
            other => panic!("operation {other}"),
        }
    }
}

#[test]
fn x86_64_is_unwound_in_bodies() {
    let names: Vec<Reg> =
        [3, 5, 6, 7, 12, 13, 14, 15].map(Reg::gp).into_iter().chain((6..16).map(Reg::fp)).collect();
    let (mut procedures, mut deep) = (0, 0);
    files("x86_64-windows", |what, code| {
        let Some(entries) = unwind_entries(code) else {
            assert!(
                code.pieces.is_some() || code.frame.slots.iter().flatten().any(|at| *at > -240),
                "{what}"
            );
            return;
        };
        assert_eq!((entries.len(), &entries[0].range), (1, &(0..code.code_size)));
        deep += u32::from(code.frame.size > 300 && !code.frame.callee_saves.is_empty());
        for row in &code.frame_states.rows {
            let Some(state) = row.state.filter(|state| state.saves.is_some() && state.base == RBP) else {
                continue;
            };
            let before = Machine::at(code, &state, &names, RBP, 48);
            let mut after = before.clone();
            undo_x64(&entries[0].info, &mut after);
            assert_eq!(after.stack, CFA - 8, "{what}");
            compare(code, &state, &|_| false, [&before, &after], &format!("{what} at {:#x}", row.offset));
        }
        procedures += 1;
    });
    println!("{procedures} procedures, {deep} with large frames");
    assert!(procedures > 1000 && deep > 20, "{procedures} {deep}");
}

/// A procedure with as many multiplications as make it larger than 1 MiB.
#[test]
fn large_procedures_of_aarch64_have_several_entries() {
    const COUNT: usize = 280_000;
    let target = Target::baseline(target_by_name("aarch64-windows").expect("a target"));
    let mut proc = barebones::ir::Procedure::new(&target);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let (x, y) = (b.argument(barebones::base::Type::Int64), b.argument(barebones::base::Type::Int64));
    let mut value = x;
    for n in 0..COUNT {
        let other = if n % 2 == 0 { y } else { x };
        value = b.mul(value, other);
    }
    b.ret([value]);
    let mut compiler = Compiler::for_target(target, Options::at(OptLevel::O0));
    let code = compiler.emit(&proc).expect("compiles");
    let entries = unwind_entries(&code).expect("can be described");
    assert!(entries.len() > 1, "{} bytes", code.code_size);
    let [compared, others] = compare_a64("large", &code, &entries);
    assert!(compared > COUNT as u32 && others == 0, "{compared} {others}");
    let is_bank = |bank| code.frame.callee_saves.iter().all(|(reg, _)| reg.bank() == bank);
    assert!(is_bank(Bank::Gp));
}
