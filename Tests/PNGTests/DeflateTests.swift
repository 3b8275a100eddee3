import Digests
import Graphics
import PNG
import Testing
import WallfarmTesting

/// Tests that zlib decompresses the streams that `BandDeflater` writes.
@Suite(.tags(.seeded)) struct DeflateTests {
  @Test func zlibUnpacksRandomBytesOfEveryKind() throws {
    var random = SeededGenerator()
    print("DeflateTests: seed \(random.seed)")
    let folder = try TemporaryFolder()
    var packed: [UInt8] = []
    var digests = ""
    for _ in 0..<400 {
      let bytes = Self.bytes(&random)
      for search in [BandDeflater.Search.runs, .matches(effort: 4), .matches(effort: 64)] {
        let stream = BandDeflater.zlibStream(of: bytes, searching: search)
        packed.append(bigEndian: UInt32(stream.count))
        packed += stream
        digests += SHA256.hex(of: bytes) + "\n"
      }
    }
    let path = try folder.write(packed, to: "streams")
    let script = """
      import hashlib, sys, zlib
      data = open(sys.argv[1], 'rb').read()
      while data:
          count = int.from_bytes(data[:4], 'big')
          # decompress() checks the Adler sum and that nothing is left over.
          print(hashlib.sha256(zlib.decompress(data[4:4 + count])).hexdigest())
          data = data[4 + count:]
      """
    let seed = random.seed
    let unpacked = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, path]))
    #expect(unpacked == digests, "seed \(seed)")
  }

  /// Returns random bytes of noise, runs and repeated sections, with few or many distinct values,
  /// and often with a length near a block size.
  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let lengths = [
      0, 1, 2, 3, 7, 8, 9, 258, 259, 4000, 65_534, 65_535, 65_536, 131_072, 140_000,
      800_000,
    ]
    let count =
      Bool.random(using: &random)
      ? lengths.randomElement(using: &random) ?? 0 : Int.random(in: 0..<30_000, using: &random)
    let most = UInt8([0, 1, 3, 40, 255].randomElement(using: &random) ?? 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 400)
    while bytes.count < count {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !bytes.isEmpty:
        let distance = Int.random(in: 1...min(bytes.count, 40_000), using: &random)
        for _ in 0..<Int.random(in: 1..<400, using: &random) {
          bytes.append(bytes[bytes.count - distance])
        }
      case 1:
        let value = UInt8.random(in: 0...most, using: &random)
        bytes += [UInt8](repeating: value, count: Int.random(in: 1..<700, using: &random))
      default:
        for _ in 0..<Int.random(in: 1..<300, using: &random) {
          bytes.append(UInt8.random(in: 0...most, using: &random))
        }
      }
    }
    return Array(bytes.prefix(count))
  }

  /// If the frequencies are Fibonacci numbers, an unlimited Huffman code would exceed the maximum
  /// length.
  @Test func aCodeIsNeverLongerThanAllowedAndAlwaysWhole() {
    var frequencies: [UInt32] = [1, 1]
    while frequencies.count < 40 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
    for longest in [7, 14, 15] {
      let code = HuffmanCode(
        frequencies: Array(frequencies.prefix(longest == 7 ? 19 : 40)), longest: longest)
      let lengths = code.lengths.map(Int.init)
      #expect(lengths.allSatisfy { (1...longest).contains($0) })
      #expect(lengths.reduce(0) { $0 + 1 << (longest - $1) } == 1 << longest)
    }
  }

  @Test func sumsOfPartsAreTheSumOfTheWhole() {
    var random = SeededGenerator(seed: 9)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var sum = Adler32()
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Int.random(in: 0..<9000, using: &random)))
      sum.append(part.withUnsafeBytes { Adler32(of: $0) })
      rest = rest.dropFirst(part.count)
    }
    #expect(sum.value == bytes.withUnsafeBytes { Adler32(of: $0) }.value)
  }
}
