import Files
import WallfarmPluginKit

extension RenderError {
  /// The error as tools return it: hints name tools and resources instead of addresses.
  var forAgents: RenderError {
    var error = self
    error.hint = hint.map(\.withoutAddresses)
    return error
  }

  static func unknownArgument(
    _ key: String, of tool: String, known: [String]
  ) -> RenderError {
    .unknownKey(
      String(key.prefix(100)), in: "the tool '\(tool)'", known: known, origin: .argument(tool))
  }

  static func wrongArgument(
    _ name: String, _ problem: String, hint: String? = nil
  ) -> RenderError {
    RenderError(
      .invalidRequest, "the argument '\(name)' \(problem)", origin: .argument(name), hint: hint)
  }
}

extension String {
  /// The tools and resources that correspond to addresses of the service.
  private static let names = [
    ("GET /v1/devices", "the tool 'devices'"), ("GET /v1/themes", "the tool 'themes'"),
    ("GET /v1/templates", "the tool 'templates'"),
    ("GET /v1/schema", "the resource wallfarm://schema/request"),
    ("POST /v1/render", "the tool 'render'"),
  ]

  fileprivate var withoutAddresses: String {
    String.names.reduce(self) { $0.replacing($1.0, with: $1.1) }
  }
}
