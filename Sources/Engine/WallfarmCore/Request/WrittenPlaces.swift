internal import Files
public import SourceJSON
public import WallfarmPluginKit

/// Where a written request and its keys stand, so that a mistake can be said with its place.
public struct WrittenPlaces: Sendable {
  /// Name of the file.
  public let file: String
  /// Stands in places for the file that the request itself is written in.
  static let ownFile = ""
  /// The object itself.
  public let start: SourcePlace
  /// What a person calls it, such as `job 'a'`; nil where it stands alone.
  public var label: String?
  /// Keys whose value was typed on the command line, and which therefore have no place.
  public var typed: Set<String> = []
  /// Values by key.
  private var values: [String: SourcePlace] = [:]
  /// Texts by key: some of them are the names of files.
  private var names: [String: String] = [:]
  /// Parameters by key of `set`.
  private var settings: [String: SourcePlace] = [:]

  /// Knows where an object stands; its values are to come.
  public init(file: String, start: SourcePlace, label: String?) {
    (self.file, self.start, self.label) = (file, start, label)
  }

  /// Takes the places of values by key.
  public mutating func add(_ values: [String: JSONNode]) {
    for (key, node) in values {
      self.values[key] = node.place
      names[key] = node.string
    }
    for member in values["set"]?.members ?? [] { settings[member.key] = member.value.place }
  }

  /// A place as errors tell it.
  public func origin(_ place: SourcePlace) -> Origin { place.origin(in: file) }

  /// The place of a key, or of the object where it is not written.
  public func origin(of key: String) -> Origin { origin(values[key] ?? start) }

  /// The same mistake, said of this object: where a command line names an option, it has the place.
  public func located(_ error: RenderError) -> RenderError {
    var error = error
    if error.code == .noNotes, error.origin == .option("note") {
      error.hint = #"add "notes": ["Buy milk"]"#
    } else if error.code == .noContent, error.origin == .option("content") {
      error.hint = #"add it to "content"; 'wallfarm describe content' shows the keys of each kind"#
    }
    switch error.origin {
    case nil: error.origin = origin(start)
    case .option(let name) where typed.contains(name): return error
    case .option("note"), .option("notes"), .notes, .note:
      error = withoutWords(error, of: "notes")
      error.origin = origin(of: "notes")
    case .option("content"):
      // An object has no file of its own; what cannot be read then is a photo in it.
      if names["content"] != nil { error = withoutWords(error, of: "content") }
      error.origin = origin(of: "content")
    case .option("device"): error.origin = origin(of: "devices")
    case .option(let name): error.origin = origin(of: name)
    case .setting(let key): error.origin = origin(settings[key] ?? values["set"] ?? start)
    case .file(WrittenPlaces.ownFile, let line, let column):
      error.origin = .file(file, line: line, column: column)
    case .file(let path, line: nil, _)?:
      guard let key = keyOfFile(path) else { break }
      if key == "notes" || key == "content" {
        error = withoutWords(error, of: key)
      } else if error.code != .fileUnreadable, error.code != .fileTooLarge {
        // A file has no line to show; the object that names it has. Those two name it themselves.
        error.also = error.also ?? "the file is '\(path)'"
      }
      error.origin = origin(of: key)
    case .file, .argument, .environment, .layer, .job, .parameter: break
    }
    return labelled(error)
  }

  /// The same mistake, said of this object.
  public func labelled(_ error: RenderError) -> RenderError {
    var error = error
    error.subject = label
    return error
  }

  /// What was written where the path of a file belongs should not be read in a log.
  private func withoutWords(_ error: RenderError, of key: String) -> RenderError {
    var error = error
    if error.code == .fileUnreadable, let reason = error.reason {
      error.message = "the file of its \(key) cannot be read: \(reason)"
    } else if error.code == .pathOutside {
      error.message = "the file of its \(key) would lie outside of the folder"
    } else {
      return error
    }
    error.hint =
      key == "notes"
      ? #"a text is the path of a file; notes themselves are a list: ["Buy milk"]"#
      : #"a text is the path of a file; content itself is an object: {"dates": […]}"#
    return error
  }

  /// The key that names a file.
  private func keyOfFile(_ path: String) -> String? {
    let keys = names.filter { path == $0.value || path.hasSuffix("/" + $0.value) }.keys
    // Of two keys with one text the one whose text may be private counts.
    return ["notes", "content"].first { keys.contains($0) } ?? keys.sorted().first
  }
}
