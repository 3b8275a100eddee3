internal import CSystem
internal import Files
internal import Glibc
import WallfarmCore
import WallfarmPluginKit

// A picture's file, written under another name and put in place when it is whole.

extension OutputFile {
  private var folder: String { Files.folder(of: path) }

  /// Creates a locked temporary file in the folder of the output.
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

  /// Gives a finished file its name, where nothing or a file is.
  ///
  /// - Throws: `output-failed`; what is there stays then.
  func putInPlace(_ made: TemporaryFiles.Made) throws(RenderError) {
    try checkFolder()
    let reason =
      Files.inTheWay(of: path) ?? TemporaryFiles.publish(made)
      ?? (rename(made.path, path) == 0 ? nil : SystemError.message(errno))
    if let reason { throw .outputFailed(path, reason, origin: .option("output")) }
  }

  /// Makes the folders of the file, and sees that they do not lead elsewhere.
  private func makeFolder() throws(RenderError) {
    try checkFolder()
    guard makesFolders, access(folder, F_OK) != 0 else { return }
    try makeFolders(folder)
    try checkFolder()
  }

  /// - Throws: `path-outside`; what is not there yet is judged by what is above it.
  private func checkFolder() throws(RenderError) {
    guard let root, !FileScope(folder: root).contains(folder) else { return }
    throw RenderError(
      .pathOutside, "'\(path)' leads out of '\(root)'", origin: .option("output"),
      hint: "remove the link in its way, or allow it with --allow-outside")
  }

  private func makeFolders(_ folder: String) throws(RenderError) {
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
    try makeFolders(String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]))
    // The desk of another worker may make it at the same moment.
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      let reason = SystemError.message(errno)
      throw RenderError(
        .outputFailed, "the folder '\(folder)' cannot be made: " + reason,
        origin: .option("output"), hint: "make room and permissions there")
    }
  }
}
