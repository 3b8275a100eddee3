internal import CSystem
internal import Files
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

// Writes a picture to a temporary file and renames it when it is complete.

extension OutputFile {
  private var folder: String { Files.folder(of: path) }

  /// Creates a locked temporary file in the output folder.
  ///
  /// - Throws: `output-failed`, `path-outside`.
  func open() throws(RenderError) -> TemporaryFiles.Made {
    try makeFolder()
    try AtomicFile.check(path)
    do throws(TemporaryFiles.Failure) {
      return try TemporaryFiles.make(in: folder, prefix: temporaryPrefix)
    } catch {
      throw .outputFailed(path, SystemError.message(error.number), origin: .option("output"))
    }
  }

  /// Renames a finished file to its final path; replaces only a regular file.
  ///
  /// - Throws: `output-failed`; in that case, an existing file is unchanged.
  func putInPlace(_ made: TemporaryFiles.Made) throws(RenderError) {
    try checkFolder()
    let reason =
      Files.inTheWay(of: path) ?? TemporaryFiles.publish(made)
      ?? (rename(made.path, path) == 0 ? nil : SystemError.message(errno))
    if let reason { throw .outputFailed(path, reason, origin: .option("output")) }
  }

  /// Creates missing folders and checks that they stay within the root.
  private func makeFolder() throws(RenderError) {
    try checkFolder()
    guard makesFolders, access(folder, F_OK) != 0 else { return }
    try makeFolders(folder)
    try checkFolder()
  }

  /// - Throws: `path-outside`; for a missing folder, its closest existing ancestor is checked.
  private func checkFolder() throws(RenderError) {
    guard let root, !FileScope(folder: root).contains(folder) else { return }
    throw RenderError(
      .pathOutside, "'\(path)' is outside '\(root)'", origin: .option("output"),
      hint: "remove the link in its path, or allow it with --allow-outside")
  }

  private func makeFolders(_ folder: String) throws(RenderError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    try makeFolders(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]))
    // The broker of another worker may create the folder at the same time.
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      let reason = SystemError.message(errno)
      throw RenderError(
        .outputFailed, "the folder '\(folder)' cannot be created: " + reason,
        origin: .option("output"), hint: "check the free space and permissions there")
    }
  }
}
