internal import Files
internal import Glibc
internal import SourceJSON
internal import Storage
package import WallfarmPluginKit

/// `wallfarm state backup`: creates a backup of a state folder, even while a service uses it.
///
/// The backup appears under its name only when it is complete. After an error, nothing is left.
package struct StateBackup {
  /// The result of a backup.
  package struct Outcome: Sendable {
    /// The number of files, without the manifest.
    package let files: Int
    /// The total size of the files in bytes.
    package let bytes: Int
    /// Whether the backup contains address keys.
    package let hasKeys: Bool
    /// Whether a running service created the snapshot.
    package let isOnline: Bool
  }

  /// The folder without a trailing slash.
  private let state: String
  private let target: String
  private let token = StateFolder.token()
  /// The maximum time until a service begins a snapshot.
  private let patience: Duration
  private let abandonedAfter: Int
  /// Returns whether the backup was canceled.
  private let isStopped: () -> Bool

  /// Prepares a backup.
  ///
  /// - Parameters:
  ///   - state: The state folder.
  ///   - target: The folder to create, whose parent must exist.
  ///   - patience: The maximum time until a service begins a snapshot.
  ///   - abandonedAfter: The age in seconds from which an incomplete backup of a killed command in
  ///     the same folder is removed.
  ///   - isStopped: Returns whether to cancel the backup.
  package init(
    of state: String, to target: String, patience: Duration = .seconds(60),
    abandonedAfter: Int = 60,
    isStopped: @escaping () -> Bool = { false }
  ) {
    func trimmed(_ path: String) -> String {
      var path = path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      return path
    }
    (self.state, self.target) = (trimmed(state), trimmed(target))
    (self.patience, self.abandonedAfter, self.isStopped) = (patience, abandonedAfter, isStopped)
  }

  private var store: String { Files.join(state, ServiceStore.fileName) }

  /// Creates the backup.
  ///
  /// - Throws: `backup-failed`, `store-failed`.
  package func run() throws(RenderError) -> Outcome {
    guard EntryKind(at: store) == .file else { throw .noState(state) }
    let owner = try StateOwner(of: state)
    let destination = try BackupTarget(target, outside: state, patience: abandonedAfter)
    let lock = try owner.act { () throws(RenderError) -> BackupLock in try self.lock() }
    defer { withExtendedLifetime(lock) {} }
    defer { try? owner.act { () throws(RenderError) -> Void in removeTraces() } }
    let (snapshot, isOnline) = try owner.act {
      () throws(RenderError) -> (path: String, isOnline: Bool) in try self.snapshot()
    }
    let manifest = try destination.fill(from: snapshot, of: owner, isStopped: isStopped)
    // The digests were calculated from the same files a moment ago.
    let report = StateCheck(destination.partial, comparesDigests: false).check()
    if let problem = report.problems.first {
      throw .backupFailed(
        "the state is damaged: \(problem.message)", origin: .file(state),
        hint: "stop the service, run 'wallfarm state check', and restore an earlier backup")
    }
    try destination.publish()
    return Outcome(
      files: manifest.files.count, bytes: manifest.files.values.reduce(0) { $0 + $1.bytes },
      hasKeys: manifest.files[AddressKeys.fileName] != nil, isOnline: isOnline)
  }

  /// Locks the state folder; waits while a service removes leftovers, which is fast.
  private func lock() throws(RenderError) -> BackupLock {
    for _ in 0..<20 {
      if let lock = BackupLock(state) { return lock }
      usleep(100_000)
    }
    throw .backupFailed(
      "another backup of '\(state)' is running", origin: .file(state),
      hint: "wait until it has finished")
  }

  /// Removes everything that this backup may have left in the state folder.
  private func removeTraces() {
    if StateFolder.requested(in: state) == token {
      unlink(Files.join(state, StateFolder.request))
    }
    for path in [StateFolder.snapshot(token, in: state), StateFolder.failure(token, in: state)] {
      try? WholeFile.removeAll(path)
    }
  }

  /// Gets a snapshot from the running service, or creates it if no service is running.
  private func snapshot() throws(RenderError) -> (path: String, isOnline: Bool) {
    let path = StateFolder.snapshot(token, in: state)
    try ask()
    let clock = SuspendingClock()
    let last = clock.now + patience
    var hasBegun = false
    while StoreLock.isHeld(store) {
      if Files.exists(path) { return (path, true) }
      if let failure = failure() { throw failure }
      hasBegun = hasBegun || Files.exists(StateFolder.partial(token, in: state))
      if isStopped() { throw .backupFailed("it was canceled", origin: .file(state)) }
      guard hasBegun || clock.now < last else {
        throw .backupFailed(
          "the service that uses '\(state)' does not respond", origin: .file(state),
          hint: "check that it is at least of this version and not suspended, or stop it")
      }
      usleep(50_000)
    }
    // The service may have ended after it finished the snapshot.
    if Files.exists(path) { return (path, true) }
    unlink(Files.join(state, StateFolder.request))
    return (try ownSnapshot(), false)
  }

  /// Writes the request, and replaces the request of a command that was killed.
  private func ask() throws(RenderError) {
    let path = Files.join(state, StateFolder.request)
    let reason = AtomicFile.replace(path, isDurable: false, mode: 0o600) { descriptor in
      Array("\(token)\n".utf8).withUnsafeBytes {
        AtomicFile.writeAll($0, to: descriptor)
      }
    }
    if let reason { throw .backupFailed("'\(path)': \(reason)", origin: .file(state)) }
  }

  /// Returns the error of the service, or `nil` if it has not failed.
  private func failure() -> RenderError? {
    let path = StateFolder.failure(token, in: state)
    guard let bytes = try? Files.read(path, limit: 1 << 16),
      let node = try? JSONNode(parsing: bytes)
    else { return nil }
    return RenderError(json: node) ?? .backupFailed("the service failed", origin: .file(state))
  }

  /// Creates a snapshot in this process, which keeps services from using the folder meanwhile.
  private func ownSnapshot() throws(RenderError) -> String {
    let database = try Database(path: store, errors: .ofBackups)
    try database.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    let version = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard version <= ServiceStore.version else { throw .newerState(store, version) }
    // A command that was killed may have left snapshots, and no service is using them.
    for name in Files.namesWithHidden(in: state) where StateFolder.isLeftover(name) {
      try? WholeFile.removeAll(Files.join(state, name))
    }
    return try StateSnapshot(of: state, token: token).make(isWanted: { !isStopped() }) {
      (body) throws(RenderError) in try body(database)
    }
  }
}
