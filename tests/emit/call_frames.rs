//! Call-frame information as a second reader sees it.

use barebones::base::{Arch, Bank, Reg, Target};
use barebones::ir::parse_module;
use barebones::isa::unwind::{CallFrameTable, CallerPlace, CodeAddresses, FrameState, FrameStates};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::{Compiler, OptLevel, Options, targets};
use barebones_testing::filetest::collect;
use gimli::{BaseAddresses, CfaRule, EhFrame, LittleEndian, RegisterRule, UnwindContext, UnwindSection};
use std::fs;
use std::path::Path;

/// Calls a function with the code of every procedure of the test files that compiles for the target.
fn for_all_code(target: &str, mut check: impl FnMut(&str, &CompiledCode)) {
    let target = Target::baseline(target_by_name(target).expect("a target"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths =
        collect(&[root.join("tests/files/run"), root.join("tests/programs")]).expect("in the repository");
    for level in OptLevel::ALL {
        let mut compiler = Compiler::for_target(target, Options::at(level));
        for path in &paths {
            let text = fs::read_to_string(path).expect("readable");
            let module = parse_module(&text, &targets(target)).expect("parses");
            for proc in module.procedures.iter().filter(|proc| proc.target().name() == target.name()) {
                let code = compiler.emit(proc).expect("compiles");
                check(&format!("{level:?} {} {}", path.display(), proc.name), &code);
            }
        }
    }
}

/// The DWARF number of a register; written from the documents, apart from the library.
fn number(arch: Arch, reg: Reg) -> gimli::Register {
    let own = u16::from(reg.number());
    gimli::Register(match (arch, reg.bank()) {
        (Arch::X64, Bank::Gp) => ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp"]
            .iter()
            .position(|name| {
                *name
                    == ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"]
                        .get(usize::from(own))
                        .copied()
                        .unwrap_or("")
            })
            .map_or(own, |place| place as u16),
        (Arch::X64, Bank::Fp) => 17 + own,
        (Arch::A64, Bank::Gp) => own,
        (Arch::A64, Bank::Fp) => 64 + own,
    })
}

fn return_column(arch: Arch) -> gimli::Register {
    gimli::Register(if arch == Arch::X64 { 16 } else { 30 })
}

type Rule = RegisterRule<usize>;

fn agrees(arch: Arch, rule: &Option<Rule>, place: CallerPlace) -> bool {
    match place {
        CallerPlace::Entry => matches!(rule, None | Some(RegisterRule::SameValue)),
        CallerPlace::Frame(offset) => *rule == Some(RegisterRule::Offset(offset.into())),
        CallerPlace::Register(reg) => *rule == Some(RegisterRule::Register(number(arch, reg))),
        CallerPlace::Stack(_) => matches!(rule, Some(RegisterRule::Expression(_))),
    }
}

/// Compares the rules at each offset of code at `base` with its states.
fn check_table(name: &str, code: &CompiledCode, bytes: &[u8], table: u64, base: u64) {
    let arch = code.arch;
    let mut section = EhFrame::new(bytes, LittleEndian);
    section.set_address_size(8);
    section.set_vendor(if arch == Arch::A64 { gimli::Vendor::AArch64 } else { gimli::Vendor::Default });
    let bases = BaseAddresses::default().set_eh_frame(table);
    let mut context = UnwindContext::new();
    let frame_pointer = number(arch, Reg::gp(if arch == Arch::X64 { 5 } else { 29 }));
    let mut described = vec![0u8; code.code_size as usize];
    let mut entries = section.entries(&bases);
    while let Some(entry) = entries.next().unwrap_or_else(|error| panic!("{name}: {error}")) {
        let gimli::CieOrFde::Fde(partial) = entry else { continue };
        let fde = partial.parse(EhFrame::cie_from_offset).expect("its CIE is known");
        let mut rows = fde.rows(&section, &bases, &mut context).expect("the CIE's rules are valid");
        while let Some(row) = rows.next_row().unwrap_or_else(|error| panic!("{name}: {error}")) {
            for offset in row.start_address() - base..row.end_address() - base {
                described[offset as usize] += 1;
                let state = code.frame_states.at(offset as u32);
                let state = state.unwrap_or_else(|| panic!("{name} + {offset:#x} is unknown"));
                let cfa = CfaRule::RegisterAndOffset {
                    register: number(arch, state.base),
                    offset: state.offset.into(),
                };
                assert_eq!(*row.cfa(), cfa, "{name} + {offset:#x}");
                let register = row.register(frame_pointer);
                assert!(agrees(arch, &register, state.frame_pointer), "{name} + {offset:#x}: {register:?}");
                let place = match (arch, state.return_address) {
                    (Arch::X64, CallerPlace::Entry) => CallerPlace::Frame(-8),
                    (_, place) => place,
                };
                let rule = row.register(return_column(arch));
                assert!(agrees(arch, &rule, place), "{name} + {offset:#x}: {rule:?}");
                let saves = code.frame_states.saves_of(state);
                for (reg, place) in saves.iter().filter(|(reg, _)| arch == Arch::A64 || reg.is_gp()) {
                    let rule = row.register(number(arch, *reg));
                    assert!(agrees(arch, &rule, *place), "{name} + {offset:#x}: {reg:?} {rule:?}");
                }
                let is_saved = |reg: Reg| saves.iter().any(|(saved, _)| *saved == reg);
                for reg in (0..32).map(Reg::gp).filter(|reg| reg.number() < 16 || arch == Arch::A64) {
                    let own = number(arch, reg);
                    if own != frame_pointer && own != return_column(arch) && !is_saved(reg) {
                        let rule = row.register(own);
                        assert!(
                            agrees(arch, &rule, CallerPlace::Entry),
                            "{name} + {offset:#x}: {reg:?} {rule:?}"
                        );
                    }
                }
            }
        }
    }
    let first = code.entries.iter().min().map_or(0, |first| *first as usize);
    let first = first.min(described.iter().position(|count| *count != 0).unwrap_or(first));
    assert!(described[first..].iter().all(|count| *count == 1), "{name}: every byte once");
    assert!(described[..first].iter().all(|count| *count == 0), "{name}: no padding");
}

#[test]
fn another_reader_finds_the_same_rules() {
    for target in ["x86_64-linux", "aarch64-linux"] {
        let (mut count, mut states) = (0, 0);
        for_all_code(target, |name, code| {
            for (addresses, place) in [(CodeAddresses::Absolute, 0), (CodeAddresses::Relative, 0x7000_0000)] {
                let mut table = CallFrameTable::new(code.arch, addresses);
                table.add(&code.frame_states, code.code_size, 0);
                assert!(!table.is_empty(), "{name}");
                let base = 0x4000_0000;
                let bytes = table.place(base, place).expect("in reach");
                check_table(name, code, &bytes, place, base);
            }
            count += 1;
            states += code.frame_states.rows.len();
        });
        assert!(count > 1000 && states > 3 * count, "{target}: {states} states of {count} procedures");
    }
}

/// Where return addresses are signed, the tables say so: from `paciasp` to `autiasp`.
#[test]
fn signed_return_addresses_are_marked() {
    let text = "barebones 1
        extern g(Int64) -> Int64
        proc f(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall(\"g\", @0)
            Void @2 = Return(@1)
        }";
    let target = Target::baseline(target_by_name("aarch64-linux").expect("a target"));
    let module = parse_module(text, &targets(target)).expect("parses");
    for level in OptLevel::ALL {
        let mut options = Options::at(level);
        options.branch_protection.sign_return_address = true;
        let code = Compiler::for_target(target, options).emit(&module.procedures[0]).expect("compiles");
        let word = |offset: usize| code.bytes[offset..].first_chunk().copied().map(u32::from_le_bytes);
        let place = |hint: u32| {
            (0..code.code_size)
                .step_by(4)
                .find(|offset| word(*offset as usize) == Some(0xd503_201f | hint << 5))
        };
        let (sign, authenticate) = (place(25).expect("paciasp"), place(29).expect("autiasp"));
        let mut table = CallFrameTable::new(code.arch, CodeAddresses::Absolute);
        table.add(&code.frame_states, code.code_size, 0);
        let bytes = table.place(0, 0).expect("in reach");
        let mut section = EhFrame::new(&bytes, LittleEndian);
        section.set_address_size(8);
        section.set_vendor(gimli::Vendor::AArch64);
        let (bases, mut context) = (BaseAddresses::default().set_eh_frame(0), UnwindContext::new());
        // gimli has the state of the signature as column 34.
        let mut signed = vec![false; code.code_size as usize];
        let mut entries = section.entries(&bases);
        while let Some(entry) = entries.next().expect("valid") {
            let gimli::CieOrFde::Fde(partial) = entry else { continue };
            let fde = partial.parse(EhFrame::cie_from_offset).expect("its CIE is known");
            let mut rows = fde.rows(&section, &bases, &mut context).expect("valid");
            while let Some(row) = rows.next_row().expect("valid") {
                let range = row.start_address() as usize..row.end_address() as usize;
                let is_signed =
                    row.register(gimli::AArch64::RA_SIGN_STATE) == Some(RegisterRule::Constant(1));
                signed[range].fill(is_signed);
            }
        }
        for offset in 0..code.code_size {
            let expected = offset > sign && offset < authenticate + 4 && offset >= sign + 4;
            assert_eq!(signed[offset as usize], expected, "{level:?} + {offset:#x}");
        }
    }
}

#[test]
fn tables_that_are_too_far_away_are_refused() {
    let mut table = CallFrameTable::new(Arch::X64, CodeAddresses::Relative);
    assert!(table.is_empty());
    table.add_uniform(&FrameStates::default(), FrameState::at_entry(Arch::X64), 16, 0);
    assert_eq!(table.fields().collect::<Vec<_>>(), [(table.first_fde() as u32 + 8, 0)]);
    assert!(table.place(0, 1 << 30).is_some());
    assert!(table.place(0, 1 << 32).is_none());
}

#[test]
fn states_are_stored_as_bytes() {
    let mut stored: Vec<Vec<u8>> = Vec::new();
    for_all_code("aarch64-linux", |name, code| {
        let bytes = code.frame_states.to_bytes();
        assert_eq!(FrameStates::from_bytes(&bytes).as_ref(), Some(&code.frame_states), "{name}");
        if stored.len() < 100 {
            stored.push(bytes);
        }
    });
    // Damaged bytes are refused, or are other states, which encode without a panic.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize
    };
    let mut refused = 0;
    for n in 0..10_000 {
        let mut bytes = stored[n % stored.len()].clone();
        match n % 3 {
            0 => bytes.truncate(next() % bytes.len()),
            _ => {
                let at = next() % bytes.len();
                bytes[at] ^= 1 << (next() % 8);
            }
        }
        match FrameStates::from_bytes(&bytes) {
            Some(states) => {
                let mut table = CallFrameTable::new(Arch::A64, CodeAddresses::Absolute);
                table.add(&states, 10_000, 0);
                _ = table.place(0, 0);
            }
            None => refused += 1,
        }
    }
    assert!(refused > 3_000);
}
