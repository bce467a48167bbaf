//! The tables: one row for each operation.

use super::cases::*;
use super::machine::{FRAME, Kind, Place, low, signed};
use super::operations_condition::{atomics, conditions, results};
use super::operations_float::floats;
use Width::{W8, W16, W32, W64, W128};
use barebones::base::{RegSet, Width};
use barebones::isa::masm::{Address, MacroAssembler, Operand, Scale};

/// `name f`: the method with this name.
macro_rules! rows {
    ($t:ident.$kind:ident($width:expr) |$m:ident, $x:ident, $y:ident| $($name:ident = $f:expr;)*) => {
        $($t.$kind(stringify!($name), $width, |$m, $x, $y| $m.$name($x, $y), $f);)*
    };
    ($t:ident.$kind:ident($width:expr) |$m:ident, $x:ident, $y:ident, $z:ident| $($name:ident = $f:expr;)*) => {
        $($t.$kind(stringify!($name), $width, |$m, $x, $y, $z| $m.$name($x, $y, $z), $f);)*
    };
}

fn integers(t: &mut Cases) {
    rows! { t.binary(W32) |m, d, a, b|
        add32 = |a, b| a.wrapping_add(b);
        sub32 = |a, b| a.wrapping_sub(b);
        mul32 = |a, b| a.wrapping_mul(b);
        and32 = |a, b| a & b;
        or32 = |a, b| a | b;
        xor32 = |a, b| a ^ b;
        lshift32 = |a, b| a << (b & 31);
        rshift32 = |a, b| (a as i32 >> (b & 31)) as u64;
        urshift32 = |a, b| a >> (b & 31);
        rotate_right32 = |a, b| (a as u32).rotate_right(b as u32 & 31).into();
        rotate_left32 = |a, b| (a as u32).rotate_left(b as u32 & 31).into();
    }
    rows! { t.binary(W64) |m, d, a, b|
        add64 = |a, b| a.wrapping_add(b);
        sub64 = |a, b| a.wrapping_sub(b);
        mul64 = |a, b| a.wrapping_mul(b);
        and64 = |a, b| a & b;
        or64 = |a, b| a | b;
        xor64 = |a, b| a ^ b;
        lshift64 = |a, b| a << (b & 63);
        rshift64 = |a, b| (a as i64 >> (b & 63)) as u64;
        urshift64 = |a, b| a >> (b & 63);
        rotate_right64 = |a, b| a.rotate_right(b as u32 & 63);
        rotate_left64 = |a, b| a.rotate_left(b as u32 & 63);
    }
    rows! { t.unary(W32) |m, d, a|
        neg32 = |a| low(a.wrapping_neg(), W32);
        not32 = |a| low(!a, W32);
        count_leading_zeros32 = |a| (a as u32).leading_zeros().into();
        count_trailing_zeros32 = |a| (a as u32).trailing_zeros().into();
        count_population32 = |a| a.count_ones().into();
        byte_swap32 = |a| (a as u32).swap_bytes().into();
        zero_extend32_to_64 = |a| a;
        sign_extend32_to_64 = |a| signed(a, W32) as u64;
    }
    rows! { t.unary(W64) |m, d, a|
        neg64 = |a| a.wrapping_neg();
        not64 = |a| !a;
        count_leading_zeros64 = |a| a.leading_zeros().into();
        count_trailing_zeros64 = |a| a.trailing_zeros().into();
        count_population64 = |a| a.count_ones().into();
        byte_swap64 = |a| a.swap_bytes();
    }
    rows! { t.unary(W8) |m, d, a|
        zero_extend8 = |a| a;
        sign_extend8_to_32 = |a| low(signed(a, W8) as u64, W32);
        sign_extend8_to_64 = |a| signed(a, W8) as u64;
    }
    rows! { t.unary(W16) |m, d, a|
        zero_extend16 = |a| a;
        sign_extend16_to_32 = |a| low(signed(a, W16) as u64, W32);
        sign_extend16_to_64 = |a| signed(a, W16) as u64;
    }
    for imm in IMMEDIATES {
        t.add("mov", imm, &[0], move |m, c| m.mov(c.r[0], imm), move |s| s.gp[0] = imm as u64);
        t.add("mov32", imm, &[0], move |m, c| m.mov32(c.r[0], imm), move |s| s.gp[0] = low(imm as u64, W32));
    }
    t.unary("mov", W64, |m, d, a| m.mov(d, a), |a| a);
    t.unary("mov32", W32, |m, d, a| m.mov32(d, a), |a| a);
    t.load("mov", W64, |m, d, a| m.mov(d, a), |a| a);
    t.load("mov32", W32, |m, d, a| m.mov32(d, a), |a| a);
    for (a, b) in [(0, 1), (2, 2)] {
        t.add("swap", (a, b), &[a, b], move |m, c| m.swap(c.r[a], c.r[b]), move |s| s.gp.swap(a, b));
    }
}

