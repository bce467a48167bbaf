//! Faults of generators are errors that name the generator and the patchpoint.

use super::support::*;
use barebones::base::{Effects, Reg, RegSet, StateId, Type, ValueRep};
use barebones::error::CompileError;
use barebones::ir::{Opcode, Outcome, Procedure, Stackmap, StateEntry, ValueId, parse_module};
use barebones::isa::masm::{Gpr, MacroAssembler};
use barebones::isa::{EmitError, GeneratorError, StackmapParams};
use barebones::patchpoint::GeneratorRegistry;
use barebones::regalloc::AllocError;
use barebones::{Compiler, Options, host_target, targets};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A procedure whose patchpoint has a result and an operand in registers, two scratch registers, and this generator.
fn doing(
    what: impl for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
    + Send
    + Sync
    + 'static,
) -> (Procedure, ValueId) {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [Type::Int64]);
    let value = proc
        .at(ROOT)
        .patchpoint(Type::Int64)
        .input(x, ValueRep::SomeRegister)
        .result(ValueRep::SomeEarlyRegister)
        .scratch_gprs(1)
        .scratch_fprs(1)
        .clobber_early([reg("r11")])
        .generator("wrong", what)
        .append();
    proc.at(ROOT).ret([value]);
    (proc, value)
}

/// The errors in all configurations.
fn errors(proc: &Procedure) -> impl Iterator<Item = CompileError> {
    configurations().map(|options| compile_error(proc, options))
}

fn compile_error(proc: &Procedure, options: Options) -> CompileError {
    let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
    compiler.compile(proc.clone()).expect_err("its generator is wrong").error
}

#[test]
fn a_generators_error_has_its_name_and_value() {
    let (proc, value) = doing(|_, _| Err(GeneratorError::new("not today")));
    for error in errors(&proc) {
        assert_eq!(error.to_string(), format!("{value} in `tested`: the generator \"wrong\": not today"));
        let CompileError::Generator { generator, value: of, error, .. } = error else { panic!("{error}") };
        assert_eq!((&generator[..], of, error.message()), ("wrong", value, "not today"));
    }
    let (proc, _) = doing(|masm, params| {
        masm.mov(params.gpr(0)?, 1);
        params.add_late_path(|_, _| Err(GeneratorError::new("too late")));
        Ok(())
    });
    for error in errors(&proc) {
        assert!(matches!(&error, CompileError::Generator { error, .. } if error.message() == "too late"));
    }
}

#[test]
fn missing_generator_parameters_are_errors() {
    type Asked = for<'a, 'g> fn(&'a StackmapParams<'g>) -> Result<(), GeneratorError>;
    let asked: [Asked; 10] = [
        |params| params.gpr(2).map(drop),
        |params| params.fpr(0).map(drop),
        |params| params.address(1).map(drop),
        |params| params.rep(2).map(drop),
        |params| params.width(7).map(drop),
        |params| params.bank(7).map(drop),
        |params| params.operand(2).map(drop),
        |params| params.gp_scratch(1).map(drop),
        |params| params.fp_scratch(1).map(drop),
        |params| params.successor(0).map(drop),
    ];
    for ask in asked {
        let (proc, _) = doing(move |_, params| ask(params));
        let error = compile_error(&proc, Options::default());
        assert!(matches!(error, CompileError::Generator { .. }), "{error}");
    }
}

