internal import SourceJSON
import WallfarmPluginKit

/// Turns one value that a template, theme or flag gives a plugin into one the plugin can read.
struct ParameterResolver {
  let theme: Theme
  let fontFamilies: [String]
  let photos: PhotoStore
  let files: FileScope

  /// Checks a value written in a file: its key, its reference, its kind.
  ///
  /// - Throws: `unknown-parameter`, `unknown-token`, `invalid-parameter`, `unknown-font`, or what
  ///   opening a photo throws.
  func set(
    _ key: String, to written: JSONValue, origin: String, of plugin: any WallpaperPlugin.Type,
    in values: inout ParameterValues
  ) throws(RenderError) {
    guard let parameter = plugin.schema[key] else {
      throw .unknownParameter(
        key, known: plugin.schema.parameters.map(\.key), plugins: [plugin.id], origin: origin)
    }
    let (value, place) = try theme.resolve(written, as: parameter.kind, origin: origin)
    try set(parameter, to: value, origin: place, in: &values)
  }

  /// Checks a value of `--set`.
  ///
  /// - Throws: `invalid-parameter`, `unknown-font`, or what opening a photo throws.
  func set(
    _ parameter: ParameterDescription, to setting: Setting, in values: inout ParameterValues
  ) throws(RenderError) {
    let origin = "--set \(setting.key)"
    guard let value = parameter.kind.value(fromText: setting.value) else {
      throw .invalidParameter(parameter, got: "'\(setting.value)'", origin: origin)
    }
    try set(parameter, to: value, origin: origin, in: &values)
  }

  private func set(
    _ parameter: ParameterDescription, to value: JSONValue, origin: String,
    in values: inout ParameterValues
  ) throws(RenderError) {
    guard parameter.kind.accepts(value) else {
      throw .invalidParameter(parameter, got: quoted(value), origin: origin)
    }
    guard !CleanText.hasControls(value) else {
      throw .invalidParameter(parameter, got: "text with control characters", origin: origin)
    }
    values.set(parameter.key, to: value, from: origin)
    guard case .string(let text) = value else { return }
    switch parameter.kind {
    case .font where !fontFamilies.contains(text):
      throw .unknown(
        .unknownFont, "bundled font family", text, known: fontFamilies, origin: origin,
        list: "fonts")
    case .file where !text.isEmpty:
      // A path in a file is meant beside that file; one on the command line, in this folder.
      let isFlag = origin.hasPrefix("--")
      let file = Files.join(isFlag ? files.folder : Files.folder(of: origin), text)
      // What comes with the installation may name its own files.
      if isFlag || Files.isInside(Files.folder(of: origin), files.folder) {
        try files.check(file, origin: origin)
      }
      try photos.open(file, origin: origin)
      values.set(parameter.key, to: .string(file), from: origin)
    default: break
    }
  }

  private func quoted(_ value: JSONValue) -> String {
    if case .string(let text) = value { "'\(text)'" } else { value.text(pretty: false) }
  }
}
