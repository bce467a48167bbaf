//! Every operation of the macro assembler with operands of every kind, and its expected effect.

use super::machine::{Case, Context, Kind, Place, State, low, signed};
use barebones::base::{FloatCondition, IntCondition, Width};
use barebones::isa::Label;
use barebones::isa::masm::{Address, Fpr, Gpr, MacroAssembler, Operand, ResultCondition};

use Width::{W64, W128};

pub(crate) const IMMEDIATES: [i64; 17] = [
    0,
    1,
    -1,
    31,
    63,
    0xff,
    -128,
    0xfff,
    -0x1000,
    0x1001,
    0x7fff_ffff,
    0x8000_0000,
    -0x8000_0000,
    0x5555_5555_5555_5555,
    0x1234_5678_9abc_def0,
    i64::MIN,
    i64::MAX,
];

/// Roles of destination, first and second operand.
const ALIASES: [[usize; 3]; 5] = [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1]];

pub(crate) type Unary = for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Gpr<'g>);
pub(crate) type Binary = for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Gpr<'g>, Operand<'g>);
pub(crate) type ToMemory = for<'g> fn(&mut MacroAssembler<'g>, Address<'g>, Operand<'g>);
pub(crate) type Load = for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Address<'g>);
pub(crate) type FloatMemory = for<'g> fn(&mut MacroAssembler<'g>, Fpr<'g>, Address<'g>);
pub(crate) type FloatUnary = for<'g> fn(&mut MacroAssembler<'g>, Fpr<'g>, Fpr<'g>);
pub(crate) type FloatBinary = for<'g> fn(&mut MacroAssembler<'g>, Fpr<'g>, Fpr<'g>, Fpr<'g>);
pub(crate) type ToFloat = for<'g> fn(&mut MacroAssembler<'g>, Fpr<'g>, Gpr<'g>);
pub(crate) type FromFloat = for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Fpr<'g>);
pub(crate) type Exchange = for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Address<'g>, Gpr<'g>);
pub(crate) type BranchArithmetic =
    for<'g> fn(&mut MacroAssembler<'g>, ResultCondition, Gpr<'g>, Gpr<'g>, Operand<'g>, Label);

pub(crate) type BranchMemory =
    for<'g> fn(&mut MacroAssembler<'g>, ResultCondition, Address<'g>, Operand<'g>, Label);

/// The four methods of a comparison.
pub(crate) type Branch<C> = for<'g> fn(&mut MacroAssembler<'g>, C, Operand<'g>, Operand<'g>, Label);
pub(crate) type Set<C> = for<'g> fn(&mut MacroAssembler<'g>, C, Gpr<'g>, Operand<'g>, Operand<'g>);
pub(crate) type Select<C> =
    for<'g> fn(&mut MacroAssembler<'g>, C, Operand<'g>, Operand<'g>, Gpr<'g>, Gpr<'g>, Gpr<'g>);
pub(crate) type SelectFloat<C> =
    for<'g> fn(&mut MacroAssembler<'g>, C, Operand<'g>, Operand<'g>, Fpr<'g>, Fpr<'g>, Fpr<'g>);

#[derive(Default)]
pub(crate) struct Cases {
    pub(crate) all: Vec<Case>,
}

