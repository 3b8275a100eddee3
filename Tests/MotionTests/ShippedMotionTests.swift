import BuiltInPlugins
import Designs
import Films
import Graphics
import Motion
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The bundled motions are legible on every kind of screen, in each of their languages.
@Suite(.tags(.torture)) struct ShippedMotionTests {
  private static let library = MotionLibrary(folder: Workspace.installation.motions)
  private static let places = [
    ("iphonese3", "en"), ("iphonese3", "ar"), ("iphone15", "ja"), (MotionScreen.tall, "en"),
    (MotionScreen.tall, "ar"), ("ipadpro13", "ja"),
  ]

  @Test func thereAreNine() {
    #expect(
      Self.library.names == [
        "all-set", "breathing", "heads-up", "hook", "how-to-fix", "install", "permissions",
        "reveal", "year",
      ])
  }

  @Test(arguments: library.names)
  func eachIsWholeInThreeLanguages(_ name: String) throws {
    let motion = try Self.library.motion(name)
    #expect(motion.languages == ["en", "ar", "ja"])
    for language in motion.languages {
      let spoken = motion.spoken(in: language)
      #expect(!spoken.isEmpty && spoken.allSatisfy { !$0.isEmpty })
    }
    #expect(motion.seconds > 3 && motion.seconds < 40)
    #expect(MotionTimeline(motion, .reduced).seconds >= 3)
  }

  /// The tested pairs of a motion and a screen: every second pair, or all pairs in `make torture`.
  ///
  /// The motions alternate between the even and the odd screens.
  private static let shown: [(String, (String, String))] =
    library.names.enumerated().flatMap { number, name in
      places.enumerated().filter { Torture.isOn || ($0.offset + number) % 2 == 0 }
        .map { (name, $0.element) }
    }

  /// In the still and in the frames for reduced motion, visible texts, cards and dialogs are on the
  /// screen.
  ///
  /// The texts also have enough contrast with the background.
  @Test(arguments: shown)
  func wordsAreOnTheScreenAndReadable(_ name: String, _ place: (String, String)) throws {
    let motion = try Self.library.motion(name)
    let device = try MotionScreen.named(place.0)
    let timeline = MotionTimeline(motion)
    let maker = StageMaker(
      motion, on: device, language: place.1,
      renderer: try Renderer(
        installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
    let times = motion.reduced.map(\.time) + [motion.still]
    for time in times {
      let view = timeline.moment(at: time).view
      let stage = try maker.stage(
        of: view.shot,
        maker.composed(view.shot, settings: timeline.settings(in: view), at: time))
      let poses = stage.poses(timeline, in: view)
      for (slot, pose) in zip(stage.slots, poses) where pose.opacity > 0.9 {
        guard
          let thing = motion.shots[view.shot].things.first(where: { $0.name == slot.name })
        else { continue }
        try check(thing, slot, pose, stage, "\(name) at \(time) on \(place)")
      }
    }
  }

  private func check(
    _ thing: MotionThing, _ slot: ShotStage.Slot, _ pose: Pose, _ stage: ShotStage, _ title: String
  ) throws {
    guard case .sprite(let sprite) = slot.content else { return }
    let shadow: Double
    switch thing.kind {
    case .text: shadow = 4
    case .card: shadow = 34
    case .dialog: shadow = 40
    default: return
    }
    let place = SpritePlace(
      round: slot.middle, scale: (pose.scale, pose.scale), degrees: pose.rotation,
      by: (pose.x * stage.unit, pose.y * stage.unit))
    let box = place.box(of: sprite)
    let canvas = PixelBox(stage.base.size)
    let room = Int(shadow * stage.unit)
    #expect(
      box.left + room >= 0 && box.top + room >= 0 && box.right - room <= canvas.right
        && box.bottom - room <= canvas.bottom, "\(thing.name): \(title): \(box) in \(canvas)")
    guard case .text(let text) = thing.kind else { return }
    let least = leastContrast(of: text.color, on: stage.base, within: box.intersection(canvas))
    #expect(least >= (text.size >= 24 ? 3 : 4.5), "\(thing.name): \(title): \(least)")
  }

  /// Returns the contrast that at least 95% of the pixels reach, so that stars do not count as
  /// background.
  ///
  /// The same rule applies to pictures.
  private func leastContrast(
    of color: Color, on surface: borrowing ImageSurface, within box: PixelBox
  ) -> Double {
    let stride = surface.stride
    return surface.withPixels { pixels in
      var found: [Double] = []
      for y in Swift.stride(from: box.top, to: box.bottom, by: 3) {
        for x in Swift.stride(from: box.left, to: box.right, by: 3) {
          let place = y * stride + x * 4
          let ground = Color(
            red: pixels[place + 2], green: pixels[place + 1], blue: pixels[place])
          found.append(color.contrast(with: ground))
        }
      }
      return found.sorted()[found.count / 20]
    }
  }
}
