import BuiltInPlugins
import Designs
import Foundation
import Gallery
import Graphics
import Motion
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Checks a gallery of films on devices, shown as strips of frames, with a browser.
@Suite(.tags(.web)) struct MotionGalleryTests {
  private func open(_ gallery: MotionGallery) throws -> (text: String, status: Int32) {
    let folder = try TemporaryFolder()
    try folder.write(Data(MotionGalleryPage(gallery).pieces.flatMap(\.self)), to: "motions.html")
    let script = Workspace.root + "/Tests/GalleryTests/open-motions.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, folder.file("motions.html")], withErrors: true)
    return (judge.text, judge.status)
  }

  @Test func theBrowserShowsEveryMoment() throws {
    let library = MotionLibrary(folder: Workspace.installation.motions)
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"format": 1, "summary": "A disc </script><b>.", "says": ["A disc <b>turns</b>."], "still": 0.5,
       "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "home"},
         "things": [{"name": "disc", "shape": {"outline": "circle"}}],
         "tracks": [{"of": "disc", "keys": [{"at": 0, "x": -90}, {"at": 1, "x": 90}]}]}]}
      """.utf8, to: "a disc.json")
    let motions = try [library.motion("hook"), library.motion(path)]
    let devices = try ["iphonese3", MotionScreen.tall].map { try MotionScreen.named($0) }
    let gallery = MotionGalleryMaker(
      installation: Workspace.installation, plugins: .builtIn, workers: 2
    ).gallery(of: motions, on: devices, language: "ar")
    #expect(gallery.count == 4 && gallery.failures.isEmpty)
    let judge = try open(gallery)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    // The command for a bundled film contains the film's name, and the command for a film in a file
    // contains the file's path.
    let page = String(decoding: MotionGalleryPage(gallery).pieces.joined(), as: UTF8.self)
    #expect(page.contains("wallfarm motion hook --device iphonese3 "))
    #expect(page.contains("wallfarm motion '\(path)' --device iphonese3 "))
  }

  /// A strip that cannot be drawn shows its error, and the other strips are shown.
  @Test func whatCannotBeDrawnIsTold() throws {
    let library = MotionLibrary(folder: Workspace.installation.motions)
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "home"},
         "tracks": [{"of": "nobody", "keys": [{"at": 0, "x": 1}]}]}]}
      """.utf8, to: "mine.json")
    let gallery = MotionGalleryMaker(
      installation: Workspace.installation, plugins: .builtIn, workers: 2
    ).gallery(
      of: try [library.motion("breathing"), library.motion(path)],
      on: [try MotionScreen.named("iphonese3")])
    #expect(gallery.failures.map(\.strip) == ["mine on iphonese3"])
    let judge = try open(gallery)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
  }
}
