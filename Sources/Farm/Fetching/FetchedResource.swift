internal import Diagnostics

/// The kind of resource that a ``Fetcher`` downloads, with its limits and the words of its messages.
package enum FetchedResource: String, Sendable, CaseIterable {
  /// A photo for a request to the service.
  case photo
  /// A document with content.
  case content

  /// The maximum size in bytes.
  package var mostBytes: Int {
    switch self {
    case .photo: 24 << 20
    case .content: 8 << 20
    }
  }

  /// The timeout, including redirects.
  package var patience: Duration {
    switch self {
    case .photo: .seconds(10)
    case .content: .seconds(20)
    }
  }

  /// The value of the `Accept` header.
  package var accept: String {
    switch self {
    case .photo: "image/jpeg, image/png, image/webp, image/heic, image/heif, image/avif"
    case .content:
      "text/calendar, application/json, application/atom+xml, application/rss+xml, text/csv, "
        + "*/*;q=0.5"
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
    }
  }

  /// The resource in the definite form.
  var definite: String {
    switch self {
    case .photo: "the photo"
    case .content: "the content"
    }
  }

  /// The resource as the subject of a sentence about a host.
  var plural: String {
    switch self {
    case .photo: "photos"
    case .content: "content"
    }
  }

  /// The verb form after ``plural``.
  var areNot: String {
    switch self {
    case .photo: "are not"
    case .content: "is not"
    }
  }

  /// The option that allows hosts.
  package var hostOption: String {
    switch self {
    case .photo: "photos-from"
    case .content: "content-from"
    }
  }

  /// The option that allows private networks.
  package var networkOption: String {
    switch self {
    case .photo: "photo-network"
    case .content: "content-network"
    }
  }

  /// The option that names a CA bundle.
  package var authorityOption: String {
    switch self {
    case .photo: "photo-authority"
    case .content: "content-authority"
    }
  }

  /// The hint for a URL that cannot be fetched.
  var failureHint: String {
    switch self {
    case .photo: "check the URL in a browser, or upload the photo: PUT /v1/photos"
    case .content: "check the URL in a browser"
    }
  }

  /// Returns the hint for a host that is not allowed; the host includes a port other than 443.
  func hostHint(_ host: String) -> String {
    switch self {
    case .photo: "upload the photo: PUT /v1/photos; the operator allows hosts with --photos-from"
    case .content: "allow the host: --content-from \(host)"
    }
  }

  /// The hint for a host without an allowed address.
  var networkHint: String {
    switch self {
    case .photo:
      "upload the photo: PUT /v1/photos; the operator allows networks with --photo-network"
    case .content: "allow the network of the host, such as --content-network 10.1.0.0/16"
    }
  }

  /// The hint for a resource over the maximum size.
  var sizeHint: String {
    switch self {
    case .photo: "use a smaller photo"
    case .content: "use a URL that returns fewer entries"
    }
  }
}
