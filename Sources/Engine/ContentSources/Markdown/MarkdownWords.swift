/// Converts the inline content of a Markdown paragraph to plain text (CommonMark 0.31, 6;
/// strikethrough as in GFM).
///
/// Every scan has a length limit or covers its text only once, so the running time is linear in the
/// length of the text.
struct MarkdownWords {
  private typealias Scalar = Unicode.Scalar

  /// A piece of the resulting text.
  private struct Piece {
    var text: String
    /// The number of unmatched delimiters in a run of `*`, `_` or `~`.
    var marks = 0
    var mark: Unicode.Scalar?
    /// Whether the piece is code, whose spaces are kept.
    var isCode = false
  }

  /// A delimiter run that can open or close emphasis.
  private struct Run {
    let piece: Int
    let mark: Unicode.Scalar
    let length: Int
    let canOpen: Bool
    let canClose: Bool
    var isAlive = true
  }

  /// A bracket that can open a link or an image.
  private struct Bracket {
    let piece: Int
    /// The index of the character after the bracket.
    let place: Int
    /// The number of delimiter runs before the bracket.
    let runs: Int
    let isImage: Bool
    var isActive = true
  }

  private let text: [Unicode.Scalar]
  private let definitions: MarkdownLinks.Labels
  private var place = 0
  private var pieces: [Piece] = []
  private var runs: [Run] = []
  private var brackets: [Bracket] = []
  /// The indices of backtick runs, keyed by the length of the run.
  private lazy var ticks = MarkdownWords.ticks(in: text)
  private var nextTick: [Int: Int] = [:]
  /// End markers that do not occur in the rest of the text.
  private var missing: Set<String> = []

  private init(_ text: String, _ definitions: MarkdownLinks.Labels) {
    self.text = Array(text.unicodeScalars)
    self.definitions = definitions
  }

  /// Converts Markdown to plain text; soft line breaks become spaces, and hard line breaks are
  /// kept.
  static func words(of markdown: String, definitions: MarkdownLinks.Labels = []) -> String {
    let plain = markdown.utf8.allSatisfy { !special.contains($0) }
    if plain { return tidy([Piece(text: markdown)]) }
    var reader = MarkdownWords(markdown, definitions)
    reader.read()
    return tidy(reader.pieces)
  }

  private static let special = Set("\\`*_~[]!<&\n".utf8)

  private mutating func read() {
    while place < text.count {
      let scalar = text[place]
      switch scalar {
      case "\\": readEscape()
      case "`": readCode()
      case "*", "_", "~": readRun(scalar)
      case "[": open(isImage: false)
      case "!" where place + 1 < text.count && text[place + 1] == "[": open(isImage: true)
      case "]": close()
      case "<": readAngle()
      case "&":
        let named = NamedCharacters.read(text, place)
        add(named?.0 ?? "&", to: named?.1 ?? place + 1)
      case "\n": readLineEnd()
      default:
        let end = InlineHTML.run(text, place, text.count) {
          !$0.isASCII || !MarkdownWords.special.contains(UInt8($0.value))
        }
        add(
          String(String.UnicodeScalarView(text[place..<max(end, place + 1)])),
          to: max(end, place + 1))
      }
    }
    pair(from: 0)
  }

  private mutating func add(_ words: String, to end: Int, isCode: Bool = false) {
    pieces.append(Piece(text: words, isCode: isCode))
    place = end
  }

  // MARK: - Characters

  private mutating func readEscape() {
    guard place + 1 < text.count else { return add("\\", to: place + 1) }
    let next = text[place + 1]
    if next == "\n" { return add("\n", to: place + 2) }
    let isMark = next.isASCII && MarkdownWords.isPunctuation(next)
    add(isMark ? String(next) : "\\", to: place + (isMark ? 2 : 1))
  }

  /// Reads a line ending, which is a hard break after two spaces and otherwise becomes a space.
  private mutating func readLineEnd() {
    var blanks = 0
    while blanks < place, text[place - blanks - 1] == " " { blanks += 1 }
    add(blanks >= 2 ? "\n" : " ", to: place + 1)
  }

