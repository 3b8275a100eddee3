public import Designs
internal import Files
package import SourceJSON
public import WallfarmPluginKit

/// A map from presets to shortcuts, which is read from `Templates/shortcuts.json` or from an
/// operator's file.
public struct PresetMap: Sendable, Hashable {
  private let pattern: String
  private let general: Shortcut
  private let own: [Preset: Shortcut]

  /// Returns the shortcut for a preset: its own shortcut, or else that of preset 3, or else the
  /// general shortcut.
  public func choice(for preset: Preset) -> ShortcutChoice {
    if let shortcut = own[preset] {
      return ShortcutChoice(preset: preset, shortcut: shortcut, source: .own)
    }
    if let shortcut = own[.standard] {
      return ShortcutChoice(preset: preset, shortcut: shortcut, source: .preset(.standard))
    }
    return ShortcutChoice(preset: preset, shortcut: general, source: .general)
  }

  /// Returns the name of a preset's shortcut, even if the shortcut does not exist yet.
  public func name(for preset: Preset) -> String {
    own[preset]?.name ?? Self.name(for: preset, pattern)
  }

  private static func name(for preset: Preset, _ pattern: String) -> String {
    pattern.replacing("{preset}", with: "\(preset.number)")
  }

  /// Reads a map.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The map.
  /// - Throws: `file-unreadable`, `invalid-json`, or the first error in the file.
  public static func read(_ path: String) throws(RenderError) -> PresetMap {
    let (map, problems) = PresetMap.read(try JSONFile.read(path, isDesign: true), file: path)
    if let first = problems.first { throw first }
    guard let map else { preconditionFailure("the reader returned neither a map nor an error") }
    return map
  }

  /// Reads the map at the given path, or the map of the installation if the path is `nil`.
  ///
  /// - Throws: The errors of ``read(_:)``.
  public static func find(
    _ path: String?, in installation: Installation
  ) throws(RenderError) -> PresetMap {
    try read(path ?? installation.templates + "/shortcuts.json")
  }

  /// The keys of the file.
  static let keys = ["format", "$schema", "general", "name", "presets"]

  /// Reads a map and collects all problems; the map is `nil` if essential values are missing.
  package static func read(_ node: JSONNode, file: String) -> (
    map: PresetMap?, problems: [RenderError]
  ) {
    var reader = FileReader(file: file)
    let what = "a map of presets"
    guard let root = reader.object(node, what, keys: keys),
      reader.checkFormat(root, what)
    else { return (nil, reader.problems) }
    let pattern = reader.text("name", of: root, what)
    if let pattern, !pattern.text.contains("{preset}") {
      reader.report(
        RenderError(
          .invalidValue, "'name' does not contain {preset}", origin: pattern.origin,
          hint: "give each shortcut its own name: write \"Wallfarm {preset}\""))
    }
    var general: Shortcut?
    if let node = root["general"] {
      general = shortcut(node, "'general'", standardName: nil, &reader)
    } else {
      reader.missing("general", in: what, root)
    }
    let own = presets(root, pattern?.text ?? "{preset}", general, &reader)
    guard let general else { return (nil, reader.problems) }
    let map = PresetMap(pattern: pattern?.text ?? "{preset}", general: general, own: own)
    return (map, reader.problems)
  }

  private static func presets(
    _ root: JSONNode, _ pattern: String, _ general: Shortcut?, _ reader: inout FileReader
  ) -> [Preset: Shortcut] {
    guard let node = root["presets"] else { return [:] }
    var own: [Preset: Shortcut] = [:]
    for member in reader.members(node, "'presets'") {
      let place = member.keyPlace.origin(in: reader.file)
      do throws(RenderError) {
        let preset = try Preset(member.key, origin: place)
        guard String(preset.number) == member.key else {
          throw RenderError(
            .invalidPreset, "'\(member.key)' is not a plain preset number", origin: place,
            hint: "write \"\(preset.number)\"")
        }
        let name = name(for: preset, pattern)
        guard
          let found = shortcut(
            member.value, "preset \(preset.number)", standardName: name, &reader)
        else { continue }
        let others = own.sorted { $0.key < $1.key }.map { ("preset \($0.key.number)", $0.value) }
        for (other, taken) in others + (general.map { [("'general'", $0)] } ?? []) {
          // Each shortcut changes a single wallpaper, so a duplicate link is an error.
          if taken.link == found.link {
            throw RenderError(
              .invalidValue, "preset \(preset.number) has the same link as \(other)",
              origin: reader.origin(member.value),
              hint: "give each preset the link of its own shortcut, or null if it has none yet")
          }
          if taken.name == found.name {
            throw RenderError(
              .invalidValue,
              "preset \(preset.number) has the same name as \(other): '\(found.name)'",
              origin: reader.origin(member.value),
              hint: "choose another name, because shortcuts are run by name")
          }
        }
        own[preset] = found
      } catch {
        reader.report(error)
      }
    }
    return own
  }

  /// Reads a link, null, or `{"link": …, "name": …}`; returns `nil` if there is no valid link.
  private static func shortcut(
    _ node: JSONNode, _ what: String, standardName: String?, _ reader: inout FileReader
  ) -> Shortcut? {
    var link: JSONNode? = node
    var name = standardName
    if node.members != nil {
      guard let object = reader.object(node, what, keys: ["link", "name"]) else { return nil }
      link = object["link"]
      if link == nil { reader.missing("link", in: what, object) }
      if let given = object["name"] {
        name = given.string
        if (given.string ?? "").allSatisfy(\.isWhitespace) {
          var problem = reader.wrong(given, "the name of \(what)", "the name of a shortcut")
          problem.hint = "write the exact name of the shortcut"
          reader.report(problem)
        }
      }
    }
    guard let link else { return nil }
    // The link of a preset can be null, because only the general shortcut is required.
    if case .null = link.content, standardName != nil { return nil }
    guard let text = link.string else {
      reader.report(
        reader.wrong(
          link, what, standardName == nil ? "a link" : "a link, or null if there is none yet"))
      return nil
    }
    guard let name, !name.isEmpty else {
      reader.report(
        .invalidValue(
          what, expected: "an object with \"link\" and \"name\"", got: link.shown,
          origin: reader.origin(link), hint: "add the exact name of the shortcut"))
      return nil
    }
    do throws(RenderError) {
      return Shortcut(link: try ShortcutLink(text, origin: reader.origin(link)), name: name)
    } catch {
      reader.report(error)
      return nil
    }
  }
}
