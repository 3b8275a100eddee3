import WallfarmPluginKit

/// Reads the records of steps from `export.xml` of Apple Health, which comes in pieces of any length.
///
/// It is no XML parser, because many exports are no XML: the declarations at the top are broken in some
/// versions of iOS, and now and then there is a control character. It looks at tags and skips what is between
/// them; comments, CDATA and instructions are skipped with all that is in them.
///
/// Records within a `<Correlation>` do not count: Apple lists each of them among the others as well, as the
/// declarations in the file say ("Any Records that appear as children of a correlation also appear as
/// top-level records in this document").
struct AppleHealthScanner {
  private var collector: StepCollector
  private var sources = AppleSources()
  /// When the export was made, as it says.
  private(set) var exportedAt: Moment?
  /// Whether there was the element that all others are in, and whether it was closed.
  private(set) var isHealthData = false
  private(set) var isComplete = false

  /// The beginning of a tag that goes on in the next piece.
  private var rest: [UInt8] = []
  private var skipping: Markup.Terminator?
  private var isInCorrelation = false
  /// A record whose metadata may still come.
  private var open: StepCollector.Candidate?
  private var openSource: HealthSource?

  /// Begins; records that were over at `since` are not kept.
  init(since: Moment, until: Moment, limits: HealthLimits = .standard) {
    collector = StepCollector(.appleHealth, since: since, until: until, limits: limits)
  }

  /// What there was too much of; nothing more is worth reading then.
  var excess: StepCollector.Excess? { collector.excess }

  /// Reads the next bytes.
  mutating func scan(_ piece: UnsafeRawBufferPointer) {
    if rest.isEmpty {
      let used = consume(piece)
      rest.append(contentsOf: piece[used...])
    } else {
      var joined: [UInt8] = []
      swap(&joined, &rest)
      joined.append(contentsOf: piece)
      let used = joined.withUnsafeBytes { consume($0) }
      joined.removeSubrange(..<used)
      swap(&joined, &rest)
    }
  }

  /// What was read, when all bytes have come.
  ///
  /// A record that is still open then counts as broken: it may be one that was typed in.
  mutating func finish() -> HealthReading {
    if open != nil { collector.addBroken() }
    open = nil
    var reading = collector.finished()
    reading.exportedAt = exportedAt
    return reading
  }

  /// Reads what is whole, and returns how many bytes that were.
  private mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Int {
    var place = 0
    while place < bytes.count {
      if let terminator = skipping {
        let (next, isFound) = terminator.search(bytes, from: place)
        place = next
        guard isFound else { break }
        skipping = nil
      }
      guard let start = bytes.first(UInt8(ascii: "<"), from: place, to: bytes.count) else {
        return bytes.count
      }
      switch Markup(bytes, at: start) {
      case .element(let end):
        let tag = UnsafeRawBufferPointer(rebasing: bytes[start + 1..<end - 1])
        read(tag)
        place = end
      case .closing(let end):
        close(UnsafeRawBufferPointer(rebasing: bytes[start + 2..<end - 1]))
        place = end
      case .skipped(let from, let terminator):
        skipping = terminator
        place = from
      case .none: place = start + 1
      case .endless:
        if bytes.has("<Record", at: start) { collector.addBroken() }
        place = start + HealthLimits.elementBytes
      case .unfinished: return start
      }
    }
    return place
  }
}

// MARK: - Elements

extension AppleHealthScanner {
  /// Reads a tag without `<` and `>`.
  private mutating func read(_ tag: UnsafeRawBufferPointer) {
    switch tag.first {
    case UInt8(ascii: "R"): if isNamed(tag, "Record") { readRecord(tag) }
    case UInt8(ascii: "M"): if open != nil, isNamed(tag, "MetadataEntry") { readMetadata(tag) }
    case UInt8(ascii: "C"):
      if isNamed(tag, "Correlation") { isInCorrelation = !isWhole(tag) }
    case UInt8(ascii: "E"): if isNamed(tag, "ExportDate") { readExportDate(tag) }
    case UInt8(ascii: "H"): if isNamed(tag, "HealthData") { isHealthData = true }
    default: break
    }
  }

  private mutating func close(_ name: UnsafeRawBufferPointer) {
    switch name.first {
    case UInt8(ascii: "R"): if isNamed(name, "Record") { closeRecord() }
    case UInt8(ascii: "C"): if isNamed(name, "Correlation") { isInCorrelation = false }
    case UInt8(ascii: "H"): if isNamed(name, "HealthData") { isComplete = true }
    default: break
    }
  }

  private mutating func readRecord(_ tag: UnsafeRawBufferPointer) {
    closeRecord()
    guard !isInCorrelation, isOfSteps(tag) else { return }
    var record = AppleRecord()
    for attribute in TagAttributes(UnsafeRawBufferPointer(rebasing: tag[6...])) {
      record.take(attribute)
    }
    guard let candidate = record.candidate else { return collector.addBroken() }
    open = candidate
    openSource = sources.source(name: record.sourceName, device: record.device)
    if isWhole(tag) { closeRecord() }
  }

  private mutating func closeRecord() {
    guard let candidate = open else { return }
    open = nil
    let source = openSource
    collector.add(candidate) { source ?? HealthSource(name: "", kind: .other, priority: 0) }
  }

  /// Most records are of something else, and in all exports the type is the first attribute.
  private func isOfSteps(_ tag: UnsafeRawBufferPointer) -> Bool {
    if tag.has("Record type=\"", at: 0) { return tag.has(AppleHealthScanner.steps, at: 13) }
    return TagAttributes(UnsafeRawBufferPointer(rebasing: tag[6...])).contains {
      $0.name.equals("type") && $0.value.equals("HKQuantityTypeIdentifierStepCount")
    }
  }

  private static let steps: StaticString = "HKQuantityTypeIdentifierStepCount\""

  /// `HKWasUserEntered` is 1 for what a person typed in; anything but 0 is taken for that.
  private mutating func readMetadata(_ tag: UnsafeRawBufferPointer) {
    var (isAboutTyping, isTypedIn) = (false, false)
    for attribute in TagAttributes(UnsafeRawBufferPointer(rebasing: tag[13...])) {
      if attribute.name.equals("key") {
        isAboutTyping = attribute.value.equals("HKWasUserEntered")
      } else if attribute.name.equals("value") {
        isTypedIn = !attribute.value.equals("0")
      }
    }
    if isAboutTyping && isTypedIn { open?.isTypedIn = true }
  }

  private mutating func readExportDate(_ tag: UnsafeRawBufferPointer) {
    guard exportedAt == nil else { return }
    let value = TagAttributes(UnsafeRawBufferPointer(rebasing: tag[10...]))
      .first { $0.name.equals("value") }
    guard let time = value.flatMap({ AppleTime($0.value) }) else { return }
    if StepCollector.range.contains(time.milliseconds) {
      exportedAt = Moment(seconds: time.seconds)
    }
  }

  private func isNamed(_ tag: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    guard tag.has(name, at: 0) else { return false }
    let end = name.utf8CodeUnitCount
    return end == tag.count || isSpace(tag[end]) || tag[end] == UInt8(ascii: "/")
  }

  /// Whether a tag is all of its element: it ends with a slash.
  private func isWhole(_ tag: UnsafeRawBufferPointer) -> Bool { tag.last == UInt8(ascii: "/") }
}
