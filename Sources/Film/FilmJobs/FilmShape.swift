import Files
package import Films
package import SourceJSON
import WallfarmPluginKit

/// The properties of a planned film that all of its parts need, such as the segments and the
/// digests of the inputs.
///
/// Each second of the film is a segment. A segment starts with a keyframe and does not depend on
/// other segments, so workers can render the segments in any order.
package struct FilmShape: Sendable, Hashable {
  /// A digest of everything that affects the bytes of the film.
  var digest: String
  /// SHA-256 of the motion; if the motion file has changed, orders for the film fail.
  var motion: String
  var format: FilmSettings.Format
  /// The range of frames to render, numbered from 0.
  var frames: Range<Int>
  /// Number of frames per segment; the last segment may be shorter.
  var segmentLength: Int
  /// The encoder and its version, which affect the bytes.
  var encoder: String
  /// SHA-256 of every other input, keyed by its path; all segments must use the same inputs.
  package var inputs: [String: String] = [:]

  package init(
    digest: String, motion: String, format: FilmSettings.Format, frames: Range<Int>,
    segmentLength: Int, encoder: String, inputs: [String: String] = [:]
  ) {
    self.digest = digest
    self.motion = motion
    self.format = format
    self.frames = frames
    self.segmentLength = segmentLength
    self.encoder = encoder
    self.inputs = inputs
  }

  /// The range of frames of each segment.
  package var segments: [Range<Int>] { frames.segments(of: segmentLength) }

  /// Checks that no input file has changed since the film was planned.
  ///
  /// If an input changed, segments rendered before and after the change would not match. Contents
  /// are compared by digest, so that copied or touched files are treated as unchanged.
  ///
  /// - Throws: `input-changed`, `file-unreadable`.
  func checkInputs() throws(RenderError) {
    for path in inputs.keys.sorted() where try FileDigest.sha256(ofFile: path) != inputs[path] {
      throw .inputChanged(path)
    }
  }
}

extension FilmShape {
  /// The JSON object that ``init(_:)`` decodes.
  package var json: JSONValue {
    [
      "digest": .string(digest), "motion": .string(motion), "format": .string(format.rawValue),
      "first": .number(Double(frames.lowerBound)), "count": .number(Double(frames.count)),
      "length": .number(Double(segmentLength)), "encoder": .string(encoder),
      "inputs": .object(inputs.mapValues(JSONValue.string)),
    ]
  }

  /// The maximum value of a number in the JSON.
  ///
  /// The limit is higher than the number of frames in the longest film, and bounds memory use if
  /// the JSON is damaged.
  private static let mostPictures = 1 << 16

  /// Decodes ``json``; returns `nil` if the value is invalid.
  package init?(_ json: JSONValue) {
    guard case .object(let members) = json, case .string(let digest)? = members["digest"],
      case .string(let motion)? = members["motion"], case .string(let name)? = members["format"],
      let format = FilmSettings.Format(rawValue: name),
      let first = FilmShape.number(members["first"], from: 0),
      let count = FilmShape.number(members["count"], from: 1),
      let length = FilmShape.number(members["length"], from: 1),
      case .string(let encoder)? = members["encoder"],
      let inputs = FilmShape.inputs(members["inputs"])
    else { return nil }
    self.init(
      digest: digest, motion: motion, format: format, frames: first..<first + count,
      segmentLength: length, encoder: encoder, inputs: inputs)
  }

  private static func number(_ value: JSONValue?, from least: Int) -> Int? {
    guard case .number(let number)? = value, let whole = Int(exactly: number) else { return nil }
    return (least...mostPictures).contains(whole) ? whole : nil
  }

  /// Decodes the digests of the inputs, or returns `nil` if a digest is not a string.
  ///
  /// Without its digest, a change to an input could not be detected.
  private static func inputs(_ value: JSONValue?) -> [String: String]? {
    // Units from older versions have no inputs.
    guard let value else { return [:] }
    guard case .object(let members) = value else { return nil }
    let inputs = members.compactMapValues { value in
      if case .string(let digest) = value { digest } else { nil }
    }
    return inputs.count == members.count ? inputs : nil
  }
}

extension RenderError {
  /// The error for a file that has changed since the film was planned.
  static func inputChanged(_ path: String) -> RenderError {
    RenderError(
      .inputChanged, "'\(path)' has changed since the film was planned", origin: .file(path),
      hint: "submit the job file again to plan the film with the current files")
  }
}
