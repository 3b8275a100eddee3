import Arguments
import Authoring
import Geography
import PhotoLibrary
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library list`: lists days, trips, places, this day in other years, and duplicates.
struct LibraryListVerb: CommandVerb {
  static let what = Operand(
    "what", allowed: ["days", "trips", "places", "on-this-day", "duplicates"],
    summary: "Kind of list: days, trips, places, on-this-day or duplicates.")
  static let now = Option(
    "now", value: "day",
    summary: "Date that on-this-day uses instead of today, such as 2026-07-01.")
  static let command = Command(
    "list",
    summary: "List days, trips, places, photos from this day in other years, or duplicates.",
    discussion: """
      A trip is a stay of at least one night more than 80 km from home. The command infers your
      home from the photos. Duplicates are identical files and similar photos, listed best first.

        wallfarm library list trips
        wallfarm library list on-this-day
      """,
    accepts: [
      .operand(what), .option(LibraryVerb.index), .option(RenderOptions.zone), .option(now),
      .flag(ListVerb.json),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let what = invocation.operands(Self.what)[0]
    let library = try LibraryVerb.library(invocation)
    let table: Table
    switch what {
    case "days": table = days(library.days, library)
    case "trips": table = trips(library)
    case "places": table = places(library)
    case "duplicates": table = duplicates(library)
    default:
      table = days(
        OnThisDay.days(like: try Self.today(invocation), in: library.days), library)
    }
    if invocation.isOn(ListVerb.json) {
      Terminal.print(table.json.text(pretty: true))
    } else if table.rows.isEmpty {
      Terminal.printLine("none found")
    } else {
      Terminal.print(table.text)
    }
    return .success
  }

  /// Returns the day of `--now`, or today.
  static func today(_ invocation: Invocation) throws(RenderError) -> Day {
    if let day = try LibraryVerb.day(now, invocation) { return day }
    return try LibraryVerb.zone(invocation).day(at: TimeSource.machine.read())
  }

  private func days(_ days: [PhotoDay], _ library: PhotoLibrary) -> Table {
    Table(
      ["day", "photos", "place"],
      days.map { day in
        [
          .text(day.day.description), .number(Double(day.photos.count)),
          .text(library.name(of: day.place) ?? ""),
        ]
      })
  }

  private func trips(_ library: PhotoLibrary) -> Table {
    Table(
      ["id", "last", "days", "photos", "stops", "name"],
      library.trips.map { trip in
        [
          .text(library.id(of: trip)), .text(trip.last.description),
          .number(Double(trip.last.number - trip.first.number + 1)),
          .number(Double(trip.photos.count)), .number(Double(trip.stops.count)),
          .text(library.name(of: trip)),
        ]
      })
  }

  private func places(_ library: PhotoLibrary) -> Table {
    Table(
      ["place", "photos", "days", "first", "last"],
      library.places.map { place in
        [
          .text(place.name), .number(Double(place.photos)), .number(Double(place.days)),
          .text(place.first.description), .text(place.last.description),
        ]
      })
  }
}

extension LibraryListVerb {
  private func duplicates(_ library: PhotoLibrary) -> Table {
    var rows: [[Table.Cell]] = []
    var number = 0
    func add(_ kind: String, _ paths: [String]) {
      number += 1
      rows += paths.map { [.number(Double(number)), .text(kind), .text($0)] }
    }
    for group in library.copiesByPath { add("copy", group) }
    for group in library.alike { add("alike", group.compactMap { library.paths[$0.id] }) }
    return Table(["group", "kind", "path"], rows)
  }
}

/// `wallfarm library content`: prints photos as content for a template.
struct LibraryContentVerb: CommandVerb {
  static let id = Operand(
    "id", summary: "A trip such as trip-2025-07-12, a date such as 2025-07-12, or on-this-day.")
  static let count = Option(
    "count", value: "photos", default: "12", summary: "Maximum number of photos, from 1 to 1000.")
  static let withPlaces = Flag(
    "with-places", summary: "Include place names.")
  static let withMap = Flag(
    "with-coordinates", summary: "Include exact coordinates, for maps.")
  static let withTitle = Flag(
    "with-title", summary: "Include the title of the trip.")
  static let command = Command(
    "content", summary: "Print photos from a trip or day as content for templates.",
    discussion: """
      The photos are a sample from all stops and days. By default, the content does not include
      places.

        wallfarm library content trip-2025-07-12 --count 1 --with-places > memory.json
        wallfarm render --template memory --device iphone15 --content memory.json
        wallfarm library content trip-2025-07-12 --with-coordinates --with-title > map.json
        wallfarm render --template map --device iphone15 --content map.json
      """,
    accepts: [
      .operand(id), .option(LibraryVerb.index), .option(RenderOptions.zone), .option(count),
      .flag(withPlaces), .flag(withMap), .flag(withTitle), .option(LibraryListVerb.now),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let count = try invocation.count(Self.count, most: 1000) ?? 12
    let library = try LibraryVerb.library(invocation)
    let id = invocation.operands(Self.id)[0]
    let (photos, stops) = try photos(id, library)
    let chosen = PhotoSelection.choose(count, of: photos, stops: stops, for: .portrait)
    let entries = chosen.compactMap { photo -> JSONValue? in
      guard let path = library.paths[photo.id] else { return nil }
      var entry: [String: JSONValue] = [
        "file": .string(path), "date": .string(photo.day.description),
      ]
      entry["focus-x"] = photo.focus.map { .number($0.x) }
      entry["focus-y"] = photo.focus.map { .number($0.y) }
      if invocation.isOn(Self.withPlaces) {
        // A title starts with a capital letter, as in "Near Ólafsvík".
        entry["place"] = library.name(of: photo.place).map {
          .string($0.prefix(1).uppercased() + $0.dropFirst())
        }
      }
      if invocation.isOn(Self.withMap), let place = photo.place {
        // Four decimal places correspond to about 10 m, the finest detail of the map.
        entry["latitude"] = .number((place.latitude * 10_000).rounded() / 10_000)
        entry["longitude"] = .number((place.longitude * 10_000).rounded() / 10_000)
      }
      return .object(entry)
    }
    var content: [String: JSONValue] = ["photos": .array(entries)]
    if invocation.isOn(Self.withTitle), let trip = library.trip(id) {
      content["text"] = [["message": .string(library.name(of: trip))]]
    }
    Terminal.print(JSONValue.object(content).text(pretty: true))
    return .success
  }

  private func photos(
    _ id: String, _ library: PhotoLibrary
  ) throws(RenderError) -> (photos: [LibraryPhoto], stops: [TripStop]) {
    if id == "on-this-day" {
      let today = try LibraryListVerb.today(invocation)
      let days = OnThisDay.days(like: today, in: library.days)
      guard !days.isEmpty else {
        throw RenderError(
          .unknownTrip,
          "there are no photos from the month and day of \(today) in other years",
          origin: .argument("id"),
          hint: "choose another day: --now 2026-07-01")
      }
      return (days.flatMap(\.photos), [])
    }
    if let trip = library.trip(id) {
      let wanted = Set(trip.photos)
      return (library.timeline.photos.filter { wanted.contains($0.id) }, trip.stops)
    }
    if let day = Day(id), let found = library.days.first(where: { $0.day == day }) {
      return (Array(found.photos), [])
    }
    throw RenderError(
      .unknownTrip, "'\(id)' is neither a trip nor a day with photos", origin: .argument("id"),
      hint: "'wallfarm library list trips' lists the trips, and 'wallfarm library list days' "
        + "lists the days")
  }
}
