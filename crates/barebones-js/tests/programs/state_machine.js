// A traffic light and a vending machine as tables of transitions.
function machine(table, state) {
  var trail = [state];
  return {
    send(event, payload) {
      var next = table[state][event];
      if (next === undefined) throw new Error(event + ' in ' + state);
      state = typeof next === 'function' ? next(payload) : next;
      trail.push(state);
      return this;
    },
    get state() { return state; },
    get trail() { return trail.join('>'); }
  };
}
var light = machine({ red: { tick: 'green' }, green: { tick: 'yellow' }, yellow: { tick: 'red' } }, 'red');
for (var i = 0; i < 7; i++) light.send('tick');
print(light.state, light.trail);
var coins = 0, vend = machine({
  idle: { coin: n => (coins += n) >= 100 ? 'ready' : 'idle' },
  ready: { coin: n => { coins += n; return 'ready'; }, push: () => { coins -= 100; return coins >= 100 ? 'ready' : 'idle'; } }
}, 'idle');
vend.send('coin', 50).send('coin', 20).send('coin', 50).send('coin', 200).send('push').send('push').send('push');
print(vend.trail, coins);
try { vend.send('push'); } catch (e) { print(e.message); }
