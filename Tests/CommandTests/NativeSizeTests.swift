import Foundation
import Testing
import WallfarmTesting

@Suite struct NativeSizeTests {
  /// Renders a plain color without text, because only the size matters; SnapshotTests renders every
  /// template on every device.
  @Test func everyDeviceGetsItsNativePixels() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      [
        "render", "--device=all", "--theme=midnight", "--quiet", "-t", "home", "--color=navy", "-o",
        "{device}",
      ], in: folder)
    let list = try Program.run(["device", "list", "--json"], in: folder)
    let devices =
      try JSONSerialization.jsonObject(with: Data(list.bytes)) as? [[String: Any]] ?? []

    #expect(finished.status == 0)
    #expect(finished.error == "")
    #expect(!devices.isEmpty)
    #expect(folder.names == devices.compactMap { $0["id"] as? String }.sorted())
    for device in devices {
      let id = try #require(device["id"] as? String)
      let pixels = try #require(device["pixels"] as? [String: Int])
      let size = "\(pixels["width"] ?? 0) × \(pixels["height"] ?? 0)"
      #expect(try pngSize(folder.bytes(id)) == size, "\(id)")
    }
  }

  @Test func aGradientOfATheme() throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-n", "a", "--theme=midnight", "-o", "-"], in: TemporaryFolder())
    #expect(pngSize(finished.bytes) == "750 × 1334")
  }
}
