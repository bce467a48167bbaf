//! Each operation on vectors with each of its lanes, on boundary values in all pairs: compiled code and the interpreter
//! are compared with Rust's own arithmetic.

use crate::records::over_records;
use crate::reference::{Expected, reference};
use crate::{compile, compilers, run_interpreter, run_machine};
use barebones::base::{Lane, Target, Type};
use barebones::ir::opcode::ROWS;
use barebones::ir::{Module, Opcode, ValueId};
use barebones_testing::awkward::awkward;
use barebones_testing::native::Arena;

/// Words of a record: three operands, then the results for these, for the first two exchanged, and for the first alone.
const RECORD: usize = 2 * (3 + 3);

macro_rules! integers {
    ($name:ident, $int:ident) => {
        /// A lane of the result; its upper bits are not significant.
        fn $name(opcode: Opcode, a: u64, b: u64) -> u64 {
            let (a, b) = (a as $int, b as $int);
            let mask = |holds: bool| if holds { !0 } else { 0 };
            (match opcode {
                Opcode::VectorAdd => a.wrapping_add(b),
                Opcode::VectorSub => a.wrapping_sub(b),
                Opcode::VectorMul => a.wrapping_mul(b),
                Opcode::VectorNeg => a.wrapping_neg(),
                Opcode::VectorAbs => a.max(a.wrapping_neg()),
                Opcode::VectorMin => a.min(b),
                Opcode::VectorMax => a.max(b),
                Opcode::VectorAddSat => a.saturating_add(b),
                Opcode::VectorSubSat => a.saturating_sub(b),
                Opcode::VectorAverage => a / 2 + b / 2 + ((a | b) & 1),
                Opcode::VectorEqual => mask(a == b),
                Opcode::VectorLessThan => mask(a < b),
                Opcode::VectorLessEqual => mask(a <= b),
                _ => panic!("no reference for {}", opcode.name()),
            }) as u64
        }
    };
}

integers!(int8, i8);
integers!(int16, i16);
integers!(int32, i32);
integers!(int64, i64);
integers!(unsigned8, u8);
integers!(unsigned16, u16);
integers!(unsigned32, u32);
integers!(unsigned64, u64);

/// A lane of floats of the result, as the scalar operation computes it; `None` is any NaN.
fn floats(opcode: Opcode, ty: Type, a: u64, b: u64) -> Option<u64> {
    let scalar = |opcode, operands: &[u64]| match reference(opcode, &[ty, ty], ty, operands) {
        Expected::Bits(bits) => Some(bits),
        _ => None,
    };
    let mask = |opcode| scalar(opcode, &[a, b]).map(|truth| truth.wrapping_neg());
    match opcode {
        Opcode::VectorAdd => scalar(Opcode::Add, &[a, b]),
        Opcode::VectorSub => scalar(Opcode::Sub, &[a, b]),
        Opcode::VectorMul => scalar(Opcode::Mul, &[a, b]),
        Opcode::VectorDiv => scalar(Opcode::Div, &[a, b]),
        Opcode::VectorNeg => scalar(Opcode::Neg, &[a, b]),
        Opcode::VectorAbs => scalar(Opcode::Abs, &[a, b]),
        Opcode::VectorMin => scalar(Opcode::FMin, &[a, b]),
        Opcode::VectorMax => scalar(Opcode::FMax, &[a, b]),
        Opcode::VectorPMin => Some(if scalar(Opcode::LessThan, &[b, a]) == Some(1) { b } else { a }),
        Opcode::VectorPMax => Some(if scalar(Opcode::LessThan, &[a, b]) == Some(1) { b } else { a }),
        Opcode::VectorEqual => mask(Opcode::Equal),
        Opcode::VectorLessThan => mask(Opcode::LessThan),
        Opcode::VectorLessEqual => mask(Opcode::LessEqual),
        _ => panic!("no reference for {}", opcode.name()),
    }
}

/// A lane of the result; `None` is any NaN.
fn lane_result(opcode: Opcode, lane: Lane, a: u64, b: u64) -> Option<u64> {
    Some(match lane {
        Lane::I8x16 => int8(opcode, a, b),
        Lane::I16x8 => int16(opcode, a, b),
        Lane::I32x4 => int32(opcode, a, b),
        Lane::I64x2 => int64(opcode, a, b),
        Lane::U8x16 => unsigned8(opcode, a, b),
        Lane::U16x8 => unsigned16(opcode, a, b),
        Lane::U32x4 => unsigned32(opcode, a, b),
        Lane::U64x2 => unsigned64(opcode, a, b),
        Lane::F32x4 | Lane::F64x2 => floats(opcode, lane.scalar(), a, b)?,
    })
}

pub(crate) fn mask_of(lane: Lane) -> u64 {
    u64::MAX >> (64 - lane.bits())
}

pub(crate) fn lane_of(lane: Lane, vector: u128, index: u32) -> u64 {
    (vector >> (index * lane.bits())) as u64 & mask_of(lane)
}

pub(crate) fn is_nan(lane: Lane, bits: u64) -> bool {
    if lane == Lane::F32x4 { f32::from_bits(bits as u32).is_nan() } else { f64::from_bits(bits).is_nan() }
}

