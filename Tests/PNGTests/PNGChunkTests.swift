import PNG
import Testing

@Suite struct PNGChunkTests {
  /// A stream that exceeds the chunk limit, which is reduced for this test, is split into several
  /// chunks.
  @Test(arguments: [0, 1, 6, 7, 8, 14, 15])
  func aLongStreamIsCutIntoChunks(_ count: Int) {
    let stream = (0..<count).map { UInt8($0) }
    let chunks = PNGChunk.imageData(stream, longest: 7)
    #expect(chunks.allSatisfy { $0.count <= 7 + 12 && $0[4..<8].elementsEqual("IDAT".utf8) })
    #expect(chunks.flatMap { $0[8..<$0.count - 4] } == stream)
    #expect(chunks.map { Int($0[3]) } == chunks.map { $0.count - 12 })
  }

  @Test func noChunkIsLongerThanTheFormatAllows() {
    #expect(PNGChunk.longest == 2_147_483_647)
  }
}
