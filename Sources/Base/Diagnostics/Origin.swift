/// Where a value came from, and so where a mistake in it is put right.
///
/// Behaviour follows from it: what a relative path is meant in, which key of a job an option stands
/// for, whether there is a line to show. Its text is for people only.
public enum Origin: Sendable, Hashable {
  /// An option of the command line, without its hyphens: `theme`.
  case option(String)
  /// A parameter that was set by its name, as `--set max-size=20` sets `max-size`.
  case setting(String)
  /// A word of the command line that is no option, by what it is called there: `folder`.
  case argument(String)
  /// An environment variable.
  case environment(String)
  /// A file or folder, or `-`, which is standard input; line and column count from 1, and are nil
  /// where it is about all of it.
  case file(String, line: Int? = nil, column: Int? = nil)
  /// A layer of a scene, by its name.
  case layer(String)
  /// A job, a unit of a queue or a picture of a suite, by its name.
  case job(String)
  /// A parameter of a plugin, where it is not known who set it.
  case parameter(String)
  /// The notes, wherever they came from.
  case notes
  /// One of the notes, by its number, from 1.
  case note(Int)
}

extension Origin {
  /// The file that it is, or is a place in; nil for anything that was typed.
  public var file: String? {
    if case .file(let path, _, _) = self { path } else { nil }
  }

  /// The line that can be shown, from 1.
  public var line: Int? {
    if case .file(_, let line, _) = self { line } else { nil }
  }

  /// The column in ``line``, from 1.
  public var column: Int? {
    if case .file(_, _, let column) = self { column } else { nil }
  }

  /// Whether it was typed on a command line, where a path is meant in the folder of the caller.
  public var isTyped: Bool {
    switch self {
    case .option, .setting, .argument, .environment: true
    case .file, .layer, .job, .parameter, .notes, .note: false
    }
  }
}

extension Origin: CustomStringConvertible {
  /// As a terminal shows it: `--theme`, `--set max-size`, `themes/dusk.json:3:12`.
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
