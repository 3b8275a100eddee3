import Authoring
import Designs
import Files
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the validation of device files, and the files that are written for new devices.
@Suite struct DeviceCheckTests {
  @Test func everyFileOfTheInstallationIsValid() throws {
    var check = DeviceCheck()
    try check.check(Workspace.installation.devices)
    #expect(check.problems == [])
    #expect(check.screenCount == DeviceCatalog.shipped.devices.count)
  }

  /// A valid file with one device.
  private static let valid = """
    {"family": "mine", "title": "Mine", "license": "CC0-1.0",
    "sources": {"page": {"title": "A page", "url": "https://example.com", "retrieved": "2026-01-01"}},
    "rules": {"guess": "A rule for numbers that nobody measured."},
    "devices": [{"id": "mine", "name": "Mine", "maker": "Me", "kind": "phone",
    "released": "2026-01", "colorSpace": "sRGB",
    "pixels": [1080, 2400], "scale": 3, "diagonal": 6.5, "ppi": 405,
    "shape": {"cornerRadius": 30},
    "safeArea": {"portrait": [40, 0, 24, 0]},
    "areas": {"lock": {"portrait": {"clock": [0, 60, 360, 140], "controls": [0, 700, 360, 100]}}},
    "evidence": {"pixels": ["page:1"], "scale": "guess", "diagonal": ["page"], "ppi": ["page"],
    "released": "guess", "colorSpace": "guess", "cornerRadius": "guess",
    "safeArea": {"sources": ["page"], "confidence": "measured"},
    "areas": {"lock": {"confidence": "estimated", "rule": "guess"}}}}]}
    """

  @Test func aValidFileHasNoMistake() throws {
    #expect(try problems(Self.valid) == [])
  }

  @Test(arguments: [
    ("no JSON", "{\"family\"", "[\"family\"", "", ":1"),
    ("another family", #""family": "mine""#, #""family": "other""#, "other", ":1:12"),
    ("an unknown key", #""title": "Mine","#, #""titel": "Mine","#, "titel", ":1:20"),
    ("no maker", #""maker": "Me", "#, "", "maker", ":4:13"),
    ("no scale", #""scale": 3, "#, "", "scale", ":4:13"),
    ("an unknown kind", #""kind": "phone""#, #""kind": "watch""#, "watch", ":4:67"),
    (
      "an invalid month", "\"2026-01\", \"colorSpace\"", "\"2026-13\", \"colorSpace\"", "2026-13",
      ":5:13"
    ),
    ("an invalid id", #""id": "mine""#, #""id": "Mine""#, "Mine", ":4:20"),
    ("too many pixels", "[1080, 2400]", "[1080, 9000]", "9000", ":6:11"),
    ("a scale out of range", #""scale": 3,"#, #""scale": 30,"#, "30", ":6:34"),
    ("another density", #""ppi": 405"#, #""ppi": 300"#, "300", ":6:61"),
    ("an area outside", "[0, 60, 360, 140]", "[0, 60, 361, 140]", "361", ":9:42"),
    (
      "areas on top of each other", "[0, 700, 360, 100]", "[0, 150, 360, 100]",
      "lock.portrait.clock", ":9:42"
    ),
    ("a value without an origin", #""ppi": ["page"],"#, "", "ppi", ":4:13"),
    ("an origin without a value", #""diagonal": 6.5, "#, "", "diagonal", ":4:13"),
    ("an unknown source", #"["page:1"]"#, #"["pgae:1"]"#, "pgae", ":10:25"),
    ("an unknown rule", #""scale": "guess""#, #""scale": "gues""#, "gues", ":10:45"),
    (
      "an estimate without a rule", #"{"confidence": "estimated", "rule": "guess"}"#,
      #"{"confidence": "estimated"}"#, "rule", ":13:19"
    ),
    (
      "an unknown confidence", #""confidence": "measured""#, #""confidence": "sure""#, "sure",
      ":12:49"
    ),
    (
      "the origin of no area", #""areas": {"lock": {"conf"#,
      #""areas": {"home": "guess", "lock": {"conf"#, "home", ":13:19"
    ),
    (
      "an unused rule", #"measured."},"#, #"measured.", "more": "Another rule of nobody."},"#,
      "more", ":3:"
    ),
  ])
  func everyKindOfMistakeHasItsPlace(
    title: String, before: String, after: String, value: String, place: String
  ) throws {
    let text = Self.valid.replacing(before, with: after)
    #expect(text != Self.valid, "\(title)")
    let found = try problems(text)
    let fitting = found.first { error in
      (value.isEmpty || error.message.contains(value))
        && error.origin?.description.contains("mine.json" + place) == true
    }
    #expect(fitting != nil, "\(title): \(found)")
    for error in found {
      #expect([ErrorCode.invalidValue, .unknownKey, .invalidJSON].contains(error.code), "\(title)")
      #expect(error.hint != nil || error.message.contains("expected"), "\(title): \(error)")
    }
  }

  @Test func twoDevicesWithOneIdAreAMistake() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.valid, to: "mine.json")
    try folder.write(
      Self.valid.replacing(#""family": "mine""#, with: #""family": "b""#), to: "b.json")
    var check = DeviceCheck()
    try check.check(folder.path)
    #expect(check.problems.map(\.code) == [.invalidValue])
    #expect(check.problems.first?.hint?.contains("b.json:4:20") == true)
  }

  @Test func aFolderWithoutFilesIsAMistake() throws {
    let folder = try TemporaryFolder()
    var check = DeviceCheck()
    #expect(throws: RenderError.self) { try check.check(folder.path) }
    #expect(throws: RenderError.self) { try check.check(folder.file("none.json")) }
  }

  /// A new file passes the check, and its device has the requested pixels and kind.
  @Test(arguments: [
    ("1600x2560@2", DeviceKind?.none), ("1440x3120", nil), ("3840x2160", nil),
    ("1080x2400@2.625", .foldable), ("1920x1080", .tv), ("160x160", nil), ("2880x1864@2", .laptop),
  ])
  func aNewFilePassesTheCheck(_ size: String, _ kind: DeviceKind?) throws {
    let folder = try TemporaryFolder()
    let parsed = try #require(try ScreenSize(parsing: size, origin: .notes))
    let starter = DeviceStarter(name: folder.file("mytablet"), size: parsed, kind: kind)
    let made = try starter.write()
    #expect(made.file == folder.file("mytablet.json") && made.id == "mytablet")
    var check = DeviceCheck()
    try check.check(made.file)
    #expect(check.problems == [] || size == "160x160", "\(check.problems)")
    let catalog = DeviceCatalog(installation: Workspace.installation, folders: [folder.path])
    let device = try catalog.device("mytablet")
    #expect(device.pixels == parsed.pixels && device.isOwn)
    if let kind { #expect(device.kind == kind) }
    let error = try #require(throws: RenderError.self) { try starter.write() }
    #expect(error.code == .outputFailed)
  }

  private func problems(_ text: String) throws -> [RenderError] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "mine.json")
    var check = DeviceCheck()
    try check.check(folder.file("mine.json"))
    return check.problems
  }
}
