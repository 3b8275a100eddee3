import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the verification of a file's notes if the file is rendered and verified with the same key,
/// different keys or no key.
@Suite struct VerificationTests {
  private static let other = SecretKey([UInt8](repeating: 3, count: 32))
  private typealias Reason = Verification.Reason

  private func verify(
    madeWith made: SecretKey?, checkedWith checked: SecretKey?, _ request: RenderRequest? = nil,
    as then: RenderRequest? = nil
  ) throws -> Verification {
    let folder = try TemporaryFolder()
    let request = try request ?? .quick()
    let path = folder.file("a.png")
    _ = try makeRenderer(key: made).render((then ?? request).with { $0.output = .file(path) })
    return try makeRenderer(key: checked).verify(path, request)
  }

  @Test func withTheKeyAllIsChecked() throws {
    let found = try verify(madeWith: .known, checkedWith: .known)
    #expect(found == Verification(picture: .sameFile, notes: .checked))
  }

  @Test func withoutTheKeyItSaysThatNotesWereNotChecked() throws {
    for (made, checked, reason) in [
      (SecretKey.known, nil, Reason.noKey), (.known, Self.other, .otherKey),
      (nil, .known, .madeWithoutKey), (nil, nil, .noKey),
    ] as [(SecretKey?, SecretKey?, Reason)] {
      let found = try verify(madeWith: made, checkedWith: checked)
      #expect(found.notes == .notChecked(reason), "\(reason)")
      #expect(found.picture == (made == nil && checked == nil ? .sameFile : .samePixels))
    }
  }

  @Test func whereThereAreNoNotesNoKeyIsNeeded() throws {
    let request = try RenderRequest.quick(template: "home", notes: nil)
    let found = try verify(madeWith: .known, checkedWith: nil, request)
    #expect(found == Verification(picture: .sameFile, notes: .none))
  }

  /// Notes that did not fit affect no pixel; only the key reveals a change to them.
  @Test func notesThatNoPixelShowsAreFoundWithTheKey() throws {
    let then = try RenderRequest.quick(notes: (1...80).map { "Note \($0)" })
    let now = then.with { $0.notes?[79] = Note("Another") }
    let error = try #require(throws: RenderError.self) {
      try verify(madeWith: .known, checkedWith: .known, now, as: then)
    }
    #expect(error.code == .pictureDiffers)
    #expect(error.message.contains("but no pixel differs"))
    let unknown = try verify(madeWith: nil, checkedWith: nil, now, as: then)
    #expect(unknown.notes == .notChecked(.noKey))
  }

  @Test func whatStandsInAFileIsReadBackAndNothingElseIs() throws {
    let fingerprint = try makeRenderer().draw(try .quick()).fingerprint
    for key in [SecretKey.known, nil] {
      let written = WrittenFingerprint(fingerprint, key: key)
      #expect(WrittenFingerprint(written.text) == written)
      #expect(written.isSealed(with: .known) == (key != nil))
    }
    let text = WrittenFingerprint(fingerprint, key: .known).text
    for broken in [
      String(text.prefix(64)), String(text.dropLast()), text + "-", text.uppercased(), "", "-",
    ] {
      #expect(WrittenFingerprint(broken) == nil, "\(broken)")
    }
    // A seal does not match the fingerprint of another picture.
    var parts = text.split(separator: "-").map(String.init)
    parts[0] = String(parts[0].reversed())
    let forged = try #require(WrittenFingerprint(parts.joined(separator: "-")))
    #expect(!forged.isSealed(with: .known))
  }
}
