import Designs
import Graphics
import Motion
import Scenes
import WallfarmCore
import WallfarmPluginKit

/// A drawn picture of a suite, with the reference that would record it.
///
/// Implementations are classes, because a variable of a noncopyable type cannot be set in a `do`
/// block that may throw an error.
protocol MadeSnapshot: AnyObject {
  var reference: Reference { get }
  var space: ColorSpace { get }
  var warnings: [RenderWarning] { get }

  /// Passes the pixels to `body`.
  func lend(
    _ body: (borrowing ImageSurface) throws(RenderError) -> SnapshotResult
  ) throws(RenderError) -> SnapshotResult
}

/// A picture drawn from a render request.
final class MadePicture: MadeSnapshot {
  private let drawn: DrawnPicture
  let reference: Reference
  let space: ColorSpace

  var warnings: [RenderWarning] { drawn.warnings }

  init(_ request: RenderRequest, _ renderer: Renderer) throws(RenderError) {
    let drawn = try renderer.draw(request)
    let facts = try SceneReader.facts(of: drawn, engine: renderer.textEngine(for: drawn.plan))
    reference = Reference(
      size: drawn.picture.surface.size, pixels: PixelDigest.digest(of: drawn.picture.surface),
      picture: nil, toolchain: Toolchain(of: drawn.fingerprint), inputs: drawn.fingerprint.inputs,
      facts: facts)
    space = request.colorSpace
    self.drawn = drawn
  }

  func lend(
    _ body: (borrowing ImageSurface) throws(RenderError) -> SnapshotResult
  ) throws(RenderError) -> SnapshotResult { try body(drawn.picture.surface) }
}

/// A rendered moment of a film.
final class MadeMoment: MadeSnapshot {
  private let surface: ImageSurface
  let reference: Reference
  let space = ColorSpace.sRGB
  let warnings: [RenderWarning]

  private init(
    _ picture: borrowing ImageSurface, _ facts: MomentFacts, _ moment: FilmMoment,
    on device: Device
  ) throws(RenderError) {
    surface = try picture.copy()
    warnings = facts.warnings
    var inputs = facts.fingerprint.inputs
    inputs[Reference.filmName] = String(moment.digest.prefix(Reference.digestLength))
    reference = Reference(
      size: picture.size, pixels: PixelDigest.digest(of: picture), picture: nil,
      toolchain: Toolchain(of: facts.fingerprint), inputs: inputs,
      facts: facts.scene(on: device))
  }

  static func draw(
    _ moment: FilmMoment, on device: Device, _ renderer: Renderer
  ) throws(RenderError) -> MadeMoment {
    var made: MadeMoment?
    let drawer = try MomentDrawer(
      moment.motion, on: device, language: moment.language, renderer: renderer)
    try drawer.draw(at: moment.time) { (picture, facts) throws(RenderError) in
      made = try MadeMoment(picture, facts, moment, on: device)
    }
    guard let made else { preconditionFailure("the drawer returned without a moment") }
    return made
  }

  func lend(
    _ body: (borrowing ImageSurface) throws(RenderError) -> SnapshotResult
  ) throws(RenderError) -> SnapshotResult { try body(surface) }
}

extension Fingerprint {
  /// The truncated digests of a picture's inputs.
  var inputs: [String: String] {
    Dictionary(
      uniqueKeysWithValues: parts.filter {
        Reference.inputNames.contains($0.name) || $0.name == Reference.fontsName
      }
      .map { ($0.name, String($0.digest.prefix(Reference.digestLength))) })
  }
}
