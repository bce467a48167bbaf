//! Metadata and behaviour of code handles of this backend.

use crate::{compiler, host_procedure, options, programs};
use barebones::base::{ArgLocation, ConvId, Origin, TrapCode, Type};
use barebones::ir::{BlockId, Procedure, StackSlotKind, ValueId};
use barebones::isa::CompiledCode;
use barebones::jit::{Bits, Code};
use barebones::{Backend, Compiler, Observer, OptLevel, Progress, Stage, host_target};
use barebones_testing::calls::return_weighted_sum;
use barebones_testing::native::{Ended, call, in_child};

#[test]
fn a_procedure_becomes_a_function() {
    for level in OptLevel::ALL {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let one = b.const64(1);
        let sum = b.add(x, one);
        b.ret([sum]);
        let code = compiler(level).compile(proc).expect("valid");
        // SAFETY: the code is a pure function.
        let inc = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        drop(code);
        assert_eq!((inc.call(41), inc.call(i64::MAX)), (42, i64::MIN));
    }
}

/// Twelve arguments of four types, in registers of both banks and on the stack, in all C conventions.
#[test]
fn every_kind_of_argument_arrives() {
    let types = [Type::Int32, Type::Double, Type::Int64, Type::Float].repeat(3);
    let values: [f64; 12] = [-1.0, 2.5, 3.0, 4.5, 5.0, 6.5, -7.0, 8.5, 9.0, 10.5, 11.0, -12.5];
    let expected: f64 = values.iter().enumerate().map(|(i, v)| v * f64::from(1 << i)).sum();
    let target = host_target().expect("a machine with code generation");
    for conv in [0, 2].map(ConvId::new) {
        for level in OptLevel::ALL {
            let mut proc = Procedure::with_convention(&target, conv);
            return_weighted_sum(&mut proc, &types);
            let code = compiler(level).compile(proc).expect("valid");
            let bits = |(ty, value): (&Type, &f64)| Bits {
                ty: *ty,
                bits: match *ty {
                    Type::Double => value.to_bits(),
                    Type::Float => u64::from((*value as f32).to_bits()),
                    _ => *value as i64 as u64,
                },
            };
            let args: Vec<Bits> = types.iter().zip(&values).map(bits).collect();
            // SAFETY: the code is a pure function of these types.
            let found = unsafe { code.call_raw(&args) }.expect("its types");
            assert_eq!(found.iter().map(|bits| f64::from_bits(*bits)).collect::<Vec<_>>(), [expected]);
        }
    }
}

/// An argument register that the convention does not assign can be read; its value is unspecified.
#[test]
fn argument_registers_beyond_the_signature_can_be_read() {
    let target = host_target().expect("a machine with code generation");
    let conv = target.convention(ConvId::new(0));
    let mut proc = host_procedure();
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let other = b.argument_reg(conv.args_gp[3]);
    let float = b.argument_reg(conv.args_fp[2]);
    let bits = b.bitwise_cast(float);
    let zero = b.const64(0);
    let both = b.bit_or(other, bits);
    let nothing = b.bit_and(both, zero);
    let sum = b.add(x, nothing);
    b.ret([sum]);
    for level in OptLevel::ALL {
        let code = compiler(level).compile(proc.clone()).expect("valid");
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        assert_eq!(f.call(-5), -5);
    }
}

#[test]
fn stack_slots_are_where_the_frame_says() {
    for level in OptLevel::ALL {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let slots = [8, 24, 1].map(|size| proc.add_stack_slot(size, StackSlotKind::Locked));
        let mut b = proc.at(root);
        let frame = b.frame_pointer();
        let mut packed = b.const64(0);
        let thousand = b.const64(1000);
        for slot in slots {
            let address = b.slot_base(slot);
            let offset = b.sub(address, frame);
            let shifted = b.mul(packed, thousand);
            packed = b.add(shifted, offset);
        }
        b.ret([packed]);
        let code = compiler(level).compile(proc).expect("valid");
        let offsets = slots.map(|slot| i64::from(code.frame().slot_offset(slot).expect("it is there")));
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<extern "C" fn() -> i64>() }.expect("the types of the procedure");
        assert_eq!(f.call(), offsets.iter().fold(0, |packed, offset| packed * 1000 + offset), "{level:?}");
        assert!(offsets.iter().all(|offset| *offset < 0 && -offset <= i64::from(code.frame().size)));
    }
}

