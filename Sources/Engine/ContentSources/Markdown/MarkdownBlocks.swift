/// Parses the block structure of Markdown (CommonMark 0.31, appendix "A parsing strategy"; tables
/// as in GFM).
///
/// Containers are block quotes and list items. Only the last leaf block can be open.
struct MarkdownBlocks {
  /// A block with text, and its position in the file.
  struct Block: Equatable {
    enum Kind: Equatable {
      case heading
      case paragraph
      case row
      /// An HTML block, whose tags are removed.
      case html
    }

    let kind: Kind
    /// The source text without the markers of its containers.
    let text: String
    /// Line number, from 1.
    let line: Int
    /// The number of the enclosing list item; nil outside a list.
    let item: Int?
  }

  private struct Container {
    /// The indentation of a list item's content in columns; nil for a block quote.
    let indent: Int?
    /// The number of the list item.
    let item: Int
    /// Whether the item has any content so far.
    var isFilled: Bool
  }

  private enum Leaf {
    case none
    case paragraph
    case fence(MarkdownMarks.Fence)
    case html(HTMLBlock)
    case code
    case table(columns: Int)
  }

  private(set) var blocks: [Block] = []
  /// The labels of the link reference definitions.
  private(set) var labels: MarkdownLinks.Labels = []
  private var containers: [Container] = []
  private var leaf = Leaf.none
  /// The lines of the open leaf block, and the number of its first line.
  private var lines: [String] = []
  private var first = 0
  private var items = 0
  private var number = 0

  /// The maximum nesting depth of containers; deeper markers are treated as text.
  private static let deepest = 64

