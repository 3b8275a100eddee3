import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A decoder warning that does not affect any pixel is passed on; any other warning is an error.
@Suite struct PhotoWarningTests {
  /// A chunk before the pixels of a PNG, and the expected outcome.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let chunks: [UInt8]
    /// Extra bytes that follow the compressed pixels in the same chunk.
    var surplus: [UInt8] = []
    /// Part of the warning, or `nil` if the photo is rejected.
    let warning: String?
  }

  static let oddities = [
    Oddity(
      testDescription: "a chunk with a wrong sum",
      chunks: PNGFile.chunk("tEXt", [65, 0, 66], sum: 1),
      warning: "tEXt: CRC error"),
    Oddity(
      testDescription: "a gamma with a wrong sum",
      chunks: PNGFile.chunk("gAMA", [0, 0, 177, 143], sum: 1),
      warning: nil),
    Oddity(
      testDescription: "a gamma of no length", chunks: PNGFile.chunk("gAMA", []),
      warning: "gAMA: invalid"),
    Oddity(
      testDescription: "impossible primaries",
      chunks: PNGFile.chunk("cHRM", [UInt8](repeating: 0, count: 32)), warning: "cHRM: "),
    Oddity(
      testDescription: "an unknown intent", chunks: PNGFile.chunk("sRGB", [9]), warning: "sRGB: "),
    Oddity(
      testDescription: "transparency of an opaque kind with alpha of its own",
      chunks: PNGFile.chunk("tRNS", [0, 0, 0, 0, 0, 0]), warning: "tRNS: invalid with alpha channel"
    ),
    Oddity(
      testDescription: "a profile that is none",
      chunks: PNGFile.chunk("iCCP", Array("x\0\0".utf8) + [1, 2, 3, 4]), warning: nil),
    Oddity(
      testDescription: "data behind the last pixel", chunks: [],
      surplus: [1, 2, 3, 4], warning: "IDAT: Extra compressed data"),
  ]

  @Test(arguments: oddities)
  func whatChangesNoPixelIsAWarning(_ oddity: Oddity) throws {
    let clean = try PNGFile.decoded(PNGFile.bytes())
    let file = PNGFile.bytes(before: oddity.chunks, surplus: oddity.surplus)
    if let warning = oddity.warning {
      let odd = try PNGFile.decoded(file)
      #expect(odd.warning?.contains(warning) == true, "\(odd.warning ?? "no warning")")
      #expect(odd.pixels == clean.pixels)
    } else {
      let error = #expect(throws: RenderError.self) { try PNGFile.decoded(file) }
      #expect(error?.code == .photoUnreadable)
    }
    #expect(clean.warning == nil)
  }

  /// All warnings are checked, not only the first.
  @Test func aHarmlessWarningDoesNotHideDamage() throws {
    let harmless = PNGFile.chunk("tEXt", [65, 0, 66], sum: 1)
    var file = PNGFile.bytes(before: harmless)
    // Damage the checksum of the pixel data, which is followed only by the chunk's own checksum (4
    // bytes) and the last chunk (12 bytes).
    file[file.count - 12 - 5] ^= 1
    let sums = PNGFile.withSums(file)
    let error = #expect(throws: RenderError.self) { try PNGFile.decoded(sums) }
    #expect(error?.message.contains("incorrect data check") == true, "\(error?.message ?? "")")
  }

  @Test func bytesBetweenSegmentsOfAJPEGAreAWarning() throws {
    let bytes = try Photos.bytes("baseline.jpg")
    // Insert the bytes after the first segment, which starts at offset 2.
    let place = 4 + Int(bytes[4]) << 8 + Int(bytes[5])
    let odd = Array(bytes[..<place]) + [1, 2, 3] + bytes[place...]
    let decoder = try PhotoDecoder(odd, file: "odd.jpg")
    let photo = try decoder.decode()
    #expect(try photo.finish()?.contains("3 extraneous bytes before marker") == true)
    let clean = try PhotoDecoder(bytes, file: "clean.jpg").decode()
    let isSame = pixels(of: photo.surface) == pixels(of: clean.surface)
    #expect(isSame)
  }

  /// The numbers that replace 2, 2, 6 (primaries, transfer function and matrix), and the expected
  /// warnings.
  ///
  /// The warnings are `nil` if the photo is rejected.
  struct ColorNumbers: Sendable, CustomTestStringConvertible {
    let numbers: [UInt8]
    let warnings: [String]?
    var testDescription: String { "\(numbers)" }
  }

  private static let primaries = "Unknown NCLX color primaries"
  private static let curve = "Unknown NCLX transfer characteristics"

  static let colorNumbers = [
    ColorNumbers(numbers: [3, 2, 6], warnings: [primaries]),
    ColorNumbers(numbers: [2, 3, 6], warnings: [curve]),
    ColorNumbers(numbers: [3, 3, 6], warnings: [primaries, curve]),
    ColorNumbers(numbers: [2, 2, 99], warnings: nil),
    ColorNumbers(numbers: [3, 2, 99], warnings: nil),
    ColorNumbers(numbers: [3, 3, 99], warnings: nil),
  ]

  /// Tests a photo without rotation, and a photo with a quarter turn.
  @Test(arguments: colorNumbers, ["still.avif", "turned.avif"])
  func reservedColorNumbersOfAHEIFAreJudged(_ odd: ColorNumbers, _ name: String) throws {
    let bytes = try Photos.bytes(name)
    func photo(_ bytes: [UInt8]) throws -> (pixels: [UInt32], warning: String?) {
      let photo = try PhotoDecoder(bytes, file: name).decode()
      return (pixels(of: photo.surface), try photo.finish())
    }
    let clean = try photo(bytes)
    #expect(clean.warning == nil)
    let changed = try #require(
      PhotoWarningTests.replacing([2, 2, 6], with: odd.numbers, in: bytes))
    if let warnings = odd.warnings {
      let found = try photo(changed)
      #expect(found.warning == warnings.joined(separator: ", "))
      #expect(found.pixels == clean.pixels)
    } else {
      let error = #expect(throws: RenderError.self) { try photo(changed) }
      #expect(error?.code == .photoUnreadable)
      #expect(error?.message.contains("Unknown NCLX matrix coefficients") == true)
    }
  }

  /// Unknown color numbers in the container are rejected; they are never guessed.
  @Test(arguments: [[12, 13, 99], [12, 3, 6], [3, 13, 6]] as [[UInt8]])
  func reservedColorNumbersOfTheFileRefuseIt(_ numbers: [UInt8]) throws {
    let bytes = try Photos.bytes("still.avif")
    _ = try PhotoDecoder(bytes, file: "a.avif")
    func box(_ numbers: [UInt8]) -> [UInt8] {
      Array("colrnclx".utf8) + numbers.flatMap { [0, $0] }
    }
    let start = try #require(bytes.firstRange(of: Array("colrnclx".utf8))?.lowerBound)
    var changed = bytes
    changed.replaceSubrange(start..<start + 14, with: box(numbers))
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(changed, file: "a.avif") }
    #expect(error?.code == .photoUnreadable)
  }

  /// Replaces a run of bits, which does not have to start at a byte boundary.
  private static func replacing(
    _ old: [UInt8], with new: [UInt8], in bytes: [UInt8]
  ) -> [UInt8]? {
    func bits(_ bytes: [UInt8]) -> [UInt8] {
      bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    }
    var all = bits(bytes)
    guard let place = all.firstRange(of: bits(old)) else { return nil }
    all.replaceSubrange(place, with: bits(new))
    return stride(from: 0, to: all.count, by: 8).map { all[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
  }

  /// Detects whether a new version of a library has added or removed a warning.
  @Test func theTablesHaveTheWarningsOfTheInstalledLibraries() throws {
    let jpeg = try names(in: "jerror.h", #/JMESSAGE\((JWRN_\w+)/#)
    // The program does not use libjpeg to read color profiles, so this warning does not occur.
    #expect(jpeg.subtracting(["JWRN_BOGUS_ICC"]) == Set(JPEGWarnings.rules.map(\.rule.warning)))
    // libpng has no list of warnings. Every message in the table occurs in the library file, except
    // the messages of zlib and the messages about limits that do not exist on 64-bit systems.
    let others = ["incorrect data check", "exceeds libpng limits", "exceeds system limits"]
    let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
    let library = try #require(maps.firstMatch(of: #//\S*/libpng16\.so\S*/#)).output
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: String(library))), as: UTF8.self)
    let sentences = PNGWarnings.rules.map(\.warning).filter { !$0.isEmpty && !others.contains($0) }
    let unknown = sentences.filter { !text.contains($0) }
    #expect(unknown == [])
  }

  private func names(
    in header: String, _ pattern: Regex<(Substring, Substring)>
  ) throws -> Set<String> {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "/usr/include")
    let path = try #require(
      ([""] + folders).map { "/usr/include/\($0)/\(header)" }
        .first { FileManager.default.fileExists(atPath: $0) })
    let text = try String(contentsOfFile: path, encoding: .isoLatin1)
    return Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  /// Every row of the tables can be reached; no earlier row hides it.
  @Test func everyRowOfTheTablesCounts() {
    for (index, rule) in PNGWarnings.rules.enumerated() {
      let chunk = rule.parts.sorted().first ?? "zzZz"
      #expect(!rule.reason.isEmpty)
      let first = PNGWarnings.rules.firstIndex { other in
        rule.warning.hasSuffix(other.warning)
          && (other.parts.isEmpty || !other.parts.isDisjoint(with: [chunk]))
      }
      #expect(first == index, "\(rule.warning) in \(chunk)")
      #expect(PNGWarnings.meaning(of: "\(chunk): \(rule.warning)") == rule.meaning)
    }
    #expect(PNGWarnings.meaning(of: "IDAT: something that is not known yet") == .damage)
    #expect(JPEGWarnings.meaning(of: 9999) == .damage)
    #expect(Set(JPEGWarnings.rules.map(\.number)).count == JPEGWarnings.rules.count)
  }

  /// The documentation contains every row of the program's warning tables.
  @Test func theDocumentsHaveEveryWarning() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: root + "/docs/photos.md")), as: UTF8.self)
    let missing = WarningRow.all.map(\.line).filter { !text.contains($0) }
    #expect(missing == [], "put into docs/photos.md:\n\(missing.joined(separator: "\n"))")
  }

  /// A row of docs/photos.md.
  struct WarningRow {
    let line: String

    static var all: [WarningRow] {
      (PNGWarnings.rules.map { ("libpng", $0) } + JPEGWarnings.rules.map { ("libjpeg", $0.rule) }
        + HEIFWarnings.rules.map { ("HEVC, AV1", $0) })
        .map { library, rule in
          let parts = rule.parts.isEmpty ? "" : " in " + rule.parts.sorted().joined(separator: ", ")
          let warning = rule.warning.isEmpty ? "any other" : rule.warning
          return WarningRow(
            line: "| \(library) | \(warning)\(parts) | \(rule.meaning.rawValue) | \(rule.reason) |")
        }
    }
  }
}

