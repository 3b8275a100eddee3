import Foundation
import Testing
import WallfarmTesting

@Suite struct NativeSizeTests {
  /// Renders a plain color without text, because only the picture's size matters.
  ///
  /// SnapshotTests renders every template on every device.
  @Test func eachScreenGetsItsNativePixels() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      [
        "render", "--device=iphones,ipads,macbookpro14,tv4k", "--theme=midnight", "--quiet", "-t",
        "home", "--color=navy", "-o",
        "{device}",
      ], in: folder)
    let list = try Program.run(["device", "list", "--json"], in: folder)
    let all = try JSONSerialization.jsonObject(with: Data(list.bytes)) as? [[String: Any]] ?? []
    let others = ["macbookpro14", "tv4k"]
    let devices = all.filter { device in
      guard let id = device["id"] as? String else { return false }
      return id.hasPrefix("iphone") || id.hasPrefix("ipad") || others.contains(id)
    }

    #expect(finished.status == 0)
    #expect(finished.error == "")
    #expect(devices.count > 45)
    let names = devices.compactMap { ($0["id"] as? String)?.replacing(":", with: "-") }
    #expect(folder.names == names.sorted())
    for device in devices {
      let id = try #require(device["id"] as? String)
      let pixels = try #require(device["pixels"] as? [String: Int])
      let size = "\(pixels["width"] ?? 0) × \(pixels["height"] ?? 0)"
      #expect(try pngSize(folder.bytes(id.replacing(":", with: "-"))) == size, "\(id)")
    }
  }

  @Test func aGradientOfATheme() throws {
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-n", "a", "--theme=midnight", "-o", "-"], in: TemporaryFolder())
    #expect(pngSize(finished.bytes) == "750 × 1334")
  }
}
