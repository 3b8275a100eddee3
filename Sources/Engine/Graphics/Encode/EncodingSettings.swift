/// How hard to try for a small file.
public enum EncodingEffort: String, Sendable, Hashable, CaseIterable {
  /// One look at the picture: the default.
  case fast
  /// Tries what is likely to help, for a few times the time of `fast`.
  case balanced
  /// Tries everything; seconds, not milliseconds.
  case small
}

/// How much of a picture a format may leave out.
///
/// PNG leaves out nothing and ignores it.
public enum EncodingQuality: Sendable, Hashable {
  /// 1…100.
  case level(Int)
  /// Every pixel as it is; WebP only.
  case lossless
}

/// How a file is made, and what it says about itself.
public struct EncodingSettings: Sendable, Hashable {
  /// How hard to try for a small file.
  public var effort: EncodingEffort
  /// How much may be left out; nil for the format's own choice.
  public var quality: EncodingQuality?
  /// Pixels per inch of the device, or nil to say nothing of it.
  public var ppi: Int?
  /// What the numbers of the pixels mean.
  public var space: ColorSpace
  /// The program that made the file.
  public var software: String?
  /// Digest of everything that the picture was made of; never anything a person wrote.
  public var fingerprint: String?

  /// Makes settings for a file that says nothing about itself yet.
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
