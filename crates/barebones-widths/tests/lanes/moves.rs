//! Moves of lanes, bit casts, memory, and bits of all lanes.

use crate::harness::{Bits, Effect, Program, Random, ones, vector};
use crate::operations::refused;
use barebones_widths::lanes::{Access, ByteOrder, Lane, LaneError, Lanes, Sign, Vector, VectorType};

fn one_bit(lanes: &mut Lanes<'_>, bit: barebones::ir::ValueId) -> Result<Vector, LaneError> {
    let _ = lanes;
    Vector::new(vector(Lane::I32, 1), vec![bit])
}

#[test]
fn lanes_move() {
    for lane in Lane::ALL {
        let ty = vector(lane, 4);
        let program = Program::new(format!("moves of {lane}"), &[ty, ty], |lanes, x| {
            let [a, b] = [&x[0], &x[1]];
            let third = lanes.extract(a, 2)?;
            let [low, high] = lanes.split(a)?;
            Ok(vec![
                lanes.splat(vector(lane, 3), third),
                lanes.scalar_to_vector(ty, third),
                lanes.insert(b, 3, third)?,
                lanes.shuffle(a, b, &[7, 0, 4, 3, 8, 255])?,
                lanes.concat(&high, &low)?,
                lanes.concat(b, &low)?,
            ])
        });
        let interpreter = program.interpreter();
        let mut random = Random(20);
        for _ in 0..32 {
            let (a, b) = (random.vector(ty), random.vector(ty));
            let expected = Effect::Stored(vec![
                vec![a[2]; 3],
                vec![a[2], 0, 0, 0],
                vec![b[0], b[1], b[2], a[2]],
                vec![b[3], a[0], b[0], a[3], 0, 0],
                vec![a[2], a[3], a[0], a[1]],
                vec![b[0], b[1], b[2], b[3], a[0], a[1]],
            ]);
            program.check_bits(&interpreter, &[a, b], &expected);
        }
    }
}

#[test]
fn wrong_moves_are_refused() {
    let ty = vector(Lane::I16, 3);
    let index = LaneError::Index { index: 3, ty };
    assert_eq!(refused(ty, |lanes, x, _| lanes.extract(x, 3)), index);
    assert_eq!(refused(ty, |lanes, x, y| lanes.insert(x, 3, y.lanes()[0])), index);
    assert_eq!(refused(ty, |lanes, x, y| lanes.shuffle(x, y, &[])), LaneError::Count { count: 0 });
    assert_eq!(refused(ty, |lanes, x, y| lanes.shuffle(x, y, &[0; 257])), LaneError::Count { count: 257 });
    assert!(matches!(refused(ty, |lanes, x, _| lanes.split(x)), LaneError::Operation { .. }));
    let other = vector(Lane::I32, 3);
    let types = LaneError::Types { first: ty, other };
    let mixed = |build: fn(&mut Lanes<'_>, &Vector, &Vector) -> Result<Vector, LaneError>| {
        refused(ty, |lanes, x, _| {
            let y = lanes.constant(other, &[0; 3])?;
            build(lanes, x, &y)
        })
    };
    assert_eq!(mixed(|lanes, x, y| lanes.concat(x, y)), types);
    assert_eq!(mixed(|lanes, x, y| lanes.shuffle(x, y, &[0])), types);
    assert_eq!(mixed(|lanes, x, y| lanes.bit_select(x, x, y)), types);
    assert_eq!(mixed(|lanes, x, y| lanes.blend(x, x, y)), types);
    assert_eq!(mixed(|lanes, x, y| lanes.select(x.lanes()[0], x, y)), types);
    let error = mixed(|lanes, x, y| lanes.binary(barebones_widths::lanes::Binary::Add, x, y));
    assert_eq!(error, types);
    assert_eq!(error.to_string(), "operands of the types i16x3 and i32x3");
    let large = vector(Lane::I16, 200);
    assert_eq!(refused(large, |lanes, x, y| lanes.concat(x, y)), LaneError::Count { count: 400 });
    assert_eq!(VectorType::new(Lane::I8, 0), Err(LaneError::Count { count: 0 }));
    assert_eq!(VectorType::new(Lane::I8, 257), Err(LaneError::Count { count: 257 }));
    let error = refused(ty, |lanes, _, _| lanes.constant(ty, &[1]));
    assert_eq!(error.to_string(), "1 lanes for a vector i16x3");
}

