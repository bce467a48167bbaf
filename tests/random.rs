use barebones_testing::fuzz::*;
#[test]
fn gen_ok() {
    let n = |name: &str, d: u64| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(d);
    let t = std::time::Instant::now();
    let o = FuzzOptions {
        max_failures: n("MAXF", 3) as usize,
        coverage: n("COV", 0) == 1,
        all_setups: n("ALL", 0) == 1,
        trapping: n("TRAP", 8),
        ..FuzzOptions::default()
    };
    let s = fuzz(n("BAREBONES_SEED", 1), n("BAREBONES_CASES", 400), &o).unwrap();
    for f in &s.failures {
        println!("case {}\n{}\n", f.case, f.mismatch);
    }
    println!(
        "{} {} compared {} skipped {} trapped {} steps {} {:?}",
        s.passed,
        s.failed,
        s.compared,
        s.skipped,
        s.trapped,
        s.steps,
        t.elapsed()
    );
    if let Some(c) = s.coverage {
        println!("{}", c.missing(&barebones::host_target().unwrap()).join("\n"));
    }
}
