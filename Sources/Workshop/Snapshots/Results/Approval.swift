internal import Files
import Graphics
import WallfarmCore
public import WallfarmPluginKit

/// Approves pictures of the last run as references, without rendering them again.
public struct Approval {
  private let store: ReferenceStore
  private let results: ResultsFolder
  private let record: ResultsRecord

  /// The selection of pictures.
  public enum Choice: Sendable, Hashable {
    /// All pictures that changed, have no reference, or have a broken reference.
    case all
    /// The pictures of a group, by its number in the report.
    case group(String)
    /// Pictures by name, including pictures with invisible differences; `*` matches any characters.
    case names([String])
  }

  /// Reads the results of the last run.
  ///
  /// - Parameter folder: the folder of the suite.
  /// - Throws: `results-outdated` if there are no results.
  public init(_ folder: SuiteFolder) throws(RenderError) {
    store = ReferenceStore(folder)
    results = ResultsFolder(folder)
    record = try ResultsRecord(results)
  }

  /// Approves pictures.
  ///
  /// - Parameter choice: the selection.
  /// - Returns: the names of the newly approved pictures.
  /// - Throws: `unknown-snapshot`, `output-failed`, `snapshots-busy`, or `results-outdated` if a
  ///   reference or a result has changed since the run. After `snapshots-busy` or
  ///   `results-outdated`, nothing is approved.
  public func approve(_ choice: Choice) throws(RenderError) -> [String] {
    let lock = try results.lock()
    var waiting: [ResultsRecord.Entry] = []
    for entry in try chosen(choice) {
      guard let actual = entry.actual else { continue }
      if try store.digest(entry.name) != entry.reference {
        if isApproved(entry, actual) { continue }
        throw .resultsOutdated(entry.name, "its reference has changed since the comparison")
      }
      try lendResult(of: entry, actual) { (_, _) throws(RenderError) in }
      waiting.append(entry)
    }
    for entry in waiting {
      guard let actual = entry.actual else { continue }
      try lendResult(of: entry, actual) { (reference, picture) throws(RenderError) in
        let files = try ReferenceStore.Files(
          reference, of: picture, in: entry.keepsPicture ? actual.space : nil)
        try store.write(entry.name, files)
      }
    }
    return withExtendedLifetime(lock) { waiting.map(\.name) }
  }

  /// Whether the stored reference already matches the result; the picture digest is ignored,
  /// because the result's text does not contain one.
  private func isApproved(
    _ entry: ResultsRecord.Entry, _ actual: ResultsRecord.ActualFiles
  ) -> Bool {
    guard var stored = try? store.read(entry.name),
      (stored.picture != nil) == entry.keepsPicture
    else { return false }
    stored.picture = nil
    return FileDigest.sha256(of: Array(stored.text.utf8)) == actual.text
  }

  /// Passes the reference and the picture of a result to `body`, if they have not changed since the
  /// comparison.
  private func lendResult(
    of entry: ResultsRecord.Entry, _ actual: ResultsRecord.ActualFiles,
    _ body: (Reference, borrowing ImageSurface) throws(RenderError) -> Void
  ) throws(RenderError) {
    let place = "\(results.path)/\(entry.name).actual.txt"
    let picturePlace = results.path(.actual, entry.name)
    guard let text = try WrittenFile.bytes(of: place),
      let bytes = try WrittenFile.bytes(of: picturePlace, limit: 256 << 20)
    else { throw .resultsOutdated(entry.name, "its files are missing") }
    guard FileDigest.sha256(of: text) == actual.text,
      FileDigest.sha256(of: bytes) == actual.picture
    else { throw .resultsOutdated(entry.name, "its files have changed since the comparison") }
    let reference = try Reference(reading: text, path: place)
    let picture = try ReferenceStore.decode(bytes, picturePlace)
    guard PixelDigest.digest(of: picture.surface) == reference.pixels else {
      throw .resultsOutdated(entry.name, "its picture does not match the digest in its text file")
    }
    try body(reference, picture.surface)
  }

  private func chosen(_ choice: Choice) throws(RenderError) -> [ResultsRecord.Entry] {
    let open = record.entries.filter { $0.actual != nil }
    switch choice {
    case .all: return open.filter(\.verdict.isTrouble)
    case .group(let text):
      guard let number = Int(text), record.groups.contains(where: { $0.number == number }) else {
        throw .unknownGroup(text, count: record.groups.count)
      }
      let members = open.filter { $0.group == number }
      if members.isEmpty { throw .nothingToAccept(number) }
      return members
    case .names(let patterns):
      let wanted = patterns.map { ($0, NamePattern($0)) }
      for (text, pattern) in wanted where !open.contains(where: { pattern.matches($0.name) }) {
        throw .unknownSnapshot(text, known: open.map(\.name))
      }
      return open.filter { entry in wanted.contains { $0.1.matches(entry.name) } }
    }
  }
}
