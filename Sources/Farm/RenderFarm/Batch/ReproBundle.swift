internal import ContentSources
internal import Designs
internal import Files
internal import Glibc
internal import RenderPool
internal import Requests
internal import SourceJSON
public import Stores
public import WallfarmCore
public import WallfarmPluginKit

/// A folder with all inputs of one unit, used to reproduce a failure on another machine.
///
/// The folder contains the text of notes, so users decide with whom they share it.
public struct ReproBundle: Sendable {
  /// The request to render; its file paths are relative to the folder.
  public let request: RenderRequest
  /// The identifier of the unit.
  public let unit: String
  /// The recorded error, or `nil` if the unit did not fail.
  public let failure: String?
  /// The differences from the installation that packed the unit, including missing inputs; each is
  /// one sentence.
  public let differences: [String]

  private static let file = "repro.json"
  private static let format = 1

  /// Writes the bundle of a unit.
  ///
  /// - Parameters:
  ///   - row: The unit.
  ///   - folder: The folder to create; it must not exist yet.
  /// - Returns: The names of missing inputs.
  /// - Throws: `output-failed`, `invalid-job`, or the error for the first invalid value in the
  ///   request.
  public static func write(_ row: UnitRow, to folder: String) throws(RenderError) -> [String] {
    guard let unit = try RenderUnit(payload: row.spec.payload) else { throw .noRepro(folder) }
    return try write(unit, row.error, to: folder)
  }

  /// Writes the bundle of a farm unit, with inputs from the farm's store.
  ///
  /// - Parameters:
  ///   - row: The unit.
  ///   - folder: The folder to create; it must not exist yet.
  ///   - key: The shared key of the farm.
  ///   - stores: The configured stores.
  ///   - cache: The input cache of this machine.
  /// - Throws: `output-failed`; `payload-damaged` if the unit was sealed with a different key;
  ///   errors from fetching an input.
  public static func write(
    _ row: UnitRow, to folder: String, key: SecretKey, stores: ObjectCache, cache: InputCache
  ) throws(RenderError) {
    guard row.spec.isSealed(with: key),
      let unit = try RenderUnit(payload: row.spec.payload, key: key), let out = unit.out
    else { throw .payloadDamaged() }
    let store = try stores.store(at: out)
    var held: [String: Int32] = [:]
    defer {
      HeldFiles.set([:])
      for descriptor in held.values { close(descriptor) }
    }
    for (path, digest) in unit.inputs {
      held[path] = try cache.bring(digest, from: store).open()
    }
    // Make the inputs readable at their paths on the planning machine.
    HeldFiles.set(held)
    _ = try write(unit, row.error, to: folder)
  }

