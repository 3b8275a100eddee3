internal import Archives
package import Designs
internal import Digests
internal import Files
package import WallfarmPluginKit

/// A pack file whose paths, sizes and digests have been verified.
///
/// The file is not trusted: nothing is written while it is read, invalid names and links are
/// refused rather than repaired, and the size limits apply while a file is unpacked.
package struct PackArchive: Sendable {
  package let manifest: PackManifest
  /// The bytes of the manifest as they are in the file.
  let manifestBytes: [UInt8]
  /// All files except the manifest, in the order of their paths.
  let files: [(path: String, bytes: [UInt8])]

  /// Reads and verifies a pack file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The pack, or `nil` if it has errors, and all errors.
  package static func read(_ path: String) -> (pack: PackArchive?, problems: [RenderError]) {
    var reading = Reading(path: path)
    let pack = reading.pack()
    return reading.problems.isEmpty ? (pack, []) : (nil, reading.problems)
  }

  private struct Reading {
    let path: String
    var problems: [RenderError] = []
    private var total = 0

    init(path: String) { self.path = path }

    private mutating func report(_ sentence: String, hint: String? = nil) {
      problems.append(
        RenderError(
          .packInvalid, sentence, origin: .file(path),
          hint: hint ?? "get the pack again from its author, or make it again"))
    }

    mutating func pack() -> PackArchive? {
      do throws(RenderError) { _ = try Files.identity(of: path) } catch {
        problems = [error]
        return nil
      }
      guard let zip = opened(), let entries = entries(zip) else { return nil }
      guard let entry = entries.first(where: { $0.name == PackPath.manifest }) else {
        report("the pack has no file '\(PackPath.manifest)'")
        return nil
      }
      guard let bytes = unpacked(entry, zip, most: PackLimits.manifestBytes) else { return nil }
      let (manifest, mistakes) = PackManifest.read(bytes, file: PackPath.manifest)
      problems += mistakes.map { mistake in
        var mistake = mistake
        mistake.hint = mistake.hint ?? "get the pack again from its author, or make it again"
        mistake.also = mistake.also ?? "the file is in the pack '\(path)'"
        return mistake
      }
      guard let manifest, problems.isEmpty else { return nil }
      let others = entries.filter { $0.name != PackPath.manifest }
      checkNames(others, manifest)
      guard problems.isEmpty else { return nil }
      var files: [(path: String, bytes: [UInt8])] = []
      for entry in others.sorted(by: { $0.name < $1.name }) {
        guard let bytes = unpacked(entry, zip, most: PackLimits.fileBytes) else { return nil }
        if SHA256.hex(of: bytes) != manifest.files[entry.name] {
          report("the digest of '\(entry.name)' differs from the manifest")
        }
        files.append((entry.name, bytes))
      }
      return PackArchive(manifest: manifest, manifestBytes: bytes, files: files)
    }

    private mutating func opened() -> UnzippedFile? {
      do throws(UnzippedFile.Failure) {
        return try UnzippedFile(path)
      } catch {
        report("the file is not a ZIP file, or its directory is damaged")
        return nil
      }
    }

    /// Returns the files in the archive; folders are skipped.
    private mutating func entries(_ zip: UnzippedFile) -> [UnzippedFile.Entry]? {
      let all: [UnzippedFile.Entry]
      do throws(UnzippedFile.Failure) {
        all = try zip.entries(most: PackLimits.files * 2)
      } catch {
        report("the directory of the ZIP file is damaged")
        return nil
      }
      let files = all.filter { !$0.isFolder }
      guard files.count <= PackLimits.files else {
        report(
          "the pack has more than \(PackLimits.files) files",
          hint: "remove files that the pack does not need")
        return nil
      }
      var names: [String: String] = [:]
      for entry in files {
        let name = entry.name.shortened
        if let mistake = PackPath.mistake(in: entry.name) {
          report("'\(name)' cannot be in a pack: \(mistake)")
        } else if entry.isLink {
          report("'\(name)' cannot be in a pack: it is a link")
        } else if let other = names.updateValue(entry.name, forKey: entry.name.foldedName) {
          report(
            other == entry.name
              ? "the pack contains '\(name)' twice"
              : "the names '\(other)' and '\(name)' are the same on some file systems")
        }
      }
      return problems.isEmpty ? files : nil
    }

    /// Compares the names in the archive with those in the manifest.
    private mutating func checkNames(_ entries: [UnzippedFile.Entry], _ manifest: PackManifest) {
      let names = Set(entries.map(\.name))
      for name in names.subtracting(manifest.files.keys).sorted() {
        report("'\(name)' is not in the manifest")
      }
      for name in Set(manifest.files.keys).subtracting(names).sorted() {
        report("'\(name)' is in the manifest but not in the pack")
      }
    }

    /// Unpacks a file completely; reports an error and returns `nil` if that is not possible.
    private mutating func unpacked(
      _ entry: UnzippedFile.Entry, _ zip: UnzippedFile, most: Int
    ) -> [UInt8]? {
      let most = min(most, PackLimits.bytes - total)
      do throws(UnzippedFile.Failure) {
        let bytes = try zip.bytes(of: entry, most: most)
        total += bytes.count
        return bytes
      } catch {
        let limit = most < PackLimits.fileBytes ? "the limit of the pack" : "the limit"
        switch error {
        case .tooLarge: report("'\(entry.name)' is larger than \(limit), \(most) bytes")
        case .encrypted: report("'\(entry.name)' is encrypted")
        case .otherMethod: report("'\(entry.name)' has an unsupported compression")
        case .damaged, .notAnArchive: report("'\(entry.name)' is damaged")
        }
        return nil
      }
    }
  }
}

extension PackArchive {
  /// Checks the content of the pack in a temporary folder, which is removed afterward.
  ///
  /// - Throws: `fonts-missing`, `output-failed`.
  package func check(
    _ installation: Installation, _ plugins: PluginRegistry
  ) throws(RenderError) -> PackCheck {
    let scratch = try ScratchFolder()
    // The manifest marks the folder as a pack, in which plain names refer to content of the pack.
    for file in files + [(path: PackPath.manifest, bytes: manifestBytes)] {
      let path = "\(scratch.path)/\(file.path)"
      try WholeFile.makeFolder(Files.folder(of: path))
      let reason = AtomicFile.replace(path, isDurable: false) { descriptor in
        file.bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
      }
      if let reason { throw .outputFailed(path, reason, origin: .argument("file")) }
    }
    return try PackCheck(
      scratch.path, files.map(\.path), installation, plugins, isTrusted: false)
  }
}
