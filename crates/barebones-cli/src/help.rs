//! `barebones help` and `--version`, and printing to standard output.

use crate::Failure;
use crate::arguments::Arguments;
use std::io::{ErrorKind, Write, stdout};

const HELP: &str = "\
barebones: runs, compiles and tests procedures written as text, or in Cranelift's intermediate language (FILE.clif, FILE.cton).

  barebones run [-O n] [--engine jit|interp|cranelift] [--without PASS] [--landing-pads] [--sign-return-address]
                [--harden WORDS] [--gdb] [--perf-map] [--jitdump FOLDER] FILE [--call NAME ARGS..]
      Calls a procedure (main, or the first one) and prints its results, one per line with its type.
      Arguments are of the parameters' types: -1, 0x.., 1.5, 1.5f, inf, nan:0x..; @data:NAME is the
      address of data of the file, @file:PATH the address and the length of a file's content.
      A trap is printed as `trap CODE at @VALUE`, with exit status 1.
      --landing-pads, with guarded memory, and on AArch64 --sign-return-address protect branches (docs/branch_protection.md).
      --harden: `all`, or words of blind_constants, indirect_branches, random_placement, with commas; and seed=N, the
      secret that selects the random numbers, 0 by default (docs/security.md).

      A FILE.saved of compile --emit saved is run without compiling it.

      --gdb, --perf-map and --jitdump register the code with a debugger or profiler, with the lines of FILE
      (docs/debugging.md).

  barebones compile [-O n] [--target NAME] [--backend barebones|cranelift]
                    --emit ir|clif|air|asm|stats|bundle|object|saved
                    [--after STAGE] [--without PASS] [--why] [--landing-pads] [--sign-return-address]
                    [--harden WORDS] [--set OPTION=VALUE] FILE
      Prints the IR, as parsed or after a pass, all passes, or each pass (--after PASS, --after optimize,
      --after all); the machine IR after selection or allocation (--after select, --after allocate),
      the module in Cranelift's language (docs/cretonne.md), the disassembly, time and results of each stage,
      a bundle (docs/bug_reports.md), an object file (docs/object_files.md), or saved code (docs/saved_code.md),
      to be redirected to a file. --why, with --emit air: also the reason of
      every decision of register allocation, as comments (docs/air.md); after select, the values that each instruction
      combines, and by which rule (docs/machine/combinations.md). A target is a name with additional
      features, such as x86_64-linux+bmi2, or a triple; the default is this machine.

      run, compile and the two commands for WebAssembly below take limits of the compilation of each procedure
      (docs/limits.md): --budget NAME=N of values, blocks, code_bytes, frame_bytes, work, memory;
      --on-limit compile_at_o0 compiles what reaches one at -O 0 instead of failing. --emit stats prints what was used.

  barebones explore [-O n] [--target NAME] [--without PASS] [--set OPTION=VALUE] [--profile raw|producer-optimized]
                    [--emit html|json|dot] [--after STAGE] [-o OUTPUT] FILE[:NAME]
      Shows the compilation of one procedure stage by stage (docs/explorer.md): a page for a browser (the default), the
      same data as JSON, or the control-flow graph for graphviz, after the passes or --after a pass or stage. The ending
      of OUTPUT, .html, .json or .dot, also selects one. NAME is a procedure; of a FILE.wasm a function, by name or
      index; of a FILE.js a function, which is compiled as the program runs. Without NAME: main, or the first one.

  barebones test FILE|FOLDER..
      Runs filetests (docs/testing.md). BLESS=1 in the environment fills in expectations that are left open.

  barebones fuzz [--seed N] [--count N] [--force none|random|spill|split|few] [-O n] [--exits] [--osr] [--gc]
                 [--against interp|cranelift|air] [--machine x86-64|aarch64] [--limit SECONDS] [--landing-pads] [--sign-return-address]
                 [--harden WORDS]
      Compares compiled random procedures with the interpreter, and prints statistics of register allocation;
      --against cranelift: also compares with code compiled by Cranelift. --against air: compares the interpreter of
      the IR with that of the machine IR, after selection and after allocation, for all targets, or those of --machine.
      --exits: each check fails every time it executes, and the values it passes to the exit are compared. --osr: each check fails, and
      code of another level continues. --gc: a collector moves every object at every safepoint. --limit: aborts if a case takes longer; 0: no limit.

  barebones fuzz --opt all|each|both|PASS [--without PASS] [--seed N] [--count N] [--limit SECONDS]
      Compares random procedures in the interpreter before and after optimization passes: all together, as at -O 2
      and at -O 1, and with values put into variables before; each alone; both; or one; --without leaves passes out of all. Half of the procedures have checks, which
      fail. For a failure it prints which passes cause it.

  barebones replay [--run] FILE [--call NAME ARGS..]
  barebones replay [-O n] [--target NAME] [--without PASS] [--set OPTION=VALUE] [--run] FILE [--call NAME ARGS..]
      Compiles a bundle again (docs/bug_reports.md), and prints what it gives, and where a fault is: the machine
      instruction, the value, and its origin. Status 0 if it fails in the same way or gives the same code, 1 if not.
      FILE may also be a text of IR, which is reproduced if it fails. Options replace those of the bundle; --set takes
      the names of its lines `option`. --run: executes the calls of the bundle, or that of --call, in the interpreter
      and in compiled code; reproduced if a result differs.

  barebones reduce --judge COMMAND|--judge-error|--judge-difference [--tries N] [-o OUTPUT]
                   [-O n] [--target NAME] [--without PASS] [--set OPTION=VALUE] FILE [--call NAME ARGS..]
      Shrinks a bundle or a text of IR while a judge finds it interesting, and writes FILE.reduced: a command (split
      at spaces, without quotes) that exits with status 0, given a file as its last argument; the same error of compilation, apart from numbers; or a
      call whose result in compiled code differs from the interpreter's. Candidates are always valid.
      Also prints the passes and the single rewrite of a pass that make the input interesting, before and after.

  barebones clif [-O n] [--engine ours|interp|cranelift] [--vectors registers|lanes] PATH..
      Runs the directives `run` and `print` of test files in Cranelift's intermediate language, today's or that of
      Cretonne (docs/cretonne.md), or of all *.clif and *.cton in folders. --vectors lanes: each vector is a value per
      lane instead of a V128. Tables of the directives skipped, by reason, and of those passed, by class; the last line is `N passed, N failed, N skipped`.

  barebones machine x86-64|aarch64 [--opcode NAME]
  barebones machine --compare FILE
      Prints the description of an instruction set (docs/machine): each pattern with operands, constraints,
      alternatives, what it computes, and an example; or only that of an opcode or of a standard name of GCC, such as
      addsi3. --compare: reads a description and compares it with the tables.

  barebones combine [-O n] [--target NAME] PATH..
      Counts what instruction selection combines (docs/machine/combinations.md): files *.bb, *.clif, *.cton and *.wasm,
      or all of them in folders. Tables of the rules with their hits, and of the adjacent pairs that no rule takes.

  barebones wasm run [-O n] [--engine jit|interp] [--bounds guard|explicit] [--pins nothing|instance|memory]
                     [--fuel n] [--lazy]
                     [--without PASS] [--profile raw|producer-optimized] [--landing-pads] [--sign-return-address] [--tier-up [--no-speculation]] [--no-inlining] [--repeat n] [--time] MODULE [--invoke NAME ARGS..] [--dir [NAME=]PATH] [-- ARGS]
      Runs a WebAssembly module: the function NAME, whose results are printed on the last line, or _start
      with WASI: ARGS, the standard streams, the clocks, and directories to read. --time prints a line
      `time: X ms` for each of n runs. --fuel: traps after n operators. --lazy: functions are compiled
      on their first call. --tier-up: functions are compiled at -O0, and at -O n in the background when
      they are hot, with direct calls of the frequent targets of calls through tables unless there is
      --no-speculation. --no-inlining: no calls are inlined. --pins: what is kept in pinned registers: the instance, or also its memory.
      --profile: whether a compiler has optimised the module; by default, it has unless bounds are checked.
      --engine interp: functions are translated to IR and interpreted, hundreds of times slower. Not supported
      with it, and refused by name: --lazy, --tier-up. Options of compilation have no effect. Long chains of
      tail calls to other instances overflow the stack, and backtraces end where an instance called another.

  barebones wasm compile [-O n] [--bounds guard|explicit] [--pins nothing|instance|memory] [--threads n]
                         [--without PASS] [--profile raw|producer-optimized] [--repeat n] [--json] MODULE
      Compiles a WebAssembly module n times, and prints statistics: time, also by phase, functions,
      operators, values of the IR, bytes of code, loads and stores of values without a register, peak memory
      of the process. Shows a progress bar on a terminal.

  barebones wasm code [-O n] [--target TARGET] [--backend barebones|cranelift] [--without PASS]
                      [--profile raw|producer-optimized] [--function n [--emit asm|ir]] MODULE
      Compiles a WebAssembly module for any machine, and prints bytes and instructions of its functions, beside
      those of Cranelift at -O 2 if that is built in: totals, and the functions that differ most. --function:
      prints the code of one instead, or its IR after the passes of -O n. Functions call each other as the system's do,
      and no registers are pinned. The profile is raw unless --profile says otherwise.

  barebones wast [-O n] [--engine jit|interp] PATH..
      Runs scripts of assertions in the text format of WebAssembly, or all *.wast in folders. The last line is
      `N passed, N failed, N skipped`; skipped assertions are listed by the proposal they need. --engine interp:
      functions are interpreted, as by `wasm run`.

  barebones tuffy run [--engine oracle|interp|jit] [-O n] [--division truncating|euclidean] [--check-annotations]
                      FILE.. [--call NAME ARGS..]
  barebones tuffy check [--check-annotations] FILE..
  barebones tuffy compile [--emit ir|widths|tuffy] [--division truncating|euclidean] [--check-annotations] FILE..
      Tuffy IR (docs/tuffy.md): calls a function (main, or the first one) in the oracle, in the interpreter, or in compiled
      code; checks the rules, and that every integer has a width; prints the translation, the range and the width of each
      integer, or the text. --check-annotations: poison traps where it is made. Arguments are integers, true, false,
      floats, or poison.

  barebones tuffy --exhaustive BITS [-O n] [--check-annotations]
  barebones tuffy --fuzz [--seed N] [--count N] [-O n]
      Compares the oracle with the interpreter and with code of all levels: every integer instruction with all operands of
      up to BITS bits, or random programs, each also with checks. --fuzz prints how often each instruction was executed,
      and fails if 2,000 programs or more leave one out.

  barebones js [--tier 0|1|2|auto] [--no-ic] [--no-speculation] [--no-osr] [--no-inlining] [--trace-exits]
               [--background on|off] [--gc-stress] [--heap-limit BYTES] [--stats] [FILE.js]
  barebones js --dump-ir|--dump-lir [--hermes-compat] FILE.js
  barebones js --ir DUMP [--gc-stress] [FILE.js]
      Runs a JavaScript program, or prints its Hermes IR (docs/hermes.md). --tier: 0 interprets, 1 compiles each function at
      its first call, 2 to code that speculates, auto those that run often; --no-ic: compiled code without inline caches;
      --no-speculation, --no-osr, --no-inlining: without speculation, entries in loops, inlined calls; --trace-exits: prints each exit. --background: machine code is made
      on another thread (on by default with --tier auto), or on that of the program, where each run is the same. --ir: runs a dump of
      hermesc. --gc-stress: collects garbage at each safepoint. --hermes-compat: the IR of `hermesc -O0`. What is not supported yet is an error that names it.
      Without a file, lines are read and run at a terminal, or else the standard input. A heap above --heap-limit (2 GiB) and
      a deep recursion are RangeErrors. Ctrl-C ends the program. --stats: bytes of the heap, collections, functions, time of
      each step, inline caches, and what was compiled.

  barebones js --fuzz [--seed N] [--count N] [--against COMMAND]
      Runs random programs in all tiers, also with --gc-stress and without optimisations, and compares what they print, also
      with COMMAND FILE (node, hermes). Prints how often each kind of node occurs.

  barebones rtl run [--engine oracle|interp|jit] [-O n] [--store-flag 1|-1] FILE.. [--call ARGS..]
  barebones rtl check FILE..
  barebones rtl compile [--emit ir|rtl] FILE..
  barebones rtl --fuzz [--seed N] [--count N] [-O n]
      Functions in GCC's RTL (docs/rtl.md): calls one in the interpreter of RTL, in that of the IR or in compiled code, or,
      without --call, executes the lines `;! run` of each file in all of them; checks the modes of all expressions;
      prints the translation. --fuzz compares random functions in all engines, and prints how often each code was executed.
      The other commands also take FILE.rtl.

  barebones help
  barebones --version

Cranelift is available if the command was built with feature `cranelift`.
-O is 0, 1 or 2 (the default). Exit status: 0 for success, 1 for a failure, 2 for a usage error.
";

pub(crate) fn help(_arguments: Arguments) -> Result<(), Failure> {
    print(HELP)
}

pub(crate) fn version() -> Result<(), Failure> {
    print(concat!("barebones ", env!("CARGO_PKG_VERSION"), "\n"))
}

/// Prints text. A closed pipe is not a failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to the standard output. A closed pipe is no error.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Failed(error.to_string())),
        _ => Ok(()),
    }
}