/// Writes to registers that a generator did not declare are detected by name, also in late paths.
#[test]
fn undeclared_writes_are_found() {
    for late in [false, true] {
        let (proc, value) = doing(move |masm, params| {
            masm.mov(params.gpr(0)?, 1);
            // A register that allocation did not assign to the patchpoint.
            let own = [params.gpr(0)?.reg(), params.gpr(1)?.reg(), params.gp_scratch(0)?.reg()];
            let mut candidates = ["r10", "r9", "r8", "rdx"].map(reg).into_iter();
            let wrong = candidates.find(|reg| !own.contains(reg)).expect("four are more than three");
            let write = move |masm: &mut MacroAssembler<'_>| {
                let wrong = masm.gpr(wrong).expect("a general register");
                masm.mov(wrong, 5);
            };
            match late {
                true => params.add_late_path(move |masm, _| {
                    write(masm);
                    Ok(())
                }),
                false => write(masm),
            }
            Ok(())
        });
        for error in errors(&proc) {
            let CompileError::UndeclaredWrite { generator, value: of, registers, .. } = &error else {
                panic!("{error}")
            };
            assert_eq!((&generator[..], *of, registers.len()), ("wrong", value, 1));
            let names = host_target().expect("a host").desc.names;
            let candidates = ["r10", "r9", "r8", "rdx"].map(|name| names.name(reg(name)));
            assert!(candidates.contains(&&registers[0][..]), "{error}");
            assert!(error.to_string().contains(&format!("%{}", registers[0])), "{error}");
        }
    }
    // Clearing the buffer's record of writes does not hide them.
    let (proc, _) = doing(|masm, params| {
        masm.add64(params.gpr(1)?, params.gpr(1)?, 1);
        masm.buffer().take_written();
        masm.mov(params.gpr(0)?, 1);
        Ok(())
    });
    for error in errors(&proc) {
        assert!(matches!(error, CompileError::UndeclaredWrite { .. }), "{error}");
    }
    // An operand that is only read.
    let (proc, _) = doing(|masm, params| {
        masm.mov(params.gpr(0)?, 1);
        masm.add64(params.gpr(1)?, params.gpr(1)?, 1);
        Ok(())
    });
    for error in errors(&proc) {
        assert!(matches!(error, CompileError::UndeclaredWrite { .. }), "{error}");
    }
    // Declared registers may be written: results, scratch registers, clobbers.
    let (proc, _) = doing(|masm, params| {
        masm.mov(params.gpr(0)?, params.gpr(1)?);
        masm.mov(params.gp_scratch(0)?, 1);
        masm.move64_to_double(params.fp_scratch(0)?, params.gpr(1)?);
        let destroyed = masm.gpr(reg("r11")).expect("a general register");
        masm.mov(destroyed, 1);
        Ok(())
    });
    for options in configurations() {
        assert_eq!(run(&compile(&proc, &options), &[5]), Ok(vec![5]));
    }
}

