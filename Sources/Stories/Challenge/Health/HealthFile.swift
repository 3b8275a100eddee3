import Archives
import Digests
import Files
import Storage
package import WallfarmPluginKit

/// Reads the steps of a health export, whose format is determined by its content rather than its
/// name.
package enum HealthFile {
  /// Reads a health export.
  ///
  /// The file is read in chunks, and only the retained records stay in memory.
  package static func read(
    path: String, since: Moment, until: Moment, scratch: String, limits: HealthLimits = .standard
  ) throws(RenderError) -> HealthReading {
    let question = HealthQuestion(since: since, until: until, limits: limits)
    return try read(try HealthInput(path, named: path), question) { () throws(RenderError) in
      try AnonymousFile(in: scratch)
    }
  }

  /// Reads an open export; `scratch` returns a temporary file into which a database can be
  /// unpacked.
  static func read(
    _ input: HealthInput, _ question: HealthQuestion,
    scratch: () throws(RenderError) -> AnonymousFile
  ) throws(RenderError) -> HealthReading {
    let head = try input.head(count: 1024)
    if head.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return try HealthArchive(input).read(question, scratch: scratch)
    }
    if head.starts(with: Array("PK\u{5}\u{6}".utf8)) {
      throw .unknownHealthFile(input.path, "the ZIP is empty")
    }
    if head.starts(with: Array("SQLite format 3\0".utf8)) {
      var reading = try readDatabase(input.descriptor, size: input.size, of: input, question)
      reading.sha256 = try input.sha256()
      return reading
    }
    guard isXML(head) else {
      throw .unknownHealthFile(
        input.path, head.isEmpty ? "it is empty" : "it is not a ZIP, XML or database file")
    }
    return try readXML(input, question)
  }

  private static func isXML(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
    return ["<?xml", "<!DOCTYPE HealthData", "<HealthData"].contains(where: text.hasPrefix)
  }

  private static func readXML(
    _ input: HealthInput, _ question: HealthQuestion
  ) throws(RenderError) -> HealthReading {
    guard input.size <= question.limits.xmlBytes else {
      throw .healthTooLarge(input.path, bytes: question.limits.xmlBytes, of: "XML")
    }
    var scanner = question.scanner
    var digest = SHA256()
    try input.readPieces { piece in
      scanner.scan(piece)
      digest.update(piece)
      return scanner.excess == nil
    }
    var reading = try finish(&scanner, of: input, question)
    reading.sha256 = digest.finish()
    return reading
  }

  /// Returns the reading of a scanner after checking that the export is complete.
  static func finish(
    _ scanner: inout AppleHealthScanner, of input: HealthInput, _ question: HealthQuestion
  ) throws(RenderError) -> HealthReading {
    if let excess = scanner.excess { throw .healthTooLarge(input.path, excess, question.limits) }
    guard scanner.isHealthData else {
      throw .unknownHealthFile(input.path, "its XML has no <HealthData>")
    }
    guard scanner.isComplete else {
      throw .healthDamaged(input.path, "it ends before </HealthData>")
    }
    return scanner.finish()
  }

  /// Reads a Health Connect database from a file descriptor.
  static func readDatabase(
    _ descriptor: Int32, size: Int64, of input: HealthInput, _ question: HealthQuestion
  ) throws(RenderError) -> HealthReading {
    guard size <= question.limits.databaseBytes else {
      throw .healthTooLarge(input.path, bytes: question.limits.databaseBytes, of: "database")
    }
    var collector = question.collector(.healthConnect)
    let reading: HealthReading?
    do throws(ForeignDatabase.Failure) {
      reading = try HealthConnectReader(descriptor: descriptor, limits: question.limits)?
        .read(into: &collector)
    } catch {
      switch error {
      case .damaged(let reason): throw .healthDamaged(input.path, reason)
      case .tooMuchWork:
        throw .healthTooLarge(
          input.path, "the data that a phone can record, and takes too long to read",
          hint: "export it again; if the error persists, report it with the size of the file")
      }
    }
    if let excess = collector.excess { throw .healthTooLarge(input.path, excess, question.limits) }
    guard let reading else {
      throw .unknownHealthFile(input.path, "its database has no table 'steps_record_table'")
    }
    return reading
  }
}

/// The time range and limits for reading an export.
struct HealthQuestion {
  let since: Moment
  let until: Moment
  let limits: HealthLimits

  var scanner: AppleHealthScanner {
    AppleHealthScanner(since: since, until: until, limits: limits)
  }

  func collector(_ format: HealthReading.Format) -> StepCollector {
    StepCollector(format, since: since, until: until, limits: limits)
  }
}
