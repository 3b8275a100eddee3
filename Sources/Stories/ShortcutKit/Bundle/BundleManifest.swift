import Designs
import Digests
import Files
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The manifest `bundle.json`: the files of a bundle with their digests.
struct BundleManifest {
  static let name = "bundle.json"

  private let value: JSONValue

  /// Creates the manifest of a bundle.
  ///
  /// - Parameters:
  ///   - facts: the facts that the guide is based on.
  ///   - language: the language of the guide.
  ///   - home: the keyword for the handling of the home screen.
  ///   - lock: the rendered lock screen.
  ///   - films: the films to describe; their files must be in `files`.
  ///   - files: all files except the manifest.
  init(
    _ facts: GuideFacts, language: GuideLanguage, home: String, lock: RenderedPicture,
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
      "system": .string(way.system.rawValue), "shortcut": Self.shortcut(of: way),
      "fingerprint": .string(lock.fingerprint), "files": .array(listed),
    ]
    if way.address == nil, let lifetime = lock.lifetime {
      members["expires"] = .string(lifetime.expires)
      members["interval"] = .string(lifetime.interval.rawValue)
    }
    if let address = way.address { members["address"] = .string(address.url) }
    if !films.whole.isEmpty { members["films"] = films.listed }
    value = .object(members)
  }

  private static func shortcut(of way: PictureWay) -> JSONValue {
    guard let name = way.name, let run = way.run else { return .null }
    return [
      "link": (way.choice?.shortcut.link.url).map(JSONValue.string) ?? .null,
      "name": .string(name), "run": .string(run),
      "fallback": (way.choice?.fallback).map(JSONValue.string) ?? .null,
    ]
  }

  /// The description of a folder that contains a bundle; its manifest lists every file.
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
