internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// Parses a theme file and reports every error in it.
package struct ThemeReader {
  private var reader: FileReader
  private let base: ThemeFile?
  private let devices: DeviceCatalog

  /// Creates a reader for a file.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - base: The theme that the file extends, which provides the missing values.
  ///   - devices: The devices that overrides can name.
  ///   - pack: The name of the installed pack that contains the file.
  init(
    file: String, base: ThemeFile? = nil, devices: DeviceCatalog = .known, pack: String? = nil
  ) {
    reader = FileReader(file: file, pack: pack)
    self.base = base
    self.devices = devices
  }

  /// Maximum number of overrides.
  private static let mostOverrides = 64

  /// The keys common to the main part, variants and overrides.
  static let partKeys = ["background", "images", "palette"] + ThemeTokens.sections
  package static let keys =
    ["format", "$schema", "extends", "summary", "credits", "fontFiles"] + partKeys
    + ["variants", "overrides"]

  /// Returns the name of the theme that a file extends, and the origin of the name; `nil` if it
  /// extends none.
  package static func base(of node: JSONNode, file: String) -> (name: String, origin: Origin)? {
    guard let value = node["extends"], let name = value.string else { return nil }
    return (name, value.place.origin(in: file))
  }

  /// Parses a theme; the resulting theme is `nil` if the file is not a theme object.
  mutating func read(_ node: JSONNode, name: String) -> (theme: ThemeFile?, problems: [RenderError])
  {
    guard let root = reader.object(node, "a theme", keys: Self.keys) else {
      return (nil, reader.problems)
    }
    guard reader.checkFormat(root, "a theme") else { return (nil, reader.problems) }
    let summary = reader.text("summary", of: root, "a theme")
    if let value = root["extends"], value.string == nil {
      reader.report(reader.wrong(value, "'extends'", "the name or path of a theme"))
    }
    if root["background"] == nil, root["extends"] == nil {
      reader.missing("background", in: "a theme", root)
    }
    let credits = credits(root)
    let fonts = ThemeFont.fonts(root, in: &reader)
    let main = part(root, over: base?.main)
    let variants = variants(root, main)
    let overrides = overrides(root, main)
    let theme = ThemeFile(
      name: name, file: reader.file, summary: summary?.text ?? "",
      credits: credits ?? base?.credits ?? [], fonts: fonts + (base?.fonts ?? []),
      main: main.over(base?.main), variants: variants,
      overrides: (base?.overrides ?? []) + overrides, files: [reader.file] + (base?.files ?? []))
    let screens = theme.namesDevices ? devices.devices : Device.ofEachKind
    let tokens = theme.contexts(on: screens).flatMap { theme[$0].mistakes() }
    return (theme, reader.problems + tokens)
  }

  private mutating func credits(_ root: JSONNode) -> [String]? {
    guard let node = root["credits"] else { return nil }
    let texts = node.elements.map { $0.map(\.string) } ?? [node.string]
    if texts.contains(nil) {
      let wrong = node.elements?.first { $0.string == nil } ?? node
      reader.report(reader.wrong(wrong, "'credits'", "a string, or a list of strings"))
    }
    return texts.compactMap(\.self)
  }

  private mutating func variants(
    _ root: JSONNode, _ main: ThemePart
  ) -> [ThemeVariant: ThemePart] {
    var found = base?.variants ?? [:]
    guard let node = root["variants"] else { return found }
    let keys = ThemeVariant.allCases.map(\.rawValue)
    guard reader.object(node, "'variants'", keys: keys) != nil else { return found }
    for variant in ThemeVariant.allCases {
      guard let given = node[variant.rawValue],
        let object = reader.object(given, "a variant", keys: Self.partKeys)
      else { continue }
      let before = found[variant]
      found[variant] = part(object, over: (before ?? ThemePart()).over(main.over(base?.main)))
        .over(before)
    }
    return found
  }

  private mutating func overrides(_ root: JSONNode, _ main: ThemePart) -> [ThemeOverride] {
    guard let node = root["overrides"] else { return [] }
    guard let items = node.elements else {
      reader.report(reader.wrong(node, "'overrides'", "a list"))
      return []
    }
    let below = main.over(base?.main)
    var found: [ThemeOverride] = []
    if items.count > Self.mostOverrides {
      reader.report(
        .invalidValue(
          "'overrides'", expected: "at most \(Self.mostOverrides)",
          got: "a list of \(items.count) entries",
          origin: reader.origin(node), hint: "combine several devices in one 'when'"))
    }
    for item in items.prefix(Self.mostOverrides) {
      guard let object = reader.object(item, "an override", keys: ["when"] + Self.partKeys)
      else { continue }
      let part = part(object, over: below)
      guard let when = object["when"] else {
        reader.missing("when", in: "an override", item)
        continue
      }
      // Check the values of an override even if its condition is invalid.
      let condition = Condition(when, in: &reader, devices: devices) ?? .always
      found.append(ThemeOverride(condition: condition, part: part, origin: reader.origin(item)))
    }
    return found
  }

  /// Parses the background, palette and tokens of an object; `below` is the inherited part.
  private mutating func part(_ object: JSONNode, over below: ThemePart?) -> ThemePart {
    var part = ThemePart()
    if let node = object["background"] {
      // An object without `plugin` changes the parameters of the inherited background.
      let isThere = below?.background != nil || object["extends"] != nil
      if isThere, node.members != nil, node["plugin"] == nil {
        part.backgroundChanges = PluginUse.parameters(of: node, in: &reader)
        for member in node["parameters"]?.members ?? [] {
          part.backgroundKeys[member.key] = member.keyPlace.origin(in: reader.file)
        }
      } else {
        part.background = PluginUse(node, in: &reader)
      }
    }
    part.images = ThemeImages.read(object, in: &reader)
    let palette =
      (object["palette"]?.members ?? []).map { "palette.\($0.key)" }
      + (below?.tokens.keys.filter { $0.hasPrefix("palette.") } ?? [])
    for section in ["palette"] + ThemeTokens.sections {
      guard let node = object[section] else { continue }
      for member in reader.members(node, "'\(section)'", most: 256) {
        let key = "\(section).\(member.key)"
        guard let kind = kind(of: key, member) else {
          if section == "palette" { part.tokens[key] = placeholder(member) }
          continue
        }
        let mistakes = mistakes(in: member.value, of: key, kind, below, palette)
        mistakes.forEach { reader.report($0) }
        if !mistakes.isEmpty {
          if section == "palette" { part.tokens[key] = placeholder(member) }
        } else {
          part.tokens[key] = ThemePart.Value(
            value: member.value.plain, origin: reader.origin(member.value))
        }
      }
    }
    return part
  }

  /// Returns a stand-in for an invalid palette color, so that references to the color cause no
  /// further errors.
  private func placeholder(_ member: JSONMember) -> ThemePart.Value {
    ThemePart.Value(
      value: ThemeTokens.palette.defaultValue, origin: reader.origin(member.value))
  }

  /// Returns the kind of a token; if the token is unknown, reports an error and returns `nil`.
  private mutating func kind(of key: String, _ member: JSONMember) -> ParameterKind? {
    let place = member.keyPlace.origin(in: reader.file)
    if key.hasPrefix("palette.") {
      if ThemeTokens.isPaletteName(member.key) { return ThemeTokens.palette.kind }
      reader.report(
        .invalidValue(
          "a color's name",
          expected: "a letter followed by letters, digits or hyphens, all without accents",
          got: "'\(member.key)'", origin: place, hint: ThemeTokens.hint(forName: member.key)))
      return nil
    }
    if let token = ThemeTokens.token(key) { return token.kind }
    reader.report(.unknownToken(key, origin: place))
    return nil
  }

  private func mistakes(
    in node: JSONNode, of key: String, _ kind: ParameterKind, _ below: ThemePart?,
    _ palette: [String]
  ) -> [RenderError] {
    let value = node.plain
    guard TokenReference(value) == nil, !kind.accepts(value),
      !(kind.isColor && value.isColorExpression)
    else { return [] }
    if case .words(let words) = kind, let items = node.elements {
      // Report each invalid word at its own position.
      return items.filter { item in item.string.map { !words.contains($0) } ?? true }.map { item in
        var problem = reader.wrong(
          item, "an entry of '\(key)'", ParameterKind.choice(words).accepted)
        problem.hint = ValueHint(.choice(words)).hint(for: item.plain)
        return problem
      }
    }
    var problem = reader.wrong(node, "'\(key)'", kind.accepted)
    problem.hint = ValueHint(kind, palette: palette).hint(for: value)
    problem.also = below?.tokens[key].map { inherited in
      let value = inherited.value.text(pretty: false).shortened
      return "'\(key)' is \(value) in \(inherited.origin) and is overridden here"
    }
    return [problem]
  }
}

extension ParameterKind {
  fileprivate var isColor: Bool {
    if case .color = self { true } else { false }
  }
}

extension JSONValue {
  /// Whether the value is a string that looks like a call to a color function.
  fileprivate var isColorExpression: Bool {
    if case .string(let text) = self { ColorExpression.isOne(text) } else { false }
  }
}