/// Registers that are saved and restored may be written, and no others.
#[test]
fn preserved_registers_may_be_written() {
    let all = || -> RegSet {
        ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "rbx", "xmm0", "xmm5", "xmm15"]
            .map(reg)
            .into_iter()
            .collect()
    };
    let spoil = |masm: &mut MacroAssembler<'_>, regs: RegSet, value: Gpr<'_>| {
        let value = value.reg();
        for reg in regs.iter().filter(|reg| *reg != value) {
            let value = masm.gpr(value).expect("a general register");
            match masm.gpr(reg) {
                Ok(reg) => masm.not64(reg, value),
                Err(_) => masm.move64_to_double(masm.fpr(reg).expect("a register"), value),
            }
        }
        let value = masm.gpr(value).expect("a general register");
        masm.mov(value, 5);
    };
    // Values are live across in registers of all kinds, and operands are among the overwritten registers.
    for nested in [false, true] {
        let mut proc = procedure();
        let [x, y, z] = arguments(&mut proc, [Type::Int64, Type::Int64, Type::Double]);
        let mut b = proc.at(ROOT);
        let sum = b.add(x, y);
        let double = b.itod(sum);
        let value = b
            .patchpoint(Type::Int64)
            .input(x, ValueRep::SomeRegister)
            .input(y, ValueRep::StackArgument(8))
            .result(ValueRep::SomeEarlyRegister)
            .scratch_gprs(1)
            .meaning(|args| Outcome::Results(vec![args[0] ^ args[1]]))
            .generator("preserves", move |masm, params| {
                let (result, x) = (params.gpr(0)?, params.gpr(1)?);
                masm.mov(result, x);
                // Result and operand may be in any register.
                let saved = all().union(RegSet::of(&[result.reg(), x.reg()]));
                // The result is passed through memory, because its register is restored too.
                masm.preserving(saved, |masm| {
                    if nested {
                        masm.preserving(saved, |masm| spoil(masm, saved, result));
                    }
                    let scratch = params.gp_scratch(0)?;
                    masm.load64(scratch, params.address(2)?);
                    masm.xor64(result, result, scratch);
                    masm.store64(params.address(2)?, result);
                    spoil(masm, saved, x);
                    Ok::<(), GeneratorError>(())
                })?;
                masm.load64(result, params.address(2)?);
                Ok(())
            })
            .effects(Effects::for_call())
            .append();
        return_all(&mut proc, &[value, x, y, z, sum, double]);
        check(&proc, &[&[1, 2, 3], &[u64::MAX, 7, 1 << 62], &[1 << 40, 0, 99]]);
    }
    // Written after the save and restore, before it, or not among the saved registers.
    for (case, wrong) in ["r8", "r8", "r9"].into_iter().enumerate() {
        let (proc, value) = doing(move |masm, params| {
            let (own, saved) =
                ([params.gpr(0)?.reg(), params.gpr(1)?.reg(), params.gp_scratch(0)?.reg()], reg("r8"));
            let mut others =
                ["r8", "r9", "r10", "rdx", "rcx"].map(reg).into_iter().filter(|reg| !own.contains(reg));
            let wrong = if case < 2 { others.next() } else { others.find(|reg| *reg != saved) };
            let wrong = wrong.expect("five are more than three and one");
            let saved = if case < 2 { wrong } else { saved };
            let write = |masm: &mut MacroAssembler<'_>| {
                let wrong = masm.gpr(wrong).expect("a general register");
                masm.mov(wrong, 5);
            };
            if case == 1 {
                write(masm);
            }
            masm.preserving(RegSet::of(&[saved]), |masm| {
                if case == 2 {
                    write(masm);
                }
            });
            if case == 0 {
                write(masm);
            }
            masm.mov(params.gpr(0)?, 1);
            Ok(())
        });
        for error in errors(&proc) {
            let CompileError::UndeclaredWrite { value: of, registers, .. } = &error else {
                panic!("{wrong}: {error}")
            };
            assert_eq!((*of, registers.len()), (value, 1));
        }
    }
    // The stack pointer and the frame pointer cannot be saved, and catching inside would not restore the saved
    // registers.
    for wrong in ["rsp", "rbp"] {
        let (proc, _) = doing(move |masm, params| {
            masm.preserving(RegSet::of(&[reg(wrong)]), |_| {});
            masm.mov(params.gpr(0)?, 1);
            Ok(())
        });
        for error in errors(&proc) {
            assert!(error.to_string().contains("stack and the frame pointer"), "{error}");
        }
    }
    let mut proc = procedure();
    let end = proc.add_block();
    proc.at(end).ret([]);
    proc.at(ROOT)
        .patchpoint(Type::Void)
        .successors([end.into()])
        .generator("wrong", |masm, params| {
            masm.preserving(RegSet::of(&[reg("r8")]), |masm| params.catch(masm, 0))?;
            Ok(())
        })
        .append();
    for error in errors(&proc) {
        assert!(error.to_string().contains("would not restore"), "{error}");
    }
}

/// AArch64 as well: three registers take 32 bytes below the stack pointer, and addresses relative to it are adjusted.
#[test]
fn preserved_registers_on_aarch64() {
    use barebones::isa::masm::Address;
    let target = barebones::isa::target_by_name("aarch64-linux").expect("a target");
    let target = barebones::base::Target::baseline(target);
    let mut buffer = barebones::isa::CodeBuffer::new(target.desc.arch);
    let mut masm = MacroAssembler::new(&mut buffer, target);
    let saved = RegSet::of(&[Reg::gp(1), Reg::gp(2), Reg::fp(3)]);
    masm.preserving(saved, |masm| {
        let x1 = masm.gpr(Reg::gp(1)).expect("a register");
        masm.load64(x1, Address::stack(16));
        masm.lea(x1, Address::stack(0));
    });
    assert_eq!(buffer.written(), RegSet::EMPTY);
    let code = buffer.finish(barebones::isa::FrameInfo::default()).expect("nothing is wrong with it");
    let words: Vec<u32> = code
        .bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let expected = [
        0xd100_83ff, // sub sp, sp, #32
        0xf900_03e1, // str x1, [sp]
        0xf900_07e2, // str x2, [sp, #8]
        0xfd00_0be3, // str d3, [sp, #16]
        0xf940_1be1, // ldr x1, [sp, #48]
        0x9100_83e1, // add x1, sp, #32
        0xf940_03e1, // ldr x1, [sp]
        0xf940_07e2, // ldr x2, [sp, #8]
        0xfd40_0be3, // ldr d3, [sp, #16]
        0x9100_83ff, // add sp, sp, #32
    ];
    assert_eq!(words, expected, "{words:x?}");
}

