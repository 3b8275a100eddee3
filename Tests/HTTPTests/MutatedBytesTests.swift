import HTTP
import Testing
import WallfarmTesting

/// A slightly corrupted request is rejected or parsed in the same way, regardless of how its bytes
/// are split.
@Suite struct MutatedBytesTests {
  private static let head =
    "POST /a?b=c HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 3\r\nX: y z\r\n\r\n"
  private static let chunks = "5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX: y\r\n\r\n"

  /// Returns the text with some bytes changed, removed or inserted.
  private static func mutated(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    let strange: [UInt8] = [0, 9, 10, 13, 32, 34, 45, 48, 58, 59, 0x7F, 0x80, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let byte = strange[Int.random(in: 0..<strange.count, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = byte
      case 1: bytes.remove(at: place)
      default: bytes.insert(byte, at: place)
      }
    }
    return bytes
  }

  @Test func aHeadIsTheSameInPieces() {
    var random = SeededGenerator(seed: 56)
    var ended = 0
    for _ in 0..<3000 {
      let bytes = Self.mutated(Self.head, &random)
      var (whole, piecewise) = (HeadScanner(), HeadScanner())
      let expected = bytes.withUnsafeBytes { whole.scan($0) }
      var found = HeadScanner.Progress.unfinished
      for count in 1...max(1, bytes.count) where found == .unfinished {
        found = bytes.prefix(count).withUnsafeBytes { piecewise.scan($0) }
      }
      #expect(found == expected, "\(bytes)")
      guard case .ended(let end) = expected else { continue }
      ended += 1
      let head = bytes.withUnsafeBytes { bytes in
        try? RequestHeadReader.read(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
      }
      // Accepted headers contain no byte that other programs treat as the end of a line or string.
      for header in head?.headers ?? [] {
        #expect(!header.name.isEmpty && header.value.utf8.allSatisfy(FieldScanner.isText))
      }
    }
    #expect(ended > 100)
  }

  @Test func chunksAreTheSameInPieces() {
    func read(_ pieces: [ArraySlice<UInt8>]) -> (data: [UInt8], used: Int, end: String) {
      var reader = ChunkedReader()
      var (data, used): ([UInt8], Int) = ([], 0)
      for piece in pieces where !reader.isAtEnd {
        let result = piece.withUnsafeBytes { bytes in
          Result { () throws(ChunkedReader.Fault) in
            try reader.read(bytes) { more in
              data += more
              return true
            }
          }
        }
        switch result {
        case .success(let count): used += count
        case .failure(let fault): return (data, 0, fault.reason)
        }
      }
      return (data, used, reader.isAtEnd ? "end" : "unfinished")
    }
    var random = SeededGenerator(seed: 57)
    for _ in 0..<3000 {
      let bytes = Self.mutated(Self.chunks, &random)
      let (whole, piecewise) = (read([bytes[...]]), read(bytes.indices.map { bytes[$0...$0] }))
      let isSame = whole == piecewise
      #expect(isSame, "\(bytes)")
    }
  }
}
