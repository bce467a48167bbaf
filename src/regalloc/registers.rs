//! The register file of the local allocator: occupants, home slots and pending moves.
//!
//! The walk is backward. A temporary that has a register is expected there by the code after this point. Evicting it
//! inserts a reload after this point; before that point its value is in its home slot.

use super::plan::{MUCH_ROOM, ROOM};
use super::trace::Step;
use super::{AllocError, AllocStats, Forced};
use crate::air::find_form_of_kinds;
use crate::air::{Arg, Code, FormId, InstBuffer, InstFlags, Kinds, Opcode, SlotId, Tmp, TmpInfo};
use crate::base::{Bank, Origin, Reg, RegSet};
use crate::support::{ParallelMove, sequentialize};
use smallvec::SmallVec;

/// `TmpState::reg` of a temporary without a register.
const NOWHERE: u8 = u8::MAX;

/// Global: stored at every definition; other blocks read its home slot.
pub(super) const GLOBAL: u8 = 1;
/// Rematerialized instead of loaded, and never stored.
pub(super) const REMAT: u8 = 2;
/// Later code of this block reads its home slot.
pub(super) const IN_SLOT: u8 = 4;
/// Global register: it is in this register for its whole lifetime.
pub(super) const GLOBAL_REG: u8 = 8;

/// Where the code after the current point expects a temporary.
#[derive(Clone, Copy, Debug)]
pub(super) struct TmpState {
    pub(super) home: SlotId,
    /// The last block in which it was read from its home slot.
    pub(super) used_in_place: u16,
    reg: u8,
    pub(super) flags: u8,
}

impl TmpState {
    pub(super) fn new(info: &TmpInfo) -> TmpState {
        let remat = if info.remat.is_valid() { REMAT } else { 0 };
        let global = if info.global { GLOBAL } else { 0 };
        TmpState { home: info.home, used_in_place: 0, reg: NOWHERE, flags: remat | global }
    }

    /// Assigns it a global register.
    pub(super) fn assign_global_reg(&mut self, reg: Reg) {
        (self.reg, self.flags) = (reg.index() as u8, GLOBAL_REG);
    }
    #[inline]
    pub(super) fn reg(self) -> Option<Reg> {
        if self.reg == NOWHERE { None } else { Some(Reg::from_index(self.reg)) }
    }

    /// True if both have the same home slot, and the same value wherever both are live.
    pub(super) fn shares_home(self, other: TmpState) -> bool {
        self.home.is_valid() && self.home == other.home && self.flags & other.flags & GLOBAL != 0
    }

    /// True if its definition must store to its home slot, or is an error (rematerialized).
    #[inline]
    pub(super) fn is_kept(self) -> bool {
        self.flags & (GLOBAL | IN_SLOT | REMAT) != 0
    }

    /// True if a use in this block should read the home slot: it is the first such use in the walk.
    #[inline]
    pub(super) fn may_use_home(self, block: u16) -> bool {
        self.flags & (GLOBAL | REMAT) == GLOBAL && self.used_in_place != block
    }
}

/// The current instruction and its buffers.
pub(super) struct Walk<'a> {
    pub(super) code: &'a mut Code,
    pub(super) output: &'a mut InstBuffer,
    pub(super) opcode: Opcode,
    pub(super) origin: Origin,
    /// Start and number of its operands in the output's pool, where registers replace the temporaries.
    pub(super) args: (u32, u16),
    /// The error, if the walk failed.
    pub(super) failure: Option<AllocError>,
    /// Registers that early uses must avoid.
    pub(super) early: RegSet,
    /// Registers that late uses and results must avoid.
    pub(super) late: RegSet,
    /// Registers occupied after the instruction.
    pub(super) kept: RegSet,
    /// Registers of values displaced from the registers that the instruction needs.
    pub(super) displaced: RegSet,
    /// Registers of operands, which must not be evicted.
    pub(super) locked: RegSet,
    /// Registers of which the current instruction destroys only a half that the frame need not preserve.
    pub(super) halved: RegSet,
}

/// The walk failed; [`Walk::failure`] has the error. (A one-byte error keeps results in registers.)
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

