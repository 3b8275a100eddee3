internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// A parameter that a template defines, used as `"message": "$parameters.message"`.
///
/// Its type and range are determined by the plugin parameters that refer to it.
package struct TemplateParameter: Sendable {
  package let key: String
  package let summary: String
  /// The unresolved default, which can be a token reference; `nil` means the default of the plugin.
  package let standard: (value: JSONValue, origin: Origin)?
  package let origin: Origin

  static let prefix = "parameters."

  /// Returns the name in a reference such as `"$parameters.message"`; `nil` for any other value.
  package static func name(in value: JSONValue) -> String? {
    guard let reference = TokenReference(value), reference.key.hasPrefix(prefix) else { return nil }
    return String(reference.key.dropFirst(prefix.count))
  }

  /// Parses `{"summary": "…", "default": …}`.
  init?(_ member: JSONMember, in reader: inout FileReader) {
    let name = member.key
    guard ThemeTokens.isPaletteName(name) else {
      reader.report(
        .invalidValue(
          "a parameter's name",
          expected: "a letter followed by letters, digits or hyphens, all without accents",
          got: "'\(name)'", origin: member.keyPlace.origin(in: reader.file),
          hint: ThemeTokens.hint(forName: name)))
      return nil
    }
    let what = "the parameter '\(name)'"
    guard let object = reader.object(member.value, what, keys: ["summary", "default"]),
      let summary = reader.text("summary", of: object, what)
    else { return nil }
    key = name
    self.summary = summary.text
    standard = object["default"].map { ($0.plain, reader.origin($0)) }
    origin = member.keyPlace.origin(in: reader.file)
  }
}

extension Template {
  /// Finds the plugin parameter that refers to a template parameter; `nil` if there is none.
  package func target(
    of parameter: TemplateParameter, in plugins: PluginRegistry, among uses: [PluginUse]? = nil
  ) -> ParameterDescription? {
    for use in uses ?? self.uses {
      for (key, value, _) in use.parameters
      where TemplateParameter.name(in: value) == parameter.key {
        if let found = plugins.schema(of: use)?[key] {
          return found
        }
      }
    }
    return nil
  }
}
