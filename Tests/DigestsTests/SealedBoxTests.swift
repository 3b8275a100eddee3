import Digests
import Testing
import WallfarmTesting

/// Verifies boxes that only the owner of a private key can open, with X25519 in Python.
@Suite struct SealedBoxTests {
  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func bytes(_ hex: some StringProtocol) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  /// X25519 as in RFC 7748, section 5, which first verifies the example in section 6.1.
  ///
  /// For each pair of a private key and a box, the script prints the public key and the key of the
  /// message.
  private static let script = """
    import hashlib, hmac, sys
    P = 2**255 - 19
    def multiply(k, u):
        k = bytearray(k)
        k[0] &= 248; k[31] = k[31] & 127 | 64
        k, u = int.from_bytes(k, 'little'), int.from_bytes(u, 'little') & 2**255 - 1
        x1, x2, z2, x3, z3, swap = u, 1, 0, u, 1, 0
        for t in reversed(range(255)):
            bit = k >> t & 1
            if swap ^ bit: x2, x3, z2, z3 = x3, x2, z3, z2
            swap = bit
            a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
            aa, bb, da, cb = a * a, b * b, d * a, c * b
            e = aa - bb
            x3, z3 = (da + cb)**2 % P, x1 * (da - cb)**2 % P
            x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
        if swap: x2, z2 = x3, z3
        return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, 'little')
    base = (9).to_bytes(32, 'little')
    bob = bytes.fromhex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb')
    alice = bytes.fromhex('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
    assert (multiply(bob, base).hex()
            == 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f')
    assert (multiply(bob, alice).hex()
            == '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742')
    for argument in sys.argv[1:]:
        key, box = (bytes.fromhex(part) for part in argument.split(':'))
        public = multiply(key, base)
        secret = multiply(key, box[:32])
        code = hmac.new(secret, b'wallfarm sealed box' + box[:32] + public, hashlib.sha256)
        print(public.hex(), code.hexdigest())
    """

  @Test func boxesAreThoseOfTheStandard() throws {
    let messages: [[UInt8]] = [0, 1, 31, 64, 1000].map { length in
      (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
    }
    let pairs = try messages.map { message in
      let key = RandomBytes.make(SealedBox.keyBytes)
      let open = try #require(SealedBox.publicKey(of: key))
      let box = try #require(SealedBox.sealed(message, to: open))
      #expect(box.count == message.count + SealedBox.overhead)
      #expect(SealedBox.opened(box, with: key) == message)
      return (key: key, open: open, box: box)
    }
    let report = try #require(
      Tool.output(
        of: "/usr/bin/python3",
        ["-c", Self.script] + pairs.map { "\(Self.hex($0.key)):\(Self.hex($0.box))" }))
    let lines = report.split(separator: "\n")
    try #require(lines.count == messages.count)
    for (line, (pair, message)) in zip(lines, zip(pairs, messages)) {
      let words = line.split(separator: " ")
      #expect(Self.bytes(words[0]) == pair.open)
      let sealed = Array(pair.box.dropFirst(SealedBox.keyBytes))
      #expect(Seal.opened(sealed, key: Self.bytes(words[1])) == message)
    }
  }

  /// A box with a changed bit, a part of a box, and a box for another key do not open; neither does
  /// a box from a point of low order, whose secret everybody knows.
  @Test func onlyTheWholeBoxOpensWithItsKey() throws {
    let key = RandomBytes.make(SealedBox.keyBytes)
    let open = try #require(SealedBox.publicKey(of: key))
    let box = try #require(SealedBox.sealed([1, 2, 3], to: open))
    for bit in 0..<(box.count * 8) where bit != 255 {
      var changed = box
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(SealedBox.opened(changed, with: key) == nil, "bit \(bit)")
    }
    for count in 0..<box.count {
      #expect(SealedBox.opened(Array(box.prefix(count)), with: key) == nil)
    }
    #expect(SealedBox.opened(box, with: RandomBytes.make(SealedBox.keyBytes)) == nil)
    for order in [0, 1] as [UInt8] {
      let point = [order] + [UInt8](repeating: 0, count: 31)
      #expect(SealedBox.sealed([1], to: point) == nil)
      #expect(SealedBox.opened(point + box.dropFirst(32), with: key) == nil)
    }
    #expect(SealedBox.sealed([1], to: Array(open.dropLast())) == nil)
  }
}
