package import Designs
import Films
import WallfarmCore
package import WallfarmPluginKit

/// Finds what shows only once the pictures of a motion are composed: names of layers and settings that are not there, words
/// that do not fit or cannot be read.
///
/// It looks at one screen and the first language; what is wrong on another is found when a film is made for that.
package final class MotionChecker {
  private let renderer: Renderer

  /// Prepares to compose pictures.
  ///
  /// - Throws: `fonts-missing`, and what else is wrong with the installation.
  package init(installation: Installation, plugins: PluginRegistry) throws(RenderError) {
    renderer = try Renderer(
      installation: installation, plugins: plugins, devices: MotionScreen.catalog)
  }

  /// The mistakes of each shot.
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