/// A procedure that traps with each of these codes, chosen by its argument, each by a different operation.
fn trapping() -> (Procedure, Vec<(TrapCode, ValueId)>) {
    let mut proc = host_procedure();
    let root = proc.add_block();
    let which = proc.at(root).argument(Type::Int64);
    let mut traps: Vec<(TrapCode, ValueId)> = Vec::new();
    let mut blocks: Vec<BlockId> = Vec::new();
    let zero = proc.at(root).const64(0);
    let nan = proc.at(root).const_double(f64::NAN);
    let nan = proc.at(root).opaque(nan);
    let large = proc.at(root).const_double(1e30);
    let large = proc.at(root).opaque(large);
    let limit = proc.at(root).const64(i64::MIN); // unsigned: higher than any stack
    for operation in 0..10 {
        let block = proc.add_block();
        if operation >= 8 {
            // Cranelift fuses the branch and the trap into one instruction, whose origin is the trap.
            let (trap, rest) = (proc.add_block(), proc.add_block());
            let value = proc.at(trap).trap(TrapCode::User(7));
            proc.at(block).branch(which, trap, rest);
            proc.at(rest).ret([]);
            blocks.push(block);
            traps.push((TrapCode::User(7), value));
            continue;
        }
        let (code, value) = match operation {
            0 => (TrapCode::User(7), proc.at(block).trap(TrapCode::User(7))),
            1 => (TrapCode::User(8), proc.at(block).trap(TrapCode::User(8))),
            2 => (TrapCode::User(7), proc.at(block).trap_if(which, TrapCode::User(7))),
            3 => (TrapCode::Unreachable, proc.at(block).add_oops()),
            4 => {
                let load = proc.at(block).load(Type::Int32, zero, 8);
                proc.set_traps(load);
                (TrapCode::HeapOutOfBounds, load)
            }
            5 => (TrapCode::BadConversion, proc.at(block).ftoi_trap(Type::Int64, nan)),
            6 => (TrapCode::IntegerOverflow, proc.at(block).ftou_trap(Type::Int32, large)),
            _ => (TrapCode::StackOverflow, proc.at(block).stack_limit_check(limit)),
        };
        if !matches!(operation, 0 | 1 | 3) {
            proc.at(block).ret([]);
        }
        blocks.push(block);
        traps.push((code, value));
    }
    let done = proc.add_block();
    proc.at(done).ret([]);
    let cases: Vec<(i64, BlockId)> = blocks.iter().enumerate().map(|(i, b)| (i as i64 + 1, *b)).collect();
    proc.at(root).switch(which, &cases, done);
    number_origins(&mut proc);
    (proc, traps)
}

fn number_origins(proc: &mut Procedure) {
    for id in proc.value_ids() {
        if let Some(value) = proc.get_value_mut(id) {
            value.origin = Origin(id.number());
        }
    }
}

#[test]
fn traps_have_codes_and_origins() {
    for level in OptLevel::ALL {
        let (proc, traps) = trapping();
        let code = compiler(level).compile(proc).expect("valid");
        let run = |which: usize| {
            let args = [Bits { ty: Type::Int64, bits: which as u64 }];
            in_child(|| drop(call(&code, &args))).expect("a child")
        };
        assert_eq!(run(0), Ended::Finished);
        for (i, (expected, value)) in traps.iter().enumerate() {
            let Ended::Trapped(report) = run(i + 1) else { panic!("{level:?}: {value} does not trap") };
            let site = code.trap_at(std::ptr::without_provenance(report.pc as usize));
            let site = site.unwrap_or_else(|| panic!("{level:?}: {value} traps where no site is"));
            assert_eq!((site.code, site.origin), (*expected, Origin(value.number())), "{level:?}");
        }
    }
}

