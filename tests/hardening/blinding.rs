//! Blinded constants: the input's numbers are not in the code.

use super::{call, emit, host_compiler, machines, random_modules};
use barebones::OptLevel;
use barebones::base::{Arch, Hardening, Lane, MemoryOrder, Target, Type, ValueRep, Width};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::opcode::Payload;
use barebones::ir::{AtomicAccess, Module, Opcode, Procedure, StackSlotKind, ValueFlags, ValueId};
use barebones::isa::masm::MacroAssembler;
use barebones::isa::{GeneratorError, StackmapParams};
use std::collections::BTreeSet;

const SEEDS: [u64; 2] = [1, 2];

fn blinded(seed: u64) -> Hardening {
    Hardening { blind_constants: true, seed, ..Hardening::NONE }
}

/// The windows of four bytes of a constant with at least three that are neither 0x00 nor 0xff.
fn windows(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    let windows = bytes.windows(4).map(|window| window.try_into().expect("four bytes"));
    windows.filter(|window: &[u8; 4]| window.iter().filter(|byte| !matches!(byte, 0 | 0xff)).count() >= 3)
}

/// The constants that stackmaps pass to generators, which may put them into the code.
fn of_stackmaps(proc: &Procedure) -> BTreeSet<ValueId> {
    let has_stackmap = |id: &ValueId| proc.value(*id).opcode().row().payload == Payload::Stackmap;
    let children = |id: ValueId| proc.children(id)[proc.value(id).opcode().row().operands.len()..].to_vec();
    proc.value_ids().filter(has_stackmap).flat_map(children).collect()
}

