internal import SourceJSON

// Error messages of the plugin kit.

extension RenderError {
  /// Returns an error for a value that a parameter does not accept.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - name: The name used in the request, if it differs from the key.
  ///   - got: The value as written.
  ///   - origin: The origin of the value.
  /// - Returns: An error with the code `invalid-parameter`.
  public static func invalidParameter(
    _ parameter: ParameterDescription, named name: String? = nil, got: String,
    origin: Origin? = nil
  ) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(name ?? parameter.key)' cannot be \(got): expected \(parameter.kind.accepted)",
      origin: origin, hint: parameter.kind.hint(forRejected: got))
  }

  /// Returns an error for a layout that requires notes.
  public static func noNotes() -> RenderError {
    RenderError(
      .noNotes, "there are no notes to show", origin: .option("note"),
      hint: "add at least one: --note 'Buy milk', or --notes notes.json"
    ).remedied(ContentKind.notes.placeholder.map { .replace(with: $0, at: .option("notes")) })
  }

  /// Returns an error for a plugin that requires a kind of content.
  public static func noContent(_ kind: ContentKind, for plugin: PluginDescription) -> RenderError {
    let needs = "the \(plugin.kind.rawValue) '\(plugin.id)' needs \(kind.rawValue)"
    guard kind != .notes else {
      var error = noNotes()
      error.also = needs
      return error
    }
    return RenderError(
      .noContent, needs + ", but the content has none",
      origin: .option("content"),
      hint: "pass a file that has \"\(kind.rawValue)\"; 'wallfarm describe content' shows its keys"
    ).remedied(kind.placeholder.map { .add(kind.rawValue, $0) })
  }

  /// Whether the error is about missing content.
  public var isOfMissingContent: Bool { code == .noNotes || code == .noContent }

  /// Returns an error for notes that do not fit at the minimum type size, which is given in points.
  public static func notesDoNotFit(count: Int, fitting: Int, minimumSize: Double) -> RenderError {
    RenderError(
      .notesDoNotFit,
      (count == 1 ? "the note does not fit" : "\(count) notes do not fit")
        + " at the smallest type size of \(oneDecimal(minimumSize)) pt"
        + (count == 1
          ? ""
          : fitting == 0
            ? "; not even the first one fits" : "; only the first \(fitting) would fit"),
      origin: .notes,
      hint: "shorten the notes, lower 'min-size', or allow '--overflow more'")
  }

  /// Returns an error for fixed text that does not fit at its minimum type size, which is given in
  /// points.
  public static func textDoesNotFit(_ what: String, minimumSize: Double) -> RenderError {
    RenderError(
      .textDoesNotFit,
      "the area has no room for the \(what) at the smallest type size of "
        + "\(oneDecimal(minimumSize)) pt",
      origin: .parameter(what), hint: "shorten it")
  }
}

extension ParameterKind {
  /// Returns a hint for correcting a rejected value; `text` is the value as it was written.
  package func hint(forRejected text: String) -> String? {
    let number = Double(text.filter { $0 != "'" && $0 != "\"" })
    switch self {
    case .number(let range, _): return ParameterKind.bound(number, range)
    case .integer(let range):
      return ParameterKind.bound(
        number, Double(range.lowerBound)...Double(range.upperBound)) ?? "omit the fraction"
    case .color: return "write a hex code such as #1c1c1e, or a CSS name"
    case .boolean, .text, .texts, .words, .choice, .stops, .font, .file: return nil
    }
  }

  private static func bound(_ number: Double?, _ range: ClosedRange<Double>) -> String? {
    guard let number else { return "write a plain number, without a unit" }
    if number < range.lowerBound { return "the minimum is \(shortest(range.lowerBound))" }
    if number > range.upperBound { return "the maximum is \(shortest(range.upperBound))" }
    return nil
  }
}

/// Formats a number with at most one decimal place, such as 17.3.
func oneDecimal(_ number: Double) -> String { shortest((number * 10).rounded() / 10) }
