//! Operations on vectors whose operands or results are scalars, or whose lanes move, widen or narrow. Compiled code and
//! the interpreter are compared with Rust's own arithmetic on arrays of lanes.

use crate::records::over_records;
use crate::reference::{Expected, reference};
use crate::vectors::{is_nan, lane_of, mask_of, values, vector};
use crate::{compile, compilers, run_interpreter, run_machine};
use barebones::base::{Lane, Target, Type};
use barebones::ir::opcode::{Class, Payload, ROWS, Rule};
use barebones::ir::{Module, Opcode, ValueId};
use barebones_testing::native::Arena;

/// Words of a record: three operands and the result.
const RECORD: usize = 8;

/// An operation with its payload. `amount` is a constant second operand.
#[derive(Clone, Copy, Debug)]
struct Case {
    opcode: Opcode,
    lane: Option<Lane>,
    index: u32,
    amount: Option<i32>,
    indices: [u8; 16],
    /// Both operands are the first one.
    is_single: bool,
}

/// Operations whose lanes do not correspond to those of their operands.
const OTHERS: [Opcode; 19] = [
    Opcode::VectorPopCount,
    Opcode::VectorSwizzle,
    Opcode::VectorNarrow,
    Opcode::VectorExtendLow,
    Opcode::VectorExtendHigh,
    Opcode::VectorDot,
    Opcode::VectorMulQ15,
    Opcode::VectorCeil,
    Opcode::VectorFloor,
    Opcode::VectorTrunc,
    Opcode::VectorNearest,
    Opcode::VectorSqrt,
    Opcode::VectorFma,
    Opcode::VectorConvert,
    Opcode::VectorConvertLow,
    Opcode::VectorTruncSat,
    Opcode::VectorTruncSatLow,
    Opcode::VectorPromote,
    Opcode::VectorDemote,
];

/// Indices of shuffles: one for each way to select them, and some without a pattern.
fn patterns() -> Vec<[u8; 16]> {
    let each = |index: fn(u8) -> u8| std::array::from_fn(|place| index(place as u8));
    let mut patterns = vec![
        each(|n| n),
        each(|n| n + 16),
        each(|n| n ^ 8),
        each(|n| n ^ 4),
        each(|n| n ^ 3),
        each(|n| 15 - n),
        each(|n| n / 4 * 4 + 16),
        each(|n| n % 4 + 8),
        each(|n| n % 8 + 8),
        each(|n| n % 8 + 16),
        each(|n| if n % 3 == 0 { 255 } else { n * 7 % 32 }),
        each(|n| if n % 3 == 0 { 32 } else { n * 7 % 16 }),
        each(|n| n * 11 % 32),
        each(|n| n * 5 % 16),
        each(|n| n * 5 % 16 + 16),
        each(|_| 200),
        each(|_| 31),
        each(|n| if n < 8 { n } else { 40 }),
        each(|n| if n < 8 { n } else { n + 16 }),
    ];
    for start in 0..33 {
        patterns.push(std::array::from_fn(|place| start + place as u8));
        patterns.push(std::array::from_fn(|place| (start + place as u8) % 16));
    }
    for width in [1, 2, 4, 8] {
        for start in [0, 8] {
            for other in [0, 16, 32] {
                patterns.push(std::array::from_fn(|place| {
                    let (lane, byte) = (place as u8 / width, place as u8 % width);
                    start + lane / 2 * width + byte + lane % 2 * other
                }));
                patterns.push(std::array::from_fn(|place| {
                    let (lane, byte) = (place as u8 / width, place as u8 % width);
                    start + lane / 2 * width + byte + (1 - lane % 2) * other
                }));
            }
        }
    }
    patterns
}

/// True if the operation is tested here.
pub(crate) fn has_cases(opcode: Opcode) -> bool {
    let row = opcode.row();
    let is_plain = |rule: &Rule| *rule == Rule::T;
    opcode.is_vector()
        && (row.class == Class::Scalar
            || row.payload == Payload::LaneIndex
            || !row.operands.iter().all(is_plain)
            || row.result != barebones::ir::opcode::ResultRule::T
            || row.payload == Payload::Vector
            || OTHERS.contains(&opcode))
}