/// Without the instruction, or permission to use it, the library function is called.
#[cfg(target_arch = "x86_64")]
#[test]
fn features_are_those_of_the_compiler() {
    use barebones::base::{Features, LibCall, Target};
    use barebones::isa::{RelocTarget, target_by_name};
    let desc = target_by_name("x86_64-linux").expect("a target");
    let target = Target { desc, features: Features::SSE41 };
    let mut proc = Procedure::new(&target);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Double);
    let up = b.ceil(x);
    b.ret([up]);
    for level in OptLevel::ALL {
        let mut compiler = Compiler::for_target(target, options(level));
        assert_eq!(compiler.emit(&proc).expect("valid").relocations, []);
        compiler.restrict_features(Features::empty());
        let code = compiler.emit(&proc).expect("valid");
        let called: Vec<RelocTarget> = code.relocations.iter().map(|relocation| relocation.target).collect();
        assert_eq!(called, [RelocTarget::LibCall(LibCall::Ceil)]);
    }
}

/// Cranelift has few trap codes: beyond half of them, code and origin are stored separately, and none is lost.
#[test]
fn many_traps_keep_their_codes() {
    for (count, codes) in [(300u32, 100u16), (200, 200)] {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let which = proc.at(root).argument(Type::Int64);
        for i in 0..count {
            proc.origin = Origin(i);
            let mut b = proc.at(root);
            let number = b.const64(i64::from(i));
            let hit = b.equal(which, number);
            b.trap_if(hit, TrapCode::User(i as u16 % codes));
        }
        proc.at(root).ret([]);
        for level in [OptLevel::O0, OptLevel::O2] {
            let code = compiler(level).compile(proc.clone()).expect("valid");
            let found: std::collections::BTreeSet<(u32, TrapCode)> =
                code.trap_sites().iter().map(|site| (site.origin.0, site.code)).collect();
            let expected = (0..count).map(|i| (i, TrapCode::User(i as u16 % codes))).collect();
            assert_eq!(found, expected, "{level:?}");
        }
    }
}

/// Every instruction that has an origin has the right one.
#[test]
fn instructions_have_origins() {
    let (proc, _) = trapping();
    for level in OptLevel::ALL {
        let code = compiler(level).emit(&proc).expect("valid");
        assert!(code.origins.len() > 8, "{:?}", code.origins);
        let inside = |origin: Origin| origin == Origin::NONE || (origin.0 as usize) < proc.value_count();
        assert!(code.origins.iter().all(|range| inside(range.origin)));
        assert!(code.origins.windows(2).all(|pair| pair[0].offset < pair[1].offset));
    }
}

/// `code_size` ends after the last instruction and before the constants.
#[cfg(target_arch = "x86_64")]
#[test]
fn instructions_end_where_constants_begin() {
    use iced_x86::{Decoder, DecoderOptions, FlowControl};
    let target = host_target().expect("a machine with code generation");
    let mut constants = 0;
    for level in OptLevel::ALL {
        let mut compiler = compiler(level);
        for (path, module) in programs(target) {
            for proc in &module.procedures {
                let Ok(code) = compiler.emit(proc) else { continue };
                constants += code.bytes.len() - code.code_size as usize;
                let has_table = (0..proc.value_count())
                    .any(|i| proc.value(ValueId::new(i as u32)).opcode().name() == "Switch");
                if has_table {
                    continue; // tables are between instructions
                }
                let bytes = &code.bytes[..code.code_size as usize];
                let mut last = FlowControl::Next;
                for inst in Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE) {
                    assert!(!inst.is_invalid(), "{}: {} at {:#x}", path.display(), proc.name, inst.ip());
                    last = inst.flow_control();
                }
                let ends = [FlowControl::Return, FlowControl::UnconditionalBranch, FlowControl::Exception];
                assert!(ends.contains(&last), "{}: {}: {last:?}", path.display(), proc.name);
            }
        }
    }
    assert!(constants > 100, "there are constants");
}

