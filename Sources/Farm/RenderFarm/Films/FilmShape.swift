import SourceJSON

/// The properties of a film that a farm needs: its segments, and digests of its inputs.
///
/// Each second is a segment. It starts with a keyframe and does not depend on other segments, so
/// workers can render segments in any order.
public struct FilmShape: Sendable, Hashable {
  /// A digest of everything on which the bytes of the film depend.
  public var digest: String
  /// SHA-256 of the motion; a segment of a changed motion file is rejected.
  public var motion: String
  /// The file extension: `mp4` or `webp`.
  public var format: String
  /// The range of rendered frames, counted from 0.
  public var frames: Range<Int>
  /// Number of frames per segment; the last segment may be shorter.
  public var segmentLength: Int
  /// The encoder with its version, on which the bytes depend.
  public var encoder: String
  /// SHA-256 of the other inputs by path; all segments must use the same inputs.
  public var inputs: [String: String]

  /// Creates a shape.
  public init(
    digest: String, motion: String, format: String, frames: Range<Int>, segmentLength: Int,
    encoder: String, inputs: [String: String] = [:]
  ) {
    precondition(!frames.isEmpty && segmentLength > 0)
    (self.digest, self.motion, self.format) = (digest, motion, format)
    (self.frames, self.segmentLength, self.encoder) = (frames, segmentLength, encoder)
    self.inputs = inputs
  }

  /// The range of frames of each segment.
  public var segments: [Range<Int>] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: segmentLength).map {
      $0..<min($0 + segmentLength, frames.upperBound)
    }
  }

  /// The JSON object that ``init(_:)`` decodes.
  var json: JSONValue {
    [
      "digest": .string(digest), "motion": .string(motion), "format": .string(format),
      "first": .number(Double(frames.lowerBound)), "count": .number(Double(frames.count)),
      "length": .number(Double(segmentLength)), "encoder": .string(encoder),
      "inputs": .object(inputs.mapValues(JSONValue.string)),
    ]
  }

  /// An upper bound on frames, above the longest film; limits memory if the JSON is damaged.
  private static let mostPictures = 1 << 16

  /// Decodes ``json``; returns `nil` if the node is invalid.
  init?(_ node: JSONNode) {
    guard let numbers = FilmShape.numbers(node), let digest = node["digest"]?.string,
      let motion = node["motion"]?.string, let format = node["format"]?.string,
      let encoder = node["encoder"]?.string, let inputs = FilmShape.inputs(node)
    else { return nil }
    self.init(
      digest: digest, motion: motion, format: format, frames: numbers.frames,
      segmentLength: numbers.length, encoder: encoder, inputs: inputs)
  }

  /// Returns `nil` if an input has no digest, because its changes would go undetected.
  private static func inputs(_ node: JSONNode) -> [String: String]? {
    // Units of older versions have no inputs.
    guard let written = node["inputs"] else { return [:] }
    guard let members = written.members else { return nil }
    var inputs: [String: String] = [:]
    for member in members {
      guard let digest = member.value.string else { return nil }
      inputs[member.key] = digest
    }
    return inputs
  }

  private static func numbers(_ node: JSONNode) -> (frames: Range<Int>, length: Int)? {
    guard let first = node["first"]?.whole, let count = node["count"]?.whole,
      let length = node["length"]?.whole, (0...mostPictures).contains(first),
      (1...mostPictures).contains(count), (1...mostPictures).contains(length)
    else { return nil }
    return (first..<first + count, length)
  }
}

/// A part of a film, as the order of a worker.
public struct FilmPart: Sendable, Hashable {
  /// The kind of part.
  public enum Work: Sendable, Hashable {
    /// A segment, written to its own file.
    case segment(Int)
    /// The complete film, assembled from the segments in these files.
    case whole([String])
  }

  /// The film to which the part belongs.
  public let film: FilmShape
  /// The kind of part.
  public let work: Work

  init(_ work: Work, of film: FilmShape) { (self.film, self.work) = (film, work) }

  var json: JSONValue {
    switch work {
    case .segment(let place): ["film": film.json, "segment": .number(Double(place))]
    case .whole(let files): ["film": film.json, "files": .array(files.map(JSONValue.string))]
    }
  }

  /// Decodes ``json``; returns `nil` if the node is invalid.
  init?(_ node: JSONNode) {
    guard let film = node["film"].flatMap(FilmShape.init) else { return nil }
    if let place = node["segment"]?.whole, film.segments.indices.contains(place) {
      self.init(.segment(place), of: film)
    } else if let elements = node["files"]?.elements, elements.count == film.segments.count {
      let files = elements.compactMap(\.string)
      guard files.count == elements.count else { return nil }
      self.init(.whole(files), of: film)
    } else {
      return nil
    }
  }
}
