import Requests
import SourceJSON
import Stores
import WallfarmCore
import WallfarmPluginKit

extension JobReader {
  /// The files that a job may name as objects of an object store, directly or relative to its job
  /// file.
  func objects(namedBy entry: JobFile.Entry) -> [String] {
    let fields = values(of: entry)
    var names = Content.files(namedIn: fields["content"] ?? .null)
    for key in ["photo", "notes"] {
      if case .string(let name)? = fields[key] { names.append(name) }
    }
    for key in ["theme", "template", "motion"] {
      guard case .string(let name)? = fields[key], name.contains("/") || name.hasSuffix(".json")
      else { continue }
      names.append(name)
    }
    guard case .object(let settings)? = fields["set"] else { return names }
    // Only plugins know which settings are files; an S3 address always is one.
    return names
      + settings.values.compactMap { value in
        if case .string(let text) = value, S3Address.isAddress(text) { text } else { nil }
      }
  }
}
