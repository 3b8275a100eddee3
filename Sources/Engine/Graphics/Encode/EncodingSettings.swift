/// The compression effort.
public enum EncodingEffort: String, Sendable, Hashable, CaseIterable {
  /// A single pass; the default.
  case fast
  /// Tries likely improvements, and takes a few times as long as `fast`.
  case balanced
  /// Tries everything; takes seconds instead of milliseconds.
  case small
}

/// The quality of a lossy format.
///
/// PNG is lossless and ignores it.
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
  /// The quality, or `nil` for the default of the format.
  public var quality: EncodingQuality?
  /// The density in pixels per inch, or `nil` to omit it.
  public var ppi: Int?
  /// The color space of the pixels.
  public var space: ColorSpace
  /// The name of the program that made the file.
  public var software: String?
  /// The fingerprint of the picture's inputs; never contains text written by users.
  public var fingerprint: String?

  /// Creates settings without software name and fingerprint.
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