/// The windows of all constants, offsets and cases of a procedure, but for those of stackmaps.
fn patterns(proc: &Procedure) -> BTreeSet<[u8; 4]> {
    let of_stackmaps = of_stackmaps(proc);
    let (mut patterns, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for id in proc.value_ids() {
        let value = proc.value(id);
        let patterns = if of_stackmaps.contains(&id) { &mut passed } else { &mut patterns };
        match value.opcode() {
            Opcode::Const32 | Opcode::ConstFloat => {
                patterns.extend(windows(&(value.bits() as u32).to_le_bytes()));
            }
            Opcode::Const64 | Opcode::ConstDouble => patterns.extend(windows(&value.bits().to_le_bytes())),
            Opcode::Const128 | Opcode::VectorShuffle => {
                // Each half: two plain numbers of eight bytes may be neighbours in the pool.
                let bytes = proc.vector_bits(value).to_le_bytes();
                bytes.chunks(8).for_each(|half| patterns.extend(windows(half)));
            }
            Opcode::Switch => {
                let cases = proc.switch_cases(value).iter();
                cases.for_each(|case| patterns.extend(windows(&case.to_le_bytes())));
            }
            Opcode::Load | Opcode::Store => patterns.extend(windows(&value.offset().to_le_bytes())),
            _ => {}
        }
    }
    patterns.retain(|pattern| !passed.contains(pattern));
    patterns
}

/// Repeated bytes of numbers with which emission counts bits, and of padding, which are not the input's.
const OF_EMISSION: [[u8; 4]; 4] = [[0x55; 4], [0x33; 4], [0x0f; 4], [0xcc; 4]];

/// The patterns that the code contains.
fn found(patterns: &BTreeSet<[u8; 4]>, code: &[u8]) -> BTreeSet<[u8; 4]> {
    let in_code = code.windows(4).map(|window| window.try_into().expect("four bytes"));
    in_code.filter(|window| patterns.contains(window)).collect()
}

/// The patterns that the code has with each seed: by chance, one is there with one seed at most.
fn leaks(proc: &Procedure, level: OptLevel, patterns: &BTreeSet<[u8; 4]>) -> BTreeSet<[u8; 4]> {
    let [first, second] = SEEDS.map(|seed| found(patterns, &emit(proc, level, blinded(seed)).bytes));
    first.intersection(&second).filter(|pattern| !OF_EMISSION.contains(pattern)).copied().collect()
}

#[test]
fn no_constant_of_random_procedures_is_in_the_code() {
    for target in machines() {
        let (mut searched, mut plain) = (0, 0);
        for module in random_modules(target, 80) {
            for proc in &module.procedures {
                let patterns = patterns(proc);
                searched += patterns.len();
                for level in OptLevel::ALL {
                    plain += found(&patterns, &emit(proc, level, Hardening::NONE).bytes).len();
                    let leaks = leaks(proc, level, &patterns);
                    assert!(leaks.is_empty(), "{level:?} {leaks:x?} in\n{module}");
                }
            }
        }
        // The search finds constants that are not blinded. On AArch64 only pools have four bytes of a constant in a row.
        println!("{}: {searched} patterns, {plain} in code that is not blinded", target.name());
        let least = if target.desc.arch == Arch::X64 { 300 } else { 10 };
        assert!(searched > 300 && plain > least, "{}: {searched} {plain}", target.name());
    }
}

/// A number with four bytes that no compiler produces by itself, and a different one for each `n`.
fn marker(n: u32) -> u32 {
    0x5a00_a5c3 | (0x31 + n) << 16 | (0x11 + n) << 8
}

fn long_marker(n: u32) -> u64 {
    u64::from(marker(n)) << 32 | u64::from(marker(n + 50))
}

/// One procedure for each way in which code can have a constant, with its name and the result for the argument 3.
fn marked(target: &Target) -> Module {
    let mut module = Module::default();
    let mut add = |name: &str, build: &dyn Fn(&mut Procedure)| {
        let mut proc = Procedure::named(name, target);
        build(&mut proc);
        module.procedures.push(proc);
    };
    let int = |n| marker(n) as i32;
    let binary = |opcode: Opcode, ty: Type, n: u32| {
        move |proc: &mut Procedure| {
            let root = proc.add_block();
            let mut b = proc.at(root);
            let mut x = b.argument(Type::Int64);
            if ty == Type::Int32 {
                x = b.trunc(x);
            }
            let bits = if ty == Type::Int32 { marker(n).into() } else { long_marker(n) };
            let constant = b.constant(ty, bits);
            let result = b.apply(opcode, &[x, constant]);
            b.ret([result]);
        }
    };
    for (n, opcode) in (0..).zip([Opcode::Add, Opcode::BitAnd, Opcode::Mul, Opcode::Below, Opcode::UDiv]) {
        add(&format!("{opcode:?}32"), &binary(opcode, Type::Int32, n));
        add(&format!("{opcode:?}64"), &binary(opcode, Type::Int64, n + 5));
    }
    add("divisor", &|proc| {
        // Selection multiplies with a number that the divisor determines.
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let seven = b.const64(7);
        let quotient = b.udiv(x, seven);
        b.ret([quotient]);
    });
    add("results", &|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        b.argument(Type::Int64);
        let results = [b.const32(int(10)), b.const32(int(10))];
        let difference = b.sub(results[0], results[1]);
        b.ret([difference, results[0]]);
    });
    add("memory", &|proc| {
        let slot = proc.add_stack_slot(16, StackSlotKind::Locked);
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let base = b.slot_base(slot);
        // Offsets that the base undoes.
        let (offset, atomic) = (int(11), int(12));
        let low = b.const64(-i64::from(offset));
        let (opaque, opaque_base) = (b.opaque(low), b.opaque(base));
        let below = b.add(opaque_base, opaque);
        b.store(x, below, offset);
        let stored = b.const64(long_marker(13) as i64);
        b.store(stored, base, 8);
        let short = b.const32(int(14));
        b.store(short, base, 12);
        let low = b.const64(-i64::from(atomic));
        let opaque = b.opaque(low);
        let below = b.add(opaque_base, opaque);
        let access = AtomicAccess { offset: atomic, width: Width::W64, order: MemoryOrder::SeqCst };
        let loaded = b.atomic_load(Type::Int64, below, access);
        let again = b.load(Type::Int64, base, 8);
        let sum = b.add(loaded, again);
        b.ret([sum]);
    });
    add("phis", &|proc| {
        let [root, other, end] = [(); 3].map(|()| proc.add_block());
        let phi = proc.at(end).phi(Type::Int64);
        proc.at(end).ret([phi]);
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let first = b.const64(long_marker(15) as i64);
        b.upsilon(first, phi);
        b.branch(x, end, other);
        let mut b = proc.at(other);
        let second = b.const64(long_marker(16) as i64);
        b.upsilon(second, phi);
        b.jump(end);
    });
    // A tree of comparisons, a table, and a mask of one target.
    for (name, cases) in [
        ("sparse", vec![int(17).into(), long_marker(18) as i64, 3, -5]),
        ("dense", (0..9).map(|n| i64::from(int(19)) + n).chain([3]).collect()),
        ("mask", vec![0, 2, 3, 5, 9, 11, 14, 17, 21, 22, 25, 30, 33, 38, 41, 47, 52, 53, 58, 63]),
    ] {
        add(name, &|proc| {
            let [root, hit, miss] = [(); 3].map(|()| proc.add_block());
            let others: Vec<_> = cases.iter().map(|_| proc.add_block()).collect();
            let mut b = proc.at(root);
            let x = b.argument(Type::Int64);
            let one_target = name == "mask";
            let targets =
                cases.iter().zip(&others).map(|(case, to)| (*case, if one_target { hit } else { *to }));
            let targets: Vec<_> = targets.collect();
            b.switch(x, &targets, miss);
            for (n, block) in [hit, miss].iter().chain(&others).enumerate() {
                let mut b = proc.at(*block);
                let number = b.const64(100 + n as i64);
                b.ret([number]);
            }
        });
    }
    add("floats", &|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let (double, short) = (b.itod(x), b.itof(x));
        let constant = b.constant(Type::Double, long_marker(20));
        let sum = b.add(double, constant);
        let constant = b.constant(Type::Float, marker(21).into());
        let product = b.mul(short, constant);
        let wide = b.float_to_double(product);
        let all = b.sub(sum, wide);
        let bits = b.bitwise_cast(all);
        b.ret([bits]);
    });
    add("vectors", &|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let lanes = u128::from(long_marker(22)) << 64 | u128::from(long_marker(23));
        let constant = b.const128(lanes);
        let splat = b.vector(Opcode::VectorSplat, Lane::I64x2, &[x]);
        let sum = b.vector(Opcode::VectorAdd, Lane::I64x2, &[splat, constant]);
        let indices: [u8; 16] = [3, 17, 9, 30, 1, 31, 22, 14, 40, 5, 19, 28, 2, 12, 25, 7];
        let shuffled = b.vector_shuffle(sum, constant, indices);
        let parts = [0, 1].map(|n| b.vector_at(Opcode::VectorExtractLane, Lane::I64x2, n, &[shuffled]));
        let mixed = b.bit_xor(parts[0], parts[1]);
        b.ret([mixed]);
    });
    module
}

