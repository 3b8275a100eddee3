import WallfarmCore
public import WallfarmPluginKit

/// Accepts pictures of the last run as the new references: what was looked at, not what is rendered
/// now.
public struct Approval {
  private let store: ReferenceStore
  private let results: ResultsFolder
  private let record: ResultsRecord

  /// What to accept.
  public enum Choice: Sendable, Hashable {
    /// Every picture that changed or is missing.
    case all
    /// The pictures of a group, as the report numbers them.
    case group(String)
    /// Pictures by name; `*` stands for any letters.
    case names([String])
  }

  /// Reads the results of a suite's last run.
  ///
  /// - Throws: `results-outdated` where there are none.
  public init(_ suite: SnapshotSuite) throws(RenderError) {
    store = ReferenceStore(suite)
    results = ResultsFolder(suite.folder)
    record = try ResultsRecord(results)
  }

  /// Accepts pictures.
  ///
  /// - Parameter choice: which.
  /// - Returns: the names of those that were accepted now, and not before.
  /// - Throws: `unknown-snapshot`, `results-outdated` where a reference was changed since; then
  ///   nothing was accepted. `output-failed`.
  public func approve(_ choice: Choice) throws(RenderError) -> [String] {
    var waiting: [(entry: ResultsRecord.Entry, text: String, picture: [UInt8]?)] = []
    for entry in try chosen(choice) {
      let place = "\(results.path)/\(entry.name).actual.txt"
      let picture = results.path(.actual, entry.name)
      guard let bytes = try WrittenFile.bytes(of: place),
        let file = try WrittenFile.bytes(of: picture, limit: 256 << 20)
      else { throw .resultsOutdated(entry.name, "its files are gone") }
      let now = try store.digest(entry.name)
      if now == FileDigest.sha256(of: bytes) { continue }
      guard now == entry.reference else {
        throw .resultsOutdated(entry.name, "its reference was changed since")
      }
      waiting.append(
        (entry, String(decoding: bytes, as: UTF8.self), entry.keepsPicture ? file : nil))
    }
    for (entry, text, picture) in waiting {
      try store.write(entry.name, text: text, picture: picture.map { [$0] })
    }
    return waiting.map(\.entry.name)
  }

  private func chosen(_ choice: Choice) throws(RenderError) -> [ResultsRecord.Entry] {
    let open = record.entries.filter { $0.verdict == .changed || $0.verdict == .missing }
    switch choice {
    case .all: return open
    case .group(let text):
      guard let number = Int(text), record.groups.contains(where: { $0.number == number }) else {
        throw .unknownGroup(text, count: record.groups.count)
      }
      return open.filter { $0.group == number }
    case .names(let patterns):
      var found: [ResultsRecord.Entry] = []
      for pattern in patterns {
        let matches = open.filter { NamePattern(pattern).matches($0.name) }
        guard !matches.isEmpty else { throw .unknownSnapshot(pattern, known: open.map(\.name)) }
        for match in matches where !found.contains(where: { $0.name == match.name }) {
          found.append(match)
        }
      }
      return found
    }
  }
}

/// A name in which `*` stands for any letters, none included.
struct NamePattern {
  private let parts: [Substring]

  init(_ text: String) { parts = text.split(separator: "*", omittingEmptySubsequences: false) }

  func matches(_ name: String) -> Bool {
    guard parts.count > 1 else { return parts.first.map(String.init) == name }
    var rest = name[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
