internal import CSystem
internal import Digests
internal import Files
internal import Glibc
internal import RenderPool
import Stores
internal import Synchronization
import WallfarmPluginKit

/// What the units of a job file are rendered from: found while it is checked, and put into the store before any of them
/// is in the queue.
final class SubmittedInputs {
  /// Where an input was read.
  private enum Source: Sendable {
    case file(String)
    /// An object of a store, which is read into the cache of this machine.
    case object(String)
  }

  private let cache: InputCache
  private let stores: StoreShelf
  /// Digests by path.
  private var digests: [String: String] = [:]
  private var sources: [String: Source] = [:]
  /// Addresses of objects by the paths that stand for them.
  private var addresses: [String: String] = [:]
  private let jobs: String?

  /// Requests to a store at the same time.
  private static let threads = 8

  /// - Parameters:
  ///   - stores: the stores of this program.
  ///   - cache: for what is read from them.
  ///   - jobs: the address of the job file, where it is an object: relative names are meant beside it.
  init(stores: StoreShelf, cache: InputCache, jobs: String?) {
    (self.stores, self.cache) = (stores, cache)
    self.jobs = jobs.map { Files.folder(of: $0) }
  }

  // MARK: - Objects that a job names

  /// Has objects stand where a job names them, until the next call.
  ///
  /// - Parameters:
  ///   - names: as the job has them.
  ///   - folder: of the job file.
  ///   - keeping: whether those of the call before stand as well.
  /// - Throws: why one of them cannot be had.
  func hold(_ names: [String], in folder: String, keeping: Bool = false) throws(RenderError) {
    if !keeping { letGo() }
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

  /// Nothing stands for anything any more.
  func letGo() {
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

  /// Reads an object into the cache; its digest.
  private func fetch(_ address: String) throws(RenderError) -> String {
    if let known = fetched[address] { return known }
    let bytes = try stores.read(address, limit: InputCache.mostOfOne)
    let digest = SHA256.hex(of: bytes)
    cache.keep(bytes, digest)
    fetched[address] = digest
    sources[digest] = .object(address)
    return digest
  }

  /// A descriptor of what was fetched.
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
        .inputFailed, "'\(address)' cannot be kept in memory",
        hint: "see whether memory and open files are left")
    }
    return descriptor
  }

  // MARK: - What units are rendered from

  /// The digests of files, each of which is read once.
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

  /// How many different ones there are.
  var count: Int { wanted.count }

  /// Puts all of them into a store, which may have some already.
  ///
  /// - Returns: how many were not there.
  /// - Throws: `store-unreachable`, `store-refused`, `output-failed`; `input-changed` for a file that is another one
  ///   than the one that was checked.
  func put(into store: any OutputStore) throws(RenderError) -> Int {
    let tally = Tally()
    let (all, sources, stores, cache) = (Array(wanted), sources, stores, cache)
    Carriers.forEach(all.count, threads: SubmittedInputs.threads) { index in
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

  /// What several threads have put.
  private final class Tally: Sendable {
    private let state = Mutex<(new: Int, failure: RenderError?)>((0, nil))
    var new: Int { state.withLock(\.new) }
    var failure: RenderError? { state.withLock(\.failure) }
    func add() { state.withLock { $0.new += 1 } }
    func fail(_ error: RenderError) { state.withLock { $0.failure = $0.failure ?? error } }
  }

  private static func put(
    _ digest: String, _ source: Source, into store: any OutputStore, _ stores: StoreShelf,
    _ cache: InputCache
  ) throws(RenderError) -> Bool {
    let name = InputCache.name(of: digest)
    // Most are there from the last time, and a question is cheaper than a photo.
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
        .inputChanged, "'\(place)' has changed since it was checked", origin: .file(place),
        hint: "submit the job file again, when nobody writes to its inputs")
    }
    return try store.put(
      bytes, ObjectFacts(sha256: digest, type: "application/octet-stream"), as: name, .once)
  }
}
