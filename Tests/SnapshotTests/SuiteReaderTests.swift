import BuiltInPlugins
import ContentSources
import Designs
import Files
import Motion
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Every error in a suite file, with its position and hint.
@Suite(.tags(.seeded, .sanitized)) struct SuiteReaderTests {
  static let table: [(text: String, code: ErrorCode, message: String, place: String)] = [
    (#"[]"#, .invalidSnapshots, "a suite must be an object, not a list", ":1:1"),
    (#"{}"#, .invalidSnapshots, "a suite needs the key 'snapshots'", ":1:1"),
    (#"{"snapshots": []}"#, .invalidValue, "a list with at least one snapshot", ":1:15"),
    (
      #"{"snapshots": [3]}"#, .invalidSnapshots, "a snapshot must be an object, not a number",
      ":1:16"
    ),
    (
      #"{"format": 2, "snapshots": [{"devices": "all", "notes": ["a"]}]}"#, .invalidValue,
      "'format' cannot be 2", ":1:12"
    ),
    (
      #"{"shots": 1, "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#, .unknownKey,
      "a suite has no key 'shots'", ":1:2"
    ),
    (
      #"{"snapshots": [{"notes": ["a"]}]}"#, .invalidSnapshots, "snapshot 1 does not name a device",
      ":1:16"
    ),
    (
      #"{"snapshots": [{"devices": "iphone51", "notes": ["a"]}]}"#, .unknownDevice,
      "no device is named 'iphone51'", ":1:28"
    ),
    (
      #"{"snapshots": [{"devices": [], "notes": ["a"]}]}"#, .invalidValue,
      "'devices' cannot be an empty list", ":1:28"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "device": 1, "notes": ["a"]}]}"#, .unknownKey,
      "a snapshot has no key 'device'", ":1:38"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "theme": "fogg", "notes": ["a"]}]}"#, .unknownTheme,
      "'fogg'", ":1:47"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "template": "lok", "notes": ["a"]}]}"#,
      .unknownTemplate, "'lok'", ":1:50"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "motion": "hoook"}]}"#, .unknownMotion,
      "no motion is named 'hoook'", ":1:48"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "motion": "hook", "notes": ["a"]}]}"#,
      .invalidSnapshots, "'notes' is not supported in a snapshot with 'motion'", ":1:65"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "moments": 1}]}"#, .invalidSnapshots,
      "snapshot 1 has 'moments', but no 'motion'", ":1:65"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "motion": "hook", "moments": [1, "end"]}]}"#,
      .invalidValue, "'moments' cannot be 'end'", ":1:71"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "motion": "hook", "moments": 99}]}"#, .invalidValue,
      "'moments' cannot be 99", ":1:67"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "motion": "hook", "name": "h", "moments": [1, 2]}]}"#,
      .invalidSnapshots, "two snapshots are named 'h'", ":1:64"
    ),
    (
      #"{"snapshots": [{"motion": "hook"}]}"#, .invalidSnapshots,
      "snapshot 1 does not name a device",
      ":1:16"
    ),
    (#"{"snapshots": [{"devices": "ipad10"}]}"#, .noNotes, "there are no notes to show", ":1:16"),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": "gone.json"}]}"#, .fileUnreadable, "", ":1:47"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": [7]}]}"#, .invalidNotes, "note 1 is a number",
      ":1:47"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "photo": "gone.jpg"}]}"#,
      .photoUnreadable, "gone.jpg", ":1:63"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "set": {"max-sice": 3}}]}"#,
      .unknownParameter, "'max-sice'", ":1:74"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "clock": "big"}]}"#, .invalidParameter,
      "'big' is not one of", ":1:63"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "name": "a/b"}]}"#, .invalidSnapshots,
      "'a/b' cannot be the name of a snapshot", ":1:62"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "name": "../x"}]}"#, .invalidSnapshots,
      "'../x' cannot be the name", ":1:62"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "name": ".a"}]}"#, .invalidSnapshots,
      "'.a' cannot be the name", ":1:62"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "name": 3}]}"#, .invalidValue,
      "'name' cannot be 3", ":1:62"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"], "pictures": "some"}]}"#,
      .unknownDevice, "'some'", ":1:66"
    ),
    (
      #"{"snapshots": [{"devices": "ipad10", "notes": ["a"]}, {"devices": "all", "notes": ["b"]}]}"#,
      .invalidSnapshots, "two snapshots are named 'lock'", ":1:55"
    ),
    (
      #"{"thresholds": 3, "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#, .invalidValue,
      "'thresholds' cannot be 3", ":1:16"
    ),
    (
      #"{"thresholds": {"visible": 2}, "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#,
      .invalidValue, "'visible' cannot be 2: expected a number from 0 to 1", ":1:28"
    ),
    (
      #"{"thresholds": {"pixel": 2}, "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#,
      .unknownKey, "'thresholds' has no key 'pixel'", ":1:17"
    ),
    (
      #"{"defaults": [], "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#, .invalidSnapshots,
      "'defaults' must be an object, not a list", ":1:14"
    ),
    (
      #"{"defaults": {"colour": "red"}, "snapshots": [{"devices": "ipad10", "notes": ["a"]}]}"#,
      .unknownKey, "'defaults' has no key 'colour'", ":1:15"
    ),
  ]

  @Test(arguments: table)
  func aMistakeIsSaidWithItsPlace(
    text: String, code: ErrorCode, message: String, place: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "snapshots.json")
    var problems: [RenderError] = []
    do throws(RenderError) {
      (_, problems) = try SuiteReader.read(
        SuiteFolder(folder.path), installation: Workspace.installation, plugins: .builtIn)
    } catch {
      problems = [error]
    }
    let first = try #require(problems.first)
    #expect(problems.count == 1, "\(problems)")
    #expect(first.code == code && first.message.contains(message), "\(first)")
    #expect(first.origin?.description == file + place, "\(first)")
  }

  @Test func allMistakesAreFoundInOneRun() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"formt": 1, "snapshots": [
        {"devices": "iphone51", "theme": "fogg", "clock": "big", "notes": ["a"]},
        {"name": "b", "devices": "ipad10", "themes": "fog", "notes": ["a"]}]}
      """, to: "snapshots.json")
    let (suite, problems) = try SuiteReader.read(
      SuiteFolder(folder.path), installation: Workspace.installation, plugins: .builtIn)
    #expect(
      Set(problems.map(\.code)) == [.unknownKey, .unknownDevice, .invalidParameter], "\(problems)")
    #expect(suite.snapshots.map(\.name) == ["b/ipad10"])
  }

  @Test func listsMakeASnapshotForEach() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"defaults": {"devices": ["ipad10", "iphone15"], "notes": ["a"], "set": {"max-size": 30}},
       "snapshots": [
        {"template": ["lock", "banner"], "theme": ["fog", "dawn"], "pictures": "ipad10"},
        {"name": "x", "color": "navy", "set": {"min-size": 12}, "pictures": "none"}]}
      """, to: "snapshots.json")
    for path in [folder.path, folder.path + "/", folder.file("snapshots.json")] {
      let (suite, problems) = try SuiteReader.read(
        SuiteFolder(path), installation: Workspace.installation, plugins: .builtIn)
      #expect(problems.isEmpty && suite.folder.path == folder.path)
      #expect(
        suite.snapshots.map(\.name) == [
          "lock-fog/ipad10", "lock-fog/iphone15", "lock-dawn/ipad10", "lock-dawn/iphone15",
          "banner-fog/ipad10", "banner-fog/iphone15", "banner-dawn/ipad10", "banner-dawn/iphone15",
          "x/ipad10", "x/iphone15",
        ])
      #expect(suite.snapshots.map(\.keepsPicture).prefix(3) == [true, false, true])
      let last = try #require(suite.snapshots.last)
      #expect(!last.keepsPicture && last.request?.background == .color("navy"))
      #expect(Set(last.request?.settings.map(\.key) ?? []) == ["max-size", "min-size"])
    }
  }

  /// Random input, as a whole suite or inside one, never crashes the reader.
  @Test func noiseIsAnError() throws {
    let sound = Array(Self.table[4].text.utf8)
    for round in 0..<(Torture.isOn ? 300 : 60) {
      var chance = SeededGenerator(seed: MutationTests.seed &+ UInt64(round))
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] = UInt8.random(
          in: 0...255, using: &chance)
      }
      let folder = try TemporaryFolder()
      try folder.write(bytes, to: "snapshots.json")
      do throws(RenderError) {
        let (_, problems) = try SuiteReader.read(
          SuiteFolder(folder.path), installation: Workspace.installation, plugins: .builtIn)
        for problem in problems { #expect(!problem.message.isEmpty) }
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
