//! Instruction set, C calling convention and optional features of the host.

use crate::base::{Arch, Features};

/// The instruction set of the host; `None` if the library does not support it.
pub const fn host_arch() -> Option<Arch> {
    if cfg!(target_arch = "x86_64") {
        Some(Arch::X64)
    } else if cfg!(target_arch = "aarch64") {
        Some(Arch::A64)
    } else {
        None
    }
}

/// The name of the host's C calling convention; `None` if the library does not support it.
pub const HOST_C_CONVENTION: Option<&str> = match host_arch() {
    Some(Arch::X64) if cfg!(windows) => Some("windows_x64"),
    Some(Arch::X64) => Some("system_v"),
    Some(Arch::A64) if cfg!(windows) => Some("windows_arm64"),
    Some(Arch::A64) if cfg!(target_vendor = "apple") => Some("apple"),
    Some(Arch::A64) => Some("aapcs64"),
    None => None,
};

/// The optional instruction set extensions of the host.
#[cfg(target_arch = "x86_64")]
pub fn host_features() -> Features {
    let detected = [
        (Features::SSE41, is_x86_feature_detected!("sse4.1")),
        (Features::POPCNT, is_x86_feature_detected!("popcnt")),
        (Features::LZCNT, is_x86_feature_detected!("lzcnt")),
        (Features::BMI1, is_x86_feature_detected!("bmi1")),
        (Features::BMI2, is_x86_feature_detected!("bmi2")),
        (Features::AVX, is_x86_feature_detected!("avx")),
        (Features::FMA, is_x86_feature_detected!("fma")),
    ];
    detected.into_iter().filter(|(_, has)| *has).map(|(feature, _)| feature).collect()
}

/// The optional instruction set extensions of the host.
#[cfg(target_arch = "aarch64")]
pub fn host_features() -> Features {
    let detected = [
        (Features::LSE, std::arch::is_aarch64_feature_detected!("lse")),
        (Features::JSCVT, std::arch::is_aarch64_feature_detected!("jsconv")),
    ];
    detected.into_iter().filter(|(_, has)| *has).map(|(feature, _)| feature).collect()
}

/// The optional instruction set extensions of the host.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn host_features() -> Features {
    Features::empty()
}
