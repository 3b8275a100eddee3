public import Designs
internal import Graphics
public import WallfarmPluginKit
internal import Work

/// Renders many wallpapers on several threads, each with its own renderer.
///
/// As with a single renderer, no file is written before all wallpapers are checked.
public struct RendererTeam: Sendable {
  /// The minimum number of wallpapers per thread; below it, an additional renderer costs more time
  /// than it saves.
  public static let fewest = 4

  private let threads: Int
  private let devices: DeviceCatalog
  private let makeRenderer: @Sendable () throws(RenderError) -> Renderer

  /// Creates a team.
  ///
  /// - Parameters:
  ///   - threads: the maximum number of renderers.
  ///   - devices: the screens that requests can name.
  ///   - makeRenderer: creates a renderer for one thread; called on the first thread that uses the
  ///     renderer. All renderers must have the same time source.
  public init(
    threads: Int, devices: DeviceCatalog = .known,
    makeRenderer: @escaping @Sendable () throws(RenderError) -> Renderer
  ) {
    (self.threads, self.devices, self.makeRenderer) = (threads, devices, makeRenderer)
  }

  /// Renders wallpapers.
  ///
  /// - Returns: the receipts in the order of the requests.
  /// - Throws: the error of a request that fails; the other requests may not have been rendered.
  public func render(_ requests: [RenderRequest]) throws(RenderError) -> [RenderReceipt] {
    try Delivery.check(requests)
    let count = max(1, min(threads, requests.count / RendererTeam.fewest))
    let members = shares(of: requests, count: count).map { Member($0, requests) }
    inParallel(count, threads: count, state: {}) { _, index in members[index].begin(makeRenderer) }
    if let error = RendererTeam.firstError(of: members) {
      for member in members { member.end() }
      throw error
    }
    inParallel(count, threads: count, state: {}) { _, index in members[index].finish() }
    if let error = RendererTeam.firstError(of: members) { throw error }
    let all = members.flatMap { zip($0.indices, $0.receipts) }
    return all.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Assigns requests to members by their indices.
  ///
  /// Wallpapers of the same size share a background, so one member renders all of them. Each size
  /// goes to the member that has the fewest pixels to render so far.
  private func shares(of requests: [RenderRequest], count: Int) -> [[Int]] {
    var sizes: [PixelSize: [Int]] = [:]
    for (index, request) in requests.enumerated() {
      // An unknown device is reported when its request is rendered.
      let device = try? request.screen(in: devices)
      sizes[device?.pixels ?? PixelSize(width: 0, height: 0), default: []].append(index)
    }
    var shares = [(indices: [Int], pixels: Int)](repeating: ([], 0), count: count)
    let work = sizes.map { size, indices in (indices, size.width * size.height * indices.count) }
    for (indices, pixels) in work.sorted(by: { ($1.1, $0.0[0]) < ($0.1, $1.0[0]) }) {
      let least = shares.indices.min { shares[$0].pixels < shares[$1].pixels } ?? 0
      shares[least].indices += indices
      shares[least].pixels += pixels
    }
    return shares.map { $0.indices.sorted() }
  }

  /// Returns the error of the member whose share starts with the lowest request index.
  private static func firstError(of members: [Member]) -> RenderError? {
    members.compactMap(\.failure).min { $0.index < $1.index }?.error
  }
}

/// A renderer in a team, with its share of the requests.
///
/// `@unchecked Sendable` is safe without a lock: each pass uses a member on only one thread, and
/// starts after the previous pass has finished.
private final class Member: @unchecked Sendable {
  /// The indices of the member's requests.
  let indices: [Int]
  private let requests: [RenderRequest]
  private var renderer: Renderer?
  private var begun: [PreparedRender] = []
  private(set) var receipts: [RenderReceipt] = []
  /// The error that occurred, with the index of the first request in the share.
  private(set) var failure: (index: Int, error: RenderError)?

  init(_ indices: [Int], _ all: [RenderRequest]) {
    (self.indices, requests) = (indices, indices.map { all[$0] })
  }

  /// Checks the requests in the share.
  func begin(_ makeRenderer: () throws(RenderError) -> Renderer) {
    do throws(RenderError) {
      let renderer = try makeRenderer()
      self.renderer = renderer
      begun = try renderer.begin(requests)
    } catch {
      failure = (indices.first ?? 0, error)
    }
  }

  /// Draws and delivers the wallpapers in the share.
  func finish() {
    do throws(RenderError) {
      receipts = try renderer?.finish(begun) ?? []
    } catch {
      failure = (indices.first ?? 0, error)
    }
  }

  /// Discards the wallpapers in the share.
  func end() { renderer?.end() }
}
