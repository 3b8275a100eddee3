import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A picture does not depend on the other pictures in its batch.
@Suite struct BatchTests {
  private let photo = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"

  private func renderer() throws -> Renderer {
    try Renderer(installation: Workspace.installation, plugins: .builtIn)
  }

  private func request(_ device: String) -> RenderRequest {
    RenderRequest(
      template: "home", device: device, theme: "midnight", background: .photo(file: photo))
  }

  @Test func aPhotoHasTheSamePixelsAloneAndBesideALargerScreen() throws {
    let alone = try renderer().render(request("iphonese3")).sha256
    let together = try renderer().render([request("ipadpro13"), request("iphonese3")])
    #expect(together[1].sha256 == alone)
  }

  @Test func showingTheAreasChangesNothingButWhatTheyCover() throws {
    var request = RenderRequest(device: "iphone15", notes: [Note("Buy milk")])
    let plain = try renderer().render(request)
    request.showsAreas = true
    let shown = try renderer().render(request)
    #expect(shown.legibility == plain.legibility && shown.notes == plain.notes)
    #expect(shown.sha256 != plain.sha256)
  }

  @Test func notesForATemplateThatShowsNoneAreAWarning() throws {
    let receipt = try renderer().render(
      RenderRequest(template: "home", device: "iphonese3", notes: [Note("a")]))
    #expect(receipt.warnings.map(\.code) == [.notesUnused])
  }

  /// The limit detects work that grows with the square of the word's length and would take hours.
  @Test(.timeLimit(.minutes(5))) func anEndlessWordTakesNoEndlessTime() throws {
    _ = try renderer().render(
      RenderRequest(device: "iphonese3", notes: [Note(String(repeating: "a", count: 20_000))]))
  }

  @Test func twoNamesOfOneFileAreACollision() throws {
    let folder = FileManager.default.temporaryDirectory.path
    var one = request("iphonese3")
    var two = request("iphone8")
    one.output = .file(folder + "/a.png")
    two.output = .file(folder + "/./a.png")
    let error = #expect(throws: RenderError.self) { try renderer().render([one, two]) }
    #expect(error?.code == .outputPattern)
  }

  @Test(arguments: ["Remember everything important", "Congratulations to both grandparents"])
  func wordsStayWholeWhereASmallerSizeHoldsThem(_ text: String) throws {
    for theme in ["beacon", "poster", "midnight"] {
      let studio = try renderer()
      let request = RenderRequest(device: "iphonese3", notes: [Note(text)], theme: theme)
      let scene = try studio.compose(try studio.resolve(request)).scene
      let frames = scene.foreground.flatMap(\.allTexts).filter { $0.name == "note.1.text" }
      let block = try #require(frames.first).content
      let engine = try Studio().engine(for: try DeviceCatalog.shipped.device("iphonese3"))
      for word in text.split(separator: " ").map(String.init) {
        let width = try engine.measure(
          TextBlock(word, style: block.block.style), width: nil
        ).size.width
        #expect(width <= block.frame.width, "\(theme): \(word)")
      }
    }
  }
}
