import Files
import Glibc
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// Validates output paths below a folder.
package struct OutputRules {
  /// The absolute path of the folder with links resolved, or its address in an object store.
  let folder: String
  /// Whether outputs may be outside the folder.
  let allowsOutside: Bool
  /// Whether the folder is in an object store, which has neither links nor folders.
  let isRemote: Bool
  /// The phrase for the folder in hints, such as `the output folder`.
  let noun: String

  /// The maximum length of a path component in bytes; every common file system supports this
  /// length.
  private static let longestName = 255

  /// Creates the rules for a folder.
  package init(folder: String, allowsOutside: Bool, isRemote: Bool = false, noun: String) {
    (self.folder, self.allowsOutside) = (folder, allowsOutside)
    (self.isRemote, self.noun) = (isRemote, noun)
  }

  /// Returns the normalized path below the folder; an absolute path is valid only if
  /// `allowsOutside` is true.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  package func name(for output: String) throws(RenderError) -> String {
    let isAbsolute = output.hasPrefix("/")
    let parts = output.split(separator: "/").filter { $0 != "." }
    guard let last = parts.last, last != "..", !output.hasSuffix("/") else {
      throw RenderError(
        .outputPattern, "'\(output)' is not a file path", origin: .option("output"),
        hint: "end it with a file name, such as {device}.{format}")
    }
    guard !output.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw RenderError(
        .outputPattern, "the file name contains control characters", origin: .option("output"),
        hint: "use printable characters")
    }
    guard parts.allSatisfy({ $0.utf8.count <= OutputRules.longestName }) else {
      throw RenderError(
        .outputPattern, "a file or folder name in '\(output.prefix(60))…' has more than 255 bytes",
        origin: .option("output"), hint: "shorten it: file systems reject longer names")
    }
    let name = (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    if !allowsOutside {
      let reason: String? =
        isAbsolute
        ? "'\(output)' is an absolute path"
        : parts.contains("..")
          ? "'\(output)' contains '..'"
          : isInside(name) ? nil : "'\(output)' is outside '\(folder)'"
      if let reason {
        throw RenderError(
          .pathOutside, reason, origin: .option("output"),
          hint: "name a file below \(noun), or allow it with --allow-outside")
      }
    }
    if !isRemote, let kind = EntryKind(at: OutputRules.path(of: name, in: folder)), kind != .file {
      throw RenderError(
        .outputPattern, "'\(output)' is \(kind.words)", origin: .option("output"),
        hint: kind == .folder
          ? "end it with a file name, such as {device}.{format}"
          : "use another name, or move it; only files are replaced")
    }
    return name
  }

  private func isInside(_ name: String) -> Bool {
    if isRemote { return true }
    var status = stat()
    guard stat(folder, &status) == 0 else { return true }
    // A bare file name is always inside the folder, because `name(for:)` rejects the name of a
    // link.
    guard let slash = name.lastIndex(of: "/") else { return true }
    return FileScope(folder: folder, isConfined: true).contains(folder + "/" + name[..<slash])
  }

  /// Returns the full path of an output name that ``name(for:)`` returned.
  package static func path(of name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + "/" + name
  }
}

extension RenderError {
  /// Adds a fix to an error about an output path: a pattern for an output inside the folder.
  ///
  /// - Parameter pattern: The output of the request, or `nil` if it has none.
  /// - Returns: The error, with the fix if one is possible.
  package func confining(_ pattern: String?) -> RenderError {
    guard let pattern, code == .pathOutside || code == .outputPattern, remedies.isEmpty else {
      return self
    }
    return remedied(.replace(with: .string(OutputPattern.confined(pattern))))
  }
}
