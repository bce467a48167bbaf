//! Operations lane by lane, and those that change the width of lanes.

use crate::harness::{Bits, Effect, Program, Random, edges, ones, vector};
use crate::reference;
use barebones::base::TrapCode;
use barebones_widths::lanes::{
    Binary, FloatCompare, Half, Lane, LaneError, NanBits, Narrow, OutOfRange, Relation, Shift, Sign, Unary,
};

const SIGNS: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

pub(crate) const UNARY: [Unary; 9] = [
    Unary::Not,
    Unary::Neg,
    Unary::Abs,
    Unary::PopCount,
    Unary::Sqrt,
    Unary::Ceil,
    Unary::Floor,
    Unary::Trunc,
    Unary::Nearest,
];

pub(crate) fn binaries() -> Vec<Binary> {
    let mut all = vec![
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::AvgRound,
        Binary::MulRoundSat,
        Binary::MulRoundWrap,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::AndNot,
        Binary::OrNot,
        Binary::XorNot,
        Binary::FloatDiv,
        Binary::PseudoMin,
        Binary::PseudoMax,
        Binary::MinOrSecond,
        Binary::MaxOrSecond,
        Binary::CopySign,
    ];
    for sign in SIGNS {
        all.extend([
            Binary::MulHigh(sign),
            Binary::IntDiv(sign),
            Binary::Rem(sign),
            Binary::Min(sign),
            Binary::Max(sign),
            Binary::AddSat(sign),
            Binary::SubSat(sign),
        ]);
    }
    for nan in [NanBits::Machine, NanBits::Signed] {
        all.extend([Binary::FloatMin(nan), Binary::FloatMax(nan)]);
    }
    all
}

fn trap(overflow: bool, conversion: bool) -> Effect {
    Effect::Trapped(match (overflow, conversion) {
        (true, _) => TrapCode::IntegerOverflow,
        (false, true) => TrapCode::BadConversion,
        (false, false) => TrapCode::IntegerDivisionByZero,
    })
}

/// The effect of storing these lanes, or the first trap.
fn stored(lanes: impl Iterator<Item = Result<u64, bool>>, conversion: bool) -> Effect {
    match lanes.collect::<Result<Bits, bool>>() {
        Ok(bits) => Effect::Stored(vec![bits]),
        Err(overflow) => trap(overflow, conversion),
    }
}

/// All pairs of two lists of lanes, cut into vectors.
fn pairs(xs: &[u64], ys: &[u64], count: usize) -> Vec<[Bits; 2]> {
    let mut all: Vec<(u64, u64)> = xs.iter().flat_map(|x| ys.iter().map(|y| (*x, *y))).collect();
    while !all.len().is_multiple_of(count) {
        all.push(all[0]);
    }
    let cut =
        |chunk: &[(u64, u64)]| [chunk.iter().map(|x| x.0).collect(), chunk.iter().map(|x| x.1).collect()];
    all.chunks(count).map(cut).collect()
}

fn lanes_of(bits: &Bits) -> std::iter::Copied<std::slice::Iter<'_, u64>> {
    bits.iter().copied()
}

/// True if all bits of the results count: no arithmetic that may return a NaN.
fn is_exact_unary(operation: Unary) -> bool {
    matches!(operation, Unary::Not | Unary::Neg | Unary::Abs | Unary::PopCount)
}

fn is_exact_binary(operation: Binary, lane: Lane) -> bool {
    let is_arithmetic = matches!(
        operation,
        Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::FloatDiv
            | Binary::FloatMin(NanBits::Machine)
            | Binary::FloatMax(NanBits::Machine)
    );
    lane.is_int() || !is_arithmetic
}

#[test]
fn unary_operations() {
    for lane in Lane::ALL {
        for operation in UNARY {
            let defined = reference::unary(operation, 0, lane).is_some();
            let ty = vector(lane, 4);
            if !defined {
                let result = refused(ty, |lanes, x, _| lanes.unary(operation, x));
                assert!(matches!(result, LaneError::Operation { .. }), "{operation:?} {lane}");
                continue;
            }
            let program = Program::new(format!("{operation:?} {lane}"), &[ty], |lanes, x| {
                Ok(vec![lanes.unary(operation, &x[0])?])
            });
            let interpreter = program.interpreter();
            let mut values = if lane == Lane::I8 { (0..256).collect() } else { edges(lane) };
            let mut random = Random(1);
            values.extend((0..64).map(|_| random.lane(lane)));
            for chunk in values.chunks_exact(4) {
                let results =
                    chunk.iter().map(|x| Ok(reference::unary(operation, *x, lane).expect("defined")));
                let expected = stored(results, false);
                if is_exact_unary(operation) {
                    program.check_bits(&interpreter, &[chunk.to_vec()], &expected);
                } else {
                    program.check(&interpreter, &[chunk.to_vec()], &expected);
                }
            }
        }
    }
}

