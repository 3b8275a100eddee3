import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Perceptual legibility, and the automatic choice of a look for a photo.
@Suite(.tags(.torture)) struct LightnessTests {
  /// In every look, every line reaches the APCA lightness contrast (Lc) that its size needs.
  ///
  /// In torture mode, each look is tested on a quarter of the photographs, in rotation; otherwise,
  /// each look is tested on one photograph.
  @Test(arguments: LegibilityTests.looks)
  func everyLineHasItsLc(in look: LegibilityTests.Look) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (index, photo) in Backgrounds.photographs.enumerated()
    where (index + look.number) % (Torture.isOn ? 4 : 12) == 0 {
      let drawn = try renderer.draw(look.request("iphone15", .photo(file: photo)))
      let report = try #require(drawn.picture.report.legibility)
      for line in report.lines {
        #expect(line.isEnough, "\(look.testDescription) on \(photo): \(line)")
        #expect(line.neededLightness == 60 || line.neededLightness == 75)
        #expect(line.lightness >= line.neededLightness)
      }
    }
  }

  /// The photo selects the look, unless the request names one; without a photo, the theme keeps its
  /// default look.
  @Test func aPhotoChoosesTheLook() throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    func photo(_ color: String) throws -> String {
      let file = folder.file("\(color).png")
      #expect(Tool.run("convert", ["-size", "1200x2600", "xc:#\(color)", file]).status == 0)
      return file
    }
    let (dark, light) = (try photo("101418"), try photo("f0f0ea"))
    func look(_ theme: String, _ photo: String, _ variant: ThemeVariant? = nil) throws
      -> ThemeVariant?
    {
      var request = RenderRequest(
        device: "iphone15", notes: LegibilityTests.notes, theme: theme,
        background: .photo(file: photo))
      request.variant = variant
      let drawn = try renderer.draw(request)
      let scrim = drawn.picture.report.legibility?.scrim
      #expect(scrim == 0 || variant != nil)
      return drawn.plan.look
    }
    #expect(try look("folio", dark) == .dark)
    #expect(try look("folio", light) == nil)
    #expect(try look("midnight", dark) == nil)
    #expect(try look("midnight", light) == .light)
    #expect(try look("folio", dark, .light) == .light)
    let plain = try renderer.draw(
      RenderRequest(device: "iphone15", notes: LegibilityTests.notes, theme: "folio")
    ).plan
    #expect(plain.look == nil)
  }

  private static let pairs = ["lens", "fog", "midnight", "noor"]

  /// A card is used only if both looks of the theme need one.
  ///
  /// Outside torture mode, each theme is tested on two photographs, in rotation.
  @Test(arguments: pairs)
  func noCardWhereTheOtherLookNeedsNone(_ theme: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let number = try #require(Self.pairs.firstIndex(of: theme))
    for (index, photo) in Backgrounds.photographs.enumerated()
    where index % 3 == 1 && (Torture.isOn || (index / 3 + number) % 2 == 0) {
      func hasCard(_ variant: ThemeVariant?) throws -> Bool {
        var request = RenderRequest(
          device: "iphone15", notes: LegibilityTests.notes, theme: theme,
          background: .photo(file: photo))
        request.variant = variant
        return try renderer.draw(request).picture.report.legibility.map { $0.aid == .card } ?? false
      }
      let looks = try [ThemeVariant.light, .dark].map { try hasCard($0) }
      if looks.contains(false) { #expect(try !hasCard(nil), "\(theme) on \(photo)") }
    }
  }

  /// A look that was rejected has no effect: a picture that renders without warnings also renders
  /// with `--strict`.
  @Test(arguments: ["lens", "beacon"])
  func whatHasNoWarningIsStrict(_ theme: String) throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (index, photo) in Backgrounds.photographs.enumerated() where index % 4 == 2 {
      var request = RenderRequest(
        device: "iphonese3", notes: LegibilityTests.notes, theme: theme,
        background: .photo(file: photo))
      let receipt = try renderer.render(request)
      guard receipt.warnings.isEmpty else { continue }
      request.isStrict = true
      #expect(try renderer.render(request).sha256 == receipt.sha256, "\(theme) on \(photo)")
    }
  }

  /// A card is only as large as the lines: next to, above and below it, the photo is unchanged.
  @Test(arguments: ["iphonese3", "iphone15", "ipadpro13"])
  func aCardIsAsLargeAsItsLines(on id: String) throws {
    let folder = try TemporaryFolder()
    let photo = folder.file("grey.png")
    #expect(Tool.run("convert", ["-size", "1200x2600", "xc:#8c8c8c", photo]).status == 0)
    let theme = try folder.write(
      #"{"format": 1, "summary": "", "extends": "midnight", "legibility": {"aids": ["card"]}}"#
        .utf8, to: "cards.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(
      device: id, notes: [Note("Hi"), Note("Go"), Note("Up"), Note("No")], theme: theme,
      background: .photo(file: photo))
    request.variant = .light
    let drawn = try renderer.draw(request)
    let report = try #require(drawn.picture.report.legibility)
    #expect(report.aid == .card && report.lines.allSatisfy(\.isEnough))
    #expect(report.changed > 0 && report.changed < 1.0 / 3, "\(report)")
    let plan = drawn.plan
    let texts = drawn.composition.scene.foreground.flatMap(\.allTexts).map(\.content)
    let pixels = drawn.picture.surface.withPixels { Array($0) }
    let (scale, stride) = (plan.device.scale, drawn.picture.surface.stride)
    func isUntouched(_ x: Double, _ y: Double) -> Bool {
      let place = Int(y * scale.y) * stride + Int(x * scale.x) * 4
      return pixels[place..<place + 3] == [0x8c, 0x8c, 0x8c]
    }
    // The padding of a card is 19 points.
    let first = try #require(texts.map(\.frame.y).min())
    let last = try #require(texts.map(\.frame.maxY).max())
    for y in Swift.stride(from: 4.0, to: plan.device.points.height - 4, by: 9) {
      #expect(isUntouched(plan.device.points.width - 4, y), "right of the words, at \(y)")
      if y < first - 24 || y > last + 24 {
        #expect(isUntouched(30, y), "above or below the words, at \(y)")
      }
    }
    let word = try #require(texts.first { $0.block.text == "Hi" }).frame
    #expect(!isUntouched(word.x - 4, word.midY))
  }

  /// A finished note is faded but still readable.
  @Test func aDoneNoteCanBeMadeOut() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var opacities: [Double] = []
    for color in ["#000000", "#102040", "#3a3a3a"] {
      let request = RenderRequest(
        device: "iphone15", notes: [Note("Buy milk"), Note("Call Ana", done: true)],
        theme: "beacon", background: .color(try #require(Color(color)).hex))
      let plan = try renderer.resolve(request)
      let picture = try renderer.rasterize(renderer.compose(plan).scene, plan)
      // Compare the brightest pixels of the two notes: the second note is faded but still has
      // enough contrast.
      let composition = try renderer.compose(plan)
      let frames = composition.notes.map(\.frame)
      let peaks = frames.map { frame in
        picture.surface.brightest(in: frame, scale: plan.device.scale)
      }
      #expect(peaks[1] < peaks[0])
      opacities.append(Double(peaks[1]) / Double(peaks[0]))
    }
    #expect(opacities.allSatisfy { (0.5...0.8).contains($0) }, "\(opacities)")
  }
}

extension ImageSurface {
  fileprivate borrowing func brightest(in frame: Rect, scale: Scale) -> UInt8 {
    let (size, stride) = (size, stride)
    return withPixels { bytes in
      var brightest: UInt8 = 0
      for y in Int(frame.y * scale.y)..<min(size.height, Int(frame.maxY * scale.y)) {
        for x in Int(frame.x * scale.x)..<min(size.width, Int(frame.maxX * scale.x)) {
          brightest = max(brightest, bytes[y * stride + x * 4 + 1])
        }
      }
      return brightest
    }
  }
}
