/// The discussion of a command, parsed into blocks that the help wraps and the manual formats.
package struct Discussion {
  package enum Block: Equatable {
    /// The text of a paragraph, joined into one line.
    case paragraph(String)
    /// Verbatim lines with their indentation.
    case example([String])
  }

  package private(set) var blocks: [Block] = []

  package init(_ text: String) {
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      isOpen = add(line, continuing: isOpen)
    }
  }

  /// Adds a line to the last block if that block is open; returns whether the block stays open.
  private mutating func add(_ line: String, continuing isOpen: Bool) -> Bool {
    guard line.contains(where: { !$0.isWhitespace }) else { return false }
    let isExample = line.first?.isWhitespace == true
    switch (isExample, isOpen ? blocks.last : nil) {
    case (true, .example(let lines)): blocks[blocks.count - 1] = .example(lines + [line])
    case (true, _): blocks.append(.example([line]))
    case (false, .paragraph(let text)): blocks[blocks.count - 1] = .paragraph("\(text) \(line)")
    case (false, _): blocks.append(.paragraph(line))
    }
    return true
  }
}
