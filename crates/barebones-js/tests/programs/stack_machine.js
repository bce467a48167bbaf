// A virtual machine with a dense switch, jumps, calls and a fault.
var HALT = 0, PUSH = 1, ADD = 2, SUB = 3, MUL = 4, DUP = 5, SWAP = 6, JUMP = 7, JZ = 8, CALL = 9, RET = 10, PRINT = 11, DROP = 12, OVER = 13;
function execute(code, limit) {
  var stack = [], calls = [], pc = 0, steps = 0, out = [];
  loop: while (true) {
    if (++steps > limit) { out.push('limit'); break; }
    switch (code[pc++]) {
      case 0: break loop;
      case 1: stack.push(code[pc++]); break;
      case 2: stack.push(stack.pop() + stack.pop()); break;
      case 3: var b = stack.pop(); stack.push(stack.pop() - b); break;
      case 4: stack.push(stack.pop() * stack.pop()); break;
      case 5: stack.push(stack[stack.length - 1]); break;
      case 6: var x = stack.pop(), y = stack.pop(); stack.push(x, y); break;
      case 7: pc = code[pc]; break;
      case 8: if (stack.pop() === 0) pc = code[pc]; else pc++; break;
      case 9: calls.push(pc + 1); pc = code[pc]; break;
      case 10:
        if (calls.length) { pc = calls.pop(); break; }
        out.push('underflow');
        break loop;
      case 11: out.push(stack.pop()); continue loop;
      case 12: stack.pop(); break;
      case 13: stack.push(stack[stack.length - 2]); break;
      default: out.push('bad ' + code[pc - 1] + ' at ' + (pc - 1)); break loop;
    }
  }
  return out.join() + ';' + steps;
}
// The factorial of 6, then a call, faults and a loop without end.
print(execute([PUSH, 1, PUSH, 6, DUP, JZ, 18, SWAP, OVER, MUL, SWAP, PUSH, 1, SUB, JUMP, 4, 0, 0, DROP, PRINT, HALT], 1000));
print(execute([CALL, 4, PRINT, HALT, PUSH, 20, PUSH, 22, ADD, RET], 100));
print(execute([RET], 9), execute([99], 9), execute([JUMP, 0], 9), execute([], 9));
