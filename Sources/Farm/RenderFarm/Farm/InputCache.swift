internal import Digests
internal import Files
internal import Glibc
internal import RenderPool
import Stores
internal import Synchronization
public import WallfarmPluginKit

/// Inputs of units by their digests: in a folder of this machine, brought from a store when they are first needed.
///
/// Those that were used last are in memory too, once for all units that have them. Where there is no room, those go
/// that were not used for the longest time. Several programs may use one folder; nothing in it is believed without
/// its digest.
public final class InputCache: Sendable {
  /// Where inputs lie in a store of pictures, each under its digest.
  static func name(of digest: String) -> String { ".wallfarm/inputs/\(digest)" }
  /// Most bytes of one input: more is no photo that could be drawn.
  static let mostOfOne = 1 << 30

  private struct State {
    var held: [String: (input: HeldInput, use: Int)] = [:]
    var heldBytes = 0
    var uses = 0
    /// What was written since the folder was tidied.
    var written = 0
  }

  private let folder: String?
  private let mostBytes: Int
  private let mostHeld: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: is made where it is missing; nil to keep inputs in memory alone.
  ///   - mostBytes: most bytes of all files in it.
  ///   - mostHeld: most bytes in memory, but for what is being drawn.
  /// - Throws: `output-failed` where the folder cannot be made.
  public init(
    folder: String?, mostBytes: Int, mostHeld: Int = 128 << 20
  ) throws(RenderError) {
    (self.folder, self.mostBytes, self.mostHeld) = (folder, mostBytes, mostHeld)
    if let folder { try WholeFile.makeFolder(folder) }
  }

  /// What is in memory; nil where it has to be brought.
  func held(_ digest: String) -> HeldInput? {
    state.withLock { state in
      state.uses += 1
      state.held[digest]?.use = state.uses
      return state.held[digest]?.input
    }
  }

  /// An input, from memory, the folder or a store; it waits for them.
  ///
  /// - Throws: `input-missing`, `store-unreachable`, `store-refused`; `input-changed` where there is something else in
  ///   the store.
  func bring(_ digest: String, from store: any OutputStore) throws(RenderError) -> HeldInput {
    if let held = held(digest) { return held }
    if let bytes = kept(digest) { return try hold(bytes) }
    let name = InputCache.name(of: digest)
    let bytes = try store.read(name, limit: InputCache.mostOfOne)
    guard SHA256.hex(of: bytes) == digest else { throw .inputIsAnother(store.address(of: name)) }
    keep(bytes, digest)
    return try hold(bytes)
  }

  /// Reads what the folder has; that is its use as well.
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

  /// Where an input lies; nil without a folder.
  func path(_ digest: String) -> String? { folder.map { "\($0)/\(digest)" } }

  /// Writes something into the folder; what cannot be written is brought again the next time.
  func keep(_ bytes: [UInt8], _ digest: String) {
    guard let path = path(digest), bytes.count <= mostBytes else { return }
    _ = AtomicFile.replace(path, isDurable: false, mode: 0o600) { descriptor in
      bytes.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    }
    let isTidying = state.withLock { state in
      state.written += bytes.count
      // Once for a tenth of the folder.
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

  /// Each of them is an open file too.
  private static let mostFiles = 256

  /// Removes what was not used for the longest time, until there is room for a tenth more.
  func tidy() {
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
      .inputChanged, "'\(place)' is not what was put there: its digest is another one",
      origin: .file(place), hint: "remove it, and submit the job file again")
  }
}
