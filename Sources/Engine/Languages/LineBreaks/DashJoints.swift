/// Keeps a dash on the same line as the preceding word, and a minus sign with its number.
///
/// UAX 14 allows a break before an em dash and before a dash after a space. `WordJoints` also keeps
/// the number after a dash on the same line in ranges such as 9 – 10.
struct DashJoints {
  private(set) var joints: [LineJoints.Joint] = []

  init(_ text: PlacedScalars) {
    let scalars = text.scalars
    for index in scalars.indices.dropFirst() where scalars[index].isDash {
      guard let before = scalars[..<index].last(where: { $0 != " " }), before != "\n" else {
        continue
      }
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if scalars[index - 1] == " ", next.isDigit {
        // The dash is a minus sign, as in –5 °C.
        joints.append(LineJoints.Joint(place: text.places[index + 1], kind: .number))
      } else {
        joints.append(LineJoints.Joint(place: text.places[index], kind: .number))
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an en dash, an em dash, a horizontal bar, or a two-em or three-em dash.
  var isDash: Bool {
    switch value {
    case 0x2013...0x2015, 0x2E3A, 0x2E3B: true
    default: false
    }
  }
}
