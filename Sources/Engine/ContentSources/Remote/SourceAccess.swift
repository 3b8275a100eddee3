import Files
import SourceJSON
public import WallfarmPluginKit

/// Whether content can name URLs, and how they are fetched.
public enum SourceAccess: Sendable {
  /// URLs are an error.
  case refused
  /// Sources are checked but not fetched.
  case checked
  /// Sources are fetched and read.
  case read(SourceReader)

  /// Returns the content at a URL.
  ///
  /// - Throws: `sources-refused`, `invalid-source`, errors of fetching, and errors in the document.
  public func content(of source: ContentSource, at time: CalendarNow) throws(RenderError) -> Content
  {
    if let objection = source.objection {
      throw .invalidSource(
        "the URL \(objection)", origin: .option("content"),
        hint: "write a URL that begins with https:// or webcal://")
    }
    switch self {
    case .refused: throw .sourcesRefused(origin: .option("content"))
    case .checked: return Content()
    case .read(let reader): return try reader.content(of: source, at: time)
    }
  }

  /// The access that finds the same errors without fetching anything.
  var onlyChecking: SourceAccess {
    if case .read = self { .checked } else { self }
  }

  /// Returns the content of the sources that a member of content lists, and all errors.
  func content(
    of member: JSONMember, file: String, at time: CalendarNow
  ) -> (content: Content, problems: [RenderError]) {
    if case .refused = self {
      return (Content(), [.sourcesRefused(origin: member.keyPlace.origin(in: file))])
    }
    let (sources, problems) = ContentSource.list(member.value, file: file)
    var (content, all) = (Content(), problems)
    for (source, place) in sources {
      do throws(RenderError) {
        content.append(try self.content(of: source, at: time))
      } catch {
        var located = error
        // Errors in the document keep their position in the document.
        if located.origin?.file == nil { located.origin = place.origin(in: file) }
        all.append(located)
      }
    }
    return (content, all)
  }
}
