import Arguments
import Fetching
import RenderPool
import Service
import WallfarmPluginKit

/// Reads the options of `serve` that allow hosts.
extension ServeArguments {
  /// The options that a reload of the configuration applies.
  static let hostOptions = [
    ServeOptions.photosFrom, ServeOptions.photoNetwork, ServeOptions.photoAuthority,
    ServeOptions.contentFrom, ServeOptions.contentNetwork, ServeOptions.contentAuthority,
    ServeOptions.webhookTo, ServeOptions.webhookNetwork, ServeOptions.webhookAuthority,
  ]

  /// Creates the fetchers for photos, content and webhooks.
  ///
  /// - Parameter mostPhotoBytes: The maximum size of a photo in bytes.
  /// - Returns: The fetchers.
  /// - Throws: `invalid-parameter`, `conflicting-options`, `file-unreadable`, `fetcher-missing`.
  func fetchers(mostPhotoBytes: Int) throws(RenderError) -> ServiceFetchers.Allowed {
    var photos = try fetcher(
      of: .photo, from: ServeOptions.photosFrom, ServeOptions.photoNetwork,
      ServeOptions.photoAuthority)
    photos?.mostBytes = mostPhotoBytes
    return ServiceFetchers.Allowed(
      photos: photos,
      content: try fetcher(
        of: .content, from: ServeOptions.contentFrom, ServeOptions.contentNetwork,
        ServeOptions.contentAuthority),
      webhooks: try fetcher(
        of: .webhook, from: ServeOptions.webhookTo, ServeOptions.webhookNetwork,
        ServeOptions.webhookAuthority))
  }

  /// Creates a fetcher, or returns `nil` if no host is allowed.
  private func fetcher(
    of resource: FetchedResource, from hosts: Option, _ networks: Option, _ authority: Option
  ) throws(RenderError) -> Fetcher? {
    let arguments = FetchArguments(
      invocation: invocation, hosts: hosts, networks: networks, authority: authority)
    var fetcher = try arguments.fetcher(of: resource)
    fetcher?.fence = (fence != .off, fence == .required)
    return fetcher
  }
}
