internal import CSystem
internal import Glibc
internal import WallfarmCore

/// The bytes of a picture in a sealed memory file.
///
/// The worker's file is used without copying. To send the bytes, pass the descriptor to `sendfile`.
public final class PictureBytes: Sendable {
  /// The memory file, which is closed when this object is released.
  public let descriptor: Int32
  /// Size in bytes.
  public let count: Int

  /// Takes ownership of a memory file and reopens it, so that its file offset is not shared with
  /// the worker.
  init?(_ written: Int32) {
    defer { close(written) }
    let descriptor = open("/proc/self/fd/\(written)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Calls a closure with the mapped bytes; returns `nil` if they cannot be mapped.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result? {
    guard count > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    defer { munmap(start, count) }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Copies the bytes; returns `nil` if they cannot be mapped.
  public func array() -> [UInt8]? { withBytes { Array($0) } }
}
