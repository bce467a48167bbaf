//! Trap recovery where the library does not support it: no [`super::TrapRecovery`] can be created.

use super::recovery::{Activation, RecoveryError};

pub(super) fn install() -> Result<(), RecoveryError> {
    Err(RecoveryError::Unsupported)
}

pub(super) fn prepare_thread() {}

/// # Safety
/// Never called.
pub(super) unsafe fn enter(
    _activation: *mut Activation,
    _entry: extern "C" fn(*mut u8),
    _argument: *mut u8,
) -> bool {
    unreachable!("nothing is installed")
}

/// # Safety
/// Never called: there are no catching calls to end.
pub(super) unsafe fn end_catching_call(_frame: usize) -> ! {
    unreachable!("nothing is installed")
}
