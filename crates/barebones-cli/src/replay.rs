//! `barebones replay`: compiles a bundle again, and says whether that gives the same.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::bundle_input::{self, Overrides, Recorded};
use crate::input::one_file;
use barebones::base::Origin;
use barebones::bundle::{Bundle, Fault, Outcome, digest};
use barebones_testing::replay::compare_call;
use std::fmt::Write;

pub(crate) fn replay(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut overrides, mut runs, mut call) = (None, Overrides::default(), false, None);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(word) => {
                return Err(Failure::Usage(format!("{word:?}: arguments come after --call NAME")));
            }
            Word::Option(option) => match option.as_str() {
                "--run" => runs = true,
                "--call" => {
                    runs = true;
                    let mut words = vec![arguments.value("--call")?];
                    words.extend(arguments.rest()?);
                    call = Some(words.join(" "));
                }
                other if overrides.set(other, &mut arguments)? => {}
                other => return Err(unknown(other)),
            },
        }
    }
    let Recorded { bundle, is_recorded } = bundle_input::read(&one_file(file)?, &overrides)?;
    let mut out = String::new();
    let (now, differences, stand_ins) = match is_recorded {
        true => {
            let replay = bundle.replay();
            (replay.bundle, replay.differences, replay.stand_ins)
        }
        false => (bundle.clone(), Vec::new(), Vec::new()),
    };
    if is_recorded && bundle.version != now.version {
        let _ = writeln!(out, "note: the bundle is of version {}, this is {}", bundle.version, now.version);
    }
    report(&now, &mut out);
    for what in &stand_ins {
        let _ = writeln!(out, "note: {what}");
    }
    // Offsets in code with stand-ins are others.
    let fault = if stand_ins.is_empty() { now.fault.as_ref() } else { bundle.fault.as_ref() };
    if let Some(fault) = fault {
        report_fault(fault, &mut out);
    }
    for what in &differences {
        let _ = writeln!(out, "differs: {what}");
    }
    let reproduced = match runs {
        true => run(&now, call, &mut out)?,
        false if is_recorded => differences.is_empty(),
        false => now.error().is_some(),
    };
    out.push_str(if reproduced { "reproduced\n" } else { "not reproduced\n" });
    crate::help::print(&out)?;
    if reproduced { Ok(()) } else { Err(Failure::Reported) }
}

/// Lists what came of the compilation.
fn report(bundle: &Bundle, out: &mut String) {
    for record in &bundle.procedures {
        let name = &record.name;
        for pass in &record.passes {
            let _ =
                writeln!(out, "{name}: pass {}, work {}, {} rewrites", pass.name, pass.work, pass.rewrites);
        }
        let _ = match &record.outcome {
            Outcome::Compiled { bytes, .. } => {
                writeln!(out, "{name}: code of {} bytes, digest {:#018x}", bytes.len(), digest(bytes))
            }
            Outcome::Failed { stage, message } => {
                writeln!(out, "{name}: failed in stage {}: {message}", stage.name())
            }
            _ => Ok(()),
        };
    }
}

/// Prints the chain from an offset back to the client's source.
fn report_fault(fault: &Fault, out: &mut String) {
    let _ = writeln!(out, "fault: {}+{:#x}", fault.procedure, fault.offset);
    let _ = writeln!(out, "    {}", fault.inst.as_deref().unwrap_or("code of no machine instruction"));
    let text = fault.value.as_ref().map_or("no value", |(_, text)| text);
    let _ = writeln!(out, "    {text}");
    let _ = match fault.origin {
        Origin::NONE => writeln!(out, "    no origin"),
        origin => writeln!(out, "    origin {origin}"),
    };
}

/// Executes calls in both engines. True if the outcomes of one differ.
fn run(bundle: &Bundle, call: Option<String>, out: &mut String) -> Result<bool, Failure> {
    let calls = call.map_or_else(|| bundle.calls.clone(), |call| vec![call]);
    if calls.is_empty() {
        return Err(Failure::Usage(String::from("--run: the file has no call; use --call NAME ARGS..")));
    }
    let mut differs = false;
    for call in &calls {
        let compared = compare_call(bundle, call).map_err(Failure::Failed)?;
        let _ = writeln!(
            out,
            "call {call}: interpreted {}, compiled {}",
            compared.interpreted, compared.compiled
        );
        if let Some(excuse) = &compared.excuse {
            let _ = writeln!(out, "note: not compared: {excuse}");
        }
        differs |= compared.differs();
    }
    Ok(differs)
}
