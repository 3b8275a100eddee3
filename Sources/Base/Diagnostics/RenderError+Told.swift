extension RenderError {
  /// Parses the last error in a string that contains errors in the format of ``description``.
  ///
  /// The helper process of a plugin library writes this format from a signal handler, which cannot
  /// create JSON.
  ///
  /// The result is `nil` if the text contains no error, or if the code of the last error is not in
  /// `codes`.
  ///
  /// - Parameters:
  ///   - text: the standard error of a process.
  ///   - codes: the expected codes, which supply the error class, because the text does not contain
  ///     it.
  package init?(lastToldIn text: String, among codes: [ErrorCode]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.lastIndex(where: { $0.hasPrefix("error[") }) else { return nil }
    let head = lines[start].dropFirst("error[".count)
    guard let end = head.firstIndex(of: "]"),
      let code = codes.first(where: { $0.rawValue == head[..<end] })
    else { return nil }
    let message = head[head.index(after: end)...].drop { $0 == ":" || $0 == " " }
    self.init(code, String(message))
    for line in lines[(start + 1)...] {
      if line.hasPrefix("  in: ") { origin = .file(String(line.dropFirst("  in: ".count))) }
      if line.hasPrefix("  hint: ") { hint = String(line.dropFirst("  hint: ".count)) }
    }
  }
}
