// An interpreter of a language with eight commands on a tape of bytes.
function run(program, input) {
  var jumps = {}, open = [];
  for (var i = 0; i < program.length; i++) {
    if (program[i] === '[') open.push(i);
    if (program[i] === ']') {
      if (open.length === 0) throw new SyntaxError('] at ' + i);
      jumps[i] = open.pop();
      jumps[jumps[i]] = i;
    }
  }
  if (open.length) throw new SyntaxError('[ at ' + open[0]);
  var tape = new Uint8Array(64), at = 0, out = '', read = 0;
  for (var pc = 0; pc < program.length; pc++) {
    switch (program[pc]) {
      case '>': at = (at + 1) & 63; break;
      case '<': at = (at - 1) & 63; break;
      case '+': tape[at]++; break;
      case '-': tape[at]--; break;
      case '.': out += String.fromCharCode(tape[at]); break;
      case ',': tape[at] = input && read < input.length ? input.charCodeAt(read++) : 0; break;
      case '[': if (!tape[at]) pc = jumps[pc]; break;
      case ']': if (tape[at]) pc = jumps[pc];
    }
  }
  return out;
}
print(run('++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.'));
print(run(',[.,]', 'echo'), run('-.').charCodeAt(0), run('<+.').charCodeAt(0));
['[', '+]', '[[]'].forEach(bad => { try { run(bad); } catch (e) { print(e.message); } });