impl Walk<'_> {
    #[cold]
    pub(super) fn fail(&mut self, error: AllocError) -> Failed {
        self.failure = Some(error);
        Failed
    }

    #[cold]
    pub(super) fn unavailable(&mut self, reg: Reg) -> Failed {
        self.fail(AllocError::UnavailableRegister { opcode: self.opcode, origin: self.origin, reg })
    }
    #[inline]
    pub(super) fn args(&mut self) -> &mut [Arg] {
        let start = self.args.0 as usize;
        &mut self.output.pool_mut()[start..start + self.args.1 as usize]
    }

    /// One operand, which must exist.
    #[inline]
    pub(super) fn arg(&mut self, operand: usize) -> &mut Arg {
        &mut self.output.pool_mut()[self.args.0 as usize + operand]
    }
}

/// The forms of moves between registers and slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveForms {
    pub(super) opcode: Opcode,
    pub(super) copy: FormId,
    pub(super) load: FormId,
    pub(super) store: FormId,
    /// Stores a 32-bit constant to a slot.
    pub(super) constant: FormId,
}

impl MoveForms {
    const UNKNOWN: MoveForms = MoveForms {
        opcode: Opcode::Nop,
        copy: FormId::SPECIAL,
        load: FormId::SPECIAL,
        store: FormId::SPECIAL,
        constant: FormId::SPECIAL,
    };

    /// The forms of the moves of whole temporaries of each bank.
    pub(super) fn by_bank(code: &Code) -> Result<[MoveForms; 2], AllocError> {
        let find = |bank| MoveForms::find(code.whole_move(bank), code);
        Ok([find(Bank::Gp)?, find(Bank::Fp)?])
    }

    fn find(opcode: Opcode, code: &Code) -> Result<MoveForms, AllocError> {
        let find_any =
            |from, to| find_form_of_kinds(opcode, code.target.desc.arch, code.target.features, &[from, to]);
        let find = |from, to| find_any(from, to).ok_or(AllocError::MissingMove { opcode });
        Ok(MoveForms {
            opcode,
            copy: find(Kinds::TMP, Kinds::TMP)?,
            load: find(Kinds::STACK, Kinds::TMP)?,
            store: find(Kinds::TMP, Kinds::STACK)?,
            constant: find_any(Kinds::IMM32, Kinds::STACK).unwrap_or(FormId::SPECIAL),
        })
    }
}

/// The index of the list of free slots for a bank.
fn slot_class(code: &Code, bank: Bank) -> usize {
    usize::from(code.spill_bytes(bank) > 8)
}

/// A source or destination of a parallel move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Reg(Reg),
    Slot(SlotId),
}

impl Place {
    pub(super) fn arg(self) -> Arg {
        match self {
            Place::Reg(reg) => Arg::Tmp(reg.into()),
            Place::Slot(slot) => Arg::Stack { slot, offset: 0 },
        }
    }
}

/// A pseudo-random sequence (Marsaglia's xorshift64).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound.max(1) as u64) as usize
    }
}

/// The register file, the home slots and the pending moves.
#[derive(Debug)]
pub(super) struct Registers {
    /// Registers for any temporary, by bank.
    pub(super) usable: [RegSet; 2],
    /// Registers that instructions may fix, callee-saved ones included.
    pub(super) allocatable: RegSet,
    pub(super) callee_saved: RegSet,
    /// Callee-saved registers used when no other is left.
    pub(super) reserve: RegSet,
    /// Global registers taken in this block.
    pub(super) homes: RegSet,
    /// Registers that later code of the block reads.
    pub(super) occupied: RegSet,
    /// Occupied registers whose occupant needs no store when evicted.
    cheap: RegSet,
    occupant: [Tmp; Reg::COUNT],
    pub(super) tmps: Vec<TmpState>,
    pub(super) moves: [MoveForms; 2],
    /// Those of 8 bytes, and those of 16.
    free_slots: [Vec<SlotId>; 2],
    /// Slots that become free before the current instruction.
    pending_slots: Vec<SlotId>,
    /// Number of local temporaries whose home slot later code reads.
    pub(super) local_homes: u32,
    /// Stores of the current instruction's results.
    stores: SmallVec<[(Reg, SlotId); 4]>,
    /// Independent copies before the current instruction.
    pub(super) before: Vec<(Reg, Reg)>,
    /// True if moves, stores or freed slots are pending for the current instruction.
    pub(super) has_pending: bool,
    /// The parallel move after the current instruction.
    pub(super) after: Vec<ParallelMove<Place>>,
    sequence: Vec<(Place, Place)>,
    pub(super) steps: Vec<Step>,
    pub(super) tracing: bool,
    /// True if a trace is recorded or a mode is forced.
    pub(super) traced_or_forced: bool,
    pub(super) forced: Forced,
    pub(super) random: Random,
    pub(super) stats: AllocStats,
}

