import Challenge
import WallfarmPluginKit

/// Fuzzes health data exports and overlapping records.
///
/// The first byte selects the target, and the data starts at the third byte. If the first byte is
/// less than 128, the data is XML that is scanned in two pieces; otherwise, the data consists of
/// 8-byte records that `StepSweep` adds up.
func fuzzHealth(_ bytes: [UInt8]) {
  guard bytes.count > 2 else { return }
  if bytes[0] < 128 {
    fuzzScanner(bytes.dropFirst(2), cut: Int(bytes[1]) * bytes.count / 256)
  } else {
    fuzzSweep(bytes.dropFirst(2), since: Int(bytes[1]))
  }
}

private let since = Moment(seconds: 1_600_000_000)
private let until = Moment(seconds: 1_800_000_000)

/// Checks that the records are plausible and do not depend on where the bytes are split.
private func fuzzScanner(_ bytes: ArraySlice<UInt8>, cut: Int) {
  let whole = scan([bytes])
  check(
    scan([bytes.prefix(cut), bytes.dropFirst(cut)]) == whole,
    "splitting the input changes the records")
  check(
    whole.records.count + whole.earlier + whole.skipped.total == whole.read,
    "a record is neither kept nor skipped")
  for record in whole.records {
    check(
      StepCollector.range.contains(record.start) && record.end > since.milliseconds
        && record.count >= 0 && record.count <= HealthLimits.stepsOfRecord
        && Int(record.source) < whole.sources.count, "an impossible record")
  }
  let totals = StepSweep.totals(
    of: whole.records, sources: whole.sources, since: since, until: until)
  check(totals.total <= totals.raw + 1e-3, "too many steps")
}

private func scan(_ pieces: [ArraySlice<UInt8>]) -> HealthReading {
  var scanner = AppleHealthScanner(since: since, until: until)
  for piece in pieces { piece.withUnsafeBytes { scanner.scan($0) } }
  return scanner.finish()
}

/// Checks that the total neither exceeds the sum of all records nor depends on their order.
///
/// Also checks that no goal is reached before a lower goal.
private func fuzzSweep(_ bytes: ArraySlice<UInt8>, since begin: Int) {
  let sources = (0..<4).map { HealthSource(name: "\($0)", kind: .other, priority: 3 - $0) }
  let bytes = Array(bytes)
  let records = stride(from: 0, to: bytes.count - 7, by: 8).map { place in
    let field = bytes[place..<place + 8].map(Int.init)
    return StepRecord(
      start: since.milliseconds + Int64(field[0] * 4000 + field[1] * 16),
      length: field[2] * (field[3] % 5) * 2000, count: Double(field[4] * (field[5] % 9)) / 2,
      offset: (field[6] - 128) * 8, source: field[7] % 5)
  }
  let moment = since.adding(begin)
  func totals(_ records: [StepRecord], _ since: Moment) -> StepTotals {
    StepSweep.totals(of: records, sources: sources, since: since, until: until)
  }
  let counted = totals(records, moment)
  check(counted.total <= counted.raw + 1e-6, "too many steps")
  check(
    abs(totals(records.reversed(), moment).total - counted.total) < 1e-6,
    "the order of records changes the total")
  check(
    totals(records, moment.adding(60)).total <= counted.total + 1e-6,
    "a later start increases the total")
  check(
    abs(counted.perDay.values.reduce(0, +) - counted.total) < 1e-6,
    "the days do not add up to the total")
  var last = moment
  for goal in stride(from: 1, through: counted.steps, by: max(1, counted.steps / 50)) {
    guard let reached = counted.moment(ofReaching: goal) else { fatalError("a goal is lost") }
    check(reached >= last, "a higher goal is reached earlier")
    last = reached
  }
}

let healthSeeds: [[UInt8]] =
  [
    "<!DOCTYPE HealthData [<!-- ' -->]><HealthData><ExportDate value='2026-03-01 21:04:11 +0100'/>",
    record + "/>", record + "><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>",
    "<Correlation type=\"a\">" + record + "/></Correlation><![CDATA[ " + record + "/> ]]>" + record
      + "></Record>",
    "<?a ?><!-- " + record + "/> -->" + record + " ><a b='>'/></Record></HealthData>",
  ].map { [0, 99] + Array($0.utf8) } + [
    [200, 9] + (0..<80).map { UInt8(truncatingIfNeeded: $0 * 37) },
    [200, 0, 9, 0, 60, 2, 100, 2, 128, 0, 9, 0, 60, 2, 90, 2, 128, 1, 20, 0, 0, 0, 9, 2, 200, 2],
  ]

private let record =
  "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"A &amp; B\" "
  + "device=\"&lt;&lt;HKDevice: 0x1&gt;, model:Watch, hardware:Watch6,1&gt;\" unit=\"count\" "
  + "startDate=\"2024-03-05 08:15:22 +0100\" endDate=\"2024-03-05 08:16:22 +0100\" value=\"12.5\""
