import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A character without a font is an error or a box, depending on the policy, and receipts report
/// it.
@Suite struct MissingPolicyTests {
  private static let rare = ["Nap 🫩🫩", "𞊒𞊐 to Sark 🇨🇶"]

  @Test(
    arguments: [
      ("fail", false, MissingGlyphs.fail), ("box", false, .box), ("box", true, .box),
      (nil, true, .box), (nil, false, nil),
    ] as [(String?, Bool, MissingGlyphs?)])
  func isReadFromWords(_ policy: String?, _ older: Bool, _ read: MissingGlyphs?) throws {
    var reader = RequestReader()
    reader.take(.missing, policy)
    reader.take(.allowMissingGlyphs, isOn: older)
    let request = try reader.request()
    #expect(request.missing == read && request.allowsMissingGlyphs == (read == .box))
    // A worker receives the same policy.
    #expect(request.fields["missing"] == read.map { .string($0.rawValue) })
  }

  @Test(arguments: [("fail", true, "conflicting-options"), ("tofu", false, "invalid-parameter")])
  func isRefusedWhereItSaysTwoThings(_ policy: String, _ older: Bool, _ code: String) {
    var reader = RequestReader()
    reader.take(.missing, policy)
    reader.take(.allowMissingGlyphs, isOn: older)
    let error = #expect(throws: RenderError.self) { try reader.request() }
    #expect(error?.code.rawValue == code)
  }

  @Test(arguments: [nil, MissingGlyphs.fail]) func failsByDefault(_ policy: MissingGlyphs?) throws {
    let request = try RenderRequest.quick(notes: Self.rare).with { $0.missing = policy }
    let error = #expect(throws: RenderError.self) { try makeRenderer().render(request) }
    #expect(error?.code == .missingGlyph && error?.origin == .note(1), "\(error?.message ?? "")")
  }

  @Test func aReceiptCountsBoxesAndSpellsNoWord() throws {
    let request = try RenderRequest.quick(notes: Self.rare).with { $0.missing = .box }
    let receipt = try makeRenderer().render(request)
    #expect(receipt.warnings.count { $0.code == .missingGlyph } == 2)
    let text = RenderReceipt.json([receipt])
    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let layout = try #require(all.first?["layout"] as? [String: Any])
    let missing = try #require(layout["missing"] as? [[String: Any]])
    #expect(missing.map { $0["layer"] as? String } == ["note.1.text", "note.2.text"])
    #expect(missing.map { $0["boxes"] as? Int } == [2, 3])
    let names = missing.map { $0["names"] as? [String] }
    #expect(names == [["U+1FAE9"], ["Toto", "U+1F1E8 U+1F1F6"]])
    for word in ["Sark", "𞊒", "𞊐", "1E292", "1E290"] { #expect(!text.contains(word)) }
  }

  @Test func aStrictRequestHasNoBoxes() throws {
    let request = try RenderRequest.quick(notes: Self.rare).with {
      ($0.missing, $0.isStrict) = (.box, true)
    }
    let error = #expect(throws: RenderError.self) { try makeRenderer().render(request) }
    #expect(error?.code == .strictWarning || error?.code == .missingGlyph)
  }

  /// A policy that does not affect the picture does not affect the fingerprint.
  @Test func aFingerprintKnowsOnlyOfBoxes() throws {
    let renderer = try makeRenderer()
    func digest(_ policy: MissingGlyphs?) throws -> String {
      try renderer.render(RenderRequest.quick().with { $0.missing = policy }).fingerprint.digest
    }
    let standard = try digest(nil)
    #expect(try digest(.fail) == standard)
    #expect(try digest(.box) != standard)
  }
}
