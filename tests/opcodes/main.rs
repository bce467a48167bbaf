//! Every opcode with every type and operand shape, on boundary values: compiled code and the interpreter are compared
//! with Rust's own arithmetic.

mod lanes;
mod records;
mod reference;
mod shapes;
mod vectors;

use barebones::base::{Features, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode};
use barebones::jit::{Bits, Code};
use barebones::regalloc::Forced;
use barebones::{Backend, Compiler, OptLevel};
use barebones_testing::awkward::{awkward, few};
use barebones_testing::differential::Setup;
use barebones_testing::externs;
use barebones_testing::native::{self, Arena, Ended};
use reference::{Expected, reference};
use shapes::{Operation, Shape, module, operations, results, stride};

/// Words of memory for the compiled code.
const WORDS: usize = 1 << 17;

/// Maximum number of records for the interpreter, which is slower.
const INTERPRETED: usize = 150;

/// Operand records for an operation and shape, with the expected results.
struct Table {
    constants: Vec<u64>,
    records: Vec<[u64; 3]>,
    expected: Vec<Expected>,
    /// Words per record.
    stride: usize,
}

/// The arguments of a record. [`Shape::Same`] uses the first operand twice.
fn arguments(operation: &Operation, shape: Shape, record: &[u64; 3], constant: Option<u64>) -> Vec<u64> {
    let mut args = record[..operation.operands.len()].to_vec();
    match (shape, constant) {
        (Shape::Same, _) => args[1] = args[0],
        (Shape::Constant(place), Some(bits)) => args[place] = bits,
        _ => {}
    }
    args
}

fn is_executable(expected: Expected) -> bool {
    !matches!(expected, Expected::Undefined | Expected::Trap(_))
}

/// All tuples of operands; the operand at `fixed` is 0.
fn records(types: &[Type], fixed: Option<usize>) -> Vec<[u64; 3]> {
    let mut all = vec![[0; 3]];
    for (i, ty) in types.iter().enumerate().filter(|(i, _)| Some(*i) != fixed) {
        let table = if types.len() > 2 { few(*ty) } else { awkward(*ty) };
        all = all
            .into_iter()
            .flat_map(|record| {
                table.iter().map(move |bits| {
                    let mut record = record;
                    record[i] = *bits;
                    record
                })
            })
            .collect();
    }
    all
}

impl Table {
    fn new(operation: &Operation, shape: Shape) -> Table {
        let types = &operation.operands;
        let expect = |record: &[u64; 3], constant| {
            reference(
                operation.opcode,
                types,
                operation.result,
                &arguments(operation, shape, record, constant),
            )
        };
        let Shape::Constant(place) = shape else {
            let mut records = records(types, None);
            records.retain(|record| is_executable(expect(record, None)));
            let expected = records.iter().map(|record| expect(record, None)).collect();
            return Table { constants: Vec::new(), records, expected, stride: stride(results(shape, 0)) };
        };
        let division = matches!(operation.opcode, Opcode::Div | Opcode::Mod | Opcode::UDiv | Opcode::UMod);
        let mut records = records(types, Some(place));
        if division && types[0].is_int() && place == 0 {
            records.retain(|record| record[1] != 0);
        }
        let table = if types.len() > 2 { few(types[place]) } else { awkward(types[place]) };
        let mut constants = table.to_vec();
        constants
            .retain(|constant| records.iter().all(|record| is_executable(expect(record, Some(*constant)))));
        let expected = records
            .iter()
            .flat_map(|record| constants.iter().map(move |constant| expect(record, Some(*constant))))
            .collect();
        let stride = stride(results(shape, constants.len()));
        Table { constants, records, expected, stride }
    }

    fn memory(&self) -> Vec<u64> {
        let mut words = vec![0; self.records.len() * self.stride];
        for (record, words) in self.records.iter().zip(words.chunks_mut(self.stride)) {
            words[..3].copy_from_slice(record);
        }
        words
    }

