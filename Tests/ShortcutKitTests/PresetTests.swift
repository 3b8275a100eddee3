import Files
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests which shortcut is chosen for a preset, and why.
@Suite struct PresetTests {
  private static func link(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "https://www.icloud.com/shortcuts/"
      + String(repeating: "a", count: 32 - digits.count) + digits
  }

  private static let general = link(0xffff)

  /// Returns a map in which the given presets have their own shortcut.
  private static func map(_ own: [Int]) throws -> PresetMap {
    let folder = try TemporaryFolder()
    let entries = own.map { "\"\($0)\": \"\(link($0))\"" }.joined(separator: ", ")
    let text = """
      {"format": 1, "name": "Wall {preset}", "general": {"link": "\(general)", "name": "Wall"},
       "presets": {\(entries)}}
      """
    return try PresetMap.read(folder.write(text.utf8, to: "shortcuts.json"))
  }

  @Test(arguments: 1...20) func aPresetWithAShortcutGetsIt(_ number: Int) throws {
    let choice = try Self.map(Array(1...20)).choice(for: Preset("\(number)"))
    #expect(choice.shortcut.link.url == Self.link(number))
    #expect(choice.shortcut.name == "Wall \(number)")
    #expect(choice.shortcut.runAddress() == "shortcuts://run-shortcut?name=Wall%20\(number)")
    #expect(choice.source == .own && choice.fallback == nil)
  }

  @Test(arguments: 1...20) func onesWithoutFallBackToPresetThree(_ number: Int) throws {
    let choice = try Self.map([3]).choice(for: Preset("\(number)"))
    #expect(choice.preset.number == number && choice.shortcut.link.url == Self.link(3))
    #expect(choice.shortcut.name == "Wall 3")
    if number == 3 {
      #expect(choice.fallback == nil)
    } else {
      #expect(
        choice.fallback
          == "preset \(number) does not have its own shortcut yet, so this is the shortcut of "
          + "preset 3"
      )
    }
  }

  @Test(arguments: 1...20) func withoutAnyTheGeneralOneDoes(_ number: Int) throws {
    let choice = try Self.map([]).choice(for: Preset("\(number)"))
    #expect(choice.shortcut.link.url == Self.general && choice.shortcut.name == "Wall")
    #expect(choice.source == .general)
    #expect(
      choice.fallback
        == (number == 3
          ? "preset 3 does not have its own shortcut yet, so this is the general shortcut"
          : "neither preset \(number) nor preset 3 has its own shortcut yet, so this is the "
            + "general "
            + "shortcut"))
  }

  /// If the map has no shortcut for one preset, the other presets keep their own shortcuts.
  @Test func othersKeepTheirs() throws {
    let map = try Self.map([2, 3, 7])
    #expect(map.choice(for: try Preset("7")).source == .own)
    #expect(map.choice(for: try Preset("8")).source == .preset(.standard))
  }

  @Test(arguments: ["0", "21", "-1", "three", "", "3.0", " 3", "٣", "99999999999999999999"])
  func whatIsNoPresetIsExplained(_ text: String) {
    let error = #expect(throws: RenderError.self) { try Preset(text) }
    #expect(error?.code == .invalidPreset)
    #expect(
      error?.message
        == "'\(text)' is not a preset; a preset is the number of a lock screen wallpaper, from 1 "
        + "to 20")
    #expect(error?.hint?.contains("press and hold the lock screen") == true)
    #expect(error?.hint?.contains("count from 1") == true)
  }

  @Test(arguments: [
    ("a b", "a%20b"), ("Ünï & ? = #", "%C3%9Cn%C3%AF%20%26%20%3F%20%3D%20%23"), ("-._~9", "-._~9"),
    ("日本", "%E6%97%A5%E6%9C%AC"), ("+%", "%2B%25"),
  ])
  func namesAreEncodedAsAddressesNeed(name: String, encoded: String) throws {
    let link = try ShortcutLink(Self.general, origin: .argument("test"))
    let shortcut = Shortcut(link: link, name: name)
    #expect(shortcut.runAddress() == "shortcuts://run-shortcut?name=" + encoded)
    let components = URLComponents(string: shortcut.runAddress(input: name))
    #expect(components?.queryItems?.map(\.value) == [name, "text", name])
  }

  @Test(arguments: [
    ("http://www.icloud.com/shortcuts/4735a1723f8a4cc28c12d07092c66a35", "does not begin with"),
    ("https://www.icloud.com/shortcuts/4735A1723F8A4CC28C12D07092C66A35", "lowercase"),
    ("https://www.icloud.com/shortcuts/4735a172-3f8a-4cc2-8c12-d07092c66a35", "without '-'"),
    ("https://www.icloud.com/shortcuts/4735a1723f8a4cc28c12d07092c66a35/", "without '-' or '/'"),
    ("https://www.icloud.com/shortcuts/4735a1723f8a4cc28c12d07092c66a3", "ends in 31 digits"),
    ("https://www.icloud.com/shortcuts/4735a1723f8a4cc28c12d07092c66a3g", "32 hex digits"),
    ("https://www.icloud.com/shortcuts/", "ends in 0 digits"), ("", "does not begin with"),
    ("https://evil.example/https://www.icloud.com/shortcuts/4735", "does not begin with"),
  ])
  func aLinkOfAnotherFormIsExplained(text: String, part: String) {
    let error = #expect(throws: RenderError.self) {
      try ShortcutLink(text, origin: .file("a.json", line: 1, column: 2))
    }
    #expect(error?.code == .invalidValue && error?.origin?.description == "a.json:1:2")
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.isEmpty == false)
  }
}
