internal import CSystem
internal import Digests
internal import Files
internal import Glibc
internal import RenderPool
import Stores
internal import Synchronization
import WallfarmPluginKit

/// The inputs of all units in a job file.
///
/// The inputs are collected while the file is checked, and they are uploaded before any unit is
/// queued.
final class SubmittedInputs {
  /// The source of an input.
  private enum Source: Sendable {
    case file(String)
    /// An object in a store, which was downloaded to this machine's cache.
    case object(String)
  }

  private let cache: InputCache
  private let stores: ObjectCache
  /// Digests by path.
  private var digests: [String: String] = [:]
  private var sources: [String: Source] = [:]
  /// The addresses of objects, keyed by the paths to which the objects are mapped.
  private var addresses: [String: String] = [:]
  private let jobs: String?

  /// The maximum number of concurrent requests to a store.
  private static let threads = 8

  /// - Parameters:
  ///   - stores: The configured stores.
  ///   - cache: The cache for downloaded objects.
  ///   - jobs: The address of the job file if it is an object; relative names are resolved against
  ///     it.
  init(stores: ObjectCache, cache: InputCache, jobs: String?) {
    (self.stores, self.cache) = (stores, cache)
    self.jobs = jobs.map { Files.folder(of: $0) }
  }

  // MARK: - Objects in jobs

  /// Downloads the objects that a job names, and maps their paths to the downloaded bytes.
  ///
  /// The mappings remain until the next call of this method, or until ``release()`` is called.
  ///
  /// - Parameters:
  ///   - names: The names as written in the job.
  ///   - folder: The folder of the job file.
  ///   - keeping: Whether to keep the mappings from the previous call.
  /// - Throws: The error of a failed download.
  func hold(_ names: [String], in folder: String, keeping: Bool = false) throws(RenderError) {
    if !keeping { release() }
    for name in names {
      guard let address = address(of: name) else { continue }
      let path = HeldFiles.plain(Files.join(folder, name))
      guard held[path] == nil else { continue }
      let digest = try fetch(address)
      addresses[path] = address
      digests[path] = digest
      held[path] = try open(digest, address)
    }
    if !held.isEmpty || wasHolding { HeldFiles.set(held) }
    wasHolding = !held.isEmpty
  }

  /// Removes all mappings.
  func release() {
    guard wasHolding else { return }
    HeldFiles.set([:])
    for descriptor in held.values { close(descriptor) }
    held = [:]
    wasHolding = false
  }

  private var held: [String: Int32] = [:]
  private var wasHolding = false
  private var fetched: [String: String] = [:]

  private func address(of name: String) -> String? {
    if S3Address.isAddress(name) { return name }
    guard let jobs, !name.hasPrefix("/"), !name.isEmpty else { return nil }
    return "\(jobs)/\(name)"
  }

  /// Downloads an object into the cache; returns its digest.
  private func fetch(_ address: String) throws(RenderError) -> String {
    if let known = fetched[address] { return known }
    let bytes = try stores.read(address, limit: InputCache.mostOfOne)
    let digest = SHA256.hex(of: bytes)
    cache.keep(bytes, digest)
    fetched[address] = digest
    sources[digest] = .object(address)
    return digest
  }

  /// Opens a downloaded object.
  private func open(_ digest: String, _ address: String) throws(RenderError) -> Int32 {
    let bytes: [UInt8]
    if let kept = cache.kept(digest) {
      bytes = kept
    } else {
      bytes = try stores.read(address, limit: InputCache.mostOfOne)
    }
    let descriptor = wallfarm_sealable_file("wallfarm input")
    guard descriptor >= 0,
      bytes.withUnsafeBytes({ AtomicFile.writeAll($0, to: descriptor) }) == nil,
      lseek(descriptor, 0, SEEK_SET) == 0
    else {
      if descriptor >= 0 { close(descriptor) }
      throw RenderError(
        .inputFailed, "'\(address)' cannot be buffered in memory",
        hint: "check the free memory and the limit on open files")
    }
    return descriptor
  }

  // MARK: - Inputs of units

  /// Returns the digests of files; each file is read once.
  ///
  /// - Throws: `file-unreadable`.
  func digests(of files: [String]) throws(RenderError) -> [String: String] {
    var found: [String: String] = [:]
    for file in files {
      let path = HeldFiles.plain(file)
      if let known = digests[path] {
        found[path] = known
        continue
      }
      let digest = try FileDigest.sha256(ofFile: file)
      digests[path] = digest
      sources[digest] = sources[digest] ?? .file(file)
      found[path] = digest
      wanted.insert(digest)
    }
    for digest in found.values { wanted.insert(digest) }
    return found
  }

  private var wanted: Set<String> = []

  /// Number of distinct inputs.
  var count: Int { wanted.count }

  /// Uploads all inputs that are missing from the store.
  ///
  /// - Returns: The number of uploaded inputs.
  /// - Throws: `store-unreachable`, `store-refused`, `output-failed`; `input-changed` if a file has
  ///   changed since the check.
  func put(into store: any OutputStore) throws(RenderError) -> Int {
    let tally = Tally()
    let (all, sources, stores, cache) = (Array(wanted), sources, stores, cache)
    TransferQueue.forEach(all.count, threads: SubmittedInputs.threads) { index in
      guard let source = sources[all[index]], tally.failure == nil else { return }
      do throws(RenderError) {
        let isNew = try SubmittedInputs.put(all[index], source, into: store, stores, cache)
        if isNew { tally.add() }
      } catch {
        tally.fail(error)
      }
    }
    if let failure = tally.failure { throw failure }
    return tally.new
  }

  /// The result of the uploads, which is shared by all upload threads.
  private final class Tally: Sendable {
    private let state = Mutex<(new: Int, failure: RenderError?)>((0, nil))
    var new: Int { state.withLock(\.new) }
    var failure: RenderError? { state.withLock(\.failure) }
    func add() { state.withLock { $0.new += 1 } }
    func fail(_ error: RenderError) { state.withLock { $0.failure = $0.failure ?? error } }
  }

  private static func put(
    _ digest: String, _ source: Source, into store: any OutputStore, _ stores: ObjectCache,
    _ cache: InputCache
  ) throws(RenderError) -> Bool {
    let name = InputCache.name(of: digest)
    // Most inputs are already in the store, and checking that is cheaper than uploading.
    if let found = try store.look(at: name), found.sha256 == digest { return false }
    let bytes: [UInt8]
    let place: String
    switch source {
    case .file(let file): (bytes, place) = (try Files.read(file, limit: InputCache.mostOfOne), file)
    case .object(let address):
      let kept = cache.kept(digest)
      bytes =
        if let kept { kept } else { try stores.read(address, limit: InputCache.mostOfOne) }
      place = address
    }
    guard SHA256.hex(of: bytes) == digest else {
      throw RenderError(
        .inputChanged,
        "'\(place)' has changed since the job file was checked", origin: .file(place),
        hint: "submit the job file again when no other program is writing to its inputs")
    }
    return try store.put(
      bytes, ObjectFacts(sha256: digest, type: "application/octet-stream"), as: name, .once)
  }
}
