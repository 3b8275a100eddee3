import Files
import Films
import Motion
import WallfarmPluginKit

/// Fuzzes a stored film segment with a valid checksum, which a fuzzer would never guess.
///
/// The parsed segment must survive a round trip.
func fuzzSegment(_ bytes: [UInt8]) {
  _ = StoredSegment(bytes)
  // Prepend a correct checksum to the contents after the first line.
  guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
  let rest = Array(bytes[(end + 1)...])
  let whole = Array((FileDigest.sha256(of: rest) + "\n").utf8) + rest
  guard let segment = StoredSegment(whole) else { return }
  guard let again = StoredSegment(segment.pieces.flatMap(\.self)), again.film == segment.film,
    again.place == segment.place, again.pieces == segment.pieces
  else { fatalError("a segment changed after decoding and encoding") }
}

enum SegmentSeeds {
  static var all: [[UInt8]] {
    var video = VideoSegment()
    video.parameters = ([1, 2, 3, 4], [5])
    video.samples = (0..<3).map {
      VideoSegment.Sample(bytes: [UInt8](repeating: 7, count: 9 + $0), isWhole: $0 == 0)
    }
    let segments = [
      FilmSegment.video(video), .animation([7, 8, 9], milliseconds: 1000),
      .files([[[1, 2]], [[3]]]),
    ]
    return segments.map {
      StoredSegment($0, of: "film", at: 3, warnings: []).pieces.flatMap(\.self)
    }
  }
}
