import Challenge
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The scanner handles real, truncated and hostile exports.
@Suite struct ScannerTests {
  /// An export, and the step counts that the scanner should find in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let xml: String
    let counts: [Double]

    init(_ title: String, _ xml: String, _ counts: [Double]) {
      (testDescription, self.xml, self.counts) = (title, xml, counts)
    }
  }

  private static let cases: [Case] = [
    Case("whole records", Export.xml(Export.record(), Export.record(count: "7")), [100, 7]),
    Case("fractions", Export.xml(Export.record(count: "12.5")), [12.5]),
    Case("exponents", Export.xml(Export.record(count: "1.5e2")), [150]),
    Case(
      "other metadata",
      Export.xml(Export.record(metadata: #"<MetadataEntry key="HKTimeZone" value="1"/>"#)), [100]),
    Case(
      "not typed in",
      Export.xml(Export.record(metadata: #"<MetadataEntry key="HKWasUserEntered" value="0"/>"#)),
      [100]),
    Case("typed in", Export.xml(Export.record(metadata: Export.typedIn), Export.record()), [100]),
    Case(
      "typed in, value first",
      Export.xml(
        Export.record(metadata: "<MetadataEntry value = '1' key = 'HKWasUserEntered' ></x>")), []),
    Case(
      "attributes in another order, with single quotes and lines",
      Export.xml(
        "<Record\n value='3'\tendDate = '2024-03-05 08:10:00 +0100'\r\n sourceName='A\"B' "
          + "type='HKQuantityTypeIdentifierStepCount' startDate='2024-03-05 08:00:00 +0100' />"),
      [3]),
    Case(
      "a device that is not escaped",
      Export.xml(
        Export.record().replacing("&lt;", with: "<").replacing("&gt;", with: ">")), [100]),
    Case(
      "other types",
      Export.xml(
        Export.record().replacing("StepCount", with: "HeartRate"),
        Export.record().replacing("StepCount", with: "StepCountX"),
        Export.record().replacing("<Record ", with: "<Records "), Export.record(count: "1")), [1]),
    Case(
      "the same within a correlation",
      Export.xml(
        "<Correlation type=\"a\">", Export.record(count: "5"),
        Export.record(count: "6", metadata: Export.typedIn), "</Correlation>",
        "<Correlation type=\"b\"/>", Export.record(count: "5")), [5]),
    Case(
      "comments, CDATA and instructions",
      Export.xml(
        "<!-- \(Export.record()) - -> --->", "<![CDATA[ \(Export.record()) ]] > ]]]>",
        "<?a \(Export.record().replacing("?", with: "")) ?>", Export.record(count: "2")), [2]),
    Case(
      "a record in an attribute",
      Export.xml("<Me a='\(Export.record().replacing("'", with: ""))'/>", Export.record()), [100]),
    Case(
      "control characters",
      Export.xml("\u{0}\u{8}<Me a=\"\u{1}\u{B}\"/>", Export.record(source: "A\u{2}"), "\u{1F}"),
      [100]),
    Case(
      "a broken DTD",
      """
      <?xml version="1.0"?>
      <!DOCTYPE HealthData [
      <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)
      <!ATTLIST Record
        type "CDATA #REQUIRED
      >
        device CDATA #IMPLIED
      >
      ]]
      ]>
      <HealthData>\(Export.record())</HealthData>
      """, [100]),
    Case("a lone <", Export.xml("< <1 << a", Export.record(), "<"), [100]),
    Case(
      "an open record before another",
      Export.xml(
        String(Export.record(count: "4").dropLast(2)) + ">", Export.record(count: "5")), [4, 5]),
    Case("nothing", Export.xml(), []),
  ]

  @Test(arguments: cases)
  func whatCountsIsRead(_ one: Case) {
    let reading = Export.scan(one.xml)
    #expect(reading.counts == one.counts)
    #expect(reading.read == one.counts.count + reading.skipped.total)
  }

  @Test(arguments: cases)
  func itMakesNoDifferenceWhereTheBytesAreCut(_ one: Case) {
    let bytes = Array(one.xml.utf8)
    let whole = Export.scan(bytes, cuts: [])
    for cut in 0...bytes.count {
      #expect(Export.scan(bytes, cuts: [cut]) == whole, "cut at \(cut)")
    }
    for length in [1, 2, 3, 7, 64] {
      #expect(Export.scan(one.xml, pieces: length) == whole, "pieces of \(length)")
    }
  }

  /// An invalid record is skipped and counted with its reason.
  @Test(arguments: [
    (Export.record(count: "-1"), SkippedRecords.Reason.outOfRange),
    (Export.record(count: "1e10"), .outOfRange), (Export.record(count: "nan"), .broken),
    (Export.record(count: "1e999"), .outOfRange), (Export.record(count: "0x10"), .broken),
    (Export.record(count: ""), .broken), (Export.record(count: "1,5"), .broken),
    (Export.record("2024-03-05 08:20:00 +0100"), .outOfRange),
    (Export.record("1601-01-01 00:00:00 +0000"), .outOfRange),
    (Export.record("2024-03-05 08:00:00 +0100", "9999-01-01 00:00:00 +0000"), .outOfRange),
    (Export.record("2024-03-04 08:09:59 +0100"), .tooLong), (Export.record(""), .broken),
    (Export.record("2024-02-30 08:00:00 +0100"), .broken),
    (Export.record("2026-06-02 00:00:01 +0000", "2026-06-02 00:01:00 +0000"), .fromTheFuture),
    (Export.record().replacing("unit=\"count\"", with: "unit=\"km\""), .broken),
    (Export.record().replacing(" endDate", with: " end"), .broken),
    (Export.record(metadata: Export.typedIn), .typedIn),
    (Export.record(metadata: Export.typedIn.replacing("\"1\"", with: "\"true\"")), .typedIn),
  ])
  func aRecordThatCannotBeIsSkippedWithItsReason(
    record: String, reason: SkippedRecords.Reason
  ) {
    let reading = Export.scan(Export.xml(record, Export.record(count: "1")))
    #expect(reading.counts == [1])
    #expect(reading.skipped[reason] == 1 && reading.skipped.total == 1)
  }

  @Test func whatWasOverBeforeIsCountedAndNotKept() {
    let old = Export.record("2019-03-05 08:00:00 +0100", "2019-03-05 08:10:00 +0100")
    let typed = old.replacing("/>", with: ">") + Export.typedIn + "</Record>"
    let reading = Export.scan(Export.xml(old, typed, Export.record()))
    #expect(reading.counts == [100])
    #expect(reading.earlier == 2 && reading.read == 3 && reading.skipped.total == 0)
  }

  @Test func timesZonesAndTheDateOfTheExportAreThoseOfTheFile() throws {
    let reading = Export.scan(
      Export.xml(Export.record("2024-03-05 08:15:22 -0930", "2024-03-05 08:15:52 -0930")))
    let record = try #require(reading.records.first)
    #expect(record.start == 1_709_660_722_000 && record.length == 30_000 && record.offset == -570)
    #expect(reading.exportedAt == Export.moment("2026-03-01T20:04:11Z"))
  }

  /// An element that exceeds the limit is skipped, and the following elements are read.
  @Test(arguments: [1, 1000, 70_000, 200_000])
  func anElementBeyondItsLimitIsSkipped(length: Int) {
    let long = "<Record type=\"\(String(repeating: "a ", count: length))"
    let reading = Export.scan(
      Export.xml(long + "\"/>", Export.record(), "<Me a=\"\(long.dropFirst(14))\"/>"), pieces: 9999)
    #expect(reading.counts == [100])
    #expect(reading.skipped[.broken] == (length > 32_000 ? 1 : 0))
  }

  /// The scan time is linear in the number of bytes.
  @Test(arguments: ["<", "<a \"", "<Record ", "<!--", "<![CDATA[", "&", "<a '<b \"", "</"])
  func endlessNonsenseIsReadInOneGo(_ nonsense: String) {
    let text = String(repeating: nonsense, count: 4_000_000 / nonsense.utf8.count)
    let duration = ContinuousClock().measure {
      #expect(Export.scan(text, pieces: 1 << 17).read <= 62)
    }
    #expect(duration < .seconds(5))
  }

  @Test func aRecordThatIsCutOffIsBroken() {
    let cut = Export.xml(Export.record(), Export.record(metadata: Export.typedIn))
    let end = cut.prefix(upTo: cut.firstRange(of: "<Metadata")?.lowerBound ?? cut.endIndex)
    let reading = Export.scan(String(end))
    #expect(reading.counts == [100] && reading.skipped[.broken] == 1)
  }
}
