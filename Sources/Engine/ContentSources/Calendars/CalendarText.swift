import WallfarmPluginKit

/// Splits a calendar file (RFC 5545) into components that contain only the relevant lines.
///
/// Like other programs, the parser reads as much as possible of a damaged file: a component without
/// END stops at the next component, an END without BEGIN is ignored, and a file may contain several
/// calendars, even incomplete ones.
struct CalendarText {
  /// An event, a to-do or a time zone, from BEGIN to END.
  struct Component {
    let kind: Kind
    /// The line number of BEGIN, counted from 1.
    let line: Int
    /// The number of the entry, counted from 1; for time zones and their parts, the number of the
    /// next entry.
    let number: Int
    /// Whether the calendar cancels its entries (RFC 5546, 3.2.5).
    let isCancelled: Bool
    /// The default zone of the calendar (X-WR-TIMEZONE); empty if there is none.
    let zone: String
    /// The number of the calendar in the file, counted from 1; 0 before the first calendar.
    let calendar: Int
    /// The unique names of zones that another calendar in the file defines differently, keyed by
    /// their original names.
    fileprivate(set) var zoneNames: [String: String] = [:]
    /// The raw lines, each with its property name.
    fileprivate(set) var lines: [(name: String, bytes: ArraySlice<UInt8>)] = []
    /// The number of bytes in the lines.
    fileprivate(set) var byteCount = 0
    /// The STANDARD and DAYLIGHT parts of a time zone.
    fileprivate(set) var parts: [Component] = []
    /// Whether the END line is missing.
    fileprivate(set) var isCutOff = false

    fileprivate init(
      _ kind: Kind, line: Int, number: Int, calendar: Int, isCancelled: Bool, zone: String
    ) {
      (self.kind, self.line, self.number, self.calendar) = (kind, line, number, calendar)
      (self.isCancelled, self.zone) = (isCancelled, zone)
    }

    /// Whether the component exceeds the size limit.
    var isTooLarge: Bool { byteCount > CalendarText.longest }
  }

  /// The kinds of components that are read.
  enum Kind: String {
    case event = "VEVENT"
    case toDo = "VTODO"
    case zone = "VTIMEZONE"
    case standard = "STANDARD"
    case daylight = "DAYLIGHT"

    fileprivate var isPart: Bool { self == .standard || self == .daylight }
    fileprivate var isEntry: Bool { self == .event || self == .toDo }
  }

  private(set) var components: [Component] = []
  /// The error if the file cannot be read at all; otherwise nil.
  private(set) var problem: RenderError?
  /// The number of the last line if the file ends inside a calendar; otherwise nil.
  private(set) var cutOffLine: Int?

  /// The maximum number of entries in a file, many times more than a person enters in ten years.
  static let mostEntries = 50_000
  /// The maximum number of bytes in a component, not counting ignored lines.
  fileprivate static let longest = 1 << 20
  /// The maximum nesting depth; components nested more deeply are not tracked.
  private static let mostNesting = 16

  /// The properties that are read; others, such as attachments and descriptions, are ignored.
  private static let properties: Set<String> = [
    "UID", "SUMMARY", "LOCATION", "STATUS", "DTSTART", "DTEND", "DUE", "DURATION", "SEQUENCE",
    "DTSTAMP", "LAST-MODIFIED", "RECURRENCE-ID", "RRULE", "EXRULE", "RDATE", "EXDATE", "TZID",
    "TZOFFSETFROM",
    "TZOFFSETTO", "X-LIC-LOCATION", "X-MICROSOFT-CDO-ALLDAYEVENT",
    "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
  ]
  /// The first letters of all lines that are read, in lowercase; other lines are skipped quickly.
  private static let firstLetters = Set("uslderxtbem".utf8)

