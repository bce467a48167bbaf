//! Calls and addresses of symbols, which the linker fills in.

use super::{Gpr, MacroAssembler};
use crate::base::{RegSet, SymbolId};
use crate::isa::RelocTarget;

/// Symbols are those of [`Assembly::symbol`](crate::assembly::Assembly::symbol), or of the procedure of a generator.
impl<'g> MacroAssembler<'g> {
    /// `dst` = the address of a symbol, at any distance.
    #[track_caller]
    pub fn lea_symbol(&mut self, dst: Gpr<'g>, symbol: SymbolId) {
        self.begin("lea_symbol");
        self.emit([dst.set()], |backend| backend.lea_target(dst.reg(), RelocTarget::Symbol(symbol)));
    }

    /// Calls a symbol, at any distance. The callee may write `clobbers`, and so may the linker's veneer: x16 on
    /// AArch64.
    ///
    /// Stack pointer and arguments must satisfy the callee's convention: see [`MacroAssembler::set_arguments`].
    #[track_caller]
    pub fn call_symbol(&mut self, symbol: SymbolId, clobbers: RegSet) {
        self.begin("call_symbol");
        self.emit([], |backend| backend.call_target(RelocTarget::Symbol(symbol)));
        self.buffer.note_writes(clobbers);
    }
}