#[test]
fn no_constant_of_any_kind_is_in_the_code() {
    for target in machines() {
        let module = marked(&target);
        let mut plain = BTreeSet::new();
        for proc in &module.procedures {
            let mut patterns = patterns(proc);
            match proc.name.as_str() {
                // What selection makes of them.
                "divisor" => patterns.extend(windows(&0x2492_4924_9249_2493u64.to_le_bytes())),
                "dense" => patterns.extend(windows(&marker(19).wrapping_neg().to_le_bytes())),
                "mask" => {
                    let block = proc.terminal(Procedure::ROOT).expect("a switch");
                    let cases = proc.switch_cases(proc.value(block)).iter();
                    let mask = cases.fold(0u64, |mask, case| mask | 1 << case);
                    patterns.extend(windows(&mask.to_le_bytes()));
                }
                _ => {}
            }
            assert!(!patterns.is_empty(), "{}", proc.name);
            for level in OptLevel::ALL {
                if !found(&patterns, &emit(proc, level, Hardening::NONE).bytes).is_empty() {
                    plain.insert(proc.name.clone());
                }
                let leaks = leaks(proc, level, &patterns);
                assert!(leaks.is_empty(), "{} {level:?} {leaks:x?}", proc.name);
            }
        }
        // Without blinding, each of them is there; on AArch64, those in pools.
        let missing: Vec<&str> = module
            .procedures
            .iter()
            .map(|proc| proc.name.as_str())
            .filter(|name| !plain.contains(*name))
            .collect();
        match target.desc.arch {
            Arch::X64 => assert!(missing.is_empty(), "{missing:?}"),
            Arch::A64 => assert!(plain.contains("floats") && plain.contains("vectors"), "{plain:?}"),
        }
    }
}

