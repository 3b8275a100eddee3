internal import Diagnostics

/// The kind of resource that a ``Fetcher`` transfers, with its limits and the words of its messages.
package enum FetchedResource: String, Sendable, CaseIterable {
  /// A photo for a request to the service.
  case photo
  /// A document with content.
  case content
  /// An event for a receiver of webhooks, which is sent.
  case webhook
  /// Spans for a collector of traces, which are sent.
  ///
  /// The operator chooses the collector, so its address may be private and may use HTTP.
  case traces

  /// The maximum size in bytes; for sent messages, of the response.
  package var mostBytes: Int {
    switch self {
    case .photo: 24 << 20
    case .content: 8 << 20
    case .webhook, .traces: 64 << 10
    }
  }

  /// The timeout, including redirects.
  package var patience: Duration {
    switch self {
    case .photo, .traces: .seconds(10)
    case .content, .webhook: .seconds(20)
    }
  }

  /// Parses a URL of a resource; returns nil if it is invalid.
  func address(_ text: String) -> WebAddress? {
    self == .traces ? WebAddress(collector: text) : WebAddress(text)
  }

  /// The value of the `Accept` header.
  package var accept: String {
    switch self {
    case .photo: "image/jpeg, image/png, image/webp, image/heic, image/heif, image/avif"
    case .content:
      "text/calendar, application/json, application/atom+xml, application/rss+xml, text/csv, "
        + "*/*;q=0.5"
    case .webhook: "*/*"
    case .traces: "application/json"
    }
  }
}

/// The words of messages.
extension FetchedResource {
  /// The origin of errors.
  var origin: Origin { .option(rawValue) }

  /// The resource with its article.
  var noun: String {
    switch self {
    case .photo: "a photo"
    case .content: "content"
    case .webhook, .traces: "a response"
    }
  }

  /// The resource in the definite form.
  var definite: String {
    switch self {
    case .photo: "the photo"
    case .content: "the content"
    case .webhook, .traces: "the response"
    }
  }

  /// The resource as the subject of a sentence about a host.
  var plural: String {
    switch self {
    case .photo: "photos"
    case .content: "content"
    case .webhook: "webhooks"
    case .traces: "traces"
    }
  }

  /// The verb form after ``plural``.
  var areNot: String {
    switch self {
    case .photo, .webhook, .traces: "are not"
    case .content: "is not"
    }
  }

  /// The word between ``plural`` and a host.
  var preposition: String {
    switch self {
    case .photo, .content: "from"
    case .webhook, .traces: "to"
    }
  }

  /// The transfer of a resource, as the subject of a sentence about a host.
  func transfer(_ host: String) -> String {
    switch self {
    case .photo, .content: "fetching \(definite) from '\(host)'"
    case .webhook: "sending an event to '\(host)'"
    case .traces: "sending traces to '\(host)'"
    }
  }

  /// The past participle of the transfer.
  var transferred: String {
    switch self {
    case .photo, .content: "fetched"
    case .webhook, .traces: "sent"
    }
  }

  /// The option that allows hosts.
  package var hostOption: String {
    switch self {
    case .photo: "photos-from"
    case .content: "content-from"
    case .webhook: "webhook-to"
    case .traces: "traces"
    }
  }

  /// The option that allows private networks.
  package var networkOption: String {
    switch self {
    case .photo: "photo-network"
    case .content: "content-network"
    case .webhook: "webhook-network"
    case .traces: "traces"
    }
  }

  /// The option that names a CA bundle.
  package var authorityOption: String {
    switch self {
    case .photo: "photo-authority"
    case .content: "content-authority"
    case .webhook: "webhook-authority"
    case .traces: "traces"
    }
  }

  /// The hint for a URL that cannot be fetched.
  var failureHint: String {
    switch self {
    case .photo: "check the URL in a browser, or upload the photo: PUT /v1/photos"
    case .content: "check the URL in a browser"
    case .webhook: "check the URL, and that the receiver is running"
    case .traces: "check the URL of --traces, and that the collector is running"
    }
  }

  /// Returns the hint for a host that is not allowed; the host includes a port other than 443.
  func hostHint(_ host: String) -> String {
    switch self {
    case .photo: "upload the photo: PUT /v1/photos; the operator allows hosts with --photos-from"
    case .content: "allow the host: --content-from \(host)"
    case .webhook: "allow the host: --webhook-to \(host)"
    case .traces: "check the URL of --traces"
    }
  }

  /// The hint for a host without an allowed address.
  var networkHint: String {
    switch self {
    case .photo:
      "upload the photo: PUT /v1/photos; the operator allows networks with --photo-network"
    case .content: "allow the network of the host, such as --content-network 10.1.0.0/16"
    case .webhook: "allow the network of the host, such as --webhook-network 10.1.0.0/16"
    case .traces: "check the name of the host in --traces"
    }
  }

  /// The hint for a resource over the maximum size.
  var sizeHint: String {
    switch self {
    case .photo: "use a smaller photo"
    case .content: "use a URL that returns fewer entries"
    case .webhook, .traces: "return a smaller response"
    }
  }
}
