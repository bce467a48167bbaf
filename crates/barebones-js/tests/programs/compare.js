function cmp(a, b) {
  print(a < b, a <= b, a > b, a >= b, a == b, a != b, a === b, a !== b);
}
cmp(1, 2); cmp(2, 1); cmp(1, 1); cmp("a", "b"); cmp("10", 9); cmp("10", "9"); cmp(NaN, NaN); cmp(null, undefined);
cmp(null, 0); cmp(undefined, 0); cmp(true, 1); cmp("1", 1); cmp("", 0); cmp([2], 2); cmp(0, -0);
print(typeof 1, typeof "a", typeof null, typeof undefined, typeof {}, typeof print, typeof true, typeof missing);
print(!0, !"", !"a", !NaN, !null, !{}, void 0, 1 && 2, 0 && 2, 1 || 2, 0 || 2, null ?? 3, 0 ?? 3);
