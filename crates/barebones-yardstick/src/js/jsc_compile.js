// Calls every function of a guarded module once: the first call compiles it, and it traps at its beginning.
Error.stackTraceLimit = 0;
const [file] = arguments;
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFile(file, 'binary')), what.imports);
let trapped = 0;
what.functions.forEach((args, i) => {
  try { instance.exports['$f' + i](...args) } catch (error) { trapped += error instanceof WebAssembly.RuntimeError }
});
print(trapped === what.functions.length ? 'all trapped' : trapped + ' of ' + what.functions.length + ' trapped');
