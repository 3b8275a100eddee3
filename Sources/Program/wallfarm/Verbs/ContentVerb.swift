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
    summary: "Calendar, table, list or JSON file; - is standard input.")
  static let from = Option(
    "from", value: "form", default: "from the file extension", allowed: ContentReader.forms,
    summary: "Format of the file.")
  static let strict = Flag("strict", summary: "Treat warnings as errors.")
  private static let convert = Command(
    "convert", summary: "Print the content of a calendar, table or list as JSON.",
    discussion: """
      The JSON is valid for --content and in HTTP requests. It contains calendar events from 31 days
      before --now to 366 days after it. The command skips invalid entries with a warning.

        wallfarm content convert team.ics --zone Europe/Berlin > content.json
        curl -s https://example.org/team.ics | wallfarm content convert -
      """,
    accepts: [
      .operand(file), .option(from), .option(RenderOptions.now), .option(RenderOptions.zone),
      .flag(strict),
    ])
  static let command = Command(
    "content", summary: "Convert calendars, tables and lists to content.", subcommands: [convert])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let path = invocation.operands(Self.file).first ?? "-"
    let bytes = try Files.read(path, limit: ContentReader.mostBytes)
    let form =
      invocation.value(of: Self.from) ?? (path == "-" ? ContentReader.form(of: bytes) : nil)
    let (content, problems) = try ContentReader.parse(
      bytes, file: path, form: form, at: try time())
    let mistakes = problems + (invocation.isOn(Self.strict) ? content.warnings.map(\.strict) : [])
    if let last = mistakes.last {
      for mistake in mistakes.dropLast() { Terminal.report(mistake) }
      throw last
    }
    for warning in content.warnings { Terminal.report(warning) }
    Terminal.print(content.json.text(pretty: true))
    return .success
  }

  /// Returns the time for which calendar events are selected.
  private func time() throws(RenderError) -> CalendarNow {
    let request = try invocation.request(.now, .zone)
    return CalendarNow(now: request.now, zone: request.zone)
  }
}
