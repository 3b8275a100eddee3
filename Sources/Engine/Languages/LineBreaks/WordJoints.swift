/// Keeps words together in scripts that use spaces.
///
/// Source: the rules for nonbreaking spaces that are common to the Chicago Manual of Style (17th
/// edition, 6.121 and 7.36), the Duden (D 14, D 83) and the Imprimerie nationale.
struct WordJoints {
  let joints: [LineJoints.Joint]

  init(_ text: String, language: String?) {
    let words = WordJoints.words(of: text)
    let phrases = WordJoints.phrases[LanguageTag.primary(language)] ?? []
    // German capitalizes all nouns, so two capitalized words are not necessarily a name.
    let hasNames = !["de", "lb", "nds", "gsw"].contains(LanguageTag.primary(language))
    joints = words.indices.dropFirst().compactMap { index in
      guard words[index].follows else { return nil }
      let isPhrase =
        !phrases.isEmpty
        && phrases.contains("\(words[index - 1].text) \(words[index].letters)".lowercased())
      let kind = isPhrase ? .number : WordJoints.kind(words, index, hasNames: hasNames)
      return kind.map { LineJoints.Joint(place: words[index].place, kind: $0) }
    }
  }

  /// A word together with the punctuation around it.
  private struct Word {
    let text: Substring
    let place: Int
    /// Whether only spaces separate the word from the preceding word.
    let follows: Bool
    let isNumber: Bool
    /// The number of letters and digits.
    let length: Int

    init(_ text: Substring, place: Int, follows: Bool) {
      (self.text, self.place, self.follows) = (text, place, follows)
      var (digits, letters) = (0, 0)
      var hasOnlySigns = true
      for scalar in text.unicodeScalars {
        if scalar.isDigit {
          digits += 1
        } else if scalar.properties.isAlphabetic {
          letters += 1
        } else if !".,:;/-–+±×%°'’()#!?".unicodeScalars.contains(scalar) {
          hasOnlySigns = false
        }
      }
      isNumber = digits > 0 && letters == 0 && hasOnlySigns
      length = digits + letters
    }

