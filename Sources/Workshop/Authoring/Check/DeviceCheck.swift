internal import Designs
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// Checks device files: whether their numbers are valid and consistent, and whether each number has
/// an origin.
///
/// The origin of a number is a list of sources or a rule.
package struct DeviceCheck {
  /// All mistakes, in file order.
  package private(set) var problems: [RenderError] = []
  /// Number of checked files.
  package private(set) var fileCount = 0
  /// Number of screens whose numbers contain no mistakes.
  package private(set) var screenCount = 0
  /// The position in a file at which each device ID is declared.
  private var ids: [String: Origin] = [:]

  /// The relative tolerance for the pixel density.
  ///
  /// It is necessary because advertised diagonals are rounded to one decimal, and may or may not
  /// account for rounded corners.
  private static let diagonalTolerance = 0.025
  /// The smallest plausible width or height of a screen in points.
  private static let leastSide = 120.0
  /// The properties of a screen that, if specified, require an origin.
  private static let fields = ["pixels", "scale", "points", "diagonal", "ppi", "safeArea"]
  /// Pairs of areas that must not overlap.
  private static let apart: [(ScreenAreas.Kind, ScreenAreas.Kind)] = [
    (.clock, .controls), (.largeClock, .controls), (.compactClock, .controls),
    (.widgets, .controls), (.statusBar, .dock), (.iconGrid, .dock), (.iconGrid, .taskbar),
  ]

  /// Creates a check that has not read any files.
  package init() {}

  /// Checks a device file, or all device files in a folder.
  ///
  /// - Throws: `file-unreadable`, also for a folder that contains no JSON file.
  package mutating func check(_ path: String) throws(RenderError) {
    guard Files.isFolder(path) else { return try check(file: path) }
    let names = Files.names(in: path).filter { $0.hasSuffix(".json") }
    guard !names.isEmpty else {
      throw .fileUnreadable(path, "the folder has no JSON file")
    }
    for name in names { try check(file: "\(path)/\(name)") }
  }

  private mutating func check(file path: String) throws(RenderError) {
    let file = try DeviceFile(path: path, isOwn: true)
    fileCount += 1
    do throws(RenderError) {
      let content = try file.content()
      problems += content.problems
      screenCount += content.devices.count
      check(content, of: file)
    } catch {
      problems.append(error)
    }
  }

  private mutating func check(_ content: DeviceFile.Content, of file: DeviceFile) {
    let root = content.root
    guard root.members != nil else { return }
    func origin(_ node: JSONNode) -> Origin { node.place.origin(in: file.path) }
    if let family = root["family"], family.string != file.family {
      report(
        "'family'", "'\(file.family)', the name of the file", family, origin,
        hint: "write \"family\": \"\(file.family)\"")
    }
    var used = OriginsInUse(file: file.path, sources: root["sources"], rules: root["rules"])
    for node in root["devices"]?.elements ?? [] {
      if let id = node["id"], let text = id.string {
        if let other = ids.updateValue(origin(id), forKey: text) {
          problems.append(
            .invalidValue(
              "'id'", expected: "a unique id", got: "'\(text)'", origin: origin(id),
              hint: "another device with this id is at \(other)"))
        }
      }
      used.collect(node["evidence"])
      for key in ["released", "colorSpace"] where node["evidence"]?[key] == nil {
        noOrigin(of: key, node, origin)
      }
      for screen in node["states"]?.elements ?? [node] {
        if node["states"] != nil { used.collect(screen["evidence"]) }
        let id = node["id"]?.string ?? ""
        let device = content.devices.first { device in
          device.id.split(separator: ":").first.map(String.init) == id
            && device.state == screen["state"]?.string
        }
        check(screen, device, origin)
      }
    }
    problems += used.problems
  }

  /// Checks that the numbers of a screen are consistent and that each of them has an origin.
  private mutating func check(
    _ node: JSONNode, _ device: Device?, _ origin: (JSONNode) -> Origin
  ) {
    let evidence = node["evidence"]
    for key in Self.fields where (node[key] == nil) != (evidence?[key] == nil) {
      noOrigin(of: key, node, origin)
    }
    if evidence?["cornerRadius"] == nil { noOrigin(of: "cornerRadius", node, origin) }
    if (node["shape"]?["cutouts"] == nil) != (evidence?["cutouts"] == nil) {
      noOrigin(of: "cutouts", node, origin)
    }
    guard let device else { return }
    let side = min(device.points.width, device.points.height)
    if side < Self.leastSide, let scale = node["scale"] {
      report(
        "'scale'", "a scale that makes the shorter side at least 120 points", scale, origin,
        hint: "the size in points is the size in pixels divided by the scale")
    }
    if let diagonal = device.diagonal, let value = node["ppi"] {
      let (width, height) = (Double(device.pixels.width), Double(device.pixels.height))
      let density = (width * width + height * height).squareRoot() / diagonal
      if abs(density / Double(device.ppi) - 1) > Self.diagonalTolerance {
        report(
          "'ppi'", "about \(Int(density.rounded())) for a diagonal of \(diagonal) inches", value,
          origin,
          hint: "correct 'ppi' or 'diagonal'")
      }
    }
    checkAreas(of: device, node, origin)
  }

  private mutating func checkAreas(
    of device: Device, _ node: JSONNode, _ origin: (JSONNode) -> Origin
  ) {
    let all = device.areas.all
    let written = node["evidence"]?["areas"]?.members ?? []
    func value(_ place: AreaPlace) -> JSONNode {
      node["areas"]?[place.screen.rawValue]?[place.orientation.rawValue]?[place.kind.rawValue]
        ?? node
    }
    for (place, frame) in all {
      if !place.keys.contains(where: { key in written.contains { $0.key == key } }) {
        noOrigin(of: place.path, value(place), origin)
      }
      for (upper, lower) in Self.apart where place.kind == upper {
        let other = AreaPlace(screen: place.screen, orientation: place.orientation, kind: lower)
        guard let below = device.areas[place.screen, place.orientation]?[lower],
          frame.overlaps(below)
        else { continue }
        report(
          "'\(place.path)'",
          "a rectangle that does not overlap '\(other.path)'", value(place), origin,
          hint: "correct one of the two rectangles")
      }
    }
    for member in written where !all.contains(where: { $0.place.keys.contains(member.key) }) {
      problems.append(
        .invalidValue(
          "an origin", expected: "the path of an area, such as lock.portrait.clock",
          got: "'\(member.key)'", origin: origin(member.value),
          hint: "remove it, or add the area"))
    }
  }

  private mutating func noOrigin(
    of key: String, _ node: JSONNode, _ origin: (JSONNode) -> Origin
  ) {
    problems.append(
      RenderError(
        .invalidValue, "'\(key)' needs both a value and an origin", origin: origin(node),
        hint: "add its origin to \"evidence\": a list of sources, or the key of a rule"))
  }

  private mutating func report(
    _ what: String, _ expected: String, _ node: JSONNode, _ origin: (JSONNode) -> Origin,
    hint: String
  ) {
    problems.append(
      .invalidValue(
        what, expected: expected, got: node.shown, origin: origin(node), hint: hint))
  }
}

