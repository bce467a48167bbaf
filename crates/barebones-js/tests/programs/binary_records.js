// Records in a buffer through views of both byte orders.
function writer(size) {
  var view = new DataView(new ArrayBuffer(size)), at = 0;
  var api = {
    u8(v) { view.setUint8(at, v); at += 1; return api; },
    u16(v, little) { view.setUint16(at, v, little); at += 2; return api; },
    i32(v, little) { view.setInt32(at, v, little); at += 4; return api; },
    f32(v) { view.setFloat32(at, v, true); at += 4; return api; },
    f64(v) { view.setFloat64(at, v); at += 8; return api; },
    text(s) { api.u8(s.length); for (var c of s) api.u8(c.charCodeAt()); return api; },
    done() { return new Uint8Array(view.buffer, 0, at); }
  };
  return api;
}
var bytes = writer(64).u8(300).u16(0x1234).u16(0x1234, true).i32(-2).f32(0.1).f64(Math.PI).text('name').done();
print(Array.from(bytes, b => (b < 16 ? '0' : '') + b.toString(16)).join(' '));
var view = new DataView(bytes.buffer, 1, 20);
print(view.getUint16(0), view.getUint16(0, true), view.getInt16(2), view.getInt32(4), view.getUint32(4), view.getFloat32(8, true), view.getFloat64(12), view.byteOffset, view.byteLength);
[() => view.getInt8(20), () => view.getFloat64(13), () => new DataView([], 0), () => new DataView(bytes.buffer, 65), () => view.setInt8(-1, 0)].forEach(f => { try { print(f()); } catch (e) { print(e.name); } });
var words = new Uint16Array(bytes.buffer, 2, 4), floats = new Float32Array(2);
words[0] = 65537; words[9] = 1; floats[0] = 16777217; floats[1] = -0;
print(words[0], words[9], words.length, floats[0], 1 / floats[1], bytes[2], words.byteOffset, words.BYTES_PER_ELEMENT);
var clamped = Uint8ClampedArray.of(-5, 1.5, 2.5, 300, NaN), signed = Int8Array.from([127, 128, 255, -129, '7']);
print(clamped.join(), signed.join(), new Uint32Array([-1, 1e12])[0], new Int16Array(bytes.buffer.slice(3, 7)).length);
try { new Uint16Array(bytes.buffer, 1); } catch (e) { print(e.name); }
