//! Records what selection combines, as [`Combinations`].
//!
//! Selection is compiled twice, with and without the recorder, so that it costs nothing if no observer needs it.

use super::combinations::{Combinations, Group, Missed, Part, Reason, Rule, Taken};
use super::select::{Lowering, NONE, Selector};
use crate::air::{FORMS, Tmp};
use crate::base::semantics::{Effect, Expr, Operator};
use crate::base::{Arch, EffectFlags};
use crate::ir::{Opcode, Procedure, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::OnceLock;

/// The operator of instructions that computes an operation of the IR.
fn operator(opcode: Opcode) -> Option<Operator> {
    Some(match opcode {
        Opcode::Add => Operator::Add,
        Opcode::Sub => Operator::Sub,
        Opcode::Mul => Operator::Mul,
        Opcode::Neg => Operator::Neg,
        Opcode::BitAnd => Operator::And,
        Opcode::BitOr => Operator::Or,
        Opcode::BitXor => Operator::Xor,
        Opcode::Shl => Operator::ShiftLeft,
        Opcode::SShr => Operator::ShiftRight,
        Opcode::ZShr => Operator::ShiftRightLogical,
        Opcode::RotL => Operator::RotateLeft,
        Opcode::RotR => Operator::RotateRight,
        Opcode::SExt8 | Opcode::SExt16 | Opcode::SExt8To64 | Opcode::SExt16To64 | Opcode::SExt32 => {
            Operator::SignExtend64
        }
        Opcode::ZExt32 => Operator::ZeroExtend64,
        _ => return None,
    })
}

/// The operators that some instruction of a machine applies to the result of another one: outer and inner.
fn nested_operators(arch: Arch) -> &'static FxHashSet<(Operator, Operator)> {
    fn add(expr: &Expr, outer: Option<Operator>, found: &mut FxHashSet<(Operator, Operator)>) {
        let Expr::Apply(operator, arguments) = expr else { return };
        found.extend(outer.map(|outer| (outer, *operator)));
        arguments.iter().for_each(|argument| add(argument, Some(*operator), found));
    }
    static NESTED: [OnceLock<FxHashSet<(Operator, Operator)>>; 2] = [OnceLock::new(), OnceLock::new()];
    NESTED[arch as usize].get_or_init(|| {
        let mut found = FxHashSet::default();
        for form in FORMS.iter().filter(|form| form.arch == arch) {
            for effect in form.semantics.effects() {
                if let Effect::Set(_, expr) = effect {
                    add(expr, None, &mut found);
                }
            }
        }
        found
    })
}

/// True for operations that compute something from their operands, so that an instruction may include others.
fn computes(opcode: Opcode) -> bool {
    use Opcode::*;
    !matches!(
        opcode,
        Nop | Identity
            | Opaque
            | Extract
            | Phi
            | Upsilon
            | Get
            | Set
            | GetPinned
            | SetPinned
            | CCall
            | Poll
            | TailCall
            | Return
            | Jump
            | Oops
            | Patchpoint
            | InvalidationPoint
            | ArgumentReg
            | EntrySwitch
            | MemoryCopy
            | MemoryFill
            | Trunc
    )
}

fn is_load(opcode: Opcode) -> bool {
    use Opcode::{Load, Load8S, Load8Z, Load16S, Load16Z};
    matches!(opcode, Load | Load8S | Load8Z | Load16S | Load16Z)
}

fn is_store(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Store | Opcode::Store8 | Opcode::Store16)
}

impl Selector {
    /// Sets whether selection records what it combines.
    pub(crate) fn record(&mut self, records: bool) {
        self.combinations = records.then(Box::default);
    }

    /// What the procedure selected last combined, if that was recorded.
    pub(crate) fn take_combinations(&mut self, proc: &Procedure) -> Option<Box<Combinations>> {
        let mut combinations = self.combinations.take()?;
        for (value, bits) in proc.value_ids().zip(&self.tmps) {
            // The entries of tuples are not temporaries.
            if *bits != NONE && !proc.type_of(value).is_tuple() {
                combinations.tmps.push((value, Tmp::from_bits(*bits)));
            }
        }
        Some(combinations)
    }

