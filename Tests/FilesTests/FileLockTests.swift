import Files
import Glibc
import Testing
import WallfarmTesting

/// Tests locks on files.
@Suite struct FileLockTests {
  /// A released lock is free even if another process still has the descriptor open, as a process
  /// does between fork and exec.
  @Test func aReleasedLockIsFree() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    var lock: FileLock? = try FileLock(path)
    let descriptor = try #require(
      (3..<1024).first { number in
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(number)", &target, target.count)
        return count > 0
          && String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            == path
      })
    let copy = dup(Int32(descriptor))
    defer { close(copy) }
    #expect(throws: FileLock.Failure.self) { try FileLock(path) }
    #expect(lock != nil)
    lock = nil
    #expect(throws: Never.self) { try FileLock(path) }
  }
}
