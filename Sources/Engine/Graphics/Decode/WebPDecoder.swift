internal import CWebP
import PhotoFormats
import WallfarmPluginKit

/// Decodes WebP with libwebp; only the first frame of an animation is decoded.
enum WebPDecoder {
  static func header(of bytes: [UInt8], file: String) throws(RenderError) -> PhotoHeader {
    try Container.with(bytes, file: file) { container in
      PhotoHeader(
        size: container.size, orientation: container.orientation,
        color: container.profile.map(PhotoColor.profile) ?? .sRGB)
    }
  }

  /// The XMP packet; nil if there is none.
  static func xmp(of bytes: [UInt8], file: String) throws(RenderError) -> String? {
    try Container.with(bytes, file: file) { $0.xmp }
  }

  static func decode(
    _ bytes: [UInt8], size: PixelSize, file: String
  ) throws(RenderError) -> ImageSurface {
    var surface = try ImageSurface(size: size)
    try Container.with(bytes, file: file) { (container) throws(RenderError) in
      try container.decodeFirstFrame(into: &surface)
    }
    return surface
  }

  /// A WebP file that libwebp has split into chunks.
  private struct Container: ~Copyable {
    private let demuxer: OpaquePointer
    private let file: String

    /// libwebp keeps a pointer to the bytes, so the bytes must not move while `body` runs.
    static func with<Result>(
      _ bytes: [UInt8], file: String,
      _ body: (borrowing Container) throws(RenderError) -> Result
    ) throws(RenderError) -> Result {
      try bytes.withUnsafeBufferPointer { (buffer) throws(RenderError) in
        try body(Container(buffer, file: file))
      }
    }

    private init(_ source: UnsafeBufferPointer<UInt8>, file: String) throws(RenderError) {
      self.file = file
      var data = WebPData(bytes: source.baseAddress, size: source.count)
      guard let demuxer = WebPDemuxInternal(&data, 0, nil, WEBP_DEMUX_ABI_VERSION) else {
        throw .photoUnreadable("its chunks are damaged or truncated", file: file)
      }
      self.demuxer = demuxer
    }

    deinit { WebPDemuxDelete(demuxer) }

    var size: PixelSize {
      PixelSize(
        width: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
        height: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
    }

    var profile: [UInt8]? { chunk("ICCP") }

    var xmp: String? { chunk("XMP ").map { String(decoding: $0, as: UTF8.self) } }

    var orientation: Orientation {
      // Some writers keep the EXIF prefix that JPEG uses.
      chunk("EXIF").map { ExifReader.orientation(in: ExifBlock($0)) } ?? .upright
    }

    private func chunk(_ name: String) -> [UInt8]? {
      var iterator = WebPChunkIterator()
      defer { WebPDemuxReleaseChunkIterator(&iterator) }
      guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
      return Array(UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
    }

    func decodeFirstFrame(into surface: inout ImageSurface) throws(RenderError) {
      var iterator = WebPIterator()
      defer { WebPDemuxReleaseIterator(&iterator) }
      guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0, iterator.complete != 0 else {
        throw .photoUnreadable("it has no complete frame", file: file)
      }
      let status = decode(iterator, into: &surface)
      guard status == VP8_STATUS_OK else {
        throw .photoUnreadable("libwebp stopped with status \(status.rawValue)", file: file)
      }
    }

    private func decode(
      _ frame: WebPIterator, into surface: inout ImageSurface
    ) -> VP8StatusCode {
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION) != 0 else {
        return VP8_STATUS_UNSUPPORTED_FEATURE
      }
      let (width, height, stride) = (surface.size.width, surface.size.height, surface.stride)
      // A frame may be smaller than its canvas; the rest of the canvas stays transparent.
      let (left, top) = (Int(frame.x_offset), Int(frame.y_offset))
      guard left + Int(frame.width) <= width, top + Int(frame.height) <= height else {
        return VP8_STATUS_BITSTREAM_ERROR
      }
      return surface.withMutablePixels { pixels in
        let start = top * stride + left * 4
        config.output.colorspace = MODE_bgrA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba =
          pixels.baseAddress.map { ($0 + start).assumingMemoryBound(to: UInt8.self) }
        config.output.u.RGBA.stride = Int32(stride)
        config.output.u.RGBA.size = pixels.count - start
        return WebPDecode(frame.fragment.bytes, frame.fragment.size, &config)
      }
    }
  }
}