fn cases(opcode: Opcode) -> Vec<Case> {
    let lanes: Vec<Option<Lane>> = opcode.lanes().iter().map(Some).collect();
    let lanes = if lanes.is_empty() { vec![None] } else { lanes };
    let mut cases = Vec::new();
    for lane in lanes {
        let case = Case { opcode, lane, index: 0, amount: None, indices: [0; 16], is_single: false };
        if opcode.row().payload == Payload::Vector {
            let both = |indices| [false, true].map(|is_single| Case { indices, is_single, ..case });
            cases.extend(patterns().into_iter().flat_map(both));
            continue;
        }
        cases.push(case);
        if let (Payload::LaneIndex, Some(lane)) = (opcode.row().payload, lane) {
            cases.extend((1..lane.count()).map(|index| Case { index, ..case }));
        }
        if let (Some(Rule::Int32), Some(lane)) = (opcode.row().operands.get(1), lane) {
            let bits = lane.bits() as i32;
            cases.extend([0, 1, 7, bits - 1, bits, -1].map(|amount| Case { amount: Some(amount), ..case }));
        }
    }
    cases
}

/// The type of an operand that is not a vector.
fn scalar(case: &Case, rule: Rule) -> Option<Type> {
    match rule {
        Rule::Int32 => Some(Type::Int32),
        Rule::T if case.opcode.row().class == Class::Scalar => case.lane.map(Lane::scalar),
        _ => None,
    }
}

/// The lanes of the result with which NaNs are compared.
fn result_lanes(case: &Case) -> Option<Lane> {
    case.opcode.computed_floats(case.lane)
}

/// A number in two's complement, of a lane.
fn signed(lane: Lane, bits: u64) -> i64 {
    let unused = 64 - lane.bits();
    if lane.is_unsigned() { bits as i64 } else { (bits << unused) as i64 >> unused }
}

fn build(lane: Lane, bits: impl Fn(u32) -> u64) -> u128 {
    (0..lane.count())
        .fold(0, |all, index| all | u128::from(bits(index) & mask_of(lane)) << (index * lane.bits()))
}

/// The result, of which only the low bits count if it is a scalar.
fn expected(case: &Case, [a, b, c]: [u128; 3]) -> u128 {
    let lane = case.lane.unwrap_or(Lane::U8x16);
    let amount = b as u32 % lane.bits();
    match case.opcode {
        Opcode::VectorSplat => build(lane, |_| a as u64),
        Opcode::VectorExtractLane => {
            let bits = lane_of(lane, a, case.index);
            if lane.scalar() == Type::Int32 { (signed(lane, bits) as u32).into() } else { bits.into() }
        }
        Opcode::VectorReplaceLane => {
            build(lane, |index| if index == case.index { b as u64 } else { lane_of(lane, a, index) })
        }
        Opcode::VectorShl => build(lane, |index| lane_of(lane, a, index) << amount),
        Opcode::VectorShr if lane.is_unsigned() => build(lane, |index| lane_of(lane, a, index) >> amount),
        Opcode::VectorShr => build(lane, |index| (signed(lane, lane_of(lane, a, index)) >> amount) as u64),
        Opcode::VectorPopCount => build(lane, |index| lane_of(lane, a, index).count_ones().into()),
        Opcode::VectorAnyTrue => (a != 0).into(),
        Opcode::VectorCeil => floats(lane, [a; 3], |[a, ..]| a.ceil(), |[a, ..]| a.ceil()),
        Opcode::VectorFloor => floats(lane, [a; 3], |[a, ..]| a.floor(), |[a, ..]| a.floor()),
        Opcode::VectorTrunc => floats(lane, [a; 3], |[a, ..]| a.trunc(), |[a, ..]| a.trunc()),
        Opcode::VectorNearest => {
            floats(lane, [a; 3], |[a, ..]| a.round_ties_even(), |[a, ..]| a.round_ties_even())
        }
        Opcode::VectorSqrt => floats(lane, [a; 3], |[a, ..]| a.sqrt(), |[a, ..]| a.sqrt()),
        Opcode::VectorFma => build(lane, |index| {
            let operands = [a, b, c].map(|vector| lane_of(lane, vector, index));
            let ty = lane.scalar();
            match reference(Opcode::Fma, &[ty; 3], ty, &operands) {
                Expected::Bits(bits) => bits,
                _ => u64::MAX,
            }
        }),
        Opcode::VectorConvert => {
            build(Lane::F32x4, |index| (signed(lane, lane_of(lane, a, index)) as f32).to_bits().into())
        }
        Opcode::VectorConvertLow => {
            build(Lane::F64x2, |index| (signed(lane, lane_of(lane, a, index)) as f64).to_bits())
        }
        Opcode::VectorTruncSat => {
            build(lane, |index| clamped(lane, f32::from_bits(lane_of(lane, a, index) as u32).into()))
        }
        Opcode::VectorTruncSatLow => build(lane, |index| match index {
            0 | 1 => clamped(lane, f64::from_bits(lane_of(Lane::F64x2, a, index))),
            _ => 0,
        }),
        Opcode::VectorPromote => build(Lane::F64x2, |index| {
            f64::from(f32::from_bits(lane_of(Lane::F32x4, a, index) as u32)).to_bits()
        }),
        Opcode::VectorDemote => build(Lane::F32x4, |index| match index {
            0 | 1 => (f64::from_bits(lane_of(Lane::F64x2, a, index)) as f32).to_bits().into(),
            _ => 0,
        }),
        Opcode::VectorShuffle => u128::from_le_bytes(case.indices.map(|index| byte([a, b, 0], index))),
        Opcode::VectorSwizzle => u128::from_le_bytes(b.to_le_bytes().map(|index| byte([a, 0, 0], index))),
        Opcode::VectorNarrow => {
            let (wide, half) = (lane.signed().twice(), lane.count() / 2);
            let bounds = |is_signed: bool| match is_signed {
                true => [-(1i64 << (lane.bits() - 1)), (1 << (lane.bits() - 1)) - 1],
                false => [0, (1 << lane.bits()) - 1],
            };
            let [low, high] = bounds(!lane.is_unsigned());
            build(lane, |index| {
                let from = if index < half { a } else { b };
                signed(wide, lane_of(wide, from, index % half)).clamp(low, high) as u64
            })
        }
        Opcode::VectorExtendLow => {
            build(lane, |index| signed(lane.half(), lane_of(lane.half(), a, index)) as u64)
        }
        Opcode::VectorExtendHigh => {
            build(lane, |index| signed(lane.half(), lane_of(lane.half(), a, index + lane.count())) as u64)
        }
        Opcode::VectorDot => build(Lane::I32x4, |index| {
            let product = |index| {
                let [a, b] = [a, b].map(|vector| lane_of(Lane::I16x8, vector, index) as i16);
                i64::from(a) * i64::from(b)
            };
            (product(2 * index) + product(2 * index + 1)) as u64
        }),
        Opcode::VectorMulQ15 => build(Lane::I16x8, |index| {
            let [a, b] = [a, b].map(|vector| f64::from(lane_of(Lane::I16x8, vector, index) as i16));
            // The nearest of the product times two, halves upward.
            (a * b / 32768.0 + 0.5).floor().min(32767.0) as i64 as u64
        }),
        Opcode::VectorBitmask => (0..lane.count())
            .filter(|index| lane_of(lane, a, *index) > mask_of(lane) / 2)
            .map(|index| 1u128 << index)
            .sum(),
        other => panic!("no reference for {}", other.name()),
    }
}

