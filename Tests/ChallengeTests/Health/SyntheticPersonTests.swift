import Challenge
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The sweep is within 3% of a simulated person's true steps.
@Suite(.tags(.seeded)) struct SyntheticPersonTests {
  private static let seeds = (0..<UInt64(Torture.isOn ? 30 : 3)).map {
    SeededGenerator.standardSeed &+ $0
  }

  private static func count(_ person: SyntheticPerson) -> StepTotals {
    let start = Moment(seconds: SyntheticPerson.firstDay * 86_400)
    return StepSweep.totals(
      of: person.records, sources: kinds, since: start,
      until: start.adding(SyntheticPerson.days * 86_400))
  }

  @Test(arguments: seeds)
  func twoYearsAreCountedWithin3Percent(seed: UInt64) throws {
    let person = SyntheticPerson(seed: seed)
    let counted = Self.count(person)
    #expect(counted.flags.isEmpty && counted.implausible == 0)
    let truth = person.truth.values.reduce(0, +)
    #expect(truth > 5_000_000)
    #expect(abs(counted.total / truth - 1) < 0.03, "seed \(seed): \(counted.total) of \(truth)")
    // Without the sweep, the count would be much too high.
    #expect(counted.raw > truth * 1.3)
    for phase in SyntheticPerson.Phase.allCases {
      let days = person.phases.filter { $0.value == phase }.map(\.key)
      let (walked, got) = days.reduce((0, 0)) {
        ($0.0 + person.truth[$1, default: 0], $0.1 + counted.perDay[$1, default: 0])
      }
      #expect(abs(got / walked - 1) < 0.03, "seed \(seed), \(phase): \(got) of \(walked)")
    }
  }

  /// The same test through a file: XML with local times is written and read back.
  @Test func anExportOfTheSamePersonGivesTheSameTotals() throws {
    let person = SyntheticPerson(seed: SeededGenerator.standardSeed)
    let some = Array(person.records.prefix(5000))
    let xml = Export.xml(
      some.map { record in
        Export.record(
          Self.written(record.start), Self.written(record.end), count: String(record.count),
          source: record.source == 0 ? "Apple Watch" : "iPhone"
        ).replacing(
          "model:iPhone, hardware:iPhone16,1",
          with: record.source == 0 ? "model:Watch" : "model:iPhone"
        )
        .replacing("name:iPhone", with: "name:a")
      }.joined(separator: "\n"))
    let reading = Export.scan(xml, pieces: 4096)
    let start = Moment(seconds: SyntheticPerson.firstDay * 86_400)
    let direct = StepSweep.totals(of: some, sources: kinds, since: start, until: Export.until)
    let read = StepSweep.totals(
      of: reading.records, sources: reading.sources, since: start, until: Export.until)
    #expect(read.total == direct.total && reading.records.count == some.count)
    #expect(read.moment(ofReaching: 10_000) == direct.moment(ofReaching: 10_000))
  }

  /// A time in Apple's format, in a zone with a half-hour offset.
  private static func written(_ milliseconds: Int64) -> String {
    let local = Moment(seconds: Int(milliseconds / 1000) + 5 * 3600 + 1800).description
    return local.prefix(10) + " " + local.dropFirst(11).prefix(8) + " +0530"
  }
}
