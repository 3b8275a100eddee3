internal import ContentSources
public import Designs
import Diagnostics
internal import Files
internal import Motion
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Reads and validates a suite, and collects all errors.
public struct SuiteReader {
  /// The version of the file format.
  static let format = 1
  /// Maximum number of pictures in a suite.
  static let mostSnapshots = 20_000

  let folder: SuiteFolder
  private let file: String
  private let checker: RequestChecker
  let motions: MotionLibrary
  private let designs: DesignLibrary
  var problems: [RenderError] = []
  private var snapshots: [Snapshot] = []
  /// The title and the origin of each snapshot, keyed by the case-folded title.
  private var places: [String: (title: String, origin: Origin)] = [:]

  /// Reads the suite in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the suite.
  ///   - installation: the source of templates and fonts.
  ///   - plugins: the available plugins.
  /// - Returns: the suite without invalid snapshots, and all errors.
  /// - Throws: `file-unreadable`, `invalid-json`, `fonts-missing`.
  public static func read(
    _ folder: SuiteFolder, installation: Installation, plugins: PluginRegistry
  ) throws(RenderError) -> (SnapshotSuite, [RenderError]) {
    var reader = try SuiteReader(folder, installation, plugins)
    return try reader.read()
  }

  private init(
    _ folder: SuiteFolder, _ installation: Installation, _ plugins: PluginRegistry
  ) throws(RenderError) {
    self.folder = folder
    file = folder.file
    motions = MotionLibrary(installation)
    designs = DesignLibrary(installation: installation)
    checker = try RequestChecker(installation: installation, plugins: plugins)
  }

  private mutating func read() throws(RenderError) -> (SnapshotSuite, [RenderError]) {
    let root = try WrittenFile.read(file)
    guard let members = root.members else {
      throw .invalidSuite(
        "a suite must be an object, not \(root.typeName)", origin: origin(root.place))
    }
    let known = ["$schema", "format", "thresholds", "defaults", "snapshots"]
    for member in members where !known.contains(member.key) {
      problems.append(
        .unknownKey(member.key, in: "a suite", known: known, origin: origin(member.keyPlace)))
    }
    if let format = root["format"], format.number != Double(SuiteReader.format) {
      wrong("format", "\(SuiteReader.format)", format)
    }
    let thresholds = thresholds(root["thresholds"])
    let defaults = entry(root["defaults"], "'defaults'")
    if let list = root["snapshots"]?.elements, !list.isEmpty {
      for (index, node) in list.enumerated() { add(node, number: index + 1, defaults) }
    } else if let node = root["snapshots"] {
      wrong("snapshots", "a list with at least one snapshot", node)
    } else {
      problems.append(
        .invalidSuite("a suite needs the key 'snapshots'", origin: origin(root.place)))
    }
    return (
      SnapshotSuite(folder: folder, thresholds: thresholds, snapshots: snapshots), told
    )
  }

  /// The errors without duplicates, which occur because an error in the defaults affects every
  /// snapshot.
  private var told: [RenderError] {
    struct Mistake: Hashable {
      let code: ErrorCode
      let origin: Origin?
    }
    var known: Set<Mistake> = []
    return problems.filter { known.insert(Mistake(code: $0.code, origin: $0.origin)).inserted }
  }

  func origin(_ place: SourcePlace) -> Origin { place.origin(in: file) }

  mutating func wrong(_ key: String, _ expected: String, _ node: JSONNode) {
    problems.append(
      .invalidValue(
        "'\(key)'", expected: expected, got: node.shown, origin: origin(node.place)))
  }

  private mutating func thresholds(_ node: JSONNode?) -> Thresholds {
    var thresholds = Thresholds()
    guard let node else { return thresholds }
    guard let members = node.members else {
      wrong("thresholds", "an object", node)
      return thresholds
    }
    for member in members {
      guard let field = ThresholdField(rawValue: member.key) else {
        problems.append(
          .unknownKey(
            member.key, in: "'thresholds'", known: ThresholdField.allCases.map(\.rawValue),
            origin: origin(member.keyPlace)))
        continue
      }
      guard let number = member.value.number, field.set(number, in: &thresholds) else {
        wrong(member.key, field.accepted, member.value)
        continue
      }
    }
    return thresholds
  }

