import ContentSources
import Files
import HTTP
import SourceJSON
import WallfarmPluginKit

/// A body that is content alone: JSON with `notes` and `content`, a calendar, a table or a list.
enum ContentBody {
  /// The endings of files by their media types.
  private static let forms = [
    "text/calendar": "ics", "text/csv": "csv", "text/tab-separated-values": "tsv",
    "text/markdown": "md",
  ]

  /// The media types that are read beside JSON.
  static var mediaTypes: [String] { forms.keys.sorted() }

  /// Whether content of a media type is read that is no JSON.
  static func isOne(_ mediaType: String?) -> Bool { form(of: mediaType) != nil }

  private static func form(of mediaType: String?) -> String? {
    mediaType.flatMap { type in
      forms[type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()]
    }
  }

  /// The media type of a file by its name, for a form that says none; nil for other files.
  static func type(ofFile name: String) -> String? {
    let ending = Files.ending(of: name)
    return forms.first { $0.value == ending }?.key
  }

  /// Reads a body as the JSON that says the same: `{"notes": […], "content": {…}}`.
  ///
  /// - Parameters:
  ///   - bytes: the body, or a part of one.
  ///   - mediaType: its Content-Type; JSON where it says nothing else.
  ///   - time: the time for which a calendar is read.
  /// - Returns: an object with the keys that the body has.
  /// - Throws: `invalid-json`, `invalid-content` and `invalid-notes`: the first mistake.
  static func root(
    of bytes: [UInt8], _ mediaType: String?, at time: CalendarNow
  ) throws(RenderError) -> JSONNode {
    guard let form = form(of: mediaType) else {
      return try JSONFile.parse(bytes, file: RenderPlanner.body)
    }
    let (content, problems) = try ContentReader.parse(
      bytes, file: RenderPlanner.body, form: form, at: time)
    if let first = problems.first { throw first }
    var members: [String: JSONValue] = [:]
    if let notes = content.notes { members["notes"] = .array(notes.map(\.json)) }
    if !content.entries.isEmpty || !content.warnings.isEmpty {
      members["content"] = content.carriedWithoutNotes
    }
    return try JSONFile.parse(
      Array(JSONValue.object(members).text(pretty: false).utf8), file: RenderPlanner.body)
  }
}
