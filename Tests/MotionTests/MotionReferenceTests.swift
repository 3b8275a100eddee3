import BuiltInPlugins
import Designs
import Digests
import Graphics
import Testing
import WallfarmCore
import WallfarmTesting

@testable import Motion

/// Chosen moments of the motions that ship look as they did when somebody looked at them.
@Suite struct MotionReferenceTests {
  private static let library = MotionLibrary(folder: Workspace.installation.motions)

  /// The moments for people who want no motion, and one in the middle of things.
  @Test(arguments: library.names)
  func chosenMomentsAreAsRecorded(_ name: String) throws {
    let motion = try Self.library.motion(name)
    let times = motion.reduced.map(\.time) + [motion.seconds * 0.37]
    var lines: [String] = []
    for (device, language) in [("iphonese3", "en"), (MotionScreen.tall, "ar")] {
      let drawer = try FrameDrawer(
        motion, MotionTimeline(motion), on: try MotionScreen.named(device), language: language,
        renderer: try Renderer(
          installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
      for time in times {
        try drawer.draw(at: time) { picture, _ in
          let digest = picture.withPixels { SHA256.hex(of: Array($0)) }
          lines.append("\(device) \(language) \(Int((time * 1000).rounded())) ms \(digest)")
        }
      }
    }
    TextSnapshot.check(
      lines.joined(separator: "\n") + "\n",
      at: "Tests/MotionTests/__Snapshots__/\(name).txt")
  }
}
