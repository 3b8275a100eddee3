import ContentSources
import SourceJSON
import WallfarmPluginKit

extension SourceRecords.Present {
  /// The state for the owner: the host of the URL, because the rest can be secret, the times, and
  /// the error.
  var shown: JSONValue {
    [
      "host": .string(record.source.name),
      "asOf": fetched.map { .string($0.description) } ?? .null,
      "next": .string(due.description),
      "error": record.error.map {
        ["code": .string($0.code.rawValue), "message": .string($0.message)]
      }
        ?? .null,
    ]
  }
}
