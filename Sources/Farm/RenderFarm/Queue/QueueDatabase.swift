package import Storage
package import WallfarmPluginKit

extension Database {
  /// Opens a queue file, or creates it.
  ///
  /// - Throws: `queue-failed`.
  package convenience init(path: String) throws(RenderError) {
    try self.init(
      path: path,
      errors: DatabaseErrors(
        failed: { .queueFailed($0, $1, hint: $2) }, damaged: { .queueDamaged($0, $1) }))
  }
}
