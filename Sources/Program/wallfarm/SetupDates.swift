import ContentSources
import FlowHosts
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The dates of a setup: reads them as the user types them, and adds them to a picture.
struct SetupDates {
  private let dates: [TypedDate]

  /// Creates the dates from the entries of the flow.
  init(_ entries: [String]) { dates = entries.compactMap(TypedDate.init) }

  /// Shows the coming dates above the notes, with the template `ahead`.
  ///
  /// Without a coming date, the picture shows only the notes.
  func add(to request: inout RenderRequest) throws(RenderError) {
    let today = try Self.today()
    let coming = dates.compactMap { date in
      date.next(from: today).map { day in
        ContentEntry(["title": .text(date.title), "date": .when(.day(day))])
      }
    }
    guard !coming.isEmpty else { return }
    request.template = "ahead"
    request.content[.dates] = coming
    request.settings.append(Setting(key: "most", value: .number(Double(coming.count))))
  }

  /// Returns the reader for entries of the flow's dates, in the given language.
  static func reader(
    _ words: HostText
  ) throws(RenderError) -> @Sendable (_ fact: String, _ entry: String) -> Conversation.EntryReading
  {
    let today = try today()
    return { fact, entry in
      guard fact == "dates", !entry.isEmpty else { return .accepted(entry) }
      guard let date = TypedDate(entry) else {
        return .refused(words("noDate", ["value": entry]))
      }
      guard date.next(from: today) != nil else {
        return .refused(words("dateIsPast", ["value": date.written]))
      }
      return .accepted(date.written)
    }
  }

  /// The current day in this machine's time zone.
  private static func today() throws(RenderError) -> Day {
    let zone = try ZoneFile.zone(RenderRequest.localZone, origin: .option("zone"))
    return Now(TimeSource.machine.read(), in: zone).day
  }
}
