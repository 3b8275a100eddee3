import PhotoFormats

/// Why a photo may not be readable.
package struct PhotoDamage: Hashable, Sendable {
  /// What kind of damage it is.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It has no bytes.
    case empty
    /// Its first bytes are those of no photo.
    case foreign
    /// It ends too early.
    case cut
    /// Its parts do not fit together.
    case malformed
    /// It has more parts than any photo, and reading them all would take too long.
    case tooManyParts = "too-many-parts"
    /// All is in order, but there is no picture.
    case noPicture = "no-picture"
    /// Its head is in order, but its picture cannot be shown.
    case body
    /// It could not be opened, or not be read.
    case unreadable
    /// Reading it has ended the process that reads.
    case crash
    /// Reading it takes too long.
    case slow

    /// Whether the next scan tries again, though the photo has not changed: a machine that was short of something, or a
    /// fault of ours, says nothing about a photo.
    var isPassing: Bool { self == .unreadable || self == .crash }
  }

  package let kind: Kind
  /// For people, as it follows "the photo is damaged: ".
  package let reason: String

  package init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }
}

extension PhotoDamage {
  static let empty = PhotoDamage(.empty, "it is empty")
  static let foreign = PhotoDamage(.foreign, "it is no photo by its first bytes")

  /// The damage that a flaw of the file means.
  init(_ flaw: PhotoFlaw) {
    switch flaw {
    case .noPicture: self.init(.noPicture, flaw.reason)
    case .tooManyParts: self.init(.tooManyParts, flaw.reason)
    // A part that fits in the file is too short for its own header.
    case .tooLong(let part, let offset, let length, let left) where length <= left:
      let isSegment = if case .segment = part { true } else { false }
      self.init(part, offset, isSegment ? "has no length" : "is shorter than its header")
    case .tooLong(let part, let offset, _, _), .cut(let part, let offset):
      self.init(.cut, "it ends in \(Self.name(of: part)), which begins at byte \(offset)")
    case .noEnd(let offset): self.init(.cut, "it ends in a chunk, which begins at byte \(offset)")
    case .misplaced(_, _, let extent) where extent.isInFile:
      // Data is missing at the end of a file, and elsewhere was never there.
      let start = extent.start < 0 ? extent.room : min(extent.start, extent.room)
      self.init(.cut, "it ends in its data, which begins at byte \(start)")
    case .misplaced(let part, let offset, _):
      self.init(part, offset, "has places outside of its data")
    case .tooShort(let part, let offset):
      self.init(part, offset, "ends in the middle of a number")
    case .wrong(let part, let offset, let problem): self.init(part, offset, problem)
    case .other(let reason): self.init(.malformed, reason)
    }
  }

  /// A part that cannot be.
  private init(_ part: PhotoFlaw.Part, _ offset: Int, _ problem: String) {
    self.init(.malformed, "\(Self.name(of: part)) at byte \(offset) \(problem)")
  }

  private static func name(of part: PhotoFlaw.Part) -> String {
    switch part {
    case .chunk: "a chunk"
    case .box(nil): "a box"
    // Spaces are shown as what cannot be printed.
    case .box(let name?): "its box '\(name.description.replacing(" ", with: "?"))'"
    default: part.description
    }
  }
}
