//! Operands that expose errors: bounds of types, neighbours of powers of two, special floats, and bounds of
//! conversions.

use barebones::base::Type;
use std::sync::LazyLock;

/// The awkward operands of a scalar type as zero-extended bits; the first is 0. Empty for other types.
pub fn awkward(ty: Type) -> &'static [u64] {
    static TABLES: LazyLock<[Vec<u64>; 4]> = LazyLock::new(|| [int32(), int64(), float(), double()]);
    match Type::SCALARS.iter().position(|scalar| *scalar == ty) {
        Some(i) => &TABLES[i],
        None if ty.is_vector() => &TABLES[1], // of one half
        None => &[],
    }
}

/// A few of the awkward operands of a type, for tests of all triples.
pub fn few(ty: Type) -> &'static [u64] {
    match ty {
        Type::Int32 => &[0, 1, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 37],
        Type::Int64 => &[0, 1, u64::MAX, i64::MAX as u64, 1 << 63, 0x1_0000_0025],
        Type::Float => &[0, 0x8000_0000, 0x3f80_0000, 0xc0b3_3333, 0x7f80_0000, 0x7fc0_0001, 1, 0x4b00_0001],
        Type::Double => &[
            0,
            1 << 63,
            0x3ff0_0000_0000_0000,
            0xc016_6666_6666_6666,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0001,
            1,
            0x4340_0000_0000_0001,
        ],
        _ => &[],
    }
}

fn distinct(bits: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut table = Vec::new();
    for value in bits {
        if !table.contains(&value) {
            table.push(value);
        }
    }
    table
}

fn int32() -> Vec<u64> {
    let small = (0..=5).flat_map(|n: i64| [n, -n]).chain([10, 31, 32, 33, 63, 64, 100, -100]);
    let powers = [7, 8, 15, 16, 24, 30, 31].into_iter().flat_map(|n| {
        let power = 1i64 << n;
        [power - 1, power, power + 1, -power, -power - 1, -power + 1]
    });
    let patterns = [0x1234_5678, 0xdead_beef, 0x5555_5555, 0xaaaa_aaaa, 0x00ff_00ff, 0xcccc_cccc];
    distinct(small.chain(powers).chain([i64::from(i32::MIN)]).chain(patterns).map(|n| u64::from(n as u32)))
}

fn int64() -> Vec<u64> {
    let small = (0..=5).flat_map(|n: i64| [n, -n]).chain([10, 31, 32, 33, 63, 64, 65, 100, -100]);
    let powers = [7, 8, 15, 16, 31, 32, 33, 48, 52, 53, 62, 63].into_iter().flat_map(|n| {
        let power = 1i64.wrapping_shl(n);
        let minus = power.wrapping_neg();
        [
            power.wrapping_sub(1),
            power,
            power.wrapping_add(1),
            minus,
            minus.wrapping_sub(1),
            minus.wrapping_add(1),
        ]
    });
    let patterns = [0x0123_4567_89ab_cdef, 0x5555_5555_5555_5555, 0x7fff_fbff_ffff_fdff];
    distinct(small.chain(powers).chain(patterns).map(|n| n as u64))
}

/// Exponents of powers of two: bounds of the integer types, and halves, which are rounded.
const BOUNDS: [i32; 9] = [-1, 0, 1, 23, 24, 31, 32, 63, 64];

fn float() -> Vec<u64> {
    let special = [
        0x0000_0000, // 0
        0x8000_0000, // -0
        0x7f80_0000, // infinity
        0xff80_0000,
        0x7fc0_0000, // the canonical NaN
        0xffc0_0000,
        0x7fc1_2345, // quiet, with payload
        0xfff0_0001,
        0x7f80_0001, // signalling
        0xffbf_ffff,
        0x0000_0001, // denormal
        0x807f_ffff,
        0x0080_0000, // smallest normal number
        0x7f7f_ffff, // largest normal number
        0xff7f_ffff,
        0x3f7f_ffff, // just below 1
        0x3f80_0001, // just above 1
    ];
    let ordinary = [1.5f32, 2.5, -2.5, 0.1, 3.0, 1e10, -123.456, 8_388_609.0, 4_194_304.5];
    let bounds = BOUNDS.into_iter().flat_map(|n| {
        let power = 2f32.powi(n).to_bits();
        [power - 1, power, power + 1].into_iter().flat_map(|bits| [bits, bits | 1 << 31])
    });
    distinct(special.into_iter().chain(ordinary.into_iter().map(f32::to_bits)).chain(bounds).map(u64::from))
}

fn double() -> Vec<u64> {
    let special = [
        0,
        1 << 63,
        0x7ff0_0000_0000_0000,
        0xfff0_0000_0000_0000,
        0x7ff8_0000_0000_0000,
        0xfff8_0000_0000_0000,
        0x7ff8_1234_5678_9abc,
        0xffff_0000_0000_0001,
        0x7ff0_0000_0000_0001,
        0xfff7_ffff_ffff_ffff,
        1,
        0x800f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x7fef_ffff_ffff_ffff,
        0xffef_ffff_ffff_ffff,
        0x3fef_ffff_ffff_ffff,
        0x3ff0_0000_0000_0001,
    ];
    let ordinary = [
        1.5f64,
        2.5,
        -2.5,
        0.1,
        3.0,
        1e300,
        -123.456,
        2_147_483_647.5,
        -2_147_483_648.5,
        -2_147_483_649.0,
        4_294_967_295.5,
        4_503_599_627_370_497.5,
        16_777_217.0, // inexact as a Float
        3.402_823_6e38,
        1e-40,
    ];
    let bounds = BOUNDS.into_iter().chain([52, 53]).flat_map(|n| {
        let power = 2f64.powi(n).to_bits();
        [power - 1, power, power + 1].into_iter().flat_map(|bits| [bits, bits | 1 << 63])
    });
    distinct(special.into_iter().chain(ordinary.into_iter().map(f64::to_bits)).chain(bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_bounds() {
        let has = |ty: Type, bits: u64| awkward(ty).contains(&bits);
        for bits in [0, 1, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0x8000_0001] {
            assert!(has(Type::Int32, bits), "{bits:#x}");
        }
        for bits in [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 32, (1 << 32) - 1, (1 << 31) - 1] {
            assert!(has(Type::Int64, bits), "{bits:#x}");
        }
        for n in [31, 32, 63, 64] {
            assert!(
                has(Type::Float, u64::from(2f32.powi(n).to_bits()))
                    && has(Type::Double, 2f64.powi(n).to_bits())
            );
        }
        for ty in Type::SCALARS {
            assert_eq!(awkward(ty)[0], 0);
            assert!(awkward(ty).iter().all(|bits| ty.size() == 8 || *bits >> 32 == 0));
            assert!(awkward(ty).len() < 100 && few(ty).len() <= 8);
        }
        assert!(awkward(Type::Void).is_empty());
    }
}
