/// Keeps a dash without spaces on the line of the word before it.
///
/// UAX 14 allows a break before an em dash, and before a dash that follows a space. `WordJoints`
/// joins a dash between two spaces.
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
        // A negative number: –5 °C.
        joints.append(LineJoints.Joint(place: text.places[index + 1], kind: .number))
      } else {
        joints.append(LineJoints.Joint(place: text.places[index], kind: .number))
      }
    }
  }
}

extension Unicode.Scalar {
  /// An en dash, em dash, horizontal bar, or a dash of two or three em.
  var isDash: Bool {
    switch value {
    case 0x2013...0x2015, 0x2E3A, 0x2E3B: true
    default: false
    }
  }
}
