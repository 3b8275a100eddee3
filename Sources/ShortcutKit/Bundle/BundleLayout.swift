import WallfarmCore

/// Where everything in a bundle lies: what makes one, checks one and speaks of one reads it here.
enum BundleLayout {
  static let lock = "LockScreen/lock.png"
  static let home = "HomeScreen/home.png"
  static let instruction = "instruction.png"
  static let guide = "setup.html"

  /// The folders that the guide may speak of, whether a bundle has them or not.
  static let folders = ["LockScreen", "HomeScreen", "PresetCards"]

  static func card(_ preset: Preset) -> String { "PresetCards/\(PresetCards.name(of: preset))" }

  /// Every file but the manifest.
  ///
  /// - Parameters:
  ///   - codes: those on its guide; with one of an address, the guide is all there is to send.
  ///   - hasHome: whether there is a picture for the home screen.
  /// - Returns: paths within the bundle.
  static func paths(
    _ codes: Set<GuideCode> = [.link, .run], hasHome: Bool
  ) -> Set<String> {
    var paths = Set(codes.flatMap { ["\($0.file).png", "\($0.file).svg"] })
    paths.insert(guide)
    guard !codes.contains(.address) else { return paths }
    paths.formUnion(Preset.all.map(card) + [lock, instruction])
    if hasHome { paths.insert(home) }
    return paths
  }
}