/// Compares the sources and rules that a device file declares with those that its origins refer to.
private struct OriginsInUse {
  let file: String
  let sources: JSONNode?
  let rules: JSONNode?
  private var namedSources: Set<String> = []
  private var namedRules: Set<String> = []
  private var unknown: [RenderError] = []

  init(file: String, sources: JSONNode?, rules: JSONNode?) {
    (self.file, self.sources, self.rules) = (file, sources, rules)
  }

  /// Collects the origins in a device or in one of its states.
  mutating func collect(_ evidence: JSONNode?) {
    for member in evidence?.members ?? [] {
      let values = member.key == "areas" ? member.value.members?.map(\.value) : [member.value]
      for value in values ?? [] { collect(origin: value) }
    }
  }

  private mutating func collect(origin node: JSONNode) {
    for source in (node["sources"] ?? node).elements ?? [] {
      guard let text = source.string else { continue }
      let key = String(text.prefix { $0 != ":" })
      namedSources.insert(key)
      if sources?[key] == nil { addUnknown("source", key, source, known: sources) }
    }
    if let rule = node["rule"] ?? (node.string == nil ? nil : node), let key = rule.string {
      namedRules.insert(key)
      if rules?[key] == nil { addUnknown("rule", key, rule, known: rules) }
    }
    if node["confidence"]?.string == "estimated", node["rule"] == nil {
      unknown.append(
        RenderError(
          .invalidValue, "an estimate needs a rule", origin: node.place.origin(in: file),
          hint: "add \"rule\" with the key of a rule"))
    }
  }

  private mutating func addUnknown(
    _ what: String, _ key: String, _ node: JSONNode, known: JSONNode?
  ) {
    let keys = (known?.members ?? []).map(\.key)
    unknown.append(
      .invalidValue(
        "a \(what)", expected: "a key of \"\(what)s\"", got: "'\(key)'",
        origin: node.place.origin(in: file),
        hint: closestSpelling(to: key, among: keys).map { "did you mean '\($0)'?" }
          ?? "add it to \"\(what)s\""))
  }

  /// Errors for unknown keys, and for declared keys that no origin refers to.
  var problems: [RenderError] {
    let superfluous =
      unused("source", among: sources, except: namedSources)
      + unused("rule", among: rules, except: namedRules)
    return unknown + superfluous
  }

  private func unused(
    _ what: String, among declared: JSONNode?, except named: Set<String>
  ) -> [RenderError] {
    let members = declared?.members ?? []
    return members.filter { !named.contains($0.key) }.map { member in
      RenderError(
        .invalidValue, "the \(what) '\(member.key)' is not used",
        origin: member.keyPlace.origin(in: file), hint: "remove it, or name it in \"evidence\"")
    }
  }
}

extension Rect {
  /// Whether two rectangles overlap by more than the rounding error of device files.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    let common = intersection(other)
    return common.width > 0.02 && common.height > 0.02
  }
}
