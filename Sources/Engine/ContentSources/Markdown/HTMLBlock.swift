/// An HTML block in Markdown and the condition that ends it (CommonMark 0.31, 4.6).
struct HTMLBlock {
  /// The condition that ends a block.
  private enum End {
    case text([String])
    case blankLine
  }

  private let end: End
  /// Whether the text of the block is visible; the text of comments, scripts and code is not.
  let isShown: Bool

  /// Parses the first line of a block; nil if the line does not start an HTML block.
  ///
  /// - Parameters:
  ///   - words: the line without its indentation.
  ///   - interrupts: whether the block would interrupt a paragraph, which a line with an unknown
  ///     tag cannot do.
  init?(_ words: ArraySlice<UInt8>, interrupts: Bool) {
    guard words.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: words, as: UTF8.self)
    let lower = text.lowercased()
    for (start, ends) in HTMLBlock.hidden where lower.hasPrefix(start) {
      if start == "<!", !(lower.dropFirst(2).first.map { $0.isASCII && $0.isLetter } ?? false) {
        break
      }
      (end, isShown) = (.text(ends), false)
      return
    }
    let name = HTMLBlock.name(lower)
    if HTMLBlock.code.contains(name.text), name.isOpen, name.isEnded {
      (end, isShown) = (.text(HTMLBlock.code.map { "</\($0)>" }), false)
    } else if HTMLBlock.blocks.contains(name.text), name.isEnded {
      (end, isShown) = (.blankLine, true)
    } else if !interrupts, HTMLBlock.isWholeTag(text) {
      (end, isShown) = (.blankLine, true)
    } else {
      return nil
    }
  }

  /// Whether a line meets the end condition.
  func ends(with line: MarkdownLine) -> Bool {
    switch end {
    case .blankLine: return line.isBlank
    case .text(let marks):
      let text = line.text.lowercased()
      return marks.contains { text.contains($0) }
    }
  }

  private static let hidden = [
    ("<!--", ["-->"]), ("<?", ["?>"]), ("<![cdata[", ["]]>"]), ("<!", [">"]),
  ]
  private static let code: Set = ["script", "pre", "style", "textarea"]
  private static let blocks: Set = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]

  /// Parses the name of a tag; also returns whether the tag is an opening tag and whether the name
  /// is complete.
  private static func name(_ text: String) -> (text: String, isOpen: Bool, isEnded: Bool) {
    var rest = text.dropFirst()
    let isOpen = !rest.hasPrefix("/")
    if !isOpen { rest = rest.dropFirst() }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    rest = rest.dropFirst(name.count)
    let isEnded =
      rest.isEmpty || rest.hasPrefix(">") || rest.hasPrefix("/>") || rest.first == " "
      || rest.first == "\t"
    return (String(name), isOpen, isEnded)
  }

  /// Whether a line consists of a single tag and nothing else.
  private static func isWholeTag(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let end = InlineHTML.tag(scalars, 0) else { return false }
    return scalars[end...].allSatisfy { $0 == " " || $0 == "\t" }
  }
}