  /// The devices whose references include a picture; nil for all.
  mutating func pictures(
    _ node: JSONNode?, among catalog: DeviceCatalog = .known
  ) -> Set<Device>? {
    guard let node, node.string != "all" else { return nil }
    if node.string == "none" { return [] }
    return Set(devices(node, "pictures", "all, none, a device, or a list of devices", catalog))
  }

  private mutating func devices(
    _ node: JSONNode, _ key: String, _ expected: String, _ catalog: DeviceCatalog
  ) -> [Device] {
    guard let names = texts(node, key, expected) else { return [] }
    do throws(RenderError) {
      return try catalog.devices(in: names.joined(separator: ","))
    } catch {
      problems.append(
        RenderError(error.code, error.message, origin: origin(node.place), hint: error.hint))
      return []
    }
  }

  /// Reads a string or a list of strings.
  mutating func texts(_ node: JSONNode, _ key: String, _ expected: String) -> [String]? {
    let list = (node.elements ?? [node]).map(\.string)
    let texts = list.compactMap { $0 }
    if texts.count == list.count, !texts.isEmpty { return texts }
    wrong(key, expected, node)
    return nil
  }

  /// Returns the members of an entry, keyed by name, and reports errors.
  private mutating func entry(_ node: JSONNode?, _ what: String) -> [String: JSONNode] {
    guard let node else { return [:] }
    guard let members = node.members else {
      problems.append(
        .invalidSuite(
          "\(what) must be an object, not \(node.typeName)", origin: origin(node.place)))
      return [:]
    }
    for member in members where !SnapshotField.names.contains(member.key) {
      problems.append(
        .unknownKey(
          member.key, in: what, known: SnapshotField.names, origin: origin(member.keyPlace)))
    }
    return Dictionary(members.map { ($0.key, $0.value) }) { one, _ in one }
  }

