import WallfarmPluginKit

/// The components of a calendar file, RFC 5545, as texts of their own.
///
/// Each is handed to libical by itself: so its place in the file is known, memory is bounded by the largest, and
/// what no wallpaper shows, such as attachments and alarms, is never parsed.
struct CalendarText {
  /// An event, a to-do or a time zone, from BEGIN to END.
  struct Component {
    let kind: Kind
    fileprivate(set) var text: String
    /// Its first line, from 1.
    let line: Int
    /// How many values each of its properties has, as they are written: libical leaves out what it cannot read.
    fileprivate(set) var values: [String: Int] = [:]
    /// The parts of a time zone, its summers and winters.
    fileprivate(set) var parts: [Component] = []
  }

  /// What is read of a calendar.
  enum Kind: String {
    case event = "VEVENT"
    case toDo = "VTODO"
    case zone = "VTIMEZONE"
    case standard = "STANDARD"
    case daylight = "DAYLIGHT"
  }

  private(set) var components: [Component] = []
  /// Why reading ended early; nil: it did not.
  private(set) var problem: RenderError?

  /// Most components of a file, many times what a person has in ten years.
  private static let mostComponents = 20_000
  /// Most bytes of one, after what is not read was left out.
  fileprivate static let longest = 64 << 10
  /// Rules of one entry: more than one is rare.
  fileprivate static let mostRules = 10
  /// libical reads no more than 500 values of a line.
  fileprivate static let mostOfALine = 200
  /// Properties that are read; attachments and descriptions are not.
  private static let properties: Set<String> = [
    "BEGIN", "END", "UID", "SUMMARY", "LOCATION", "STATUS", "DTSTART", "DTEND", "DUE", "DURATION",
    "RECURRENCE-ID", "RRULE", "RDATE", "EXDATE", "TZID", "TZOFFSETFROM", "TZOFFSETTO",
  ]

  /// The letters that those names begin with, to pass over other lines quickly.
  private static let firstLetters = Set(properties.compactMap { $0.utf8.first.map { $0 | 0x20 } })

  /// Whether bytes are those of a calendar.
  static func isCalendar(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "BEGIN:VCALENDAR".utf8) || bytes.starts(with: "begin:vcalendar".utf8)
  }

  /// Reads UTF-8, with or without a byte order mark.
  init(_ bytes: [UInt8], file: String) { read(bytes, file) }

  private mutating func read(_ bytes: [UInt8], _ file: String) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    func stop(_ message: String, line: Int?, _ hint: String? = nil) {
      problem = .invalidContent(
        message, origin: .file(file, line: line),
        hint: hint ?? "export the calendar again as iCalendar (.ics)")
    }
    guard !bytes.contains(0) else { return stop("the file is not UTF-8 text", line: nil) }
    guard CalendarText.isCalendar(bytes.drop { $0 <= 0x20 }) else {
      return stop("the file is no calendar: it does not begin with BEGIN:VCALENDAR", line: nil)
    }
    var open: [String] = []
    var component: Component?
    var part: Component?
    for (line, bytes) in CalendarText.lines(bytes) {
      guard let first = bytes.first, CalendarText.firstLetters.contains(first | 0x20) else {
        continue
      }
      let name = CalendarText.name(bytes)
      if name == "BEGIN" {
        open.append(CalendarText.value(bytes))
        guard open.count <= 4 else { return stop("components are nested too deeply", line: line) }
        let kind = Kind(rawValue: CalendarText.value(bytes))
        if open.count == 2, let kind, !kind.isPart {
          component = Component(kind: kind, text: "", line: line)
        }
        if open.count == 3, component?.kind == .zone, let kind, kind.isPart {
          part = Component(kind: kind, text: "", line: line)
        }
      }
      if CalendarText.properties.contains(name), component != nil {
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return stop("a line is not UTF-8 text", line: line)
        }
        // What is in an event at this depth is an alarm.
        var isTooLarge = false
        if open.count == 3, part != nil {
          part?.add(text, name)
          isTooLarge = part?.isTooLarge ?? false
        } else if open.count == 2 {
          component?.add(text, name)
          isTooLarge = component?.isTooLarge ?? false
        }
        guard !isTooLarge else {
          return stop(
            "an entry has too many exceptions, rules or parts",
            line: open.count == 3 ? part?.line : component?.line)
        }
      }
      guard name == "END" else { continue }
      guard open.popLast() == CalendarText.value(bytes) else {
        return stop("an END does not belong to the BEGIN before it", line: line)
      }
      if open.count == 2, let ended = part {
        component?.parts.append(ended)
        part = nil
        guard component?.isTooLarge == false else {
          return stop("an entry has too many exceptions, rules or parts", line: component?.line)
        }
      }
      guard open.count == 1, let ended = component else { continue }
      components.append(ended)
      component = nil
      guard components.count <= CalendarText.mostComponents else {
        return stop(
          "the calendar has more than \(CalendarText.mostComponents) entries", line: nil,
          "export the last years alone")
      }
    }
    if !open.isEmpty { stop("the file ends within a calendar", line: nil) }
  }

  /// The lines of a file with the number of each, folded ones as one.
  ///
  /// A fold may be within a character.
  private static func lines(
    _ bytes: ArraySlice<UInt8>
  ) -> some Sequence<(line: Int, bytes: ArraySlice<UInt8>)> {
    var (rest, number) = (bytes, 0)
    func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: 10) ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      number += 1
      return line.last == 13 ? line.dropLast() : line
    }
    return AnyIterator {
      guard var line = next() else { return nil }
      let first = number
      while rest.first == 0x20 || rest.first == 9, let more = next() {
        // An attachment is many lines, and is not read.
        if line.count <= longest { line += more.dropFirst() }
      }
      return (first, line)
    }
  }

  private static func name(_ line: ArraySlice<UInt8>) -> String {
    let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    return name.count > 20 ? "" : String(decoding: name, as: UTF8.self).uppercased()
  }

  /// What stands behind the colon of a BEGIN or END, in capitals.
  private static func value(_ line: ArraySlice<UInt8>) -> String {
    let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    return String(decoding: value, as: UTF8.self).uppercased()
  }

  /// Time zones have no more of them.
  fileprivate static let mostParts = 50
}

