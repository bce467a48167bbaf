// A pipeline of generators: numbers, a filter, a mapping, pairs, and a tree that is walked by delegation.
function* numbers(end) {
  for (let n = 0; n < end; n++) yield n;
}
function* filter(source, test) {
  for (const value of source) if (test(value)) yield value;
}
function* map(source, change) {
  for (const value of source) yield change(value);
}
function* fibonacci(count) {
  let a = 0, b = 1;
  while (count-- > 0) {
    yield a;
    const next = (a + b) % 1000003;
    a = b;
    b = next;
  }
}
function* walk(tree) {
  if (tree === null) return;
  yield* walk(tree.left);
  yield tree.value;
  yield* walk(tree.right);
}
function build(low, high) {
  if (low >= high) return null;
  const middle = (low + high) >> 1;
  return { left: build(low, middle), value: middle, right: build(middle + 1, high) };
}
function pipeline() {
  let sum = 0;
  for (const value of map(filter(numbers(300000), n => n % 3 !== 0), n => n * 2 + 1)) sum += value % 7;
  return sum;
}
function manual() {
  const source = fibonacci(400000);
  let sum = 0;
  for (let step = source.next(); !step.done; step = source.next()) sum = (sum + step.value) % 65521;
  return sum;
}
function trees() {
  const tree = build(0, 1 << 10);
  let sum = 0;
  for (let round = 0; round < 20; round++) for (const value of walk(tree)) sum = (sum * 3 + value) % 65521;
  return sum;
}
print(pipeline());
print(manual());
print(trees());
