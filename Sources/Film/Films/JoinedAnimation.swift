internal import CWebP
import WallfarmPluginKit

/// Concatenates animated WebP files.
///
/// libwebpmux keeps the whole file in memory, so MP4, which is written in chunks, is preferable for
/// long films.
final class JoinedAnimation {
  private let whole: OpaquePointer
  private let size: PixelSize

  /// Creates an empty animation.
  ///
  /// - Throws: `film-failed`.
  init(_ size: PixelSize) throws(RenderError) {
    guard let whole = WebPNewInternal(WEBP_MUX_ABI_VERSION) else {
      throw .filmFailed("libwebp is out of memory")
    }
    (self.whole, self.size) = (whole, size)
  }

  deinit { WebPMuxDelete(whole) }

  /// Appends an animation.
  ///
  /// - Throws: `film-failed`.
  func append(_ part: [UInt8], lasting milliseconds: Int) throws(RenderError) {
    let isWhole = part.withUnsafeBufferPointer { bytes in
      var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
      guard let mux = WebPMuxCreateInternal(&data, 0, WEBP_MUX_ABI_VERSION) else { return false }
      defer { WebPMuxDelete(mux) }
      var count: Int32 = 0
      guard WebPMuxNumChunks(mux, WEBP_CHUNK_ANMF, &count) == WEBP_MUX_OK else { return false }
      return (0..<max(1, UInt32(count))).allSatisfy { place in
        var frame = WebPMuxFrameInfo()
        guard WebPMuxGetFrame(mux, place + 1, &frame) == WEBP_MUX_OK else { return false }
        defer { WebPFree(UnsafeMutableRawPointer(mutating: frame.bitstream.bytes)) }
        // libwebpmux stores a segment in which nothing changes as a still image, which has no
        // duration.
        if count == 0 { frame.duration = Int32(milliseconds) }
        frame.id = WEBP_CHUNK_ANMF
        return WebPMuxPushFrame(whole, &frame, 1) == WEBP_MUX_OK
      }
    }
    guard isWhole else { throw .filmFailed("libwebp cannot join the segments") }
  }

  /// Writes the file.
  ///
  /// - Throws: `film-failed`, and the errors of `add`.
  func write(to add: FilmFile.Sink) throws(RenderError) {
    // Loop forever; the white background is never visible.
    var parameters = WebPMuxAnimParams(bgcolor: 0xFFFF_FFFF, loop_count: 0)
    var data = WebPData()
    guard WebPMuxSetAnimationParams(whole, &parameters) == WEBP_MUX_OK,
      WebPMuxSetCanvasSize(whole, Int32(size.width), Int32(size.height)) == WEBP_MUX_OK,
      WebPMuxAssemble(whole, &data) == WEBP_MUX_OK
    else { throw .filmFailed("libwebp cannot join the segments") }
    defer { WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
    // Copy 1 MiB at a time.
    let bytes = UnsafeBufferPointer(start: data.bytes, count: data.size)
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      try add(Array(bytes[start..<min(start + 1 << 20, bytes.count)]))
    }
  }
}
