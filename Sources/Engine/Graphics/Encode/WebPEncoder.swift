internal import CWebP
internal import PNG
public import WallfarmPluginKit

/// Encodes WebP files, which are smaller than PNG files for photos and support transparency.
public struct WebPEncoder: Sendable {
  /// The default quality, which is high enough that no ringing is visible around letters.
  public static let standardQuality = 90

  private let settings: EncodingSettings

  /// Creates an encoder with the given settings.
  public init(_ settings: EncodingSettings) { self.settings = settings }

  /// Encodes a surface.
  ///
  /// - Throws: `raster-failed` if libwebp fails or a dimension exceeds 16,383 pixels.
  public func encode(_ surface: borrowing ImageSurface) throws(RenderError) -> EncodedFile {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else {
      throw .encodingFailed("WebP", "the version of libwebp is incompatible")
    }
    config.method = settings.effort.webPMethod
    switch settings.quality ?? .level(WebPEncoder.standardQuality) {
    case .level(let level):
      config.quality = Float(level)
      // Lossy WebP subsamples chroma; sharp YUV conversion keeps the edges of colored letters
      // clean.
      config.use_sharp_yuv = 1
      config.alpha_quality = 100
    case .lossless:
      config.lossless = 1
      config.exact = 1
      config.quality = settings.effort.webPLosslessEffort
    }
    let image = try surface.withRows { rows in
      Result { () throws(RenderError) in try compress(rows, config) }
    }.get()
    return EncodedFile([try boxed(image, hasAlpha: !surface.isOpaque)])
  }

  private func compress(_ rows: borrowing PixelRows, _ config: WebPConfig) throws(RenderError)
    -> [UInt8]
  {
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else {
      throw .encodingFailed("WebP", "the version of libwebp is incompatible")
    }
    defer { WebPPictureFree(&picture) }
    picture.width = Int32(rows.size.width)
    picture.height = Int32(rows.size.height)
    picture.use_argb = 1
    guard WebPPictureAlloc(&picture) != 0, let target = picture.argb else {
      throw .encodingFailed("WebP", reason(picture.error_code))
    }
    // libwebp uses the same byte order for ARGB, but its colors are not premultiplied.
    for y in 0..<rows.size.height {
      let row = target + y * Int(picture.argb_stride)
      for (x, pixel) in rows[y].enumerated() { row[x] = straightAlpha(pixel) }
    }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let (isDone, bytes) = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      var config = config
      let isDone = WebPEncode(&config, &picture) != 0
      return (
        isDone, Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
      )
    }
    guard isDone else { throw .encodingFailed("WebP", reason(picture.error_code)) }
    return bytes
  }

  /// Adds an ICC profile chunk and an XMP chunk if needed (WebP container, "Extended File Format").
  private func boxed(_ image: [UInt8], hasAlpha: Bool) throws(RenderError) -> [UInt8] {
    var chunks: [(name: String, bytes: [UInt8])] = []
    if settings.space != .sRGB { chunks.append(("ICCP", try settings.space.iccProfile())) }
    if let xmp { chunks.append(("XMP ", Array(xmp.utf8))) }
    guard !chunks.isEmpty else { return image }
    guard let mux = WebPNewInternal(WEBP_MUX_ABI_VERSION) else {
      throw .encodingFailed("WebP", "there is not enough memory for its chunks")
    }
    defer { WebPMuxDelete(mux) }
    var isBoxed = image.withWebPData { WebPMuxSetImage(mux, $0, 1) == WEBP_MUX_OK }
    for (name, bytes) in chunks {
      isBoxed = isBoxed && bytes.withWebPData { WebPMuxSetChunk(mux, name, $0, 1) == WEBP_MUX_OK }
    }
    var file = WebPData()
    guard isBoxed, WebPMuxAssemble(mux, &file) == WEBP_MUX_OK else {
      throw .encodingFailed("WebP", "its chunks could not be assembled")
    }
    defer { WebPFree(UnsafeMutableRawPointer(mutating: file.bytes)) }
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }

  /// The program name and fingerprint as XMP (ISO 16684-1), the only text metadata that WebP
  /// supports.
  private var xmp: String? {
    guard let software = settings.software else { return nil }
    func attribute(_ name: String, _ value: String) -> String {
      // ``PhotoDecoder/fingerprint`` searches for these quotation marks.
      "xmp:\(name)='\(value.escapedForXML.replacing("'", with: "&apos;"))'"
    }
    let tool = attribute("CreatorTool", software)
    let identifier = settings.fingerprint.map { " " + attribute("Label", $0) } ?? ""
    return """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \
      xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
      xmlns:xmp='http://ns.adobe.com/xap/1.0/' \(tool)\(identifier)/>\
      </rdf:RDF></x:xmpmeta>
      """
  }

  private func reason(_ code: WebPEncodingError) -> String {
    switch code {
    case VP8_ENC_ERROR_BAD_DIMENSION: "a side has more than 16,383 pixels"
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: "out of memory"
    default: "libwebp stopped with error \(code.rawValue)"
    }
  }
}

extension EncodingEffort {
  /// The compression method for libwebp, from 0 (fastest) to 6.
  fileprivate var webPMethod: Int32 {
    switch self {
    case .fast: 2
    case .balanced: 4
    case .small: 6
    }
  }

  /// The effort of lossless compression, 0…100, which libwebp calls "quality".
  fileprivate var webPLosslessEffort: Float {
    switch self {
    case .fast: 25
    case .balanced: 70
    case .small: 100
    }
  }
}

extension [UInt8] {
  fileprivate func withWebPData<Result>(_ body: (UnsafePointer<WebPData>) -> Result) -> Result {
    withUnsafeBufferPointer { buffer in
      var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
      return body(&data)
    }
  }
}
