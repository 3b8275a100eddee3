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
    var names = Content.files(namedIn: fields["content"]?.plain ?? .null)
    names += ["photo", "notes"].compactMap { fields[$0]?.string }
    names += ["theme", "template", "motion"].compactMap { fields[$0]?.string }
      .filter { $0.contains("/") || $0.hasSuffix(".json") }
    // Only plugins know which settings are files; an S3 address always is one.
    names += (fields["set"]?.members ?? []).compactMap(\.value.string).filter(S3Address.isAddress)
    return names
  }
}