/// The error of an operation on two vectors of a type.
pub(crate) fn refused<T>(
    ty: barebones_widths::lanes::VectorType,
    build: impl FnOnce(
        &mut barebones_widths::lanes::Lanes<'_>,
        &barebones_widths::lanes::Vector,
        &barebones_widths::lanes::Vector,
    ) -> Result<T, LaneError>,
) -> LaneError {
    let target = barebones::host_target().expect("this machine");
    let mut procedure = barebones::ir::Procedure::new(&target);
    let root = procedure.add_block();
    let mut helpers = barebones_widths::helpers::Helpers::default();
    let mut lanes = barebones_widths::lanes::Lanes::new(procedure.at(root), &mut helpers);
    let zeros = vec![0; ty.count() as usize];
    let x = lanes.constant(ty, &zeros).expect("as many lanes");
    let y = lanes.constant(ty, &zeros).expect("as many lanes");
    match build(&mut lanes, &x, &y) {
        Ok(_) => panic!("it is accepted"),
        Err(error) => error,
    }
}

/// All pairs of 8-bit lanes; for others, all pairs of values at the ends of ranges, and random ones.
#[test]
fn binary_operations() {
    for lane in Lane::ALL {
        for operation in binaries() {
            let Some(_) = reference::binary(operation, 1, 1, lane) else {
                let result = refused(vector(lane, 2), |lanes, x, y| lanes.binary(operation, x, y));
                assert!(matches!(result, LaneError::Operation { .. }), "{operation:?} {lane}");
                continue;
            };
            // A trap in one lane hides the others.
            let count = if matches!(operation, Binary::IntDiv(_) | Binary::Rem(_)) { 2 } else { 16 };
            let ty = vector(lane, count);
            let program = Program::new(format!("{operation:?} {lane}"), &[ty, ty], |lanes, x| {
                Ok(vec![lanes.binary(operation, &x[0], &x[1])?])
            });
            let interpreter = program.interpreter();
            let values: Vec<u64> = match lane {
                Lane::I1 => vec![0, 1],
                Lane::I8 if count == 16 => (0..256).collect(),
                lane => edges(lane),
            };
            let mut vectors = pairs(&values, &values, count as usize);
            let mut random = Random(2);
            vectors.extend((0..32).map(|_| [random.vector(ty), random.vector(ty)]));
            for [x, y] in vectors {
                let results = lanes_of(&x)
                    .zip(lanes_of(&y))
                    .map(|(x, y)| reference::binary(operation, x, y, lane).expect("defined"));
                let expected = stored(results, false);
                if is_exact_binary(operation, lane) {
                    program.check_bits(&interpreter, &[x, y], &expected);
                } else {
                    program.check(&interpreter, &[x, y], &expected);
                }
            }
        }
    }
}

#[test]
fn shifts() {
    for lane in [Lane::I8, Lane::I16, Lane::I32, Lane::I64] {
        let all = [
            Shift::Left,
            Shift::Right(Sign::Signed),
            Shift::Right(Sign::Unsigned),
            Shift::RotateLeft,
            Shift::RotateRight,
        ];
        let ty = vector(lane, 4);
        let program = Program::new(format!("shifts {lane}"), &[ty, vector(Lane::I32, 1)], |lanes, x| {
            all.iter().map(|shift| lanes.shift(*shift, &x[0], x[1].lanes()[0])).collect()
        });
        let interpreter = program.interpreter();
        let mut random = Random(3);
        for amount in (0..70).chain([128, 255, 256, u32::MAX, 1 << 31]) {
            let x = random.vector(ty);
            let results =
                all.map(|shift| x.iter().map(|x| reference::shift(shift, *x, amount, lane)).collect());
            let expected = Effect::Stored(results.to_vec());
            program.check_bits(&interpreter, &[x, vec![u64::from(amount)]], &expected);
        }
    }
    for lane in [Lane::I1, Lane::F32] {
        let error = refused(vector(lane, 2), |lanes, x, y| lanes.shift(Shift::Left, x, y.lanes()[0]));
        assert!(matches!(error, LaneError::Operation { .. }));
    }
}

