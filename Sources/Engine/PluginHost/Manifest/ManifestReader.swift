internal import Files
internal import Glibc
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Reads a plugin.json and reports all of its errors, without running the plugin.
public struct ManifestReader {
  private static let keys = [
    "$schema", "format", "contract", "id", "name", "version", "kind", "summary", "author",
    "licence", "carrier", "makes", "content", "time", "moves", "parameters",
  ]
  private static let mostBytes = 1 << 20

  /// The result of reading a plugin folder.
  public struct Found: Sendable {
    /// The declared id, or the name of the folder if there is no valid id.
    public let id: String
    /// The path of plugin.json.
    public let file: String
    /// The manifest; `nil` if it has errors.
    public let manifest: PluginManifest?
    /// All errors.
    public let problems: [RenderError]
  }

  /// Reads the plugin.json of a folder.
  public static func read(folder: String) -> Found {
    let folder = Files.resolved(folder) ?? folder
    let file = folder + "/" + PluginManifest.fileName
    var reader = FileReader(file: file)
    let unread = Files.name(of: folder)
    do throws(RenderError) {
      let (node, _) = try JSONFile.readWithDigest(file, limit: mostBytes, isDesign: true)
      let manifest = manifest(node, folder, file, &reader)
      let id = node["id"]?.string.flatMap { PluginNames.isName($0) ? $0 : nil } ?? unread
      return Found(
        id: id, file: file, manifest: reader.problems.isEmpty ? manifest : nil,
        problems: reader.problems)
    } catch {
      return Found(id: unread, file: file, manifest: nil, problems: [error])
    }
  }

  private static func manifest(
    _ node: JSONNode, _ folder: String, _ file: String, _ reader: inout FileReader
  ) -> PluginManifest? {
    let what = "a plugin"
    guard node.members != nil else {
      reader.report(reader.wrong(node, what, "an object"))
      return nil
    }
    // If the file uses a newer format or a newer contract, do not validate the rest of it.
    guard reader.checkFormat(node, what), checkContract(node, &reader),
      reader.object(node, what, keys: keys) != nil
    else { return nil }
    let id = PluginNames.key("id", of: node, what, &reader)
    let name = PluginNames.line("name", of: node, what, limit: 80, &reader)
    let version = version(node, &reader)
    let kind = ParameterFormReader.word(
      "kind", of: node, among: PluginDescription.Kind.allCases.map(\.rawValue), &reader, in: what)
    let summary = PluginNames.line("summary", of: node, what, limit: 200, &reader)
    let author = PluginNames.line("author", of: node, what, limit: 200, &reader)
    let licence = PluginNames.line("licence", of: node, what, limit: 100, &reader)
    let carrier = carrier(node, folder, &reader)
    let output = output(node, kind, &reader)
    let content = ContentForms.uses(node, kind, &reader)
    let time = ContentForms.time(node, kind, &reader)
    let moves = reader.yesNo("moves", of: node) ?? false
    var parameters: [ParameterDescription] = []
    if let list = node["parameters"] {
      parameters = ParameterFormReader.parameters(list, &reader)
    } else {
      reader.missing("parameters", in: what, node)
    }
    guard let id, let name, let version, let kind = kind.flatMap(PluginDescription.Kind.init),
      let summary, let author, let licence, let carrier
    else { return nil }
    let digest = FolderDigest(folder)
    return PluginManifest(
      folder: folder, file: file, name: name, author: author, licence: licence, carrier: carrier,
      output: output,
      description: PluginDescription(
        id: id, version: version, kind: kind, summary: summary,
        schema: ParameterSchema(parameters), content: content, timePrecision: time,
        movesInFilms: moves, source: .folder(folder, digest: { digest.value })))
  }

  private static func checkContract(_ node: JSONNode, _ reader: inout FileReader) -> Bool {
    guard let value = node["contract"] else {
      reader.missing("contract", in: "a plugin", node)
      return true
    }
    if let number = value.number, number > Double(PluginManifest.contract) {
      reader.report(.pluginTooNew(shortest(number), origin: reader.origin(value)))
      return false
    }
    if value.number != Double(PluginManifest.contract) {
      reader.report(reader.wrong(value, "'contract'", "\(PluginManifest.contract)"))
    }
    return true
  }

