//! `barebones compile`: prints the output of a compilation stage.

use crate::Failure;
use crate::arguments::{Arguments, BACKENDS, Word, built, unknown};
use crate::fuzz::pass_name;
use crate::input::{Input, host, one_file};
use crate::saved;
use crate::stats::stats;
use barebones::air;
use barebones::base::{BranchProtection, Features, Hardening, Target};
use barebones::ir::Procedure;
use barebones::isa::{TARGETS, target_by_triple};
use barebones::object_file::{ObjectError, ObjectFile};
use barebones::opt::{Pass, PassCounts, PassSet, pass_names};
use barebones::{Backend, Compiler, Limits, Observer, OnLimit, OptLevel, Options, Progress, Stage};
use barebones_testing::calls::number_origins;
use barebones_testing::disassembly::disassemble;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq)]
enum Emit {
    Ir,
    Clif,
    Air,
    Asm,
    Stats,
    Bundle,
    Object,
    Saved,
}

const EMIT: [(&str, Emit); 8] = [
    ("ir", Emit::Ir),
    ("clif", Emit::Clif),
    ("air", Emit::Air),
    ("asm", Emit::Asm),
    ("stats", Emit::Stats),
    ("bundle", Emit::Bundle),
    ("object", Emit::Object),
    ("saved", Emit::Saved),
];

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Stage(Stage),
    Pass(&'static str),
    EachPass,
}

/// All values of `--after`, with their names.
fn places() -> Vec<(&'static str, Place)> {
    let stages = Stage::ALL.into_iter().map(|stage| (stage.name(), Place::Stage(stage)));
    stages
        .chain(pass_names().map(|name| (name, Place::Pass(name))))
        .chain([("all", Place::EachPass)])
        .collect()
}

