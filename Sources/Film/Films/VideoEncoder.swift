internal import CVideo
import Graphics
import WallfarmPluginKit

/// Encodes a segment as H.264 with OpenH264.
final class VideoEncoder: SegmentEncoder {
  private let encoder: OpaquePointer
  private var planes: PicturePlanes
  private var segment = VideoSegment()

  init(_ film: FilmSettings) throws(RenderError) {
    planes = PicturePlanes(film.filmed)
    var opened: OpaquePointer?
    let reason = said {
      opened = wallfarm_h264_open(
        Int32(clamping: film.filmed.width), Int32(clamping: film.filmed.height),
        Float(film.framesPerSecond), Int32(film.quantizer), $0)
    }
    guard let opened else { throw .filmFailed(reason) }
    encoder = opened
  }

  deinit { wallfarm_h264_close(encoder) }

  func add(_ picture: borrowing ImageSurface, changed: [PixelBox]) throws(RenderError) {
    planes.take(changed, of: picture)
    var sample = wallfarm_h264_sample()
    var status: Int32 = 0
    let reason = said { message in
      planes.withPlanes { luma, blue, red, stride in
        status = wallfarm_h264_encode(encoder, luma, blue, red, Int32(stride), &sample, message)
      }
    }
    guard status == 0 else { throw .filmFailed(reason) }
    if segment.samples.isEmpty { segment.parameters = (parameters(7), parameters(8)) }
    segment.samples.append(
      VideoSegment.Sample(
        bytes: Array(UnsafeBufferPointer(start: sample.bytes, count: sample.count)),
        isWhole: sample.is_whole != 0))
  }

  func finish() throws(RenderError) -> FilmSegment {
    guard segment.samples.first?.isWhole == true, !segment.parameters.sequence.isEmpty,
      !segment.parameters.picture.isEmpty
    else { throw .filmFailed("OpenH264 did not start the segment with a keyframe") }
    return .video(segment)
  }

  private func parameters(_ kind: Int32) -> [UInt8] {
    var count = 0
    let bytes = wallfarm_h264_parameters(encoder, kind, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// Returns the message that `body` writes into a buffer of 256 characters.
private func said(_ body: (UnsafeMutablePointer<CChar>) -> Void) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress else { return "" }
    buffer.initialize(repeating: 0)
    body(start)
    return String(cString: start)
  }
}
