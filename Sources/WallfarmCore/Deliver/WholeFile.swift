public import WallfarmPluginKit

/// Writes a file piece by piece; it appears as a whole or not at all.
public enum WholeFile {
  /// Replaces a file.
  ///
  /// - Parameters:
  ///   - path: a file that may be there, in a folder that is.
  ///   - origin: which option named it, for messages.
  ///   - isDurable: whether to wait until it would survive a power cut.
  ///   - isPrivate: whether only its owner may read it.
  ///   - body: calls its argument with every piece of text.
  /// - Throws: `output-failed`, and what `body` throws; then nothing was changed.
  public static func write(
    to path: String, origin: String, isDurable: Bool = true, isPrivate: Bool = false,
    _ body: ((String) -> Void) throws(RenderError) -> Void
  ) throws(RenderError) {
    var failure: RenderError?
    let reason = AtomicFile.replace(
      path, isDurable: isDurable, mode: isPrivate ? 0o600 : 0o666
    ) { descriptor in
      var reason: String?
      do throws(RenderError) {
        try body { text in
          guard reason == nil else { return }
          reason = Array(text.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
        }
      } catch {
        failure = error
        reason = error.message
      }
      return reason
    }
    if let failure { throw failure }
    guard let reason else { return }
    throw RenderError(
      .outputFailed, "'\(path)' cannot be written: \(reason)", origin: origin,
      hint: "choose another place with \(origin), or make room and permissions there")
  }
}
