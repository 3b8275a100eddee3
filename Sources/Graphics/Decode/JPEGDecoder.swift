internal import CJPEG
internal import CTurboJPEG
import WallfarmPluginKit

/// JPEG through libjpeg-turbo; only the columns that are shown, and at a reduced size where that is
/// enough.
enum JPEGDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    let session = try Session(file: file)
    let (size, isCMYK) = try session.readHeader(bytes)
    let markers = JPEGMarkers(bytes)
    let color: PhotoColor =
      if isCMYK {
        .cmyk(profile: markers.profile, isInverted: markers.hasAdobeSegment)
      } else {
        markers.profile.map(PhotoColor.profile) ?? .sRGB
      }
    return PhotoHeader(size: size, orientation: markers.orientation, color: color)
  }

  /// Decodes the columns that hold a part of the upright picture.
  static func decode(
    _ bytes: [UInt8], _ header: PhotoHeader, atLeast needed: PixelSize, part: PhotoPart,
    file: String
  ) throws(RenderError) -> DecodedPhoto {
    let eighths = eighths(of: header.size, atLeast: needed)
    let columns = part.storedColumns(
      header.orientation, picture: header.size.turned(by: header.orientation))
    let size = scaled(header.size, eighths: eighths)
    let first = columns.lowerBound * eighths / 8
    let last = min(size.width, (columns.upperBound * eighths + 7) / 8)
    var photo: DecodedPhoto?
    try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      let decompressor = try Decompressor(buffer, file: file)
      let range = try decompressor.start(
        eighths: eighths, columns: first..<last, isCMYK: header.color.isCMYK)
      let surface = try ImageSurface(
        size: PixelSize(width: range.count, height: size.height))
      let warning = try decompressor.decompress(into: surface)
      photo = DecodedPhoto(
        surface: surface, firstColumn: range.lowerBound, storedSize: size,
        orientation: header.orientation, color: header.color, warning: warning)
    }
    guard let photo else { preconditionFailure("decoding gave neither a photo nor an error") }
    return photo
  }

  /// The smallest size out of the decoder that is not below what is needed on either side.
  ///
  /// Only halves, quarters and eighths: libjpeg-turbo has fast code for these alone (7/8 of 12
  /// megapixels took 80 ms, all of them 61 ms), and other fractions cost up to 20 dB of sharpness.
  static func scaledSize(of size: PixelSize, atLeast needed: PixelSize) -> PixelSize {
    scaled(size, eighths: eighths(of: size, atLeast: needed))
  }

  private static func eighths(of size: PixelSize, atLeast needed: PixelSize) -> Int {
    [1, 2, 4].first { eighths in
      let scaled = scaled(size, eighths: eighths)
      return scaled.width >= needed.width && scaled.height >= needed.height
    } ?? 8
  }

  /// libjpeg rounds scaled sides up.
  private static func scaled(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// A stretch of columns being decoded.
  private struct Decompressor: ~Copyable {
    private let jpeg: OpaquePointer
    private let file: String

    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(RenderError) {
      guard let jpeg = wallfarm_jpeg_open(bytes.baseAddress, bytes.count) else {
        throw .photoUnreadable("libjpeg-turbo could not start", file: file)
      }
      self.jpeg = jpeg
      self.file = file
    }

    deinit { wallfarm_jpeg_close(jpeg) }

    /// - Returns: the columns that will come, which hold those asked for.
    func start(
      eighths: Int, columns: Range<Int>, isCMYK: Bool
    ) throws(RenderError) -> Range<Int> {
      var (first, width) = (UInt32(columns.lowerBound), UInt32(columns.count))
      guard wallfarm_jpeg_start(jpeg, Int32(eighths), isCMYK ? 1 : 0, &first, &width) == 0 else {
        throw failure
      }
      return Int(first)..<Int(first + width)
    }

    /// Fills a surface and returns a warning that changed no pixel, if there was one.
    func decompress(into surface: borrowing ImageSurface) throws(RenderError) -> String? {
      let (height, stride, jpeg) = (surface.size.height, surface.stride, jpeg)
      let status = surface.withMutablePixels { pixels in
        wallfarm_jpeg_read(
          jpeg, pixels.bindMemory(to: UInt8.self).baseAddress, stride, UInt32(height))
      }
      guard status == 0 else { throw failure }
      guard let warning = wallfarm_jpeg_warning(jpeg).map({ String(cString: $0) }) else {
        return nil
      }
      // Most warnings mean pixels that had to be guessed, which is a failure here. Bytes that belong
      // to nothing, which some cameras and editors leave before a marker, are not part of a picture.
      guard warning.hasSuffix("extraneous bytes before marker 0xd9") else {
        throw .photoUnreadable(warning, file: file)
      }
      return warning
    }

    private var failure: RenderError {
      let reason = wallfarm_jpeg_failure(jpeg).map { String(cString: $0) }
      return .photoUnreadable(reason ?? "libjpeg-turbo stopped without a word", file: file)
    }
  }

  /// TurboJPEG, which knows more colour spaces by name.
  private struct Session: ~Copyable {
    let handle: tjhandle
    let file: String

    init(file: String) throws(RenderError) {
      guard let handle = tjInitDecompress() else {
        throw .photoUnreadable("libjpeg-turbo could not start", file: file)
      }
      self.handle = handle
      self.file = file
    }

    deinit { tjDestroy(handle) }

    func readHeader(
      _ bytes: [UInt8]
    ) throws(RenderError) -> (size: PixelSize, isCMYK: Bool) {
      var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
      let status = tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
      guard status == 0 else { throw failure }
      guard width > 0, height > 0 else {
        throw .photoUnreadable("the file ends before the picture starts", file: file)
      }
      let isCMYK = [TJCS_CMYK, TJCS_YCCK].contains { Int32($0.rawValue) == space }
      return (PixelSize(width: Int(width), height: Int(height)), isCMYK)
    }

    private var failure: RenderError {
      .photoUnreadable(String(cString: tjGetErrorStr2(handle)), file: file)
    }
  }
}