  /// Processes the next line, without its line ending.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    number += 1
    var line = MarkdownLine(bytes)
    let matched = match(&line)
    let isWhole = matched == containers.count
    if isWhole, goOn(line) { return }
    let open = self.open(&line, after: matched)
    if open.isDone { return }
    if !isWhole, !open.isNew, !line.isBlank, isInParagraph, !line.text.isTask {
      // Lazy continuation: a paragraph can continue without the markers of its containers.
      lines.append(line.text)
      return
    }
    if !open.isNew { leave(to: matched) }
    addWords(line)
  }

  /// Closes the last block.
  mutating func finish() { closeLeaf() }

  // MARK: - Containers

  /// Consumes the markers of open containers and returns how many containers match.
  private mutating func match(_ line: inout MarkdownLine) -> Int {
    for (index, container) in containers.enumerated() {
      if let indent = container.indent {
        if line.isBlank {
          guard container.isFilled else { return index }
          line.skipBlanks()
        } else if line.indent >= indent {
          line.skip(columns: indent)
        } else {
          return index
        }
      } else {
        guard enterQuote(&line) else { return index }
      }
    }
    return containers.count
  }

  private func enterQuote(_ line: inout MarkdownLine) -> Bool {
    guard !line.isIndented, line.words.first == UInt8(ascii: ">") else { return false }
    line.skipBlanks()
    line.skip(bytes: 1)
    line.skip(columns: 1)
    return true
  }

  private mutating func leave(to count: Int) {
    guard count < containers.count else { return }
    closeLeaf()
    containers.removeSubrange(count...)
  }

  private mutating func enter(_ container: Container) {
    fillLast()
    containers.append(container)
  }

  private mutating func fillLast() {
    if !containers.isEmpty { containers[containers.count - 1].isFilled = true }
  }

  private var isInParagraph: Bool {
    if case .paragraph = leaf { true } else { false }
  }

  // MARK: - Block starts

  /// Opens the blocks that start on a line; returns whether any block starts and whether the line
  /// is used up.
  private mutating func open(
    _ line: inout MarkdownLine, after matched: Int
  ) -> (isNew: Bool, isDone: Bool) {
    var isNew = false
    func leaveOthers(_ blocks: inout MarkdownBlocks) {
      if !isNew { blocks.leave(to: matched) }
      blocks.closeLeaf()
      isNew = true
    }
    while !line.isIndented, !line.isBlank {
      // A line can change the type of the preceding paragraph only if both are in the same
      // containers.
      let isBelow = !isNew && isInParagraph && matched == containers.count
      let words = line.words
      if words.first == UInt8(ascii: ">"), containers.count < Self.deepest {
        leaveOthers(&self)
        _ = enterQuote(&line)
        enter(Container(indent: nil, item: items, isFilled: true))
      } else if let title = MarkdownMarks.heading(words) {
        leaveOthers(&self)
        emit(.heading, title, line: number)
        return (true, true)
      } else if let fence = MarkdownMarks.Fence(words) {
        leaveOthers(&self)
        fillLast()
        leaf = .fence(fence)
        return (true, true)
      } else if let html = HTMLBlock(words, interrupts: isInParagraph) {
        leaveOthers(&self)
        fillLast()
        if !html.ends(with: line) || line.isBlank {
          begin(.html(html), with: line)
        } else if html.isShown {
          emit(.html, line.text, line: number)
        }
        return (true, true)
      } else if isBelow, makeHeading(words) || makeTable(words) {
        return (true, true)
      } else if MarkdownMarks.isRule(words) {
        leaveOthers(&self)
        fillLast()
        return (true, true)
      } else if let marker = MarkdownMarks.Marker(words), containers.count < Self.deepest,
        !isBelow || (marker.mayInterrupt && words.count > marker.length && hasWords(words, marker))
      {
        leaveOthers(&self)
        openItem(marker, &line)
      } else {
        break
      }
    }
    return (isNew, false)
  }

  private func hasWords(_ words: ArraySlice<UInt8>, _ marker: MarkdownMarks.Marker) -> Bool {
    !words.dropFirst(marker.length).allSatisfy(MarkdownLine.isBlank)
  }

  /// Opens a list item.
  ///
  /// The item's content starts one to four columns after the marker; text that is indented further
  /// is code.
  private mutating func openItem(_ marker: MarkdownMarks.Marker, _ line: inout MarkdownLine) {
    let before = line.indent
    line.skipBlanks()
    line.skip(bytes: marker.length)
    let behind = line.indent
    let isEmpty = line.isBlank
    let padding = isEmpty || behind > 4 ? 1 : behind
    line.skip(columns: padding)
    items += 1
    enter(
      Container(indent: before + marker.length + padding, item: items, isFilled: !isEmpty))
  }

  /// Turns the open paragraph into a setext heading; returns whether this was possible.
  private mutating func makeHeading(_ words: ArraySlice<UInt8>) -> Bool {
    guard MarkdownMarks.isUnderline(words), isInParagraph else { return false }
    let taken = MarkdownLinks.takeDefinitions(from: lines, into: &labels)
    leaf = .none
    guard taken < lines.count else { return false }
    emit(.heading, lines[taken...].joined(separator: "\n"), line: first + taken)
    return true
  }

  /// Starts a table if the line above has as many cells as this delimiter row.
  private mutating func makeTable(_ words: ArraySlice<UInt8>) -> Bool {
    guard let columns = MarkdownMarks.columns(words), isInParagraph, let head = lines.last,
      MarkdownMarks.cells(head).count == columns
    else { return false }
    lines.removeLast()
    closeLeaf()
    leaf = .table(columns: columns)
    return true
  }

  // MARK: - Text

  /// Adds a line to an open code fence or HTML block; returns false if neither is open.
  private mutating func goOn(_ line: MarkdownLine) -> Bool {
    switch leaf {
    case .fence(let fence):
      if !line.isIndented, fence.isClosed(by: line.words) { leaf = .none }
      return true
    case .html(let html):
      if html.isShown { lines.append(line.text) }
      if html.ends(with: line) { closeLeaf() }
      return true
    default: return false
    }
  }

  /// Adds the rest of a line to the open leaf block, or to a new one.
  private mutating func addWords(_ line: MarkdownLine) {
    switch leaf {
    case .fence, .html: return
    case .paragraph:
      if line.isBlank {
        closeLeaf()
      } else if containers.last?.indent == nil, line.text.isTask {
        // A checkbox starts a new paragraph even without a list marker.
        closeLeaf()
        begin(.paragraph, with: line)
      } else {
        lines.append(line.text)
      }
    case .table(let columns) where !line.isBlank:
      let cells = MarkdownMarks.cells(line.text).prefix(columns)
      emit(.row, cells.joined(separator: "\n"), line: number)
    case .code where line.isIndented || line.isBlank: break
    default:
      closeLeaf()
      guard !line.isBlank else { return }
      fillLast()
      if line.isIndented { leaf = .code } else { begin(.paragraph, with: line) }
    }
  }

  private mutating func begin(_ leaf: Leaf, with line: MarkdownLine) {
    self.leaf = leaf
    (lines, first) = ([line.text], number)
  }

  private mutating func closeLeaf() {
    switch leaf {
    case .paragraph:
      let taken = MarkdownLinks.takeDefinitions(from: lines, into: &labels)
      if taken < lines.count {
        emit(.paragraph, lines[taken...].joined(separator: "\n"), line: first + taken)
      }
    case .html(let html) where html.isShown:
      emit(.html, lines.joined(separator: "\n"), line: first)
    default: break
    }
    leaf = .none
  }

  private mutating func emit(_ kind: Block.Kind, _ text: String, line: Int) {
    fillLast()
    let item = containers.last { $0.indent != nil }?.item
    // If a heading directly follows another heading, only the last one is kept.
    if kind == .heading, blocks.last?.kind == .heading { blocks.removeLast() }
    blocks.append(Block(kind: kind, text: text, line: line, item: item))
  }
}

extension String {
  /// Whether the text starts with a checkbox, as in `[ ] Buy milk`.
  var isTask: Bool {
    ["[ ] ", "[x] ", "[X] "].contains(where: hasPrefix)
  }
}