impl Cases {
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        detail: impl std::fmt::Debug,
        writes: &[usize],
        emit: impl for<'g> Fn(&mut MacroAssembler<'g>, &Context<'g>) + 'static,
        model: impl Fn(&mut State) + 'static,
    ) -> &mut Case {
        self.all.push(Case {
            name,
            detail: format!("{detail:?}"),
            emit: Box::new(emit),
            model: Box::new(model),
            writes: (writes.to_vec(), Vec::new()),
            pointers: Vec::new(),
            place: None,
            float_width: W64,
            prepare: None,
        });
        self.all.last_mut().expect("it was pushed")
    }

    /// Records the operand kinds of the last case.
    fn with(&mut self, kinds: &[Kind]) {
        let case = self.all.last_mut().expect("a case");
        for kind in kinds {
            match *kind {
                Kind::Mem(Place::Pointer(role)) => case.pointers.push(role),
                Kind::Mem(place) => case.place = Some(place),
                Kind::Reg(_) | Kind::Imm(_) => {}
            }
        }
    }

    pub(crate) fn unary(&mut self, name: &'static str, width: Width, emit: Unary, f: fn(u64) -> u64) {
        for (d, a) in [(0, 1), (0, 0)] {
            self.add(
                name,
                (d, a),
                &[d],
                move |m, c| emit(m, c.r[d], c.r[a]),
                move |s| s.gp[d] = f(low(s.gp[a], width)),
            );
        }
    }

    pub(crate) fn binary(&mut self, name: &'static str, width: Width, emit: Binary, f: fn(u64, u64) -> u64) {
        let mut operands: Vec<(usize, usize, Kind)> = ALIASES.map(|[d, a, b]| (d, a, Kind::Reg(b))).into();
        for (d, a) in [(0, 1), (0, 0)] {
            operands.extend(IMMEDIATES.map(|imm| (d, a, Kind::Imm(imm))));
            operands.extend(Place::ALL.map(|place| (d, a, Kind::Mem(place))));
        }
        operands.push((0, 1, Kind::Mem(Place::Pointer(0))));
        operands.push((0, 1, Kind::Mem(Place::Pointer(1))));
        operands.push((0, 0, Kind::Mem(Place::Pointer(0))));
        for (d, a, b) in operands {
            self.add(
                name,
                (d, a, b),
                &[d],
                move |m, c| emit(m, c.r[d], c.r[a], b.operand(c)),
                move |s| s.gp[d] = low(f(low(s.gp[a], width), b.value(s, width)), width),
            );
            self.with(&[b]);
        }
    }

    pub(crate) fn memory_op(
        &mut self,
        name: &'static str,
        width: Width,
        emit: ToMemory,
        f: fn(u64, u64) -> u64,
    ) {
        self.places_op(name, width, emit, f, &Place::ALL);
    }

    pub(crate) fn places_op(
        &mut self,
        name: &'static str,
        width: Width,
        emit: ToMemory,
        f: fn(u64, u64) -> u64,
        places: &[Place],
    ) {
        let kinds = [Kind::Reg(1), Kind::Mem(Place::Pointer(2))];
        for &place in places {
            for b in IMMEDIATES.map(Kind::Imm).into_iter().chain(kinds) {
                self.add(
                    name,
                    (place, b),
                    &[],
                    move |m, c| emit(m, place.address(c), b.operand(c)),
                    move |s| {
                        let value = f(s.load(place.at(), width), b.value(s, width));
                        s.store(place.at(), width, value);
                    },
                );
                self.with(&[Kind::Mem(place), b]);
            }
        }
    }

    pub(crate) fn load(&mut self, name: &'static str, width: Width, emit: Load, f: fn(u64) -> u64) {
        for place in Place::ALL.into_iter().chain([Place::Pointer(0), Place::Pointer(1)]) {
            self.add(
                name,
                place,
                &[0],
                move |m, c| emit(m, c.r[0], place.address(c)),
                move |s| s.gp[0] = f(s.load(place.at(), width)),
            );
            self.with(&[Kind::Mem(place)]);
        }
    }

    pub(crate) fn load_aligned(&mut self, name: &'static str, width: Width, emit: Load) {
        for place in Place::ALIGNED.into_iter().chain([Place::Pointer(0), Place::Pointer(1)]) {
            self.add(
                name,
                place,
                &[0],
                move |m, c| emit(m, c.r[0], place.address(c)),
                move |s| s.gp[0] = s.load(place.at(), width),
            );
            self.with(&[Kind::Mem(place)]);
        }
    }

    pub(crate) fn float_memory(
        &mut self,
        names: [&'static str; 2],
        width: Width,
        load: FloatMemory,
        store: FloatMemory,
    ) {
        let places = Place::ALL.into_iter().filter(|place| width != W128 || place.at() <= 48);
        for place in places {
            let low_width = width.min(W64);
            self.add(
                names[0],
                place,
                &[],
                move |m, c| load(m, c.f[0], place.address(c)),
                move |s| s.fp[0] = s.load(place.at(), low_width),
            )
            .writes
            .1 = vec![0];
            self.with(&[Kind::Mem(place)]);
            if width == W128 {
                // The upper half keeps its loaded value.
                self.add(
                    names[1],
                    place,
                    &[],
                    move |m, c| {
                        load(m, c.f[0], Place::Near.address(c));
                        store(m, c.f[0], place.address(c));
                    },
                    move |s| {
                        let at = Place::Near.at();
                        let halves = [s.load(at, W64), s.load(at + 8, W64)];
                        s.fp[0] = halves[0];
                        s.store(place.at(), W64, halves[0]);
                        s.store(place.at() + 8, W64, halves[1]);
                    },
                )
                .writes
                .1 = vec![0];
            } else {
                self.add(
                    names[1],
                    place,
                    &[],
                    move |m, c| store(m, c.f[0], place.address(c)),
                    move |s| s.store(place.at(), width, s.fp[0]),
                );
            }
            self.with(&[Kind::Mem(place)]);
        }
    }

    pub(crate) fn float_unary(
        &mut self,
        name: &'static str,
        width: Width,
        result: Width,
        emit: FloatUnary,
        f: fn(u64) -> u64,
    ) {
        for (d, a) in [(0, 1), (0, 0)] {
            let case = self.add(
                name,
                (d, a),
                &[],
                move |m, c| emit(m, c.f[d], c.f[a]),
                move |s| s.fp[d] = f(low(s.fp[a], width)),
            );
            case.writes.1 = vec![d];
            case.float_width = result;
        }
    }

    pub(crate) fn float_binary(
        &mut self,
        name: &'static str,
        width: Width,
        emit: FloatBinary,
        f: fn(u64, u64) -> u64,
    ) {
        for [d, a, b] in ALIASES {
            let case = self.add(
                name,
                [d, a, b],
                &[],
                move |m, c| emit(m, c.f[d], c.f[a], c.f[b]),
                move |s| s.fp[d] = f(low(s.fp[a], width), low(s.fp[b], width)),
            );
            case.writes.1 = vec![d];
            case.float_width = width;
        }
    }

    pub(crate) fn gp_to_float(
        &mut self,
        name: &'static str,
        from: Width,
        to: Width,
        emit: ToFloat,
        f: fn(u64) -> u64,
    ) {
        let case = self.add(
            name,
            (),
            &[],
            move |m, c| emit(m, c.f[0], c.r[1]),
            move |s| s.fp[0] = f(low(s.gp[1], from)),
        );
        case.writes.1 = vec![0];
        case.float_width = to;
    }

    /// `f` returns `None` if the result depends on the target; then it is not compared.
    pub(crate) fn float_to_gp(
        &mut self,
        name: &'static str,
        from: Width,
        emit: FromFloat,
        f: fn(u64) -> Option<u64>,
    ) {
        // Inputs out of range are set to zero before.
        let fits = move |s: &State| f(low(s.fp[1], from));
        self.add(
            name,
            (),
            &[0],
            move |m, c| {
                emit(m, c.r[0], c.f[1]);
                // The model marks inputs in range in the neighbouring register.
                let end = m.new_label();
                m.branch64(IntCondition::NotEqual, c.r[5], 77, end);
                m.mov(c.r[0], 0);
                m.bind(end);
            },
            move |s| s.gp[0] = if s.gp[5] == 77 { 0 } else { fits(s).unwrap_or(0) },
        );
        self.all.last_mut().expect("a case").detail = String::from("fits");
        let case = self.all.last_mut().expect("a case");
        case.prepare = Some(Box::new(move |s: &mut State| {
            s.gp[5] = if fits(s).is_none() { 77 } else { 78 };
        }));
    }

    pub(crate) fn exchange(
        &mut self,
        name: &'static str,
        width: Width,
        emit: Exchange,
        f: fn(u64, u64) -> u64,
    ) {
        let places = Place::ALIGNED.map(|place| (0, place, 1));
        let pointers = [(0, Place::Pointer(0), 1), (0, Place::Pointer(2), 1), (0, Place::Pointer(1), 1)];
        let same = [(0, Place::Near, 0), (0, Place::Far, 0)];
        for (d, place, src) in places.into_iter().chain(pointers).chain(same) {
            self.add(
                name,
                (d, place, src),
                &[d],
                move |m, c| emit(m, c.r[d], place.address(c), c.r[src]),
                move |s| {
                    let (old, src) = (s.load(place.at(), width), s.gp[src]);
                    s.store(place.at(), width, f(old, src));
                    s.gp[d] = old;
                },
            );
            self.with(&[Kind::Mem(place)]);
        }
    }

    pub(crate) fn cas(
        &mut self,
        names: [&'static str; 2],
        width: Width,
        plain: for<'g> fn(&mut MacroAssembler<'g>, Gpr<'g>, Gpr<'g>, Address<'g>),
        branch: for<'g> fn(&mut MacroAssembler<'g>, bool, Gpr<'g>, Gpr<'g>, Address<'g>, Label),
    ) {
        for (e, n, place) in [
            (0, 1, Place::Near),
            (0, 1, Place::Far),
            (0, 1, Place::Scaled),
            (0, 0, Place::Near),
            (0, 1, Place::Pointer(1)),
            (0, 1, Place::Pointer(2)),
            (2, 1, Place::Near),
            (2, 1, Place::Absolute),
        ] {
            let model = move |s: &mut State| {
                let (old, expected) = (s.load(place.at(), width), low(s.gp[e], width));
                if old == expected {
                    s.store(place.at(), width, s.gp[n]);
                }
                s.gp[e] = old;
                old == expected
            };
            self.add(
                names[0],
                (e, n, place),
                &[e],
                move |m, c| plain(m, c.r[e], c.r[n], place.address(c)),
                move |s| {
                    model(s);
                },
            );
            self.with(&[Kind::Mem(place)]);
            for success in [false, true] {
                self.add(
                    names[1],
                    (success, e, n, place),
                    &[e],
                    move |m, c| branch(m, success, c.r[e], c.r[n], place.address(c), c.taken),
                    move |s| s.taken = u64::from(model(s) == success),
                );
                self.with(&[Kind::Mem(place)]);
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // a table row
    pub(crate) fn comparison<C: Copy + std::fmt::Debug + 'static>(
        &mut self,
        names: [&'static str; 4],
        width: Width,
        conditions: &[C],
        holds: fn(C, u64, u64, Width) -> bool,
        branch: Branch<C>,
        set: Set<C>,
        select: Select<C>,
        select_float: SelectFloat<C>,
    ) {
        let mut operands = vec![
            (Kind::Reg(1), Kind::Reg(2)),
            (Kind::Reg(1), Kind::Reg(1)),
            (Kind::Reg(0), Kind::Reg(2)),
            (Kind::Imm(5), Kind::Imm(-5)),
            (Kind::Imm(-3), Kind::Reg(1)),
            (Kind::Imm(-3), Kind::Mem(Place::Near)),
            (Kind::Mem(Place::Near), Kind::Mem(Place::Pointer(1))),
            (Kind::Mem(Place::Far), Kind::Reg(2)),
            (Kind::Reg(2), Kind::Mem(Place::FarIndexed)),
            (Kind::Mem(Place::Absolute), Kind::Imm(0x1234_5678_9abc_def0)),
        ];
        operands.extend(IMMEDIATES.map(|imm| (Kind::Reg(1), Kind::Imm(imm))));
        operands.extend([0, 1, -1, 0x7fff_ffff].map(|imm| (Kind::Mem(Place::Near), Kind::Imm(imm))));
        for (i, (a, b)) in operands.into_iter().enumerate() {
            for (j, &condition) in conditions.iter().enumerate() {
                let holds = move |s: &State| holds(condition, a.value(s, width), b.value(s, width), width);
                let detail = (condition, a, b);
                self.add(
                    names[0],
                    detail,
                    &[],
                    move |m, c| branch(m, condition, a.operand(c), b.operand(c), c.taken),
                    move |s| s.taken = u64::from(holds(s)),
                );
                self.with(&[a, b]);
                self.add(
                    names[1],
                    detail,
                    &[0],
                    move |m, c| set(m, condition, c.r[0], a.operand(c), b.operand(c)),
                    move |s| s.gp[0] = u64::from(holds(s)),
                );
                self.with(&[a, b]);
                let [d, t, o] = ALIASES[(i + j) % 5].map(|role| role + 3 * usize::from(i % 2 == 0));
                self.add(
                    names[2],
                    (detail, d, t, o),
                    &[d],
                    move |m, c| {
                        select(m, condition, a.operand(c), b.operand(c), c.r[d], c.r[t], c.r[o]);
                    },
                    move |s| s.gp[d] = if holds(s) { s.gp[t] } else { s.gp[o] },
                );
                self.with(&[a, b]);
                let [d, t, o] = ALIASES[(i + j) % 5];
                self.add(
                    names[3],
                    (detail, d, t, o),
                    &[],
                    move |m, c| {
                        select_float(m, condition, a.operand(c), b.operand(c), c.f[d], c.f[t], c.f[o]);
                    },
                    move |s| s.fp[d] = if holds(s) { s.fp[t] } else { s.fp[o] },
                )
                .writes
                .1 = vec![d];
                self.with(&[a, b]);
            }
        }
    }

    pub(crate) fn branch_arithmetic(
        &mut self,
        name: &'static str,
        width: Width,
        emit: BranchArithmetic,
        f: fn(u64, u64, Width) -> (u64, bool, bool),
        carries: bool,
    ) {
        let mut operands: Vec<(usize, usize, Kind)> = ALIASES.map(|[d, a, b]| (d, a, Kind::Reg(b))).into();
        for (d, a) in [(0, 1), (0, 0)] {
            operands.extend(IMMEDIATES.map(|imm| (d, a, Kind::Imm(imm))));
        }
        operands.push((0, 1, Kind::Mem(Place::Far)));
        operands.push((0, 1, Kind::Mem(Place::Pointer(0))));
        operands.push((0, 0, Kind::Mem(Place::Near)));
        for (d, a, b) in operands {
            for condition in ResultCondition::ALL {
                if !carries && matches!(condition, ResultCondition::Carry | ResultCondition::NoCarry) {
                    continue;
                }
                self.add(
                    name,
                    (condition, d, a, b),
                    &[d],
                    move |m, c| emit(m, condition, c.r[d], c.r[a], b.operand(c), c.taken),
                    move |s| {
                        let (result, overflow, carry) = f(low(s.gp[a], width), b.value(s, width), width);
                        s.gp[d] = low(result, width);
                        s.taken = u64::from(result_is(condition, s.gp[d], overflow, carry, width));
                    },
                );
                self.with(&[b]);
            }
        }
    }

    /// A sum or difference in memory, whose result decides a branch.
    pub(crate) fn branch_memory(
        &mut self,
        name: &'static str,
        width: Width,
        emit: BranchMemory,
        f: fn(u64, u64, Width) -> (u64, bool, bool),
    ) {
        let kinds = [Kind::Reg(1), Kind::Mem(Place::Pointer(2))];
        for place in Place::ALL {
            for b in IMMEDIATES.map(Kind::Imm).into_iter().chain(kinds) {
                for condition in ResultCondition::ALL {
                    self.add(
                        name,
                        (condition, place, b),
                        &[],
                        move |m, c| emit(m, condition, place.address(c), b.operand(c), c.taken),
                        move |s| {
                            let (a, b) = (s.load(place.at(), width), b.value(s, width));
                            let (result, overflow, carry) = f(a, b, width);
                            s.store(place.at(), width, result);
                            let result = low(result, width);
                            s.taken = u64::from(result_is(condition, result, overflow, carry, width));
                        },
                    );
                    self.with(&[Kind::Mem(place), b]);
                }
            }
        }
    }
}

pub(crate) fn compares(condition: IntCondition, a: u64, b: u64, width: Width) -> bool {
    use IntCondition::*;
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    match condition {
        Equal => a == b,
        NotEqual => a != b,
        LessThan => signed_a < signed_b,
        LessEqual => signed_a <= signed_b,
        GreaterThan => signed_a > signed_b,
        GreaterEqual => signed_a >= signed_b,
        Below => a < b,
        BelowEqual => a <= b,
        Above => a > b,
        AboveEqual => a >= b,
    }
}

pub(crate) fn result_is(
    condition: ResultCondition,
    result: u64,
    overflow: bool,
    carry: bool,
    width: Width,
) -> bool {
    use ResultCondition::*;
    match condition {
        Zero => result == 0,
        NonZero => result != 0,
        Signed => signed(result, width) < 0,
        PositiveOrZero => signed(result, width) >= 0,
        Overflow => overflow,
        NoOverflow => !overflow,
        Carry => carry,
        NoCarry => !carry,
    }
}

pub(crate) fn tests(condition: ResultCondition, a: u64, b: u64, width: Width) -> bool {
    result_is(condition, a & b, false, false, width)
}

pub(crate) fn float_compares(condition: FloatCondition, a: f64, b: f64) -> bool {
    use FloatCondition::*;
    let unordered = a.is_nan() || b.is_nan();
    match condition {
        EqualAndOrdered => a == b,
        NotEqualOrUnordered => a != b,
        LessThanAndOrdered => a < b,
        GreaterEqualOrUnordered => a >= b || unordered,
        GreaterThanAndOrdered => a > b,
        LessEqualOrUnordered => a <= b || unordered,
        LessEqualAndOrdered => a <= b,
        GreaterThanOrUnordered => a > b || unordered,
        GreaterEqualAndOrdered => a >= b,
        LessThanOrUnordered => a < b || unordered,
        EqualOrUnordered => a == b || unordered,
        NotEqualAndOrdered => a != b && !unordered,
    }
}
