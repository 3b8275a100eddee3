// Terminal output of errors and warnings.

extension RenderError: CustomStringConvertible {
  /// The terminal output: `error[code]: message`, then `in:`, `also:` and `hint:`, and the output
  /// of external code.
  public var description: String { description(excerpt: nil) }

  /// The terminal output, with an excerpt of the file below the line that shows the origin.
  public func description(excerpt: String?) -> String {
    let lines = said.isEmpty ? [] : ["  output:"] + said.map { "    \($0)" }
    return
      ([formatted("error[\(code.rawValue)]: \(sentence)", origin, excerpt, also, hint)] + lines)
      .joined(separator: "\n")
  }
}

extension RenderWarning: CustomStringConvertible {
  /// The terminal output.
  public var description: String { description(excerpt: nil) }

  /// The terminal output, with an excerpt of the file below the line that shows the origin.
  public func description(excerpt: String?) -> String {
    formatted("warning[\(code.rawValue)]: \(message)", origin, excerpt, nil, hint)
  }
}

private func formatted(
  _ headline: String, _ origin: Origin?, _ excerpt: String?, _ also: String?, _ hint: String?
) -> String {
  var lines = [headline]
  if let origin { lines.append("  in: \(origin)") }
  if let excerpt { lines.append(excerpt) }
  if let also { lines.append("  also: \(also)") }
  if let hint { lines.append("  hint: \(hint)") }
  return lines.joined(separator: "\n")
}
