public import WallfarmPluginKit

/// The color space of a decoded photo.
public enum PhotoColor: Sendable, Hashable {
  /// sRGB, which is also assumed for photos without a profile.
  case sRGB
  /// Display P3: the primaries of current phones, with the sRGB transfer function.
  case displayP3
  /// An embedded ICC profile.
  case profile([UInt8])
  /// Primaries and a transfer function that are described by code points.
  case described(DescribedColor)
  /// CMYK, stored in the channels blue, green, red and alpha; `isInverted` if 0 means full ink.
  case cmyk(profile: [UInt8]?, isInverted: Bool)

  var isCMYK: Bool { if case .cmyk = self { true } else { false } }
}

/// A decoded photo: its pixels in stored orientation, the orientation and the color space.
public struct DecodedPhoto: ~Copyable {
  /// The stored pixels before rotation and color conversion; they may contain only some columns.
  public let surface: ImageSurface
  /// The column of the stored picture at which the surface begins.
  let firstColumn: Int
  /// The size of the entire stored picture.
  let storedSize: PixelSize
  /// The orientation, which has not been applied yet.
  public let orientation: Orientation
  /// The color space of the pixels.
  public let color: PhotoColor
  private let ownWarning: String?
  /// The decoding progress; nil if all rows are decoded.
  let arrival: Arrival?

  // Another thread may still write to the pixel memory.
  deinit { arrival?.waitForEnd() }

  /// Waits until the last row is decoded.
  ///
  /// - Returns: the decoder's harmless warnings, if any.
  /// - Throws: `photo-unreadable`; the pixels are then invalid.
  public borrowing func finish() throws(RenderError) -> String? {
    try arrival?.result() ?? ownWarning
  }

  /// The size of the upright picture.
  public var size: PixelSize { storedSize.turned(by: orientation) }

  /// Validates the ICC profile before drawing.
  ///
  /// - Throws: `photo-unreadable`, which names the file.
  public func checkColor(file: String) throws(RenderError) {
    try ColorTransform.check(color, file: file)
  }

  /// Creates a photo from existing pixels; by default, they are upright and sRGB.
  public init(
    surface: consuming ImageSurface, orientation: Orientation = .upright,
    color: PhotoColor = .sRGB, warning: String? = nil
  ) {
    self.init(
      surface: surface, firstColumn: 0, storedSize: surface.size, orientation: orientation,
      color: color, warning: warning)
  }

  /// Creates a photo whose surface contains only a range of columns.
  init(
    surface: consuming ImageSurface, firstColumn: Int, storedSize: PixelSize,
    orientation: Orientation, color: PhotoColor, warning: String?, arrival: Arrival? = nil
  ) {
    ownWarning = warning
    self.arrival = arrival
    self.firstColumn = firstColumn
    self.storedSize = storedSize
    self.surface = surface
    self.orientation = orientation
    self.color = color
  }
}
