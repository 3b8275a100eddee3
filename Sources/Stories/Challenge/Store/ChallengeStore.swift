internal import Digests
internal import Files
internal import Graphics
package import WallfarmPluginKit

/// The challenges of one person, each in a folder with its ledger and its photo.
///
/// Folders have mode 700, and files have mode 600. The ledger is replaced atomically, so that a
/// crash leaves either the old or the new version. The photo is written before the ledger, which
/// refers to it. The head, which is the digest of the ledger's last line, is written after the
/// ledger.
package struct ChallengeStore: Sendable {
  package let folder: String
  private let origin: Origin

  /// Creates a store in a folder, which need not exist: ``alone(_:)`` creates it on disk.
  package init(_ folder: String, origin: Origin) {
    // Remove the trailing slash that shell completion adds, because other paths are built from this
    // path.
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    (self.folder, self.origin) = (folder, origin)
  }

  static let ledgerName = "ledger.jsonl"
  /// The name of the file that contains the digest of the ledger's last line.
  ///
  /// The digest reveals whether the ledger was truncated.
  static let headName = "head"
  private static let lockName = "lock"
  /// Maximum ledger size in bytes, which is enough for about ten years at four refreshes a day.
  private static let mostBytes = 16 << 20

  /// A stored challenge.
  package struct Kept: Sendable {
    /// The name of the challenge's folder: its creation time in seconds since 1970.
    package let id: String
    package let folder: String
    package var ledger: ChallengeLedger

    package var challenge: Challenge { ledger.challenge }
    package var photoPath: String { "\(folder)/\(challenge.photo.digest)" }
  }

  // MARK: - Reading

  /// All challenges, latest first.
  ///
  /// - Throws: `challenge-changed`, `challenge-store`.
  package func all() throws(RenderError) -> [Kept] {
    var all: [Kept] = []
    for id in ids { all.append(try kept(id)) }
    return all
  }

  private var ids: [String] {
    Files.names(in: folder).filter { Int($0) != nil && isBegun("\(folder)/\($0)") }
      .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
  }

  /// Returns whether a challenge was started in a folder.
  ///
  /// A head without a ledger also counts, because it means that the ledger was deleted.
  private func isBegun(_ place: String) -> Bool {
    [Self.ledgerName, Self.headName].contains { Files.exists("\(place)/\($0)") }
  }

  private func kept(_ id: String) throws(RenderError) -> Kept {
    let place = "\(folder)/\(id)"
    let file = "\(place)/\(Self.ledgerName)"
    guard Files.exists(file) else { throw .challengeChanged(file) }
    let bytes = try Files.read(file, limit: Self.mostBytes)
    let ledger = try ChallengeLedger(parsing: String(decoding: bytes, as: UTF8.self), file: file)
    // The head is written after the ledger. After a crash, it may therefore be the digest of an
    // earlier line.
    let head = "\(place)/\(Self.headName)"
    if Files.exists(head) {
      let digest = String(decoding: try Files.read(head, limit: 64), as: UTF8.self)
      guard ledger.digests.contains(digest) else { throw .challengeChanged(file) }
    } else if ledger.digests.count > 1 {
      throw .challengeChanged(head)
    }
    return Kept(id: id, folder: place, ledger: ledger)
  }

  /// Returns the challenge that is in progress or whose completion has not been shown yet.
  ///
  /// - Throws: `no-challenge`, and `challenge-changed` if the ledger or the photo was modified.
  package func active() throws(RenderError) -> Kept {
    guard let active = try all().first(where: { $0.challenge.end == nil }) else {
      throw RenderError(
        .noChallenge, "no challenge is active",
        hint: "start one: wallfarm challenge new --goal 10000 --photo beach.jpg")
    }
    try checkPhoto(of: active)
    return active
  }

  /// Verifies the photo against the digest in the ledger.
  ///
  /// - Throws: `challenge-changed`.
  package func checkPhoto(of kept: Kept) throws(RenderError) {
    guard Files.exists(kept.photoPath),
      try FileDigest.sha256(ofFile: kept.photoPath) == kept.challenge.photo.digest
    else {
      throw RenderError(
        .challengeChanged, "the photo of the challenge is missing or was changed",
        origin: .file(kept.photoPath),
        hint: "restore the file, or cancel the challenge: wallfarm challenge cancel --damaged")
    }
  }

  /// Returns whether the photo still exists.
  func hasPhoto(_ kept: Kept) -> Bool { Files.exists(kept.photoPath) }

  // MARK: - Writing

  /// Runs a closure while holding the lock of the store.
  ///
  /// - Throws: `challenge-store`, and the errors of `body`.
  package func alone<Result>(
    _ body: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    try makeFolder(folder)
    let lock: FileLock
    do throws(FileLock.Failure) {
      lock = try FileLock("\(folder)/\(Self.lockName)", patience: 1000, isPrivate: true)
    } catch {
      throw failed(error == .busy ? "another process is using it" : "\(error)")
    }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Starts a challenge.
  ///
  /// - Parameters:
  ///   - photo: the bytes of the photo, which must already be validated.
  ///   - beginning: the first entry, which contains the digest of the photo.
  /// - Returns: the stored challenge.
  /// - Throws: `challenge-under-way`, `challenge-changed`, `challenge-store`.
  func begin(
    _ photo: [UInt8], _ beginning: ChallengeEntry.Beginning
  ) throws(RenderError) -> Kept {
    let others = try all()
    if let active = others.first(where: { $0.challenge.end == nil }) {
      throw .underWay(active.challenge)
    }
    removeUnbegun()
    // Keep IDs in chronological order even if the clock was set back.
    var seconds = beginning.at.seconds
    if let last = others.first.flatMap({ Int($0.id) }) { seconds = max(seconds, last + 1) }
    let id = "\(seconds)"
    let place = "\(folder)/\(id)"
    try makeFolder(place)
    let kept = Kept(id: id, folder: place, ledger: ChallengeLedger(beginning))
    try write(photo, to: kept.photoPath)
    try save(kept)
    // The unlocked photo of the previous challenge was kept until now, so that it could be shared.
    for other in others where hasPhoto(other) { try forgetPhoto(of: other) }
    return kept
  }

  /// Writes the ledger of a challenge to disk.
  ///
  /// - Throws: `challenge-store`; in that case, the ledger is either unchanged or complete.
  package func save(_ kept: Kept) throws(RenderError) {
    try write(Array(kept.ledger.text.utf8), to: "\(kept.folder)/\(Self.ledgerName)")
    try write(Array((kept.ledger.digests.last ?? "").utf8), to: "\(kept.folder)/\(Self.headName)")
  }

  /// Removes all files of each challenge whose ledger is invalid or whose photo was modified.
  ///
  /// - Returns: whether any challenges were removed.
  /// - Throws: `challenge-store`.
  package func removeDamaged() throws(RenderError) -> Bool {
    var hasRemoved = false
    for id in ids {
      do throws(RenderError) {
        let kept = try kept(id)
        if kept.challenge.end == nil || hasPhoto(kept) { try checkPhoto(of: kept) }
      } catch {
        guard error.code == .challengeChanged else { throw error }
        try WholeFile.removeAll("\(folder)/\(id)")
        hasRemoved = true
      }
    }
    return hasRemoved
  }

  /// Removes the photo of a challenge.
  package func forgetPhoto(of kept: Kept) throws(RenderError) {
    try WholeFile.remove(kept.photoPath)
  }

  /// Removes the folders of challenges that never started because the process ended too early.
  private func removeUnbegun() {
    for name in Files.names(in: folder)
    where Int(name) != nil && !isBegun("\(folder)/\(name)") {
      try? WholeFile.removeAll("\(folder)/\(name)")
    }
  }

  private func makeFolder(_ path: String) throws(RenderError) {
    if path == folder { try WholeFile.makeFolder(Files.folder(of: path), mode: 0o700) }
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.makeFolder(path) { $0 == Self.lockName || Int($0) != nil }
    } catch {
      throw failed(error.reason)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    let reason = AtomicFile.replace(path, isDurable: true, mode: 0o600) {
      AtomicFile.fill($0, with: [bytes])
    }
    if let reason { throw failed(reason) }
  }

  private func failed(_ reason: String) -> RenderError {
    RenderError(
      .challengeStore, "'\(folder)' cannot be used: \(reason)", origin: origin,
      hint: "check the free space and permissions there, or use another folder with --state")
  }
}

extension RenderError {
  package static func underWay(_ challenge: Challenge) -> RenderError {
    RenderError(
      .challengeUnderWay,
      "a challenge is already in progress: \(challenge.steps) of \(challenge.goal.steps) steps, "
        + "\(challenge.percent) %",
      hint: challenge.owesCelebration
        ? "the goal is reached: run 'wallfarm challenge finish', then start another challenge"
        : "finish it first, or cancel it: wallfarm challenge cancel")
  }
}
