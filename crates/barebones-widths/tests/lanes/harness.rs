//! Programs over vectors in memory, executed by all engines.

use barebones::base::{TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Procedure, ValueId};
use barebones::jit::{self, Code};
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native;
use barebones_widths::helpers::Helpers;
use barebones_widths::lanes::{Access, Kind, Lane, LaneError, Lanes, Vector, VectorType};

/// Bits above narrow lanes, which are unspecified.
const GARBAGE: u32 = 0xA5A5_5A5A;

/// The lanes of a vector by their bits.
pub(crate) type Bits = Vec<u64>;

pub(crate) fn vector(lane: Lane, count: u32) -> VectorType {
    VectorType::new(lane, count).expect("a number of lanes")
}

fn bytes_of(ty: VectorType) -> usize {
    (ty.lane().bits().max(8) * ty.count() / 8) as usize
}

/// A procedure that loads its operands from a buffer and stores its results after them.
pub(crate) struct Program {
    name: String,
    module: Module,
    /// The code of the program, and of the helpers that it calls.
    codes: Vec<(OptLevel, Vec<Code>)>,
    operands: Vec<VectorType>,
    results: Vec<VectorType>,
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Stored(Vec<Bits>),
    Trapped(TrapCode),
}

impl Program {
    /// A program whose operands have garbage above narrow lanes.
    pub(crate) fn new(
        name: impl Into<String>,
        operands: &[VectorType],
        build: impl FnOnce(&mut Lanes<'_>, &[Vector]) -> Result<Vec<Vector>, LaneError>,
    ) -> Program {
        let name = name.into();
        let target = host_target().expect("this machine");
        let mut procedure = Procedure::new(&target);
        procedure.name = String::from("main");
        let root = procedure.add_block();
        let mut helpers = Helpers::default();
        let mut lanes = Lanes::new(procedure.at(root), &mut helpers);
        let address = lanes.cursor().argument(Type::Int64);
        let access = |offset: usize| Access { address, offset: offset as i32, traps: false };
        let mut offset = 0;
        let mut vectors = Vec::new();
        for ty in operands {
            vectors.push(load(&mut lanes, *ty, access(offset)));
            offset += bytes_of(*ty);
        }
        let results = build(&mut lanes, &vectors).unwrap_or_else(|error| panic!("{name}: {error}"));
        for result in &results {
            store(&mut lanes, result, access(offset));
            offset += bytes_of(result.ty());
        }
        lanes.cursor().ret([]);
        let results = results.iter().map(Vector::ty).collect();
        let mut procedures = vec![procedure];
        procedures.extend(helpers.procedures(&target, &[]));
        let module = Module { procedures, ..Module::default() };
        let mut codes = Vec::new();
        for level in OptLevel::ALL {
            let mut compiler = Compiler::for_target(target, native::options_at(level));
            compiler.set_memory(native::shared_memory());
            let compiled = compiler.compile_module(module.clone(), &|_| None);
            let code = compiled.unwrap_or_else(|error| panic!("{name}: {error}\n{module}"));
            codes.push((level, code));
        }
        Program { name, module, codes, operands: operands.to_vec(), results }
    }

    /// The number of values of the procedure.
    pub(crate) fn size(&self) -> usize {
        self.module.procedures[0].value_count()
    }

    /// Runs the program on operands in all engines, which must agree; returns what the interpreter did.
    pub(crate) fn run(&self, interpreter: &Interpreter<'_>, operands: &[Bits]) -> Effect {
        let buffer = self.buffer(operands);
        let mut host = SandboxHost::new();
        let address = host.memory.allocate(buffer.len());
        let place = host.memory.bytes_mut(address, buffer.len() as u64);
        place.expect("allocated").copy_from_slice(&buffer);
        let execution = interpreter
            .call("main", &[(Type::Int64, address)], &mut host, Limits::default())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let expected = match execution.outcome {
            Outcome::Returned(_) => {
                let found = host.memory.bytes(address, buffer.len() as u64);
                Effect::Stored(self.results_of(found.expect("allocated")))
            }
            Outcome::Trap { code, .. } => Effect::Trapped(code),
            other => panic!("{}: {other:?}", self.name),
        };
        for (level, codes) in &self.codes {
            let code = codes.iter().find(|code| code.name() == "main").expect("it was compiled");
            let mut memory = buffer.clone();
            let address = memory.as_mut_ptr().expose_provenance() as u64;
            let found = match native::call_catching(code, &[jit::Bits { ty: Type::Int64, bits: address }]) {
                Ok(Ok(_)) => Effect::Stored(self.results_of(&memory)),
                Ok(Err(code)) => Effect::Trapped(code),
                Err(error) => panic!("{}: {error}", self.name),
            };
            let name = &self.name;
            assert!(
                self.agree(&expected, &found),
                "{name} at {level:?}: {operands:x?}\ninterpreter: {expected:x?}\nfound: {found:x?}"
            );
        }
        expected
    }

    pub(crate) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter::new(&self.module)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", self.name, self.module))
    }

