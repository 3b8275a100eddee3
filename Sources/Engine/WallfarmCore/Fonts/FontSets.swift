internal import Designs
internal import Graphics
import WallfarmPluginKit

/// The fonts of a renderer: the bundled fonts alone, and with each set of custom fonts in use.
///
/// Each set has a Pango font map of its own, so that a picture never uses the custom fonts of
/// another picture.
final class FontSets {
  /// The bundled fonts.
  let bundled: FontContext
  /// The sets with custom fonts, least recently used first.
  private var sets: [FontSet] = []
  private let bundledSet: FontSet
  /// Maximum number of sets with custom fonts that are kept.
  private static let mostSets = 4

  /// Fonts, with the text engines that use them.
  final class FontSet {
    let custom: [CustomFont]
    let fonts: FontContext
    private var engines: [Scale: TextEngine] = [:]

    init(_ custom: [CustomFont], _ fonts: FontContext) {
      (self.custom, self.fonts) = (custom, fonts)
    }

    func engine(scale: Scale) -> TextEngine {
      let engine = engines[scale] ?? fonts.textEngine(scale: scale)
      engines[scale] = engine
      return engine
    }
  }

  /// Opens the bundled fonts.
  ///
  /// - Throws: `fonts-missing`.
  init(installation: Installation) throws(RenderError) {
    bundled = try installation.openFonts()
    bundledSet = FontSet([], bundled)
  }

  /// Returns the text engine for a scale, with the given custom fonts in addition to the bundled
  /// ones.
  ///
  /// - Throws: `font-unreadable` if FreeType or HarfBuzz cannot open a font.
  func engine(with custom: [CustomFont], scale: Scale) throws(RenderError) -> TextEngine {
    if custom.isEmpty { return bundledSet.engine(scale: scale) }
    return try set(with: custom).engine(scale: scale)
  }

  private func set(with custom: [CustomFont]) throws(RenderError) -> FontSet {
    let set: FontSet
    if let place = sets.firstIndex(where: { $0.custom == custom }) {
      set = sets.remove(at: place)
    } else {
      set = FontSet(custom, try FontContext(bundled, adding: custom))
    }
    sets.append(set)
    if sets.count > FontSets.mostSets { sets.removeFirst() }
    return set
  }
}
