import Digests
import Testing

/// Digests and authentication codes, compared with the test vectors of their standards.
@Suite struct DigestTests {
  /// RFC 4231, cases 1, 2, 3 and 6; the last has a key longer than a block.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func codesAreThoseOfTheStandard(key: [UInt8], message: [UInt8], code: String) {
    #expect(HMACSHA256.hex(of: message, key: key) == code)
  }

  @Test func digestsAreThoseOfTheStandard() {
    #expect(
      SHA256.hex(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hex(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  /// The checksum equals the check value of CRC-32/ISO-HDLC for every kind of buffer.
  @Test func checksumsAreThoseOfTheStandard() {
    let bytes = Array("0123456789".utf8)
    #expect(CRC32.checksum(of: bytes.dropFirst()) == 0xcbf4_3926)
    #expect(CRC32.checksum(of: bytes.reversed().reversed().dropFirst()) == 0xcbf4_3926)
    #expect(CRC32.checksum(of: [UInt8]()) == 0)
  }
}