fn memory(t: &mut Cases) {
    rows! { t.load(W8) |m, d, a|
        load8 = |a| a;
        load8_signed_to_32 = |a| low(signed(a, W8) as u64, W32);
        load8_signed_to_64 = |a| signed(a, W8) as u64;
    }
    rows! { t.load(W16) |m, d, a|
        load16 = |a| a;
        load16_signed_to_32 = |a| low(signed(a, W16) as u64, W32);
        load16_signed_to_64 = |a| signed(a, W16) as u64;
    }
    rows! { t.load(W32) |m, d, a|
        load32 = |a| a;
        load32_signed_to_64 = |a| signed(a, W32) as u64;
    }
    rows! { t.load(W64) |m, d, a| load64 = |a| a; }
    rows! { t.memory_op(W8) |m, a, v| store8 = |_, v| v; }
    rows! { t.memory_op(W16) |m, a, v| store16 = |_, v| v; }
    rows! { t.memory_op(W32) |m, a, v|
        store32 = |_, v| v;
        add32_memory = |a, b| a.wrapping_add(b);
        sub32_memory = |a, b| a.wrapping_sub(b);
        and32_memory = |a, b| a & b;
        or32_memory = |a, b| a | b;
        xor32_memory = |a, b| a ^ b;
    }
    rows! { t.memory_op(W64) |m, a, v|
        store64 = |_, v| v;
        add64_memory = |a, b| a.wrapping_add(b);
        sub64_memory = |a, b| a.wrapping_sub(b);
        and64_memory = |a, b| a & b;
        or64_memory = |a, b| a | b;
        xor64_memory = |a, b| a ^ b;
    }
    t.float_memory(
        ["load_float", "store_float"],
        W32,
        |m, f, a| m.load_float(f, a),
        |m, f, a| m.store_float(a, f),
    );
    t.float_memory(
        ["load_double", "store_double"],
        W64,
        |m, f, a| m.load_double(f, a),
        |m, f, a| m.store_double(a, f),
    );
    t.float_memory(
        ["load_vector", "store_vector"],
        W128,
        |m, f, a| m.load_vector(f, a),
        |m, f, a| m.store_vector(a, f),
    );
    // Checks an address by the value in memory.
    t.load(
        "lea",
        W64,
        |m, d, a| {
            m.lea(d, a);
            m.load64(d, Address::new(d, 0))
        },
        |a| a,
    );
    let offsets = [0, 1, -1, 0xfff, -0xfff, 0x1000, 0xfff_ffff, -0x12_3456, 0x12_3456, i32::MAX, i32::MIN];
    for offset in offsets {
        for (d, b) in [(0, 1), (0, 0)] {
            t.add(
                "lea",
                (d, b, offset),
                &[d],
                move |m, c| m.lea(c.r[d], Address::new(c.r[b], offset)),
                move |s| {
                    s.gp[d] = s.gp[b].wrapping_add(offset as i64 as u64);
                },
            );
        }
        for [d, b, i] in [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 0, 0]] {
            for scale in Scale::ALL {
                t.add(
                    "lea",
                    (d, b, i, scale, offset),
                    &[d],
                    move |m, c| m.lea(c.r[d], Address::indexed(c.r[b], c.r[i], scale, offset)),
                    move |s| {
                        let index = s.gp[i].wrapping_mul(scale.factor().into());
                        s.gp[d] = s.gp[b].wrapping_add(index).wrapping_add(offset as i64 as u64);
                    },
                );
            }
        }
    }
}

