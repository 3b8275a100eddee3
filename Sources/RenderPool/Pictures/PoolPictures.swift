import SourceJSON
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// Renders some pictures with a pool of its own, and waits for them.
public struct PoolPictures: PictureMaker, Sendable {
  private let settings: PoolSettings

  /// Prepares to work so.
  public init(_ settings: PoolSettings) { self.settings = settings }

  /// Renders on all workers; the first that fails ends the others.
  ///
  /// - Returns: the pictures in the order of their requests.
  /// - Throws: what is wrong with one of them, `worker-crashed`, and other codes of the pool.
  public func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture] {
    let gathered = try GatheredPictures(requests.count)
    let pool = try RenderPool(settings) { gathered.hear($0) }
    let ids = requests.map { pool.submit(RenderOrder(OrderedRequest($0))) }
    gathered.waitForAll()
    pool.end(.stop)
    pool.wait()
    return try gathered.pictures(in: ids)
  }
}

/// What became of the orders of one call.
private final class GatheredPictures: Sendable {
  private struct Content {
    var pictures: [OrderID: RenderedPicture] = [:]
    var failure: RenderError?
  }

  private let count: Int
  private let content = Mutex(Content())
  private let bell: Bell

  init(_ count: Int) throws(RenderError) {
    self.count = count
    bell = try Bell()
    if count == 0 { bell.ring() }
  }

  func hear(_ event: PoolEvent) {
    let isOver = content.withLock { content in
      switch event {
      case .done(let id, let rendered):
        if let picture = RenderedPicture(rendered) {
          content.pictures[id] = picture
        } else {
          content.failure = content.failure ?? .messageDamaged()
        }
      case .failed(_, let error), .lost(_, let error), .cannotStart(let error):
        content.failure = content.failure ?? error
      case .ready, .started, .stage, .workerReplaced, .withdrawn: break
      }
      return content.failure != nil || content.pictures.count == count
    }
    if isOver { bell.ring() }
  }

  func waitForAll() { bell.wait(-1) }

  func pictures(in order: [OrderID]) throws(RenderError) -> [RenderedPicture] {
    let content = content.withLock { $0 }
    if let failure = content.failure { throw failure }
    return order.compactMap { content.pictures[$0] }
  }
}

extension RenderedPicture {
  /// Reads the receipt of a worker; nil where it is none.
  fileprivate init?(_ rendered: RenderedOrder) {
    guard let bytes = rendered.bytes?.array(), let node = try? JSONNode(parsing: rendered.receipt),
      let width = node["pixels"]?["width"]?.whole, let height = node["pixels"]?["height"]?.whole,
      let fingerprint = node["fingerprint"]?["digest"]?.string
    else { return nil }
    self.init(
      bytes: bytes, pixels: PixelSize(width: width, height: height), fingerprint: fingerprint,
      warnings: (node["warnings"]?.elements ?? []).compactMap(RenderWarning.init(json:)))
  }
}