  private mutating func readCode() {
    let end = InlineHTML.run(text, place, text.count) { $0 == "`" }
    let count = end - place
    let places = ticks[count] ?? []
    // Backtick runs before this index are not examined again.
    var next = nextTick[count] ?? 0
    while next < places.count, places[next] < end { next += 1 }
    nextTick[count] = next
    guard next < places.count else { return add(String(repeating: "`", count: count), to: end) }
    let close = places[next]
    var code = text[end..<close].map { $0 == "\n" ? " " : $0 }
    if code.count > 1, code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) {
      code = Array(code.dropFirst().dropLast())
    }
    add(String(String.UnicodeScalarView(code)), to: close + count, isCode: true)
  }

  private static func ticks(in text: [Scalar]) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    var place = 0
    while place < text.count {
      let end = InlineHTML.run(text, place, text.count) { $0 == "`" }
      if end > place { found[end - place, default: []].append(place) }
      place = max(end, place + 1)
    }
    return found
  }

  /// Reads an autolink, a tag or a comment; otherwise, keeps a literal `<`.
  private mutating func readAngle() {
    if let (address, end) = InlineHTML.address(text, place) { return add(address, to: end) }
    if let end = InlineHTML.tag(text, place) {
      return add(InlineHTML.isBreak(text[place..<end]) ? "\n" : "", to: end)
    }
    for (start, mark) in [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")]
    where text[place...].starts(with: start.unicodeScalars) && !missing.contains(mark) {
      // For `<!--`, the search for `-->` starts inside the opening marker, because `<!-->` and
      // `<!--->` are complete comments.
      if start == "<!", place + 2 >= text.count || !InlineHTML.isLetter(text[place + 2]) { break }
      let from = start == "<!--" ? place + 2 : place + start.unicodeScalars.count
      if let end = InlineHTML.end(of: mark, text, from: from) { return add("", to: end) }
      missing.insert(mark)
    }
    add("<", to: place + 1)
  }

  // MARK: - Emphasis

  private mutating func readRun(_ mark: Scalar) {
    let end = InlineHTML.run(text, place, text.count) { $0 == mark }
    let before = place > 0 ? text[place - 1] : "\n"
    let after = end < text.count ? text[end] : "\n"
    let (blankBefore, blankAfter) = (MarkdownWords.isBlank(before), MarkdownWords.isBlank(after))
    let (markBefore, markAfter) = (
      MarkdownWords.isPunctuation(before), MarkdownWords.isPunctuation(after)
    )
    let opens = !blankAfter && (!markAfter || blankBefore || markBefore)
    let closes = !blankBefore && (!markBefore || blankAfter || markAfter)
    let count = end - place
    // Only `~~` marks strikethrough; a single `~` is literal, as in `~5`.
    let counts = mark != "~" || count == 2
    let isWord = mark == "_"
    runs.append(
      Run(
        piece: pieces.count, mark: mark, length: count,
        canOpen: counts && opens && (!isWord || !closes || markBefore),
        canClose: counts && closes && (!isWord || !opens || markAfter)))
    pieces.append(Piece(text: "", marks: count, mark: mark))
    place = end
  }

  /// The properties of a closing run that determine how far back its opening run can be.
  private struct Kind: Hashable {
    let mark: Unicode.Scalar
    let canOpen: Bool
    let rest: Int
  }

  /// Matches opening and closing runs, starting at an index, and then removes all runs from that
  /// index onward.
  private mutating func pair(from bottom: Int) {
    var previous = Array(-1..<max(runs.count - 1, 0))
    var bottoms: [Kind: Int] = [:]
    var index = bottom
    while index < runs.count {
      let closer = runs[index]
      guard closer.canClose, closer.isAlive, pieces[closer.piece].marks > 0 else {
        index += 1
        continue
      }
      let kind = Kind(mark: closer.mark, canOpen: closer.canOpen, rest: closer.length % 3)
      var other = previous[index]
      let least = max(bottom, bottoms[kind] ?? bottom)
      while other >= least, !fits(runs[other], closer) { other = previous[other] }
      guard other >= least else {
        bottoms[kind] = index
        if !closer.canOpen {
          runs[index].isAlive = false
          if index + 1 < runs.count { previous[index + 1] = previous[index] }
        }
        index += 1
        continue
      }
      let used = min(2, pieces[runs[other].piece].marks, pieces[closer.piece].marks)
      pieces[runs[other].piece].marks -= used
      pieces[closer.piece].marks -= used
      // Runs inside a matched pair cannot match runs outside it.
      previous[index] = pieces[runs[other].piece].marks > 0 ? other : previous[other]
      if pieces[closer.piece].marks == 0 {
        if index + 1 < runs.count { previous[index + 1] = previous[index] }
        index += 1
      }
    }
    runs.removeSubrange(bottom...)
  }

  private func fits(_ opener: Run, _ closer: Run) -> Bool {
    guard opener.mark == closer.mark, opener.canOpen, opener.isAlive else { return false }
    guard opener.canClose || closer.canOpen, opener.mark != "~" else { return true }
    return (opener.length + closer.length) % 3 != 0
      || (opener.length % 3 == 0 && closer.length % 3 == 0)
  }

  // MARK: - Links

  private mutating func open(isImage: Bool) {
    brackets.append(
      Bracket(
        piece: pieces.count, place: place + (isImage ? 2 : 1), runs: runs.count, isImage: isImage))
    add(isImage ? "![" : "[", to: place + (isImage ? 2 : 1))
  }

  /// Reads a closing bracket; if it ends a link, keeps only the text of the link.
  private mutating func close() {
    guard let bracket = brackets.popLast(), bracket.isActive,
      let end = MarkdownLinks.end(
        text, label: bracket.place..<place, definitions: definitions)
    else { return add("]", to: place + 1) }
    pieces[bracket.piece].text = ""
    pair(from: bracket.runs)
    // A link cannot contain another link.
    if !bracket.isImage {
      for index in brackets.indices where !brackets[index].isImage {
        brackets[index].isActive = false
      }
    }
    place = end
  }

  // MARK: - Classes

  private static func isBlank(_ scalar: Scalar) -> Bool {
    scalar == "\t" || scalar == "\n" || scalar == "\u{C}" || scalar == "\r"
      || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func isPunctuation(_ scalar: Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }

  /// Joins all pieces, collapses whitespace and removes spaces at line ends.
  private static func tidy(_ pieces: [Piece]) -> String {
    var words = String.UnicodeScalarView()
    for piece in pieces {
      if let mark = piece.mark { words.append(contentsOf: repeatElement(mark, count: piece.marks)) }
      for scalar in piece.text.unicodeScalars {
        let isBlank = scalar == " " || scalar == "\t"
        if isBlank, !piece.isCode, words.last.map({ $0 == " " || $0 == "\n" }) ?? true { continue }
        if scalar == "\n", !piece.isCode {
          while words.last == " " { words.removeLast() }
        }
        words.append(isBlank ? " " : scalar)
      }
    }
    return String(String(words)[...].trimmed)
  }
}
