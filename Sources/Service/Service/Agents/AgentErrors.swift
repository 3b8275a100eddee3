import Files
import WallfarmPluginKit

extension RenderError {
  /// The error as tools return it: hints name tools and resources instead of addresses.
  var forAgents: RenderError {
    var error = self
    for (address, name) in RenderError.names {
      error.hint = error.hint?.replacing(address, with: name)
    }
    return error
  }

  /// The tools and resources that correspond to addresses of the service.
  private static let names = [
    ("GET /v1/devices", "the tool 'devices'"), ("GET /v1/themes", "the tool 'themes'"),
    ("GET /v1/templates", "the tool 'templates'"),
    ("GET /v1/schema", "the resource wallfarm://schema/request"),
    ("POST /v1/render", "the tool 'render'"),
  ]

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
