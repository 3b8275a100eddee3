extension Color {
  /// Returns the result of compositing this color over another color in sRGB, as in cairo.
  package func over(_ ground: Color) -> Color {
    // The weights of both colors in units of 1/65025; their sum is below 1 if neither color is
    // opaque.
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
