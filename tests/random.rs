use barebones::base::{Target, Type};
use barebones::interp::*;
use barebones_testing::generate::*;
#[test]
fn gen_ok() {
    let desc = barebones::isa::host_desc().unwrap();
    let target = Target { desc, features: desc.baseline };
    let mut stats = std::collections::BTreeMap::<String, u32>::new();
    let mut steps = 0;
    let mut t = [std::time::Duration::ZERO; 4];
    for case in 0..2000 {
        let recipe = Recipe::random(&mut Random::of_case(1, case), &Shape { traps: case % 4 == 3, ..Shape::default() });
        let t0 = std::time::Instant::now();
        let module = build(&recipe, &target);
        t[0] += t0.elapsed();
        let t0 = std::time::Instant::now();
        if let Err(v) = barebones::ir::validate_module(&module) {
            panic!("{module}\n{}", v.iter().map(|v| v.to_string()).collect::<Vec<_>>().join("\n"));
        }
        t[1] += t0.elapsed();
        let t0 = std::time::Instant::now();
        let text = module.to_string();
        let parsed = barebones::ir::parse_module(&text, &barebones::base::Targets { all: &barebones::isa::TARGETS, host: target }).unwrap();
        assert_eq!(parsed.to_string(), text);
        t[2] += t0.elapsed();
        let t0 = std::time::Instant::now();
        let interp = Interpreter::new(&module).unwrap();
        let mut host = SandboxHost::with_stack(1 << 16);
        host.add_data(&module);
        barebones_testing::externs::register(&mut host);
        let bytes = buffer(case, 20);
        let b = host.memory.allocate(bytes.len());
        host.memory.bytes_mut(b, bytes.len() as u64).unwrap().copy_from_slice(&bytes);
        let main = module.procedure("main").unwrap();
        let mut r = Random::new(case);
        let args: Vec<(Type, u64)> = main.signature().params.iter().enumerate().map(|(i, ty)| (*ty, if i == 0 { b } else { let t = barebones_testing::awkward::awkward(*ty); t[r.below(t.len() as u64) as usize]})).collect();
        let e = interp.call("main", &args, &mut host, Limits { steps: 300_000, depth: 100 }).unwrap();
        steps += e.steps;
        t[3] += t0.elapsed();
        let key = match &e.outcome { Outcome::Returned(_) => "ret".into(), Outcome::Trap{code, ..} => format!("trap {code}"), Outcome::StepLimit => "steplimit".into(), o => { println!("{module}\n{o:?}"); "bad".into() } };
        *stats.entry(key).or_default() += 1;
        if e.unspecified.is_some() { println!("{module}\n unspec {:?}", e.unspecified); *stats.entry("unspec".into()).or_default() += 1; panic!() }
    }
    println!("{stats:?} {steps} {t:?}");
}
