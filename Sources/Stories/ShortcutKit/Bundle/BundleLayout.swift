import WallfarmCore

/// The paths of all files in a bundle.
package enum BundleLayout {
  static let lock = "LockScreen/lock.png"
  static let home = "HomeScreen/home.png"
  static let instruction = "instruction.png"
  static let guide = "setup.html"

  /// All folders that a guide can mention, including folders that some bundles do not have.
  static let folders = ["LockScreen", "HomeScreen", "PresetCards"]

  /// The files that belong to a film.
  enum FilmPart: String, CaseIterable {
    case film = "mp4"
    /// The still frame that represents the film.
    case still = "png"
    /// The text alternative.
    case text = "txt"
  }

  static func film(_ motion: String, _ part: FilmPart) -> String {
    "Films/\(motion).\(part.rawValue)"
  }

  static func card(_ preset: Preset) -> String { "PresetCards/\(PresetCards.name(of: preset))" }

  /// The paths of all files except the manifest.
  ///
  /// - Parameters:
  ///   - codes: the QR codes in the guide; if they include `address`, the bundle has no wallpapers.
  ///   - hasHome: whether there is a picture for the home screen.
  ///   - films: the names of the motions that have films.
  /// - Returns: paths relative to the bundle.
  package static func paths(
    _ codes: Set<GuideCode> = [.link, .run], hasHome: Bool, films: [String] = []
  ) -> Set<String> {
    var paths = Set(codes.flatMap { ["\($0.file).png", "\($0.file).svg"] })
    paths.insert(guide)
    for motion in films { paths.formUnion(FilmPart.allCases.map { film(motion, $0) }) }
    guard !codes.contains(.address) else { return paths }
    paths.insert(lock)
    if hasHome { paths.insert(home) }
    // A bundle without QR codes is for Android, which has no shortcuts and no presets.
    if !codes.isEmpty { paths.formUnion(Preset.all.map(card) + [instruction]) }
    return paths
  }
}