  private static func write(
    _ unit: RenderUnit, _ error: RenderError?, to folder: String
  ) throws(RenderError) -> [String] {
    guard case .picture(let order) = unit.work else { throw .noReproOfFilm() }
    guard mkdir(folder, 0o700) == 0 else { throw .reproFailed(folder) }
    guard mkdir(folder + "/inputs", 0o700) == 0 else { throw .reproFailed(folder) }
    var request = order.request
    var copier = Copier(folder: folder, files: request.files)
    try packTheme(&request, &copier)
    try packContent(&request, &copier)
    if case .photo(let name) = request.background {
      request.background = .photo(file: try copier.copy(name, isTemplate: false))
    }
    for file in [\ContentFiles.notes, \.content] {
      guard let name = request.contentFiles[keyPath: file] else { continue }
      request.contentFiles[keyPath: file] = try copier.copy(name, isTemplate: false)
    }
    let designs = DesignLibrary(installation: try .findForUser())
    if isPath(request.template), !designs.isQualified(request.template) {
      request.template = try copier.copy(request.template, isTemplate: true)
    } else {
      // Another machine does not have the templates of this user and system.
      if let found = try? designs.template(request.template), found.origin != .builtIn {
        request.template = try copier.copy(Files.folder(of: found.file), isTemplate: true)
      }
    }
    request.fonts = try request.fonts.map { (font) throws(RenderError) in
      try copier.copy(font, isTemplate: false)
    }
    request.settings = try request.settings.map { (setting) throws(RenderError) in
      // Only plugins know which parameters are files, so copy the file for every value that is the
      // name of an existing file.
      guard case .string(let name) = setting.value, copier.isFile(name) else { return setting }
      return Setting(key: setting.key, value: try copier.copy(name, isTemplate: false))
    }
    request.files = FileScope(folder: ".")
    let inside = RenderUnit(
      id: unit.id, work: .picture(OrderedRequest(request)), output: unit.output,
      timeout: unit.timeout)
    var members: [String: JSONValue] = [
      "format": .number(Double(format)), "wallfarm": .string(Wallfarm.version),
      "libraries": .object(libraries), "missing": .array(copier.missing.map(JSONValue.string)),
    ]
    members["unit"] = (try? JSONNode(parsing: inside.payload))?.plain
    if let error { members["error"] = error.json }
    let text = JSONValue.object(members).text(pretty: true) + "\n"
    try WholeFile.write(to: folder + "/" + file, origin: .option("output"), isPrivate: true) {
      write in
      write(text)
    }
    return copier.missing
  }

  /// Flattens a custom theme into one file and copies the photos that it references.
  private static func packTheme(
    _ request: inout RenderRequest, _ copier: inout Copier
  ) throws(RenderError) {
    let designs = DesignLibrary(installation: try .findForUser())
    let theme: String?
    do throws(RenderError) {
      theme = try designs.flatTheme(
        request.theme, of: request.template, in: request.files
      ) { (file) throws(RenderError) in
        // The photo's path is relative to the theme, and both files are in the folder `inputs`.
        String(try copier.copy(file, isTemplate: false).dropFirst("inputs/".count))
      }
    } catch  where error.code != .outputFailed {
      // The theme may be the cause of the failure, so copy it unchanged if possible.
      guard let name = request.theme, isPath(name) else { return }
      request.theme = try copier.copy(name, isTemplate: false)
      return
    }
    guard let theme else { return }
    let own = copier.name(for: (request.theme ?? "theme") + ".json")
    try WholeFile.write(
      to: "\(copier.folder)/inputs/\(own)", origin: .option("output"), isPrivate: true
    ) { write in
      write(theme)
    }
    request.theme = "./inputs/\(own)"
  }

