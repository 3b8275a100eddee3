public import WallfarmPluginKit

/// Where pictures are kept that are no files of this machine, such as a bucket of an object store.
public protocol PictureStore: Sendable {
  /// Keeps a picture; when it returns, the picture is safe there as a whole.
  ///
  /// It is called on a thread that serves one worker. That worker waits for it, and its time is part of the
  /// order's: give it a limit of its own that is shorter than the timeout of orders. The pool does not wait
  /// for it any more than for a disk that hangs: an order that is taken away meanwhile, or is late, is told as
  /// such although its picture may be kept, and `wait()` may return before it does.
  ///
  /// Orders get rising numbers. Where several have one name, as with a key, a store that was given a picture
  /// of a later order leaves an earlier one out: two workers may be at them at once.
  ///
  /// - Parameters:
  ///   - picture: the file of the picture, in memory that cannot be changed.
  ///   - name: as the order has it.
  ///   - order: the order that it is of.
  /// - Throws: why it cannot be kept, such as `output-failed`; the order fails with that.
  func keep(_ picture: PictureBytes, as name: String, of order: OrderID) throws(RenderError)
}
