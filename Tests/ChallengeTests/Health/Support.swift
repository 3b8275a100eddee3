import Challenge
import WallfarmPluginKit
import WallfarmTesting

/// Builds exports of health data.
enum Export {
  /// A time before all records in the tests, and a time after them.
  static let since = moment("2020-01-01T00:00Z")
  static let until = moment("2026-06-01T00:00Z")

  static func moment(_ text: String) -> Moment { Moment(text) ?? .never }

  /// A step record in Apple's format.
  static func record(
    _ start: String = "2024-03-05 08:00:00 +0100", _ end: String = "2024-03-05 08:10:00 +0100",
    count: String = "100", source: String = "Ana's iPhone", metadata: String? = nil
  ) -> String {
    let device =
      "&lt;&lt;HKDevice: 0x303&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, "
      + "hardware:iPhone16,1, software:17.6.1&gt;"
    let tag = """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source)" sourceVersion="17.6.1" \
      device="\(device)" unit="count" creationDate="\(end)" startDate="\(start)" endDate="\(end)" \
      value="\(count)"
      """
    return metadata.map { tag + ">\n  " + $0 + "\n </Record>" } ?? tag + "/>"
  }

  static let typedIn = #"<MetadataEntry key="HKWasUserEntered" value="1"/>"#

  /// A complete export.
  static func xml(_ elements: String...) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14, "a quote ' and a > -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)>
    ]>
    <HealthData locale="en_DE">
     <ExportDate value="2026-03-01 21:04:11 +0100"/>
     \(elements.joined(separator: "\n "))
    </HealthData>

    """
  }

  /// Scans text in pieces of `pieces` bytes.
  static func scan(_ text: String, pieces: Int = .max) -> HealthReading {
    let count = text.utf8.count
    return scan(
      Array(text.utf8),
      cuts: pieces < count ? Array(stride(from: pieces, to: count, by: pieces)) : [])
  }

  /// Scans bytes that are split at the given positions.
  static func scan(_ bytes: [UInt8], cuts: [Int]) -> HealthReading {
    var scanner = AppleHealthScanner(since: since, until: until)
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for end in cuts + [bytes.count] {
        scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    return scanner.finish()
  }
}

extension HealthReading {
  /// The step counts of the records.
  var counts: [Double] { records.map(\.count) }
}

/// Sources of each kind, most trusted first: a watch, a phone and two other sources.
let kinds: [HealthSource] = [
  HealthSource(name: "Watch", kind: .watch, priority: 0),
  HealthSource(name: "Phone", kind: .phone, priority: 1),
  HealthSource(name: "App", kind: .other, priority: 2),
  HealthSource(name: "Last", kind: .other, priority: 3),
]

extension StepRecord {
  /// Creates a record whose start and end are in seconds from noon of March 5, 2024, UTC.
  init(_ start: Double, _ end: Double, _ count: Double, source: Int = 0, offset: Int = 0) {
    self.init(
      start: StepRecord.noon + Int64(start * 1000), length: Int((end - start) * 1000), count: count,
      offset: offset, source: source)
  }

  static let noon: Int64 = 1_709_640_000_000
}

/// Returns the totals of the records since a time, which is in seconds relative to
/// `StepRecord.noon`.
func totals(_ records: [StepRecord], since: Int = -86_400) -> StepTotals {
  let noon = Moment(seconds: Int(StepRecord.noon / 1000))
  return StepSweep.totals(
    of: records, sources: kinds, since: noon.adding(since), until: noon.adding(86_400))
}