    /// The first difference in the memory after `count` records.
    fn compare(
        &self,
        operation: &Operation,
        shape: Shape,
        memory: &[u64],
        count: usize,
    ) -> Result<(), String> {
        let mask = if operation.result.size() == 4 { 0xffff_ffff } else { u64::MAX };
        for (i, words) in memory.chunks(self.stride).enumerate().take(count) {
            if shape == Shape::Survive {
                let kept = &words[5..5 + operation.operands.len().min(2)];
                if kept != &self.records[i][..kept.len()] {
                    return Err(format!("the operands {:x?} become {kept:x?}", self.records[i]));
                }
            }
            let count = self.constants.len().max(1);
            for n in 0..count {
                let (found, second) = (words[3 + 2 * n] & mask, words[4 + 2 * n] & 0xffff_ffff);
                let expected = self.expected[i * count + n];
                let same = match expected {
                    Expected::Bits(bits) => found == bits,
                    Expected::Nan if operation.result == Type::Float => f32::from_bits(found as u32).is_nan(),
                    Expected::Nan => f64::from_bits(found).is_nan(),
                    Expected::Pair(a, b) => (found, second) == (a, b),
                    Expected::Trap(_) | Expected::Undefined => true,
                };
                if !same {
                    let constant = self.constants.get(n).copied();
                    let args = arguments(operation, shape, &self.records[i], constant);
                    return Err(format!("{args:x?} gives {found:#x}, {second:#x}, not {expected:x?}"));
                }
            }
        }
        Ok(())
    }
}

type Compilers = Vec<(String, Compiler)>;

/// The compilers for all shapes, and those for [`Shape::Survive`], which choose other registers.
fn compilers() -> (Compilers, Compilers) {
    let of = |setup: Setup| (setup.to_string(), setup.compiler(true).expect("a host that code is made for"));
    let at = |level| Setup::new(level, Forced::None);
    let plain =
        [Features::empty(), Features::SSE41].map(|features| of(Setup { features, ..at(OptLevel::O2) }));
    let forced = [Forced::Few, Forced::Random(1), Forced::Random(2), Forced::Random(3)];
    let forced = forced.map(|forced| of(Setup { forced, ..at(OptLevel::O2) }));
    let mut all = vec![of(at(OptLevel::O0)), of(at(OptLevel::O2))];
    all.extend(plain);
    if Backend::Cranelift.is_built() {
        all.extend(Setup::CRANELIFT.map(of));
    }
    (all, forced.into())
}

fn compile(compiler: &mut Compiler, module: &Module) -> Code {
    let codes = compiler.compile_module(module.clone(), &externs::address);
    let codes = codes.unwrap_or_else(|failure| panic!("{failure}\n{module}"));
    codes.into_iter().next().expect("one procedure")
}

fn run_interpreter(module: &Module, memory: &[u64], count: usize) -> Result<Vec<u64>, String> {
    let interpreter = Interpreter::new(module).map_err(|error| error.to_string())?;
    let mut host = SandboxHost::with_stack(4096);
    externs::register(&mut host);
    let address = host.memory.allocate(memory.len() * 8);
    for (i, word) in memory.iter().enumerate() {
        host.memory.store(address + 8 * i as u64, 8, *word).expect("allocated");
    }
    let args = [(Type::Int64, address), (Type::Int64, count as u64)];
    let execution =
        interpreter.call("main", &args, &mut host, Limits::default()).map_err(|e| e.to_string())?;
    match execution.outcome {
        Outcome::Returned(_) => {
            let load = |i: usize| host.memory.load(address + 8 * i as u64, 8).expect("allocated");
            Ok((0..memory.len()).map(load).collect())
        }
        other => Err(format!("{other:?}")),
    }
}

/// Runs the code over a table in a child process.
fn run_machine(code: &Code, arena: &Arena, memory: &[u64], count: usize) -> Result<Vec<u64>, String> {
    arena.write(0, memory);
    let args = [(arena.address(0)), count as u64].map(|bits| Bits { ty: Type::Int64, bits });
    match native::in_child(|| drop(native::call(code, &args))) {
        Ok(Ended::Finished) => Ok(arena.read(0, memory.len())),
        other => Err(format!("{other:?}")),
    }
}

