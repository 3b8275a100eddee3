package import WallfarmPluginKit

/// Segments as a file.
package struct FilmFile {
  private let film: FilmSettings

  package init(_ film: FilmSettings) { self.film = film }

  /// More bytes than the index of an MP4 file can count here.
  static let mostBytes = 4_000_000_000

  /// The file of all segments in their order, in pieces.
  ///
  /// - Throws: `film-failed`.
  package func pieces(of segments: [FilmSegment]) throws(RenderError) -> [[UInt8]] {
    switch film.format {
    case .mp4: try video(segments)
    case .webp: [try JoinedAnimation.file(of: animations(segments), size: film.size)]
    case .pictures: preconditionFailure("pictures have a file each")
    }
  }

  private func video(_ segments: [FilmSegment]) throws(RenderError) -> [[UInt8]] {
    let videos = segments.compactMap { segment -> VideoSegment? in
      if case .video(let video) = segment { video } else { nil }
    }
    let isSound = videos.allSatisfy {
      $0.parameters.sequence == videos[0].parameters.sequence
        && $0.parameters.picture == videos[0].parameters.picture
    }
    guard isSound else { throw .filmFailed("its segments were made by different encoders") }
    let count = videos.reduce(0) { $1.samples.reduce($0) { $0 + $1.bytes.count } }
    guard count < Self.mostBytes else { throw .filmFailed("it would be larger than 4 GB") }
    return MP4File(videos, film).pieces
  }

  private func animations(_ segments: [FilmSegment]) -> [(bytes: [UInt8], milliseconds: Int)] {
    segments.compactMap { segment in
      if case .animation(let bytes, let milliseconds) = segment {
        (bytes: bytes, milliseconds: milliseconds)
      } else {
        nil
      }
    }
  }
}