  private mutating func add(_ node: JSONNode, number: Int, _ defaults: [String: JSONNode]) {
    let own = entry(node, "a snapshot")
    guard node.members != nil else { return }
    let values = merged(own, over: defaults)
    let label =
      values["name"]?.string.map { "snapshot '\($0.prefix(100))'" } ?? "snapshot \(number)"
    var written = WrittenPlaces(file: file, start: node.place, label: label)
    written.add(values)
    if let motion = values["motion"] {
      return addFilms(of: motion, own, values, written)
    }
    if let moments = own["moments"] {
      problems.append(
        .invalidSuite(
          "\(label) has 'moments', but no 'motion'", origin: origin(moments.place),
          hint: #"add "motion": "hook""#))
    }
    var request = values
    for key in ["template", "theme", "name", "motion", "moments", "devices", "pictures"] {
      request[key] = nil
    }
    let (common, mistakes) = RequestReader(
      request, files: FileScope(folder: folder.path), now: Snapshot.now, zone: "UTC"
    ).read()
    problems += mistakes.map(written.located)
    let templates = values["template"].map {
      texts($0, "template", "a string, or a list of strings") ?? []
    }
    let themes = values["theme"].map { texts($0, "theme", "a string, or a list of strings") ?? [] }
    let screens = screens(values["devices"], written)
    let pictures = pictures(values["pictures"])
    for template in templates ?? [common.template] {
      for theme in themes.map({ $0.map(Optional.some) }) ?? [nil] {
        let before = problems.count
        var request = common
        (request.template, request.theme) = (template, theme)
        let title = title(values["name"], request, hasThemes: (themes?.count ?? 0) > 1)
        if problems.count == before { add(title, request, screens, pictures, written) }
      }
    }
  }

  /// The devices of a snapshot.
  mutating func screens(
    _ node: JSONNode?, _ written: WrittenPlaces, among catalog: DeviceCatalog = .known
  ) -> [Device] {
    if let node { return devices(node, "devices", "a string, or a list of strings", catalog) }
    problems.append(
      .invalidSuite(
        "\(written.label ?? "a snapshot") does not name a device",
        origin: origin(written.start),
        hint: SuiteReader.noDevice))
    return []
  }

  private static let noDevice =
    #"add "devices": "iphones", "iphone15", or a list of groups and devices"#

  /// Merges the keys of a snapshot over the defaults of the suite; parameters are merged
  /// individually.
  private func merged(
    _ own: [String: JSONNode], over defaults: [String: JSONNode]
  ) -> [String: JSONNode] {
    var values = defaults
    let backgrounds = ["photo", "color", "background"]
    if backgrounds.contains(where: { own[$0] != nil }) {
      for key in backgrounds { values[key] = nil }
    }
    for (key, node) in own {
      if key == "set", let more = node.members, let common = values["set"]?.members {
        let kept = common.filter { one in !more.contains { $0.key == one.key } }
        values["set"] = JSONNode(content: .object(kept + more), place: node.place)
      } else {
        values[key] = node
      }
    }
    return values
  }

  /// Returns the title of a snapshot for a template and a theme, and reports an invalid title.
  private mutating func title(
    _ node: JSONNode?, _ request: RenderRequest, hasThemes: Bool
  ) -> String {
    var pattern = hasThemes ? "{template}-{theme}" : "{template}"
    if let node {
      guard let text = node.string else {
        wrong("name", "a string", node)
        return ""
      }
      pattern = text
    }
    func plain(_ name: String) -> String {
      if designs.isQualified(name) { return OutputPattern.fileName(of: name) }
      let last = name.split(separator: "/").last.map(String.init) ?? name
      return last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    }
    let title = pattern.replacing("{template}", with: plain(request.template))
      .replacing("{theme}", with: plain(request.theme ?? "default"))
    checkTitle(title, node)
    return title
  }

  mutating func checkTitle(_ title: String, _ node: JSONNode?) {
    guard !SnapshotName.isTitle(title) else { return }
    problems.append(
      .invalidSuite(
        "'\(title.prefix(110))' cannot be the name of a snapshot",
        origin: node.map { origin($0.place) } ?? .file(file),
        hint: "set \"name\" to at most 100 letters, digits, '.', '_' and '-'"))
  }

  /// Adds a picture for each device, unless there are errors.
  private mutating func add(
    _ title: String, _ request: RenderRequest, _ devices: [Device], _ pictures: Set<Device>?,
    _ written: WrittenPlaces
  ) {
    guard isNew(title, written) else { return }
    for device in devices {
      var request = request
      request.show(on: device)
      // A fixed time makes the picture reproducible.
      request.now = request.now ?? Snapshot.now
      request.zone = request.zone ?? Zone.utc.id
      do throws(RenderError) {
        _ = try checker.check(request)
      } catch {
        // If content could not be read, it is missing here. Do not report this as a second error.
        let isTold = error.isOfMissingContent && problems.contains { isAbout(written, $0) }
        // An error on one device usually occurs on all devices, so it is reported once.
        return isTold ? () : problems.append(written.located(error))
      }
      guard keep(.request(request), title, device, pictures) else { return }
    }
  }

  /// Adds a picture; returns false if there are too many.
  mutating func keep(
    _ subject: Snapshot.Subject, _ title: String, _ device: Device, _ pictures: Set<Device>?
  ) -> Bool {
    guard snapshots.count < SuiteReader.mostSnapshots else {
      problems.append(
        .invalidSuite(
          "the suite has more than \(SuiteReader.mostSnapshots) pictures", origin: .file(file),
          hint: "name fewer devices, or split the suite into several"))
      return false
    }
    snapshots.append(
      Snapshot(
        title: title, device: device, subject: subject,
        keepsPicture: pictures?.contains(device) ?? true))
    return true
  }

  /// Returns whether the title is unique, and reports a duplicate.
  mutating func isNew(_ title: String, _ written: WrittenPlaces) -> Bool {
    // Some file systems are case-insensitive.
    if let earlier = places[PathComparison.folded(title)] {
      let names =
        earlier.title == title
        ? "two snapshots are named '\(title)'"
        : "the names '\(title)' and '\(earlier.title)' differ only in case"
      problems.append(
        .invalidSuite(
          "\(names); the other is at \(earlier.origin)",
          origin: written.origin(of: "name"),
          hint: "give each a unique \"name\": use {template} or {theme} if there are several, "
            + "and {motion} or {moment} for films"))
      return false
    }
    places[PathComparison.folded(title)] = (title, written.origin(written.start))
    return true
  }

  /// Whether an error concerns the notes or the content of a snapshot.
  private func isAbout(_ written: WrittenPlaces, _ error: RenderError) -> Bool {
    error.code == .invalidContent || error.origin == written.origin(of: "notes")
      || error.origin == written.origin(of: "content")
  }
}
