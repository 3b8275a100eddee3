import Designs
import Motion
import SourceJSON
import WallfarmPluginKit

/// The films of a bundle: full-size files, and small versions for the guide.
struct BundleFilms {
  let whole: [WholeFilm]
  /// The films in the guide by motion name, only for motions for which the guide has a section.
  let pages: [String: PageFilm]
  /// Notes for the user about the films.
  let notes: [String]

  /// The motions for which a guide can have a section, each with the condition for that section.
  private static let places: [(motion: String, holds: @Sendable (GuideFacts) -> Bool)] = [
    ("heads-up", { _ in true }),
    ("how-to-fix", { $0.way.address == nil }),
    ("install", { $0.choice != nil }),
    // This motion refers to the home screen folder, which is missing from a bundle without a home
    // screen.
    ("permissions", { $0.way.address == nil && $0.hasHome }),
    ("all-set", { _ in true }),
  ]

  /// Renders the films.
  ///
  /// - Throws: the errors of a motion, or `film-failed`.
  init(
    _ motions: [Motion], for facts: GuideFacts, in language: GuideLanguage, _ studio: FilmStudio?
  ) throws(RenderError) {
    guard !motions.isEmpty else {
      (whole, pages, notes) = ([], [:], [])
      return
    }
    guard let studio else { preconditionFailure("a bundle with films has no studio") }
    var (whole, pages, notes) = ([WholeFilm](), [String: PageFilm](), [String]())
    for motion in motions {
      whole.append(
        try studio.whole(motion, on: facts.device, language: language.rawValue))
      if Self.places.contains(where: { $0.motion == motion.name && $0.holds(facts) }) {
        pages[motion.name] = try studio.page(
          motion, on: facts.device, language: language.rawValue)
      } else {
        notes.append(
          "the film '\(motion.name)' is in the folder Films, but no step of this guide shows it")
      }
    }
    (self.whole, self.pages, self.notes) = (whole, pages, notes)
  }

  var files: [BundleFile] {
    whole.flatMap { film in
      [
        BundleFile(path: BundleLayout.film(film.name, .film), bytes: film.film.bytes),
        BundleFile(
          path: BundleLayout.film(film.name, .still), bytes: film.still, pixels: film.pixels),
        BundleFile(
          path: BundleLayout.film(film.name, .text),
          bytes: Array((film.says.joined(separator: "\n") + "\n").utf8)),
      ]
    }
  }

  /// The films as listed in the manifest.
  var listed: JSONValue {
    .array(
      whole.map { film in
        [
          "motion": .string(film.name), "film": .string(BundleLayout.film(film.name, .film)),
          "still": .string(BundleLayout.film(film.name, .still)),
          "text": .string(BundleLayout.film(film.name, .text)),
          "language": film.language.map(JSONValue.string) ?? .null,
          "seconds": .number((film.film.seconds * 1000).rounded() / 1000),
          "width": .number(Double(film.size.width)), "height": .number(Double(film.size.height)),
        ]
      })
  }
}
