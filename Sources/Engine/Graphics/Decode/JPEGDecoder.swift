internal import CJPEG
import Dispatch
import WallfarmPluginKit

/// Decodes JPEG with libjpeg-turbo.
///
/// Only the visible columns are decoded, at a reduced scale if that is sufficient.
enum JPEGDecoder {
  static func header(
    of bytes: [UInt8], mostMemory: Int, file: String
  ) throws(RenderError) -> PhotoHeader {
    let (size, isCMYK) = try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      try Decompressor(buffer, mostMemory: mostMemory, file: file).header()
    }
    let markers = JPEGMarkers(bytes)
    let color: PhotoColor =
      if isCMYK {
        .cmyk(profile: markers.profile, isInverted: markers.hasAdobeSegment)
      } else {
        markers.profile.map(PhotoColor.profile) ?? .sRGB
      }
    return PhotoHeader(size: size, orientation: markers.orientation, color: color)
  }

  /// The parameters of one decoding operation.
  struct Work: Sendable {
    let bytes: [UInt8]
    let header: PhotoHeader
    /// The minimum size of the result, in stored orientation.
    let needed: PixelSize
    /// The visible part, in the coordinates of the upright picture.
    let part: PhotoPart
    /// Maximum memory for the DCT coefficients of a multi-scan file, in bytes.
    let mostMemory: Int
    let file: String

    fileprivate var eighths: Int { JPEGDecoder.eighths(of: header.size, atLeast: needed) }
    fileprivate var storedSize: PixelSize { scaled(header.size, eighths: eighths) }
    fileprivate var columns: Range<Int> {
      let stored = part.storedColumns(
        header.orientation, picture: header.size.turned(by: header.orientation))
      let last = (stored.upperBound * eighths + 7) / 8
      return stored.lowerBound * eighths / 8..<min(storedSize.width, last)
    }
  }

  /// Decodes the columns that contain the requested part.
  static func decode(_ work: Work) throws(RenderError) -> DecodedPhoto {
    let handover = Handover()
    let warning = try decompress(work, begin: handover.give, advance: { _ in })
    return try handover.photo(work, warning: warning, arrival: nil)
  }

  /// Starts decoding on another thread and returns as soon as the pixel memory is allocated.
  ///
  /// Rows become available later.
  static func start(_ work: Work) throws(RenderError) -> DecodedPhoto {
    let (arrival, handover) = (Arrival(), Handover())
    DispatchQueue.global(qos: .userInitiated).async {
      let outcome = Result { () throws(RenderError) in
        try decompress(
          work,
          begin: { surface, first in
            handover.give(surface, first)
            arrival.begin()
          }, advance: arrival.advance)
      }
      arrival.finish(outcome)
    }
    arrival.waitForBeginning()
    return try handover.photo(work, warning: nil, arrival: arrival)
  }

  /// Decodes a photo and reports progress.
  ///
  /// `begin` receives the surface and its first column once the surface is allocated; `advance`
  /// receives the number of rows decoded so far.
  private static func decompress(
    _ work: Work, begin: (consuming ImageSurface, Int) -> Void, advance: (Int) -> Void
  ) throws(RenderError) -> String? {
    try work.bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
      let decompressor = try Decompressor(buffer, mostMemory: work.mostMemory, file: work.file)
      let range = try decompressor.start(
        eighths: work.eighths, columns: work.columns, isCMYK: work.header.color.isCMYK)
      let size = PixelSize(width: range.count, height: work.storedSize.height)
      let surface = try ImageSurface(size: size)
      let target = ArrivingPixels(of: surface)
      begin(surface, range.lowerBound)
      return try decompressor.decompress(to: target, height: size.height, advance: advance)
    }
  }

  /// Passes the surface from the decoding thread to the thread that requested the photo.
  ///
  /// `@unchecked Sendable`: the decoding thread returns from `give` before the other thread is
  /// signaled to call `photo`.
  private final class Handover: @unchecked Sendable {
    private var surface: ImageSurface?
    private var firstColumn = 0

    func give(_ surface: consuming ImageSurface, _ firstColumn: Int) {
      self.surface = consume surface
      self.firstColumn = firstColumn
    }

    /// - Throws: the error that prevented decoding from starting.
    func photo(
      _ work: Work, warning: String?, arrival: Arrival?
    ) throws(RenderError) -> DecodedPhoto {
      guard let surface = surface.take() else {
        _ = try arrival?.result()
        preconditionFailure("decoding gave neither a photo nor an error")
      }
      return DecodedPhoto(
        surface: surface, firstColumn: firstColumn, storedSize: work.storedSize,
        orientation: work.header.orientation, color: work.header.color, warning: warning,
        arrival: arrival)
    }
  }

  /// Returns the smallest decoder output size whose width and height are both at least as large as
  /// needed.
  ///
  /// Besides full size, the decoder uses only the scales 1/2, 1/4 and 1/8, for which libjpeg-turbo
  /// has SIMD code (12 megapixels took 80 ms at 7/8, but only 61 ms at full size). Other scales
  /// also cost up to 20 dB of sharpness.
  static func scaledSize(of size: PixelSize, atLeast needed: PixelSize) -> PixelSize {
    scaled(size, eighths: eighths(of: size, atLeast: needed))
  }

  private static func eighths(of size: PixelSize, atLeast needed: PixelSize) -> Int {
    [1, 2, 4].first { eighths in
      let scaled = scaled(size, eighths: eighths)
      return scaled.width >= needed.width && scaled.height >= needed.height
    } ?? 8
  }

  /// Scales a size and, like libjpeg, rounds the width and height up.
  private static func scaled(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }

  /// A libjpeg decompressor for a range of columns.
  private struct Decompressor: ~Copyable {
    private let jpeg: OpaquePointer
    private let judge = WarningJudge()
    private let file: String
    /// The number of rows between two progress reports.
    private static let batch = 64

    init(
      _ bytes: UnsafeBufferPointer<UInt8>, mostMemory: Int, file: String
    ) throws(RenderError) {
      // The decompressor owns the warning handler, so an unretained reference is sufficient.
      let context = Unmanaged.passUnretained(judge).toOpaque()
      let jpeg = wallfarm_jpeg_open(
        bytes.baseAddress, bytes.count, mostMemory,
        { context, number, sentence in
          guard let context, let sentence else { return 1 }
          let judge = Unmanaged<WarningJudge>.fromOpaque(context).takeUnretainedValue()
          let meaning = JPEGWarnings.meaning(of: Int(number))
          return judge.allows(String(cString: sentence), meaning: meaning) ? 0 : 1
        }, context)
      guard let jpeg else {
        throw .photoUnreadable("libjpeg-turbo could not start", file: file)
      }
      self.jpeg = jpeg
      self.file = file
    }

    deinit { wallfarm_jpeg_close(jpeg) }

    func header() throws(RenderError) -> (size: PixelSize, isCMYK: Bool) {
      guard wallfarm_jpeg_failure(jpeg) == nil else { throw failure }
      let size = PixelSize(
        width: Int(wallfarm_jpeg_width(jpeg)), height: Int(wallfarm_jpeg_height(jpeg)))
      return (size, wallfarm_jpeg_is_cmyk(jpeg) != 0)
    }

    /// - Returns: the decoded columns, which include the requested columns.
    func start(
      eighths: Int, columns: Range<Int>, isCMYK: Bool
    ) throws(RenderError) -> Range<Int> {
      var (first, width) = (UInt32(columns.lowerBound), UInt32(columns.count))
      guard wallfarm_jpeg_start(jpeg, Int32(eighths), isCMYK ? 1 : 0, &first, &width) == 0 else {
        throw failure
      }
      return Int(first)..<Int(first + width)
    }

    /// Decodes all rows and returns libjpeg's harmless warnings.
    func decompress(
      to target: borrowing ArrivingPixels, height: Int, advance: (Int) -> Void
    ) throws(RenderError) -> String? {
      for done in Swift.stride(from: 0, to: height, by: Decompressor.batch) {
        let end = min(done + Decompressor.batch, height)
        let status = target.withBytes { bytes, stride in
          wallfarm_jpeg_read(jpeg, bytes, stride, UInt32(end))
        }
        guard status == 0 else { throw failure }
        advance(end)
      }
      return judge.text
    }

    private var failure: RenderError {
      let reason = wallfarm_jpeg_failure(jpeg).map { String(cString: $0) }
      return .photoUnreadable(reason ?? "libjpeg-turbo failed without giving a reason", file: file)
    }
  }
}
