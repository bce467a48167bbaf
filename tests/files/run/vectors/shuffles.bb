;! run
; Bytes by constant indices, by the patterns that have an instruction and without, and by indices in a vector.

barebones 1

proc unpack_low_bytes(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x1303120211011000, 0x1707160615051404)
    Void @3 = Return(@2)
}
;; run unpack_low_bytes(0x6c7310d3ef01719f56af22d975b9334e, 0xff218b3d6abc96523e96b28d971ef96b) == 0x3e5696afb2228dd997751eb9f9336b4e
;; run unpack_low_bytes(0x710d82e218ef21208c1306c98cdc1fe0, 0x5cc9d7c365e88d6960f3896a55d7091a) == 0x608cf31389066ac9558cd7dc091f1ae0

proc unpack_low_bytes_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x1303120211011000, 0x1707160615051404)
    Void @2 = Return(@1)
}
;; run unpack_low_bytes_of_one(0x688c686718384f3c6e7ba8cd878f18fa) == 0x6e6e7b7ba8a8cdcd87878f8f1818fafa
;; run unpack_low_bytes_of_one(0x86fde4ba660c8fd7ff93880df6fc5388) == 0xffff939388880d0df6f6fcfc53538888

proc unpack_high_words(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x1b1a0b0a19180908, 0x1f1e0f0e1d1c0d0c)
    Void @3 = Return(@2)
}
;; run unpack_high_words(0xbdc4769f40ebbb6e4c08357385d9f157, 0x942801775c8d2973e7922ba3831a325a) == 0x9428bdc40177769f5c8d40eb2973bb6e
;; run unpack_high_words(0x81b33b81373bbfc0482695f88fc540cb, 0x142deef113480db459cac2a8179c36b6) == 0x142d81b3eef13b811348373b0db4bfc0

proc unpack_high_words_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x1b1a0b0a19180908, 0x1f1e0f0e1d1c0d0c)
    Void @2 = Return(@1)
}
;; run unpack_high_words_of_one(0x90a3c3853082e5173907aeefb0560e52) == 0x90a390a3c385c38530823082e517e517
;; run unpack_high_words_of_one(0xd457d7780b4848aeebb29a118c4aa081) == 0xd457d457d778d7780b480b4848ae48ae

proc reversed(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x8090a0b0c0d0e0f, 0x1020304050607)
    Void @3 = Return(@2)
}
;; run reversed(0x4076f5f7b38250824acbf6527452ce73, 0xef4c294d84161bef36382042de13c202) == 0x73ce527452f6cb4a825082b3f7f57640
;; run reversed(0x8ac7b1c669ed4d4c8cde393cd26d90e9, 0x4a0c94eb7b9bfadd4f46ba5fed55e044) == 0xe9906dd23c39de8c4c4ded69c6b1c78a

proc reversed_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x8090a0b0c0d0e0f, 0x1020304050607)
    Void @2 = Return(@1)
}
;; run reversed_of_one(0x9ca20a6fd9d3992c92d6e6994e1cda6e) == 0x6eda1c4e99e6d6922c99d3d96f0aa29c
;; run reversed_of_one(0x240b93d0245f1ab47b2ae6ed88b101c8) == 0xc801b188ede62a7bb41a5f24d0930b24

proc second(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x1716151413121110, 0x1f1e1d1c1b1a1918)
    Void @3 = Return(@2)
}
;; run second(0xfdc20fed4aac8416bbf2d6734fec0d66, 0x5c4c08e9120d7f41ee7f2a2e4249672d) == 0x5c4c08e9120d7f41ee7f2a2e4249672d
;; run second(0x2db3a074f9e39d0df70084b48af5e11f, 0xdd7fa405e16800d323208a3758654ed2) == 0xdd7fa405e16800d323208a3758654ed2

proc second_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x1716151413121110, 0x1f1e1d1c1b1a1918)
    Void @2 = Return(@1)
}
;; run second_of_one(0x1519f5819c5a04c9db972e37a0305645) == 0x1519f5819c5a04c9db972e37a0305645
;; run second_of_one(0x014318c515b4dcb8ff1b4af5db61cb2c) == 0x014318c515b4dcb8ff1b4af5db61cb2c

proc rotated(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0xc0b0a0908070605, 0x4030201000f0e0d)
    Void @3 = Return(@2)
}
;; run rotated(0xc5929f339cbd7a81130d64882b766adc, 0xf21d5483365ae195dfb1de6feeb0381f) == 0x882b766adcc5929f339cbd7a81130d64
;; run rotated(0x073c42bc64a3c6f40b8c6891ef0eba19, 0xc8a98a179933c87b6d9091399232fa0b) == 0x91ef0eba19073c42bc64a3c6f40b8c68

