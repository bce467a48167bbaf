;! run
; Saturation of lanes, with sums at the limits.

barebones 1

proc addsat_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAddSat(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run addsat_i8x16(0x7e7f027efe80ef5aff7feffe800281ef, 0x800001ef018081ff5a5a02fe7ffe8001) == 0xfe7f036dff808059597ff1fcff0080f0
;; run addsat_i8x16(0x027e0102ff00020201808080feff5aef, 0x007fff027f815a8002ff7e01ef80fe80) == 0x027f00047e815c820380fe81ed805880
;; run addsat_i8x16(0x5a7f007efe7f5a00ef7f81ff01fefe5a, 0x0280fe817e7e7f5aef0202ef0181ff00) == 0x5cfffeff7c7f7f5ade7f83ee0280fd5a
;; run addsat_i8x16(0x7e7f81810200ef010001fe0080015a7f, 0xff7f5a7eff00ff818080007fefefefef) == 0x7d7fdbff0100ee828081fe7f80f0496e
;; run addsat_i8x16(0x0101807eef817eef7e81fe7f7f7e0281, 0x7e5a00fe00fe027f00ff7f018101ef81) == 0x7f5b807cef807f6e7e807d7f007ff180
;; run addsat_i8x16(0x800000ff5a8100ff80ef81ef8002ff00, 0x5affef0080ef028181fe7f7e027f027e) == 0xdaffefffda80028080ed006d827f017e

proc addsat_u8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAddSat(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run addsat_u8x16(0xff007f807efeffef0080ff80fe0180fe, 0x0000fe5a7eef02005a01fe7f7ffe80fe) == 0xff00ffdafcffffef5a81ffffffffffff
;; run addsat_u8x16(0x7eff027ffefe805a02ef0201027efffe, 0x00ff5a807e00ef5a7e010101efff7e80) == 0x7eff5cfffffeffb480f00302f1ffffff
;; run addsat_u8x16(0x80817f02815a007f02800200ef00ef01, 0x028000027e7fff01fe7e7f0181fe7e80) == 0x82ff7f04ffd9ff80fffe8101fffeff81
;; run addsat_u8x16(0x5a5a7f7f01027f5aff81ffff7eff817f, 0xfffeffef7f815aef81005a0180805a7f) == 0xffffffff8083d9ffff81fffffeffdbfe
;; run addsat_u8x16(0x01effefe01817e005a5a8000025a0101, 0xff80ff0202ff817e000100800081ef5a) == 0xffffffff03ffff7e5a5b808002dbf05b
;; run addsat_u8x16(0x01ff0081017e7e81ff80fe7e80ef8100, 0x7e7f817f815aefefeffe01feff02feef) == 0x7fff81ff82d8fffffffffffffff1ffef

proc addsat_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAddSat(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run addsat_i16x8(0xcdef7fff800000005a5a00017fff0001, 0xfffeffff80015a5a5a5a80010001cdef) == 0xcded7ffe80005a5a7fff80027fffcdf0
;; run addsat_i16x8(0xffff7ffeffffcdef00017fffcdefcdef, 0x5a5a0001cdef7fff5a5afffe7ffe0001) == 0x5a597fffcdee4dee5a5b7ffd4dedcdf0
;; run addsat_i16x8(0x7ffecdeffffe800100027ffe80007fff, 0x000280017ffeffff8000fffe5a5a5a5a) == 0x7fff80007ffc800080027ffcda5a7fff
;; run addsat_i16x8(0x5a5a00000001ffff80018001ffff7ffe, 0x7ffe00008000ffff000100000000cdef) == 0x7fff00008001fffe80028001ffff4ded
;; run addsat_i16x8(0x8001ffff7fff000100028000fffe8000, 0x80017ffecdeffffe0001fffe7fff8000) == 0x80007ffd4deeffff000380007ffd8000
;; run addsat_i16x8(0x00015a5afffecdefffff00020002ffff, 0x0001ffff8001000280015a5a7ffe0001) == 0x00025a598000cdf180005a5c7fff0000

proc addsat_u16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAddSat(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run addsat_u16x8(0xfffe0000cdef800100017ffe80018001, 0x00008000ffffcdeffffe5a5a80017fff) == 0xfffe8000ffffffffffffda58ffffffff
;; run addsat_u16x8(0x8000ffff0000ffff00020001fffecdef, 0xcdefcdef00017fff5a5a0002cdef0000) == 0xffffffff0001ffff5a5c0003ffffcdef
;; run addsat_u16x8(0x00008001fffe5a5a5a5a7fff7ffe8000, 0x0000ffff7ffe800180007ffe00000001) == 0x0000ffffffffda5bda5afffd7ffe8001
;; run addsat_u16x8(0xfffe7ffe7fff5a5a80005a5a00027ffe, 0x5a5affff000200027ffeffff7fff8001) == 0xffffffff80015a5cfffeffff8001ffff
;; run addsat_u16x8(0xcdef0001cdef7fff80007fff5a5a0001, 0x7fff80017ffe7fff8000cdef7fff5a5a) == 0xffff8002fffffffeffffffffda595a5b
;; run addsat_u16x8(0x0001000200000000000200028000ffff, 0x00000002fffeffff00010000ffff0002) == 0x00010004fffeffff00030002ffffffff

proc subsat_i8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSubSat(@0, @1, i8x16)
    Void @3 = Return(@2)
}
;; run subsat_i8x16(0x7e7f027efe80ef5aff7feffe800281ef, 0x800001ef018081ff5a5a02fe7ffe8001) == 0x7f7f017ffd006e5ba525ed00800401ee
;; run subsat_i8x16(0x027e0102ff00020201808080feff5aef, 0x007fff027f815a8002ff7e01ef80fe80) == 0x02ff0200807fa87fff8180800f7f5c6f
;; run subsat_i8x16(0x5a7f007efe7f5a00ef7f81ff01fefe5a, 0x0280fe817e7e7f5aef0202ef0181ff00) == 0x587f027f8001dba6007d8010007dff5a
;; run subsat_i8x16(0x7e7f81810200ef010001fe0080015a7f, 0xff7f5a7eff00ff818080007fefefefef) == 0x7f0080800300f07f7f7ffe8191126b7f
;; run subsat_i8x16(0x0101807eef817eef7e81fe7f7f7e0281, 0x7e5a00fe00fe027f00ff7f018101ef81) == 0x83a7807fef837c807e82807e7f7d1300
;; run subsat_i8x16(0x800000ff5a8100ff80ef81ef8002ff00, 0x5affef0080ef028181fe7f7e027f027e) == 0x800111ff7f92fe7efff180808083fd82

proc subsat_u8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSubSat(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run subsat_u8x16(0xff007f807efeffef0080ff80fe0180fe, 0x0000fe5a7eef02005a01fe7f7ffe80fe) == 0xff000026000ffdef007f01017f000000
;; run subsat_u8x16(0x7eff027ffefe805a02ef0201027efffe, 0x00ff5a807e00ef5a7e010101efff7e80) == 0x7e00000080fe000000ee01000000817e
;; run subsat_u8x16(0x80817f02815a007f02800200ef00ef01, 0x028000027e7fff01fe7e7f0181fe7e80) == 0x7e017f000300007e000200006e007100
;; run subsat_u8x16(0x5a5a7f7f01027f5aff81ffff7eff817f, 0xfffeffef7f815aef81005a0180805a7f) == 0x00000000000025007e81a5fe007f2700
;; run subsat_u8x16(0x01effefe01817e005a5a8000025a0101, 0xff80ff0202ff817e000100800081ef5a) == 0x006f00fc000000005a59800002000000
;; run subsat_u8x16(0x01ff0081017e7e81ff80fe7e80ef8100, 0x7e7f817f815aefefeffe01feff02feef) == 0x00800002002400001000fd0000ed0000

proc subsat_i16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSubSat(@0, @1, i16x8)
    Void @3 = Return(@2)
}
;; run subsat_i16x8(0xcdef7fff800000005a5a00017fff0001, 0xfffeffff80015a5a5a5a80010001cdef) == 0xcdf17fffffffa5a600007fff7ffe3212
;; run subsat_i16x8(0xffff7ffeffffcdef00017fffcdefcdef, 0x5a5a0001cdef7fff5a5afffe7ffe0001) == 0xa5a57ffd32108000a5a77fff8000cdee
;; run subsat_i16x8(0x7ffecdeffffe800100027ffe80007fff, 0x000280017ffeffff8000fffe5a5a5a5a) == 0x7ffc4dee800080027fff7fff800025a5
;; run subsat_i16x8(0x5a5a00000001ffff80018001ffff7ffe, 0x7ffe00008000ffff000100000000cdef) == 0xda5c00007fff000080008001ffff7fff
;; run subsat_i16x8(0x8001ffff7fff000100028000fffe8000, 0x80017ffecdeffffe0001fffe7fff8000) == 0x000080017fff00030001800280000000
;; run subsat_i16x8(0x00015a5afffecdefffff00020002ffff, 0x0001ffff8001000280015a5a7ffe0001) == 0x00005a5b7ffdcded7ffea5a88004fffe

proc subsat_u16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSubSat(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run subsat_u16x8(0xfffe0000cdef800100017ffe80018001, 0x00008000ffffcdeffffe5a5a80017fff) == 0xfffe000000000000000025a400000002
;; run subsat_u16x8(0x8000ffff0000ffff00020001fffecdef, 0xcdefcdef00017fff5a5a0002cdef0000) == 0x000032100000800000000000320fcdef
;; run subsat_u16x8(0x00008001fffe5a5a5a5a7fff7ffe8000, 0x0000ffff7ffe800180007ffe00000001) == 0x0000000080000000000000017ffe7fff
;; run subsat_u16x8(0xfffe7ffe7fff5a5a80005a5a00027ffe, 0x5a5affff000200027ffeffff7fff8001) == 0xa5a400007ffd5a580002000000000000
;; run subsat_u16x8(0xcdef0001cdef7fff80007fff5a5a0001, 0x7fff80017ffe7fff8000cdef7fff5a5a) == 0x4df000004df100000000000000000000
;; run subsat_u16x8(0x0001000200000000000200028000ffff, 0x00000002fffeffff00010000ffff0002) == 0x0001000000000000000100020000fffd

proc average_u8x16(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAverage(@0, @1, u8x16)
    Void @3 = Return(@2)
}
;; run average_u8x16(0xff007f807efeffef0080ff80fe0180fe, 0x0000fe5a7eef02005a01fe7f7ffe80fe) == 0x8000bf6d7ef781782d41ff80bf8080fe
;; run average_u8x16(0x7eff027ffefe805a02ef0201027efffe, 0x00ff5a807e00ef5a7e010101efff7e80) == 0x3fff2e80be7fb85a4078020179bfbfbf
;; run average_u8x16(0x80817f02815a007f02800200ef00ef01, 0x028000027e7fff01fe7e7f0181fe7e80) == 0x41814002806d8040807f4101b87fb741
;; run average_u8x16(0x5a5a7f7f01027f5aff81ffff7eff817f, 0xfffeffef7f815aef81005a0180805a7f) == 0xadacbfb740426da5c041ad807fc06e7f
;; run average_u8x16(0x01effefe01817e005a5a8000025a0101, 0xff80ff0202ff817e000100800081ef5a) == 0x80b8ff8002c0803f2d2e4040016e782e
;; run average_u8x16(0x01ff0081017e7e81ff80fe7e80ef8100, 0x7e7f817f815aefefeffe01feff02feef) == 0x40bf4180416cb7b8f7bf80bec079c078

proc average_u16x8(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAverage(@0, @1, u16x8)
    Void @3 = Return(@2)
}
;; run average_u16x8(0xfffe0000cdef800100017ffe80018001, 0x00008000ffffcdeffffe5a5a80017fff) == 0x7fff4000e6f7a6f880006d2c80018000
;; run average_u16x8(0x8000ffff0000ffff00020001fffecdef, 0xcdefcdef00017fff5a5a0002cdef0000) == 0xa6f8e6f70001bfff2d2e0002e6f766f8
;; run average_u16x8(0x00008001fffe5a5a5a5a7fff7ffe8000, 0x0000ffff7ffe800180007ffe00000001) == 0x0000c000bffe6d2e6d2d7fff3fff4001
;; run average_u16x8(0xfffe7ffe7fff5a5a80005a5a00027ffe, 0x5a5affff000200027ffeffff7fff8001) == 0xad2cbfff40012d2e7fffad2d40018000
;; run average_u16x8(0xcdef0001cdef7fff80007fff5a5a0001, 0x7fff80017ffe7fff8000cdef7fff5a5a) == 0xa6f74001a6f77fff8000a6f76d2d2d2e
;; run average_u16x8(0x0001000200000000000200028000ffff, 0x00000002fffeffff00010000ffff0002) == 0x000100027fff800000020001c0008001
