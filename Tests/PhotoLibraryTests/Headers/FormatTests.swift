import PhotoFormats
import PhotoLibrary
import Testing
import WallfarmPluginKit

/// Each format is parsed up to the last position at which metadata can occur, and errors are
/// reported.
@Suite struct FormatTests {
  private static let exif = TIFFBuilder.full().built()

  @Test func formatsAreToldByTheirFirstBytes() throws {
    let names = try PhotoBuilder.all(Self.exif).map {
      (try PhotoBuilder.read($0.bytes).format?.rawValue ?? "none", $0.name)
    }
    for (format, name) in names {
      #expect(name.hasPrefix(format) || name.hasPrefix("heic") && format == "heif", "\(name)")
    }
    #expect(try PhotoBuilder.read(Self.exif).format == .raw)
    #expect(try PhotoBuilder.read(PhotoBuilder.heif(Self.exif, brand: "crx ")).format == .raw)
    #expect(try PhotoBuilder.read(Array("FUJIFILMCCD-RAW 0201".utf8)).format == .raw)
  }

  @Test func aRawFileTellsWhatItsFirstDirectoryDoes() throws {
    for mark in [42, 0x4F52, 0x55] {
      var tiff = TIFFBuilder.full(isLittle: true)
      tiff.mark = mark
      let header = try PhotoBuilder.read(tiff.built())
      #expect(header.format == .raw && header.taken != nil && header.orientation == 6)
      #expect(header.pixels == nil && header.damage == nil)
    }
    // In the EXIF data of a photo, only TIFF's own magic number is valid.
    var tiff = TIFFBuilder.full()
    tiff.mark = 0x55
    #expect(try PhotoBuilder.read(exif: tiff.built()).taken == nil)
  }

  @Test(arguments: [
    ("", PhotoDamage.Kind.empty), ("GIF89a and more", .foreign), ("<html>", .foreign),
    ("\0\0\0\u{18}ftypisom\0\0\0\0mp42avc1", .foreign), ("RIFF\u{1}\0\0\0WAVEfmt ", .foreign),
    ("II", .cut), ("RIFF", .cut), ("RIF", .cut), ("R", .cut), ("x", .foreign), ("MM\0*\0\0", .cut),
  ])
  func whatIsNoPhotoIsTold(text: String, kind: PhotoDamage.Kind) throws {
    let header = try PhotoBuilder.read(Array(text.utf8))
    #expect(header.format == nil && header.damage?.kind == kind)
  }

  // MARK: - JPEG

  @Test func segmentsMayComeInAnyOrder() throws {
    let (exif, xmp) = (PhotoBuilder.exifSegment(Self.exif), Self.xmpSegment("x"))
    let fill: [UInt8] = [0xFF, 0xFF, 0xFF]
    let second = PhotoBuilder.exifSegment(Array("not a header".utf8))
    let app = PhotoBuilder.segment(0xE2, [UInt8](repeating: 1, count: 65_000))
    for bytes in [
      PhotoBuilder.jpeg(xmp, exif), PhotoBuilder.jpeg(app, app, app, exif),
      PhotoBuilder.jpeg(fill, exif),
      PhotoBuilder.jpeg(second, exif), PhotoBuilder.jpeg(exif, second),
      PhotoBuilder.jpeg([0xFF, 0x01], exif),
      PhotoBuilder.jpeg(xmp, [0, 0, 0], exif),
      PhotoBuilder.jpeg(exif, PhotoBuilder.exifSegment(TIFFBuilder().built())),
    ] {
      let header = try PhotoBuilder.read(bytes)
      #expect(header.taken != nil && header.pixels?.width == 48 && header.damage == nil)
    }
  }

  @Test func metadataIsLookedForInSixtyFourSegments() throws {
    let other = (0..<63).flatMap { _ in PhotoBuilder.segment(0xE1, [1, 2, 3, 4]) }
    let exif = PhotoBuilder.exifSegment(Self.exif)
    #expect(try PhotoBuilder.read(PhotoBuilder.jpeg(other, exif)).taken != nil)
    let header = try PhotoBuilder.read(PhotoBuilder.jpeg(other, other, exif))
    #expect(header.taken == nil && header.damage == nil)
  }