    /// Runs the program and compares its results with expected ones; a NaN may have any bits.
    pub(crate) fn check(&self, interpreter: &Interpreter<'_>, operands: &[Bits], expected: &Effect) {
        let found = self.run(interpreter, operands);
        let name = &self.name;
        assert!(
            self.agree(expected, &found),
            "{name}: {operands:x?}\nexpected: {expected:x?}\nfound: {found:x?}"
        );
    }

    /// As [`Program::check`], but all bits count.
    pub(crate) fn check_bits(&self, interpreter: &Interpreter<'_>, operands: &[Bits], expected: &Effect) {
        let found = self.run(interpreter, operands);
        assert_eq!(found, *expected, "{}: {operands:x?}", self.name);
    }

    fn agree(&self, one: &Effect, other: &Effect) -> bool {
        let (Effect::Stored(one), Effect::Stored(other)) = (one, other) else { return one == other };
        let pairs = one.iter().zip(other).zip(&self.results);
        one.len() == other.len()
            && pairs.into_iter().all(|((one, other), ty)| {
                let lane = ty.lane();
                one.len() == other.len()
                    && one.iter().zip(other).all(|(x, y)| x == y || is_nan(lane, *x) && is_nan(lane, *y))
            })
    }

    fn buffer(&self, operands: &[Bits]) -> Vec<u8> {
        assert_eq!(operands.len(), self.operands.len());
        let mut buffer = Vec::new();
        for (bits, ty) in operands.iter().zip(&self.operands) {
            assert_eq!(bits.len(), ty.count() as usize, "{}", self.name);
            let bytes = (ty.lane().bits().max(8) / 8) as usize;
            bits.iter().for_each(|bits| buffer.extend_from_slice(&bits.to_le_bytes()[..bytes]));
        }
        buffer.resize(buffer.len() + self.results.iter().map(|ty| bytes_of(*ty)).sum::<usize>(), 0xCC);
        buffer
    }

    fn results_of(&self, buffer: &[u8]) -> Vec<Bits> {
        let mut offset: usize = self.operands.iter().map(|ty| bytes_of(*ty)).sum();
        let mut results = Vec::new();
        for ty in &self.results {
            let end = offset + bytes_of(*ty);
            let lanes = buffer[offset..end].chunks(bytes_of(*ty) / ty.count() as usize);
            results.push(
                lanes
                    .map(|lane| {
                        let mut bytes = [0; 8];
                        bytes[..lane.len()].copy_from_slice(lane);
                        u64::from_le_bytes(bytes)
                    })
                    .collect(),
            );
            offset = end;
        }
        results
    }
}