fn mask(truth: bool, lane: Lane) -> u64 {
    if truth { ones(lane) } else { 0 }
}

#[test]
fn comparisons() {
    let mut conditions = vec![Relation::Equal, Relation::NotEqual];
    for sign in SIGNS {
        conditions.extend([
            Relation::Less(sign),
            Relation::LessEqual(sign),
            Relation::Greater(sign),
            Relation::GreaterEqual(sign),
        ]);
    }
    for lane in Lane::ALL.into_iter().filter(|lane| lane.is_int()) {
        let ty = vector(lane, 4);
        let program = Program::new(format!("comparisons {lane}"), &[ty, ty], |lanes, x| {
            conditions.iter().map(|condition| lanes.compare(*condition, &x[0], &x[1])).collect()
        });
        let interpreter = program.interpreter();
        for [x, y] in pairs(&edges(lane), &edges(lane), 4) {
            let results = conditions.iter().map(|condition| {
                let truth = lanes_of(&x).zip(lanes_of(&y));
                truth.map(|(x, y)| mask(reference::compare(*condition, x, y, lane), lane)).collect()
            });
            let expected = Effect::Stored(results.collect());
            program.check_bits(&interpreter, &[x, y], &expected);
        }
    }
    let error = refused(vector(Lane::F32, 2), |lanes, x, y| lanes.compare(Relation::Equal, x, y));
    assert!(matches!(error, LaneError::Operation { .. }));
}

#[test]
fn comparisons_of_numbers() {
    let conditions: Vec<FloatCompare> = (0..16)
        .map(|set: u32| {
            let has = |bit: u32| set >> bit & 1 == 1;
            FloatCompare { less: has(0), equal: has(1), greater: has(2), unordered: has(3) }
        })
        .collect();
    for lane in NUMBERS {
        let ty = vector(lane, 2);
        let program = Program::new(format!("comparisons {lane}"), &[ty, ty], |lanes, x| {
            conditions.iter().map(|condition| lanes.compare_float(*condition, &x[0], &x[1])).collect()
        });
        let interpreter = program.interpreter();
        for [x, y] in pairs(&edges(lane), &edges(lane), 2) {
            let results = conditions.iter().map(|condition| {
                let truth = lanes_of(&x).zip(lanes_of(&y));
                truth.map(|(x, y)| mask(reference::compare_float(*condition, x, y, lane), lane)).collect()
            });
            let expected = Effect::Stored(results.collect());
            program.check_bits(&interpreter, &[x, y], &expected);
        }
    }
    let error = refused(vector(Lane::I16, 2), |lanes, x, y| lanes.compare_float(conditions[2], x, y));
    assert!(matches!(error, LaneError::Operation { .. }));
}

#[test]
fn fused_multiplications() {
    for lane in NUMBERS {
        let ty = vector(lane, 4);
        let program = Program::new(format!("fma {lane}"), &[ty; 3], |lanes, x| {
            Ok(vec![lanes.fma(&x[0], &x[1], &x[2])?])
        });
        let interpreter = program.interpreter();
        let mut random = Random(4);
        for _ in 0..300 {
            let operands = [(); 3].map(|()| random.vector(ty));
            let results = (0..4).map(|i| {
                let [x, y, z] = [0, 1, 2].map(|operand: usize| operands[operand][i]);
                Ok(match lane {
                    Lane::F16 => {
                        let all = [x, y, z].map(|bits| reference::number(bits, lane));
                        if all.iter().all(|x| x.is_finite()) {
                            reference::half_fma(x, y, z)
                        } else {
                            // Infinity or NaN, of which no rounding depends.
                            reference::resized(all[0].mul_add(all[1], all[2]).to_bits(), Lane::F64, lane)
                        }
                    }
                    Lane::F32 => {
                        let [x, y, z] = [x, y, z].map(|bits| f32::from_bits(bits as u32));
                        u64::from(x.mul_add(y, z).to_bits())
                    }
                    _ => {
                        let [x, y, z] = [x, y, z].map(f64::from_bits);
                        x.mul_add(y, z).to_bits()
                    }
                })
            });
            let expected = stored(results, false);
            program.check(&interpreter, &operands, &expected);
        }
    }
}

const NUMBERS: [Lane; 3] = [Lane::F16, Lane::F32, Lane::F64];

const INTS: [Lane; 4] = [Lane::I8, Lane::I16, Lane::I32, Lane::I64];