#[test]
fn labels_that_are_not_bound_are_an_error() {
    let (proc, _) = doing(|masm, params| {
        masm.mov(params.gpr(0)?, 1);
        let nowhere = masm.new_label();
        masm.jump(nowhere);
        Ok(())
    });
    for error in errors(&proc) {
        assert!(
            matches!(error, CompileError::Emission { error: EmitError::UnboundLabel { .. }, .. }),
            "{error}"
        );
    }
}

/// Requesting more registers than the target has is an error and not a panic.
#[test]
fn too_many_registers_are_an_error() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
    proc.at(ROOT)
        .patchpoint(Type::Void)
        .input(x, ValueRep::SomeRegister)
        .input(y, ValueRep::SomeRegister)
        .scratch_gprs(if cfg!(target_arch = "aarch64") { 25 } else { 13 })
        .generator("greedy", |_, _| Ok(()))
        .append();
    proc.at(ROOT).ret([]);
    for error in errors(&proc) {
        assert!(
            matches!(error, CompileError::Allocation { error: AllocError::TooFewRegisters { .. }, .. }),
            "{error}"
        );
    }
}

/// Text only names generators; a registry has their closures and meanings.
#[test]
fn a_registry_resolves_the_generators_of_text() {
    let text = "barebones 1
        proc twice(Int64) -> Int64 {
            generator0 = \"twice\"
            generator1 = \"unknown\"
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Patchpoint(@0: SomeRegister, generator=generator0, effects={})
            Void @2 = Return(@1)
        }";
    let mut module = parse_module(text, &targets(host_target().expect("a target"))).expect("well-formed");
    let mut registry = GeneratorRegistry::new();
    registry.add("twice", |masm, params| {
        masm.add64(params.gpr(0)?, params.gpr(1)?, params.gpr(1)?);
        Ok(())
    });
    assert!(registry.set_meaning("twice", |args| Outcome::Results(vec![args[0].wrapping_add(args[0])])));
    assert!(!registry.set_meaning("thrice", |_| Outcome::Exit));
    assert_eq!(registry.resolve_module(&mut module), ["unknown"]);
    check(&module.procedures[0], &[&[21], &[1 << 63]]);
}

/// The exit path of a check may write any register, but not values of its state if it then takes the exit.
#[test]
fn an_overwritten_exit_state_is_detected() {
    for (writes, exits) in [(false, true), (true, true), (true, false)] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
        // The operand has the location of the state's value.
        let state = proc.add_state(StateId::INVALID, 1, 2, &[StateEntry::Value(y)]);
        let map = Stackmap { state, generator: proc.add_generator("leave"), ..Stackmap::default() };
        proc.at(ROOT).stackmap_value(Opcode::Check, Type::Void, &[x, y], map);
        proc.at(ROOT).ret([]);
        let wrote = Arc::new(AtomicBool::new(false));
        let mut registry = GeneratorRegistry::new();
        let noted = wrote.clone();
        registry.add("leave", move |masm, params| {
            // It may be in a slot.
            if let (true, ValueRep::Register(_)) = (writes, params.rep(0)?) {
                masm.mov(params.gpr(0)?, 5);
                masm.buffer().take_written();
                noted.store(true, Ordering::Relaxed);
            }
            match params.exit().filter(|_| exits) {
                Some(exit) => match masm.x64() {
                    Some(mut asm) => asm.exit(exit),
                    None => masm.a64().expect("the other one").exit(exit),
                },
                None => params.emit_epilogue(masm)?,
            }
            Ok(())
        });
        assert!(registry.resolve(&mut proc).is_empty());
        let mut found = 0;
        for options in configurations() {
            wrote.store(false, Ordering::Relaxed);
            let name = name(&options);
            let result = Compiler::with_options(options).expect("a target").compile(proc.clone());
            let wrong = exits && wrote.load(Ordering::Relaxed);
            assert_eq!(result.is_err(), wrong, "{name}: {writes}, {exits}: {:?}", result.err());
            if let Err(failure) = result {
                let CompileError::UndeclaredWrite { generator, registers, .. } = &failure.error else {
                    panic!("{failure}")
                };
                assert_eq!((&generator[..], registers.len()), ("leave", 1));
                found += 1;
            }
        }
        assert_eq!(found > 0, writes && exits);
    }
}
