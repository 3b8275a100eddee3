internal import Archives
internal import Files
internal import Glibc
public import WallfarmPluginKit

extension BundleMaker {
  /// Finds what would keep a bundle from being written, before it is made.
  ///
  /// A bundle that is there is replaced as long as it is as it was made; nothing else is.
  ///
  /// - Parameter path: a folder, or a ZIP file where the name ends in `.zip`.
  /// - Throws: `output-failed`, `file-unreadable`.
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
      .outputFailed, "'\(path)' is there already, and is no bundle as it was made",
      origin: .option("output"), hint: "name a file that is not there yet")
  }
}

extension BundleMaker.Made {
  /// Writes the bundle as a folder, which is there as a whole or not at all.
  ///
  /// - Throws: `output-failed`, `file-unreadable`, as ``BundleMaker/checkPlace(_:)``.
  public func write(to folder: String) throws(RenderError) {
    try write(to: folder, endingAfter: nil)
  }

  /// The same; for tests it ends after a step, as if it were killed.
  func write(
    to folder: String, canSwap: Bool = true, endingAfter last: FolderReplacement.Step?
  ) throws(RenderError) {
    try BundleMaker.replacement(of: folder).write(
      files.map { ($0.path, $0.bytes, 0o666) }, canSwap: canSwap, endingAfter: last)
  }

  /// Writes the bundle as a ZIP file.
  ///
  /// - Throws: `output-failed`, `file-unreadable`, as ``BundleMaker/checkPlace(_:)``.
  public func writeZip(to path: String) throws(RenderError) {
    try BundleMaker.checkZip(path)
    try WholeFile.write(to: path, origin: .option("output"), through: fill)
  }

  /// The bundle as the bytes of a ZIP file.
  ///
  /// - Throws: `output-failed` without memory.
  public func zip() throws(RenderError) -> [UInt8] {
    let file = try Files.inMemory("wallfarm bundle")
    defer { close(file) }
    if let reason = fill(file) { throw .outputFailed("-", reason, origin: .option("output")) }
    return try WrittenFile.bytes(of: "/proc/self/fd/\(file)", limit: 1 << 30) ?? []
  }

  /// Writes the ZIP file to a descriptor; returns the reason where it cannot.
  private func fill(_ descriptor: Int32) -> String? {
    do throws(RenderError) {
      // Under its own name it would be another file by the time it is whole.
      let zip = try ZipFile("/proc/self/fd/\(descriptor)")
      for file in files { try zip.add(file.path, file.bytes) }
      try zip.finish()
      return ZipSeal.add(to: descriptor)
    } catch {
      return error.message
    }
  }
}
