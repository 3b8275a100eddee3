import BuiltInPlugins
import Designs
import Foundation
import Gallery
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Checks a gallery of themes on devices with a browser and with Pillow.
@Suite struct GalleryTests {
  private func gallery(
    _ looks: [GalleryRequest.Look], _ devices: String, notes: [Note] = [Note("Buy milk")]
  ) throws -> Gallery {
    let maker = GalleryMaker(
      installation: Workspace.installation, plugins: .builtIn, workers: 2)
    let base = RenderRequest(device: "", notes: notes)
    return try maker.gallery(
      of: GalleryRequest(
        looks: looks, devices: try DeviceCatalog.shipped.devices(in: devices), base: base))
  }

  @Test(.tags(.web)) func theBrowserShowsEveryTile() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write(
      """
      {"format": 1, "summary": "Gray on gray </script><b>.", "credits": ["Nobody"],
       "background": {"plugin": "solid-color", "parameters": {"color": "#777"}},
       "colors": {"text": "#888"}, "legibility": {"aids": []}}
      """.utf8, to: "a long name.json")
    // The text is less legible than required, and one note is too long, so there are warnings.
    let gallery = try gallery(
      [.init("midnight"), .init(mine), .init("lens", .dark)], "iphonese3,iphone15,ipadpro13")
    #expect(gallery.count == 9 && gallery.failures.isEmpty)
    let page = try GalleryPage(gallery).pieces()
    try folder.write(Data(page.flatMap(\.self)), to: "gallery.html")
    let script = Workspace.root + "/Tests/GalleryTests/open-gallery.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, folder.file("gallery.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count >= 25)
  }

  /// A tile that cannot be drawn shows its error, and the other tiles are shown.
  @Test(.tags(.web)) func whatCannotBeDrawnIsTold() throws {
    let folder = try TemporaryFolder()
    // No font has this character, so the tile cannot be drawn.
    let gallery = try gallery(
      [.init("fog")], "iphonese3,iphone15", notes: [Note("\u{10FFFD}")])
    #expect(gallery.failures.map(\.error.code) == [.missingGlyph, .missingGlyph])
    #expect(gallery.failures.map(\.tile) == ["fog on iphonese3", "fog on iphone15"])
    let page = try GalleryPage(gallery).pieces()
    try folder.write(Data(page.flatMap(\.self)), to: "gallery.html")
    let script = Workspace.root + "/Tests/GalleryTests/open-gallery.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, folder.file("gallery.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    let sheet = try ContactSheet(gallery, installation: Workspace.installation).png()
    #expect(sheet.count > 1000)
  }

  /// Each tile of the contact sheet is a scaled picture from `render`.
  @Test func theSheetShowsThePictures() throws {
    let folder = try TemporaryFolder()
    let gallery = try gallery([.init("dawn"), .init("paper")], "iphone15")
    let sheet = try ContactSheet(gallery, installation: Workspace.installation).png()
    try folder.write(Data(sheet), to: "sheet.png")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for theme in ["dawn", "paper"] {
      let request = RenderRequest(
        device: "iphone15", notes: [Note("Buy milk")], theme: theme,
        output: .file(folder.file(theme + ".png")))
      _ = try renderer.render(request)
    }
    // Locate each tile by the best match with the scaled picture.
    let script = """
      import sys
      from PIL import Image, ImageChops, ImageStat
      folder = sys.argv[1]
      sheet = Image.open(folder + '/sheet.png').convert('RGB')
      height = 600
      for theme in ('dawn', 'paper'):
          full = Image.open(f'{folder}/{theme}.png').convert('RGB')
          width = round(height * 393 / 852)
          small = full.resize((width, height), Image.LANCZOS).crop((40, 60, width - 40, height - 60))
          best = min(
              sum(ImageStat.Stat(ImageChops.difference(
                  sheet.crop((x + 40, 140, x + 40 + small.width, 140 + small.height)), small)).mean)
              for x in range(60, sheet.width - width))
          print(theme, best)
          assert best < 4, (theme, best)
      """
    let judge = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
  }

  @Test func aSheetThatIsTooLargeIsAnError() throws {
    let looks = Array(repeating: GalleryRequest.Look("beacon"), count: 70)
    // Use tiles that cannot be drawn: they take the same space as other tiles, but little time.
    let gallery = try gallery(
      looks, "iphonese3,ipadpro13,ipadpro11,ipadair13,ipad10", notes: [Note("\u{10FFFD}")])
    let error = #expect(throws: RenderError.self) {
      try ContactSheet(gallery, installation: Workspace.installation).png()
    }
    #expect(error?.hint?.contains("x.html") == true)
  }

  @Test func aThemeWithAMistakeIsAnErrorOfTheWhole() throws {
    let error = #expect(throws: RenderError.self) { try gallery([.init("fogg")], "iphone15") }
    #expect(error?.code == .unknownTheme)
  }
}
