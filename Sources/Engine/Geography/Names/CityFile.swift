/// Parses `Maps/cities.bin`; the script `scripts/map-data` defines its format.
///
/// The parser checks every length and rejects damaged files instead of crashing.
package struct CityFile {
  private(set) var countries: [Country] = []
  /// The number of cities in each country; the cities are ordered by country.
  private(set) var counts: [Int] = []
  /// The city names in UTF-8, one per line.
  package private(set) var names: [UInt8] = []
  /// The latitudes in units of 0.001 degrees.
  package private(set) var latitudes: [Int32] = []
  /// The longitudes in units of 0.001 degrees.
  package private(set) var longitudes: [Int32] = []
  /// The populations on a logarithmic scale: 32 · log₁₀ of the number of people.
  package private(set) var populations: [UInt8] = []
  private(set) var land: [[LandSpan]] = []

  /// Parses a file; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
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

  /// Whether all columns have the same length and valid values.
  private var isWhole: Bool {
    let count = populations.count
    // The elements are checked before they are added, because their sum could overflow.
    guard counts.allSatisfy({ $0 <= count }), counts.reduce(0, +) == count else { return false }
    return latitudes.count == count && longitudes.count == count
      && latitudes.allSatisfy { abs(Int($0)) <= 90_000 }
      && longitudes.allSatisfy { abs(Int($0)) <= 180_000 }
      && names.count(where: { $0 == UInt8(ascii: "\n") }) == count
      && land.allSatisfy { $0.allSatisfy { $0.country < countries.count } }
  }

  /// Maximum unpacked size in bytes, about nine times the size of the current data; it limits the
  /// memory that a damaged file can use.
  private static let most = 10_000_000
}

/// A range of longitudes that belongs to one country, in a row that spans 0.2° of latitude.
package struct LandSpan: Hashable, Sendable {
  /// The western end in units of 0.01 degrees.
  let start: Int32
  /// The eastern end in units of 0.01 degrees.
  let end: Int32
  /// The index of the country.
  let country: Int

  /// The number of rows between the poles.
  static let rows = 900
}