/// The sum of a reference and an offset must not live across a safepoint: each access computes it again.
#[test]
fn offsets_from_references_are_blinded() {
    for target in machines() {
        let mut proc = Procedure::named("fields", &target);
        let root = proc.add_block();
        let safepoint = proc.symbol("safepoint");
        let mut b = proc.at(root);
        let object = b.argument(Type::Int64);
        let mut fields = Vec::new();
        for _ in 0..2 {
            b.ccall(Type::Void, safepoint, &[]);
            fields.push(b.load(Type::Int64, object, marker(60) as i32));
        }
        let sum = b.add(fields[0], fields[1]);
        b.ret([sum]);
        proc.get_value_mut(object).expect("the argument").flags |= ValueFlags::REFERENCE;
        let patterns = patterns(&proc);
        assert!(!patterns.is_empty());
        for level in OptLevel::ALL {
            let leaks = leaks(&proc, level, &patterns);
            assert!(leaks.is_empty(), "{} {level:?} {leaks:x?}", target.name());
            assert_eq!(emit(&proc, level, blinded(1)).gc_map.len(), 2, "{} {level:?}", target.name());
        }
    }
}

#[test]
fn blinded_code_computes_the_same() {
    let target = barebones::host_target().expect("a host");
    let module = marked(&target);
    let interpreter = Interpreter::new(&module).expect("a valid module");
    for (n, level) in OptLevel::ALL.into_iter().enumerate() {
        let mut compiler = host_compiler(level, blinded(n as u64));
        for proc in &module.procedures {
            let code = compiler.compile(proc.clone()).unwrap_or_else(|failure| panic!("{failure}"));
            for x in [3u64, 0, u64::MAX, marker(17).into(), long_marker(18), u64::from(marker(19)) + 5, 63] {
                let mut host = SandboxHost::new();
                let called = interpreter.call(&proc.name, &[(Type::Int64, x)], &mut host, Limits::default());
                let expected: Vec<u64> = match called.expect("its arguments").outcome {
                    Outcome::Returned(results) => results.iter().map(|(_, bits)| *bits).collect(),
                    other => panic!("{}: {other:?}", proc.name),
                };
                assert_eq!(call(&code, x), expected, "{} {level:?} {x:#x}", proc.name);
            }
        }
    }
}

#[test]
fn keys_depend_on_seed_and_name() {
    for target in machines() {
        let module = marked(&target);
        for proc in &module.procedures {
            let code = |seed, name: &str| {
                let mut proc = proc.clone();
                proc.name = name.into();
                emit(&proc, OptLevel::O2, blinded(seed)).bytes
            };
            let first = code(1, "a");
            assert_eq!(first, code(1, "a"), "{}", proc.name);
            if !["divisor", "mask"].contains(&proc.name.as_str()) {
                assert_ne!(first, code(2, "a"), "{}", proc.name);
                assert_ne!(first, code(1, "b"), "{}", proc.name);
            }
        }
    }
}

/// A generator gets constants as constants where its stackmap asks for them, and in registers that are blinded.
#[test]
fn generators_get_their_constants() {
    let bits = long_marker(1);
    for target in machines() {
        let mut proc = Procedure::new(&target);
        let root = proc.add_block();
        let mut b = proc.at(root);
        let constant = b.const64(bits as i64);
        let looks = move |_: &mut MacroAssembler<'_>, params: &StackmapParams<'_>| {
            let reps = [params.rep(0)?, params.rep(1)?];
            let is_expected = reps[0] == ValueRep::Constant { bits, width: Width::W64 }
                && matches!(reps[1], ValueRep::Register(_));
            if is_expected { Ok(()) } else { Err(GeneratorError::new(format!("{reps:?}"))) }
        };
        let patchpoint = b.patchpoint(Type::Void).input(constant, ValueRep::ColdAny);
        patchpoint.input(constant, ValueRep::SomeRegister).generator("looks", looks).append();
        b.ret([]);
        let patterns = windows(&bits.to_le_bytes()).collect();
        for level in OptLevel::ALL {
            let code = emit(&proc, level, blinded(3));
            assert!(found(&patterns, &code.bytes).is_empty(), "{level:?}");
        }
    }
}
