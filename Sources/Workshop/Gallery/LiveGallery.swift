public import Designs
import RenderPool
import WallfarmCore
public import WallfarmPluginKit

/// A gallery that is updated repeatedly, and draws only the tiles whose inputs have changed.
///
/// The renderers keep their fonts, photos and backgrounds in memory between updates.
public final class LiveGallery {
  /// The result of an update.
  public struct Update: Sendable {
    /// All tiles, including those that did not change.
    public let gallery: Gallery
    /// The tiles that were drawn, in the order of the gallery.
    public let drawn: [Drawn]
    /// The errors of tiles that still show an older picture, each with the name of its tile.
    public let problems: [(tile: String, error: RenderError)]
    /// The photos, images and fonts of all tiles, even if they do not exist.
    public let files: Set<String>
  }

  /// The tiles of a look that an update drew.
  public struct Drawn: Sendable, Hashable {
    /// The title of the look, such as `paper, dark`.
    public let look: String
    /// The ids of the devices.
    public let devices: [String]
  }

  private let installation: Installation
  private let designs: DesignLibrary
  private let workers: Int
  private let makesSheet: Bool
  private let time: TimeSource
  /// Digests are compared only within the process, so any key is sufficient.
  private let key = SecretKey.random()
  private var threads: RenderThreads
  private var tiles: [Key: GalleryTile] = [:]

  private struct Key: Hashable {
    let look: GalleryRequest.Look
    let device: String
  }

  /// Creates a gallery without tiles.
  ///
  /// - Parameters:
  ///   - installation: the source of templates and fonts.
  ///   - designs: the templates and themes.
  ///   - plugins: the available plugins.
  ///   - workers: the number of threads.
  ///   - makesSheet: whether the tiles are kept for a contact sheet; a page needs much less memory.
  ///   - time: the time that all pictures show, unless the request sets another time. It must not
  ///     change, because the pictures of different updates are compared.
  public init(
    installation: Installation, designs: DesignLibrary, plugins: PluginRegistry, workers: Int,
    makesSheet: Bool, time: Moment
  ) {
    (self.installation, self.designs, self.workers) = (installation, designs, workers)
    (self.makesSheet, self.time) = (makesSheet, .standing(at: time))
    threads = Self.threads(installation, designs, plugins, workers, self.time, key)
  }

  /// Replaces the plugins; the next update draws the tiles whose plugins have changed.
  public func use(_ plugins: PluginRegistry) {
    threads = Self.threads(installation, designs, plugins, workers, time, key)
  }

  /// A worker's cache sizes in bytes: a photo, and the backgrounds of ten phones, so that a change of
  /// text does not draw them again.
  private static let memory = RenderMemory(
    photos: 96 << 20, backgrounds: 128 << 20, bands: 0, texts: 64 << 20)

  private static func threads(
    _ installation: Installation, _ designs: DesignLibrary, _ plugins: PluginRegistry,
    _ workers: Int, _ time: TimeSource, _ key: SecretKey
  ) -> RenderThreads {
    RenderThreads(count: workers, keepsRenderers: true) { () throws(RenderError) in
      try Renderer(
        installation: installation, plugins: plugins, memory: memory, designs: designs, key: key,
        clock: time)
    }
  }

  /// Draws the tiles whose inputs have changed since the previous update.
  ///
  /// A tile that cannot be drawn keeps its older picture, and its error is one of the problems of
  /// the update. If there is no older picture, the tile shows the error.
  ///
  /// - Parameters:
  ///   - request: the gallery, whose looks can differ from those of the previous update.
  ///   - isStopped: whether to stop before the next tile; called on any thread.
  /// - Returns: the gallery, and its differences from the previous update.
  /// - Throws: an error in a named theme or template, `fonts-missing`, or `unit-cancelled` if the
  ///   update was stopped; the next update then starts from the tiles of the previous one.
  public func update(
    _ request: GalleryRequest, isStopped: @Sendable () -> Bool = { false }
  ) throws(RenderError) -> Update {
    // Find mistakes in the themes before drawing.
    _ = try Gallery(request, [], designs)
    let pairs = request.looks.flatMap { look in request.devices.map { (look, $0) } }
    let (old, makesSheet) = (tiles, makesSheet)
    let outcomes = try threads.map(pairs) { (pair, renderer) throws(RenderError) in
      if isStopped() { throw .galleryStopped() }
      let (look, device) = pair
      return Outcome(
        request.request(look, on: device), look, device, renderer,
        old: old[Key(look: look, device: device.id)], forSheet: makesSheet)
    }
    let gallery = try Gallery(request, outcomes.map(\.tile), designs)
    tiles = [:]
    for tile in gallery.tiles { tiles[Key(look: tile.look, device: tile.device.id)] = tile }
    return Update(
      gallery: gallery, drawn: drawn(outcomes, in: gallery),
      problems: outcomes.compactMap { outcome in
        outcome.problem.map { (gallery.name(of: outcome.tile), $0) }
      },
      files: outcomes.reduce(into: []) { $0.formUnion($1.files) })
  }

  private func drawn(_ outcomes: [Outcome], in gallery: Gallery) -> [Drawn] {
    let count = gallery.request.devices.count
    return gallery.request.looks.indices.compactMap { index in
      let own = outcomes[index * count..<(index + 1) * count].filter(\.isDrawn)
      guard !own.isEmpty else { return nil }
      return Drawn(look: gallery.title(ofLook: index), devices: own.map(\.tile.device.id))
    }
  }
}

/// A tile after an update.
private struct Outcome: Sendable {
  let tile: GalleryTile
  /// Whether the tile differs from the older tile.
  let isDrawn: Bool
  /// The error because of which the tile shows an older picture.
  let problem: RenderError?
  let files: Set<String>

  /// Draws a tile if its inputs differ from those of the older tile.
  init(
    _ request: RenderRequest, _ look: GalleryRequest.Look, _ device: Device, _ renderer: Renderer,
    old: GalleryTile?, forSheet: Bool
  ) {
    var files = renderer.namedFiles(of: request)
    do throws(RenderError) {
      let inputs = try renderer.inputs(of: request)
      files.formUnion(inputs.files)
      if let old, old.inputs == inputs.digest {
        (tile, isDrawn, problem) = (old, false, nil)
      } else {
        let shown = try GalleryTile.Shown(request, renderer, forSheet: forSheet)
        tile = GalleryTile(look, on: device, .success(shown), inputs: inputs.digest)
        (isDrawn, problem) = (true, nil)
      }
    } catch {
      if let old, old.failure == nil {
        (tile, isDrawn, problem) = (old, false, error)
      } else {
        tile = GalleryTile(look, on: device, .failure(error))
        (isDrawn, problem) = (old?.failure != error, nil)
      }
    }
    self.files = files
  }
}

extension RenderError {
  fileprivate static func galleryStopped() -> RenderError {
    RenderError(.cancelled, "the gallery was not drawn, because the program was stopped")
  }
}
