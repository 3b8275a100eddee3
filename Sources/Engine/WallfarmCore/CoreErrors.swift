internal import Designs
package import WallfarmPluginKit

// Error messages of the core.

extension RenderError {
  package static func keyUnusable(_ path: String, _ reason: String, origin: Origin) -> RenderError {
    RenderError(
      .keyUnusable, "'\(path)' cannot be used as a key: \(reason)", origin: origin,
      hint: "create a file of 32 to 1,024 random bytes that other users cannot read: "
        + "(umask 077; head -c 32 /dev/urandom > key)")
  }

  static func ambiguousParameter(_ key: String, plugins: [String]) -> RenderError {
    RenderError(
      .unknownParameter,
      "'\(key)' is a parameter of "
        + plugins.map { "'\($0)'" }.joined(separator: " and "), origin: .option("set"),
      hint: "name the plugin: --set \(plugins[0]).\(key)=…")
  }

  static func settingWithoutValue(_ text: String) -> RenderError {
    text.hasPrefix("=")
      ? RenderError(
        .invalidParameter, "'\(text)' has no key before the '='", origin: .option("set"),
        hint: "write --set KEY\(text)")
      : RenderError(
        .invalidParameter,
        "'\(text)' has no '=': a setting has the form KEY=VALUE", origin: .option("set"),
        hint: "write --set \(text.isEmpty ? "max-size" : text)=VALUE")
  }

  package static func invalidScene(_ what: String, layer: String) -> RenderError {
    RenderError(
      .invalidScene, "the scene cannot be drawn: \(what)", origin: .layer(layer),
      hint: "report this bug to the author of the plugin that created the layer")
  }

  static func strict(_ warning: RenderWarning) -> RenderError {
    RenderError(
      .strictWarning, "\(warning.message) (\(warning.code.rawValue))", origin: .option("strict"),
      hint: warning.hint)
  }
}

extension RenderWarning {
  /// The warning as an error for `--strict`, with the origin of the warning if there is one.
  package var strict: RenderError {
    var error = RenderError.strict(self)
    error.origin = origin ?? error.origin
    return error
  }
}
