import BuiltInPlugins
import Designs
import Foundation
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Parameters that a template declares, and layouts that appear only on some devices.
@Suite struct TemplateParameterTests {
  private func scene(
    _ template: String, _ settings: [String: String] = [:], device: String = "iphone15"
  ) throws -> Scene {
    let folder = try TemporaryFolder()
    try folder.write(template.utf8, to: "mine/template.json")
    var request = RenderRequest(
      template: folder.file("mine"), device: device, notes: [Note("Buy milk")])
    request.settings = settings.map { Setting(key: $0.key, value: .string($0.value)) }
    let renderer = try makeRenderer()
    return try renderer.compose(try renderer.resolve(request)).scene
  }

  private static let template = ##"""
    {
      "format": 1, "summary": "A test.", "theme": "midnight",
      "parameters": {
        "words": {"summary": "What it says.", "default": "Hello"},
        "ink": {"summary": "Color of all letters.", "default": "$colors.text"}
      },
      "layouts": [{"plugin": "banner", "parameters": {
        "message": "$parameters.words", "color": "$parameters.ink", "line-color": "$parameters.ink"
      }}]
    }
    """##

  private func texts(_ scene: Scene) -> [TextBlock] {
    scene.foreground.flatMap { layer -> [TextBlock] in
      switch layer.content {
      case .text(let text): [text.block]
      case .group(let group):
        group.layers.compactMap { if case .text(let text) = $0.content { text.block } else { nil } }
      default: []
      }
    }
  }

  @Test func itsDefaultHoldsWhereNothingIsSet() throws {
    let first = try #require(texts(scene(Self.template)).first)
    #expect(first.text == "Hello" && first.style.color == Color("#ffffff"))
  }

  @Test(arguments: ["words", "mine.words"]) func itIsSetByItsName(_ key: String) throws {
    let first = try #require(texts(scene(Self.template, [key: "Breathe"])).first)
    #expect(first.text == "Breathe")
  }

  @Test func oneValueMayGoToSeveralPlaces() throws {
    let colors = try texts(scene(Self.template, ["ink": "tomato"])).map(\.style.color)
    #expect(Set(colors) == [Color("tomato")])
  }

  /// The plugin's own parameter names can also be used, with its ID as a prefix, and apply only to
  /// that plugin.
  @Test func thePluginCanStillBeSet() throws {
    let first = try #require(texts(scene(Self.template, ["banner.message": "Mine"])).first)
    #expect(first.text == "Mine")
  }

  @Test func aValueOfTheWrongKindNamesWhatIsExpected() throws {
    let error = #expect(throws: RenderError.self) { try scene(Self.template, ["ink": "inky"]) }
    #expect(error?.code == .invalidParameter && error?.origin?.description == "--set ink")
  }

  @Test func aMisspeltNameFindsTheTemplates() throws {
    let error = #expect(throws: RenderError.self) { try scene(Self.template, ["wrds": "a"]) }
    #expect(error?.hint == "did you mean 'words'?")
  }

  /// A setting that has no effect is reported as an error instead of being ignored.
  @Test func aSettingThatNothingReadsHereIsRefused() throws {
    let template = """
      {
        "format": 1, "summary": "A test.", "theme": "midnight",
        "parameters": {"big": {"summary": "On tablets."}, "sky": {"summary": "Behind it."}},
        "background": {"plugin": "solid-color", "parameters": {"color": "$parameters.sky"}},
        "layouts": [{"stack": [
          {"plugin": "banner"},
          {"plugin": "banner", "when": {"kind": "ipad"},
           "parameters": {"max-size": "$parameters.big"}}
        ]}]
      }
      """
    #expect(throws: Never.self) { try scene(template, ["big": "50"], device: "ipad10") }
    #expect(throws: Never.self) { try scene(template, ["sky": "navy"]) }
    let error = #expect(throws: RenderError.self) { try scene(template, ["big": "50"]) }
    #expect(error?.code == .unknownParameter)
    #expect(error?.message == "'big' has no effect on this picture")
  }

  /// Settings are part of the fingerprint, and a value has the same fingerprint in every spelling.
  @Test func settingsAreInTheFingerprint() throws {
    let renderer = try makeRenderer()
    func digest(_ value: String?) throws -> String {
      var request = RenderRequest(template: "banner", device: "iphone8", notes: [Note("a")])
      request.settings = value.map { [Setting(key: "color", value: .string($0))] } ?? []
      return try renderer.render(request).fingerprint.digest
    }
    #expect(try digest("red") == digest("#ff0000"))
    #expect(try digest("red") != digest("#fe0000") && digest("red") != digest(nil))
  }

  @Test(arguments: [("iphone15", false), ("ipad10", true)])
  func aLayoutMayStandOnSomeDevicesOnly(device: String, isThere: Bool) throws {
    let template = """
      {
        "format": 1, "summary": "A test.", "theme": "midnight",
        "layouts": [{"stack": [
          {"plugin": "banner"},
          {"plugin": "banner", "when": {"kind": "ipad"}, "parameters": {"message": "Big"}}
        ]}]
      }
      """
    let words = try texts(scene(template, device: device)).map(\.text)
    #expect(words.contains("Buy milk") && words.contains("Big") == isThere)
  }
}