#[test]
fn extensions() {
    for from in INTS.into_iter().chain([Lane::I1]) {
        for to in INTS.into_iter().filter(|to| to.bits() > from.bits()) {
            for sign in SIGNS {
                let ty = vector(from, 4);
                let program =
                    Program::new(format!("{from} to {to} {sign:?}"), &[ty, ty.with_lane(to)], |lanes, x| {
                        Ok(vec![lanes.extend(&x[0], to, sign)?, lanes.truncate(&x[1], from)?])
                    });
                let interpreter = program.interpreter();
                let mut random = Random(5);
                for _ in 0..32 {
                    let (x, y) = (random.vector(ty), random.vector(ty.with_lane(to)));
                    let wide =
                        x.iter().map(|x| reference::wrap(reference::value(*x, from, sign), to)).collect();
                    let narrow = y.iter().map(|y| y & ones(from)).collect();
                    let expected = Effect::Stored(vec![wide, narrow]);
                    program.check_bits(&interpreter, &[x, y], &expected);
                }
            }
        }
    }
    let error = refused(vector(Lane::I8, 2), |lanes, x, _| lanes.extend(x, Lane::I8, Sign::Signed));
    assert!(matches!(error, LaneError::Operation { .. }));
    let error = refused(vector(Lane::I8, 2), |lanes, x, _| lanes.truncate(x, Lane::I16));
    assert!(matches!(error, LaneError::Operation { .. }));
}

/// Widening, products, sums and dot products, of each type with 128 bits.
#[test]
fn wider_results() {
    for lane in [Lane::I8, Lane::I16, Lane::I32] {
        let ty = vector(lane, 128 / lane.bits());
        let wide = lane.double().expect("a wider lane");
        let halves = [Half::Low, Half::High];
        let program = Program::new(format!("wider {lane}"), &[ty, ty], |lanes, x| {
            let mut results = vec![lanes.add_pairwise(&x[0], &x[1])?, lanes.dot_product(&x[0], &x[1])?];
            for sign in SIGNS {
                results.push(lanes.add_pairwise_wide(sign, &x[0])?);
                for half in halves {
                    results.push(lanes.widen(half, sign, &x[0])?);
                    results.push(lanes.multiply_wide(half, sign, &x[0], &x[1])?);
                }
            }
            Ok(results)
        });
        let interpreter = program.interpreter();
        let mut random = Random(6);
        for _ in 0..100 {
            let (x, y) = (random.vector(ty), random.vector(ty));
            let values = |bits: &Bits, sign| -> Vec<i128> {
                bits.iter().map(|bits| reference::value(*bits, lane, sign)).collect()
            };
            let wrapped = |x: &[i128]| x.iter().map(|x| reference::wrap(*x, wide)).collect::<Bits>();
            let product =
                |x: &[i128], y: &[i128]| -> Vec<i128> { x.iter().zip(y).map(|(x, y)| x * y).collect() };
            let sums = |x: &[i128]| -> Vec<i128> { x.chunks(2).map(|pair| pair[0] + pair[1]).collect() };
            let (sx, sy) = (values(&x, Sign::Signed), values(&y, Sign::Signed));
            let both: Vec<i128> = sums(&sx).into_iter().chain(sums(&sy)).collect();
            let mut results = vec![
                both.iter().map(|sum| reference::wrap(*sum, lane)).collect(),
                wrapped(&sums(&product(&sx, &sy))),
            ];
            for sign in SIGNS {
                let (x, y) = (values(&x, sign), values(&y, sign));
                results.push(wrapped(&sums(&x)));
                for half in halves {
                    let middle = x.len() / 2;
                    let range = if half == Half::Low { 0..middle } else { middle..x.len() };
                    results.push(wrapped(&x[range.clone()]));
                    results.push(wrapped(&product(&x[range.clone()], &y[range])));
                }
            }
            program.check_bits(&interpreter, &[x, y], &Effect::Stored(results));
        }
    }
    for lane in [Lane::I64, Lane::F32, Lane::I1] {
        let error = refused(vector(lane, 2), |lanes, x, _| lanes.widen(Half::Low, Sign::Signed, x));
        assert!(lane == Lane::I1 || matches!(error, LaneError::Operation { .. }), "{lane}");
    }
    let error = refused(vector(Lane::I8, 3), |lanes, x, y| lanes.add_pairwise(x, y));
    assert!(matches!(error, LaneError::Operation { .. }));
}

