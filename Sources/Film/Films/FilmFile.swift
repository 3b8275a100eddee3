package import WallfarmPluginKit

/// Joins segments into a film file while keeping only one segment in memory.
package struct FilmFile {
  /// Returns the segment at an index; may be called more than once for the same segment.
  package typealias Source = (_ place: Int) throws(RenderError) -> FilmSegment
  /// Receives the file in chunks.
  package typealias Sink = ([UInt8]) throws(RenderError) -> Void

  private let film: FilmSettings

  package init(_ film: FilmSettings) { self.film = film }

  /// The limit on the total size of the samples in bytes, which keeps all positions in the file
  /// within 32 bits.
  static let mostBytes = 4_000_000_000
  private static let again = "render it again, and check the disk"

  /// Writes all segments in order.
  ///
  /// - Parameters:
  ///   - count: the number of segments.
  ///   - segment: returns the segments.
  ///   - add: receives the bytes.
  /// - Throws: `film-failed`, and the errors of both closures.
  package func write(
    _ count: Int, from segment: Source, to add: Sink
  ) throws(RenderError) {
    switch film.format {
    case .mp4: try writeVideo(count, segment, add)
    case .webp:
      let joined = try JoinedAnimation(film.size)
      for place in 0..<count {
        guard case .animation(let bytes, let milliseconds) = try segment(place) else {
          throw .filmFailed("one of the film's segments is not an animation", hint: Self.again)
        }
        try joined.append(bytes, lasting: milliseconds)
      }
      try joined.write(to: add)
    case .pictures: preconditionFailure("a film in PNG files is not a single file")
    }
  }

  /// Writes the index before the samples, so that a film can be played while it is being
  /// downloaded.
  ///
  /// This requires two passes: the first pass reads the sizes of all samples.
  private func writeVideo(
    _ count: Int, _ segment: Source, _ add: Sink
  ) throws(RenderError) {
    var index: MP4Index?
    for place in 0..<count {
      let video = try video(segment(place))
      if index == nil { index = MP4Index(film, video.parameters) }
      guard index?.add(video) == true else {
        throw .filmFailed(
          "its segments were encoded by different encoders",
          hint: "render it again with the same version of OpenH264 on all machines")
      }
    }
    guard let index else { throw .filmFailed("it has no segments") }
    guard index.bytes < Self.mostBytes else {
      throw .filmFailed("it would be larger than 4 GB", hint: "render it in parts with --frames")
    }
    try add(index.head)
    var samples = index.samples[...]
    for place in 0..<count {
      let video = try video(segment(place))
      guard video.samples.map(\.bytes.count) == samples.prefix(video.samples.count).map(\.count)
      else {
        throw .filmFailed("its segments changed while it was being written", hint: Self.again)
      }
      samples = samples.dropFirst(video.samples.count)
      for sample in video.samples { try add(sample.bytes) }
    }
  }

  private func video(_ segment: FilmSegment) throws(RenderError) -> VideoSegment {
    guard case .video(let video) = segment else {
      throw .filmFailed("one of the film's segments is not a video", hint: Self.again)
    }
    return video
  }
}
