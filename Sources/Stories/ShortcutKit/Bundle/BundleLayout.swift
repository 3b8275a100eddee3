import WallfarmCore

/// Where everything in a bundle lies: what makes one, checks one and speaks of one reads it here.
enum BundleLayout {
  static let lock = "LockScreen/lock.png"
  static let home = "HomeScreen/home.png"
  static let instruction = "instruction.png"
  static let guide = "setup.html"

  /// The folders that the guide may speak of, whether a bundle has them or not.
  static let folders = ["LockScreen", "HomeScreen", "PresetCards"]

  /// What there is of a film.
  enum FilmPart: String, CaseIterable {
    case film = "mp4"
    /// The moment that stands for it.
    case still = "png"
    /// What somebody is told who cannot see it.
    case text = "txt"
  }

  static func film(_ motion: String, _ part: FilmPart) -> String {
    "Films/\(motion).\(part.rawValue)"
  }

  static func card(_ preset: Preset) -> String { "PresetCards/\(PresetCards.name(of: preset))" }

  /// Every file but the manifest.
  ///
  /// - Parameters:
  ///   - codes: those on its guide; with one of an address, the guide is all there is to send.
  ///   - hasHome: whether there is a picture for the home screen.
  ///   - films: names of the motions that it has films of.
  /// - Returns: paths within the bundle.
  static func paths(
    _ codes: Set<GuideCode> = [.link, .run], hasHome: Bool, films: [String] = []
  ) -> Set<String> {
    var paths = Set(codes.flatMap { ["\($0.file).png", "\($0.file).svg"] })
    paths.insert(guide)
    for motion in films { paths.formUnion(FilmPart.allCases.map { film(motion, $0) }) }
    guard !codes.contains(.address) else { return paths }
    paths.formUnion(Preset.all.map(card) + [lock, instruction])
    if hasHome { paths.insert(home) }
    return paths
  }
}
