internal import Diagnostics
internal import Files
public import WallfarmPluginKit

/// A file name with fields in braces, such as `{template}-{device}.{format}`.
public struct OutputPattern: Sendable, Hashable {
  /// The names of the fields; a pattern in a job can also contain `id`.
  public static let fields = ["device", "template", "theme", "format"]
  /// The file name pattern for an output path that names only a folder.
  public static let standard = "{template}-{device}.{format}"

  private let pieces: [Piece]

  private enum Piece: Sendable, Hashable {
    case literal(String)
    case field(String)
  }

  /// Parses a pattern; if the path ends in a slash or is a folder, the standard file name is
  /// appended.
  ///
  /// - Parameters:
  ///   - text: the pattern.
  ///   - id: the value of `{id}`, which only jobs have.
  /// - Throws: `output-pattern` for an unknown field or an unclosed brace.
  public init(_ text: String, id: String? = nil) throws(RenderError) {
    let fields = OutputPattern.fields + (id == nil ? [] : ["id"])
    let isFolder = text.hasSuffix("/") || Files.isFolder(text)
    let pattern =
      isFolder ? text + (text.hasSuffix("/") ? "" : "/") + OutputPattern.standard : text
    var pieces: [Piece] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { throw .outputUnclosed(text) }
      let field = String(rest[rest.index(after: open)..<close])
      guard fields.contains(field) else { throw .outputField(field, in: text, known: fields) }
      pieces.append(.literal(String(rest[..<open])))
      pieces.append(field == "id" ? .literal(id ?? "") : .field(field))
      rest = rest[rest.index(after: close)...]
    }
    self.pieces = pieces + [.literal(String(rest))]
  }

  /// Returns the pattern with the missing brace added after its last field; a misspelled field name
  /// is corrected.
  static func closed(_ text: String) -> String {
    guard let open = text.lastIndex(of: "{") else { return text }
    let start = text.index(after: open)
    let field = text[start...].prefix { $0.isLetter }
    let meant = closestSpelling(to: String(field), among: fields + ["id"]) ?? "device"
    return String(text[..<start]) + meant + "}" + String(text[field.endIndex...])
  }

  /// A pattern that gives each device its own file name, with `{device}` before the extension.
  package static func distinct(_ text: String) -> String {
    guard !text.contains("{device}") else { return text }
    let slash = text.lastIndex(of: "/") ?? text.startIndex
    let end = text[slash...].lastIndex(of: ".") ?? text.endIndex
    return String(text[..<end]) + "-{device}" + String(text[end...])
  }

  /// Returns a relative pattern for a file within the output folder, without `..` or control
  /// characters, and with a file name.
  package static func confined(_ text: String) -> String {
    let printable = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    let plain = String(String.UnicodeScalarView(printable))
    let all = plain.split(separator: "/").filter { $0 != "." }
    // If a path leads outside the output folder, its folders are dropped, because they may not
    // exist in the output folder.
    let isElsewhere = plain.hasPrefix("/") || all.contains("..")
    if isElsewhere, plain.hasSuffix("/") { return standard }
    let parts = isElsewhere ? all.suffix(1).filter { $0 != ".." } : all
    return parts.joined(separator: "/")
      + (parts.isEmpty ? standard : plain.hasSuffix("/") ? "/" + standard : "")
  }

  /// Returns the form of a name in file names: the qualified name `harbour/dusk` becomes
  /// `harbour-dusk`.
  package static func fileName(of name: String) -> String { name.replacing("/", with: "-") }

  /// The path for one picture.
  public func path(device: String, template: String, theme: String, format: ImageFormat) -> String {
    path { field in
      switch field {
      case "device": device
      case "template": OutputPattern.fileName(of: template)
      case "theme": OutputPattern.fileName(of: theme)
      default: format.fileExtension
      }
    }
  }

  /// Returns the path with each field replaced by the result of `value`.
  ///
  /// - Throws: any error from `value`.
  public func path<Failure: Error>(
    _ value: (_ field: String) throws(Failure) -> String
  ) throws(Failure) -> String {
    var path = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): path += text
      case .field(let field): path += try value(field)
      }
    }
    return path
  }

  /// Checks that no two requests would write the same file, even on a case-insensitive file system.
  ///
  /// - Throws: `output-pattern`.
  public static func checkForCollisions(_ paths: [String]) throws(RenderError) {
    var seen: [String: String] = [:]
    for path in paths {
      let earlier = seen.updateValue(path, forKey: PathComparison.folded(path))
      if let earlier { throw .outputCollision(earlier, path) }
    }
  }
}