pub(crate) fn compile(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut level, mut target, mut emit) = (None, OptLevel::default(), None, None);
    let (mut after, mut backend, mut why) = (None, Backend::default(), false);
    let (mut passes, mut protection, mut hardening) = (PassSet::ALL, BranchProtection::NONE, Hardening::NONE);
    let (mut limits, mut on_limit) = (Limits::NONE, OnLimit::default());
    let mut set = Vec::new();
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(word) => return Err(Failure::Usage(format!("{word:?}: only one file"))),
            Word::Option(option) => match option.as_str() {
                "-O" => level = arguments.level()?,
                "--target" => target = Some(target_by_name(&arguments.value("--target")?)?),
                "--emit" => emit = Some(arguments.one_of("--emit", &EMIT)?),
                "--backend" => backend = arguments.one_of("--backend", &BACKENDS)?,
                "--why" => why = true,
                "--after" => after = Some(arguments.one_of("--after", &places())?),
                "--without" => passes = passes.without(pass_name(&arguments.value("--without")?)?),
                "--set" => set.push(arguments.option_value()?),
                other if Arguments::set_protection(other, &mut protection) => {}
                other if arguments.set_hardening(other, &mut hardening)? => {}
                other if arguments.set_limit(other, &mut limits, &mut on_limit)? => {}
                other => return Err(unknown(other)),
            },
        }
    }
    let emit = emit.ok_or_else(|| Failure::Usage(String::from("--emit is missing")))?;
    let stage = match (emit, after) {
        (Emit::Air, None) => Stage::Allocate,
        (Emit::Air, Some(Place::Stage(stage @ (Stage::Select | Stage::Allocate)))) => stage,
        (Emit::Ir | Emit::Clif, None | Some(Place::Stage(Stage::Validate))) => Stage::Validate,
        (Emit::Ir, Some(Place::Stage(Stage::Optimize) | Place::Pass(_) | Place::EachPass)) => Stage::Optimize,
        (
            Emit::Asm | Emit::Stats | Emit::Bundle | Emit::Object | Emit::Saved,
            None | Some(Place::Stage(Stage::Emit)),
        ) => Stage::Emit,
        (_, Some(place)) => {
            let name =
                places().into_iter().find(|(_, other)| *other == place).map_or("that", |(name, _)| name);
            return Err(Failure::Usage(format!("this kind of output does not exist after {name}")));
        }
    };
    if why && emit != Emit::Air {
        return Err(Failure::Usage(String::from("--why requires --emit air")));
    }
    built(backend)?;
    if emit == Emit::Air && backend != Backend::Barebones {
        let why = format!("{} does not use the machine IR; use --emit asm to print its code", backend.name());
        return Err(Failure::Usage(why));
    }
    if emit == Emit::Air && level == OptLevel::O0 {
        let why =
            "-O 0 compiles block by block and never has the machine IR of a procedure; use -O 1 or -O 2";
        return Err(Failure::Usage(String::from(why)));
    }
    let target = target.map_or_else(host, Ok)?;
    let mut input = Input::read(&one_file(file)?, target)?;
    let is_numbered = !matches!(emit, Emit::Ir | Emit::Clif | Emit::Bundle | Emit::Saved);
    input.module.procedures.iter_mut().filter(|_| is_numbered).for_each(number_origins);
    let mut options = Options::at(level);
    options.backend = backend;
    options.passes = passes;
    (options.branch_protection, options.hardening) = (protection, hardening);
    (options.limits, options.on_limit) = (limits, on_limit);
    for (row, value) in set {
        // Its value was read before.
        let _ = row.read(&value, &mut options);
    }
    built(options.backend)?;
    let mut compiler = Compiler::for_target(target, options);
    let text = match emit {
        Emit::Ir => match after {
            Some(place) if stage == Stage::Optimize => optimized(&input, &mut compiler, place)?,
            _ => input.module.to_string(),
        },
        Emit::Clif => clif(&input)?,
        Emit::Air => machine_ir(&input, &mut compiler, stage, why)?,
        Emit::Asm => assembly(&input, &mut compiler)?,
        Emit::Stats => stats(&input, &mut compiler)?,
        Emit::Bundle => compiler.bundle_module(&input.module).to_string(),
        Emit::Object => return crate::help::print_bytes(&object_file(&input, &mut compiler, &target)?),
        Emit::Saved => return crate::help::print_bytes(&saved::bytes(&input, &mut compiler)?),
    };
    crate::help::print(&text)
}

/// Parses a target: a triple, or a name followed by features, separated by plus signs.
pub(crate) fn target_by_name(text: &str) -> Result<Target, Failure> {
    let mut words = text.split('+');
    let name = words.next().unwrap_or_default();
    let target = match TARGETS.iter().find(|desc| desc.name == name) {
        _ if name == "host" => host()?,
        Some(desc) => Target::baseline(desc),
        None => Target::baseline(target_by_triple(name).map_err(|error| {
            let names: Vec<&str> = TARGETS.iter().map(|desc| desc.name).collect();
            Failure::Usage(format!("{error}; or by name host, {}", names.join(", ")))
        })?),
    };
    words.try_fold(target, |mut target, word| {
        let feature = Features::NAMES.iter().find(|(known, _)| *known == word);
        let known = Features::NAMES.map(|(known, _)| known).join(", ");
        let feature =
            feature.ok_or_else(|| Failure::Usage(format!("`{word}` is not one of the features {known}")))?;
        target.features |= feature.1;
        Ok(target)
    })
}

/// The module in Cranelift's language.
fn clif(input: &Input) -> Result<String, Failure> {
    let text = barebones_clif::write_module(&input.module);
    text.map_err(|error| Failure::Failed(format!("{}: {error}", input.path)))
}

fn object_file(input: &Input, compiler: &mut Compiler, target: &Target) -> Result<Vec<u8>, Failure> {
    let failed = |error: ObjectError| Failure::Failed(error.to_string());
    let mut object = ObjectFile::new(target);
    for data in &input.module.data {
        object.add_data(&data.name, &data.bytes).map_err(failed)?;
    }
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let code = compiler.emit(proc).map_err(|error| input.not_compiled(Some(index), &error))?;
        let name = |symbol| Some(proc.symbols().get(symbol)?.name.to_string());
        object.add_function(&proc.name, &code, &name).map_err(failed)?;
    }
    object.finish().map_err(failed)
}

