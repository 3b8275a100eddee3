internal import Designs
internal import Files
internal import FontFormats
import Graphics
internal import WallfarmCore
import WallfarmPluginKit

/// Reads the font files of a theme and reports every error in them.
struct FontCheck {
  /// The families in the files without errors.
  private(set) var families: [String] = []
  /// The faces in the files without errors.
  private(set) var faces: [FontFace] = []
  private(set) var problems: [RenderError] = []
  private(set) var warnings: [RenderWarning] = []

  /// Checks the fonts of a theme.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - store: A store that only checks fonts.
  ///   - folder: The folder that is shared with the theme; `nil` for the folder of the theme.
  init(of theme: ThemeFile, _ store: FontStore, sharing folder: String? = nil) {
    guard !theme.fonts.isEmpty else { return }
    let (fonts, found) = store.checked(theme.fonts)
    families = fonts.flatMap(\.families)
    faces = fonts.flatMap(\.facts.faces)
    problems = found
    warnings = theme.fonts.compactMap { FontCheck.outside($0, sharing: folder) }
  }

  /// A warning if a font file is outside the folder of its theme, so that it would be missing if the
  /// theme were shared.
  private static func outside(_ font: ThemeFont, sharing folder: String?) -> RenderWarning? {
    let folder = folder ?? Files.folder(of: font.theme)
    guard Files.exists(font.file) else { return nil }
    return .outside(font.name, font.file, of: folder, font.origin)
  }
}
