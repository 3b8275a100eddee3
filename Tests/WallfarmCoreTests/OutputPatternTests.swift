import Designs
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct OutputPatternTests {
  @Test(arguments: [
    ("no field", "a.png", "a.png"), ("a device", "{device}.png", "iphone15.png"),
    ("every field", "{template}-{theme}-{device}.{format}", "lock-noor-iphone15.jpg"),
    ("a field twice", "{device}/{device}", "iphone15/iphone15"),
    ("fields side by side", "{device}{theme}", "iphone15noor"),
    ("a closing brace alone", "a}b", "a}b"),
    ("a folder", "out/", "out/lock-iphone15.jpg"),
    ("a folder named by a field", "{theme}/", "noor/lock-iphone15.jpg"),
    ("other scripts", "öl ☂ {device}.png", "öl ☂ iphone15.png"), ("nothing", "", ""),
  ])
  func fillsTheFieldsOfAName(title: String, pattern: String, path: String) throws {
    let made = try OutputPattern(pattern)
      .path(device: "iphone15", template: "lock", theme: "noor", format: .jpeg)
    #expect(made == path)
  }

  @Test func takesAFolderThatExistsAsAFolder() throws {
    let folder = try TemporaryFolder()
    let made = try OutputPattern(folder.path)
      .path(device: "ipad10", template: "home", theme: "fog", format: .png)
    #expect(made == folder.path + "/home-ipad10.png")
  }

  @Test(arguments: [
    ("a misspelt field", "{devic}.png", "'{devic}'", "'{device}'"),
    ("the wrong case", "{Device}.png", "'{Device}'", "'{device}'"),
    ("an unknown field", "{note}.png", "'{note}'", "{device} {template} {theme} {format}"),
    ("no field in the braces", "{}.png", "'{}'", "{device} {template} {theme} {format}"),
    ("an open brace", "{device", "'{device'", "write a field as {device}"),
    ("a second open brace", "{device}-{", "'{device}-{'", "write a field as {device}"),
  ])
  func refusesWhatIsNoField(title: String, pattern: String, value: String, hint: String) throws {
    let error = try #require(throws: RenderError.self) { try OutputPattern(pattern) }

    #expect(error.code == .outputPattern)
    #expect(error.message.contains(value))
    #expect(error.origin?.description == "--output")
    #expect(error.hint?.contains(hint) == true)
  }

  @Test func twoPicturesNeverShareAFile() throws {
    try OutputPattern.checkForCollisions([])
    try OutputPattern.checkForCollisions(["a.png", "b.png", "c.png"])
    let error = try #require(throws: RenderError.self) {
      try OutputPattern.checkForCollisions(["a.png", "b.png", "a.png"])
    }

    #expect(error.code == .outputPattern)
    #expect(error.message.contains("'a.png'"))
    #expect(error.hint?.contains("{template}-{device}.{format}") == true)
  }

  @Test(
    arguments: [
      ("a.png", .png), ("a.PNG", .png), ("a.jpg", .jpeg), ("dir.png/a.JPEG", .jpeg), ("a", nil),
      ("png", nil), ("a.png.txt", nil), ("", nil), ("{device}.jpg", .jpeg),
    ] as [(String, ImageFormat?)])
  func theEndingOfANameAsksForAFormat(name: String, format: ImageFormat?) {
    #expect(ImageFormat(fileName: name) == format)
  }
}