  /// Whether the bytes begin with `BEGIN:VCALENDAR`, ignoring leading whitespace and a byte order
  /// mark.
  static func isCalendar(_ bytes: some Collection<UInt8>) -> Bool {
    let start = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(15)
    return String(decoding: start, as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
  }

  /// Whether a line starts with the name of a relevant property.
  static func isProperty(_ line: ArraySlice<UInt8>) -> Bool { properties.contains(name(line)) }

  // The state of the parser.
  private var open: [String] = []
  private var component: Component?
  private var part: Component?
  private var isCancelled = false
  private var zone = ""
  private var entries = 0
  private var calendars = 0

  /// Parses UTF-8 or UTF-16, with or without a byte order mark.
  init(_ bytes: [UInt8], file: String) { read(bytes, file) }

  private mutating func read(_ bytes: [UInt8], _ file: String) {
    func stop(_ message: String, _ hint: String = "export the calendar again as iCalendar (.ics)") {
      problem = .invalidContent(message, origin: .file(file), hint: hint)
    }
    let bytes = CalendarText.plain(bytes)
    var last = 0
    for line in CalendarLines(bytes) {
      last = line.number
      read(line)
      guard entries <= CalendarText.mostEntries else {
        components = []
        return stop(
          "the calendar has more than \(CalendarText.mostEntries) entries",
          "export only the last few years")
      }
    }
    if !open.isEmpty { cutOffLine = last }
    close(through: 0)
    nameZones()
    if components.isEmpty, calendars == 0 || cutOffLine != nil {
      stop(
        calendars > 0
          ? "the file ends before the calendar is complete"
          : "the file is not a calendar: it has no BEGIN:VCALENDAR")
    }
  }

  /// Converts the file to UTF-8 and removes the byte order mark and NUL bytes.
  private static func plain(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.dropFirst(3) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x42, 0])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x42]) else {
      return bytes.contains(0) ? bytes.filter { $0 != 0 }[...] : bytes[...]
    }
    let hasMark = bytes[0] >= 0xFE
    let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
      isLittle
        ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
        : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }

  private mutating func read(_ line: CalendarLines.Line) {
    let bytes = line.bytes.trimmingBlanks
    guard let first = bytes.first, CalendarText.firstLetters.contains(first | 0x20) else { return }
    let name = CalendarText.name(bytes)
    switch name {
    case "BEGIN": begin(CalendarText.value(bytes), line.number)
    case "END": end(CalendarText.value(bytes))
    case "METHOD": isCancelled = CalendarText.value(bytes) == "CANCEL"
    case "X-WR-TIMEZONE": if zone.isEmpty { zone = CalendarProperty(bytes)?.value ?? "" }
    default: if CalendarText.properties.contains(name) { add(name, bytes) }
    }
  }

  /// Assigns unique names to zones that multiple calendars in the file define differently.
  private mutating func nameZones() {
    guard calendars > 1 else { return }
    let names = CalendarScopes.names(ofZonesIn: components)
    guard !names.isEmpty else { return }
    for index in components.indices {
      components[index].zoneNames = names[components[index].calendar] ?? [:]
    }
  }

  private mutating func begin(_ name: String, _ line: Int) {
    let kind = Kind(rawValue: name)
    // Entries and zone parts do not nest, so if one is still open, its END line is missing.
    if name == "VCALENDAR" {
      close(through: 0)
      (calendars, isCancelled, zone) = (calendars + 1, false, "")
    } else if let kind {
      let outer = kind.isPart ? Kind.zone.rawValue : "VCALENDAR"
      close(through: open.lastIndex(of: outer).map { $0 + 1 } ?? (kind.isPart ? open.count : 0))
    }
    if open.count < CalendarText.mostNesting { open.append(name) }
    guard let kind else { return }
    let made = Component(
      kind, line: line, number: entries + 1, calendar: calendars, isCancelled: isCancelled,
      zone: zone)
    if kind.isPart {
      if component?.kind == .zone { part = made }
    } else {
      component = made
      if kind.isEntry { entries += 1 }
    }
  }

  private mutating func end(_ name: String) {
    guard let index = open.lastIndex(of: name) else { return }
    close(through: index + 1)
    close(through: index, isCutOff: false)
  }

  /// Closes the innermost open components until at most `depth` components are open.
  private mutating func close(through depth: Int, isCutOff: Bool = true) {
    while open.count > depth, let name = open.popLast() {
      let kind = Kind(rawValue: name)
      if let ended = part, kind == ended.kind {
        component?.parts.append(ended)
        part = nil
      } else if var ended = component, kind == ended.kind {
        ended.isCutOff = isCutOff
        components.append(ended)
        component = nil
      }
    }
  }

  private mutating func add(_ name: String, _ bytes: ArraySlice<UInt8>) {
    guard let kind = open.last.flatMap(Kind.init(rawValue:)) else { return }
    // A component inside an event is an alarm, and its properties do not belong to the event.
    if kind == part?.kind {
      part?.add(name, bytes)
    } else if kind == component?.kind {
      component?.add(name, bytes)
    }
  }

  /// The property name in uppercase; empty if it is longer than the longest relevant name.
  private static func name(_ line: ArraySlice<UInt8>) -> String {
    let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }.trimmingBlanks
    return name.count > 40 ? "" : String(decoding: name, as: UTF8.self).uppercased()
  }

  /// The value of a BEGIN or END line, in uppercase.
  private static func value(_ line: ArraySlice<UInt8>) -> String {
    let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().trimmingBlanks
    return String(decoding: value.prefix(40), as: UTF8.self).uppercased()
  }
}

extension CalendarText.Component {
  fileprivate mutating func add(_ name: String, _ bytes: ArraySlice<UInt8>) {
    byteCount += bytes.count
    if !isTooLarge { lines.append((name, bytes)) }
  }

  /// The properties with the given name, in file order.
  func properties(_ name: String) -> [CalendarProperty] {
    lines.lazy.filter { $0.name == name }.compactMap {
      CalendarProperty($0.bytes, zoneNames: zoneNames)
    }
  }

  /// The first property with the given name; nil if there is none.
  func property(_ name: String) -> CalendarProperty? {
    guard let line = lines.first(where: { $0.name == name }) else { return nil }
    return CalendarProperty(line.bytes, zoneNames: zoneNames)
  }

  /// Whether the component has the same lines as another component.
  func isSame(as other: Self) -> Bool {
    kind == other.kind && lines.count == other.lines.count
      && zip(lines, other.lines).allSatisfy { $0.name == $1.name && $0.bytes == $1.bytes }
  }
}
