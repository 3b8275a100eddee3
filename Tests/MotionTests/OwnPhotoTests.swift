import BuiltInPlugins
import Designs
import Motion
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A film with the user's own photo contains no statements that apply only to the example photo.
@Suite struct OwnPhotoTests {
  private static let photo = Workspace.root + "/Templates/lock/preview.png"

  private func reveal() throws -> Motion {
    try MotionLibrary(folder: Workspace.installation.motions).motion("reveal")
  }

  @Test(arguments: ["en", "ar", "ja"])
  func examplesAreNotSaid(_ language: String) throws {
    let motion = try reveal()
    let whole = motion.spoken(in: language)
    #expect(whole.count == 2)
    #expect(motion.spoken(in: language, ofOwnPhoto: true) == [whole[0]])
  }

  @Test(arguments: [nil, photo])
  func examplesAreNotDrawn(_ photo: String?) throws {
    let motion = try reveal()
    let device = try MotionScreen.named("iphone8")
    let requests = MotionRequests(motion: motion, language: "en", photo: photo, time: nil)
    let request = try requests.request(motion.shots[0].picture, on: device)
    #expect(request.content.count(of: .figures) == (photo == nil ? 2 : 0))
    #expect(request.content.count(of: .text) == 1)
    let timeline = MotionTimeline(motion)
    let maker = StageMaker(
      motion, on: device, language: "en", photo: photo,
      renderer: try Renderer(
        installation: Workspace.installation, plugins: .builtIn, devices: MotionScreen.catalog))
    let view = timeline.moment(at: motion.still).view
    let parts = try maker.composed(
      view.shot, settings: timeline.settings(in: view), at: motion.still)
    let words = parts.layers.flatMap(\.allTexts).map { $0.content.block.text }
    #expect(words.contains("Unlocked!"))
    #expect(words.contains { $0.contains("10") } == (photo == nil), "\(words)")
  }

  @Test func theProgramTellsNoExamples() throws {
    let folder = try TemporaryFolder()
    let words = ["motion", "reveal", "--text"]
    #expect(try Program.run(words, in: folder).output.contains("10,000 steps"))
    let own = try Program.run(words + ["--photo", Self.photo], in: folder)
    #expect(own.status == 0 && own.lines == ["The blurred photo becomes sharp."], "\(own.error)")
  }
}
