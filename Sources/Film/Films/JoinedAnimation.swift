internal import CWebP
import WallfarmPluginKit

/// Joins animations that follow each other.
///
/// libwebpmux holds all of it in memory; long films are for MP4, which is written as its segments are read.
final class JoinedAnimation {
  private let whole: OpaquePointer
  private let size: PixelSize

  /// - Throws: `film-failed`.
  init(_ size: PixelSize) throws(RenderError) {
    guard let whole = WebPNewInternal(WEBP_MUX_ABI_VERSION) else {
      throw .filmFailed("libwebp has no memory")
    }
    (self.whole, self.size) = (whole, size)
  }

  deinit { WebPMuxDelete(whole) }

  /// Adds the next animation.
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
        // libwebpmux makes a still picture of an animation in which nothing moves.
        if count == 0 { frame.duration = Int32(milliseconds) }
        frame.id = WEBP_CHUNK_ANMF
        return WebPMuxPushFrame(whole, &frame, 1) == WEBP_MUX_OK
      }
    }
    guard isWhole else { throw .filmFailed("libwebp cannot join its segments") }
  }

  /// Writes the file.
  ///
  /// - Throws: `film-failed`, and what `add` throws.
  func write(to add: FilmFile.Sink) throws(RenderError) {
    // Begins anew at its end, for ever; white, where nothing is ever seen.
    var parameters = WebPMuxAnimParams(bgcolor: 0xFFFF_FFFF, loop_count: 0)
    var data = WebPData()
    guard WebPMuxSetAnimationParams(whole, &parameters) == WEBP_MUX_OK,
      WebPMuxSetCanvasSize(whole, Int32(size.width), Int32(size.height)) == WEBP_MUX_OK,
      WebPMuxAssemble(whole, &data) == WEBP_MUX_OK
    else { throw .filmFailed("libwebp cannot join its segments") }
    defer { WebPFree(UnsafeMutableRawPointer(mutating: data.bytes)) }
    // A piece at a time is copied.
    let bytes = UnsafeBufferPointer(start: data.bytes, count: data.size)
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      try add(Array(bytes[start..<min(start + 1 << 20, bytes.count)]))
    }
  }
}
