import Arguments
import ContentSources
import Fetching
import RenderPool
import WallfarmPluginKit

/// The options for content from URLs.
enum ContentOptions {
  static let from = Option(
    "content-from", value: "host", repeats: true,
    summary: "Host that content URLs may use, with an optional port: data.example.com, or "
      + "*.example.com for its subdomains. Without it, content URLs are rejected.")
  static let network = Option(
    "content-network", value: "network", repeats: true,
    summary: "Private network to allow for --content-from hosts, such as 10.1.0.0/16.")
  static let authority = Option(
    "content-authority", value: "file", completion: .files(extensions: ["pem", "crt"]),
    summary: "CA bundle for --content-from hosts, instead of the system's certificates.")

  static let all: [Declaration] = [.option(from), .option(network), .option(authority)]
}

/// Reads the options for content from URLs.
struct ContentArguments {
  let invocation: Invocation

  /// Returns the access to content at URLs on the allowed hosts, with the requested fence around
  /// the fetcher.
  ///
  /// - Throws: `invalid-parameter`, `conflicting-options`, `file-unreadable`, `fetcher-missing`.
  func sources(
    fence: WorkerFence.Choice = .best, keepsErrors: Bool = true
  ) throws(RenderError) -> SourceAccess {
    var fetcher =
      try FetchArguments(
        invocation: invocation, hosts: ContentOptions.from, networks: ContentOptions.network,
        authority: ContentOptions.authority
      ).fetcher(of: .content) ?? Fetcher(program: "", hosts: [], resource: .content)
    fetcher.fence = (fence != .off, fence == .required)
    return .read(FetchedDocuments(fetcher, keepsErrors: keepsErrors).reader)
  }
}