impl Registers {
    pub(super) fn new() -> Registers {
        Registers {
            usable: [RegSet::EMPTY; 2],
            allocatable: RegSet::EMPTY,
            callee_saved: RegSet::EMPTY,
            reserve: RegSet::EMPTY,
            homes: RegSet::EMPTY,
            occupied: RegSet::EMPTY,
            cheap: RegSet::EMPTY,
            occupant: [Tmp::from_reg(Reg::from_index(0)); Reg::COUNT],
            tmps: Vec::new(),
            moves: [MoveForms::UNKNOWN; 2],
            free_slots: [Vec::new(), Vec::new()],
            pending_slots: Vec::new(),
            local_homes: 0,
            stores: SmallVec::new(),
            before: Vec::new(),
            has_pending: false,
            after: Vec::new(),
            sequence: Vec::new(),
            steps: Vec::new(),
            tracing: false,
            traced_or_forced: false,
            forced: Forced::None,
            random: Random::new(0),
            stats: AllocStats::default(),
        }
    }

    /// Resets the state for a new procedure, also after a failed walk.
    pub(super) fn reset(&mut self, allocatable: RegSet, callee_saved: RegSet, forced: Forced) {
        let usable = allocatable.difference(callee_saved);
        self.usable = [usable.in_bank(Bank::Gp), usable.in_bank(Bank::Fp)];
        (self.allocatable, self.callee_saved) = (allocatable, callee_saved);
        (self.reserve, self.homes) = (RegSet::EMPTY, RegSet::EMPTY);
        (self.occupied, self.cheap) = (RegSet::EMPTY, RegSet::EMPTY);
        self.tmps.clear();
        self.free_slots.iter_mut().for_each(Vec::clear);
        self.pending_slots.clear();
        self.local_homes = 0;
        self.stores.clear();
        self.before.clear();
        self.has_pending = false;
        self.after.clear();
        self.steps.clear();
        self.forced = forced;
        self.random = match forced {
            Forced::Random(seed) | Forced::Split(seed) => Random::new(seed),
            _ => Random::new(0),
        };
        self.stats = AllocStats::default();
    }

    /// The state of a temporary; `None` for a register that is not allocatable, which stays as it is.
    #[inline]
    pub(super) fn state(&self, walk: &mut Walk<'_>, tmp: Tmp) -> Result<Option<TmpState>, Failed> {
        match tmp.number() {
            Some(number) => Ok(Some(self.tmps[number as usize])),
            None => self.pass_through(walk, tmp),
        }
    }

    #[cold]
    fn pass_through(&self, walk: &mut Walk<'_>, tmp: Tmp) -> Result<Option<TmpState>, Failed> {
        match tmp.reg() {
            Some(reg) if self.allocatable.contains(reg) => Err(walk.unavailable(reg)),
            _ => Ok(None),
        }
    }

    /// The state of a temporary; `None` for a register.
    #[inline(always)]
    pub(super) fn known(&self, tmp: Tmp) -> Option<TmpState> {
        self.tmps.get(tmp.number()? as usize).copied()
    }

    /// Moves the register of `previous` to `tmp`.
    #[inline(always)]
    pub(super) fn take_over(&mut self, previous: Tmp, tmp: Tmp, reg: Reg) {
        self.release(previous, reg);
        self.assign(tmp, reg);
    }

    #[inline]
    pub(super) fn state_mut(&mut self, tmp: Tmp) -> &mut TmpState {
        &mut self.tmps[tmp.number().map_or(usize::MAX, |number| number as usize)]
    }

    /// Puts a temporary into a free register.
    #[inline]
    pub(super) fn assign(&mut self, tmp: Tmp, reg: Reg) {
        let state = self.state_mut(tmp);
        state.reg = reg.index() as u8;
        if state.flags & (GLOBAL | REMAT) != 0 {
            self.cheap.insert(reg);
        }
        self.occupied.insert(reg);
        self.occupant[reg.index()] = tmp;
    }

    /// Frees a temporary's register, without inserting code. A global register stays.
    #[inline]
    pub(super) fn release(&mut self, tmp: Tmp, reg: Reg) {
        let state = self.state_mut(tmp);
        if state.flags & GLOBAL_REG != 0 {
            return;
        }
        state.reg = NOWHERE;
        self.occupied.remove(reg);
        self.cheap.remove(reg);
    }

