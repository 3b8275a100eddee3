import PhotoFormats

/// The reason why a photo may be unreadable.
package struct PhotoDamage: Hashable, Sendable {
  /// The kind of damage.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The file is empty.
    case empty
    /// The file has no photo signature.
    case foreign
    /// The file is truncated.
    case cut
    /// The file structure is invalid.
    case malformed
    /// The file has more parts than any real photo, and reading all of them would take too long.
    case tooManyParts = "too-many-parts"
    /// The structure is valid but contains no picture.
    case noPicture = "no-picture"
    /// The head is valid but the picture cannot be decoded.
    case body
    /// The file could not be opened or read.
    case unreadable
    /// The reading process crashed.
    case crash
    /// Reading takes too long.
    case slow

    /// Whether the next scan retries the photo even if it is unchanged.
    ///
    /// A lack of resources or a bug can cause these failures, so they do not mean that the photo is
    /// damaged.
    var isPassing: Bool { self == .unreadable || self == .crash }
  }

  package let kind: Kind
  /// The reason, worded so that it can follow "the photo is damaged: ".
  package let reason: String

  package init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }
}

extension PhotoDamage {
  static let empty = PhotoDamage(.empty, "it is empty")
  static let foreign = PhotoDamage(.foreign, "its first bytes are not those of a photo")

  /// Converts a structural flaw.
  init(_ flaw: PhotoFlaw) {
    switch flaw {
    case .noPicture: self.init(.noPicture, flaw.reason)
    case .tooManyParts: self.init(.tooManyParts, flaw.reason)
    case .shortLength(let part, let offset, _, _):
      let isSegment = if case .segment = part { true } else { false }
      self.init(part, offset, isSegment ? "has no length" : "is shorter than its header")
    case .tooLong(let part, let offset, _, _), .cut(let part, let offset):
      self.init(.cut, "it ends in \(Self.name(of: part)), which begins at byte \(offset)")
    case .noEnd(let offset): self.init(.cut, "it ends in a chunk, which begins at byte \(offset)")
    case .misplaced(_, _, let extent) where extent.isInFile:
      // Data beyond the end of the file was cut off, but data beyond the end of the `idat` box
      // never existed.
      let start = extent.start < 0 ? extent.room : min(extent.start, extent.room)
      self.init(.cut, "it ends in its data, which begins at byte \(start)")
    case .misplaced(let part, let offset, _):
      self.init(part, offset, "points outside its data")
    case .tooShort(let part, let offset):
      self.init(part, offset, "ends in the middle of a number")
    case .wrong(let part, let offset, let problem): self.init(part, offset, problem)
    case .other(let reason): self.init(.malformed, reason)
    }
  }

  /// Creates a description of the damage for an invalid part.
  private init(_ part: PhotoFlaw.Part, _ offset: Int, _ problem: String) {
    self.init(.malformed, "\(Self.name(of: part)) at byte \(offset) \(problem)")
  }

  private static func name(of part: PhotoFlaw.Part) -> String {
    switch part {
    case .chunk: "a chunk"
    case .box(nil): "a box"
    // Unprintable bytes and spaces in a name are shown as question marks.
    case .box(let name?): "its box '\(name.description.replacing(" ", with: "?"))'"
    default: part.description
    }
  }
}
