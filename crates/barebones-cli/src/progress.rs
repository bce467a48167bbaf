//! A progress bar for long compilations on a terminal.

use barebones_wasm::{Engine, Error, Module};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Delay before the bar appears.
const PATIENCE: Duration = Duration::from_millis(300);
const LINE: &str = "{bar:40} {pos} of {len} functions";

/// Compiles a module. The bar is drawn on standard error if that is a terminal, and cleared at the end.
pub(crate) fn compile(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
    let (began, bar) = (Instant::now(), OnceLock::new());
    let module = Module::with_progress(engine, bytes, &|done, all| {
        if bar.get().is_none() && began.elapsed() < PATIENCE {
            return;
        }
        let bar = bar.get_or_init(|| {
            let style = ProgressStyle::with_template(LINE).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::stderr()).with_style(style)
        });
        bar.set_position(done as u64);
    });
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    module
}