  private static func version(_ node: JSONNode, _ reader: inout FileReader) -> Int? {
    guard let value = node["version"] else {
      reader.missing("version", in: "a plugin", node)
      return nil
    }
    guard let version = value.whole, (1...1_000_000).contains(version)
    else {
      reader.report(reader.wrong(value, "'version'", "a whole number from 1 to 1000000"))
      return nil
    }
    return version
  }

  private static func output(
    _ node: JSONNode, _ kind: String?, _ reader: inout FileReader
  ) -> PluginManifest.Output {
    guard node["makes"] != nil,
      let word = ParameterFormReader.word(
        "makes", of: node, among: PluginManifest.Output.allCases.map(\.rawValue), &reader,
        in: "a plugin"), let output = PluginManifest.Output(rawValue: word)
    else { return .layers }
    if output == .pixels, kind == "layout", let value = node["makes"] {
      reader.report(
        reader.wrong(value, "'makes' of a layout", "layers; only a background fills pixels"))
    }
    return output
  }

  private static func carrier(
    _ node: JSONNode, _ folder: String, _ reader: inout FileReader
  ) -> PluginManifest.Carrier? {
    guard let value = node["carrier"] else {
      reader.missing("carrier", in: "a plugin", node)
      return nil
    }
    let what = "'carrier'"
    guard reader.object(value, what, keys: ["program", "runner", "library"]) != nil else {
      return nil
    }
    let hasLibrary = value["library"] != nil
    guard hasLibrary != (value["program"] != nil), !(hasLibrary && value["runner"] != nil) else {
      reader.report(
        .invalidValue(
          what, expected: "either a program with an optional runner, or a library",
          got: "this object", origin: reader.origin(value),
          hint: "write { \"program\": \"rings.py\", \"runner\": \"python3\" }"))
      return nil
    }
    let key = hasLibrary ? "library" : "program"
    guard let (name, origin) = reader.text(key, of: value, what),
      // A script is not built, even if its folder has a Makefile.
      isInside(name, folder, origin, isBuilt: value["runner"] == nil, &reader)
    else { return nil }
    if hasLibrary { return .library(file: name) }
    guard value["runner"] != nil else {
      guard access(folder + "/" + name, X_OK) == 0 else {
        reader.report(.pluginNotExecutable(name, origin: origin))
        return nil
      }
      return .program(file: name, runner: nil)
    }
    guard let (runner, place) = reader.text("runner", of: value, what) else { return nil }
    guard !runner.isEmpty, !runner.contains("/"), isInPath(runner) else {
      reader.report(.pluginWithoutRunner(runner, origin: place))
      return nil
    }
    return .program(file: name, runner: runner)
  }

  /// Returns whether a file exists and, with links resolved, is inside the plugin folder;
  /// otherwise, reports an error.
  private static func isInside(
    _ name: String, _ folder: String, _ origin: Origin, isBuilt: Bool, _ reader: inout FileReader
  ) -> Bool {
    let path = folder + "/" + name
    guard !name.isEmpty, !name.hasPrefix("/"),
      Files.isInside(path, folder) || Files.resolvedAsFar(path) == nil && !name.contains("..")
    else {
      reader.report(.pluginFileOutside(name, origin: origin))
      return false
    }
    guard Files.kind(of: path) == .regular else {
      let isBuilt = isBuilt && Files.exists(folder + "/Makefile")
      reader.report(.pluginIncomplete(name, origin: origin, isBuilt: isBuilt))
      return false
    }
    return true
  }

  private static func isInPath(_ command: String) -> Bool {
    guard let list = getenv("PATH") else { return false }
    return String(cString: list).split(separator: ":").contains { folder in
      access("\(folder)/\(command)", X_OK) == 0
    }
  }
}
