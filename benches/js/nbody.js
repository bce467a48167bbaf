// Properties that are doubles.
function Body(x, y, z, vx, vy, vz, mass) {
  this.x = x;
  this.y = y;
  this.z = z;
  this.vx = vx;
  this.vy = vy;
  this.vz = vz;
  this.mass = mass;
}
function advance(bodies, time) {
  for (var i = 0; i < bodies.length; i++) {
    var a = bodies[i];
    for (var j = i + 1; j < bodies.length; j++) {
      var b = bodies[j];
      var dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
      var square = dx * dx + dy * dy + dz * dz;
      var force = time / (square * Math.sqrt(square));
      a.vx -= dx * b.mass * force;
      a.vy -= dy * b.mass * force;
      a.vz -= dz * b.mass * force;
      b.vx += dx * a.mass * force;
      b.vy += dy * a.mass * force;
      b.vz += dz * a.mass * force;
    }
  }
  for (i = 0; i < bodies.length; i++) {
    var body = bodies[i];
    body.x += time * body.vx;
    body.y += time * body.vy;
    body.z += time * body.vz;
  }
}
function run(steps) {
  var bodies = [
    new Body(0, 0, 0, 0.25, -0.125, 0.0625, 40),
    new Body(5, -1, 0.25, 0.5, 2.75, -0.03125, 0.04),
    new Body(8, 4, -0.5, -1, 1.75, 0.0078125, 0.01),
    new Body(13, -15, 0.125, 1, 0.875, -0.015625, 0.002),
    new Body(15, -26, 0.25, 0.96875, 0.5, -0.03125, 0.0025),
  ];
  for (var step = 0; step < steps; step++) advance(bodies, 0.01);
  return bodies[0].x + bodies[4].z;
}
var begin = Date.now();
var result = run(100000);
(typeof print === 'function' ? print : console.log)('nbody', result, Date.now() - begin, 'ms');