/// Tests a part of the operations, so that the parts run in parallel.
fn test_operations(mine: impl Fn(&Operation) -> bool) {
    let target = barebones::host_target().expect("a host that code is made for");
    let arena = Arena::new(WORDS).expect("memory");
    let (mut compilers, mut forced) = compilers();
    let mut failures = Vec::new();
    let mut tested = 0;
    for operation in operations().iter().filter(|operation| mine(operation)) {
        for shape in operation.shapes() {
            let table = Table::new(operation, shape);
            if table.records.is_empty() || matches!(shape, Shape::Constant(_)) && table.constants.is_empty() {
                continue;
            }
            let module = module(operation, shape, &table.constants, &target);
            let violations = barebones::ir::validate_module(&module).err().unwrap_or_default();
            assert!(violations.is_empty(), "{violations:?}\n{module}");
            let memory = table.memory();
            let name = format!("{} {:?} {shape:?}", operation.opcode.name(), operation.operands);
            let some = table.records.len().min(INTERPRETED);
            let result = run_interpreter(&module, &memory[..some * table.stride], some);
            let result = result.and_then(|memory| table.compare(operation, shape, &memory, some));
            failures.extend(result.err().map(|what| format!("{name}, interpreter: {what}")));
            let forced = if shape == Shape::Survive { &mut forced[..] } else { &mut [] };
            for (level, compiler) in compilers.iter_mut().chain(forced) {
                let code = compile(compiler, &module);
                let result = run_machine(&code, &arena, &memory, table.records.len());
                let result =
                    result.and_then(|memory| table.compare(operation, shape, &memory, table.records.len()));
                failures.extend(result.err().map(|what| format!("{name}, {level}: {what}")));
            }
            tested += 1;
        }
    }
    assert!(tested > 0);
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn integers() {
    test_operations(|operation| operation.operands.iter().chain([&operation.result]).all(|ty| ty.is_int()));
}

#[test]
fn floats() {
    test_operations(|operation| operation.operands.iter().chain([&operation.result]).any(|ty| ty.is_float()));
}

/// Conversions trap exactly for out-of-range inputs, with the right code.
#[test]
fn conversions_trap() {
    let target = barebones::host_target().expect("a host that code is made for");
    let arena = Arena::new(64).expect("memory");
    let (mut compilers, _) = compilers();
    let mut traps = 0;
    for operation in operations() {
        if !matches!(operation.opcode, Opcode::FToITrap | Opcode::FToUTrap) {
            continue;
        }
        let module = module(&operation, Shape::Registers, &[], &target);
        let codes: Vec<Code> = compilers.iter_mut().map(|(_, compiler)| compile(compiler, &module)).collect();
        for &operand in awkward(operation.operands[0]) {
            let expected = reference(operation.opcode, &operation.operands, operation.result, &[operand]);
            let Expected::Trap(trap) = expected else { continue };
            let memory = [operand, 0, 0, 0, 0];
            let interpreter = Interpreter::new(&module).expect("valid");
            let mut host = SandboxHost::with_stack(4096);
            let address = host.memory.allocate(40);
            host.memory.store(address, 8, operand).expect("allocated");
            let args = [(Type::Int64, address), (Type::Int64, 1)];
            let outcome =
                interpreter.call("main", &args, &mut host, Limits::default()).expect("valid").outcome;
            assert!(
                matches!(outcome, Outcome::Trap { code, .. } if code == trap),
                "{operation:?} {operand:#x}: {outcome:?}"
            );
            for code in &codes {
                arena.write(0, &memory);
                let args = [arena.address(0), 1].map(|bits| Bits { ty: Type::Int64, bits });
                let ended = native::in_child(|| drop(native::call(code, &args))).expect("a child");
                let Ended::Trapped(report) = ended else { panic!("{operation:?} {operand:#x}: {ended:?}") };
                let site = code.trap_at(std::ptr::without_provenance(report.pc as usize));
                assert_eq!(site.map(|site| site.code), Some(trap), "{operation:?} {operand:#x}");
                traps += 1;
            }
        }
    }
    assert!(traps > 100);
}
