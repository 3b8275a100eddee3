import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Every length in a photo is checked against the file before a library reads it.
@Suite struct PhotoStructureTests {
  @Test(arguments: ["tEXt", "zTXt", "iTXt", "sPLT", "pCAL", "iCCP", "IDAT", "zzZz"])
  func aLengthThatIsMadeUpIsRefusedWithItsPlace(_ name: String) throws {
    let header = PNGFile.chunk("IHDR", PNGFile.four(4) + PNGFile.four(4) + [8, 2, 0, 0, 0])
    let file =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + [0x7F, 0xFF, 0xFF, 0xFF]
      + Array(name.utf8) + [1, 2, 3]
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(file, file: "a.png") }
    #expect(error?.code == .photoUnreadable)
    #expect(
      error?.message.names(["'\(name)' at byte 33", "2147483647"]) == true,
      "\(error?.message ?? "")")
  }

  /// Replaces four bytes at every offset near the start of the file with a huge value, because a
  /// length may be there.
  @Test(arguments: [
    "rgba.png", "baseline.jpg", "alpha.webp", "animated.webp", "lossy.heic", "still.avif",
  ])
  func noLengthBeyondTheFilePasses(_ name: String) throws {
    let bytes = try Photos.bytes(name)
    let format = try PhotoDecoder.checkFormat(bytes, file: name)
    let structure = try PhotoStructure(bytes, format: format, file: name)
    #expect(structure.workingBytes < 16 << 20, "\(structure)")
    var refused = 0
    for place in 8..<min(bytes.count - 4, 700) {
      var file = bytes
      file.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
      do throws(RenderError) {
        _ = try PhotoStructure(file, format: format, file: name)
      } catch {
        #expect(error.code == .photoUnreadable)
        #expect(error.message.contains("at byte"), "\(error.message)")
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test func scansAreCountedBeforeTheyAreRead() throws {
    let bytes = try Photos.bytes("progressive.jpg")
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    let scan = bytes[last..<(bytes.count - 2)]
    let many = Array(bytes.dropLast(2)) + (0..<100).flatMap { _ in scan } + [0xFF, 0xD9]
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(many, file: "many.jpg") }
    #expect(error?.code == .photoTooLarge)
    #expect(error?.hint?.contains("--max-photo-scans") == true)
    let own = try PhotoStructure(bytes, format: .jpeg, file: "progressive.jpg").scans
    #expect(own > 1)
    #expect(throws: RenderError.self) {
      try PhotoDecoder(bytes, file: "p.jpg", limits: PhotoLimits(scans: own - 1))
    }
    _ = try PhotoDecoder(bytes, file: "p.jpg", limits: PhotoLimits(scans: own))
  }

  /// A duplicate scan is rejected, because drawing it twice would change the picture.
  @Test func aScanThatComesAgainIsAnError() throws {
    let bytes = try Photos.bytes("progressive.jpg")
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    let twice = Array(bytes.dropLast(2)) + bytes[last..<(bytes.count - 2)] + [0xFF, 0xD9]
    let error = #expect(throws: RenderError.self) {
      _ = try PhotoDecoder(twice, file: "twice.jpg").decode()
    }
    #expect(error?.code == .photoUnreadable)
  }

  @Test func dataBehindTheLastPixelIsNotInflated() throws {
    let some = PNGFile.bytes(surplus: [UInt8](repeating: 0, count: 8000))
    #expect(try PNGFile.decoded(some).warning == "IDAT: Extra compressed data")
    let much = PNGFile.bytes(surplus: [UInt8](repeating: 0, count: 30_000))
    let error = #expect(throws: RenderError.self) { try PNGFile.decoded(much) }
    #expect(error?.message.contains("long after the last pixel") == true)
  }

  @Test func theMemoryOfADecoderIsKnownBeforeItRuns() throws {
    func working(_ name: String) throws -> Int {
      let bytes = try Photos.bytes(name)
      return try PhotoStructure(
        bytes, format: PhotoDecoder.checkFormat(bytes, file: name), file: name
      ).workingBytes
    }
    // A progressive JPEG needs two bytes per coefficient; a lossless WebP, here of 96 × 144 pixels,
    // needs four bytes per pixel.
    #expect(try working("progressive.jpg") > working("baseline.jpg"))
    #expect(try working("lossless.webp") - working("lossy.webp") == 96 * 144 * 4)
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(
        try Photos.bytes("lossy.heic"), file: "a.heic", limits: PhotoLimits(memory: 1000))
    }
    #expect(error?.code == .photoTooLarge)
    #expect(error?.hint?.contains("--max-photo-memory") == true)
  }

  /// A derived picture that refers to itself is rejected, because decoding it would recurse
  /// forever.
  @Test func aPictureMadeOfItselfIsAnError() throws {
    let bytes = Boxes.file(itemType: "iden", sources: [1])
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(bytes, file: "a.heic") }
    #expect(error?.message.contains("contains itself") == true, "\(error?.message ?? "")")
  }

  @Test func tooManyTilesAreRefused() throws {
    let bytes = Boxes.file(itemType: "iden", sources: Array(repeating: 2, count: 5000))
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(bytes, file: "a.heic") }
    #expect(
      error?.message.names(["5000", "4096"]) == true, "\(error?.message ?? "")")
  }

  /// A box of a few megabytes can declare millions of entries, each of which would use memory.
  @Test(arguments: ["ipma", "iref", "iloc"]) func tooManyEntriesAreRefused(_ list: String) throws {
    let many = 100_001
    func four(_ number: Int) -> [UInt8] { PNGFile.four(number) }
    let zeros = [UInt8](repeating: 0, count: 4)
    let box =
      switch list {
      case "ipma":
        Boxes.box(
          "iprp", Boxes.box(list, zeros + four(many) + .init(repeating: 0, count: 3 * many)))
      case "iref":
        Boxes.box(
          list,
          zeros
            + (0..<2).flatMap { _ in
              Boxes.box("cdsc", [0, 1, 0xFF, 0xFF] + .init(repeating: 1, count: 2 * 0xFFFF))
            })
      default:
        Boxes.box(
          list, [2, 0, 0, 0, 0x44, 0] + four(many) + .init(repeating: 0, count: 10 * many))
      }
    let bytes = Boxes.file(itemType: "hvc1", sources: [], more: box)
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(bytes, file: "a.heic") }
    #expect(error?.code == .photoTooLarge, "\(error?.message ?? "")")
    #expect(error?.message.contains("100000") == true)
  }

  /// A handmade HEIF file without pixels.
  enum Boxes {
    static func file(itemType: String, sources: [Int], more: [UInt8] = []) -> [UInt8] {
      let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + zeros(13))
      let primary = box("pitm", zeros(4) + [0, 1])
      let entry = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(itemType.utf8) + [0])
      let items = box("iinf", zeros(4) + [0, 1] + entry)
      let count = [UInt8(sources.count >> 8), UInt8(sources.count & 255)]
      let references = box(
        "iref",
        zeros(4)
          + box("dimg", [0, 1] + count + sources.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
      return box("ftyp", Array("heic".utf8) + zeros(4) + Array("mif1heic".utf8))
        + box("meta", zeros(4) + handler + primary + items + references + more)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
      PNGFile.four(data.count + 8) + Array(name.utf8) + data
    }
  }
}
