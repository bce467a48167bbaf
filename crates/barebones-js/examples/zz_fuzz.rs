//! temporary
use barebones_js::random::{Features, program};
use barebones_js::{RunError, RunOptions, Tier, run};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (seed, from, count): (u64, u64, u64) =
        (a[1].parse().unwrap(), a[2].parse().unwrap(), a[3].parse().unwrap());
    let against = a.get(4).cloned();
    let few = a.get(5).is_some();
    let later = against.as_deref().is_none_or(|c| c == "-");
    let (mut compared, mut refused, mut failed, mut stacks) = (0, 0, 0, 0);
    for number in from..from + count {
        let p = program(seed, number, Features { generators: number % 4 == 0, later });
        let plain = run(&p.source, RunOptions::default());
        if matches!(plain.error, Some(RunError::Front(_) | RunError::Unsupported(_))) {
            refused += 1;
            continue;
        }
        compared += 1;
        let d = RunOptions::default();
        let c = RunOptions { tier: Tier::Compiled, ..d };
        let all = [
            (RunOptions { gc_stress: true, ..d }, "gc"),
            (RunOptions { unoptimised: true, ..d }, "unopt"),
            (RunOptions { gc_stress: true, ..c }, "tier1 gc"),
            (c, "tier1"),
        ];
        let mut bad = all.iter().take(if few { 1 } else { 4 }).find_map(|(o, name)| {
            let other = run(&p.source, *o);
            let m = |e: &Option<RunError>| e.as_ref().map(ToString::to_string);
            if plain.output == other.output
                && m(&plain.error) == m(&other.error)
                && plain.error != other.error
            {
                stacks += 1;
                if stacks < 5 {
                    eprintln!(
                        "// STACK {number}: {name}\n{:?}\n{:?}\n{}",
                        plain.error, other.error, p.source
                    );
                }
            }
            (plain.output != other.output || m(&plain.error) != m(&other.error))
                .then(|| format!("{name}: {}", other.output))
        });
        if let (None, Some(command)) = (&bad, against.as_deref().filter(|c| *c != "-")) {
            let path = format!("/tmp/js3/fz{}.js", std::process::id());
            std::fs::write(&path, &p.source).unwrap();
            let mut words = command.split_whitespace();
            let out =
                std::process::Command::new(words.next().unwrap()).args(words).arg(&path).output().unwrap();
            let text = String::from_utf8_lossy(&out.stdout);
            if text != plain.output || out.status.success() != plain.error.is_none() {
                bad = Some(format!("hermes: {text}\nours: {}", plain.output));
            }
        }
        if let Some(bad) = bad {
            failed += 1;
            eprintln!("// program {number}: {bad}\n{}", p.source);
        }
        if number % 500 == 499 {
            println!("{number}: {compared} compared {refused} refused {failed} failed {stacks} stacks");
        }
    }
    println!(
        "done {from}..{}: {compared} compared {refused} refused {failed} failed {stacks} stacks",
        from + count
    );
}
