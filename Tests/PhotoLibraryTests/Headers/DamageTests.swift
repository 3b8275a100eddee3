import Files
import Glibc
import PhotoFormats
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Invariants that hold for the result of reading any file, however damaged.
enum Invariants {
  @discardableResult
  static func check(_ bytes: [UInt8]) throws -> PhotoHeader {
    let source = MemorySource(bytes)
    let header = try PhotoHeader.read(from: source)
    _ = try PhotoTail.damage(of: source, header)
    #expect((1...8).contains(header.orientation))
    #expect(
      (header.format == nil) == [.empty, .foreign].contains(header.damage?.kind)
        || header.format == nil)
    #expect((header.make?.count ?? 0) <= 64 && (header.model?.count ?? 0) <= 64)
    if let pixels = header.pixels { #expect(pixels.width > 0 && pixels.height > 0) }
    for date in [header.taken, header.saved] {
      if let date { #expect(TakenDate.years.contains(date.day.year)) }
    }
    if let place = header.place {
      #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
    }
    return header
  }
}

/// No file makes the reader trap, and a partial file is never mistaken for a complete file.
@Suite struct DamageTests {
  private static let photos = PhotoBuilder.all(TIFFBuilder.full().built())

  @Test(arguments: photos.map(\.name))
  func aCutAnywhereIsDamageOrCostsNoFact(name: String) throws {
    let bytes = try #require(Self.photos.first { $0.name == name }).bytes
    let whole = try PhotoBuilder.read(bytes)
    for count in 0..<bytes.count {
      let source = MemorySource(Array(bytes.prefix(count)))
      let header = try PhotoHeader.read(from: source)
      if header.damage == nil {
        #expect(header == whole, "\(count) bytes of \(bytes.count)")
        #expect(try PhotoTail.damage(of: source, header)?.kind == .cut, "\(count) bytes")
      }
      if let date = header.taken { #expect(date == whole.taken, "\(count) bytes") }
      if let place = header.place { #expect(place == whole.place, "\(count) bytes") }
    }
  }

  @Test(.tags(.torture)) func changesOfAFewBytesNeverTrap() throws {
    var random = SeededGenerator()
    let raw = TIFFBuilder.full(isLittle: true).built()
    let photos = Self.photos.map(\.bytes) + [raw]
    for _ in 0..<(Torture.isOn ? 1_000_000 : 20_000) {
      var bytes = photos[Int.random(in: photos.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes[place] = 0xFF
        case 3: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
        case 4: if bytes.count > 9 { bytes.remove(at: place) }
        default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0...9, using: &random)))
        }
      }
      try Invariants.check(bytes)
    }
  }

  // MARK: - Sources

  private struct Failing: ByteSource {
    let bytes: MemorySource
    /// The offset beyond which reads fail.
    let limit: Int
    var size: Int { bytes.size }

    func read(
      at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RenderError) -> Int {
      guard offset + buffer.count <= limit else { throw .cannotRead("a.jpg", 5) }
      return try bytes.read(at: offset, into: buffer)
    }
  }

  @Test func aReadThatFailsIsNoDamage() {
    for (name, bytes) in Self.photos {
      let source = Failing(bytes: MemorySource(bytes), limit: 20)
      #expect(throws: RenderError.self, "\(name)") { try PhotoHeader.read(from: source) }
    }
  }

  /// A file that became shorter after its size was read.
  private struct Shrunk: ByteSource {
    let bytes: MemorySource
    let size: Int

    func read(
      at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(RenderError) -> Int { try bytes.read(at: offset, into: buffer) }
  }

  @Test func aFileThatShrinksIsCut() throws {
    for (name, bytes) in Self.photos {
      for count in stride(from: 0, to: bytes.count - 60, by: 7) {
        let source = Shrunk(bytes: MemorySource(Array(bytes.prefix(count))), size: bytes.count)
        let header = try PhotoHeader.read(from: source)
        _ = try PhotoTail.damage(of: source, header)
        #expect(header.damage != nil || header.pixels != nil, "\(name), \(count)")
      }
      let endless = Shrunk(bytes: MemorySource(bytes), size: .max)
      _ = try PhotoHeader.read(from: endless)
    }
  }

  @Test func aFileIsReadByItsDescriptor() throws {
    let folder = try TemporaryFolder()
    for (index, photo) in Self.photos.enumerated() {
      let path = try folder.write(photo.bytes, to: "\(index)")
      let read = try withDescriptor(of: path) { descriptor in
        try PhotoHeader.read(
          from: DescriptorSource(descriptor, size: photo.bytes.count, path: path))
      }
      #expect(try read == PhotoBuilder.read(photo.bytes))
    }
    #expect(throws: RenderError.self) {
      try PhotoHeader.read(from: DescriptorSource(-1, size: 100, path: "a"))
    }
  }
}

private func withDescriptor<Result>(
  of path: String, _ body: (Int32) throws -> Result
) throws -> Result {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  return try body(descriptor)
}
