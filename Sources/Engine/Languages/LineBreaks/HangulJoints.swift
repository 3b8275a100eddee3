/// Keeps Korean words together, so that lines break only at spaces.
///
/// UAX 14 allows a break after each syllable, but short lines are easier to read if words are kept
/// whole. This is the `keep-all` behavior of CSS Text 3, section 5.2.
struct HangulJoints {
  let joints: [LineJoints.Joint]

  init(_ text: PlacedScalars) {
    let scalars = text.scalars
    joints = scalars.indices.dropFirst().compactMap { index in
      let (one, next) = (scalars[index - 1], scalars[index])
      let isInside =
        (one.isHangul || next.isHangul)
        && (one.isHangul || one.isDigit) && (next.isHangul || next.isDigit)
      guard isInside else { return nil }
      let kind: LineJoints.Kind = one.isDigit || next.isDigit ? .number : .phrase
      return LineJoints.Joint(place: text.places[index], kind: kind)
    }
  }
}
