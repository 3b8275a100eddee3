internal import Files
public import SourceJSON
public import WallfarmPluginKit

/// The positions of a request and its keys in a file, for error messages.
public struct WrittenPlaces: Sendable {
  /// The name of the file.
  public let file: String
  /// The file name that stands for the request's own file in error origins.
  package static let ownFile = ""
  /// The position of the request object.
  public let start: SourcePlace
  /// The label in error messages, such as `job 'a'`; nil for a single request.
  public var label: String?
  /// The keys whose values come from the command line and therefore have no position in the file.
  public var typed: Set<String> = []
  /// Positions of values by key.
  private var values: [String: SourcePlace] = [:]
  /// Text values by key; some of them are file names.
  private var names: [String: String] = [:]
  /// Positions of the parameters in `set`, by key.
  private var settings: [String: SourcePlace] = [:]

  /// The correct keys that fixes substitute for misspelled keys; other fixes must not add sample
  /// values for these keys.
  package var renamed: Set<String> = []
  /// Whether fixes must omit unknown keys, which may be private text.
  ///
  /// This is the case in job files, because their errors are written to logs.
  package var hidesUnknownKeys = false
  /// The parsed objects that contain the values; fixes are created from these objects.
  var documents: [Document] = []

  /// Creates positions for an object; ``add(_:)`` adds the positions of its values.
  public init(file: String, start: SourcePlace, label: String?) {
    (self.file, self.start, self.label) = (file, start, label)
  }

  /// Adds the positions of values by key.
  public mutating func add(_ values: [String: JSONNode]) {
    for (key, node) in values {
      self.values[key] = node.place
      names[key] = node.string
    }
    for member in values["set"]?.members ?? [] { settings[member.key] = member.value.place }
  }

  /// The position of a key's value.
  func place(of key: String) -> SourcePlace? { values[key] }

  /// The position of a parameter in `set`.
  func place(ofSetting key: String) -> SourcePlace? { settings[key] }

  /// Returns whether the request has a key.
  public func has(_ key: String) -> Bool { values[key] != nil }

  /// Returns the error origin for a position.
  public func origin(_ place: SourcePlace) -> Origin { place.origin(in: file) }

  /// Returns the error origin for a key, or for the object if the key is absent.
  public func origin(of key: String) -> Origin { origin(values[key] ?? start) }

  /// Returns the error with an option in its origin replaced by the option's position in the file.
  public func located(_ error: RenderError) -> RenderError {
    var error = fixed(error)
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
      // If the content is inline, the unreadable file is a photo that the content names, so the
      // error keeps its path.
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
        // The error has no line number in that file, so its origin is the key that names the file.
        // The messages of the two excluded codes already contain the path.
        error.also = error.also ?? "the file is '\(path)'"
      }
      error.origin = origin(of: key)
    case .file, .argument, .environment, .layer, .job, .parameter: break
    }
    return labelled(error)
  }

  /// Returns the error with the label of this request, and with its remedies replaced by a JSON
  /// Patch.
  public func labelled(_ error: RenderError) -> RenderError {
    var error = fixed(error)
    error.subject = label
    return error
  }

  /// Returns the error without the path in its message, because the path may be private text under
  /// the wrong key.
  private func withoutWords(_ error: RenderError, of key: String) -> RenderError {
    var error = error
    if error.code == .fileUnreadable, let reason = error.reason {
      error.message = "the file named in '\(key)' cannot be read: \(reason)"
    } else if error.code == .pathOutside {
      error.message = "the file named in '\(key)' is outside the allowed folder"
    } else {
      return error
    }
    error.hint =
      key == "notes"
      ? #"write notes as a list, such as ["Buy milk"]; a string is the path of a file"#
      : #"write content as an object, such as {"dates": […]}; a string is the path of a file"#
    return error
  }

  /// Returns the key whose value is the given file path.
  private func keyOfFile(_ path: String) -> String? {
    let keys = names.filter { path == $0.value || path.hasSuffix("/" + $0.value) }.keys
    // If several keys have the same value, a key whose value may be private takes precedence.
    return ["notes", "content"].first { keys.contains($0) } ?? keys.sorted().first
  }
}
