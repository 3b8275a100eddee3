import Diagnostics
import FontFormats
import Testing
import WallfarmTesting

/// Damaged fonts are read or refused, and never stop the program.
@Suite struct FontMutationTests {
  @Test func damagedFontsAreReadOrRefused() throws {
    var random = SeededGenerator()
    let seed = random.seed
    var variable = HandmadeFont()
    variable["fvar"] = HandmadeFont.axes([("wght", 100, 400, 900)])
    let fonts = [
      variable.bytes, HandmadeFont.collection([HandmadeFont(), variable]),
      try BundledFont.bytes("NotoSansOlChiki-Regular.ttf"),
      try BundledFont.bytes("LeagueSpartan-Bold.otf"),
    ]
    var (refused, read) = (0, 0)
    for number in 0..<300 {
      var bytes = fonts[number % fonts.count]
      for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, &random) }
      do throws(RenderError) {
        let font = try FontFile(bytes, file: "damaged.ttf")
        read += 1
        #expect((1...FontFile.mostFaces).contains(font.faces.count))
        for face in font.faces { check(face, "seed \(seed), font \(number)") }
      } catch {
        refused += 1
        #expect(
          [.fontUnreadable, .fontFormat].contains(error.code) && error.hint != nil,
          "seed \(seed), font \(number): \(error.message)")
      }
    }
    #expect(refused > 60 && read > 10, "seed \(seed): \(refused) refused, \(read) read")
  }

  /// Checks the facts that hold for every face.
  private func check(_ face: FontFace, _ place: Comment) {
    #expect(!face.family.isEmpty && !face.style.isEmpty, place)
    #expect((1...1000).contains(face.weight) && (16...16_384).contains(face.unitsPerEm), place)
    #expect(face.characters.count > 0 && face.axes.count <= 16, place)
    let ranges = face.characters.ranges
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }, place)
    #expect((ranges.last?.upperBound ?? 0) <= 0x10_FFFF, place)
  }

  /// Changes a byte or a number, mostly near the start or in a table's header, or cuts the file.
  private func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard bytes.count > 16 else { return }
    let extremes = [0, 1, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, bytes.count]
    let number = four(extremes.randomElement(using: &random) ?? 0)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
    case 1: bytes.removeLast(Int.random(in: 0...min(bytes.count, 400), using: &random))
    case 2:
      let place = Int.random(in: 0..<min(bytes.count - 4, 220), using: &random)
      bytes.replaceSubrange(place..<place + 4, with: number)
    case 3:
      let place = Int.random(in: 0..<min(bytes.count, 300), using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      // A number in the header of a table.
      let entry = 12 + 16 * Int.random(in: 0..<10, using: &random)
      guard entry + 16 <= bytes.count else { return }
      let start = bytes[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
      let place = start + Int.random(in: 0..<40, using: &random)
      let part = number.suffix([1, 2, 4].randomElement(using: &random) ?? 4)
      guard place + part.count <= bytes.count else { return }
      bytes.replaceSubrange(place..<place + part.count, with: part)
    }
  }

  /// The maximum number of faces can share one large table.
  @Test func manyFacesCanShareALargeTable() throws {
    // Every second character, in groups of 12 bytes.
    var font = HandmadeFont()
    font["cmap"] = HandmadeFont.map([
      (3, 10, HandmadeFont.groups((0..<20_000).map { (2 * $0, 2 * $0, 1) }))
    ])
    let single = font.bytes
    let faces = FontFile.mostFaces
    let shift = 12 + 4 * faces
    // All faces have the same table directory, whose offsets are moved by the list of faces.
    var moved = single
    for entry in stride(from: 12, to: 12 + 16 * font.tables.count, by: 16) {
      let start = single[entry + 8..<entry + 12].reduce(0) { $0 << 8 | Int($1) }
      moved.replaceSubrange(entry + 8..<entry + 12, with: four(start + shift))
    }
    let bytes =
      Array("ttcf".utf8) + four(0x1_0000) + four(faces)
      + (0..<faces).flatMap { _ in four(shift) } + moved
    let collection = try FontFile(bytes, file: "a.ttc")
    #expect(collection.faces.count == faces)
    #expect(collection.faces.allSatisfy { $0.characters.count == 20_000 })
  }
}
