import Arguments
import ContentSources
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm content convert`: converts a calendar, table or list to content JSON.
struct ContentVerb: CommandVerb {
  static let file = Operand(
    "file", completion: .files(extensions: ContentReader.forms),
    summary: "Calendar, table, list or JSON file, or a URL of such a file or a feed; - is standard "
      + "input.")
  static let from = Option(
    "from", value: "form", default: "from the file extension",
    allowed: ContentReader.forms + ["xml"],
    summary: "Format of the file, xml for a feed; for a URL, the default is its media type.")
  static let strict = Flag("strict", summary: "Treat warnings as errors.")
  private static let convert = Command(
    "convert", summary: "Print the content of a calendar, table or list as JSON.",
    discussion: """
      The JSON is valid for --content and in HTTP requests. It contains calendar events from 31 days
      before --now to 366 days after it. The command skips invalid entries with a warning.

        wallfarm content convert team.ics --zone Europe/Berlin > content.json
        wallfarm content convert webcal://example.org/team.ics --content-from example.org
        curl -s https://example.org/team.ics | wallfarm content convert -
      """,
    accepts: [
      .operand(file), .option(from), .option(RenderOptions.now), .option(RenderOptions.zone),
      .flag(strict),
    ] + ContentOptions.all)
  static let command = Command(
    "content", summary: "Convert calendars, tables and lists to content.", subcommands: [convert])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = invocation.operands(Self.file).first ?? "-"
    let (content, problems) = try content(at: path)
    let mistakes = problems + (invocation.isOn(Self.strict) ? content.warnings.map(\.strict) : [])
    if let last = mistakes.last {
      for mistake in mistakes.dropLast() { Terminal.report(mistake) }
      throw last
    }
    for warning in content.warnings { Terminal.report(warning) }
    Terminal.print(content.json.text(pretty: true))
    return .success
  }

  /// Reads the content of a file or URL, and returns all errors in it.
  private func content(
    at path: String
  ) throws(RenderError) -> (content: Content, problems: [RenderError]) {
    let sources = try ContentArguments(invocation: invocation).sources()
    let form = invocation.value(of: Self.from)
    if ContentSource.isAddress(path) {
      let source = ContentSource(path, format: form.flatMap(ContentSource.Format.init(ending:)))
      let time = try time()
      do throws(RenderError) {
        return (try sources.content(of: source, at: time), [])
      } catch {
        guard error.origin == .option("content") else { throw error }
        throw error.moved(to: .argument(Self.file.name))
      }
    }
    let bytes = try Files.read(path, limit: ContentReader.mostBytes)
    return try ContentReader.parse(
      bytes, file: path, form: form ?? (path == "-" ? ContentReader.form(of: bytes) : nil),
      at: try time(), sources: sources)
  }

  /// Returns the time for which calendar events are selected.
  private func time() throws(RenderError) -> CalendarNow {
    let request = try invocation.request(.now, .zone)
    return CalendarNow(now: request.now, zone: request.zone)
  }
}

extension RenderError {
  /// Returns the error with another origin.
  fileprivate func moved(to origin: Origin) -> RenderError {
    var error = self
    error.origin = origin
    return error
  }
}
