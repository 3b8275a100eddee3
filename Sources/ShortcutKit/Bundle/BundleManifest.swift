import Designs
import Digests
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `bundle.json`: what is in a bundle, for programs and for those who check it.
struct BundleManifest {
  static let name = "bundle.json"

  private let value: JSONValue

  init(
    device: Device, request: BundleRequest, choice: ShortcutChoice, fingerprint: String,
    files: [BundleFile]
  ) {
    let listed = files.map { file -> JSONValue in
      var members: [String: JSONValue] = [
        "path": .string(file.path), "bytes": .number(Double(file.bytes.count)),
        "sha256": .string(SHA256.hex(of: file.bytes)),
      ]
      if let pixels = file.pixels {
        members["width"] = .number(Double(pixels.width))
        members["height"] = .number(Double(pixels.height))
      }
      return .object(members)
    }
    value = [
      "format": 1, "made": .string(Wallfarm.title), "device": .string(device.id),
      "language": .string(request.language.rawValue), "home": .string(request.home.word),
      "preset": .number(Double(choice.preset.number)),
      "shortcut": [
        "link": .string(choice.shortcut.link.url), "name": .string(choice.shortcut.name),
        "run": .string(choice.shortcut.runAddress()),
        "fallback": choice.fallback.map(JSONValue.string) ?? .null,
      ],
      "fingerprint": .string(fingerprint), "files": .array(listed),
    ]
  }

  /// A folder with a bundle: known by its manifest, which lists every file.
  static let folder = MadeFolder(noun: "bundle", manifest: name) { bytes in
    guard let node = try? JSONNode(parsing: bytes), node["format"]?.number == 1,
      node["made"]?.string?.hasPrefix("wallfarm ") == true, let files = node["files"]?.elements
    else { return nil }
    var listed: [String: String] = [:]
    for file in files {
      guard let path = file["path"]?.string, let digest = file["sha256"]?.string else {
        return nil
      }
      listed[path] = digest
    }
    return listed
  }

  var bytes: [UInt8] { Array((value.text(pretty: true) + "\n").utf8) }
}