fn is_nan(lane: Lane, bits: u64) -> bool {
    match lane {
        Lane::F16 => bits & 0x7FFF > 0x7C00,
        Lane::F32 => f32::from_bits(bits as u32).is_nan(),
        Lane::F64 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// Loads a vector; truth values are bytes in memory.
fn load(lanes: &mut Lanes<'_>, ty: VectorType, access: Access) -> Vector {
    let in_memory = if ty.lane() == Lane::I1 { ty.with_lane(Lane::I8) } else { ty };
    let loaded = lanes.load(in_memory, access).expect("a load");
    let narrow = ty.lane().bits();
    if narrow >= 32 {
        return loaded;
    }
    let with_garbage = |x: &ValueId| {
        let mut b = lanes.cursor();
        let garbage = b.const32((GARBAGE << narrow) as i32);
        b.bit_xor(*x, garbage)
    };
    Vector::new(ty, loaded.lanes().iter().map(with_garbage).collect()).expect("as many lanes")
}

fn store(lanes: &mut Lanes<'_>, x: &Vector, access: Access) {
    let x = if x.lane_type() == Lane::I1 {
        &lanes.extend(x, Lane::I8, barebones_widths::lanes::Sign::Unsigned).expect("an extension")
    } else {
        x
    };
    lanes.store(x, access).expect("a store");
}

/// Numbers that are random, but the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A lane: half of them are at the ends of ranges.
    pub(crate) fn lane(&mut self, lane: Lane) -> u64 {
        let values = edges(lane);
        if self.next() & 1 == 0 { values[self.below(values.len())] } else { self.next() & ones(lane) }
    }

    pub(crate) fn vector(&mut self, ty: VectorType) -> Bits {
        (0..ty.count()).map(|_| self.lane(ty.lane())).collect()
    }
}

pub(crate) fn ones(lane: Lane) -> u64 {
    u64::MAX >> (64 - lane.bits())
}

/// Values at the ends of ranges.
pub(crate) fn edges(lane: Lane) -> Vec<u64> {
    let ones = ones(lane);
    match (lane.kind(), lane) {
        (Kind::Int, _) => {
            let top = 1 << (lane.bits() - 1);
            [0, 1, 2, 3, top, top - 1, top + 1, ones, ones - 1, ones / 3, ones / 5, top / 2]
                .map(|bits| bits & ones)
                .to_vec()
        }
        (Kind::Float, Lane::F16) => {
            // Zero, the smallest, the largest subnormal number, 1, 1.5, 127.9, the largest, infinity, NaNs.
            let sizes = [0, 1, 0x3FF, 0x3C00, 0x3E00, 0x57FF, 0x7BFF, 0x7C00, 0x7E01, 0x7D00];
            sizes.into_iter().flat_map(|bits| [bits, bits | 0x8000]).collect()
        }
        (Kind::Float, Lane::F32) => [
            0.0_f32,
            1.0,
            0.5,
            1.5,
            2.5,
            255.5,
            256.0,
            127.9,
            128.0,
            32768.0,
            65536.0,
            8388609.0,
            2147483500.0,
            2147483648.0,
            4294967040.0,
            4294967296.0,
            9.223372e18,
            1.8446744e19,
            1e30,
            f32::INFINITY,
            f32::NAN,
            f32::MIN_POSITIVE,
            f32::MAX,
            1e-45,
        ]
        .iter()
        .flat_map(|x| [u64::from(x.to_bits()), u64::from((-x).to_bits())])
        .chain([0x7F80_0001, 0xFFC1_2345])
        .collect(),
        (Kind::Float, _) => [
            0.0_f64,
            1.0,
            0.5,
            1.5,
            2.5,
            255.5,
            256.0,
            127.9,
            128.0,
            32768.0,
            65536.0,
            4503599627370497.5,
            2147483647.0,
            2147483647.5,
            2147483648.0,
            4294967295.5,
            4294967296.0,
            9.223372036854775e18,
            9.223372036854776e18,
            1.8446744073709552e19,
            1e300,
            f64::INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            f64::MAX,
            5e-324,
            1e-40,
            3.5e38,
        ]
        .iter()
        .flat_map(|x| [x.to_bits(), (-x).to_bits()])
        .chain([0x7FF0_0000_0000_0001, 0xFFF8_1234_5678_9ABC])
        .collect(),
    }
}
