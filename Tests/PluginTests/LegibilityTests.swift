import BuiltInPlugins
import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite(.tags(.torture)) struct LegibilityTests {
  /// Every look of every bundled theme: the default and its variants.
  static let looks: [Look] = {
    let designs = DesignLibrary(installation: Workspace.installation)
    return designs.themeNames.flatMap { name in
      let variants = (try? designs.theme(name))?.variants ?? []
      return [Look(theme: name, variant: nil)] + variants.map { Look(theme: name, variant: $0) }
    }
  }()

  struct Look: Sendable, CustomTestStringConvertible {
    let theme: String
    let variant: ThemeVariant?

    var testDescription: String { theme + (variant.map { ", \($0.rawValue)" } ?? "") }

    /// The look's index in the list of all looks, which tests use to choose screens and backgrounds
    /// in rotation.
    var number: Int {
      LegibilityTests.looks.firstIndex { $0.testDescription == testDescription } ?? 0
    }

    func request(_ device: String, _ background: BackgroundChoice = .theme) -> RenderRequest {
      var request = RenderRequest(
        device: device, notes: LegibilityTests.notes, theme: theme, background: background)
      request.variant = variant
      return request
    }
  }

  @Test func thereAreADozenThemesAndMoreLooks() {
    #expect(Set(Self.looks.map(\.theme)).count == 12 && Self.looks.count >= 18)
  }

  static let notes = [
    Note("Buy oat milk and bread"), Note("Dentist at 9:40, bring the card"),
    Note("Water the plants"), Note("Send the invoice to Mr Okafor"),
  ]

  @Test func thereIsADozenPhotographs() {
    #expect(
      Backgrounds.photographs.filter { FileManager.default.fileExists(atPath: $0) }.count == 12)
  }

  /// Contrast is measured on the finished pixels, independently of the engine's own values.
  ///
  /// Outside torture mode, each look is tested on a tenth of the backgrounds, in rotation.
  @Test(arguments: looks)
  func everyLineReachesItsContrastOnEveryPhoto(in look: Look) throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (index, name) in (Backgrounds.made + Backgrounds.photographs).enumerated()
    where Torture.isOn || (index + look.number) % 10 == 0 {
      let isMade = Backgrounds.made.contains(name)
      let photo = isMade ? try Backgrounds.make(name, in: folder.path) : name
      let drawn = try renderer.draw(look.request("iphonese3", .photo(file: photo)))
      let report = try #require(drawn.picture.report.legibility)
      let warnings = drawn.warnings
      #expect(
        !warnings.contains { $0.code == .lowContrast },
        "\(look.testDescription) on \(photo): \(warnings)")
      // The plan and the scene have the look that was selected for the photo.
      let (plan, scene) = (drawn.plan, drawn.composition.scene)
      let ground = try renderer.rasterize(scene, plan, hidingGlyphs: true)
      for (name, content) in scene.foreground.flatMap(\.allTexts) {
        let judge = ContrastJudge(frame: content.frame, scale: plan.device.scale)
        // A digit has so few pixels that the corner with the weakest contrast contains more than 5%
        // of them.
        let contrast = judge.contrast(
          of: drawn.picture.surface, over: ground.surface,
          leavingOut: name.hasSuffix("number") ? 0.1 : 0.05)
        #expect(
          contrast >= report.target * 0.98,
          "\(look.testDescription) on \(photo): \(name) has \(contrast), aid \(report.aid?.rawValue ?? "none")"
        )
      }
    }
  }

  @Test func aForbiddenAidBecomesAWarningAndWithStrictAnError() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"format": 1, "summary": "White, whatever is behind it.",
       "background": {"plugin": "solid-color"}, "legibility": {"aids": []}}
      """
    let theme = try folder.write(text, to: "plain.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(
      device: "iphonese3", notes: Self.notes, theme: theme, background: .color("#eeeeee"))
    let receipt = try renderer.render(request)
    let warning = try #require(receipt.warnings.first { $0.code == .lowContrast })
    #expect(warning.message.contains("1.16"), "\(warning.message)")
    #expect(receipt.legibility?.lines.allSatisfy { $0.after < 1.2 } == true)
    request.isStrict = true
    let error = #expect(throws: RenderError.self) { try renderer.render(request) }
    #expect(error?.code == .strictWarning)
  }

  @Test func nothingIsChangedWhereTheTextCanBeReadAlready() throws {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for (index, look) in Self.looks.enumerated() {
      let devices = ["iphonese3", "iphone15", "ipadpro13"]
      for device in Torture.isOn ? devices : [devices[index % 3]] {
        let legibility = try renderer.draw(look.request(device)).picture.report.legibility
        #expect(legibility?.aid == nil, "\(look.testDescription) on \(device)")
      }
    }
  }

  /// Renders with a theme that has a plain background and the given sections, and returns the
  /// legibility report.
  private func report(
    _ sections: String, on color: String, _ change: (inout RenderRequest) -> Void = { _ in }
  ) throws -> LegibilityReport {
    let folder = try TemporaryFolder()
    let theme = try folder.write(
      #"{"format": 1, "summary": "", "background": {"plugin": "solid-color"}, \#(sections)}"#.utf8,
      to: "letters.json")
    var request = RenderRequest(
      device: "iphone15", notes: Self.notes, theme: theme, background: .color(color))
    change(&request)
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    return try #require(try renderer.render(request).legibility)
  }

  /// A replaced color is reported with its reason, and a theme can forbid the replacement.
  @Test func aReplacedColorIsReported() throws {
    func numbers(_ colors: String) throws -> LegibilityReport {
      try report(
        ##"""
        "colors": {"text": "#101040", "number": "#e8e8f0"},
        "legibility": {"aids": ["color"], "colors": "\##(colors)"}
        """##, on: "#ffffff"
      ) { $0.colorSpace = .displayP3 }
    }
    #expect(
      try numbers("adapt").replaced.map(\.sentence) == [
        "your color #e8e8f0 was replaced by #101040 here, because the original color has a "
          + "contrast of 1.2 instead of 4.5"
      ])
    let kept = try numbers("keep")
    #expect(kept.replaced.isEmpty && kept.aid == nil)
    #expect(kept.lines.contains { !$0.isEnough && $0.layer.hasSuffix("number") })
  }

  /// Shadows are less visible than a card, so they are used instead of a card if they provide
  /// enough contrast.
  @Test func shadowsLeaveMoreOfAPhotoThanACard() throws {
    func aided(by aids: String) throws -> LegibilityReport {
      try report(
        ##"""
        "colors": {"text": "#201008"}, "fonts": {"weight": 600}, "legibility": {"aids": \##(aids)}
        """##, on: "#b4b4b4"
      ) { request in
        request.isStrict = true
        // Limit the type size, because larger type would cover more of the picture than strict
        // renders allow.
        request.settings = [Setting(key: "max-size", value: "26")]
      }
    }
    let card = try aided(by: #"["card"]"#)
    let shadow = try aided(by: #"["shadow", "card"]"#)
    #expect(card.aid == .card && shadow.aid == .shadow)
    #expect(shadow.lines.allSatisfy { $0.after >= 4.5 && $0.isEnough })
    #expect(shadow.changed < 0.7 * card.changed, "\(shadow.changed) instead of \(card.changed)")
    // The former names of the aids are still accepted.
    #expect(try aided(by: #"["scrim"]"#).aid == .card && aided(by: #"["halo"]"#).aid == .shadow)
  }

  /// Numbers that are more difficult to read than the text do not cause stronger shadows behind the
  /// text.
  @Test func shadowsAreAsStrongAsTheirTextNeeds() throws {
    func leastLightness(numbers: String) throws -> Double {
      let report = try report(
        ##"""
        "colors": {"text": "#101040", "number": "\##(numbers)"}, "fonts": {"weight": 600},
        "legibility": {"aids": ["shadow"]}
        """##, on: "#5c9c2c")
      #expect(report.aid == .shadow && report.lines.allSatisfy(\.isEnough))
      let texts = report.lines.filter { $0.layer.hasSuffix(".text") }
      return try #require(texts.map(\.lightness).min())
    }
    let alike = try leastLightness(numbers: "#101040")
    // The second color is so faint that it is replaced by the text color.
    for numbers in ["#2a2a78", "#3c44d8"] {
      let beside = try leastLightness(numbers: numbers)
      #expect(abs(beside - alike) < 1.5, "\(beside) beside \(numbers), \(alike) alone")
    }
  }

  /// Legibility aids have a tint of the background color and are not white or black.
  ///
  /// On green, they are pale green behind dark letters and dark green behind pale letters.
  @Test(arguments: ["gradient", "shadow", "card"], ["#080810", "#fffaf0"])
  func anAidHasTheColorOfTheGround(aid: String, letters: String) throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let text = """
      {"format": 1, "summary": "Letters on grass.", "background": {"plugin": "solid-color"},
       "colors": {"text": "\(letters)", "number": "\(letters)"},
       "legibility": {"aids": ["\(aid)"]}}
      """
    let theme = try folder.write(text.utf8, to: "grass.json")
    let request = RenderRequest(
      device: "iphone15", notes: Self.notes, theme: theme, background: .color("#5c9c2c"))
    let receipt = try renderer.render(request)
    let legibility = try #require(receipt.legibility)
    #expect(legibility.aid?.rawValue == aid && legibility.lines.allSatisfy(\.isEnough))
    let plan = try renderer.resolve(request)
    let scene = try renderer.compose(plan).scene
    let ground = try renderer.rasterize(scene, plan, hidingGlyphs: true)
    // Every background pixel that the legibility aid changes must still be green.
    let grass = SIMD3<Int>(0x2c, 0x9c, 0x5c)
    var changed = 0
    var others: Set<SIMD3<Int>> = []
    ground.surface.withPixels { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 4) {
        let pixel = SIMD3(Int(bytes[offset]), Int(bytes[offset + 1]), Int(bytes[offset + 2]))
        guard pixel != grass else { continue }
        changed += 1
        let isGreen = pixel[1] > pixel[2] && pixel[2] > pixel[0]
        if !isGreen || !(20..<240).contains(pixel[1]) { others.insert(pixel) }
      }
    }
    #expect(changed > 1000 && others.isEmpty, "blue, green, red: \(others.prefix(3))")
  }

  /// A digit on its own disc stays readable: the legibility aid is drawn behind the disc, and the
  /// digit does not get the text color.
  @Test(arguments: ["#101010", "#7a7a7a", "#f4f4f4"])
  func aDigitOnItsDiscStaysReadable(ground: String) throws {
    let folder = try TemporaryFolder()
    let text = ##"""
      {"format": 1, "summary": "Pale discs, pale letters.",
       "background": {"plugin": "solid-color"}, "style": {"number": "badge"},
       "colors": {"text": "#fff0f4", "number": "#1d3010", "badge": "#e4f6d4"}}
      """##
    let theme = try folder.write(text.utf8, to: "discs.json")
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    for photo in [BackgroundChoice.color(ground), .photo(file: Backgrounds.photographs[0])] {
      let request = RenderRequest(
        device: "iphone15", notes: Self.notes, theme: theme, background: photo)
      let receipt = try renderer.render(request)
      #expect(receipt.warnings.filter { $0.code == .lowContrast } == [])
      #expect(receipt.legibility?.lines.allSatisfy { $0.after >= 4.5 } == true)
    }
  }
}

/// Measures the contrast of the letters in a frame, based on the finished pixels and the background
/// pixels.
struct ContrastJudge {
  let frame: Rect
  let scale: Scale

  /// Returns the contrast ratio between the letters and the pixels around them.
  ///
  /// The given share of these pixels, those with the lowest contrast, is ignored. Pixels that the
  /// text changed count as ink, and the pixel that changed most defines the color of the ink. The
  /// background consists of the pixels at a distance of 3 to 5 pixels from the ink, at three pixels
  /// per point.
  func contrast(
    of finished: borrowing ImageSurface, over ground: borrowing ImageSurface,
    leavingOut share: Double
  ) -> Double {
    let reach = Int((5 * scale.x / 3).rounded())
    let columns =
      max(
        0, Int(frame.x * scale.x) - reach)..<min(
        finished.size.width, Int(frame.maxX * scale.x) + reach)
    let rows =
      max(
        0, Int(frame.y * scale.y) - reach)..<min(
        finished.size.height, Int(frame.maxY * scale.y) + reach)
    var isInk = [Bool](repeating: false, count: columns.count * rows.count)
    var most = (change: 0, luminance: 0.0)
    for (row, y) in rows.enumerated() {
      for (column, x) in columns.enumerated() {
        let (above, under) = (pixel(finished, x, y), pixel(ground, x, y))
        let change = (0..<3).reduce(0) { $0 + abs(Int(above[$1]) - Int(under[$1])) }
        guard change > 24 else { continue }
        isInk[row * columns.count + column] = true
        if change > most.change { most = (change, luminance(above)) }
      }
    }
    let near = widened(isInk, columns.count, by: Int((2 * scale.x / 3).rounded()))
    let far = widened(isInk, columns.count, by: reach)
    var beside: [Double] = []
    for (row, y) in rows.enumerated() {
      for (column, x) in columns.enumerated() {
        let index = row * columns.count + column
        if far[index], !near[index] { beside.append(luminance(pixel(ground, x, y))) }
      }
    }
    let ratios = beside.map { (max($0, most.luminance) + 0.05) / (min($0, most.luminance) + 0.05) }
    return ratios.sorted()[Int(share * Double(ratios.count))]
  }

  /// Returns the mask, dilated by `reach` pixels in every direction.
  private func widened(_ mask: [Bool], _ width: Int, by reach: Int) -> [Bool] {
    func dilated(_ mask: [Bool], step: Int, in line: (Int) -> ClosedRange<Int>) -> [Bool] {
      var wide = mask
      for index in mask.indices where mask[index] {
        let line = line(index)
        for distance in -reach...reach {
          let place = index + distance * step
          if line.contains(place) { wide[place] = true }
        }
      }
      return wide
    }
    let across = dilated(mask, step: 1) { index in
      index / width * width...index / width * width + width - 1
    }
    return dilated(across, step: width) { _ in 0...mask.count - 1 }
  }

  private func pixel(_ surface: borrowing ImageSurface, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let offset = y * surface.stride + x * 4
    return surface.withPixels { $0.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self) }
  }

  /// Returns the WCAG 2.2 relative luminance of a pixel, computed independently of the engine.
  private func luminance(_ pixel: SIMD4<UInt8>) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(pixel[2]) + 0.7152 * linear(pixel[1]) + 0.0722 * linear(pixel[0])
  }
}
