/// Why a photo may not be readable.
package struct PhotoDamage: Error, Hashable, Sendable {
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
  static let noPicture = PhotoDamage(.noPicture, "it has no picture")
  static let tooManyParts = PhotoDamage(
    .tooManyParts, "it has more than \(HeaderBytes.mostParts) parts")

  /// The file ends within a part, or before one that has to be there.
  static func cut(_ part: String, at offset: Int) -> PhotoDamage {
    PhotoDamage(.cut, "it ends in \(part), which begins at byte \(offset)")
  }

  /// A part that cannot be.
  static func malformed(_ part: String, at offset: Int, _ what: String) -> PhotoDamage {
    PhotoDamage(.malformed, "\(part) at byte \(offset) \(what)")
  }
}
