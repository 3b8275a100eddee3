import Designs
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct SettingTests {
  @Test(arguments: [
    ("a=b", "a", "b"), ("a=", "a", ""), ("a==", "a", "="), ("a=b=c", "a", "b=c"),
    ("numbered-notes.max-size=20", "numbered-notes.max-size", "20"), ("a= b ", "a", " b "),
  ])
  func splitsAtTheFirstEqualsSign(text: String, key: String, value: String) throws {
    #expect(try Setting(parsing: text) == Setting(key: key, value: .string(value)))
  }

  @Test(arguments: [
    ("", "--set max-size=VALUE"), ("max-size", "--set max-size=VALUE"),
    ("weight 400", "--set weight 400=VALUE"), ("=20", "--set KEY=20"),
  ])
  func needsAKeyAndAnEqualsSign(text: String, hint: String) throws {
    let error = try #require(throws: RenderError.self) { try Setting(parsing: text) }

    #expect(error.code == .invalidParameter)
    #expect(error.message.contains("'\(text)'"))
    #expect(error.origin?.description == "--set")
    #expect(error.hint?.contains(hint) == true)
  }

  @Test(arguments: [
    ("as it is", ["max-size=20"]), ("with its plugin", ["numbered-notes.max-size=20"]),
    ("the last one counts", ["max-size=30", "numbered-notes.max-size=40", "max-size=20"]),
  ])
  func reachesTheLayout(title: String, settings: [String]) throws {
    let size = try #require(try compose(.quick(settings: settings + ["form=list"])).fontSize)
    // The width of an iPhone 8, 375 pt, divided by the width for which sizes are specified, 430 pt.
    let largest = 20.0 * 375 / 430
    #expect(size <= largest && size > largest - TypeSizes.step)
  }

  @Test func reachesTheBackground() throws {
    let composition = try compose(.quick(settings: ["solid-color.color=#12345678"]))
    #expect(
      composition.scene.background.map(\.content) == [
        .fill(.color(Color(red: 0x12, green: 0x34, blue: 0x56, alpha: 0x78)))
      ])
  }

  @Test func replacesWhatTemplateAndThemeSay() throws {
    let request = try RenderRequest.quick(
      theme: "midnight", background: .theme, settings: ["kind=radial", "colors=red,lime 30%,blue"])
    guard case .fill(.radial(let gradient)) = try compose(request).scene.background.first?.content
    else {
      Issue.record("expected a radial gradient")
      return
    }
    #expect(gradient.stops.map(\.position) == [0, 0.3, 1])
  }

  @Test func carriesListsAndTexts() throws {
    let composition = try compose(
      .quick(template: "banner", notes: nil, settings: ["message=Hi there", "lines=one, two"]))
    #expect(composition.scene.foreground.map(\.name) == ["message", "line.1", "line.2"])
  }

  @Test(arguments: WrongSetting.all)
  func saysWhatIsWrongWithASetting(_ example: WrongSetting) throws {
    let request = try RenderRequest.quick(settings: [example.setting])
    let error = try #require(throws: RenderError.self) { try compose(request) }

    #expect(error.code == example.code)
    #expect(error.message.names(example.values))
    #expect(error.origin == example.origin)
    #expect(error.hint.names(example.hint))
  }

  @Test func namesNoPluginWhereThereIsNone() throws {
    let request = try RenderRequest.quick(
      template: "home", background: .none, settings: ["max-size=20"])
    let error = try #require(throws: RenderError.self) { try compose(request) }

    #expect(error.code == .unknownParameter)
    #expect(error.message.contains("'max-size'"))
    #expect(!error.message.hasSuffix(" "), "\(error.message)")
    #expect(error.hint?.contains("describe '") == false, "\(error.hint ?? "")")
  }
}

private func compose(_ request: RenderRequest) throws -> Composition {
  let renderer = try makeRenderer()
  return try renderer.compose(renderer.resolve(request))
}

/// A setting that a lock screen on a single color rejects.
struct WrongSetting: Sendable, CustomTestStringConvertible {
  let setting: String
  var code = ErrorCode.unknownParameter
  /// The values that the message must contain.
  let values: [String]
  let origin: Origin
  /// The values that the hint must contain.
  let hint: [String]

  var testDescription: String { setting }

  static let all = [
    WrongSetting(
      setting: "max-siz=20", values: ["'max-siz'", "'numbered-notes'", "'solid-color'"],
      origin: .setting("max-siz"), hint: ["'max-size'"]),
    WrongSetting(
      setting: "xyzzy=20", values: ["'xyzzy'", "'numbered-notes'", "'solid-color'"],
      origin: .setting("xyzzy"), hint: ["wallfarm describe numbered-notes"]),
    WrongSetting(
      setting: "numbered-notes.colour=red", values: ["'colour'", "'numbered-notes'"],
      origin: .setting("numbered-notes.colour"), hint: ["'color'"]),
    WrongSetting(
      setting: "color=red", values: ["'color'", "'numbered-notes'", "'solid-color'"],
      origin: .option("set"), hint: ["--set numbered-notes.color=…"]),
    WrongSetting(
      setting: "max-size=9", code: .invalidParameter, values: ["'max-size'", "'9'"],
      origin: .setting("max-size"), hint: ["10"]),
    WrongSetting(
      setting: "numbered-notes.max-size=20px", code: .invalidParameter,
      values: ["'max-size'", "'20px'"], origin: .setting("numbered-notes.max-size"), hint: []),
    WrongSetting(
      setting: "font=Intr", code: .unknownFont, values: ["'Intr'"], origin: .setting("font"),
      hint: ["'Inter'"]),
  ]
}
