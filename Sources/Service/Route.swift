/// The parts of a service, as logs and figures name them.
enum Route: String, CaseIterable {
  case alive = "/healthz"
  case ready = "/readyz"
  case devices = "/v1/devices"
  case themes = "/v1/themes"
  case templates = "/v1/templates"
  case schema = "/v1/schema"
  case render = "/v1/render"
  case photos = "/v1/photos"
  case metrics = "/metrics"

  /// What may be done there.
  var methods: [String] {
    switch self {
    case .render: ["POST"]
    case .photos: ["PUT"]
    default: ["GET", "HEAD"]
    }
  }

  /// Whether one needs a key, where there are some.
  var needsKey: Bool { self == .render || self == .photos }
}
