import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests date-dependent pictures from `render` and `batch`.
@Suite struct TimeCommandTests {
  private static let dates = #"{"dates": [{"title": "Secret", "date": "2026-12-24"}]}"#

  @Test func aReceiptSaysUntilWhenItIsTrue() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.dates, to: "c.json")
    let finished = try Program.run(
      [
        "render", "-t", "countdown", "-d", "iphonese3", "--content", "c.json", "--now",
        "2026-12-23T23:30Z", "--zone", "Europe/Berlin", "-o", "a.png", "--json",
      ], in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    let receipt = try #require(try JSONNode(parsing: finished.output).elements?.first)
    #expect(receipt["now"]?.string == "2026-12-24T00:00:00+01:00")
    #expect(receipt["zone"]?.string == "Europe/Berlin")
    #expect(receipt["expires"]?.string == "2026-12-25T00:00:00+01:00")
    #expect(!finished.output.contains("Secret"))
  }

  /// A fenced worker cannot read the clock or the time zone, so both are part of its order.
  @Test func aFarmMakesTheSamePicture() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.dates, to: "c.json")
    try folder.write(
      #"""
      {"jobs": [{"id": "a", "template": "countdown", "devices": "iphonese3", "content": "c.json",
                 "now": "2026-12-23T23:30Z", "zone": "Pacific/Chatham", "language": "ar", "output": "a.png"}]}
      """#, to: "jobs.json")
    let finished = try Program.bash(
      #"""
      "$wallfarm" batch jobs.json --output out -q &&
      "$wallfarm" render -q -t countdown -d iphonese3 --content c.json --now 2026-12-23T23:30Z \
        --zone Pacific/Chatham --language ar -o b.png && cmp out/a.png b.png
      """#, in: folder)
    #expect(finished.status == 0, "\(finished.error) \(finished.output)")
  }

  /// The default time zone comes from TZ, and a batch records it.
  @Test func theZoneOfTheMachineIsKnown() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.dates, to: "c.json")
    try folder.write(
      #"""
      {"jobs": [{"id": "a", "template": "countdown", "devices": "iphonese3", "content": "c.json",
                 "output": "a.png"},
                {"id": "b", "devices": "iphonese3", "notes": ["a"], "output": "b.png"}]}
      """#, to: "jobs.json")
    let finished = try Program.bash(
      #"""
      export TZ=Asia/Kathmandu
      "$wallfarm" batch jobs.json --output out -q >&2 && "$wallfarm" queue show out a/iphonese3 --json &&
      "$wallfarm" queue show out b/iphonese3 --json | grep -c '"now"'
      """#, in: folder)
    #expect(finished.output.contains(#""zone": "Asia/Kathmandu""#), "\(finished.output)")
    // A unit that does not depend on the time has no time in its order.
    #expect(finished.lines.last == "0", "\(finished.output)")
  }

  @Test func theSampleIsForItsOwnDay() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      ["render", "-t", "countdown", "-d", "iphonese3", "-o", "a.png", "--json"], in: folder)
    #expect(finished.status == 0 && finished.error.contains("sample-shown"), "\(finished.error)")
    #expect(finished.output.contains(#""now": "2026-05-21T00:00:00"#), "\(finished.output)")
  }
}
