//! Compiles and links the functions of a module.

use super::{Module, Sections};
use crate::config::Config;
use crate::engine::Engine;
use crate::error::Error;
use crate::info::{Body, Surprises};
use crate::translate::{Environment, Linkage};
use crate::type_registry::TypeRegistry;
use crate::worker::inline::Copies;
use crate::worker::{CompileStats, CompiledFunction, Worker};
use barebones::Compiler;
use barebones::ir::Procedure;
use barebones::isa::CompiledCode;
use barebones::jit::Code;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::Instant;

/// Compiled functions, or what contradicts the assumptions under which they were compiled.
type Attempt = (Result<Vec<CompiledFunction>, Surprises>, CompileStats);

/// What compilation makes of the functions of a module: their code, what was inlined into each, what each counts, and
/// the cost.
type Compiled = (Vec<Code>, Vec<Copies>, Vec<Box<[u32]>>, CompileStats);

/// Compiles and links the functions of a module. After each function, its thread calls `progress` with the number of
/// compiled functions and their total.
pub(super) fn compile(
    engine: &Engine,
    sections: &mut Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Compiled, Error> {
    let (mut pieces, mut stats) = pieces(engine, sections, bodies, progress)?;
    let began = Instant::now();
    let codes = CompiledFunction::link_all(engine.memory(), sections.info.imported_functions, &pieces)?;
    stats.link = began.elapsed();
    let copies = pieces.iter_mut().map(|piece| std::mem::take(&mut piece.copies)).collect();
    let call_sites = pieces.into_iter().map(|piece| piece.call_sites).collect();
    Ok((codes, copies, call_sites, stats))
}

/// Compiles the functions of a module. Assumes first that none has a tail call to another instance, and that none
/// writes a constant table; if one does, compiles all functions again, at most twice.
pub(super) fn pieces(
    engine: &Engine,
    sections: &mut Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<(Vec<CompiledFunction>, CompileStats), Error> {
    loop {
        match attempt(engine, sections, bodies, progress)? {
            (Ok(pieces), stats) => return Ok((pieces, stats)),
            (Err(surprises), _) => sections.info.admit(surprises),
        }
    }
}

/// Translates the functions of a module to IR for the interpreter, on this thread.
pub(super) fn translate(
    engine: &Engine,
    sections: &Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<(Vec<Procedure>, CompileStats), Error> {
    let mut worker = engine.worker()?;
    let mut procedures = Vec::with_capacity(bodies.len());
    let environment = engine.environment(&sections.info);
    for (i, body) in bodies.iter().enumerate() {
        procedures.push(worker.translate(&environment, body)?);
        progress(i + 1, bodies.len());
    }
    let stats = worker.take_stats();
    engine.keep(worker);
    Ok((procedures, stats))
}

fn attempt(
    engine: &Engine,
    sections: &Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Attempt, Error> {
    let imported = sections.info.imported_functions;
    let threads = engine.config().threads.clamp(1, bodies.len().max(1));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let contradiction = OnceLock::new();
    // Each thread takes the next function until none is left or one has failed.
    let work = || {
        let environment = engine.environment(&sections.info);
        let mut worker = engine.worker().map_err(|error| (0, error))?;
        let mut pieces = Vec::with_capacity(bodies.len().div_ceil(threads));
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let Some(body) = bodies.get(task) else { break };
            let function = (imported + task) as u32;
            match worker.compile(&environment, function, body, Some(&bodies), &mut |_, _| {}) {
                Ok((_, surprises)) if sections.info.contradicts(surprises) => {
                    // Another thread may have found one already, which then comes first.
                    let _ = contradiction.set(surprises);
                    next.store(bodies.len(), Ordering::Relaxed);
                }
                Ok((piece, _)) => {
                    pieces.push((task, piece));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1, bodies.len());
                }
                Err(error) => {
                    next.store(bodies.len(), Ordering::Relaxed);
                    return Err((task, error));
                }
            }
        }
        let stats = worker.take_stats();
        engine.keep(worker);
        Ok((pieces, stats))
    };
    let results = on_threads(threads, Builder::new, &work);
    let mut stats = CompileStats::default();
    let mut pieces: Vec<Option<CompiledFunction>> = bodies.iter().map(|_| None).collect();
    let mut first_error: Option<(usize, Error)> = None;
    for result in results {
        match result {
            Ok((compiled, part)) => {
                stats.add(&part);
                compiled.into_iter().for_each(|(task, piece)| pieces[task] = Some(piece));
            }
            Err((task, error)) if first_error.as_ref().is_none_or(|(first, _)| task < *first) => {
                first_error = Some((task, error));
            }
            Err(_) => {}
        }
    }
    if let Some((_, error)) = first_error {
        return Err(error);
    }
    if let Some(surprises) = contradiction.into_inner() {
        return Ok((Err(surprises), stats));
    }
    let mut all = Vec::with_capacity(pieces.len());
    all.extend(pieces.into_iter().flatten());
    Ok((Ok(all), stats))
}

/// Runs `work` on this thread and on up to `threads - 1` others, fewer if the system creates no more.
fn on_threads<T: Send>(threads: usize, builder: fn() -> Builder, work: &(impl Fn() -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let others = (1..threads).map_while(|_| builder().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut results = vec![work()];
        let joined = others.into_iter().map(|handle| handle.join());
        results.extend(joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))));
        results
    })
}

impl Module {
    /// Compiles a module with any compiler, for the target of that compiler, and links nothing: for inspecting code.
    /// `each` receives the index of a function, its procedure after all passes, and its code. Functions have the
    /// system's convention and no pinned registers, whatever the configuration, so that every backend can compile
    /// them.
    ///
    /// # Errors
    /// The module is invalid or unsupported.
    pub fn emit_with(
        compiler: Compiler,
        config: &Config,
        bytes: &[u8],
        each: &mut dyn FnMut(u32, &Procedure, &CompiledCode),
    ) -> Result<CompileStats, Error> {
        let config = &Config { lazy: false, tier_up: None, ..config.clone() };
        let (mut sections, bodies) = super::parse::parse(config, &TypeRegistry::new(), bytes)?;
        // Each function is compiled once, before all are known.
        sections.info.has_table_writes = true;
        let mut worker = Worker::with_compiler(compiler, false);
        let environment =
            Environment { config, linkage: Linkage::plain(), info: &sections.info, known: None };
        for (function, body) in (sections.info.imported_functions as u32..).zip(&bodies) {
            let each = &mut |proc: &Procedure, code: &CompiledCode| each(function, proc, code);
            worker.compile(&environment, function, body, None, each)?;
        }
        Ok(worker.take_stats())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_runs_without_additional_threads() {
        let work = || std::thread::current().id();
        let here = work();
        // No system provides a stack of this size.
        let none = on_threads(4, || Builder::new().stack_size(1 << 60), &work);
        assert_eq!(none, [here]);
        let mut all = on_threads(4, Builder::new, &work);
        assert_eq!((all.len(), all[0]), (4, here));
        all.dedup();
        assert_eq!(all.len(), 4);
    }
}