/// A byte of vectors beside each other; zero after them.
fn byte(vectors: [u128; 3], index: u8) -> u8 {
    vectors.get(usize::from(index / 16)).map_or(0, |vector| vector.to_le_bytes()[usize::from(index % 16)])
}

/// A function of floats or doubles in each lane.
fn floats(lane: Lane, operands: [u128; 3], single: fn([f32; 3]) -> f32, double: fn([f64; 3]) -> f64) -> u128 {
    build(lane, |index| {
        let bits = operands.map(|vector| lane_of(lane, vector, index));
        match lane {
            Lane::F32x4 => single(bits.map(|bits| f32::from_bits(bits as u32))).to_bits().into(),
            _ => double(bits.map(f64::from_bits)).to_bits(),
        }
    })
}

/// The nearest integer of a lane, toward zero; 0 for a NaN.
fn clamped(lane: Lane, value: f64) -> u64 {
    let [low, high] = if lane.is_unsigned() { [0.0, 4294967295.0] } else { [-2147483648.0, 2147483647.0] };
    if value.is_nan() { 0 } else { value.trunc().max(low).min(high) as i64 as u64 }
}

fn is_right(case: &Case, found: u128, expected: u128) -> bool {
    match result_lanes(case) {
        Some(lane) => (0..lane.count()).all(|index| {
            let [found, expected] = [found, expected].map(|bits| lane_of(lane, bits, index));
            found == expected || is_nan(lane, found) && is_nan(lane, expected)
        }),
        None => found == expected,
    }
}

