package import Films
import Graphics
package import WallfarmCore
package import WallfarmPluginKit

/// Renders the segments of a film in any order and prepares their shared content once.
package final class SegmentMaker {
  private let settings: FilmSettings
  private let drawer: FrameDrawer

  /// Creates a segment maker for a film.
  ///
  /// - Throws: `raster-failed`.
  package init(_ request: FilmRequest, _ renderer: Renderer) throws(RenderError) {
    settings = request.settings
    drawer = try Self.drawer(request, renderer)
  }

  static func drawer(
    _ request: FilmRequest, _ renderer: Renderer
  ) throws(RenderError) -> FrameDrawer {
    try FrameDrawer(
      request.motion, request.timeline, on: request.device, language: request.language,
      photo: request.photo, time: request.time, renderer: renderer)
  }

  /// A rendered segment.
  package struct Made: Sendable {
    package let segment: FilmSegment
    /// The warnings from everything that the segment maker has drawn so far.
    package let warnings: [RenderWarning]
    package let times: FilmMaker.Times
  }

  /// Renders a segment; the result does not depend on earlier segments.
  ///
  /// - Parameters:
  ///   - frames: the frames of the segment.
  ///   - check: called before each frame; an error cancels the segment.
  ///   - progress: called after each frame.
  /// - Returns: the segment with its warnings and times.
  /// - Throws: errors in the motion, `film-failed`.
  package func make(
    _ frames: Range<Int>, check: () throws(RenderError) -> Void = {}, progress: () -> Void = {}
  ) throws(RenderError) -> Made {
    let encoder = try settings.encoder()
    var times = FilmMaker.Times()
    let preparing = drawer.preparing
    let start = ProcessorTime.now
    for frame in frames {
      try check()
      let time = Double(frame) / Double(settings.framesPerSecond)
      try drawer.draw(at: time) { (picture, changed) throws(RenderError) in
        let isFirst = frame == frames.lowerBound
        let drawn = ProcessorTime.now
        try encoder.add(picture, changed: isFirst ? [PixelBox(picture.size)] : changed)
        times.encoding += ProcessorTime.now - drawn
      }
      progress()
    }
    times.preparing = drawer.preparing - preparing
    times.drawing = ProcessorTime.now - start - times.encoding - times.preparing
    return Made(segment: try encoder.finish(), warnings: drawer.warnings, times: times)
  }
}
