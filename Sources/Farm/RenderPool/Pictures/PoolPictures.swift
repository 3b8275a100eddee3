public import Designs
internal import Files
import Graphics
import SourceJSON
internal import Synchronization
public import WallfarmCore
public import WallfarmPluginKit

/// Renders pictures with a temporary pool and waits for the results.
public struct PoolPictures: PictureMaker, Sendable {
  private let settings: PoolSettings
  private let installation: Installation
  private let ready: @Sendable (WorkerFence.Report) -> Void

  /// Creates a picture maker; each call to ``pictures(of:)`` starts a pool.
  ///
  /// - Parameters:
  ///   - settings: The settings of the pool.
  ///   - installation: The installed templates and themes.
  ///   - ready: Receives the fence report, once per pool.
  public init(
    _ settings: PoolSettings, installation: Installation,
    ready: @escaping @Sendable (WorkerFence.Report) -> Void = { _ in }
  ) {
    self.settings = settings
    self.installation = installation
    self.ready = ready
  }

  /// Renders on all workers; after a failure, later orders are abandoned.
  ///
  /// - Returns: The pictures in the order of the requests.
  /// - Throws: The first error in the order of the requests; `worker-crashed` and other pool
  ///   errors.
  public func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture] {
    var pictures: [RenderedPicture] = []
    for result in try rendered(requests, stopsAtFailure: true) { pictures.append(try result.get()) }
    return pictures
  }

  /// Renders on all workers; a failure of one request does not affect the others.
  ///
  /// - Returns: The result of each request, in the order of the requests.
  /// - Throws: An error that prevents all requests from being rendered.
  public func results(
    of requests: [RenderRequest]
  ) throws(RenderError) -> [Result<RenderedPicture, RenderError>] {
    try rendered(requests, stopsAtFailure: false)
  }

  /// Returns the results in the order of the requests; after a failure at which it stops, the
  /// results of later requests are missing.
  private func rendered(
    _ requests: [RenderRequest], stopsAtFailure: Bool
  ) throws(RenderError) -> [Result<RenderedPicture, RenderError>] {
    let gathered = try GatheredPictures(requests, stopsAtFailure: stopsAtFailure)
    let pool = try RenderPool(settings) { event in
      if case .ready(let fence) = event { ready(fence) }
      gathered.handle(event)
    }
    // Piped input exists only in memory, so embed it in each order.
    let piped = try HeldFiles.paths.map { (path) throws(RenderError) in
      (path, try HeldInput(file: path, limit: 1 << 30))
    }
    // All pictures use the same time, no matter how long rendering takes.
    let (moment, zone) = (TimeSource.machine.read(), RenderRequest.localZone)
    for request in requests {
      gathered.add(pool.submit(order(request.frozen(at: moment, in: zone), piped)))
    }
    gathered.wait()
    pool.end(.stop)
    pool.wait()
    return try gathered.results()
  }

  private func order(
    _ request: RenderRequest, _ piped: [(path: String, input: HeldInput)]
  ) -> RenderOrder {
    var order = RenderOrder(OrderedRequest(request))
    for one in piped { order.inputs.hold(one.input, as: one.path, in: request.files) }
    order.inputs.files.formUnion(OrderInputs.elsewhere(request, installation))
    return order
  }
}

extension OrderInputs {
  /// Returns the files in other folders that a custom theme or template references.
  ///
  /// Errors in the theme or template are ignored here, because the worker reports them.
  package static func elsewhere(
    _ request: RenderRequest, _ installation: Installation
  ) -> Set<String> {
    let isOwn = request.template.contains("/") || request.theme?.contains("/") == true
    guard isOwn, !request.files.isConfined else { return [] }
    let designs = DesignLibrary(installation: installation)
    var found = Set(
      designs.files(template: request.template, theme: request.theme, in: request.files))
    _ = try? designs.flatTheme(request.theme, of: request.template, in: request.files) { file in
      found.insert(file)
      return file
    }
    return found
  }
}

/// The collected results of one call.
private final class GatheredPictures: Sendable {
  private struct Content {
    var ids: [OrderID] = []
    var ends: [OrderID: Result<RenderedPicture, RenderError>] = [:]
    /// An error that ends the wait, such as a pool that cannot start.
    var failure: RenderError?
  }

  private let requests: [RenderRequest]
  private let stopsAtFailure: Bool
  private let content = Mutex(Content())
  private let bell: Bell