#[test]
fn lanes_are_chosen() {
    for lane in Lane::ALL {
        let ty = vector(lane, 4);
        let mask_type = ty.as_int();
        let program = Program::new(format!("choices of {lane}"), &[mask_type, ty, ty, ty], |lanes, x| {
            let [mask, wide, a, b] = [&x[0], &x[1], &x[2], &x[3]];
            let any = lanes.any_true(mask);
            Ok(vec![
                lanes.blend(mask, a, b)?,
                lanes.lane_select(mask, a, b)?,
                lanes.bit_select(wide, a, b)?,
                lanes.select(any, a, b)?,
            ])
        });
        let interpreter = program.interpreter();
        let mut random = Random(21);
        for _ in 0..64 {
            let zero_often =
                |random: &mut Random| if random.next() & 1 == 0 { 0 } else { random.lane(mask_type.lane()) };
            let mask: Bits = if random.next().is_multiple_of(4) {
                vec![0; 4]
            } else {
                (0..4).map(|_| zero_often(&mut random)).collect()
            };
            let (wide, a, b) = (random.vector(ty), random.vector(ty), random.vector(ty));
            let choose = |truth: &dyn Fn(usize) -> bool| -> Bits {
                (0..4).map(|i| if truth(i) { a[i] } else { b[i] }).collect()
            };
            let any = mask.iter().any(|bits| *bits != 0);
            let expected = Effect::Stored(vec![
                choose(&|i| mask[i] >> (lane.bits() - 1) & 1 == 1),
                choose(&|i| mask[i] != 0),
                (0..4).map(|i| wide[i] & a[i] | !wide[i] & b[i] & ones(lane)).collect(),
                choose(&|_| any),
            ]);
            program.check_bits(&interpreter, &[mask, wide, a, b], &expected);
        }
    }
}

/// Numbers of lanes from registers, from constants, and for counts that are no powers of two.
#[test]
fn swizzles() {
    let numbers = [Lane::I8, Lane::I16, Lane::I32, Lane::I64];
    for (lane, count) in
        [(Lane::I8, 16), (Lane::I16, 8), (Lane::F32, 3), (Lane::F64, 5), (Lane::F16, 1), (Lane::I8, 256)]
    {
        for number in numbers {
            let ty = vector(lane, count);
            let program =
                Program::new(format!("swizzle {ty} {number}"), &[ty, ty.with_lane(number)], |lanes, x| {
                    let pattern: Bits = (0..u64::from(count)).map(|i| i * 7 % 19).collect();
                    let known = lanes.constant(ty.with_lane(number), &pattern)?;
                    Ok(vec![lanes.swizzle(&x[0], &x[1])?, lanes.swizzle(&x[0], &known)?])
                });
            let interpreter = program.interpreter();
            let mut random = Random(22);
            for _ in 0..if count == 256 { 4 } else { 64 } {
                let x = random.vector(ty);
                let numbers: Bits = (0..count)
                    .map(|_| match random.below(8) {
                        0 => random.lane(number),
                        _ => random.below(count as usize) as u64 & ones(number),
                    })
                    .collect();
                let of = |number: u64| x.get(number.min(1 << 20) as usize).copied().unwrap_or(0);
                let expected = Effect::Stored(vec![
                    numbers.iter().map(|number| of(*number)).collect(),
                    (0..u64::from(count)).map(|i| of(i * 7 % 19)).collect(),
                ]);
                program.check_bits(&interpreter, &[x, numbers], &expected);
            }
        }
    }
    let ty = vector(Lane::F32, 2);
    assert!(matches!(refused(ty, |lanes, x, y| lanes.swizzle(x, y)), LaneError::Operation { .. }));
    let ty = vector(Lane::I1, 2);
    assert!(matches!(refused(ty, |lanes, x, y| lanes.swizzle(x, y)), LaneError::Operation { .. }));
    let ty = vector(Lane::I8, 2);
    assert!(matches!(refused(ty, |lanes, x, y| lanes.shuffle_bytes(x, y)), LaneError::Operation { .. }));
}

#[test]
fn shuffles_of_bytes() {
    let ty = vector(Lane::I8, 16);
    let program =
        Program::new("shuffle_bytes", &[ty, ty], |lanes, x| Ok(vec![lanes.shuffle_bytes(&x[0], &x[1])?]));
    let interpreter = program.interpreter();
    let mut random = Random(23);
    for _ in 0..64 {
        let (x, numbers) = (random.vector(ty), random.vector(ty));
        let of = |number: &u64| if *number >= 128 { 0 } else { x[*number as usize % 16] };
        let expected = Effect::Stored(vec![numbers.iter().map(of).collect()]);
        program.check_bits(&interpreter, &[x.clone(), numbers.clone()], &expected);
    }
}

/// The bytes of a vector in memory.
fn bytes(x: &Bits, lane: Lane, order: ByteOrder) -> Vec<u8> {
    let size = lane.bits() as usize / 8;
    let of = |bits: &u64| {
        let mut bytes = bits.to_le_bytes()[..size].to_vec();
        if order == ByteOrder::Big {
            bytes.reverse();
        }
        bytes
    };
    x.iter().flat_map(of).collect()
}