#[test]
fn bytes_depend_on_nothing_but_the_input() {
    let target = host_target().expect("a machine with code generation");
    let unchecked = |level| {
        let mut options = options(level);
        options.check_allocation = false;
        Compiler::with_options(options).expect("a machine with code generation")
    };
    let mut differ = 0;
    for (_, module) in programs(target).into_iter().take(10) {
        for proc in &module.procedures {
            let codes: Vec<CompiledCode> = OptLevel::ALL
                .into_iter()
                .filter_map(|level| {
                    let mut checked = compiler(level);
                    let code = checked.emit(proc).ok()?;
                    assert_eq!(checked.emit(proc).expect("valid"), code);
                    assert_eq!(unchecked(level).emit(proc).expect("valid"), code);
                    Some(code)
                })
                .collect();
            differ += usize::from(codes.windows(2).all(|pair| pair[0].bytes != pair[1].bytes));
        }
    }
    assert!(differ > 10, "levels are different things: {differ}");
}

/// Records the stages and the CLIF.
#[derive(Default)]
struct Watch {
    stages: Vec<Stage>,
    clif: String,
}

impl Observer for Watch {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        self.stages.push(stage);
        if let Progress::Clif(backend) = progress {
            self.clif = backend.clif();
        }
    }
}

#[test]
fn an_observer_sees_the_translation() {
    let (proc, _) = trapping();
    let mut watch = Watch::default();
    compiler(OptLevel::O2).emit_observed(&proc, &mut watch).expect("valid");
    assert_eq!(watch.stages, [Stage::Validate, Stage::Select, Stage::Emit]);
    assert!(watch.clif.starts_with("function") && watch.clif.contains("fcvt_to_sint.i64"), "{}", watch.clif);
}

/// Code of the two backends calls each other through addresses.
#[test]
fn code_of_both_backends_calls_each_other() {
    let double = |backend: Backend, callee: Option<&Code>| -> Code {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let result = match callee {
            None => b.add(x, x),
            Some(code) => {
                let address = b.const64(code.entry() as i64);
                let twice = b.ccall(Type::Int64, address, &[x]);
                b.add(twice, x)
            }
        };
        b.ret([result]);
        let mut options = options(OptLevel::O2);
        options.backend = backend;
        Compiler::with_options(options).expect("a machine").compile(proc).expect("valid")
    };
    for [inner, outer] in [[Backend::Barebones, Backend::Cranelift], [Backend::Cranelift, Backend::Barebones]]
    {
        let inner = double(inner, None);
        let outer = double(outer, Some(&inner));
        // SAFETY: the code calls `inner`, which is alive, and accesses no memory.
        let f = unsafe { outer.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        assert_eq!(f.call(14), 42);
    }
}

/// Argument locations are those of the convention, on every target.
#[test]
fn arguments_on_the_stack_are_where_the_convention_says() {
    let target = host_target().expect("a machine with code generation");
    let conv = target.convention(ConvId::new(0));
    let params = vec![Type::Int64; 10];
    let assignment = conv.assign(&params, &[], params.len()).expect("they have places");
    assert!(matches!(assignment.params[9], ArgLocation::Stack(_)));
    let mut proc = host_procedure();
    let root = proc.add_block();
    let arguments: Vec<ValueId> = params.iter().map(|ty| proc.at(root).argument(*ty)).collect();
    proc.at(root).ret([arguments[9]]);
    for level in OptLevel::ALL {
        let code = compiler(level).compile(proc.clone()).expect("valid");
        let args: Vec<Bits> = (0..10).map(|i| Bits { ty: Type::Int64, bits: 100 + i }).collect();
        // SAFETY: the code is a pure function of these types.
        assert_eq!(unsafe { code.call_raw(&args) }.expect("its types"), [109]);
    }
}
