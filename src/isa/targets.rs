//! The supported targets and their lookup.

use super::{a64::abi as a64, x64::abi as x64};
use crate::base::TargetDesc;
use crate::support::error_type;
use std::fmt;
use std::str::FromStr;
use target_lexicon::{Architecture, Environment, HOST, OperatingSystem, Triple};

/// All targets.
pub static TARGETS: [&TargetDesc; 6] = [
    &x64::X86_64_LINUX,
    &x64::X86_64_WINDOWS,
    &x64::X86_64_MACOS,
    &a64::AARCH64_LINUX,
    &a64::AARCH64_MACOS,
    &a64::AARCH64_WINDOWS,
];

/// The error for a triple without a supported target. Its message lists the supported ones.
#[derive(Clone, PartialEq, Eq)]
pub struct UnsupportedTarget {
    /// The requested triple.
    pub triple: String,
}

impl fmt::Display for UnsupportedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the target `{}` is not supported; supported are", self.triple)?;
        for (i, target) in TARGETS.iter().enumerate() {
            write!(f, "{} {}", if i == 0 { "" } else { "," }, target.triple)?;
        }
        Ok(())
    }
}

error_type!(UnsupportedTarget);

/// Finds a target by its name in the text format.
pub fn target_by_name(name: &str) -> Option<&'static TargetDesc> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// Finds the target for a triple such as `x86_64-unknown-linux-musl`. Vendor and C library are ignored.
///
/// # Errors
/// If the triple is malformed or its architecture or operating system is not supported.
pub fn target_by_triple(triple: &str) -> Result<&'static TargetDesc, UnsupportedTarget> {
    let found = Triple::from_str(triple).ok().and_then(|parsed| find(&parsed));
    found.ok_or_else(|| UnsupportedTarget { triple: triple.to_string() })
}

/// The target for which this library itself was compiled.
///
/// # Errors
/// If it is not one of [`TARGETS`].
pub fn host_desc() -> Result<&'static TargetDesc, UnsupportedTarget> {
    find(&HOST).ok_or_else(|| UnsupportedTarget { triple: HOST.to_string() })
}

fn find(triple: &Triple) -> Option<&'static TargetDesc> {
    if matches!(triple.environment, Environment::Gnux32 | Environment::GnuIlp32) {
        return None; // 32-bit pointers
    }
    let system = match triple.operating_system {
        OperatingSystem::Linux => "linux",
        OperatingSystem::Windows => "windows",
        OperatingSystem::Darwin(_) | OperatingSystem::MacOSX(_) => "macos",
        _ => return None,
    };
    let machine = match triple.architecture {
        Architecture::X86_64 | Architecture::X86_64h => "x86_64",
        Architecture::Aarch64(target_lexicon::Aarch64Architecture::Aarch64) => "aarch64",
        _ => return None,
    };
    TARGETS.into_iter().find(|target| target.name.split_once('-') == Some((machine, system)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::RegSet;

    #[test]
    fn names_and_triples_find_their_targets() {
        for target in TARGETS {
            assert_eq!(target_by_name(target.name).map(|t| t.triple), Some(target.triple));
            assert_eq!(target_by_triple(target.triple).map(|t| t.name), Ok(target.name));
        }
        for (triple, name) in [
            ("x86_64-unknown-linux-musl", "x86_64-linux"),
            ("x86_64-pc-windows-msvc", "x86_64-windows"),
            ("aarch64-pc-windows-msvc", "aarch64-windows"),
            ("arm64-apple-darwin", "aarch64-macos"),
            ("aarch64-apple-macosx11.0.0", "aarch64-macos"),
        ] {
            assert_eq!(target_by_triple(triple).map(|t| t.name), Ok(name));
        }
    }

    #[test]
    fn other_targets_are_refused_with_a_list() {
        for triple in [
            "",
            "x86_64",
            "nonsense",
            "i686-unknown-linux-gnu",
            "x86_64-unknown-linux-gnux32",
            "aarch64_be-unknown-linux-gnu",
            "aarch64-unknown-linux-gnu_ilp32",
            "arm64ec-pc-windows-msvc",
            "riscv64gc-unknown-linux-gnu",
            "x86_64-unknown-freebsd",
        ] {
            let error = target_by_triple(triple).map(|t| t.name).unwrap_err();
            assert_eq!(error.triple, triple);
            for target in TARGETS {
                assert!(error.to_string().contains(target.triple), "{error}");
            }
        }
        assert!(target_by_name("x86_64-plan9").is_none());
    }

    #[test]
    fn host_desc_matches_host_triple() {
        assert_eq!(host_desc().map(|t| t.name), target_by_triple(&HOST.to_string()).map(|t| t.name));
    }

    #[test]
    fn tables_agree_with_each_other() {
        for target in TARGETS {
            for conv in target.conventions {
                let (name, env) = (conv.name, &conv.env);
                let all = env.allocatable_set();
                assert_eq!(all.len(), env.allocatable.iter().map(|regs| regs.len()).sum::<usize>());
                assert!(!all.contains(target.frame_pointer) && !all.contains(target.stack_pointer));
                assert!(conv.callee_saved.contains(target.frame_pointer));
                let saved = conv.callee_saved.difference(RegSet::of(&[target.frame_pointer]));
                assert_eq!(env.callee_saved, saved, "{name}");
                assert!(conv.clobbered.intersection(conv.callee_saved).is_empty(), "{name}");
                // Every allocatable register is either clobbered or callee-saved.
                assert!(all.difference(conv.clobbered.union(conv.callee_saved)).is_empty(), "{name}");
                for regs in env.allocatable {
                    // Caller-saved registers first.
                    assert!(regs.is_sorted_by_key(|reg| saved.contains(*reg)), "{name}");
                }
                let lists = [conv.args_gp, conv.args_fp, conv.results_gp, conv.results_fp];
                assert!(lists.iter().all(|list| list.iter().all(|r| conv.clobbered.contains(*r))));
                assert!(!conv.positional || conv.args_gp.len() == conv.args_fp.len());
            }
            assert_eq!((target.conventions[1].name, target.conventions.len()), ("internal", 3));
        }
    }
}