/// Three operands for each record: vectors of neighbours in the list of values, and amounts.
fn records(case: &Case) -> Vec<[u128; 3]> {
    let operand_lane = match case.opcode {
        Opcode::VectorTruncSat | Opcode::VectorPromote => Some(Lane::F32x4),
        Opcode::VectorTruncSatLow | Opcode::VectorDemote => Some(Lane::F64x2),
        Opcode::VectorDot | Opcode::VectorMulQ15 => Some(Lane::I16x8),
        Opcode::VectorNarrow => case.lane.map(Lane::twice),
        _ => case.lane,
    };
    let lane = operand_lane.unwrap_or(Lane::I8x16);
    let values = values(lane);
    let at = |number: usize| values[number % values.len()];
    let vector = |start: usize, step: usize| build(lane, |index| at(start + step * index as usize));
    let mut records: Vec<[u128; 3]> =
        (0..2 * values.len()).map(|n| [vector(n, 1 + n % 3), vector(3 * n + 1, 1), vector(n, 5)]).collect();
    records.extend([[0; 3], [u128::MAX; 3], [1 << 127; 3], [1; 3], [1 << 64; 3]]);
    for (n, record) in records.iter_mut().enumerate() {
        if scalar(case, case.opcode.row().operands[0]).is_some() {
            record[0] = at(n).into();
        }
        if case.is_single {
            record[1] = record[0];
        }
        match (case.amount, case.opcode.row().operands.get(1)) {
            (Some(amount), _) => record[1] = (amount as u32).into(),
            (None, Some(Rule::Int32)) => record[1] = (n as u128 * 0x0100_0001) & 0xffff_ffff,
            (None, Some(rule)) if scalar(case, *rule).is_some() => record[1] = at(n + 1).into(),
            _ => {}
        }
    }
    records
}

/// The operation on the operands of each record.
fn module(case: &Case, target: &Target) -> Module {
    let proc = over_records(target, RECORD, |mut proc, body, record| {
        let mut b = proc.at(body);
        let mut operands: Vec<ValueId> = Vec::new();
        for (n, rule) in case.opcode.row().operands.iter().enumerate() {
            operands.push(match (scalar(case, *rule), case.amount) {
                (Some(_), Some(amount)) if n == 1 => b.const32(amount),
                (ty, _) => b.load(ty.unwrap_or(Type::V128), record, 16 * n as i32),
            });
        }
        if case.is_single {
            operands[1] = operands[0];
        }
        let result = match case.lane {
            Some(lane) => b.vector_at(case.opcode, lane, case.index, &operands),
            None if case.opcode == Opcode::VectorShuffle => {
                b.vector_shuffle(operands[0], operands[1], case.indices)
            }
            None => b.apply(case.opcode, &operands),
        };
        b.store(result, record, 48);
        (proc, body)
    });
    Module { procedures: vec![proc], ..Module::default() }
}

/// Compares the results of each record in memory.
fn compare(case: &Case, memory: &[u64]) -> Result<(), String> {
    for record in memory.chunks_exact(RECORD) {
        let at = |n: usize| vector(&record[2 * n..]);
        let [operands, found] = [[at(0), at(1), at(2)], [at(3); 3]];
        let expected = expected(case, operands);
        if !is_right(case, found[0], expected) {
            return Err(format!("{operands:#034x?} gives {:#034x}, not {expected:#034x}", found[0]));
        }
    }
    Ok(())
}

#[test]
fn lanes() {
    let target = barebones::host_target().expect("a host that code is made for");
    let arena = Arena::new(1 << 16).expect("memory");
    let (mut compilers, mut forced) = compilers();
    let mut failures = Vec::new();
    let mut tested = 0;
    let opcodes = ROWS.iter().map(|row| row.opcode).filter(|opcode| has_cases(*opcode));
    for case in opcodes.flat_map(cases) {
        let module = module(&case, &target);
        let violations = barebones::ir::validate_module(&module).err().unwrap_or_default();
        assert!(violations.is_empty(), "{violations:?}\n{module}");
        let records = records(&case);
        let words = |vector: u128| [vector as u64, (vector >> 64) as u64];
        let memory: Vec<u64> =
            records.iter().flat_map(|record| record.iter().copied().chain([0]).flat_map(words)).collect();
        let result = run_interpreter(&module, &memory, records.len());
        let result = result.and_then(|memory| compare(&case, &memory));
        failures.extend(result.err().map(|what| format!("{case:?}, interpreter: {what}")));
        for (level, compiler) in compilers.iter_mut().chain(&mut forced) {
            let code = compile(compiler, &module);
            let result = run_machine(&code, &arena, &memory, records.len());
            let result = result.and_then(|memory| compare(&case, &memory));
            failures.extend(result.err().map(|what| format!("{case:?}, {level}: {what}")));
        }
        tested += 1;
    }
    assert!(tested > 100, "{tested} operations");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
