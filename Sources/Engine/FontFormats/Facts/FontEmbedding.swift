/// The permission of a font's vendor to embed the font in documents.
///
/// The permission is the field `fsType` of the table `OS/2`.
public enum FontEmbedding: Sendable, Hashable, CaseIterable {
  /// The font can be embedded and installed.
  case installable
  /// The font can be embedded in documents that are edited.
  case editable
  /// The font can be embedded in documents that are viewed and printed.
  case previewAndPrint
  /// The font cannot be embedded without a license.
  case restricted
  /// Only bitmaps can be embedded.
  case bitmapOnly

  /// Whether pictures with text in the font can be drawn for others.
  public var isPermitted: Bool { self != .restricted && self != .bitmapOnly }

  /// Reads the field for a version of the table `OS/2`.
  ///
  /// Up to version 2, several bits can be set, and the least restrictive one applies. From version
  /// 3 on, that is an error in the font, and the most restrictive one applies.
  init(fsType: Int, version: Int) {
    let set = Self.permissions.filter { fsType & $0.bit != 0 }.map(\.embedding)
    let permission = (version < 3 ? set.first : set.last) ?? .installable
    self = permission != .restricted && fsType & 0x200 != 0 ? .bitmapOnly : permission
  }

  /// The bits, from the least to the most restrictive.
  private static let permissions: [(bit: Int, embedding: FontEmbedding)] = [
    (8, .editable), (4, .previewAndPrint), (2, .restricted),
  ]
}
