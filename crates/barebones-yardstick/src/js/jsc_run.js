// For each line that comes: runs a kernel, and prints its answer and the seconds it took.
const [file, n] = arguments;
const { run } = new WebAssembly.Instance(new WebAssembly.Module(readFile(file, 'binary')), {}).exports;
while (readline() === 'again') {
  const began = preciseTime();
  const answer = run(+n);
  print(answer + ' ' + (preciseTime() - began));
}
