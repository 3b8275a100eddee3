package import Designs
package import Files
import Graphics
package import SourceJSON
package import WallfarmPluginKit

/// Resolves a plugin parameter from a template, theme or flag to a checked value.
package struct ParameterResolver {
  let theme: Theme
  let fontFamilies: [String]
  let photos: PhotoStore
  let files: FileScope

  package init(theme: Theme, fontFamilies: [String], photos: PhotoStore, files: FileScope) {
    (self.theme, self.fontFamilies, self.photos, self.files) = (theme, fontFamilies, photos, files)
  }

  /// Checks the key, token reference and type of a value from a file, and adds the value to
  /// `values`.
  ///
  /// - Throws: `unknown-parameter`, `unknown-token`, `invalid-parameter`, `unknown-font`, or errors
  ///   from opening a photo.
  package func set(
    _ key: String, to written: JSONValue, origin: Origin, keyOrigin: Origin? = nil,
    of plugin: any RegisteredPlugin, in values: inout ParameterValues
  ) throws(RenderError) {
    guard let parameter = plugin.schema[key] else {
      throw .unknownParameter(
        key, known: plugin.schema.parameters.map(\.key), plugins: [plugin.id],
        origin: keyOrigin ?? origin)
    }
    let found: TokenValue
    do throws(RenderError) {
      found = try theme.resolve(written, as: parameter.kind, origin: origin)
    } catch {
      guard error.remedies.isEmpty else { throw error }
      throw error.remedied(.repair(with: parameter.kind.repaired(written), at: origin))
    }
    if let reference = TokenReference(written) {
      let kind = (ThemeTokens.token(reference.key) ?? ThemeTokens.palette).kind
      guard parameter.kind.canBe(kind), parameter.kind.accepts(found.value) else {
        throw .wrongReference(
          "'\(key)'", parameter.kind, reference.key, found, origin: origin,
          code: .invalidParameter)
      }
    }
    try set(parameter, to: found.value, origin: found.origin, in: &values)
  }

  /// Checks the value of a `--set` option and adds it to `values`.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - name: The name that the template gives to the parameter, if it differs from the key.
  ///   - setting: The setting.
  ///   - values: The values to change.
  /// - Throws: `invalid-parameter`, `unknown-font`, or errors from opening a photo.
  func set(
    _ parameter: ParameterDescription, named name: String? = nil, to setting: Setting,
    in values: inout ParameterValues
  ) throws(RenderError) {
    let origin = Origin.setting(setting.key)
    guard let value = setting.value(as: parameter.kind) else {
      var problem = RenderError.invalidParameter(
        parameter, named: name, got: "'\(setting.text.shortened)'", origin: origin)
      if case .color = parameter.kind { problem.hint = colorHint(for: setting.text, parameter) }
      throw problem.remedied(.repair(with: parameter.kind.repaired(setting.value)))
    }
    try set(parameter, named: name, to: value, origin: origin, in: &values)
  }

  /// The palette tokens of the theme, such as `palette.ink`.
  private var palette: [String] { theme.tokens.keys.filter { $0.hasPrefix("palette.") } }

  /// Returns a hint for a color from the command line; an empty value means that the shell treated
  /// `#` as a comment.
  private func colorHint(for text: String, _ parameter: ParameterDescription) -> String? {
    if text.isEmpty { return "quote a '#' in the shell: '#1c1c1e'" }
    let hint = ValueHint(parameter.kind, palette: palette).hint(for: .string(text))
    return hint == ValueHint.anyColor
      ? "write a hex code such as '#1c1c1e', or a name such as navy" : hint
  }

  private func set(
    _ parameter: ParameterDescription, named name: String? = nil, to value: JSONValue,
    origin: Origin, in values: inout ParameterValues
  ) throws(RenderError) {
    guard parameter.kind.accepts(value) else {
      var problem = RenderError.invalidParameter(
        parameter, named: name, got: quoted(value).shortened, origin: origin)
      if !origin.isTyped {
        problem.hint = ValueHint(parameter.kind, palette: palette).hint(for: value)
      } else if case .color = parameter.kind, case .string(let text) = value {
        problem.hint = colorHint(for: text, parameter)
      }
      if case .stops = parameter.kind, let why = GradientStop.mistake(in: value) {
        problem.message = "'\(name ?? parameter.key)' \(why)"
        problem.hint =
          "write 2 to 16 colors, such as '#102030' or '#102030 40%', with ascending positions"
      }
      throw problem.remedied(.repair(with: parameter.kind.repaired(value)))
    }
    guard !CleanText.hasControls(value) else {
      throw .invalidParameter(
        parameter, named: name, got: "text with control characters", origin: origin
      ).remedied(.remove())
    }
    if let excess = TextLimits.block.excess(in: value) {
      var problem = RenderError.invalidParameter(
        parameter, named: name, got: "text that has \(excess.phrase)", origin: origin)
      problem.hint = excess.hint
      throw problem
    }
    values.set(parameter.key, to: value, from: origin)
    guard case .string(let text) = value else { return }
    switch parameter.kind {
    case .font where text != "none" && !fontFamilies.contains(text):
      throw .unknown(
        .unknownFont, "font family", text, known: fontFamilies, origin: origin,
        list: "font", isOptional: true)
    case .file where !text.isEmpty:
      // A path in a file is relative to the folder that contains the file; a path on the command
      // line is relative to the working folder.
      let folder = origin.file.map(Files.folder)
      let file = Files.join(folder ?? files.folder, text)
      // A file outside the scope, such as a file of the installation, can name other files outside
      // the scope.
      if folder.map({ Files.isInside($0, files.folder) }) ?? true {
        try files.check(file, origin: origin)
      }
      do throws(RenderError) {
        try photos.open(file, origin: origin)
      } catch {
        var problem = error
        if folder != nil, error.origin != origin { problem.also = "the file is named in \(origin)" }
        throw problem
      }
      values.set(parameter.key, to: .string(file), from: origin)
    default: break
    }
  }

  private func quoted(_ value: JSONValue) -> String {
    if case .string(let text) = value { "'\(text)'" } else { value.text(pretty: false) }
  }
}

extension TextLimits {
  /// Returns the first text limit that a value exceeds; the items of an array are also checked.
  fileprivate func excess(in value: JSONValue) -> TextExcess? {
    switch value {
    case .string(let text): excess(in: text)
    case .array(let items): items.lazy.compactMap(excess).first
    case .null, .bool, .number, .object: nil
    }
  }
}
