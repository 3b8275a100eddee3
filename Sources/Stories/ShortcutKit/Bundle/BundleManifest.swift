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

  /// Lists a bundle.
  ///
  /// - Parameters:
  ///   - facts: what its guide says.
  ///   - language: that of its guide.
  ///   - home: what becomes of the home screen, in a word.
  ///   - fingerprint: of the lock screen that was rendered.
  ///   - films: what is said of each; files have them too.
  ///   - files: all but the manifest itself.
  init(
    _ facts: GuideFacts, language: GuideLanguage, home: String, fingerprint: String,
    films: BundleFilms, files: [BundleFile]
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
    let (way, preset) = (facts.way, facts.preset)
    var members: [String: JSONValue] = [
      "format": 1, "made": .string(Wallfarm.title), "device": .string(facts.device.id),
      "language": .string(language.rawValue), "home": .string(home),
      "preset": preset.map { JSONValue.number(Double($0.number)) } ?? .null,
      "shortcut": [
        "link": (way.choice?.shortcut.link.url).map(JSONValue.string) ?? .null,
        "name": .string(way.name), "run": .string(way.run),
        "fallback": (way.choice?.fallback).map(JSONValue.string) ?? .null,
      ],
      "fingerprint": .string(fingerprint), "files": .array(listed),
    ]
    if let address = way.address { members["address"] = .string(address.url) }
    if !films.whole.isEmpty { members["films"] = films.listed }
    value = .object(members)
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
