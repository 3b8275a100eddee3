/// One property of a request, a device or a note, and the part of a render that it affects.
///
/// A test compares the lists of ingredients and exceptions with the stored properties of the types,
/// so that no new property is forgotten or changes digests unnoticed.
package struct Ingredient<Subject>: Sendable {
  /// The part of a render that a property affects.
  package enum Share: Sendable {
    /// It determines the picture.
    case picture
    /// It determines the encoding of the file.
    case file
    /// It determines whether the picture is permitted.
    case permission
  }

  /// The key path of the property, such as `safeArea.top`.
  package let property: String
  package let share: Share
  let write: @Sendable (Subject, inout CanonicalEncoding) -> Void

  static func text(
    _ property: String, as name: String? = nil, _ share: Share = .picture,
    _ read: @escaping @Sendable (Subject) -> String?
  ) -> Ingredient {
    Ingredient(property: property, share: share) { $1.field(name ?? property, read($0)) }
  }

  /// A string that is written only if it is present, so that digests computed before the property
  /// existed stay the same.
  static func perhaps(
    _ property: String, _ share: Share = .picture, _ read: @escaping @Sendable (Subject) -> String?
  ) -> Ingredient {
    Ingredient(property: property, share: share) { subject, encoding in
      if let value = read(subject) { encoding.field(property, value) }
    }
  }

  static func flag(
    _ property: String, as name: String? = nil, _ share: Share = .picture,
    _ read: @escaping @Sendable (Subject) -> Bool
  ) -> Ingredient {
    Ingredient(property: property, share: share) { $1.field(name ?? property, read($0)) }
  }

  static func count(
    _ property: String, _ share: Share = .picture, _ read: @escaping @Sendable (Subject) -> Int
  ) -> Ingredient {
    Ingredient(property: property, share: share) { $1.field(property, read($0)) }
  }

  static func length(
    _ property: String, _ share: Share = .picture,
    _ read: @escaping @Sendable (Subject) -> Double?
  ) -> Ingredient {
    Ingredient(property: property, share: share) { subject, encoding in
      if let value = read(subject) {
        encoding.field(property, value)
      } else {
        encoding.field(property, String?.none)
      }
    }
  }
}

extension CanonicalEncoding {
  /// Appends the properties of a subject that belong to one digest.
  package mutating func fields<Subject>(
    of subject: Subject, _ ingredients: [Ingredient<Subject>], for share: Ingredient<Subject>.Share
  ) {
    for ingredient in ingredients where ingredient.share == share {
      ingredient.write(subject, &self)
    }
  }
}
