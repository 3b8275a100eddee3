import Fetching
import Testing
import WallfarmTesting

extension PhotoServer {
  /// Returns a fetcher of a kind of resource that trusts this server.
  func fetcher(of resource: FetchedResource) throws -> Fetcher {
    let host = try #require(PhotoHost("localhost:\(port)"))
    var fetcher = Fetcher(
      program: Program.folder + "/wallfarm-fetch", hosts: [host], resource: resource)
    fetcher.networks = ["127.0.0.1/32"]
    fetcher.authority = certificate
    // Small enough that a test can exceed it.
    if resource == .photo { fetcher.mostBytes = 2 << 20 }
    // The timeout is so long that no test depends on timing.
    fetcher.patience = .seconds(300)
    fetcher.fence = (true, false)
    return fetcher
  }
}
