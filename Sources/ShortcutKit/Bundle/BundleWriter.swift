import Glibc
import WallfarmCore
public import WallfarmPluginKit

extension BundleMaker.Made {
  /// Writes the bundle as a folder, which is there as a whole or not at all.
  ///
  /// A bundle that was there is replaced; any other folder with something in it is left alone.
  ///
  /// - Throws: `output-failed`.
  public func write(to folder: String) throws(RenderError) {
    let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    try refuseOthers(path)
    let fresh = "\(path).new-\(getpid())"
    do throws(RenderError) {
      for file in files {
        try WholeFile.write([file.bytes], to: "\(fresh)/\(file.path)", isDurable: false)
      }
    } catch {
      try? WholeFile.removeAll(fresh)
      throw error
    }
    try replace(path, by: fresh)
  }

  private func refuseOthers(_ path: String) throws(RenderError) {
    guard access(path, F_OK) == 0 else { return }
    let isBundle = access("\(path)/\(BundleManifest.name)", F_OK) == 0
    guard isBundle || FolderList.allNames(in: path).isEmpty else {
      throw RenderError(
        .outputFailed, "'\(path)' is there already, and is no bundle", origin: "--out",
        hint: "name a folder that is not there yet")
    }
  }

  private func replace(_ path: String, by fresh: String) throws(RenderError) {
    let old = "\(path).old-\(getpid())"
    let wasThere = rename(path, old) == 0
    guard rename(fresh, path) == 0 else {
      let reason = SystemError.message(errno)
      if wasThere { rename(old, path) }
      try? WholeFile.removeAll(fresh)
      throw RenderError(
        .outputFailed, "'\(path)' cannot be written: \(reason)", origin: "--out",
        hint: "choose another folder, or make room and permissions there")
    }
    if wasThere { try WholeFile.removeAll(old) }
  }

  /// Writes the bundle as a ZIP file.
  ///
  /// - Throws: `output-failed`.
  public func writeZip(to path: String) throws(RenderError) {
    let part = "\(path).new-\(getpid())"
    do throws(RenderError) {
      let zip = try ZipFile(part)
      for file in files { try zip.add(file.path, file.bytes) }
      try zip.finish()
    } catch {
      unlink(part)
      throw error
    }
    guard rename(part, path) == 0 else {
      let reason = SystemError.message(errno)
      unlink(part)
      throw RenderError(
        .outputFailed, "'\(path)' cannot be written: \(reason)", origin: "--out",
        hint: "choose another place")
    }
  }
}
