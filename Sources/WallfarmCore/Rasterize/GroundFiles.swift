internal import Glibc
import Graphics
public import WallfarmPluginKit

/// A folder where backgrounds with photos are kept as pixels, so that a new process need not decode
/// and scale them again.
///
/// Any number of processes may share it: an entry is a file that appears as a whole, and is named for
/// everything its pixels depend on. A damaged entry is taken away and made again.
public struct BackgroundCache: Sendable, Hashable {
  /// Where the entries are.
  public let folder: String
  /// Most bytes of all entries together; the least recently used go first.
  public let mostBytes: Int

  /// Uses a folder, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - folder: its parent must exist.
  ///   - mostBytes: a phone's background has 12 MB, the largest tablet's 23 MB.
  /// - Throws: `output-failed` where the folder cannot be made or written.
  public init(folder: String, mostBytes: Int = 1 << 30) throws(RenderError) {
    self.folder = folder
    self.mostBytes = mostBytes
    if mkdir(folder, 0o777) == 0 || errno == EEXIST, Files.isFolder(folder),
      access(folder, R_OK | W_OK | X_OK) == 0
    {
      return
    }
    let reason =
      Files.isFolder(folder) || !Files.exists(folder)
      ? Files.systemMessage(errno) : "it is not a folder"
    throw RenderError(
      .outputFailed, "'\(folder)' cannot be used as a cache: \(reason)", origin: "--cache",
      hint: "give a folder that can be written, or leave --cache out")
  }
}

/// Reads and writes the entries of a ``BackgroundCache``.
///
/// An entry begins with a line of text: the words below, width, height, and the checksum of the
/// pixels. A line for each warning of the photo's decoder follows, then an empty line, then the
/// pixels as they lie in memory.
struct GroundFiles {
  let cache: BackgroundCache

  private static let signature = "wallfarm-ground-1"
  private static let mostHeaderBytes = 4096

  /// What the decoders said of the photos in a ground; nil where there is no entry.
  func warnings(for key: Ground.Key) -> [String]? {
    let descriptor = open(path(for: key), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return header(descriptor, key)?.warnings
  }

  /// The ground of an entry; nil where there is none, or it is damaged.
  func ground(for key: Ground.Key) throws(RenderError) -> Ground? {
    let path = path(for: key)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var surface = try ImageSurface(size: key.pixels)
    guard let header = header(descriptor, key),
      read(descriptor, from: header.length, into: &surface), surface.checksum == header.checksum
    else {
      unlink(path)
      return nil
    }
    // Marks the entry as used.
    utimensat(AT_FDCWD, path, nil, 0)
    return Ground(key, surface, warnings: header.warnings)
  }

  /// Writes an entry.
  ///
  /// - Returns: the system's reason where it could not be written.
  func store(_ ground: Ground, for key: Ground.Key) throws(RenderError) -> String? {
    let reason = try ground.withSurface { (surface) throws(RenderError) -> String? in
      var text = "\(GroundFiles.signature) \(key.pixels.width) \(key.pixels.height) "
      text += surface.checksum + "\n"
      for warning in ground.warnings { text += "warning \(warning)\n" }
      let header = Array((text + "\n").utf8)
      guard header.count < GroundFiles.mostHeaderBytes else { return nil }
      // Without waiting for the disk: an entry that a power cut damaged is made again.
      return AtomicFile.replace(path(for: key), isDurable: false) { descriptor in
        header.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
          ?? surface.withPixels { AtomicFile.writeAll($0, to: descriptor) }
      }
    }
    if reason == nil { makeRoom() }
    return reason
  }

  private func path(for key: Ground.Key) -> String { "\(cache.folder)/\(key.digest).ground" }

  private struct Header {
    let checksum: String
    let warnings: [String]
    let length: Int
  }

  private func header(_ descriptor: Int32, _ key: Ground.Key) -> Header? {
    let bytes = [UInt8](unsafeUninitializedCapacity: GroundFiles.mostHeaderBytes) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    guard
      let end = bytes.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 })
    else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count == 4, words[0] == GroundFiles.signature,
      words[1] == "\(key.pixels.width)", words[2] == "\(key.pixels.height)"
    else { return nil }
    return Header(
      checksum: words[3], warnings: lines.dropFirst().map { String($0.dropFirst(8)) },
      length: end + 2)
  }

  private func read(
    _ descriptor: Int32, from start: Int, into surface: inout ImageSurface
  ) -> Bool {
    surface.withMutablePixels { pixels in
      var done = 0
      while done < pixels.count {
        let got = pread(
          descriptor, pixels.baseAddress.map { $0 + done }, pixels.count - done, start + done)
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return false }
        done += got
      }
      return true
    }
  }

  /// Removes the least recently used entries, and what killed processes left an hour ago.
  private func makeRoom() {
    var entries: [(path: String, identity: Files.Identity)] = []
    for name in Files.namesWithHidden(in: cache.folder) {
      let path = "\(cache.folder)/\(name)"
      guard let identity = try? Files.identity(of: path) else { continue }
      if name.hasSuffix(".ground") {
        entries.append((path, identity))
      } else if name.hasPrefix(".wallfarm-"), name.hasSuffix(".tmp"),
        identity.seconds < time(nil) - 3600
      {
        unlink(path)
      }
    }
    var total = entries.reduce(0) { $0 + $1.identity.size }
    entries.sort {
      ($0.identity.seconds, $0.identity.nanoseconds) < (
        $1.identity.seconds, $1.identity.nanoseconds
      )
    }
    for entry in entries where total > cache.mostBytes {
      unlink(entry.path)
      total -= entry.identity.size
    }
  }
}