    /// The word without a trailing punctuation mark.
    var letters: Substring {
      text.last.map { ".,!?:;".contains($0) } == true ? text.dropLast() : text
    }
    var beginsWithDigit: Bool { text.unicodeScalars.first?.isDigit ?? false }
    var isCapitalized: Bool {
      guard let first = text.first(where: { $0.isLetter }) else { return false }
      return first.isUppercase && text.contains(where: \.isLowercase)
    }
    /// Whether the word is a time of day, such as 9:40.
    var isTime: Bool { isNumber && text.contains(":") }
    var endsInSign: Bool { text.last.map { ".,!?:;".contains($0) } ?? false }
    var endsSentence: Bool { endsInSign && text.last != "," }
    var isRightToLeft: Bool {
      text.unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) }
    }
    /// The number of user-perceived letters and digits; combining marks are not counted separately.
    var characterCount: Int { text.count { $0.isLetter || $0.isNumber } }
  }

  /// Pairs of words that belong together, by language.
  ///
  /// The German pairs are those that the Duden also permits as single words (nachhause, zuhause,
  /// zugrunde, infrage …), plus "zu Fuß" and "zum Beispiel".
  private static let phrases: [String: Set<String>] = [
    "de": [
      "nach hause", "zu hause", "zu fuß", "zum beispiel", "auf grund", "in frage", "zu grunde",
      "zu rande", "zu recht", "zu stande", "an stelle", "auf seiten", "mit hilfe", "zu gunsten",
    ]
  ]

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var place = 0
    var follows = false
    var start = text.startIndex
    func add(upTo end: String.Index) {
      guard start < end else { return }
      words.append(Word(text[start..<end], place: place, follows: follows))
      place += text.utf8.distance(from: start, to: end)
      follows = true
    }
    for index in text.indices {
      let character = text[index]
      guard character == " " || character.isNewline else { continue }
      add(upTo: index)
      place += character.utf8.count
      if character != " " { follows = false }
      start = text.index(after: index)
    }
    add(upTo: text.endIndex)
    return words
  }

  private static func kind(
    _ words: [Word], _ index: Int, hasNames: Bool
  ) -> LineJoints.Kind? {
    let (one, next) = (words[index - 1], words[index])
    let after = index + 1 < words.count && words[index + 1].follows ? words[index + 1] : nil
    // A symbol or emoji belongs to the preceding word, and a dash must not start a line.
    if next.length == 0 {
      let first = next.text.first ?? " "
      let isBefore = opening.contains(first) || (currencies.contains(first) && !one.isNumber)
      return isBefore ? nil : .number
    }
    if one.length == 0 {
      let last = one.text.last ?? " "
      if opening.contains(last) || (currencies.contains(last) && next.isNumber) { return .number }
      // The dash belongs to a range of numbers, such as 9 – 10.
      let before = index > 1 ? words[index - 2] : nil
      return next.isNumber && before?.isNumber == true ? .number : nil
    }
    if one.isNumber { return kind(afterNumber: one, next) }
    if next.isNumber { return kind(beforeNumber: one, next, after) }
    if isTitle(one, next) { return .number }
    if let kind = koreanKind(one, next) { return kind }
    // The word is the first part of a compound name in Arabic, as in عبد الرحمن.
    if arabicParts.contains(String(one.text)), next.isRightToLeft { return .number }
    if one.length == 1, !one.endsSentence, one.text.first?.isLetter == true { return .article }
    let isWithin = index > 1 && one.follows && !words[index - 2].endsSentence
    let areNames = one.isCapitalized && next.isCapitalized && !one.endsInSign
    return hasNames && isWithin && areNames ? .name : nil
  }

  private static func kind(afterNumber one: Word, _ next: Word) -> LineJoints.Kind? {
    // The words are a day and its month, such as "12. März" or "12 March".
    if one.length <= 2, months.contains(next.letters.lowercased()) { return .number }
    guard !one.endsInSign else { return nil }
    // Two successive numbers can be parts of a telephone number. With up to 15 digits, the
    // telephone number fits on one line.
    if next.isNumber { return one.length + next.length <= 15 ? .number : .name }
    // In Hebrew and Arabic, the word after a time is often unrelated and not a unit.
    if one.isTime, next.isRightToLeft { return nil }
    // The next word is a unit, a part of the day or a currency, such as am, kg, Uhr or बजे.
    return next.characterCount <= 4 ? .number : .name
  }

  private static func kind(
    beforeNumber one: Word, _ next: Word, _ after: Word?
  ) -> LineJoints.Kind? {
    if labels.contains(one.text.lowercased()) { return .number }
    if next.length <= 4, months.contains(one.text.lowercased()) { return .number }
    guard !one.endsInSign else { return nil }
    if next.isTime { return .article }
    // The number belongs to the word after it, which is a noun or the rest of a telephone number.
    if let after, !next.endsInSign, !after.isCapitalized { return nil }
    return next.length <= 4 ? .number : .name
  }

  private static func isTitle(_ one: Word, _ next: Word) -> Bool {
    guard next.text.first?.isUppercase ?? false else { return false }
    if titles.contains(String(one.text)) { return true }
    // A capital letter with a period is an initial.
    return one.text.count == 2 && one.text.last == "." && one.text.first?.isUppercase == true
  }

  /// Joins the words of Korean times and dates, and joins suffixes to names.
  private static func koreanKind(_ one: Word, _ next: Word) -> LineJoints.Kind? {
    guard next.text.unicodeScalars.contains(where: \.isHangul) else { return nil }
    if one.beginsWithDigit, next.beginsWithDigit { return .number }
    if ["오전", "오후"].contains(one.text), next.beginsWithDigit { return .number }
    // The words are a Korean numeral and its counter, as in 다섯 권 and 두 시.
    if koreanNumbers.contains(String(one.text)),
      koreanCounters.contains(where: { next.text.hasPrefix($0) })
    {
      return .number
    }
    return next.text.hasPrefix("씨") ? .number : nil
  }

  private static let koreanNumbers: Set<String> = [
    "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두", "스무", "몇",
  ]
  private static let koreanCounters = [
    "권", "개", "명", "분", "병", "장", "잔", "시", "마리", "번", "살", "대", "켤레", "송이", "그루", "벌",
    "채", "통", "봉지", "가지", "군데", "달", "시간", "주",
  ]
  private static let arabicParts: Set<String> = [
    "عبد", "أبو", "ابو", "أم", "ابن", "بن", "بنت", "آل",
  ]
  /// The full and abbreviated month names in languages that write the day next to the month.
  private static let months: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "januar", "februar", "märz", "mai", "juni", "juli", "oktober",
    "dezember", "dez", "janvier", "février", "mars", "avril", "juin", "juillet", "août",
    "septembre", "octobre", "novembre", "décembre", "enero", "febrero", "marzo", "abril", "mayo",
    "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "gennaio",
    "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
    "januari", "februari", "maart", "mei", "augustus", "janeiro", "fevereiro", "março", "maio",
    "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
  ]

  private static let opening = "«„“‘([{¿¡№§#"
  private static let currencies = "€$£¥₹"
  private static let titles: Set<String> = [
    "Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Dr", "Dr.", "Prof", "Prof.", "St", "St.", "Sir",
    "Frau", "Herr", "Herrn", "M.", "Mme", "Mlle", "Sr.", "Sra.", "Srta.", "Don", "Doña", "Sig.",
    "Sig.ra", "Dott.", "Pan", "Pani", "Hr.", "Fru", "Uncle", "Aunt", "Auntie", "Grandma", "Grandpa",
    "Coach", "Captain", "Onkel", "Tante", "Oma", "Opa", "Oncle", "Mamie", "Papi", "Tío", "Tía",
  ]
  private static let labels: Set<String> = [
    "no.", "nr.", "nr", "n°", "nº", "n.", "s.", "p.", "pp.", "art.", "fig.", "vol.", "ch.", "apt.",
    "room", "platform", "gate", "track", "bus", "tram", "line", "seat", "page", "step", "floor",
    "gleis", "raum", "zimmer", "linie", "seite", "platz", "quai", "voie", "salle", "ligne",
    "klo", "kl.",
    "andén", "sala", "puerta", "binario", "stanza", "aula", "perron", "spoor", "kamer",
  ]
}

/// Helpers for BCP 47 language tags.
enum LanguageTag {
  /// The primary language subtag in lowercase, such as `pt` for `pt-BR`; empty for nil.
  static func primary(_ tag: String?) -> String {
    tag.map { String($0.prefix { $0 != "-" && $0 != "_" }).lowercased() } ?? ""
  }
}
