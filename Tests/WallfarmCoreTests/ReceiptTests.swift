import Designs
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@Suite struct ReceiptTests {
  /// Words that occur only in notes.
  private static let secrets = ["Xylophone", "Quetzalcoatl", "Zwieback"]

  @Test(arguments: ["lock", "banner"])
  func neverContainsTheWordsOfANote(_ template: String) throws {
    let renderer = try makeRenderer()
    let notes = Self.secrets.map { "\($0)\u{7} " + String(repeating: "and more ", count: 8) }
    let receipt = try renderer.render(.quick(template: template, notes: notes))
    let texts = try [
      RenderReceipt.json([receipt]), String(decoding: #require(receipt.bytes), as: UTF8.self),
      receipt.warnings.map(\.description).joined(),
    ]

    for secret in Self.secrets {
      for text in texts { #expect(!text.contains(secret)) }
    }
  }

  /// In Klee One, Greek and Cyrillic letters are as wide as Han characters and look disconnected,
  /// so `paper` uses Manrope for them.
  @Test func wordsOfEveryAlphabetHoldTogetherInPaper() throws {
    let notes = ["Купить молоко", "Αγόρασε γάλα", "牛乳を買う", "Buy milk"].map { Note($0) }
    let receipt = try makeRenderer().render(
      RenderRequest(device: "iphone15", notes: notes, theme: "paper"))
    #expect(receipt.fonts.families["Cyrl"] == ["Manrope"])
    #expect(receipt.fonts.families["Grek"] == ["Manrope"])
    #expect(receipt.fonts.families["Hani"] == ["Klee One"])
    #expect(receipt.fonts.families["Latn"] == ["Klee One"])
  }

  @Test func neverContainsTheWordsOfShortenedAndHiddenNotes() throws {
    let notes = (0..<40).map { "\(Self.secrets[$0 % 3]) " + String(repeating: "more ", count: 30) }
    let receipt = try makeRenderer().render(.quick(notes: notes))
    let json = RenderReceipt.json([receipt])

    #expect(receipt.warnings.map(\.code).contains(.notesHidden))
    for secret in Self.secrets { #expect(!json.contains(secret)) }
  }

  @Test func errorsDoNotContainTheWordsOfANote() throws {
    let notes = (0..<40).map { "\(Self.secrets[$0 % 3]) " + String(repeating: "more ", count: 30) }
    let missing = ["Xylophone \u{10FFFD}"]
    for (notes, code) in [(notes, ErrorCode.notesDoNotFit), (missing, .missingGlyph)] {
      let error = try #require(throws: RenderError.self) {
        try makeRenderer().render(.quick(notes: notes).with { $0.overflow = .fail })
      }
      #expect(error.code == code)
      for secret in Self.secrets { #expect(!error.description.contains(secret)) }
    }
  }

  @Test func isAListAlsoForOnePicture() throws {
    let renderer = try makeRenderer()
    let receipts = try renderer.render([.quick(), .quick(template: "home")])

    #expect(try json(receipts[...0]).count == 1)
    #expect(try json(receipts[...]).count == 2)
  }

  @Test func tellsWhatWasDelivered() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    let receipt = try makeRenderer().render(
      .quick(notes: ["Buy milk", "Call Ana"], output: .file(path)))
    let facts = try #require(try json([receipt]).first)
    let layout = try #require(facts["layout"] as? [String: Any])

    #expect(facts["template"] as? String == "lock")
    #expect(facts["theme"] as? String == "midnight")
    #expect((facts["device"] as? [String: String])?["id"] == "iphone8")
    #expect(facts["output"] as? String == path)
    #expect(facts["format"] as? String == "png")
    #expect(facts["pixels"] as? [String: Int] == ["width": 750, "height": 1334])
    #expect(try facts["bytes"] as? Int == folder.bytes("a.png").count)
    #expect((layout["notes"] as? [[String: Any]])?.map { $0["number"] as? Int } == [1, 2])
    #expect((facts["warnings"] as? [Any])?.isEmpty == true)
  }

  @Test func namesTheDigestOfTheFile() throws {
    let folder = try TemporaryFolder()
    let receipt = try makeRenderer().render(.quick(output: .file(folder.file("a.png"))))
    let theirs = try #require(Tool.output(of: "sha256sum", [folder.file("a.png")]))

    #expect(theirs.hasPrefix(receipt.sha256 + " "))
    #expect(receipt.bytes == nil)
  }

  @Test func timesEachStageInItsOrder() throws {
    let renderer = try makeRenderer()
    let one = try renderer.render(.quick()).stages
    // With several pictures, all photos are decoded before the first picture is written.
    let several = try renderer.render([.quick(), .quick(device: "iphonexr")])[1].stages

    #expect(one.map(\.stage) == ["resolve", "compose", "rasterize", "encode", "deliver"])
    #expect(
      several.map(\.stage) == ["resolve", "compose", "decode", "rasterize", "encode", "deliver"])
    #expect((one + several).allSatisfy { $0.milliseconds >= 0 })
  }

  @Test func placesEveryNoteInsideTheFreeArea() throws {
    let renderer = try makeRenderer()
    let request = try RenderRequest.quick(notes: ["one", "two", "three"])
    let (receipt, plan) = (try renderer.render(request), try renderer.resolve(request))

    #expect(receipt.notes.map(\.number) == [1, 2, 3])
    for note in receipt.notes { #expect(plan.area.frame.contains(note.frame, tolerance: 0.01)) }
  }
}

private func json(_ receipts: ArraySlice<RenderReceipt>) throws -> [[String: Any]] {
  let list = try JSONSerialization.jsonObject(
    with: Data(RenderReceipt.json(Array(receipts)).utf8))
  return try #require(list as? [[String: Any]])
}
