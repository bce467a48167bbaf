'use strict';
function Packet(link, id, kind) { this.link = link; this.id = id; this.kind = kind; this.a1 = 0; this.a2 = [0, 0, 0, 0]; }
Packet.prototype.addTo = function (q) { this.link = null; if (q === null) return this; var n, p = q; while ((n = p.link) !== null) p = n; p.link = this; return q; };
function Task(s, id, pri, q) { this.s = s; this.id = id; this.pri = pri; this.queue = q; this.state = 0; this.count = 0; }
Task.prototype.isHeld = function () { return (this.state & 4) !== 0 || this.state === 2; };
Task.prototype.take = function () { var p = this.queue; if (p !== null) { this.queue = p.link; this.state = this.queue === null ? 0 : 1; } return p; };
Task.prototype.add = function (p) { this.queue = p.addTo(this.queue); this.state |= 1; };
Task.prototype.run = function (p) { this.count++; if (p === null) { this.state = this.count % 5 === 0 ? 2 : 0; return; } p.a1 = (p.a1 + this.pri) & 255; p.a2[p.a1 & 3] += 1; this.s.send(p, (this.id * 7 + p.a1) % 6); };
function Sched() { this.tasks = []; this.sent = 0; }
Sched.prototype.send = function (p, to) { this.sent++; this.tasks[to].add(p); };
Sched.prototype.go = function (n) { for (var i = 0; i < n; i++) { var t = this.tasks[i % 6]; if (t.isHeld()) { t.state = 0; continue; } switch (t.state) { case 0: case 1: t.run(t.take()); break; default: t.state = 0; } } };
var s = new Sched(); for (var i = 0; i < 6; i++) s.tasks.push(new Task(s, i, i * 10, null));
for (var i = 0; i < 12; i++) s.tasks[i % 6].add(new Packet(null, i, i & 1));
s.go(1000000); var c = 0; for (var i = 0; i < 6; i++) c += s.tasks[i].count; print(s.sent, c);