#[test]
fn mixed_dot_products() {
    let ty = vector(Lane::I8, 16);
    let program = Program::new("dot_product_mixed", &[ty, ty], |lanes, x| {
        Ok(vec![lanes.dot_product_mixed(&x[0], &x[1])?])
    });
    let interpreter = program.interpreter();
    let mut random = Random(7);
    for _ in 0..300 {
        let (x, y) = (random.vector(ty), random.vector(ty));
        let product = |i: usize| i128::from(x[i]) * reference::value(y[i], Lane::I8, Sign::Signed);
        let result =
            (0..8).map(|i| reference::clamp(product(2 * i) + product(2 * i + 1), Lane::I16, Sign::Signed));
        let expected = Effect::Stored(vec![result.collect()]);
        program.check_bits(&interpreter, &[x, y], &expected);
    }
    let error = refused(vector(Lane::I16, 8), |lanes, x, y| lanes.dot_product_mixed(x, y));
    assert!(matches!(error, LaneError::Operation { .. }));
}

#[test]
fn narrower_results() {
    let all = [
        (Narrow::SignedToSigned, Sign::Signed, Sign::Signed),
        (Narrow::SignedToUnsigned, Sign::Signed, Sign::Unsigned),
        (Narrow::UnsignedToUnsigned, Sign::Unsigned, Sign::Unsigned),
    ];
    for lane in [Lane::I16, Lane::I32, Lane::I64] {
        let ty = vector(lane, 128 / lane.bits());
        let to = lane.half().expect("a narrower lane");
        let program = Program::new(format!("narrow {lane}"), &[ty, ty], |lanes, x| {
            let mut results = Vec::new();
            for (narrow, ..) in all {
                results.push(lanes.narrow(narrow, &x[0], &x[1])?);
            }
            let [low, high] = lanes.halves(&x[0])?;
            results.push(lanes.join(&low, &high)?);
            results.extend([low, high]);
            Ok(results)
        });
        let interpreter = program.interpreter();
        let mut random = Random(8);
        for _ in 0..200 {
            let (x, y) = (random.vector(ty), random.vector(ty));
            let mut results: Vec<Bits> = Vec::new();
            for (_, from, into) in all {
                let both = x.iter().chain(&y);
                results.push(
                    both.map(|x| reference::clamp(reference::value(*x, lane, from), to, into)).collect(),
                );
            }
            results.push(x.clone());
            results.push(x.iter().map(|x| x & ones(to)).collect());
            results.push(x.iter().map(|x| x >> to.bits()).collect());
            program.check_bits(&interpreter, &[x, y], &Effect::Stored(results));
        }
    }
    for lane in [Lane::I1, Lane::F64] {
        let error = refused(vector(lane, 2), |lanes, x, y| lanes.narrow(Narrow::SignedToSigned, x, y));
        assert!(matches!(error, LaneError::Operation { .. }));
    }
    let error = refused(vector(Lane::I16, 256), |lanes, x, y| lanes.narrow(Narrow::SignedToSigned, x, y));
    assert_eq!(error, LaneError::Count { count: 512 });
}

#[test]
fn conversions_to_integers() {
    for from in NUMBERS {
        for to in INTS {
            for sign in SIGNS {
                for outside in [OutOfRange::Trap, OutOfRange::Clamp, OutOfRange::Smallest] {
                    if outside == OutOfRange::Smallest && (sign == Sign::Unsigned || to.bits() < 32) {
                        let error =
                            refused(vector(from, 2), |lanes, x, _| lanes.to_int(x, to, sign, outside));
                        assert!(matches!(error, LaneError::Operation { .. }));
                        continue;
                    }
                    let count = if outside == OutOfRange::Trap { 1 } else { 4 };
                    let ty = vector(from, count);
                    let name = format!("{from} to {to} {sign:?} {outside:?}");
                    let program = Program::new(name, &[ty], |lanes, x| {
                        Ok(vec![lanes.to_int(&x[0], to, sign, outside)?])
                    });
                    let interpreter = program.interpreter();
                    let mut values = edges(from);
                    let mut random = Random(9);
                    values.extend((0..64).map(|_| random.lane(from)));
                    for chunk in values.chunks_exact(count as usize) {
                        let results = chunk.iter().map(|x| reference::to_int(*x, from, to, sign, outside));
                        program.check_bits(&interpreter, &[chunk.to_vec()], &stored(results, true));
                    }
                }
            }
        }
    }
}

