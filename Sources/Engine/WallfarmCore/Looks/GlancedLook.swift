/// A plan in one look of its theme, with the legibility of its letters on the photo.
struct GlancedLook {
  let plan: RenderPlan
  /// The share of the free area on which its letters are readable, 0…1.
  let readable: Double

  /// The additional share of the area on which another look must be readable to replace the theme's
  /// own look.
  private static let gain = 0.1

  /// The look that is readable on most of the area; the theme's own look unless another gains
  /// enough.
  static func mostReadable(_ looks: [GlancedLook]) -> RenderPlan {
    guard var chosen = looks.first else { preconditionFailure("a plan has a look of its own") }
    var best = chosen.readable + gain
    for look in looks.dropFirst() where look.readable > best {
      (chosen, best) = (look, look.readable)
    }
    return chosen.plan
  }
}