/// All pairs of types with the same size, in both orders.
#[test]
fn bit_casts() {
    for bits in [8, 64, 128, 256] {
        let types: Vec<VectorType> = Lane::ALL
            .into_iter()
            .filter(|lane| *lane != Lane::I1 && lane.bits() <= bits)
            .map(|lane| vector(lane, bits / lane.bits()))
            .collect();
        for from in &types {
            let program = Program::new(format!("bit casts of {from}"), &[*from], |lanes, x| {
                let mut results = Vec::new();
                for to in &types {
                    for order in [ByteOrder::Little, ByteOrder::Big] {
                        results.push(lanes.bitcast(&x[0], *to, order)?);
                    }
                }
                Ok(results)
            });
            let interpreter = program.interpreter();
            let mut random = Random(24);
            for _ in 0..16 {
                let x = random.vector(*from);
                let mut results = Vec::new();
                for to in &types {
                    for order in [ByteOrder::Little, ByteOrder::Big] {
                        let bytes = bytes(&x, from.lane(), order);
                        let lanes = bytes.chunks(to.lane().bits() as usize / 8).map(|lane| {
                            let fold = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
                            match order {
                                ByteOrder::Little => lane.iter().rev().fold(0, fold),
                                ByteOrder::Big => lane.iter().fold(0, fold),
                            }
                        });
                        results.push(lanes.collect());
                    }
                }
                program.check_bits(&interpreter, &[x], &Effect::Stored(results));
            }
        }
    }
    let error =
        refused(vector(Lane::I8, 2), |lanes, x, _| lanes.bitcast(x, vector(Lane::I8, 4), ByteOrder::Little));
    assert_eq!(error.to_string(), "no bit cast from i8x2 to i8x4");
    let error =
        refused(vector(Lane::I1, 8), |lanes, x, _| lanes.bitcast(x, vector(Lane::I8, 1), ByteOrder::Little));
    assert!(matches!(error, LaneError::Cast { .. }));
}

#[test]
fn bits_of_all_lanes() {
    for lane in Lane::ALL {
        for count in [1, 2, 16, 40] {
            let ty = vector(lane, count);
            let ints = [Lane::I1, Lane::I8, Lane::I16, Lane::I32, Lane::I64];
            let program = Program::new(format!("bits of {ty}"), &[ty], |lanes, x| {
                let [any, all] = [lanes.any_true(&x[0]), lanes.all_true(&x[0])];
                let mut results = vec![one_bit(lanes, any)?, one_bit(lanes, all)?];
                for int in ints {
                    let bits = lanes.high_bits(&x[0], int)?;
                    results.push(Vector::new(vector(int, 1), vec![bits])?);
                }
                Ok(results)
            });
            let interpreter = program.interpreter();
            let mut random = Random(25);
            for round in 0..48 {
                let x: Bits = (0..count)
                    .map(|_| match round % 3 {
                        0 => 0,
                        1 => random.lane(lane) | 1,
                        _ => random.lane(lane),
                    })
                    .collect();
                let high = x.iter().zip(0..).map(|(x, i)| (x >> (lane.bits() - 1) & 1) << i);
                let high = high.fold(0, |all, bit| all | bit);
                let mut results = vec![
                    vec![u64::from(x.iter().any(|x| *x != 0))],
                    vec![u64::from(x.iter().all(|x| *x != 0))],
                ];
                results.extend(ints.map(|int| vec![high & ones(int)]));
                program.check_bits(&interpreter, &[x], &Effect::Stored(results));
            }
        }
    }
    let error = refused(vector(Lane::I8, 2), |lanes, x, _| lanes.high_bits(x, Lane::F32));
    assert!(matches!(error, LaneError::Operation { .. }));
}

/// Loads that extend, splat and fill, from a vector that was stored.
#[test]
fn accesses() {
    let ty = vector(Lane::I16, 4);
    let program = Program::new("accesses", &[ty], |lanes, x| {
        let slot = lanes.cursor().proc.add_stack_slot(16, barebones::ir::StackSlotKind::Locked);
        let address = lanes.cursor().slot_base(slot);
        let access = |offset: i32| Access { address, offset, traps: true };
        lanes.store(&x[0], access(8))?;
        Ok(vec![
            lanes.load(vector(Lane::I64, 1), access(8))?,
            lanes.load_extend(Lane::I16, vector(Lane::I32, 4), Sign::Signed, access(8))?,
            lanes.load_extend(Lane::I8, vector(Lane::I64, 2), Sign::Unsigned, access(14))?,
            lanes.load_splat(vector(Lane::I16, 3), access(10))?,
            lanes.load_zero(vector(Lane::F32, 2), access(12))?,
        ])
    });
    let interpreter = program.interpreter();
    let mut random = Random(26);
    for _ in 0..32 {
        let x = random.vector(ty);
        let all = x.iter().rev().fold(0, |all, x| all << 16 | x);
        let signed = x.iter().map(|x| u64::from(*x as u16 as i16 as u32));
        let expected = Effect::Stored(vec![
            vec![all],
            signed.collect(),
            vec![x[3] & 0xFF, x[3] >> 8],
            vec![x[1]; 3],
            vec![x[2] | x[3] << 16, 0],
        ]);
        program.check_bits(&interpreter, &[x], &expected);
    }
    let wrong = |ty: VectorType, offset: i32| {
        refused(vector(Lane::I64, 1), |lanes, x, _| {
            let access = Access { address: x.lanes()[0], offset, traps: false };
            lanes.load(ty, access)
        })
    };
    assert!(matches!(wrong(vector(Lane::I1, 8), 0), LaneError::Operation { .. }));
    assert!(matches!(wrong(vector(Lane::I64, 2), i32::MAX - 8), LaneError::Operation { .. }));
}
