import Digests
import Testing
import WallfarmTesting

/// Verifies the sealing, authentication codes and encoding of secrets with Python.
@Suite struct SealTests {
  private static let key: [UInt8] = (0..<32).map { UInt8($0 * 7 + 1) }

  /// The lengths of messages: zero, one, and around the block sizes of the cipher (64 bytes) and of
  /// its authenticator (16 bytes).
  private static let lengths = [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000]

  private static func message(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func bytes(_ hex: Substring) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  @Test(arguments: lengths)
  func whatIsSealedOpens(_ length: Int) {
    let message = Self.message(length)
    let sealed = Seal.sealed(message, key: Self.key)
    #expect(sealed.count == length + Seal.overhead)
    #expect(Seal.opened(sealed, key: Self.key) == message)
    // Skip short messages, because they could occur in the sealed bytes by chance.
    if length > 8 { #expect(!Self.hex(sealed).contains(Self.hex(message))) }
    // Each call uses a new nonce.
    #expect(Seal.sealed(message, key: Self.key).prefix(12) != sealed.prefix(12))
  }

  @Test func aChangedBitDoesNotOpen() {
    let sealed = Seal.sealed(Self.message(70), key: Self.key)
    for bit in 0..<(sealed.count * 8) {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Seal.opened(changed, key: Self.key) == nil, "bit \(bit)")
    }
  }

  @Test func anotherKeyDoesNotOpen() {
    let sealed = Seal.sealed(Self.message(70), key: Self.key)
    for bit in 0..<256 {
      var key = Self.key
      key[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Seal.opened(sealed, key: key) == nil, "bit \(bit)")
    }
  }

  @Test func aPartDoesNotOpen() {
    let sealed = Seal.sealed(Self.message(70), key: Self.key)
    for count in 0..<sealed.count {
      #expect(Seal.opened(Array(sealed.prefix(count)), key: Self.key) == nil)
      #expect(Seal.opened(Array(sealed.suffix(count)), key: Self.key) == nil)
    }
    #expect(Seal.opened(sealed + [0], key: Self.key) == nil)
    #expect(Seal.opened([0] + sealed, key: Self.key) == nil)
    let other = Seal.sealed(Self.message(70), key: Self.key)
    #expect(Seal.opened(Array(sealed.prefix(40) + other.dropFirst(40)), key: Self.key) == nil)
  }

  /// An implementation of RFC 8439 in Python, which first verifies the standard's own example
  /// (2.8.2).
  ///
  /// The first argument is the key. The script opens each further argument and seals its contents
  /// with a new nonce.
  private static let script = """
    import sys
    def turned(x, n): return (x << n | x >> 32 - n) & 0xffffffff
    def words(text): return [int.from_bytes(text[i:i+4], 'little') for i in range(0, len(text), 4)]
    def block(key, counter, nonce):
        start = words(b'expand 32-byte k') + words(key) + [counter] + words(nonce)
        state = start[:]
        def quarter(a, b, c, d):
            for x, y, z, n in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                state[x] = state[x] + state[y] & 0xffffffff
                state[z] = turned(state[z] ^ state[x], n)
        for _ in range(10):
            for i in range(4): quarter(i, i + 4, i + 8, i + 12)
            for i in range(4): quarter(i, (i+1) % 4 + 4, (i+2) % 4 + 8, (i+3) % 4 + 12)
        return b''.join((a + b & 0xffffffff).to_bytes(4, 'little') for a, b in zip(state, start))
    def ciphered(key, nonce, text):
        blocks = b''.join(block(key, i + 1, nonce) for i in range((len(text) + 63) // 64))
        return bytes(a ^ b for a, b in zip(text, blocks))
    def code(key, nonce, text, more=b''):
        once = block(key, 0, nonce)
        r = int.from_bytes(once[:16], 'little') & 0x0ffffffc0ffffffc0ffffffc0fffffff
        s = int.from_bytes(once[16:32], 'little')
        data = b''.join(part + bytes(-len(part) % 16) for part in (more, text))
        data += len(more).to_bytes(8, 'little') + len(text).to_bytes(8, 'little')
        sum = 0
        for i in range(0, len(data), 16):
            sum = (sum + int.from_bytes(data[i:i+16] + b'\\1', 'little')) * r % (2**130 - 5)
        return (sum + s & 2**128 - 1).to_bytes(16, 'little')
    key, nonce = bytes(range(0x80, 0xa0)), bytes.fromhex('070000004041424344454647')
    text = (b"Ladies and Gentlemen of the class of '99: If I could offer you "
            b"only one tip for the future, sunscreen would be it.")
    more = bytes.fromhex('50515253c0c1c2c3c4c5c6c7')
    assert (code(key, nonce, ciphered(key, nonce, text), more).hex()
            == '1ae10b594f09e26a7e902ecbd0600691')
    key = bytes.fromhex(sys.argv[1])
    for argument in sys.argv[2:]:
        sealed = bytes.fromhex(argument)
        nonce, text = sealed[:12], sealed[12:-16]
        assert code(key, nonce, text) == sealed[-16:]
        message, nonce = ciphered(key, nonce, text), bytes(range(12))
        text = ciphered(key, nonce, message)
        print(message.hex() + ' ' + (nonce + text + code(key, nonce, text)).hex())
    """

  @Test func sealsAreThoseOfTheStandard() throws {
    let messages = Self.lengths.map { Self.message($0) }
    let sealed = messages.map { Self.hex(Seal.sealed($0, key: Self.key)) }
    let report = try #require(
      Tool.output(
        of: "/usr/bin/python3", ["-c", Self.script, Self.hex(Self.key)] + sealed))
    let lines = report.split(separator: "\n")
    #expect(lines.count == messages.count)
    for (line, message) in zip(lines, messages) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      try #require(words.count == 2)
      #expect(words[0] == Self.hex(message))
      #expect(Seal.opened(Self.bytes(words[1]), key: Self.key) == message)
    }
  }

  @Test func textsAndCodesAreThoseOfPython() throws {
    let script = """
      import base64, hashlib, hmac
      for n in range(71):
          text = bytes((i * 37 + n * 101) % 256 for i in range(n))
          print('=' + base64.urlsafe_b64encode(text).decode().rstrip('='),
                hmac.new(text, b'a' * n, hashlib.sha256).hexdigest())
      """
    let report = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script]))
    let lines = report.split(separator: "\n")
    #expect(lines.count == 71)
    for (length, line) in lines.enumerated() {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length * 101) }
      let code = HMACSHA256.code(of: [UInt8](repeating: 97, count: length), key: bytes)
      #expect(line == "=\(Base64.addressText(of: bytes)) \(Self.hex(code))", "\(length) bytes")
    }
  }

  /// Only the characters of the URL-safe Base64 alphabet are accepted.
  @Test func lettersAreKnown() {
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    #expect((UInt8.min...UInt8.max).filter { Base64.isURLSafe($0) } == letters.sorted())
    #expect(
      Base64.addressText(of: [255, 239, 191, 251]).utf8.allSatisfy { Base64.isURLSafe($0) })
  }

  @Test func secretsAreComparedAsAWhole() {
    #expect(SameBytes.areSame([], []))
    #expect(SameBytes.areSame([1, 2, 3], [1, 2, 3]))
    for other: [UInt8] in [[], [1], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]] {
      #expect(!SameBytes.areSame([1, 2, 3], other))
      #expect(!SameBytes.areSame(other, [1, 2, 3]))
    }
  }

  /// Base64 text decodes to the bytes that it encodes, and noncanonical text is rejected (RFC 4648,
  /// sections 3.5 and 10).
  @Test func base64IsReadAsItIsWritten() throws {
    for (text, bytes) in [
      ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
      ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"),
    ] {
      #expect(Base64.bytes(of: text) == Array(bytes.utf8), "\(text)")
      #expect(Base64.text(of: Array(bytes.utf8)) == text)
    }
    var random = SeededGenerator()
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes, "seed \(random.seed)")
    }
    for wrong in ["Zg", "Zg=", "Z===", "Zh==", "Zm9=", "Zm9v\n", "Zm9_", "Z=9v", "====", "Zm 9v"] {
      #expect(Base64.bytes(of: wrong) == nil, "\(wrong)")
    }
  }
}
