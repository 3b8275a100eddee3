public import SourceJSON

/// A film as a farm knows it: which seconds it has, and what its bytes depend on.
///
/// A second is a segment: it begins with a whole picture and needs nothing of another, so that any worker makes any of
/// them, in any order.
public struct FilmShape: Sendable, Hashable {
  /// Changes when something changes that the bytes of the film depend on.
  public var digest: String
  /// SHA-256 of what its motion says: a file that was changed meanwhile makes no part of it.
  public var motion: String
  /// How its file ends: `mp4` or `webp`.
  public var format: String
  /// The pictures of it that are made, counted from 0.
  public var frames: Range<Int>
  /// Pictures of a segment; the last may have fewer.
  public var segmentLength: Int
  /// What encodes it, with its version: another one makes other bytes.
  public var encoder: String
  /// SHA-256 of the other files that it is made from, by their paths: a film is of one state of them.
  public var inputs: [String: String]

  /// Says what a film is.
  public init(
    digest: String, motion: String, format: String, frames: Range<Int>, segmentLength: Int,
    encoder: String, inputs: [String: String] = [:]
  ) {
    precondition(!frames.isEmpty && segmentLength > 0)
    (self.digest, self.motion, self.format) = (digest, motion, format)
    (self.frames, self.segmentLength, self.encoder) = (frames, segmentLength, encoder)
    self.inputs = inputs
  }

  /// The pictures of each segment.
  public var segments: [Range<Int>] {
    stride(from: frames.lowerBound, to: frames.upperBound, by: segmentLength).map {
      $0..<min($0 + segmentLength, frames.upperBound)
    }
  }

  /// The members of an object that ``init(_:)`` reads.
  var json: JSONValue {
    [
      "digest": .string(digest), "motion": .string(motion), "format": .string(format),
      "first": .number(Double(frames.lowerBound)), "count": .number(Double(frames.count)),
      "length": .number(Double(segmentLength)), "encoder": .string(encoder),
      "inputs": .object(inputs.mapValues(JSONValue.string)),
    ]
  }

  /// More pictures than the longest film has: what was damaged asks for no more memory than that.
  private static let mostPictures = 1 << 16

  /// Reads ``json``; nil for anything else.
  init?(_ node: JSONNode) {
    guard let numbers = FilmShape.numbers(node), let digest = node["digest"]?.string,
      let motion = node["motion"]?.string, let format = node["format"]?.string,
      let encoder = node["encoder"]?.string, let inputs = FilmShape.inputs(node)
    else { return nil }
    self.init(
      digest: digest, motion: motion, format: format, frames: numbers.frames,
      segmentLength: numbers.length, encoder: encoder, inputs: inputs)
  }

  /// Nil where one of them has no digest: a change of it would go unnoticed.
  private static func inputs(_ node: JSONNode) -> [String: String]? {
    // Units of an older version have none.
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

/// A part of a film as an order for a worker.
public struct FilmPart: Sendable, Hashable {
  /// What is to be made.
  public enum Work: Sendable, Hashable {
    /// One segment, to be kept.
    case segment(Int)
    /// The film, of segments that are kept in these files.
    case whole([String])
  }

  /// The film that it is of.
  public let film: FilmShape
  /// What of it.
  public let work: Work

  init(_ work: Work, of film: FilmShape) { (self.film, self.work) = (film, work) }

  /// The key that it stands under among the keys of its job, where no job can have one.
  static let key = "part"

  var json: JSONValue {
    switch work {
    case .segment(let place): ["film": film.json, "segment": .number(Double(place))]
    case .whole(let files): ["film": film.json, "files": .array(files.map(JSONValue.string))]
    }
  }

  /// Reads what stands among the keys of a job; nil where that is no part of a film.
  public init?(_ fields: [String: JSONValue]) {
    guard let value = fields[FilmPart.key] else { return nil }
    let node = JSONNode(value)
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
