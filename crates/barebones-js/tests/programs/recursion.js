function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } print(fib(15));
function even(n) { return n == 0 ? true : odd(n - 1); } function odd(n) { return n == 0 ? false : even(n - 1); } print(even(10), odd(7));
function hanoi(n, a, b, c) { return n == 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a); } print(hanoi(5, "a", "b", "c"));
function ack(m, n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } print(ack(2, 3));
function Tree(l, r) { this.l = l; this.r = r; } function build(d) { return d == 0 ? null : new Tree(build(d - 1), build(d - 1)); } function count(t) { return t === null ? 0 : 1 + count(t.l) + count(t.r); } print(count(build(6)));
function deep(n) { try { return n == 0 ? missing : deep(n - 1); } catch (e) { throw e; } } try { deep(5); } catch (e) { print(e.name); }
