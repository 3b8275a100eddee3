import Files
import WallfarmPluginKit

/// Collects the warnings about the entries of a document from a URL, up to a limit.
struct SourceWarnings {
  /// The name of the document for messages.
  let file: String
  /// The first skipped entry of the current list, with the reason.
  var firstReason: String?
  private var warnings: [RenderWarning] = []
  private var moreCount = 0

  /// Maximum number of warnings that are shown individually.
  private static let most = 20

  init(file: String) { self.file = file }

  /// Adds a warning about a skipped entry.
  mutating func skipped(_ entry: String, _ reason: String, line: Int?) {
    firstReason = firstReason ?? "\(entry) is left out: \(reason)"
    add(.entrySkipped, "\(entry) is left out: \(reason)", line)
  }

  /// Adds a warning about an entry that is shown without one of its values.
  mutating func repaired(_ entry: String, _ reason: String, line: Int?) {
    add(.entryRepaired, "\(entry): \(reason)", line)
  }

  /// Adds a warning about entries beyond the limit.
  mutating func beyond(_ limit: Int, _ kind: String, count: Int) {
    guard count > 0 else { return }
    warnings.append(
      RenderWarning(
        .entrySkipped, "\(count) of the \(kind) are left out; the limit is \(limit)",
        hint: "fetch a shorter list", origin: .file(file)))
  }

  /// All warnings, with one that counts the warnings that are not shown.
  var all: [RenderWarning] {
    guard moreCount > 0 else { return warnings }
    return warnings + [
      RenderWarning(
        .entrySkipped, "\(moreCount) more warnings about entries are not shown",
        hint: "correct the entries shown; the others may have the same cause", origin: .file(file))
    ]
  }

  private mutating func add(_ code: WarningCode, _ message: String, _ line: Int?) {
    guard warnings.count < SourceWarnings.most else { return moreCount += 1 }
    warnings.append(
      RenderWarning(
        code, message, hint: "correct the document, or the mapping of its fields",
        origin: .file(file, line: line)))
  }
}
