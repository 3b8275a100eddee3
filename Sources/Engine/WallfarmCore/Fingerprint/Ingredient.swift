/// One property of a request or a device, and which digest it belongs to.
///
/// Every property is in a list of these or in the list of exceptions beside it; a test compares both
/// with what the type has, so that a new one is never left out, nor changes digests unseen.
struct Ingredient<Subject>: Sendable {
  /// What a property decides.
  enum Share: Sendable {
    /// What the picture looks like.
    case picture
    /// How its file is written.
    case file
    /// Whether there may be a picture at all.
    case permission
  }

  /// Its name; a dot leads into a property.
  let property: String
  let share: Share
  let write: @Sendable (Subject, inout CanonicalEncoding) -> Void

  static func text(
    _ property: String, _ share: Share = .picture, _ read: @escaping @Sendable (Subject) -> String?
  ) -> Ingredient {
    Ingredient(property: property, share: share) { $1.field(property, read($0)) }
  }

  /// A text that is written only where there is one: digests stay what they were before it could be said.
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
  /// Writes the properties of a subject that belong to one digest.
  mutating func fields<Subject>(
    of subject: Subject, _ ingredients: [Ingredient<Subject>], for share: Ingredient<Subject>.Share
  ) {
    for ingredient in ingredients where ingredient.share == share {
      ingredient.write(subject, &self)
    }
  }
}
