import Arguments
import Fetching
import Files
import Glibc
import WallfarmCore
import WallfarmPluginKit

/// Reads the options that allow fetching: hosts, private networks and a CA bundle.
struct FetchArguments {
  let invocation: Invocation
  let hosts: Option
  let networks: Option
  let authority: Option

  /// Returns a fetcher of a kind of resource for the allowed hosts, or nil if no host is allowed.
  ///
  /// - Throws: `invalid-parameter`, `conflicting-options`, `file-unreadable`, `fetcher-missing`.
  func fetcher(of resource: FetchedResource) throws(RenderError) -> Fetcher? {
    let allowed = try invocation.values(of: hosts).map { (text) throws(RenderError) in
      guard let host = PhotoHost(text) else { throw notHost(text, resource) }
      return host
    }
    let blocks = invocation.values(of: networks)
    for text in blocks where NetworkBlock(text) == nil {
      throw RenderError(
        .invalidParameter, "'\(text.prefix(80))' is not a network", origin: .option(networks.long),
        hint: "write a network such as 10.1.0.0/16, with zeros after the prefix")
    }
    let bundle = invocation.value(of: authority)
    if let bundle { _ = try Files.read(bundle, limit: 1 << 20) }
    guard !allowed.isEmpty else {
      guard blocks.isEmpty, bundle == nil else {
        throw RenderError(
          .conflictingOptions, "--\(hosts.long) is missing",
          origin: .option(blocks.isEmpty ? authority.long : networks.long),
          hint: "add --\(hosts.long) HOST")
      }
      return nil
    }
    var fetcher = Fetcher(
      program: Fetcher.installedProgram, hosts: allowed, resource: resource)
    guard access(fetcher.program, X_OK) == 0 else {
      throw .fetcherFailed("the program '\(fetcher.program)' does not exist", resource)
    }
    (fetcher.networks, fetcher.authority) = (blocks, bundle)
    fetcher.agent = "wallfarm/\(Wallfarm.version)"
    return fetcher
  }

  private func notHost(_ text: String, _ resource: FetchedResource) -> RenderError {
    let example =
      switch resource {
      case .photo: "photos.example.com"
      case .content: "data.example.com"
      case .webhook, .traces: "hooks.example.com"
      }
    return RenderError(
      .invalidParameter, "'\(text.prefix(80))' is not a host name", origin: .option(hosts.long),
      hint: "write \(example), *.example.com or \(example):8443")
  }
}
