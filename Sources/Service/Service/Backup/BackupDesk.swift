internal import Dispatch
internal import Files
internal import RenderPool
internal import SourceJSON
internal import Synchronization
import WallfarmPluginKit

/// Creates snapshots for `wallfarm state backup` while the service runs.
final class BackupDesk: Sendable {
  private let store: ServiceStore
  private let folder: String
  private let state = Mutex(State())
  /// The fallback if no thread can be created.
  private let queue = DispatchQueue(label: "wallfarm backups")

  private struct State {
    /// The token of the snapshot in progress.
    var current: String?
    /// The token of the last snapshot.
    var last: String?
  }

  /// Creates a desk; returns `nil` for a store in memory.
  init?(_ store: ServiceStore) {
    guard let folder = store.folder else { return nil }
    (self.store, self.folder) = (store, folder)
  }

  /// Starts a snapshot on another thread if a new one is requested.
  func lookAfter() {
    guard let token = StateFolder.requested(in: folder) else { return }
    let isNew = state.withLock { state in
      guard state.current == nil, state.last != token else { return false }
      (state.current, state.last) = (token, token)
      return true
    }
    if isNew { BackgroundThread.start(orOn: queue) { [self] in make(token) } }
  }

  private func make(_ token: String) {
    defer { state.withLock { $0.current = nil } }
    // A service that ran before may have created the snapshot.
    if Files.exists(StateFolder.snapshot(token, in: folder)) { return }
    func isWanted() -> Bool { StateFolder.requested(in: folder) == token }
    do throws(RenderError) {
      let snapshot = try StateSnapshot(of: folder, token: token)
        .make(of: store, isWanted: isWanted)
      if !isWanted() { try WholeFile.removeAll(snapshot) }
    } catch {
      guard isWanted() else { return }
      let path = StateFolder.failure(token, in: folder)
      _ = AtomicFile.replace(path, isDurable: false, mode: 0o600) { descriptor in
        AtomicFile.fill(descriptor, with: [Array(error.json.text(pretty: false).utf8)])
      }
    }
  }

  /// Removes requests and snapshots of commands that were killed.
  func tidy() {
    StateFolder.removeLeftovers(in: folder, except: state.withLock(\.current))
  }
}
