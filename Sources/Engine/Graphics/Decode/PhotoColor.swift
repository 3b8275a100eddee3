public import WallfarmPluginKit

/// What the numbers of a decoded photo mean.
public enum PhotoColor: Sendable, Hashable {
  /// What most photos without a profile are.
  case sRGB
  /// The primaries of current phones, with the curve of sRGB.
  case displayP3
  /// As an ICC profile says; `isInverted` for CMYK whose 0 is full ink.
  case profile([UInt8])
  /// As numbers in the file describe them.
  case described(DescribedColor)
  /// Four inks in the place of blue, green, red and alpha; with the profile that describes them.
  case cmyk(profile: [UInt8]?, isInverted: Bool)

  var isCMYK: Bool { if case .cmyk = self { true } else { false } }
}

/// A photo in memory: its pixels as stored, and what has to be done with them.
public struct DecodedPhoto: ~Copyable {
  /// Pixels as they are stored, neither turned nor converted; perhaps not all columns.
  public let surface: ImageSurface
  /// Column of the stored picture that the first one of the surface is.
  let firstColumn: Int
  /// Size of the whole picture as it is stored.
  let storedSize: PixelSize
  /// How they have to be turned.
  public let orientation: Orientation
  /// What their numbers mean.
  public let color: PhotoColor
  private let ownWarning: String?
  /// Tells which rows are there; nil where all are.
  let arrival: Arrival?

  // Another thread may still be writing into the memory that goes now.
  deinit { arrival?.waitForEnd() }

  /// Waits for the last row.
  ///
  /// - Returns: what the decoder complained of although it changed no pixel.
  /// - Throws: `photo-unreadable`; then the pixels mean nothing.
  public borrowing func finish() throws(RenderError) -> String? {
    try arrival?.result() ?? ownWarning
  }

  /// Size of the upright picture.
  public var size: PixelSize { storedSize.turned(by: orientation) }

  /// Finds a colour profile that cannot be used before anything is drawn.
  ///
  /// - Throws: `photo-unreadable`, naming the file.
  public func checkColor(file: String) throws(RenderError) {
    try ColorTransform.check(color, file: file)
  }

  /// Makes a photo of pixels that came from elsewhere, upright sRGB unless told otherwise.
  public init(
    surface: consuming ImageSurface, orientation: Orientation = .upright,
    color: PhotoColor = .sRGB, warning: String? = nil
  ) {
    self.init(
      surface: surface, firstColumn: 0, storedSize: surface.size, orientation: orientation,
      color: color, warning: warning)
  }

  /// Some columns of a photo.
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