fn assembly(input: &Input, compiler: &mut Compiler) -> Result<String, Failure> {
    let mut out = String::new();
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let code = compiler.emit(proc).map_err(|error| input.not_compiled(Some(index), &error))?;
        let separator = if index == 0 { "" } else { "\n" };
        out += separator;
        out += &disassemble(proc, &code);
    }
    Ok(out)
}

struct PassPrinter {
    place: Place,
    text: String,
}

impl Observer for PassPrinter {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Optimize, Place::Stage(Stage::Optimize), Progress::Procedure(proc)) =
            (stage, self.place, progress)
        {
            self.text = proc.to_string();
        }
    }

    fn after_pass(&mut self, pass: &'static Pass, proc: &Procedure, _counts: PassCounts) {
        if self.place == Place::EachPass || self.place == Place::Pass(pass.name) {
            let _ = writeln!(self.text, "; after {}\n{proc}", pass.name);
        }
    }
}

/// The IR of each procedure after passes. Only the name is printed if the pass did not run.
fn optimized(input: &Input, compiler: &mut Compiler, place: Place) -> Result<String, Failure> {
    let mut out = String::new();
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let mut printer = PassPrinter { place, text: String::new() };
        let result = compiler.emit_observed(proc, &mut printer);
        result.map_err(|error| input.not_compiled(Some(index), &error))?;
        let _ = writeln!(out, "; {}\n{}", proc.name, printer.text);
    }
    Ok(out)
}

struct Printer<'a> {
    stage: Stage,
    /// The procedure, for the names of its symbols.
    proc: &'a Procedure,
    /// True to add the reasons of register allocation, or what selection combined.
    why: bool,
    text: String,
}

impl Printer<'_> {
    /// A comment before each instruction that refers to a symbol: its name.
    fn names(&self, code: &air::Code) -> Vec<(u32, String)> {
        let mut comments = Vec::new();
        for (number, inst) in (0..).zip(&code.buffer.insts) {
            for arg in code.buffer.get_args(inst).unwrap_or(&[]) {
                if let air::Arg::Symbol(id) = arg
                    && let Some(symbol) = self.proc.symbols().get(*id)
                {
                    comments.push((number, format!("{id} is `{}`", symbol.name)));
                }
            }
        }
        comments
    }
}

impl Printer<'_> {
    /// The code with these comments and those about symbols.
    fn commented(&self, code: &air::Code, mut comments: Vec<(u32, String)>) -> String {
        comments.append(&mut self.names(code));
        comments.sort_by_key(|comment| comment.0);
        code.with_comments(&comments).to_string()
    }
}

impl Observer for Printer<'_> {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if stage != self.stage {
            return;
        }
        match progress {
            Progress::Code(code) if !self.why => {
                self.text = code.with_comments(&self.names(code)).to_string();
            }
            Progress::Explained(code, why) => self.text = self.commented(code, why.comments(code)),
            Progress::Combined(code, combinations) => {
                self.text = self.commented(code, combinations.comments());
            }
            _ => {}
        }
    }

    fn observes_decisions(&self) -> bool {
        self.why
    }

    fn observes_combinations(&self) -> bool {
        self.why
    }
}

/// The machine IR of each procedure, with its name as a heading.
fn machine_ir(input: &Input, compiler: &mut Compiler, stage: Stage, why: bool) -> Result<String, Failure> {
    let mut out = String::new();
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let mut printer = Printer { stage, proc, why, text: String::new() };
        let result = compiler.emit_observed(proc, &mut printer);
        result.map_err(|error| input.not_compiled(Some(index), &error))?;
        let _ = writeln!(out, "; {}\n{}", proc.name, printer.text);
    }
    Ok(out)
}