    pub(super) fn occupant(&self, reg: Reg) -> Tmp {
        self.occupant[reg.index()]
    }

    /// A free register of the bank, if there is one.
    #[inline(always)]
    pub(super) fn free(&self, bank: Bank) -> Option<Reg> {
        self.usable[bank as usize].difference(self.occupied).first()
    }

    /// True if [`ROOM`] registers of each bank are free.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.has_room_for::<ROOM>()
    }

    /// True if [`MUCH_ROOM`] registers of each bank are free.
    #[inline(always)]
    pub(super) fn has_much_room(&self) -> bool {
        self.has_room_for::<MUCH_ROOM>()
    }

    #[inline(always)]
    fn has_room_for<const N: usize>(&self) -> bool {
        let has_room = |usable: &RegSet| {
            let mut free = usable.difference(self.occupied);
            (1..N).for_each(|_| free = free.without_first());
            !free.is_empty()
        };
        self.usable.iter().all(has_room)
    }

    /// A free register of the bank outside `avoid`. Evicts if necessary.
    #[inline]
    pub(super) fn take(&mut self, walk: &mut Walk<'_>, bank: Bank, avoid: RegSet) -> Result<Reg, Failed> {
        let free = self.usable[bank as usize].difference(self.occupied.union(avoid));
        match free.first() {
            Some(reg) if self.forced == Forced::None => Ok(reg),
            _ => self.take_slow_path(walk, bank, avoid),
        }
    }

    #[cold]
    fn take_slow_path(&mut self, walk: &mut Walk<'_>, bank: Bank, avoid: RegSet) -> Result<Reg, Failed> {
        let usable = self.usable[bank as usize];
        let few: RegSet = usable.iter().take(2).collect();
        let sets = if self.forced == Forced::Few { [few, usable] } else { [usable; 2] };
        for set in sets {
            let set = set.difference(avoid);
            let free = set.difference(self.occupied);
            if let Some(reg) = self.choose(free) {
                return Ok(reg);
            }
            let taken = set.intersection(self.occupied).difference(walk.locked);
            if let Some(reg) = self.victim(walk, taken) {
                self.evict(walk, reg);
                return Ok(reg);
            }
        }
        let reserve = self.reserve.in_bank(bank).difference(self.occupied.union(avoid).union(self.homes));
        if let Some(reg) = reserve.first() {
            walk.code.saved.insert(reg);
            return Ok(reg);
        }
        Err(walk.fail(AllocError::TooFewRegisters { opcode: walk.opcode, origin: walk.origin, bank }))
    }

    /// The first register of a set, or a random one if forced.
    pub(super) fn choose(&mut self, set: RegSet) -> Option<Reg> {
        match self.forced {
            Forced::Random(_) if !set.is_empty() => {
                let n = self.random.below(set.len());
                set.iter().nth(n)
            }
            _ => set.first(),
        }
    }

    /// The register cheapest to evict: preferably not read by this instruction, then one that needs no store.
    fn victim(&mut self, walk: &mut Walk<'_>, set: RegSet) -> Option<Reg> {
        let mut needed = RegSet::EMPTY;
        for arg in walk.args() {
            let mut need = |tmp: Tmp| {
                if let Some(reg) = tmp.number().and_then(|number| self.tmps[number as usize].reg()) {
                    needed.insert(reg);
                }
            };
            match *arg {
                Arg::Tmp(tmp) => need(tmp),
                mut arg => arg.for_each_address_tmp(|tmp| need(*tmp)),
            }
        }
        let spare = set.difference(needed);
        let sets = [spare.intersection(self.cheap), spare, set.intersection(self.cheap), set];
        sets.into_iter().find_map(|set| self.choose(set))
    }

    /// Evicts the occupant of a register: later code reloads or rematerializes the value.
    pub(super) fn evict(&mut self, walk: &mut Walk<'_>, reg: Reg) {
        let tmp = self.occupant(reg);
        self.release(tmp, reg);
        self.stats.evictions += 1;
        // If the occupant was displaced around this instruction, reload it into the register it is moved to afterwards.
        let mut wanted = reg;
        if walk.displaced.contains(reg) {
            walk.displaced.remove(reg);
            let index = self.after.iter().position(|m| m.from == Place::Reg(reg));
            if let Some(Place::Reg(to)) = index.map(|index| self.after.swap_remove(index).to) {
                wanted = to;
            }
        }
        self.reload(walk, tmp, wanted);
    }

    /// Inserts a reload or rematerialization here. Before this point the value is in its home slot.
    pub(super) fn reload(&mut self, walk: &mut Walk<'_>, tmp: Tmp, reg: Reg) {
        let state = *self.state_mut(tmp);
        let to = Arg::Tmp(reg.into());
        if state.flags & REMAT != 0 {
            let info = tmp.number().map(|number| walk.code.tmps[number as usize]);
            if let Some(remat) = info.and_then(|info| walk.code.remats.get(info.remat)).copied() {
                self.stats.remats += 1;
                match remat.arg {
                    Some(arg) => self.insert(walk, remat.opcode, remat.form, [arg, to], Step::Remat(tmp)),
                    None => self.insert(walk, remat.opcode, remat.form, [to], Step::Remat(tmp)),
                }
            }
            return;
        }
        let slot = self.home(walk.code, tmp);
        let moves = self.moves[tmp.bank() as usize];
        self.stats.reloads += 1;
        self.insert(walk, moves.opcode, moves.load, [Arg::Stack { slot, offset: 0 }, to], Step::Inserted);
    }

    /// The home slot of a temporary. From here backward, it must hold the value.
    #[inline]
    pub(super) fn home(&mut self, code: &mut Code, tmp: Tmp) -> SlotId {
        let state = *self.state_mut(tmp);
        match state.home.is_valid() && state.flags & (GLOBAL | IN_SLOT) != 0 {
            true => state.home,
            false => self.new_home(code, tmp),
        }
    }

    #[inline(never)]
    fn new_home(&mut self, code: &mut Code, tmp: Tmp) -> SlotId {
        let state = *self.state_mut(tmp);
        if state.flags & (GLOBAL | IN_SLOT) == 0 {
            self.local_homes += 1;
            self.state_mut(tmp).flags |= IN_SLOT;
            let slot = match self.free_slots[slot_class(code, tmp.bank())].pop() {
                Some(slot) => slot,
                None => code.add_spill_slot(tmp.bank()),
            };
            return self.set_home(code, tmp, slot);
        }
        let slot = code.add_spill_slot(tmp.bank());
        self.set_home(code, tmp, slot)
    }

    fn set_home(&mut self, code: &mut Code, tmp: Tmp, slot: SlotId) -> SlotId {
        self.state_mut(tmp).home = slot;
        if let Some(info) = tmp.number().and_then(|number| code.tmps.get_mut(number as usize)) {
            info.home = slot;
        }
        slot
    }

    /// Handles a definition, in this register, of a temporary that is stored or must not be defined.
    #[cold]
    fn define_at_home(&mut self, walk: &mut Walk<'_>, tmp: Tmp, reg: Reg) -> Result<(), Failed> {
        let slot = self.end_home(walk, tmp)?;
        self.stores.push((reg, slot));
        self.has_pending = true;
        Ok(())
    }

    /// The home slot that a definition must write. Before the definition, no code reads it.
    pub(super) fn end_home(&mut self, walk: &mut Walk<'_>, tmp: Tmp) -> Result<SlotId, Failed> {
        let state = *self.state_mut(tmp);
        if state.flags & REMAT != 0 {
            let (opcode, origin) = (walk.opcode, walk.origin);
            return Err(walk.fail(AllocError::RematDefinition { opcode, origin, tmp }));
        }
        let slot = self.home(walk.code, tmp);
        if state.flags & GLOBAL == 0 {
            self.state_mut(tmp).flags &= !IN_SLOT;
            self.local_homes -= 1;
            self.pending_slots.push(slot);
            self.has_pending = true;
        }
        Ok(slot)
    }

    /// Stores a definition to the home slot if later code or other blocks read it.
    #[inline]
    pub(super) fn define(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        state: TmpState,
        reg: Reg,
    ) -> Result<(), Failed> {
        if state.is_kept() {
            self.define_at_home(walk, tmp, reg)?;
        }
        Ok(())
    }

    /// As [`Registers::define`], for an instruction's only result and insertion; inserts the store at once.
    #[inline]
    pub(super) fn define_alone(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        state: TmpState,
        reg: Reg,
    ) -> Result<(), Failed> {
        if state.is_kept() {
            let slot = self.end_home(walk, tmp)?;
            self.insert_store(walk, reg, slot);
        }
        Ok(())
    }

    /// Appends an instruction inserted by allocation.
    #[inline(always)]
    pub(super) fn insert<const N: usize>(
        &mut self,
        walk: &mut Walk<'_>,
        opcode: Opcode,
        form: FormId,
        args: [Arg; N],
        step: Step,
    ) {
        walk.output.push(opcode, form, &args, walk.origin, InstFlags::INSERTED);
        if self.tracing {
            self.steps.push(step);
        }
    }
    pub(super) fn insert_copy(&mut self, walk: &mut Walk<'_>, from: Reg, to: Reg) {
        let moves = self.moves[from.bank() as usize];
        self.stats.moves += 1;
        let args = [Arg::Tmp(from.into()), Arg::Tmp(to.into())];
        self.insert(walk, moves.opcode, moves.copy, args, Step::Inserted);
    }

    /// Inserts the pending moves and stores after the current instruction, before the reloads already there. In code
    /// order, the stores of the results come first, then the moves. Then frees the slots whose lifetime ended.
    #[inline]
    pub(super) fn finish_after(&mut self, walk: &mut Walk<'_>) {
        if self.has_pending {
            self.has_pending = false;
            self.insert_after(walk);
        }
    }

    fn insert_after(&mut self, walk: &mut Walk<'_>) {
        if !self.after.is_empty() {
            self.insert_parallel(walk);
        }
        if !self.stores.is_empty() {
            self.insert_stores(walk);
        }
        if !self.pending_slots.is_empty() {
            for slot in self.pending_slots.drain(..) {
                let is_wide = walk.code.slots.get(slot).is_some_and(|slot| slot.size > 8);
                self.free_slots[usize::from(is_wide)].push(slot);
            }
        }
    }

    /// True if moves or stores are pending after the current instruction.
    pub(super) fn has_pending_after(&self) -> bool {
        !self.after.is_empty() || !self.stores.is_empty()
    }

    fn insert_stores(&mut self, walk: &mut Walk<'_>) {
        while let Some((reg, slot)) = self.stores.pop() {
            self.insert_store(walk, reg, slot);
        }
    }

    fn insert_store(&mut self, walk: &mut Walk<'_>, reg: Reg, slot: SlotId) {
        let moves = self.moves[reg.bank() as usize];
        let args = [Arg::Tmp(reg.into()), Arg::Stack { slot, offset: 0 }];
        self.stats.stores += 1;
        self.insert(walk, moves.opcode, moves.store, args, Step::Inserted);
    }

    /// Emits the parallel move after an instruction. Breaks a cycle with a free register, or else with a slot.
    fn insert_parallel(&mut self, walk: &mut Walk<'_>) {
        let mut busy = walk.kept;
        for m in &self.after {
            for place in [m.from, m.to] {
                if let Place::Reg(reg) = place {
                    busy.insert(reg);
                }
            }
        }
        let mut moves = std::mem::take(&mut self.after);
        let mut sequence = std::mem::take(&mut self.sequence);
        let usable = self.usable;
        let scratch = |from| {
            let Place::Reg(reg) = from else { return from };
            self.stats.cycles += 1;
            match usable[reg.bank() as usize].difference(busy).first() {
                Some(free) => Place::Reg(free),
                None => {
                    let free = self.free_slots[slot_class(walk.code, reg.bank())].pop();
                    let slot = free.unwrap_or_else(|| walk.code.add_spill_slot(reg.bank()));
                    self.pending_slots.push(slot);
                    Place::Slot(slot)
                }
            }
        };
        sequentialize(&mut moves, scratch, |from, to| sequence.push((from, to)));
        for (from, to) in sequence.drain(..).rev() {
            let (form, bank) = match (from, to) {
                (Place::Reg(from), Place::Reg(to)) => {
                    self.insert_copy(walk, from, to);
                    continue;
                }
                (Place::Slot(_), Place::Reg(to)) => (self.moves[to.bank() as usize].load, to.bank()),
                (Place::Reg(from), _) => (self.moves[from.bank() as usize].store, from.bank()),
                (Place::Slot(_), Place::Slot(_)) => continue, // cycles contain registers only
            };
            let opcode = self.moves[bank as usize].opcode;
            self.insert(walk, opcode, form, [from.arg(), to.arg()], Step::Inserted);
        }
        self.after = moves;
        self.sequence = sequence;
    }
}
