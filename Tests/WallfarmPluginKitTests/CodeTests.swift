import Testing
import WallfarmPluginKit
import WallfarmTesting

@Suite struct CodeTests {
  @Test(arguments: ErrorCode.declared.map(\.rawValue) + WarningCode.allCases.map(\.rawValue))
  func codesAreLowerCaseWordsWithHyphens(_ code: String) {
    let words = code.split(separator: "-", omittingEmptySubsequences: false)
    #expect(words.count >= 2)
    #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
  }

  @Test func noCodeIsUsedTwice() {
    #expect(Set(ErrorCode.declared.map(\.rawValue)).count == ErrorCode.declared.count)
    #expect(Set(WarningCode.allCases.map(\.rawValue)).count == WarningCode.allCases.count)
  }

  @Test(arguments: ["", "moon", "E0425", "a--b", "-a-b", "unknown-device\n", "Unknown-Device"])
  func whatIsNoCodeIsNotReadAsOne(_ text: String) {
    #expect(ErrorCode(rawValue: text) == nil)
  }

  @Test func everyModuleHasItsCodes() {
    #expect(ErrorCode.declared.count > 70)
    for code in [ErrorCode.noNotes, .pluginCrashed] { #expect(ErrorCode.declared.contains(code)) }
  }

  @Test func anErrorPrintsAsFourFacts() {
    let error = RenderError(
      .invalidParameter, "no device is named 'iphone51'", origin: .option("device"),
      hint: "did you mean 'iphone15'?")

    #expect(
      error.description == """
        error[invalid-parameter]: no device is named 'iphone51'
          in: --device
          hint: did you mean 'iphone15'?
        """)
    #expect(RenderError(.noNotes, "none").description == "error[no-notes]: none")
  }

  @Test func aWarningPrintsWithItsHint() {
    let warning = RenderWarning(.photoSmall, "the photo is small", hint: "use a larger one")

    #expect(
      warning.description == """
        warning[photo-small]: the photo is small
          hint: use a larger one
        """)
  }

  @Test func aPlaceIsOnlyAddedWhereNoneIsKnown() {
    let error = RenderError(.invalidParameter, "x")

    #expect(error.at(.notes).origin == .notes)
    #expect(error.at(.notes).at(.option("theme")).origin == .notes)
    #expect(error.at(nil).origin == nil)
  }

  @Test(arguments: KitError.all)
  func theErrorsOfTheKitNameTheirNumbers(_ example: KitError) {
    #expect(example.error.code == example.code)
    #expect(example.error.message.names(example.values))
    #expect(example.error.origin == example.origin)
    #expect(example.error.hint?.isEmpty == false)
  }
}

struct KitError: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: RenderError
  let code: ErrorCode
  /// The values that the message must contain.
  let values: [String]
  let origin: Origin

  static let all = [
    KitError(
      testDescription: "no notes", error: .noNotes(), code: .noNotes,
      values: [], origin: .option("note")),
    KitError(
      testDescription: "too many notes",
      error: .notesDoNotFit(count: 12, fitting: 7, minimumSize: 17.34), code: .notesDoNotFit,
      values: ["12 notes", "17.3 pt", "the first 7"],
      origin: .notes),
    KitError(
      testDescription: "not even one note",
      error: .notesDoNotFit(count: 2, fitting: 0, minimumSize: 60), code: .notesDoNotFit,
      values: ["2 notes", "60 pt", "not even the first"],
      origin: .notes),
    KitError(
      testDescription: "one note too long",
      error: .notesDoNotFit(count: 1, fitting: 0, minimumSize: 17.3), code: .notesDoNotFit,
      values: ["the note does not fit", "17.3 pt"], origin: .notes),
    KitError(
      testDescription: "a text too long", error: .textDoesNotFit("message", minimumSize: 20),
      code: .textDoesNotFit,
      values: ["message", "20 pt"],
      origin: .parameter("message")),
  ]
}
