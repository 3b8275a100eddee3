import ContentSources
import Files
import HTTP
import SourceJSON
import WallfarmPluginKit

/// A request body that contains only content: JSON with `notes` and `content`, a calendar, a table
/// or a list.
package enum ContentBody {
  /// File extensions by media type.
  private static let forms = [
    "text/calendar": "ics", "text/csv": "csv", "text/tab-separated-values": "tsv",
    "text/markdown": "md",
  ]

  /// The supported media types other than JSON.
  package static var mediaTypes: [String] { forms.keys.sorted() }

  /// Returns whether a media type is supported and is not JSON.
  static func isOne(_ mediaType: String?) -> Bool { form(of: mediaType) != nil }

  private static func form(of mediaType: String?) -> String? {
    mediaType.flatMap { type in
      forms[type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()]
    }
  }

  /// Returns the media type that a file name implies, or `nil`; used for form parts that do not
  /// declare a media type.
  static func type(ofFile name: String) -> String? {
    let ending = Files.ending(of: name)
    return forms.first { $0.value == ending }?.key
  }

  /// Converts a body to the equivalent JSON: `{"notes": […], "content": {…}}`.
  ///
  /// - Parameters:
  ///   - bytes: The body, or a part of a multipart body.
  ///   - mediaType: The Content-Type; the default is JSON.
  ///   - time: The reference time for reading a calendar.
  ///   - file: The name of the body or part, for use in errors.
  /// - Returns: An object with the keys that the body contains. Its values have positions only if
  ///   the body is JSON.
  /// - Throws: `invalid-json`, `invalid-content` or `invalid-notes`, for the first error in the
  ///   body.
  static func root(
    of bytes: [UInt8], _ mediaType: String?, at time: CalendarNow,
    in file: String = RenderPlanner.body
  ) throws(RenderError) -> JSONNode {
    guard let form = form(of: mediaType) else { return try JSONFile.parse(bytes, file: file) }
    let (content, problems) = try ContentReader.parse(bytes, file: file, form: form, at: time)
    if let first = problems.first { throw first }
    var members: [String: JSONValue] = [:]
    if let notes = content.notes { members["notes"] = .array(notes.map(\.json)) }
    if !content.entries.isEmpty || !content.warnings.isEmpty {
      members["content"] = content.carriedWithoutNotes
    }
    return JSONNode(.object(members))
  }
}
