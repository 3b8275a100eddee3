import PhotoFormats
import PhotoLibrary
import Testing
import WallfarmPluginKit

/// EXIF data is read in any order and in both byte orders; an invalid entry affects only its own
/// value.
@Suite struct ExifTests {
  /// Changes to valid data, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> [UInt8]
    /// The date, offset and location that are read, separated by spaces; absent values are omitted.
    let expected: String

    init(_ title: String, _ expected: String, _ make: @escaping @Sendable () -> [UInt8]) {
      (testDescription, self.expected, self.make) = (title, expected, make)
    }

    /// Returns a case with EXIF data to which a closure adds entries.
    static func made(
      _ title: String, _ expected: String, _ add: @escaping @Sendable (inout TIFFBuilder) -> Void
    ) -> Case {
      Case(title, expected) {
        var tiff = TIFFBuilder()
        add(&tiff)
        return tiff.built()
      }
    }
  }

  private static let original = "2024:03:15 14:22:33"

  private static let cases: [Case] = [
    Case("all", "2024-03-15 14:22:33 345 51.507,-0.128") { TIFFBuilder.full().built() },
    Case("all, little", "2024-03-15 14:22:33 345 51.507,-0.128") {
      TIFFBuilder.full(isLittle: true).built()
    },
    .made("tags out of order", "2024-03-15 14:22:33 345") {
      $0.text(0x9011, "+05:45", to: .exif)
      $0.text(0x9003, original, to: .exif)
      $0.text(0x0110, "x", to: .exif)
    },
    .made("a date in the first directory", "2024-03-15 14:22:33") { $0.text(0x9003, original) },
    .made("EXIF's date before the first directory's", "2024-03-15 14:22:33") {
      $0.text(0x9003, "2020:01:01 00:00:00")
      $0.text(0x9003, original, to: .exif)
    },
    .made("a date as bytes, without a zero", "2024-03-15 14:22:33") {
      $0.add(0x9003, 7, count: 19, Array(original.utf8), to: .exif)
    },
    .made("a date as a number", "") { $0.add(0x9003, 4, count: 1, [1, 2, 3, 4], to: .exif) },
    .made("a date outside", "") { $0.add(0x9003, 2, count: 20, [], at: 100_000, to: .exif) },
    .made("a date that is too long by far", "") {
      $0.add(0x9003, 2, count: 0xFFFF_FFFF, [], at: 8, to: .exif)
    },
    .made("an unknown type", "") { $0.add(0x9003, 99, count: 20, [], at: 8, to: .exif) },
    .made("a type of 0 and a good date", "2024-03-15 14:22:33") {
      $0.add(0x9004, 0, count: 0, [], at: 0, to: .exif)
      $0.text(0x9003, original, to: .exif)
    },
    .made("no date in the year 0", "2019-01-01 00:00:00") {
      $0.text(0x9003, "0000:00:00 00:00:00", to: .exif)
      $0.text(0x9004, "2019:01:01 00:00:00", to: .exif)
    },
    .made("blanks, and digitized in a zone", "2019-01-01 00:00:00 -210") {
      $0.text(0x9003, "    :  :     :  :  ", to: .exif)
      $0.text(0x9004, "2019:01:01 00:00:00", to: .exif)
      $0.text(0x9012, "-03:30", to: .exif)
    },
    .made("the zone of the same time", "2024-03-15 14:22:33 60") {
      $0.text(0x0132, original)
      $0.text(0x9003, original, to: .exif)
      $0.text(0x9010, "+01:00", to: .exif)
    },
    .made("the zone of an edit", "2024-03-15 14:22:33") {
      $0.text(0x0132, "2024:04:01 10:00:00")
      $0.text(0x9003, original, to: .exif)
      $0.text(0x9010, "+09:00", to: .exif)
    },
    .made("a directory that points at itself", "2024-03-15 14:22:33") {
      $0.text(0x9003, original)
      $0.add(0x8769, 4, count: 1, [0, 0, 0, 8])
      $0.add(0x8825, 4, count: 1, [0, 0, 0, 8])
    },
    .made("a pointer with a sign", "") { $0.add(0x8769, 9, count: 1, [0xFF, 0xFF, 0xFF, 0xF0]) },
    .made("a pointer outside", "2024-03-15 14:22:33") {
      $0.text(0x9003, original)
      $0.add(0x8825, 4, count: 1, [0x7F, 0, 0, 0])
    },
    // MARK: places
    .made("no letter for the latitude", "") {
      $0.rationals(2, [(1, 1), (0, 1), (0, 1)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(1, 1), (0, 1), (0, 1)])
    },
    .made("another letter", "") { $0.place("X", "E") },
    .made("small letters", "51.507,-0.128") { $0.place("n", "w") },
    .made("south and west", "-51.507,-0.128") { $0.place("S", "W") },
    .made("degrees alone", "12.500,8.250") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(25, 2)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(33, 4)])
    },
    .made("unknown seconds", "12.500,8.000") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(12, 1), (30, 1), (0, 0)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(8, 1), (0, 0), (0, 0)])
    },
    .made("unknown degrees", "") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(0, 0), (30, 1), (0, 1)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(8, 1), (0, 1), (0, 1)])
    },
    .made("endless seconds", "") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(12, 1), (30, 1), (5, 0)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(8, 1), (0, 1), (0, 1)])
    },
    .made("signs", "12.500,8.000") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(12, 1), (30, 1), (0, 1)], type: 10)
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(-8, -1), (0, 1), (0, 1)], type: 10)
    },
    .made("below 0", "") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(-12, 1), (30, 1), (0, 1)], type: 10)
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(8, 1), (0, 1), (0, 1)])
    },
    .made("beyond the pole", "") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(90, 1), (0, 1), (1, 1)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(8, 1), (0, 1), (0, 1)])
    },
    .made("nowhere", "") {
      $0.text(1, "N", to: .gps)
      $0.rationals(2, [(0, 1), (0, 1), (0, 1)])
      $0.text(3, "E", to: .gps)
      $0.rationals(4, [(0, 1), (0, 1), (0, 1)])
    },
    .made("the time of satellites", "2024-03-15 08:37:33 utc") {
      $0.text(0x1D, "2024:03:15", to: .gps)
      $0.rationals(7, [(8, 1), (37, 1), (331, 10)])
      $0.rationals(7, [(8, 1), (37, 1), (3351, 100)])
    },
    .made("25 o'clock", "") {
      $0.text(0x1D, "2024:03:15", to: .gps)
      $0.rationals(7, [(25, 1), (37, 1), (331, 10)])
    },
    .made("a time of 0/0", "") {
      $0.text(0x1D, "2024:03:15", to: .gps)
      $0.rationals(7, [(0, 0), (0, 0), (0, 0)])
    },
  ]

  @Test(arguments: cases)
  func whatIsWholeIsRead(_ one: Case) throws {
    for (name, bytes) in PhotoBuilder.all(one.make()) {
      #expect(Self.text(try PhotoBuilder.read(bytes)) == one.expected, "\(name)")
    }
  }

  private static func text(_ header: PhotoHeader) -> String {
    var parts: [String] = []
    if let date = header.taken {
      parts.append("\(date.day)" + (date.time.map { " \($0)" } ?? ""))
      if let offset = date.offset { parts.append("\(offset)") }
      if date.clock == .utc { parts.append("utc") }
    }
    if let place = header.place {
      parts.append("\(Self.rounded(place.latitude)),\(Self.rounded(place.longitude))")
    }
    return parts.joined(separator: " ")
  }

  private static func rounded(_ number: Double) -> String {
    let thousandths = Int((abs(number) * 1000).rounded())
    let rest = "\(thousandths % 1000)"
    return (number < 0 ? "-" : "") + "\(thousandths / 1000)."
      + String(repeating: "0", count: 3 - rest.count) + rest
  }

  @Test func theRestIsReadAsWell() throws {
    for (name, bytes) in PhotoBuilder.all(TIFFBuilder.full().built()) {
      let header = try PhotoBuilder.read(bytes)
      #expect(
        header.damage == nil && header.make == "Maker" && header.model == "Camera 1", "\(name)")
      #expect(header.pixels == PixelSize(width: 48, height: 32), "\(name)")
      #expect(header.taken?.milliseconds == 250 && header.taken?.source == .original, "\(name)")
      // The `irot` box takes precedence over EXIF.
      let turn = [.heif, .avif].contains(header.format) ? 8 : 6
      #expect(header.orientation == turn, "\(name)")
      #expect(try PhotoTail.damage(of: MemorySource(bytes), header) == nil, "\(name)")
    }
  }

  @Test func placesAreReadOnlyWhereThatIsWanted() throws {
    var tiff = TIFFBuilder()
    tiff.place("N", "E")
    tiff.text(0x1D, "2024:03:15", to: .gps)
    tiff.rationals(7, [(8, 1), (37, 1), (33, 1)])
    for (name, bytes) in PhotoBuilder.all(tiff.built()) {
      let header = try PhotoBuilder.read(bytes, places: false)
      #expect(header.place == nil && header.taken == nil, "\(name)")
      #expect(try PhotoBuilder.read(bytes).place != nil, "\(name)")
    }
  }

  @Test func namesAreShortAndWithoutControlCharacters() throws {
    var tiff = TIFFBuilder()
    tiff.text(0x010F, "  A\u{1B}[31m\nB ü ")
    tiff.text(0x0110, String(repeating: "x", count: 5000))
    let header = try PhotoBuilder.read(exif: tiff.built())
    #expect(header.make == "A[31mB ü" && header.model?.count == 64)
  }

  @Test func altitudeIsBelowTheSeaWhereItSaysSo() throws {
    for (reference, meters) in [(0, 430.5), (1, -430.5), (2, 430.5), (3, -430.5)] {
      var tiff = TIFFBuilder()
      tiff.place("N", "E")
      tiff.add(5, 1, count: 1, [UInt8(reference)], to: .gps)
      tiff.rationals(6, [(861, 2)])
      #expect(try PhotoBuilder.read(exif: tiff.built()).place?.altitude == meters)
    }
  }

  @Test func nobodyReadsMoreThan512Entries() throws {
    for (count, isRead) in [(511, true), (512, false), (20_000, false)] {
      var tiff = TIFFBuilder()
      for tag in 0..<count { tiff.short(0x4000 + tag % 100, tag & 0xFF) }
      tiff.text(0x9003, Self.original)
      let header = try PhotoBuilder.read(
        PhotoBuilder.png(before: PhotoBuilder.chunk("eXIf", tiff.built())))
      #expect((header.taken != nil) == isRead, "\(count)")
    }
  }

  /// A directory that declares more entries than there are bytes.
  @Test func aCountThatLiesEndsWithTheData() throws {
    var tiff = TIFFBuilder()
    tiff.text(0x9003, Self.original)
    tiff.short(0x0112, 3)
    var bytes = tiff.built()
    bytes[8] = 0xFF
    let header = try PhotoBuilder.read(exif: bytes)
    #expect(header.taken != nil && header.orientation == 3)
  }

  @Test(arguments: 0...9)
  func onlyEightOrientationsExist(number: Int) throws {
    var tiff = TIFFBuilder()
    tiff.short(0x0112, number)
    let read = try PhotoBuilder.read(exif: tiff.built()).orientation
    #expect(read == ((1...8).contains(number) ? number : 1))
  }
}
