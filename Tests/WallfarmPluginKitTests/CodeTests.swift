import Testing
import WallfarmPluginKit

@Suite struct CodeTests {
  @Test(arguments: ErrorCode.allCases.map(\.rawValue) + WarningCode.allCases.map(\.rawValue))
  func codesAreLowerCaseWordsWithHyphens(_ code: String) {
    let words = code.split(separator: "-", omittingEmptySubsequences: false)
    #expect(words.count >= 2)
    #expect(words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } })
  }

  @Test func noCodeIsUsedTwice() {
    #expect(Set(ErrorCode.allCases.map(\.rawValue)).count == ErrorCode.allCases.count)
    #expect(Set(WarningCode.allCases.map(\.rawValue)).count == WarningCode.allCases.count)
  }

  @Test func anErrorPrintsAsFourFacts() {
    let error = RenderError(
      .unknownDevice, "no device is named 'iphone51'", origin: "--device",
      hint: "did you mean 'iphone15'?")

    #expect(
      error.description == """
        error[unknown-device]: no device is named 'iphone51'
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
    let error = RenderError(.invalidValue, "x")

    #expect(error.at("here").origin == "here")
    #expect(error.at("here").at("there").origin == "here")
    #expect(error.at(nil).origin == nil)
  }

  @Test(arguments: KitSentence.all)
  func theSentencesOfTheKitStayAsTheyAre(_ example: KitSentence) {
    #expect(example.error.code == example.code)
    #expect(example.error.message == example.message)
    #expect(example.error.origin == example.origin)
    #expect(example.error.hint?.isEmpty == false)
  }
}

struct KitSentence: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: RenderError
  let code: ErrorCode
  let message: String
  let origin: String

  static let all = [
    KitSentence(
      testDescription: "no notes", error: .noNotes(), code: .noNotes,
      message: "there is no note to show", origin: "--note"),
    KitSentence(
      testDescription: "too many notes",
      error: .notesDoNotFit(count: 12, fitting: 7, minimumSize: 17.34), code: .notesDoNotFit,
      message: "12 notes do not fit at the smallest type size of 17.3 pt; the first 7 would",
      origin: "notes"),
    KitSentence(
      testDescription: "not even one note",
      error: .notesDoNotFit(count: 2, fitting: 0, minimumSize: 60), code: .notesDoNotFit,
      message:
        "2 notes do not fit at the smallest type size of 60 pt; not even the first one would",
      origin: "notes"),
    KitSentence(
      testDescription: "one note too long",
      error: .notesDoNotFit(count: 1, fitting: 0, minimumSize: 17.3), code: .notesDoNotFit,
      message: "the note does not fit at the smallest type size of 17.3 pt", origin: "notes"),
    KitSentence(
      testDescription: "a text too long", error: .textDoesNotFit("message", minimumSize: 20),
      code: .textDoesNotFit,
      message: "the message does not fit at the smallest type size of 20 pt", origin: "message"),
  ]
}
