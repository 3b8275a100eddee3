/// The source of a value, which is where an error in the value is corrected.
///
/// The origin determines the base of a relative path, the job key that corresponds to an option,
/// and whether a source line can be shown. The text form of an origin is intended only for people.
public enum Origin: Sendable, Hashable {
  /// A command-line option without its hyphens: `theme`.
  case option(String)
  /// A parameter that is set by its key, such as `max-size` in `--set max-size=20`.
  case setting(String)
  /// A command-line operand, by name: `folder`.
  case argument(String)
  /// An environment variable.
  case environment(String)
  /// A file or folder, or `-` for standard input.
  ///
  /// The line and column are counted from 1; nil means the whole file.
  case file(String, line: Int? = nil, column: Int? = nil)
  /// A layer of a scene, by name.
  case layer(String)
  /// A job, a unit in a queue or a picture in a suite, by name.
  case job(String)
  /// A plugin parameter whose source is unknown.
  case parameter(String)
  /// The notes, from any source.
  case notes
  /// A note, by its number, counted from 1.
  case note(Int)
}

extension Origin {
  /// The path of the file, or nil for other origins.
  public var file: String? {
    if case .file(let path, _, _) = self { path } else { nil }
  }

  /// The line number, from 1.
  public var line: Int? {
    if case .file(_, let line, _) = self { line } else { nil }
  }

  /// The column number, from 1.
  public var column: Int? {
    if case .file(_, _, let column) = self { column } else { nil }
  }

  /// Whether the value comes from the command line or the environment, where paths are relative to
  /// the working folder.
  public var isTyped: Bool {
    switch self {
    case .option, .setting, .argument, .environment: true
    case .file, .layer, .job, .parameter, .notes, .note: false
    }
  }
}

extension Origin: CustomStringConvertible {
  /// The terminal output: `--theme`, `--set max-size`, `themes/dusk.json:3:12`.
  public var description: String { text.visible }

  private var text: String {
    switch self {
    case .option(let name): "--\(name)"
    case .setting(let key): "--set \(key)"
    case .file(let path, let line, let column):
      ([path == "-" ? "standard input" : path] + [line, column].compactMap { $0.map(String.init) })
        .joined(separator: ":")
    case .layer(let name): "layer '\(name)'"
    case .argument(let name), .environment(let name), .job(let name), .parameter(let name): name
    case .notes: "notes"
    case .note(let number): "note \(number)"
    }
  }
}
