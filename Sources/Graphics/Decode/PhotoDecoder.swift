public import WallfarmPluginKit

/// Turns the bytes of a photo into pixels.
///
/// A photo is opened first, which reads and checks its header, and decoded later, once it is known
/// how many pixels are needed.
public struct PhotoDecoder: Sendable {
  /// The format that the content shows.
  public let format: PhotoFormat
  /// Size of the picture in the file.
  public let size: PixelSize
  private let bytes: [UInt8]
  private let file: String

  /// Recognises a photo and checks its header against the limits.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its path, for messages only.
  ///   - limits: bounds on bytes, pixels and sides.
  /// - Throws: `photo-format`, `photo-unreadable` or `photo-too-large`.
  public init(
    _ bytes: [UInt8], file: String, limits: PhotoLimits = PhotoLimits()
  ) throws(RenderError) {
    guard let format = PhotoFormat(bytes) else {
      throw .photoFormat(PhotoFormat.describe(bytes), file: file)
    }
    self.format = format
    self.bytes = bytes
    self.file = file
    size =
      switch format {
      case .jpeg: try JPEGDecoder.size(of: bytes, file: file)
      case .png: try PNGDecoder.size(of: bytes, file: file)
      }
    try check(against: limits)
  }

  private func check(against limits: PhotoLimits) throws(RenderError) {
    if max(size.width, size.height) > limits.side {
      throw .photoTooLarge("\(size) pixels", limit: "\(limits.side) a side", file: file)
    }
    if size.area > limits.pixels {
      throw .photoTooLarge("\(size) pixels", limit: "\(limits.pixels) pixels", file: file)
    }
  }

  /// Decodes the picture, premultiplied.
  ///
  /// - Parameter needed: the result is at least this large on both sides where the photo is; a
  ///   JPEG is decoded straight to a smaller size when that is enough. Nil: full size.
  /// - Returns: the picture, premultiplied.
  /// - Throws: `photo-unreadable` for anything but a whole, undamaged picture.
  public func decode(atLeast needed: PixelSize? = nil) throws(RenderError) -> ImageSurface {
    switch format {
    case .jpeg: try JPEGDecoder.decode(bytes, size: size, atLeast: needed, file: file)
    case .png: try PNGDecoder.decode(bytes, size: size, file: file)
    }
  }
}
