// Skips spaces, line ends and comments between tokens.

extension JSONParser {
  mutating func skipBlanks() throws(JSONSyntaxError) {
    // This is the fast path for dense JSON; it does not set `tokenEnd`, which matters only before a
    // blank or at the end.
    if let byte = cursor.byte, byte > ASCII.space, byte != ASCII.slash { return }
    tokenEnd = cursor.place
    while let byte = cursor.byte {
      switch byte {
      case ASCII.space, ASCII.tab: cursor.skip(1)
      case ASCII.lineFeed, ASCII.carriageReturn: cursor.skipLineEnd()
      case ASCII.slash: guard try skipComment() else { return }
      default: return
      }
    }
  }

  /// Skips a comment at this position; returns false if the slash does not start a comment.
  private mutating func skipComment() throws(JSONSyntaxError) -> Bool {
    let next = cursor.byte(at: cursor.offset + 1)
    guard next == ASCII.slash || next == ASCII.asterisk else { return false }
    guard dialect.allowsComments else { throw .commentNotAllowed(at: cursor.place) }
    if next == ASCII.slash { try skipLineComment() } else { try skipBlockComment() }
    return true
  }

  private mutating func skipLineComment() throws(JSONSyntaxError) {
    while let byte = cursor.byte, byte != ASCII.lineFeed, byte != ASCII.carriageReturn {
      try skipCommentScalar()
    }
  }

  private mutating func skipBlockComment() throws(JSONSyntaxError) {
    let opened = cursor.place
    cursor.skip(2)
    while let byte = cursor.byte {
      switch byte {
      case ASCII.asterisk where cursor.byte(at: cursor.offset + 1) == ASCII.slash:
        cursor.skip(2)
        return
      case ASCII.lineFeed, ASCII.carriageReturn: cursor.skipLineEnd()
      default: try skipCommentScalar()
      }
    }
    throw .unclosedComment(at: opened)
  }

  private mutating func skipCommentScalar() throws(JSONSyntaxError) {
    let byte = cursor.byte
    guard cursor.skipScalar() else { throw .invalidUTF8(byte ?? 0, at: cursor.place) }
  }
}