  init(_ requests: [RenderRequest], stopsAtFailure: Bool) throws(RenderError) {
    (self.requests, self.stopsAtFailure) = (requests, stopsAtFailure)
    bell = try Bell()
    if requests.isEmpty { bell.ring() }
  }

  /// Registers the order of the next request.
  func add(_ id: OrderID) {
    content.withLock { $0.ids.append(id) }
    // The order may have finished before it was registered.
    ringIfOver()
  }

  func handle(_ event: PoolEvent) {
    content.withLock { content in
      switch event {
      case .done(let id, let rendered):
        content.ends[id] = rendered.result
      case .failed(let id, let error), .lost(let id, let error):
        content.ends[id] = .failure(error.withoutQueue)
      case .cannotStart(let error): content.failure = content.failure ?? error
      case .ready, .started, .stage, .workerReplaced, .withdrawn: break
      }
    }
    ringIfOver()
  }

  /// Rings when all orders have finished, or when one order has failed, all earlier orders have
  /// finished and the call stops at a failure.
  private func ringIfOver() {
    let isOver = content.withLock { content in
      if content.failure != nil { return true }
      for id in content.ids {
        guard let end = content.ends[id] else { return false }
        if stopsAtFailure, case .failure = end { return true }
      }
      return content.ids.count == requests.count
    }
    if isOver { bell.ring() }
  }

  func wait() { bell.wait(-1) }

  func results() throws(RenderError) -> [Result<RenderedPicture, RenderError>] {
    let content = content.withLock { $0 }
    if let failure = content.failure { throw failure }
    var results: [Result<RenderedPicture, RenderError>] = []
    for (id, request) in zip(content.ids, requests) {
      guard let end = content.ends[id] else { break }
      if case .success(let picture) = end, !picture.isOne(for: request) {
        results.append(.failure(.messageDamaged().withoutQueue))
      } else {
        results.append(end)
      }
    }
    return results
  }
}

extension RenderedOrder {
  /// The picture with properties from its receipt.
  fileprivate var result: Result<RenderedPicture, RenderError> {
    guard let bytes = bytes?.array(), let node = try? JSONNode(parsing: receipt),
      let width = node["pixels"]?["width"]?.whole, let height = node["pixels"]?["height"]?.whole,
      let fingerprint = node["fingerprint"]?["digest"]?.string
    else { return .failure(.messageDamaged().withoutQueue) }
    return .success(
      RenderedPicture(
        bytes: bytes, pixels: PixelSize(width: width, height: height), fingerprint: fingerprint,
        warnings: (node["warnings"]?.elements ?? []).compactMap(RenderWarning.init(json:)),
        lifetime: node["expires"]?.string.map(PictureLifetime.init)))
  }
}

extension RenderedPicture {
  /// Whether the picture has the requested format and size.
  ///
  /// A worker that a malicious photo has compromised could return a different file, and the caller
  /// reads that file outside the fence.
  fileprivate func isOne(for request: RenderRequest) -> Bool {
    guard let screen = try? request.screen(), pixels == screen.pixels else { return false }
    return request.format.begins(bytes, of: pixels)
  }
}

extension ImageFormat {
  /// Returns whether a file starts with this format's signature; for PNG, also checks the size.
  ///
  /// - Parameters:
  ///   - bytes: The file, or its first 512 bytes.
  ///   - pixels: The expected size.
  /// - Returns: `false` if the file is invalid.
  package func begins(_ bytes: [UInt8], of pixels: PixelSize) -> Bool {
    switch self {
    case .jpeg: return PhotoFormat(bytes) == .jpeg
    case .webp: return PhotoFormat(bytes) == .webp
    case .png:
      // PNG stores width and height at offsets 16 and 20, big-endian (ISO/IEC 15948, 11.2.2).
      let numbers = [16, 20].map { bytes.dropFirst($0).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
      return PhotoFormat(bytes) == .png && numbers == [pixels.width, pixels.height]
    }
  }
}

extension RenderError {
  /// The error with a hint for callers that have neither a queue nor retries.
  fileprivate var withoutQueue: RenderError {
    var error = self
    switch code {
    case .workerTimeout: error.hint = "raise --timeout"
    case .workerCrashed, .messageDamaged:
      error.hint = "try again, and check the installation with 'wallfarm doctor'"
    case .workerSilent:
      error.hint =
        "check for suspended processes or an overloaded machine, and try again"
    default: break
    }
    return error
  }
}
