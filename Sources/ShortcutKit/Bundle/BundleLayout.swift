import WallfarmCore

/// Where everything in a bundle lies: what makes one, checks one and speaks of one reads it here.
enum BundleLayout {
  static let lock = "LockScreen/lock.png"
  static let home = "HomeScreen/home.png"
  static let instruction = "instruction.png"
  static let guide = "setup.html"
  /// The two codes, without the ends of their names.
  static let codes = ["qr-install", "qr-run"]

  /// The folders that the guide may speak of, whether a bundle has them or not.
  static let folders = ["LockScreen", "HomeScreen", "PresetCards"]

  static func card(_ preset: Preset) -> String { "PresetCards/\(PresetCards.name(of: preset))" }

  /// Every file but the manifest.
  static func paths(hasHome: Bool) -> Set<String> {
    var paths = Set(Preset.all.map(card))
    paths.formUnion([lock, instruction, guide])
    paths.formUnion(codes.flatMap { ["\($0).png", "\($0).svg"] })
    if hasHome { paths.insert(home) }
    return paths
  }
}
