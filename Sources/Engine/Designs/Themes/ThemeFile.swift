internal import SourceJSON
package import WallfarmPluginKit

/// A theme as it is written, with what it takes from those that it extends.
package struct ThemeFile: Sendable {
  let name: String
  package let file: String
  let summary: String
  /// Whom to thank.
  let credits: [String]
  /// What holds unless a variant or an override says otherwise.
  package let main: ThemePart
  package let variants: [ThemeVariant: ThemePart]
  /// In order, those of the theme that it extends first; a later one counts more.
  package let overrides: [ThemeOverride]
  /// The files it was read from, its own first.
  package let files: [String]
  /// SHA-256 of its file, or of all files it was read from.
  package var digest = ""

  /// The theme on one device.
  ///
  /// What is more special counts more: an override more than a variant, a variant more than the main
  /// part; and on one level the file more than what it extends.
  ///
  /// - Throws: `unknown-variant`.
  package func theme(
    on device: String, as variant: ThemeVariant?, origin: Origin = .option("variant")
  ) throws(RenderError) -> Theme {
    if let variant, !looks.contains(variant) {
      throw .unknownVariant(variant, of: self, origin: origin)
    }
    return self[Context(device: device, variant: variant)]
  }

  /// A theme that says nothing: every token has its default.
  package static var empty: ThemeFile {
    ThemeFile(
      name: "", file: "", summary: "", credits: [], main: ThemePart(), variants: [:],
      overrides: [], files: [])
  }

  /// Where a theme is used.
  package struct Context: Hashable {
    package let device: String
    package let variant: ThemeVariant?
  }

  /// The theme in a context that it has.
  package subscript(context: Context) -> Theme {
    let parts = parts(in: context).map { $0.0 }
    let sum = parts.reduce(ThemePart()) { $1.over($0) }
    return Theme(
      name: name, file: file, background: sum.wholeBackground ?? .none(origin: .file(file)),
      tokens: sum.tokens)
  }

  /// The parts that count in a context, the one that counts most last, each with its name.
  package func parts(in context: Context) -> [(ThemePart, String)] {
    var found = [(main, "the theme")]
    if let variant = context.variant, let part = variants[variant] {
      found.append((part, "the \(variant.rawValue) variant"))
    }
    for override in overrides
    where override.condition.isTrue(on: context.device, as: context.variant) {
      found.append((override.part, "the override at \(override.origin)"))
    }
    return found
  }

  /// The variants it can be asked for: those it has, and the one that it is by itself.
  package var looks: [ThemeVariant] {
    ThemeVariant.allCases.filter { look in
      look == ownLook || variants[look] != nil
        || overrides.contains { $0.condition.variant == look }
    }
  }

  /// Light letters make a dark theme.
  var ownLook: ThemeVariant? {
    let theme = Theme(
      name: name, file: file, background: .none(origin: .file(file)), tokens: main.tokens)
    guard let text = try? theme.value(of: "colors.text", origin: .file(file)).value,
      case .string(let written) = text, let color = Color(written)
    else { return nil }
    return color.relativeLuminance > 0.18 ? .dark : .light
  }

  /// One context for each set of parts that can count together.
  package func contexts(on devices: [Device]) -> [Context] {
    var seen: Set<[Bool]> = []
    var found: [Context] = []
    for variant in [nil] + looks.map(Optional.some) {
      for device in devices {
        let active = overrides.map { $0.condition.isTrue(on: device.id, as: variant) }
        let which = [variant == .light, variant == .dark]
        if seen.insert(which + active).inserted {
          found.append(Context(device: device.id, variant: variant))
        }
      }
    }
    return found
  }
}

extension PluginUse {
  /// Stands where a background could not be read; the mistake was told.
  fileprivate static func none(origin: Origin) -> PluginUse {
    PluginUse("solid-color", origin: origin)
  }
}

extension RenderError {
  fileprivate static func unknownVariant(
    _ variant: ThemeVariant, of theme: ThemeFile, origin: Origin
  ) -> RenderError {
    let own = theme.ownLook.map { "it is \($0.rawValue) by itself: leave it out, or " } ?? ""
    return RenderError(
      .unknownVariant, "the theme '\(theme.name)' has no \(variant.rawValue) variant",
      origin: origin,
      hint: own + "add \"\(variant.rawValue)\" to \"variants\" in \(theme.file)")
  }
}
