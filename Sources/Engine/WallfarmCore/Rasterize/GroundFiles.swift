internal import Files
internal import Glibc
import Graphics
package import WallfarmPluginKit

/// Reads and writes the entries of a ``BackgroundCache``.
///
/// The first line of an entry contains the signature, width, height and a nonce. A line for each
/// decoder warning follows, then the seal of the pixels, the seal of all preceding lines, an empty
/// line, and the raw pixels. Both seals cover the name of the entry, so that a renamed entry is
/// invalid.
package struct GroundFiles {
  let cache: BackgroundCache

  package init(cache: BackgroundCache) {
    self.cache = cache
  }

  private static let signature = "wallfarm-ground-2"
  private static let mostHeaderBytes = 4096

  /// Whether the cache creates files with this name.
  static func isOurs(_ name: String) -> Bool {
    name.hasSuffix(".ground") || name == CacheKey.fileName
      || name.hasPrefix(".wallfarm-") && name.hasSuffix(".tmp")
  }

  /// Returns the decoder warnings of a background; `nil` if there is no valid entry.
  package func warnings(for key: Ground.Key) -> [String]? {
    let name = key.digest
    guard let descriptor = open(name) else { return nil }
    defer { close(descriptor) }
    return header(descriptor, key, name)?.warnings
  }

  /// Reads the background of an entry; `nil` if there is no valid entry.
  package func ground(for key: Ground.Key) throws(RenderError) -> Ground? {
    let name = key.digest
    guard let descriptor = open(name) else { return nil }
    defer { close(descriptor) }
    var surface = try ImageSurface(size: key.pixels)
    guard let header = header(descriptor, key, name),
      read(descriptor, from: header.length, into: &surface),
      cache.key.seal(surface, of: header.text) == header.seal
    else {
      unlink(path(name))
      return nil
    }
    // Update the modification time, which records when the entry was last used.
    futimens(descriptor, nil)
    return Ground(key, surface, warnings: header.warnings)
  }

  /// Writes an entry.
  ///
  /// - Returns: The system's error message if the entry could not be written.
  package func store(_ ground: Ground, for key: Ground.Key) throws(RenderError) -> String? {
    let name = key.digest
    let reason = try ground.withSurface { (surface) throws(RenderError) -> String? in
      var text = Self.firstLine(key) + CacheKey.nonce() + "\n"
      for warning in ground.warnings { text += "warning \(warning)\n" }
      let seal = cache.key.seal(surface, of: name + "\n" + text)
      text += "pixels \(seal)\n"
      let header = Array((text + "seal \(cache.key.seal(name + "\n" + text))\n\n").utf8)
      guard header.count < GroundFiles.mostHeaderBytes else { return nil }
      // Entries are not synced to disk, because an entry that is damaged by a power failure is
      // created again.
      return AtomicFile.replace(path(name), isDurable: false, mode: 0o600) { descriptor in
        header.withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
          ?? surface.withPixels { AtomicFile.writeAll($0, to: descriptor) }
      }
    }
    if reason == nil { makeRoom() }
    return reason
  }

  private func path(_ name: String) -> String { "\(cache.folder)/\(name).ground" }

  private static func firstLine(_ key: Ground.Key) -> String {
    "\(signature) \(key.pixels.width) \(key.pixels.height) "
  }

  /// Opens an entry without blocking; `nil` unless it is a regular file that this user owns.
  private func open(_ name: String) -> Int32? {
    let descriptor = Files.untilNotInterrupted {
      Glibc.open(path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, EntryKind(status.st_mode) == .file,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private struct Header {
    /// The text that the seal of the pixels covers: the entry name and all lines before the seal.
    let text: String
    let seal: String
    let warnings: [String]
    let length: Int
  }

  private func header(_ descriptor: Int32, _ key: Ground.Key, _ name: String) -> Header? {
    let bytes = [UInt8](unsafeUninitializedCapacity: GroundFiles.mostHeaderBytes) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    guard
      let end = bytes.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 }),
      let text = String(validating: bytes[..<end], as: UTF8.self)
    else { return nil }
    var lines = text.split(separator: "\n").map(String.init)
    func first(_ count: Int) -> String {
      name + "\n" + lines[..<count].map { $0 + "\n" }.joined()
    }
    guard lines.count >= 3, lines[0].hasPrefix(Self.firstLine(key)),
      let seal = lines.popLast(), seal == "seal " + cache.key.seal(first(lines.count)),
      let pixels = lines.popLast(), pixels.hasPrefix("pixels ")
    else { return nil }
    return Header(
      text: first(lines.count), seal: String(pixels.dropFirst(7)),
      warnings: lines.dropFirst().map { String($0.dropFirst(8)) }, length: end + 2)
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

  /// Evicts the least recently used entries if the cache is too large, and deletes temporary files
  /// that are older than an hour.
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
