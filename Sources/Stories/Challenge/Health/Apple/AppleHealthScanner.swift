package import WallfarmPluginKit

/// Scans the step records of Apple Health's `export.xml`, which arrives in chunks of any size.
///
/// The scanner is not an XML parser, because many exports are not well-formed: some versions of iOS
/// write broken declarations, and some files contain control characters. It reads tags, and skips
/// everything else: the text between tags, comments, CDATA sections and processing instructions.
///
/// Records within a `<Correlation>` do not count, because Apple lists every such record at the top
/// level as well. The declarations in the file state this: "Any Records that appear as children of
/// a correlation also appear as top-level records in this document".
package struct AppleHealthScanner {
  private var collector: StepCollector
  private var sources = AppleSources()
  /// The time of the export according to the file.
  private(set) var exportedAt: Moment?
  /// Whether the root element was opened; `isComplete` states whether it was closed.
  private(set) var isHealthData = false
  private(set) var isComplete = false

  /// The beginning of a tag that continues in the next chunk.
  private var rest: [UInt8] = []
  private var skipping: Markup.Terminator?
  private var isInCorrelation = false
  /// The current record, which may be followed by its metadata.
  private var open: StepCollector.Candidate?
  private var openSource: HealthSource?

  /// Creates a scanner that drops records that ended at or before `since`.
  package init(since: Moment, until: Moment, limits: HealthLimits = .standard) {
    collector = StepCollector(.appleHealth, since: since, until: until, limits: limits)
  }

  /// The limit that was exceeded, or `nil`; once a limit is exceeded, scanning can stop.
  var excess: StepCollector.Excess? { collector.excess }

  /// Scans the next chunk.
  package mutating func scan(_ piece: UnsafeRawBufferPointer) {
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

  /// Returns the reading after the last chunk.
  ///
  /// A record that is still open counts as broken, because the missing metadata could have marked
  /// it as entered manually.
  package mutating func finish() -> HealthReading {
    if open != nil { collector.addBroken() }
    open = nil
    var reading = collector.finished()
    reading.exportedAt = exportedAt
    return reading
  }

  /// Scans all complete tags, and returns the number of consumed bytes.
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
  /// Reads a tag without its `<` and `>`.
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

  /// Returns whether a record counts steps.
  ///
  /// Most records do not. Therefore, the first attribute is compared before any attribute is
  /// parsed; in all known exports, it is the type.
  private func isOfSteps(_ tag: UnsafeRawBufferPointer) -> Bool {
    if tag.has("Record type=\"", at: 0) { return tag.has(AppleHealthScanner.steps, at: 13) }
    return TagAttributes(UnsafeRawBufferPointer(rebasing: tag[6...])).contains {
      $0.name.equals("type") && $0.value.equals("HKQuantityTypeIdentifierStepCount")
    }
  }

  private static let steps: StaticString = "HKQuantityTypeIdentifierStepCount\""

  /// Reads `HKWasUserEntered`: any value except 0 marks a record that was entered manually.
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

  /// Returns whether a tag is self-closing, with a slash at its end.
  private func isWhole(_ tag: UnsafeRawBufferPointer) -> Bool { tag.last == UInt8(ascii: "/") }
}
