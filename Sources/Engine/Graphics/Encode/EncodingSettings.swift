/// The compression effort.
public enum EncodingEffort: String, Sendable, Hashable, CaseIterable {
  /// Compresses in a single pass; this is the default.
  case fast
  /// Tries improvements that are likely to help; takes a few times as long as `fast`.
  case balanced
  /// Tries every improvement; takes seconds instead of milliseconds.
  case small
}

/// The quality of a lossy format.
///
/// The quality has no effect on PNG, which is lossless.
public enum EncodingQuality: Sendable, Hashable {
  /// A quality level, 1…100.
  case level(Int)
  /// Lossless compression; WebP only.
  case lossless
}

/// The compression settings and metadata of a file.
public struct EncodingSettings: Sendable, Hashable {
  /// The compression effort.
  public var effort: EncodingEffort
  /// The quality, or `nil` for the default quality of the format.
  public var quality: EncodingQuality?
  /// The pixel density in pixels per inch, or `nil` to omit it.
  public var ppi: Int?
  /// The color space of the pixels.
  public var space: ColorSpace
  /// The name of the program that created the file.
  public var software: String?
  /// The fingerprint of the picture's inputs; it never contains text that a user wrote.
  public var fingerprint: String?

  /// Creates settings without a program name or fingerprint.
  public init(
    effort: EncodingEffort = .fast, quality: EncodingQuality? = nil, ppi: Int? = nil,
    space: ColorSpace = .sRGB
  ) {
    self.effort = effort
    self.quality = quality
    self.ppi = ppi
    self.space = space
  }
}
