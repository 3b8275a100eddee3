import CPango
import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// A renderer's fonts do not depend on the fontconfig state of its process.
@Suite struct HostFontsTests {
  /// A configuration that makes all text bold, narrow and three times as large.
  private static let strange = """
    <fontconfig>
      <dir>/usr/share/fonts</dir>
      <match target="pattern">
        <edit name="family" mode="assign" binding="same"><string>DejaVu Sans</string></edit>
        <edit name="size" mode="assign"><double>60</double></edit>
      </match>
      <match target="font">
        <edit name="embolden" mode="assign"><bool>true</bool></edit>
        <edit name="matrix" mode="assign">
          <times><matrix><double>0.5</double><double>0</double><double>0</double><double>1</double>
          </matrix><name>matrix</name></times>
        </edit>
      </match>
    </fontconfig>
    """

  @Test func aRendererNeitherChangesNorReadsTheFontsOfItsHost() async {
    await #expect(processExitsWith: .success) {
      let before = try Self.drawn()
      let host = FcConfigCreate()
      #expect(FcConfigParseAndLoadFromMemory(host, Self.strange, FcTrue) == FcTrue)
      #expect(FcConfigBuildFonts(host) == FcTrue)
      #expect(FcConfigSetCurrent(host) == FcTrue)
      #expect(try Self.drawn() == before)
      #expect(FcConfigGetCurrent() == host)
    }
  }

  /// A letter is missing if only a font outside the project has it, even if the package of the
  /// project's fonts also installs that font.
  @Test func aLetterOfAnInstalledFontIsMissing() throws {
    let installed = "/usr/share/fonts/truetype/noto/NotoLoopedLao-Regular.ttf"
    #expect(FileManager.default.fileExists(atPath: installed))
    let folder = Workspace.root + "/Fonts"
    let cache = try TemporaryFolder()
    let fonts = try FontContext(
      folder: folder, cache: folder + "/cache", rareCache: cache.path, digest: "test")
    let engine = fonts.textEngine(scale: Scale(x: 1, y: 1))
    let style = TextStyle(family: "Inter", size: 24, weight: 400, color: .white)
    let error = #expect(throws: RenderError.self) {
      try engine.measure(TextBlock("\u{EA0}", style: style), width: nil)
    }
    #expect(error?.code == .missingGlyph)
    // A rare script is drawn with one of the project's fonts.
    _ = try engine.measure(TextBlock("\u{16A00}", style: style), width: nil)
  }

  /// Opens the project's fonts, and draws text that needs fallback fonts and color glyphs.
  private static func drawn() throws -> [UInt32] {
    let folder = Workspace.root + "/Fonts"
    let fonts = try FontContext(folder: folder, cache: folder + "/cache", digest: "test")
    let engine = fonts.textEngine(scale: Scale(x: 2, y: 2))
    var surface = try ImageSurface(size: PixelSize(width: 600, height: 200))
    for (row, family) in ["Inter", fonts.families.first ?? "Inter"].enumerated() {
      let style = TextStyle(family: family, size: 24, weight: 700, italic: true, color: .white)
      let text = try engine.shape(TextBlock("Milk 牛乳 حليب दूध 🥛", style: style), width: 280)
      try surface.draw(scale: Scale(x: 2, y: 2)) { (canvas) throws(RenderError) in
        try canvas.draw(text, at: Point(x: 4, y: Double(row) * 45), color: .white)
      }
    }
    return pixels(of: surface)
  }
}
