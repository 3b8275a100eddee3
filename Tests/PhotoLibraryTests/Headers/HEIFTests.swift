import PhotoFormats
import PhotoLibrary
import Testing
import WallfarmPluginKit

/// HEIF files are read by their boxes, and invalid boxes are reported as damage.
@Suite struct HEIFTests {
  private static let exif = TIFFBuilder.full().built()
  private static let size = PhotoBuilder.full(
    "ispe", PhotoBuilder.big(48, 4) + PhotoBuilder.big(32, 4))

  /// The expected values come from heif-convert 1.15 and files from avifenc 0.11, which rotates
  /// before mirroring.
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

  /// Sets each byte of the file to five values, including 0 and 255: nothing traps, and every
  /// result satisfies the invariants.
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

  /// A list that declares four billion entries ends with its box.
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

  /// A box length beyond the end of the file means that the file is truncated; a length shorter
  /// than the box header is invalid.
  @Test func theLengthOfABoxDecidesBetweenCutAndMalformed() throws {
    let start = PhotoBuilder.box("ftyp", Array("heic\0\0\0\0mif1".utf8))
    let wide: [UInt8] = [0, 0, 0, 1] + Array("meta".utf8)
    for (box, kind) in [
      (wide + [UInt8](repeating: 0xFF, count: 8), PhotoDamage.Kind.cut),
      (wide + [UInt8](repeating: 0, count: 7), .cut),
      (wide + [0, 0, 0, 0, 0, 1, 0, 0], .cut), (wide + [0, 0, 0, 0, 0, 0, 0, 15], .malformed),
      ([0, 0, 0, 7] + Array("meta".utf8) + [0, 0, 0, 0], .malformed), ([0, 0, 0], .cut),
    ] {
      let damage = try PhotoBuilder.read(start + box).damage
      #expect(damage?.kind == kind, "\(box): \(String(describing: damage))")
    }
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

  /// The size and rotation of a gain-mapped picture (iOS 18) come from its base picture.
  @Test func aMappedPictureHasTheSizeAndTurnOfItsBase() throws {
    func entry(_ id: Int, _ type: String) -> [UInt8] {
      PhotoBuilder.full(
        "infe", version: 2, PhotoBuilder.big(id, 2) + [0, 0] + Array(type.utf8) + [0])
    }
    let small = PhotoBuilder.full("ispe", PhotoBuilder.big(9, 4) + PhotoBuilder.big(8, 4))
    let maps: [UInt8] = [0, 1, 2, 1, 3] + [0, 3, 1, 2]
    for primary in [1, 3] {
      let meta = PhotoBuilder.full(
        "meta",
        PhotoBuilder.full("pitm", PhotoBuilder.big(primary, 2))
          + PhotoBuilder.full(
            "iinf", PhotoBuilder.big(3, 2) + entry(1, "hvc1") + entry(2, "hvc1") + entry(3, "tmap"))
          + PhotoBuilder.full(
            "iref",
            PhotoBuilder.box("auxl", [0, 2, 0, 2, 0, 1, 0, 3])
              + PhotoBuilder.box("dimg", [0, 3, 0, 2, 0, 1, 0, 2]))
          + PhotoBuilder.box(
            "iprp",
            PhotoBuilder.box("ipco", Self.size + small + PhotoBuilder.box("irot", [3]))
              + PhotoBuilder.full("ipma", PhotoBuilder.big(2, 4) + maps)))
      let head = PhotoBuilder.box("ftyp", Array("heic\0\0\0\0mif1tmap".utf8))
      let header = try PhotoBuilder.read(head + meta)
      #expect(header.damage == nil && header.orientation == 6, "primary \(primary)")
      #expect(header.pixels == PixelSize(width: 48, height: 32))
    }
  }

  /// A sequence may contain only a track, without a still picture.
  @Test(arguments: [("avis", PhotoHeader.Format.avif), ("hevc", .heif), ("msf1", .heif)])
  func aSequenceHasTheSizeOfItsTrack(_ brand: String, _ format: PhotoHeader.Format) throws {
    let zeros = { [UInt8](repeating: 0, count: $0) }
    let entry =
      zeros(24) + PhotoBuilder.big(48, 2) + PhotoBuilder.big(32, 2) + zeros(50)
      + PhotoBuilder.box("irot", [1])
    let table = PhotoBuilder.box(
      "stbl", PhotoBuilder.full("stsd", PhotoBuilder.big(1, 4) + PhotoBuilder.box("av01", entry)))
    let handler = PhotoBuilder.full("hdlr", zeros(4) + Array("pict".utf8) + zeros(13))
    let film = PhotoBuilder.box(
      "moov",
      PhotoBuilder.box(
        "trak", PhotoBuilder.box("mdia", handler + PhotoBuilder.box("minf", table))))
    let head = PhotoBuilder.box("ftyp", Array("\(brand)\0\0\0\0\(brand)".utf8))
    for before in [[], PhotoBuilder.full("meta", handler)] as [[UInt8]] {
      let header = try PhotoBuilder.read(head + before + film)
      #expect(
        header.format == format && header.damage == nil, "\(String(describing: header.damage))")
      #expect(header.pixels == PixelSize(width: 48, height: 32))
      #expect(header.orientation == 8)
    }
    #expect(try PhotoBuilder.read(head + PhotoBuilder.box("moov", [])).damage?.kind == .noPicture)
  }
}
