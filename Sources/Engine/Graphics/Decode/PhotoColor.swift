public import WallfarmPluginKit

/// The color space of a decoded photo.
public enum PhotoColor: Sendable, Hashable {
  /// sRGB, also assumed for photos without a profile.
  case sRGB
  /// Display P3: the primaries of current phones with the sRGB transfer function.
  case displayP3
  /// An embedded ICC profile.
  case profile([UInt8])
  /// Primaries and a transfer function given as code points.
  case described(DescribedColor)
  /// CMYK in the channels blue, green, red and alpha; `isInverted` if 0 is full ink.
  case cmyk(profile: [UInt8]?, isInverted: Bool)

  var isCMYK: Bool { if case .cmyk = self { true } else { false } }
}

/// A decoded photo: pixels in stored orientation, with their orientation and color space.
public struct DecodedPhoto: ~Copyable {
  /// The stored pixels, neither rotated nor color-converted; may contain only some columns.
  public let surface: ImageSurface
  /// The column of the stored picture at which the surface begins.
  let firstColumn: Int
  /// Size of the whole stored picture.
  let storedSize: PixelSize
  /// The orientation that remains to be applied.
  public let orientation: Orientation
  /// The color space of the pixels.
  public let color: PhotoColor
  private let ownWarning: String?
  /// The decoding progress; nil if all rows are decoded.
  let arrival: Arrival?

  // Another thread may still be writing to the pixel memory.
  deinit { arrival?.waitForEnd() }

  /// Waits for the last row.
  ///
  /// - Returns: the decoder's harmless warnings, if any.
  /// - Throws: `photo-unreadable`; the pixels are then invalid.
  public borrowing func finish() throws(RenderError) -> String? {
    try arrival?.result() ?? ownWarning
  }

  /// Size of the upright picture.
  public var size: PixelSize { storedSize.turned(by: orientation) }

  /// Validates the ICC profile before drawing.
  ///
  /// - Throws: `photo-unreadable`, naming the file.
  public func checkColor(file: String) throws(RenderError) {
    try ColorTransform.check(color, file: file)
  }

  /// Creates a photo from existing pixels, by default upright sRGB.
  public init(
    surface: consuming ImageSurface, orientation: Orientation = .upright,
    color: PhotoColor = .sRGB, warning: String? = nil
  ) {
    self.init(
      surface: surface, firstColumn: 0, storedSize: surface.size, orientation: orientation,
      color: color, warning: warning)
  }

  /// Creates a photo from a range of columns.
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
