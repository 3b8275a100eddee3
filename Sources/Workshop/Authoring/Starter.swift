internal import Designs
internal import Files
internal import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Writes a new theme or template that can be rendered without changes.
public struct Starter {
  /// The written files.
  public struct Made: Sendable, Hashable {
    /// The path of the theme file or the template file.
    public let file: String
    /// The path of the schema file for editors, in the same folder; an existing file is not
    /// changed.
    public let schema: String
  }

  private let schemas: FileSchemas

  /// Creates a starter that writes schema files for the given plugins.
  public init(plugins: PluginRegistry) { schemas = FileSchemas(plugins: plugins) }

  /// Writes `NAME.json`.
  ///
  /// - Parameters:
  ///   - name: a name, or a path with or without `.json`.
  ///   - base: the theme to extend; nil for a theme without a base.
  ///   - isPackName: whether the base is the name of a theme in a pack, and not a path.
  ///   - kind: the design of a theme without a base.
  /// - Returns: the written files.
  /// - Throws: `invalid-parameter`, `unknown-theme`, or `output-failed`, for example if the file
  ///   exists.
  public func theme(
    _ name: String, extending base: String? = nil, isPackName: Bool = false,
    as kind: ThemeStarter = .plain
  ) throws(RenderError) -> Made {
    try Self.checkName(name.hasSuffix(".json") ? String(name.dropLast(5)) : name, "theme")
    let file = name.hasSuffix(".json") ? name : name + ".json"
    if let base, base.contains("/") || base.hasSuffix(".json"),
      !isPackName,
      !Files.exists(Files.join(Files.folder(of: file), base))
    {
      throw RenderError(
        .unknownTheme, "no theme exists at '\(base)', relative to '\(file)'",
        origin: .option("extends"), hint: "write the path relative to the folder of the new theme")
    }
    let text = base.map { Self.theme(in: file, extending: $0) } ?? kind.text
    return try write(
      text, to: file, schema: "theme.schema.json", schemas.theme)
  }

  /// Writes `NAME/template.json`.
  ///
  /// - Parameter name: a name, or the path of a folder.
  /// - Returns: the written files.
  /// - Throws: `invalid-parameter`, or `output-failed`, for example if the file exists.
  public func template(_ name: String) throws(RenderError) -> Made {
    try Self.checkName(name, "template")
    return try write(
      Self.template, to: name + "/template.json", schema: "template.schema.json",
      schemas.template)
  }

  /// Checks that the last component of a path is a portable name.
  private static func checkName(_ path: String, _ kind: String) throws(RenderError) {
    let name = Files.name(of: path)
    let isName =
      name.first.map { $0.isLetter || $0.isNumber } == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard !isName || CleanText.hasControls(.string(path)) else { return }
    throw .invalidDesignName(path, kind, origin: .argument("name"))
  }

  private func write(
    _ text: String, to file: String, schema: String, _ content: JSONValue
  ) throws(RenderError) -> Made {
    if let kind = EntryKind(at: file) {
      throw RenderError(
        .outputFailed, "'\(file)' already exists" + (kind == .file ? "" : ": \(kind.words)"),
        origin: .argument("name"), hint: "choose another name, or move that file away")
    }
    let path = Files.join(Files.folder(of: file), schema)
    // An existing schema may have been edited, so it is not replaced.
    if EntryKind(at: path) == nil {
      try WholeFile.write(
        [Array((content.text(pretty: true) + "\n").utf8)], to: path, isNew: true)
    }
    try WholeFile.write([Array(text.utf8)], to: file, isNew: true)
    return Made(file: file, schema: path)
  }

  private static func theme(in file: String, extending base: String) -> String {
    """
    {
      "$schema": "./theme.schema.json",
      "format": 1,
      "summary": "Describe the difference in one line.",
      "extends": \(quoted(base)),

      // Values that are not set here come from that theme;
      // 'wallfarm theme show ./\(Files.name(of: file))' shows them.
      "fonts": { "weight": 600 },
    }

    """
  }

  /// A string as a JSON literal.
  private static func quoted(_ text: String) -> String {
    JSONValue.string(text).text(pretty: false)
  }

  private static let template = """
    {
      "$schema": "./template.schema.json",
      "format": 1,
      "summary": "Describe the template in one line.",
      "theme": "midnight",
      "background": "theme",

      // Parameters that a user can set by name: --set largest=60
      "parameters": {
        "largest": { "summary": "Largest type size.", "default": "$sizes.largest" },
      },
      "layouts": [
        {
          "plugin": "numbered-notes",
          "parameters": {
            "font": "$fonts.text",
            "weight": "$fonts.weight",
            "letter-spacing": "$fonts.letterSpacing",
            "color": "$colors.text",
            "number-style": "$style.number",
            "number-font": "$fonts.number",
            "number-weight": "$fonts.numberWeight",
            "number-color": "$colors.number",
            "badge-color": "$colors.badge",
            "max-size": "$parameters.largest",
            "min-size": "$sizes.crowded",
            "crowded-below": "$sizes.smallest",
            "side": "$spacing.side",
            "line-gap": "$spacing.line",
            "note-gap": "$spacing.note",
            "align": "center",
            "anchor": "center",
            "card-color": "$colors.card",
            "card-line-color": "$colors.cardLine",
            "card-radius": "$style.cardRadius",
            "rule-color": "$colors.rule",
            "shadow": "$colors.shadow",
          },
        },
      ],
    }

    """
}

extension RenderError {
  /// The error for a name that is not portable.
  static func invalidDesignName(_ name: String, _ kind: String, origin: Origin) -> RenderError {
    RenderError(
      .invalidParameter, "'\(name.visible)' is not a valid name for a \(kind)", origin: origin,
      hint: "use only letters, digits and hyphens; for example, 'harbor-2'")
  }
}
