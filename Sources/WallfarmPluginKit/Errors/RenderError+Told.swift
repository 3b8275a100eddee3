extension RenderError {
  /// Reads the last error that a text tells in the form of ``description``; nil where there is none.
  ///
  /// It is how a process hands on the last words of another one.
  package init?(lastToldIn text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.lastIndex(where: { $0.hasPrefix("error[") }) else { return nil }
    let head = lines[start].dropFirst("error[".count)
    guard let end = head.firstIndex(of: "]"), let code = ErrorCode(rawValue: String(head[..<end]))
    else { return nil }
    let message = head[head.index(after: end)...].drop { $0 == ":" || $0 == " " }
    self.init(code, String(message))
    for line in lines[(start + 1)...] {
      if line.hasPrefix("  in: ") { origin = .file(String(line.dropFirst("  in: ".count))) }
      if line.hasPrefix("  hint: ") { hint = String(line.dropFirst("  hint: ".count)) }
    }
  }
}
