internal import CICU

/// Keeps words and phrases together in scripts without spaces: Japanese, Chinese, Thai, Lao,
/// Burmese and Khmer.
///
/// ICU has dictionaries for all of these languages. For Japanese, ICU can also find phrases
/// ("lw-phrase" in UTS 35), each of which consists of a noun and its particles. This type also
/// joins family names with given names, numbers with counters, and the parts of compounds.
struct PhraseJoints {
  private(set) var joints: [LineJoints.Joint] = []
  private let scalars: [Unicode.Scalar]
  private let isJapanese: Bool

  init(_ text: PlacedScalars, _ plain: String, language: String?) {
    scalars = text.scalars
    isJapanese =
      scalars.contains(where: \.isKana) || LanguageTag.primary(language) == "ja"
    let (locale, kind) =
      isJapanese || !scalars.contains(where: \.isHan)
      ? ("ja@lw=phrase", wallfarm_icu_lines) : ("zh", wallfarm_icu_words)
    // If there is no dictionary, the rules of UAX 14 apply.
    guard let begins = PhraseJoints.beginnings(plain, locale, Int32(kind)) else { return }
    for index in scalars.indices.dropFirst() {
      let (one, next) = (scalars[index - 1], scalars[index])
      guard isWithin(one, next) else { continue }
      if one.isDigit || next.isDigit {
        // A number is joined to its counter and to the number that follows, as in 9時40分.
        let isJoined = one.isDigit || isCounted(upTo: index) || isHalfOfDay(upTo: index)
        guard isJoined || !begins[text.places[index]] else { continue }
        joints.append(
          LineJoints.Joint(place: text.places[index], kind: isJoined ? .number : .phrase))
      } else if !begins[text.places[index]] || isJoined(index) || isNoun(index, begins, text) {
        joints.append(LineJoints.Joint(place: text.places[index], kind: .phrase))
      }
    }
  }

  private static func beginnings(_ text: String, _ locale: String, _ kind: Int32) -> [Bool]? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var begins = [UInt8](repeating: 0, count: bytes.count)
        let status = wallfarm_icu_breaks(
          locale, kind, bytes.baseAddress, Int64(bytes.count), &begins)
        return status == 0 ? begins.map { $0 != 0 } : nil
      }
    }
  }

  /// Whether a position is between two characters of a script without spaces.
  private func isWithin(_ one: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isHan || scalar.isKana || scalar.isSouthEastAsian || scalar.isDigit
        || scalar.properties.generalCategory == .nonspacingMark
    }
    return isPart(one) && isPart(next) && !(one.isDigit && next.isDigit)
  }

  /// Whether readers perceive the text around a position as one word, even though the dictionary
  /// splits it.
  private func isJoined(_ index: Int) -> Bool {
    let (one, next) = (scalars[index - 1], scalars[index])
    if one.isHan, next.isHan {
      guard isJapanese, !isCounted(upTo: index) else { return false }
      return run(around: index, where: \.isHan) <= PhraseJoints.longestRun
    }
    if one.isKatakana, next.isKatakana {
      return run(around: index, where: \.isKatakana) <= PhraseJoints.longestRun
    }
    if PhraseJoints.after.contains(where: { follows($0, index) }) { return true }
    if one.isHan, PhraseJoints.verbs.contains(where: { follows($0, index) }) { return true }
    return PhraseJoints.before.contains { precedes($0, index) }
  }

  /// The maximum number of characters in a run that counts as one word.
  private static let longestRun = 8
  /// Suffixes that follow names.
  private static let after = ["さん", "さま", "様", "くん", "君", "ちゃん", "氏", "先生"].map(scalars)
  /// Suffixes that turn a noun into a verb.
  private static let verbs = ["する", "した", "して", "します", "しな", "でき"].map(scalars)
  /// Thai prefixes in the names of days, months, shops and doctors.
  private static let before = ["วัน", "เดือน", "ร้าน", "หมอ"].map(scalars)

  /// Thai prefixes that form nouns from verbs and adjectives.
  private static let nominal = ["ความ", "การ"].map(scalars)

  private static let halvesOfDay = ["午前", "午後", "午后", "上午", "下午"].map(scalars)

  private static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  private func follows(_ word: [Unicode.Scalar], _ index: Int) -> Bool {
    index + word.count <= scalars.count && scalars[index..<index + word.count].elementsEqual(word)
  }

  private func precedes(_ word: [Unicode.Scalar], _ index: Int) -> Bool {
    index >= word.count && scalars[index - word.count..<index].elementsEqual(word)
  }

  /// Whether a position follows a prefix that begins a word and forms a noun with the next word.
  private func isNoun(_ index: Int, _ begins: [Bool], _ text: PlacedScalars) -> Bool {
    PhraseJoints.nominal.contains { word in
      let start = index - word.count
      return precedes(word, index) && (start == 0 || begins[text.places[start]])
    }
  }

  private func run(around index: Int, where isPart: (Unicode.Scalar) -> Bool) -> Int {
    scalars[..<index].reversed().prefix(while: isPart).count
      + scalars[index...].prefix(while: isPart).count
  }

  /// Whether the text before a position ends with a number and its counter.
  private func isCounted(upTo index: Int) -> Bool {
    scalars[index - 1].isHan
      && scalars[..<index].reversed().prefix(3).drop(while: \.isHan).first?.isDigit == true
  }

  /// Whether the text before a position ends with the Japanese or Chinese word for morning or
  /// afternoon.
  private func isHalfOfDay(upTo index: Int) -> Bool {
    PhraseJoints.halvesOfDay.contains { precedes($0, index) }
  }
}
