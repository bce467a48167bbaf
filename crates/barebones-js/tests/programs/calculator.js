// Infix expressions by the shunting-yard method, then evaluation in postfix form.
var operators = {
  '+': { level: 1, apply: (a, b) => a + b }, '-': { level: 1, apply: (a, b) => a - b },
  '*': { level: 2, apply: (a, b) => a * b }, '/': { level: 2, apply: (a, b) => a / b },
  '%': { level: 2, apply: (a, b) => a % b }, '^': { level: 3, right: true, apply: Math.pow }
};
function postfix(text) {
  var out = [], stack = [], top = () => stack[stack.length - 1];
  text.replace(/\d+(?:\.\d+)?|[-+*\/%^()]|\S/g, function (token) {
    if (/^\d/.test(token)) out.push(Number(token));
    else if (token === '(') stack.push(token);
    else if (token === ')') {
      while (stack.length && top() !== '(') out.push(stack.pop());
      if (stack.pop() !== '(') throw Error('unbalanced )');
    } else {
      var op = operators[token];
      if (!op) throw Error('unknown ' + token);
      for (var o; (o = operators[top()]) && (o.level > op.level || (o.level === op.level && !op.right));) out.push(stack.pop());
      stack.push(token);
    }
    return '';
  });
  while (stack.length) { if (top() === '(') throw Error('unbalanced ('); out.push(stack.pop()); }
  return out;
}
function evaluate(code) {
  return code.reduce(function (stack, item) {
    if (typeof item === 'number') return stack.concat(item);
    var b = stack.pop(), a = stack.pop();
    if (a === undefined) throw Error('missing operand');
    return stack.concat(operators[item].apply(a, b));
  }, [])[0];
}
['1 + 2 * 3', '(1 + 2) * 3', '2 ^ 3 ^ 2', '10 - 4 - 3', '7 % 4 / 2', '1 / 0', '(1', '1)', '1 +', '2 $ 3'].forEach(text => {
  try { var code = postfix(text); print(text, '=>', code.join(' '), '=', evaluate(code)); }
  catch (e) { print(text, '!!', e.message); }
});
