import Requests
import SourceJSON
import Stores
import WallfarmCore
import WallfarmPluginKit

extension JobReader {
  /// Returns the files in a job that may be objects in a store.
  ///
  /// Each file is an object address or a name relative to the job file.
  ///
  /// - Parameters:
  ///   - entry: The job.
  ///   - isQualified: Returns whether a name refers to content of a pack.
  /// - Returns: The names as written in the job.
  func objects(
    namedBy entry: JobFile.Entry, except isQualified: (String) -> Bool
  ) -> [String] {
    let fields = values(of: entry)
    var names = Content.files(namedIn: fields["content"]?.plain ?? .null)
    names += ["photo", "notes", "fonts"].compactMap { fields[$0]?.string }
    names += (fields["fonts"]?.elements ?? []).compactMap(\.string)
    names += ["theme", "template", "motion"].compactMap { fields[$0]?.string }
      .filter { !isQualified($0) && ($0.contains("/") || $0.hasSuffix(".json")) }
    // Only plugins know which settings are files, but an S3 address always refers to a file.
    names += (fields["set"]?.members ?? []).compactMap(\.value.string).filter(S3Address.isAddress)
    return names
  }
}
