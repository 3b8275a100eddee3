import BuiltInPlugins
import Designs
import Files
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Every property of a request is either part of a digest or excluded explicitly.
@Suite struct IngredientTests {
  /// Returns the names of the stored properties; nested properties have names such as
  /// `photoLimits.bytes`.
  private func properties(of subject: Any) -> [String] {
    Mirror(reflecting: subject).children.flatMap { child -> [String] in
      let name = child.label ?? "?"
      switch child.value {
      case is PhotoLimits, is PixelSize, is Size, is Insets, is Device.LockScreen,
        is Device.ContentBounds:
        return Mirror(reflecting: child.value).children.map { "\(name).\($0.label ?? "?")" }
      default: return [name]
      }
    }
  }

  private func check(_ subject: Any, _ encoded: [String], _ otherwise: [String: String]) {
    let found = properties(of: subject)
    let known = encoded + otherwise.keys
    #expect(Set(known).count == known.count, "a property is listed twice")
    #expect(
      Set(found).subtracting(known) == [],
      "these belong into the ingredients, or among the exceptions with the reason")
    #expect(Set(known).subtracting(found) == [], "these are listed and not there")
  }

  @Test func everyPropertyOfARequestIsInADigestOrLeftOutOnPurpose() {
    check(
      RenderRequest(device: "iphone15"), RenderRequest.ingredients.map(\.property),
      RenderRequest.otherwise)
  }

  @Test func everyPropertyOfADeviceIsInADigestOrLeftOutOnPurpose() throws {
    check(
      try DeviceCatalog.shipped.device("iphone15"), Device.ingredients.map(\.property),
      Device.otherwise)
  }

  @Test func everyPropertyOfANoteIsInItsCode() {
    check(Note("Buy milk"), Note.ingredients.map(\.property), [:])
  }

  /// Every property of a device is part of the encoding, so each bundled device has its own digest.
  @Test func everyDeviceHasADigestOfItsOwn() {
    let digests = DeviceCatalog.shipped.devices.map { device in
      Fingerprint.Part("device") { $0.fields(of: device, Device.ingredients, for: .picture) }.digest
    }
    #expect(Set(digests).count == digests.count)
  }

  /// Changes that can affect the file or its delivery, but no pixel.
  static let otherFiles: [(property: String, change: @Sendable (inout RenderRequest) -> Void)] = [
    ("format", { $0.format = .webp }), ("effort", { $0.effort = .balanced }),
    ("quality", { ($0.format, $0.quality) = (.jpeg, .level(50)) }),
    ("isStrict", { $0.isStrict = true }), ("photoLimits.bytes", { $0.photoLimits.bytes = 1 << 20 }),
    ("photoLimits.pixels", { $0.photoLimits.pixels = 1 << 20 }),
    ("photoLimits.side", { $0.photoLimits.side = 5000 }),
    ("photoLimits.memory", { $0.photoLimits.memory = 99 << 20 }),
    ("photoLimits.scans", { $0.photoLimits.scans = 99 }),
  ]

  @Test func theFileOfAUnitDependsOnMoreThanItsPicture() throws {
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let plain = try checker.check(try .quick())
    var seen = [plain.digest]
    for (property, change) in Self.otherFiles {
      let other = try checker.check(try RenderRequest.quick().with(change))
      #expect(other.fingerprint == plain.fingerprint, "\(property)")
      #expect(!seen.contains(other.digest), "\(property)")
      seen.append(other.digest)
    }
    let all = RenderRequest.ingredients.filter { $0.share != .picture }.map(\.property)
    #expect(Self.otherFiles.map(\.property) == all)
  }

  /// The output path and the kind of delivery are not part of the digest.
  @Test func placesDoNotCount() throws {
    let folder = try TemporaryFolder()
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let plain = try checker.check(try .quick()).digest
    let other = try RenderRequest.quick().with {
      $0.output = .file(folder.file("a.png"))
      $0.files = FileScope(folder: folder.path, isConfined: true)
    }
    #expect(try checker.check(other).digest == plain)
  }

  /// Planning and rendering give the same fingerprint.
  @Test func theCheckerKnowsTheFingerprintThatRenderingFinds() throws {
    let folder = try TemporaryFolder()
    var surface = try ImageSurface(size: PixelSize(width: 900, height: 1400))
    try folder.write(try encodedPNG(surface), to: "own.png")
    surface.withMutablePixels { $0[3] = 255 }
    let photo = try folder.write(try encodedPNG(surface), to: "photo.png")
    let theme = try folder.write(
      #"""
      {"format": 1, "summary": "", "background":
        {"plugin": "photo", "parameters": {"file": "own.png", "dim": 0.4}}}
      """#, to: "mine.json")
    let requests: [RenderRequest] = [
      try .quick(), try .quick(notes: ["  Buy\tmilk ", String(repeating: "x", count: 300)]),
      try .quick(theme: theme, background: .theme), try .quick(background: .photo(file: photo)),
      try .quick(theme: theme, background: .photo(file: photo)),
      try .quick(template: "home", notes: nil, background: .theme),
      try .quick(template: "banner", notes: nil, settings: ["message=Hello"]),
      try .quick(background: .none, settings: ["max-size=30"]),
    ]
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let renderer = try makeRenderer()
    var digests: Set<String> = []
    // Each request is checked twice, the second time in reverse order, because planning caches
    // common parts.
    for request in requests + requests.reversed() {
      let fingerprint = try renderer.draw(request).fingerprint
      let checked = try checker.check(request).fingerprint
      #expect(checked == fingerprint, "\(request.template) \(request.background)")
      digests.insert(checked.digest)
    }
    #expect(digests.count == requests.count)
  }

  @Test func encodingsOfDifferentFieldsAreNeverTheSame() {
    func bytes(_ write: (inout CanonicalEncoding) -> Void) -> [UInt8] {
      var encoding = CanonicalEncoding("test", format: 1)
      write(&encoding)
      return encoding.bytes
    }
    let all = [
      bytes { _ in }, bytes { $0.field("a", "") }, bytes { $0.field("a", String?.none) },
      bytes { $0.field("a", "b") }, bytes { $0.field("ab", "") },
      bytes { $0.field("a", "1") }, bytes { $0.field("a", 1) }, bytes { $0.field("a", true) },
      bytes { $0.field("a", 1.0) }, bytes { $0.field("a", -1.0) },
      bytes { $0.texts("a", ["b", "c"]) }, bytes { $0.texts("a", ["bc"]) },
      bytes { $0.texts("a", ["bc", ""]) }, bytes { $0.texts("a", []) },
      bytes { $0.record("a") { $0.field("b", "c") } },
      bytes {
        $0.field("a", "")
        $0.field("b", "c")
      },
    ]
    #expect(Set(all).count == all.count)
    #expect(bytes { $0.field("a", 0.0) } == bytes { $0.field("a", -0.0) })
  }

  /// The exact bytes of the encoding are fixed, because any change to them would change every
  /// digest.
  @Test func theFormOfAnEncodingStays() {
    var encoding = CanonicalEncoding("test", format: 3)
    encoding.field("text", "Käse")
    encoding.field("nothing", String?.none)
    encoding.field("number", -7)
    encoding.field("half", 0.5)
    encoding.field("yes", true)
    encoding.texts("list", ["a"])
    #expect(
      String(decoding: encoding.bytes, as: UTF8.self)
        == "5:abouts4:test6:formati1:34:texts5:Käse7:nothingn0:6:numberi2:-7"
        + "4:halfd16:3fe00000000000003:yesb1:14:listr20:4:itemr10:4:texts1:a")
  }
}
