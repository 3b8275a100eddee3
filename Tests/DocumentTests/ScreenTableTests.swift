import Foundation
import Testing
import WallfarmTesting

/// The files of `Devices`: their arithmetic, their evidence.
@Suite struct ScreenTableTests {
  private static let check = Document.file("scripts/check-devices")

  private func family(_ name: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Document.file("Devices/\(name).json")))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  @Test func everyFileAddsUpAndStatesItsEvidence() {
    let (text, status) = Tool.run(Self.check, [], withErrors: true)
    #expect(status == 0, "\(text)")
  }

  /// Each change makes one number of one phone contradict the others, or takes its evidence away.
  @Test(arguments: [
    (#""pixels":[1179,2556]"#, #""pixels":[1179,2956]"#), (#""scale":3"#, #""scale":4"#),
    (#""ppi":460"#, #""ppi":520"#),
    (#""controls":[0,744,393,108]"#, #""controls":[0,744,393,180]"#),
    (#""pixels":["hig","diagonal"]"#, #""pixels":["nowhere"]"#),
  ])
  func aContradictionIsReported(_ from: String, _ to: String) throws {
    let folder = try TemporaryFolder()
    var family = try family("apple-iphone")
    var devices = try #require(family["devices"] as? [[String: Any]])
    let index = try #require(devices.firstIndex { $0["id"] as? String == "iphone15" })
    let data = try JSONSerialization.data(withJSONObject: devices[index])
    let text = String(decoding: data, as: UTF8.self)
    try #require(text.contains(from), "\(text)")
    let changed = Data(text.replacing(from, with: to).utf8)
    devices[index] = try #require(
      try JSONSerialization.jsonObject(with: changed) as? [String: Any])
    family["devices"] = devices
    let copy = try folder.write(
      [UInt8](try JSONSerialization.data(withJSONObject: family)), to: "apple-iphone.json")
    let (said, status) = Tool.run(Self.check, [copy], withErrors: true)
    #expect(status != 0 && said.contains("iphone15"), "\(said)")
  }

  @Test func thePublishedTableIsThatOfTheFiles() {
    let (text, status) = Tool.run(
      "/usr/bin/python3", [Document.file("scripts/list-screens"), "--check"], withErrors: true)
    #expect(status == 0, "\(text)")
  }
}
