import Foundation
import ShortcutKit
import SourceJSON
import Testing
import WallfarmTesting

/// Tests that texts shared by the guide and the first-run flow are defined only in the flow.
@Suite struct FlowWordsTests {
  /// A guide text that is defined in the flow.
  struct Taken: Hashable {
    let key: String
    let condition: GuideCondition?
    let reference: FlowReference
    let text: String
  }

  static func taken(_ language: GuideLanguage) -> [Taken] {
    GuideStrings(language).texts.sorted { $0.key < $1.key }.flatMap { key, statements in
      statements.compactMap { this in
        this.reference.map {
          Taken(key: key, condition: this.condition, reference: $0, text: this.text)
        }
      }
    }
  }

  /// The compiled texts equal those in the flow's file.
  @Test(arguments: GuideLanguage.allCases)
  func everyReferenceLeadsToATextOfTheFlow(_ language: GuideLanguage) throws {
    let path = Workspace.root + "/Flows/notewall/texts-\(language.rawValue).json"
    let node = try JSONNode(parsing: String(contentsOfFile: path, encoding: .utf8))
    let words = FlowWords(language)
    #expect(words.texts.count == node.members?.count)
    for this in Self.taken(language) {
      let whole = try #require(node[this.reference.key]?.string, "\(this)")
      #expect(words.texts[this.reference.key] == whole, "\(this)")
      let isPart = this.reference.part != nil
      #expect(whole.contains(this.text) && (whole != this.text) == isPart, "\(this)")
    }
  }

  @Test func atLeastTwentyTextsAreTheFlows() {
    #expect(Set(Self.taken(.english).map(\.key)).count >= 20)
  }

  /// The guide can fill in every placeholder of a text from the flow, although flows have facts
  /// that bundles lack.
  @Test(arguments: GuideLanguage.allCases)
  func everyFieldThatIsTakenIsFilledIn(_ language: GuideLanguage) {
    for this in Self.taken(language) {
      let fields = this.text.matches(of: #/\{[^}]*\}/#).map { String($0.0) }
      #expect(Set(fields).isSubset(of: ["{preset}"]), "\(this)")
      // The number of the preset appears only if the preset has its own shortcut.
      if !fields.isEmpty { #expect(this.condition == .own, "\(this)") }
    }
  }

  /// A text from the flow does not name a device, because flows run on phones but guides are also
  /// for tablets.
  @Test(arguments: GuideLanguage.allCases)
  func noTextThatIsTakenNamesADevice(_ language: GuideLanguage) {
    let devices = #/iPhone|iPad|iOS|\bphone|هاتف/#.ignoresCase()
    for this in Self.taken(language) {
      #expect(this.text.firstMatch(of: devices) == nil, "\(this)")
    }
  }

  /// A heading from the flow has no final period, and the text below it is a complete sentence.
  @Test(arguments: GuideLanguage.allCases)
  func aHeadingReadsAsOne(_ language: GuideLanguage) {
    for this in Self.taken(language) {
      switch this.reference.part {
      case .first: #expect(!".:。：؛".contains(this.text.last ?? "."), "\(this)")
      case .rest:
        #expect(".。".contains(this.text.last ?? "-"), "\(this)")
        #expect(this.text.first?.isLowercase == false, "\(this)")
      case nil: break
      }
    }
  }

  /// A guide text does not duplicate a text of the flow, unless it is so short that both can be
  /// equal by chance.
  @Test(arguments: GuideLanguage.allCases)
  func noTextOfTheFlowIsCopied(_ language: GuideLanguage) {
    let flow = Set(
      FlowWords(language).texts.values.flatMap { text in
        let (first, rest) = text.dividedAfterFirstSentence
        return [text, first, rest]
      })
    for (key, statements) in GuideStrings(language).texts where !key.hasPrefix("label.") {
      for this in statements where this.reference == nil && this.text.count > 8 {
        #expect(!flow.contains(this.text), "\(key)")
      }
    }
  }

  @Test(arguments: [
    ("Open Photos. The button takes you there.", "Open Photos", "The button takes you there."),
    ("Tap “Share”. It is a square.", "Tap “Share”", "It is a square."),
    ("Tap “Share. Or not”, then go on. Done.", "Tap “Share. Or not”, then go on", "Done."),
    ("Tip: “Automation” runs it: daily.", "Tip", "“Automation” runs it: daily."),
    ("No Safari? It is free.", "No Safari?", "It is free."),
    ("From iOS 16.2 on. At 9:41.", "From iOS 16.2 on", "At 9:41."),
    ("One sentence.", "One sentence", ""),
    ("No sentence", "No sentence", ""),
    ("", "", ""),
    ("اضغط على «مشاركة». علامتها مربع.", "اضغط على «مشاركة»", "علامتها مربع."),
    ("اضغط على «تم. أو لا». ثم عُد.", "اضغط على «تم. أو لا»", "ثم عُد."),
    ("نصيحة: شغّله، كل صباح.", "نصيحة", "شغّله، كل صباح."),
    ("افتحها؛ ثم عُد.", "افتحها", "ثم عُد."),
    ("لا تجد Safari؟ هو مجاني.", "لا تجد Safari؟", "هو مجاني."),
    ("写真アプリを開きます。下のボタンです。", "写真アプリを開きます", "下のボタンです。"),
    ("「共有。」をタップします。次へ。", "「共有。」をタップします", "次へ。"),
    ("ヒント：「設定」を開きます。", "ヒント", "「設定」を開きます。"),
    ("ありますか？あります。", "ありますか？", "あります。"),
  ])
  func aTextIsDividedAfterItsFirstSentence(text: String, first: String, rest: String) {
    let divided = text.dividedAfterFirstSentence
    #expect(divided.first == first && divided.rest == rest)
  }

  @Test(arguments: [
    (#"{"flow": "a.b"}"#, "all"), (#"{"flow": "a.b", "part": "rest"}"#, "rest"),
    (#"{"when": "home", "flow": "a.b", "part": "first"}"#, "first"),
  ])
  func aReferenceNamesATextAndPerhapsAPart(json: String, part: String) throws {
    let reference = try #require(FlowReference(try JSONNode(parsing: json)))
    #expect(reference.key == "a.b" && (reference.part?.rawValue ?? "all") == part)
  }

  @Test(arguments: [
    #"{"text": "a"}"#, #"{"flow": 1}"#, #"{"flow": "a", "part": "last"}"#,
    #"{"flow": "a", "part": 1}"#,
  ])
  func whatNamesNoTextIsNone(_ json: String) throws {
    #expect(FlowReference(try JSONNode(parsing: json)) == nil)
  }

  @Test func aPartThatIsNotThereIsNone() throws {
    let words = FlowWords(.english)
    func text(_ key: String, _ part: String) throws -> String? {
      let json = #"{"flow": "\#(key)", "part": "\#(part)"}"#
      return words.text(of: try #require(FlowReference(try JSONNode(parsing: json))))
    }
    #expect(try text("fix.step-1", "first") == "Open Photos")
    #expect(try text("install.title", "rest") == nil)
    #expect(try text("fix.step-99", "first") == nil)
  }
}
