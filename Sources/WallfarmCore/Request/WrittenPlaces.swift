public import SourceJSON
public import WallfarmPluginKit

/// Where a written request and its keys stand, so that a mistake can be said with its place.
public struct WrittenPlaces: Sendable {
  /// Name of the file.
  public let file: String
  /// The object itself.
  public let start: SourcePlace
  /// What a person calls it, such as `job 'a'`.
  public var label: String
  /// Values by key.
  private var values: [String: SourcePlace] = [:]
  /// Texts by key: some of them are the names of files.
  private var names: [String: String] = [:]
  /// Parameters by key of `set`.
  private var settings: [String: SourcePlace] = [:]

  /// Knows where an object stands; its values are to come.
  public init(file: String, start: SourcePlace, label: String) {
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

  /// A place as messages show it.
  public func origin(_ place: SourcePlace) -> String { place.origin(in: file) }

  /// The place of a key, or of the object where it is not written.
  public func origin(of key: String) -> String { origin(values[key] ?? start) }

  /// The same mistake, said of this object: where a command line names an option, it has the place.
  public func located(_ error: RenderError) -> RenderError {
    var error = error
    error.message = "\(label): \(error.message)"
    if error.code == .noNotes { error.hint = #"add "notes": ["Buy milk"]"# }
    guard let origin = error.origin else {
      error.origin = self.origin(start)
      return error
    }
    if origin.hasPrefix("--set ") {
      error.origin = self.origin(settings[String(origin.dropFirst(6))] ?? values["set"] ?? start)
    } else if origin.hasPrefix("--note") || origin == "notes" {
      error.origin = self.origin(of: "notes")
    } else if origin.hasPrefix("--device") {
      error.origin = self.origin(of: "devices")
    } else if origin.hasPrefix("--") {
      error.origin = self.origin(of: String(origin.dropFirst(2)))
    } else if let key = keyOfFile(origin), key == "notes" {
      // Whoever wrote the note itself there should not read it in a log.
      if let reason = error.message.split(separator: ": ").last, error.code == .fileUnreadable {
        error.message = "\(label): the file of its notes cannot be read: \(reason)"
        error.hint = #"a text is the path of a file; notes themselves are a list: ["Buy milk"]"#
      }
      error.origin = self.origin(of: key)
    } else if let key = keyOfFile(origin) {
      // A file has no line to show; the object that names it has.
      if !error.message.contains(origin) { error.message += " ('\(origin)')" }
      error.origin = self.origin(of: key)
    }
    return error
  }

  /// The key that names a file.
  private func keyOfFile(_ path: String) -> String? {
    names.first { path == $0.value || path.hasSuffix("/" + $0.value) }?.key
  }
}
