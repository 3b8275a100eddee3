internal import Digests
internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// Reads devices from JSON and reports every error in their numbers.
///
/// A device in a file specifies all properties. A device in a request needs only `pixels`; any
/// property that it omits is estimated from the size, as for a device that is specified only by its
/// size.
package struct DeviceReader {
  /// The file reader, which collects the errors.
  var reader: FileReader
  let family: String
  let rules: JSONNode?
  let isOwn: Bool

  /// The tolerance for comparing numbers, which are rounded to two decimals in files.
  static let rounding = 0.02

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - file: The path of the file, which is shown in errors.
  ///   - family: The name of the device file without its extension; empty for a device in a
  ///     request.
  ///   - rules: The rules in the file: sentences, each with a key.
  ///   - isOwn: Whether the devices are not part of the installation, in which case requests must
  ///     describe them.
  package init(file: String, family: String = "", rules: JSONNode? = nil, isOwn: Bool = true) {
    reader = FileReader(file: file)
    (self.family, self.rules, self.isOwn) = (family, rules, isOwn)
  }

  /// The errors found so far.
  package var problems: [RenderError] { reader.problems }

  private static let screenKeys = [
    "pixels", "scale", "points", "rendered", "diagonal", "ppi", "shape", "safeArea", "areas",
    "evidence",
  ]
  private static let deviceKeys =
    ["id", "name", "aliases", "maker", "kind", "released", "colorSpace", "states", "note"]
    + screenKeys

  /// Reads a device from a file: one screen, or one screen for each state.
  package mutating func devices(_ node: JSONNode) -> [Device] {
    guard reader.object(node, "a device", keys: Self.deviceKeys) != nil else { return [] }
    guard let common = shared(node) else { return [] }
    guard let states = node["states"] else {
      return screen(node, common, id: common.id, state: nil).map { [$0] } ?? []
    }
    guard let elements = states.elements, !elements.isEmpty else {
      reader.report(reader.wrong(states, "'states'", "a list of states"))
      return []
    }
    return elements.enumerated().compactMap { index, state in
      guard
        reader.object(state, "a state", keys: ["state"] + Self.screenKeys) != nil,
        let name = required("state", of: state, "a state", ["inner", "cover"])
      else { return nil }
      return screen(
        state, common, id: index == 0 ? common.id : "\(common.id):\(name)", state: name)
    }
  }

  /// Reads a device from a request; `nil` if its numbers are invalid.
  package mutating func described(_ node: JSONNode) -> Device? {
    let keys = Self.deviceKeys.filter { $0 != "states" } + ["state", "rules"]
    guard reader.object(node, "a device", keys: keys) != nil else { return nil }
    guard let pixels = required("pixels", of: node, "a device") else { return nil }
    guard let size = size(pixels, node) else { return nil }
    let kind = reader.choice("kind", of: node, DeviceKind.self)
    let plain = Device(size, kind: kind)
    let hasAreas = node["areas"] != nil
    let common = Shared(
      id: text("id", of: node).flatMap { checkedID($0, node, extra: ":@.") }
        ?? size.id(of: node),
      name: text("name", of: node) ?? plain.name, aliases: [], maker: text("maker", of: node) ?? "",
      kind: plain.kind, released: "", gamut: gamut(node) ?? plain.gamut, note: nil,
      evidence: hasAreas ? .given : DeviceEvidence())
    var device = screen(
      node, common, id: common.id, state: text("state", of: node), size: size,
      plain: hasAreas ? nil : plain, rules: node["rules"])
    device?.isOwn = true
    return device
  }
}

extension DeviceReader {
  /// The properties that all states of a device share.
  struct Shared {
    let id: String
    let name: String
    let aliases: [String]
    let maker: String
    let kind: DeviceKind
    let released: String
    let gamut: String
    let note: String?
    let evidence: DeviceEvidence
  }

  private mutating func shared(_ node: JSONNode) -> Shared? {
    let before = reader.problems.count
    let id = reader.text("id", of: node, "a device").flatMap {
      checkedID($0.text, node)
    }
    let name = reader.text("name", of: node, "a device")?.text
    let maker = reader.text("maker", of: node, "a device")?.text
    let kind = required(
      "kind", of: node, "a device", DeviceKind.allCases.map(\.rawValue)
    ).flatMap(DeviceKind.init(rawValue:))
    let released = reader.text("released", of: node, "a device")?.text
    if let released, let value = node["released"], !Self.isMonth(released) {
      reader.report(reader.wrong(value, "'released'", "a year and month, such as 2024-09"))
    }
    if node["colorSpace"] == nil { reader.missing("colorSpace", in: "a device", node) }
    let gamut = gamut(node)
    let aliases = aliases(node)
    guard reader.problems.count == before, let id, let name, let maker, let kind, let released,
      let gamut
    else { return nil }
    return Shared(
      id: id, name: name, aliases: aliases, maker: maker, kind: kind, released: released,
      gamut: gamut, note: text("note", of: node), evidence: evidence(node, rules))
  }

  /// Returns the id if it is valid; `extra` contains additional characters that are not allowed in
  /// device files.
  private mutating func checkedID(
    _ text: String, _ node: JSONNode, extra: String = ""
  ) -> String? {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    let others = "-" + extra
    if text.utf8.count <= 64, let first = text.first, letters.contains(first),
      text.allSatisfy({ letters.contains($0) || others.contains($0) })
    {
      return text
    }
    if let value = node["id"] {
      reader.report(
        reader.wrong(value, "'id'", "at most 64 lowercase letters, digits and hyphens"))
    }
    return nil
  }

  private static func isMonth(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 4, parts[1].count == 2, let year = Int(parts[0]),
      let month = Int(parts[1])
    else { return false }
    return (2000...2099).contains(year) && (1...12).contains(month)
  }

  private mutating func gamut(_ node: JSONNode) -> String? {
    reader.word("colorSpace", of: node, ["Display P3", "sRGB"])
  }

  private mutating func aliases(_ node: JSONNode) -> [String] {
    guard let list = node["aliases"] else { return [] }
    let names = list.elements?.compactMap(\.string) ?? []
    if names.count != list.elements?.count {
      reader.report(reader.wrong(list, "'aliases'", "a list of names"))
    }
    return names
  }
}

extension DeviceEvidence {
  /// The evidence for areas that a request specifies.
  fileprivate static var given: DeviceEvidence {
    var evidence = DeviceEvidence()
    for screen in ScreenAreas.Screen.allCases {
      evidence.areas[screen.rawValue] = Evidence(.documented, sources: ["request"])
    }
    return evidence
  }
}

extension ScreenSize {
  /// The id for a described device that has none: its size and, if the description has other
  /// properties, a digest.
  fileprivate func id(of node: JSONNode) -> String {
    let known = ["pixels", "scale"]
    guard node.members?.allSatisfy({ known.contains($0.key) }) == false else { return id }
    return id + "-" + node.plain.digestOfDescription
  }
}

extension JSONValue {
  /// The first eight hexadecimal digits of the value's digest.
  fileprivate var digestOfDescription: String {
    String(SHA256.hex(of: Array(text(pretty: false).utf8)).prefix(8))
  }
}
