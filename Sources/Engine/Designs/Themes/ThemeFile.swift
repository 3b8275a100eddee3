internal import SourceJSON
package import WallfarmPluginKit

/// A parsed theme file merged with the themes that it extends.
package struct ThemeFile: Sendable {
  package let name: String
  package let file: String
  let summary: String
  /// The credits for designers and sources.
  package let credits: [String]
  /// The font files of the theme, followed by those of the themes that it extends.
  package let fonts: [ThemeFont]
  /// The values that apply unless a variant or an override replaces them.
  package let main: ThemePart
  package let variants: [ThemeVariant: ThemePart]
  /// The overrides in order of increasing priority; those of the themes that this theme extends
  /// come first.
  package let overrides: [ThemeOverride]
  /// The path of the theme's own file, followed by the paths of the themes that it extends.
  package let files: [String]
  /// The SHA-256 of the file; for a theme that extends another, a digest that covers all of its
  /// files.
  package var digest = ""
  private let resolved = ResolvedThemes()

  init(
    name: String, file: String, summary: String, credits: [String], fonts: [ThemeFont],
    main: ThemePart, variants: [ThemeVariant: ThemePart], overrides: [ThemeOverride],
    files: [String]
  ) {
    (self.name, self.file, self.summary, self.credits) = (name, file, summary, credits)
    self.fonts = fonts
    (self.main, self.variants, self.overrides, self.files) = (main, variants, overrides, files)
  }

  /// Whether any override names a device or a device group, and not only a kind or a variant.
  var namesDevices: Bool { overrides.contains { $0.condition.words != nil } }

  /// Returns the theme for one device and variant.
  ///
  /// Overrides take precedence over variants, and variants take precedence over the main part. At
  /// the same level, this file takes precedence over the theme that it extends.
  ///
  /// - Throws: `unknown-variant`.
  package func theme(
    on device: Device, as variant: ThemeVariant?, origin: Origin = .option("variant")
  ) throws(RenderError) -> Theme {
    if let variant, !looks.contains(variant) {
      throw .unknownVariant(variant, of: self, origin: origin)
    }
    return self[Context(device: device, variant: variant)]
  }

  /// A theme that sets no values, so that every token has its default value.
  package static var empty: ThemeFile {
    ThemeFile(
      name: "", file: "", summary: "", credits: [], fonts: [], main: ThemePart(), variants: [:],
      overrides: [], files: [])
  }

  /// A device and variant for which a theme is resolved.
  package struct Context: Hashable {
    package let device: Device
    package let variant: ThemeVariant?
  }

  /// The theme for a context; the context's variant must be `nil` or available in the theme.
  package subscript(context: Context) -> Theme {
    let active = overrides.map { $0.condition.isTrue(on: context.device, as: context.variant) }
    let which = ResolvedThemes.Parts(variant: context.variant, overrides: active)
    return resolved.theme(with: which) {
      let parts = parts(in: context).map { $0.0 }
      let sum = parts.reduce(ThemePart()) { $1.over($0) }
      return Theme(
        name: name, file: file, background: sum.wholeBackground ?? .none(origin: .file(file)),
        images: sum.images ?? [], tokens: sum.tokens)
    }
  }

  /// Returns the parts that are active in a context, in order of increasing priority, each with a
  /// name for messages.
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

  /// The available variants: the variants that the theme defines, and the variant of the base theme
  /// itself.
  package var looks: [ThemeVariant] {
    ThemeVariant.allCases.filter { look in
      look == ownLook || variants[look] != nil
        || overrides.contains { $0.condition.variant == look }
    }
  }

  /// The variant of the base theme, derived from the text color: light text means a dark theme.
  var ownLook: ThemeVariant? {
    resolved.ownLook {
      let theme = Theme(
        name: name, file: file, background: .none(origin: .file(file)), tokens: main.tokens)
      guard let text = try? theme.value(of: "colors.text", origin: .file(file)).value,
        case .string(let written) = text, let color = Color(written)
      else { return nil }
      return color.relativeLuminance > 0.18 ? .dark : .light
    }
  }

  /// Returns one context for each combination of parts that can be active at the same time.
  package func contexts(on devices: [Device]) -> [Context] {
    var seen: Set<[Bool]> = []
    var found: [Context] = []
    for variant in [nil] + looks.map(Optional.some) {
      for device in devices {
        let active = overrides.map { $0.condition.isTrue(on: device, as: variant) }
        let which = [variant == .light, variant == .dark]
        if seen.insert(which + active).inserted {
          found.append(Context(device: device, variant: variant))
        }
      }
    }
    return found
  }
}

extension PluginUse {
  /// A placeholder for a background whose error has already been reported.
  fileprivate static func none(origin: Origin) -> PluginUse {
    PluginUse("solid-color", origin: origin)
  }
}

extension RenderError {
  fileprivate static func unknownVariant(
    _ variant: ThemeVariant, of theme: ThemeFile, origin: Origin
  ) -> RenderError {
    let own =
      theme.ownLook.map {
        "omit '--variant', because the theme itself is \($0.rawValue); or "
      } ?? ""
    return RenderError(
      .unknownVariant, "the theme '\(theme.name)' has no \(variant.rawValue) variant",
      origin: origin,
      hint: own + "add \"\(variant.rawValue)\" to \"variants\" in \(theme.file)"
    ).remedied(.remove())
  }
}
