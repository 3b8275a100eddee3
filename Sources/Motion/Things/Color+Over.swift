import WallfarmPluginKit

extension Color {
  /// What is seen where this colour lies on another one.
  func over(_ ground: Color) -> Color {
    let (share, rest) = (Int(alpha), 255 - Int(alpha))
    func mixed(_ own: UInt8, _ other: UInt8) -> UInt8 {
      let sum = Int(own) * share + Int(other) * rest
      return UInt8((sum + 127) / 255)
    }
    let under = (Int(ground.alpha) * rest + 127) / 255
    return Color(
      red: mixed(red, ground.red), green: mixed(green, ground.green),
      blue: mixed(blue, ground.blue), alpha: UInt8(share + under))
  }
}
