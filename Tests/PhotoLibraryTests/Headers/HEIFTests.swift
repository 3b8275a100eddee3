import Testing

@testable import PhotoLibrary

/// A HEIF file is read as its boxes say, and boxes that lie are damage.
@Suite struct HEIFTests {
  private static let exif = TIFFBuilder.full().built()
  private static let size = PhotoBuilder.full(
    "ispe", PhotoBuilder.big(48, 4) + PhotoBuilder.big(32, 4))

  /// Judged by heif-convert 1.15 with files of avifenc 0.11, which turns first and mirrors then.
  @Test(
    arguments: [
      ([], 1), (["r0"], 1), (["r1"], 8), (["r2"], 3), (["r3"], 6), (["m0"], 4), (["m1"], 2),
      (["r1", "m0"], 5), (["r1", "m1"], 7), (["r2", "m0"], 2), (["r2", "m1"], 4),
      (["r3", "m0"], 7),
      (["r3", "m1"], 5),
    ] as [([String], Int)])
  func quartersAndMirrorsMakeATurn(steps: [String], orientation: Int) throws {
    let boxes = steps.map { step in
      PhotoBuilder.box(step.hasPrefix("r") ? "irot" : "imir", [UInt8(step.suffix(1)) ?? 0])
    }
    let bytes = PhotoBuilder.heif(Self.exif, properties: [Self.size] + boxes)
    #expect(try PhotoBuilder.read(bytes).orientation == orientation)
  }

  @Test func brandsTellHEIFFromAVIF() throws {
    for (brand, format) in [
      ("heic", PhotoHeader.Format.heif), ("mif1", .heif), ("avif", .avif), ("heix", .heif),
    ] {
      #expect(try PhotoBuilder.read(PhotoBuilder.heif(Self.exif, brand: brand)).format == format)
    }
    #expect(try PhotoBuilder.read(PhotoBuilder.heif(Self.exif, brand: "isom")).format == .heif)
    let film =
      PhotoBuilder.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + PhotoBuilder.box("moov", [])
    #expect(try PhotoBuilder.read(film).damage?.kind == .foreign)
  }

  /// Each byte of `meta` in turn becomes 0 and 255: nothing traps, and what is read can be.
  @Test func noByteOfTheBoxesMatters() throws {
    let bytes = PhotoBuilder.heif(Self.exif, places: .init(version: 2, isWide: true))
    for place in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[place] = value
        try Invariants.check(changed)
      }
    }
  }

  /// Lists that say they have four billion entries end where their box does.
  @Test func countsThatLieCostNothing() throws {
    var bytes = PhotoBuilder.heif(Self.exif, places: .init(version: 2, isWide: true))
    for name in ["iloc", "ipma", "cdsc", "iinf"] {
      let mark = Array(name.utf8)
      guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
        continue
      }
      for offset in 8..<16 { bytes[place + offset] = 0xFF }
      #expect(try PhotoBuilder.read(bytes).damage != nil)
    }
  }

  @Test func aFileOfTenThousandBoxesIsNotReadToItsEnd() throws {
    let free = (0..<20_000).flatMap { _ in PhotoBuilder.box("free", []) }
    let head = PhotoBuilder.box("ftyp", Array("heic\0\0\0\0mif1".utf8))
    #expect(try PhotoBuilder.read(head + free).damage?.kind == .tooManyParts)
  }

  @Test func whatStandsBehindTheBoxesIsFineAndABoxThatIsCutIsNot() throws {
    let whole = PhotoBuilder.heif(Self.exif)
    for (rest, isWhole) in [
      ([], true), (PhotoBuilder.box("mpvd", [1, 2, 3]), true), (Array("SEFHsomething".utf8), true),
      ([1, 2, 3], true), (PhotoBuilder.big(500, 4) + Array("mpvd".utf8) + [1], false),
    ] as [([UInt8], Bool)] {
      let source = MemorySource(whole + rest)
      let header = try PhotoHeader.read(from: source)
      #expect(header.damage == nil)
      #expect((try PhotoTail.damage(of: source, header) == nil) == isWhole)
    }
  }
}
