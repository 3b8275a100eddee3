public import WallfarmPluginKit

/// Where pictures are kept that are no files of this machine, such as a bucket of an object store.
public protocol PictureStore: Sendable {
  /// Keeps a picture; when it returns, the picture is safe there as a whole.
  ///
  /// Called on a thread that serves one worker, which waits for it; others go on. An order that is taken away
  /// meanwhile is told as withdrawn, although its picture may be there.
  ///
  /// - Parameters:
  ///   - picture: the file of the picture, in memory that nobody can change.
  ///   - name: as the order has it.
  /// - Throws: why it cannot be kept, such as `output-failed`; the order fails with that.
  func keep(_ picture: PictureBytes, as name: String) throws(RenderError)
}