proc rotated_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0xc0b0a0908070605, 0x4030201000f0e0d)
    Void @2 = Return(@1)
}
;; run rotated_of_one(0xb003467f4eba67002e16d5c2f8e8fe50) == 0xc2f8e8fe50b003467f4eba67002e16d5
;; run rotated_of_one(0x8de50a5b3e7c7c94fa9b7e30c212b70b) == 0x30c212b70b8de50a5b3e7c7c94fa9b7e

proc joined(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x100f0e0d0c0b0a09, 0x1817161514131211)
    Void @3 = Return(@2)
}
;; run joined(0x273c4ce36a72416fea430b86111979a1, 0xa3d9c788ac7f2d4e408dd894760e8aeb) == 0x4e408dd894760e8aeb273c4ce36a7241
;; run joined(0xccf5fbd2e9559ad91b3c7be660f09a26, 0x2284948ac9d3f1063d217d5873872907) == 0x063d217d5873872907ccf5fbd2e9559a

proc joined_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x100f0e0d0c0b0a09, 0x1817161514131211)
    Void @2 = Return(@1)
}
;; run joined_of_one(0xe8aa4bc19ee710db6ede1a79c5a7286e) == 0xdb6ede1a79c5a7286ee8aa4bc19ee710
;; run joined_of_one(0x15458df335c7851e797c5aa05a009d52) == 0x1e797c5aa05a009d5215458df335c785

proc moved_up(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x403020100282828, 0xc0b0a0908070605)
    Void @3 = Return(@2)
}
;; run moved_up(0x224c0e9f2df9c104b63236e4d7719b1e, 0x43b07602ed9440bf60e3ebff8054e697) == 0x9f2df9c104b63236e4d7719b1e000000
;; run moved_up(0x3edeb83ca83f748720636f17cd3a4bb1, 0x524837f5247c78515126008fa6ff0cff) == 0x3ca83f748720636f17cd3a4bb1000000

proc moved_up_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x403020100282828, 0xc0b0a0908070605)
    Void @2 = Return(@1)
}
;; run moved_up_of_one(0x7b389447a84540fd37d0930f31a4cb1a) == 0x47a84540fd37d0930f31a4cb1a000000
;; run moved_up_of_one(0x94a9abb6f07781dcace98c2e601ac622) == 0xb6f07781dcace98c2e601ac622000000

proc moved_down(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0xa09080706050403, 0x6363630f0e0d0c0b)
    Void @3 = Return(@2)
}
;; run moved_down(0x934a71fd4168d57ebd80ced8d57210e2, 0x9e00cee75c07be0d45112d15d72df609) == 0x000000934a71fd4168d57ebd80ced8d5
;; run moved_down(0xc80bd893489819567fcabd473374909d, 0xe24304d730009626e1c1f6b720dbb589) == 0x000000c80bd893489819567fcabd4733

proc moved_down_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0xa09080706050403, 0x6363630f0e0d0c0b)
    Void @2 = Return(@1)
}
;; run moved_down_of_one(0x630e4332c2201822e7432ff5107b9c75) == 0x000000630e4332c2201822e7432ff510
;; run moved_down_of_one(0xab6c501f6ef8f5f895c7e475b79042ae) == 0x000000ab6c501f6ef8f5f895c7e475b7

proc lanes_of_32(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x30201000b0a0908, 0x70605040f0e0d0c)
    Void @3 = Return(@2)
}
;; run lanes_of_32(0x18cc1666ee23b4c05140182d123be9df, 0x40ab30389e8123650f6c8086d252133b) == 0x5140182d18cc1666123be9dfee23b4c0
;; run lanes_of_32(0xdc5e56b93b73d09d9a272af2f1729d22, 0x46bc513cfb755a8b32536f9f40a0d3af) == 0x9a272af2dc5e56b9f1729d223b73d09d

proc lanes_of_32_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x30201000b0a0908, 0x70605040f0e0d0c)
    Void @2 = Return(@1)
}
;; run lanes_of_32_of_one(0x769053f4c5935d08ef20fa905300aa86) == 0xef20fa90769053f45300aa86c5935d08
;; run lanes_of_32_of_one(0x44ccf0eaaa94d541a583fe7be668e117) == 0xa583fe7b44ccf0eae668e117aa94d541

proc zero_extended(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0xff03ff02ff01ff00, 0xff07ff06ff05ff04)
    Void @3 = Return(@2)
}
;; run zero_extended(0x362e6ba838a4b3fe17be42848fb1a25d, 0xf96cbf366fbdf23afd1e78cf3d905c71) == 0x001700be00420084008f00b100a2005d
;; run zero_extended(0x6ae6fdb6e1707f9fbe2b0bb3079fe411, 0x366e3291d9d16a52e3c799e5358475d4) == 0x00be002b000b00b30007009f00e40011

