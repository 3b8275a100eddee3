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
    ("", "write --set max-size=VALUE"), ("max-size", "write --set max-size=VALUE"),
    ("weight 400", "write --set weight 400=VALUE"), ("=20", "write --set KEY=20"),
  ])
  func needsAKeyAndAnEqualsSign(text: String, hint: String) throws {
    let error = try #require(throws: RenderError.self) { try Setting(parsing: text) }

    #expect(error.code == .invalidParameter)
    #expect(error.message.hasPrefix("'\(text)' has no "))
    #expect(error.origin?.description == "--set")
    #expect(error.hint == hint)
  }

  @Test(arguments: [
    ("as it is", ["max-size=20"]), ("with its plugin", ["numbered-notes.max-size=20"]),
    ("the last one counts", ["max-size=30", "numbered-notes.max-size=40", "max-size=20"]),
  ])
  func reachesTheLayout(title: String, settings: [String]) throws {
    let size = try #require(try compose(.quick(settings: settings + ["form=list"])).fontSize)
    // 375 pt of an iPhone 8 divided by the 430 pt for which sizes are specified.
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
    #expect(error.message == example.message)
    #expect(error.origin == example.origin)
    #expect(error.hint == example.hint)
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
  let message: String
  let origin: Origin
  let hint: String

  var testDescription: String { setting }

  private static let size = "a number from 10 to 120 (pt at 430 pt width)"

  static let all = [
    WrongSetting(
      setting: "max-siz=20",
      message: "'max-siz' is not a parameter of 'numbered-notes' or 'solid-color'",
      origin: .setting("max-siz"), hint: "did you mean 'max-size'?"),
    WrongSetting(
      setting: "xyzzy=20",
      message: "'xyzzy' is not a parameter of 'numbered-notes' or 'solid-color'",
      origin: .setting("xyzzy"), hint: "'wallfarm describe numbered-notes' shows what can be set"),
    WrongSetting(
      setting: "numbered-notes.colour=red",
      message: "'colour' is not a parameter of 'numbered-notes'",
      origin: .setting("numbered-notes.colour"), hint: "did you mean 'color'?"),
    WrongSetting(
      setting: "color=red", message: "'color' is a parameter of 'numbered-notes' and 'solid-color'",
      origin: .option("set"), hint: "say which: --set numbered-notes.color=…"),
    WrongSetting(
      setting: "max-size=9", code: .invalidParameter,
      message: "'max-size' cannot be '9': expected \(size)", origin: .setting("max-size"),
      hint: "the smallest value is 10"),
    WrongSetting(
      setting: "numbered-notes.max-size=20px", code: .invalidParameter,
      message: "'max-size' cannot be '20px': expected \(size)",
      origin: .setting("numbered-notes.max-size"), hint: "write a plain number, without a unit"),
    WrongSetting(
      setting: "font=Intr", code: .unknownFont,
      message: "no bundled font family is named 'Intr'", origin: .setting("font"),
      hint: "did you mean 'Inter'?"),
  ]
}
