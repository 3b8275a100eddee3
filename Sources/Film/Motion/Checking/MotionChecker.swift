package import Designs
internal import Files
import Films
import WallfarmCore
package import WallfarmPluginKit

/// Finds errors that appear only when the pictures of a motion are composed.
///
/// Examples are unknown layers and settings, and text that does not fit or is illegible. Only one
/// screen and the first language are checked; errors on other screens are reported when a film is
/// rendered.
package final class MotionChecker {
  private let renderer: Renderer

  /// Creates a checker with its own renderer.
  ///
  /// - Throws: `fonts-missing`, and other errors in the installation.
  package init(installation: Installation, plugins: PluginRegistry) throws(RenderError) {
    renderer = try Renderer(
      installation: installation, plugins: plugins, devices: MotionScreen.catalog)
  }

  /// Returns the errors of a file, or `nil` if it is not a motion.
  ///
  /// The pictures are composed only if the file itself is valid.
  ///
  /// - Throws: `fonts-missing`, and other errors in the installation.
  package static func problems(
    ofFile file: String, _ installation: Installation, _ plugins: PluginRegistry
  ) throws(RenderError) -> [RenderError]? {
    guard let node = try? WrittenFile.read(file), MotionLibrary.isMotion(node) else { return nil }
    let (motion, problems) = MotionLibrary.read(node, file: file)
    guard let motion, problems.isEmpty else { return problems }
    return try MotionChecker(installation: installation, plugins: plugins).problems(in: motion)
  }

  /// Returns the errors in all shots, without duplicates.
  package func problems(in motion: Motion) -> [RenderError] {
    let device: Device
    do throws(RenderError) { device = try MotionScreen.named("iphone15") } catch { return [error] }
    let timeline = MotionTimeline(motion)
    let maker = StageMaker(motion, on: device, language: nil, renderer: renderer)
    var found: [RenderError] = []
    for (index, shot) in motion.shots.enumerated() {
      let settings = timeline.settings(in: MotionTimeline.View(shot: index, time: shot.seconds))
      do throws(RenderError) {
        let parts = try maker.composed(
          index, settings: settings, at: timeline.start(of: index))
        found += maker.wrongNames(in: index, parts.layers)
        let stage = try maker.stage(of: index, parts)
        found += try StageInspector(maker, timeline, shot: index, settings: settings)
          .problems(in: stage)
      } catch {
        found.append(error)
      }
    }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
