import Designs
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct RenderTests {
  @Test func theSameRequestGivesTheSameBytes() throws {
    let renderer = try makeRenderer()
    let request = try RenderRequest.quick(notes: ["Buy milk", "قهوة", "お茶 🍵"])
    let first = try renderer.render(request)

    #expect(try renderer.render(request).bytes == first.bytes)
    #expect(try makeRenderer().render(request).bytes == first.bytes)
    #expect(try renderer.render([request, request]).map(\.sha256) == [first.sha256, first.sha256])
  }

  @Test func anotherNoteGivesAnotherPicture() throws {
    let renderer = try makeRenderer()
    let one = try renderer.render(.quick(notes: ["Buy milk"]))
    #expect(try renderer.render(.quick(notes: ["Buy silk"])).sha256 != one.sha256)
  }

  @Test func aPNGIsAPNGOfTheNativeSize() throws {
    let receipt = try makeRenderer().render(.quick())
    let bytes = try #require(receipt.bytes)

    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(Array(bytes[16..<24]) == [0, 0, 0x02, 0xEE, 0, 0, 0x05, 0x36])
    #expect(receipt.pixels == PixelSize(width: 750, height: 1334))
    #expect(receipt.byteCount == bytes.count)
  }

  @Test func aJPEGIsAJPEG() throws {
    let receipt = try makeRenderer().render(.quick().with { $0.format = .jpeg })
    let bytes = try #require(receipt.bytes)

    #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
    #expect(receipt.format == .jpeg)
  }

  @Test(
    arguments: [
      ("no background", .none), ("a half-clear color", .color("#00008080")),
    ] as [(String, BackgroundChoice)])
  func aJPEGIsNeverTransparent(title: String, background: BackgroundChoice) throws {
    let folder = try TemporaryFolder()
    let request = try RenderRequest.quick(
      background: background, output: .file(folder.file("a.jpg"))
    ).with { $0.format = .jpeg }
    let error = try #require(throws: RenderError.self) { try makeRenderer().render(request) }

    #expect(error.code == .conflictingOptions)
    #expect(error.origin?.description == "--format")
    #expect(folder.names == [])
  }

  @Test func aPictureWithoutABackgroundKeepsItsAlpha() throws {
    let bytes = try #require(try makeRenderer().render(.quick(background: .none)).bytes)
    // PNG color types (section 11.2.2): 6 is red, green, blue and alpha; 3 is a palette, here with
    // an alpha value for each entry.
    let hasTransparency = String(decoding: bytes.prefix(4000), as: UTF8.self).contains("tRNS")
    #expect(bytes[25] == 6 || bytes[25] == 3 && hasTransparency)
  }

  @Test func strictMakesAWarningAnError() throws {
    let renderer = try makeRenderer()
    let request = try RenderRequest.quick().with { $0.clock = .large }
    #expect(try renderer.render(request).warnings.map(\.code) == [.clockNotOffered])
    let error = try #require(throws: RenderError.self) {
      try renderer.render(request.with { $0.isStrict = true })
    }

    #expect(error.code == .strictWarning)
    #expect(error.message.hasSuffix("(clock-not-offered)"))
    #expect(error.origin?.description == "--strict")
    #expect(error.hint?.contains("--clock large") == true)
  }

  @Test func strictHasNothingAgainstAPictureWithoutWarnings() throws {
    let receipt = try makeRenderer().render(.quick().with { $0.isStrict = true })
    #expect(receipt.warnings == [])
  }

  @Test func writesNothingWhereTheNotesDoNotFit() throws {
    let folder = try TemporaryFolder()
    let notes = Array(repeating: String(repeating: "word ", count: 40), count: 30)
    let request = try RenderRequest.quick(notes: notes, output: .file(folder.file("a.png")))
    let error = try #require(throws: RenderError.self) {
      try makeRenderer().render(request.with { $0.overflow = .fail })
    }

    #expect(error.code == .notesDoNotFit)
    #expect(error.message.numbers.first == 30)
    #expect(folder.names == [])
  }

  @Test(arguments: ["\u{7}", "\u{FFFD}\u{FFFE}"])
  func aNoteOfNothingButControlCharactersIsNoNote(_ text: String) throws {
    let renderer = try makeRenderer()
    #expect(throws: RenderError.self) {
      _ = try renderer.render(.quick(notes: ["Buy milk", text])).notes
    }
  }

  @Test func controlCharactersAreTakenOutAndToldOf() throws {
    let renderer = try makeRenderer()
    let dirty = try renderer.render(.quick(notes: ["Buy\u{0} mi\u{1B}lk\tnow\r\nor never"]))
    let clean = try renderer.render(.quick(notes: ["Buy milk now\nor never"]))

    #expect(dirty.sha256 == clean.sha256)
    #expect(dirty.warnings.map(\.code) == [.textCleaned])
    #expect(dirty.warnings[0].message.numbers == [1, 2])
    #expect(clean.warnings == [])
  }

  @Test func runsOfSpacesAndTabsAreOneSpace() throws {
    let renderer = try makeRenderer()
    let wide = try renderer.render(.quick(notes: [" Buy  milk \t and\tbread  \n  or   tea "]))
    let plain = try renderer.render(.quick(notes: ["Buy milk and bread\nor tea"]))

    #expect(wide.sha256 == plain.sha256)
    #expect(wide.warnings == [])
  }
}
