public import WallfarmPluginKit

/// The color space of a decoded photo.
public enum PhotoColor: Sendable, Hashable {
  /// The sRGB color space, which is also assumed for photos without a profile.
  case sRGB
  /// Display P3, which combines the primaries of current phone screens with the sRGB transfer
  /// function.
  case displayP3
  /// An embedded ICC profile.
  case profile([UInt8])
  /// Primaries and a transfer function that the file specifies without an ICC profile.
  case described(DescribedColor)
  /// CMYK, with the inks stored in the blue, green, red and alpha channels.
  ///
  /// If `isInverted` is true, 0 means full ink.
  case cmyk(profile: [UInt8]?, isInverted: Bool)

  var isCMYK: Bool { if case .cmyk = self { true } else { false } }
}

/// A decoded photo with its orientation and color space; the pixels are in stored orientation.
public struct DecodedPhoto: ~Copyable {
  /// The stored pixels before rotation and color conversion; they may include only some of the
  /// columns.
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
  /// The decoding progress; nil if all rows were decoded before this photo was created.
  let arrival: Arrival?
  /// Whether the pixels were drawn for one layer, so that they must not be scaled again.
  let isDrawing: Bool

  // Wait, because another thread may still be writing to the pixel memory.
  deinit { arrival?.waitForEnd() }

  /// Waits until the last row is decoded.
  ///
  /// - Returns: the decoder's harmless warnings, if any.
  /// - Throws: `photo-unreadable` if decoding fails; the pixels are then invalid.
  public borrowing func finish() throws(RenderError) -> String? {
    try arrival?.result() ?? ownWarning
  }

  /// The size of the upright picture.
  public var size: PixelSize { storedSize.turned(by: orientation) }

  /// Validates the ICC profile before drawing.
  ///
  /// - Throws: `photo-unreadable` with the name of the file, if the profile is invalid.
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

  /// Creates a photo from the pixels of a drawing, in sRGB.
  init(drawing surface: consuming ImageSurface) {
    self.init(
      surface: surface, firstColumn: 0, storedSize: surface.size, orientation: .upright,
      color: .sRGB, warning: nil, isDrawing: true)
  }

  /// Creates a photo whose surface contains only a range of columns.
  init(
    surface: consuming ImageSurface, firstColumn: Int, storedSize: PixelSize,
    orientation: Orientation, color: PhotoColor, warning: String?, arrival: Arrival? = nil,
    isDrawing: Bool = false
  ) {
    self.isDrawing = isDrawing
    ownWarning = warning
    self.arrival = arrival
    self.firstColumn = firstColumn
    self.storedSize = storedSize
    self.surface = surface
    self.orientation = orientation
    self.color = color
  }
}
