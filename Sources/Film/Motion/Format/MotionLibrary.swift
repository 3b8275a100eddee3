package import Designs
internal import Diagnostics
package import Files
package import SourceJSON
package import WallfarmPluginKit

/// Finds motions by name in the installation and in content folders, or by file path.
package struct MotionLibrary: Sendable {
  /// The motions that can be selected by name.
  package let index: ContentIndex

  /// Creates a library for an installation and its content folders.
  package init(_ installation: Installation) {
    index = ContentIndex(
      .motions, installed: installation.motions, folders: installation.contentFolders)
  }

  /// Creates a library for the motion files in a folder.
  package init(folder: String) {
    index = ContentIndex(.motions, installed: folder, folders: [])
  }

  /// The names of the motions: bundled motions, followed by motions of the user and the system.
  package var names: [String] { index.entries.map(\.name) }

  /// Whether a word is the qualified name of a motion, as in `harbour/drift`, and not a path.
  package func isQualified(_ word: String, in files: FileScope = FileScope()) -> Bool {
    index.isQualified(word, in: files)
  }

  /// Returns the path of the motion file for a name or a path.
  ///
  /// - Throws: `unknown-motion`.
  package func file(
    of word: String, in files: FileScope = FileScope(), origin: Origin
  ) throws(RenderError) -> String {
    if isQualified(word, in: files) {
      guard let entry = try index.entry(word, in: files) else { throw unknown(word, origin) }
      return entry.file
    }
    if word.contains("/") || word.hasSuffix(".json") || PipedFile.input(word) != nil { return word }
    guard MotionReader.isName(word), let entry = try index.entry(word) else {
      throw unknown(word, origin)
    }
    return entry.file
  }

  private func unknown(_ word: String, _ origin: Origin) -> RenderError {
    RenderError(
      .unknownMotion, "no motion is named '\(word)'", origin: origin,
      hint: closestSpelling(to: word, among: names).map { "did you mean '\($0)'?" }
        ?? "'wallfarm motion' lists the motions; a path contains a slash or ends in .json")
  }

  /// Loads a motion by name or by file path.
  ///
  /// - Throws: `unknown-motion`, or the first error in the file.
  package func motion(
    _ word: String, origin: Origin = .argument("motion")
  ) throws(RenderError) -> Motion {
    let (motion, problems) = try Self.read(try file(of: word, origin: origin))
    if let problem = problems.first { throw problem }
    guard let motion else {
      preconditionFailure("the reader returned neither a motion nor an error")
    }
    return motion
  }

  /// Reads a motion and returns all errors in its file, except errors that only drawing can detect.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`.
  package static func read(
    _ file: String
  ) throws(RenderError) -> (motion: Motion?, problems: [RenderError]) {
    guard let bytes = try WrittenFile.bytes(of: file, limit: MotionLimits.bytes) else {
      throw .fileUnreadable(file, "no such file or directory")
    }
    return read(try JSONFile.parse(bytes, file: file, isDesign: true), file: file)
  }

  /// Returns whether a JSON file is a motion, even if the motion is invalid.
  package static func isMotion(_ node: JSONNode) -> Bool {
    (node["shots"] != nil || node["says"] != nil) && node["jobs"] == nil && node["layouts"] == nil
  }

  /// Reads a motion from parsed JSON and returns all errors.
  package static func read(
    _ node: JSONNode, file: String
  ) -> (motion: Motion?, problems: [RenderError]) {
    var reader = MotionReader(file: file)
    let name = Files.name(of: file)
    return reader.read(node, name: name.hasSuffix(".json") ? String(name.dropLast(5)) : name)
  }
}