  private static func xmpSegment(_ text: String) -> [UInt8] {
    PhotoBuilder.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + text).utf8))
  }

  @Test func aJPEGWithoutAPictureIsDamaged() throws {
    let start: [UInt8] = [0xFF, 0xD8]
    for (bytes, kind) in [
      (start + [0xFF, 0xD9], PhotoDamage.Kind.noPicture), (start + PhotoBuilder.scan, .noPicture),
      (start + [0xFF, 0xE0, 0, 1], .malformed), (start + [0xFF, 0xE0, 0], .cut),
      (start + [0xFF, 0xE0, 9, 9, 1], .cut), (start + [0xFF, 0xFF, 0xFF], .cut),
      (start + [0xFF] + [UInt8](repeating: 0, count: 9000), .malformed),
      (start + [UInt8](repeating: 0xFF, count: 9000), .malformed),
      (start + PhotoBuilder.segment(0xC0, [8, 0, 1]), .malformed),
      (start + (0..<20_000).flatMap { _ in PhotoBuilder.segment(0xE0, []) }, .tooManyParts),
    ] {
      let header = try PhotoBuilder.read(bytes)
      #expect(header.format == .jpeg && header.damage?.kind == kind, "\(header)")
    }
  }

  /// The end of a JPEG is found before the data that phones append, and a missing end means that
  /// the file is truncated.
  @Test func theEndOfAJPEGIsFoundBeforeWhatPhonesAdd() throws {
    let film: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let zeros = [UInt8](repeating: 0, count: 3000)
    for (end, isWhole) in [
      ([0xFF, 0xD9], true), ([0xFF, 0xD9] + zeros, true), ([0xFF, 0xD9] + film, true), ([], false),
      (zeros, false), ([UInt8](repeating: 0, count: 100_000), false),
      (Array(repeating: [0x37, 0xFF, 0x00, 0x55], count: 30_000).flatMap { $0 }, false),
    ] as [([UInt8], Bool)] {
      // The end marker of a thumbnail does not count as the end of the file.
      let bytes = PhotoBuilder.jpeg(PhotoBuilder.exifSegment(Self.exif + [0xFF, 0xD9]), end: end)
      let source = MemorySource(bytes)
      let damage = try PhotoTail.damage(of: source, PhotoHeader.read(from: source))
      #expect((damage == nil) == isWhole, "\(end.count) bytes")
    }
  }

  // MARK: - XMP, PNG, WebP

  @Test(arguments: [
    ("exif:DateTimeOriginal=\"2024-03-15T14:22:33.5+05:45\"", "2024-03-15 14:22:33 345"),
    (
      "<exif:DateTimeOriginal>\n 2024-03-15T14:22:33Z </exif:DateTimeOriginal>",
      "2024-03-15 14:22:33 0"
    ),
    ("photoshop:DateCreated='2024-03-15'", "2024-03-15 nil nil"),
    (
      "photoshop:DateCreated=\"2020-01-01\" exif:DateTimeOriginal=\"2024-03-15\"",
      "2024-03-15 nil nil"
    ),
    (
      "exif:DateTimeOriginal=\"0000-00-00\" photoshop:DateCreated = \"2024-03-15\"",
      "2024-03-15 nil nil"
    ),
    ("exif:DateTimeOriginalX=\"2024-03-15\"", nil), ("exif:DateTimeOriginal=", nil),
    ("exif:DateTimeOriginal", nil), ("exif:DateTimeOriginal=\"2024", nil), ("", nil),
  ])
  func xmpTellsADateWhereExifDoesNot(text: String, expected: String?) throws {
    let packet = Array("<x:xmpmeta \(text) />".utf8)
    let mark = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
    for bytes in [
      PhotoBuilder.jpeg(Self.xmpSegment("<x:xmpmeta \(text) />")),
      PhotoBuilder.png(before: PhotoBuilder.chunk("iTXt", mark + packet)),
      PhotoBuilder.png(behind: PhotoBuilder.chunk("iTXt", mark + packet)),
      PhotoBuilder.webp(PhotoBuilder.part("XMP ", packet)),
    ] {
      let date = try PhotoBuilder.read(bytes).taken
      let read = date.map {
        "\($0.day) \($0.time.map { "\($0)" } ?? "nil") \($0.offset.map { "\($0)" } ?? "nil")"
      }
      #expect(read == expected)
      #expect(date == nil || date?.source == .description)
    }
  }

  @Test func theTimeOfAPNGIsWhenItWasWritten() throws {
    let time: [UInt8] = [7, 0xE8, 3, 15, 14, 22, 60]
    let header = try PhotoBuilder.read(PhotoBuilder.png(behind: PhotoBuilder.chunk("tIME", time)))
    #expect(header.taken == nil && header.saved?.source == .saved && header.saved?.clock == .utc)
    #expect(header.saved?.moment == Moment("2024-03-15T14:22:59Z"))
  }

  @Test func aPNGWithTooManyChunksIsNotWalkedToItsEnd() throws {
    let many = (0..<12_000).flatMap { _ in PhotoBuilder.chunk("IDAT", []) }
    #expect(try PhotoBuilder.read(PhotoBuilder.png(before: many)).damage?.kind == .tooManyParts)
  }

  @Test(
    arguments: [
      ("VP8X", [8, 0, 0, 0] + PhotoBuilder.little(4031, 3) + PhotoBuilder.little(3023, 3)),
      (
        "VP8 ",
        [1, 2, 3, 0x9D, 1, 0x2A] + PhotoBuilder.little(4032 | 1 << 14, 2)
          + PhotoBuilder.little(3024, 2)
      ),
      ("VP8L", [0x2F] + PhotoBuilder.little(4031 | 3023 << 14, 4)),
    ] as [(String, [UInt8])])
  func webPTellsItsSizeInThreeWays(name: String, data: [UInt8]) throws {
    let body = Array("WEBP".utf8) + PhotoBuilder.part(name, data)
    let bytes = Array("RIFF".utf8) + PhotoBuilder.little(body.count, 4) + body
    #expect(try PhotoBuilder.read(bytes).pixels == PixelSize(width: 4032, height: 3024))
  }

  // MARK: - Screens

  @Test func picturesOfAScreenAreTold() throws {
    var tiff = TIFFBuilder()
    tiff.add(0x9286, 7, count: 18, Array("ASCII\0\0\0Screenshot".utf8), to: .exif)
    for (_, bytes) in PhotoBuilder.all(tiff.built()) {
      #expect(try PhotoBuilder.read(bytes).isScreenshot)
    }
    for (width, height, isOne) in [
      (1179, 2556, true), (2556, 1179, true), (750, 1334, true), (1080, 2400, true),
      (640, 1136, true),
      (2048, 2732, true), (1920, 1200, true), (1000, 1000, false), (1080, 1080, false),
      (4032, 3024, false), (1080, 9000, false),
    ] {
      #expect(
        try PhotoBuilder.read(PhotoBuilder.png(width: width, height: height)).isScreenshot == isOne)
    }
    let camera = PhotoBuilder.chunk("eXIf", Self.exif)
    let photo = PhotoBuilder.png(before: camera, width: 1179, height: 2556)
    #expect(try !PhotoBuilder.read(photo).isScreenshot)
  }
}
