/// Takes `Maps/cities.bin` apart; `scripts/map-data` writes it and describes the format.
///
/// Every length is checked, so that a file that is cut or changed is none instead of a crash.
struct CityFile {
  private(set) var countries: [Country] = []
  /// How many cities a country has; cities lie in the order of countries.
  private(set) var counts: [Int] = []
  /// UTF-8 lines.
  private(set) var names: [UInt8] = []
  /// In 0.001 degrees.
  private(set) var latitudes: [Int32] = []
  /// In 0.001 degrees.
  private(set) var longitudes: [Int32] = []
  /// 32 times the logarithm to base 10.
  private(set) var populations: [UInt8] = []
  private(set) var land: [[LandSpan]] = []

  /// Reads it; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let body = PackedFile.sections(of: bytes, mark: "WFCITY1\n", most: CityFile.most) else {
      return nil
    }
    var reader = SectionReader(body)
    guard let countries = reader.section(), var counts = reader.reader(),
      let names = reader.section(), var latitudes = reader.reader(),
      var longitudes = reader.reader(), let populations = reader.section(),
      var land = reader.reader()
    else { return nil }
    self.countries = String(decoding: countries, as: UTF8.self).split(separator: "\n").map {
      Country(code: String($0.prefix(2)), name: String($0.dropFirst(3)))
    }
    (self.names, self.populations) = (Array(names), Array(populations))
    for _ in self.countries { self.counts.append(counts.number()) }
    self.latitudes = latitudes.differences()
    self.longitudes = longitudes.differences()
    for _ in 0..<LandSpan.rows { self.land.append(land.row()) }
    guard isWhole, !counts.failed, !latitudes.failed, !longitudes.failed, !land.failed else {
      return nil
    }
  }

  /// Whether all columns have the same length, and countries are those that there are.
  private var isWhole: Bool {
    let count = populations.count
    // A sum of what a file says could overflow; more than there are cities is wrong at once.
    guard counts.allSatisfy({ $0 <= count }), counts.reduce(0, +) == count else { return false }
    return latitudes.count == count && longitudes.count == count
      && latitudes.allSatisfy { abs(Int($0)) <= 90_000 }
      && longitudes.allSatisfy { abs(Int($0)) <= 180_000 }
      && names.count(where: { $0 == UInt8(ascii: "\n") }) == count
      && land.allSatisfy { $0.allSatisfy { $0.country < countries.count } }
  }

  /// Eight times what the file has: a length that was changed does not take all memory.
  private static let most = 10_000_000
}

/// A part of a row of 0.2 degrees that lies in a country.
struct LandSpan: Hashable, Sendable {
  /// In 0.01 degrees.
  let start: Int32
  /// In 0.01 degrees.
  let end: Int32
  /// Its place in the list of countries.
  let country: Int

  /// Rows from pole to pole.
  static let rows = 900
}