/// A handmade PNG of eight pixels with alpha.
enum PNGFile {
  /// Makes a chunk, with `sum` in place of its correct checksum if given.
  static func chunk(_ name: String, _ data: [UInt8], sum: Int? = nil) -> [UInt8] {
    let body = Array(name.utf8) + data
    return four(data.count) + body + four(sum ?? crc(body))
  }

  static func bytes(before: [UInt8] = [], surplus: [UInt8] = []) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<2 {
      // Filter type 0, none.
      rows.append(0)
      for x in 0..<4 { rows += [UInt8(x * 60), UInt8(y * 200), 90, 255] }
    }
    let header = chunk("IHDR", four(4) + four(2) + [8, 6, 0, 0, 0])
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + header + before
      + chunk("IDAT", stored(rows) + surplus) + chunk("IEND", [])
  }

  /// Returns a zlib stream with a single stored block (RFC 1950 and 1951).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return [
      0x78, 1, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
    ]
      + bytes + four(two << 16 | one)
  }

  /// Returns the file with the checksums of its data chunks recomputed.
  static func withSums(_ bytes: [UInt8]) -> [UInt8] {
    var (result, offset) = (bytes, 8)
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let body = Array(bytes[offset + 4..<offset + 8 + length])
      if body.starts(with: Array("IDAT".utf8)) {
        result.replaceSubrange(offset + 8 + length..<offset + 12 + length, with: four(crc(body)))
      }
      offset += 12 + length
    }
    return result
  }

  static func decoded(_ bytes: [UInt8]) throws -> (pixels: [UInt32], warning: String?) {
    let photo = try PhotoDecoder(bytes, file: "small.png").decode()
    return (decodedPixels(photo), try photo.finish())
  }

  private static func decodedPixels(_ photo: borrowing DecodedPhoto) -> [UInt32] {
    pixels(of: photo.surface)
  }

  static func four(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// CRC-32 as in annex D of the PNG specification.
  static func crc(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
    return Int(~value)
  }
}