  /// Embeds content in the request and copies the photos that it references.
  private static func packContent(
    _ request: inout RenderRequest, _ copier: inout Copier
  ) throws(RenderError) {
    if let name = request.contentFiles.content {
      // If the content file cannot be read, it may be the cause of the failure. In that case, the
      // caller copies it unchanged.
      guard var read = try? ContentReader.read(Files.join(request.files.folder, name)) else {
        return
      }
      read.movePhotos(into: Files.folder(of: name))
      read.notes = read.notes ?? request.notes
      (request.content, request.contentFiles.content) = (read, nil)
    }
    request.content = try request.content.replacingPhotos { (path) throws(RenderError) in
      try copier.copy(path, isTemplate: false)
    }
  }

  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json")
  }

  private static var libraries: [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: Wallfarm.libraries.map { ($0.name, .string($0.version)) })
  }

  /// Reads a bundle that ``write(_:to:)`` created.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`, `invalid-job`.
  public init(folder: String) throws(RenderError) {
    let path = folder + "/" + Self.file
    var lines = try FileLines(path)
    let node: JSONNode
    do {
      node = try JSONNode(parsing: try lines.rest(limit: 64 << 20, hint: "pack the unit again"))
    } catch let error as JSONSyntaxError {
      throw .invalidJSON(error, file: path)
    } catch let error as RenderError {
      throw error
    } catch {
      throw .noRepro(folder)
    }
    guard node["format"]?.number == Double(Self.format), let body = node["unit"],
      let packed = try RenderUnit(body), case .picture(let order) = packed.work
    else { throw .noRepro(folder) }
    var packedRequest = order.request
    // Another user may have created the bundle, so confine file access to its folder.
    packedRequest.files = FileScope(folder: folder, isConfined: true)
    request = try packedRequest.withContent()
    unit = packed.id
    failure = node["error"].flatMap { RenderError(json: $0) }.map {
      "\($0.code.rawValue): \($0.message)"
    }
    var differences: [String] = []
    if let made = node["wallfarm"]?.string, made != Wallfarm.version {
      differences.append(
        "the unit was packed by wallfarm \(made); this is version \(Wallfarm.version)")
    }
    let here = Self.libraries
    for member in node["libraries"]?.members ?? [] {
      guard case .string(let version)? = here[member.key], let made = member.value.string,
        made != version
      else { continue }
      differences.append(
        "the unit was packed with \(member.key) \(made); this is version \(version)")
    }
    for name in node["missing"]?.elements ?? [] {
      differences.append("'\(name.string ?? "")' did not exist when the unit was packed")
    }
    self.differences = differences
  }

  /// Copies files under unique names.
  private struct Copier {
    let folder: String
    let files: FileScope
    var missing: [String] = []
    private var names: Set<String> = []

    init(folder: String, files: FileScope) {
      self.folder = folder
      self.files = files
    }

    private func source(_ name: String) -> String {
      name.hasPrefix("/") ? name : files.folder + "/" + name
    }

    func isFile(_ name: String) -> Bool {
      !name.isEmpty && Files.kind(of: source(name)) == .regular
    }

    /// Returns a name that is not used by any other input.
    mutating func name(for path: String) -> String {
      var last = path.split(separator: "/").last.map(String.init) ?? "input"
      if last.hasSuffix(".json.json") { last.removeLast(5) }
      var own = last
      var count = 1
      while !names.insert(PathComparison.folded(own)).inserted {
        count += 1
        own = "\(count)-\(last)"
      }
      return own
    }

    /// Copies an input; returns its new path, relative to the folder.
    mutating func copy(_ name: String, isTemplate: Bool) throws(RenderError) -> String {
      let from = source(name)
      let last = from.split(separator: "/").last.map(String.init) ?? "input"
      let own = self.name(for: from)
      if isTemplate && !last.hasSuffix(".json") {
        let inside = "inputs/\(own)"
        guard mkdir(folder + "/" + inside, 0o700) == 0 else { throw .reproFailed(folder) }
        try copyFile(from + "/template.json", inside + "/template.json", name: name)
        return inside
      }
      try copyFile(from, "inputs/\(own)", name: name)
      return "inputs/\(own)"
    }

    private mutating func copyFile(
      _ from: String, _ to: String, name: String
    ) throws(RenderError) {
      guard let input = try? Files.openToRead(from) else { return missing.append(name) }
      defer { close(input) }
      let output = open(folder + "/" + to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard output >= 0 else { throw .reproFailed(folder) }
      defer { close(output) }
      while true {
        let moved = sendfile(output, input, nil, 1 << 20)
        if moved < 0 && errno == EINTR { continue }
        guard moved >= 0 else { throw .reproFailed(folder) }
        if moved == 0 { return }
      }
    }
  }
}

extension RenderError {
  fileprivate static func noRepro(_ folder: String) -> RenderError {
    RenderError(
      .invalidJob, "'\(folder)' is not a packed unit", origin: .option("repro"),
      hint: "use a folder created by 'wallfarm queue repro'")
  }

  fileprivate static func reproFailed(_ folder: String) -> RenderError {
    let reason = SystemError.message(errno)
    return RenderError(
      .outputFailed,
      "'\(folder)' cannot be created: \(reason)",
      origin: .option("output"), hint: "choose a new folder inside an existing folder")
  }
}
