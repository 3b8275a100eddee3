internal import Digests
internal import Files
internal import Glibc
import PhotoFormats
import WallfarmPluginKit

/// Reads the header and the end of a photo, and computes a digest of the start and end of the file.
package enum HeadReading {
  /// The number of bytes to digest at each end of a file.
  ///
  /// Photos from the same camera have fewer bytes than this in common at each end.
  private static let digested = 16 << 10

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file path.
  ///   - modified: The modification time in nanoseconds since 1970.
  ///   - readsPlaces: Whether to read the location.
  /// - Returns: The facts; errors in the file are reported as damage.
  package static func facts(
    of path: String, modified: Int64, readsPlaces: Bool
  ) -> HeadFacts {
    var facts = HeadFacts()
    do throws(RenderError) {
      let file = try Files.openToRead(path)
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { throw .cannotRead(path, errno) }
      let source = DescriptorSource(file, size: Int(status.st_size), path: path)
      facts.content = try digest(of: source)
      let header = try PhotoHeader.read(from: source, readsPlaces: readsPlaces)
      let damage = try PhotoTail.damage(of: source, header)
      fill(&facts, header, damage, path, modified)
    } catch {
      facts.damage = PhotoDamage(.unreadable, error.message)
    }
    return facts
  }

  private static func fill(
    _ facts: inout HeadFacts, _ header: PhotoHeader, _ damage: PhotoDamage?, _ path: String,
    _ modified: Int64
  ) {
    facts.format = header.format
    facts.damage = damage
    facts.width = header.pixels?.width ?? 0
    facts.height = header.pixels?.height ?? 0
    facts.orientation = header.orientation
    facts.isScreenshot = header.isScreenshot
    facts.latitude = header.place?.latitude
    facts.longitude = header.place?.longitude
    let seconds = Int((Double(modified) / 1_000_000_000).rounded(.down))
    guard
      let taken = TakenDate.best(
        header, fileName: Files.name(of: path), modified: Moment(seconds: seconds))
    else { return }
    facts.take(taken)
  }

  /// Whether the bytes of a file match the content digest of an indexed photo.
  package static func isSame(_ bytes: [UInt8], as content: String) -> Bool {
    // An index entry without a digest matches any file.
    guard !content.isEmpty else { return true }
    var digest = SHA256()
    withUnsafeBytes(of: Int64(bytes.count).littleEndian) { digest.update($0) }
    for place in bytes.count > digested ? [0, max(digested, bytes.count - digested)] : [0] {
      bytes[place..<min(place + digested, bytes.count)].withUnsafeBytes { digest.update($0) }
    }
    return digest.finish() == content
  }

  private static func digest(of source: DescriptorSource) throws(RenderError) -> String {
    var digest = SHA256()
    withUnsafeBytes(of: Int64(source.size).littleEndian) { digest.update($0) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: digested, alignment: 16)
    defer { buffer.deallocate() }
    for place in source.size > digested ? [0, max(digested, source.size - digested)] : [0] {
      let count = try source.read(at: place, into: buffer)
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return digest.finish()
  }
}
