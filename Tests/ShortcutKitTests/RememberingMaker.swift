import BuiltInPlugins
import RenderPool
import ShortcutKit
import Synchronization
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Renders pictures for bundles and caches them across tests, because most bundles have the same
/// cards.
final class RememberingMaker: PictureMaker, Sendable {
  static let shared = RememberingMaker()

  private let known = Mutex<[RenderRequest: RenderedPicture]>([:])

  func pictures(of requests: [RenderRequest]) throws(RenderError) -> [RenderedPicture] {
    let unknown = known.withLock { known in requests.filter { known[$0] == nil } }
    if !unknown.isEmpty {
      let renderer = try Renderer(
        installation: Workspace.installation, plugins: .builtIn, threads: 2)
      for request in unknown {
        let made = try renderer.pictures(of: [request])[0]
        known.withLock { $0[request] = made }
      }
    }
    return known.withLock { known in requests.compactMap { known[$0] } }
  }
}