#[test]
fn conversions_to_numbers() {
    for from in INTS.into_iter().chain([Lane::I1]) {
        for to in NUMBERS {
            for sign in SIGNS {
                let ty = vector(from, 4);
                let program = Program::new(format!("{from} to {to} {sign:?}"), &[ty], |lanes, x| {
                    Ok(vec![lanes.from_int(&x[0], to, sign)?])
                });
                let interpreter = program.interpreter();
                let mut random = Random(10);
                for _ in 0..64 {
                    let x = random.vector(ty);
                    let results = x.iter().map(|x| Ok(reference::from_int(*x, from, to, sign)));
                    let expected = stored(results, false);
                    program.check_bits(&interpreter, &[x], &expected);
                }
            }
        }
    }
}

#[test]
fn conversions_between_formats() {
    for from in NUMBERS {
        for to in NUMBERS {
            let ty = vector(from, 4);
            let program = Program::new(format!("{from} to {to}"), &[ty], |lanes, x| {
                Ok(vec![lanes.resize_numbers(&x[0], to)?])
            });
            let interpreter = program.interpreter();
            let mut random = Random(12);
            let mut values = edges(from);
            values.extend((0..64).map(|_| random.lane(from)));
            for chunk in values.chunks_exact(4) {
                let results = chunk.iter().map(|x| Ok(reference::resized(*x, from, to)));
                program.check(&interpreter, &[chunk.to_vec()], &stored(results, false));
            }
        }
    }
    let error = refused(vector(Lane::I16, 2), |lanes, x, _| lanes.resize_numbers(x, Lane::F16));
    assert!(matches!(error, LaneError::Operation { .. }));
}

#[test]
fn conversions_of_numbers() {
    let (single, double) = (vector(Lane::F32, 4), vector(Lane::F64, 2));
    let program = Program::new("promote and demote", &[single, double, vector(Lane::I32, 4)], |lanes, x| {
        Ok(vec![
            lanes.promote_half(Half::Low, &x[0])?,
            lanes.promote_half(Half::High, &x[0])?,
            lanes.promote(&x[0])?,
            lanes.demote_zero(&x[1])?,
            lanes.convert_half(Half::Low, Sign::Signed, &x[2])?,
            lanes.convert_half(Half::High, Sign::Unsigned, &x[2])?,
        ])
    });
    let interpreter = program.interpreter();
    let mut random = Random(11);
    for _ in 0..200 {
        let (x, y, z) = (random.vector(single), random.vector(double), random.vector(vector(Lane::I32, 4)));
        let wide: Bits = x.iter().map(|x| f64::from(f32::from_bits(*x as u32)).to_bits()).collect();
        let narrow = y.iter().map(|y| u64::from((f64::from_bits(*y) as f32).to_bits()));
        let converted = |lanes: &[u64], sign| -> Bits {
            lanes.iter().map(|x| reference::from_int(*x, Lane::I32, Lane::F64, sign)).collect()
        };
        let expected = Effect::Stored(vec![
            wide[..2].to_vec(),
            wide[2..].to_vec(),
            wide.clone(),
            narrow.chain([0, 0]).collect(),
            converted(&z[..2], Sign::Signed),
            converted(&z[2..], Sign::Unsigned),
        ]);
        program.check(&interpreter, &[x, y, z], &expected);
    }
    let error = refused(vector(Lane::F32, 2), |lanes, x, _| lanes.demote(x));
    assert!(matches!(error, LaneError::Operation { .. }));
    let error = refused(vector(Lane::F64, 2), |lanes, x, _| lanes.promote(x));
    assert!(matches!(error, LaneError::Operation { .. }));
}

/// Masks and bits of lanes of another width.
#[test]
fn truth_values() {
    for from in Lane::ALL {
        let to: Vec<Lane> = INTS.into_iter().chain([Lane::I1]).collect();
        let ty = vector(from, 4);
        let program = Program::new(format!("truth values of {from}"), &[ty], |lanes, x| {
            let mut results = Vec::new();
            for to in &to {
                results.extend([lanes.to_mask(&x[0], *to)?, lanes.to_bit(&x[0], *to)?]);
            }
            Ok(results)
        });
        let interpreter = program.interpreter();
        let mut random = Random(12);
        for _ in 0..32 {
            let x: Bits =
                (0..4).map(|_| if random.next() & 1 == 0 { 0 } else { random.lane(from) }).collect();
            let results = to.iter().flat_map(|to| {
                [ones(*to), 1].map(|truth| x.iter().map(|x| if *x == 0 { 0 } else { truth }).collect())
            });
            let expected = Effect::Stored(results.collect());
            program.check_bits(&interpreter, &[x], &expected);
        }
    }
}
