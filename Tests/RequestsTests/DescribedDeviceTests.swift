import Designs
import Files
import Requests
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Devices in requests: names, sizes and objects.
@Suite struct DescribedDeviceTests {
  @Test(arguments: [
    (#""iphone15""#, ["iphone15"]), (#""1440x3120@3""#, ["1440x3120@3"]),
    (#"["iphone15", {"pixels": [1440, 3120]}]"#, ["iphone15", "1440x3120"]),
    (#"{"pixels": [1440, 3120], "scale": 3}"#, ["1440x3120@3"]),
    (#"[{"id": "mine", "pixels": [1440, 3120], "kind": "tablet"}]"#, ["mine"]),
  ])
  func aRequestNamesDevicesInEveryForm(_ devices: String, _ ids: [String]) throws {
    let requests = try read(#"{"devices": \#(devices), "notes": ["a"]}"#).get().requests
    #expect(requests.map(\.device) == ids)
    for request in requests { #expect(throws: Never.self) { try request.screen() } }
  }

  @Test(arguments: [
    (#"{"scale": 3}"#, "pixels", 13), (#"{"pixels": [10, 3120]}"#, "10", 24),
    (#"{"pixels": [1440, 3120], "scale": 0}"#, "0", 47), (#""10x3120""#, "10", 13), ("3", "3", 13),
    ("[]", "list", 13), (#"["iphone15", 3]"#, "list", 13),
  ])
  func aWrongDeviceHasItsPlace(_ devices: String, _ value: String, _ column: Int) throws {
    guard case .failure(let mistakes) = read(#"{"devices": \#(devices), "notes": ["a"]}"#) else {
      Issue.record("\(devices) is read")
      return
    }
    let error = try #require(mistakes.all.first)
    #expect(error.code == .invalidValue && error.message.contains(value), "\(error)")
    #expect(error.origin?.description == "r.json:1:\(column)", "\(error)")
  }

  @Test func aWrongInsetHasItsPlace() throws {
    let text = #"{"devices": "iphone15", "notes": ["a"], "inset": "up=3"}"#
    guard case .failure(let mistakes) = read(text) else {
      Issue.record("the inset is read")
      return
    }
    #expect(mistakes.all.map(\.code) == [.invalidParameter])
    #expect(mistakes.all.first?.origin?.description == "r.json:1:50")
  }

  private func read(_ text: String) -> Result<RequestFile, RequestFile.Mistakes> {
    guard let node = try? JSONNode(parsing: text) else { preconditionFailure("not JSON: \(text)") }
    return RequestFile.read(
      node, named: "r.json", files: FileScope(folder: "/dev/null", isConfined: true))
  }
}
