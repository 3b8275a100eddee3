extension Color {
  /// What is seen where this colour lies on another one, in sRGB as cairo lays them.
  package func over(_ ground: Color) -> Color {
    // What each of them gives to the light, in 65025; less than all of it where neither is opaque.
    let (own, under) = (Int(alpha) * 255, Int(ground.alpha) * (255 - Int(alpha)))
    let all = own + under
    guard all > 0 else { return ground }
    func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Int(one) * own + Int(other) * under + all / 2) / all)
    }
    return Color(
      red: mixed(red, ground.red), green: mixed(green, ground.green),
      blue: mixed(blue, ground.blue), alpha: UInt8((all + 127) / 255))
  }
}
