//! Checks of the patchable sites of code, before it is linked.

use super::LinkError;
use super::points::{BranchEncoding, ImmediateEncoding, PointEncoding};
use crate::base::Arch;
use crate::isa::{CompiledCode, PatchableKind, RelocTarget, Relocation};
use crate::support::Entity;

/// Rejects patchable sites that are inconsistent with the code.
pub(super) fn check_sites(procedure: &str, code: &CompiledCode) -> Result<(), LinkError> {
    let malformed = |expected: &'static str, found: u64| {
        Err(LinkError::Malformed { procedure: procedure.into(), expected, found })
    };
    let rules = PointEncoding::of(code.arch);
    let instructions = &code.bytes[..code.code_size as usize];
    let branches = BranchEncoding(code.arch);
    // Offsets and sizes of the instructions that are patched.
    let mut points = Vec::new();
    for site in &code.patchable_sites {
        match site.kind {
            PatchableKind::Invalidation { offset, exit } => {
                if !rules.is_at(instructions, offset) {
                    return malformed("invalidation points at their instructions", offset.into());
                }
                if exit >= code.code_size || code.arch == Arch::A64 && !exit.is_multiple_of(4) {
                    return malformed("exits of invalidation points inside the instructions", exit.into());
                }
                points.push((offset, rules.size));
            }
            PatchableKind::Branch { offset, target, role } => {
                if !branches.is_at(instructions, offset, role) {
                    return malformed(
                        "patchable branches at their instructions, inside a word",
                        offset.into(),
                    );
                }
                if target >= code.code_size || code.arch == Arch::A64 && !target.is_multiple_of(4) {
                    return malformed("targets of branches inside the instructions", target.into());
                }
                points.push((offset, branches.size()));
            }
            PatchableKind::Immediate { offset, size, .. } => {
                let encoding = ImmediateEncoding::of(size);
                if code.arch != Arch::X64 || !encoding.is_at(instructions, offset) {
                    return malformed(
                        "patchable constants at their instructions, inside a word",
                        offset.into(),
                    );
                }
                points.push((offset, encoding.size));
            }
            PatchableKind::Jump { target } if target >= code.code_size => {
                return malformed("targets of jumps inside the instructions", target.into());
            }
            PatchableKind::Jump { .. } | PatchableKind::Constant { .. } => {}
        }
    }
    points.sort_unstable();
    if let Some(pair) = points.windows(2).find(|pair| pair[1].0 - pair[0].0 < pair[0].1) {
        return malformed("invalidation points that do not overlap", pair[1].0.into());
    }
    let cells = |relocation: &Relocation| match relocation.target {
        RelocTarget::Site(site) => Some(site),
        _ => None,
    };
    for site in code.relocations.iter().filter_map(cells) {
        if !code.patchable_sites.get(site.index()).is_some_and(|site| site.kind.is_cell()) {
            return malformed("relocations of sites that are cells", site.number().into());
        }
    }
    Ok(())
}
