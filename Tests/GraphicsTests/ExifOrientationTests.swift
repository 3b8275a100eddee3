import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A photo's orientation comes from its first EXIF data, as in exiftool, Chromium and libvips.
@Suite struct ExifOrientationTests {
  /// Returns a TIFF file with one entry, the orientation; `type` is the type of its value, which is
  /// 3 for SHORT.
  private static func tiff(_ value: UInt8, type: UInt8 = 3, isLittle: Bool = false) -> [UInt8] {
    let widths: [UInt8: Int] = [1: 1, 3: 2, 4: 4]
    let width = widths[type] ?? 2
    let bytes = [UInt8](repeating: 0, count: width - 1) + [value]
    func order(_ bytes: [UInt8]) -> [UInt8] { isLittle ? bytes.reversed() : bytes }
    let place = order(bytes) + [UInt8](repeating: 0, count: 4 - width)
    return Array((isLittle ? "II" : "MM").utf8) + order([0, 42]) + order([0, 0, 0, 8])
      + order([0, 1]) + order([1, 0x12]) + order([0, type]) + order([0, 0, 0, 1]) + place
      + [0, 0, 0, 0]
  }

  private static func segment(_ data: [UInt8]) -> [UInt8] {
    [0xFF, 0xE1, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
  }

  private static func exif(_ tiff: [UInt8], pad: UInt8 = 0) -> [UInt8] {
    segment(Array("Exif\0".utf8) + [pad] + tiff)
  }

  private static let xmp = segment(Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8))

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let segments: [UInt8]
    let orientation: Orientation
  }

  static let cases = [
    Case(
      testDescription: "two: the first counts", segments: exif(tiff(6)) + exif(tiff(1)),
      orientation: .rotated90),
    Case(
      testDescription: "two of which the first is upright", segments: exif(tiff(1)) + exif(tiff(6)),
      orientation: .upright),
    Case(
      testDescription: "a pad of FF", segments: exif(tiff(6), pad: 0xFF), orientation: .rotated90),
    Case(testDescription: "behind XMP", segments: xmp + exif(tiff(8)), orientation: .rotated270),
    Case(
      testDescription: "a second part without a header of its own",
      segments: exif(tiff(3)) + exif([1, 2, 3, 4, 5, 6, 7, 8, 9]), orientation: .rotated180),
    Case(
      testDescription: "a first part that is none", segments: exif([1, 2, 3]) + exif(tiff(6)),
      orientation: .rotated90),
    Case(
      testDescription: "little-endian", segments: exif(tiff(6, isLittle: true)),
      orientation: .rotated90),
    Case(testDescription: "LONG", segments: exif(tiff(6, type: 4)), orientation: .rotated90),
    Case(
      testDescription: "LONG, little-endian", segments: exif(tiff(6, type: 4, isLittle: true)),
      orientation: .rotated90),
    Case(testDescription: "BYTE", segments: exif(tiff(6, type: 1)), orientation: .rotated90),
    Case(testDescription: "a text", segments: exif(tiff(6, type: 2)), orientation: .upright),
    Case(testDescription: "0", segments: exif(tiff(0)), orientation: .upright),
    Case(testDescription: "9", segments: exif(tiff(9)), orientation: .upright),
    Case(
      testDescription: "an unknown byte order",
      segments: exif(Array("IM".utf8) + tiff(6).dropFirst(2)), orientation: .upright),
  ]

  @Test(arguments: cases)
  func theFirstEXIFOfAJPEGTurnsIt(_ odd: Case) throws {
    let bytes = try Photos.bytes("baseline.jpg")
    let file = Array(bytes[..<2]) + odd.segments + bytes[2...]
    #expect(try PhotoDecoder(file, file: "a.jpg").decode().orientation == odd.orientation)
    // Removing the metadata does not change the orientation.
    let removed = try PhotoMetadata.removed(from: file)
    #expect(try PhotoDecoder(removed, file: "a.jpg").decode().orientation == odd.orientation)
  }

  @Test func theFirstEXIFOfAPNGTurnsIt() throws {
    let chunks = PNGFile.chunk("eXIf", Self.tiff(6)) + PNGFile.chunk("eXIf", Self.tiff(1))
    let photo = try PhotoDecoder(PNGFile.bytes(before: chunks), file: "a.png").decode()
    #expect(photo.orientation == .rotated90)
  }
}
