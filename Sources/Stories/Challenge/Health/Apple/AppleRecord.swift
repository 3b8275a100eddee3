/// The attributes of a record that are needed to count its steps.
struct AppleRecord {
  private(set) var sourceName: UnsafeRawBufferPointer?
  private(set) var device: UnsafeRawBufferPointer?
  private var unit: UnsafeRawBufferPointer?
  private var start: AppleTime?
  private var end: AppleTime?
  private var count: Double?

  /// Stores an attribute, or ignores it if it does not concern steps.
  mutating func take(_ attribute: TagAttributes.Attribute) {
    if attribute.name.equals("sourceName") {
      sourceName = attribute.value
    } else if attribute.name.equals("device") {
      device = attribute.value
    } else if attribute.name.equals("unit") {
      unit = attribute.value
    } else if attribute.name.equals("startDate") {
      start = AppleTime(attribute.value)
    } else if attribute.name.equals("endDate") {
      end = AppleTime(attribute.value)
    } else if attribute.name.equals("value") {
      count = AppleRecord.number(attribute.value)
    }
  }

  /// The record with the UTC offset of its start; nil if a time is missing or unreadable.
  var candidate: StepCollector.Candidate? {
    guard let start, let end else { return nil }
    let isCount = unit.map { $0.equals("count") } ?? true
    return StepCollector.Candidate(
      start: start.milliseconds, end: end.milliseconds, offset: start.offset,
      count: isCount ? count : nil)
  }

  /// Parses a decimal number, which may have a sign, a fraction and an exponent.
  ///
  /// The characters are checked first, because Swift also accepts `nan`, `inf` and `0x1p9`.
  private static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard !bytes.isEmpty, bytes.count <= 32 else { return nil }
    if bytes.count < 10, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    guard bytes.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }) else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