fn control(t: &mut Cases) {
    t.add("jump", (), &[], |m, c| m.jump(c.taken), |s| s.taken = 1);
    // The target of the jump continues with the next instruction: registers and memory are unchanged.
    t.add(
        "far_jump",
        "register",
        &[0],
        |m, c| {
            let there = m.new_label();
            m.lea_label(c.r[0], there);
            m.far_jump(c.r[0]);
            m.trap();
            m.bind(there);
            m.mov(c.r[0], 5);
        },
        |s| s.gp[0] = 5,
    );
    t.add(
        "lea_label",
        "memory",
        &[0],
        |m, c| {
            let there = m.new_label();
            m.lea_label(c.r[0], there);
            m.store64(Place::Near.address(c), c.r[0]);
            m.far_jump(Place::Near.address(c));
            m.trap();
            m.bind(there);
            m.mov(c.r[0], 5);
            m.store64(Place::Near.address(c), 6);
        },
        |s| {
            s.gp[0] = 5;
            s.store(Place::Near.at(), W64, 6);
        },
    );
    t.add(
        "near_call",
        (),
        &[0],
        |m, c| m.near_call(c.callee, RegSet::of(&[c.r[0].reg()])),
        |s| s.gp[0] = s.gp[0].wrapping_add(1),
    );
    t.add(
        "call",
        "register",
        &[0, 1],
        |m, c| {
            m.lea_label(c.r[1], c.callee);
            m.call(c.r[1], RegSet::of(&[c.r[0].reg()]));
            m.mov(c.r[1], 0);
        },
        |s| (s.gp[0], s.gp[1]) = (s.gp[0].wrapping_add(1), 0),
    );
    t.add(
        "call",
        "memory",
        &[0, 1],
        |m, c| {
            m.lea_label(c.r[1], c.callee);
            m.store64(Place::Scaled.address(c), c.r[1]);
            m.call(Place::Scaled.address(c), RegSet::of(&[c.r[0].reg()]));
            m.store64(Place::Scaled.address(c), 0);
            m.mov(c.r[1], 0);
        },
        |s| {
            (s.gp[0], s.gp[1]) = (s.gp[0].wrapping_add(1), 0);
            s.store(Place::Scaled.at(), W64, 0);
        },
    );
    type Simple = fn(&mut MacroAssembler<'_>);
    let nothing: [(&'static str, Simple); 5] = [
        ("landing_pad", |m| m.landing_pad()),
        ("nop", |m| m.nop()),
        ("pause", |m| m.pause()),
        ("align", |m| m.align(32)),
        ("trap", |m| {
            let end = m.new_label();
            m.jump(end);
            m.trap();
            m.bind(end);
        }),
    ];
    for (name, emit) in nothing {
        t.add(name, (), &[], move |m, _| emit(m), |_| {});
    }
    t.add(
        "breakpoint",
        (),
        &[],
        |m, _| {
            let end = m.new_label();
            m.jump(end);
            m.breakpoint();
            m.bind(end);
        },
        |_| {},
    );
    t.add(
        "raw_bytes",
        (),
        &[0],
        |m, c| {
            let zero = if m.a64().is_some() {
                // movz: the destination is in the low bits.
                (0xd280_0000 | u32::from(c.r[0].reg().number())).to_le_bytes().to_vec()
            } else {
                // REX.W mov imm32: the destination is in the last byte of three.
                let number = c.r[0].reg().number();
                vec![0x48 | number >> 3, 0xc7, 0xc0 | number & 7, 0, 0, 0, 0]
            };
            m.raw_bytes(&zero, RegSet::of(&[c.r[0].reg()]));
        },
        |s| s.gp[0] = 0,
    );
    // A local function whose code returns.
    t.add(
        "ret",
        (),
        &[0],
        |m, c| {
            let (function, end) = (m.new_label(), m.new_label());
            m.near_call(function, RegSet::of(&[c.r[0].reg()]));
            m.jump(end);
            m.bind(function);
            m.mov(c.r[0], 9);
            m.ret();
            m.trap();
            m.bind(end);
        },
        |s| s.gp[0] = 9,
    );
}

/// Every assignment of four registers from four, and some with constants and memory.
fn arguments(t: &mut Cases) {
    for code in 0..256usize {
        let from: [usize; 4] = std::array::from_fn(|i| code >> (2 * i) & 3);
        t.add(
            "set_arguments",
            from,
            &[0, 1, 2, 3],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.r[i], Operand::Reg(c.r[from[i]]))).collect();
                m.set_arguments(&arguments);
            },
            move |s| {
                let before = s.gp;
                (0..4).for_each(|i| s.gp[i] = before[from[i]]);
            },
        );
        t.add(
            "set_float_arguments",
            from,
            &[],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.f[i], c.f[from[i]])).collect();
                m.set_float_arguments(&arguments);
            },
            move |s| {
                let before = s.fp;
                (0..4).for_each(|i| s.fp[i] = before[from[i]]);
            },
        )
        .writes
        .1 = vec![0, 1, 2, 3];
    }
    let mixed = [
        [Kind::Imm(7), Kind::Reg(0), Kind::Mem(Place::Near), Kind::Reg(1)],
        [Kind::Mem(Place::Pointer(1)), Kind::Mem(Place::Pointer(0)), Kind::Reg(3), Kind::Reg(2)],
        [Kind::Mem(Place::Pointer(0)), Kind::Reg(0), Kind::Reg(0), Kind::Imm(-1)],
        [Kind::Reg(1), Kind::Mem(Place::Pointer(0)), Kind::Reg(2), Kind::Mem(Place::Absolute)],
        [
            Kind::Mem(Place::Pointer(1)),
            Kind::Mem(Place::Pointer(0)),
            Kind::Mem(Place::Absolute),
            Kind::Reg(0),
        ],
    ];
    for kinds in mixed {
        let case = t.add(
            "set_arguments",
            kinds,
            &[0, 1, 2, 3],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.r[i], kinds[i].operand(c))).collect();
                m.set_arguments(&arguments);
            },
            move |s| {
                let before = s.clone();
                (0..4).for_each(|i| s.gp[i] = kinds[i].value(&before, W64));
            },
        );
        for kind in kinds {
            if let Kind::Mem(Place::Pointer(role)) = kind {
                case.pointers.push(role);
            }
        }
    }
}

