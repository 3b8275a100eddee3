internal import Digests
internal import Files
internal import Glibc
package import RenderPool
package import Stores
internal import Synchronization
public import WallfarmPluginKit

/// Caches unit inputs by digest on disk and in memory, and fetches missing inputs from a store.
///
/// The disk cache and the memory cache evict the least recently used inputs. Several programs may
/// share the folder, because each file is verified against its digest when it is read.
public final class InputCache: Sendable {
  /// Returns the name of the object that contains an input in a picture store.
  package static func name(of digest: String) -> String { ".wallfarm/inputs/\(digest)" }
  /// The maximum size of one input in bytes; no usable photo is larger.
  static let mostOfOne = 1 << 30

  private struct State {
    var held: [String: (input: HeldInput, use: Int)] = [:]
    var heldBytes = 0
    var uses = 0
    /// The number of bytes written since the last eviction.
    var written = 0
  }

  private let folder: String?
  private let mostBytes: Int
  private let mostHeld: Int
  private let state = Mutex(State())

  /// Opens a cache.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if it is missing, or `nil` to cache only in memory.
  ///   - mostBytes: The maximum size of the folder in bytes.
  ///   - mostHeld: The maximum total size in bytes of the inputs that the cache keeps in memory,
  ///     not counting evicted inputs that are still in use.
  /// - Throws: `output-failed` if the folder cannot be created.
  public init(
    folder: String?, mostBytes: Int, mostHeld: Int = 128 << 20
  ) throws(RenderError) {
    (self.folder, self.mostBytes, self.mostHeld) = (folder, mostBytes, mostHeld)
    if let folder { try WholeFile.makeFolder(folder) }
  }

  /// Returns an input from memory, or `nil` if it is not in memory.
  package func held(_ digest: String) -> HeldInput? {
    state.withLock { state in
      state.uses += 1
      state.held[digest]?.use = state.uses
      return state.held[digest]?.input
    }
  }

  /// Returns an input from memory, the folder or the store; blocks until it is available.
  ///
  /// - Throws: `input-missing`, `store-unreachable`, `store-refused`; `input-changed` if the object
  ///   in the store has a different digest.
  package func bring(_ digest: String, from store: any OutputStore) throws(RenderError) -> HeldInput
  {
    if let held = held(digest) { return held }
    if let bytes = kept(digest) { return try hold(bytes) }
    let name = InputCache.name(of: digest)
    let bytes = try store.read(name, limit: InputCache.mostOfOne)
    guard SHA256.hex(of: bytes) == digest else { throw .inputIsAnother(store.address(of: name)) }
    keep(bytes, digest)
    return try hold(bytes)
  }

  /// Reads an input from the folder and marks it as recently used; if its digest is wrong, removes
  /// the file.
  func kept(_ digest: String) -> [UInt8]? {
    guard let path = path(digest),
      let bytes = try? Files.read(path, limit: InputCache.mostOfOne)
    else { return nil }
    guard SHA256.hex(of: bytes) == digest else {
      unlink(path)
      return nil
    }
    utimensat(AT_FDCWD, path, nil, 0)
    return bytes
  }

  /// Returns the path of an input, or `nil` if the cache has no folder.
  func path(_ digest: String) -> String? { folder.map { "\($0)/\(digest)" } }

  /// Writes an input to the folder; if that fails, the input is fetched again the next time it is
  /// needed.
  func keep(_ bytes: [UInt8], _ digest: String) {
    guard let path = path(digest), bytes.count <= mostBytes else { return }
    _ = AtomicFile.replace(path, isDurable: false, mode: 0o600) { descriptor in
      bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    let isTidying = state.withLock { state in
      state.written += bytes.count
      // Evict files whenever the bytes written since the last eviction exceed a tenth of the
      // folder's maximum size.
      guard state.written > mostBytes / 10 else { return false }
      state.written = 0
      return true
    }
    if isTidying { tidy() }
  }

  private func hold(_ bytes: [UInt8]) throws(RenderError) -> HeldInput {
    let input = try HeldInput(bytes)
    state.withLock { state in
      state.uses += 1
      if state.held.updateValue((input, state.uses), forKey: input.digest) == nil {
        state.heldBytes += input.count
      }
      while state.heldBytes > mostHeld || state.held.count > InputCache.mostFiles,
        state.held.count > 1,
        let oldest = state.held.min(by: { $0.value.use < $1.value.use })
      {
        state.held[oldest.key] = nil
        state.heldBytes -= oldest.value.input.count
      }
    }
    return input
  }

  /// The maximum number of inputs in memory; it is limited because each input is an open file.
  private static let mostFiles = 256

  /// Evicts the least recently used files until 10% of the folder's maximum size is free.
  package func tidy() {
    guard let folder else { return }
    var files = Files.names(in: folder).compactMap { name -> (path: String, size: Int, use: Int)? in
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0 else { return nil }
      return (
        path, Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
      )
    }
    var bytes = files.reduce(0) { $0 + $1.size }
    files.sort { $0.use < $1.use }
    for file in files where bytes > mostBytes - mostBytes / 10 {
      unlink(file.path)
      bytes -= file.size
    }
  }
}

extension RenderError {
  fileprivate static func inputIsAnother(_ place: String) -> RenderError {
    RenderError(
      .inputChanged, "the content of '\(place)' does not match its digest",
      origin: .file(place), hint: "remove it from the store, and submit the job file again")
  }
}