/// True if the result is right.
fn is_right(opcode: Opcode, lane: Option<Lane>, [a, b, c]: [u128; 3], result: u128) -> bool {
    let Some(lane) = lane else {
        let expected = match opcode {
            Opcode::VectorAnd => a & b,
            Opcode::VectorOr => a | b,
            Opcode::VectorXor => a ^ b,
            Opcode::VectorAndNot => a & !b,
            Opcode::VectorNot => !a,
            Opcode::VectorBitSelect => (a & c) | (b & !c),
            _ => panic!("no reference for {}", opcode.name()),
        };
        return result == expected;
    };
    (0..lane.count()).all(|index| {
        let [a, b, result] = [a, b, result].map(|vector| lane_of(lane, vector, index));
        match lane_result(opcode, lane, a, b) {
            Some(bits) => result == bits & mask_of(lane),
            None => is_nan(lane, result),
        }
    })
}

/// Boundary values of a lane.
pub(crate) fn values(lane: Lane) -> Vec<u64> {
    match lane.bits() {
        8 => vec![0, 1, 2, 0x33, 0x7e, 0x7f, 0x80, 0x81, 0xcc, 0xfe, 0xff],
        16 => vec![0, 1, 2, 0x80, 0xff, 0x3333, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xcdef, 0xfffe, 0xffff],
        _ => awkward(lane.scalar()).to_vec(),
    }
}

/// Three operands for each record, which have all pairs of values in the lanes of the first two.
fn records(lane: Lane) -> Vec<[u128; 3]> {
    let values = values(lane);
    let pairs: Vec<[u64; 2]> = values.iter().flat_map(|a| values.iter().map(|b| [*a, *b])).collect();
    let chunks = pairs.chunks(lane.count() as usize);
    let build = |chunk: &[[u64; 2]], operand: usize| {
        (0..)
            .zip(chunk)
            .fold(0, |vector, (index, pair)| vector | u128::from(pair[operand]) << (index * lane.bits()))
    };
    let mut mask = 0x0123_4567_89ab_cdef_0fff_0f00_ffff_8001u128;
    let mut record = |chunk: &[[u64; 2]]| {
        mask = mask.rotate_left(7);
        [build(chunk, 0), build(chunk, 1), mask]
    };
    chunks.map(&mut record).collect()
}

/// The operation on the operands of each record. Those of the first result live on for the others.
fn module(opcode: Opcode, lane: Option<Lane>, target: &Target) -> Module {
    let proc = over_records(target, RECORD, |mut proc, body, record| {
        let mut b = proc.at(body);
        let [first, second, third] = [0, 16, 32].map(|offset| b.load(Type::V128, record, offset));
        let operands = [[first, second, third], [second, first, third], [first; 3]];
        for (place, operands) in (48..).step_by(16).zip(operands) {
            let operands: &[ValueId] = &operands[..opcode.row().operands.len()];
            let result = match lane {
                Some(lane) => b.vector(opcode, lane, operands),
                None => b.apply(opcode, operands),
            };
            b.store(result, record, place);
        }
        (proc, body)
    });
    Module { procedures: vec![proc], ..Module::default() }
}

pub(crate) fn vector(words: &[u64]) -> u128 {
    u128::from(words[0]) | u128::from(words[1]) << 64
}

/// Compares the results of each record in memory.
fn compare(opcode: Opcode, lane: Option<Lane>, memory: &[u64]) -> Result<(), String> {
    for record in memory.chunks_exact(RECORD) {
        let at = |n: usize| vector(&record[2 * n..]);
        let [a, b, c] = [0, 1, 2].map(at);
        for (n, operands) in (3..).zip([[a, b, c], [b, a, c], [a, a, a]]) {
            if !is_right(opcode, lane, operands, at(n)) {
                return Err(format!("{operands:#034x?} gives {:#034x}", at(n)));
            }
        }
    }
    Ok(())
}

#[test]
fn vectors() {
    let target = barebones::host_target().expect("a host that code is made for");
    let arena = Arena::new(1 << 17).expect("memory");
    let (mut compilers, mut forced) = compilers();
    let mut failures = Vec::new();
    let mut tested = 0;
    let opcodes = ROWS.iter().map(|row| row.opcode).filter(|opcode| opcode.is_vector());
    for opcode in opcodes.filter(|opcode| !crate::lanes::has_cases(*opcode)) {
        let lanes: Vec<Lane> = opcode.lanes().iter().collect();
        let lanes = if lanes.is_empty() { vec![None] } else { lanes.into_iter().map(Some).collect() };
        for lane in lanes {
            let module = module(opcode, lane, &target);
            let violations = barebones::ir::validate_module(&module).err().unwrap_or_default();
            assert!(violations.is_empty(), "{violations:?}\n{module}");
            let records = records(lane.unwrap_or(Lane::I8x16));
            let words = |vector: u128| [vector as u64, (vector >> 64) as u64];
            let memory: Vec<u64> = records
                .iter()
                .flat_map(|record| record.iter().copied().chain([0; 3]).flat_map(words))
                .collect();
            let name = format!("{} {lane:?}", opcode.name());
            let result = run_interpreter(&module, &memory, records.len());
            let result = result.and_then(|memory| compare(opcode, lane, &memory));
            failures.extend(result.err().map(|what| format!("{name}, interpreter: {what}")));
            for (level, compiler) in compilers.iter_mut().chain(&mut forced) {
                let code = compile(compiler, &module);
                let result = run_machine(&code, &arena, &memory, records.len());
                let result = result.and_then(|memory| compare(opcode, lane, &memory));
                failures.extend(result.err().map(|what| format!("{name}, {level}: {what}")));
            }
            tested += 1;
        }
    }
    assert!(tested > 90, "{tested} operations");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