    /// Replaces the positions of the current block's instructions, of which there are `count` in reverse order, by
    /// those in the code, where they start at `start`.
    pub(super) fn place_groups(&mut self, count: usize, start: usize) {
        let Some(all) = &mut self.combinations else { return };
        let place = |index: u32| (start + count) as u32 - index;
        for group in &mut all.groups[all.block_start..] {
            group.insts = place(group.insts.end)..place(group.insts.start);
        }
        all.block_start = all.groups.len();
        all.in_register.clear();
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    fn part(&self, value: ValueId) -> Part {
        Part { value, opcode: self.proc.value(value).opcode() }
    }

    /// Records that a rule made values part of the one being selected.
    #[inline(always)]
    pub(super) fn took(&mut self, rule: Rule, values: &[ValueId]) {
        if RECORDS {
            self.record_taken(rule, values);
        }
    }

    #[inline(never)]
    fn record_taken(&mut self, rule: Rule, values: &[ValueId]) {
        let mut parts: Vec<Part> = Vec::with_capacity(values.len());
        for value in values.iter().filter(|value| **value != self.current) {
            let part = self.part(*value);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let group = self.state.combinations.as_mut().and_then(|all| all.groups.last_mut());
        if let Some(group) = group.filter(|group| group.root.value == self.current) {
            let taken = Taken { rule, parts };
            if !group.taken.contains(&taken) {
                group.taken.push(taken);
            }
        }
    }

    /// Records that a comparison is the condition of the value being selected.
    #[inline(always)]
    pub(super) fn took_comparison(&mut self, comparison: ValueId) {
        if RECORDS && comparison != self.current {
            let rule = match self.proc.value(self.current).opcode() {
                Opcode::Branch => Rule::ComparisonInBranch,
                Opcode::Select => Rule::ComparisonInSelect,
                Opcode::TrapIf => Rule::ComparisonInTrap,
                Opcode::Check => Rule::ComparisonInCheck,
                _ => Rule::ComparisonInComparison,
            };
            self.record_taken(rule, &[comparison]);
        }
    }

    /// Records that the value being selected needs a constant in a register.
    #[inline(always)]
    pub(super) fn needs_in_register(&mut self, id: ValueId) {
        if RECORDS
            && self.proc.value(id).int().is_some()
            && let Some(all) = &mut self.state.combinations
        {
            all.in_register.push((self.current, id));
        }
    }

    /// Begins the record of a value that is selected.
    #[inline(always)]
    pub(super) fn begin_group(&mut self, id: ValueId) {
        if RECORDS {
            let root = self.part(id);
            if let Some(all) = &mut self.state.combinations {
                all.groups.push(Group { root, insts: 0..0, taken: Vec::new() });
            }
        }
    }

    /// Ends the record. The value's instructions are those in this range of the buffer.
    #[inline(always)]
    pub(super) fn end_group(&mut self, insts: Range<usize>) {
        if RECORDS && let Some(group) = self.state.combinations.as_mut().and_then(|all| all.groups.last_mut())
        {
            group.insts = insts.start as u32..insts.end as u32;
        }
    }

    /// Records the adjacent pairs of the block that no rule took.
    pub(super) fn find_missed(&mut self) {
        let Some(mut all) = self.state.combinations.take() else { return };
        let groups = &all.groups[all.block_start..];
        let own: FxHashMap<ValueId, usize> =
            groups.iter().enumerate().map(|(n, group)| (group.root.value, n)).collect();
        let mut missed = Vec::new();
        for group in groups.iter().filter(|group| !group.insts.is_empty()) {
            let covered: Vec<Part> =
                group.taken.iter().flat_map(|taken| taken.parts.iter().copied()).collect();
            let extensions = group.taken.iter().filter(|taken| taken.rule == Rule::FreeExtension);
            let free: Vec<Part> = extensions.flat_map(|taken| taken.parts.iter().copied()).collect();
            for user in std::iter::once(group.root).chain(covered.iter().copied()) {
                // The user of a value that is extended for free is that of the extension.
                let is_extended = free.contains(&user);
                let consumer = if is_extended { group.root } else { user };
                if !computes(consumer.opcode) {
                    continue;
                }
                let children = self.proc.children(user.value);
                for (n, &child) in children.iter().enumerate() {
                    let producer = self.part(self.resolve(child));
                    let is_repeated = children[..n].contains(&child);
                    if is_repeated || covered.iter().any(|part| part.value == producer.value) {
                        continue;
                    }
                    let reason = if producer.opcode.is_constant() {
                        let is_needed = all.in_register.contains(&(group.root.value, child));
                        is_needed.then(|| self.constant_reason(producer.value))
                    } else {
                        let group_of = own.get(&producer.value).map(|n| &groups[*n]);
                        let has_own = group_of.is_some_and(|group| !group.insts.is_empty());
                        (has_own && computes(producer.opcode))
                            .then(|| self.reason(producer, consumer, group.root.value, is_extended))
                    };
                    missed.extend(reason.map(|reason| Missed { producer, consumer, reason }));
                }
            }
        }
        all.missed.append(&mut missed);
        self.state.combinations = Some(all);
    }

    fn constant_reason(&self, constant: ValueId) -> Reason {
        match self.small_constant(constant) {
            Some(_) => Reason::NoImmediate,
            None => Reason::ImmediateTooWide,
        }
    }

    /// Why a value is not part of its user, or of the root of the user's group. `is_extended` is true if the user reads
    /// its extension.
    fn reason(&mut self, producer: Part, consumer: Part, root: ValueId, is_extended: bool) -> Reason {
        let facts = self.facts.value(producer.value);
        if facts.uses() > 1 || facts.used_outside() {
            return Reason::OtherUsers;
        }
        if is_extended {
            return Reason::NoForm;
        }
        if is_load(producer.opcode) {
            // Accesses and addresses read registers, only comparisons have forms of 8 and 16 bits, and arithmetic has
            // no immediate beside memory.
            let accesses = is_load(consumer.opcode) || is_store(consumer.opcode);
            let is_in_address = consumer.value != root;
            let has_immediate =
                self.proc.children(consumer.value).iter().any(|id| self.immediate(*id).is_some());
            let is_narrow = producer.opcode != Opcode::Load;
            let calculates = operator(consumer.opcode).is_some() && consumer.opcode != Opcode::BitAnd;
            if !self.state.folds_loads
                || accesses
                || calculates && (is_in_address || has_immediate || is_narrow)
            {
                return Reason::NoForm;
            }
            if !self.state.motion.may_sink(self.proc, self.block, producer.value, root) {
                return Reason::CrossesEffect;
            }
            return Reason::NoPattern;
        }
        let has_effects = self.proc.effects(producer.value).flags != EffectFlags::empty();
        // Instructions that do two floating-point operations round once.
        let rounds = self.proc.type_of(producer.value).is_float();
        let is_stored =
            is_store(consumer.opcode) && self.resolve(self.child(consumer.value, 0)) == producer.value;
        match (operator(consumer.opcode), operator(producer.opcode)) {
            _ if has_effects || rounds || is_stored => Reason::NoForm,
            (Some(outer), Some(inner)) if nested_operators(self.arch).contains(&(outer, inner)) => {
                Reason::NoPattern
            }
            (Some(_), _) => Reason::NoForm,
            (None, _) => Reason::NoPattern,
        }
    }
}
