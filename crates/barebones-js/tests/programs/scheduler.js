// Cooperative tasks as generators that sleep, send and wait.
function Scheduler() { this.time = 0; this.queue = []; this.boxes = {}; this.log = []; }
Scheduler.prototype = {
  spawn(task) { this.queue.push({ at: this.time, task, send: undefined }); },
  run() {
    while (this.queue.length) {
      let next = 0;
      this.queue.forEach((entry, i) => { if (entry.at < this.queue[next].at) next = i; });
      const [{ at, task, send }] = this.queue.splice(next, 1);
      this.time = at;
      let result;
      try { result = task.next(send); } catch (e) { this.log.push(`${at} failed ${e}`); continue; }
      if (result.done) { this.log.push(`${at} ended ${result.value}`); continue; }
      const { sleep, put, take, value } = result.value;
      if (sleep !== undefined) this.queue.push({ at: at + sleep, task });
      else if (put) { (this.boxes[put] = this.boxes[put] || []).push(value); this.queue.push({ at, task }); }
      else if (take) {
        const box = this.boxes[take] || [];
        if (box.length) this.queue.push({ at, task, send: box.shift() });
        else this.queue.push({ at: at + 1, task: wait(this, take, task) });
      }
    }
    return this.log;
  }
};
function* wait(scheduler, box, task) {
  while (!(scheduler.boxes[box] || []).length) yield { sleep: 1 };
  scheduler.queue.push({ at: scheduler.time, task, send: scheduler.boxes[box].shift() });
  return 'wait ' + box;
}
const s = new Scheduler();
s.spawn(function* () { for (let i = 0; i < 3; i++) { yield { sleep: 2 }; yield { put: 'mail', value: i * i }; } return 'producer'; }());
s.spawn(function* () { let sum = 0; for (let n = 0; n < 3; n++) sum += yield { take: 'mail' }; return 'sum ' + sum; }());
s.spawn(function* () { yield { sleep: 3 }; throw 'trouble'; }());
print(s.run().join('\n'));
