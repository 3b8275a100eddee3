internal import Files
internal import Glibc
import RenderPool
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// Tries whether pictures can be written to a folder at all: that tells a bad machine from a bad unit.
///
/// On a thread of its own, because a dead mount answers nothing: until there is an answer, there is none.
final class OutputProbe: Sendable {
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    var isRunning = false
    var result: Result<Void, RenderError>?
  }

  /// Room for one picture of the largest screen, and some more.
  private static let bytes = 16 << 20

  init(folder: String) { self.folder = folder }

  /// Begins to look, unless it is at it.
  func begin() {
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    let status = BackgroundThread.start { self.finish(self.look()) }
    // Nothing is known then, so the unit is to blame as ever.
    if status != 0 { finish(.success(())) }
  }

  private func finish(_ result: Result<Void, RenderError>) {
    state.withLock { $0 = State(isRunning: false, result: result) }
  }

  /// What was found; nil while nothing is known.
  func take() -> Result<Void, RenderError>? {
    state.withLock { state in
      defer { state.result = nil }
      return state.result
    }
  }

  private func look() -> Result<Void, RenderError> {
    let path = "\(folder)/.wallfarm-probe-\(getpid())-\(UInt32.random(in: .min ... .max)).tmp"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return .failure(.outputUnwritable(folder, errno)) }
    defer {
      close(descriptor)
      unlink(path)
    }
    // Some file systems promise no room, and write zeros for it.
    let status = posix_fallocate(descriptor, 0, off_t(OutputProbe.bytes))
    if status != 0, status != EOPNOTSUPP, status != EINVAL {
      return .failure(.outputUnwritable(folder, status))
    }
    var byte: UInt8 = 1
    guard pwrite(descriptor, &byte, 1, 0) == 1, fsync(descriptor) == 0 else {
      return .failure(.outputUnwritable(folder, errno))
    }
    return .success(())
  }
}

extension RenderError {
  fileprivate static func outputUnwritable(_ folder: String, _ number: Int32) -> RenderError {
    let reason = SystemError.message(number)
    var error = RenderError(
      .outputFailed, "nothing can be written to '\(folder)': \(reason)", origin: .option("output"),
      hint: "make room there, or see to the disk; the batch goes on by itself")
    error.reason = reason
    return error
  }
}
