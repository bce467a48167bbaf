//! What coverage-guided fuzzing runs: a function of bytes for each target.
//!
//! A target panics if it finds a fault, and returns otherwise. `fuzz/` has a program of libFuzzer for each; the test
//! `replay` runs each on the files of its corpus, `fuzz/corpus/NAME/`, and on damaged copies of them, with any Rust.

mod compile;
mod damage;
mod javascript;
mod metadata;
mod modules;
mod patch_sites;
mod programs;
mod text;

pub use damage::damaged;

/// A target of fuzzing.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name: that of the program and of the folder with the corpus.
    pub name: &'static str,
    /// What it looks for.
    pub meaning: &'static str,
    /// Runs it.
    pub run: fn(&[u8]),
}

/// All targets. `docs/testing.md` has the same table.
pub const TARGETS: [FuzzTarget; 16] = [
    FuzzTarget {
        name: "text_ir",
        meaning: "the library's text: what is read prints, and reads the same again",
        run: text::ir,
    },
    FuzzTarget { name: "text_air", meaning: "the same for Air", run: text::air },
    FuzzTarget { name: "text_bundle", meaning: "the same for bug reports", run: text::bundle },
    FuzzTarget {
        name: "text_clif",
        meaning: "the same for CLIF, which is then translated and compiled",
        run: text::clif,
    },
    FuzzTarget {
        name: "text_tuffy",
        meaning: "the same for Tuffy IR; valid modules are also interpreted",
        run: text::tuffy,
    },
    FuzzTarget {
        name: "text_hermes",
        meaning: "the same for Hermes IR; valid modules are also interpreted",
        run: text::hermes,
    },
    FuzzTarget { name: "text_rtl", meaning: "the same for RTL", run: text::rtl },
    FuzzTarget {
        name: "compile_text",
        meaning: "IR as text: validation refuses it, or every level compiles it for both machines",
        run: compile::text,
    },
    FuzzTarget {
        name: "compile_damaged",
        meaning: "random procedures with exchanged words: as above, and the interpreter executes them",
        run: compile::damaged_program,
    },
    FuzzTarget {
        name: "differential",
        meaning: "random procedures: the interpreter against O0, O1, O2",
        run: programs::differential,
    },
    FuzzTarget {
        name: "allocation",
        meaning: "random procedures: every forced mode of allocation, checked, for both machines",
        run: programs::allocation,
    },
    FuzzTarget {
        name: "exits",
        meaning: "random procedures with checks, each of which fails at each of its executions",
        run: programs::exits,
    },
    FuzzTarget {
        name: "patch_sites",
        meaning: "jumps, no-ops and constants that are patched in any order, against a model",
        run: patch_sites::run,
    },
    FuzzTarget {
        name: "metadata",
        meaning: "decoders of exit tables, maps of references and saved code",
        run: metadata::run,
    },
    FuzzTarget {
        name: "wasm",
        meaning: "modules: bytes as they are, or generated ones, whose exports return the same at O0, at O2 and interpreted",
        run: modules::run,
    },
    FuzzTarget {
        name: "javascript",
        meaning: "programs: all tiers print the same",
        run: javascript::run_bytes,
    },
];

/// The target with this name.
pub fn target(name: &str) -> Option<&'static FuzzTarget> {
    TARGETS.iter().find(|target| target.name == name)
}
