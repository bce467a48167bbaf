//! Counts of what inline caches answer.

use barebones_js::{Options, Runtime, Sites, Tier, Value};

/// The counts of a program whose sites each see one hidden class.
fn count(tier: Tier, count_hits: bool) -> Sites {
    let mut runtime = Runtime::new(Options { tier, count_hits, ..Options::default() });
    let source = "function P() {} P.prototype.get = function () { return this.v }; function grow(o) { o.w = 1 } var p = new P; p.v = 2;
        function work(n) { var s = 0; for (var i = 0; i < n; i++) { s += p.get(); p.v = 2; grow({ a: i }) } return s } work(5000)";
    assert_eq!(runtime.eval(source, "t.js").unwrap(), Value::Number(10000.0));
    runtime.statistics().sites
}

#[test]
fn hits_are_counted_by_kind_in_all_tiers() {
    for tier in [Tier::Interpreter, Tier::Compiled, Tier::Speculating, Tier::Auto] {
        let sites = count(tier, true);
        // In each iteration one method of the prototype, and one property that is added. Own properties: `p`, `grow`, `v`, and what
        // the globals of the program are.
        let near = |count: u64, times: u64| (times * 5000 - 50..=times * 5000 + 50).contains(&count);
        assert!(near(sites.inherited_hits, 1) && near(sites.added_hits, 1), "{tier:?} {sites:?}");
        assert!(
            sites.own_hits > 19_000 && sites.own_hits % 5000 < 50 || near(sites.own_hits, 5),
            "{tier:?} {sites:?}"
        );
        assert!(sites.misses < 50, "{tier:?} {sites:?}");
        let none = count(tier, false);
        assert_eq!((none.own_hits, none.inherited_hits, none.added_hits), (0, 0, 0));
    }
}
