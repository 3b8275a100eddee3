import Films
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// Makes segments of a film one after the other, in any order, with what they share prepared once.
final class SegmentMaker {
  private let settings: FilmSettings
  private let drawer: FrameDrawer

  /// - Throws: `raster-failed`.
  init(_ request: FilmRequest, _ renderer: Renderer) throws(RenderError) {
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

  /// A segment that was made.
  struct Made: Sendable {
    let segment: FilmSegment
    /// Of all that was drawn so far.
    let warnings: [RenderWarning]
    let times: FilmMaker.Times
  }

  /// Makes a segment; what it is does not hang on those before.
  ///
  /// - Parameters:
  ///   - frames: its pictures.
  ///   - check: called before each picture; where it throws, nothing more is made.
  ///   - progress: called after each.
  /// - Returns: the segment, with what a person should know.
  /// - Throws: what is wrong with the motion, `film-failed`.
  func make(
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
