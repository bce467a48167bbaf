//! Disassembly of linked and unlinked code.

use crate::compile;
use barebones::base::Origin;
use barebones::disasm::Disassembly;
use barebones::ir::parse_module;
use barebones::isa::{RelocTarget, target_by_name};
use barebones::jit::name_of;
use barebones::{Compiler, Options, targets};

extern "C" fn stop(x: i64) -> i64 {
    x
}

#[test]
fn linked_code_has_names_addresses_and_origins() {
    let mut compiler = Compiler::host().expect("a supported host");
    let codes = compile(&mut compiler, stop as *const u8).expect("compiles");
    let [outer, middle, inner, spin] = &codes[..] else { panic!("four procedures") };
    let host = |address: *const u8| (address == stop as *const u8).then(|| String::from("host_stop"));
    let targets = |code: &Disassembly| -> Vec<String> {
        code.instructions.iter().filter_map(|found| found.target.clone()).collect()
    };
    let outer_code = outer.disassemble();
    assert!(targets(&outer_code).contains(&String::from("middle")), "{outer_code}");
    assert!(targets(&outer_code).iter().any(|name| name.starts_with("outer+0x")), "{outer_code}");
    assert!(targets(&middle.disassemble()).contains(&String::from("inner")));
    let inner_code = inner.disassemble_with(&host);
    assert!(targets(&inner_code).contains(&String::from("host_stop")), "also through a veneer: {inner_code}");
    assert!(targets(&spin.disassemble()).iter().all(|name| name.starts_with("spin+0x")));

    for code in &codes {
        let disassembly = code.disassemble();
        let bytes: Vec<u8> = disassembly.instructions.iter().flat_map(|found| found.bytes.clone()).collect();
        assert_eq!([bytes, disassembly.constants.clone()].concat(), code.bytes());
        for found in &disassembly.instructions {
            assert_eq!(
                Some(found.address),
                code.address_of(found.offset).map(|address| address.addr() as u64)
            );
            assert_eq!(found.origin, code.origin_of(found.offset));
            // The inverse.
            if let Some(origin) = found.origin {
                assert!(code.offsets_of(origin).any(|range| range.contains(&found.offset)), "{found:?}");
            }
            let name = name_of(std::ptr::without_provenance(found.address as usize)).expect("live code");
            assert_eq!((&name.name[..], name.offset, name.origin), (code.name(), found.offset, found.origin));
        }
    }
    assert_eq!(outer.offsets_of(Origin(12345)).count(), 0);
    let freed = outer.start();
    drop(codes);
    assert_eq!(name_of(freed), None);
    assert_eq!(name_of(stop as *const u8), None);
}

#[test]
fn unlinked_code_of_both_machines_has_names() {
    for target in ["x86_64-linux", "aarch64-linux"] {
        let target = barebones::base::Target::baseline(target_by_name(target).expect("a target"));
        let module = parse_module(crate::PROGRAM, &targets(target)).expect("valid");
        let proc = &module.procedures[0];
        let code = Compiler::for_target(target, Options::default()).emit(proc).expect("compiles");
        let names = |target: RelocTarget| match target {
            RelocTarget::Symbol(symbol) => proc.symbols().get(symbol).map(|symbol| symbol.name.clone()),
            _ => None,
        };
        let listing = code.disassemble("outer", &names).to_string();
        assert!(listing.starts_with("outer:\n  0000  "), "{listing}");
        assert!(listing.contains("middle"), "{listing}");
        assert!(listing.contains("outer+0x"), "{listing}");
    }
}
