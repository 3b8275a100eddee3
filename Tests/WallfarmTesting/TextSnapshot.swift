internal import Glibc
public import Testing

/// Compares text with a stored file, or records it if `WALLFARM_SNAPSHOTS` is `all`.
public enum TextSnapshot {
  /// Records an issue with the first differing lines and the command that accepts the new text.
  ///
  /// A missing file is also an issue, because a test that records silently always passes.
  public static func check(
    _ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let file = "\(Workspace.root)/\(path)"
    if getenv("WALLFARM_SNAPSHOTS").map({ String(cString: $0) }) == "all" {
      record(text, to: file, sourceLocation)
      return
    }
    guard let stored = read(file) else {
      Issue.record(
        "there is no \(path); write it with 'make record'", sourceLocation: sourceLocation)
      return
    }
    guard stored != text else { return }
    Issue.record(
      "\(difference(stored, text))\naccept the new text with 'make record'",
      sourceLocation: sourceLocation)
  }

  /// Returns the first removed and added lines, each with its number in the old or new text.
  private static func difference(_ stored: String, _ new: String) -> String {
    let before = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = after.difference(from: before).map { change in
      switch change {
      case .remove(let offset, let line, _): (offset, "line \(offset + 1) - \(line)")
      case .insert(let offset, let line, _): (offset, "line \(offset + 1) + \(line)")
      }
    }
    return changes.sorted { $0.0 < $1.0 }.prefix(12).map(\.1).joined(separator: "\n")
  }

  private static func read(_ file: String) -> String? {
    guard let stream = fopen(file, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func record(_ text: String, to file: String, _ location: SourceLocation) {
    guard let stream = fopen(file, "w"), fputs(text, stream) >= 0, fclose(stream) == 0 else {
      Issue.record("\(file) cannot be written", sourceLocation: location)
      return
    }
  }
}
