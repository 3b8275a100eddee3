internal import Digests
internal import Files
package import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// The manifest of a pack, the file `pack.json`.
///
/// An author writes all keys except `files`, which ``PackMaker`` adds. The key `signatures` is
/// reserved for later versions.
package struct PackManifest: Sendable, Hashable {
  /// The name, which qualifies the names of the content: `harbour` in `harbour/dusk`.
  package let name: String
  package let version: PackVersion
  /// A one-line description.
  package let summary: String
  package let author: String
  /// The license, an SPDX identifier if possible.
  package let license: String
  /// The credits for designers and sources.
  package let credits: [String]
  /// The minimum version of wallfarm; `nil` if every version is sufficient.
  package let wallfarm: PackVersion?
  /// The SHA-256 digests of the files, by path; empty in the folder of an author.
  package let files: [String: String]

  private static let keys = [
    "format", "$schema", "name", "version", "summary", "author", "license", "credits", "requires",
    "files", "signatures",
  ]
  /// Maximum length of a name.
  private static let longestName = 40

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: The path of the file for messages.
  /// - Returns: The manifest, or `nil` if it has errors, and all errors.
  package static func read(
    _ bytes: [UInt8], file: String
  ) -> (manifest: PackManifest?, problems: [RenderError]) {
    var reader = FileReader(file: file)
    let node: JSONNode
    do throws(RenderError) {
      guard bytes.count <= PackLimits.manifestBytes else {
        throw .fileTooLarge(file, PackLimits.manifestBytes, setting: nil)
      }
      node = try JSONFile.parse(bytes, file: file)
    } catch {
      return (nil, [error])
    }
    guard let root = reader.object(node, "a pack manifest", keys: keys),
      reader.checkFormat(root, "a pack manifest")
    else { return (nil, reader.problems) }
    let name = reader.required("name", of: root)
    if let name, !isName(name) {
      reader.report(
        reader.wrong(
          root["name"] ?? root, "'name'",
          "a lowercase letter followed by at most \(longestName - 1) lowercase letters, digits or "
            + "hyphens"))
    }
    let version = version("version", of: root, in: &reader)
    if root["version"] == nil { reader.missing("version", in: "a pack manifest", root) }
    var wallfarm: PackVersion?
    if let requires = root["requires"],
      let object = reader.object(requires, "'requires'", keys: ["wallfarm"])
    {
      wallfarm = Self.version("wallfarm", of: object, in: &reader)
    }
    let (summary, author) = (
      reader.required("summary", of: root), reader.required("author", of: root)
    )
    let license = reader.required("license", of: root)
    let credits = strings("credits", of: root, in: &reader)
    let files = digests(root, in: &reader)
    guard reader.problems.isEmpty, let name, let version, let summary, let author, let license
    else { return (nil, reader.problems) }
    let manifest = PackManifest(
      name: name, version: version, summary: summary, author: author, license: license,
      credits: credits, wallfarm: wallfarm, files: files)
    return (manifest, [])
  }

  /// The content of the pack, as its files state.
  package var content: PackContent { PackContent(paths: Array(files.keys)) }

  /// The error for a pack that requires a newer version of wallfarm; `nil` if this version is
  /// sufficient.
  package func unsupported(origin: Origin) -> RenderError? {
    guard let wallfarm, let own = PackVersion(Wallfarm.version), own < wallfarm else { return nil }
    return RenderError(
      .packUnsupported, "the pack '\(name)' requires wallfarm \(wallfarm); this is \(own)",
      origin: origin,
      hint: "install a newer version of wallfarm, or an older version of the pack")
  }

  /// Returns the manifest with the digests of the files of the pack.
  func listing(_ files: [String: String]) -> PackManifest {
    PackManifest(
      name: name, version: version, summary: summary, author: author, license: license,
      credits: credits, wallfarm: wallfarm, files: files)
  }

  /// The manifest as JSON.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "format": 1, "name": .string(name), "version": .string(version.description),
      "summary": .string(summary), "author": .string(author), "license": .string(license),
    ]
    if !credits.isEmpty { members["credits"] = .array(credits.map(JSONValue.string)) }
    if let wallfarm { members["requires"] = ["wallfarm": .string(wallfarm.description)] }
    if !files.isEmpty { members["files"] = .object(files.mapValues(JSONValue.string)) }
    return .object(members)
  }

  /// Whether a word can be the name of a pack.
  package static func isName(_ word: String) -> Bool {
    word.count <= longestName && word.first.map { ("a"..."z").contains($0) } == true
      && word.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
  }

  private static func version(
    _ key: String, of node: JSONNode, in reader: inout FileReader
  ) -> PackVersion? {
    guard let value = node[key] else { return nil }
    guard let version = value.string.flatMap(PackVersion.init) else {
      reader.report(reader.wrong(value, "'\(key)'", "three numbers, such as 1.0.0"))
      return nil
    }
    return version
  }

  private static func strings(
    _ key: String, of node: JSONNode, in reader: inout FileReader
  ) -> [String] {
    guard let value = node[key] else { return [] }
    let texts = value.elements?.map(\.string) ?? [value.string]
    if texts.contains(nil) {
      reader.report(reader.wrong(value, "'\(key)'", "a string, or a list of strings"))
    }
    return texts.compactMap(\.self)
  }

  private static func digests(
    _ root: JSONNode, in reader: inout FileReader
  ) -> [String: String] {
    guard let node = root["files"] else { return [:] }
    var files: [String: String] = [:]
    for member in reader.members(node, "'files'", most: PackLimits.files) {
      if let mistake = PackPath.mistake(in: member.key) {
        reader.report(
          RenderError(
            .packInvalid, "'\(member.key.shortened)' cannot be in a pack: \(mistake)",
            origin: member.keyPlace.origin(in: reader.file), hint: "make the pack again"))
        continue
      }
      guard let digest = member.value.string, SHA256.isHex(digest) else {
        reader.report(
          reader.wrong(member.value, "the digest of a file", "64 lowercase hexadecimal digits"))
        continue
      }
      files[member.key] = digest
    }
    return files
  }
}

extension FileReader {
  /// Reads a required line of text.
  fileprivate mutating func required(_ key: String, of root: JSONNode) -> String? {
    guard let value = root[key] else {
      missing(key, in: "a pack manifest", root)
      return nil
    }
    guard let text = value.string, !text.isEmpty, text.count <= 200,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      report(wrong(value, "'\(key)'", "one line of at most 200 characters"))
      return nil
    }
    return text
  }
}
