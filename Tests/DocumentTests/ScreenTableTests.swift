import Designs
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The files of `Devices`: their arithmetic, their evidence, and their agreement with the program.
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

  /// The program's own devices have the numbers of the files.
  @Test func theProgramAgreesWithTheFiles() throws {
    var known: [String: [String: Any]] = [:]
    for name in ["apple-iphone", "apple-ipad"] {
      for device in try #require(family(name)["devices"] as? [[String: Any]]) {
        known[try #require(device["id"] as? String)] = device
      }
    }
    for device in DeviceCatalog.shipped.devices {
      let written = try #require(known[device.id], "\(device.id) is in no file")
      #expect(written["pixels"] as? [Int] == [device.pixels.width, device.pixels.height])
      let scale = try #require((written["scale"] as? NSNumber)?.doubleValue)
      let width = (written["points"] as? [Double])?[0] ?? Double(device.pixels.width) / scale
      #expect(abs(width - device.points.width) < 0.01, "\(device.id)")
      #expect(written["name"] as? String == device.name)
      let areas = try #require(written["areas"] as? [String: [String: [String: [Double]]]])
      let lock = try #require(areas["lock"]?["portrait"], "\(device.id)")
      func rows(_ name: String) -> [Double]? { lock[name].map { [$0[1], $0[1] + $0[3]] } }
      let screen = device.lockScreen
      #expect(rows("clock") == [screen.clockTop, screen.clockBottom], "\(device.id)")
      #expect(rows("widgets") == [screen.widgetTop, screen.widgetBottom], "\(device.id)")
      #expect(rows("controls")?[0] == screen.controlsTop, "\(device.id)")
    }
  }
}