extension CalendarText.Kind {
  fileprivate var isPart: Bool { self == .standard || self == .daylight }
}

extension CalendarText.Component {
  /// Whether it has more than any program writes.
  fileprivate var isTooLarge: Bool {
    text.utf8.count > CalendarText.longest
      || values["RRULE", default: 0] > CalendarText.mostRules
      || parts.count > CalendarText.mostParts
  }

  /// Whether COUNT or INTERVAL of a rule are larger than any program means.
  private func hasLargeNumber(_ line: String) -> Bool {
    line.uppercased().split { ";:".contains($0) }.contains { part in
      let most = part.hasPrefix("COUNT=") ? 9 : part.hasPrefix("INTERVAL=") ? 4 : Int.max
      return part.drop { $0 != "=" }.count - 1 > most
    }
  }

  /// Adds a line; one with many values as several lines.
  fileprivate mutating func add(_ line: String, _ name: String) {
    guard ["EXDATE", "RDATE"].contains(name), let colon = CalendarText.colon(of: line) else {
      // A text that is empty is none.
      if line.utf8.last == UInt8(ascii: ":"), ["SUMMARY", "LOCATION"].contains(name) { return }
      // libical wraps numbers that are too large: one that no rule has makes it none.
      text += (name == "RRULE" && hasLargeNumber(line) ? "RRULE:" : line) + "\r\n"
      values[name, default: 0] += 1
      return
    }
    let written = line[line.index(after: colon)...].split(separator: ",")
    for first in stride(from: 0, to: written.count, by: CalendarText.mostOfALine) {
      let some = written[first..<min(written.count, first + CalendarText.mostOfALine)]
      text += line[...colon] + some.joined(separator: ",") + "\r\n"
    }
    values[name, default: 0] += written.count
  }
}

extension CalendarText {
  /// The colon before the values of a line: the first that is not in quotes.
  fileprivate static func colon(of line: String) -> String.Index? {
    var isQuoted = false
    return line.indices.first { index in
      if line[index] == "\"" { isQuoted.toggle() }
      return !isQuoted && line[index] == ":"
    }
  }
}
