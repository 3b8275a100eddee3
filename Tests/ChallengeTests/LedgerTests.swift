import Challenge
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The ledger of a challenge can be read back, and tampering is detected.
@Suite struct LedgerTests {
  static func moment(_ seconds: Int) -> Moment { Moment(seconds: 1_800_000_000 + seconds) }

  static func beginning(
    goal: Int = 10_000, alerts: Bool = true, reminders: Bool = false, zone: String = "UTC"
  ) throws -> ChallengeEntry.Beginning {
    ChallengeEntry.Beginning(
      at: moment(0), goal: try #require(StepGoal(goal)), start: moment(0), zone: zone,
      photo: ChallengePhoto(
        digest: String(repeating: "ab", count: 32), size: PixelSize(width: 4000, height: 3000)),
      tellsMarks: alerts, reminds: reminders)
  }

  static func full() throws -> ChallengeLedger {
    var ledger = ChallengeLedger(try beginning())
    ledger.add(
      .read(
        ChallengeEntry.Reading(
          at: moment(60), export: "e1", exportedAt: moment(50), steps: 2600, average: 4123.7512,
          reachedAt: nil, implausible: 12)))
    ledger.add(.told(moment(61), [25]))
    ledger.add(.reminded(moment(100_000), 20_834))
    ledger.add(.switched(moment(100_001), false, true))
    ledger.add(
      .read(
        ChallengeEntry.Reading(
          at: moment(200_000), export: "e2", exportedAt: nil, steps: 10_400, average: nil,
          reachedAt: moment(190_000), implausible: 0)))
    ledger.add(.seen(moment(200_001)))
    return ledger
  }

  @Test func whatWasWrittenReadsBackEqual() throws {
    let ledger = try Self.full()
    let again = try ChallengeLedger(parsing: ledger.text, file: "ledger.jsonl")
    #expect(again == ledger)
    #expect(again.challenge.steps == 10_400 && again.challenge.percent == 100)
    #expect(again.challenge.told == [25] && again.challenge.end == .seen(Self.moment(200_001)))
  }

  /// Changes and deletes each character, and deletes and repeats each line, one at a time.
  @Test func everyChangeIsNoticed() throws {
    let text = try Self.full().text
    let bytes = Array(text.utf8)
    func isNoticed(_ bytes: [UInt8]) -> Bool {
      do throws(RenderError) {
        _ = try ChallengeLedger(
          parsing: String(decoding: bytes, as: UTF8.self), file: "ledger.jsonl")
        return false
      } catch {
        return error.code == .challengeChanged
      }
    }
    #expect(!isNoticed(bytes))
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      #expect(isNoticed(changed), "another letter at \(place)")
      changed = bytes
      changed.remove(at: place)
      #expect(isNoticed(changed), "no letter at \(place)")
    }
    let lines = text.split(separator: "\n").map(String.init)
    for place in lines.indices.dropLast() {
      var changed = lines
      changed.remove(at: place)
      #expect(isNoticed(Array((changed.joined(separator: "\n") + "\n").utf8)))
      changed = lines
      changed.insert(lines[place], at: place)
      #expect(isNoticed(Array((changed.joined(separator: "\n") + "\n").utf8)))
    }
    for text in ["", "\n", "{}\n", "null\n", lines[1] + "\n"] {
      #expect(isNoticed(Array(text.utf8)))
    }
  }

  /// An equivalent entry with a different notation is rejected.
  @Test func otherWordsAreNoticedToo() throws {
    let text = try Self.full().text
    for (find, replace) in [
      (#""goal":10000"#, #""goal":1e4"#), (#"{"digest""#, #"{ "digest""#),
      (#""alerts":true"#, #""alerts":true,"more":1"#),
    ] {
      let changed = text.replacing(find, with: replace, maxReplacements: 1)
      try #require(changed != text)
      #expect(throws: RenderError.self) {
        try ChallengeLedger(parsing: changed, file: "ledger.jsonl")
      }
    }
  }

  /// The digests are not keyed, so a line with a valid digest may still contain impossible values.
  @Test func valuesThatCannotBeAreNoEntry() throws {
    func isEntry(_ text: String) throws -> Bool {
      try JSONNode(parsing: text)["is"].flatMap { ChallengeEntry($0) } != nil
    }
    let lines = try Self.full().text.split(separator: "\n").map(String.init)
    #expect(try isEntry(lines[0]) && isEntry(lines[1]))
    for (line, find, replace) in [
      (0, #""photo":"ab"#, #""photo":"../../"#), (0, #""photo":"ab"#, #""photo":"AB"#),
      (0, #""width":4000"#, #""width":0"#), (0, #""height":3000"#, #""height":-3000"#),
      (0, #""goal":10000"#, #""goal":-1"#), (1, #""average":4123.7512"#, #""average":1e300"#),
      (1, #""average":4123.7512"#, #""average":-1"#), (1, #""steps":2600"#, #""steps":-1"#),
    ] {
      let changed = lines[line].replacing(find, with: replace)
      try #require(changed != lines[line], "\(find)")
      #expect(try !isEntry(changed), "\(replace)")
    }
  }
}
