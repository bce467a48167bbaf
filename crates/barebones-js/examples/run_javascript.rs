//! Runs JavaScript from Rust: the programs named on the command line, or one of its own.

use barebones_js::{RunOptions, run};

const PROGRAM: &str = "
function counter() { let n = 0; return () => ++n; }
const next = counter();
next();
print('called', next(), 'times');
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        let outcome = run(PROGRAM, RunOptions::default());
        assert_eq!(outcome.output, "called 2 times\n");
    }
    for file in files {
        let outcome = run(&std::fs::read_to_string(&file)?, RunOptions::default());
        print!("{}", outcome.output);
        if let Some(error) = outcome.error {
            println!("{error}");
        }
    }
    Ok(())
}
