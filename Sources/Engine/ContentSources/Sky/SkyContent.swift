package import WallfarmPluginKit

/// Turns a sky into entries of the kinds that a template shows.
///
/// Times are figures, or events if the template shows no figures. The next full moon, new moon and
/// season are dates if the template shows dates.
package struct SkyContent {
  private let sky: Sky
  private let shown: Set<ContentKind>
  private let words: any LanguageWords
  private let names: SkyWords

  /// Creates the entries for the kinds that a template shows, in the language of `words` and
  /// `names`.
  package init(
    _ sky: Sky, shownBy kinds: Set<ContentKind>, words: any LanguageWords, names: SkyWords
  ) {
    (self.sky, shown, self.words, self.names) = (sky, kinds, words, names)
  }

  /// Returns the entries for a day, and the items for which the template has no place.
  ///
  /// - Throws: `language-failed`.
  package func content(of now: Now) throws(RenderError) -> (content: Content, left: [SkyItem]) {
    let day = SkyDay(sky, now)
    let sunlight = day.sunlight
    let isPolar = sunlight.rise == nil && sunlight.set == nil
    let items = sky.show ?? usual
    let first = items.first { $0 == .sunrise || $0 == .sunset }
    var content = Content()
    var left: [SkyItem] = []
    for item in items {
      // If the sun neither rises nor sets, one entry says so.
      if isPolar, item == .sunrise || item == .sunset, item != first { continue }
      let fact =
        isPolar && item == first
        ? Fact.state(
          names[.sun], names[sunlight.light > 0 ? .polarDay : .polarNight])
        : fact(item, day, sunlight.rise, sunlight.set, light: sunlight.light)
      guard let kind = kinds(of: item).first(where: shown.contains) else {
        left.append(item)
        continue
      }
      let entry = try entry(fact, kind, now)
      content[kind] = (content[kind] ?? []) + (entry.map { [$0] } ?? [])
    }
    return (content, left)
  }

  /// The items that suit the template if the sky does not list any.
  private var usual: [SkyItem] {
    if shown.contains(.figures) { return [.sunrise, .sunset, .daylight, .moon] }
    if shown.contains(.dates) { return [.nextFullMoon, .nextNewMoon, .season] }
    return [.sunrise, .sunset]
  }

  /// Returns the kinds of content that can express an item, the best first.
  private func kinds(of item: SkyItem) -> [ContentKind] {
    switch item {
    case .nextFullMoon, .nextNewMoon, .season: [.dates, .figures, .events]
    default: [.figures, .events]
    }
  }

  /// A fact about a day.
  private enum Fact {
    /// A time of the day, or `nil` if the event does not occur on the day.
    case time(String, Moment?)
    /// The day of a later event.
    case day(String, Moment)
    /// A length of time in seconds.
    case length(String, Int)
    /// A fraction, 0…1.
    case share(String, Double)
    /// A state in words.
    case state(String, String)
  }

  private func fact(
    _ item: SkyItem, _ day: SkyDay, _ rise: Moment?, _ set: Moment?, light: Int
  ) -> Fact {
    switch item {
    case .sunrise: .time(names[.sunrise], rise)
    case .sunset: .time(names[.sunset], set)
    case .daylight: .length(names[.daylight], light)
    case .dawn: .time(names[.dawn], day.twilight.dawn)
    case .dusk: .time(names[.dusk], day.twilight.dusk)
    case .noon: .time(names[.noon], day.noon)
    case .moon: .share(names.phase(day.phase), day.illumination)
    case .moonrise: .time(names[.moonrise], day.moonlight.rise)
    case .moonset: .time(names[.moonset], day.moonlight.set)
    case .nextFullMoon: .day(names[.fullMoon], day.fullMoon)
    case .nextNewMoon: .day(names[.newMoon], day.newMoon)
    case .season:
      // Seasons are half a year apart in the two hemispheres.
      .day(names.season(day.turn.season + (sky.latitude < 0 ? 2 : 0)), day.turn.moment)
    }
  }

  /// Returns the entry for a fact; `nil` for an event that does not occur.
  private func entry(
    _ fact: Fact, _ kind: ContentKind, _ now: Now
  ) throws(RenderError) -> ContentEntry? {
    switch (kind, fact) {
    case (.dates, .day(let name, let moment)):
      return ContentEntry([
        "title": .text(name), "date": .when(.day(now.zone.day(at: moment))),
      ])
    case (.events, .time(let name, let moment)):
      return moment.map { moment in
        ContentEntry(["title": .text(name), "start": .when(.moment(minute(moment, now)))])
      }
    case (.events, .day(let name, let moment)):
      return allDay(name, now.zone.day(at: moment))
    case (.events, .length(let name, let seconds)):
      return allDay("\(name) \(try length(seconds)) \(names[.hours])", now.day)
    case (.events, .share(let name, let share)):
      return allDay("\(name) \(try words.number(share, .percent(decimals: 0)))", now.day)
    case (.events, .state(_, let state)): return allDay(state, now.day)
    default: return try figure(fact, now)
    }
  }

  private func figure(_ fact: Fact, _ now: Now) throws(RenderError) -> ContentEntry {
    var values: [String: ContentValue] = [:]
    switch fact {
    case .time(let name, let moment):
      values["label"] = .text(name)
      values["value"] = .text(
        try moment.map { (moment) throws(RenderError) in
          try words.time(now.zone.local(minute(moment, now)).time)
        } ?? "–")
    case .day(let name, let moment):
      values["label"] = .text(name)
      values["value"] = .text(try words.day(now.zone.day(at: moment), .short))
    case .length(let name, let seconds):
      values["label"] = .text(name)
      values["value"] = .text(try length(seconds))
      values["unit"] = .text(names[.hours])
    case .share(let name, let share):
      values["label"] = .text(name)
      values["value"] = .text(try words.number(share, .percent(decimals: 0)))
    case .state(let name, let state):
      values["label"] = .text(name)
      values["value"] = .text(state)
    }
    return ContentEntry(values)
  }

  private func allDay(_ title: String, _ day: Day) -> ContentEntry {
    ContentEntry([
      "title": .text(title), "start": .when(.day(day)), "all-day": .flag(true),
    ])
  }

  /// Returns a moment rounded to the local minute, but not to the next day.
  private func minute(_ moment: Moment, _ now: Now) -> Moment {
    let seconds = now.zone.local(moment).time.second
    let down = moment.adding(-seconds)
    let up = down.adding(60)
    return seconds >= 30 && now.zone.day(at: up) == now.day ? up : down
  }

  /// Returns hours and minutes, such as `7:52`, in the digits of the language.
  private func length(_ seconds: Int) throws(RenderError) -> String {
    let minutes = (seconds + 30) / 60
    func digits(_ number: Int) throws(RenderError) -> String {
      try words.number(Double(number), .plain(decimals: 0))
    }
    let padding = minutes % 60 < 10 ? try digits(0) : ""
    return "\(try digits(minutes / 60)):\(padding)\(try digits(minutes % 60))"
  }
}