/// Accesses to the frame by the frame pointer and by the stack pointer.
fn frames(t: &mut Cases) {
    for (store, load) in [(-24, FRAME - 24), (-64, 0), (-8, FRAME - 8)] {
        t.add(
            "store64",
            ("frame", store),
            &[0],
            move |m, c| {
                m.store64(Address::frame(store), c.r[1]);
                m.load64(c.r[0], Address::stack(load));
            },
            |s| s.gp[0] = s.gp[1],
        );
        t.add(
            "lea",
            ("stack", load),
            &[0, 2],
            move |m, c| {
                m.store64(Address::stack(load), c.r[1]);
                m.lea(c.r[0], Address::frame(store));
                m.lea(c.r[2], Address::stack(load));
                m.sub64(c.r[2], c.r[2], c.r[0]);
                m.load64(c.r[0], Address::new(c.r[0], 0));
            },
            |s| (s.gp[0], s.gp[2]) = (s.gp[1], 0),
        );
    }
}

/// A value is held in a scratch register while another one needs a scratch register for its address.
fn waiting_argument(t: &mut Cases) {
    const FAR: i64 = 0x1234_5679;
    let case = t.add(
        "set_arguments",
        "a scratch register that is busy",
        &[0, 1],
        |m, c| {
            let far = Address::indexed(c.r[1], c.r[0], Scale::One, FAR as i32 + 16);
            m.set_arguments(&[(c.r[0], Address::new(c.r[1], 16).into()), (c.r[1], far.into())]);
        },
        |s| {
            let at = Place::Pointer(1).at();
            (s.gp[0], s.gp[1]) = (s.load(at, W64), s.load(at, W64));
        },
    );
    case.pointers = vec![1];
    case.prepare = Some(Box::new(|s| s.gp[0] = (-FAR) as u64));
}

pub(crate) fn all() -> Cases {
    let mut t = Cases::default();
    integers(&mut t);
    memory(&mut t);
    atomics(&mut t);
    conditions(&mut t);
    results(&mut t);
    floats(&mut t);
    control(&mut t);
    arguments(&mut t);
    waiting_argument(&mut t);
    frames(&mut t);
    t
}
