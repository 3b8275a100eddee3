import Foundation
import Testing
import WallfarmTesting

@Suite struct NativeSizeTests {
  /// A plain color instead of the theme's gradient, because dithering 45 gradients takes minutes in
  /// debug builds.
  @Test(arguments: [
    ["-t", "lock", "-n", "Buy milk", "-n", "Call Ana", "--color=navy"],
    ["-t", "home", "--color=navy"], ["-t", "instruction"],
  ])
  func everyDeviceGetsItsNativePixels(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      ["render", "--device=all", "--theme=midnight", "--quiet", "-o", "{device}"] + arguments,
      in: folder)
    let list = try Program.run(["device", "list", "--json"], in: folder)
    let devices =
      try JSONSerialization.jsonObject(with: Data(list.bytes)) as? [[String: Any]] ?? []

    #expect(finished.status == 0)
    #expect(finished.error == "")
    #expect(devices.count == 45)
    #expect(folder.names == devices.compactMap { $0["id"] as? String }.sorted())
    for device in devices {
      let id = try #require(device["id"] as? String)
      #expect(try pngSize(folder.bytes(id)) == device["pixels"] as? String, "\(id)")
    }
  }

  @Test func aGradientOfATheme() throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-n", "a", "--theme=midnight", "-o", "-"], in: TemporaryFolder())
    #expect(pngSize(finished.bytes) == "750 × 1334")
  }
}
