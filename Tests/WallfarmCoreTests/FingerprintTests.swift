import Designs
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct FingerprintTests {
  /// Changes to a request, each with the part of the fingerprint that it affects.
  static let changes: [(part: String, change: @Sendable (inout RenderRequest) -> Void)] = [
    ("template", { $0.template = "home" }), ("theme", { $0.theme = "paper" }),
    ("device", { $0.device = "iphone15" }), ("notes", { $0.notes = [Note("Buy beer")] }),
    ("notes", { $0.notes = [Note("Buy milk", done: true)] }),
    ("notes", { $0.notes = [Note("Buy milk"), Note("Call Ana")] }),
    ("settings", { $0.background = .color("teal") }), ("settings", { $0.background = .none }),
    ("settings", { $0.widgets = false }), ("settings", { $0.clock = .large }),
    ("settings", { $0.overflow = .fail }), ("settings", { $0.direction = .rightToLeft }),
    ("settings", { $0.language = "ja" }), ("settings", { $0.allowsMissingGlyphs = true }),
    ("settings", { $0.showsAreas = true }), ("settings", { $0.colorSpace = .displayP3 }),
    ("settings", { $0.settings = [Setting(key: "max-size", value: "20")] }),
    ("plugins", { $0.background = .plugin("gradient") }),
  ]

  @Test(arguments: changes.indices)
  func everyChangeShowsInItsPart(_ index: Int) throws {
    let (part, change) = Self.changes[index]
    let renderer = try makeRenderer()
    let before = try renderer.render(.quick(device: "iphone14")).fingerprint
    let after = try renderer.render(.quick(device: "iphone14").with(change)).fingerprint
    #expect(before.digest != after.digest)
    let differing = zip(before.parts, after.parts).filter { $0 != $1 }.map(\.0.name)
    #expect(differing.contains(part), "\(differing)")
    // Any change may also affect the plugins. Apart from that, a change affects only one part,
    // unless it selects another template, which may imply another theme, or another background
    // plugin.
    #expect(
      differing.filter { $0 != "plugins" } == [part] || ["template", "plugins"].contains(part),
      "\(differing)")
  }

  /// Text parameters are as private as notes, so the fingerprint counts them as notes, wherever
  /// they are set.
  @Test func aTextThatIsSetCountsWithTheNotes() throws {
    let prints = try ["+{count}", "{count} more"].map { text in
      try makeRenderer().draw(
        .quick().with { $0.settings = [Setting(key: "more-text", value: .string(text))] }
      ).fingerprint
    }
    let differing = zip(prints[0].parts, prints[1].parts).filter { $0 != $1 }.map(\.0.name)
    #expect(differing == ["notes"])
  }

  /// Every fingerprint depends on the program, its libraries and the fonts, so that affected
  /// pictures are rendered again after an upgrade.
  @Test func whatDrawsIsAPartOfEveryFingerprint() throws {
    let fingerprint = try makeRenderer().draw(.quick()).fingerprint
    let names = fingerprint.parts.map(\.name)
    #expect(Array(names.prefix(3)) == ["program", "libraries", "fonts"])
    #expect(
      fingerprint.parts[2].digest == (try Workspace.installation.fontsDigest()))
    #expect(Set(fingerprint.parts.map(\.digest)).count == names.count)
    let libraries = LibraryVersions.drawing.map(\.name)
    #expect(libraries.contains("cairo") && libraries.contains("pango"), "\(libraries)")
    #expect(LibraryVersions.drawing.allSatisfy { !$0.version.isEmpty })
  }

  /// Fonts are identified by their lock files, their configuration and the sizes of the font files,
  /// not by dates or permissions.
  @Test func fontsCountByContent() throws {
    let folder = try TemporaryFolder()
    for name in ["fonts.lock", "fonts.conf", "files/a.ttf", "files/b.ttf"] {
      try folder.write(name, to: "Fonts/" + name)
    }
    let installation = Installation(root: folder.path)
    let before = try installation.fontsDigest()
    let changed = Tool.run(
      "sh",
      ["-c", "cd '\(folder.path)/Fonts' && touch -d 2001-01-01 * files/* && chmod 700 files/*"])
    #expect(changed.status == 0)
    #expect(try installation.fontsDigest() == before)
    var seen = [before]
    for name in ["fonts.lock", "fonts.conf", "files/a.ttf", "files/c.ttf"] {
      try folder.write("another", to: "Fonts/" + name)
      #expect(!seen.contains(try installation.fontsDigest()), "\(name)")
      seen.append(try installation.fontsDigest())
    }
  }

  @Test func formatEffortAndQualityDoNotChangeIt() throws {
    let renderer = try makeRenderer()
    let plain = try renderer.render(.quick()).fingerprint
    for (format, quality) in [
      (ImageFormat.png, nil), (.jpeg, .level(50)), (.webp, .lossless),
    ] as [(ImageFormat, EncodingQuality?)] {
      let other = try renderer.render(
        .quick().with {
          ($0.format, $0.quality, $0.effort) = (format, quality, .balanced)
        })
      #expect(other.fingerprint == plain)
    }
  }

  @Test func aPhotoCountsByItsContentAndNotByItsPlace() throws {
    let folder = try TemporaryFolder()
    var surface = try ImageSurface(size: PixelSize(width: 400, height: 400))
    let bytes = try encodedPNG(surface)
    let paths = try ["a.png", "b.png"].map { try folder.write(bytes, to: $0) }
    let renderer = try makeRenderer()
    let prints = try paths.map {
      try renderer.render(.quick(background: .photo(file: $0))).fingerprint
    }
    #expect(prints[0] == prints[1])
    surface.withMutablePixels { $0[3] = 255 }
    try folder.write(try encodedPNG(surface), to: "b.png")
    let changed = try renderer.render(.quick(background: .photo(file: paths[1]))).fingerprint
    #expect(changed.parts.filter { !prints[0].parts.contains($0) }.map(\.name) == ["photos"])
  }

  @Test(arguments: ImageFormat.allCases)
  func itStandsInTheFile(_ format: ImageFormat) throws {
    let receipt = try makeRenderer().render(.quick().with { $0.format = format })
    let decoder = try PhotoDecoder(try #require(receipt.bytes), file: "made")
    let written = try #require(decoder.fingerprint.flatMap(WrittenFingerprint.init))
    #expect(written == WrittenFingerprint(receipt.fingerprint, key: .known))
    #expect(written.digest == receipt.fingerprint.digest && written.digest.count == 64)
  }

  @Test func otherFilesHaveNone() throws {
    let surface = try ImageSurface(size: PixelSize(width: 4, height: 4))
    let decoder = try PhotoDecoder(try encodedPNG(surface), file: "made")
    #expect(decoder.fingerprint == nil)
  }
}
