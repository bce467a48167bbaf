"use strict";
function f() { return this; } print(f(), f.call(1));
var o = {}; o.x = 1; print(o.x);
try { undefinedVariable = 1; } catch (e) { print(e.name); }
function args(a) { a = 2; return arguments[0]; } print(args(1));
var g = () => typeof this; print(g());
