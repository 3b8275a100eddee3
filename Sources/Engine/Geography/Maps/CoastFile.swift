/// Parses `Maps/coasts.bin`; the script `scripts/coast-data` defines its format.
package struct CoastFile {
  /// The level of coastline detail.
  package enum Detail: Int, CaseIterable {
    /// Accurate to 10 km, for globes.
    case coarse
    /// Accurate to 1 km.
    case middle
    /// The full resolution of the data.
    case fine
  }

  private let sections: [UInt8]

  /// Parses a file; nil if it is invalid.
  package init?(_ bytes: [UInt8]) {
    guard let sections = PackedFile.sections(of: bytes, mark: "WFCOAST1", most: CoastFile.most)
    else { return nil }
    self.sections = sections
  }

  /// Maximum unpacked size in bytes, about nine times the size of the current data.
  private static let most = 16_000_000

  /// Returns the rings of land and lakes; nil if the file is damaged.
  package func rings(_ detail: Detail) -> (land: [CoastRing], lakes: [CoastRing])? {
    var reader = SectionReader(sections)
    for _ in 0..<detail.rawValue * 6 where reader.section() == nil { return nil }
    guard let land = CoastFile.rings(&reader), let lakes = CoastFile.rings(&reader) else {
      return nil
    }
    return (land, lakes)
  }

  private static func rings(_ reader: inout SectionReader) -> [CoastRing]? {
    guard var sizes = reader.reader(), var latitudes = reader.reader(),
      var longitudes = reader.reader()
    else { return nil }
    let north = latitudes.differences()
    let east = longitudes.differences()
    guard !latitudes.failed, !longitudes.failed, north.count == east.count else { return nil }
    var rings: [CoastRing] = []
    var start = 0
    while start < north.count {
      let written = sizes.number()
      let end = start + written / 2
      guard !sizes.failed, end > start, end <= north.count else { return nil }
      let corners = (start..<end).map { index in
        UnitVector(latitude: Double(north[index]) / 1000, longitude: Double(east[index]) / 1000)
      }
      rings.append(CoastRing(corners, isHole: written % 2 == 1))
      start = end
    }
    return rings
  }
}
