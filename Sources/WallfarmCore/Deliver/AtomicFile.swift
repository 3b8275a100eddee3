internal import Glibc
import WallfarmPluginKit

/// Writes files as a whole or not at all: a temporary name in the same folder, sync, rename.
enum AtomicFile {
  /// Puts the bytes of all pieces at `path`, replacing what was there only once they are safely on
  /// disk.
  ///
  /// - Throws: `output-failed` with the system's reason; nothing is left behind.
  static func write(_ pieces: [[UInt8]], to path: String) throws(RenderError) {
    try check(path)
    let folder = Files.folder(of: path)
    // Short whatever the name is, so that every name the file system takes can be written.
    let temporary = "\(folder)/.wallfarm-\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
    do throws(RenderError) {
      try writeAndSync(pieces, to: temporary, for: path)
      guard rename(temporary, path) == 0 else {
        throw .outputFailed(path, Files.systemMessage(errno))
      }
    } catch {
      unlink(temporary)
      throw error
    }
    syncFolder(folder)
  }

  /// Finds what would keep a file from being written, before any work is done for it.
  ///
  /// - Throws: `output-failed`.
  static func check(_ path: String) throws(RenderError) {
    let folder = Files.folder(of: path)
    guard Files.kind(of: folder) != nil else { throw .outputWithoutFolder(path, folder) }
    guard Files.isFolder(folder) else {
      throw .outputFailed(path, "'\(folder)' is not a folder")
    }
    guard access(folder, W_OK) == 0 else {
      throw .outputFailed(path, "the folder '\(folder)' is not writable")
    }
    switch Files.kind(of: path) {
    case nil, .regular: break
    case .folder: throw .outputFailed(path, "it is a folder")
    // Renaming over a device or pipe would take it away from everyone.
    case .other: throw .outputFailed(path, "it is not a regular file")
    }
  }

  private static func writeAndSync(
    _ pieces: [[UInt8]], to temporary: String, for path: String
  ) throws(RenderError) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .outputFailed(path, Files.systemMessage(errno)) }
    do throws(RenderError) {
      for piece in pieces { try writeAll(piece, to: descriptor, for: path) }
      guard fsync(descriptor) == 0 else { throw .outputFailed(path, Files.systemMessage(errno)) }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .outputFailed(path, Files.systemMessage(errno)) }
  }

  /// Writes everything, however many calls it takes.
  static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, for path: String
  ) throws(RenderError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      try writeAll(UnsafeRawBufferPointer(buffer), to: descriptor, for: path)
    }
  }

  /// Writes everything, however many calls it takes.
  static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, for path: String
  ) throws(RenderError) {
    var done = 0
    while done < bytes.count {
      let written = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw .outputFailed(path, Files.systemMessage(errno)) }
      done += written
    }
  }

  /// Makes the new name itself survive a power cut.
  ///
  /// Some file systems cannot sync a folder; the file is whole either way, so that is no failure.
  private static func syncFolder(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
