internal import Archives
package import Files
internal import Glibc
public import WallfarmPluginKit

extension BundleMaker {
  /// Checks that a bundle can be written to a path, before the bundle is created.
  ///
  /// An existing file or folder is replaced only if it is an unmodified bundle.
  public static func checkPlace(_ path: String) throws(RenderError) {
    if path.hasSuffix(".zip") {
      try checkZip(path)
    } else {
      try replacement(of: path).check()
    }
  }

  fileprivate static func replacement(of path: String) throws(RenderError) -> FolderReplacement {
    try FolderReplacement(path, kind: BundleManifest.folder, origin: .option("output"))
  }

  fileprivate static func checkZip(_ path: String) throws(RenderError) {
    try WholeFile.check(path, origin: .option("output"))
    guard let bytes = try WrittenFile.bytes(of: path, limit: 1 << 30), !ZipSeal.isWhole(bytes)
    else { return }
    throw RenderError(
      .outputFailed, "'\(path)' already exists, and only an unchanged bundle can be replaced",
      origin: .option("output"), hint: "choose a file that does not exist yet")
  }
}

extension BundleMaker.Made {
  /// Writes the bundle as a folder, atomically.
  ///
  /// - Throws: `output-failed` or `file-unreadable`, as for ``BundleMaker/checkPlace(_:)``.
  public func write(to folder: String) throws(RenderError) {
    try write(to: folder, endingAfter: nil)
  }

  /// Writes the bundle as a folder; tests can stop after a step to simulate a crash.
  package func write(
    to folder: String, canSwap: Bool = true, endingAfter last: FolderReplacement.Step?
  ) throws(RenderError) {
    try BundleMaker.replacement(of: folder).write(
      files.map { ($0.path, $0.bytes, 0o666) }, canSwap: canSwap, endingAfter: last)
  }

  /// Writes the bundle as a ZIP file.
  ///
  /// - Throws: `output-failed` or `file-unreadable`, as for ``BundleMaker/checkPlace(_:)``.
  public func writeZip(to path: String) throws(RenderError) {
    try BundleMaker.checkZip(path)
    try WholeFile.write(to: path, origin: .option("output"), through: fill)
  }

  /// Returns the bundle as the bytes of a ZIP file.
  ///
  /// - Throws: `output-failed` if memory is exhausted.
  public func zip() throws(RenderError) -> [UInt8] {
    let file = try Files.inMemory("wallfarm bundle")
    defer { close(file) }
    if let reason = fill(file) { throw .outputFailed("-", reason, origin: .option("output")) }
    return try WrittenFile.bytes(of: "/proc/self/fd/\(file)", limit: 1 << 30) ?? []
  }

  /// Writes the ZIP file to a descriptor; returns the reason for a failure, or nil.
  private func fill(_ descriptor: Int32) -> String? {
    do throws(RenderError) {
      // Write through the descriptor, because the original path may now refer to another file.
      let zip = try ZipFile("/proc/self/fd/\(descriptor)")
      for file in files { try zip.add(file.path, file.bytes) }
      try zip.finish()
      return ZipSeal.add(to: descriptor)
    } catch {
      return error.message
    }
  }
}