proc zero_extended_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0xff03ff02ff01ff00, 0xff07ff06ff05ff04)
    Void @2 = Return(@1)
}
;; run zero_extended_of_one(0x25523202c4e94f7e3f026c1c46d1fc9b) == 0x003f0002006c001c004600d100fc009b
;; run zero_extended_of_one(0x07ae473333fe732509867ca8b6dac817) == 0x00090086007c00a800b600da00c80017

proc mixed(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x104131b12101703, 0x10000c070e020318)
    Void @3 = Return(@2)
}
;; run mixed(0x1e7d06f81ed5c1826199b7d09df4348e, 0x127145d2a7bd4b67262e0859896c4511) == 0x118ef8617df49d6734d089a76c11269d
;; run mixed(0x0bc4ad6eb3c83c2da534b5b047065fb8, 0xe5f5a83155598201f3911b8507175099) == 0x99b86ea5c40647015fb007551799f347

proc mixed_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x104131b12101703, 0x10000c070e020318)
    Void @2 = Return(@1)
}
;; run mixed_of_one(0x6603d221990050391e12d11c7173f9be) == 0xbebe211e03737139f91c719973be1e71
;; run mixed_of_one(0xf037b123b1271b9615b4729e496147f4) == 0xf4f4231537614996479e49b161f41549

proc with_zeros(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0xff20ff0905ff20ff, 0xffff03ffffff0120)
    Void @3 = Return(@2)
}
;; run with_zeros(0xdb654f0c9fafa2b704f8fe463c7e9dd5, 0x5407426b40c14a2a5ee63a3b476cdf11) == 0x00003c0000009d00000000a2fe000000
;; run with_zeros(0xad2062a803231c16c06133f3a916d6a6, 0x8f3946671c9aef2f3287149702ed1b14) == 0x0000a9000000d6000000001c33000000

proc with_zeros_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0xff20ff0905ff20ff, 0xffff03ffffff0120)
    Void @2 = Return(@1)
}
;; run with_zeros_of_one(0x416dcc48b97113f7a8fbee1d45dbd7a3) == 0x000045000000d70000000013ee000000
;; run with_zeros_of_one(0x1b3f231b992930f433daede9129fa116) == 0x000012000000a10000000030ed000000

proc zeros(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x8080808080808080, 0x8080808080808080)
    Void @3 = Return(@2)
}
;; run zeros(0x6398eaab2b4974c62ec3b3e5a7067bae, 0x04397420e652820902f9c977e452bb1a) == 0x00000000000000000000000000000000
;; run zeros(0x13adc6ac24c2551e010e54e8d22c6f70, 0xfdce2ce101f9cb77dfef2716d9cae277) == 0x00000000000000000000000000000000

proc zeros_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x8080808080808080, 0x8080808080808080)
    Void @2 = Return(@1)
}
;; run zeros_of_one(0x31073ea192e95a5cec2d43e3824dee0e) == 0x00000000000000000000000000000000
;; run zeros_of_one(0x904d0d9b9cb55c3e3f7b8af06a5e7977) == 0x00000000000000000000000000000000

proc every_32nd(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f)
    Void @3 = Return(@2)
}
;; run every_32nd(0xa34e563b73e0139fd4c84a0438fefff1, 0x5a586835a1d51a3bd922f16bafc45a4b) == 0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a
;; run every_32nd(0x572ebd5365ec8783243be2e744777a77, 0x949be0e2e38bba12d9fde8b5afe93b3d) == 0x94949494949494949494949494949494

proc every_32nd_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f)
    Void @2 = Return(@1)
}
;; run every_32nd_of_one(0x07822a8418072d5c8618153bb4bdfa21) == 0x07070707070707070707070707070707
;; run every_32nd_of_one(0xc94e85e61e4ed4559eded0f84c6abaf6) == 0xc9c9c9c9c9c9c9c9c9c9c9c9c9c9c9c9

proc exchanged_halves(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0xf0e0d0c0b0a0908, 0x706050403020100)
    Void @3 = Return(@2)
}
;; run exchanged_halves(0xa93e1adae82bd51ae0c63f1c1c58e72d, 0x22833663dda84053017101034f666d21) == 0xe0c63f1c1c58e72da93e1adae82bd51a
;; run exchanged_halves(0x222d7e69603ba70938c5b44047d6cff4, 0x4f2a6f3a34a5bc16598e9de1f1db4895) == 0x38c5b44047d6cff4222d7e69603ba709
