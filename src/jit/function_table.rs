//! Unwind information for Windows: a table of functions, in the block after the code.
//!
//! Assemblies of several procedures, and veneers, have no entry.
//!
//! Sources: Microsoft, "x64 exception handling" (`RUNTIME_FUNCTION`), "ARM64 exception handling" (`.pdata` records).

use super::Linkable;
use crate::isa::unwind::UnwindEntry;
use crate::isa::unwind::windows::unwind_entries;

/// True if the system uses such tables.
const IS_SUPPORTED: bool = cfg!(all(windows, any(target_arch = "x86_64", target_arch = "aarch64")));

/// Fields of a `RUNTIME_FUNCTION`, of four bytes: begin; on x86-64 the end; offset of the unwind information.
const FIELDS: usize = if cfg!(target_arch = "aarch64") { 2 } else { 3 };

const FUNCTION_SIZE: usize = 4 * FIELDS;

/// The functions of a group, with their unwind information.
#[derive(Default)]
pub(super) struct Functions {
    /// By offset in the group.
    all: Vec<UnwindEntry>,
}

impl Functions {
    /// Describes procedures that begin at these offsets. Empty if the system has no such tables.
    pub(super) fn of(procedures: &[Linkable<'_>], starts: &[u32]) -> Functions {
        let mut all = Vec::new();
        if IS_SUPPORTED {
            for (procedure, &start) in procedures.iter().zip(starts) {
                let entries = unwind_entries(procedure.code).unwrap_or_default();
                all.extend(entries.into_iter().map(|UnwindEntry { range, info }| UnwindEntry {
                    range: start + range.start..start + range.end,
                    info,
                }));
            }
        }
        Functions { all }
    }

    /// Size in bytes.
    pub(super) fn size(&self) -> usize {
        self.all.iter().map(|entry| FUNCTION_SIZE + entry.info.len()).sum()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Writes the table, then the unwind information, at offset `at`, a multiple of 4.
    pub(super) fn write(&self, bytes: &mut [u8], at: usize) {
        let mut info_at = at + self.all.len() * FUNCTION_SIZE;
        for (n, UnwindEntry { range, info }) in self.all.iter().enumerate() {
            let end = (FIELDS == 3).then_some(range.end);
            let numbers = [Some(range.start), end, Some(info_at as u32)];
            for (field, number) in numbers.into_iter().flatten().enumerate() {
                bytes[at + n * FUNCTION_SIZE + field * 4..][..4].copy_from_slice(&number.to_le_bytes());
            }
            bytes[info_at..][..info.len()].copy_from_slice(info);
            info_at += info.len();
        }
    }
}

/// A function table registered with the system; unregistered on drop.
pub(super) struct FunctionTable(Option<usize>);

impl FunctionTable {
    /// Registers the functions of a block with the system.
    ///
    /// # Safety
    /// [`Functions::write`] has written `count` functions to `table`. The table and the code stay until this is
    /// dropped.
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> FunctionTable {
        // SAFETY: guaranteed by the caller.
        let is_registered = count != 0 && unsafe { system::add(base, table, count) };
        FunctionTable(is_registered.then_some(table))
    }
}

impl Drop for FunctionTable {
    fn drop(&mut self) {
        if let Some(table) = self.0 {
            // SAFETY: the table is registered.
            unsafe { system::unregister(table) };
        }
    }
}

#[cfg(all(windows, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn RtlAddFunctionTable(table: usize, count: u32, base: u64) -> u8;
        fn RtlDeleteFunctionTable(table: usize) -> u8;
    }

    /// # Safety
    /// As for [`FunctionTable::add`](super::FunctionTable::add).
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> bool {
        // SAFETY: guaranteed by the caller.
        unsafe { RtlAddFunctionTable(table, count as u32, base as u64) != 0 }
    }

    /// # Safety
    /// The table is registered.
    pub(super) unsafe fn unregister(table: usize) {
        // SAFETY: guaranteed by the caller.
        unsafe { RtlDeleteFunctionTable(table) };
    }
}

#[cfg(not(all(windows, any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system {
    /// # Safety
    /// None needed.
    pub(super) unsafe fn add(_base: usize, _table: usize, _count: usize) -> bool {
        false
    }

    /// # Safety
    /// None needed.
    pub(super) unsafe fn unregister(_table: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_tables_refer_to_unwind_info() {
        let entry = |range, info| UnwindEntry { range, info };
        let functions = Functions { all: vec![entry(0..40, vec![1; 8]), entry(48..60, vec![2; 12])] };
        let mut bytes = vec![0; 64];
        if FIELDS == 2 {
            functions.write(&mut bytes, 20);
            assert_eq!((functions.len(), functions.size()), (2, 36));
            assert_eq!((bytes[28], bytes[24], bytes[32], &bytes[36..44]), (48, 36, 44, &[1; 8][..]));
            return;
        }
        functions.write(&mut bytes, 20);
        assert_eq!((functions.len(), functions.size()), (2, 44));
        let words: Vec<u32> =
            bytes[20..44].chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect();
        assert_eq!(words, [0, 40, 44, 48, 60, 52]);
        assert_eq!((&bytes[44..52], &bytes[52..64]), (&[1; 8][..], &[2; 12][..]));
    }
}
