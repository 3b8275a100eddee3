import Digests
package import Films
import SourceJSON
package import WallfarmPluginKit

/// A film segment in a temporary file: its identity, its contents and a checksum.
///
/// The file consists of a line with the SHA-256 of the rest, a line of JSON, and the concatenated
/// parts of the segment. `wallfarm motion` stores all its segments in a single file, each in this
/// format.
package struct StoredSegment {
  package let segment: FilmSegment
  /// The digest of the film.
  package let film: String
  package let place: Int
  package let warnings: [RenderWarning]

  private static let format = 3

  private enum Kind: String { case video, animation, pictures }
  /// Length of the checksum line: 64 hex digits and a newline.
  private static let checksumBytes = 65
  /// Maximum length of the JSON line in bytes.
  private static let longestHead = 1 << 20
  /// Maximum file size in bytes, which is more than one second of the largest frames needs.
  package static let mostBytes = 1 << 30

  /// The contents of the file, in chunks.
  package var pieces: [[UInt8]] {
    let (kind, parts, milliseconds, wholes) = contents
    let node: JSONValue = [
      "format": .number(Double(Self.format)), "kind": .string(kind.rawValue),
      "film": .string(film),
      "place": .number(Double(place)),
      "parts": .array(parts.map { .number(Double($0.count)) }),
      "wholes": .array(wholes.map { .number(Double($0)) }),
      "milliseconds": milliseconds.map { .number(Double($0)) } ?? .null,
      "warnings": .array(warnings.map(\.json)),
    ]
    let checked = [Array((node.text(pretty: false) + "\n").utf8)] + parts
    var digest = SHA256()
    for piece in checked { piece.withUnsafeBytes { digest.update($0) } }
    return [Array((digest.finish() + "\n").utf8)] + checked
  }

  /// The kind and parts of the segment, with its duration or keyframes.
  ///
  /// For a video, `parts` holds the two parameter sets followed by the samples, and `wholes` holds
  /// the indices of the keyframes. For an animation, `milliseconds` is the duration.
  private var contents: (kind: Kind, parts: [[UInt8]], milliseconds: Int?, wholes: [Int]) {
    switch segment {
    case .video(let video):
      let wholes = video.samples.indices.filter { video.samples[$0].isWhole }
      let parameters = [video.parameters.sequence, video.parameters.picture]
      return (.video, parameters + video.samples.map(\.bytes), nil, wholes)
    case .animation(let bytes, let milliseconds): return (.animation, [bytes], milliseconds, [])
    case .files(let files): return (.pictures, files.map { $0.flatMap(\.self) }, nil, [])
    }
  }

  package init(
    _ segment: FilmSegment, of film: String, at place: Int, warnings: [RenderWarning]
  ) {
    (self.segment, self.film, self.place, self.warnings) = (segment, film, place, warnings)
  }

  /// Decodes a file; returns nil if it is invalid, truncated or modified.
  package init?(_ bytes: [UInt8]) {
    guard Self.isWhole(bytes), let head = Self.head(bytes), let parts = Self.parts(bytes, head)
    else { return nil }
    guard let film = head.node["film"]?.string, let place = head.node["place"]?.whole,
      let segment = Self.segment(parts, head.node)
    else { return nil }
    let warnings = (head.node["warnings"]?.elements ?? []).compactMap(RenderWarning.init(json:))
    self.init(segment, of: film, at: place, warnings: warnings)
  }

  /// Whether the checksum matches.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > checksumBytes else { return false }
    var digest = SHA256()
    bytes.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[checksumBytes...])) }
    return bytes.starts(with: (digest.finish() + "\n").utf8)
  }

  private static func head(_ bytes: [UInt8]) -> (node: JSONNode, end: Int)? {
    let rest = bytes[checksumBytes...]
    guard let end = rest.prefix(longestHead).firstIndex(of: UInt8(ascii: "\n")),
      let node = try? JSONNode(parsing: Array(rest[..<end])), node["format"]?.whole == format
    else { return nil }
    return (node, end + 1)
  }

  private static func parts(_ bytes: [UInt8], _ head: (node: JSONNode, end: Int)) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var start = head.end
    for length in head.node["parts"]?.elements ?? [] {
      guard let length = length.whole, length >= 0, length <= bytes.count - start else {
        return nil
      }
      parts.append(Array(bytes[start..<start + length]))
      start += length
    }
    return start == bytes.count ? parts : nil
  }

  private static func segment(_ parts: [[UInt8]], _ node: JSONNode) -> FilmSegment? {
    switch node["kind"]?.string.flatMap(Kind.init) {
    case .video: video(parts, node)
    case .animation:
      if parts.count == 1, let milliseconds = node["milliseconds"]?.whole {
        .animation(parts[0], milliseconds: milliseconds)
      } else {
        nil
      }
    case .pictures: .files(parts.map { [$0] })
    case nil: nil
    }
  }

  private static func video(_ parts: [[UInt8]], _ node: JSONNode) -> FilmSegment? {
    guard parts.count > 2 else { return nil }
    let wholes = Set((node["wholes"]?.elements ?? []).compactMap(\.whole))
    var video = VideoSegment()
    video.parameters = (parts[0], parts[1])
    video.samples = parts.dropFirst(2).enumerated().map { place, bytes in
      VideoSegment.Sample(bytes: bytes, isWhole: wholes.contains(place))
    }
    return .video(video)
  }
}
