package import SourceJSON
package import WallfarmPluginKit

extension ThemeFile {
  /// Flattens the theme into one file that does not extend another theme.
  ///
  /// - Parameter path: Maps a string in a background, an image or a font file to a new string, such as
  ///   the new path of a photo; the closure receives the string and its origin.
  /// - Returns: The content of the file.
  /// - Throws: An error that `path` throws.
  package func flat(
    path: (String, Origin) throws(RenderError) -> String
  ) throws(RenderError) -> JSONValue {
    var members = try main.flat(path)
    members["format"] = 1
    members["summary"] = .string(summary)
    members["credits"] = .array(credits.map(JSONValue.string))
    if !fonts.isEmpty {
      members["fontFiles"] = .array(
        try fonts.map { (font) throws(RenderError) in
          var entry: [String: JSONValue] = ["file": .string(try path(font.name, font.origin))]
          entry["sha256"] = font.sha256.map(JSONValue.string)
          return .object(entry)
        })
    }
    var looks: [String: JSONValue] = [:]
    for (variant, part) in variants { looks[variant.rawValue] = .object(try part.flat(path)) }
    members["variants"] = .object(looks)
    members["overrides"] = .array(
      try overrides.map { (override) throws(RenderError) in
        var part = try override.part.flat(path)
        var when: [String: JSONValue] = [:]
        when["kind"] = override.condition.kind.map(JSONValue.string)
        when["device"] = override.condition.words.map { .array($0.map(JSONValue.string)) }
        when["variant"] = override.condition.variant.map { .string($0.rawValue) }
        part["when"] = .object(when)
        return .object(part)
      })
    return .object(members)
  }
}

extension ThemePart {
  fileprivate func flat(
    _ path: (String, Origin) throws(RenderError) -> String
  ) throws(RenderError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for (key, value) in tokens {
      let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      var section: [String: JSONValue] = [:]
      if case .object(let before)? = members[parts[0]] { section = before }
      section[parts[1]] = value.value
      members[parts[0]] = .object(section)
    }
    if let images {
      members["images"] = .array(
        try images.map { (image) throws(RenderError) in
          .object(try Self.flat(image.parameters, path))
        })
    }
    let parameters = try Self.flat((background?.parameters ?? []) + backgroundChanges, path)
    guard background != nil || !parameters.isEmpty else { return members }
    var use: [String: JSONValue] = ["parameters": .object(parameters)]
    use["plugin"] = (background?.plugin).map(JSONValue.string)
    members["background"] = .object(use)
    return members
  }

  /// Returns parameters as members of an object.
  private static func flat(
    _ given: [(key: String, value: JSONValue, origin: Origin)],
    _ path: (String, Origin) throws(RenderError) -> String
  ) throws(RenderError) -> [String: JSONValue] {
    var parameters: [String: JSONValue] = [:]
    for (key, value, origin) in given {
      guard case .string(let text) = value, TokenReference(value) == nil else {
        parameters[key] = value
        continue
      }
      parameters[key] = .string(try path(text, origin))
    }
    return parameters
  }
}
