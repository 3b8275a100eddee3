internal import Designs
internal import Files
import Graphics
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Checks a theme on every device and in every variant.
struct ThemeCheck {
  let uses: UseCheck
  let devices: [Device]
  /// The folder that is shared with the theme; `nil` for the folder of the theme.
  var sharedFolder: String?
  private(set) var problems: [RenderError] = []
  private(set) var warnings: [RenderWarning] = []

  init(uses: UseCheck, devices: [Device]) { (self.uses, self.devices) = (uses, devices) }

  /// Checks a theme.
  ///
  /// - Parameters:
  ///   - file: the theme.
  ///   - isSound: whether the theme was read without errors.
  ///   - fonts: the font files of the theme; if one of them has an error, unknown families are not
  ///     reported, because that file probably contains them.
  mutating func check(_ file: ThemeFile, isSound: Bool, fonts: FontCheck) {
    let contexts = file.contexts(on: devices)
    let themes = contexts.map { file[$0] }
    for theme in themes {
      problems += uses.problems(of: theme.background, in: theme, isLayout: false)
      problems += theme.images.flatMap { uses.problems(of: $0, in: theme, isLayout: true) }
      if fonts.problems.isEmpty {
        problems += unknownFonts(theme).map { $0.naming(customFamilies: fonts.families) }
      }
    }
    // The remaining checks require a theme without errors.
    guard isSound, fonts.problems.isEmpty, problems.isEmpty,
      themes.allSatisfy({ $0.mistakes().isEmpty })
    else { return }
    // The author of an untrusted theme checked its images; their sizes are in their headers.
    if uses.photoAccess == .whole {
      let images = ImageCheck(file, on: devices, uses: uses)
      problems += images.problems
      warnings += images.warnings
    }
    warnings += WeightCheck(faces: fonts.faces).warnings(of: themes)
    checkContrast(contexts, themes)
    checkSizes(contexts, themes)
    warnings += UnreachableValues(file, contexts: contexts).warnings
    warnings += UnusedValues(file, themes: themes).warnings
    warnings += FilesOutside(file, uses: uses, sharing: sharedFolder).warnings
  }

  /// Reports each color that cannot reach the required contrast once, for the first context in
  /// which this occurs.
  private mutating func checkContrast(_ contexts: [ThemeFile.Context], _ themes: [Theme]) {
    var told: Set<Origin?> = []
    for (index, (context, theme)) in zip(contexts, themes).enumerated() {
      let bound = ContrastBound(theme, on: context.device, uses: uses)
      let words = index == 0 ? "" : words(for: context, contexts[0])
      for problem in (try? bound.problems(in: words)) ?? []
      where told.insert(problem.origin).inserted {
        problems.append(problem)
      }
    }
  }

  /// Checks that `sizes.largest` is at least `sizes.smallest`, and that `sizes.crowded` is at most
  /// `sizes.smallest`.
  private mutating func checkSizes(_ contexts: [ThemeFile.Context], _ themes: [Theme]) {
    checkOrder(
      "sizes.largest", contexts, themes, hint: "set 'sizes.largest' to at least 'sizes.smallest'"
    ) { $0 < $1 }
    checkOrder(
      "sizes.crowded", contexts, themes,
      hint: "set 'sizes.crowded' to at most 'sizes.smallest'"
    ) { $0 > $1 }
  }

  /// Reports the first context in which a size is inconsistent with `sizes.smallest`.
  private mutating func checkOrder(
    _ name: String, _ contexts: [ThemeFile.Context], _ themes: [Theme], hint: String,
    isWrong: (Double, Double) -> Bool
  ) {
    let smallest = "sizes.smallest"
    for (index, (context, theme)) in zip(contexts, themes).enumerated() {
      guard let size = try? theme.number(name), let low = try? theme.number(smallest),
        isWrong(size, low),
        let place = try? theme.value(of: name, origin: .file(theme.file)).origin,
        let other = try? theme.value(of: smallest, origin: .file(theme.file)).origin
      else { continue }
      func shown(_ number: Double) -> String { JSONValue.number(number).text(pretty: false) }
      let words = index == 0 ? "" : words(for: context, contexts[0])
      problems.append(
        RenderError(
          .invalidValue, "'\(name)' is \(shown(size)), but '\(smallest)' is \(shown(low))\(words)",
          origin: place, hint: hint,
          also: other == place || other.line == nil ? nil : "'\(smallest)' is set in \(other)"))
      return
    }
  }

  /// The phrase in an error message for a context, such as a variant or a device.
  private func words(for context: ThemeFile.Context, _ first: ThemeFile.Context) -> String {
    let look = context.variant.map { " in its \($0.rawValue) look" } ?? ""
    return look + (context.device == first.device ? "" : " on \(context.device.id), for example")
  }

  /// The errors for font families that are not available.
  private func unknownFonts(_ theme: Theme) -> [RenderError] {
    ThemeTokens.all.flatMap { token -> [RenderError] in
      guard case .font = token.kind else { return [] }
      return UseCheck.problems { () throws(RenderError) in
        do throws(RenderError) {
          _ = try theme.family(of: token.key, among: uses.fontFamilies)
        } catch  where error.code != .unknownFont {
          // Ignore dangling references, which were reported when the theme was read.
        }
      }
    }
  }
}
