import Arguments
import Designs
import Files
import Films
import Graphics
import Motion
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Writes one frame of a film, or a strip of several frames, as a picture.
struct MotionPictures {
  private let invocation: Invocation
  private let request: FilmRequest

  init(_ invocation: Invocation, _ request: FilmRequest) {
    (self.invocation, self.request) = (invocation, request)
  }

  func write(_ times: [Double], _ maker: FilmMaker) throws(RenderError) -> ExitStatus {
    let name = "\(request.motion.name)-\(request.device.id).png"
    let output = invocation.value(of: MotionVerb.output) ?? name
    guard PipedFile.output(output) != nil || output.hasSuffix(".png") else {
      throw RenderError(
        .outputPattern, "'\(output)' does not have the extension .png", origin: .option("output"),
        hint: "use the extension .png")
    }
    let sink = OutputSink(output)
    try sink.check(.option("output"), isText: false)
    let made = times.count == 1 ? try moment(times[0], maker) : try strip(times, maker)
    try sink.write(made.pieces, origin: .option("output"))
    if !invocation.isOn(MotionVerb.quiet) {
      sink.tell(output, made.size, bytes: made.pieces.reduce(0) { $0 + $1.count })
    }
    return .success
  }

  private typealias Made = (pieces: [[UInt8]], size: PixelSize)

  private func moment(_ time: Double, _ maker: FilmMaker) throws(RenderError) -> Made {
    let settings = encoding
    let size = request.device.pixels
    let files = try maker.pictures(of: request, at: [time]) { (picture) throws(RenderError) in
      try PNGEncoder(threads: Processors.count).encode(picture, settings).pieces
    }
    return (files[0], size)
  }

  private func strip(_ times: [Double], _ maker: FilmMaker) throws(RenderError) -> Made {
    let tiles = try maker.pictures(of: request, at: times) { (picture) throws(RenderError) in
      try FilmStrip.Tile(picture)
    }
    let surface = try FilmStrip.surface(of: tiles)
    let file = try PNGEncoder(threads: Processors.count).encode(surface, encoding)
    return (file.pieces, surface.size)
  }

  private var encoding: EncodingSettings {
    var settings = EncodingSettings(effort: .fast)
    settings.software = Wallfarm.title
    return settings
  }
}
